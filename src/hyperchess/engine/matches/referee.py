"""One game between two players, adjudicated by the exact rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic

from hyperchess import infinite
from hyperchess.budget import Budget
from hyperchess.engine.errors import EngineError
from hyperchess.engine.history import History
from hyperchess.engine.matches.players import Player
from hyperchess.engine.score import Score
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Verdict
from hyperchess.multiverse import Position

__all__ = ["MatchGame", "Reason", "play_game"]

_TO_FIND_A_REPLY = Budget(seconds=30.0)


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


@dataclass
class MatchGame:
    """A finished game: White's points (1, 0.5, 0), the reason for its end, and the players' scores."""

    history: History
    points: float
    reason: Reason
    scores: list[Score] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    remark: str = ""

    @property
    def longest(self) -> float:
        """The longest thinking time, in seconds."""
        return max(self.seconds, default=0.0)


def play_game(
    white: Player,
    black: Player,
    opening: History,
    limits: Mapping[str, Budget],
    *,
    most_actions: int,
    tolerance: float,
) -> MatchGame:
    """Play from an opening with a limit per action for each side, by the names WHITE and BLACK.

    The game is adjudicated a draw after `most_actions`; `tolerance` is in seconds beyond the limit.
    """
    players = {"WHITE": white, "BLACK": black}
    for player in players.values():
        player.new_game()
    game = MatchGame(opening, 0.5, Reason.LENGTH)
    for _ in range(most_actions):
        position = game.history.position
        mover = position.player.name
        limit = limits[mover]
        lost = 0.0 if mover == "WHITE" else 1.0
        if isinstance(position, infinite.Position):
            if (ending := _infinite_ending(position.status)) is not None:
                game.reason, game.points = ending
                return game
        elif not _has_action(position):
            game.reason = Reason.CHECKMATE if position.in_check else Reason.STALEMATE
            game.points = lost if position.in_check else 0.5
            return game
        started = monotonic()
        try:
            result = players[mover].play(game.history, limit)
        except EngineError as error:
            game.points, game.reason, game.remark = lost, Reason.FORFEIT, str(error)
            return game
        spent = monotonic() - started
        game.seconds.append(spent)
        game.scores.append(result.line.score)
        if limit.seconds is not None and spent > limit.seconds + tolerance:
            game.points, game.reason = lost, Reason.TIME
            game.remark = f"{spent:.3f} s instead of {limit.seconds:.3f} s"
            return game
        game.history = game.history.after(result.action)
    return game


_DRAWS = {
    Verdict.STALEMATE: Reason.STALEMATE,
    Verdict.REPETITION: Reason.REPETITION,
    Verdict.MOVE_RULE: Reason.MOVE_RULE,
    Verdict.INSUFFICIENT_MATERIAL: Reason.MATERIAL,
}


def _infinite_ending(status: infinite.Status) -> tuple[Reason, float] | None:
    """Return why a game of infinite chess is over, and White's points; possible draw claims end it too."""
    if status.winner is not None:
        reason = Reason.CHECKMATE if status.verdict is Verdict.CHECKMATE else Reason.GOAL
        return reason, 1.0 if status.winner.name == "WHITE" else 0.0
    if status.is_over:
        return _DRAWS[status.verdict], 0.5
    return (Reason.MOVE_RULE, 0.5) if status.claims else None


def _has_action(position: Position) -> bool:
    try:
        return position.find_action(_TO_FIND_A_REPLY) is not None
    except BudgetExhausted:
        return True  # unknown: the game continues
