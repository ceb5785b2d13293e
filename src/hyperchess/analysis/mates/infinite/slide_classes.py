"""Equivalence classes of slides in infinite chess: finitely many moves that represent all of them.

**Mate in one.** A piece slides to a square s. Its effect there depends on the relation of s to the other
pieces: whether a line of some slide leads from s to a piece or to a square that an opposing royal may enter
(as attacker, as victim, in between), and whether a leap does. Any other line meets the line of the slide in
one square at most, and leaps are short. So along a slide only finitely many squares are special. Between two
of them, and beyond the last, all squares are equivalent: none is on any such line but that of the slide
itself, and on that line the same pieces come before it and the same can interpose. One square represents
each such stretch.

This decides about checkmate by this move. It does not apply to huygens and roses, to a royal that slides
itself, under a limit for slides, or with more than two players: `has_classes` returns false.

**Mate in two** of a bare royal that leaps (`is_hunt`): the piece A slides to s, the royal leaps if it can,
and some move mates. All that matters is which squares of the *zone* are attacked at the end: the squares that
the royal can reach with two leaps. All pieces but A are unmoved. Call a line special if it has the direction
of some slide and goes

* through a piece, or a square to which a piece can leap, or
* through a square in which two lines cross that have directions of slides and go through the zone.

The zone is widened by the longest leap, so that leaps from next to a line count as being on it. Take two
squares s and t of one slide with no special line (but that of the slide) between them or through them, at a
distance such that every line of a slide through s meets the same lines through the zone in whole squares as
the one through t. Whatever mates with A on s mates with A on t:

* Another piece B mates. A is on no line through B and on none through the zone but that of its slide, so
  it blocks no other piece, attacks and protects the same squares, and if B crosses the line of A's slide,
  it does so before s and t or after both, because lines through B are special.
* A mates by a slide to u. No piece is between s and u, or a line through it would be special and go through
  s. If u is on a line through the zone, the same slide from t meets that line in a square v. No special line
  is between s and t, so v is on the same side of all pieces on that line as u. If u were on a second line
  through the zone, u would be a crossing and the line from s to u special. So A attacks and blocks
  on v what it does on u. If u is on no line through the zone, A only had to unblock a line, and it can do
  so from t as well.
* A mates by a leap to u. The zone is wide enough for the same to hold of the square that is one leap from t.
* The royal captures a piece in between. Then that piece was in the zone, and fewer pieces are in the way.

The longest distance of the lines of the second kind from the royal is computed from their directions
(`_spread`), and all lines up to it count as special: that only makes more classes. Two squares are alike only
if their distance is a multiple of `_period`. For a mate in three the same selection of squares is a good one,
but not proven to be sufficient.

**Slides along ranks and files only** decide a hunt of any length, because files and ranks do not mix. Call
two positions alike up to a distance d if the files of any two pieces differ by the same number in both, or
by more than d in both, with the same piece to the left; and so for ranks. Let r be the reach of the royal's
leaps and l that of the others.

* Up to d = r + l, both are mate or none is: attacks on the royal and on the squares that it leaps to, and
  the pieces in between, depend on the order of files and ranks and on differences up to r + l.
* A slide in one of two positions that are alike up to 2d + 1 has one in the other after which they are alike
  up to d. If the piece comes within d of the file of another, it goes as near to it in the other position;
  the files of further pieces are either as near in both or more than 2d + 1 from that one, so more than d
  from it. If it comes between two files with more than d to both, there are as many files between them in the
  other position, or more than 2d + 1 in both, so there is such a file there. The order is kept, so nothing
  gets in the way.
* A leap of the royal changes differences by r at most: alike up to d + r before it, up to d after it. For a
  leap of another piece, 2d + 1 is enough, since d is l at least.

So before a mate in `length` the squares within d of a piece are special, where d is r + l for the last move
and becomes 2d + 1 + r for each move before it, and one square of each stretch between them is enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm

from hyperchess.infinite import Move, Position
from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.pieces import ORTHOGONAL, PieceKind
from hyperchess.infinite.rays import Ray
from hyperchess.infinite.settings import two_players_alternate

__all__ = ["class_moves", "has_classes", "hunting_moves", "is_decided", "is_hunt"]

_PAWN_REACH = 2
_LONGEST_DECIDED = 2  # length of mates by slides in all directions
_MOST_PIECES = 32
_MOST_CLASSES = 100_000  # an estimate, ten to twenty times the number in practice


def has_classes(position: Position) -> bool:
    """Return whether the player's slides have finitely many classes with respect to mate in one."""
    kinds = {piece.kind for piece in position.pieces().values()}
    return (
        not any(kind.primes or kind.circles or (kind.royal and kind.slides) for kind in kinds)
        and position.settings.slide_limit is None
        and position.settings.dimensions is None
        and two_players_alternate(position.players)
    )


