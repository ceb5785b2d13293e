"""The time in which servers run. Clocks of games and the presence of players are measured in it.

Servers record that they run. Downtime, and jumps of the clock of the database, do not count:

>>> uptime = Uptime().recorded(1_000.0, patience=3.0)
>>> uptime.at(1_002.0), uptime.at(5_000.0)
(2.0, 0.0)
>>> uptime = uptime.recorded(1_002.0, patience=3.0).recorded(5_000.0, patience=3.0)
>>> uptime.at(5_001.0), uptime.recorded(4_000.0, patience=3.0).at(4_001.0)
(3.0, 3.0)
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Uptime"]


@dataclass(frozen=True, slots=True)
class Uptime:
    """The last record of any server; all times are those of the database."""

    seen: float = 0.0  # time of the record
    until: float = 0.0  # the next record must follow before; otherwise there was downtime since `seen`
    lost: float = 0.0  # seconds of all downtime

    def at(self, now: float) -> float:
        """Return the time in which servers ran until `now`; it stands still without records."""
        return (now if self.seen <= now <= self.until else self.seen) - self.lost

    def recorded(self, now: float, *, patience: float) -> Uptime:
        """Return the record that a server runs at `now`; it is valid for `patience` seconds."""
        return Uptime(now, now + patience, now - self.at(now))
