"""Puzzles of infinite chess: a few pieces hunt a bare royal piece, and exactly one first move mates.

A position is drawn at random: pieces around a king or a royal centaur, some of them far away. The solver
decides such hunts by classes of squares, so a unique key is proven although sliding pieces have infinitely
many moves. Mates in 3 and more are decided only if all slides go along ranks and files. The prey has few
moves, so the solution is a complete tree. A seed and a number produce the same position and the same puzzle
on every machine.

>>> found = next(filter(None, (generate_hunt("Hunt", 1, number) for number in range(500))))
>>> found.entry.mate_in, found.entry.source
(2, 'seed 1, game 56, action 0')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hyperchess.analysis.mates.infinite.slide_classes import hunting_moves, is_decided
from hyperchess.analysis.mates.solution import Outcome, Solution
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.errors import HyperchessError
from hyperchess.game import Game, Node
from hyperchess.infinite import Move, Position
from hyperchess.notation.reading import write
from hyperchess.puzzles.candidates import Candidate, measure_entry

__all__ = ["HUNTS", "find_hunts", "generate_hunt"]

_ANY = ("Q", "R", "R", "B", "B", "N", "N", "CH", "AR", "HA", "GU", "CA", "CE", "NR", "K")
_ORTHOGONAL = ("R", "R", "R", "CH", "CH", "N", "N", "HA", "GU", "CA", "CE", "K", "K")  # decide mates in 3
_RARE = ("Q", "AM", "R", "R", "B", "AR", "CH", "HA", "GI", "ZE", "CA", "CE", "CE", "GU", "NR", "K")
_RARE_ORTHOGONAL = ("R", "R", "R", "CH", "CH", "CH", "HA", "GI", "ZE", "CA", "CE", "CE", "GU", "K")
_STRONG = ("Q", "Q", "AM", "R", "R", "CH", "AR", "HA", "CE", "CE", "GU", "N", "N", "K", "ZE", "CA")
_STRONG_ORTHOGONAL = (*_RARE_ORTHOGONAL, "N", "N")


@dataclass(frozen=True, slots=True)
class _Hunt:
    """A kind of random positions: the prey, the sets of hunters, and the lengths of mates.

    Half of the positions are drawn from each set. If `economical`, pieces that the puzzle does not need are
    removed.
    """

    prey: str = "K"
    sets: tuple[tuple[str, ...], tuple[str, ...]] = (_ANY, _ORTHOGONAL)
    pieces: tuple[int, int] = (3, 5)  # minimum and maximum number
    shortest: int = 1
    longest: int = 3
    economical: bool = True


HUNTS = {
    "Hunt": _Hunt(economical=False),
    "Long hunt": _Hunt(sets=(_ORTHOGONAL, _ORTHOGONAL), shortest=3, longest=4),
    "Rare hunt": _Hunt(sets=(_RARE, _RARE_ORTHOGONAL), shortest=2),
    "Centaur hunt": _Hunt(prey="RC", sets=(_STRONG, _STRONG_ORTHOGONAL), pieces=(6, 9)),
}
"""The kinds of hunts, by the name that stands for the variant of a game."""

_DISTANCES = (2, 4, 4, 8, 30)  # squares from the prey
_ROUNDS = (300, 3_000, 30_000, 100_000)  # of the solver for each length
_MOST_LINES = 60


def find_hunts(names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the kinds of hunts with some names, or all; raise `HyperchessError` for another name.

    >>> find_hunts(["long HUNT"])
    ('Long hunt',)
    """
    known = {name.casefold(): name for name in HUNTS}
    unknown = [name for name in names or () if name.casefold() not in known]
    if unknown:
        raise HyperchessError(f"expected a kind of hunt ({', '.join(HUNTS)}), found {unknown[0][:40]!r}")
    return tuple(known[name.casefold()] for name in names) if names else tuple(HUNTS)


def generate_hunt(name: str, seed: int, number: int) -> Candidate | None:
    """Return the puzzle in the position with a number; `None` if no first move is the only one that mates."""
    hunt = HUNTS[name]
    random = Random(f"hunts {seed} {number}")
    orthogonal = random.random() < 0.5
    position = _draw(random, hunt, hunt.sets[orthogonal])
    solution = _solve(position, hunt)
    if solution is None:
        return None
    if hunt.economical:
        solution = _without_idle(solution, hunt)
    assert solution.mate_in is not None
    game: Game[Position, Move] = Game(solution.position, {"Puzzle": f"mate-in-{solution.mate_in}"})
    _grow(game.root.add((solution.winning[0],)), solution.mate_in - 1)
    if sum(not node.children for node in game.walk()) > _MOST_LINES:
        return None
    source = f"seed {seed}, game {number}, action 0"
    entry = measure_entry(game, name, solution.mate_in, _measure_rounds(solution), source)
    return Candidate(entry, write(game, "icn"))


def _measure_rounds(solution: Solution[Position, Move]) -> int:
    """Return the size of the proof: the rounds of the solver, and the first moves that give check.

    The solver spends no rounds on first moves that do not mate at once.
    """
    position = solution.position
    checks = (position.play(move).checks() for move, _ in hunting_moves(position, 1))
    return solution.rounds + sum(map(bool, checks))


def _solve(position: Position, hunt: _Hunt) -> Solution[Position, Move] | None:
    """Return the shortest mate if it has a proven unique first move, each length within its rounds."""
    for length in range(1, hunt.longest + 1):
        solution = solve(position, length, Budget(rounds=_ROUNDS[length - 1]))
        if solution.outcome is not Outcome.NONE:
            return solution if solution.is_unique and length >= hunt.shortest else None
        if not is_decided(position, length + 1):
            break
    return None


def _without_idle(solution: Solution[Position, Move], hunt: _Hunt) -> Solution[Position, Move]:
    """Remove hunters without which the same move is still the only one that mates, in as many moves."""
    start, _, pieces = solution.position.text().rpartition(" ")
    *hunters, prey = pieces.split("|")
    for idle in hunters:
        others = [hunter for hunter in hunters if hunter != idle]
        fewer = _solve(Position.parse(f"{start} {'|'.join((*others, prey))}"), hunt)
        if fewer and (fewer.mate_in, fewer.winning) == (solution.mate_in, solution.winning):
            return _without_idle(fewer, hunt)
    return solution


def _draw(random: Random, hunt: _Hunt, kinds: tuple[str, ...]) -> Position:
    """Place hunters around a bare royal; either colour hunts."""
    taken = {(0, 0)}
    pieces: list[str] = []
    is_white = random.choice((True, False))
    for kind in random.sample(kinds, random.randint(*hunt.pieces)):
        square = (0, 0)
        while square in taken:
            distance = random.choice(_DISTANCES)
            square = random.randint(-distance, distance), random.randint(-distance, distance)
        taken.add(square)
        pieces.append(f"{kind if is_white else kind.lower()}{square[0]},{square[1]}")
    prey = hunt.prey.lower() if is_white else hunt.prey
    return Position.parse(f"{'w' if is_white else 'b'} {'|'.join(pieces)}|{prey}0,0")


def _grow(node: Node[Position, Move], length: int) -> None:
    """Add every reply of the prey and a shortest mate after it."""
    for reply in node.position.moves().points:
        child = node.add((reply,))
        solution = solve(child.position, length, all_first_actions=False)
        assert solution.mate_in is not None
        _grow(child.add((solution.winning[0],)), solution.mate_in - 1)
