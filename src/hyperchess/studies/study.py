"""A game that is viewed and edited.

>>> from hyperchess.studies.edits import Add
>>> from hyperchess.studies.opening import open_text
>>> study = Study(open_text('[White "Ada"] 1. e4 / e5'))
>>> study.head().title, [view.moves[0].text for view in study.nodes()[1:]]
('Ada - ?', ['e4', 'e5'])
>>> change = study.edit(Add(2, ("(0T2)g1>(0T2)f3",)))
>>> change.node, [view.id for view in change.nodes], change.removed
(3, [2, 3], ())
>>> study.place(3).movable().movable[:2]
((0, 5, 0, 6), (0, 5, 1, 6))

It has no lock and no storage: a caller that shares it between threads must hold a lock while it is edited or
a place is requested, and must store its `content` after each change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from hyperchess.analysis.puzzles import find_puzzle
from hyperchess.game import AnyGame, AnyNode, keep_position
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.changes import Change, Head, changed_fields, compare_nodes
from hyperchess.studies.content import Content
from hyperchess.studies.errors import GoneNode, UnknownNode
from hyperchess.studies.games import find_adapter
from hyperchess.studies.problems import view_problem
from hyperchess.studies.tree import NodeView, Tree

__all__ = ["Edit", "Study"]

_STRIDE = 200  # actions between two cached positions


class Study:
    """A game with its tree, its places, and edits."""

    def __init__(self, content: Content) -> None:
        self._fill(content)

    def _fill(self, content: Content) -> None:
        self.content = content
        self.adapter = find_adapter(content.kind)
        self.tree = Tree(content)
        self._problems = tuple(map(view_problem, content.game.problems))
        self._milestones: dict[AnyNode, Any] = {}
        self._verdicts: dict[AnyNode, Any] = {}

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.content.game

    def head(self) -> Head:
        """Return everything that is displayed besides the nodes."""
        content, game = self.content, self.game
        return Head(
            title=content.shown_title,
            game=content.kind,
            notation=game.notation,
            headers=tuple(game.headers.items()),
            problems=self._problems,
            source="" if content.source is None else content.source.text,
            puzzle=find_puzzle(game),
            result=game.result,
            start_known=game.start is not None,
            games=content.games,
            proof=bool(content.proof),
        )

    def nodes(self) -> tuple[NodeView, ...]:
        """Return the tree, parents before their children."""
        return self.tree.views()

    def node(self, id: int) -> AnyNode:
        """Return the node with this id; raise `GoneNode` if deleted, `UnknownNode` if it never existed."""
        node = self.content.nodes.get(id)
        if node is None:
            raise GoneNode(id) if id < self.content.next_id else UnknownNode(id)
        return node

    def end(self) -> int:
        """Return the last reachable node of the main line."""
        node = self.game.root
        while (after := node.continuation) and after.action is not None and self.game.start is not None:
            node = after
        return self.content.ids[node]

    def place(self, id: int, pending: Sequence[str] = ()) -> StudyPosition:
        """Return a node with its position, and the state after pending moves."""
        node = self.node(id)
        base = self._position(node)
        headers = {key.casefold(): value for key, value in self.game.headers.items()}
        place = StudyPosition(
            adapter=self.adapter,
            node=node,
            start=self.game.start,
            before=None if node.parent is None else node.parent.position,
            action=node.action or (),
            base=base,
            state=base,
            variant=headers.get("variant", ""),
            number=self.tree.number_after(node),
            verdicts=self._verdicts,
        )
        return place.play(pending)

    def _position(self, node: AnyNode) -> Any:
        """Return the position after a node. In long games some positions on the path are cached."""
        known: AnyNode | None = None
        for step in node.path[_STRIDE - 1 :: _STRIDE]:
            if step not in self._milestones:
                if known is not None:
                    keep_position(known, self._milestones[known])
                self._milestones[step] = step.position
            known = step
        if known is not None:
            keep_position(known, self._milestones[known])
        return node.position

    def edit(self, edit: Edit) -> Change:
        """Apply an edit and return its changes. An edit that raises may have been applied in part."""
        before = self.head()
        self.tree.take_changes()
        node = edit.make(self)
        nodes, removed = self.tree.take_changes()
        return Change(node, changed_fields(before, self.head()), nodes, removed)

    def remove(self, node: AnyNode) -> None:
        """Remove a node and all its descendants from the tree."""
        gone: list[AnyNode] = [*node.walk()]
        node.delete()
        for removed in gone:
            self.tree.removed(removed)
            self.content.drop(removed)
            self._milestones.pop(removed, None)
            self._verdicts.pop(removed, None)

    def replace(self, content: Content, node: int | None = None) -> Change:
        """Replace the content by another version, as undo does; used ids are not reused.

        `node` is the node to select, or else its nearest surviving ancestor.
        """
        old, before, nodes = self.content, self.head(), self.nodes()
        content.next_id = max(content.next_id, old.next_id)
        self._fill(content)
        changed, removed = compare_nodes(nodes, self.nodes())
        here = self.end() if node is None else _nearest(old, content, node)
        return Change(here, changed_fields(before, self.head()), changed, removed)

    def reread(self, content: Content) -> Change:
        """Replace the game by a newly parsed one; the given title is kept."""
        content.title = self.content.title
        content.number_from(self.content.next_id)
        return self.replace(content)


class Edit(Protocol):
    """An edit of a study."""

    def make(self, study: Study, /) -> int:
        """Validate the edit as a whole, then apply it; return the node to select."""


def _nearest(before: Content, after: Content, id: int) -> int:
    """Return a node of the new version, or its nearest surviving ancestor in the old version."""
    if id in after.nodes:
        return id
    node = before.nodes.get(id)
    while node is not None:
        if before.ids[node] in after.nodes:
            return before.ids[node]
        node = node.parent
    return 0
