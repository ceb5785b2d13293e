"""Lists of games: open challenges and games to watch on a public server, and the games of a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Annotated, Any

from hyperchess.api.errors import ApiError
from hyperchess.app.web.context import ServerContext
from hyperchess.app.web.guards.rates import find_network
from hyperchess.app.web.links import fingerprint
from hyperchess.app.web.live.match import SIDES, Match
from hyperchess.studies.fields import Field, Side

__all__ = ["Challenges", "OwnGame", "list_games", "list_own_games", "listing_rules"]

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
            watchers=context.hub.watchers(study),
        )
        for study, match in (context.matches.listed() if context.is_public else ())
    ]
    return Challenges(context.is_public, sorted(games, key=lambda game: not game.seat)[:_MOST_LISTED])


def _clock(match: Match) -> ListedClock | None:
    if match.seconds is None:
        return None
    return ListedClock(None if match.days else match.seconds, match.increment, match.delay, match.days)


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game in progress in which the client has a seat."""

    study: str
    title: Annotated[str, Field("Variant from which the game starts.")]
    side: Side
    opponent: Annotated[str, Field("Name of the opponent; empty if there is none yet.")]
    turn: Annotated[bool, Field("Whether it is the client's turn.")]
    left: Annotated[
        int | None, Field("Milliseconds that the player to move has left; `null` without clocks.")
    ]


def list_own_games(context: ServerContext, keys: Sequence[str]) -> list[OwnGame]:
    """Return the games in progress of the seats with these keys, the client's turn and least time first."""
    games = []
    for link in filter(None, (context.storage.link(fingerprint(key)) for key in keys)):
        side = str(link.role)
        view = context.matches.view(link.study) if side in SIDES else None
        if view is None or not view.active:
            continue
        other = view.black if side == "white" else view.white
        clock = view.clock
        left = None if clock is None else clock.white if view.to_move == "white" else clock.black
        stored = context.storage.match(link.study)
        title = "" if stored is None else Match.read(stored.state).title
        games.append(OwnGame(link.study, title, side, other.name, view.to_move == side, left))
    return sorted(games, key=lambda game: (not game.turn, inf if game.left is None else game.left))


def listing_rules(context: ServerContext, is_open: bool, title: str) -> dict[str, Any]:
    """Return the rules of a new game that concern its listing, and the limit of its address."""
    if not context.is_public:
        if is_open:
            raise ApiError(409, "private", "this server has no open challenges", hint="send a link instead")
        return {"title": title}
    address = fingerprint(find_network(context.client))[:16]
    return {"listed": is_open, "title": title, "by": address, "waiting": _MOST_WAITING}
