"""Texts that took too long: the work that reading them takes is counted, and is bounded by their size."""

import io
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import FrameType

import pytest

from hyperchess import infinite
from hyperchess.infinite.syntax.arguments import scan_arguments
from hyperchess.kernels import uses_native
from hyperchess.notation.boundaries import Boundary
from hyperchess.notation.detection import Sample
from hyperchess.notation.icn.head import Bodies, read_setup_part
from hyperchess.notation.icn.syntax import GameSyntax
from hyperchess.notation.pgn5d.parser import TOKEN
from hyperchess.notation.registry import find_notation
from hyperchess.notation.streaming import TextStream, stream_games
from hyperchess.problems import Problems
from hyperchess.scanner import Scanner
from hyperchess.text import MAX_PROBLEMS, Problem, Severity, Source, Span

CALLS_PER_CHARACTER = 60
REPEATED = {
    "numbers that are no games": ("icn-json", "1\n"),
    "objects without anything": ("icn-json", "{}\n"),
    "digits that are no games": ("shad-json", "0"),
    "strings that are no games": ("json", '""'),
    "lists of one number": ("shad-json", "[0]\n"),
    "unknown variants": ("icn-json", '{"metadata": {"Variant": "Clasic"}}\n'),
    "broken boards": ("shad", "[3k/sto\n]"),
    "variants that nobody knows": ("shad", '[Board "Stndrd Trn Zro"] 1. e4 1-0 '),
    "words that fit many moves": ("axel", "0. e\n"),
    "ranks that fit many moves": ("axel", "0. 4\n"),
    "signs of print": ("branched", "½("),
    "impossible moves in variations": ("branched", "1.5e3. (0\N{HORIZONTAL ELLIPSIS}"),
}


def count_calls(work: Callable[[], object]) -> int:
    """Count function calls, including those in C."""
    count = 0

    def add(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(add)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("what", REPEATED)
def test_the_work_grows_with_the_text_and_not_faster(what: str) -> None:
    name, part = REPEATED[what]
    notation = find_notation(name)
    notation.read(Source(part))  # one-time computations do not count
    short, long = (part * (size // len(part)) for size in (5_000, 15_000))
    few, many = (count_calls(lambda text=text: notation.read(Source(text))) for text in (short, long))  # type: ignore[misc]
    if uses_native():
        assert many <= 3.3 * few
        assert many <= CALLS_PER_CHARACTER * len(long)
    else:  # the rules themselves are calls, more of them in a longer game
        assert many <= 4 * few


class Searched(str):
    """A text that counts the characters among which something was looked for."""

    characters = 0

    def __contains__(self, part: object) -> bool:
        Searched.characters += len(self)
        return super().__contains__(part)  # type: ignore[operator]


def test_no_game_searches_the_text_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Searched, "characters", 0)
    text = Searched("[3k/sto\n]\n" * 500)
    assert len(find_notation("shad").read(Source(text))) == 500
    assert Searched.characters <= 10 * len(text)


def test_a_text_with_too_many_problems_is_not_followed_to_its_end() -> None:
    (game,) = find_notation("axel").read(Source("0. e\n" * 3_000))
    assert MAX_PROBLEMS < len(game.problems) <= 2 * MAX_PROBLEMS + 2
    assert game.problems[-1].message == "more than 1,000 errors: reading stopped here"
    assert len(game.main_line) == 3_000
    assert not game.end.is_resolved
    assert game.main_line[300].is_resolved


def test_a_long_word_is_not_looked_at_again_for_each_of_its_tokens() -> None:
    token = TOKEN.match("$1e99." * 10_000)
    assert token is not None
    assert token.end() <= 1_000
    text = "1. e4 / " + "q" * 5_000 + " 2. d4"
    (game,) = find_notation("shad").read(Source(text))
    (problem,) = [problem for problem in game.problems if problem.code == "move"]
    assert problem.span == Span(8, 5_008)


def test_a_stream_that_cannot_be_taken_apart_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    notation = find_notation("icn")
    seen: list[int] = []

    def counted(text: str, final: bool) -> Iterator[Boundary]:
        seen.append(len(text))
        assert notation.boundaries is not None
        return notation.boundaries(text, final)

    text = '[Board "St\ufffdandard"]\n.b1 e4\n' + ' "S6\n w 0/100 \N{PLUS-MINUS SIGN} K0,0|k5,5 0,' * 4_000
    stream = TextStream(io.StringIO(text), "<stream>")
    games = list(stream_games(stream, replace(notation, boundaries=counted), chunk=10_000))
    assert len(games) == len(notation.read(Source(text)))
    assert sum(seen) == 10_000


def test_the_body_of_many_games_is_looked_for_once() -> None:
    text = "w []0a100 0|k5,3 0,\r>0>,1te: a] " * 50 + "{ {a} } w K0,0|k5,5"
    bodies = Bodies(text)
    found = bodies.first(0)
    assert found is not None
    assert text[found.start() :] == "K0,0|k5,5"
    assert all(bodies.first(offset) is found for offset in range(40, found.start(), 40))
    assert bodies.first(found.start() + 1) is None
    assert bodies.first(len(text)) is None


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("w { {x} } K0,0", "K0,0"),
        ("w {a: '}'} K0,0", "K0,0"),
        ("w {a: {b: 1} K0,0", None),
        ("w {} {a} {b {c}} 4,2>4,4", "4,2>"),
    ],
)
def test_braces_among_arguments_are_no_body(text: str, body: str | None) -> None:
    found = Bodies(text).first(0)
    assert (found and found.group()) == body


