"""State of a game between two people, as the API and the websockets of its pages send it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hyperchess.app.web.live.match import RESULTS, SIDES, Match, Offers, SideOrNone
from hyperchess.studies.fields import Field, Side

__all__ = ["ClockView", "MatchView", "view_match"]


@dataclass(frozen=True, slots=True)
class ClockView:
    """The milliseconds left, and whose clock is running."""

    white: int
    black: int
    running: SideOrNone
    delay: Annotated[int, Field("Milliseconds until the running clock counts down.")]
    days: Annotated[int, Field("Days per action; 0 if the clocks are for the whole game.")]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player with a chosen name."""

    name: str
    seat: Annotated[str, Field("Id of the player's link; empty until the seat is claimed.")]
    here: Annotated[bool, Field("Whether the player is connected.")]
    away: Annotated[int, Field("Milliseconds since the player was last connected.")]
    engine: Annotated[bool, Field("Whether an engine plays.")]


@dataclass(frozen=True, slots=True)
class MatchView:
    """State of a game. `node` is its last action."""

    to_move: Side
    node: int
    clock: ClockView | None
    white: PlayerView
    black: PlayerView
    offers: Offers
    can_abort: bool
    claim: Annotated[
        int, Field("Milliseconds of absence after which the opponent can claim a win; 0: never.")
    ]
    active: bool
    result: Annotated[str, Field(enum=("", *RESULTS.values()))]
    why: str
    next: Annotated[str, Field("Study of the rematch; empty if there is none.")]


def view_match(match: Match, now: float) -> MatchView:
    """Return the match as it is sent to pages, with the clocks at `now`."""
    clock = None
    if match.seconds is not None:
        white, black = (round(1000 * left) for left in match.left_now(now))
        running = match.to_move if match.since is not None else ""
        delay = 0.0 if match.since is None else max(0.0, match.since + match.delay - now)
        clock = ClockView(white, black, running, round(1000 * delay), match.days)
    players = {
        side: PlayerView(
            name,
            seat,
            bool(seat) and match.is_here(side, now),
            round(1000 * max(0.0, match.away(side, now))),
            engine != "",
        )
        for side, name, seat, engine in zip(SIDES, match.names, match.seats, match.engines, strict=True)
    }
    return MatchView(
        match.to_move,
        match.node,
        clock,
        **players,
        offers=match.offers,
        can_abort=match.active and not match.is_begun,
        claim=round(1000 * match.claim_seconds),
        active=match.active,
        result=match.result,
        why=match.why,
        next=match.next,
    )
