"""Puzzles in game files: the stipulation of the `Puzzle` header, and its verification.

>>> from hyperchess.notation.reading import parse
>>> check = check_puzzle(parse('[Puzzle "mate-in-2"] [Size "4x4"] [4/r3/k1DK/3U:0:1:w] 1. Kc1 / Kb3'))
>>> str(check.verdict)
'sound: mate in 2 by Kb1, and by nothing else'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from hyperchess import infinite, multiverse
from hyperchess.analysis.mates.infinite.sharing import solve_infinite_shared
from hyperchess.analysis.mates.multiverse.search import SolverOptions
from hyperchess.analysis.mates.multiverse.sharing import Share, solve_shared
from hyperchess.analysis.mates.solution import AnySolution, Goal, OnProgress
from hyperchess.analysis.mates.solve import DEFAULT_MARGIN, DEFAULT_MATE_IN, check_goal, solve
from hyperchess.analysis.verdict import Verdict, VerdictCode, describe_solution
from hyperchess.budget import Budget, check_budget
from hyperchess.game import AnyGame, AnyNode, Game, Node
from hyperchess.notation.places import format_path
from hyperchess.ruleset import GameKind
from hyperchess.text import Severity
from hyperchess.validation import check_instance, check_integer, check_text

__all__ = [
    "Puzzle",
    "PuzzleCheck",
    "Stipulation",
    "check_puzzle",
    "find_puzzle",
    "mate_length",
]

_QUESTION = re.compile(r"(?:(check|help|self|stale)[\s_-]*)?mate[\s_-]*in[\s_-]*([0-9]{1,3})", re.IGNORECASE)
_GOALS = {"help": Goal.HELPMATE, "self": Goal.SELFMATE, "stale": Goal.STALEMATE}


@dataclass(frozen=True, slots=True)
class Stipulation:
    """A goal and a number of actions; as text, the value of a `Puzzle` header.

    >>> str(Stipulation(Goal.HELPMATE, 2))
    'helpmate-in-2'
    >>> Stipulation.parse("Self mate in 3")
    Stipulation(goal=<Goal.SELFMATE: 'selfmate'>, length=3)
    >>> Stipulation.parse("no mate in 2") is None
    True
    """

    goal: Goal
    length: int

    @staticmethod
    def parse(text: str) -> Stipulation | None:
        """Return the question of a text that asks for a goal within a number of actions and nothing else."""
        match = _QUESTION.fullmatch(check_text("text", text).strip())
        if match is None or int(match[2]) == 0:
            return None
        return Stipulation(_GOALS.get((match[1] or "").casefold(), Goal.MATE), int(match[2]))

    def __str__(self) -> str:
        return f"{self.goal}-in-{self.length}"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The stipulation of a header: a mate within a number of actions, or something else by name."""

    kind: str
    mate_in: int | None

    @property
    def question(self) -> Stipulation | None:
        """The goal and the number of actions, if it can be searched."""
        return Stipulation.parse(self.kind)


@dataclass(frozen=True, slots=True)
class PuzzleCheck:
    """The result of checking a puzzle against its header.

    `goal` is the goal searched for, and `asked` the number of actions; they come from an option, from the
    header, or are defaults. There is a `solution` if the position could be reached and searched.
    """

    puzzle: Puzzle | None
    asked: int | None
    asked_by: Literal["option", "header", "default"]
    verdict: Verdict
    solution: AnySolution | None = None
    goal: Goal = Goal.MATE


def find_puzzle(game: AnyGame) -> Puzzle | None:
    """Return the puzzle of a game; `None` if it has no such header.

    >>> from hyperchess.notation.reading import parse
    >>> find_puzzle(parse('[Puzzle "mate-in-2"] [Board "Standard"]'))
    Puzzle(kind='mate-in-2', mate_in=2)
    >>> find_puzzle(parse('[Puzzle "helpmate-in-2"] [Board "Standard"]'))
    Puzzle(kind='helpmate-in-2', mate_in=None)
    """
    check_instance("game", game, Game, "a game")
    value = next((value for key, value in game.headers.items() if key.casefold() == "puzzle"), None)
    if value is None:
        return None
    return Puzzle(value, mate_length(value))


