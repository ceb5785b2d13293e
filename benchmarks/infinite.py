"""Benchmarks of infinite chess. Each row says what is timed; the best of several runs is printed.

python -m benchmarks.infinite
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from time import perf_counter

from hyperchess.infinite import Move, Position, find_variant, start

RUNS = 5
DOCUMENT_GAME = (
    "4,2>4,4 4,7>4,6 4,4>4,5 3,7>3,5 4,5>3,6 6,8>3,11 3,6>2,7 3,11>-4,4 2,7>1,8Q -4,4>2,-2 5,1>4,2 7,8>6,6 "
    "1,8>2,8 5,8>7,8 2,8>1,7 4,8>0,4 1,7>7,13 7,8>8,8 7,13>7,7 8,8>7,7 8,2>8,4 0,4>4,4"
)


def best(work: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(runs):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return min(times)


def random_game(position: Position, plies: int, seed: int) -> list[str]:
    """Random legal moves near the pieces, as text."""
    chance = random.Random(seed)
    moves = []
    for _ in range(plies):
        choices: list[Move] = list(position.moves().near(3))
        if not choices:
            break
        move = chance.choice(choices)
        moves.append(str(move))
        position = position.play(move)
    return moves


def replay(position: Position, moves: list[str]) -> Position:
    """Play moves from text; each one is checked."""
    for move in moves:
        position = position.play(move)
    return position


def all_moves(position: Position) -> int:
    """Find all legal moves of a position from scratch and count those in a window."""
    return Position.of(position.setup).moves().count(-50, 50, -50, 50)


def main() -> None:
    """Print the table."""
    rows: list[tuple[str, float, str]] = []
    document = DOCUMENT_GAME.split()
    seconds = best(partial(replay, start("Classical"), document)) / len(document)
    rows.append(("validated replay from text, game of the document, per ply", seconds, "ms"))
    for name in ("Classical", "Chess on an Infinite Plane", "Space"):
        position = start(name)
        moves = random_game(position, 1_000, seed=7)
        seconds = best(partial(replay, position, moves), 3) / len(moves)
        rows.append(
            (f"validated replay from text, {len(moves)} random plies of {name}, per ply", seconds, "ms")
        )
        what = f"all legal moves and a count in a window, start of {name} ({len(position.pieces)} pieces)"
        rows.append((what, best(partial(all_moves, position)), "ms"))
    for name in ("Showcase: Omega^3", "Showcase: Omega^4"):
        position = find_variant(name).position
        pieces = f"{len(position.pieces):,} pieces"
        rows.append((f"reading {pieces}", best(partial(Position.parse, position.text()), 3), "s"))
        rows.append((f"writing {pieces}", best(position.text, 3), "s"))
        rows.append(
            (f"all legal moves and a count in a window, {pieces}", best(partial(all_moves, position), 1), "s")
        )
        move = next(position.moves().near(0))
        rows.append((f"one validated move, {pieces}", best(partial(position.play, move)), "ms"))
    width = max(len(what) for what, _, _ in rows)
    for what, seconds, unit in rows:
        value = f"{seconds * 1e3:.3f} ms" if unit == "ms" else f"{seconds:.2f} s"
        print(f"{what:<{width}}  {value:>10}")


if __name__ == "__main__":
    main()
