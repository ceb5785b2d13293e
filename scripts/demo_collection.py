"""Make the collection of engine games that comes with the package.

    python -m scripts.demo_collection games.bin --games 20000 --infinite-games 5000 --seed 1

The games cover all built-in variants. Levels are mixed, and the first actions of a game are drawn from more
candidates with larger errors, so that openings differ. All limits are in nodes: a game depends only on the
seed, its number and the version of the engine, so that the same command writes the same file. Finished games
are stored in a journal next to the file, and an interrupted run continues where it stopped.

>>> game = play_demo_game(GameKind.MULTIVERSE, seed=1, number=0)
>>> game == play_demo_game(GameKind.MULTIVERSE, seed=1, number=0), game.variant
(True, 'Custom - Frustraiting Dragons')
"""

from __future__ import annotations

from argparse import ArgumentParser
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from hyperchess import infinite
from hyperchess.budget import Budget
from hyperchess.engine import Engine, Level
from hyperchess.engine.infinite.levels import INFINITE_LEVELS
from hyperchess.engine.levels import FIRST_LEVELS, choose_weakly
from hyperchess.errors import HyperchessError
from hyperchess.journal import Journal
from hyperchess.library.demo.collection import RESULTS, front_key, pack_columns, shorten_key
from hyperchess.library.errors import LibraryError
from hyperchess.library.lines import STATUS_BUDGET, play_elsewhere
from hyperchess.ruleset import Action, GameKind
from hyperchess.rulesets import AnyAction, find_ruleset
from hyperchess.text import plural

__all__ = ["DemoGame", "main", "make_games", "open_games", "play_demo_game", "read_games", "write_collection"]

_MEMORY = 1 << 20  # bytes of the transposition table, a new one for every game
_MOST_ACTIONS = {GameKind.MULTIVERSE: 60, GameKind.INFINITE: 44}
_LEVELS = {
    GameKind.MULTIVERSE: ((1, 2, 3, 4, 5), (2, 3, 4, 5, 2)),
    GameKind.INFINITE: ((1, 2, 3, 4), (4, 5, 4, 1)),
}
_EXPLORING = Level(0, "opening", 60, 70, 16)  # for the first actions of a game
_MOST_EXPLORED = 6  # actions
_DECIDED = 400  # centipawns: threshold to adjudicate an unfinished game as won
_FINAL_LOOK = Budget(rounds=300)
_FAVOURITES = {
    GameKind.MULTIVERSE: {"Standard": 30, "Standard - Turn Zero": 8, "Small": 8, "Very Small": 6},
    GameKind.INFINITE: {"Classical": 20, "Core": 8, "Chess": 8, "Pawn Horde": 5},
}
_SLOW = (("Huygens Option", "Roses Option", "4 Chess", "Trappist-1"), 100, 20)
_HUGE = (("5D Chess", "Omega^3", "Omega^4"), 400, 6)
"""Slow variants of infinite chess: the ends of their names, one game in how many, and its maximum number of
actions.
"""
_REPORTED = 100  # games between two lines of progress


class DemoGame(NamedTuple):
    """A game of the collection: its variant, the levels of the players, its actions and its ending."""

    kind: GameKind
    number: int
    variant: str
    white: int
    black: int
    result: str
    ending: str
    actions: tuple[AnyAction, ...]


def play_demo_game(kind: GameKind, *, seed: int, number: int) -> DemoGame:
    """Play game `number`, counted from 0."""
    random = Random(f"{seed} {kind.value} {number}")
    engine = Engine(memory=_MEMORY)
    variant, longest = _variant(kind, number)
    ruleset: Any = find_ruleset(kind)
    position = ruleset.start(variant)
    white, black = random.choices(*_LEVELS[kind], k=2)
    known = FIRST_LEVELS if kind is GameKind.MULTIVERSE else INFINITE_LEVELS
    strengths = {"WHITE": known[white - 1], "BLACK": known[black - 1]}
    explored = random.randint(0, _MOST_EXPLORED)
    actions: list[tuple[Any, ...]] = []
    ending = None
    while ending is None and len(actions) < longest:
        level = _EXPLORING if len(actions) < explored else strengths[position.player.name]
        lines = engine.analyse(position, Budget(rounds=level.nodes), lines=level.lines)
        if not lines:
            break
        action = choose_weakly(lines, level, random).actions[0]
        actions.append(action)
        position = position.play_legal(action)
        # Games of 5D chess end because there is no action; infinite chess has other ends, too.
        ending = _result(position) if ruleset.recurs else None
    result, how = ending or _result(position) or _adjudicate(position, engine)
    return DemoGame(kind, number, variant, white, black, result, how, tuple(map(Action, actions)))


def _result(position: Any) -> tuple[str, str] | None:
    """Return the result and its reason, if the game is over; a draw that can be claimed counts as claimed."""
    outcome = position.outcome(claim=True, budget=STATUS_BUDGET)
    return None if outcome is None else (outcome.result, outcome.verdict.value)


