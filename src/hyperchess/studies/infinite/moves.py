"""Moves of pieces of infinite chess, for the page."""

from __future__ import annotations

from dataclasses import dataclass

from hyperchess.infinite import Move, Position, Ray, Square
from hyperchess.studies.infinite.squares import square_value
from hyperchess.studies.views import MOST_MOVES, Movable, SquareInfinite

__all__ = ["MovesView", "PointView", "RayView", "SieveView", "any_move", "movable", "moves_from"]

_MOST_STEPS = 100  # along a ray with sieves


@dataclass(frozen=True, slots=True)
class PointView:
    """A single move; `text` is its raw form, `name` is for people."""

    text: str
    name: str
    from_: SquareInfinite
    to: SquareInfinite
    promotion: str
    capture: bool
    castling: bool


@dataclass(frozen=True, slots=True)
class SieveView:
    """Only distances from `origin` that are prime (or are not) can be reached."""

    origin: str
    primes: bool


@dataclass(frozen=True, slots=True)
class RayView:
    """Slides along a line: `first` steps to `last`, or unbounded."""

    from_: SquareInfinite
    step: tuple[str, str]
    first: str
    last: str | None
    capture_at_end: bool
    sieves: tuple[SieveView, ...]


@dataclass(frozen=True, slots=True)
class MovesView:
    """The moves of a piece."""

    points: tuple[PointView, ...]
    rays: tuple[RayView, ...]


def moves_from(position: Position, square: Square) -> MovesView:
    """Return the moves of the piece on a square; none if there is no piece that could move."""
    found = position.moves()
    return MovesView(
        tuple(_point(position, move) for move in found.points if move.start == square),
        tuple(_ray(position, ray) for ray in found.rays if ray.source == square),
    )


def all_moves(position: Position) -> MovesView | None:
    """Return the moves of all pieces; `None` if there are more than `MOST_MOVES`."""
    found = position.moves()
    if len(found.points) + len(found.rays) > MOST_MOVES:
        return None
    return MovesView(
        tuple(_point(position, move) for move in found.points),
        tuple(_ray(position, ray) for ray in found.rays),
    )


def _point(position: Position, move: Move) -> PointView:
    piece = position.pieces[move.start]
    aside = piece.kind.is_pawn and move.end.x != move.start.x  # pawns change their file only to capture
    capture = aside or position.board.get(move.end) is not None
    promotion = "" if move.promotion is None else move.promotion.code
    becomes = f"={promotion}" if promotion else ""
    return PointView(
        text=str(move),
        name=f"{piece.code}{move.start}{'x' if capture else '>'}{move.end}{becomes}",
        from_=square_value(move.start),
        to=square_value(move.end),
        promotion=promotion,
        capture=capture,
        castling=piece.kind.castles and abs(move.end.x - move.start.x) == 2,
    )


def _ray(position: Position, ray: Ray) -> RayView:
    end = None if ray.last is None else ray.target(ray.last)
    dx, dy = ray.step
    return RayView(
        from_=square_value(ray.source),
        step=(str(dx), str(dy)),
        first=str(ray.first),
        last=None if ray.last is None else str(ray.last),
        capture_at_end=end is not None and position.board.get(end) is not None,
        sieves=tuple(SieveView(str(sieve.origin), sieve.primes) for sieve in ray.sieves),
    )


def movable(position: Position) -> Movable:
    """Return the squares of the pieces that have a move."""
    found = position.moves()
    starts = [*(move.start for move in found.points), *(ray.source for ray in found.rays)]
    return Movable(tuple(map(square_value, dict.fromkeys(starts))))


def any_move(position: Position) -> Move | None:
    """Return one legal move, or `None`."""
    moves = position.moves()
    if moves.points:
        return moves.points[0]
    for ray in moves.rays:
        steps = next(
            (steps for steps in range(ray.first, ray.first + _MOST_STEPS) if ray.allows(steps)), None
        )
        if steps is not None:
            return Move(ray.source, ray.target(steps))
    return None
