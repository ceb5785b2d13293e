"""The interface of the rules: what an implementation must answer about a position.

`reference` is the specification in readable Python; `kernel` gives the same answers faster. Which of the two
new positions use is decided in `defaults`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Generic, Protocol, TypeVar

from hyperchess.budget import Budget
from hyperchess.errors import IllegalAction
from hyperchess.multiverse.actions.played import Check, PlayedAction
from hyperchess.multiverse.board_pattern import BoardPattern, FoundBoard
from hyperchess.multiverse.coordinates import Square
from hyperchess.multiverse.keys import PositionKeys
from hyperchess.multiverse.line_facts import PlyFacts
from hyperchess.multiverse.line_table import LineTable
from hyperchess.multiverse.mates import MateSearch, Watch
from hyperchess.multiverse.moves import Action, Move, MoveKind, MovePattern
from hyperchess.multiverse.outline import Outline
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.state import State, StateT

__all__ = ["Check", "PlainReading", "PlayedAction", "Rules", "Status", "play_legal"]


class Status(Enum):
    """What a position means for the player to move."""

    ONGOING = "ongoing"
    CHECK = "check"
    SOFTMATE = "softmate"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    UNKNOWN = "unknown"


_StateT_co = TypeVar("_StateT_co", bound=State, covariant=True)


class _Positions(Protocol[_StateT_co]):
    """The positions after the actions of a line by their number."""

    def __getitem__(self, place: int, /) -> _StateT_co: ...


class PlainReading(Generic[StateT]):
    """The only reading of written moves: the moves, what each does, and the position after.

    The position is one of a sequence, which may make it when it is asked for: most are only passed through.
    `packed` are the moves as bytes (`action_bytes`) where the rules give them, else nothing.
    """

    __slots__ = ("_place", "_positions", "captures", "kinds", "moves", "packed")

    def __init__(
        self,
        moves: tuple[Move, ...],
        kinds: tuple[MoveKind, ...],
        captures: tuple[bool, ...],
        positions: _Positions[StateT],
        place: int = 0,
        packed: bytes = b"",
    ) -> None:
        self.moves = moves
        self.kinds = kinds
        self.captures = captures
        self._positions = positions
        self._place = place
        self.packed = packed

    @property
    def after(self) -> StateT:
        """The position after the moves."""
        return self._positions[self._place]

    @property
    def outline(self) -> Outline:
        """The outline of the position after the moves, which may be known without the position."""
        return self.after.outline

    def __reduce__(self) -> tuple[object, ...]:
        return PlainReading, (self.moves, self.kinds, self.captures, (self.after,), 0, self.packed)


class Rules(Protocol):
    """The rules of 5D chess. All methods are pure: positions go in, values come out."""

    name: str

    def outline(self, position: State) -> Outline:
        """The size of the boards and the ends of the timelines (`Position.outline` keeps it)."""

    def keys(self, position: State, before: State | None) -> PositionKeys:
        """The keys of a position, and those of the boards that an earlier position does not have."""

    def line_facts(self, position: State, actions: Sequence[Sequence[Move]]) -> list[PlyFacts]:
        """The facts of a position and of those after each action; `InvalidMove` if one cannot be played."""

    def line_table(self, position: State, data: bytes) -> LineTable:
        """The same facts as rows, for actions that are given as bytes."""

    def replay(self, position: StateT, data: bytes, most: int) -> list[StateT]:
        """The positions after each action of a line that is known to be legal, at most so many of them."""

    def find_boards(self, position: State, data: bytes, pattern: BoardPattern, most: int) -> list[FoundBoard]:
        """The boards of a line that fit a pattern: of the position, and those that its actions make.

        At most so many actions are looked at. Each board is found once, with the ply after which it is there.
        """

    def piece(self, position: State, square: Square) -> Piece | None:
        """The piece on a square; `None` if there is none, or no such board or square."""

    def moves(self, position: State) -> tuple[Move, ...]:
        """All moves of the player's pieces on playable boards, legal as an action or not (pseudo-legal)."""

    def match(self, position: State, pattern: MovePattern) -> tuple[Move, ...]:
        """The moves that fit a pattern."""

    def match_unique(self, position: StateT, patterns: Sequence[MovePattern]) -> PlainReading[StateT] | None:
        """The legal action that patterns mean if each fits exactly one move, else `None`.

        Where no piece is named, pawns take precedence; where a promotion is left open, the first is taken.
        """

    def match_line(
        self, position: StateT, actions: Sequence[Sequence[MovePattern]]
    ) -> list[PlainReading[StateT]]:
        """The first actions of a line, as far as each is one that `match_unique` finds."""

    def move(self, position: StateT, move: Move) -> StateT:
        """The unfinished state after one move; `InvalidMove` if no piece can make it."""

    def play_action(self, position: StateT, action: Sequence[Move]) -> PlayedAction[StateT] | None:
        """A legal action with what each move does, else `None`."""

    def submit(self, position: StateT) -> StateT:
        """The position in which the opponent is to move, without a check whether the player may submit."""

    def checks(self, position: State, *, passing: bool) -> tuple[Check, ...]:
        """The attacks on the player's royals, now or after passing on every mandatory board."""

    def in_check(self, position: State) -> bool:
        """Whether there are `checks` after passing."""

    def may_submit(self, position: State) -> bool:
        """Whether this state may be submitted; faster than asking why not."""

    def submit_fault(self, position: State) -> IllegalAction | None:
        """Why the player may not submit this state, or `None`."""

    def actions(self, position: State, budget: Budget) -> Iterator[Action]:
        """All legal actions, each once, in standard order; `BudgetExhausted` ends it early."""

    def count_actions(self, position: State, limit: int | None, budget: Budget) -> int:
        """The number of legal actions, counted up to a limit."""

    def status(self, position: State, budget: Budget) -> Status:
        """The verdict; `Status.UNKNOWN` if the budget ran out first."""

    def perft(self, position: State, depth: int, budget: Budget) -> int:
        """The number of different sequences of legal actions of a length."""

    def mates(
        self, position: State, budget: Budget, *, softmates: bool, memory: int, watch: Watch | None
    ) -> MateSearch:
        """A search for forced mates in positions like this one, with a table of at most `memory` bytes.

        With `softmates`, a softmate counts as a mate.
        """


def play_legal(rules: Rules, position: StateT, action: Iterable[Move]) -> StateT:
    """The position after an action that is known to be legal."""
    for move in action:
        position = rules.move(position, move)
    return rules.submit(position)
