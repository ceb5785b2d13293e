"""Clocks of two players: minutes for the game, seconds added after each action.

>>> seconds = iter([0.0, 4.0, 10.0])
>>> from hyperchess.multiverse import Color
>>> clocks = Clocks(TimeControl.parse("10+5"), Color, lambda: next(seconds))
>>> clocks.start(Color.WHITE)  # at 0
>>> clocks.start(Color.BLACK)  # at 4
>>> clocks.text(Color.WHITE), clocks.text(Color.BLACK)
('10:01', '9:54')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hyperchess.errors import InvalidArgument
from hyperchess.ruleset import Player
from hyperchess.text import quote

__all__ = ["Clocks", "TimeControl"]

_CONTROL = re.compile(r"(?P<minutes>[0-9]{1,4}(?:\.[0-9]{1,2})?)(?:\+(?P<increment>[0-9]{1,4}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for the whole game, and seconds added after each action."""

    seconds: float
    increment: float

    @staticmethod
    def parse(text: str) -> TimeControl:
        """Parse minutes and seconds, as in `10+5` or `0.5`."""
        match = _CONTROL.fullmatch(text.strip())
        if match is None or not float(match["minutes"]):
            raise InvalidArgument(f"a clock is minutes and seconds added, as in 10+5, not {quote(text)}")
        return TimeControl(60 * float(match["minutes"]), float(match["increment"] or 0))


class Clocks:
    """Time left for each player; at most one clock runs."""

    def __init__(self, control: TimeControl, players: Iterable[Player], now: Callable[[], float]) -> None:
        self.control = control
        self._now = now
        self._left = dict.fromkeys(players, control.seconds)
        self._running: Player | None = None
        self._since = 0.0

    def start(self, color: Player) -> None:
        """Start the clock of a player; if the opponent's clock was running, it is stopped and incremented."""
        if self._running is color:
            return
        now = self._now()
        if self._running is not None:
            self._left[self._running] += self._since - now + self.control.increment
        self._running, self._since = color, now

    def stop(self) -> None:
        """Stop both clocks."""
        if self._running is not None:
            self._left[self._running] = self.left(self._running)
        self._running = None

    def left(self, color: Player) -> float:
        """Return the remaining seconds of a player."""
        spent = self._now() - self._since if self._running is color else 0.0
        return self._left[color] - spent

    @property
    def flagged(self) -> Player | None:
        """Return the player who is out of time."""
        return self._running if self._running is not None and self.left(self._running) <= 0 else None

    def text(self, color: Player) -> str:
        """Return the remaining minutes and seconds of a player."""
        left = max(0, int(self.left(color)))
        return f"{left // 60}:{left % 60:02d}"
