"""Wording of scores in hints."""

from __future__ import annotations

from hyperchess.engine.score import Score

__all__ = ["score_reason"]


def score_reason(score: Score) -> str:
    """Return the main reason for an action: a proven mate, or a score.

    >>> from hyperchess.multiverse import Color
    >>> score_reason(Score(Color.WHITE, mate=2)), score_reason(Score(Color.BLACK, centipawns=-30))
    ('mate in 2 (proven)', 'score -0.30 for Black')
    """
    if score.mate is None:
        return f"score {score} for {score.color}"
    number = abs(score.mate)
    return f"mate in {number} (proven)" if score.mate > 0 else f"delays the mate to {number} (proven)"
