"""Puzzles from engine games: positions in which exactly one first action mates, proven by the solver.

A game is played fast, by weak levels of the engine from a random opening, and its positions are passed to the
solver, together with some that deviate from it by one action. A candidate has one first action that mates
(the key), a complete list of winning first actions, and a proof tree of bounded size. Therefore keys are
minimal: an action with one move fewer, or with another move, does not mate. All budgets are in nodes and
rounds, so a seed and a number produce the same game and the same candidates on every machine.

>>> recipe = Recipe(seed=1, variants=("Very Small - Open",))
>>> list(generate_candidates(recipe, 0)) == list(generate_candidates(recipe, 0))
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from hyperchess.analysis.mates.solution import Outcome, Solution
from hyperchess.analysis.mates.solve import solve
from hyperchess.analysis.proofs import proof_tree
from hyperchess.analysis.verify import count_variations
from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.engine.levels import FIRST_LEVELS, choose_weakly
from hyperchess.engine.matches.openings import random_opening
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Position
from hyperchess.notation.reading import write
from hyperchess.puzzles.candidates import Candidate, measure_entry
from hyperchess.ruleset import Verdict

__all__ = ["DEFAULT_VARIANTS", "Recipe", "generate_candidates"]

DEFAULT_VARIANTS = (
    "Standard",
    "Small",
    "Misc - Timeline Skirmish",
    "Standard - Turn Zero",
    "Very Small - Open",
    "Misc - Timeline Strategos",
    "Small - Open",
    "Standard - Two Timelines",
    "Simple - Knights vs. Bishop",
    "Misc - Timeline Tactician",
    "Standard",
    "Small - Centered",
    "Misc - Timeline Fragments",
    "Simple - No Rooks",
    "Standard - Princess",
    "Misc - Timeline Formations",
    "Very Small",
    "Focused - Just Queens",
    "Misc - Timeline Invasion",
    "Standard - Half Reflected",
    "Small - Flipped",
    "Simple - No Queens",
    "Misc - Timeline Battlegrounds",
    "Standard - Defended Pawn",
)

_STRONG, _WEAK = (4, 5, 6), (1, 2, 3)  # levels: games between unequal players soon end in mate
_OPENING = (2, 6)  # minimum and maximum number of random actions at the start
_MEMORY = 4 << 20  # bytes of an engine's transposition table
_TO_REPLY = Budget(rounds=50_000)
_MOST_CHOICES = 64  # alternatives of the loser from which some are drawn
_FEWEST_ACTIONS = 4  # a puzzle with fewer legal first actions is trivial
_PROVING = Budget(rounds=400_000)


@dataclass(frozen=True, slots=True)
class Recipe:
    """Settings for generating candidates.

    Mates in one are searched in every position of a game, longer ones near its end if it ends in mate: in the
    winner's positions among the `last` ones, and in those after `others` alternatives of the loser. `effort`
    times `rounds` is the budget of the solver for each length. A game ends after `most_actions`, or with more
    timelines than `most_timelines`. A proof has at most `most_lines` lines.
    """

    seed: int = 1
    variants: tuple[str, ...] = DEFAULT_VARIANTS
    rounds: tuple[int, ...] = (1_500, 5_000, 15_000)
    effort: int = 1
    last: int = 7
    others: int = 4
    most_actions: int = 50
    most_timelines: int = 8
    most_lines: int = 60


def generate_candidates(recipe: Recipe, game: int) -> Iterator[Candidate]:
    """Yield the puzzles of the game with a number, those nearest to its end first.

    There is at most one for each length and number of timelines.
    """
    random = Random(f"puzzles {recipe.seed} {game}")
    variant = recipe.variants[game % len(recipe.variants)]
    *positions, end = _positions(recipe, game, variant, random)
    mated = end.find_status(_TO_REPLY).verdict is Verdict.CHECKMATE
    seen: set[tuple[int | None, int]] = set()
    for before, position, longest in _places(recipe, positions, random, mated=mated):
        timelines = len(position.timeline_boards)
        if longest == 1 and (1, timelines) in seen:
            continue
        solution = _solve(position, recipe, longest)
        if solution is None or (solution.mate_in, timelines) in seen:
            continue
        source = f"seed {recipe.seed}, game {game}, action {before}"
        found = _candidate(recipe, solution, variant, source)
        if found is not None:
            seen.add((solution.mate_in, timelines))
            yield found


def _positions(recipe: Recipe, game: int, variant: str, random: Random) -> Iterator[Position]:
    """Yield the positions of a game from the end of its opening on."""
    opening = random_opening((variant,), random.randint(*_OPENING), recipe.seed, game)
    engines = {}
    for player, levels in zip(("WHITE", "BLACK"), random.sample((_STRONG, _WEAK), 2), strict=True):
        own = Random(random.getrandbits(32))
        engines[player] = Engine(memory=_MEMORY), FIRST_LEVELS[random.choice(levels) - 1], own
    position = opening.position
    yield position
    for _ in range(recipe.most_actions):
        try:
            over = position.find_action(_TO_REPLY) is None
        except BudgetExhausted:
            return
        if over or len(position.timeline_boards) > recipe.most_timelines:
            return
        engine, level, own = engines[position.player.name]
        lines = engine.analyse(position, Budget(rounds=level.nodes), lines=level.lines)
        position = position.play_legal(choose_weakly(lines, level, own).actions[0])
        yield position


def _places(
    recipe: Recipe, positions: Sequence[Position], random: Random, *, mated: bool
) -> Iterator[tuple[int, Position, int]]:
    """Yield positions in or next to a game, last first, with their ply and the longest mate to search."""
    everything = len(recipe.rounds)
    for left, position in enumerate(reversed(positions)):
        before = len(positions) - 1 - left
        if not mated or left >= recipe.last:
            yield before, position, 1
        elif left % 2 == 0:
            yield before, position, everything
        else:
            choices = list(position.actions(_MOST_CHOICES))
            for action in random.sample(choices, min(recipe.others, len(choices))):
                yield before + 1, position.play_legal(action), everything


def _solve(position: Position, recipe: Recipe, longest: int) -> Solution[Position, Action] | None:
    """Return the shortest mate if it has one proven first action, each length within its rounds."""
    for length, rounds in enumerate(recipe.rounds[:longest], start=1):
        solution = solve(position, length, Budget(rounds=recipe.effort * rounds))
        if solution.outcome is not Outcome.NONE:
            return solution if solution.is_unique else None
    return None


def _candidate(
    recipe: Recipe, solution: Solution[Position, Action], variant: str, source: str
) -> Candidate | None:
    """Return the puzzle of a unique mate; `None` if it is trivial or its proof is too large."""
    position, mate_in = solution.position, solution.mate_in
    assert mate_in is not None
    if position.count_actions(_FEWEST_ACTIONS) < _FEWEST_ACTIONS:
        return None
    proof = proof_tree(solution, _PROVING, most_nodes=2 * recipe.most_lines * mate_in)
    if not proof.complete or count_variations(proof.game) > recipe.most_lines:
        return None
    entry = measure_entry(proof.game, variant, mate_in, solution.rounds, source)
    return Candidate(entry, write(proof.game, "branched"))