def class_moves(position: Position) -> Iterator[Move]:
    """Yield the moves that are not slides, and one slide of each class."""
    moves = position.moves()
    yield from moves.points
    flights = {
        Square(square.x + dx, square.y + dy)
        for square, piece in position.pieces().items()
        if piece.kind.royal and piece.color is not position.player
        for dx, dy in piece.kind.leaps
    }
    kinds = {piece.kind for piece in position.pieces().values()}
    for ray in moves.rays:
        special = _crossings(ray, flights | set(position.pieces()), kinds) | _landings(ray, position, kinds)
        for steps in _representatives(ray, {each for each in special if ray.allows(each)}):
            yield Move(ray.source, ray.target(steps))


def _crossings(ray: Ray, through: set[Square], kinds: set[PieceKind]) -> set[int]:
    """Return the numbers of steps after which a slide lands on a line through some squares."""
    lines = {line for kind in kinds for line in kind.slides}
    crossings = {_crossing(ray, square, line) for square in through for line in lines}
    return {steps for steps in crossings if steps is not None}


def _landings(ray: Ray, position: Position, kinds: set[PieceKind]) -> set[int]:
    """Return the numbers of steps after which a slide lands within a leap of a piece."""
    leaps = [abs(part) for kind in kinds for leap in kind.leaps for part in leap]
    reach = max(_PAWN_REACH, *leaps)
    steps: set[int] = set()
    for x, y in position.pieces():
        steps.update(ray.steps_within(x - reach, x + reach, y - reach, y + reach))
    return steps


def _crossing(ray: Ray, square: Square, line: tuple[int, int]) -> int | None:
    """Return the number of steps after which a ray meets the line through a square, if in one square."""
    (sx, sy), (lx, ly) = ray.step, line
    across = sx * ly - sy * lx
    if across == 0:
        return None
    dx, dy = square.x - ray.source.x, square.y - ray.source.y
    steps, rest = divmod(dx * ly - dy * lx, across)
    return steps if rest == 0 else None


def _representatives(ray: Ray, special: set[int]) -> Iterator[int]:
    """Yield the special numbers of steps, and one of each stretch before, between and after them."""
    following = ray.first
    for steps in sorted(special):
        if following < steps:
            yield following
        yield steps
        following = steps + 1
    if ray.last is None or following <= ray.last:
        yield following


def is_hunt(position: Position, length: int) -> bool:
    """Return whether leaping and sliding pieces hunt a bare leaping royal and only checkmate wins.

    The number of pieces is limited. A mate within `length` moves must not depend on the history of the
    position: on the move rule, or on a position that has occurred twice.
    """
    settings, rule, pieces = position.settings, position.move_rule, position.pieces()
    prey = [piece for piece in pieces.values() if piece.color is not position.player]
    return (
        two_players_alternate(position.players)
        and all(settings.win_conditions(color) == ("checkmate",) for color in position.players)
        and (settings.border, settings.slide_limit, settings.dimensions) == (None, None, None)
        and len(prey) == 1
        and prey[0].kind.royal
        and not _has_many_classes(len(pieces), _lines(position))
        and not any(_is_no_hunter(piece.kind) or piece.special for piece in pieces.values())
        and not (settings.ends_by_move_rule and rule is not None and rule.count + 2 * length > rule.limit)
        and not _has_repeated(position)
        and not _is_attacked(position)
    )


def _has_many_classes(pieces: int, lines: tuple[Step, ...]) -> bool:
    """Return whether there may be too many classes to list: each crossing adds `_period` classes."""
    return pieces > _MOST_PIECES or (pieces * len(lines)) ** 2 * _period(lines) > _MOST_CLASSES


def is_decided(position: Position, length: int) -> bool:
    """Return whether the moves of a hunt that are tried for a mate in `length` represent all moves."""
    return length <= _LONGEST_DECIDED or _is_orthogonal(_lines(position))


def _lines(position: Position) -> tuple[Step, ...]:
    """Return the directions in which pieces slide."""
    return tuple(dict.fromkeys(line for piece in position.pieces().values() for line in piece.kind.slides))


def _is_orthogonal(lines: tuple[Step, ...]) -> bool:
    return set(lines) <= set(ORTHOGONAL)


