"""Write docs/_static/logo.svg: a unicorn, the piece that ordinary chess does not have, on four squares.

python -m scripts.logo
"""

from __future__ import annotations

from pathlib import Path

from hyperchess.picture.scene import Rect, Scene, Use
from hyperchess.picture.to_svg import format_svg

__all__ = ["LOGO", "main", "render"]

LOGO = Path("docs/_static/logo.svg")
_SIDE = 96.0


def render() -> str:
    """The logo as SVG text."""
    half = _SIDE / 2
    squares = (
        Rect(x * half, y * half, half, half, "light" if x == y else "dark") for x in (0, 1) for y in (0, 1)
    )
    return format_svg(Scene(_SIDE, _SIDE, "hyperchess", (*squares, Use("unicorn", 4, 4, 88, "black"))))


def main() -> None:
    """Write the file."""
    LOGO.parent.mkdir(exist_ok=True)
    LOGO.write_text(render(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
