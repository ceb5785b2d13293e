"""Benchmarks of the notation of infinite chess. Each row says what is timed; the best of several runs.

python -m benchmarks.icn
"""

from __future__ import annotations

import random
import tracemalloc
from functools import partial

from benchmarks.infinite import DOCUMENT_GAME, random_game
from benchmarks.timing import Figures, best, print_times
from hyperchess.infinite import start
from hyperchess.notation.icn.parser import parse_games
from hyperchess.notation.icn.resolve import InfiniteGame, resolve
from hyperchess.notation.icn.syntax import GameSyntax
from hyperchess.notation.icn.writers import write_document, write_site
from hyperchess.text import Source

COUNTS = (10_000, 100_000, 400_000)


def written_moves(count: int) -> list[str]:
    """Return moves that are well-formed but not necessarily legal."""
    chance = random.Random(5)
    return ["{},{}>{},{}".format(*(chance.randint(-99, 99) for _ in range(4))) for _ in range(count)]


def compact_text(moves: list[str]) -> str:
    """The shortest form."""
    return f"{start('Classical').text()}\n{'|'.join(moves)}"


def long_text(moves: list[str], comment: str) -> str:
    """Numbers, pieces, blanks, marks, and a comment on each move."""
    lines = [start("Classical").text(full=True), ""]
    for number, (white, black) in enumerate(zip(moves[::2], moves[1::2], strict=True), start=1):
        first, second = white.replace(">", " > "), black.replace(">", " x ")
        lines.append(f"{number}. P{first} ! {comment} | q{second} + {comment}")
    return "\n".join(lines)


def parse(text: str) -> list[GameSyntax]:
    """Read without the rules."""
    return list(parse_games(Source(text)))


def validate(text: str) -> InfiniteGame:
    """Read and replay with the rules."""
    return resolve(parse(text)[0])


def main() -> Figures:
    """Print the figures and return them."""
    rows: dict[str, float] = {}
    for count in COUNTS:
        moves = written_moves(count)
        texts = {
            "compact": compact_text(moves),
            "long with comments": long_text(moves, "{a word about it}"),
            "long with clocks": long_text(moves, "{[%clk 0:09:56.7]}"),
        }
        for name, text in texts.items():
            runs = 7 if count == COUNTS[0] else 2
            seconds = best(partial(parse, text), runs)
            rows[f"text to syntax tree, {count:,} moves, {name}"] = seconds
    syntax = parse(compact_text(written_moves(COUNTS[0])))[0]
    rows[f"looking at all {COUNTS[0]:,} moves of the tree"] = best(lambda: [*syntax.moves])
    games = {"the document's game": DOCUMENT_GAME.split()}
    for name in ("Classical", "Chess on an Infinite Plane"):
        moves = random_game(start(name), 1_000, seed=7)
        games[f"{len(moves):,} random plies of {name}"] = [name, *moves]
    for what, moves in games.items():
        name = "Classical" if what.startswith("the") else moves.pop(0)
        text = f"{start(name).text()}\n{'|'.join(moves)}"
        game = validate(text)
        assert game.end.is_resolved
        runs = 3 if len(moves) > 100 else 50
        pretty = write_document(game).text
        for what_is_timed, work in (
            ("text to validated game, per ply, compact", partial(validate, text)),
            ("text to validated game, per ply, long with marks", partial(validate, pretty)),
            ("writing, per ply, long with marks", partial(write_document, game)),
            ("writing, per ply, site's dialect without marks", partial(write_site, game, marks="none")),
        ):
            rows[f"{what_is_timed}, {what}"] = best(work, runs) / len(moves)
    print("The notation of infinite chess")
    figures = print_times(rows)
    tracemalloc.start()
    text = compact_text(written_moves(COUNTS[-1]))
    before = tracemalloc.get_traced_memory()[0]
    kept = parse(text)
    after = tracemalloc.get_traced_memory()[0]
    name = f"memory of the tree of {len(kept[0].moves):,} moves, MB"
    figures[name] = (after - before) / 1e6
    print(f"  {name}: {figures[name]:.1f}")
    return figures


if __name__ == "__main__":
    main()
