"""Changes of an edit, which are sent to the page instead of the whole tree.

A client applies a change to its copy of the study by removing the removed nodes, inserting or replacing the
new and different ones, and deriving the order of all nodes from their `children`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from hyperchess.analysis.puzzles import Puzzle
from hyperchess.ruleset import GameKind
from hyperchess.studies.data import to_data
from hyperchess.studies.fields import Field, Partial
from hyperchess.studies.problems import ProblemView
from hyperchess.studies.tree import NodeView

__all__ = ["Change", "Head", "HeadChange", "changed_fields", "compare_nodes"]


@dataclass(frozen=True, slots=True)
class Head:
    """The part of a study that the page shows besides its nodes."""

    title: str
    game: GameKind
    notation: str
    headers: tuple[tuple[str, str], ...]
    problems: tuple[ProblemView, ...]
    source: Annotated[str, Field("The text from which it was read; empty if none.")]
    puzzle: Puzzle | None
    result: str
    start_known: bool
    games: Annotated[int, Field("Number of games in that text.")]
    proof: Annotated[bool, Field("Whether it shows a proof file.")]


HeadChange: TypeAlias = Annotated[Mapping[str, Any], Partial(Head)]
"""The fields of the head that changed."""


@dataclass(frozen=True, slots=True)
class Change:
    """The differences, and the node to select."""

    node: int
    head: HeadChange
    nodes: tuple[NodeView, ...]  # new, or different
    removed: tuple[int, ...]


def changed_fields(before: Head, after: Head) -> dict[str, Any]:
    """Return the fields of the head that differ."""
    old = to_data(before)
    return {name: value for name, value in to_data(after).items() if value != old[name]}


def compare_nodes(
    before: Iterable[NodeView], after: Iterable[NodeView]
) -> tuple[tuple[NodeView, ...], tuple[int, ...]]:
    """Return the new or different nodes of the second tree, and the ids that only the first one has."""
    old = {view.id: view for view in before}
    nodes = tuple(view for view in after if old.pop(view.id, None) != view)
    return nodes, tuple(old)
