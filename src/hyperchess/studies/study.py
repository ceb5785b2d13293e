"""A game that is looked at and changed.

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

It has no lock and no storage: whoever shares it between threads holds a lock while it is changed or asked for
a place, and whoever keeps it stores its `content` after each change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from hyperchess.analysis.puzzles import find_puzzle
from hyperchess.game import Game
from hyperchess.studies.adapter import Place
from hyperchess.studies.changes import Change, Head, changed_fields, compare_nodes
from hyperchess.studies.content import AnyNode, Content
from hyperchess.studies.errors import GoneNode, UnknownNode
from hyperchess.studies.games import adapter_of
from hyperchess.studies.problems import view_problem
from hyperchess.studies.tree import NodeView, Tree

__all__ = ["Edit", "Study"]

_STRIDE = 200  # actions between two positions that are kept


class Study:
    """A game with its tree, places in it, and edits."""

    def __init__(self, content: Content) -> None:
        self._fill(content)

    def _fill(self, content: Content) -> None:
        self.content = content
        self.adapter = adapter_of(content.kind)
        self.tree = Tree(content)
        self._problems = tuple(map(view_problem, content.game.problems))
        self._milestones: dict[AnyNode, Any] = {}
        self._verdicts: dict[AnyNode, Any] = {}

    @property
    def game(self) -> Game[Any, Any]:
        """The game itself."""
        return self.content.game

    def head(self) -> Head:
        """All that is shown besides the nodes."""
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
        )

    def nodes(self) -> tuple[NodeView, ...]:
        """The tree, parents before their children."""
        return self.tree.views()

    def node(self, id: int) -> AnyNode:
        """The node of that id; `GoneNode` if it was deleted, `UnknownNode` if there never was one."""
        node = self.content.nodes.get(id)
        if node is None:
            raise GoneNode(id) if id < self.content.next_id else UnknownNode(id)
        return node

    def end(self) -> int:
        """The last node of the main line that can be reached."""
        node = self.game.root
        while node.children and node.children[0].action is not None and self.game.start is not None:
            node = node.children[0]
        return self.content.ids[node]

    def place(self, id: int, pending: Sequence[str] = ()) -> Place:
        """A node with its position, and what some moves more make of it."""
        node = self.node(id)
        base = self._position(node)
        headers = {key.casefold(): value for key, value in self.game.headers.items()}
        place = Place(
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
        """The position after a node. Of long games some are kept on the way, so that no walk is long."""
        known: AnyNode | None = None
        for step in node.path[_STRIDE - 1 :: _STRIDE]:
            if step not in self._milestones:
                if known is not None:
                    self.game.keep(known, self._milestones[known])
                self._milestones[step] = step.position
            known = step
        if known is not None:
            self.game.keep(known, self._milestones[known])
        return node.position

    def edit(self, edit: Edit) -> Change:
        """Make an edit; what it changed. An edit that raises may have been made in part."""
        before = self.head()
        self.tree.take_changes()
        node = edit.make(self)
        nodes, removed = self.tree.take_changes()
        return Change(node, changed_fields(before, self.head()), nodes, removed)

    def remove(self, node: AnyNode) -> None:
        """Take a node and all below it out of the tree."""
        gone = list(node.walk())
        node.delete()
        for removed in gone:
            self.tree.removed(removed)
            self.content.drop(removed)
            self._milestones.pop(removed, None)
            self._verdicts.pop(removed, None)

    def replace(self, content: Content, node: int | None = None) -> Change:
        """Put another version of the content in place, as undo does; ids that were used are not used again.

        `node` is where to stand: if it is gone, the last node on the way to it that is still there.
        """
        old, before, nodes = self.content, self.head(), self.nodes()
        content.next_id = max(content.next_id, old.next_id)
        self._fill(content)
        changed, removed = compare_nodes(nodes, self.nodes())
        here = self.end() if node is None else _nearest(old, content, node)
        return Change(here, changed_fields(before, self.head()), changed, removed)

    def reread(self, content: Content) -> Change:
        """Put a game that was read anew in place of the old one; the title that was given stays."""
        content.title = self.content.title
        content.number_from(self.content.next_id)
        return self.replace(content)


class Edit(Protocol):
    """Something that can be done to a study."""

    def make(self, study: Study, /) -> int:
        """Check the edit as a whole, then make it; the node where to stand."""


def _nearest(before: Content, after: Content, id: int) -> int:
    """A node of the new version, or the last one on the way to it in the old version."""
    if id in after.nodes:
        return id
    node = before.nodes.get(id)
    while node is not None:
        if before.ids[node] in after.nodes:
            return before.ids[node]
        node = node.parent
    return 0
