"""Insufficient material: pieces that can never be arranged into a checkmate, even if both sides cooperate.

A mated king is on an attacked square, and every square next to it is attacked, occupied by one of its own
pieces, or beyond the border. So the question is whether the attackers can cover enough squares at once. Here
pieces never block each other, which overestimates them: if even then no arrangement covers everything, the
material is certainly insufficient. Otherwise nothing is concluded.

>>> from hyperchess.infinite.position import Position
>>> is_dead(Position.parse("K0,0|R3,4|k9,8")), is_dead(Position.parse("K0,0|R3,4|R3,6|k9,8"))
(True, False)
>>> is_dead(Position.parse("-5,20,-5,20 K0,0|R3,4|k9,8"))  # a border helps
False
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product

from hyperchess.budget import poll
from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.pieces import KINDS, Color, Piece, PieceKind
from hyperchess.infinite.reference.attacks import attacks_when_alone
from hyperchess.infinite.settings import DEFAULT_WINS, Border, two_players_alternate
from hyperchess.infinite.state import State

__all__ = ["MAX_PIECES", "is_dead"]

MAX_PIECES = 12  # with more, nothing is concluded
_WINDOW = 14  # distance from the king within which an attacker can cover every possible set of squares
_MAX_STATES = 50_000  # with more, nothing is concluded
_COLOR_BOUND = ("b", "ca")
# A piece that may cover squares: the kinds that it can be, and the square colour it is bound to (0, 1, or
# None).
_Attacker = tuple[tuple[PieceKind, ...], int | None]
_Edges = tuple[int | None, int | None, int | None, int | None]


def is_dead(position: State) -> bool:
    """Return whether checkmate is the only goal and neither side can ever reach it."""
    settings, board = position.settings, position.board
    owned = (piece for piece in board.placed.values() if piece.color)
    if board.dimensions is not None or len(list(islice(owned, MAX_PIECES + 1))) > MAX_PIECES:
        return False
    if any(piece.kind.solid for piece in board.material.counts):
        return False  # a void restricts a king
    players = position.players
    if not two_players_alternate(players) or any(
        settings.win_conditions(player) != DEFAULT_WINS for player in players
    ):
        return False
    if any(piece.color and piece.color not in players for piece in board.material.counts):
        return False  # they do not move, but they attack
    one, two = (_side(position, player) for player in players)
    return not _can_mate(position, one, two) and not _can_mate(position, two, one)


def _side(position: State, color: Color) -> list[tuple[Square, Piece]]:
    return [(square, piece) for square, piece in position.board.pieces.items() if piece.color is color]


def _can_mate(
    position: State, attacking: list[tuple[Square, Piece]], defending: list[tuple[Square, Piece]]
) -> bool:
    """Return whether the attacking pieces might mate the royal among the defending ones."""
    targets = [piece.kind for _, piece in defending if piece.kind.royal]
    kinds = {piece.kind for _, piece in attacking}
    if not targets or not attacking:
        return False
    alike = len(kinds) == 1 and kinds == set(targets) and not targets[0].slides
    if alike:
        return False  # kings alone cannot check kings, nor royal centaurs royal centaurs
    if len(targets) > 1:
        return True
    attackers: list[_Attacker] = []
    for square, piece in attacking:
        options: tuple[PieceKind, ...] = (piece.kind,)
        entry = position.settings.find_promotion(piece.color)
        if piece.kind.is_pawn and entry is not None:
            options += entry.kinds
        bound = (square.x + square.y) % 2 if piece.kind.code in _COLOR_BOUND else None
        attackers.append((options, bound))
    border = position.settings.border
    ordered = tuple(sorted(attackers, key=lambda attacker: (attacker[0][0].code, str(attacker))))
    return any(
        _covers_all(targets[0], ordered, len(defending) - 1, shade, edges)
        for shade in (0, 1)
        for edges in _edges(border)
    )


def _edges(border: Border | None) -> Iterator[_Edges]:
    """Yield the possible numbers of squares to each side of a king: 0, 1, or (`None`) two and more."""
    if border is None:
        yield (None, None, None, None)
        return
    choices = [(None,) if edge is None else (None, 0, 1) for edge in border]
    for left, right, bottom, top in product(*choices):
        if _fits(left, right, border.left, border.right) and _fits(bottom, top, border.bottom, border.top):
            yield (left, right, bottom, top)


def _fits(low: int | None, high: int | None, least: int | None, most: int | None) -> bool:
    return low is None or high is None or least is None or most is None or most - least == low + high


@lru_cache(maxsize=4_096)
def _covers_all(
    target: PieceKind, attackers: tuple[_Attacker, ...], blockers: int, shade: int, edges: _Edges
) -> bool:
    """Return whether attackers and own pieces can close all squares of a royal on a square of `shade`.

    A state is the set of covered squares and the set of squares occupied by attackers.
    """
    zone = _zone(target)
    everything = (1 << len(zone)) - 1
    states = {(_beyond(zone, edges), 0)}
    for options, bound in attackers:
        side = None if bound is None else (bound + shade) % 2
        places = {place for kind in options for place in _places(target, kind, side)}
        reached: set[tuple[int, int]] = set()
        for covered, taken in states:
            poll()
            reached.update((covered | mask, taken | place) for mask, place in places if not taken & place)
        if len(reached) > _MAX_STATES:
            return True
        states = reached
    for covered, taken in states:
        missing = everything & ~covered
        if not missing & (taken | 1) and missing.bit_count() <= blockers:
            return True
    return False


def _zone(target: PieceKind) -> tuple[Step, ...]:
    """Return the royal's square and the squares around it that it can move to."""
    return ((0, 0), *(target.leaps or KINDS["k"].leaps))


def _beyond(zone: tuple[Step, ...], edges: _Edges) -> int:
    left, right, bottom, top = edges
    mask = 0
    for index, (dx, dy) in enumerate(zone):
        if (
            (left is not None and -dx > left)
            or (right is not None and dx > right)
            or (bottom is not None and -dy > bottom)
            or (top is not None and dy > top)
        ):
            mask |= 1 << index
    return mask


@lru_cache(maxsize=1_024)
def _places(target: PieceKind, kind: PieceKind, side: int | None) -> tuple[tuple[int, int], ...]:
    """Return the maximal sets of squares that an attacker covers, and the square it occupies there."""
    zone = _zone(target)
    found = {(0, 0)}
    span = range(-_WINDOW, _WINDOW + 1)
    for x, y in product(span, span):
        poll()
        if (x, y) == (0, 0) or (side is not None and (x + y) % 2 != side):
            continue
        if kind.royal and (x, y) in zone:
            continue  # the two royals would be adjacent and attack each other
        mask = place = 0
        for index, (dx, dy) in enumerate(zone):
            if (dx, dy) == (x, y):
                place = 1 << index
            elif attacks_when_alone(kind, (dx - x, dy - y)):
                mask |= 1 << index
        found.add((mask, place))
    maximal = []
    for mask, place in found:
        poll()
        if not any(
            (mask, place) != (more, less) and mask & more == mask and place & less == less
            for more, less in found
        ):
            maximal.append((mask, place))
    return tuple(maximal)
