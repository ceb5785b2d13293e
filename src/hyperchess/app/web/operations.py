"""Operations that only a server has: running searches, earlier changes, links, games between two people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from secrets import choice, token_urlsafe
from typing import Annotated, Literal, TypeAlias

from hyperchess.api.context import OWN_ENGINE, SearchView
from hyperchess.api.decoding import Invalid
from hyperchess.api.errors import ApiError, not_found
from hyperchess.api.library import Edited
from hyperchess.api.operation import Cost, Operation, StudyId, Table
from hyperchess.api.operations import OPERATIONS
from hyperchess.api.requests import OperationId, SetupText, open_setup
from hyperchess.api.roles import Role
from hyperchess.app.web.challenges import (
    Challenges,
    OwnGame,
    list_games,
    list_own_games,
    listing_rules,
)
from hyperchess.app.web.context import ServerContext, view_job
from hyperchess.app.web.engine_seats import engine_name
from hyperchess.app.web.links import Link, new_link
from hyperchess.app.web.live.match import SIDES
from hyperchess.app.web.match_view import MatchView
from hyperchess.app.web.processes.workers import Job
from hyperchess.studies.content import printable
from hyperchess.studies.earlier import Earlier
from hyperchess.studies.fields import Field, Moves, Name, Number, Side
from hyperchess.studies.opening import open_variant

__all__ = ["SERVER_OPERATIONS"]

_SEARCHES, _LIVE, _LINKS, _MATCHES = map(Table, ("searches", "live", "links", "matches"))

_MOST_EARLIER = 200
_MOST_LINKS = 50

_SearchId: TypeAlias = Annotated[str, Field("The id of a search.", max_length=64)]
_PlayerName: TypeAlias = Annotated[str, Field("Name of the player, as chosen.", max_length=40)]
_LinkId: TypeAlias = Annotated[str, Field("The id of a link.", max_length=64)]


@_SEARCHES.get("/searches/{id}")
def read_search(context: ServerContext, id: _SearchId) -> SearchView:
    """Return the progress of a search. A finished search is removed after ten minutes."""
    return view_job(_find_job(context, id))


@_SEARCHES.delete("/searches/{id}")
def cancel_search(context: ServerContext, id: _SearchId) -> SearchView:
    """Cancel a search; no-op if it is over."""
    job = _find_job(context, id)
    context.jobs.cancel(job)
    return view_job(job)


def _find_job(context: ServerContext, id: str) -> Job:
    job = context.jobs.find(id)
    if job is None:
        raise not_found("there is no such search; finished searches are removed after a while")
    return job


@dataclass(frozen=True, slots=True)
class Changes:
    """The responses to all edits after a revision, in order; `null` if some are no longer stored."""

    changes: Sequence[Edited] | None


@_LIVE.get("/studies/{id}/changes", role=Role.VIEW)
def read_changes(context: ServerContext, id: StudyId, since: Number) -> Changes:
    """Return the changes after a revision, for a client that has this revision."""
    context.library.find(id)
    answers = context.storage.answers_since(id, since)
    return Changes(None if answers is None else list(map(json.loads, answers)))


@dataclass(frozen=True, slots=True)
class EarlierView(Earlier):
    """An overwritten version, or deleted moves."""

    person: Annotated[str, Field("Author of the edit that overwrote it.")] = ""
    made: Annotated[str, Field("Time of that edit.")] = ""


@_LIVE.get("/studies/{id}/earlier", role=Role.VIEW)
def read_earlier(context: ServerContext, id: StudyId) -> list[EarlierView]:
    """List overwritten titles, headers, comments, shapes and marks, newest first."""
    context.library.find(id)
    return [
        EarlierView(**json.loads(found.earlier), person=found.person, made=found.made)
        for found in context.storage.overwritten(id, _MOST_EARLIER)
    ]


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link to a study, without its key."""

    id: str
    role: Role
    name: str


@dataclass(frozen=True, slots=True)
class NewLink(LinkView):
    """A link that was just created."""

    key: Annotated[str, Field("Secret key of the link: `#study=ID&key=KEY`.")]


@dataclass(frozen=True, slots=True)
class LinkRequest:
    """The role of the link, and a name for the owner's list."""

    role: Literal[Role.VIEW, Role.COMMENT, Role.EDIT]
    name: Name = ""