def test_variations_that_begin_at_once_are_told_from_boards_quickly() -> None:
    text = "1. " + "(" * 5_000
    assert count_calls(lambda: find_notation("shad").read(Source(text))) <= 30 * len(text)


def test_games_with_unreadable_moves_are_looked_at_twice_in_a_stream_not_three_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[int] = []

    def counted(game: GameSyntax, offset: int, bodies: Bodies) -> int:
        begun.append(offset)
        return read_setup_part(game, offset, bodies)

    monkeypatch.setattr("hyperchess.notation.icn.parser.read_setup_part", counted)
    notation = find_notation("icn")
    text = "w 0/100" + " 0 K0,0|k5,5 00" * 500
    games = list(stream_games(TextStream(io.StringIO(text), "<stream>"), notation))
    assert [game.problems[0].message for game in games[1:-1]] == ["expected a move, found '00 0'"] * 498
    assert len(games) == 500
    assert len(begun) <= 2 * len(games) + 1  # the last one of a part of the stream is begun again


def test_the_usual_rules_are_packed_once_for_many_games() -> None:
    first, second = find_notation("icn").read(Source("w K0,0|k5,5 00 w K0,0|k5,5"))
    assert first.start is not None and second.start is not None
    assert first.start.rules is second.start.rules


def test_numbered_marks_of_a_move_are_counted() -> None:
    (game,) = find_notation("shad").read(Source("1. e4 " + "$14" * 5_000 + " / e5"))
    (move,) = game.root.children[0].moves
    assert len(move.nags) == 100
    told = [problem for problem in game.problems if problem.code == "limit"]
    assert told[0].message == "a move has at most 100 numbered marks"
    assert told[-1].message == "more than 1,000 errors: reading stopped here"


def test_marks_far_behind_their_move_are_read_without_a_fix() -> None:
    (game,) = find_notation("shad").read(Source("1. Nf3 {why} " + "~ " * 600))
    apart = [problem for problem in game.problems if problem.message.startswith("marks apart")]
    assert len(apart) == 600
    assert [problem.fix is not None for problem in apart] == [index < 497 for index in range(600)]
    text = "1. Nf3 {why} " + "~ " * 5_000
    assert count_calls(lambda: find_notation("shad").read(Source(text))) <= 30 * len(text)


