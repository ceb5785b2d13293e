"""Puzzles in game files: what the `Puzzle` header asks, and whether the game keeps it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from hyperchess.analysis.solve import Outcome, Progress, Solution, solve
from hyperchess.game import Game
from hyperchess.multiverse import Budget, Move, Position
from hyperchess.text import Severity

__all__ = ["Puzzle", "Verdict", "check_puzzle", "find_puzzle", "mate_length"]

_MATE_IN = re.compile(r"(?:check)?mate[\s_-]*in[\s_-]*([0-9]{1,3})", re.IGNORECASE)


@dataclass(frozen=True)
class Puzzle:
    """What a header asks for: a mate in so many actions of the solver, or something else by its name."""

    kind: str
    mate_in: int | None


@dataclass(frozen=True)
class Verdict:
    """Whether a puzzle keeps what it says, in one sentence, with the solution that tells."""

    puzzle: Puzzle
    solution: Solution | None
    sound: bool | None
    message: str


def find_puzzle(game: Game[Position, Move]) -> Puzzle | None:
    """The puzzle of a game; `None` if it has no such header.

    >>> from hyperchess.notation.reading import parse
    >>> find_puzzle(parse('[Puzzle "mate-in-2"] [Board "Standard"]'))
    Puzzle(kind='mate-in-2', mate_in=2)
    >>> find_puzzle(parse('[Puzzle "helpmate-in-2"] [Board "Standard"]'))
    Puzzle(kind='helpmate-in-2', mate_in=None)
    """
    value = next((value for key, value in game.headers.items() if key.casefold() == "puzzle"), None)
    if value is None:
        return None
    return Puzzle(value, mate_length(value))


def mate_length(text: str) -> int | None:
    """The number of actions if a text asks for a mate and nothing else.

    >>> mate_length("mate-in-2"), mate_length("Checkmate in 3"), mate_length("no mate in 2")
    (2, 3, None)
    """
    match = _MATE_IN.fullmatch(text.strip())
    return int(match[1]) if match and int(match[1]) > 0 else None


def check_puzzle(
    game: Game[Position, Move],
    budget: Budget | None = None,
    *,
    progress: Callable[[Progress], None] | None = None,
) -> Verdict | None:
    """Solve the puzzle of a game, which starts after its moves; `None` if it is no puzzle."""
    puzzle = find_puzzle(game)
    if puzzle is None:
        return None
    if puzzle.mate_in is None:
        return Verdict(puzzle, None, None, f"a puzzle of another kind: {puzzle.kind}")
    if any(problem.severity is Severity.ERROR for problem in game.problems):
        return Verdict(puzzle, None, None, "unknown: the text has errors, so its position may be another")
    solution = solve(game.final, puzzle.mate_in, budget, progress=progress)
    return Verdict(puzzle, solution, *_judged(puzzle.mate_in, solution))


def _judged(mate_in: int, solution: Solution) -> tuple[bool | None, str]:
    if solution.outcome is Outcome.UNKNOWN:
        return None, f"unknown: no mate in {solution.refuted}, beyond that the budget ran out"
    if solution.outcome is Outcome.NONE:
        return False, f"there is no mate in {mate_in}"
    if solution.mate_in != mate_in:
        return False, f"cooked: there is a mate in {solution.mate_in} already, by {solution.winning[0]}"
    if solution.is_unique is False:
        return False, f"dual: {len(solution.winning)} first actions mate in {mate_in}"
    if solution.is_unique is None:
        return None, f"mate in {mate_in} by {solution.winning[0]}; other first actions were not all tried"
    return True, f"sound: mate in {mate_in} by {solution.winning[0]}, and by nothing else"
