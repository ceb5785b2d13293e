"""Extend the bundled puzzles by those of journals that `hyperchess puzzles make --store` has written.

python -m scripts.puzzles [STORE ...] [--most-simple N] [--most N] [--most-hunts N]

All bundled puzzles are kept, so that the ids in the records of users stay valid. The script prints the tables
of docs/puzzles.md.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from hyperchess.puzzles.candidates import Candidate, open_searched, read_searched
from hyperchess.puzzles.collection import bundled, proof_text, read_collection
from hyperchess.puzzles.entry import Entry
from hyperchess.puzzles.packing import pack
from hyperchess.puzzles.selecting import select, sort_candidates
from hyperchess.puzzles.themes import THEMES
from hyperchess.ruleset import GameKind

__all__ = ["FILE", "extend", "tables"]

FILE = Path("src/hyperchess/puzzles/collection.bin")
Part = Literal["simple", "others", "hunts"]
"""Mates in 1 on one timeline, all others of 5D chess, infinite chess."""
Limits = Mapping[Part, int | None]
"""The maximum for each length and number of timelines."""
_MOST_TIMELINES = 4  # puzzles with more share a column


def bundled_candidates() -> list[Candidate]:
    """Return the bundled puzzles with their proofs."""
    texts = "\n".join(map(proof_text, bundled()))
    return [Candidate(entry, proof) for entry, proof in read_collection(texts)]


def extend(kept: Sequence[Candidate], stores: Iterable[Path], limits: Limits) -> list[Candidate]:
    """Return the collection with the puzzles of some journals."""
    found = [
        one for store in stores for game in read_searched(open_searched(store)) for one in game.candidates
    ]
    chosen: list[Candidate] = []
    for part, most in limits.items():
        more, ours = ([one for one in group if _part(one.entry) == part] for group in (found, kept))
        chosen += select(more, kept=ours, most=most)
    return sort_candidates(chosen)


def _part(entry: Entry) -> Part:
    """Return the part of the collection that a puzzle belongs to."""
    if entry.kind is GameKind.INFINITE:
        return "hunts"
    return "simple" if entry.mate_in == entry.timelines == 1 else "others"


def tables(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the lines of the tables: lengths and timelines, lengths of hunts, themes."""
    multiverse = [entry for entry in entries if entry.kind is GameKind.MULTIVERSE]
    columns = range(1, _MOST_TIMELINES + 1)
    counts = Counter((entry.mate_in, min(entry.timelines, _MOST_TIMELINES)) for entry in multiverse)
    for length in sorted({entry.mate_in for entry in multiverse}):
        row = [counts[length, timelines] for timelines in columns]
        yield f"| mate in {length} | {' | '.join(map(str, row))} | {sum(row)} |"
    sums = [sum(count for (_, timelines), count in counts.items() if timelines == each) for each in columns]
    yield f"| together | {' | '.join(map(str, sums))} | {len(multiverse)} |"
    hunts = Counter((entry.variant, entry.mate_in) for entry in entries if entry.kind is GameKind.INFINITE)
    lengths = sorted({length for _, length in hunts})
    for name in dict.fromkeys(name for name, _ in sorted(hunts)):
        row = [hunts[name, length] for length in lengths]
        yield f"| {name} | {' | '.join(map(str, row))} | {sum(row)} |"
    themes = Counter((theme, entry.kind) for entry in entries for theme in entry.themes)
    for theme in THEMES:
        yield f"| {theme} | {themes[theme, GameKind.MULTIVERSE]} | {themes[theme, GameKind.INFINITE]} |"


def main() -> None:
    """Extend the bundled collection."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("stores", nargs="*", type=Path)
    parser.add_argument("--most-simple", type=int, help="mates in 1 on one timeline")
    parser.add_argument("--most", type=int, help="others of 5D chess per length and number of timelines")
    parser.add_argument("--most-hunts", type=int, help="puzzles of infinite chess per length")
    options = parser.parse_args()
    limits: Limits = {"simple": options.most_simple, "others": options.most, "hunts": options.most_hunts}
    chosen = extend(bundled_candidates(), options.stores, limits)
    FILE.write_bytes(pack((one.entry, one.proof) for one in chosen))
    print(*tables([one.entry for one in chosen]), sep="\n")


if __name__ == "__main__":
    main()
