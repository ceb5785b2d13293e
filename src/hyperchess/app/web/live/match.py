"""State of a game between two people: clocks, player to move, draw offer and result.

Every time is a parameter: the clock of the database, in seconds. Any server can compute the time left from
the stored value alone.

>>> game = Match(to_move="white", seconds=60.0, increment=5.0, left=(60.0, 60.0))
>>> game = game.moved("black", now=100.0)  # the first action is free, and starts the clocks
>>> game.left_now(110.0)
(60.0, 50.0)
>>> game = game.moved("white", now=130.0)
>>> game.left_now(130.0), game.flagged(189.0), game.flagged(190.0)
((60.0, 35.0), '', 'white')

Servers check a running clock about every second. If no server has checked it for longer, or the clock was set
back, the time since the last check is charged to neither player:

>>> game = game.at(131.0).at(10_131.0)
>>> game.left_now(10_132.0), game.at(-5.0).left_now(-5.0)
((58.0, 35.0), (59.0, 35.0))
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Annotated, TypeAlias

from hyperchess.studies.fields import Field, Result, Side

__all__ = ["SIDES", "Match", "MatchView"]

_LONGEST_GAP = 3.0  # seconds between two checks; a longer gap means downtime or a clock jump
_BEAT = 1.0  # seconds between two checks that are stored

SIDES = ("white", "black")
_RESULTS = {"white": "1-0", "black": "0-1", "": "1/2-1/2"}


_SideOrNone: TypeAlias = Annotated[str, Field(enum=("", *SIDES))]


@dataclass(frozen=True, slots=True)
class ClockView:
    """The milliseconds left, and whose clock is running."""

    white: int
    black: int
    running: _SideOrNone


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player with a chosen name."""

    name: str
    seat: Annotated[str, Field("Id of the player's link; empty until the seat is claimed.")]


@dataclass(frozen=True, slots=True)
class MatchView:
    """State of a game. `node` is its last action."""

    to_move: Side
    node: int
    clock: ClockView | None
    white: PlayerView
    black: PlayerView
    offer: Annotated[_SideOrNone, Field("Player who offered a draw.")]
    active: bool
    result: Result
    why: str


@dataclass(frozen=True, slots=True)
class Match:
    """State of a game. `node` is its last action.

    The clock of the player to move has been running since `since`, and a server last checked it at `seen`.
    """

    to_move: str
    node: int = 0
    seconds: float | None = None  # per player at the start; `None` without clocks
    increment: float = 0.0
    left: tuple[float, float] = (0.0, 0.0)
    since: float | None = None
    seen: float | None = None
    names: tuple[str, str] = ("", "")
    seats: tuple[str, str] = ("", "")  # ids of the links of the players; empty until a seat is claimed
    offer: str = ""  # the player who offered a draw
    result: str = ""
    why: str = ""

    @staticmethod
    def read(text: str) -> Match:
        """Parse a stored match."""
        data = json.loads(text)
        lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
        return Match(**{**data, **lists})

    def text(self) -> str:
        """Return the match in its stored form."""
        return json.dumps(asdict(self))

    @property
    def active(self) -> bool:
        """Whether the game is still being played."""
        return self.result == ""

    def seated(self, side: str, seat: str, name: str) -> Match:
        """Return the match after a player claimed a seat; an empty name leaves the one before."""
        place = SIDES.index(side)
        return replace(
            self,
            seats=_with(self.seats, place, seat),
            names=_with(self.names, place, name or self.names[place]),
        )

    def at(self, now: float) -> Match:
        """Return the match as a server sees it at `now`."""
        if self.since is None:
            return self
        if self.seen is None:  # stored by an earlier version, which did not record its checks
            return replace(self, since=now, seen=now)
        gap = now - self.seen
        since = self.since if 0.0 <= gap <= _LONGEST_GAP else self.since + gap
        return replace(self, since=since, seen=now)

    def is_new(self, before: Match) -> bool:
        """Return whether the match must be stored to replace `before`."""
        if replace(self, seen=before.seen) != before:
            return True
        if self.seen is None or before.seen is None:
            return False
        return not 0.0 <= self.seen - before.seen < _BEAT

    def left_now(self, now: float) -> tuple[float, float]:
        """Return the seconds that White and Black have left."""
        if self.since is None:
            return self.left
        used = max(0.0, now - self.since)
        white, black = (
            max(0.0, left - used * (side == self.to_move))
            for side, left in zip(SIDES, self.left, strict=True)
        )
        return white, black

    def flagged(self, now: float) -> str:
        """Return the player who is out of time; empty if neither is."""
        if not self.active or self.seconds is None:
            return ""
        return next((side for side, left in zip(SIDES, self.left_now(now), strict=True) if left <= 0.0), "")

    def moved(self, to_move: str, *, node: int = 0, now: float) -> Match:
        """Return the match after an action; a pending draw offer lapses."""
        gained = self.increment if self.since is not None else 0.0
        white, black = (
            left + gained * (side == self.to_move)
            for side, left in zip(SIDES, self.left_now(now), strict=True)
        )
        since = None if self.seconds is None else now
        return replace(
            self, to_move=to_move, node=node, left=(white, black), since=since, seen=since, offer=""
        )

    def ended(self, winner: str, why: str, now: float) -> Match:
        """Return the match after its end; without a winner it is a draw."""
        left = self.left_now(now)
        return replace(self, left=left, since=None, seen=None, offer="", result=_RESULTS[winner], why=why)

    def view(self, now: float) -> MatchView:
        """Return the match as it is sent to pages, with the clocks at `now`."""
        clock = None
        if self.seconds is not None:
            white, black = (round(1000 * left) for left in self.left_now(now))
            running = self.to_move if self.since is not None else ""
            clock = ClockView(white, black, running)
        players = {
            side: PlayerView(name, seat)
            for side, name, seat in zip(SIDES, self.names, self.seats, strict=True)
        }
        return MatchView(
            self.to_move,
            self.node,
            clock,
            **players,
            offer=self.offer,
            active=self.active,
            result=self.result,
            why=self.why,
        )


def _with(pair: tuple[str, str], place: int, value: str) -> tuple[str, str]:
    """Return a pair with another value for White (0) or Black (1)."""
    return (pair[0], value) if place else (value, pair[1])
