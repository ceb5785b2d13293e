"""Slides in infinite chess by classes: finitely many moves that stand for all of them.

A piece slides from where it stands to a square s. What it does there depends on how s lies to the other
pieces: whether a line of some slide leads from s to a piece or to a square where a royal of the opponent's
may go (as attacker, as victim, in between), and whether a leap does. A line that is not the one it moves
along meets that one in one square at most, and leaps do not go far. So along a slide only finitely many
squares are special. Between two of them, and beyond the last, all squares are alike: none lies on any such
line but the one of the slide itself, and on that one the same pieces come before it and the same can step
in between. One square stands for each such stretch.

That decides about checkmate by this move. It does not hold for huygens and roses, for a royal that slides
itself, under a limit for slides, or with more than two players: `has_classes` says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.infinite import Move, Position
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.pieces import Kind
from hyperchess.infinite.rays import Ray
from hyperchess.infinite.rules import two_players_alternate

__all__ = ["class_moves", "has_classes"]

_PAWN_REACH = 2


def has_classes(position: Position) -> bool:
    """Whether slides of the player to move fall into finitely many classes with respect to mate in one."""
    kinds = {piece.kind for piece in position.pieces.values()}
    return (
        not any(kind.primes or kind.circles or (kind.royal and kind.slides) for kind in kinds)
        and position.rules.slide_limit is None
        and position.rules.dimensions is None
        and two_players_alternate(position.players)
    )


def class_moves(position: Position) -> Iterator[Move]:
    """The moves that are not slides, and one slide of each class."""
    moves = position.moves()
    yield from moves.points
    flights = {
        Square(square.x + dx, square.y + dy)
        for square, piece in position.pieces.items()
        if piece.kind.royal and piece.color is not position.player
        for dx, dy in piece.kind.leaps
    }
    kinds = {piece.kind for piece in position.pieces.values()}
    for ray in moves.rays:
        special = _crossings(ray, flights | set(position.pieces), kinds) | _landings(ray, position, kinds)
        for steps in _representatives(ray, {each for each in special if ray.allows(each)}):
            yield Move(ray.source, ray.target(steps))


def _crossings(ray: Ray, through: set[Square], kinds: set[Kind]) -> set[int]:
    """The numbers of steps after which a slide lands on a line through some squares."""
    lines = {line for kind in kinds for line in kind.slides}
    crossings = {_crossing(ray, square, line) for square in through for line in lines}
    return {steps for steps in crossings if steps is not None}


def _landings(ray: Ray, position: Position, kinds: set[Kind]) -> set[int]:
    """The numbers of steps after which a slide lands so near to a piece that this may leap there."""
    leaps = [abs(part) for kind in kinds for leap in kind.leaps for part in leap]
    reach = max(_PAWN_REACH, *leaps)
    steps: set[int] = set()
    for x, y in position.pieces:
        steps.update(ray.steps_within(x - reach, x + reach, y - reach, y + reach))
    return steps


def _crossing(ray: Ray, square: Square, line: tuple[int, int]) -> int | None:
    """The number of steps to where a ray meets the line through a square, if they meet in one square."""
    (sx, sy), (lx, ly) = ray.step, line
    across = sx * ly - sy * lx
    if across == 0:
        return None
    dx, dy = square.x - ray.source.x, square.y - ray.source.y
    steps, rest = divmod(dx * ly - dy * lx, across)
    return steps if rest == 0 else None


def _representatives(ray: Ray, special: set[int]) -> Iterator[int]:
    """The special numbers of steps, and one of each stretch between them, before and behind."""
    following = ray.first
    for steps in sorted(special):
        if following < steps:
            yield following
        yield steps
        following = steps + 1
    if ray.last is None or following <= ray.last:
        yield following
