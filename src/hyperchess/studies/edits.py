"""Edits of a study. Each edit is validated as a whole before it changes anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, TypeAlias

from hyperchess.budget import Budget
from hyperchess.errors import UnresolvedMove
from hyperchess.game import AnyNode, Comment, Node
from hyperchess.studies.content import printable
from hyperchess.studies.errors import StudyError
from hyperchess.studies.fields import Evaluation, Field, Moves, Name, Number, Result, tag
from hyperchess.studies.shapes import ShapeView, read_shape, replace_comment, replace_shapes, visible_comments
from hyperchess.studies.spelling import short_texts
from hyperchess.studies.study import Study

__all__ = [
    "Add",
    "AnyEdit",
    "Delete",
    "Demote",
    "EditComment",
    "EditShapes",
    "Evaluate",
    "Promote",
    "Rename",
    "SetHeader",
    "SetResult",
]

_MARK_BUDGET = Budget(seconds=0.2)
_MOST_COMMENTS = 1_000

_CommentText: TypeAlias = Annotated[str, Field(max_length=100_000)]


@dataclass(frozen=True, slots=True)
class Add:
    """Play a legal action after a node; an existing one is reused."""

    parent: Number
    moves: Annotated[Moves, Field(min_length=1)]
    type: Literal["add"] = tag("add")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        content = study.content
        parent = study.node(self.parent)
        node = parent.add(study.adapter.read_action(parent.position, self.moves))
        if node in content.ids:
            return content.ids[node]
        id = content.add(node)
        content.short[node] = short_texts(node, _MARK_BUDGET)
        study.tree.changed(parent, node)
        return id


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove a node and all its descendants from the tree."""

    node: Number
    type: Literal["delete"] = tag("delete")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        node = study.node(self.node)
        parent = _parent(node)
        study.remove(node)
        study.tree.changed(parent)
        return study.content.ids[parent]


@dataclass(frozen=True, slots=True)
class Promote:
    """Move a variation up, or make it the main line."""

    node: Number
    to_main: bool = False
    type: Literal["promote"] = tag("promote")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        return _reorder(study, self.node, lambda node: node.promote(to_main=self.to_main))


@dataclass(frozen=True, slots=True)
class Demote:
    """Move a variation down."""

    node: Number
    type: Literal["demote"] = tag("demote")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        return _reorder(study, self.node, lambda node: node.demote())


@dataclass(frozen=True, slots=True)
class EditComment:
    """Change a visible comment, add one (`index` is `None`), or delete one (`text` is empty).

    Shapes in it are kept. `was` is the text that the author saw, by which the comment is found if other users
    have edited the node.
    """

    node: Number
    index: Number | None = None
    text: _CommentText = ""
    after: Number | None = None
    was: Annotated[
        _CommentText | None,
        Field("The comment as the client last saw it; it is identified by its text."),
    ] = None
    type: Literal["comment"] = tag("comment")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        node = study.node(self.node)
        index = self.find(study, node)
        node.comments = self._added(node) if index is None else self._changed(study, node, index)
        study.tree.changed(node)
        return self.node

    def find(self, study: Study, node: AnyNode) -> int | None:
        """Return the index of the visible comment; `None` to add one, also if the comment was deleted."""
        if self.index is None or self.was is None:
            return self.index
        texts = [comment.text for _, comment in visible_comments(node.comments, study.content.kind)]
        if self.was in texts[self.index : self.index + 1]:
            return self.index
        if self.was in texts:
            return texts.index(self.was)
        return self.index if self.index < len(texts) else None

    def _added(self, node: AnyNode) -> list[Comment]:
        if not self.text:
            return node.comments
        if len(node.comments) >= _MOST_COMMENTS:
            raise StudyError("comments", f"a node has at most {_MOST_COMMENTS} comments")
        return [*node.comments, Comment(self.text, self._place(node, len(node.moves)))]

    def _changed(self, study: Study, node: AnyNode, index: int) -> list[Comment]:
        kind = study.content.kind
        seen = visible_comments(node.comments, kind)
        if not 0 <= index < len(seen):
            raise StudyError("comments", f"the node has {len(seen)} comments, there is no {index}")
        place, shown = seen[index]
        changed = replace_comment(node.comments[place], self.text, self._place(node, shown.after), kind)
        comments = [*node.comments]
        comments[place : place + 1] = [] if changed is None else [changed]
        return comments

    def _place(self, node: AnyNode, default: int) -> int:
        """Return the number of moves of the action before the comment."""
        return default if self.after is None else min(self.after, len(node.moves))


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Mark an action: the mark is on its last move only; an empty one removes it."""

    node: Number
    evaluation: Evaluation
    type: Literal["evaluate"] = tag("evaluate")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        node: Node[Any, Any] = study.node(self.node)
        if not node.moves:
            raise StudyError("root", "only an action can be judged, not the start of the game")
        last = len(node.moves) - 1
        node.moves = tuple(
            replace(
                written,
                text=written.text.removesuffix(written.evaluation) if written.evaluation else written.text,
                evaluation=self.evaluation if place == last else "",
            )
            for place, written in enumerate(node.moves)
        )
        study.tree.changed(node)
        return self.node


@dataclass(frozen=True, slots=True)
class EditShapes:
    """Replace the arrows and squares of a node."""

    node: Number
    shapes: Annotated[tuple[ShapeView, ...], Field(max_length=500)]
    type: Literal["shapes"] = tag("shapes")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        node = study.node(self.node)
        start = study.game.start
        if start is None:
            raise UnresolvedMove("a game without a start has no squares to mark")
        shapes = dict.fromkeys(read_shape(shape, start, study.adapter) for shape in self.shapes)
        node.comments = replace_shapes(node.comments, list(shapes), study.content.kind, len(node.moves))
        study.tree.changed(node)
        return self.node


@dataclass(frozen=True, slots=True)
class SetHeader:
    """Set a header; an empty value deletes it."""

    key: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^\s\"\[\]:\\]+$")]
    value: Annotated[str, Field(max_length=10_000)] = ""
    type: Literal["header"] = tag("header")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        headers = study.game.headers
        if self.value:
            headers[self.key] = self.value
        else:
            headers.pop(self.key, None)
        return study.end()


@dataclass(frozen=True, slots=True)
class SetResult:
    """Set the result at the end of a branch; an empty one removes it."""

    node: Number
    result: Result
    type: Literal["result"] = tag("result")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        node = study.node(self.node)
        node.result = self.result
        study.tree.changed(node)
        return self.node


@dataclass(frozen=True, slots=True)
class Rename:
    """Set the title of the study; an empty one restores the title from the headers."""

    title: Name
    type: Literal["rename"] = tag("rename")

    def make(self, study: Study) -> int:
        """Apply the edit."""
        study.content.title = printable(self.title).strip()
        return study.end()


AnyEdit: TypeAlias = (
    Add | Delete | Promote | Demote | EditComment | Evaluate | EditShapes | SetHeader | SetResult | Rename
)


def _parent(node: AnyNode) -> AnyNode:
    if node.parent is None:
        raise StudyError("root", "the start of the game is not a variation")
    return node.parent


def _reorder(study: Study, id: int, move: Callable[[AnyNode], None]) -> int:
    node = study.node(id)
    parent = _parent(node)
    move(node)
    study.tree.changed(parent)
    return id
