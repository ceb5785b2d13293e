"""Animated GIF of a game: a picture after each action (the extra `gif`)."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Unpack

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyGame, AnyNode, Game
from hyperchess.picture.extras import require
from hyperchess.picture.infinite.viewport import fit
from hyperchess.picture.multiverse.grid import Grid
from hyperchess.picture.scene import Scene
from hyperchess.picture.subjects import Options, draw_scene
from hyperchess.picture.theme import Theme, find_theme
from hyperchess.picture.to_png import format_png

__all__ = ["gif"]

_COLOURS = 96
_MOST_FRAMES = 300


def gif(
    game: AnyGame | AnyNode,
    *,
    theme: Theme | str = "light",
    width: int = 800,
    seconds: float = 1.0,
    last_seconds: float = 3.0,
    **options: Unpack[Options],
) -> bytes:
    """Return the main line of a game, or the line that leads to a node, as an animation.

    Every picture shows the same part of the board, with space for everything that follows; with a window
    around the present (`window=4`) the picture follows the game. In long games, pictures are skipped evenly.
    """
    images = require("PIL.Image", what="GIF pictures", extra="gif")
    if width < 1 or seconds <= 0 or last_seconds <= 0:
        raise HyperchessError("an animation needs a width and durations greater than 0")
    chosen = find_theme(theme)
    nodes = _nodes(game)
    fixed = _fixed(nodes, options)
    scenes = [draw_scene(node, plain=chosen.plain, **fixed) for node in nodes]
    broadest, highest = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    scale = width / broadest
    size = (width, max(1, round(highest * scale)))
    frames = [_frame(images, scene, chosen, scale, size) for scene in scenes]
    times = [round(seconds * 1_000)] * (len(frames) - 1) + [round(last_seconds * 1_000)]
    out = BytesIO()
    rest = frames[1:]
    frames[0].save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0, optimize=False)
    return out.getvalue()


def _nodes(game: AnyGame | AnyNode) -> list[AnyNode]:
    """Return the nodes of the animation, the start first; it ends where the game cannot be followed."""
    root = game.root if isinstance(game, Game) else game.game.root
    line = game.main_line if isinstance(game, Game) else game.path
    nodes = [root]
    for node in line:
        if node.action is None:
            break
        nodes.append(node)
    step = -(-len(nodes) // _MOST_FRAMES)
    return [*nodes[:-1:step], nodes[-1]]


def _fixed(nodes: list[AnyNode], options: Options) -> Options:
    """Return the options with the same part of the board for all pictures."""
    final = nodes[-1].position
    window = options.get("window")
    if isinstance(final, multiverse.Position):
        if isinstance(window, tuple):
            return options
        detail = options.get("detail") or Grid.of(final, window=window, frame=final).detail
        return {**options, "frame": final, "detail": detail}
    if window is not None:
        return options
    positions = [node.position for node in nodes]
    squares = {
        square for each in positions if isinstance(each, infinite.Position) for square in each.pieces()
    }
    return {**options, "window": fit(sorted(squares))}


def _frame(images: Any, scene: Scene, theme: Theme, scale: float, size: tuple[int, int]) -> Any:
    picture = images.open(BytesIO(format_png(scene, theme, scale=scale))).convert("RGB")
    canvas = images.new("RGB", size, theme.ground)
    canvas.paste(picture, (0, 0))
    return canvas.quantize(_COLOURS)
