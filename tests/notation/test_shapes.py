import re
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess import infinite
from hyperchess.game import Comment, Game
from hyperchess.kinds import Kind
from hyperchess.multiverse import Color, Square, Timeline, start
from hyperchess.multiverse.coordinates import parse_square
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import AnyGame, notations
from hyperchess.notation.shapes import (
    COLOR_NAMES,
    ArrowShape,
    Shape,
    SquareShape,
    join_shapes,
    shapes_of,
    split_shapes,
)

_KEEP_COMMENTS = {"shad", "branched", "shad-first", "cwmtt", "json", "shad-json", "slavrick"} | {
    *("icn", "icn-legacy", "icn-site", "icn-json"),
}
_KINDS: tuple[Kind, ...] = (Kind.MULTIVERSE, Kind.INFINITE)
_COLORS = st.sampled_from(list(COLOR_NAMES.values()))
_SQUARES = {
    Kind.MULTIVERSE: st.builds(
        Square,
        st.integers(-99_999, 99_999).map(lambda halves: Timeline(halves if abs(halves) == 1 else 2 * halves)),
        st.integers(-99_999, 99_999),
        st.sampled_from(Color),
        st.integers(0, 25),
        st.integers(0, 98),
    ),
    Kind.INFINITE: st.builds(infinite.Square, st.integers(), st.integers(-(10**999), 10**999)),
}
# Texts made of the pieces of tags: what a tag looks like is never far away.
_PARTS = [
    *("[", "]", "[%", "%", "csl", "[%csl ", "l ", " ", "G4,4", "R(0T1w)e4", ",", ";", "[%cal", ">", "x"),
    *("[%csl G4,4]", "[%csl G(0T1w)e4]", "[%cal R(0T1w)e2>(0T1b)e4] ", "[%eval 0.3]", "{", "}", "\n"),
]
_PLAIN = st.text(max_size=30) | st.lists(st.sampled_from(_PARTS), max_size=12).map("".join)


@st.composite
def _shapes(draw: st.DrawFn) -> tuple[Kind, list[Shape]]:
    kind: Kind = draw(st.sampled_from(_KINDS))
    squares = _SQUARES[kind]
    shape = st.builds(SquareShape, squares, _COLORS) | st.builds(ArrowShape, squares, squares, _COLORS)
    return kind, draw(st.lists(shape, max_size=5))


@given(_PLAIN, _shapes())
def test_what_was_joined_splits_into_the_same(text: str, drawn: tuple[Kind, list[Shape]]) -> None:
    kind, shapes = drawn
    plain, inside = split_shapes(text, kind)
    assert split_shapes(plain, kind) == (plain, ())
    joined = join_shapes(plain, [*shapes, *inside])
    assert split_shapes(joined, kind) == (plain, (*shapes, *inside))
    assert join_shapes(*split_shapes(joined, kind)) == joined


@given(_PLAIN, st.sampled_from(_KINDS))
def test_only_tags_leave_the_text(text: str, kind: Kind) -> None:
    plain, shapes = split_shapes(text, kind)
    if not shapes:
        assert plain == text
    letters = iter(text)
    assert all(letter in letters for letter in plain)  # in the same order
    assert len(re.findall(r"\[%c[sa]l", text)) >= len(re.findall(r"\[%c[sa]l", plain))


def test_both_kinds_of_tags() -> None:
    plain, shapes = split_shapes(
        "[%csl G(0T1w)e4,R(-0T12b)a1] [%cal B(1T1w)e2>(+0T1b)z99] why [%eval 1]", Kind.MULTIVERSE
    )
    assert plain == "why [%eval 1]"
    e4, a1 = parse_square("(0T1w)e4"), parse_square("(-0T12b)a1")
    arrow = ArrowShape(parse_square("(1T1w)e2"), parse_square("(+0T1b)z99"), "blue")
    assert shapes == (SquareShape(e4, "green"), SquareShape(a1, "red"), arrow)