@_LINKS.post("/studies/{id}/links", status=201, role=Role.OWNER)
def add_link(context: ServerContext, id: StudyId, request: LinkRequest) -> NewLink:
    """Create a link. Its key is returned only once: only its hash is stored."""
    if len(_links(context, id)) >= _MOST_LINKS:
        message = f"a study has at most {_MOST_LINKS} links"
        raise ApiError(422, "links", message, hint="revoke one that is no longer needed")
    link, key = new_link(id, request.role, request.name)
    context.storage.add_link(link)
    return NewLink(link.id, link.role, link.name, key)


@_LINKS.get("/studies/{id}/links", role=Role.OWNER)
def list_links(context: ServerContext, id: StudyId) -> list[LinkView]:
    """List the links that were not revoked."""
    return [LinkView(link.id, link.role, link.name) for link in _links(context, id)]


@_LINKS.delete("/studies/{id}/links/{link}", status=204, role=Role.OWNER)
def end_link(context: ServerContext, id: StudyId, link: _LinkId) -> None:
    """Revoke a link.

    Clients with a link of that role must reconnect, so that their keys are checked again.
    """
    found = next((one for one in _links(context, id) if one.id == link), None)
    if not context.storage.end_link(id, link) or found is None:
        raise not_found("there is no such link")
    for study in context.library.whole(id):
        context.hub.drop_all(study, 4000, "a link was revoked: reconnect", role=found.role)


def _links(context: ServerContext, id: str) -> list[Link]:
    context.library.find(id)
    return context.storage.links(id)


@dataclass(frozen=True, slots=True)
class ClockRequest:
    """Seconds per player, with an increment or a delay per action; or days per action."""

    seconds: Annotated[float, Field(ge=1, le=86_400)] | None = None
    increment: Annotated[float, Field(ge=0, le=3_600)] = 0.0
    delay: Annotated[float, Field(ge=0, le=3_600)] = 0.0
    days: Annotated[int, Field(ge=0, le=30)] = 0

    def __post_init__(self) -> None:
        """Refuse clocks without exactly one kind of time."""
        if (self.seconds is None) == (self.days == 0):
            raise Invalid("give either seconds or days")
        if self.days and (self.increment or self.delay):
            raise Invalid("a clock with days has neither increment nor delay")


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A new game from a `variant` or a `setup`, and the side of the requesting player."""

    variant: Name | None = None
    setup: SetupText | None = None
    side: Literal["white", "black", "random"] = "random"
    clock: ClockRequest | None = None
    name: _PlayerName = ""
    open: Annotated[bool, Field("Whether to list it as an open challenge.")] = False

    def __post_init__(self) -> None:
        """Refuse requests without exactly one start."""
        if (self.variant is None) == (self.setup is None):
            raise Invalid("give either a variant or a setup")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A new game: the key of the requesting player, and that of the invitation for the opponent."""

    study: str
    side: Side
    key: Annotated[str, Field("Key of the player who started the game.")]
    friend: Annotated[str, Field("Key of the invitation: the first client that claims the seat plays.")]


@_MATCHES.post("/matches", status=201, cost=Cost.SLOW)
def create_match(context: ServerContext, request: MatchRequest) -> NewMatch:
    """Start a game between two people."""
    setup = request.setup
    content = open_variant(request.variant or "") if setup is None else open_setup(context, setup)
    side = choice(SIDES) if request.side == "random" else request.side
    study, keys = context.matches.create(
        content,
        **({} if request.clock is None else asdict(request.clock)),
        player=side,
        name=_player_name(request.name),
        **listing_rules(context, request.open, request.variant or "Set-up position"),
    )
    return NewMatch(study, side, keys[side], keys[SIDES[side == "white"]])


@_MATCHES.get("/challenges")
def list_challenges(context: ServerContext) -> Challenges:
    """List open challenges and games in progress that all clients may watch, on a public server."""
    return list_games(context)


@dataclass(frozen=True, slots=True)
class OwnGamesRequest:
    """Keys of the seats of a client."""

    keys: Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=100)]


@_MATCHES.post("/matches/own")
def list_own(context: ServerContext, request: OwnGamesRequest) -> list[OwnGame]:
    """List the games in progress of a player, those in which it is the player's turn first."""
    return list_own_games(context, request.keys)


@_MATCHES.get("/studies/{id}/match", role=Role.VIEW)
def read_match(context: ServerContext, id: StudyId) -> MatchView:
    """Return the state of a game, with the current clocks."""
    context.library.find(id)
    return context.matches.view(id)


