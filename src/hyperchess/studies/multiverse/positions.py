"""View of a position of 5D chess for the page: boards, mandatory moves, checks, last moves, and status."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Annotated, Literal

from hyperchess.budget import Budget
from hyperchess.multiverse import (
    Check,
    Color,
    Move,
    MoveKind,
    Position,
    Square,
    Status,
)
from hyperchess.multiverse.actions.captures import piece_on
from hyperchess.multiverse.actions.missing import what_is_missing
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.multiverse.board import Board
from hyperchess.multiverse.rules import STATUS_WORDS
from hyperchess.ruleset import GameKind
from hyperchess.studies.data import optional
from hyperchess.studies.fields import Field, Result, Side
from hyperchess.studies.multiverse.moves import AllMoves
from hyperchess.studies.multiverse.squares import (
    KIND_NAMES,
    BoardPlace,
    MoveKindName,
    board_place,
    on_last_board,
    player_name,
    square_value,
)
from hyperchess.studies.views import Square5D

__all__ = [
    "STATUS_BUDGET",
    "Attack",
    "LastMove",
    "PositionView",
    "StatusView",
    "SubmitFault",
    "TimelineView",
    "board_letters",
    "view_position",
    "view_status",
]

STATUS_BUDGET = Budget(seconds=0.2)

# A byte of a board for the page: the letter without the mark of unmoved pieces, `.` if empty.
_LETTERS = bytes(ord(".") if code == 0 else code & 0x7F for code in range(256))


@dataclass(frozen=True, slots=True)
class TimelineView:
    """A timeline. `boards` have a character for each square, the last rank first, `.` if it is empty."""

    row: int
    name: str
    active: bool
    maker: Side | None
    first: Annotated[int, Field("The half-turn of the first board.")]
    parent: BoardPlace | None
    boards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attack:
    """An attacking piece and its target."""

    from_: Square5D
    to: Square5D


@dataclass(frozen=True, slots=True)
class LastMove:
    """A move that led here, and the squares that it changed on the boards after it."""

    from_: Square5D
    to: Square5D
    kind: MoveKindName
    player: Side
    new_row: int | None
    touched: tuple[Square5D, ...]


@dataclass(frozen=True, slots=True)
class SubmitFault:
    """The reason against submitting: boards that need a move, or royals that can be captured."""

    message: str
    rule: str
    boards: tuple[BoardPlace, ...]
    attacks: tuple[Attack, ...]


@dataclass(frozen=True, slots=True)
class StatusView:
    """The status of the position for the player to move."""

    verdict: Annotated[str, Field(enum=STATUS_WORDS)]
    over: bool
    text: str
    result: Result


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position for the page."""

    game: Literal[GameKind.MULTIVERSE]
    width: int
    height: int
    player: Side
    present: Annotated[int, Field("A half-turn: White's turn T is 2T, Black's 2T+1.")]
    even: bool
    timelines: tuple[TimelineView, ...]
    mandatory: tuple[BoardPlace, ...]
    playable: tuple[BoardPlace, ...]
    checks: tuple[Attack, ...]
    last: tuple[LastMove, ...]
    pending: tuple[str, ...]
    may_submit: bool
    fault: SubmitFault | None
    status: StatusView
    moves: AllMoves | None = optional()


def view_position(
    state: Position,
    status: Status,
    *,
    start: Position,
    base: Position | None = None,
    before: Position | None = None,
    action: Iterable[Move] = (),
) -> PositionView:
    """Return the view of a position of a game from `start`, and the status of `base`.

    `state` is `base` with the pending moves played, and `before` the position before the `action` that led to
    `base`. Without `base` nothing is pending; without `before` nothing was played.
    """
    even = state.even
    base = state if base is None else base
    fault = state.rules.submit_fault(state)
    played = () if before is None else _last_moves(before, action)
    return PositionView(
        game=GameKind.MULTIVERSE,
        width=state.width,
        height=state.height,
        player=player_name(state.player),
        present=state.present.ordinal,
        even=even,
        timelines=tuple(_timelines(state)),
        mandatory=tuple(board_place(at, even=even) for at in state.mandatory),
        playable=tuple(board_place(at, even=even) for at in state.playable),
        checks=tuple(_attack(state, check) for check in state.checks()),
        last=(*played, *_last_moves(base, state.pending)),
        pending=tuple(map(str, state.pending)),
        may_submit=fault is None,
        fault=None if fault is None else _fault(state, fault.rule),
        status=view_status(status, base.player),
    )


