"""Open challenges and games to watch on a public server, and the limit of games without an opponent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from hyperchess.api.errors import ApiError
from hyperchess.api.roles import Role
from hyperchess.app.web.context import ServerContext
from hyperchess.app.web.guards.rates import find_network
from hyperchess.app.web.live.links import fingerprint
from hyperchess.app.web.live.match import Match
from hyperchess.studies.fields import Field

__all__ = ["Challenges", "list_games", "listing_rules"]

_MOST_WAITING = 5  # games of one address that wait for an opponent
_MOST_LISTED = 100


@dataclass(frozen=True, slots=True)
class ListedClock:
    """The clock of a listed game, as in a request."""

    seconds: float | None
    increment: float
    delay: float
    days: int


@dataclass(frozen=True, slots=True)
class ListedGame:
    """An open challenge, or a game in progress."""

    study: str
    title: Annotated[str, Field("Variant from which the game starts.")]
    clock: ListedClock | None
    seat: Annotated[str, Field("Seat that can be claimed; empty if the game is in progress.")]
    white: str
    black: str
    watchers: int


@dataclass(frozen=True, slots=True)
class Challenges:
    """Open challenges and games to watch; `open` is false if the server has no such list."""

    open: bool
    games: Sequence[ListedGame]


def list_games(context: ServerContext) -> Challenges:
    """Return open challenges, then games in progress."""
    games = [
        ListedGame(
            study,
            match.title,
            _clock(match),
            match.open_seats[0] if match.is_waiting else "",
            *match.names,
            watchers=context.hub.roles(study).count(Role.VIEW),
        )
        for study, match in (context.matches.listed() if context.is_public else ())
    ]
    return Challenges(context.is_public, sorted(games, key=lambda game: not game.seat)[:_MOST_LISTED])


def _clock(match: Match) -> ListedClock | None:
    if match.seconds is None:
        return None
    return ListedClock(None if match.days else match.seconds, match.increment, match.delay, match.days)


def listing_rules(context: ServerContext, is_open: bool, title: str) -> dict[str, Any]:
    """Return the rules of a new game that concern its listing, and the limit of its address."""
    if not context.is_public:
        if is_open:
            raise ApiError(409, "private", "this server has no open challenges", hint="send a link instead")
        return {}
    address = fingerprint(find_network(context.client))[:16]
    return {"listed": is_open, "title": title, "by": address, "waiting": _MOST_WAITING}
