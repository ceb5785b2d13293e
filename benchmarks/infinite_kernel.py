"""Benchmarks of the native rules of infinite chess against the rules in Python, on the same positions.

python -m benchmarks.infinite_kernel

The positions come from random games of the classical variants, played with both implementations of the
rules, so that positions of the native one are packed (the last row of the first table packs them again).
Each figure is the best of several runs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

from benchmarks.infinite import random_game
from benchmarks.timing import Figures, best
from hyperchess.infinite import Move, Position, find_variant, piece, start
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.kernel import NativeRules, packed
from hyperchess.infinite.reference.insufficient_material import is_dead
from hyperchess.infinite.reference.rules import ReferenceRules
from hyperchess.infinite.rules import Rules
from hyperchess.infinite.settings import Setup

CLASSICAL = (
    "Classical",
    "Core",
    "Standarch",
    "Space Classic",
    "Chess on an Infinite Plane",
    "Space",
    "Palace",
)
PLIES = 60
ENDINGS = 150
PYTHON, NATIVE = ReferenceRules(), NativeRules()
Ask = Callable[[Rules, Position], object]


def play_line(name: str, moves: Iterable[str], rules: Rules) -> list[Position]:
    """The positions of a game, played with the given rules."""
    position = replace(start(name), rules=rules)
    line = [position]
    for move in moves:
        position = position.play(move)
        line.append(position)
    return line


def per_position(lines: list[Position], rules: Rules, ask: Ask) -> float:
    """Return the seconds that a query takes, per position."""

    def all_of_them() -> None:
        for position in lines:
            ask(rules, position)

    return best(all_of_them, 5) / len(lines)


def values(rules: Rules, position: Position) -> object:
    """All legal moves as values of Python."""
    found = rules.moves(position)
    return found.points, found.rays


QUESTIONS: dict[str, Ask] = {
    "all legal moves, and how many end in a window": lambda rules, position: rules.moves(position).count(
        -50, 50, -50, 50
    ),
    "all legal moves, as values": values,
    "status": lambda rules, position: rules.status(position, None),
    "checks": lambda rules, position: rules.checks(position),
    "one move played": lambda rules, position: position.play(_first(position)),
    "set up, all legal moves, and how many end in a window": lambda rules, position: (
        replace(Position.of(position.setup), rules=rules).moves().count(-50, 50, -50, 50)
    ),
}
_MOVES: dict[int, Move] = {}


def _first(position: Position) -> Move:
    return _MOVES[id(position)]


def crowd(count: int) -> Position:
    """Return `count` random rooks, bishops, knights and queens of two players, with their kings."""
    chance = random.Random(9)
    side = int(count**0.5) * 3
    placed = {Square(-1, -1): piece("K"), Square(side + 1, side + 1): piece("k")}
    while len(placed) < count:
        square = Square(chance.randrange(side), chance.randrange(side))
        placed[square] = piece(chance.choice("RBNQrbnq"))
    return Position.of(Setup(placed))


def ratios() -> Figures:
    """Return the speed ratios of the native rules."""
    figures: Figures = {}
    lines: dict[str, list[Position]] = {"python": [], "native": []}
    for name in CLASSICAL:
        moves = random_game(start(name), PLIES, seed=11)
        for rules in (PYTHON, NATIVE):
            lines[rules.name] += play_line(name, moves, rules)
    for line in lines.values():
        for position in line:
            if position.moves().points:
                _MOVES[id(position)] = position.moves().points[0]
    for line in lines.values():
        line[:] = [position for position in line if id(position) in _MOVES]
    count = len(lines["native"])
    print(f"{count} positions of {len(CLASSICAL)} variants: microseconds in Python, native, ratio")
    for what, ask in QUESTIONS.items():
        slow = per_position(lines["python"], PYTHON, ask)
        fast = per_position(lines["native"], NATIVE, ask)
        figures[f"{what}, ratio"] = slow / fast
        print(f"  {what:<55} {1e6 * slow:9.1f} {1e6 * fast:8.2f} {slow / fast:7.1f}")
    return figures


def endings() -> Figures:
    """Time the insufficient-material check; both sides cache results, so each position is asked once."""
    chance = random.Random(12)
    slow = fast = 0.0
    for _ in range(ENDINGS):
        codes = ["K", "k", *chance.choices(["R", "B", "N", "HA", "CA", "GU", "AR", "NR", "b", "n"], k=5)]
        places = chance.sample(range(64), len(codes))
        text = "|".join(f"{code}{at % 8},{at // 8}" for code, at in zip(codes, places, strict=True))
        position = Position.parse(text)
        board = packed(position)
        assert board is not None
        slow += best(lambda: is_dead(position), 1)  # noqa: B023
        fast += best(board.summary, 1)
    figures = {"insufficient material of new endings, ratio": slow / fast}
    print(f"  {ENDINGS} endings: insufficient? {1e3 * slow:.1f} ms, {1e3 * fast:.1f} ms, {slow / fast:.1f}")
    return figures


def growth() -> Figures:
    """All legal moves on large boards, and with large coordinates."""
    figures: Figures = {}
    for count in (25_000, 100_000, 400_000):
        position = crowd(count)
        seconds = best(lambda: Position.of(position.setup).moves().count(-50, 50, -50, 50), 2)  # noqa: B023
        figures[f"set up and all legal moves, {count:,} pieces, ms"] = 1e3 * seconds
    classical = start("Classical")
    for power in (0, 20, 40, 60):
        offset = 2**power
        moved = {Square(x + offset, y + offset): piece for (x, y), piece in classical.pieces().items()}
        position = Position.of(Setup(moved))
        board = packed(position)
        assert board is not None
        figures[f"all legal moves, coordinates of 2^{power}, ms"] = 1e3 * best(board.find_moves, 200)
    for name in ("Omega^3", "Omega^4"):
        position = find_variant(name).position
        for what, ask in (
            ("all legal moves", lambda p: p.moves().count(-50, 50, -50, 50)),
            ("status", lambda p: p.status),
            ("checks", lambda p: p.checks()),
        ):
            for rules in (PYTHON, NATIVE):

                def work(ask: Callable[[Position], object] = ask, rules: Rules = rules) -> object:
                    return ask(replace(Position.of(position.setup), rules=rules))  # noqa: B023

                figures[f"{what}, {name}, {rules.name}, ms"] = 1e3 * best(work, 1)
    for what, value in figures.items():
        print(f"  {what:<70} {value:12,.3f}")
    return figures


def main() -> Figures:
    """Print the figures and return them."""
    print("Native rules of infinite chess")
    return {**ratios(), **endings(), **growth()}


if __name__ == "__main__":
    main()
