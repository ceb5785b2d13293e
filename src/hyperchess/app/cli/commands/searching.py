"""A search for mate in either game, and what it found in the words of the one who asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hyperchess.analysis.verdict import Found
from hyperchess.app.cli.wording import plural, raw, readable
from hyperchess.kinds import Kind

if TYPE_CHECKING:
    from hyperchess.analysis.solve import Progress, Solution

    OnProgress = Callable[[Progress], None]

__all__ = ["Search", "SearchOptions", "search"]

_INTERRUPTED = "the search was interrupted"
_MOST_READABLE = 12  # first actions in short notation, which takes a while; answers name no more


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to look for a mate: how long, what counts as one, and whether the first one is enough.

    In infinite chess, moves up to `margin` squares beyond the pieces are looked at.
    """

    seconds: float | None = None
    softmates: bool = False
    first: bool = False
    margin: int = 5


@dataclass(frozen=True, slots=True)
class Search:
    """What was found; `solution` is what a proof can be made from, in 5D chess."""

    found: Found
    raw: tuple[str, ...]
    nodes: int | None = None
    interrupted: bool = False
    solution: Solution | None = None


def search(position: Any, mate_in: int, options: SearchOptions, progress: OnProgress | None) -> Search:
    """Look for the shortest mate. Ctrl-C ends it with what is known."""
    if position.kind is Kind.INFINITE:
        return _in_infinite_chess(position, mate_in, options)
    from hyperchess.analysis.solve import solve
    from hyperchess.multiverse import Budget

    solution = solve(
        position,
        mate_in,
        Budget(seconds=options.seconds),
        all_first_actions=not options.first,
        softmates=options.softmates,
        progress=progress,
    )
    texts = tuple(map(raw, solution.winning))
    listed = tuple(readable(position, action) for action in solution.winning[:_MOST_READABLE])
    found = Found(
        mate_in=solution.mate_in,
        refuted=solution.refuted,
        first_actions=listed + texts[_MOST_READABLE:],
        complete=solution.all_examined,
        cut=_INTERRUPTED if solution.interrupted else "time ran out",
    )
    return Search(found, texts, solution.nodes, solution.interrupted, solution)


def _in_infinite_chess(position: Any, mate_in: int, options: SearchOptions) -> Search:
    from hyperchess.analysis.infinite_mates import solve_infinite
    from hyperchess.analysis.solve import Outcome
    from hyperchess.multiverse import Budget

    margin = options.margin
    window = f"up to {plural(margin, 'square')} beyond the pieces"
    try:
        solution = solve_infinite(position, mate_in, margin=margin, budget=Budget(seconds=options.seconds))
    except KeyboardInterrupt:
        cut = Found(mate_in=None, refuted=0, complete=False, cut=_INTERRUPTED, window=window, exact=False)
        return Search(cut, (), interrupted=True)
    found = Found(
        mate_in=solution.mate_in,
        refuted=mate_in if solution.outcome is Outcome.NONE else 0,
        first_actions=tuple(readable(position, (move,)) for move in solution.winning),
        complete=False,  # a slide stands for others, and those beyond the window were not tried
        window=window,
        exact=solution.exact,
    )
    return Search(found, tuple(map(str, solution.winning)))
