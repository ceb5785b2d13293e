import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.errors import ParseError
from hyperchess.multiverse import BoardAt, Color, HalfTurn, Square, Timeline
from hyperchess.multiverse.coordinates import (
    format_board_at,
    format_square,
    parse_board_at,
    parse_square,
)
from tests.strategies import colors, half_turns, timelines


def test_signed_zeros_differ_from_zero_and_from_each_other() -> None:
    names = ["-2", "-1", "-0", "+0", "1"]
    assert sorted(map(Timeline.parse, reversed(names))) == list(map(Timeline.parse, names))
    assert len({Timeline.parse(name) for name in ("-0", "0", "+0")}) == 3
    assert Timeline.parse("+1") == Timeline.parse("1")


@given(timelines)
def test_timelines_round_trip(timeline: Timeline) -> None:
    assert Timeline.parse(str(timeline)) == Timeline.parse(timeline.signed) == timeline


@given(st.integers(-100, 100), st.booleans())
def test_rows_round_trip_and_keep_the_order(row: int, even: bool) -> None:
    timeline = Timeline.of_row(row, even=even)
    assert timeline.row(even=even) == row
    assert timeline < Timeline.of_row(row + 1, even=even)
    assert Timeline.parse(str(timeline)) == timeline


@given(half_turns)
def test_half_turns_round_trip(half_turn: HalfTurn) -> None:
    assert HalfTurn.of_ordinal(half_turn.ordinal) == half_turn


@given(timelines, st.integers(-50, 500), colors, st.integers(0, 25), st.integers(0, 98))
def test_squares_round_trip(timeline: Timeline, turn: int, color: Color, file: int, rank: int) -> None:
    square = Square(timeline, turn, color, file, rank)
    for long in (False, True):
        assert parse_square(format_square(square, long=long), color) == square
        assert parse_square(format_square(square, long=long, color=True)) == square
        assert parse_board_at(format_board_at(square.board, long=long), color) == square.board
    assert parse_square(str(square)) == square


def test_a_colour_letter_wins_over_the_context() -> None:
    assert parse_board_at("(0T1b)", Color.WHITE).color is Color.BLACK


def test_the_next_board_changes_the_player_and_then_the_turn() -> None:
    at = BoardAt(Timeline.parse("-0"), 0, Color.WHITE)
    assert [str(at), str(at.next), str(at.next.next)] == ["(-0T0w)", "(-0T0b)", "(-0T1w)"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0T1)", "1:1: error[coordinate]: expected '(', found '0'"),
        ("(T1)", "1:2: error[coordinate]: expected a timeline such as 0, -1 or +0, found 'T'"),
        ("(0 1)", "1:3: error[coordinate]: expected 'T', found ' '"),
        ("(0T)", "1:4: error[coordinate]: expected a turn such as 1, found ')'"),
        ("(0T1", "1:5: error[coordinate]: expected ')', found the end of the text"),
        ("(0T1)x", "1:6: error[coordinate]: expected the end of the text, found 'x'"),
        ("(0T999999999)", "1:4: error[limit]: turn '999999999' is out of range"),
        ("(-100000T1)", "1:2: error[limit]: timeline '-100000' is out of range"),
        (f"(0T{'9' * 10_000})", "1:4: error[limit]: turn '999999999999999999..."),
    ],
)
def test_a_bad_board_coordinate_says_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_board_at(text, Color.WHITE)
    assert str(caught.value).startswith("<text>:" + message)


@pytest.mark.parametrize("text", ["(0T1)", "(0T1)e", "(0T1)e0", "(0T1)E4", "(0T1)e100"])
def test_bad_squares_are_rejected(text: str) -> None:
    with pytest.raises(ParseError):
        parse_square(text, Color.WHITE)


@given(st.text(alphabet="()LT0123456789+- wbae\n\x00é", max_size=30))
def test_any_text_is_read_or_rejected(text: str) -> None:
    try:
        square = parse_square(text, Color.WHITE)
    except ParseError:
        return
    assert parse_square(format_square(square, color=True)) == square
