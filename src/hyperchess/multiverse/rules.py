"""What rules must answer about a position, whoever computes it.

`reference` is the rule book in readable Python; `kernel` gives the same answers faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from importlib.util import find_spec
from os import environ
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hyperchess.budget import Budget
from hyperchess.errors import HyperchessError
from hyperchess.multiverse.coordinates import Square
from hyperchess.multiverse.mates import MateSearch, Watch
from hyperchess.multiverse.moves import Action, Move, MoveKind, MovePattern

if TYPE_CHECKING:
    from hyperchess.errors import IllegalAction
    from hyperchess.multiverse.outline import Outline
    from hyperchess.multiverse.position import Position

__all__ = ["Check", "PlainReading", "Rules", "Status", "default_rules"]

_VARIABLE = "HYPERCHESS_KERNEL"


class Status(Enum):
    """What a position means for the player to move."""

    ONGOING = "ongoing"
    CHECK = "check"
    SOFTMATE = "softmate"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    UNKNOWN = "unknown"


class Check(NamedTuple):
    """An attack on a royal: from where, on which square, over which empty squares."""

    attacker: Square
    royal: Square
    path: tuple[Square, ...] = ()


class PlainReading(NamedTuple):
    """The only reading of written moves: the moves, what each does, and the position after."""

    moves: tuple[Move, ...]
    kinds: tuple[MoveKind, ...]
    captures: tuple[bool, ...]
    after: Position


class Rules(Protocol):
    """The rules of 5D chess. All methods are pure: positions go in, values come out."""

    name: str

    def prepare(self, position: Position) -> object:
        """Whatever these rules want to compute once per position (`Position.view` keeps it)."""

    def outline(self, position: Position) -> Outline:
        """The size of the boards and the ends of the timelines (`Position.outline` keeps it)."""

    def moves(self, position: Position) -> tuple[Move, ...]:
        """All moves of the player's pieces on playable boards, whether or not they leave a royal hanging."""

    def match(self, position: Position, pattern: MovePattern) -> tuple[Move, ...]:
        """The moves that fit a pattern."""

    def match_unique(self, position: Position, patterns: Sequence[MovePattern]) -> PlainReading | None:
        """The legal action that patterns mean if each fits exactly one move, else `None`.

        Where no piece is named, pawns take precedence; where a promotion is left open, the first is taken.
        """

    def move(self, position: Position, move: Move) -> Position:
        """The unfinished state after one move; `InvalidMove` if no piece can make it."""

    def submit(self, position: Position) -> Position:
        """The position in which the opponent is to move, without asking whether the player may submit."""

    def checks(self, position: Position, *, passing: bool) -> tuple[Check, ...]:
        """The attacks on the player's royals, now or after passing on every mandatory board."""

    def in_check(self, position: Position) -> bool:
        """Whether there are `checks` after passing."""

    def submit_fault(self, position: Position) -> IllegalAction | None:
        """Why the player may not submit this state, or `None`."""

    def actions(self, position: Position, budget: Budget) -> Iterator[Action]:
        """All legal actions, each once, in standard order; `BudgetExhausted` ends it early."""

    def count_actions(self, position: Position, limit: int | None, budget: Budget) -> int:
        """The number of legal actions, counted up to a limit."""

    def status(self, position: Position, budget: Budget) -> Status:
        """The verdict; `Status.UNKNOWN` if the budget ran out first."""

    def perft(self, position: Position, depth: int, budget: Budget) -> int:
        """The number of different sequences of legal actions of a length."""

    def mates(
        self, position: Position, budget: Budget, *, softmates: bool, memory: int, watch: Watch | None
    ) -> MateSearch:
        """A search for forced mates in positions like this one, which remembers within `memory` bytes.

        With `softmates`, a softmate counts as a mate.
        """


@cache
def default_rules() -> Rules:
    """The rules that new positions use: the native ones, or those in Python where none were built.

    The environment variable `HYPERCHESS_KERNEL`, set to `python` or `native`, forces one.
    """
    from hyperchess.multiverse.reference import ReferenceRules

    wanted = environ.get(_VARIABLE, "")
    if wanted not in ("", "python", "native"):
        raise HyperchessError(f"{_VARIABLE} is {wanted!r}; it can be 'python' or 'native'")
    if wanted != "python" and find_spec("hyperchess._native") is not None:
        from hyperchess.multiverse.kernel import NativeRules

        return NativeRules()
    if wanted == "native":
        hint = "install hyperchess again where a C++20 compiler is at hand"
        raise HyperchessError(f"{_VARIABLE} asks for the native rules, which were not built: {hint}")
    return ReferenceRules()
