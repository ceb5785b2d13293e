"""Safe squares of a sliding royal piece, along a whole ray.

Each enemy attacks a ray in single squares, where one of its lines crosses the ray, or along a stretch, if it
slides on the ray's own line. So a ray has finitely many safe parts, and the unbounded part is safe or
attacked as a whole. Only a huygen on the ray's own line attacks infinitely many separate squares, those at
prime distances: it becomes a `Sieve`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hyperchess.budget import poll
from hyperchess.infinite.board import Board
from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.material import pawn_captures
from hyperchess.infinite.pieces import ROSE_PATHS, Piece
from hyperchess.infinite.primes import is_prime
from hyperchess.infinite.rays import Ray, Sieve
from hyperchess.infinite.reference.attacks import huygen_blockers, is_attacked

__all__ = ["safe_rays"]

_Stretch = tuple[int, int | None]  # numbers of steps, both ends included


def safe_rays(board: Board, start: Square, piece: Piece, rays: Iterable[Ray]) -> Iterator[Ray]:
    """Yield the parts of a royal piece's rays where no enemy attacks it."""
    enemies = [
        (square, other)
        for square, other in board.placed.items()
        if other.color is not piece.color and other.color
    ]
    for ray in rays:
        yield from _safe_parts(board, start, piece, ray, enemies)


def _safe_parts(
    board: Board, start: Square, piece: Piece, ray: Ray, enemies: list[tuple[Square, Piece]]
) -> Iterator[Ray]:
    end = ray.last
    if end is not None and ray.target(end) in board.placed:
        # The last square is a capture, so the victim no longer attacks: test it on the board.
        if not is_attacked(board, ray.target(end), piece.color, start):
            yield ray.cut(end, end)
        ray = ray.cut(ray.first, end - 1)
        if end == ray.first:
            return
    attacked: list[_Stretch] = []
    sieves: list[tuple[_Stretch, Sieve]] = []
    for square, enemy in enemies:
        poll()
        attacked.extend((steps, steps) for steps in _points(board, start, ray, square, enemy))
        for line in enemy.kind.slides:
            for way in (1, -1):
                step = (line[0] * way, line[1] * way)
                if enemy.kind.primes:
                    _add_huygen(board, start, ray, square, step, attacked, sieves)
                else:
                    _add_slide(board, start, ray, square, step, attacked)
    for part in _without(ray, attacked):
        yield from _sifted(part, sieves)


def _points(board: Board, start: Square, ray: Ray, square: Square, enemy: Piece) -> Iterator[int]:
    """Yield the step counts at which an enemy attacks a ray by leaps, as a pawn or as a rose."""
    kind = enemy.kind
    for step in pawn_captures(enemy.color) if kind.is_pawn else kind.leaps:
        steps = ray.steps_to(square.plus(step))
        if steps is not None:
            yield steps
    for path in ROSE_PATHS if kind.circles else ():
        for step in path:
            target = square.plus(step)
            steps = ray.steps_to(target)
            if steps is not None:
                yield steps
            if target != start and not board.is_empty(target):
                break


def _reduce_step(step: Step) -> tuple[Step, int]:
    """Return the line of a direction and the orientation along it."""
    dx, dy = step
    return (step, 1) if dx == 1 or (dx != -1 and dy == 1) else ((-dx, -dy), -1)


def _crossing(ray: Ray, square: Square, step: Step) -> tuple[int, int] | None:
    """Return the step counts along a ray and from a square at which the two lines meet."""
    (sx, sy), (tx, ty) = ray.step, step
    cross = sx * ty - sy * tx
    dx, dy = square.x - ray.source.x, square.y - ray.source.y
    along, rest = divmod(dx * ty - dy * tx, cross)
    if rest:
        return None
    meeting = ray.target(along)
    away, rest = divmod(meeting.x - square.x, tx) if tx else divmod(meeting.y - square.y, ty)
    return None if rest or away < 1 else (along, away)


def _add_slide(
    board: Board, start: Square, ray: Ray, square: Square, step: Step, attacked: list[_Stretch]
) -> None:
    line, way = _reduce_step(step)
    reach = board.distance(line, square.x, square.y, way, start)
    if board.slide_limit is not None:
        reach = board.slide_limit + 1 if reach is None else min(reach, board.slide_limit + 1)
    if ray.step in (step, (-step[0], -step[1])):
        at = ray.steps_to(square)
        if at is None:
            return
        if ray.step == step:
            attacked.append((at + 1, None if reach is None else at + reach - 1))
        elif at > ray.first:
            attacked.append((ray.first if reach is None else at - reach + 1, at - 1))
        return
    meeting = _crossing(ray, square, step)
    if meeting is not None and (reach is None or meeting[1] < reach):
        attacked.append((meeting[0], meeting[0]))


def _add_huygen(
    board: Board,
    start: Square,
    ray: Ray,
    square: Square,
    step: Step,
    attacked: list[_Stretch],
    sieves: list[tuple[_Stretch, Sieve]],
) -> None:
    line, way = _reduce_step(step)
    if ray.step not in (step, (-step[0], -step[1])):
        meeting = _crossing(ray, square, step)
        if meeting is None or not is_prime(meeting[1]):
            return
        within = board.slide_limit is None or meeting[1] <= board.slide_limit
        if within and next(huygen_blockers(board, line, square, ray.target(meeting[0]), start), None) is None:
            attacked.append((meeting[0], meeting[0]))
        return
    at = ray.steps_to(square)
    if at is None:
        return
    here = square.x if line[0] else square.y
    found = board.line(line, *square)
    distances = ((other - here) * way for other in (found if way > 0 else reversed(found)))
    blocked = (start.x - square.x) * step[0] + (start.y - square.y) * step[1]
    reach = next((d for d in distances if d > 0 and d != blocked and is_prime(d)), None)
    if board.slide_limit is not None:
        reach = board.slide_limit + 1 if reach is None else min(reach, board.slide_limit + 1)
    if ray.step == step:
        stretch: _Stretch = (max(at + 1, ray.first), None if reach is None else at + reach - 1)
    else:
        stretch = (ray.first if reach is None else max(at - reach + 1, ray.first), at - 1)
    sieves.append((stretch, Sieve(at, primes=False)))


def _without(ray: Ray, attacked: list[_Stretch]) -> Iterator[Ray]:
    """Yield the parts of a ray outside some stretches."""
    first = ray.first
    for low, high in sorted(attacked, key=lambda stretch: stretch[0]):
        if ray.last is not None and low > ray.last:
            break
        if low > first:
            yield ray.cut(first, low - 1)
        if high is None:
            return
        first = max(first, high + 1)
    if ray.last is None or first <= ray.last:
        yield ray.cut(first, None)


def _sifted(part: Ray, sieves: list[tuple[_Stretch, Sieve]]) -> Iterator[Ray]:
    """Yield the parts of a ray, split where sieves begin and end, each with the sieves that apply."""
    cuts = {part.first}
    for (low, high), _ in sieves:
        cuts.add(low)
        if high is not None:
            cuts.add(high + 1)
    inside = sorted(cut for cut in cuts if cut >= part.first and (part.last is None or cut <= part.last))
    for index, first in enumerate(inside):
        poll()
        last = inside[index + 1] - 1 if index + 1 < len(inside) else part.last
        piece = part.cut(first, last)
        for (low, high), sieve in sieves:
            if low <= first and (high is None or first <= high):
                piece = piece.sifted(sieve)
        yield piece