def test_order_is_kept_across_kinds() -> None:
    square, arrow = "[%csl G1,1]", "[%cal R1,1>2,2]"
    plain, shapes = split_shapes(f"{arrow}{square}{arrow}", Kind.INFINITE)
    assert (plain, [type(shape) for shape in shapes]) == ("", [ArrowShape, SquareShape, ArrowShape])
    assert join_shapes("", shapes) == f"{arrow}{square}{arrow}"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("before [%csl G1,1] after", "before after"),
        ("before [%csl G1,1]", "before"),
        ("[%csl G1,1]after", "after"),
        ("[%csl G1,1]  two blanks", " two blanks"),
    ],
)
def test_blanks_around_a_tag(text: str, plain: str) -> None:
    assert split_shapes(text, Kind.INFINITE)[0] == plain


def test_slavricks_spelling() -> None:
    _, square = split_shapes("[%csl G(w.0T1)e4 ]", Kind.MULTIVERSE)
    _, arrow = split_shapes("[%cal R(b.0T1)e2(0T1)e4 ]", Kind.MULTIVERSE)
    assert join_shapes("", [*square, *arrow]) == "[%csl G(0T1w)e4][%cal R(0T1b)e2>(0T1b)e4]"


@pytest.mark.parametrize(
    "text",
    [
        "[%eval 0.3] [%clk 0:01:00]",
        "[%csl]",
        "[%csl ]",
        "[%csl G(0T1)e4]",  # whose board?
        "[%csl O(0T1w)e4]",  # Slavrick's orange
        "[%csl G(0T1w)e4,oops]",
        "[%csl G(0T1w)e0]",
        "[%csl G(0T999999w)e4]",
        "[%csl Ge4]",
        "[%csl G4,4]",
        "[%cal G(0T1w)e4]",
        "[%csl G(0T1w)e4",
        "[[%csl G(0T1w)e4]",
        "[%x [%csl G(0T1w)e4]",
    ],
)
def test_what_is_not_understood_stays(text: str) -> None:
    assert split_shapes(text, Kind.MULTIVERSE) == (text, ())


def test_a_coordinate_has_an_end() -> None:
    most = f"[%csl G{'9' * 1_000},-{'9' * 1_000}]"
    assert len(split_shapes(most, Kind.INFINITE)[1]) == 1
    more = f"[%csl G{'9' * 1_001},1]"
    assert split_shapes(more, Kind.INFINITE) == (more, ())


@pytest.mark.parametrize(
    "part", ["[%csl ", "[%csl G1,1]", "[%csl \t\t\t\t", "[%", "[", "]", "[%cal G1,1>", "G1,1;"]
)
def test_hostile_text_takes_no_longer(part: str) -> None:
    started = perf_counter()
    for kind in _KINDS:
        split_shapes("[%csl " + part * (1_000_000 // len(part)), kind)
    assert perf_counter() - started < 5


def test_shapes_of_all_comments_each_once() -> None:
    comments = [Comment("[%csl G1,1]"), Comment("no shapes"), Comment("[%csl R1,1;G1,1] two", 1)]
    squares = [infinite.Square(1, 1)] * 2
    assert shapes_of(comments, Kind.INFINITE) == tuple(map(SquareShape, squares, ("green", "red")))


@pytest.mark.parametrize("name", notations())
def test_notations_that_keep_comments_keep_shapes(name: str) -> None:
    notation = notations()[name]
    game: AnyGame
    if Kind.MULTIVERSE in notation.kinds:
        game = Game(start("Standard"), {"Board": "Standard"})
        node = game.root.add(game.final.read("e4"))
        shapes = "[%cal G(0T1w)e2>(0T1w)e4,R(0T1b)g8>(0T1b)f6][%csl Y(0T1b)e5]"
    else:
        game = Game(infinite.start("Classical"))
        node = game.root.add((game.final.find("4,2>4,4"),))
        shapes = "[%cal G4,2>4,4;B-5,7>5,-6][%csl Y4,4]"
    kept = []
    for text in ("plain", f"{shapes} said, and drawn"):
        node.comments = [Comment(text, 1)]
        (again,) = parse_all(notation.write(game).text, name)
        kept.append([comment.text for comment in again.main_line[0].comments] == [text])
    assert kept[0] == kept[1] == (name in _KEEP_COMMENTS)
