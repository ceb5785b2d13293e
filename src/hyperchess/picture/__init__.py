"""Pictures of positions: a scene of shapes as data, then SVG, PNG, GIF or terminal text.

This package depends on positions and games, and on notations only for the arrows and squares in comments.
Submodules are imported lazily.

>>> from hyperchess import multiverse, picture
>>> text = picture.svg(multiverse.start("Standard"), theme="dark", flip=True)
>>> text.count("<use"), sorted(picture.THEMES)
(32, ['contrast', 'dark', 'light', 'print'])
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperchess.picture.extras import MissingExtra as MissingExtra
    from hyperchess.picture.marks import Arrow as Arrow
    from hyperchess.picture.marks import Highlight as Highlight
    from hyperchess.picture.multiverse.grid import Detail as Detail
    from hyperchess.picture.multiverse.grid import Window as Window
    from hyperchess.picture.notebook import install_notebook_hooks as install_notebook_hooks
    from hyperchess.picture.notebook import load_ipython_extension as load_ipython_extension
    from hyperchess.picture.notebook import unload_ipython_extension as unload_ipython_extension
    from hyperchess.picture.subjects import draw_scene as draw_scene
    from hyperchess.picture.theme import THEMES as THEMES
    from hyperchess.picture.theme import Theme as Theme
    from hyperchess.picture.to_gif import gif as gif
    from hyperchess.picture.to_png import png as png
    from hyperchess.picture.to_svg import Svg as Svg
    from hyperchess.picture.to_svg import svg as svg

_MODULES = {
    "Arrow": "marks",
    "Detail": "multiverse.grid",
    "Highlight": "marks",
    "MissingExtra": "extras",
    "Svg": "to_svg",
    "THEMES": "theme",
    "Theme": "theme",
    "Window": "multiverse.grid",
    "draw_scene": "subjects",
    "gif": "to_gif",
    "install_notebook_hooks": "notebook",
    "load_ipython_extension": "notebook",
    "png": "to_png",
    "svg": "to_svg",
    "unload_ipython_extension": "notebook",
}

__all__ = [*_MODULES]


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return getattr(import_module(f"hyperchess.picture.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'hyperchess.picture' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
