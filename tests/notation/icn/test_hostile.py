"""Whatever the text is: no crash, no endless wait, a message where a limit is met."""

from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import hyperchess as hc
from hyperchess.infinite import INFINITE, Position
from hyperchess.notation.registry import detect, find_notation
from hyperchess.text import MAX_PROBLEMS, Source

HEAD = "w K5,1|k5,8 "
TOKENS = ["w", "b", "w:b", "4,3", "0/100", "7", "(8|1)", "checkmate", "{slideLimit: 7}", "K5,1|k5,8", "K5,1+"]
TOKENS += [
    "1.",
    "1 ...",
    "...",
    "4,2>4,4",
    "P4,2 x 4,4",
    "5,1>5,2",
    "=Q",
    "Q",
    "+",
    "#",
    "!?",
    "{",
    "}",
    "{a}",
]
TOKENS += [
    "[",
    "]",
    "[a: b]",
    '[a "b"]',
    "|",
    "||",
    "1-0",
    "*",
    "{[%clk 0]}",
    "\n",
    ">",
    "x",
    "-0,1",
    "½-½",
    "@",
]
token_texts = st.lists(st.sampled_from(TOKENS), max_size=25).map(" ".join)
joined_texts = st.lists(st.sampled_from(TOKENS), max_size=25).map("".join)


def check(text: str, name: str = "icn") -> None:
    for game in find_notation(name).read(Source(text)):
        assert len(game.problems) <= 2 * MAX_PROBLEMS + 10
        for problem in game.problems:
            assert 0 <= problem.span.start <= problem.span.end <= len(text) + 1
            assert len(str(problem)) < 5_000
        for writer in ("icn", "icn-legacy", "icn-site", "icn-json"):
            find_notation(writer).write(game)
        if game.end.is_resolved:
            assert isinstance(game.final, Position)


@given(st.text() | token_texts | joined_texts)
@example("")
@example("\ufeff" + HEAD)
@example(HEAD + "5,1>5,2 5,8>5,7 {")
def test_any_text_is_read(text: str) -> None:
    check(text)


@given(st.binary(max_size=300))
def test_noise_is_read(data: bytes) -> None:
    check(data.decode("utf-8", errors="replace"))
    check(HEAD + data.decode("latin-1"))


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5) | st.booleans(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "moves",
                        "startingPosition",
                        "gameRules",
                        "turn",
                        "metadata",
                        "promotionRanks",
                        "5,1",
                        "specialRights",
                        "startCoords",
                        "winConditions",
                        "white",
                    ]
                ),
                inner,
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_is_read(value: object) -> None:
    import json

    check(json.dumps(value), "icn-json")


N = 100_000
LARGE = {
    "braces": "{" * N,
    "braces behind the pieces": HEAD + "{" * N,
    "closing braces": HEAD + "}" * N,
    "digits": "1" * N,
    "a long coordinate": HEAD + "1" * N + ",1>2,2",
    "letters": HEAD + "a" * N,
    "words": HEAD + "a " * (N // 20),
    "numbers": HEAD + "1 " * (N // 20),
    "bars": HEAD + "|" * N,
    "blanks": HEAD + " " * N + "5,1" + " " * N + ">5,2" + " " * N,
    "brackets": "[" * N,
    "headers": "[a: b]" * (N // 6),
    "quotation marks": '[a "' + '"' * N,
    "comments": HEAD + "5,1>5,2 " + "{a}" * (N // 3),
    "clocks": HEAD + "5,1>5,2 {" + "[%clk " * (N // 6) + "}",
    "judgements": HEAD + "5,1>5,2" + "!" * N,
    "marks": HEAD + "5,1>5,2 " + "+ " * N,
    "a long promotion": HEAD + "5,1>5,2" + "Q" * N,
    "parentheses": "(" * N,
    "a long list": "(8;" + "Q," * N + "|1) K5,1|k5,8",
    "players": "w:" * N + "b K5,1|k5,8",
    "deep properties": "{" + "a:{" * N + "} K5,1|k5,8",
    "results": HEAD + "1-0 " * N,
    "games": "w K1,1|k5,5 1,1>1,2 " * 500,
    "open variations": HEAD + "5,1>5,2 (5,1>6,2 5,8>5,7 " * (N // 26),
    "empty variations": HEAD + "()" * N,
    "parentheses behind the pieces": HEAD + "(" * N + ")" * N,
    "variations of one move": HEAD + "5,1>5,2" + "(5,1>6,2)" * (N // 9),
    "open headers": '[a "' * (N // 4),
    "headers that run on": '[a "] ' * (N // 6),
    "brackets in a value": "[a: " + "x ] " * N,
    "dashes": HEAD + "5,1-" * (N // 4),
    "glyphs": HEAD + "5,1>5,2 " + "$1" * N,
    "line comments": HEAD + ";a\n" * (N // 3),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_large_texts_meet_limits_or_are_read(name: str) -> None:
    games = find_notation("icn").read(Source(LARGE[name]))
    for game in games:
        assert len(game.problems) <= 2 * MAX_PROBLEMS + 10
        assert all(len(str(problem)) < 2_000 for problem in game.problems)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_detection_copes_with_them(name: str) -> None:
    assert 0 <= detect(LARGE[name])[1] <= 1


def test_deep_json_is_a_message() -> None:
    (game,) = find_notation("icn-json").read(Source("[" * N))
    assert [problem.code for problem in game.problems][:1] == ["json"]


NAMED = {
    "icn": "[Variant: Omega_Fourth]\n\n1. -11,16>-10,17\n\n",
    "icn-json": '{"metadata": {"Variant": "Omega_Fourth"}, "moves": []}\n',
}


@pytest.mark.parametrize("name", NAMED)
def test_starts_that_are_only_named_have_a_budget(name: str) -> None:
    """Each of 40 games names 186,285 pieces; the text allows a million and 50 for each character."""
    text = NAMED[name]
    games = find_notation(name).read(Source(text * 40))
    allowed = (1_000_000 + 50 * 40 * len(text)) // 186_285
    assert [game.start is not None for game in games] == [True] * allowed + [False] * (40 - allowed)
    (problem,) = games[allowed].problems[-1:]
    assert problem.code == "limit"
    first = len(text) * allowed + text.index("Omega_Fourth")
    assert problem.span.start <= first < problem.span.end <= len(text) * (allowed + 1)
    assert len({id(INFINITE.expect(game.start).board.placed) for game in games[:allowed]}) == 1


def test_games_that_are_streamed_have_no_total() -> None:
    games = hc.read_games(StringIO(NAMED["icn"] * 40))
    assert sum(game.start is not None and not game.problems[1:] for game in games) == 40
