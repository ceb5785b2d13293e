"""One game between two players, adjudicated by the exact rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic

from hyperchess.budget import Budget
from hyperchess.engine.errors import EngineError
from hyperchess.engine.games import find_adapter
from hyperchess.engine.history import History
from hyperchess.engine.matches.players import Player
from hyperchess.engine.reasons import Reason
from hyperchess.engine.score import Score

__all__ = ["MatchGame", "play_game"]


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

    The game is adjudicated a draw after `most_actions`, including those of the opening; `tolerance` is in
    seconds beyond the limit.
    """
    players = {"WHITE": white, "BLACK": black}
    for player in players.values():
        player.new_game()
    game = MatchGame(opening, 0.5, Reason.LENGTH)
    while True:
        position = game.history.position
        mover = position.player.name
        limit = limits[mover]
        lost = 0.0 if mover == "WHITE" else 1.0
        if (ending := find_adapter(position.kind).find_ending(position)) is not None:
            game.reason, game.points = ending
            return game
        if len(game.history.actions) >= most_actions:
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
