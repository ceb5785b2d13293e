"""Spelling of moves of infinite chess for display: with the piece, and optionally the effects.

>>> from hyperchess.infinite import Position
>>> position = Position.parse("w k0,0|R-5,1|Q7,7|K3,-5")
>>> move = position.find("7,7>7,0")
>>> named_move(position, move), marked_move(position, position.play(move))
('Q7,7>7,0', 'Q7,7>7,0+')
"""

from __future__ import annotations

from hyperchess.infinite import Move, Position, Verdict

__all__ = ["check_mark", "marked_move", "named_move"]


def named_move(position: Position, move: Move) -> str:
    """Return the move after the code of its piece."""
    return f"{position.pieces()[move.source].code}{move}"


def marked_move(position: Position, after: Position) -> str:
    """Return the move between two positions with its piece, capture, promotion and check mark."""
    assert after.last is not None
    move = after.last.move
    code = position.board.placed[move.source].code
    arrow = ">" if after.last.captured is None else "x"
    promotion = "" if move.promotion is None else f"={move.promotion.code}"
    return f"{code}{move.source}{arrow}{move.target}{promotion}{check_mark(after)}"


def check_mark(after: Position) -> str:
    """Return `#` for checkmate, `+` for any other check."""
    if not after.checks():
        return ""
    return "#" if after.status.verdict is Verdict.CHECKMATE else "+"
