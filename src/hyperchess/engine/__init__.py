"""Engines for both games: analysis, play, and matches.

>>> from hyperchess import Budget, multiverse
>>> position = multiverse.start("Standard").play("e3").play("f6").play("Qe2").play("Nc6")
>>> str(play(position, Budget(rounds=500)).line.score)
'#1'
"""

from hyperchess.engine.engine import Engine, analyse, play
from hyperchess.engine.evaluation import evaluate
from hyperchess.engine.infinite.evaluation import InfiniteEvaluation
from hyperchess.engine.levels import LEVELS, Level
from hyperchess.engine.limits import time_for_action
from hyperchess.engine.lines import Line, PlayResult, SearchReport
from hyperchess.engine.multiverse.evaluation import Evaluation
from hyperchess.engine.score import Score
from hyperchess.engine.stopping import StopToken

__all__ = [
    "LEVELS",
    "Engine",
    "Evaluation",
    "InfiniteEvaluation",
    "Level",
    "Line",
    "PlayResult",
    "Score",
    "SearchReport",
    "StopToken",
    "analyse",
    "evaluate",
    "play",
    "time_for_action",
]
