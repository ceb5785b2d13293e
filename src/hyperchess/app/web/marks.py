"""Arrows and coloured squares: in the comments of a node, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.annotations import Shape, SquareShape, join_shapes, split_shapes
from hyperchess.app.web.values import square_5d, square_infinite
from hyperchess.game import Comment
from hyperchess.kinds import Kind

__all__ = ["replace_comment", "replace_shapes", "shape_data", "visible_comments"]


def shape_data(shape: Shape, *, even: bool) -> dict[str, Any]:
    """A shape as the page gets it."""
    if isinstance(shape, SquareShape):
        return {"type": "square", "at": _square(shape.square, even), "color": shape.color}
    return {
        "type": "arrow",
        "from": _square(shape.source, even),
        "to": _square(shape.target, even),
        "color": shape.color,
    }


def _square(square: multiverse.Square | infinite.Square, even: bool) -> list[int] | list[str]:
    if isinstance(square, infinite.Square):
        return square_infinite(square)
    return square_5d(square, even=even)


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
