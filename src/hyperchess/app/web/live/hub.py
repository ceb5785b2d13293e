"""Who is in which study, and what each of them is told.

Every member has a queue of messages with an end: whoever does not read them is dropped, and comes back with
the revision that they have seen. Nobody waits for anybody.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, Event, QueueFull, get_running_loop, to_thread, wait_for
from asyncio import Queue as AsyncQueue
from asyncio import sleep as async_sleep
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.live.links import Role
from hyperchess.studies.data import json_text

__all__ = ["Hub", "Member"]

_MOST_HERE = 64  # in one study
_MOST_MEMBERS = 512  # in all
_QUEUE = 256  # messages
_LARGEST = 256_000  # characters of a change; of a larger one only the revision is told
_POLL = 1.0  # seconds between two looks for what another server has changed


@dataclass
class Member:
    """One page that shows a study."""

    number: int
    person: str
    name: str
    color: str
    role: Role
    node: int = 0
    leads: bool = False
    revision: int | None = None  # the last one that was told; `None` before the first
    queue: AsyncQueue[str] = field(default_factory=lambda: AsyncQueue(_QUEUE))
    dropped: Event = field(default_factory=Event)
    why: tuple[int, str] = (1000, "")

    def post(self, text: str) -> None:
        """Put a message into the queue; if it is full, the member is dropped."""
        try:
            self.queue.put_nowait(text)
        except QueueFull:
            self.dismiss(4013, "the client reads too slowly: reconnect")

    def dismiss(self, code: int, why: str) -> None:
        """End the connection, with a code of websockets and a reason."""
        if not self.dropped.is_set():
            self.why = (code, why)
            self.dropped.set()

    def data(self) -> dict[str, Any]:
        """What everyone sees of a member."""
        return {
            "number": self.number,
            "person": self.person,
            "name": self.name,
            "color": self.color,
            "role": self.role,
            "node": self.node,
            "leads": self.leads,
        }


@dataclass
class _Room:
    """A study that somebody looks at."""

    members: dict[int, Member] = field(default_factory=dict)

    @property
    def revision(self) -> int | None:
        """The last one that everybody was told; `None` if nobody was told any."""
        told = [member.revision for member in self.members.values() if member.revision is not None]
        return min(told, default=None)


class Hub:
    """All members. Used from one event loop; `publish` and `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._rooms: dict[str, _Room] = {}
        self._numbers = count(1)
        self._loop: AbstractEventLoop | None = None
        self._woken = Event()

    def start(self) -> None:
        """Belong to the running event loop."""
        self._loop = get_running_loop()

    @contextmanager
    def join(self, study: str, **about: Any) -> Iterator[Member]:
        """Be in a study; everyone there is told who is, now and when it changes."""
        room = self._rooms.setdefault(study, _Room())
        here = len(room.members)
        if here >= _MOST_HERE or sum(len(one.members) for one in self._rooms.values()) >= _MOST_MEMBERS:
            if not here:
                del self._rooms[study]
            raise ApiError(503, "busy", "too many people are in this study")
        member = Member(next(self._numbers), **about)
        room.members[member.number] = member
        self.tell_people(study)
        try:
            yield member
        finally:
            del room.members[member.number]
            if room.members:
                self.tell_people(study)
            else:
                del self._rooms[study]

    def tell_people(self, study: str) -> None:
        """Tell all who are in a study who is there."""
        self._post(study, json_text({"type": "people", "people": self.people(study)}))

    def people(self, study: str) -> list[dict[str, Any]]:
        """Who is in a study."""
        room = self._rooms.get(study)
        return [] if room is None else [member.data() for member in room.members.values()]

    def publish(self, study: str, answer: str, revision: int) -> None:
        """Tell all who are in a study what an edit has changed: the answer to it."""
        text = f'{{"type":"change","change":{answer}}}'
        if len(text) > _LARGEST:
            text = json_text({"type": "behind", "revision": revision})
        self._call(lambda: self._published(study, text, revision))

    def _published(self, study: str, text: str, revision: int) -> None:
        room = self._rooms.get(study)
        for member in () if room is None else room.members.values():
            if member.revision is None:
                member.post(text)  # what they are told first may be older
            elif revision > member.revision:
                member.revision = revision
                member.post(text)

    def tell(self, study: str, message: object) -> None:
        """Tell all who are in a study something."""
        self._call(lambda: self._post(study, json_text(message)))

    def drop_all(self, study: str, code: int, why: str, *, role: Role | None = None) -> None:
        """End the connections of all who are in a study, or of those who have a role."""

        def drop() -> None:
            room = self._rooms.get(study)
            for member in () if room is None else room.members.values():
                if role is None or member.role is role:
                    member.dismiss(code, why)

        self._call(drop)

    def _call(self, work: Callable[[], None]) -> None:
        """Do something in the event loop; one that has ended needs nothing any more."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(work)

    def _post(self, study: str, text: str) -> None:
        room = self._rooms.get(study)
        for member in () if room is None else room.members.values():
            member.post(text)

    def wake(self) -> None:
        """Look now for what other servers have changed. May be called from any thread."""
        self._call(self._woken.set)

    async def watch_others(
        self, find_revision: Callable[[str], int | None], find_answers: Callable[[str, int], list[str] | None]
    ) -> None:
        """Tell what other servers on the same studies have changed, for ever."""
        while True:
            with suppress(TimeoutError):
                await wait_for(self._woken.wait(), _POLL)
            self._woken.clear()
            for study, room in [*self._rooms.items()]:
                with suppress(Exception):  # the storage is tried again in a second
                    await self._catch_up(study, room, find_revision, find_answers)

    async def _catch_up(
        self,
        study: str,
        room: _Room,
        find_revision: Callable[[str], int | None],
        find_answers: Callable[[str, int], list[str] | None],
    ) -> None:
        revision = await to_thread(find_revision, study)
        if revision is None:
            self.drop_all(study, 4004, "the study was deleted")
        elif (told := room.revision) is not None and revision > told:
            answers = await to_thread(find_answers, study, told)
            if answers is None:
                self._published(study, json_text({"type": "behind", "revision": revision}), revision)
            for number, answer in enumerate(answers or (), start=told + 1):
                self.publish(study, answer, number)
                await async_sleep(0)