@dataclass(frozen=True, slots=True)
class SeatedEngine:
    """An engine of `/api/engines` by name, by default the built-in one, with its level."""

    name: Annotated[Name, Field(min_length=1)] = OWN_ENGINE
    level: Annotated[int, Field(ge=1, le=8)] = 8


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A claim of a seat. The client chooses its secret `key`, so that it can repeat a claim.

    With `engine`, an engine of the server has the seat instead.
    """

    key: Annotated[str, Field(min_length=32, max_length=100, pattern=r"^[0-9A-Za-z_-]+$")] | None = None
    name: _PlayerName = ""
    engine: SeatedEngine | None = None

    def __post_init__(self) -> None:
        """Refuse requests for neither or both of a client and an engine."""
        if (self.key is None) == (self.engine is None):
            raise Invalid("give either a key or an engine")


@_MATCHES.post("/studies/{id}/match/seat", role=Role.VIEW)
def claim_seat(context: ServerContext, id: StudyId, request: SeatRequest) -> MatchView:
    """Claim the seat of an invitation, whose key is given, once; from then on its link allows watching."""
    if request.engine is None:
        return context.matches.sit(id, context.key, request.key or "", _player_name(request.name))
    chosen = request.engine
    place = context.library.place(id, context.matches.view(id).node)
    context.engine(chosen.name).play(place, 1.0, chosen.level)  # refuse what the engine cannot play
    engine = f"{chosen.name}:{chosen.level}"
    return context.matches.sit(id, context.key, token_urlsafe(24), engine_name(engine), engine=engine)


@_MATCHES.post("/studies/{id}/match/link", status=201, role=Role.VIEW)
def move_seat(context: ServerContext, id: StudyId) -> NewLink:
    """Create a one-time link that moves the seat of a player to another device."""
    role = _player(context, id)
    link, key = context.matches.invite(id, role)
    return NewLink(link.id, link.role, link.name, key)


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """An action after `node`; an `operation` that is sent again is made only once."""

    moves: Annotated[Moves, Field(min_length=1)]
    operation: OperationId
    node: Number | None = None


@_MATCHES.post("/studies/{id}/match/actions", role=Role.VIEW)
def play_in_match(context: ServerContext, id: StudyId, request: MoveRequest) -> Edited:
    """Play an action in a game, as the player whose key is given."""
    return context.matches.play(id, _player(context, id), request.moves, request.operation, request.node)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The moves of an action for the next turn of a player; none if nothing is prepared."""

    moves: Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(max_length=32)]


@_MATCHES.post("/studies/{id}/match/prepared", role=Role.VIEW)
def prepare(context: ServerContext, id: StudyId, request: Prepared) -> Prepared:
    """Prepare an action during the opponent's turn; it is played if it is then legal and unambiguous."""
    context.matches.prepare(id, _player(context, id), request.moves)
    return read_prepared(context, id)


@_MATCHES.get("/studies/{id}/match/prepared", role=Role.VIEW)
def read_prepared(context: ServerContext, id: StudyId) -> Prepared:
    """Return the action that the player whose key is given has prepared."""
    return Prepared(tuple(context.matches.prepared(id, _player(context, id))))


@dataclass(frozen=True, slots=True)
class ActRequest:
    """An act other than a move; an `operation` that is sent again is made only once.

    Offers, and the responses to them, are `about` a draw, a take-back or a rematch. An offer of what the
    opponent has offered accepts it.
    """

    type: Literal["resign", "abort", "claim", "offer", "accept", "decline"]
    about: Literal["draw", "takeback", "rematch"] = "draw"
    operation: OperationId | None = None


@_MATCHES.post("/studies/{id}/match", role=Role.VIEW)
def act_in_match(context: ServerContext, id: StudyId, request: ActRequest) -> MatchView:
    """Resign, abort before the first action, claim a win against an absent player, or deal with an offer."""
    player, operation = _player(context, id), request.operation or ""
    return context.matches.act(id, player, request.type, request.about, operation)


def _player_name(name: str) -> str:
    return printable(name).strip()


def _player(context: ServerContext, id: str) -> Role:
    role = context.role(id)
    if role not in (Role.WHITE, Role.BLACK):
        raise ApiError(403, "role", "only the two players can do this")
    return role


SERVER_OPERATIONS: tuple[Operation, ...] = (*OPERATIONS, *_SEARCHES, *_LIVE, *_LINKS, *_MATCHES)
