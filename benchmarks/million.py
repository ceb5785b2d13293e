"""A library of a million games that were really imported: its size, exploring, searching and scanning.

python -m benchmarks.million FOLDER [--games 1000000]

Writes files of 50,000 random games of 5D chess to FOLDER/games (those that are there are kept), imports them
into FOLDER/library with one process, and measures. Both steps go on where they were ended. The games are
played by the native rules alone, so that writing them takes a small part of the time of the import: 18 to 28
actions in six variants, with players, dates and results. Eight games each have their first twelve actions in
common. Every search is timed as the shortest of five, by the clock and in processor time.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks.collection import run
from benchmarks.library import PATTERN
from benchmarks.timing import Figures
from hyperchess import _native
from hyperchess.library.library import Library, open_library
from hyperchess.multiverse import start
from hyperchess.multiverse.coordinates import Timeline, file_name
from hyperchess.multiverse.kernel import pack
from hyperchess.multiverse.pieces import PIECE_OF_CODE

_FILE = 50_000  # games
_ALIKE = 8  # games that begin alike
_STEM = 12  # actions that they have in common
_OPENING, _CHOICE = (6, 30), 16  # number of actions to choose from in the first plies and later
_PLAYERS = 5_000
_VARIANTS = {
    "Standard": 6,
    "Standard - Turn Zero": 2,
    "Standard - Two Timelines": 1,
    "Very Small - Open": 1,
    "Standard - Princess": 1,
    "Standard - Half Reflected": 1,
}
_LETTERS = {code: piece.text.rstrip("*").upper().replace("P", "") for code, piece in PIECE_OF_CODE.items()}


class Line(NamedTuple):
    """State of a game: position, actions played, and the result if it has ended."""

    board: _native.Position
    actions: tuple[str, ...] = ()
    result: str = ""

    def play(self, chance: random.Random, actions: int) -> Line:
        """Play random legal actions until there are `actions` of them."""
        board, played = self.board, list(self.actions)
        for ply in range(len(played), actions):
            found = board.actions(None, None)
            opening, many = _OPENING
            handles = found.fetch(many if ply < opening else _CHOICE)
            if not handles:
                return Line(board, tuple(played), "0-1" if ply % 2 == 0 else "1-0")
            place = chance.random() ** (2 if ply < opening else 1)  # some openings are more frequent
            handle = handles[int(place * len(handles))]
            words = " ".join(_move_text(board, found.move(number)) for number in handle.moves())
            played.append(f"/ {words}" if ply % 2 else f"{ply // 2 + 1}. {words}")
            board = handle.play()
        return Line(board, tuple(played))


def _move_text(board: _native.Position, move: tuple[int, int, int, int, int, int, int]) -> str:
    row, time, source, to_row, to_time, target, promotion = move
    names = [f"{file_name(square % board.width)}{square // board.width + 1}" for square in (source, target)]
    places = [
        f"({_timeline(line, board.even)}T{half >> 1})" for line, half in ((row, time), (to_row, to_time))
    ]
    letter = _LETTERS[board.code_at(row, time, source)]
    end = f"={chr(promotion).upper()}" if promotion else ""
    jump = "" if places[0] == places[1] else f">>{places[1]}"
    return f"{places[0]}{letter}{names[0]}{jump}{names[1]}{end}"


@cache
def _timeline(row: int, even: bool) -> str:
    return str(Timeline.of_row(row, even=even))


def games(first: int) -> Iterator[str]:
    """Random games from a number on, as 5DPGN."""
    starts = {name: pack(start(name)) for name in _VARIANTS}
    names = [name for name, weight in _VARIANTS.items() for _ in range(weight)]
    for group in range(first // _ALIKE, 1 << 40):
        chance = random.Random(-1 - group)
        variant = chance.choice(names)
        stem = Line(starts[variant]).play(chance, _STEM)
        for number in range(group * _ALIKE, (group + 1) * _ALIKE):
            chance = random.Random(number)
            begun = Line(starts[variant]) if stem.result else stem
            line = begun.play(chance, 18 + chance.randrange(11))
            headers = {
                "Mode": "5D",
                "Board": variant,
                "Event": f"random {number}",
                "White": f"player {int(chance.random() ** 2 * _PLAYERS)}",
                "Black": f"player {int(chance.random() ** 2 * _PLAYERS)}",
                "Date": f"20{chance.randrange(10, 25)}.{chance.randrange(1, 13):02}.11",
                "Result": line.result or chance.choice(("1-0", "0-1", "1/2-1/2")),
            }
            tags = "".join(f'[{name} "{value}"]\n' for name, value in headers.items())
            yield f"{tags}\n{' '.join(line.actions)}\n\n"


def write_games(folder: Path, count: int) -> None:
    """Write files of games, as far as they are not there."""
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, count, _FILE):
        path = folder / f"{first // _FILE:04}.5dpgn"
        if path.exists():
            continue
        part = folder.parent / "part"
        with part.open("w", encoding="utf-8") as file:
            file.writelines(islice(games(first), min(_FILE, count - first)))
        part.replace(path)


def measure(library: Library) -> Figures:
    """Search, explore and scan a library."""
    figures: Figures = {}

    def show(what: str, value: float) -> None:
        figures[what] = value
        print(f"  {what:<78}  {value:>14,.2f}")

    def time(what: str, work: Callable[[], object]) -> None:
        wall = processor = float("inf")
        for _ in range(5):
            began, used = perf_counter(), process_time()
            work()
            wall, processor = min(wall, perf_counter() - began), min(processor, process_time() - used)
        show(f"{what}, ms", 1e3 * wall)
        show(f"{what}, processor ms", 1e3 * processor)

    total = len(library)
    show("games", total)
    show("positions", library._store.value("SELECT count(*) FROM positions"))
    show("bytes a game", library._store.size / total)
    position = start("Standard")
    for _ in range(6):
        found = library.explore(position)
        time(f"exploring {found.games:,} games", lambda at=position: library.explore(at))  # type: ignore[misc]
        time("examples of them", lambda at=position: list(library.games_at(at, limit=6)))  # type: ignore[misc]
        if not found.entries:
            break
        position = position.play(found.entries[0].action)
    for query in (
        'event = "random 4711"',
        'white = "player 17"',
        'black ~ "r 123" and result = "1-0"',
        'date >= "2019" and date < "2019.02" and actions < 20',
        'front "Standard"',
        "timelines > 6",
        "timelines(white) - timelines(black) >= 3",
        "Nn jumps back >= 2 and check on other timeline",
    ):
        count = library.count(query)
        time(f"counting {query}: {count:,}", lambda query=query: library.count(query))  # type: ignore[misc]
        time("its first 50 games", lambda query=query: list(library.search(query, limit=50)))  # type: ignore[misc]
    positions = library._store.value("SELECT sum(plies + 1) FROM games WHERE date != '' AND date < '2010.04'")
    for condition in ("piece K at (0T1)a1", PATTERN):
        used = process_time()
        library.count(f'{condition} and date < "2010.04"')
        show(
            f"scanning {positions:,} positions for {condition}, per second",
            positions / (process_time() - used),
        )
    return figures


def main() -> None:
    """Write games, import them, and measure."""
    parser = ArgumentParser(prog="python -m benchmarks.million", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--games", type=int, default=1_000_000)
    asked = parser.parse_args()
    began = perf_counter()
    write_games(asked.folder / "games", asked.games)
    print(f"  writing games took {perf_counter() - began:,.0f} seconds")
    used = run("library", "import", str(asked.folder / "games"), "--library", str(asked.folder / "library"))
    print(
        f"  importing: {used.seconds:,.0f} s, processor {used.cpu:,.0f} s, {used.megabytes:,.0f} MB of memory"
    )
    with open_library(asked.folder / "library") as library:
        measure(library)


if __name__ == "__main__":
    main()
