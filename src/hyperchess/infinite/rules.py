"""Interface that implementations of the rules provide: everything that depends on the moves of pieces.

`reference.rules.ReferenceRules` is the specification, in Python; `kernel.NativeRules` returns the same
results, in the same order, faster. A position uses the implementation with which it was created.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from hyperchess.budget import Budget
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.rays import Ray
from hyperchess.infinite.reference.effects import Effect
from hyperchess.infinite.state import State
from hyperchess.infinite.syntax.text import Move
from hyperchess.ruleset import Status

__all__ = ["FoundMoves", "Hunt", "Rules"]


class FoundMoves(Protocol):
    """All legal moves of a position."""

    @property
    def points(self) -> tuple[Move, ...]:
        """The moves that are not slides: leaps, pawn moves, castling."""

    @property
    def rays(self) -> tuple[Ray, ...]:
        """The slides."""

    def count(self, left: int, right: int, bottom: int, top: int) -> int:
        """Return the number of moves that end in a window, edges included."""


class Hunt(Protocol):
    """A search for mates of a bare royal piece that leaps; see `analysis.mates.infinite.slide_classes`."""

    @property
    def rounds(self) -> int:
        """The number of positions searched."""

    @property
    def longest(self) -> int:
        """The maximum length of mates that it searches for."""

    def first_moves(self, length: int) -> list[tuple[Move, bool]]:
        """Return the moves to try for a mate in `length`, each with whether it represents only itself."""

    def wins(self, move: Move, length: int, watch: Callable[[], None] | None = None) -> bool:
        """Return whether a legal move mates within `length` moves; may raise `BudgetExhausted`.

        `watch` is called a few times per second; an exception from it ends the search.
        """


class Rules(Protocol):
    """Implementation of the rules for positions."""

    name: str

    def checks(self, state: State) -> tuple[Square, ...]:
        """Return the attacked royal pieces of the player to move."""

    def checkers(self, state: State) -> tuple[Square, ...]:
        """Return the pieces that attack them, each once."""

    def moves(self, state: State) -> FoundMoves:
        """Return all legal moves, piece by piece in the order of the text."""

    def can_move(self, state: State, budget: Budget | None) -> bool | None:
        """Return whether there is a legal move; `None` if that depends on primes beyond the budget.

        Without a budget each ray has the default one.
        """

    def allows(self, state: State, move: Move) -> bool:
        """Return whether a move is legal."""

    def effect(self, state: State, move: Move) -> Effect:
        """Compute the effect of a move; raise `InvalidMove`, or `IllegalAction` if it leaves a check."""

    def packed(self, state: State) -> object | None:
        """Return the native representation of the state, for `follow`; `None` if there is none."""

    def follow(self, packed: Any, move: Move) -> tuple[Any, ...] | None:
        """Return the parts of a move's `Effect` that do not need the state, and the next packed state.

        The parts are the piece, the captured piece, the square for en passant, the changes, the promotion,
        whether en passant was open, and whether a check is counted. Return `None` if the move is not legal,
        or unknown.
        """

    def count(self, packed: Any) -> int:
        """Return the number of pieces of a packed state."""

    def in_check(self, packed: Any) -> bool:
        """Return whether a royal piece of the player to move is attacked in a packed state."""

    def has_move(self, packed: Any) -> bool:
        """Return whether there is certainly a legal move in a packed state."""

    def status(self, state: State, budget: Budget | None) -> Status:
        """Determine the status of a position."""

    def hash(self, state: State) -> int:
        """Return a number that is the same for equal positions."""

    def hunt(self, state: State, budget: Budget) -> Hunt | None:
        """Return a search for mates; `None` if the position does not support it."""
