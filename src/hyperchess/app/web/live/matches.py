"""Games between two people. Each player has a link, the server runs the clocks, and the game is a study.

The state of a match and its clock are in the database, so several servers can serve one match. A server
replaces the state only if no other server was faster; otherwise it reads the state again.
"""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import RLock

from hyperchess.api.library import Author, Edited, Library
from hyperchess.api.roles import Role
from hyperchess.api.stored import StoredMatch
from hyperchess.app.web.errors import ApiError, not_found
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.links import Link, fingerprint, new_link
from hyperchess.app.web.live.match import SIDES, Match, MatchView
from hyperchess.app.web.storage import Storage
from hyperchess.studies.content import Content
from hyperchess.studies.data import to_data
from hyperchess.studies.edits import Add, SetHeader, SetResult
from hyperchess.studies.study import Study

__all__ = ["Matches"]

_PLAYERS = (Role.WHITE, Role.BLACK)
_TICK = 0.25  # seconds between two checks of the clocks


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

    def create(
        self,
        content: Content,
        *,
        seconds: float | None = None,
        increment: float = 0.0,
        player: str = "",
        name: str = "",
    ) -> tuple[str, dict[str, str]]:
        """Create a match; return the id of its study, and a key for each side.

        The key of `player` is that of a player, and the other keys are those of invitations.
        """
        study = Study(content)
        position = to_data(study.place(study.end()).position())
        if tuple(position.get("players", SIDES)) != SIDES or position["status"].over:
            raise ApiError(422, "players", "a game needs White, Black and a position that is not over")
        left = (seconds or 0.0, seconds or 0.0)
        match = Match(position["player"], study.end(), seconds, increment, left)
        keys = {}
        with self._storage.transaction():
            id = self._library.create(content).id
            for side in SIDES:
                role = Role(side)
                link, keys[side] = new_link(id, role if side == player else role.invitation, "a player")
                self._storage.add_link(link)
                if side == player:
                    match = match.seated(side, link.id, name)
            self._storage.keep_match(StoredMatch(id, True, match.text()))
        return id, keys

    def sit(self, study: str, invitation: str, key: str, name: str) -> MatchView:
        """Claim the seat of an invitation for the client that chose `key`.

        A claim that is sent again with the same key only changes the name.
        """
        with self._storage.transaction():
            found = self._storage.link(fingerprint(key))
            if found is None:
                found = self._claim(study, invitation, key)
            elif found.study != study or found.role not in _PLAYERS:
                raise ApiError(409, "key", "this key belongs to another link", hint="choose a new one")
            stored = self._find(study)
            match = Match.read(stored.state).seated(found.role, found.id, name)
            self._storage.keep_match(replace(stored, state=match.text()))
        view = match.view(self._clock())
        self._hub.tell(study, {"type": "match", "match": view})
        return view

    def _claim(self, study: str, invitation: str, key: str) -> Link:
        token = fingerprint(invitation)
        invited = self._storage.link(token)
        if invited is None or invited.study != study:
            raise ApiError(403, "link", "this link is no longer valid", hint="ask for a new one")
        role = next((role for role in _PLAYERS if role.invitation is invited.role), None)
        if role is not None:
            link, _ = new_link(study, role, "a player", key=key)
            if self._storage.claim_seat(token, link):
                self._hub.drop_all(study, 4000, "the seat has moved to another device: reconnect", role=role)
                return link
        raise ApiError(409, "seat", "this seat is taken: you are watching")

    def invite(self, study: str, role: Role) -> tuple[Link, str]:
        """Return a new invitation to the seat of a player, for another device, and its key."""
        link, key = new_link(study, role.invitation, "a player")
        self._storage.invite(link)
        return link, key

    def view(self, study: str) -> MatchView:
        """Return the state of the match in a study."""
        return self._update(study).view(self._clock())

    def play(self, study: str, role: Role, moves: Sequence[str], operation: str) -> Edited:
        """Play an action; return what it changed in the study."""
        with self._lock:
            match = self._update(study)
            author = Author(role.value, operation)
            if self._storage.answer(study, operation) is None:
                self._expect_active(match)
                if role.value != match.to_move:
                    raise ApiError(409, "turn", "it is not your turn")
            played = self._clock()  # a slow disk is not charged to the player
            changed = self._library.edit(study, Add(match.node, tuple(moves)), author)
            if changed["node"] != match.node:
                self._update(study, played=played)
            return changed

    def act(self, study: str, role: Role, what: str) -> MatchView:
        """Resign, offer a draw, accept or decline one; return the state of the match."""
        side = role.value
        other = SIDES[side == "white"]

        def change(match: Match, now: float) -> Match:
            self._expect_active(match)
            if what == "resign":
                return match.ended(other, f"{side.capitalize()} resigns", now)
            if what == "offer":
                return replace(match, offer=side)
            if match.offer != other:
                raise ApiError(409, "offer", "no draw is offered to you")
            return match.ended("", "draw by agreement", now) if what == "accept" else replace(match, offer="")

        return self._update(study, change).view(self._clock())

    async def watch(self) -> None:
        """Check the clocks forever."""
        while True:
            await sleep(_TICK)
            with suppress(Exception):  # the storage is retried at the next tick
                await to_thread(self.look)

    def look(self) -> None:
        """End games of players who are out of time, and record that a server checks the running clocks."""
        now = self._clock()
        seen = []
        for stored in self._storage.active_matches():
            before = Match.read(stored.state)
            match = before.at(now)
            with suppress(Exception):  # an error in one match does not affect the others
                if not match.active or match.since != before.since or match.flagged(now):
                    self._update(stored.study)
                elif match.is_new(before):
                    if self._end(stored.study) == match.node:
                        seen.append((stored, replace(stored, state=match.text())))
                    else:
                        self._update(stored.study)
        if seen:
            with self._storage.transaction():
                for stored, after in seen:
                    self._storage.replace_match(stored, after)

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
                if match.active:
                    made = before.seen if played is None else played
                    is_late = made is None or match.since != before.since  # downtime is not charged
                    match = self._with_actions(study, match, now if is_late or made is None else made, now)
                loser = match.flagged(now)
                if loser:
                    match = match.ended(
                        SIDES[loser == "white"], f"{loser.capitalize()} has no time left", now
                    )
                match = change(match, now)
                if match.is_new(before):
                    after = StoredMatch(study, True, match.text())
                    if not self._storage.replace_match(stored, after):
                        continue  # another server was faster
                    stored = after
                    if replace(match, seen=before.seen) != before:
                        self._hub.tell(study, {"type": "match", "match": match.view(now)})
                if stored.active and not match.active:
                    self._settle(stored, match)
                return match

    def _find(self, study: str) -> StoredMatch:
        stored = self._storage.match(study)
        if stored is None:
            raise not_found("this study is not a game between two people")
        return stored

    def _with_actions(self, study: str, match: Match, made: float, now: float) -> Match:
        """Return a match with the actions of its study, the last of which was made at `made`."""
        end = self._end(study)
        if end == match.node:
            return match
        position = to_data(self._library.place(study, end).position())
        match = match.moved(position["player"], node=end, now=made).at(now)
        status = position["status"]
        if status.over:
            winner = {"1-0": "white", "0-1": "black"}.get(status.result, "")
            return match.ended(winner, status.text, now)
        return match

    def _end(self, study: str) -> int:
        opened = self._library.find(study)
        with opened.lock:
            return opened.study.end()

    def _settle(self, stored: StoredMatch, match: Match) -> None:
        """Write the result of a match into its study, once, whichever servers try to."""
        study = stored.study
        if match.node:
            self._library.edit(study, SetResult(match.node, match.result), Author(operation="match:result"))
        for side, name in zip(SIDES, match.names, strict=True):
            if name:
                header = SetHeader(side.capitalize(), name)
                self._library.edit(study, header, Author(operation=f"match:{side}"))
        self._library.edit(study, SetHeader("Result", match.result), Author(operation="match:header"))
        self._storage.replace_match(stored, replace(stored, active=False))

    @staticmethod
    def _expect_active(match: Match) -> None:
        if not match.active:
            raise ApiError(409, "over", f"the game is over: {match.why}")
