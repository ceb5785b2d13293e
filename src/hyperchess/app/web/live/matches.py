"""Games between two people. Each player has a link, the server runs the clocks, and the game is a study.

The state of a match and its clock are in the database, so several servers can serve one match. A server
replaces the state only if no other server was faster; otherwise it reads the state again.
"""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from secrets import token_hex
from threading import RLock
from typing import Any

from hyperchess.api.documents import read_document, write_document
from hyperchess.api.library import Author, Edited, Library
from hyperchess.api.roles import Role
from hyperchess.api.stored import StoredMatch
from hyperchess.app.web.errors import ApiError, not_found
from hyperchess.app.web.links import Link, fingerprint, new_link
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.match import ABORTED, SIDES, Match, with_side
from hyperchess.app.web.live.watchers import Watchers
from hyperchess.app.web.match_view import MatchView, view_match
from hyperchess.app.web.storage import Storage
from hyperchess.errors import HyperchessError
from hyperchess.studies.content import Content
from hyperchess.studies.data import to_data
from hyperchess.studies.edits import Add, Delete, SetHeader, SetResult
from hyperchess.studies.study import Edit, Study

__all__ = ["Matches", "opponent"]

_PLAYERS = (Role.WHITE, Role.BLACK)
_TICK = 0.25  # seconds between two checks of the clocks
_MOST_ENGINES = 16  # games in progress in which engines have a seat
_LONGEST_GAP = 3.0  # seconds between two checks of a running server


