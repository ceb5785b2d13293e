"""The engine of infinite chess: nodes per second, the practice mates, and a match against a plain searcher.

python -m benchmarks.infinite_engine [--levels easy medium] [--starts 2] [--nodes 20000] [--games 4]

`--mates 1K2R-1k 1K1Q1B-1k` plays only these. With `--time 1` every move has a second instead of a number of
nodes. A practice mate starts from a random position of its material: the pieces of the first side on the 11
by 11 squares around 0,0, the bishops of the second number on the other colour, and the royal piece of the
second side at x 12 to 14 and y -17 to 17, where no piece sees it along a row, a column or a diagonal. The
engine mates against itself, and against a defender who draws his moves; without a move rule, so that it can
be told how many games take longer than 50 moves.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from random import Random
from time import process_time

from benchmarks.timing import Figures
from hyperchess import Budget
from hyperchess.engine import Engine
from hyperchess.engine.infinite.nearby import nearby_moves
from hyperchess.engine.matches.match import Pairing, run_match
from hyperchess.infinite import Move, Position, start
from hyperchess.ruleset import GameKind
from hyperchess.studies.learning.practice import PRACTICE_MATES, practice_position

LONGEST = {"easy": 60, "medium": 100, "hard": 200, "insane": 200}  # moves
SPEED_VARIANTS = ("Classical", "Core", "Space Classic", "Palace")
MATCH_VARIANTS = (
    "Classical",
    "Core",
    "Standarch",
    "Space Classic",
    "Space",
    "Abundance",
    "Pawndard",
    "Knightline",
    "Confined Classical",
    "Chess on an Infinite Plane",
)


@dataclass(frozen=True, slots=True)
class Played:
    """Result of a practice mate: won or the reason why not, and the number of moves of the first side."""

    won: bool
    ending: str
    moves: int


def play_mate(position: Position, limit: Budget, longest: int, seed: int | None) -> Played:
    """Play a practice mate, against a random defender if there is a seed."""
    attacker, defender = Engine(memory=16 << 20), Engine(memory=16 << 20)
    random = Random(seed)
    first, moves = position.player, 0
    while True:
        status = position.status
        if status.is_over:
            return Played(status.winner is first, status.verdict.value, moves)
        if position.player is first:
            if moves == longest:
                return Played(False, "too long", moves)
            moves += 1
            move: Move = attacker.play(position, limit).action[0]
        elif seed is None:
            move = defender.play(position, limit).action[0]
        else:
            move = random.choice(nearby_moves(position, 1))
        position = position.play(move)


def practice(mates: dict[str, str], starts: int, limit: Budget) -> Figures:
    """Play practice mates, given with their levels, print a table; return the figures."""
    figures: Figures = {}
    print(f"  {'mate':16}{'level':8}{'against itself':>24}{'against chance':>24}")
    for material, level in mates.items():
        cells = []
        for name, is_random in (("itself", False), ("chance", True)):
            games = [
                play_mate(
                    practice_position(material, number),
                    limit,
                    LONGEST[level],
                    number if is_random else None,
                )
                for number in range(starts)
            ]
            won = [game.moves for game in games if game.won]
            figures[f"{material} won against {name}, percent"] = 100 * len(won) / starts
            others = sorted({game.ending for game in games if not game.won})
            late = sum(moves > 50 for moves in won)
            text = f"{len(won)}/{starts}"
            text += f" in {sum(won) / len(won):.0f}" if won else ""
            text += f", {late} late" if late else ""
            text += f" ({', '.join(others)})" if others else ""
            cells.append(text)
        print(f"  {material:16}{level:8}{cells[0]:>24}{cells[1]:>24}", flush=True)
    return figures


def speed(nodes: int) -> Figures:
    """Count nodes in a second of CPU time, by variant; return the figures."""
    figures: Figures = {}
    positions = {variant: start(variant) for variant in SPEED_VARIANTS}
    positions["1K2R-1k"] = practice_position("1K2R-1k", 1)
    for name, position in positions.items():
        engine = Engine()
        engine.search(position, Budget(rounds=1))  # the table is made
        began = process_time()
        thought = engine.search(position, Budget(rounds=nodes))
        figures[f"{name}, nodes per second"] = rate = thought.nodes / (process_time() - began)
        print(f"  {name:16}{rate:>12,.0f} nodes/s, depth {thought.depth}")
    return figures


def match(games: int, limit: Budget) -> Figures:
    """Play against the plain searcher that looks two moves ahead; return the figures."""
    pairing = Pairing(
        "hyperchess", "two-ply", MATCH_VARIANTS, limit, games, kind=GameKind.INFINITE, tolerance=60.0
    )
    played = run_match(pairing)
    longest = max(record.longest for record in played.records)
    endings = ", ".join(f"{reason} {count}" for reason, count in played.reasons.most_common())
    print(f"  against two-ply: {played.results.text} ({endings}); longest thought {longest:.3f} s")
    return {"score against two-ply, percent": 100 * played.results.score}


def main(arguments: list[str] | None = None) -> Figures:
    """Print the figures and return them."""
    parser = ArgumentParser(prog="python -m benchmarks.infinite_engine")
    levels = {mate: level for level, mates in PRACTICE_MATES.items() for mate in mates}
    parser.add_argument("--levels", nargs="*", choices=list(PRACTICE_MATES), default=["easy"])
    parser.add_argument("--mates", nargs="*", choices=list(levels), metavar="MATE")
    parser.add_argument("--starts", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--time", type=float)
    parser.add_argument("--games", type=int, default=4)
    asked = parser.parse_args([] if arguments is None else arguments)
    limit = Budget(rounds=asked.nodes) if asked.time is None else Budget(seconds=asked.time)
    figures = speed(5 * asked.nodes)
    if asked.starts:
        mates = asked.mates or [mate for level in asked.levels for mate in PRACTICE_MATES[level]]
        figures |= practice({mate: levels[mate] for mate in mates}, asked.starts, limit)
    if asked.games:
        figures |= match(asked.games, limit)
    return figures


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
