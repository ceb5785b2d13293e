"""Games between two people: each has a link, the server keeps the clocks, and the game is a study."""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import RLock
from time import time
from typing import Any

from hyperchess.app.service.library import Author, Library
from hyperchess.app.service.stored import StoredMatch
from hyperchess.app.web.errors import ApiError, not_found
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.links import Role, new_link
from hyperchess.app.web.live.match import SIDES, Match
from hyperchess.app.web.storage import Storage
from hyperchess.errors import HyperchessError
from hyperchess.studies.content import Content
from hyperchess.studies.data import to_data
from hyperchess.studies.edits import Add, SetHeader, SetResult

__all__ = ["Matches"]

_TICK = 0.25  # seconds between two looks at the clocks


class Matches:
    """All games between two people. Methods may be called from any thread."""

    def __init__(
        self, library: Library, storage: Storage, hub: Hub, *, clock: Callable[[], float] = time
    ) -> None:
        self._library = library
        self._storage = storage
        self._hub = hub
        self._clock = clock
        self._lock = RLock()
        self._active = {found.study for found in storage.active_matches()}
        for study in self._active:
            self._resume(study)

    def _resume(self, study: str) -> None:
        """Go on after a restart: the time that the server was away is nobody's."""
        match = self._find(study)
        self._keep(study, match if match.since is None else replace(match, since=self._clock()))

    def create(
        self, content: Content, *, seconds: float | None, increment: float
    ) -> tuple[str, dict[str, str]]:
        """A new game; the id of its study, and the keys of both players."""
        opened = self._library.create(content)
        position = self._position(opened.id, opened.study.end())
        if tuple(position.get("players", SIDES)) != SIDES or position["status"].over:
            self._library.delete(opened.id)
            raise ApiError(422, "players", "a game is for White and Black, from a position that is not over")
        left = (seconds or 0.0, seconds or 0.0)
        match = Match(position["player"], opened.study.end(), seconds, increment, left)
        keys = {}
        for side in SIDES:
            link, keys[side] = new_link(opened.id, Role(side), "a player")
            self._storage.add_link(link)
        self._keep(opened.id, match)
        return opened.id, keys

    def data(self, study: str) -> dict[str, Any]:
        """How the game in a study stands."""
        with self._lock:
            return self._checked(study).data(self._clock())

    def play(self, study: str, role: Role, moves: Sequence[str], operation: str) -> dict[str, Any]:
        """Make an action; what it changed in the study."""
        with self._lock:
            match = self._checked(study)
            author = Author(role.value, operation)
            if self._storage.answer(study, operation) is None:
                self._expect_active(match)
                if role.value != match.to_move:
                    raise ApiError(409, "turn", "it is not your turn")
            changed = self._library.edit(study, Add(match.node, tuple(moves)), author)
            node = changed["node"]
            if node != match.node and match.active and self._library.find(study).study.end() == node:
                self._moved(study, match, node)
            return changed

    def _moved(self, study: str, match: Match, node: int) -> None:
        position = self._position(study, node)
        after = match.moved(position["player"], node=node, now=self._clock())
        status = position["status"]
        if status.over:
            winner = {"1-0": "white", "0-1": "black"}.get(status.result, "")
            self._end(study, after, winner, status.text)
        else:
            self._keep(study, after)

    def act(self, study: str, role: Role, what: str) -> dict[str, Any]:
        """Resign, offer a draw, accept or decline one; how the game stands then."""
        side = role.value
        other = SIDES[side == "white"]
        with self._lock:
            match = self._checked(study)
            self._expect_active(match)
            if what == "resign":
                self._end(study, match, other, f"{side.capitalize()} resigns")
            elif what == "offer":
                self._keep(study, replace(match, offer=side))
            elif match.offer != other:
                raise ApiError(409, "offer", "no draw is offered to you")
            elif what == "accept":
                self._end(study, match, "", "a draw by agreement")
            else:
                self._keep(study, replace(match, offer=""))
            return self._find(study).data(self._clock())

    async def watch(self) -> None:
        """Let flags fall, for ever."""
        while True:
            await sleep(_TICK)
            for study in [*self._active]:
                with suppress(HyperchessError):
                    await to_thread(self.check, study)

    def check(self, study: str) -> None:
        """Let the flag of who has no time left fall."""
        with self._lock:
            self._checked(study)

    def _checked(self, study: str) -> Match:
        match = self._find(study)
        loser = match.flagged(self._clock())
        if loser:
            winner = SIDES[loser == "white"]
            return self._end(study, match, winner, f"{loser.capitalize()} has no time left")
        return match

    def _find(self, study: str) -> Match:
        found = self._storage.match(study)
        if found is None:
            self._active.discard(study)
            raise not_found("no game between two people is played here")
        match = Match.read(found.state)
        opened = self._library.find(study)
        end = opened.study.end()
        if match.active and end != match.node:
            # the server was killed between an action and the note of it
            player = self._position(study, end)["player"]
            match = match.moved(player, node=end, now=self._clock())
        return match

    def _end(self, study: str, match: Match, winner: str, why: str) -> Match:
        ended = match.ended(winner, why, self._clock())
        if match.node:
            self._library.edit(study, SetResult(match.node, ended.result))
        self._library.edit(study, SetHeader("Result", ended.result))
        self._keep(study, ended)
        return ended

    def _keep(self, study: str, match: Match) -> None:
        self._storage.keep_match(StoredMatch(study, match.active, match.text()))
        if match.active:
            self._active.add(study)
        else:
            self._active.discard(study)
        self._hub.tell(study, {"type": "match", "match": match.data(self._clock())})

    @staticmethod
    def _expect_active(match: Match) -> None:
        if not match.active:
            raise ApiError(409, "over", f"the game is over: {match.why}")

    def _position(self, study: str, node: int) -> dict[str, Any]:
        return to_data(self._library.place(study, node).position())
