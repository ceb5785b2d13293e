"""Arrows and coloured squares: in the comments of a node, and for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from hyperchess.annotations import ArrowShape, Shape, SquareShape, join_shapes, split_shapes
from hyperchess.game import Comment
from hyperchess.kinds import Kind
from hyperchess.studies.adapter import Adapter, SquareValue

__all__ = [
    "ArrowView",
    "ShapeView",
    "SquareView",
    "read_shape",
    "replace_comment",
    "replace_shapes",
    "view_shape",
    "visible_comments",
]


@dataclass(frozen=True, slots=True)
class ArrowView:
    """An arrow between two squares."""

    from_: SquareValue
    to: SquareValue
    color: str = "green"
    type: Literal["arrow"] = "arrow"


@dataclass(frozen=True, slots=True)
class SquareView:
    """A coloured square."""

    at: SquareValue
    color: str = "green"
    type: Literal["square"] = "square"


ShapeView: TypeAlias = ArrowView | SquareView


def view_shape(shape: Shape, start: Any, adapter: Adapter) -> ShapeView:
    """A shape as the page gets it; rows of timelines are counted as in the start of the game."""
    if isinstance(shape, SquareShape):
        return SquareView(adapter.square_value(start, shape.square), shape.color)
    source, target = (adapter.square_value(start, square) for square in (shape.source, shape.target))
    return ArrowView(source, target, shape.color)


def read_shape(shape: ShapeView, start: Any, adapter: Adapter) -> Shape:
    """The shape that the page draws."""
    if isinstance(shape, SquareView):
        return SquareShape(adapter.read_square(start, shape.at), shape.color)
    source, target = (adapter.read_square(start, value) for value in (shape.from_, shape.to))
    return ArrowShape(source, target, shape.color)


def visible_comments(comments: Sequence[Comment], kind: Kind) -> list[tuple[int, Comment]]:
    """The comments without the tags of shapes, each with its place among all; mere shapes are not shown."""
    found = []
    for place, comment in enumerate(comments):
        text, shapes = split_shapes(comment.text, kind)
        if text or not shapes:
            found.append((place, Comment(text, comment.after)))
    return found


def replace_comment(comment: Comment, text: str, after: int, kind: Kind) -> Comment | None:
    """A comment with another text and the same shapes; `None` if nothing is left of it."""
    shapes = split_shapes(comment.text, kind)[1]
    joined = join_shapes(text, shapes)
    return Comment(joined, after) if joined else None


def replace_shapes(
    comments: Sequence[Comment], shapes: Sequence[Shape], kind: Kind, after: int
) -> list[Comment]:
    """The comments with these shapes and no others: they stand in a comment of their own, the last."""
    texts = [comment for _, comment in visible_comments(comments, kind)]
    return [*texts, Comment(join_shapes("", shapes), after)] if shapes else texts
