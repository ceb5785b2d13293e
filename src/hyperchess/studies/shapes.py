"""Arrows, coloured squares and scores in the comments of a node, and their views for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, cast

from hyperchess.annotations import (
    ArrowShape,
    Command,
    EvalComment,
    RayShape,
    Shape,
    SquareShape,
    join_shapes,
    parse_commands,
    replace_commands,
    split_shapes,
)
from hyperchess.game import Comment
from hyperchess.ruleset import GameKind
from hyperchess.studies.adapter import Adapter
from hyperchess.studies.fields import Coordinate, Field, SquareValue, tag

__all__ = [
    "ArrowView",
    "RayView",
    "ShapeView",
    "SquareView",
    "read_shape",
    "replace_comment",
    "replace_shapes",
    "view_shape",
    "visible_comments",
]

Color: TypeAlias = Annotated[str, Field(enum=("green", "blue", "yellow", "red"))]

_RayEnd: TypeAlias = Annotated[Sequence[Coordinate], Field(min_length=2, max_length=2)]


@dataclass(frozen=True, slots=True)
class ArrowView:
    """An arrow between two squares."""

    from_: SquareValue
    to: SquareValue
    color: Color = "green"
    type: Literal["arrow"] = tag("arrow")


@dataclass(frozen=True, slots=True)
class SquareView:
    """A coloured square."""

    at: SquareValue
    color: Color = "green"
    type: Literal["square"] = tag("square")


@dataclass(frozen=True, slots=True)
class RayView:
    """An infinite ray from one square through another."""

    from_: _RayEnd
    to: _RayEnd
    color: Color = "green"
    type: Literal["ray"] = tag("ray")


ShapeView: TypeAlias = ArrowView | SquareView | RayView


def view_shape(shape: Shape, start: Any, adapter: Adapter) -> ShapeView:
    """Return the view of a shape; rows of timelines are counted as at the start of the game."""
    if isinstance(shape, SquareShape):
        return SquareView(adapter.square_value(start, shape.square), shape.color)
    source, target = (adapter.square_value(start, square) for square in shape[:2])
    if isinstance(shape, RayShape):
        return RayView(cast("Sequence[str]", source), cast("Sequence[str]", target), shape.color)
    return ArrowView(source, target, shape.color)


def read_shape(shape: ShapeView, start: Any, adapter: Adapter) -> Shape:
    """Return the shape that the page draws."""
    if isinstance(shape, SquareView):
        return SquareShape(adapter.read_square(start, shape.at), shape.color)
    source, target = (adapter.read_square(start, value) for value in (shape.from_, shape.to))
    return (RayShape if isinstance(shape, RayView) else ArrowShape)(source, target, shape.color)


def visible_comments(comments: Sequence[Comment], kind: GameKind) -> list[tuple[int, Comment]]:
    """Return the comments without shapes and scores, with their indices; pure commands are omitted."""
    found = []
    for place, comment in enumerate(comments):
        text, scores, shapes = _split(comment.text, kind)
        if text or not (scores or shapes):
            found.append((place, Comment(text, comment.after)))
    return found


def replace_comment(comment: Comment, text: str, after: int, kind: GameKind) -> Comment | None:
    """Return a comment with another text, the same shapes and score; `None` if nothing is left."""
    _, scores, shapes = _split(comment.text, kind)
    joined = join_shapes(_with_scores(text, scores), shapes)
    return Comment(joined, after) if joined else None


def replace_shapes(
    comments: Sequence[Comment], shapes: Sequence[Shape], kind: GameKind, after: int
) -> list[Comment]:
    """Return the comments with exactly these shapes, in a separate last comment."""
    kept = []
    for comment in comments:
        text, scores, before = _split(comment.text, kind)
        if text or scores or not before:
            kept.append(Comment(_with_scores(text, scores), comment.after))
    return [*kept, Comment(join_shapes("", shapes), after)] if shapes else kept


def _split(text: str, kind: GameKind) -> tuple[str, list[str], tuple[Shape, ...]]:
    """Return the visible text of a comment, its scores as written, and its shapes."""
    plain, shapes = split_shapes(text, kind)
    scores = [str(command) for command in parse_commands(plain) if _is_score(command)]
    if scores:
        [found], _ = replace_commands([plain], _is_score, "")
        plain = found or ""
    return plain, scores, shapes


def _is_score(command: Command) -> bool:
    return command.name == EvalComment.name and EvalComment.read(command.value) is not None


def _with_scores(text: str, scores: Sequence[str]) -> str:
    return " ".join([*scores, text]) if text else " ".join(scores)
