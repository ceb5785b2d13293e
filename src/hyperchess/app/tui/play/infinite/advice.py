"""Hints for infinite chess in words."""

from __future__ import annotations

from hyperchess.app.tui.play.reasons import score_reason
from hyperchess.engine.lines import Line
from hyperchess.infinite import Position

__all__ = ["advice"]


def advice(position: Position, line: Line) -> str:
    """Return a hint: the best move, a simple reason, and the expected reply.

    >>> from hyperchess.engine.engine import analyse
    >>> position = Position.parse("w R-10,1|R-10,-1|R-20,5|K60,70|k0,0")
    >>> advice(position, analyse(position, depth=2)[0])
    'rook -20,5>-20,0: mate in 1 (proven), gives check'
    """
    [move] = line.actions[0]
    after = position.play(move)
    reasons = [score_reason(line.score)]
    if after.last is not None and after.last.captured is not None:
        reasons.append(f"takes the {after.last.captured.kind.name}")
    if after.checks():
        reasons.append("gives check")
    if len(line.actions) > 1:
        reasons.append(f"expects {line.actions[1][0]}")
    return f"{position.pieces()[move.source].kind.name} {move}: {', '.join(reasons)}"
