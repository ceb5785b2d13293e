"""The engine as an opponent and adviser: it thinks in another thread and can be stopped.

A request carries a ticket. What was asked for with an older ticket is stopped, and its answer is `None`.
"""

from __future__ import annotations

from threading import Lock

from hyperchess.budget import Budget
from hyperchess.engine.arguments import AnyPosition
from hyperchess.engine.engine import Engine
from hyperchess.engine.levels import LEVELS, find_level
from hyperchess.engine.lines import Line, PlayResult
from hyperchess.engine.score import AnyColor, Score

__all__ = ["Opponent"]

_LEVEL = 50  # centipawns: a score that is not larger is level


class Opponent:
    """The engine at a level, with a limit for each action. Hints and draws are judged at full strength."""

    def __init__(self, *, level: int, limit: Budget, engine: Engine | None = None) -> None:
        self.level = find_level(level)
        self._limit = limit
        self._engine = engine or Engine()
        self._lock = Lock()  # the engine thinks about one thing at a time
        self._ticket = 0

    @property
    def name(self) -> str:
        """Display name."""
        return f"hyperchess level {self.level.number} of {len(LEVELS)} ({self.level.name})"

    def new_ticket(self) -> int:
        """Give up all that was asked for before; the number is for the next question."""
        self._ticket += 1
        self._engine.stop()
        return self._ticket

    def is_current(self, ticket: int) -> bool:
        """Return whether no later request has been made."""
        return ticket == self._ticket

    def hurry(self) -> None:
        """Let it answer at once with what it has found."""
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
        """The best line at full strength."""
        with self._lock:
            if not self.is_current(ticket):
                return None
            lines = self._engine.analyse(position, self._limit, on_report=lambda _: self._stop_stale(ticket))
        return lines[0] if lines and self.is_current(ticket) else None

    def accepts_draw(self, score: Score, color: AnyColor) -> bool:
        """Return whether it accepts a draw as `color`: if its score is level or worse."""
        return score.seen_by(color).as_centipawns() <= _LEVEL

    def _stop_stale(self, ticket: int) -> None:
        if not self.is_current(ticket):
            self._engine.stop()
