"""Wording of the result of a search for mate, shared by command line, server and page.

>>> from hyperchess.analysis.mates.solve import solve
>>> from hyperchess.multiverse import Budget, custom_start, start
>>> position = custom_start("[k3/p3/2N1/K2R:0:1:w]")
>>> str(describe_solution(solve(position, 2)))
'mate: mate in 2 by 3 first actions'
>>> str(describe_solution(solve(position, 3), claimed=True))
'cooked: there is a mate in 2 already, by Rb1'
>>> str(describe_solution(solve(position, 1)))
'no mate: there is no mate in 1'
>>> str(describe_solution(solve(start("Standard"), 3, Budget(rounds=50))))
'unknown: there is no mate in 1; mate in 3 not decided within the limit of rounds'
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from hyperchess.analysis.mates.solution import AnySolution, Goal, Outcome, Solution, Stop
from hyperchess.analysis.wording import action_text
from hyperchess.ruleset import GameKind
from hyperchess.text import plural
from hyperchess.validation import check_instance

__all__ = ["Verdict", "VerdictCode", "describe_solution", "describe_window"]


class VerdictCode(Enum):
    """The verdict on a puzzle, or on a position without a claim in a header."""

    SOUND = "sound"  # the mate, or other goal, of the header, by exactly one first action
    DUAL = "dual"  # by several first actions
    COOKED = "cooked"  # a shorter mate
    MATE = "mate"  # not stated by a header, or uniqueness was not requested or is unknown
    NO_MATE = "no mate"
    STALEMATE = "stalemate"  # like `MATE` and `NO_MATE`, if the goal is a stalemate
    NO_STALEMATE = "no stalemate"
    UNKNOWN = "unknown"
    OTHER = "other kind"  # a stipulation that cannot be searched
    BROKEN = "broken"  # the game cannot be followed to the puzzle


@dataclass(frozen=True, slots=True)
class Verdict:
    """A code for programs and tables, and a sentence for people; `game_over` if there is nothing to play."""

    code: VerdictCode
    sentence: str
    game_over: bool = False

    def __str__(self) -> str:
        return f"{self.code.value}: {self.sentence}"


_STOPS = {
    Stop.TIME: "not decided within the time limit",
    Stop.ROUNDS: "not decided within the limit of rounds",
    Stop.LENGTH: "not decided: longer lines are not searched",
    Stop.INTERRUPTED: "not decided: the search was interrupted",
}


def describe_solution(solution: AnySolution, *, claimed: bool = False) -> Verdict:
    """Return the verdict on the requested goal; `claimed` if a header says that it can be reached."""
    check_instance("solution", solution, Solution, "a solution")
    if solution.mate_in is None:
        return _without_mate(solution)
    found = VerdictCode.STALEMATE if solution.goal is Goal.STALEMATE else VerdictCode.MATE
    mate = f"{solution.goal} in {solution.mate_in}"
    others = "whether others mate" if solution.goal is Goal.MATE else "whether others lead to it"
    by_first = f"by {action_text(solution.position, solution.winning[0])}"
    if solution.outcome is Outcome.UNKNOWN:
        tried = f"against all defences {describe_window(solution)}"
        return Verdict(VerdictCode.UNKNOWN, f"{mate} {by_first} {tried}; others were not tried")
    if claimed and solution.mate_in < solution.asked:
        return Verdict(VerdictCode.COOKED, f"there is a {mate} already, {by_first}")
    if len(solution.winning) > 1:
        count = f"{len(solution.winning):,}{'' if solution.all_examined else ' or more'} first actions"
        return Verdict(VerdictCode.DUAL if claimed else found, f"{mate} by {count}")
    if solution.all_examined:
        code = VerdictCode.SOUND if claimed else found
        return Verdict(code, f"{mate} {by_first}, and by nothing else")
    if solution.margin is not None:
        return Verdict(found, f"{mate} {by_first}; {others} as well is not known")
    if solution.stop is None:
        return Verdict(found, f"{mate} {by_first}; other first actions were not tried")
    code = VerdictCode.UNKNOWN if claimed else found
    return Verdict(code, f"{mate} {by_first}; {others} as well is {_STOPS[solution.stop]}")


def _without_mate(solution: AnySolution) -> Verdict:
    goal = solution.goal
    code = VerdictCode.NO_STALEMATE if goal is Goal.STALEMATE else VerdictCode.NO_MATE
    asked = f"{goal} in {solution.asked}"
    if solution.stop is not None:
        known = f"there is no {goal} in {solution.refuted}; " if solution.refuted else ""
        return Verdict(VerdictCode.UNKNOWN, f"{known}{asked} {_STOPS[solution.stop]}")
    if solution.outcome is Outcome.UNKNOWN:
        moves = f"by moves {describe_window(solution)}"
        return Verdict(VerdictCode.UNKNOWN, f"there is no {asked} {moves}; others were not tried")
    if _is_over(solution):
        return Verdict(code, f"there is no {asked}: the game is over here", game_over=True)
    return Verdict(code, f"there is no {asked}")


def _is_over(solution: AnySolution) -> bool:
    """Return whether the player to move has no legal action, or the game has ended in another way."""
    position = solution.position
    if position.kind is GameKind.INFINITE:
        return bool(position.status.is_over)
    return position.find_action() is None


def describe_window(solution: AnySolution) -> str:
    """Describe the moves of infinite chess that were tried; empty in 5D chess, where all were."""
    if solution.margin is None:
        return ""
    if solution.by_classes:
        return "chosen by classes of squares"
    return f"up to {plural(solution.margin, 'square')} beyond the pieces"
