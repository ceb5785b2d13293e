from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hyperchess.errors import ParseError
from hyperchess.multiverse import Board, Position
from hyperchess.multiverse.syntax.fen import parse_board, parse_boards, read_boards
from hyperchess.text import Edit, Severity, Source, Span
from tests.strategies import boards, positions

BAD = sorted((Path(__file__).parents[1] / "corpus" / "bad").glob("*.5dfen"))


@given(boards())
def test_a_board_round_trips(board: Board) -> None:
    assert parse_board(board.fen()) == parse_board(board.fen(signed=False)) == board


@given(positions())
def test_a_position_round_trips(position: Position) -> None:
    initial = {line.timeline for line in position.timeline_boards if line.maker is None}
    for signed in (True, False):
        again = Position.of_fen(position.fen(signed=signed), initial=initial)
        assert again == position
        assert again.hash() == position.hash()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("[+K*+q1/3:0:1:w]", "[K*q1/3:0:1:w]"),
        (" [ k1 / 1K : 1 : 1 : b ]\n", "[k1/1K:+1:1:b]"),
        ("[10k/11:-0:-3:w]", "[10k/11:-0:-3:w]"),
        ("[Q*k/2:0:1:w]", "[Qk/2:0:1:w]"),
    ],
)
def test_what_is_read_is_written_canonically(text: str, canonical: str) -> None:
    assert parse_board(text).fen() == canonical


def test_an_unmoved_mark_on_a_piece_that_has_none_is_reported() -> None:
    _, problems = read_boards(Source("[Q*k/2:0:1:w]"))
    assert [(problem.code, problem.severity) for problem in problems] == [("fen-unmoved", Severity.WARNING)]


def test_all_problems_of_a_text_are_collected() -> None:
    text = "[k2/4/K2:0:1:w]\n[z2/3/K2:0:1:b] [k2/3/K2:0:2:w]\n[k2/3:0:2:b"
    found, problems = read_boards(Source(text))
    assert [(problem.code, problem.line) for problem in problems] == [
        ("fen-width", 1),
        ("fen-piece", 2),
        ("fen", 3),
    ]
    assert [board.fen() for board in found] == ["[k2/3/K2:0:2:w]"]


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_files_get_the_expected_report(path: Path) -> None:
    with pytest.raises(ParseError) as caught:
        parse_boards(path.read_text(encoding="utf-8"), path.name)
    expected = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert str(caught.value) == expected.rstrip("\n")


def test_the_bad_corpus_is_there() -> None:
    assert len(BAD) >= 15


@given(st.text(alphabet="[]:/*+0123456789kqRPwb-z \n", max_size=60) | st.text(max_size=60))
@example("[" * 10_000)
@example("[k:0:1:w]" * 3_000)
def test_any_text_is_read_or_rejected(text: str) -> None:
    try:
        found = parse_boards(text)
    except ParseError as error:
        assert error.problem.message
        return
    position = Position.of_boards(found)
    assert Position.of_fen(position.fen()) == position


@pytest.mark.parametrize("letter", ["W", "B"])
def test_a_capital_colour_is_read_and_told(letter: str) -> None:
    boards, (problem,) = read_boards(Source(f"[k2/3/K2:0:1:{letter}]"), whole=False)
    assert boards[0].fen() == f"[k2/3/K2:0:1:{letter.lower()}]"
    assert (problem.severity, problem.fix) == (Severity.WARNING, Edit(Span(13, 14), letter.lower()))
