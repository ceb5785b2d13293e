"""Undo and redo stacks of each person.

Undo and redo are edits, too: each reverts an earlier one. A person undoes their own edits, and edits without
an author.

>>> edits = [Made("ada", 1), Made("bob", 2), Made("ada", 3), Made("ada", 4, undoes=3)]
>>> stacks(edits, "ada"), stacks(edits, "bob")
(Stacks(undo=[1], redo=[4]), Stacks(undo=[2], redo=[]))
>>> stacks([*edits, Made("ada", 5, undoes=4)], "ada")
Stacks(undo=[1, 5], redo=[])
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hyperchess.api.stored import Made

__all__ = ["Stacks", "stacks"]


class Stacks(NamedTuple):
    """Places in the history of edits that undo and redo revert; the last one is next."""

    undo: list[int]
    redo: list[int]


def stacks(made: Iterable[Made], person: str) -> Stacks:
    """Return the stacks of a person, from the edits of all people in order."""
    undo: list[int] = []
    redo: list[int] = []
    for edit in made:
        if edit.person not in (person, ""):
            continue
        if edit.undoes is None:
            undo.append(edit.place)
            redo.clear()
        elif edit.undoes in redo:
            del redo[redo.index(edit.undoes) :]
            undo.append(edit.place)
        else:
            while undo and undo[-1] >= edit.undoes:
                undo.pop()
            redo.append(edit.place)
    return Stacks(undo, redo)
