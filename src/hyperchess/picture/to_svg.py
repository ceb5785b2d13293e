"""SVG text of a scene. The same scene and theme always produce the same text.

Styles are written once, as rules for classes under a class of the theme (`hc-light`), and pieces as symbols,
so several pictures can be in one page without interference.

>>> from hyperchess.picture.scene import Rect, Scene
>>> print(format_svg(Scene(8, 8, "a square", (Rect(0, 0, 8, 8, "dark"),)), "light"))
<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" viewBox="0 0 8 8" class="hc-light" role="img">
<title>a square</title>
<style>
.hc-light text{font-family:'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans','Noto Sans',sans-serif}
.hc-light .dark{fill:#d5c4a4}
</style>
<rect x="0" y="0" width="8" height="8" class="dark"/>
</svg>
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Unpack

from hyperchess.picture.pieces import BOX, drawing
from hyperchess.picture.scene import Circle, Group, Path, Rect, Scene, Shape, Text, Use, number
from hyperchess.picture.styles import FONTS, rules
from hyperchess.picture.subjects import Options, Subject, draw_scene
from hyperchess.picture.theme import Theme, find_theme

__all__ = ["Svg", "format_svg", "svg"]

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Svg(str):
    """SVG text, which a notebook displays as a picture.

    >>> Svg("<svg/>"), Svg("<svg/>")._repr_svg_()
    ('<svg/>', '<svg/>')
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """Return the SVG for IPython."""
        return str(self)


def svg(subject: Subject, *, theme: Theme | str = "light", **options: Unpack[Options]) -> Svg:
    """Return a picture of a position, a game or a node as SVG text. See `subjects.Options`.

    >>> from hyperchess.multiverse import start
    >>> picture = svg(start("Standard"), theme="dark", highlights=["(0T1w)e4"])
    >>> picture[:4], "hc-dark" in picture, picture.count("<use")
    ('<svg', True, 32)
    """
    chosen = find_theme(theme)
    return format_svg(draw_scene(subject, plain=chosen.plain, **options), chosen)


def format_svg(scene: Scene, theme: Theme | str = "light") -> Svg:
    """Format a scene as a complete SVG document."""
    theme = find_theme(theme)
    width, height = number(scene.width), number(scene.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" class="hc-{theme.name}" role="img">',
        f"<title>{_escape(scene.title)}</title>",
        *_style(scene, theme),
        *_symbols(scene.symbols()),
        *_shapes(scene.shapes),
        "</svg>",
        "",
    ]
    return Svg("\n".join(lines))


def _style(scene: Scene, theme: Theme) -> Iterator[str]:
    table = rules(theme)
    used = {kind for shape in scene.walk() for kind in shape_kinds(shape)}
    scope = f".hc-{theme.name}"
    yield "<style>"
    yield f"{scope} text{{font-family:{FONTS}}}"
    yield from (f"{scope} .{kind}{{{table[kind]}}}" for kind in table if kind in used)
    yield "</style>"


def shape_kinds(shape: Shape) -> tuple[str, ...]:
    """Return the classes of a shape."""
    return ("piece", shape.kind) if isinstance(shape, Use) else (shape.kind,)


def _symbols(names: Iterable[str]) -> Iterator[str]:
    lines = [line for name in names for line in _symbol(name)]
    if lines:
        yield from ("<defs>", *lines, "</defs>")


def _symbol(name: str) -> Iterator[str]:
    """Yield the symbol of a piece. Its bodies inherit fill and outline; the outline is outside."""
    paths = drawing(name)
    yield f'<symbol id="hc-{name}" viewBox="0 0 {BOX} {BOX}">'
    yield from (f'<path d="{data}"/>' for data in paths.body)
    if paths.line:
        yield f'<path fill="none" stroke-width="4" d="{" ".join(paths.line)}"/>'
    if paths.dot:
        yield f'<path fill="none" stroke-width="7" d="{" ".join(paths.dot)}"/>'
    yield "</symbol>"


def _shapes(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Group):
            place = (
                f' transform="translate({number(shape.x)} {number(shape.y)})"' if shape.x or shape.y else ""
            )
            yield f"<g{_class(shape.kind)}{place}>"
            if shape.title:
                yield f"<title>{_escape(shape.title)}</title>"
            yield from _shapes(shape.shapes)
            yield "</g>"
        else:
            yield _shape(shape)


def _shape(shape: Rect | Circle | Path | Text | Use) -> str:
    kind = _class(" ".join(shape_kinds(shape)))
    if isinstance(shape, Path):
        width = "" if shape.width is None else f' style="stroke-width:{number(shape.width)}"'
        return f'<path d="{shape.data}"{kind}{width}/>'
    if isinstance(shape, Circle):
        return f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}"{kind}/>'
    place = f'x="{number(shape.x)}" y="{number(shape.y)}"'
    if isinstance(shape, Rect):
        size = f'width="{number(shape.width)}" height="{number(shape.height)}"'
        radius = f' rx="{number(shape.radius)}"' if shape.radius else ""
        return f"<rect {place} {size}{radius}{kind}/>"
    if isinstance(shape, Use):
        side = number(shape.size)
        return f'<use href="#hc-{shape.symbol}" {place} width="{side}" height="{side}"{kind}/>'
    size = f'font-size="{number(shape.size)}" text-anchor="{shape.anchor}"'
    return f"<text {place} {size}{kind}>{_escape(shape.text)}</text>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _escape(text: str) -> str:
    """Escape text for an XML document; characters that XML does not allow are removed."""
    return "".join(sign for sign in text if sign >= " ").translate(_ESCAPES)
