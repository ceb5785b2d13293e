"""A game between two people as a value: the clocks, whose turn it is, an offer of a draw, and how it ended.

Times are given, never asked for: the server says what time it is.

>>> game = Match(to_move="white", seconds=60.0, increment=5.0, left=(60.0, 60.0))
>>> game = game.moved("black", now=100.0)  # the first action is free, and starts the clocks
>>> game.left_now(110.0)
(60.0, 50.0)
>>> game = game.moved("white", now=130.0)
>>> game.left_now(130.0), game.flagged(189.0), game.flagged(190.0)
((60.0, 35.0), '', 'white')
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

__all__ = ["SIDES", "Match"]

SIDES = ("white", "black")
_RESULTS = {"white": "1-0", "black": "0-1", "": "1/2-1/2"}


@dataclass(frozen=True, slots=True)
class Match:
    """How a game stands. `node` is its last action; `since` is when the clock of who is to move started."""

    to_move: str
    node: int = 0
    seconds: float | None = None  # at the start, for each; without them there are no clocks
    increment: float = 0.0
    left: tuple[float, float] = (0.0, 0.0)
    since: float | None = None
    offer: str = ""  # who has offered a draw
    result: str = ""
    why: str = ""

    @staticmethod
    def read(text: str) -> Match:
        """A match from what was kept of it."""
        data = json.loads(text)
        return Match(**{**data, "left": tuple(data["left"])})

    def text(self) -> str:
        """What is kept of it."""
        return json.dumps(asdict(self))

    @property
    def active(self) -> bool:
        """Whether it goes on."""
        return self.result == ""

    def left_now(self, now: float) -> tuple[float, float]:
        """The seconds that White and Black have left."""
        if self.since is None:
            return self.left
        used = max(0.0, now - self.since)
        white, black = (
            max(0.0, left - used * (side == self.to_move))
            for side, left in zip(SIDES, self.left, strict=True)
        )
        return white, black

    def flagged(self, now: float) -> str:
        """Who has no time left; empty if nobody."""
        if not self.active or self.seconds is None:
            return ""
        return next((side for side, left in zip(SIDES, self.left_now(now), strict=True) if left <= 0.0), "")

    def moved(self, to_move: str, *, node: int = 0, now: float) -> Match:
        """After an action; an offer of a draw that was not accepted is over."""
        gained = self.increment if self.since is not None else 0.0
        white, black = (
            left + gained * (side == self.to_move)
            for side, left in zip(SIDES, self.left_now(now), strict=True)
        )
        since = None if self.seconds is None else now
        return replace(self, to_move=to_move, node=node, left=(white, black), since=since, offer="")

    def ended(self, winner: str, why: str, now: float) -> Match:
        """After its end; without a winner it is a draw."""
        return replace(self, left=self.left_now(now), since=None, offer="", result=_RESULTS[winner], why=why)

    def data(self, now: float) -> dict[str, Any]:
        """As pages get it, with the times of this moment."""
        clock = None
        if self.seconds is not None:
            white, black = (round(1000 * left) for left in self.left_now(now))
            running = self.to_move if self.since is not None else ""
            clock = {"white": white, "black": black, "running": running}
        return {
            "to_move": self.to_move,
            "node": self.node,
            "clock": clock,
            "offer": self.offer,
            "active": self.active,
            "result": self.result,
            "why": self.why,
        }