def _timelines(state: Position) -> Iterator[TimelineView]:
    even = state.even
    for line in state.timeline_boards:
        yield TimelineView(
            row=line.timeline.row(even=even),
            name=str(line.timeline),
            active=line.timeline in state.active,
            maker=None if line.maker is None else player_name(line.maker),
            first=line.start.ordinal,
            parent=None if line.parent is None else board_place(line.parent, even=even),
            boards=tuple(map(board_letters, line.boards)),
        )


@lru_cache(maxsize=1 << 16)
def _cells(cells: bytes, width: int) -> str:
    """Return the squares of a board, the last rank first."""
    letters = cells.translate(_LETTERS).decode("ascii")
    return "".join(letters[start : start + width] for start in range(len(letters) - width, -1, -width))


def board_letters(board: Board) -> str:
    """Return a character for each square of a board, the last rank first, `.` if it is empty."""
    return _cells(board.cells, board.width)


def _attack(position: Position, check: Check[Square]) -> Attack:
    """Return an attack mapped to existing boards: it may only occur after passing."""
    even = position.even
    return Attack(
        square_value(on_last_board(position, check.attacker), even=even),
        square_value(on_last_board(position, check.royal), even=even),
    )


def _last_moves(before: Position, action: Iterable[Move]) -> Iterator[LastMove]:
    """Yield the moves of an action and the squares that they changed, on the boards after them."""
    even = before.even
    player = player_name(before.player)
    new_rows = _new_rows(before)
    for move, kind in move_kinds(before, action):
        new_row = next(new_rows) if kind is MoveKind.BRANCH else None
        yield LastMove(
            from_=square_value(move.source, even=even),
            to=square_value(move.target, even=even),
            kind=KIND_NAMES[kind],
            player=player,
            new_row=new_row,
            touched=tuple(_touched(before, move, new_row)),
        )


def _new_rows(position: Position) -> Iterator[int]:
    """Yield the rows of the player's next new timelines: White's above all others, Black's below."""
    even = position.even
    if position.player is Color.WHITE:
        return count(position.timelines[-1].row(even=even) + 1)
    return count(position.timelines[0].row(even=even) - 1, -1)


def _touched(before: Position, move: Move, new_row: int | None) -> Iterator[Square5D]:
    even = before.even
    yield _after(move.source, None, even=even)
    yield _after(move.target, new_row, even=even)
    piece = piece_on(before, move.source)
    files = move.target.file - move.source.file
    if piece is not None and piece.kind.letter == "K" and move.is_physical and abs(files) == 2:
        yield _after(move.target._replace(file=move.target.file - files // 2), None, even=even)


def _after(square: Square, row: int | None, *, even: bool) -> Square5D:
    """Return a square on the board created by a move: one half-turn later, possibly in a new row."""
    there = square.timeline.row(even=even) if row is None else row
    return there, square.board.half_turn.ordinal + 1, square.file, square.rank


def _fault(state: Position, rule: str) -> SubmitFault:
    owed = state.mandatory if rule == "present" else ()
    checks = state.checks(passing=False) if rule == "check" else ()
    return SubmitFault(
        what_is_missing(state),
        rule,
        tuple(board_place(at, even=state.even) for at in owed),
        tuple(_attack(state, check) for check in checks),
    )


_SENTENCES = {
    "ongoing": "{player} to move",
    "check": "{player} to move and in check",
    "softmate": "{player} is softmated: every legal action moves the present back",
    "checkmate": "{player} is checkmated",
    "stalemate": "stalemate: {player} has no legal action",
    "unknown": "{player} to move; mate not decided within the time limit",
}


def view_status(status: Status, player: Color) -> StatusView:
    """Return the view of a status, with a sentence."""
    outcome = status.outcome()
    sentence = _SENTENCES[status.word].format(player=player)
    return StatusView(status.word, status.is_over, sentence, "" if outcome is None else outcome.result)
