"""The websocket protocol between a page and the server.

The page sends a hello with its revision. It receives the changes since then, the list of users, and from then
on every change. It reports the node it shows. Edits are sent over HTTP: they may be large, and need a
response.
"""

from __future__ import annotations

from asyncio import FIRST_COMPLETED, create_task, to_thread, wait, wait_for
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Annotated, Literal, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from hyperchess.api.decoding import Invalid, decoder, read_json
from hyperchess.api.requests import Person
from hyperchess.app.web.context import ServerContext
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.live.hub import Hub, Member
from hyperchess.studies.content import printable
from hyperchess.studies.data import json_text
from hyperchess.studies.fields import Field, Number, tag

__all__ = ["converse"]

_LARGEST = 1_000  # characters of a message from the page
_PATIENCE = 10.0  # seconds for the first message, and for closing
_BURST, _RATE = 60, 10  # messages at once, and each second
_LAG = 20  # milliseconds by which a lag must change to be sent to the others
_MOST_MISSED = 1_000_000  # characters of missed changes that are sent to a reconnecting client

_Name: TypeAlias = Annotated[str, Field(max_length=40)]
_Color: TypeAlias = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: the page's revision, its user, and the key of its link."""

    revision: Number
    person: Person
    name: _Name
    color: _Color
    node: Number = 0
    key: Annotated[str, Field(max_length=100)] = ""
    type: Literal["hello"] = tag("hello")


@dataclass(frozen=True, slots=True)
class Look:
    """The page shows another node."""

    node: Number
    type: Literal["look"] = tag("look")


@dataclass(frozen=True, slots=True)
class Me:
    """The user has a new name or colour."""

    name: _Name
    color: _Color
    type: Literal["me"] = tag("me")


@dataclass(frozen=True, slots=True)
class Lead:
    """Ask the others to follow, or withdraw the request."""

    on: bool
    type: Literal["lead"] = tag("lead")


@dataclass(frozen=True, slots=True)
class Ping:
    """Heartbeat, with the milliseconds that the response to the last one took."""

    lag: Number = 0
    type: Literal["ping"] = tag("ping")


_HELLO = decoder(Hello)
_MESSAGE = decoder(Look | Me | Lead | Ping)


class _Ended(Exception):
    """The conversation is over; the arguments are a close code and a reason."""


async def converse(
    socket: WebSocket, hub: Hub, study: str, context_for: Callable[[str], ServerContext]
) -> None:
    """Exchange messages with a page until either side closes the connection."""
    await socket.accept()
    try:
        hello = await _first(socket)
        context = context_for(hello.key)
        role = await to_thread(context.role, study)
        await to_thread(context.library.find, study)
        about = {"person": hello.person, "name": printable(hello.name).strip(), "color": hello.color}
        with hub.join(study, **about, role=role, node=hello.node) as member:
            await socket.send_text(await to_thread(_welcome, context, study, member, hello.revision))
            await _exchange(socket, hub, study, member)
    except WebSocketDisconnect:
        return
    except _Ended as end:
        code, why = end.args
    except ApiError as error:
        code, why = {404: 4004, 403: 4003}.get(error.status, 1013), str(error)
    with suppress(Exception):
        await wait_for(socket.close(code, why[:100]), _PATIENCE)


async def _first(socket: WebSocket) -> Hello:
    try:
        hello: Hello = _HELLO(read_json(await wait_for(socket.receive_text(), _PATIENCE)))
        return hello
    except TimeoutError:
        raise _Ended(1008, "the first message did not arrive") from None
    except (ApiError, Invalid, KeyError):
        raise _Ended(1008, "the first message is not a hello") from None


def _welcome(context: ServerContext, study: str, member: Member, revision: int) -> str:
    """Return the changes since the page's revision; `null` if the page must read the study again."""
    current = context.storage.revision(study) or 0
    answers = context.storage.answers_since(study, revision) if revision <= current else None
    if answers is not None and sum(map(len, answers)) > _MOST_MISSED:
        answers = None
    member.revision = current if answers is None else revision + len(answers)
    changes = "null" if answers is None else f"[{','.join(answers)}]"
    head = json_text({"type": "welcome", "you": member.number, "role": member.role})
    return f'{head[:-1]},"changes":{changes}}}'


async def _exchange(socket: WebSocket, hub: Hub, study: str, member: Member) -> None:
    """Send and receive until either direction ends or the member is dropped."""
    tasks = [
        create_task(_send(socket, member)),
        create_task(_receive(socket, hub, study, member)),
        create_task(member.dropped.wait()),
    ]
    try:
        done, _ = await wait(tasks, return_when=FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    if member.dropped.is_set():
        raise _Ended(*member.why)
    for task in done:
        task.result()


async def _send(socket: WebSocket, member: Member) -> None:
    while True:
        await socket.send_text(await member.queue.get())


async def _receive(socket: WebSocket, hub: Hub, study: str, member: Member) -> None:
    left, before = float(_BURST), monotonic()
    while True:
        text = await socket.receive_text()
        now = monotonic()
        left, before = min(_BURST, left + _RATE * (now - before)) - 1, now
        if left < 0:
            raise _Ended(1008, "too many messages")
        if len(text) > _LARGEST:
            raise _Ended(1009, f"a message has at most {_LARGEST} characters")
        try:
            message = _MESSAGE(read_json(text))
        except (ApiError, Invalid):
            raise _Ended(1008, "unknown message") from None
        if isinstance(message, Ping):
            member.post('{"type":"pong"}')
            is_first = member.lag == 0 and message.lag > 0
            if not is_first and abs(message.lag - member.lag) < _LAG:
                continue
            member.lag = message.lag
        elif isinstance(message, Look):
            member.node = message.node
        elif isinstance(message, Me):
            member.name, member.color = printable(message.name).strip(), message.color
        else:
            member.leads = message.on
        hub.tell_people(study)
