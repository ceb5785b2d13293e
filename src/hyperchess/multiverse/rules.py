"""Interface that implementations of the rules provide.

`reference` is the specification in readable Python; `kernel` returns the same results faster. `defaults`
chooses the one that new positions use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from hyperchess.budget import Budget
from hyperchess.errors import IllegalAction
from hyperchess.multiverse.actions.played import PlayedAction
from hyperchess.multiverse.board_pattern import BoardPattern, FoundBoard
from hyperchess.multiverse.coordinates import Color, Square
from hyperchess.multiverse.line_table import LineTable
from hyperchess.multiverse.mates import MateSearch, Watch
from hyperchess.multiverse.moves import Action, Move, MoveKind, MovePattern
from hyperchess.multiverse.outline import Outline
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.state import State, StateT
from hyperchess.ruleset import Check, PositionKeys, Status, Verdict

__all__ = [
    "STATUS_WORDS",
    "LineRules",
    "PlainReading",
    "PlayedAction",
    "PositionRules",
    "Rules",
    "SearchRules",
    "play_legal",
    "status_of",
]


STATUS_WORDS = ("ongoing", "check", "softmate", "checkmate", "stalemate", "unknown")
"""The words of a status, in the order of the numbers of the native rules."""


def status_of(word: str, player: Color) -> Status:
    """Return the status that a word of the rules names, for the player to move."""
    if word == "check":
        return Status(Verdict.ONGOING, None, in_check=True)
    verdict = Verdict(word)
    winner = player.other if verdict is Verdict.CHECKMATE else None
    return Status(verdict, winner, verdict in (Verdict.CHECKMATE, Verdict.SOFTMATE))


_StateT_co = TypeVar("_StateT_co", bound=State, covariant=True)


class _Positions(Protocol[_StateT_co]):
    """The positions after the actions of a line, by index."""

    def __getitem__(self, place: int, /) -> _StateT_co: ...


class PlainReading(Generic[StateT]):
    """The only reading of written moves: the moves, their effects, and the position after them.

    The position is an item of a sequence that may compute it on demand, because most positions are never
    read. `packed` are the encoded moves (`action_bytes`) if the rules provide them, else empty.
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
        """The outline of the position after the moves, which may be available without the position."""
        return self.after.outline

    def __reduce__(self) -> tuple[object, ...]:
        return PlainReading, (self.moves, self.kinds, self.captures, (self.after,), 0, self.packed)


class PositionRules(Protocol):
    """Moves, checks and keys of one position."""

    def outline(self, position: State) -> Outline:
        """Return the size of the boards and the ends of the timelines (cached by `Position.outline`)."""

    def keys(self, position: State, before: State | None) -> PositionKeys:
        """Return the keys of a position, and those of the boards that an earlier position does not have."""

    def piece(self, position: State, square: Square) -> Piece | None:
        """Return the piece on a square; `None` if the square is empty or does not exist."""

    def moves(self, position: State) -> tuple[Move, ...]:
        """Return all pseudo-legal moves of the player's pieces on playable boards."""

    def match(self, position: State, pattern: MovePattern) -> tuple[Move, ...]:
        """Return the moves that fit a pattern."""

    def match_unique(self, position: StateT, patterns: Sequence[MovePattern]) -> PlainReading[StateT] | None:
        """Return the legal action of the patterns if each fits exactly one move, else `None`.

        If no piece is named, pawns take precedence; if a promotion is left open, the first choice is taken.
        """

    def move(self, position: StateT, move: Move) -> StateT:
        """Return the unfinished state after one move; raise `InvalidMove` if no piece can make it."""

    def play_action(self, position: StateT, action: Sequence[Move]) -> PlayedAction[StateT] | None:
        """Return a legal action with the effect of each move, else `None`."""

    def submit(self, position: StateT) -> StateT:
        """Return the position with the opponent to move, without checking whether the player may submit."""

    def checks(self, position: State, *, passing: bool) -> tuple[Check[Square], ...]:
        """Return the attacks on the player's royals, now or after passing on every mandatory board."""

    def in_check(self, position: State) -> bool:
        """Return whether there are `checks` after passing."""

    def may_submit(self, position: State) -> bool:
        """Return whether this state may be submitted; faster than `submit_fault`."""

    def submit_fault(self, position: State) -> IllegalAction | None:
        """Return why the player may not submit this state, or `None`."""


class SearchRules(Protocol):
    """Searches over the legal actions of a position, within a budget."""

    def actions(self, position: State, budget: Budget) -> Iterator[Action]:
        """Yield all legal actions, each once, in standard order; raise `BudgetExhausted` to end early."""

    def count_actions(self, position: State, limit: int | None, budget: Budget) -> int:
        """Return the number of legal actions, counted up to `limit`."""

    def status(self, position: State, budget: Budget) -> Status:
        """Return the status; `Verdict.UNKNOWN` if the budget is exhausted first."""

    def perft(self, position: State, depth: int, budget: Budget) -> int:
        """Return the number of different sequences of `depth` legal actions."""

    def mates(
        self, position: State, budget: Budget, *, softmates: bool, memory: int, watch: Watch | None
    ) -> MateSearch:
        """Return a search for forced mates, with a table of at most `memory` bytes.

        With `softmates`, a softmate counts as a mate.
        """


class LineRules(Protocol):
    """Sequences of actions in one call, as game files and game libraries store them."""

    def match_line(
        self, position: StateT, actions: Sequence[Sequence[MovePattern]]
    ) -> list[PlainReading[StateT]]:
        """Return the first actions of a line, as far as `match_unique` finds each."""

    def line_table(self, position: State, data: bytes) -> LineTable:
        """Return the same facts as rows, for encoded actions."""

    def replay(self, position: StateT, data: bytes, most: int) -> list[StateT]:
        """Return the positions after the first `most` actions of a line, which must be legal."""

    def find_boards(self, position: State, data: bytes, pattern: BoardPattern, most: int) -> list[FoundBoard]:
        """Return the boards that fit a pattern, of the position and of those that a line creates.

        Only the first `most` actions are searched. Each board is found once, with the ply after which it
        exists.
        """


class Rules(PositionRules, SearchRules, LineRules, Protocol):
    """The rules of 5D chess. All methods are pure functions."""

    name: str


def play_legal(rules: PositionRules, position: StateT, action: Iterable[Move]) -> StateT:
    """Return the position after an action that is known to be legal."""
    for move in action:
        position = rules.move(position, move)
    return rules.submit(position)
