"""Node views of a study for the page: each is built once and cached until it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hyperchess.annotations import parse_shapes
from hyperchess.game import AnyNode, Comment, Serial
from hyperchess.studies.analysis.thinking import ScoreView, view_comment
from hyperchess.studies.content import Content
from hyperchess.studies.fields import Field, Result
from hyperchess.studies.games import find_adapter
from hyperchess.studies.problems import error_within
from hyperchess.studies.shapes import ShapeView, view_shape, visible_comments
from hyperchess.studies.spelling import shown_text
from hyperchess.studies.views import PLAYERS

__all__ = ["MoveText", "NodeView", "Tree"]

_LONGEST_FAULT = 200


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move of an action: for people, and raw (empty if it could not be parsed)."""

    text: str
    raw: str
    evaluation: str


@dataclass(frozen=True, slots=True)
class NodeView:
    """An action and its continuations; `children[0]` continues the main line. The root has no moves."""

    id: int
    parent: int | None
    children: tuple[int, ...]
    number: int
    player: Annotated[str, Field(enum=("", *PLAYERS.values()))]
    moves: tuple[MoveText, ...]
    comments: tuple[Comment, ...]  # without shapes and scores
    shapes: tuple[ShapeView, ...]
    score: Annotated[ScoreView | None, Field("A program's evaluation of the position after it.")]
    mark: Annotated[str, Field(enum=("", "+", "*", "#"))]
    result: Result
    resolved: Annotated[bool, Field("Whether the position after it is known.")]
    fault: Annotated[str, Field("Why the game stops here; empty if it continues.")]


class Tree:
    """The views of all nodes, and the changes of an edit."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._adapter = find_adapter(content.kind)
        self._views: dict[int, NodeView] = {}
        self._facts: dict[AnyNode, tuple[int, bool]] = {}  # depth; whether the position is known
        self._serials = content.game.serials()
        self._numbered: list[Serial] = []  # by depth, from 1
        self._changed: dict[int, NodeView | None] = {}  # the views before the edit
        self._removed: list[int] = []

    def views(self) -> tuple[NodeView, ...]:
        """Return all nodes, parents before their children, main lines first."""
        return tuple(map(self.view, self.content.game.root.walk()))

    def number_after(self, node: AnyNode) -> int:
        """Return the number of the turn at the position after a node."""
        return self._serial(self._find_facts(node)[0] + 1)[0]

    def changed(self, *nodes: AnyNode) -> None:
        """Record that these nodes are new or have changed."""
        for node in nodes:
            id = self.content.ids[node]
            old = self._views.pop(id, None)
            self._changed.setdefault(id, old)

    def removed(self, node: AnyNode) -> None:
        """Record that a node is removed; must be called before the content forgets its id."""
        id = self.content.ids[node]
        self._views.pop(id, None)
        self._facts.pop(node, None)
        self._changed.pop(id, None)
        self._removed.append(id)

    def take_changes(self) -> tuple[tuple[NodeView, ...], tuple[int, ...]]:
        """Return the nodes that are new or different since the last call, and the ids of removed ones."""
        nodes = self.content.nodes
        views = ((self.view(nodes[id]), old) for id, old in self._changed.items())
        found = tuple(view for view, old in views if view != old)
        removed = tuple(self._removed)
        self._changed.clear()
        self._removed.clear()
        return found, removed

    def view(self, node: AnyNode) -> NodeView:
        """Return the view of a node."""
        id = self.content.ids[node]
        view = self._views.get(id)
        if view is None:
            view = self._views[id] = self._make(node)
        return view

    def _make(self, node: AnyNode) -> NodeView:
        content, ids = self.content, self.content.ids
        depth, resolved = self._find_facts(node)
        number, player = self._serial(depth)
        short = content.short.get(node, ())
        return NodeView(
            id=ids[node],
            parent=None if node.parent is None else ids[node.parent],
            children=tuple(ids[child] for child in node.children),
            number=number,
            player=player,
            moves=tuple(
                MoveText(
                    shown_text(written, short[place] if place < len(short) else ""),
                    "" if written.move is None else str(written.move),
                    written.evaluation,
                )
                for place, written in enumerate(node.moves)
            ),
            comments=tuple(comment for _, comment in visible_comments(node.comments, content.kind)),
            shapes=tuple(
                view_shape(shape, content.game.start, self._adapter)
                for shape in parse_shapes(node.comments, content.kind)
            ),
            score=None if (score := node.score) is None else view_comment(score, content.kind),
            mark=node.mark,
            result=node.result,
            resolved=resolved,
            fault="" if resolved else self._fault(node),
        )

    def _find_facts(self, node: AnyNode) -> tuple[int, bool]:
        """Return the depth of a node, and whether its position is known."""
        missing = []
        above: AnyNode | None = node
        while above is not None and above not in self._facts:
            missing.append(above)
            above = above.parent
        for step in reversed(missing):
            if step.parent is None:
                self._facts[step] = 0, self.content.game.start is not None
            else:
                depth, resolved = self._facts[step.parent]
                self._facts[step] = depth + 1, resolved and step.action is not None
        return self._facts[node]

    def _serial(self, depth: int) -> tuple[int, str]:
        """Return the number and the player of an action; the root has none."""
        if depth == 0:
            return 0, ""
        while len(self._numbered) < depth:
            self._numbered.append(next(self._serials))
        number, letter = self._numbered[depth - 1]
        return number, PLAYERS[letter]

    def _fault(self, node: AnyNode) -> str:
        """Return why the game stops at a node; empty if it stopped earlier."""
        if node.parent is None:
            return "the game does not say from which position it starts"
        if not self._find_facts(node.parent)[1]:
            return ""
        problem = error_within(self.content.game.problems, node.span)
        if problem is not None:
            return problem.message
        moves = tuple(written.move for written in node.moves if written.move is not None)
        fault = ""
        if len(moves) == len(node.moves):
            fault = self._adapter.fault(node.parent.position, moves)
        written = " ".join(written.text.strip() for written in node.moves)
        return fault or f"this could not be parsed: {written[:_LONGEST_FAULT]}"
