"""Draw docs/img/architecture.svg: the packages by layer, and their imports.

python -m scripts.architecture

The layers are those of `pyproject.toml`; arrows are the imports in the files. A transitive import
(`picture -> notation -> game` implies `picture -> game`) is not drawn but listed in the tooltip of its
package. The drawing contains no numbers, so it changes only when the packages do.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import escape

from scripts.imports import PAGE, ROOT, SOURCES, python_imports

__all__ = ["DRAWING", "Package", "layers", "main", "needed", "package_imports", "render"]

DRAWING = Path("docs/img/architecture.svg")

_PACKAGE = "hyperchess"
_NATIVE = "native"
_APPS = ("tui", "cli", "web", "page")  # side by side as they import each other
_WIDTH = 1200.0
_GAP = 52.0  # between boxes of a layer
_SHAFT = 46.0  # between layers
_MARGIN = 20.0
_FOLDER_WIDTH = 430.0
_FILE_WIDTH = 190.0
_CLEAR = 16.0  # between an arrow and a box that it passes
_APART = 9.0  # between two arrows that pass a box side by side
_LINE = 15.0
_CHARACTER = 5.9  # the width of a character of small text

_STYLE = """
svg { color-scheme: light dark }
.ground { fill: #ffffff }
.layer { fill: #f1f3f6 }
.package { fill: #ffffff; stroke: #5b6472; stroke-width: 1.2 }
.native { fill: #fff7e6; stroke: #8a6d2f; stroke-width: 1.2 }
.arrow { fill: none; stroke: #2b5fa8; stroke-width: 1.6 }
.wire { fill: none; stroke: #2b5fa8; stroke-width: 1.6; stroke-dasharray: 5 4 }
.head { fill: #2b5fa8 }
text { font-family: 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif; font-size: 11.5px;
  fill: #3a424d; text-anchor: middle }
.name { font-size: 15px; font-weight: 700; fill: #14181d }
.inside { font-style: italic }
@media (prefers-color-scheme: dark) {
  .ground { fill: #14171c }
  .layer { fill: #1d222a }
  .package { fill: #262c36; stroke: #8b96a5 }
  .native { fill: #332c1c; stroke: #c2a566 }
  .arrow, .wire { stroke: #8ab8ff }
  .head { fill: #8ab8ff }
  text { fill: #c5ccd6 }
  .name { fill: #f2f4f7 }
}
"""


@dataclass(frozen=True, slots=True)
class Package:
    """A file or folder of the package: its name, what it says of itself, and the folders in it."""

    name: str
    words: str
    inside: tuple[str, ...] = ()
    is_folder: bool = True

    @property
    def title(self) -> str:
        """The name as one would look for it."""
        return f"{self.name}/" if self.is_folder else f"{self.name}.py"


@dataclass(frozen=True, slots=True)
class Box:
    """A package in the drawing."""

    package: Package
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The middle from left to right."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


@cache
def package_imports() -> dict[str, set[str]]:
    """Return the imports between packages, by name; the root package only re-exports and is left out."""
    found: dict[str, set[str]] = {}
    for each in python_imports():
        source, target = find_package(each.source), find_package(each.target)
        if source and target and source != target:
            found.setdefault(source, set()).add(target)
    return found


def find_package(module: str) -> str:
    parts = module.split(".")[1:]
    if not parts or parts[0] == "__main__":
        return ""
    if parts[0] == "_native":
        return _NATIVE
    return "/".join(parts[:2]) if parts[0] == "app" else parts[0]


def needed(imports: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The imports that no others imply.

    >>> needed({"picture": {"notation", "game"}, "notation": {"game"}})
    [('notation', 'game'), ('picture', 'notation')]
    """
    below = {package: _below(imports, package) for package in imports}
    return sorted(
        (source, target)
        for source, targets in imports.items()
        for target in targets
        if not any(
            target in below.get(other, ()) and source not in below.get(other, ())
            for other in targets - {target}
        )
    )


def _below(imports: dict[str, set[str]], package: str) -> set[str]:
    found: set[str] = set()
    waiting = [package]
    while waiting:
        new = imports.get(waiting.pop(), set()) - found
        found |= new
        waiting.extend(new)
    return found


def layers() -> list[list[Package]]:
    """Return the packages from the top layer down: the layers of `pyproject.toml`, with `app` split up."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    found = []
    for layer in layers:
        names = [name.strip(" ()") for name in layer.split("|")]
        packages = [package for name in names for package in _packages(name)]
        if "multiverse" in names:
            inside = (each.name for each in sorted((ROOT / _NATIVE).iterdir()) if each.is_dir())
            packages.insert(
                0, Package(_NATIVE, "The kernel in C++20: the rules of 5D chess again, fast.", tuple(inside))
            )
        if packages:
            found.append(packages)
    return found


def _packages(name: str) -> Iterator[Package]:
    path = SOURCES / _PACKAGE / name
    if name == "app":
        for app in (*_APPS, *sorted({each.parent.name for each in path.glob("*/__init__.py")} - {*_APPS})):
            yield from _packages(f"app/{app}")
    elif path == PAGE.parent:
        yield Package(name, "The page in the browser: plain ES modules, no rules of chess.")
    elif (path / "__init__.py").is_file():
        inside = (each.name for each in sorted(path.iterdir()) if (each / "__init__.py").is_file())
        yield Package(name, _words(path / "__init__.py"), tuple(inside))
    elif path.with_suffix(".py").is_file():
        yield Package(name, _words(path.with_suffix(".py")), is_folder=False)


def _words(path: Path) -> str:
    """The first paragraph of what a module says of itself, in one line."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first, _, _ = text.partition("\n\n")
    return " ".join(first.replace("`", "").split())


def _boxes(rows: list[list[Package]]) -> tuple[list[list[Box]], float]:
    """A box for each package, layer by layer, and the height of the drawing."""
    y = _MARGIN
    placed = []
    for packages in rows:
        widths = _widths(packages)
        x = (_WIDTH - sum(widths) - _GAP * (len(packages) - 1)) / 2
        height = max(
            _LINE * len(_lines(package, width)) + 40 for package, width in zip(packages, widths, strict=True)
        )
        row = []
        for package, width in zip(packages, widths, strict=True):
            row.append(Box(package, x, y, width, height))
            x += width + _GAP
        placed.append(row)
        y += height + _SHAFT
    return placed, y - _SHAFT + _MARGIN


def _widths(packages: list[Package]) -> list[float]:
    """Files are narrow; folders share the rest."""
    files = sum(not package.is_folder for package in packages)
    whole = _WIDTH - 4 * _MARGIN - _GAP * (len(packages) - 1)
    file = min(_FILE_WIDTH, whole / len(packages))
    folder = min(_FOLDER_WIDTH, (whole - files * file) / max(1, len(packages) - files))
    return [folder if package.is_folder else file for package in packages]


def _lines(package: Package, width: float) -> list[tuple[str, str]]:
    """The small text of a box: class and line."""
    characters = int((width - 16) / _CHARACTER)
    lines = [("", line) for line in wrap(package.words, characters)]
    return lines + [("inside", line) for line in wrap(" · ".join(package.inside), characters)]


class _Drawing:
    """Layout of the drawing, and its parts as SVG."""

    def __init__(self) -> None:
        self.imports = package_imports()
        self.rows, self.height = _boxes(layers())
        self.layer_of = {box.package.name: level for level, row in enumerate(self.rows) for box in row}
        self.boxes = {box.package.name: box for row in self.rows for box in row}
        arrows = [pair for pair in needed(self.imports) if set(pair) <= self.boxes.keys()]
        self.level = [(a, b) for a, b in arrows if self.layer_of[a] == self.layer_of[b]]
        self.down = [(a, b) for a, b in arrows if self.layer_of[a] != self.layer_of[b]]
        self.taken: dict[int, list[float]] = {}
        self.passages = {pair: self._passage(*pair) for pair in self.down}
        self.ports = self._ports()

    def _passage(self, source: str, target: str) -> list[float]:
        """Return the horizontal position of an arrow in each layer it crosses, between boxes and earlier
        arrows.
        """
        x, end = self.boxes[source].middle, self.boxes[target].middle
        passed = []
        for level in range(self.layer_of[source] + 1, self.layer_of[target]):
            row = self.rows[level]
            x = min(
                _free(row, self.taken.get(level, [])), key=lambda place: abs(place - x) + abs(place - end)
            )
            self.taken.setdefault(level, []).append(x)
            passed.append(x)
        return passed

    def _ports(self) -> dict[tuple[str, str, str], float]:
        """Return the attachment points of arrows on the boxes, spread out in order."""
        places = {}
        for name, box in self.boxes.items():
            leaving = [
                ([*self.passages[a, b], self.boxes[b].middle][0], a, b) for a, b in self.down if a == name
            ]
            coming = [
                ([self.boxes[a].middle, *self.passages[a, b]][-1], a, b) for a, b in self.down if b == name
            ]
            for side, pairs in (("out", leaving), ("in", coming)):
                for place, (_, a, b) in enumerate(sorted(pairs), start=1):
                    places[side, a, b] = box.x + box.width * place / (len(pairs) + 1)
        return places

    def parts(self) -> Iterator[str]:
        yield _rect("ground", 0, 0, _WIDTH, self.height)
        for row in self.rows:
            yield _rect("layer", _MARGIN, row[0].y - 10, _WIDTH - 2 * _MARGIN, row[0].height + 20)
        for source, target in self.down:
            yield self._down(source, target)
        done = set()
        for source, target in self.level:
            if (target, source) not in done:
                done.add((source, target))
                yield self._level(source, target, both=(target, source) in self.level)
        if {"app/page", "app/web"} <= self.boxes.keys():
            yield self._level("app/page", "app/web", both=False, words="HTTP")
        for box in self.boxes.values():
            yield from self._package(box)

    def _down(self, source: str, target: str) -> str:
        """An arrow to a lower layer, through free places on the layers between."""
        x, y = self.ports["out", source, target], self.boxes[source].bottom
        end = self.ports["in", source, target]
        path = [f"M{x:g} {y:g}"]
        for level, passed in enumerate(self.passages[source, target], start=self.layer_of[source] + 1):
            row = self.rows[level]
            path.append(_bend(x, y, passed, row[0].y - 10))
            x, y = passed, row[0].bottom + 10
            path.append(f"V{y:g}")
        path.append(_bend(x, y, end, self.boxes[target].y - 7))
        return f'<path class="arrow" d="{"".join(path)}"/>{_head(end, self.boxes[target].y, 0, 1)}'

    def _level(self, source: str, target: str, *, both: bool, words: str = "") -> str:
        """An arrow to another package of the same layer: from side to side, or above the packages between."""
        left, right = sorted((self.boxes[source], self.boxes[target]), key=lambda box: box.x)
        kind = "wire" if words else "arrow"
        to_right = self.boxes[target] is right
        heads = []
        names = [box.package.name for box in self.rows[self.layer_of[source]]]
        if abs(names.index(source) - names.index(target)) == 1:
            y = left.y + left.height / 2
            path = f"M{left.x + left.width:g} {y:g}H{right.x:g}"
            if to_right or both:
                heads.append(_head(right.x, y, 1, 0))
            if not to_right or both:
                heads.append(_head(left.x + left.width, y, -1, 0))
            middle = (left.x + left.width + right.x) / 2
            text = f'<text x="{middle:g}" y="{y - 8:g}">{words}</text>' if words else ""
            return f'<path class="{kind}" d="{path}"/>{"".join(heads)}{text}'
        y = left.y
        one, other = left.middle, right.middle
        path = f"M{one:g} {y:g}C{one:g} {y - 24:g} {other:g} {y - 24:g} {other:g} {y:g}"
        if to_right or both:
            heads.append(_head(right.middle, y, 0, 1))
        if not to_right or both:
            heads.append(_head(left.middle, y, 0, 1))
        return f'<path class="{kind}" d="{path}"/>{"".join(heads)}'

    def _package(self, box: Box) -> Iterator[str]:
        package = box.package
        imported = ", ".join(sorted(self.imports.get(package.name, ()))) or "nothing"
        yield f"<g><title>{package.title} imports {imported}</title>"
        kind = "native" if package.name == _NATIVE else "package"
        yield _rect(kind, box.x, box.y, box.width, box.height)
        yield f'<text class="name" x="{box.middle:g}" y="{box.y + 23:g}">{package.title}</text>'
        for place, (line_kind, line) in enumerate(_lines(package, box.width)):
            written = f' class="{line_kind}"' if line_kind else ""
            y = box.y + 42 + _LINE * place
            yield f'<text{written} x="{box.middle:g}" y="{y:g}">{escape(line)}</text>'
        yield "</g>"


def _rect(kind: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5"/>'


def _free(row: list[Box], taken: list[float]) -> list[float]:
    """The places where an arrow can pass a layer: beside a box, and beside the arrows that do so already."""
    walls = [_MARGIN, *(edge for box in row for edge in (box.x, box.x + box.width)), _WIDTH - _MARGIN]
    places = []
    for left, right in zip(walls[::2], walls[1::2], strict=True):
        steps = int((right - left - 2 * _CLEAR) / _APART)
        places += [left + _CLEAR + _APART * step for step in range(steps + 1)]
        places += [right - _CLEAR - _APART * step for step in range(steps + 1)]
    return [place for place in places if all(abs(place - other) >= _APART for other in taken)]


def _bend(x: float, y: float, end_x: float, end_y: float) -> str:
    middle = (y + end_y) / 2
    return f"C{x:g} {middle:g} {end_x:g} {middle:g} {end_x:g} {end_y:g}"


def _head(x: float, y: float, dx: int, dy: int) -> str:
    """The tip of an arrow that ends at a place."""
    corners = ((x, y), (x - 8 * dx - 4 * dy, y - 8 * dy - 4 * dx), (x - 8 * dx + 4 * dy, y - 8 * dy + 4 * dx))
    return f'<path class="head" d="M{"L".join(f"{a:g} {b:g}" for a, b in corners)}Z"/>'


def render() -> str:
    """The drawing as SVG text."""
    drawing = _Drawing()
    size = f'width="{_WIDTH:g}" height="{drawing.height:g}" viewBox="0 0 {_WIDTH:g} {drawing.height:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        "<title>The packages of hyperchess, layer by layer, and which package imports which</title>",
        f"<style>{_STYLE}</style>",
        *drawing.parts(),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the drawing."""
    (ROOT / DRAWING).write_text(render(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
