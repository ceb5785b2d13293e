"""State of a game between two people: clocks, player to move, offers and result.

Every time is a parameter: the seconds in which servers have run (`Uptime`). Any server can compute the time
left from the stored value alone.

>>> game = Match(to_move="white", seconds=60.0, increment=5.0, left=(60.0, 60.0))
>>> game = game.moved("black", now=100.0)  # the first action is free, and starts the clocks
>>> game.left_now(110.0)
(60.0, 50.0)
>>> game = game.moved("white", now=130.0)
>>> game.left_now(130.0), game.due, game.expired(189.0).why, game.expired(190.0).why
((60.0, 35.0), 190.0, '', 'White has no time left')
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from math import inf
from typing import Annotated, Any, TypeAlias, TypeVar

from hyperchess.api.stored import StoredMatch
from hyperchess.studies.fields import Field

__all__ = ["ABORTED", "RESULTS", "SIDES", "Match", "Offers", "SideOrNone", "opponent", "with_side"]

T = TypeVar("T")

_PRESENCE_BEAT = 5.0  # seconds between two records that a player is connected
_AWAY = 10.0  # seconds since that record after which a player is away
_DAY = 86_400.0
_ABANDONED = 600.0  # seconds after which a challenge of an absent player ends
_ABANDONED_LONG = 7.0 * _DAY  # the same with days per action, and for games that are not listed

SIDES = ("white", "black")
ABORTED = "*"
RESULTS = {"white": "1-0", "black": "0-1", "": "1/2-1/2", ABORTED: ABORTED}


SideOrNone: TypeAlias = Annotated[str, Field(enum=("", *SIDES))]


@dataclass(frozen=True, slots=True)
class Offers:
    """The player who has made each offer; empty if there is none."""

    draw: SideOrNone = ""
    takeback: SideOrNone = ""
    rematch: SideOrNone = ""


@dataclass(frozen=True, slots=True)
class Match:
    """State of a game. `node` is its last action.

    The clock of the player to move has been running since `since`.
    """

    to_move: str
    node: int = 0
    seconds: float | None = None  # per player at the start; `None` without clocks
    increment: float = 0.0
    delay: float = 0.0  # seconds before the clock of the player to move counts down
    days: int = 0  # per action; then `seconds` is the same time
    left: tuple[float, float] = (0.0, 0.0)
    since: float | None = None
    names: tuple[str, str] = ("", "")
    seats: tuple[str, str] = ("", "")  # ids of the links of the players; empty until a seat is claimed
    here: tuple[float, float] = (0.0, 0.0)  # times at which the players were last connected
    engines: tuple[str, str] = ("", "")  # `NAME:LEVEL` of the engines in the seats; empty for people
    runner: str = ""  # id of the server that runs the engines
    start: int = 0  # the node before the first action
    offers: Offers = Offers()
    prepared: tuple[str, str] = ("", "")  # actions for the next turn of each player, a move per line
    result: str = ""
    why: str = ""
    listed: bool = False  # an open challenge, and a game that all clients may watch
    title: str = ""  # of the start, in the list
    by: str = ""  # hash of the address of the player who created it; empty if addresses have no limit
    previous: str = ""  # the study of which this is the rematch
    next: str = ""  # the study of the rematch

    @staticmethod
    def read(text: str) -> Match:
        """Parse the state of a stored match."""
        data = json.loads(text)
        known = {field.name: data[field.name] for field in fields(Match) if field.name in data}
        lists = {name: tuple(value) for name, value in known.items() if isinstance(value, list)}
        offers = data.get("offers", {"draw": data.get("offer", "")})  # earlier versions only had draw offers
        return Match(**{**known, **lists, "offers": Offers(**offers)})

    def stored(self, before: StoredMatch) -> StoredMatch:
        """Return the match in its stored form, to replace `before`; a game that was over is not due again."""
        due = self.due if before.active else before.due
        return replace(before, state=json.dumps(asdict(self)), due=due)

    @property
    def active(self) -> bool:
        """Whether the game is still being played."""
        return self.result == ""

    @property
    def is_begun(self) -> bool:
        """True if there is an action."""
        return self.node != self.start

    def begun(self, to_move: str, node: int) -> Match:
        """Return the match at its start."""
        seconds = self.days * _DAY if self.days else self.seconds
        left = (seconds or 0.0, seconds or 0.0)
        return replace(self, to_move=to_move, node=node, start=node, seconds=seconds, left=left)

    def again(self, study: str) -> dict[str, Any]:
        """Return the rules of the rematch of the match in `study`, with the other colours."""
        same = ("seconds", "increment", "delay", "days", "listed", "title", "runner")
        swapped = {"names": self.names[::-1], "engines": self.engines[::-1]}
        return {name: getattr(self, name) for name in same} | swapped | {"previous": study}

    @property
    def open_seats(self) -> list[str]:
        """The sides whose seats are not claimed."""
        return [side for side, seat in zip(SIDES, self.seats, strict=True) if not seat]

    @property
    def is_waiting(self) -> bool:
        """True if the game waits for an opponent. A rematch is only for the players of the previous game."""
        return self.active and not self.is_begun and not self.previous and self.open_seats != []

    def is_listed(self, now: float) -> bool:
        """Return whether the game is shown in the list: challenges only while their players are here."""
        is_here = bool(self.days) or now - max(self.here) < _AWAY
        return self.listed and self.active and (is_here or not self.is_waiting)

    @property
    def _end(self) -> float:
        """The time at which the game ends if the players do nothing: by a flag, or because they left."""
        if self.since is not None:
            return self.since + self.delay + self.left[SIDES.index(self.to_move)]
        if not self.active or self.is_begun:
            return inf
        is_short = self.listed and self.is_waiting and not self.days
        here = max(here for here, engine in zip(self.here, self.engines, strict=True) if not engine)
        return here + (_ABANDONED if is_short else _ABANDONED_LONG)

    @property
    def due(self) -> float:
        """The time at which a server must look at the game; 0 if at once."""
        return 0.0 if not self.active or self.prepared_now or any(self.engines) else self._end

    def expired(self, now: float) -> Match:
        """Return the match at `now`: over if a flag has fallen, or if the players left before an action."""
        if now < self._end:
            return self
        if self.since is not None:
            return self.ended(opponent(self.to_move), f"{self.to_move.capitalize()} has no time left", now)
        seats = self.open_seats
        who = opponent(seats[0]).capitalize() if len(seats) == 1 else "the players"
        return self.ended(ABORTED, f"{who} left the game", now)

    def seated(self, side: str, seat: str, name: str, now: float) -> Match:
        """Return the match after a player claimed a seat; an empty name leaves the one before."""
        names = with_side(self.names, side, name) if name else self.names
        seats, here = with_side(self.seats, side, seat), with_side(self.here, side, now)
        return replace(self, seats=seats, names=names, here=here)

    def run_by(self, server: str, now: float) -> Match:
        """Return the match with its engines run by `server`, unless another server runs them at `now`."""
        sides = [side for side, engine in zip(SIDES, self.engines, strict=True) if engine]
        if not sides or (self.runner != server and self.is_here(sides[0], now)):
            return self
        return replace(self, runner=server).met(sides[0], now)

    def met(self, side: str, now: float) -> Match:
        """Return the match with a player who is connected at `now`; recent records are not replaced."""
        if 0.0 <= self.away(side, now) < _PRESENCE_BEAT:
            return self
        return replace(self, here=with_side(self.here, side, now))

    def away(self, side: str, now: float) -> float:
        """Return the seconds since a player was last connected."""
        return now - self.here[SIDES.index(side)]

    def is_here(self, side: str, now: float) -> bool:
        """Return whether a player is connected, as far as the servers know."""
        return self.away(side, now) < _AWAY

    @property
    def claim_seconds(self) -> float:
        """Seconds of absence after which the opponent can claim a win; 0 with days per action: never."""
        return 0.0 if self.days else _DAY if self.seconds is None else 60.0

    def can_claim(self, absent: str, now: float) -> bool:
        """Return whether a player has been away for long enough to lose the game."""
        return 0.0 < self.claim_seconds <= self.away(absent, now)

    def left_now(self, now: float) -> tuple[float, float]:
        """Return the seconds that White and Black have left."""
        if self.since is None:
            return self.left
        used = max(0.0, now - self.since - self.delay)
        white, black = (
            max(0.0, left - used * (side == self.to_move))
            for side, left in zip(SIDES, self.left, strict=True)
        )
        return white, black

    def moved(self, to_move: str, *, node: int = 0, now: float) -> Match:
        """Return the match after an action; pending offers lapse."""
        gained = self.increment if self.since is not None else 0.0
        white, black = (
            left + gained * (side == self.to_move)
            for side, left in zip(SIDES, self.left_now(now), strict=True)
        )
        since = None if self.seconds is None else now
        if self.days and self.seconds is not None:
            white = black = self.seconds
        return replace(
            self.prepare(self.to_move, ""),
            to_move=to_move,
            node=node,
            left=(white, black),
            since=since,
            offers=Offers(),
        )

    def prepare(self, side: str, action: str) -> Match:
        """Return the match with an action that a player has prepared; empty for none."""
        return replace(self, prepared=with_side(self.prepared, side, action))

    @property
    def prepared_now(self) -> str:
        """The prepared action of the player to move; empty if there is none."""
        return self.prepared[SIDES.index(self.to_move)] if self.active else ""

    def taken_back(self, to_move: str, *, node: int, now: float) -> Match:
        """Return the match after a take-back to `node`; the time that was used is not given back."""
        since = None if self.seconds is None or node == self.start else now
        left = (self.seconds, self.seconds) if self.days and self.seconds else self.left_now(now)
        match = replace(self, to_move=to_move, node=node, left=left, since=since)
        return replace(match, offers=Offers(), prepared=("", ""))

    def offered(self, about: str, side: str) -> Match:
        """Return the match with an offer of a player; without a player, with no such offer."""
        return replace(self, offers=replace(self.offers, **{about: side}))

    def ended(self, winner: str, why: str, now: float) -> Match:
        """Return the match after its end; without a winner it is a draw, with `ABORTED` it has no result."""
        left, result = self.left_now(now), RESULTS[winner]
        return replace(self, left=left, since=None, offers=Offers(), result=result, why=why)


def opponent(side: str) -> str:
    """Return the other side."""
    return SIDES[side == "white"]


def with_side(pair: tuple[T, T], side: str, value: T) -> tuple[T, T]:
    """Return a pair for White and Black with another value for one of them."""
    return (value, pair[1]) if side == "white" else (pair[0], value)