def _adjudicate(position: Any, engine: Engine) -> tuple[str, str]:
    """Return the result of an unfinished game: a win if the engine's score is decisive."""
    lines = engine.analyse(position, _FINAL_LOOK)
    value = lines[0].score.white.as_centipawns() if lines else 0
    return "1-0" if value >= _DECIDED else "0-1" if value <= -_DECIDED else "1/2-1/2", "adjudication"


def _variant(kind: GameKind, number: int) -> tuple[str, int]:
    """Return the variant of a game and its maximum number of actions."""
    if kind is GameKind.INFINITE:
        for ends, every, longest in (_HUGE, _SLOW):
            turn, place = divmod(number, every)
            if place == every // 2:
                names = [variant.name for variant in infinite.variants() if variant.name.endswith(ends)]
                return names[turn % len(names)], longest
    usual = _variants(kind)
    return usual[number % len(usual)], _MOST_ACTIONS[kind]


@cache
def _variants(kind: GameKind) -> list[str]:
    """Return the usual variants, each as often as it occurs in a round."""
    names = [variant.name for variant in find_ruleset(kind).variants()]
    if kind is GameKind.INFINITE:
        names = [name for name in names if not name.endswith(_SLOW[0] + _HUGE[0])]
    usual = [name for name in names for _ in range(_FAVOURITES[kind].get(name, 1))]
    Random(0).shuffle(usual)
    return usual


def make_games(
    path: Path,
    wanted: Mapping[GameKind, int],
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


def _order(wanted: Mapping[GameKind, int]) -> list[tuple[GameKind, int]]:
    """Return all games in an order that mixes the kinds, so that an interrupted run has some of each."""
    games = [
        ((number + 0.5) / count, kind, number) for kind, count in wanted.items() for number in range(count)
    ]
    return [(kind, number) for _, kind, number in sorted(games, key=lambda game: (game[0], game[1].value))]


def _line(game: DemoGame) -> list[Any]:
    ruleset: Any = find_ruleset(game.kind)
    packed = ruleset.pack_line(game.actions, ruleset.start(game.variant))
    return [game.kind.value, *game[1:7], b64encode(packed).decode("ascii")]


def _game(line: list[Any]) -> DemoGame:
    name, number, variant, white, black, result, ending, packed = line
    kind = GameKind(name)
    ruleset: Any = find_ruleset(kind)
    actions = tuple(ruleset.unpack_line(b64decode(packed), ruleset.start(variant)))
    return DemoGame(kind, number, variant, white, black, result, ending, actions)


def write_collection(path: Path, games: Iterable[DemoGame], *, seed: int) -> None:
    """Pack games into a file."""
    variants: dict[tuple[str, str], int] = {}
    endings: dict[str, int] = {}
    columns = [bytearray() for _ in range(6)]
    keys = bytearray()
    for game in games:
        ruleset: Any = find_ruleset(game.kind)
        start = ruleset.start(game.variant)
        actions = ruleset.pack_line(game.actions, start)
        columns[0].append(variants.setdefault((game.kind.value, game.variant), len(variants)))
        columns[1].append(16 * game.white + game.black)
        columns[2].append(64 * RESULTS.index(game.result) + endings.setdefault(game.ending, len(endings)))
        columns[3].append(len(game.actions))
        columns[4] += len(actions).to_bytes(2, "little")
        columns[5] += actions
        for front in _fronts(start, game.actions):
            keys += shorten_key(front)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(pack_columns(seed, list(variants), list(endings), columns, keys))
    part.replace(path)


def _fronts(start: Any, actions: tuple[AnyAction, ...]) -> Iterator[int]:
    """Yield the front keys of all positions of a game; the rules check its actions."""
    position = start
    yield front_key(position)
    for action in actions:
        position = play_elsewhere(position, action)
        if position is None:
            raise HyperchessError(f"a game of the collection has an illegal action: {action}")
        yield front_key(position)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games that the command line asks for, and pack them into a file."""
    parser = ArgumentParser(
        prog="python -m scripts.demo_collection", description="Make a collection of engine games."
    )
    parser.add_argument("file", type=Path, help="the collection; finished games are stored in FILE.games")
    parser.add_argument("--games", type=int, default=20_000, help="games of 5D chess")
    parser.add_argument("--infinite-games", type=int, default=5_000, help="games of infinite chess")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    wanted = {GameKind.MULTIVERSE: asked.games, GameKind.INFINITE: asked.infinite_games}
    total = sum(wanted.values())

    def watch(done: int) -> None:
        if done % _REPORTED == 0:
            print(f"{done:,} of {plural(total, 'game')}", flush=True)

    try:
        games = make_games(Path(f"{asked.file}.games"), wanted, seed=asked.seed, watch=watch, on_note=print)
    except HyperchessError as error:
        parser.error(str(error))
    write_collection(asked.file, games, seed=asked.seed)
    print(f"{asked.file}: {plural(len(games), 'game')}, {asked.file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
