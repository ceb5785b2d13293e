"""Where pieces can go, what hangs after a pass, and a hint: for a position of either game."""

from __future__ import annotations

from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.positions_5d import KIND_NAMES, on_last_board
from hyperchess.app.web.values import AnyPosition, read_square, square_5d, square_infinite
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Ray
from hyperchess.infinite.moves import Moves
from hyperchess.multiverse import Budget, MoveKind, MovePattern
from hyperchess.multiverse.captures import captured_on, piece_on
from hyperchess.multiverse.passing import threats
from hyperchess.notation.common5d.spelling import move_name

__all__ = ["hint", "movable", "moves_from", "passing"]

_HINT_BUDGET = Budget(seconds=1.0)


def moves_from(position: AnyPosition, value: list[int] | list[str]) -> dict[str, Any]:
    """The moves of the piece on a square; none if there is no piece that could move."""
    square = read_square(position, value)
    if isinstance(position, infinite.Position):
        assert isinstance(square, infinite.Square)
        return _infinite_moves(position, square)
    assert isinstance(square, multiverse.Square)
    if square.board not in position.playable:
        return {"moves": []}
    pattern = MovePattern(timeline=square.timeline, turn=square.turn, file=square.file, rank=square.rank)
    return {"moves": [_move_5d(position, move) for move in position.match(pattern)]}


def _move_5d(position: multiverse.Position, move: multiverse.Move) -> dict[str, Any]:
    even = position.even
    piece = piece_on(position, move.source)
    kind = MoveKind.PHYSICAL
    if not move.is_physical:
        kind = MoveKind.HOP if move.target.board in position.playable else MoveKind.BRANCH
    files = abs(move.target.file - move.source.file)
    king = piece is not None and piece.kind.letter == "K"
    return {
        "text": str(move),
        "name": move_name(position, move, kind),
        "from": square_5d(move.source, even=even),
        "to": square_5d(move.target, even=even),
        "promotion": move.promotion,
        "kind": KIND_NAMES[kind],
        "capture": captured_on(position, move) is not None,
        "castling": king and move.is_physical and files == 2,
    }


def _infinite_moves(position: infinite.Position, square: infinite.Square) -> dict[str, Any]:
    found = position.moves()
    return {
        "points": [_point(position, move) for move in found.points if move.start == square],
        "rays": [_ray(position, ray) for ray in found.rays if ray.source == square],
    }


def _point(position: infinite.Position, move: infinite.Move) -> dict[str, Any]:
    piece = position.pieces[move.start]
    aside = piece.kind.is_pawn and move.end.x != move.start.x  # pawns go aside only to take
    capture = aside or position.board.get(move.end) is not None
    promotion = "" if move.promotion is None else move.promotion.code
    becomes = f"={promotion}" if promotion else ""
    return {
        "text": str(move),
        "name": f"{piece.code}{move.start}{'x' if capture else '>'}{move.end}{becomes}",
        "from": square_infinite(move.start),
        "to": square_infinite(move.end),
        "promotion": promotion,
        "capture": capture,
        "castling": piece.kind.castles and abs(move.end.x - move.start.x) == 2,
    }


def _ray(position: infinite.Position, ray: Ray) -> dict[str, Any]:
    end = None if ray.last is None else ray.target(ray.last)
    return {
        "from": square_infinite(ray.source),
        "step": list(map(str, ray.step)),
        "first": str(ray.first),
        "last": None if ray.last is None else str(ray.last),
        "capture_at_end": end is not None and position.board.get(end) is not None,
        "sieves": [{"origin": str(sieve.origin), "primes": sieve.primes} for sieve in ray.sieves],
    }


def movable(position: AnyPosition) -> dict[str, Any]:
    """The squares of the pieces that have a move."""
    if isinstance(position, multiverse.Position):
        sources = dict.fromkeys(move.source for move in position.moves())
        return {"movable": [square_5d(square, even=position.even) for square in sources]}
    found = position.moves()
    starts = [*(move.start for move in found.points), *(ray.source for ray in found.rays)]
    return {"movable": list(map(square_infinite, dict.fromkeys(starts)))}


def passing(position: AnyPosition) -> dict[str, Any]:
    """What the opponent could take if the player passed on every board where a move is owed."""
    if isinstance(position, infinite.Position):
        raise ApiError(422, "wrong-game", "nobody passes in infinite chess")
    even = position.even
    attacks = {
        (on_last_board(position, threat.attacker), on_last_board(position, threat.victim)): threat.is_royal
        for threat in threats(position)
    }
    return {
        "attacks": [
            {
                "from": square_5d(source, even=even),
                "to": square_5d(target, even=even),
                "royal": royal,
            }
            for (source, target), royal in attacks.items()
        ]
    }


def hint(base: AnyPosition, state: AnyPosition) -> dict[str, Any]:
    """One legal action that goes on from the pending moves, else from the start of the action."""
    if isinstance(state, infinite.Position):
        move = _any_move(state.moves())
        text = "there is no legal move" if move is None else f"legal: {move}"
        return {"moves": None if move is None else [str(move)], "text": text, "known": True}
    assert isinstance(base, multiverse.Position)
    try:
        found = state.find_action(_HINT_BUDGET)
        if found is not None:
            moves = (*state.pending, *found)
            text = "this may be submitted" if not found else f"legal: {' '.join(map(str, found))}"
            return {"moves": list(map(str, moves)), "text": text, "known": True}
        if not state.pending:
            return {"moves": None, "text": "there is no legal action", "known": True}
        found = base.find_action(_HINT_BUDGET)
    except BudgetExhausted:
        return {"moves": None, "text": "no legal action was found in time", "known": False}
    if found is None:
        return {"moves": None, "text": "there is no legal action", "known": True}
    text = f"nothing legal begins like this; legal: {' '.join(map(str, found))}"
    return {"moves": list(map(str, found)), "text": text, "known": True}


def _any_move(moves: Moves) -> infinite.Move | None:
    if moves.points:
        return moves.points[0]
    for ray in moves.rays:
        steps = next((steps for steps in range(ray.first, ray.first + 100) if ray.allows(steps)), None)
        if steps is not None:
            return infinite.Move(ray.source, ray.target(steps))
    return None
