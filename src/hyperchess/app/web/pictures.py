"""Pictures of a place in a study."""

from __future__ import annotations

from typing import Any

from hyperchess import multiverse
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.models import PictureRequest
from hyperchess.app.web.studies import Here
from hyperchess.multiverse import HalfTurn, Timeline
from hyperchess.picture.grid import Window
from hyperchess.picture.subjects import Subject, draw_scene
from hyperchess.picture.theme import find_theme
from hyperchess.picture.to_png import format_png
from hyperchess.picture.to_svg import format_svg

__all__ = ["draw"]

_MOST_BOARDS = 5_000
_WIDEST = 1_000  # squares of an infinite board
_LONGEST = 7  # digits of a row or a half-turn


def draw(here: Here, request: PictureRequest) -> bytes:
    """The position, with the arrows and squares of its node, as SVG or PNG."""
    options: dict[str, Any] = {"flip": request.flip, "shapes": request.shapes}
    if request.window is not None:
        options["window"] = _window(here, request.window)
    elif isinstance(here.state, multiverse.Position) and len(here.state.boards) > _MOST_BOARDS:
        raise ApiError(422, "too-large", f"a picture shows at most {_MOST_BOARDS} boards: give a window")
    subject: Subject = here.state if here.pending else here.node
    theme = find_theme(request.theme)
    with here.study.lock:  # painting takes longer than composing, and needs no game
        scene = draw_scene(subject, plain=theme.plain, **options)
    if request.format == "svg":
        return format_svg(scene, theme).encode("utf-8")
    scale = 1.0 if request.width is None else request.width / scene.width
    return format_png(scene, theme, scale=scale)


def _window(here: Here, window: int | list[str]) -> object:
    if isinstance(here.state, multiverse.Position):
        return window if isinstance(window, int) else _boards(here.state, window)
    if isinstance(window, int):
        raise ApiError(422, "window", "in infinite chess a window is left, right, bottom and top")
    left, right, bottom, top = map(int, window)
    if not (0 <= right - left < _WIDEST and 0 <= top - bottom < _WIDEST):
        raise ApiError(422, "window", f"a window has 1 to {_WIDEST} files and ranks")
    return left, right, bottom, top


def _boards(position: multiverse.Position, window: list[str]) -> Window:
    """First and last half-turn, lowest and highest row of a multiverse."""
    if any(len(number) > _LONGEST for number in window):
        raise ApiError(422, "window", "no multiverse reaches that far")
    first, last, lowest, highest = map(int, window)
    low, high = (Timeline.of_row(row, even=position.even) for row in (lowest, highest))
    shown = Window(HalfTurn.of_ordinal(first), HalfTurn.of_ordinal(last), low, high)
    if not any(shown.holds(board.at) for board in position.boards):
        raise ApiError(422, "window", "there is no board in this window")
    return shown