def test_notes_that_are_not_kept_are_counted() -> None:
    source = Source("text")
    counted, added = Problems(source), Problems(source)
    for index in range(MAX_PROBLEMS + 20):
        severity = Severity.WARNING if index % 2 else Severity.INFO
        counted.report(Span(0, 1), "style", "a note", severity)
        added.add(Problem(source, Span(0, 1), "style", "a note", "", severity))
    assert (counted.added, counted.warned) == (added.added, added.warned) == (MAX_PROBLEMS + 20, 510)
    counted.retract()  # it was not kept
    counted.report(Span(1, 2), "move", "an error")
    added.add(Problem(source, Span(1, 2), "move", "an error"))
    assert counted.listed() == added.listed()


def test_daggers_are_one_check_and_only_the_first_open_variations_are_told() -> None:
    (game,) = find_notation("icn").read(Source("w K5,1|k5,8 5,1>5,2 " + "\N{DAGGER}" * 5_000))
    assert [problem.message for problem in game.problems] == ["a check is written '+'"]
    (game,) = find_notation("icn").read(Source("w K5,1|k5,8 5,1>5,2 " + "(" * 500))
    told = [problem.span.start for problem in game.problems if problem.message.endswith("not closed")]
    assert told == list(range(20, 30))


def test_lines_with_many_dots_are_told_apart_quickly() -> None:
    text = ".. " * 2_000 + "e5"
    (own,) = (each for each in find_notation("hexicube").signs if "no dot at its end" in each.words)
    assert own.find(Sample(text)) == 1


def test_a_stream_that_has_ended_is_looked_through_once() -> None:
    notation = find_notation("shad")
    seen: list[bool] = []

    def counted(text: str, final: bool) -> Iterator[Boundary]:
        seen.append(final)
        assert notation.boundaries is not None
        return notation.boundaries(text, final)

    stream = TextStream(io.StringIO('1. e4 / e5 1-0\n[Board "Standard"]\n1. d4'), "<stream>")
    assert len(list(stream_games(stream, replace(notation, boundaries=counted)))) == 2
    assert seen == [True]


def test_pieces_without_a_blank_behind_them_are_seen_at_their_beginning() -> None:
    text = "R8,1+|r1,1.5e3+|r8,|" * 2_000
    taken: list[int] = []

    class Counted(Scanner):
        def take(self, pattern: re.Pattern[str]) -> str | None:
            found = super().take(pattern)
            taken.append(len(found or ""))
            return found

    source = Source(text)
    arguments = scan_arguments(Counted(source, 0), Problems(source))
    assert not arguments.spans
    assert sum(taken) == 0


FAULTY = (
    "Nz9 ",
    "z0 ",
    "(0T1)",
    "1. e9 ",
    "e4 e4 ",
    "$(T-1) ",
    "Ke9 / ",
    "(0,1)e4 ",
    "5,5>6,6 ",
    "K1,1x ",
    "~~ ",
    "1:e2:e9\n",
)


@pytest.mark.parametrize("token", FAULTY)
@pytest.mark.parametrize("name", ["shad", "icn", "axel"])
def test_copies_of_one_faulty_token_take_bounded_work(token: str, name: str) -> None:
    notation = find_notation(name)
    notation.read(Source(token))
    calls = count_calls(lambda: notation.read(Source(token * 5_000)))
    if uses_native():
        assert calls <= CALLS_PER_CHARACTER * len(token) * 5_000


def test_games_from_one_large_start_share_its_pieces() -> None:
    text = "".join(f"[Variant: Omega_Fourth] w {turn}/100 1\n\n" for turn in range(3))
    games = find_notation("icn").read(Source(text))
    boards = [game.start.board for game in games if isinstance(game.start, infinite.Position)]
    assert len(boards) == 3
    assert len({id(board.placed) for board in boards}) == 1
