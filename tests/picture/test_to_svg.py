"""SVG text against files that a person has looked at.

After a change that is meant: `HYPERCHESS_GOLDEN=write python -m pytest tests/picture/test_to_svg.py`, then
look at the pictures in `tests/picture/golden`.
"""

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hyperchess import infinite, multiverse, picture
from hyperchess.picture.scene import Circle, Group, Rect, Scene, Text, Use
from hyperchess.picture.scene import Path as Line
from hyperchess.picture.sheet import sheet
from hyperchess.picture.to_svg import format_svg
from tests.picture.scenes import FAR_AND_WIDE, example, hundred_timelines, infinite_game, jumps

FOLDER = Path(__file__).parent / "golden"
DOCS = Path(__file__).parents[2] / "docs" / "img"
SMALL = multiverse.Position.of_fen(
    "[2k/1u1/K1W:0:1:w][y1D/3/S1C:+1:1:b]", initial=[multiverse.Timeline.of(0)]
)
PICTURES = {
    "small": lambda: picture.svg(SMALL),
    "small-flipped-print": lambda: picture.svg(SMALL, theme="print", flip=True, checks=False),
    "jump": lambda: picture.svg(
        jumps(), window=picture.Window(last=multiverse.HalfTurn(2, multiverse.Color.WHITE))
    ),
    "marks": lambda: picture.svg(
        SMALL,
        theme="dark",
        highlights=["(0T1w)a3", picture.Highlight("(0T1w)c3", "red")],
        arrows=[picture.Arrow("(0T1w)a1", "(1T1b)c3", "blue")],
        moves_of="(0T1w)c1",
    ),
    "hundred-timelines": lambda: picture.svg(hundred_timelines(), window=0, detail="tiles"),
    "infinite": lambda: picture.svg(FAR_AND_WIDE, moves_of="3,2", theme="contrast"),
    "infinite-border": lambda: picture.svg(
        infinite.Position.parse("w -3,4,_,5 K0,0|q2,3+|3k1,1|ob-1,2|vo3,-1")
    ),
}


# The pictures of the documentation, which should look as what the code draws today.
DOCUMENTED = {
    "pieces": lambda: format_svg(sheet()),
    "pieces-dark": lambda: format_svg(sheet(), "dark"),
    "four-timelines": lambda: picture.svg(example().end),
    "black-dark": lambda: picture.svg(example().main_line[12], theme="dark", flip=True, window=4),
    "targets": lambda: picture.svg(
        example().main_line[8],
        window=picture.Window(multiverse.HalfTurn(4, multiverse.Color.BLACK)),
        moves_of="(0T5b)f6",
        highlights=[picture.Highlight("(0T5b)e8", "yellow")],
        arrows=[picture.Arrow("(0T5b)f6", "(0T4b)h6", "blue")],
    ),
    "print": lambda: picture.svg(example().end, theme="print", window=1),
    "hundred-timelines": lambda: picture.svg(
        hundred_timelines(),
        window=picture.Window(lowest=multiverse.Timeline.of(-6), highest=multiverse.Timeline.of(6)),
    ),
    "infinite": lambda: picture.svg(infinite_game()),
    "infinite-far": lambda: picture.svg(FAR_AND_WIDE, theme="dark", moves_of="0,0"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_text_is_as_looked_at(name: str) -> None:
    compare(PICTURES[name](), FOLDER / f"{name}.svg")


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_documentation_shows_what_is_drawn_today(name: str) -> None:
    compare(DOCUMENTED[name](), DOCS / f"{name}.svg")


def compare(text: str, file: Path) -> None:
    ElementTree.fromstring(text)
    if os.environ.get("HYPERCHESS_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8", newline="\n")
    assert text == file.read_text(encoding="utf-8")


def test_every_shape_is_written() -> None:
    shapes = (
        Group((Rect(0, 0, 4, 4, "light", 1), Circle(1, 1, 1, "dot-check")), "ground", 5, 0, "a & b"),
        Line("M0 0h1", "axis", 2),
        Text(1, 2, "<L>\x00", "label", 9, "end"),
        Use("king", 0, 0, 9, "white"),
    )
    root = ElementTree.fromstring(format_svg(Scene(9, 9, '"&"', shapes)))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == '"&"'
    assert root.findtext(f"{space}g/{space}title") == "a & b"
    assert root.findtext(f"{space}text") == "<L>"
    tags = [child.tag.removeprefix(space) for child in root]
    assert tags == ["title", "style", "defs", "g", "path", "text", "use"]


def test_text_does_not_change_from_run_to_run() -> None:
    assert picture.svg(jumps()) == picture.svg(jumps())
