"""Creation of the collection: missing games are played and appended to a journal.

An interrupted run continues where it stopped: each game depends only on the seed and its number.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hyperchess.errors import HyperchessError
from hyperchess.journal import Journal
from hyperchess.kinds import Kind
from hyperchess.library.adapters import find_adapter
from hyperchess.library.demo.playing import DemoGame, play_demo_game
from hyperchess.library.errors import LibraryError

__all__ = ["make_games", "open_games", "read_games"]


def make_games(
    path: Path,
    wanted: Mapping[Kind, int],
    *,
    seed: int,
    watch: Callable[[int], None] | None = None,
    on_note: Callable[[str], None] | None = None,
) -> list[DemoGame]:
    """Return the first games of each kind, from the journal at `path` or played now.

    `watch` is called with the number of games so far, `on_note` if an incomplete line was removed.
    """
    journal = open_games(path)
    if journal.note and on_note is not None:
        on_note(journal.note)
    done = {(game.kind, game.number): game for game in read_games(journal, seed)}
    if not journal.entries:
        journal.append({"seed": seed})
    for kind, number in _order(wanted):
        if (kind, number) not in done:
            game = done[kind, number] = play_demo_game(kind, seed=seed, number=number)
            journal.append(_line(game))
        if watch is not None:
            watch(len(done))
    return [done[kind, number] for kind in wanted for number in range(wanted[kind])]


def open_games(path: Path) -> Journal:
    """Open the journal of a collection."""
    return Journal(path, begins=('{"seed": ', '["'))


def read_games(journal: Journal, seed: int) -> Iterator[DemoGame]:
    """Yield the games of a journal, which starts with the seed."""
    path = journal.path
    for number, entry in enumerate(journal.entries, 1):
        if number == 1:
            if entry != {"seed": seed}:
                raise LibraryError(f"{path} has no games, or games with another seed: {str(entry)[:80]}")
            continue
        try:
            yield _game(entry)
        except (HyperchessError, LookupError, TypeError, ValueError) as error:
            raise LibraryError(f"{path}: line {number} is not a game of the collection") from error


def _order(wanted: Mapping[Kind, int]) -> list[tuple[Kind, int]]:
    """Return all games in an order that mixes the kinds, so that an interrupted run has some of each."""
    games = [
        ((number + 0.5) / count, kind, number) for kind, count in wanted.items() for number in range(count)
    ]
    return [(kind, number) for _, kind, number in sorted(games, key=lambda game: (game[0], game[1].value))]


def _line(game: DemoGame) -> list[Any]:
    adapter = find_adapter(game.kind)
    packed = adapter.pack_actions(game.actions, adapter.start(game.variant))
    return [game.kind.value, *game[1:7], b64encode(packed).decode("ascii")]


def _game(line: list[Any]) -> DemoGame:
    name, number, variant, white, black, result, ending, packed = line
    kind = Kind(name)
    adapter = find_adapter(kind)
    actions = tuple(adapter.unpack_actions(b64decode(packed), adapter.start(variant)))
    return DemoGame(kind, number, variant, white, black, result, ending, actions)
