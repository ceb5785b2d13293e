"""Load on the analysis board: a real server, and clients that replay a game and ask for legal moves.

python -m benchmarks.web [SECONDS]

Every client walks through a study of its own: the position after each action, which pieces can move, and
where one of them can go. First as fast as answers come, then at the pace of people, then both again while one
more client keeps the queue of searches full; and five times as many at the pace of people. All traffic
stays on 127.0.0.1, with the settings that `hyperchess serve` has by itself.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, sleep
from typing import Any

CLIENTS = 100
CROWD = 500
SECONDS = 30.0
PAUSE = 0.5  # between two requests of a client that has the pace of people
STARTS_WITHIN = 30.0
BOMB = {"kind": "mate", "mate_in": 20, "seconds": 60}


@dataclass
class Load:
    """Statistics of the clients: response times, and everything that was not a response."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    busy: int = 0  # answers 503

    def figures(self, seconds: float) -> dict[str, float]:
        """Requests in a second, and how long half, 95 % and 99 % of them took at most, in milliseconds."""
        cuts = quantiles(self.times, n=100) if len(self.times) > 1 else [0.0] * 99
        return {
            "requests_per_second": round(len(self.times) / seconds),
            "p50_ms": round(1_000 * cuts[49], 1),
            "p95_ms": round(1_000 * cuts[94], 1),
            "p99_ms": round(1_000 * cuts[98], 1),
            "errors": len(self.errors),
            "busy": self.busy,
        }


class Client:
    """A connection that is kept open, and speaks as much HTTP as the server's answers need."""

    def __init__(self, port: int, load: Load | None = None) -> None:
        self.port = port
        self.load = load

    async def __aenter__(self) -> Client:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()

    async def post(self, path: str, body: object, key: str = "") -> tuple[int, Any]:
        """Ask, with the key of a link if there is one, and wait for the answer."""
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {key}\r\n" if key else ""
        begin = perf_counter()
        self.writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        status = int(answer.split(b" ", 2)[1])
        length = next(
            int(line.split(b":")[1])
            for line in answer.lower().split(b"\r\n")
            if line.startswith(b"content-length:")
        )
        text = await self.reader.readexactly(length)
        if self.load is not None:
            self.load.times.append(perf_counter() - begin)
            self.load.busy += status == 503
            if status >= 300:
                self.load.errors.append(f"{path}: {status} {text[:200]!r}")
        return status, json.loads(text)


async def replay(
    port: int, study: dict[str, Any], load: Load, until: float, pause: float, wait: float
) -> None:
    """Wait a little, so that clients do not keep step; then walk through a study, again and again."""
    place = f"/api/studies/{study['id']}"
    await asyncio.sleep(wait)
    try:
        async with Client(port, load) as client:
            for node in cycle(node["id"] for node in study["nodes"]):
                await client.post(f"{place}/position", {"node": node})
                await asyncio.sleep(pause)
                _, found = await client.post(f"{place}/moves", {"node": node})
                await asyncio.sleep(pause)
                for square in found.get("movable", [])[:1]:
                    await client.post(f"{place}/moves", {"node": node, "from": square})
                    await asyncio.sleep(pause)
                if monotonic() > until:
                    return
    except (OSError, asyncio.IncompleteReadError) as error:
        load.errors.append(repr(error))


async def drop_bombs(port: int, study: dict[str, Any], until: float) -> int:
    """Request searches of maximum length whenever one is accepted; return how many were."""
    taken = 0
    async with Client(port) as client:
        while monotonic() < until:
            status, _ = await client.post("/api/searches", {"study": study["id"], "node": 0, **BOMB})
            taken += status == 202
            await asyncio.sleep(0.05)
    return taken


async def run(
    port: int,
    studies: list[dict[str, Any]],
    seconds: float,
    pause: float,
    *,
    bombs: bool = False,
    clients: int = CLIENTS,
) -> Load:
    """All clients at once; more clients than studies share them."""
    load = Load()
    until = monotonic() + seconds
    work: list[Any] = [
        replay(port, studies[place % len(studies)], load, until, pause, pause * place / clients)
        for place in range(clients)
    ]
    if bombs:
        work.append(drop_bombs(port, studies[0], until))
    await asyncio.gather(*work)
    return load


async def prepare(port: int) -> list[dict[str, Any]]:
    """A study for each client."""
    async with Client(port) as client:
        made = [await client.post("/api/studies", {"example": "four-timelines"}) for _ in range(CLIENTS)]
    assert all(status == 201 for status, _ in made)
    return [study for _, study in made]


@contextmanager
def server() -> Iterator[int]:
    """A server in a process of its own, with a folder of its own; its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with TemporaryDirectory() as data:
        command = [sys.executable, "-m", "hyperchess", "serve", "--no-browser", "--data", data]
        process = subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.DEVNULL)
        try:
            end = monotonic() + STARTS_WITHIN
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    assert monotonic() < end and process.poll() is None, "the server did not start"
                    sleep(0.05)
            yield port
        finally:
            process.terminate()
            process.wait(30)


def _print(label: str, row: dict[str, float], load: Load) -> None:
    print(f"  {label:<46} {'  '.join(f'{value:>8,}' for value in row.values())}")
    for error in load.errors[:3]:
        print(f"    {error}")


def main(seconds: float = SECONDS) -> dict[str, Any]:
    """Print the table and give its figures."""
    figures: dict[str, Any] = {}
    print(f"{CLIENTS} clients, {seconds:g} seconds each; requests/s; p50, p95, p99 in ms; errors; 503s")
    for bombs in (False, True):
        with server() as port:
            studies = asyncio.run(prepare(port))
            for name, pause in (("as fast as answers come", 0.0), ("at the pace of people", PAUSE)):
                load = asyncio.run(run(port, studies, seconds, pause, bombs=bombs))
                row = load.figures(seconds)
                label = f"{name}{', and search bombs' if bombs else ''}"
                figures[label] = row
                _print(label, row, load)
            if not bombs:
                load = asyncio.run(run(port, studies, seconds, PAUSE, clients=CROWD))
                label = f"{CROWD} clients at the pace of people"
                figures[label] = load.figures(seconds)
                _print(label, figures[label], load)
    for name in ("as fast as answers come", "at the pace of people"):
        plain, bombed = figures[name], figures[f"{name}, and search bombs"]
        ratio = round(bombed["p95_ms"] / plain["p95_ms"], 2)
        figures[f"p95 ratio with bombs, {name}"] = ratio
        print(f"  p95 with search bombs is {ratio} times that without them, {name}")
    return figures


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
