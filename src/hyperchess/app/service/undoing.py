"""Which edits a person can take back, and which of those that were taken back can be made again.

Undo and redo are edits, too: each takes back an earlier one. A person takes back what they have made
themselves, and what nobody in particular has made.

>>> edits = [Made("ada", 1), Made("bob", 2), Made("ada", 3), Made("ada", 4, undoes=3)]
>>> stacks(edits, "ada"), stacks(edits, "bob")
(Stacks(undo=[1], redo=[4]), Stacks(undo=[2], redo=[]))
>>> stacks([*edits, Made("ada", 5, undoes=4)], "ada")
Stacks(undo=[1, 5], redo=[])
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hyperchess.app.service.stored import Made

__all__ = ["Stacks", "stacks"]


class Stacks(NamedTuple):
    """Places in the history of edits that can be taken back, by undo and by redo; the last one is next."""

    undo: list[int]
    redo: list[int]


def stacks(made: Iterable[Made], person: str) -> Stacks:
    """The edits of a person, from those of all in their order."""
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
