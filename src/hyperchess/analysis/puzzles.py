"""Puzzles in game files: what the `Puzzle` header claims, and whether that is true.

>>> from hyperchess.notation.reading import parse
>>> check = check_puzzle(parse('[Puzzle "mate-in-2"] [Size "4x4"] [4/r3/k1DK/3U:0:1:w] 1. Kc1 / Kb3'))
>>> str(check.verdict)
'sound: mate in 2 by Kb1, and by nothing else'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from hyperchess.analysis.solution import AnySolution, OnProgress
from hyperchess.analysis.solve import DEFAULT_MARGIN, solve
from hyperchess.analysis.verdict import Verdict, VerdictCode, verdict_of
from hyperchess.budget import Budget, check_budget
from hyperchess.game import Game, Node
from hyperchess.kinds import Kind
from hyperchess.notation.places import path_of
from hyperchess.text import Severity
from hyperchess.validation import check_instance, check_integer, check_text

__all__ = ["DEFAULT_MATE_IN", "Puzzle", "PuzzleCheck", "check_puzzle", "find_puzzle", "mate_length"]

DEFAULT_MATE_IN = {Kind.MULTIVERSE: 3, Kind.INFINITE: 2}
_MATE_IN = re.compile(r"(?:check)?mate[\s_-]*in[\s_-]*([0-9]{1,3})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What a header asks for: a mate in so many actions of the solver, or something else by its name."""

    kind: str
    mate_in: int | None


@dataclass(frozen=True, slots=True)
class PuzzleCheck:
    """Whether a puzzle is what its header claims.

    `asked` is the number of actions, which came from an option, from the header, or is a default. There is a
    `solution` if the position could be reached and searched.
    """

    puzzle: Puzzle | None
    asked: int | None
    asked_by: Literal["option", "header", "default"]
    verdict: Verdict
    solution: AnySolution | None = None


def find_puzzle(game: Game[Any, Any]) -> Puzzle | None:
    """The puzzle of a game; `None` if it has no such header.

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
    """The number of actions if a text asks for a mate and nothing else.

    >>> mate_length("mate-in-2"), mate_length("Checkmate in 3"), mate_length("no mate in 2")
    (2, 3, None)
    """
    check_text("text", text)
    match = _MATE_IN.fullmatch(text.strip())
    return int(match[1]) if match and int(match[1]) > 0 else None


def check_puzzle(
    game: Game[Any, Any],
    budget: Budget | None = None,
    *,
    mate_in: int | None = None,
    node: Node[Any, Any] | None = None,
    all_first_actions: bool = True,
    softmates: bool = False,
    margin: int = DEFAULT_MARGIN,
    progress: OnProgress | None = None,
) -> PuzzleCheck:
    """Solve the puzzle of a game, which starts after its moves, or at `node`.

    `mate_in` is asked instead of what the header says. Without either, the shortest mate up to a default
    length is looked for. A text with errors is not judged, since its position may be another than was meant;
    naming a `node` takes it as it was read.
    """
    check_instance("game", game, Game, "a game")
    check_budget(budget)
    if node is not None:
        check_instance("node", node, Node, "a node or None")
    if mate_in is not None:
        check_integer("mate_in", mate_in, least=1)
    puzzle = find_puzzle(game)
    asked = mate_in or (None if puzzle is None else puzzle.mate_in)
    asked_by: Literal["option", "header", "default"] = (
        "option" if mate_in is not None else "header" if puzzle is not None else "default"
    )
    if asked_by == "header" and asked is None:
        verdict = Verdict(VerdictCode.OTHER, "not about mate, so it is not checked")
        return PuzzleCheck(puzzle, None, asked_by, verdict)
    start = node or game.end
    if not start.is_resolved:
        return PuzzleCheck(puzzle, asked, asked_by, _unreachable(start))
    if node is None and any(problem.severity is Severity.ERROR for problem in game.problems):
        verdict = Verdict(VerdictCode.BROKEN, "the text has errors, so its position may not be the one meant")
        return PuzzleCheck(puzzle, asked, asked_by, verdict)
    asked = asked or DEFAULT_MATE_IN[game.kind]
    solution = solve(
        start.position,
        asked,
        budget,
        all_first_actions=all_first_actions,
        softmates=softmates,
        margin=margin,
        progress=progress,
    )
    return PuzzleCheck(puzzle, asked, asked_by, verdict_of(solution, claimed=asked_by == "header"), solution)


def _unreachable(node: Node[Any, Any]) -> Verdict:
    if node.game.start is None:
        return Verdict(VerdictCode.BROKEN, "the game does not say from which position it starts")
    place = path_of(node.last_resolved)
    return Verdict(VerdictCode.BROKEN, f"the game cannot be followed beyond {place}")
