"""PNG pictures, rendered by resvg (the extra `png`)."""

from __future__ import annotations

from math import sqrt
from typing import Unpack

from hyperchess.errors import HyperchessError
from hyperchess.picture.extras import require
from hyperchess.picture.scene import Scene
from hyperchess.picture.subjects import Options, Subject, draw_scene
from hyperchess.picture.theme import Theme, find_theme
from hyperchess.picture.to_svg import format_svg

__all__ = ["MOST_PIXELS", "format_png", "png"]

MOST_PIXELS = 40_000_000
"""Larger pictures are scaled down, to limit memory."""


def png(
    subject: Subject,
    *,
    theme: Theme | str = "light",
    scale: float = 1.0,
    width: int | None = None,
    **options: Unpack[Options],
) -> bytes:
    """Return a picture of a position, a game or a node as PNG.

    `width` is in pixels; without it one unit of the SVG is `scale` pixels. See `subjects.Options`.
    """
    chosen = find_theme(theme)
    scene = draw_scene(subject, plain=chosen.plain, **options)
    if width is not None:
        scale = width / scene.width
    return format_png(scene, chosen, scale=scale)


def format_png(scene: Scene, theme: Theme | str = "light", *, scale: float = 1.0) -> bytes:
    """Render a scene."""
    resvg = require("resvg_py", what="PNG pictures", extra="png")
    if not 0 < scale < float("inf"):
        raise HyperchessError("the size of a picture must be a number greater than 0")
    most = sqrt(MOST_PIXELS / (scene.width * scene.height))
    picture = resvg.svg_to_bytes(svg_string=format_svg(scene, theme), zoom=min(scale, most))
    return bytes(picture)
