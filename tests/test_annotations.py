import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess import infinite
from hyperchess.annotations import (
    COLOR_NAMES,
    ArrowShape,
    Clock,
    Command,
    EvalComment,
    RayShape,
    Shape,
    SquareShape,
    join_shapes,
    parse_shapes,
    split_shapes,
)
from hyperchess.game import AnyNode, Comment, Game, Node
from hyperchess.multiverse import Color, Square, Timeline, start
from hyperchess.multiverse.coordinates import parse_square
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import find_notation, notations
from hyperchess.ruleset import GameKind

_KEEP_COMMENTS = {"shad", "branched", "shad-first", "cwmtt", "json", "shad-json", "slavrick"} | {
    *("icn", "icn-legacy", "icn-site", "icn-json"),
}
_KINDS: tuple[GameKind, ...] = (GameKind.MULTIVERSE, GameKind.INFINITE)
_COLORS = st.sampled_from(list(COLOR_NAMES.values()))
_SQUARES = {
    GameKind.MULTIVERSE: st.builds(
        Square,
        st.integers(-99_999, 99_999).map(lambda halves: Timeline(halves if abs(halves) == 1 else 2 * halves)),
        st.integers(-99_999, 99_999),
        st.sampled_from(Color),
        st.integers(0, 25),
        st.integers(0, 98),
    ),
    GameKind.INFINITE: st.builds(infinite.Square, st.integers(), st.integers(-(10**999), 10**999)),
}
# Texts made of the pieces of tags: what a tag looks like is never far away.
_PARTS = [
    *("[", "]", "[%", "%", "csl", "[%csl ", "l ", " ", "G4,4", "R(0T1w)e4", ",", ";", "[%cal", ">", "x"),
    *("[%csl G4,4]", "[%csl G(0T1w)e4]", "[%cal R(0T1w)e2>(0T1b)e4] ", "[%eval 0.3]", "{", "}", "\n"),
]
_PLAIN = st.text(max_size=30) | st.lists(st.sampled_from(_PARTS), max_size=12).map("".join)


@st.composite
def _shapes(draw: st.DrawFn) -> tuple[GameKind, list[Shape]]:
    kind: GameKind = draw(st.sampled_from(_KINDS))
    squares = _SQUARES[kind]
    kinds: list[type[Shape]] = [ArrowShape, RayShape] if kind is GameKind.INFINITE else [ArrowShape]
    lines: list[st.SearchStrategy[Shape]] = [st.builds(line, squares, squares, _COLORS) for line in kinds]
    shape: st.SearchStrategy[Shape] = st.one_of(st.builds(SquareShape, squares, _COLORS), *lines)
    return kind, draw(st.lists(shape, max_size=5))


@given(_PLAIN, _shapes())
def test_what_was_joined_splits_into_the_same(text: str, drawn: tuple[GameKind, list[Shape]]) -> None:
    kind, shapes = drawn
    plain, inside = split_shapes(text, kind)
    assert split_shapes(plain, kind) == (plain, ())
    joined = join_shapes(plain, [*shapes, *inside])
    assert split_shapes(joined, kind) == (plain, (*shapes, *inside))
    assert join_shapes(*split_shapes(joined, kind)) == joined


@given(_PLAIN, st.sampled_from(_KINDS))
def test_only_tags_leave_the_text(text: str, kind: GameKind) -> None:
    plain, shapes = split_shapes(text, kind)
    if not shapes:
        assert plain == text
    letters = iter(text)
    assert all(letter in letters for letter in plain)  # in the same order
    assert len(re.findall(r"\[%c[sa]l", text)) >= len(re.findall(r"\[%c[sa]l", plain))


def test_both_kinds_of_tags() -> None:
    plain, shapes = split_shapes(
        "[%csl G(0T1w)e4,R(-0T12b)a1] [%cal B(1T1w)e2>(+0T1b)z99] why [%eval 1]", GameKind.MULTIVERSE
    )
    assert plain == "why [%eval 1]"
    e4, a1 = parse_square("(0T1w)e4"), parse_square("(-0T12b)a1")
    arrow = ArrowShape(parse_square("(1T1w)e2"), parse_square("(+0T1b)z99"), "blue")
    assert shapes == (SquareShape(e4, "green"), SquareShape(a1, "red"), arrow)


def test_order_is_kept_across_kinds() -> None:
    square, arrow = "[%csl G1,1]", "[%cal R1,1>2,2]"
    plain, shapes = split_shapes(f"{arrow}{square}{arrow}", GameKind.INFINITE)
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
    assert split_shapes(text, GameKind.INFINITE)[0] == plain


