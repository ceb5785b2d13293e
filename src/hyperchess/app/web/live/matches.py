"""Games between two people. Each player has a link, the server runs the clocks, and the game is a study.

The state of a match and its clock are in the database, so several servers can serve one match. A server
replaces the state only if no other server was faster; otherwise it reads the state again.
"""

from __future__ import annotations

from asyncio import gather, sleep, to_thread
from collections.abc import Callable, Sequence
from dataclasses import astuple, replace
from functools import partial
from math import inf
from secrets import token_hex
from typing import Any

from hyperchess.api.documents import read_document, write_document
from hyperchess.api.library import Author, Edited, Library
from hyperchess.api.roles import Role
from hyperchess.api.stored import Operation, StoredMatch
from hyperchess.app.web.errors import ApiError, not_found
from hyperchess.app.web.links import Link, fingerprint, new_link
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.match import ABORTED, SIDES, Match, opponent, with_side
from hyperchess.app.web.live.uptime import Uptime
from hyperchess.app.web.match_view import MatchView, view_match
from hyperchess.app.web.retried import retried
from hyperchess.app.web.storage import Storage
from hyperchess.errors import HyperchessError
from hyperchess.studies.content import Content
from hyperchess.studies.data import to_data
from hyperchess.studies.edits import Add, Delete, SetHeader, SetResult
from hyperchess.studies.study import Edit, Study

__all__ = ["Matches"]

_PLAYERS = (Role.WHITE, Role.BLACK)
_TICK = 0.25  # seconds between two checks of the clocks
_MOST_ENGINES = 16  # games in progress in which engines have a seat
_BEAT, _SLOW_BEAT = 1.0, 60.0  # seconds between two records that a server runs
_SOON = 86_400.0  # seconds until the next game is due, for the shorter one
_PATIENCE = 3.0  # beats without a record that are no downtime
_KEPT = 86_400.0  # seconds after which an aborted game is deleted


