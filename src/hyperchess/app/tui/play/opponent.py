"""The engine as an opponent and adviser: it searches in another thread and can be stopped.

A request carries a ticket. Requests with an older ticket are stopped and return `None`.
"""

from __future__ import annotations

from threading import Lock

from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.engine.levels import LEVELS, find_level
from hyperchess.engine.lines import Line, PlayResult
from hyperchess.engine.score import Score
from hyperchess.ruleset import Player
from hyperchess.rulesets import AnyPosition

__all__ = ["Opponent"]

_LEVEL = 50  # centipawns: a score up to this is level


class Opponent:
    """The engine at a level, with a limit for each action. Hints and draws are judged at full strength."""

    def __init__(self, *, level: int, limit: Budget, engine: Engine | None = None) -> None:
        self.level = find_level(level)
        self._limit = limit
        self._engine = engine or Engine()
        self._lock = Lock()  # the engine searches one position at a time
        self._ticket = 0

    @property
    def name(self) -> str:
        """Display name."""
        return f"hyperchess level {self.level.number} of {len(LEVELS)} ({self.level.name})"

    def new_ticket(self) -> int:
        """Cancel all earlier requests; return the ticket for the next one."""
        self._ticket += 1
        self._engine.stop()
        return self._ticket

    def is_current(self, ticket: int) -> bool:
        """Return whether no later request has been made."""
        return ticket == self._ticket

    def hurry(self) -> None:
        """Make the engine answer at once with its best action so far."""
        self._engine.stop()

    def reply(self, ticket: int, position: AnyPosition, seconds: float | None = None) -> PlayResult | None:
        """Return the action to play, within `seconds` if its clock runs."""
        limit = self._limit
        if seconds is not None:
            most = seconds if limit.seconds is None else min(seconds, limit.seconds)
            limit = Budget(most, limit.rounds)
        with self._lock:
            if not self.is_current(ticket):
                return None
            result = self._engine.play(
                position, limit, level=self.level.number, on_report=lambda _: self._stop_stale(ticket)
            )
        return result if self.is_current(ticket) else None

    def best(self, ticket: int, position: AnyPosition) -> Line | None:
        """Return the best line at full strength."""
        with self._lock:
            if not self.is_current(ticket):
                return None
            lines = self._engine.analyse(position, self._limit, on_report=lambda _: self._stop_stale(ticket))
        return lines[0] if lines and self.is_current(ticket) else None

    def accepts_draw(self, score: Score, color: Player) -> bool:
        """Return whether it accepts a draw as `color`: if its score is level or worse."""
        return score.seen_by(color).as_centipawns() <= _LEVEL

    def _stop_stale(self, ticket: int) -> None:
        if not self.is_current(ticket):
            self._engine.stop()
