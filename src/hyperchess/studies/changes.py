"""What an edit changed: only that is sent to the page, and not the whole tree.

A change is applied to a copy of the study by leaving out the nodes that were removed, putting in those that
are new or different, and reading the order of all nodes off their `children`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hyperchess.analysis.puzzles import Puzzle
from hyperchess.kinds import Kind
from hyperchess.studies.data import to_data
from hyperchess.studies.problems import ProblemView
from hyperchess.studies.tree import NodeView

__all__ = ["Change", "Head", "changed_fields", "compare_nodes"]


@dataclass(frozen=True, slots=True)
class Head:
    """All that the page shows of a study besides its nodes."""

    title: str
    game: Kind
    notation: str
    headers: tuple[tuple[str, str], ...]
    problems: tuple[ProblemView, ...]
    source: str  # the text that it was read from, if any
    puzzle: Puzzle | None
    result: str
    start_known: bool
    games: int  # in that text


@dataclass(frozen=True, slots=True)
class Change:
    """What became different, and the node where to stand now."""

    node: int
    head: Mapping[str, Any]  # the fields of the head that changed
    nodes: tuple[NodeView, ...]  # new, or different
    removed: tuple[int, ...]


def changed_fields(before: Head, after: Head) -> dict[str, Any]:
    """The fields of the head that are different."""
    old = to_data(before)
    return {name: value for name, value in to_data(after).items() if value != old[name]}


def compare_nodes(
    before: Iterable[NodeView], after: Iterable[NodeView]
) -> tuple[tuple[NodeView, ...], tuple[int, ...]]:
    """The nodes of the second tree that are new or different, and the ids that only the first one has."""
    old = {view.id: view for view in before}
    nodes = tuple(view for view in after if old.pop(view.id, None) != view)
    return nodes, tuple(old)
