"""Reasons why a game between engines ended."""

from __future__ import annotations

from enum import Enum

__all__ = ["Reason"]


class Reason(Enum):
    """The reason why a game ended."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    GOAL = "goal"
    REPETITION = "repetition"
    MOVE_RULE = "move rule"
    MATERIAL = "insufficient material"
    LENGTH = "length"
    TIME = "time"
    FORFEIT = "illegal action, or no answer"