class Matches:
    """All games between two people. Methods may be called from any thread."""

    def __init__(
        self, library: Library, storage: Storage, hub: Hub, *, clock: Callable[[], float] | None = None
    ) -> None:
        self._library = library
        self._storage = storage
        self._hub = hub
        self._clock = clock or storage.now
        self._id = token_hex(8)
        self.run_engines: Callable[[list[tuple[str, Match, float]]], None] = lambda games: None
        """Called with the games whose engines this server runs."""
        self._uptime = Uptime()  # as it was read within the last second
        self._told: dict[str, Match] = {}  # what the pages of each study were sent

    def create(
        self,
        content: Content,
        *,
        id: str | None = None,
        player: str = "",
        name: str = "",
        waiting: int = 0,
        **rules: Any,
    ) -> tuple[str, dict[str, str]]:
        """Create a match; return the id of its study, and a key for each side.

        The key of `player` is that of a player, and the other keys are those of invitations. `rules` are
        fields of `Match`. With `waiting`, an address can have at most that many games without an opponent.
        """
        study = Study(content)
        position = to_data(study.place(study.end()).position())
        if tuple(position.get("players", SIDES)) != SIDES or position["status"].over:
            raise ApiError(422, "players", "a game needs White, Black and a position that is not over")
        now = self._now()
        match = Match("", **rules, here=(now, now)).begun(position["player"], study.end())
        keys = {}
        with self._storage.transaction():
            others = sum(one.is_waiting and one.by == match.by for _, one in self._current())
            if 0 < waiting <= others:
                message = f"your address can have at most {waiting} games that wait for an opponent"
                raise ApiError(429, "waiting", message, hint="abort one of them")
            id = self._library.create(content, id=id).id
            for side, engine in zip(SIDES, match.engines, strict=True):
                role, is_seated = Role(side), side == player or engine != ""
                link, keys[side] = new_link(id, role if is_seated else role.invitation, "a player")
                self._storage.add_link(link)
                if is_seated:
                    match = match.seated(side, link.id, name, now)
            self._storage.keep_match(match.stored(StoredMatch(id, True, "", 0.0)))
            self.beat()
        return id, keys

    def sit(self, study: str, invitation: str, key: str, name: str, *, engine: str = "") -> MatchView:
        """Claim the seat of an invitation for the client that chose `key`, or for an engine.

        A claim that is sent again with the same key only changes the name.
        """
        with self._storage.transaction():
            if engine and sum(any(one.engines) for _, one in self._current()) >= _MOST_ENGINES:
                message = f"engines play {_MOST_ENGINES} games already"
                raise ApiError(429, "engines", message, hint="try again later")
            found = self._storage.link(fingerprint(key))
            if found is None:
                found = self._claim(study, invitation, key, is_engine=engine != "")
            elif found.study != study or found.role not in _PLAYERS:
                raise ApiError(409, "key", "this key belongs to another link", hint="choose a new one")
            stored = self._find(study)
            now = self._now()
            match = Match.read(stored.state).seated(found.role, found.id, name, now)
            if engine:
                engines = with_side(match.engines, found.role, engine)
                match = replace(match, engines=engines, runner=self._id)
            self._storage.keep_match(match.stored(stored))
        self._tell(study, match, now)
        return view_match(match, now)

    def _claim(self, study: str, invitation: str, key: str, *, is_engine: bool) -> Link:
        invited = self._storage.link(fingerprint(invitation)) if invitation else None
        allowed = self.role(invited, study) if invited is not None or not invitation else None
        if allowed is None:
            raise ApiError(403, "link", "this link is no longer valid", hint="ask for a new one")
        if is_engine and allowed in _PLAYERS:  # a player who waits lets an engine play
            allowed = Role(opponent(allowed)).invitation
        role = next((role for role in _PLAYERS if role.invitation is allowed), None)
        if role is not None:
            seat = next((link for link in self._storage.links(study) if link.role is allowed), None)
            link, _ = new_link(study, role, "a player", key=key)
            if seat is not None and self._storage.claim_seat(seat.token, link):
                self._hub.drop_all(study, 4000, "the seat has moved to another device: reconnect", role=role)
                return link
        raise ApiError(409, "seat", "this seat is taken: you are watching")

    def invite(self, study: str, role: Role) -> tuple[Link, str]:
        """Return a new invitation to the seat of a player, for another device, and its key."""
        link, key = new_link(study, role.invitation, "a player")
        self._storage.invite(link)
        return link, key

    def _current(self) -> list[tuple[str, Match]]:
        """Return the games in progress."""
        return [(stored.study, Match.read(stored.state)) for stored in self._storage.current_matches()]

    def listed(self) -> list[tuple[str, Match]]:
        """Return the studies of open challenges, and of games in progress that all clients may watch."""
        now = self._now()
        return [(study, match) for study, match in self._current() if match.is_listed(now)]

    def role(self, link: Link | None, study: str) -> Role | None:
        """Return the role of a link in its own game or in a later rematch; `None` if it has none.

        A player of a game is invited to its rematch, with the other colour. All other links allow watching.
        Without a link, clients are invited to open challenges, and can watch games that were listed.
        """
        if link is not None and link.study == study:
            return link.role
        match = self._previous(study)
        if link is None:
            if not match.listed:
                return None
            return Role(match.open_seats[0]).invitation if match.is_waiting else Role.VIEW
        if match.previous == link.study and link.role in _PLAYERS:
            side = opponent(link.role)
            if side in match.open_seats:
                return Role(side).invitation
        while match.previous:
            if match.previous == link.study:
                return Role.VIEW
            match = self._previous(match.previous)
        return None

    def _previous(self, study: str) -> Match:
        """Return the match in a study; a match without a previous one if there is none."""
        stored = self._storage.match(study)
        return Match("") if stored is None else Match.read(stored.state)

    def view(self, study: str) -> MatchView:
        """Return the state of the match in a study."""
        return view_match(self._update(study), self._now())

    def play(
        self, study: str, role: Role, moves: Sequence[str], operation: str, node: int | None = None
    ) -> Edited:
        """Play an action after `node`, by default the last one; return what it changed in the study."""

        def choose(match: Match) -> Edit:
            if role.value != match.to_move:
                raise ApiError(409, "turn", "it is not your turn")
            if node not in (None, match.node):
                raise ApiError(409, "gone", "the last action was taken back meanwhile")
            return Add(match.node, tuple(moves))

        changed = self._edit(study, choose, Author(role.value, operation))
        self._play_prepared(study)
        return changed

    def prepare(self, study: str, role: Role, moves: Sequence[str]) -> None:
        """Prepare an action during the opponent's turn; it is played next if it is legal and unambiguous."""

        def change(match: Match, now: float) -> Match:
            self._expect_active(match)
            if match.to_move == role.value:
                raise ApiError(409, "turn", "it is your turn: play the action")
            return match.prepare(role, "\n".join(moves))

        self._update(study, change)

    def prepared(self, study: str, role: Role) -> list[str]:
        """Return the moves of the action that a player has prepared."""
        return self._update(study).prepared[SIDES.index(role)].splitlines()

    def _play_prepared(self, study: str) -> None:
        """Play the prepared action of the player to move, or drop it."""
        match = self._update(study)
        if match.prepared_now:
            role, node = Role(match.to_move), match.node
            try:
                self.play(study, role, match.prepared_now.splitlines(), f"match:prepared-{node}", node)
            except HyperchessError as error:
                if isinstance(error, ApiError) and error.status == 503:
                    raise  # retried at the next check of the clocks
                self._update(study, lambda now, _: now.prepare(role, "") if now.node == node else now)

    def _edit(self, study: str, choose: Callable[[Match], Edit], author: Author) -> Edited:
        """Make the edit that `choose` returns for the current state of a game, unless the game has ended.

        The database decides: the edit and the new state are saved together, only if the study is as `choose`
        has seen it, and the game is in progress at that moment.
        """
        while True:
            known = self._library.known(study, author)
            if known is not None:
                return known
            revision = self._storage.revision(study)
            match = self._update(study)
            self._expect_active(match)
            edit = choose(match)
            after = partial(self._after, study, isinstance(edit, Delete), self._now())
            try:
                changed = self._library.edit(study, edit, author, revision=revision, also=after)
            except ApiError as error:
                if error.code != "conflict":
                    raise
            else:
                self._tell(study, self._update(study), self._now())
                return changed

    def _after(self, id: str, is_taken_back: bool, made: float, study: Study) -> Callable[[], None]:
        """Return the function that stores the state of a game after an edit of its study at `made`.

        A slow server or disk is not charged to the player.
        """
        node = study.end()
        position = to_data(study.place(node).position())
        status = position["status"]

        def store() -> None:
            stored = self._find(id)
            match = Match.read(stored.state).expired(made)
            self._expect_active(match)
            change = match.taken_back if is_taken_back else match.moved
            match = change(position["player"], node=node, now=made)
            if status.over:
                winner = {"1-0": "white", "0-1": "black"}.get(status.result, "")
                match = match.ended(winner, status.text, made)
            self._storage.keep_match(match.stored(stored))

        return store

    def act(self, study: str, role: Role, what: str, about: str = "draw", operation: str = "") -> MatchView:
        """Resign, abort, offer, accept or decline; return the state of the match.

        `about` is what is offered: a draw, a take-back or a rematch. An `operation` that is sent again is
        made only once.
        """
        author = Author(role.value, operation) if operation else Author(role.value)
        if (what, about) == ("accept", "takeback"):
            self._edit(study, partial(self._take_back, study, opponent(role)), author)
            return self.view(study)
        change = partial(self._act, study, role.value, what, about)
        return view_match(self._update(study, change, author), self._now())

    def _act(self, study: str, side: str, what: str, about: str, match: Match, now: float) -> Match:
        other = opponent(side)
        offered = getattr(match.offers, about)
        if about != "rematch" or what in ("resign", "abort", "claim"):
            self._expect_active(match)
        elif match.active:
            raise ApiError(409, "active", "the game is not over")
        if what == "resign":
            return match.ended(other, f"{side.capitalize()} resigns", now)
        if what == "abort":
            if match.is_begun:
                raise ApiError(409, "begun", "a game can be aborted before its first action", hint="resign")
            return match.ended(ABORTED, f"{side.capitalize()} aborts the game", now)
        if what == "claim":
            if match.days:
                raise ApiError(409, "here", "in a game with days per action, players need not be here")
            if not match.can_claim(other, now):
                message = (
                    f"{other.capitalize()} has been away for less than {match.claim_seconds:.0f} seconds"
                )
                raise ApiError(409, "here", message, hint="if the game has no action yet, abort it")
            return match.ended(side, f"{other.capitalize()} left the game", now)
        if what == "offer" and offered != other:
            if about == "takeback":
                self._last_action(study, match, side)
            return match.offered(about, side)
        if what == "offer" and about == "takeback":
            raise ApiError(409, "offer", "answer the request of your opponent first")
        if offered != other:
            raise ApiError(409, "offer", f"there is nothing to {what}: no {about} is offered to you")
        match = match.offered(about, "")
        if what == "decline":
            return match
        if about == "rematch":
            return replace(match, next=self._rematch(study, match))
        return match.ended("", "draw by agreement", now)

    def _take_back(self, study: str, side: str, match: Match) -> Edit:
        """Return the deletion of the last action of a player who asked for it."""
        if match.offers.takeback != side:
            raise ApiError(409, "offer", "there is nothing to accept: no takeback is offered to you")
        return Delete(self._last_action(study, match, side))

    def _last_action(self, study: str, match: Match, side: str) -> int:
        """Return the node of the last action of a player."""
        opened = self._library.find(study)
        with opened.lock:
            nodes = {node.id: node for node in opened.study.nodes()}
        id = match.node
        while id in nodes and id != match.start:
            if nodes[id].player == side:
                return id
            id = nodes[id].parent or 0
        raise ApiError(409, "takeback", "there is no action of yours to take back")

    def _rematch(self, study: str, match: Match) -> str:
        """Create the rematch once, whichever servers try to; return the id of its study."""
        id = fingerprint(f"rematch of {study}")[:16]
        opened = self._library.find(study)
        with opened.lock:
            content = read_document(write_document(opened.study.content))
        again = Study(content)
        for child in [*again.node(match.start).children]:
            again.edit(Delete(content.ids[child]))
        again.edit(SetResult(match.start, ""))
        for key in ("White", "Black", "Result"):
            again.edit(SetHeader(key))
        with self._storage.transaction():
            if self._storage.match(id) is None:
                self.create(content, id=id, **match.again(study))
        return id

    async def watch(self) -> None:
        """Check the clocks forever."""
        await gather(_repeat(self.beat), _repeat(self.look))

    def look(self) -> None:
        """End games of players who are out of time, and update the pages here."""
        engines = []
        shown = self._hub.studies()
        self._hub.share_watchers(self._storage)
        self._told = {study: match for study, match in self._told.items() if study in shown}
        now = self._now()
        for stored in self._storage.due_matches(now, shown):
            with retried(f"the check of game {stored.study}"):
                match = before = Match.read(stored.state)
                for role in self._hub.roles(stored.study) if match.active else ():
                    if role in _PLAYERS:
                        match = match.met(role, now)
                match = match.run_by(self._id, now) if match.active else match
                if any(match.engines) and (before.runner == self._id or not match.active):
                    engines.append((stored.study, match, now))
                self._tell(stored.study, match, now)  # another server may have changed it
                if stored.due <= now and not stored.active:
                    is_unused = self._library.find(stored.study).study.end() == match.start
                    if match.result == ABORTED and is_unused and not match.next:
                        self._library.delete(stored.study)
                elif match.prepared_now:
                    self._play_prepared(stored.study)
                elif stored.active and not match.expired(now).active:
                    self._update(stored.study)
                elif match != before:
                    self._storage.replace_match(stored, match.stored(stored))
        self.run_engines(engines)

    def _now(self) -> float:
        """Return the time in which servers ran."""
        now = self._clock()
        if not 0.0 <= now - self._uptime.seen < _BEAT:
            self._uptime = Uptime(*self._storage.uptime())
        return self._uptime.at(now)

    def beat(self) -> None:
        """Record that a server runs, if a game is in progress and no server did it recently."""
        due = self._storage.next_due()
        pause = _BEAT if due is not None and due - self._now() < _SOON else _SLOW_BEAT
        last = self._uptime
        pause_before = (last.until - last.seen) / _PATIENCE
        if due is not None and not 0.0 <= self._clock() - last.seen < min(pause, pause_before):
            with self._storage.transaction():
                last = Uptime(*self._storage.uptime())
                self._uptime = last.recorded(self._clock(), patience=_PATIENCE * pause)
                self._storage.keep_uptime(*astuple(self._uptime))

    def _update(
        self,
        study: str,
        change: Callable[[Match, float], Match] = lambda match, now: match,
        author: Author | None = None,
    ) -> Match:
        """Bring a match up to date, make a change, unless it was made before, and store it if it is new."""
        while True:
            stored = self._find(study)
            is_made = author is not None and self._library.known(study, author) is not None
            now = self._now()
            before = Match.read(stored.state)
            match = before.expired(now)
            match = match if is_made else change(match, now)
            if match != before:
                after = match.stored(stored)
                made = None if author is None or is_made else Operation(author.operation, author.person, "{}")
                if not self._storage.replace_match(stored, after, made):
                    continue  # another server was faster
                stored = after
                self._tell(study, match, now)
            if stored.active and not match.active:
                self._settle(stored, match)
            return match

    def _tell(self, study: str, match: Match, now: float) -> None:
        """Send the state of a match to the pages that show it, unless they have it."""
        here = [float(match.is_here(side, now)) for side in SIDES]
        known = replace(match, here=(here[0], here[1]))
        if self._told.get(study) != known:
            self._told[study] = known
            self._hub.tell(study, {"type": "match", "match": view_match(match, now)})

    def _find(self, study: str) -> StoredMatch:
        stored = self._storage.match(study)
        if stored is None:
            raise not_found("this study is not a game between two people")
        return stored

    def _settle(self, stored: StoredMatch, match: Match) -> None:
        """Write the result of a match into its study, once, whichever servers try to."""
        study = stored.study
        if match.node and match.result != ABORTED:
            self._library.edit(study, SetResult(match.node, match.result), Author(operation="match:result"))
        for side, name in zip(SIDES, match.names, strict=True):
            if name:
                header = SetHeader(side.capitalize(), name)
                self._library.edit(study, header, Author(operation=f"match:{side}"))
        self._library.edit(study, SetHeader("Result", match.result), Author(operation="match:header"))
        due = self._now() + _KEPT if match.result == ABORTED else inf
        self._storage.replace_match(stored, replace(stored, active=False, due=due))

    @staticmethod
    def _expect_active(match: Match) -> None:
        if not match.active:
            raise ApiError(409, "over", f"the game is over: {match.why}")


async def _repeat(work: Callable[[], None]) -> None:
    while True:
        await sleep(_TICK)
        with retried("the check of all games"):
            await to_thread(work)
