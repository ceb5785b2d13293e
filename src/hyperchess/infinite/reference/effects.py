"""Effect of a move: the board after it and the changes, or the reason why it cannot be played."""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.errors import IllegalAction, InvalidMove
from hyperchess.infinite.board import Board, Change
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.pieces import Piece, find_piece
from hyperchess.infinite.reference.attacks import attackers
from hyperchess.infinite.reference.legal import royals_safe
from hyperchess.infinite.reference.pseudo_legal import can_reach, castling_partner, idle_rights, pawn_targets
from hyperchess.infinite.reference.refusals import format_place, refusal
from hyperchess.infinite.state import State
from hyperchess.infinite.syntax.text import Move

__all__ = ["Effect", "find_effect"]


class Effect(NamedTuple):
    """The legal move, the board after it, and the changes.

    Emptied squares come first among the changes, starting with the square where the move started. Checks are
    determined if the rules count them. `packed` is the representation by the rules of the position after the
    move.
    """

    move: Move
    board: Board
    piece: Piece
    captured: Piece | None
    en_passant: Square | None
    changes: tuple[Change, ...]
    en_passant_was_open: bool
    gives_check: bool
    packed: object = None

    @property
    def mover(self) -> Piece:
        """The piece before the move."""
        before = self.changes[0][1]
        assert before is not None
        return before


def find_effect(state: State, move: Move) -> Effect:
    """Compute the effect of a move; raise `InvalidMove`, or `IllegalAction` if it leaves a check."""
    start, end, _ = move
    piece = state.board.get(start)
    if piece is None:
        raise InvalidMove(f"no piece stands on {format_place(start)}")
    if piece.color is not state.players[0]:
        raise InvalidMove(f"the {piece.kind.name} on {format_place(start)} is not {state.players[0]}'s")
    if piece.kind.is_pawn:
        effect = _pawn_effect(state, move, piece)
    elif can_reach(state.board, start, end, piece):
        effect = _plain_effect(state, move, piece)
    else:
        effect = _castling_effect(state, move, piece)
    if move.promotion is not None and effect.move.promotion is None:
        raise InvalidMove(f"the {piece.kind.name} does not promote on {format_place(end)}")
    if state.is_guarded:
        _require_safety(state, effect.board)
    return effect


def _plain_effect(state: State, move: Move, piece: Piece) -> Effect:
    start, end, _ = move
    after = piece.moved
    places = [(end, after)]
    return _make(state, Move(start, end), (start,), places, after, state.board.get(end))


def _castling_effect(state: State, move: Move, piece: Piece) -> Effect:
    start, end, _ = move
    way = 1 if end.x > start.x else -1
    if end == (start.x + 2 * way, start.y) and piece.kind.castles:
        partner = castling_partner(state.board, start, piece, way, guarded=state.is_guarded)
        if partner is not None:
            king = piece.moved
            places = [(end, king), (start.plus((way, 0)), state.board.placed[partner].moved)]
            return _make(state, Move(start, end), (start, partner), places, king, None)
    raise _impossible(state, start, end, piece)


def _impossible(state: State, start: Square, end: Square, piece: Piece) -> InvalidMove:
    reason = refusal(state, start, end, piece)
    message = f"the {piece.kind.name} cannot go from {format_place(start)} to {format_place(end)}"
    return InvalidMove(f"{message}: {reason}" if reason else message)


def _pawn_effect(state: State, move: Move, piece: Piece) -> Effect:
    start, end, wanted = move
    if end not in tuple(pawn_targets(state.board, start, piece, state.passed)):
        raise _impossible(state, start, end, piece)
    after = _promoted(state, piece, end, wanted)
    promotion = after if after.kind is not piece.kind else None
    removed = [start]
    victim = state.board.get(end)
    if end.x != start.x and victim is None:
        assert state.passed is not None
        victim = state.board.placed[state.passed.pawn]
        removed.append(state.passed.pawn)
    # A pawn that promoted cannot be captured en passant.
    passed = _passed_square(state.board, start, end) if promotion is None else None
    return _make(state, Move(start, end, promotion), tuple(removed), [(end, after)], after, victim, passed)


def _passed_square(board: Board, start: Square, end: Square) -> Square | None:
    """Return the square that a pawn passes over, if it makes a double step."""
    if board.dimensions is not None:
        return board.dimensions.passed(start, end)
    return Square(start.x, (start.y + end.y) // 2) if abs(end.y - start.y) == 2 else None


def _promoted(state: State, pawn: Piece, end: Square, wanted: Piece | None) -> Piece:
    """Return the piece that a pawn becomes on a square."""
    promotion = state.settings.find_promotion(pawn.color)
    if promotion is None or end.y not in promotion.ranks:
        return pawn.moved
    if wanted is None and state.settings.free_promotion:
        return pawn.moved
    if wanted is None or wanted.kind not in promotion.kinds:
        choice = " ".join(find_piece(kind, pawn.color).code for kind in promotion.kinds)
        raise InvalidMove(f"the pawn promotes on {format_place(end)}: add one of {choice}")
    return find_piece(wanted.kind, pawn.color)


def _make(
    state: State,
    move: Move,
    removed: tuple[Square, ...],
    places: list[tuple[Square, Piece]],
    piece: Piece,
    captured: Piece | None,
    en_passant: Square | None = None,
) -> Effect:
    get = state.board.get
    board = state.board.after(removed, places)
    if state.settings.drops_idle_rights:
        left = {*removed, move.target}
        idle = [place for place in idle_rights(state.board, left) if place[0] not in left]
        places = places + idle
        board = board.after((), idle)
    changes = (
        *((square, get(square), None) for square in removed),
        *((square, get(square), after) for square, after in places),
    )
    color = state.players[0]
    gives_check = state.settings.counts_checks and not all(
        royals_safe(board, other) for other in set(state.players) if other is not color
    )
    return Effect(move, board, piece, captured, en_passant, changes, state.en_passant_is_open, gives_check)


def _require_safety(state: State, board: Board) -> None:
    color = state.players[0]
    for royal in board.royals.get(color, ()):
        attacker = next(attackers(board, royal, color), None)
        if attacker is not None:
            name, other = board.placed[royal].kind.name, board.placed[attacker].kind.name
            place, from_place = format_place(royal), format_place(attacker)
            message = f"the {name} on {place} would be attacked by the {other} on {from_place}"
            raise IllegalAction("check", message)
