"""Benchmarks of infinite chess. Each row says what is timed; the best of several runs is printed.

python -m benchmarks.infinite
"""

from __future__ import annotations

import random
from functools import partial

from benchmarks.timing import Figures, best, print_times
from hyperchess.infinite import Move, Position, find_variant, start

DOCUMENT_GAME = (
    "4,2>4,4 4,7>4,6 4,4>4,5 3,7>3,5 4,5>3,6 6,8>3,11 3,6>2,7 3,11>-4,4 2,7>1,8Q -4,4>2,-2 5,1>4,2 7,8>6,6 "
    "1,8>2,8 5,8>7,8 2,8>1,7 4,8>0,4 1,7>7,13 7,8>8,8 7,13>7,7 8,8>7,7 8,2>8,4 0,4>4,4"
)


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


def main() -> Figures:
    """Print the figures and return them."""
    rows: dict[str, float] = {}
    document = DOCUMENT_GAME.split()
    seconds = best(partial(replay, start("Classical"), document)) / len(document)
    rows["validated replay from text, game of the document, per ply"] = seconds
    for name in ("Classical", "Chess on an Infinite Plane", "Space"):
        position = start(name)
        moves = random_game(position, 1_000, seed=7)
        seconds = best(partial(replay, position, moves), 3) / len(moves)
        rows[f"validated replay from text, {len(moves)} random plies of {name}, per ply"] = seconds
        what = f"all legal moves and a count in a window, start of {name} ({len(position.pieces())} pieces)"
        rows[what] = best(partial(all_moves, position))
    for name in ("Omega^3", "Omega^4"):
        position = find_variant(name).position
        pieces = f"{len(position.pieces()):,} pieces"
        rows[f"reading {pieces}"] = best(partial(Position.parse, position.text()), 3)
        rows[f"writing {pieces}"] = best(position.text, 3)
        rows[f"all legal moves and a count in a window, {pieces}"] = best(partial(all_moves, position), 1)
        move = next(position.moves().near(0))
        rows[f"one validated move, {pieces}"] = best(partial(position.play, move))
    print("Infinite chess")
    return print_times(rows)


if __name__ == "__main__":
    main()
