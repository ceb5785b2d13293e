"""Unfinished actions: playing single moves, and checking whether the result may be submitted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hyperchess.errors import IllegalAction, InvalidMove
from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import BoardAt, Square, Timeline
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE
from hyperchess.multiverse.reference.attacks import Attack, attacks_on_royals
from hyperchess.multiverse.reference.generation import shifts_of_piece
from hyperchess.multiverse.reference.geometry import piece_color
from hyperchess.multiverse.reference.grid import Boards, Grid, Shift
from hyperchess.multiverse.reference.refusals import refusal
from hyperchess.multiverse.reference.replay import after_arriving, after_leaving, after_physical
from hyperchess.multiverse.state import State
from hyperchess.multiverse.timelines import TimelineBoards, Timelines
from hyperchess.ruleset import Check

__all__ = ["after_move", "checks", "submit_fault"]


def after_move(position: State, grid: Grid, move: Move) -> Timelines:
    """Return the timelines after one move; raise `InvalidMove` with the reason if it is not possible."""
    shift = _find_shift(position, grid, move)
    lines = {line.timeline: line for line in position.timeline_boards}
    source, target = move.source.board, move.target.board

    def extend(at: BoardAt, cells: bytes) -> None:
        line = lines[at.timeline]
        board = Board(at.next, position.width, position.height, cells)
        lines[at.timeline] = replace(line, boards=(*line.boards, board))

    if move.is_physical:
        extend(source, after_physical(grid, shift))
    else:
        extend(source, after_leaving(grid, shift.source))
        arrived = after_arriving(grid, shift)
        if target in position.playable:
            extend(target, arrived)
        else:
            line = _new_line(position, target, arrived)
            lines[line.timeline] = line
    return tuple(lines[timeline] for timeline in sorted(lines))


def _new_line(position: State, parent: BoardAt, cells: bytes) -> TimelineBoards:
    """Return the timeline created by a branch from `parent`, next to the outermost on the player's side."""
    outermost = position.timeline_boards[0 if position.player else -1]
    row = outermost.timeline.row(even=position.even) + (-1 if position.player else 1)
    timeline = Timeline.of_row(row, even=position.even)
    board = Board(parent.next._replace(timeline=timeline), position.width, position.height, cells)
    return replace(outermost, timeline=timeline, boards=(board,), maker=position.player, parent=parent)


def _find_shift(position: State, grid: Grid, move: Move) -> Shift:
    """Return the move as numbers, found among the moves of its piece."""
    source = move.source.board
    board = position.board(source)
    if board is None:
        raise InvalidMove(f"{move}: there is no board {source}")
    if source not in position.playable:
        raise InvalidMove(f"{move}: {source} is not a board that {position.player} can play on now")
    if not (0 <= move.source.file < board.width and 0 <= move.source.rank < board.height):
        raise InvalidMove(f"{move}: {move.source.name} is outside a {board.width}x{board.height} board")
    cell = grid.cell(move.source)
    code = board.cells[cell.square]
    if code == EMPTY:
        raise InvalidMove(f"{move}: there is no piece on {move.source}")
    if piece_color(code) != position.player:
        raise InvalidMove(f"{move}: the piece on {move.source} is the opponent's")
    return _chosen(position, grid, move, code)


def _chosen(position: State, grid: Grid, move: Move, code: int) -> Shift:
    cell = grid.cell(move.source)
    promotions = []
    for shift in shifts_of_piece(grid, cell, code):
        made = grid.move(shift)
        if made == move:
            return shift
        if made.target == move.target:
            promotions.append(made.promotion)
    piece = PIECE_OF_CODE[code]
    name = piece.kind.name
    if promotions == [""]:
        raise InvalidMove(f"{move}: this {name} does not promote here")
    if promotions:
        raise InvalidMove(f"{move}: the {name} must become one of {' '.join(promotions)}")
    raise InvalidMove(f"{move}: {refusal(position, grid, move, piece)}")


def submit_fault(position: State, found: Iterable[Check[Square]]) -> IllegalAction | None:
    """Return why the player may not submit: the present is still the player's, or a royal could be captured.

    `found` are the attacks on the player's royals, without passing.
    """
    if position.present.color is position.player:
        board = position.mandatory[0]
        message = f"the present is {position.present}: a move is still owed on the board {board}"
        return IllegalAction("present", message)
    for check in found:
        attacker, royal = _describe(position, check)
        return IllegalAction("check", f"{attacker} could capture {royal}")
    return None


def _describe(position: State, check: Check[Square]) -> tuple[str, str]:
    names = []
    for square in (check.attacker, check.royal):
        board = position.board(square.board)
        piece = board[square.file, square.rank] if board else None
        assert piece is not None
        names.append(f"{piece.color}'s {piece.kind.name} on {square}")
    return names[0], names[1]


def checks(position: State, grid: Grid, *, passing: bool) -> Iterator[Check[Square]]:
    """Yield the attacks on the player's royals by the opponent's pieces on the last boards of timelines.

    With `passing`, as if the player had passed on all mandatory boards and no others: a board on which a move
    is optional remains the player's and threatens nothing.
    """
    passed: Boards = {}
    if passing:
        for at in position.mandatory:
            row, time = grid.row(at.timeline), at.half_turn.ordinal
            passed[row, time + 1] = grid.boards[row, time]
    opponent = position.player.other
    waiting = [at for at in grid.ends.items() if at[1] & 1 == opponent]
    boards = grid.boards | passed
    for attack in attacks_on_royals(boards, grid.plane, [*passed, *waiting], opponent):
        yield _check(grid, attack)


def _check(grid: Grid, attack: Attack) -> Check[Square]:
    path = tuple(map(grid.square, attack.path(grid.plane.width)))
    return Check(grid.square(attack.attacker), grid.square(attack.royal), path)
