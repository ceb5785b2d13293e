"""The members of each study, and the messages sent to them.

Every member has a bounded queue of messages. A member that does not read them is dropped, and reconnects with
the last revision it has seen, so a slow client never delays the others.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, Event, QueueFull, get_running_loop, to_thread, wait_for
from asyncio import Queue as AsyncQueue
from asyncio import sleep as async_sleep
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from hyperchess.api.roles import Role
from hyperchess.app.web.errors import ApiError
from hyperchess.studies.data import json_text

__all__ = ["Hub", "Member"]

_MOST_HERE = 64  # in one study
_MOST_MEMBERS = 512  # in all
_QUEUE = 256  # messages
_LARGEST = 256_000  # characters of a change; for a larger one only the revision is sent
_POLL = 1.0  # seconds between polls for changes made by other servers


@dataclass
class Member:
    """A page that shows a study."""

    number: int
    person: str
    name: str
    color: str
    role: Role
    node: int = 0
    leads: bool = False
    lag: int = 0  # milliseconds of a round trip, as the page has measured it
    revision: int | None = None  # the last one that was sent; `None` before the first
    queue: AsyncQueue[str] = field(default_factory=lambda: AsyncQueue(_QUEUE))
    dropped: Event = field(default_factory=Event)
    why: tuple[int, str] = (1000, "")

    def post(self, text: str) -> None:
        """Queue a message; drop the member if the queue is full."""
        try:
            self.queue.put_nowait(text)
        except QueueFull:
            self.dismiss(4013, "the client reads too slowly: reconnect")

    def dismiss(self, code: int, why: str) -> None:
        """Close the connection with a websocket close code and a reason."""
        if not self.dropped.is_set():
            self.why = (code, why)
            self.dropped.set()

    def data(self) -> dict[str, Any]:
        """Return the public data of a member."""
        return {
            "number": self.number,
            "person": self.person,
            "name": self.name,
            "color": self.color,
            "role": self.role,
            "node": self.node,
            "leads": self.leads,
            "lag": self.lag,
        }


class Hub:
    """All members. Used from one event loop; `publish` and `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._channels: dict[str, dict[int, Member]] = {}  # members by study and number
        self._elsewhere: Mapping[str, int] = {}  # spectators on other servers, by study
        self._numbers = count(1)
        self._loop: AbstractEventLoop | None = None
        self._woken = Event()

    def start(self) -> None:
        """Bind the hub to the running event loop."""
        self._loop = get_running_loop()

    @contextmanager
    def join(self, study: str, **about: Any) -> Iterator[Member]:
        """Join a study within the block; all its members are sent the list of members whenever it changes."""
        if len(self._members(study)) >= _MOST_HERE or sum(map(len, self._channels.values())) >= _MOST_MEMBERS:
            raise ApiError(503, "busy", "too many people are in this study")
        member = Member(next(self._numbers), **about)
        channel = self._channels.setdefault(study, {})
        channel[member.number] = member
        self.tell_people(study)
        try:
            yield member
        finally:
            del channel[member.number]
            if channel:
                self.tell_people(study)
            else:
                del self._channels[study]

    def studies(self) -> list[str]:
        """Return the studies with at least one member."""
        return [*self._channels]

    def roles(self, study: str) -> list[Role]:
        """Return the roles of the members of a study. May be called from any thread."""
        return [member.role for member in self._members(study)]

    def _members(self, study: str) -> list[Member]:
        return [*self._channels.get(study, {}).values()]

    def watchers_here(self, study: str) -> int:
        """Return the number of spectators of a study on this server. May be called from any thread."""
        return len({member.person for member in self._members(study) if member.role is Role.VIEW})

    def watchers(self, study: str) -> int:
        """Return the number of spectators of a study on all servers. May be called from any thread."""
        return self.watchers_here(study) + self._elsewhere.get(study, 0)

    def count_elsewhere(self, counts: Mapping[str, int]) -> None:
        """Set the numbers of spectators on other servers, and send those that have changed."""
        before, self._elsewhere = self._elsewhere, dict(counts)
        for study in {study for study, _ in before.items() ^ self._elsewhere.items()}:
            self._call(partial(self.tell_people, study))

    def tell_people(self, study: str) -> None:
        """Send the list of members, and the number of spectators on other servers, to all members."""
        elsewhere = self._elsewhere.get(study, 0)
        self._post(study, json_text({"type": "people", "people": self.people(study), "elsewhere": elsewhere}))

    def people(self, study: str) -> list[dict[str, Any]]:
        """Return the members of a study."""
        return [member.data() for member in self._members(study)]

    def publish(self, study: str, answer: str, revision: int) -> None:
        """Send the response to an edit to all members of a study."""
        text = f'{{"type":"change","change":{answer}}}'
        if len(text) > _LARGEST:
            text = json_text({"type": "outdated", "revision": revision})
        self._call(lambda: self._published(study, text, revision))

    def _published(self, study: str, text: str, revision: int) -> None:
        for member in self._members(study):
            if member.revision is None:
                member.post(text)  # their first message may contain an older revision
            elif revision > member.revision:
                member.revision = revision
                member.post(text)

    def tell(self, study: str, message: object) -> None:
        """Send a message to all members of a study."""
        self._call(lambda: self._post(study, json_text(message)))

    def drop_all(self, study: str, code: int, why: str, *, role: Role | None = None) -> None:
        """Close the connections of all members of a study, or of those with a role."""

        def drop() -> None:
            for member in self._members(study):
                if role is None or member.role is role:
                    member.dismiss(code, why)

        self._call(drop)

    def _call(self, work: Callable[[], None]) -> None:
        """Run a function in the event loop; no-op if the loop has ended."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(work)

    def _post(self, study: str, text: str) -> None:
        for member in self._members(study):
            member.post(text)

    def wake(self) -> None:
        """Check at once for changes made by other servers. May be called from any thread."""
        self._call(self._woken.set)

    async def watch_others(
        self, find_revision: Callable[[str], int | None], find_answers: Callable[[str, int], list[str] | None]
    ) -> None:
        """Forward changes that other servers make to the same studies; runs forever."""
        while True:
            with suppress(TimeoutError):
                await wait_for(self._woken.wait(), _POLL)
            self._woken.clear()
            for study in self.studies():
                with suppress(Exception):  # the storage is retried in a second
                    await self._catch_up(study, find_revision, find_answers)

    async def _catch_up(
        self,
        study: str,
        find_revision: Callable[[str], int | None],
        find_answers: Callable[[str, int], list[str] | None],
    ) -> None:
        revision = await to_thread(find_revision, study)
        if revision is None:
            self.drop_all(study, 4004, "the study was deleted")
            return
        revisions = [member.revision for member in self._members(study) if member.revision is not None]
        told = min(revisions, default=revision)  # the last one that was sent to all
        if revision > told:
            answers = await to_thread(find_answers, study, told)
            if answers is None:
                self._published(study, json_text({"type": "outdated", "revision": revision}), revision)
            for number, answer in enumerate(answers or (), start=told + 1):
                self.publish(study, answer, number)
                await async_sleep(0)
