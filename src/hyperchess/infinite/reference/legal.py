"""Legal moves as points and rays, exact on the whole infinite board.

A player is guarded if an opponent wins by checkmate: then no move may leave one of the player's royal pieces
attacked. For all other players every pseudo-legal move is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from hyperchess.budget import poll
from hyperchess.infinite.board import Board
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.material import Passed
from hyperchess.infinite.pieces import Color, Piece
from hyperchess.infinite.rays import Ray, Sieve
from hyperchess.infinite.reference import four_dimensions
from hyperchess.infinite.reference.attacks import is_attacked
from hyperchess.infinite.reference.pseudo_legal import (
    castling_partner,
    leap_targets,
    pawn_targets,
    slide_rays,
)
from hyperchess.infinite.reference.safety import safe_rays
from hyperchess.infinite.reference.shields import Shield, find_shields

__all__ = ["after_castling", "after_en_passant", "legal_targets", "royals_safe"]


def royals_safe(board: Board, color: Color) -> bool:
    """Return whether no royal piece of a player is attacked."""
    return not any(is_attacked(board, royal, color) for royal in board.royals.get(color, ()))


def legal_targets(
    board: Board,
    color: Color,
    passed: Passed | None,
    *,
    guarded: bool,
    sources: Iterable[Square] | None = None,
) -> Iterator[tuple[Square, Piece, Square | Ray]]:
    """Yield every legal move of a player as origin, piece, and target or ray, without promotions.

    The pieces are those on `sources`, in this order; by default all of them, in the order of the text.
    """
    guarded = guarded and bool(board.royals.get(color))
    shields = find_shields(board, color) if guarded and board.dimensions is None else ()
    checks = [shield for shield in shields if shield.pinned is None]
    pins: dict[Square, list[Shield]] = {}
    for shield in shields:
        if shield.pinned is not None:
            pins.setdefault(shield.pinned, []).append(shield)
    boards = board.dimensions if guarded else None
    exposed = four_dimensions.pinned(board, boards, color) if boards is not None else set()
    in_check = boards is not None and not royals_safe(board, color)
    for start in board.placed if sources is None else sources:
        piece = board.placed[start]
        if piece.color is not color:
            continue
        poll()
        if in_check or start in exposed or (boards is not None and piece.kind.royal):
            for target in _tried_targets(board, start, piece, passed):
                yield start, piece, target
            continue
        needed = [shield for shield in (*checks, *pins.get(start, ())) if shield.royal != start]
        for target in _list_targets(board, start, piece, passed, needed, guarded):
            yield start, piece, target


def _list_targets(
    board: Board,
    start: Square,
    piece: Piece,
    passed: Passed | None,
    needed: Sequence[Shield],
    guarded: bool,
) -> Iterator[Square | Ray]:
    kind = piece.kind
    if kind.is_pawn:
        yield from _pawn_targets(board, start, piece, passed, needed, guarded)
        return
    royal = guarded and kind.royal
    for target in leap_targets(board, start, piece):
        if all(shield.covers(target) for shield in needed) and not (
            royal and is_attacked(board, target, piece.color, start)
        ):
            yield target
    if kind.slides:
        rays = _shielded(board, start, piece, needed) if needed else slide_rays(board, start, piece)
        yield from safe_rays(board, start, piece, rays) if royal else rays
    if piece.special and kind.castles:
        yield from _castling_targets(board, start, piece, guarded)


def _tried_targets(
    board: Board, start: Square, piece: Piece, passed: Passed | None
) -> Iterator[Square | Ray]:
    """Yield the legal moves in four dimensions of a piece involved in a check or pin, by trying each."""
    if piece.kind.is_pawn:
        found: Iterator[Square] = _pawn_targets(board, start, piece, passed, (), guarded=True)
    else:
        found = leap_targets(board, start, piece)
    for target in found:
        is_passed = piece.kind.is_pawn and passed is not None and target == passed.square
        if is_passed or _is_safe(board, start, target):
            yield target
    for ray in slide_rays(board, start, piece):
        yield from _safe_parts(board, ray)
    yield from _castling_targets(board, start, piece, guarded=True)


def _safe_parts(board: Board, ray: Ray) -> Iterator[Ray]:
    """Yield the parts of a bounded ray after which no royal piece is attacked."""
    assert ray.last is not None
    steps = range(ray.first, ray.last + 1)
    for is_safe, stretch in groupby(steps, lambda step: _is_safe(board, ray.source, ray.target(step))):
        if is_safe:
            first, *others = stretch
            yield ray.cut(first, others[-1] if others else first)


def _is_safe(board: Board, start: Square, target: Square) -> bool:
    """Return whether no royal piece of the player is attacked after a move (no en passant, no castling)."""
    poll()
    piece = board.placed[start].moved
    return royals_safe(board.after([start], [(target, piece)]), piece.color)


def _pawn_targets(
    board: Board,
    start: Square,
    piece: Piece,
    passed: Passed | None,
    needed: Sequence[Shield],
    guarded: bool,
) -> Iterator[Square]:
    for target in pawn_targets(board, start, piece, passed):
        if passed is not None and target == passed.square and target.x != start.x:
            if not guarded or royals_safe(after_en_passant(board, start, passed), piece.color):
                yield target
        elif all(shield.covers(target) for shield in needed):
            yield target


def _castling_targets(board: Board, start: Square, piece: Piece, guarded: bool) -> Iterator[Square]:
    for way in (1, -1):
        partner = castling_partner(board, start, piece, way, guarded=guarded)
        if partner is not None:
            after = after_castling(board, start, partner)
            if not guarded or royals_safe(after, piece.color):
                yield Square(start.x + 2 * way, start.y)


def after_en_passant(board: Board, start: Square, passed: Passed) -> Board:
    """Return the board after an en passant capture."""
    return board.after([start, passed.pawn], [(passed.square, board.placed[start].moved)])


def after_castling(board: Board, start: Square, partner: Square) -> Board:
    """Return the board after castling: the king moves two squares, its partner to the square between."""
    way = 1 if partner.x > start.x else -1
    king, other = board.placed[start].moved, board.placed[partner].moved
    places = [(start.plus((way, 0), 2), king), (start.plus((way, 0)), other)]
    return board.after([start, partner], places)


def _shielded(board: Board, start: Square, piece: Piece, needed: Sequence[Shield]) -> Iterator[Ray]:
    """Yield the parts of a sliding piece's rays that stop all attacks."""
    few = next((shield for shield in needed if shield.step is None), None)
    for ray in slide_rays(board, start, piece):
        if few is not None:
            for square in (few.attacker, *few.between):
                steps = ray.steps_to(square)
                if (
                    steps is not None
                    and ray.allows(steps)
                    and all(shield.covers(square) for shield in needed)
                ):
                    yield ray.cut(steps, steps)
            continue
        parts: Iterable[Ray] = [ray]
        for shield in needed:
            parts = [part for whole in parts for part in _meet(whole, shield)]
            if not parts:
                break
        yield from (part for part in parts if part.last is None or part.first <= part.last)


def _meet(ray: Ray, shield: Shield) -> Iterator[Ray]:
    """Yield the parts of a ray that are on the line of a shield."""
    assert shield.step is not None
    (sx, sy), (tx, ty) = ray.step, shield.step
    dx, dy = shield.attacker.x - ray.source.x, shield.attacker.y - ray.source.y
    cross = sx * ty - sy * tx
    if cross:
        steps, rest = divmod(dx * ty - dy * tx, cross)
        if not rest and ray.allows(steps) and shield.covers(ray.target(steps)):
            yield Ray(ray.source, ray.step, steps, steps)
        return
    at = ray.steps_to(shield.attacker)
    if at is None:
        return  # parallel, or on the same line with squares between
    way = 1 if (tx, ty) == (sx, sy) else -1
    end = at + way * (shield.length - 1)
    if not shield.primes:
        yield ray.cut(min(at, end), max(at, end))
        return
    if ray.allows(at):
        yield Ray(ray.source, ray.step, at, at)
    beside = at + way
    yield ray.cut(min(beside, end), max(beside, end)).sifted(Sieve(at, primes=True))
