"""Pictures of a place in a study."""

from __future__ import annotations

from typing import Any

from hyperchess import multiverse, picture
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.models import PictureRequest
from hyperchess.app.web.studies import Here
from hyperchess.picture.subjects import Subject

__all__ = ["draw"]

_MOST_BOARDS = 5_000
_WIDEST = 1_000  # squares of an infinite board


def draw(here: Here, request: PictureRequest) -> bytes:
    """The position, with the arrows and squares of its node, as SVG or PNG."""
    options: dict[str, Any] = {"theme": request.theme, "flip": request.flip, "shapes": request.shapes}
    if request.window is not None:
        options["window"] = _window(here, request.window)
    elif isinstance(here.state, multiverse.Position) and len(here.state.boards) > _MOST_BOARDS:
        raise ApiError(422, "too-large", f"a picture shows at most {_MOST_BOARDS} boards: give a window")
    subject: Subject = here.state if here.pending else here.node
    with here.study.lock:
        if request.format == "svg":
            return picture.svg(subject, **options).encode("utf-8")
        return picture.png(subject, width=request.width, **options)


def _window(here: Here, window: int | list[str]) -> object:
    if isinstance(here.state, multiverse.Position):
        if not isinstance(window, int):
            raise ApiError(422, "window", "in 5D chess a window is a number of half-turns around the present")
        return window
    if isinstance(window, int):
        raise ApiError(422, "window", "in infinite chess a window is left, right, bottom and top")
    left, right, bottom, top = map(int, window)
    if not (0 <= right - left < _WIDEST and 0 <= top - bottom < _WIDEST):
        raise ApiError(422, "window", f"a window has 1 to {_WIDEST} files and ranks")
    return left, right, bottom, top