def test_slavricks_spelling() -> None:
    _, square = split_shapes("[%csl G(w.0T1)e4 ]", GameKind.MULTIVERSE)
    _, arrow = split_shapes("[%cal R(b.0T1)e2(0T1)e4 ]", GameKind.MULTIVERSE)
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
    assert split_shapes(text, GameKind.MULTIVERSE) == (text, ())


def test_a_coordinate_has_an_end() -> None:
    most = f"[%csl G{'9' * 1_000},-{'9' * 1_000}]"
    assert len(split_shapes(most, GameKind.INFINITE)[1]) == 1
    more = f"[%csl G{'9' * 1_001},1]"
    assert split_shapes(more, GameKind.INFINITE) == (more, ())


@pytest.mark.parametrize(
    "part", ["[%csl ", "[%csl G1,1]", "[%csl \t\t\t\t", "[%", "[", "]", "[%cal G1,1>", "G1,1;"]
)
def test_hostile_text_takes_no_longer(part: str) -> None:
    """A quadratic expression would take hours here."""
    text = "[%csl " + part * (1_000_000 // len(part))
    for kind in _KINDS:
        plain, shapes = split_shapes(text, kind)
        assert plain or shapes


def test_shapes_of_all_comments_each_once() -> None:
    comments = [Comment("[%csl G1,1]"), Comment("no shapes"), Comment("[%csl R1,1;G1,1] two", 1)]
    squares = [infinite.Square(1, 1)] * 2
    assert parse_shapes(comments, GameKind.INFINITE) == tuple(map(SquareShape, squares, ("green", "red")))


@pytest.mark.parametrize("name", notations())
def test_notations_that_keep_comments_keep_shapes(name: str) -> None:
    notation = notations()[name]
    node: AnyNode
    if GameKind.MULTIVERSE in notation.kinds:
        node = Game(start("Standard"), {"Board": "Standard"}).root.add("e4")
        shapes = "[%cal G(0T1w)e2>(0T1w)e4,R(0T1b)g8>(0T1b)f6][%csl Y(0T1b)e5]"
    else:
        node = Game(infinite.start("Classical")).root.add("4,2>4,4")
        shapes = "[%cal G4,2>4,4;B-5,7>5,-6][%csl Y4,4]"
    kept = []
    for text in ("plain", f"{shapes} said, and drawn"):
        node.comments = [Comment(text, 1)]
        (again,) = parse_all(notation.write(node.game).text, name)
        kept.append([comment.text for comment in again.main_line[0].comments] == [text])
    assert kept[0] == kept[1] == (name in _KEEP_COMMENTS)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("0:12:34", 754), ("1:00:00", 3600), ("0:09:56.7", 596.7), ("0:0:5", 5), (" 12:00:00 ", 43_200)],
)
def test_clocks(value: str, seconds: float) -> None:
    assert Clock.read(value) == Clock(seconds)


@pytest.mark.parametrize("value", ["", "12:34", "x", "0:12:345", "-1:00:00", "0:12:34 left", "1" * 5_000])
def test_values_that_are_not_clocks(value: str) -> None:
    assert Clock.read(value) is None


@given(st.integers(0, 10**9))
def test_clocks_are_written_as_they_are_read(thousandths: int) -> None:
    clock = Clock(thousandths / 1000)
    assert Clock.read(str(clock)) == clock


@given(st.integers(-(10**8), 10**8), st.booleans(), st.none() | st.integers(0, 999))
def test_scores_are_written_as_they_are_read(number: int, mate: bool, depth: int | None) -> None:
    score = EvalComment(mate=number, depth=depth) if mate else EvalComment(number, depth=depth)
    assert EvalComment.read(str(score)) == score


@pytest.mark.parametrize("value", ["", "#", "1,2,3", "mate", "--1", "1e5", "9" * 5_000])
def test_values_that_are_not_scores(value: str) -> None:
    assert EvalComment.read(value) is None


def _node(*texts: str) -> Node[Any, Any]:
    node = Game(infinite.start("Classical")).root.add("4,2>4,4")
    node.comments = [Comment(text, 1) for text in texts]
    return node


def _texts(node: Node[Any, Any]) -> list[str]:
    return [comment.text for comment in node.comments]


