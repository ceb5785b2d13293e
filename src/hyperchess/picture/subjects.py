"""Subjects of pictures: positions of either game, a game (its end), and a node of its tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, TypedDict, Unpack

from hyperchess import infinite, multiverse
from hyperchess.annotations import RayShape, SquareShape, parse_shapes
from hyperchess.errors import HyperchessError, InvalidArgument
from hyperchess.game import AnyGame, AnyNode, Game, Node
from hyperchess.multiverse.actions.effects import Effects, effects
from hyperchess.picture.infinite import viewport
from hyperchess.picture.infinite.drawing import infinite_scene
from hyperchess.picture.marks import Arrow, Highlight
from hyperchess.picture.multiverse import grid
from hyperchess.picture.multiverse.drawing import multiverse_scene
from hyperchess.picture.scene import Scene
from hyperchess.ruleset import Action
from hyperchess.rulesets import AnyPosition
from hyperchess.text import suggest
from hyperchess.validation import check_items

__all__ = ["Options", "Subject", "draw_scene", "find_position"]

Subject: TypeAlias = "AnyPosition | AnyGame | AnyNode"


class Options(TypedDict, total=False):
    """Options of a picture. All are optional; the last three are for 5D chess only."""

    flip: bool
    """Black's view: boards and the order of the timelines are flipped."""
    window: grid.Window | viewport.Window | tuple[int, int, int, int] | int | None
    """5D: a `grid.Window`, or half-turns around the present. Infinite: left, right, bottom, top."""
    highlights: Iterable[Any]
    """Squares to mark: `Highlight`, or a square or its text for a green one."""
    arrows: Iterable[Arrow[Any]]
    """Arrows to draw."""
    shapes: bool
    """Whether to draw the arrows and squares in the comments of a node or a game's end (default: true)."""
    checks: bool
    """Whether to draw checks (default: true)."""
    moves_of: multiverse.Square | infinite.Square | str | None
    """Show the moves of the piece on this square."""
    last_action: Effects | None
    """The effects of the last action; known for a game and a node."""
    detail: grid.Detail | str | None
    """`full`, `pieces`, `dots` or `tiles`; the default depends on the number of boards."""
    frame: multiverse.Position | None
    """A later position for which space is reserved."""


def draw_scene(subject: Subject, *, plain: bool = False, **options: Unpack[Options]) -> Scene:
    """Draw any subject. `plain` hatches dark squares instead of filling them."""
    position = find_position(subject)
    # The two functions below validate their arguments; the types of a union cannot express it.
    for name in options:
        if name not in Options.__annotations__:
            raise InvalidArgument(f"a picture has no option {name!r}{suggest(name, Options.__annotations__)}")
    wanted: dict[str, Any] = {**options, "plain": plain}
    wanted["arrows"] = check_items("arrows", wanted.get("arrows", ()), Arrow)
    if wanted.pop("shapes", True):
        squares, arrows = _drawn_in_comments(subject, position)
        wanted["highlights"] = [*squares, *wanted.get("highlights", ())]
        wanted["arrows"] = [*arrows, *wanted["arrows"]]
    if isinstance(position, multiverse.Position):
        if isinstance(wanted.get("window"), tuple):
            message = "a window of 5D chess is a number of half-turns, or a picture.multiverse.grid.Window"
            raise HyperchessError(message)
        if "last_action" not in wanted:
            wanted["last_action"] = _last_action(subject)
        return multiverse_scene(position, **wanted)
    for name in ("last_action", "detail", "frame"):
        if wanted.pop(name, None) is not None:
            raise HyperchessError(f"{name!r} is an option for pictures of 5D chess")
    window = wanted.get("window")
    if window is not None and not (isinstance(window, tuple) and len(window) == 4):
        raise HyperchessError("a window of infinite chess is (left, right, bottom, top)")
    return infinite_scene(position, **wanted)


def find_position(subject: Subject) -> AnyPosition:
    """Return the position that is drawn."""
    if isinstance(subject, Game):
        subject = subject.end
    position = subject.position if isinstance(subject, Node) else subject
    if isinstance(position, (multiverse.Position, infinite.Position)):
        return position
    raise HyperchessError(f"positions, games and nodes can be drawn, not {type(subject).__name__}")


def _drawn_in_comments(
    subject: Subject, position: AnyPosition
) -> tuple[list[Highlight[Any]], list[Arrow[Any]]]:
    """Return the squares, arrows and rays in the comments of a node, without those off the board."""
    node = subject.end if isinstance(subject, Game) else subject
    if not isinstance(node, Node):
        return [], []
    shapes = parse_shapes(node.comments, position.kind)
    shown = [shape for shape in shapes if all(_is_on_board(square, position) for square in shape[:-1])]
    squares = [Highlight(*shape) for shape in shown if isinstance(shape, SquareShape)]
    arrows = [
        Arrow(shape[0], shape[1], shape.color, isinstance(shape, RayShape))
        for shape in shown
        if not isinstance(shape, SquareShape)
    ]
    return squares, arrows


def _is_on_board(square: object, position: AnyPosition) -> bool:
    if not isinstance(square, multiverse.Square) or not isinstance(position, multiverse.Position):
        return True
    return square.file < position.width and square.rank < position.height


def _last_action(subject: Subject) -> Effects | None:
    node: AnyNode | AnyPosition = subject.end if isinstance(subject, Game) else subject
    if not isinstance(node, Node) or node.parent is None or node.action is None:
        return None
    before, action = node.parent.position, node.action
    if not isinstance(before, multiverse.Position):
        return None
    return effects(before, Action(move for move in action if isinstance(move, multiverse.Move)))
