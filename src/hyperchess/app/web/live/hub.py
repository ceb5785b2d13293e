"""The members of each study, and the messages sent to them.

Every member has a bounded queue of messages. A member that does not read them is dropped, and reconnects with
the last revision it has seen, so a slow client never delays the others.
"""

from __future__ import annotations

import json
from asyncio import AbstractEventLoop, Event, QueueFull, get_running_loop, run_coroutine_threadsafe, to_thread
from asyncio import Queue as AsyncQueue
from asyncio import sleep as async_sleep
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from secrets import token_hex
from time import monotonic
from typing import Any

from hyperchess.api.roles import Role
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.retried import retried
from hyperchess.app.web.storage import Storage
from hyperchess.studies.data import json_text

__all__ = ["Hub", "Member"]

_MOST_HERE = 64  # in one study
_MOST_MEMBERS = 512  # in all
_QUEUE = 256  # messages
_LARGEST = 256_000  # characters of a change; for a larger one only the revision is sent
_PUBLIC = ("number", "person", "name", "color", "role", "node", "leads", "lag")  # fields of a member
_POLL = 1.0  # seconds between polls for changes made by other servers
_BEAT = 4.0  # seconds between two announcements of unchanged numbers of spectators
_FORGOTTEN = 9.0  # seconds after which the last announcement of a server no longer counts


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
        return {name: getattr(self, name) for name in _PUBLIC}


class Hub:
    """All members. Used from one event loop; methods without `async` may be called from any thread."""

    def __init__(self, *, clock: Callable[[], float] = monotonic) -> None:
        self._channels: dict[str, dict[int, Member]] = {}  # members by study and number
        self._clock = clock
        self._id = token_hex(8)  # of this server
        self._announced: Counter[str] = Counter()  # spectators here, by study
        self._repeated = clock()  # when all numbers were last announced
        self._heard: dict[tuple[str, str], tuple[float, int]] = {}  # spectators by server and study
        self._elsewhere: Counter[str] = Counter()  # spectators on other servers, by study
        self._numbers = count(1)
        self._loop: AbstractEventLoop | None = None

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
        """Return the roles of the members of a study."""
        return [member.role for member in self._members(study)]

    def _members(self, study: str) -> list[Member]:
        return [*self._channels.get(study, {}).values()]

    def _watchers_here(self, study: str) -> int:
        return len({member.person for member in self._members(study) if member.role is Role.VIEW})

    def watchers(self, study: str) -> int:
        """Return the number of spectators of a study on all servers."""
        return self._watchers_here(study) + self._elsewhere[study]

    def share_watchers(self, storage: Storage) -> None:
        """Announce the spectators here, if they have changed or time has passed; count those elsewhere."""
        now = self._clock()
        counts = Counter({study: self._watchers_here(study) for study in self.studies()})
        is_due = now - self._repeated >= _BEAT
        for study in counts.keys() | self._announced.keys():
            if counts[study] != self._announced[study] or (is_due and counts[study]):
                storage.announce(study, json.dumps([self._id, counts[study]]))
        self._announced, self._repeated = counts, now if is_due else self._repeated
        before, elsewhere = self._elsewhere, Counter[str]()
        for (server, study), (heard, number) in [*self._heard.items()]:
            if now - heard < _FORGOTTEN:
                elsewhere[study] += number
            else:
                del self._heard[server, study]
        self._elsewhere = elsewhere
        for study in {study for study, _ in before.items() ^ elsewhere.items()}:
            self._call(partial(self.tell_people, study))

    def hear(self, storage: Storage, study: str, message: str) -> None:
        """Note what another server has announced: its spectators of a study, or else that it was changed."""
        if message.startswith("["):
            server, number = json.loads(message)
            self._heard[server, study] = self._clock(), number
        elif study in self._channels and self._loop is not None:
            run_coroutine_threadsafe(self._catch_up(study, storage), self._loop)

    def tell_people(self, study: str) -> None:
        """Send the list of members, and the number of spectators on other servers, to all members."""
        people, elsewhere = [member.data() for member in self._members(study)], self._elsewhere[study]
        self._post(study, json_text({"type": "people", "people": people, "elsewhere": elsewhere}))

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
        for member in self._members(study):
            if role is None or member.role is role:
                self._call(partial(member.dismiss, code, why))

    def _call(self, work: Callable[[], None]) -> None:
        """Run a function in the event loop; no-op if the loop has ended."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(work)

    def _post(self, study: str, text: str) -> None:
        for member in self._members(study):
            member.post(text)

    async def watch_others(self, storage: Storage) -> None:
        """Forward changes that other servers make to the same studies; runs forever."""
        self._loop = get_running_loop()
        while True:
            for study in self.studies():
                with retried(f"reading the changes of study {study}"):
                    await self._catch_up(study, storage)
            await async_sleep(_POLL)

    async def _catch_up(self, study: str, storage: Storage) -> None:
        revision = await to_thread(storage.revision, study)
        if revision is None:
            self.drop_all(study, 4004, "the study was deleted")
            return
        revisions = [member.revision for member in self._members(study) if member.revision is not None]
        told = min(revisions, default=revision)  # the last one that was sent to all
        if revision > told:
            answers = await to_thread(storage.answers_since, study, told)
            if answers is None:
                self._published(study, json_text({"type": "outdated", "revision": revision}), revision)
            for number, answer in enumerate(answers or (), start=told + 1):
                self.publish(study, answer, number)
                await async_sleep(0)
