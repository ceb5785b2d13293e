"""Pictures of a place in a study: first the scene, which needs the game, then the rendering."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hyperchess.picture.scene import Scene
from hyperchess.picture.subjects import Subject, draw_scene
from hyperchess.picture.theme import find_theme
from hyperchess.picture.to_png import format_png
from hyperchess.picture.to_svg import format_svg
from hyperchess.studies.adapter import StudyPosition

__all__ = ["Picture", "draw", "paint"]


@dataclass(frozen=True, slots=True)
class Picture:
    """The content and format of a picture.

    In 5D chess `window` is a number of half-turns around the present, or the first and last half-turn and the
    lowest and highest row; in infinite chess left, right, bottom and top.
    """

    format: Literal["svg", "png"] = "svg"
    theme: str = "light"
    flip: bool = False
    window: int | Sequence[str] | None = None
    width: int | None = None
    shapes: bool = True


def draw(place: StudyPosition, picture: Picture) -> Scene:
    """Draw the position with the arrows and squares of its node; the game must not change meanwhile."""
    options: dict[str, Any] = {"flip": picture.flip, "shapes": picture.shapes}
    window = place.adapter.picture_window(place.state, picture.window)
    if window is not None:
        options["window"] = window
    subject: Subject = place.node if place.state is place.base else place.state
    return draw_scene(subject, plain=find_theme(picture.theme).plain, **options)


def paint(scene: Scene, picture: Picture) -> bytes:
    """Render a scene as SVG or PNG."""
    theme = find_theme(picture.theme)
    if picture.format == "svg":
        return format_svg(scene, theme).encode("utf-8")
    scale = 1.0 if picture.width is None else picture.width / scene.width
    return format_png(scene, theme, scale=scale)
