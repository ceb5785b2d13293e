"""The questions that depend on how pieces move, and who answers them.

`python_referee.PythonReferee` answers with the rules in Python, which are the specification;
`kernel.NativeReferee` gives the same answers, in the same order, faster. A position asks the one that it was
made with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from hyperchess.budget import Budget
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.rays import Ray
from hyperchess.infinite.reference.effects import Effect
from hyperchess.infinite.state import State
from hyperchess.infinite.status import Status
from hyperchess.infinite.syntax.text import Move

__all__ = ["FoundMoves", "Hunt", "Referee"]


class FoundMoves(Protocol):
    """All legal moves of a position."""

    @property
    def points(self) -> tuple[Move, ...]:
        """The moves that are not slides: leaps, pawn moves, castling."""

    @property
    def rays(self) -> tuple[Ray, ...]:
        """The slides."""

    def count(self, left: int, right: int, bottom: int, top: int) -> int:
        """How many moves end in a window, edges included."""


class Hunt(Protocol):
    """A search for mates of a bare royal piece that leaps: see `hyperchess.analysis.infinite_classes`."""

    @property
    def rounds(self) -> int:
        """How many positions were searched."""

    @property
    def longest(self) -> int:
        """The longest mate for which it searches."""

    def first_moves(self, length: int) -> list[tuple[Move, bool]]:
        """The moves to try for a mate in `length`, and whether each stands for itself alone."""

    def wins(self, move: Move, length: int, watch: Callable[[], None] | None = None) -> bool:
        """Whether a legal move mates within `length` moves, itself included; else `BudgetExhausted`.

        `watch` is called a few times per second; what it raises ends the search.
        """


class Referee(Protocol):
    """Answers questions about positions."""

    name: str

    def checks(self, state: State) -> tuple[Square, ...]:
        """The royal pieces of the player to move that are attacked."""

    def checkers(self, state: State) -> tuple[Square, ...]:
        """The pieces that attack them, each once."""

    def moves(self, state: State) -> FoundMoves:
        """All legal moves, piece by piece in the order of the text."""

    def can_move(self, state: State, budget: Budget | None) -> bool | None:
        """Whether there is a legal move; `None` where it depends on primes beyond the budget.

        Without a budget each ray has the default one.
        """

    def allows(self, state: State, move: Move) -> bool:
        """Whether a move is legal."""

    def effect(self, state: State, move: Move) -> Effect:
        """Work a move out; else `InvalidMove`, or `IllegalAction` if it leaves a check."""

    def packed(self, state: State) -> object | None:
        """The state in a form of the referee's own, for `follow`; `None` if there is none."""

    def follow(self, packed: Any, move: Move) -> tuple[Any, ...] | None:
        """What a move does: all parts of its `Effect` that do not need the state, and the next packed one.

        They are the piece, what it took, the square for en passant, the changes, the promotion, whether en
        passant was open, and whether a check is counted; `None` if the move is not legal, or unknown.
        """

    def count(self, packed: Any) -> int:
        """The number of pieces of a packed state."""

    def in_check(self, packed: Any) -> bool:
        """Whether a royal piece of the player to move is attacked in a packed state."""

    def has_move(self, packed: Any) -> bool:
        """Whether there is certainly a legal move in a packed state."""

    def status(self, state: State, budget: Budget | None) -> Status:
        """Judge a position."""

    def hash(self, state: State) -> int:
        """A number that is the same for equal positions."""

    def hunt(self, state: State, budget: Budget) -> Hunt | None:
        """A search for mates; `None` where there is none for such a position."""
