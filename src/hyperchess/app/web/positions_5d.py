"""A position of 5D chess as JSON: boards, what is owed, checks, the last moves, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from hyperchess.app.web.lineage import Lineage
from hyperchess.app.web.values import place_data, player_name, square_5d
from hyperchess.multiverse import (
    Budget,
    Check,
    Line,
    Move,
    MoveKind,
    Position,
    Square,
    Status,
)
from hyperchess.multiverse.captures import piece_on
from hyperchess.multiverse.ordering import move_kinds

__all__ = ["KIND_NAMES", "STATUS_BUDGET", "attack_data", "position_5d", "status_5d"]

STATUS_BUDGET = Budget(seconds=0.2)
KIND_NAMES = {MoveKind.PHYSICAL: "physical", MoveKind.HOP: "hop", MoveKind.BRANCH: "branch"}

# A byte of a board as the page reads it: the letter without the mark of unmoved pieces, `.` if empty.
_LETTERS = bytes(ord(".") if code == 0 else code & 0x7F for code in range(256))


@lru_cache(maxsize=1 << 16)
def _cells(cells: bytes, width: int) -> str:
    """The squares of a board, the last rank first."""
    letters = cells.translate(_LETTERS).decode("ascii")
    return "".join(letters[start : start + width] for start in range(len(letters) - width, -1, -width))


def position_5d(
    start: Position,
    path: Sequence[Iterable[Move]],
    before: Position | None,
    base: Position,
    state: Position,
    budget: Budget = STATUS_BUDGET,
) -> dict[str, Any]:
    """All that the page shows, with a verdict that takes no more than a budget.

    `path` are the actions from the start to `base`, `before` the position before the last of them, and
    `state` what the pending moves make of `base`.
    """
    even = state.even
    lineage = Lineage.of(start)
    for action in path:
        lineage.play(action)
    for move in state.pending:
        lineage.move(move)
    fault = state.rules.submit_fault(state)
    last = [] if before is None else list(_last(before, path[-1], even))
    return {
        "game": "5d",
        "width": state.width,
        "height": state.height,
        "player": player_name(state.player),
        "present": state.present.ordinal,
        "even": even,
        "timelines": list(_timelines(state, lineage)),
        "mandatory": [place_data(at, even=even) for at in state.mandatory],
        "playable": [place_data(at, even=even) for at in state.playable],
        "checks": [attack_data(state, check) for check in state.checks()],
        "last": [*last, *_last(base, state.pending, even)],
        "pending": list(map(str, state.pending)),
        "may_submit": fault is None,
        "fault": None if fault is None else _fault(state, fault.rule, str(fault)),
        "status": status_5d(base, budget),
    }


def _timelines(state: Position, lineage: Lineage) -> Iterator[dict[str, Any]]:
    even = state.even
    for line in state.lines:
        row = line.timeline.row(even=even)
        parent = lineage.parents.get(row)
        yield {
            "row": row,
            "name": line.timeline.signed,
            "active": line.timeline in state.active,
            "maker": None if line.maker is None else player_name(line.maker),
            "first": line.start.ordinal,
            "parent": None if parent is None else place_data(parent, even=even),
            "boards": _boards(line),
        }


def _boards(line: Line) -> list[str]:
    return [_cells(board.cells, board.width) for board in line.boards]


def attack_data(position: Position, check: Check) -> dict[str, Any]:
    """An attack on boards that are there: it may only come about after passing."""
    even = position.even
    return {
        "from": square_5d(on_last_board(position, check.attacker), even=even),
        "to": square_5d(on_last_board(position, check.royal), even=even),
    }


def on_last_board(position: Position, square: Square) -> Square:
    """The same square, on the last board of its timeline if its own is not there yet."""
    line = position.line(square.timeline)
    if line is None or square.board.half_turn <= line.end:
        return square
    return Square(*line.boards[-1].at, square.file, square.rank)


def _last(before: Position, action: Iterable[Move], even: bool) -> Iterator[dict[str, Any]]:
    """The moves of an action: where they went and which squares they touched, on the boards after them."""
    lineage = Lineage.of(before)
    for move, kind in move_kinds(before, action):
        made = lineage.move(move)
        yield {
            "from": square_5d(move.source, even=even),
            "to": square_5d(move.target, even=even),
            "kind": KIND_NAMES[kind],
            "player": player_name(before.player),
            "new_row": made,
            "touched": list(_touched(before, move, made, even)),
        }


def _touched(before: Position, move: Move, made: int | None, even: bool) -> Iterator[list[int]]:
    yield _after(move.source, None, even)
    yield _after(move.target, made, even)
    piece = piece_on(before, move.source)
    files = move.target.file - move.source.file
    if piece is not None and piece.kind.letter == "K" and move.is_physical and abs(files) == 2:
        yield _after(move.target._replace(file=move.target.file - files // 2), None, even)


def _after(square: Square, row: int | None, even: bool) -> list[int]:
    """A square on the board that a move made: one half-turn later, perhaps in a new row."""
    there = square.timeline.row(even=even) if row is None else row
    return [there, square.board.half_turn.ordinal + 1, square.file, square.rank]


def _fault(state: Position, rule: str, message: str) -> dict[str, Any]:
    owed = state.mandatory if rule == "present" else ()
    checks = state.checks(passing=False) if rule == "check" else ()
    return {
        "message": message,
        "rule": rule,
        "boards": [place_data(at, even=state.even) for at in owed],
        "attacks": [attack_data(state, check) for check in checks],
    }


_SENTENCES = {
    Status.ONGOING: "{player} to move",
    Status.CHECK: "{player} to move and in check",
    Status.SOFTMATE: "{player} is softmated: every legal action moves the present back",
    Status.CHECKMATE: "{player} is checkmated",
    Status.STALEMATE: "stalemate: {player} has no legal action",
    Status.UNKNOWN: "{player} to move; nobody has found out yet whether this is mate",
}


def status_5d(position: Position, budget: Budget = STATUS_BUDGET) -> dict[str, Any]:
    """The verdict within a budget, once it is known for as long as the position is kept."""
    found = _known_status(position, budget)
    return {
        "verdict": found.value,
        "over": found in (Status.CHECKMATE, Status.STALEMATE),
        "text": _SENTENCES[found].format(player=position.player),
    }


def _known_status(position: Position, budget: Budget) -> Status:
    """`Position.status` keeps its value in the dictionary, like every cached property."""
    kept = position.__dict__.get("status")
    if isinstance(kept, Status):
        return kept
    found = position.find_status(budget)
    if found is not Status.UNKNOWN:
        position.__dict__["status"] = found
    return found
