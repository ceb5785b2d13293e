"""Hints for 5D chess in words."""

from __future__ import annotations

from hyperchess.app.tui.play.reasons import score_reason
from hyperchess.engine.lines import Line
from hyperchess.multiverse import Position
from hyperchess.multiverse.actions.effects import effects
from hyperchess.notation.text5d.spelling import move_names

__all__ = ["advice"]


def advice(position: Position, line: Line) -> str:
    """Return a hint: the best action, a simple reason, and the expected reply.

    >>> from hyperchess.engine.engine import analyse
    >>> from hyperchess.multiverse import start
    >>> position = start("Standard").play("e3").play("f6").play("Qe2").play("g5")
    >>> advice(position, analyse(position, depth=2)[0])
    'Qh5: mate in 1 (proven), gives check'
    """
    action = line.actions[0]
    done = effects(position, action)
    reasons = [score_reason(line.score)]
    reasons += [f"takes the {effect.captured.kind.name}" for effect in done.moves if effect.captured]
    if done.in_check:
        reasons.append("gives check")
    if len(line.actions) > 1:
        reasons.append(f"expects {' '.join(move_names(done.after, line.actions[1]))}")
    return f"{' '.join(move_names(position, action))}: {', '.join(reasons)}"
