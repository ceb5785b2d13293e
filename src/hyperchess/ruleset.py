"""What the two games have in common: an action of moves, whatever the moves are.

>>> str(Action(["(0T1)e2>(0T1)e4", "(1T1)e2>(1T1)e4"]))
'(0T1)e2>(0T1)e4 (1T1)e2>(1T1)e4'
"""

from __future__ import annotations

from typing import TypeVar

__all__ = ["Action"]

MoveT_co = TypeVar("MoveT_co", covariant=True)


class Action(tuple[MoveT_co, ...]):
    """The moves of one player's turn, in a playable order; in infinite chess there is one.

    `str` is the raw notation: the moves with blanks between them.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"<Action {str(self)!r}>"
