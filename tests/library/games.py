"""Games for the tests of libraries."""

import random
from pathlib import Path
from typing import Any

from hyperchess import infinite
from hyperchess.game import AnyGame, Game
from hyperchess.notation.reading import write
from tests.notation.random_games import VARIANTS, random_game

PLAYERS = ("Ada", "Bo", "Zoë", "fantasie")


def multiverse_games(count: int, *, actions: int = 12) -> list[AnyGame]:
    """Random games of several variants with headers, some with variations and comments."""
    games: list[AnyGame] = []
    for seed in range(count):
        chance = random.Random(seed)
        game = random_game(seed, variant=VARIANTS[seed % len(VARIANTS)], actions=actions, variations=seed % 3)
        game.headers |= {
            "White": chance.choice(PLAYERS),
            "Black": chance.choice(PLAYERS),
            "Date": f"202{chance.randrange(5)}.0{chance.randrange(1, 10)}.11",
            "Event": f"event {seed}",
        }
        games.append(game)
    return games


def infinite_games(count: int, *, moves: int = 10) -> list[AnyGame]:
    """Random games of infinite chess."""
    games: list[AnyGame] = []
    for seed in range(count):
        chance = random.Random(seed)
        game: Game[Any, Any] = Game(
            infinite.start("Classical"), {"White": chance.choice(PLAYERS), "Event": f"plane {seed}"}
        )
        node = game.root
        for _ in range(moves):
            found = sorted(map(str, node.position.moves().within(-3, 12, -3, 12)))
            if not found:
                break
            node = node.add((node.position.find(chance.choice(found)),))
        games.append(game)
    return games


def write_games(path: Path, games: list[AnyGame], notation: str = "branched") -> Path:
    """A file with games."""
    path.write_text("\n".join(write(game, notation) for game in games), encoding="utf-8")
    return path