def test_commands_are_values_on_a_node() -> None:
    node = _node("[%clk 0:12:34][%eval -1.25] good", "[%csl R4,4;G1,1] [%xyz a b c]", "[%cal B1,1>2,2]")
    assert node.clock == Clock(754)
    assert node.score == EvalComment(centipawns=-125)
    assert [str(shape) for shape in (*node.squares, *node.arrows)] == ["R4,4", "G1,1", "B1,1>2,2"]
    assert node.commands[3] == Command("xyz", "a b c")
    assert [command.name for command in node.commands] == ["clk", "eval", "csl", "xyz", "cal"]
    assert (_node("none [%clk soon]").clock, _node().score, _node().arrows) == (None, None, ())


def test_a_value_is_replaced_where_it_stands_and_nothing_else_changes() -> None:
    node = _node("so [%clk 0:00:09] it  goes [%eval 0.3]", "[%clk 0:00:08] [%xyz 1]")
    node.clock = Clock(61)
    assert _texts(node) == ["so [%clk 0:01:01] it  goes [%eval 0.3]", "[%xyz 1]"]
    node.score = EvalComment(mate=-2)
    assert _texts(node) == ["so [%clk 0:01:01] it  goes [%eval #-2]", "[%xyz 1]"]
    node.clock = None
    assert _texts(node) == ["so it  goes [%eval #-2]", "[%xyz 1]"]
    node.score = None
    assert _texts(node) == ["so it  goes", "[%xyz 1]"]
    node.clock = Clock(5)
    assert node.comments[-1] == Comment("[%clk 0:00:05]", 1)
    node.clock = None
    assert _texts(node) == ["so it  goes", "[%xyz 1]"]


def test_setting_the_value_that_is_there_changes_no_byte() -> None:
    texts = ["[%clk 0:1:5] [%eval +0.30,7]", "[%csl  G1,1 R2,2 ] [%cal G1,1>2,2]", "", "[%clk 1:00:00]"]
    node = _node(*texts)
    node.clock, node.score, node.arrows, node.squares = node.clock, node.score, node.arrows, node.squares
    assert _texts(node) == texts


def test_shapes_are_set_apart_from_each_other() -> None:
    node = _node("[%csl G1,1] here [%cal G1,1>2,2]")
    node.arrows = [ArrowShape(infinite.Square(3, 3), infinite.Square(4, 4), "red")] * 2
    assert _texts(node) == ["[%csl G1,1] here [%cal R3,3>4,4]"]
    node.squares = ()
    assert _texts(node) == ["here [%cal R3,3>4,4]"]
    node.arrows = ()
    node.squares = [SquareShape(infinite.Square(9, 9))]
    assert _texts(node) == ["here", "[%csl G9,9]"]


@given(st.lists(_PLAIN, max_size=3), st.none() | st.integers(0, 9_999).map(Clock))
def test_any_comments_take_a_clock_and_give_it_back(texts: list[str], clock: Clock | None) -> None:
    node = _node(*texts)
    before = node.clock
    node.clock = clock
    assert node.clock == clock
    if before == clock:
        assert _texts(node) == texts
    others = [command for command in _node(*texts).commands if Clock.read(command.value) is None]
    assert [command for command in node.commands if Clock.read(command.value) is None] == others


@pytest.mark.parametrize("name", ["shad", "branched", "icn", "json"])
def test_untouched_commands_are_written_back_byte_by_byte(name: str) -> None:
    comment = "[%clk 0:9:56.70] [%eval 00.5,3][%emt  0:00:07 ][%csl]"
    text = f"1. e4 {{{comment}}}" if name in ("shad", "branched") else f"4,2>4,4{{{comment}}}"
    game = parse_all(text, "icn" if name == "icn" else None)[0]
    (again,) = parse_all(find_notation(name).write(game).text, name)
    assert [each.text for each in again.main_line[0].comments] == [comment]
    assert (again.end.clock, again.end.score) == (Clock(596.7), EvalComment(50, depth=3))


def test_rays_are_of_infinite_chess_only() -> None:
    text, [ray] = split_shapes("[%crl B0,0>2,1] along here", GameKind.INFINITE)
    assert (text, ray) == ("along here", RayShape(infinite.Square(0, 0), infinite.Square(2, 1), "blue"))
    assert join_shapes(text, [ray]) == "[%crl B0,0>2,1] along here"
    kept = "[%crl B(0T1w)e2>(0T1w)e4]"
    assert split_shapes(kept, GameKind.MULTIVERSE) == (kept, ())
