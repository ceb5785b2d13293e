"""Reasons why a piece cannot go to a square: the one place that explains an impossible move.

>>> from hyperchess.multiverse.coordinates import Color, parse_square
>>> from hyperchess.multiverse.moves import Move
>>> from hyperchess.multiverse.variants import start
>>> position = start("Standard")
>>> source, target = (parse_square(text, Color.WHITE) for text in ("(0T1)g1", "(0T1)c3"))
>>> print(position.fault([Move(source, target)]))
(0T1)g1>(0T1)c3: a knight does not move like that
"""

from __future__ import annotations

from hyperchess.multiverse.actions.captures import piece_on
from hyperchess.multiverse.coordinates import Square, Timeline, format_board_at
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.pieces import Piece, Step
from hyperchess.multiverse.reference.castling import castling_fault
from hyperchess.multiverse.reference.grid import Grid
from hyperchess.multiverse.state import State

__all__ = ["refusal"]


def refusal(position: State, grid: Grid, move: Move, piece: Piece) -> str:
    """Return why a piece of the player cannot make a move."""
    source, target = move.source, move.target
    if not (0 <= target.file < position.width and 0 <= target.rank < position.height):
        return f"{target.name} is outside the {position.width}x{position.height} boards"
    if position.board(target.board) is None:
        return f"there is no board {target.board}"
    own = piece_on(position, target)
    step = Step(
        target.timeline.row(even=position.even) - source.timeline.row(even=position.even),
        target.turn - source.turn,
        target.file - source.file,
        target.rank - source.rank,
    )
    if piece.kind.letter == "K" and move.is_physical and step.rank == 0 and abs(step.file) == 2:
        return castling_fault(grid, grid.cell(source), step.file // 2)
    if piece.kind.is_pawn:
        return _pawn_refusal(position, source, target, step, piece)
    count = max(map(abs, step))
    unit = (
        Step(*(part // count for part in step)) if count and not any(part % count for part in step) else None
    )
    if step not in piece.kind.steps and (not piece.kind.rides or unit not in piece.kind.steps):
        return f"{_article(piece)} does not move like that"
    if piece.kind.rides and unit is not None:
        for distance in range(1, count):
            reason = _obstacle(
                position, _shifted(position, source, unit, distance), physical=move.is_physical
            )
            if reason:
                return reason
    if own is not None and own.color is piece.color:
        return _in_the_way(own, target, physical=move.is_physical)
    return f"the {piece.kind.name} on {source.name} cannot go there"


def _pawn_refusal(position: State, source: Square, target: Square, step: Step, piece: Piece) -> str:
    seen = step.seen_by(piece.color)
    physical = source.board == target.board
    if seen in piece.kind.captures:
        victim = piece_on(position, target)
        if victim is None:
            return f"there is nothing to capture on {_name(target, physical=physical)}"
        return _in_the_way(victim, target, physical=physical)
    for advance in piece.kind.advances:
        distance = sum(seen)
        double = Step(*(2 * part for part in advance))
        if seen not in (advance, double):
            continue
        if seen == double and not piece.unmoved:
            return f"the {piece.kind.name} on {source.name} has moved, so it advances by one square"
        for part in range(1, abs(distance) + 1):
            place = _shifted(position, source, advance.seen_by(piece.color), part)
            reason = _obstacle(position, place, physical=physical)
            if reason:
                return reason
    return f"{_article(piece)} does not move like that"


def _shifted(position: State, source: Square, step: Step, count: int) -> Square:
    row = source.timeline.row(even=position.even) + count * step.timeline
    return Square(
        Timeline.of_row(row, even=position.even),
        source.turn + count * step.turn,
        source.color,
        source.file + count * step.file,
        source.rank + count * step.rank,
    )


def _obstacle(position: State, square: Square, *, physical: bool) -> str:
    if position.board(square.board) is None:
        return f"there is no board {format_board_at(square.board)} on the way"
    piece = piece_on(position, square)
    return "" if piece is None else _in_the_way(piece, square, physical=physical)


def _in_the_way(piece: Piece, square: Square, *, physical: bool) -> str:
    return f"{piece.color}'s {piece.kind.name} on {_name(square, physical=physical)} is in the way"


def _name(square: Square, *, physical: bool) -> str:
    return square.name if physical else f"{format_board_at(square.board)}{square.name}"


def _article(piece: Piece) -> str:
    return f"a{'n' * (piece.kind.name[0] in 'aeio')} {piece.kind.name}"
