"""Making the collection: the games that are missing are played, and kept one by one in a file of lines.

A run that was ended goes on where it was: each game depends only on the seed and its number.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError
from hyperchess.kinds import Kind
from hyperchess.library.actions import pack_actions, unpack_actions
from hyperchess.library.demo.playing import DemoGame, play_demo_game
from hyperchess.library.errors import LibraryError

__all__ = ["demo_start", "is_even", "make_games", "read_games"]


def make_games(
    path: Path,
    wanted: Mapping[Kind, int],
    *,
    seed: int,
    watch: Callable[[int], None] | None = None,
) -> list[DemoGame]:
    """The first games of each kind, those that the file has and those that are played now.

    `watch` is called with the number of games so far.
    """
    done = {(game.kind, game.number): game for game in read_games(path, seed)} if path.exists() else {}
    with path.open("a", encoding="utf-8", newline="\n") as file:
        if file.tell() == 0:
            file.write(json.dumps({"seed": seed}) + "\n")
        for kind, number in _order(wanted):
            if (kind, number) not in done:
                game = done[kind, number] = play_demo_game(kind, seed=seed, number=number)
                file.write(json.dumps(_line(game)) + "\n")
                file.flush()
            if watch is not None:
                watch(len(done))
    return [done[kind, number] for kind in wanted for number in range(wanted[kind])]


def read_games(path: Path, seed: int) -> Iterator[DemoGame]:
    """The games of a file of lines; a last line that was cut off is left out."""
    with path.open(encoding="utf-8", errors="replace") as file:
        first = file.readline()
        if first.endswith("\n") and first.strip() != json.dumps({"seed": seed}):
            raise LibraryError(f"{path} has no games, or games with another seed: {first.strip()[:80]}")
        for number, line in enumerate(file, 2):
            if line.endswith("\n"):
                try:
                    yield _game(json.loads(line))
                except (HyperchessError, LookupError, TypeError, ValueError) as error:
                    raise LibraryError(f"{path}: line {number} is not a game of the collection") from error


def demo_start(kind: Kind, variant: str) -> Any:
    """The position from which a game starts."""
    return multiverse.start(variant) if kind is Kind.MULTIVERSE else infinite.start(variant)


def is_even(kind: Kind, start: Any) -> bool:
    """How the rows of timelines are counted in the bytes of actions."""
    return bool(start.even) if kind is Kind.MULTIVERSE else False


def _order(wanted: Mapping[Kind, int]) -> list[tuple[Kind, int]]:
    """All games in an order in which the kinds are mixed: a run that is ended has some of each."""
    games = [
        ((number + 0.5) / count, kind, number) for kind, count in wanted.items() for number in range(count)
    ]
    return [(kind, number) for _, kind, number in sorted(games, key=lambda game: (game[0], game[1].value))]


def _line(game: DemoGame) -> list[Any]:
    even = is_even(game.kind, demo_start(game.kind, game.variant))
    packed = b64encode(pack_actions(game.actions, even=even)).decode("ascii")
    return [game.kind.value, *game[1:7], packed]


def _game(line: list[Any]) -> DemoGame:
    name, number, variant, white, black, result, ending, packed = line
    kind = Kind(name)
    even = is_even(kind, demo_start(kind, variant))
    actions = tuple(unpack_actions(b64decode(packed), kind, even=even))
    return DemoGame(kind, number, variant, white, black, result, ending, actions)
