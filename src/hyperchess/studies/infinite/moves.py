"""Moves of pieces of infinite chess, for the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hyperchess.infinite import Move, Moves, Position, Ray, Square
from hyperchess.studies.infinite.squares import square_value
from hyperchess.studies.views import Movable, SquareInfinite

__all__ = [
    "AllMoves",
    "MovesView",
    "PointView",
    "RayView",
    "SieveView",
    "all_moves",
    "any_move",
    "movable",
    "moves_from",
]

_MOST_STEPS = 100  # along a ray with sieves
_MOST_MOVES = 1_000  # with a position


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


@dataclass(frozen=True, slots=True)
class AllMoves:
    """The squares of the pieces that have a move, and the moves of each in the same order.

    `targets` is `None` if there are too many moves.
    """

    movable: tuple[SquareInfinite, ...]
    targets: tuple[MovesView, ...] | None


def moves_from(position: Position, square: Square) -> MovesView:
    """Return the moves of the piece on a square; none if there is no piece that could move."""
    found = position.moves()
    return MovesView(
        tuple(_point(position, move) for move in found.points if move.source == square),
        tuple(_ray(position, ray) for ray in found.rays if ray.source == square),
    )


def _point(position: Position, move: Move) -> PointView:
    piece = position.pieces()[move.source]
    aside = piece.kind.is_pawn and move.target.x != move.source.x  # pawns change their file only to capture
    capture = aside or position.board.get(move.target) is not None
    promotion = "" if move.promotion is None else move.promotion.code
    becomes = f"={promotion}" if promotion else ""
    return PointView(
        text=str(move),
        name=f"{piece.code}{move.source}{'x' if capture else '>'}{move.target}{becomes}",
        from_=square_value(move.source),
        to=square_value(move.target),
        promotion=promotion,
        capture=capture,
        castling=piece.kind.castles and abs(move.target.x - move.source.x) == 2,
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


def all_moves(position: Position) -> AllMoves:
    """Return the moves of all pieces."""
    found = position.moves()
    squares = tuple(map(square_value, _movers(found)))
    if len(found.points) + len(found.rays) > _MOST_MOVES:
        return AllMoves(squares, None)
    points: dict[Square, list[PointView]] = {}
    rays: dict[Square, list[RayView]] = {}
    for move in found.points:
        points.setdefault(move.source, []).append(_point(position, move))
    for ray in found.rays:
        rays.setdefault(ray.source, []).append(_ray(position, ray))
    targets = (MovesView(tuple(points.get(at, ())), tuple(rays.get(at, ()))) for at in _movers(found))
    return AllMoves(squares, tuple(targets))


def _movers(moves: Moves) -> Iterable[Square]:
    """Return the squares of the pieces that have a move, in order."""
    return dict.fromkeys([*(move.source for move in moves.points), *(ray.source for ray in moves.rays)])


def movable(position: Position) -> Movable:
    """Return the squares of the pieces that have a move."""
    return Movable(tuple(map(square_value, _movers(position.moves()))))


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
