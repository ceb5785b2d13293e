"""Infinite chess by brute force, in a window: every square is tried, every move is simulated.

It shares only the table of pieces with the package. Slides are walked square by square, up to `FAR`.
"""

from collections.abc import Iterator

from hyperchess.infinite import Color, Piece, Position, Square
from hyperchess.infinite.pieces import ROSE_PATHS

FAR = 60
Pieces = dict[Square, Piece]
Window = tuple[int, int, int, int]


def legal_moves(position: Position, window: Window) -> set[str]:
    """The legal moves of a position with targets in a window, as text; the window must hold the pieces."""
    return set(_legal(position, window))


def _legal(position: Position, window: Window) -> Iterator[str]:
    pieces = dict(position.pieces())
    me = position.player
    royal_rule = "checkmate" in position.settings.win_conditions(position.players[1])
    for start, piece in pieces.items():
        if piece.color is not me:
            continue
        for target, after in pseudo_legal(position, pieces, start, piece):
            left, right, bottom, top = window
            if not (left <= target.x <= right and bottom <= target.y <= top):
                continue
            if royal_rule and in_check(position, after, me):
                continue
            promotion = position.settings.find_promotion(me)
            if piece.kind.is_pawn and promotion is not None and target.y in promotion.ranks:
                for kind in promotion.kinds:
                    yield f"{start}>{target}{kind.code.upper() if me is Color.WHITE else kind.code}"
            else:
                yield f"{start}>{target}"


def pseudo_legal(
    position: Position, pieces: Pieces, start: Square, piece: Piece
) -> Iterator[tuple[Square, Pieces]]:
    """Moves with the pieces after them."""
    if piece.kind.is_pawn:
        yield from _pawn(position, pieces, start, piece)
        return
    for target in set(reach(position, pieces, start, piece)):
        yield target, _moved(pieces, start, target)
    if piece.kind.castles and piece.special:
        yield from _castling(position, pieces, start, piece)


def reach(position: Position, pieces: Pieces, start: Square, piece: Piece) -> Iterator[Square]:
    """Yield the targets of a piece, castling and pawns aside."""

    def enterable(square: Square) -> bool:
        border = position.settings.border
        other = pieces.get(square)
        inside = border is None or border.contains(*square)
        return inside and (other is None or (other.color is not piece.color and not other.kind.solid))

    def passable(square: Square) -> bool:
        border = position.settings.border
        return square not in pieces and (border is None or border.contains(*square))

    for dx, dy in piece.kind.leaps:
        if enterable(Square(start.x + dx, start.y + dy)):
            yield Square(start.x + dx, start.y + dy)
    limit = position.settings.slide_limit or FAR
    for dx, dy in piece.kind.slides:
        for way in (1, -1):
            for steps in range(1, min(limit, FAR) + 1):
                if piece.kind.primes and any(steps % d == 0 for d in range(2, steps)):
                    continue
                if piece.kind.primes and steps == 1:
                    continue
                square = Square(start.x + way * steps * dx, start.y + way * steps * dy)
                if enterable(square):
                    yield square
                if not passable(square):
                    break
    if piece.kind.circles:
        for path in ROSE_PATHS:
            for dx, dy in path:
                square = Square(start.x + dx, start.y + dy)
                if enterable(square):
                    yield square
                if not passable(square):
                    break


def in_check(position: Position, pieces: Pieces, color: Color) -> bool:
    """Return whether a royal of a player is attacked."""
    return any(
        attacked(position, pieces, square, color)
        for square, piece in pieces.items()
        if piece.kind.royal and piece.color is color
    )


def attacked(position: Position, pieces: Pieces, square: Square, color: Color) -> bool:
    """Return whether an enemy could capture on a square."""
    for start, piece in pieces.items():
        if piece.color is color or piece.color is Color.NEUTRAL:
            continue
        if piece.kind.is_pawn:
            if square.y - start.y == piece.color.forward and abs(square.x - start.x) == 1:
                return True
        elif _might_attack(start, square, piece) and square in set(reach(position, pieces, start, piece)):
            return True
    return False


def _might_attack(start: Square, square: Square, piece: Piece) -> bool:
    dx, dy = abs(square.x - start.x), abs(square.y - start.y)
    near = max(dx, dy) <= 6
    return near or dx == 0 or dy == 0 or dx == dy or dx == 2 * dy or dy == 2 * dx


def _pawn(position: Position, pieces: Pieces, start: Square, piece: Piece) -> Iterator[tuple[Square, Pieces]]:
    border = position.settings.border
    up = piece.color.forward
    for steps in (1, 2) if piece.special else (1,):
        square = Square(start.x, start.y + steps * up)
        if square in pieces or (border is not None and not border.contains(*square)):
            break
        yield square, _moved(pieces, start, square)
    for side in (-1, 1):
        square = Square(start.x + side, start.y + up)
        victim = pieces.get(square)
        if victim is not None and victim.color is not piece.color and not victim.kind.solid:
            yield square, _moved(pieces, start, square)
        passed = Square(square.x, start.y)
        if victim is None and square == position.en_passant and passed in pieces:
            other = pieces[passed]
            if other.kind.is_pawn and other.color is not piece.color:
                after = _moved(pieces, start, square)
                del after[passed]
                yield square, after


def _castling(
    position: Position, pieces: Pieces, start: Square, piece: Piece
) -> Iterator[tuple[Square, Pieces]]:
    guarded = "checkmate" in position.settings.win_conditions(position.players[1])
    for way in (1, -1):
        found = [steps for steps in range(1, FAR) if Square(start.x + way * steps, start.y) in pieces]
        if not found or found[0] < 3:
            continue
        partner = Square(start.x + way * found[0], start.y)
        other = pieces[partner]
        if other.color is not piece.color or not other.special or other.kind.is_pawn or other.kind.castles:
            continue
        steps = [Square(start.x + way * count, start.y) for count in range(3)]
        if guarded and any(
            attacked(position, _moved(pieces, start, square), square, piece.color) for square in steps
        ):
            continue
        after = _moved(pieces, start, steps[2])
        yield steps[2], _moved(after, partner, steps[1])


def _moved(pieces: Pieces, start: Square, target: Square) -> Pieces:
    after = dict(pieces)
    if start != target:
        after[target] = after.pop(start)
    return after
