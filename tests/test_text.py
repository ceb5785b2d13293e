import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.errors import ParseError
from hyperchess.scanner import Scanner
from hyperchess.text import Problem, Severity, Source, Span, escape_hidden, quote, visible_line


def test_places_count_every_kind_of_line_break() -> None:
    source = Source("a\nb\r\nc\rd")
    assert [source.place(offset) for offset in (0, 2, 5, 7)] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert [source.line(number) for number in (1, 2, 3, 4)] == ["a", "b", "c", "d"]


def test_a_caret_stands_under_the_span() -> None:
    assert Source("ab\n\tcde\nf").picture(Span(4, 6)) == "  2 | \tcde\n    | \t^^"


def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first_line() -> None:
    assert Source("abc\ndef").picture(Span(1, 6)) == "  1 | abc\n    |  ^^"


def test_a_span_at_the_end_of_the_text_has_a_caret() -> None:
    assert Source("abc").picture(Span(3, 3)) == "  1 | abc\n    |    ^"
    assert Source("").picture(Span(0, 1)) == "  1 | \n    | ^"


def test_a_long_line_is_cut_to_a_window_around_the_caret() -> None:
    picture = Source("x" * 500_000 + "!" + "y" * 500_000).picture(Span(500_000, 500_001))
    line, carets = picture.splitlines()
    assert len(line) < 120
    assert line.index("!") == carets.index("^")


def test_control_characters_do_not_reach_the_screen() -> None:
    assert "\x1b" not in Source("a\x1b[31mb").picture(Span(0, 1))


def test_a_problem_tells_place_severity_code_and_hint() -> None:
    source = Source("one\ntwo", "x.txt")
    problem = Problem(source, Span(4, 7), "code", "what", "try", Severity.WARNING)
    assert (problem.line, problem.column) == (2, 1)
    assert str(problem) == "x.txt:2:1: warning[code]: what\n  2 | two\n    | ^^^\n  = hint: try"


def test_a_scanner_reads_and_raises_with_the_place() -> None:
    scanner = Scanner(Source("12ab"))
    assert scanner.take(re.compile("[a-z]")) is None
    assert scanner.expect(re.compile("[0-9]+"), "a number", code="n") == "12"
    assert (scanner.peek(), scanner.at_end) == ("a", False)
    with pytest.raises(ParseError, match=r"1:3: error.n.: expected a digit, found 'a'"):
        scanner.expect(re.compile("[0-9]"), "a digit", code="n")
    scanner.offset = 4
    with pytest.raises(ParseError, match="found the end of the text"):
        scanner.expect(re.compile("[0-9]"), "a digit", code="n")


@given(st.text(), st.integers(0, 50), st.integers(0, 50))
def test_any_span_of_any_text_can_be_pictured(text: str, start: int, length: int) -> None:
    source = Source(text)
    start = min(start, len(text))
    line, carets = source.picture(Span(start, start + length)).split("\n", 1)
    assert carets.rstrip("^") != carets
    assert source.place(start).line >= 1
    assert line.startswith("  ")


@given(st.text(max_size=300))
def test_quotes_are_short(text: str) -> None:
    assert len(quote(text)) <= 40 * 10 + 30


def test_what_could_steer_a_terminal_is_shown() -> None:
    """By category: control, format, surrogates, private use, unassigned, and separators of lines."""
    for code in (*range(0x3000), *range(0xD7F0, 0x10000), *range(0xE0000, 0xE0200)):
        character = chr(code)
        shown = escape_hidden(character)
        if character in "\n\t":
            assert shown == character
            assert visible_line(character) != character
        elif unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
            assert shown.startswith("\\") and shown.isascii(), hex(code)
        assert escape_hidden(shown) == shown
    assert escape_hidden("a\r\nb\rc") == "a\r\nb\\rc"
    assert visible_line("a\r\nb") == "a\\r\\nb"
    assert escape_hidden("\u3164\u115f\u2800\U000e0101") == r"\u3164\u115f\u2800\U000e0101"
    letters = "Zoë Ещё 象棋 \N{WHITE CHESS QUEEN}\ufe0f עברית العربية"
    assert escape_hidden(letters) == visible_line(letters) == letters


def test_a_caret_stands_under_what_is_escaped() -> None:
    assert Source("a\x1b[2J\u202e z5").picture(Span(7, 9)).splitlines() == [
        r"  1 | a\x1b[2J\u202e z5",
        r"    |                ^^",
    ]


def test_no_span_goes_beyond_its_text() -> None:
    assert Problem(Source("abc"), Span(3, 4), "x", "y").span == Span(3, 3)
    assert Problem(Source("abc"), Span(7, 9), "x", "y").span == Span(3, 3)