def _is_no_hunter(kind: PieceKind) -> bool:
    return kind.is_pawn or kind.neutral or kind.primes or kind.circles or (kind.royal and bool(kind.slides))


def _has_repeated(position: Position) -> bool:
    """Return whether a position has occurred twice, so that a further repetition would be a draw."""
    placed = dict(position.pieces())
    seen: Counter[tuple[bool, frozenset[object]]] = Counter()
    quiet, is_own = position.quiet, True
    while True:
        seen[is_own, frozenset(placed.items())] += 1
        if quiet is None:
            return max(seen.values()) > 1
        for square, before, _ in quiet.changes:
            placed.pop(square, None)
            if before is not None:
                placed[square] = before
        quiet, is_own = quiet.before, not is_own


def _is_attacked(position: Position) -> bool:
    """Return whether the player to move could capture the royal, which the opponent has left in check."""
    return bool(replace(position, players=position.players[::-1], en_passant=None).checks())


def hunting_moves(position: Position, length: int) -> Iterator[tuple[Move, bool]]:
    """Yield the moves of a hunt to try for a mate in `length`: the leaps, and slides of each class.

    Each move comes with whether it represents only itself. A larger class yields two moves.
    """
    moves = position.moves()
    for move in moves.points:
        yield move, True
    [(royal, prey)] = [
        (square, piece) for square, piece in position.pieces().items() if piece.color is not position.player
    ]
    hunters = {square: piece.kind for square, piece in position.pieces().items() if square != royal}
    lines = _lines(position)
    leap = max(map(_reach, hunters.values()))
    zone = length * _reach(prey.kind) + leap
    near = _reach(prey.kind) + leap
    for _ in range(length - 1):
        near = 2 * near + 1 + _reach(prey.kind)
    alike = 2 * _period(lines)
    for ray in moves.rays:
        special: set[int] = set()
        for line in lines:
            if _is_orthogonal(lines):
                for square in position.pieces().keys() - {ray.source}:
                    special.update(_near_lines(ray, square, line, near))
                continue
            widest = int(zone * _spread(line, lines))
            special.update(_near_lines(ray, royal, line, widest))
            for square, kind in hunters.items():
                if square != ray.source:
                    special.update(_near_lines(ray, square, line, _reach(kind) * _size(line)))
        for first, last in _gaps(ray, special):
            most = first + alike - 1 if last is None else min(last, first + alike - 1)
            for steps in range(first, most + 1):
                yield Move(ray.source, ray.target(steps)), most == last
        for steps in special:
            yield Move(ray.source, ray.target(steps)), True


def _reach(kind: PieceKind) -> int:
    return max((abs(part) for leap in kind.leaps for part in leap), default=0)


def _size(step: Step) -> int:
    return abs(step[0]) + abs(step[1])


def _across(first: Step, second: Step) -> int:
    return first[0] * second[1] - first[1] * second[0]


def _period(lines: tuple[Step, ...]) -> int:
    """Return the number of steps after which intersections with other lines in whole squares repeat."""
    return lcm(*(abs(across) for a in lines for b in lines if (across := _across(a, b))))


def _spread(line: Step, lines: tuple[Step, ...]) -> Fraction:
    """Return the distance from the middle of a zone of lines through crossings of lines that pass it.

    The distance between two parallel lines is the cross product with their direction, given for a zone of one
    square in each direction. The direction is a linear combination of the two others; so is the distance.
    """
    return max(
        Fraction(_size(line)),
        *(
            Fraction(abs(_across(line, b)) * _size(a) + abs(_across(a, line)) * _size(b), abs(across))
            for a in lines
            for b in lines
            if (across := _across(a, b))
        ),
    )


def _near_lines(ray: Ray, square: Square, line: Step, distance: int) -> range:
    """Return the step counts at which a ray is within `distance` of the line through a square."""
    across = _across(ray.step, line)
    begin = _across((ray.source.x - square.x, ray.source.y - square.y), line)
    if across == 0:
        return range(0)
    if across < 0:
        across, begin = -across, -begin
    first = max(ray.first, -((begin + distance) // across))
    last = (distance - begin) // across
    return range(first, (last if ray.last is None else min(last, ray.last)) + 1)


def _gaps(ray: Ray, special: set[int]) -> Iterator[tuple[int, int | None]]:
    """Yield the stretches of a ray without special numbers of steps; the last may be unbounded."""
    following = ray.first
    for steps in sorted(special):
        if following < steps:
            yield following, steps - 1
        following = steps + 1
    if ray.last is None or following <= ray.last:
        yield following, ray.last