def mate_length(text: str) -> int | None:
    """Return the number of actions if a text asks for a mate and nothing else.

    >>> mate_length("mate-in-2"), mate_length("Checkmate in 3"), mate_length("no mate in 2")
    (2, 3, None)
    """
    question = Stipulation.parse(text)
    return question.length if question is not None and question.goal is Goal.MATE else None


def check_puzzle(
    game: AnyGame,
    budget: Budget | None = None,
    *,
    mate_in: int | None = None,
    goal: Goal | str | None = None,
    node: AnyNode | None = None,
    all_first_actions: bool = True,
    softmates: bool = False,
    margin: int = DEFAULT_MARGIN,
    progress: OnProgress | None = None,
    share: Share | None = None,
) -> PuzzleCheck:
    """Solve the puzzle of a game, which starts after its moves, or at `node`.

    `mate_in` (a forced mate) or `goal` (within `mate_in` actions, or as many as a header with the same goal
    says) overrides the header. Without any of them, the shortest mate up to a default length is searched. A
    text with errors is not judged, since its position may not be the intended one; with `node`, it is taken
    as it was read. With `share` the search is distributed over processes.
    """
    check_instance("game", game, Game, "a game")
    check_budget(budget)
    if node is not None:
        check_instance("node", node, Node, "a node or None")
    if mate_in is not None:
        check_integer("mate_in", mate_in, least=1)
    goal = None if goal is None else check_goal(goal)
    puzzle = find_puzzle(game)
    header = None if puzzle is None else puzzle.question
    by_option = mate_in is not None or goal is not None
    asked_by: Literal["option", "header", "default"] = (
        "option" if by_option else "header" if puzzle is not None else "default"
    )
    goal = goal or (header.goal if header is not None and not by_option else Goal.MATE)
    asked = mate_in or (header.length if header is not None and header.goal is goal else None)
    if asked_by == "header" and header is None:
        verdict = Verdict(VerdictCode.OTHER, "not about mate, so it is not checked")
        return PuzzleCheck(puzzle, None, asked_by, verdict)
    if asked_by == "header" and goal is not Goal.MATE and game.kind is GameKind.INFINITE:
        verdict = Verdict(VerdictCode.OTHER, f"a {goal} is supported in 5D chess only, so it is not checked")
        return PuzzleCheck(puzzle, asked, asked_by, verdict, goal=goal)
    start = node or game.end
    if not start.is_resolved:
        return PuzzleCheck(puzzle, asked, asked_by, _unreachable(start), goal=goal)
    if node is None and any(problem.severity is Severity.ERROR for problem in game.problems):
        verdict = Verdict(VerdictCode.BROKEN, "the text has errors, so its position may not be the one meant")
        return PuzzleCheck(puzzle, asked, asked_by, verdict, goal=goal)
    asked = asked or DEFAULT_MATE_IN[game.kind]
    limit = check_budget(budget)
    solution: AnySolution
    position = start.position
    if share is not None and isinstance(position, multiverse.Position):
        options = SolverOptions(goal, softmates, all_first_actions=all_first_actions)
        solution = solve_shared(position, options, asked, limit, share, progress)
    elif share is not None and goal is Goal.MATE and isinstance(position, infinite.Position):
        solution = solve_infinite_shared(
            position,
            asked,
            limit,
            share,
            margin=margin,
            all_first_actions=all_first_actions,
            progress=progress,
        )
    else:
        solution = solve(
            position,
            asked,
            budget,
            goal=goal,
            all_first_actions=all_first_actions,
            softmates=softmates,
            margin=margin,
            progress=progress,
        )
    verdict = describe_solution(solution, claimed=asked_by == "header")
    return PuzzleCheck(puzzle, asked, asked_by, verdict, solution, goal)


def _unreachable(node: AnyNode) -> Verdict:
    if node.game.start is None:
        return Verdict(VerdictCode.BROKEN, "the game does not say from which position it starts")
    place = format_path(node.last_resolved)
    return Verdict(VerdictCode.BROKEN, f"the game cannot be followed beyond {place}")