class Matches:
    """All games between two people. Methods may be called from any thread."""

    def __init__(
        self, library: Library, storage: Storage, hub: Hub, *, clock: Callable[[], float] | None = None
    ) -> None:
        self._library = library
        self._storage = storage
        self._hub = hub
        self._clock = clock or storage.now
        self._lock = RLock()
        self._id = token_hex(8)
        self.run_engines: Callable[[list[tuple[str, Match, float]]], None] = lambda games: None
        """Called with the games whose engines this server runs."""
        self.watchers = Watchers(hub, storage, self._id)
        self._looked: float | None = None  # when this server has last checked the clocks
        self._looking: float | None = None  # since when it does so without a gap
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
        now = self._clock()
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
            self._storage.keep_match(StoredMatch(id, True, match.text()))
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
            now = self._clock()
            match = Match.read(stored.state).seated(found.role, found.id, name, now)
            if engine:
                engines = with_side(match.engines, found.role, engine)
                match = replace(match, engines=engines, runner=self._id)
            self._storage.keep_match(replace(stored, state=match.text()))
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
            if invited is None or (invited.study, invited.role) != (study, allowed):
                invited = next((link for link in self._storage.links(study) if link.role is allowed), None)
            link, _ = new_link(study, role, "a player", key=key)
            if invited is not None and self._storage.claim_seat(invited.token, link):
                self._hub.drop_all(study, 4000, "the seat has moved to another device: reconnect", role=role)
                return link
        raise ApiError(409, "seat", "this seat is taken: you are watching")

    def invite(self, study: str, role: Role) -> tuple[Link, str]:
        """Return a new invitation to the seat of a player, for another device, and its key."""
        link, key = new_link(study, role.invitation, "a player")
        self._storage.invite(link)
        return link, key

    def _current(self, studies: Sequence[str] = ()) -> list[tuple[StoredMatch, Match]]:
        """Return the games in progress, and those in some studies."""
        return [(stored, Match.read(stored.state)) for stored in self._storage.current_matches(studies)]

    def listed(self) -> list[tuple[str, Match]]:
        """Return the studies of open challenges, and of games in progress that all clients may watch."""
        now = self._clock()
        return [(stored.study, match) for stored, match in self._current() if match.is_listed(now)]

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
        return view_match(self._update(study), self._clock())

    def play(
        self, study: str, role: Role, moves: Sequence[str], operation: str, node: int | None = None
    ) -> Edited:
        """Play an action after `node`, by default the last one; return what it changed in the study."""

        def choose(match: Match) -> Edit:
            if self._storage.answer(study, operation) is None:
                self._expect_active(match)
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

        The database decides: the edit is saved only if the study is as `choose` has seen it, and the game is
        in progress at that moment.
        """
        with self._lock:
            while True:
                revision = self._storage.revision(study)
                edit = choose(self._update(study))
                played = self._clock()  # a slow disk is not charged to the player
                try:
                    changed = self._library.edit(
                        study, edit, author, revision=revision, check=lambda: self._expect_stored(study)
                    )
                except ApiError as error:
                    if error.code != "conflict":
                        raise
                else:
                    self._update(study, played=played)
                    return changed

    def act(self, study: str, role: Role, what: str, about: str = "draw", operation: str = "") -> MatchView:
        """Resign, abort, offer, accept or decline; return the state of the match.

        `about` is what is offered: a draw, a take-back or a rematch. An `operation` that is sent again is
        made only once.
        """
        side = role.value
        is_new = not operation or operation not in self._update(study).done
        if is_new and (what, about) == ("accept", "takeback"):
            self._take_back(study, side)

        def change(match: Match, now: float) -> Match:
            if operation and operation in match.done:
                return match
            match = self._act(study, match, side, what, about, now)
            return replace(match, done=with_side(match.done, side, operation))

        return view_match(self._update(study, change), self._clock())

    def _act(self, study: str, match: Match, side: str, what: str, about: str, now: float) -> Match:
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
            self._expect_absent(match, other, now)
            return match.ended(side, f"{other.capitalize()} left the game", now)
        if what == "offer" and offered != other:
            if about == "takeback":
                self._last_action(study, match, side)
            return match.offered(about, side)
        if what == "offer" and about == "takeback":
            raise ApiError(409, "offer", "answer the request of your opponent first")
        if about == "takeback" and what == "accept":
            return match  # `_take_back` has made it
        if offered != other:
            raise ApiError(409, "offer", f"there is nothing to {what}: no {about} is offered to you")
        match = match.offered(about, "")
        if what == "decline":
            return match
        if about == "rematch":
            return replace(match, next=self._rematch(study, match))
        return match.ended("", "draw by agreement", now)

    def _expect_absent(self, match: Match, side: str, now: float) -> None:
        """Raise `ApiError` unless a player has been away for long enough.

        A server must have looked for that long, too: after downtime, players need some time to connect.
        """
        if match.days:
            raise ApiError(409, "here", "in a game with days per action, players need not be here")
        most = match.claim_seconds
        if not match.can_claim(side, now) or self._looking is None or now - self._looking < min(most, 60.0):
            message = f"{side.capitalize()} has been away for less than {most:.0f} seconds"
            raise ApiError(409, "here", message, hint="if the game has no action yet, abort it")

    def _take_back(self, study: str, side: str) -> None:
        """Delete the last action of the opponent, who asked for it."""
        other = opponent(side)

        def choose(match: Match) -> Edit:
            self._expect_active(match)
            if match.offers.takeback != other:
                raise ApiError(409, "offer", "there is nothing to accept: no takeback is offered to you")
            return Delete(self._last_action(study, match, other))

        self._edit(study, choose, Author())

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
        while True:
            await sleep(_TICK)
            with suppress(Exception):  # the storage is retried at the next tick
                await to_thread(self.look)

    def look(self) -> None:
        """End games of players who are out of time, and record that a server checks the running clocks."""
        now = self._clock()
        if self._looked is None or not 0.0 <= now - self._looked <= _LONGEST_GAP:
            self._looking = now
        self._looked = now
        seen, engines = [], []
        shown = self._hub.studies()
        self.watchers.look(shown, now)
        self._told = {study: match for study, match in self._told.items() if study in shown}
        for stored, before in self._current(shown):
            match = before.at(now)
            for role in self._hub.roles(stored.study) if match.active else ():
                if role in _PLAYERS:
                    match = match.met(role, now)
            match = match.run_by(self._id, now) if match.active else match
            if any(match.engines) and (before.runner == self._id or not match.active):
                engines.append((stored.study, match, now))
            with suppress(Exception):  # an error in one match does not affect the others
                self._tell(stored.study, match, now)  # another server may have changed it
                if not stored.active:
                    continue
                if match.prepared_now:
                    self._play_prepared(stored.study)
                elif match.is_abandoned(now):
                    self._update(stored.study, _abandon)
                elif not match.active or match.since != before.since or match.flagged(now):
                    self._update(stored.study)
                elif match.is_new(before):
                    if self._end(stored.study)[0] == match.node:
                        seen.append((stored, replace(stored, state=match.text())))
                    else:
                        self._update(stored.study)
        if seen:
            with self._storage.transaction():
                for stored, after in seen:
                    self._storage.replace_match(stored, after)
        self.run_engines(engines)

    def _update(
        self,
        study: str,
        change: Callable[[Match, float], Match] = lambda match, now: match,
        *,
        played: float | None = None,
    ) -> Match:
        """Bring a match up to date, change it, and store it if it is new.

        An action that is in the study but not in the match was played at `played`. Without that time, the
        server that played it ended before storing the match; the action then counts as played at the last
        check.
        """
        with self._lock:
            while True:
                stored = self._find(study)
                now = self._clock()
                before = Match.read(stored.state)
                match = before.at(now)
                revision = None
                if match.active:
                    end, revision = self._end(study)
                    made = before.seen if played is None else played
                    is_late = made is None or match.since != before.since  # downtime is not charged
                    if end != match.node:
                        match = self._with_actions(
                            study, match, end, now if is_late or made is None else made, now
                        )
                loser = match.flagged(now)
                if loser:
                    match = match.ended(opponent(loser), f"{loser.capitalize()} has no time left", now)
                match = change(match, now)
                if match.is_new(before):
                    after = replace(stored, state=match.text())
                    if not self._storage.replace_match(stored, after, revision):
                        continue  # another server was faster, or an action was played
                    stored = after
                    self._tell(study, match, now)
                if stored.active and not match.active:
                    self._settle(stored, match)
                return match

    def _tell(self, study: str, match: Match, now: float) -> None:
        """Send the state of a match to the pages that show it, unless they have it."""
        here = [float(match.is_here(side, now)) for side in SIDES]
        known = replace(match, seen=None, here=(here[0], here[1]))
        if self._told.get(study) != known:
            self._told[study] = known
            self._hub.tell(study, {"type": "match", "match": view_match(match, now)})

    def _find(self, study: str) -> StoredMatch:
        stored = self._storage.match(study)
        if stored is None:
            raise not_found("this study is not a game between two people")
        return stored

    def _with_actions(self, study: str, match: Match, end: int, made: float, now: float) -> Match:
        """Return a match with the actions of its study up to `end`, which was made at `made`."""
        position = to_data(self._library.place(study, end).position())
        is_known = match.node in self._library.find(study).study.content.nodes
        change = match.moved if is_known else match.taken_back
        match = change(position["player"], node=end, now=made).at(now)
        status = position["status"]
        if status.over:
            winner = {"1-0": "white", "0-1": "black"}.get(status.result, "")
            return match.ended(winner, status.text, now)
        return match

    def _end(self, study: str) -> tuple[int, int]:
        """Return the last node of a game, and the revision of its study."""
        opened = self._library.find(study)
        with opened.lock:
            return opened.study.end(), opened.revision

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
        self._storage.replace_match(stored, replace(stored, active=False))

    def _expect_stored(self, study: str) -> None:
        """Raise `ApiError` unless a game is in progress according to the database."""
        self._expect_active(Match.read(self._find(study).state))

    @staticmethod
    def _expect_active(match: Match) -> None:
        if not match.active:
            raise ApiError(409, "over", f"the game is over: {match.why}")


def _abandon(match: Match, now: float) -> Match:
    if not match.is_abandoned(now):
        return match
    seats = match.open_seats
    who = opponent(seats[0]).capitalize() if len(seats) == 1 else "the players"
    return match.ended(ABORTED, f"{who} left the game", now)


def opponent(side: str) -> str:
    """Return the other side."""
    return SIDES[side == "white"]
