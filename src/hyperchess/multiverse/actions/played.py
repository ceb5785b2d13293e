"""Effects of the moves of a legal action: the values that the rules return when they play an action."""

from __future__ import annotations

from typing import Generic, NamedTuple

from hyperchess.multiverse.coordinates import Square, Timeline
from hyperchess.multiverse.moves import Move, MoveKind
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.state import StateT
from hyperchess.ruleset import Check

__all__ = ["MoveEffect", "PlayedAction", "checks_by", "rook_target"]


class MoveEffect(NamedTuple):
    """The effects of one move of an action.

    `rivals` are the other moves of a piece of the same kind to the same square of any board, just before the
    move; they are jumps only if the move is a jump. Brawns are rivals of pawns, because a text without a
    letter may mean either.
    """

    move: Move
    kind: MoveKind
    piece: Piece
    captured: Piece | None
    captured_on: Square | None
    rook_to: Square | None  # castling: the rook's target square, on the king's board
    new_timeline: Timeline | None
    moves_present: bool  # a branch whose new timeline ends at the present after the action
    checks: tuple[Check[Square], ...]  # by the moved piece (or the castled rook), after the action
    rivals: tuple[Move, ...]

    @property
    def is_castling(self) -> bool:
        """True if the king castled."""
        return self.rook_to is not None

    @property
    def is_en_passant(self) -> bool:
        """True if a pawn was captured on a square next to the capturer's target."""
        return self.captured_on is not None and self.captured_on != self.move.target


class PlayedAction(NamedTuple, Generic[StateT]):
    """A legal action move by move, the position after it, and the checks there."""

    moves: tuple[MoveEffect, ...]
    after: StateT
    checks: tuple[Check[Square], ...]
    timelines: int  # number of timelines before the action


def rook_target(move: Move, piece: Piece) -> Square | None:
    """Return the rook's target square if the move castles, else `None`."""
    if piece.kind.letter != "K" or not move.is_physical:
        return None
    files = move.target.file - move.source.file
    return move.target._replace(file=move.target.file - files // 2) if abs(files) == 2 else None


def checks_by(
    move: Move, rook_to: Square | None, new_timeline: Timeline | None, checks: tuple[Check[Square], ...]
) -> tuple[Check[Square], ...]:
    """Return the checks after an action that the moved piece or the castled rook gives."""
    arrived = new_timeline or move.target.timeline
    places = {(arrived, square.file, square.rank) for square in (move.target, rook_to) if square}
    return tuple(
        check
        for check in checks
        if (check.attacker.timeline, check.attacker.file, check.attacker.rank) in places
    )
