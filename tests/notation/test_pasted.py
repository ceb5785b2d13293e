"""Games as people paste them: read, with a warning for all that is left out, and never guessed."""

import json
from io import StringIO
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.errors import HyperchessError
from hyperchess.notation.registry import AnyGame
from hyperchess.text import Problem, Severity

FACTS = Path(__file__).parents[1] / "facts"
TEXTS = [
    pytest.param(entry["text"], entry["final_hash"], id=entry["label"])
    for name in ("pasted", "pasted_more")
    for entry in json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))
]
WITH_ERROR = {"header typo board"}  # the variant that was meant is a guess, which is an error


def errors(games: list[AnyGame]) -> list[Problem]:
    return [p for game in games for p in game.problems if p.severity is Severity.ERROR]


def moves(game: AnyGame) -> list[str]:
    return [" ".join(move.text for move in node.moves) for node in game.main_line]


@pytest.mark.parametrize(("text", "final_hash"), TEXTS)
def test_a_pasted_text_is_read(text: str, final_hash: str, request: pytest.FixtureRequest) -> None:
    games = hc.parse_all(text)
    assert len(games) == 1
    assert games[0].final.hash() == final_hash
    assert (request.node.callspec.id in WITH_ERROR) == bool(errors(games))
    streamed = list(hc.read_games(StringIO(text, newline="")))
    assert [game.final.hash() for game in streamed] == [final_hash]
    assert [str(p) for game in streamed for p in game.problems] == [
        str(p).replace("<text>", "<stream>") for p in games[0].problems
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 / hello 2. Nf3 / Nc6",
        "1. hello / e5 2. Nf3",
        "1. e4 / \U0001f600 2. Nf3",
        "1. e4 / e5 2. Nb1 to c3 / Nc6",
        "1. e4 no d4 / e5",
        "1. e4 / e5 or e6 2. Nf3",
        "1. e4 / e5 2. Nf3 oops Nc3 / Nc6",
        "1. e4 / e5 2. Nf3 takeback",
        "~~1. e4~~ 1. d4 / d5",
        "1. e4 / e5 2. ~~Nf3~~ Nc3 / Nc6",
        "1. <s>e4</s> d4 / d5",
        "I think a6 was bad\n1. e4 / e5",
        "1. e4 / e5\nI think Nc6 was bad here",
        "1. e4 / pass 2. d4",
        "1. e4 {great / e5 2. Nf3 / Nc6",
        "1. e4 ; nice / e5 2. Nf3 / Nc6",
        "1. e4 / e5 2. Nf3 ; the end / Nc6",
        "White: e4 White: d4 Black: e5",
        "Black: e5 White: e4",
        "1. e4 (or d4) / e5",
        "> 1. e4 / e5 2. Nf3 / Nc6\nI'd play 2... Nf6",
        "1. e4 / e5 2. Sf3 / Nc6",
        "Ada: e4\nAda: d4\nBo: e5",
        "1. e4 / e5 2. / Nc6 3. Bb5",
        "1. e4 [d4] / e5",
        "1. e4 / knight takes 2. Nf3",
        "Variant: Unknown thing\n1. e4",
        "```\n1. e4 / e5\n```\nand then\n```\n1. d4 / d5\n```",
    ],
)
def test_a_text_that_may_mean_something_else_has_an_error(text: str) -> None:
    assert errors(hc.parse_all(text))


def test_castling_without_a_side_is_an_error_if_both_sides_are_possible() -> None:
    text = (
        "1. e4 / e5 2. Bc4 / Nc6 3. d3 / Nf6 4. Be3 / d6 5. Nc3 / Be6 6. Qd2 / Qd7 7. Nf3 / Be7 "
        "8. castles / O-O"
    )
    (error,) = errors(hc.parse_all(text))
    assert error.message == "castling to either side is possible"
    assert text[slice(*error.span)] == "castles"
    assert not errors(hc.parse_all(text.replace("castles", "castles long")))


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("1. e4 hi / e5", "words between the moves are left out: 'hi'", "1:7"),
        ("```\n1. e4 / e5\n```", "the signs of a code block are left out in 2 places: '```'", "1:1"),
        ("1. e4 / e5\n**2.** Nf3", "the signs of Markdown are left out in 2 places: '**'", "2:1"),
        ("1. e4 10:00 / e5", "times and evaluations between the moves are left out: '10:00'", "1:7"),
        ("1. e4 (best by test) / e5", "words in parentheses are read as a comment: '(best by test)'", "1:7"),
        ("1. e4 / e5 white resigns", "the result is written in words: 'white resigns'", "1:12"),
        ("1. e4 / e5 2. Cf3 / Cc6 3. Fb5", "the piece letters are read as French", "1:1"),
        ("1. e4 / e5 2. Nf3 :) / Nc6", "words between the moves are left out: ':)'", "1:19"),
    ],
)
def test_everything_left_out_is_a_warning_with_a_place(text: str, message: str, place: str) -> None:
    (game,) = hc.parse_all(text)
    (found,) = [problem for problem in game.problems if problem.code == "pasted"]
    assert (found.message, f"{found.line}:{found.column}") == (message, place)
    assert found.severity is Severity.WARNING
    assert found.source.text == text


def test_problems_and_moves_keep_their_places_in_the_pasted_text() -> None:
    text = "> hey\n> 1\\. e4 / e5\n> 2\\. Ng9 / Nc6"
    (game,) = hc.parse_all(text)
    (error,) = errors([game])
    assert text[slice(*error.span)] == "Ng9"
    spans = [move.span for node in game.main_line for move in node.moves]
    assert [text[slice(*span)] for span in spans if span is not None] == ["e4", "e5", "Ng9", "Nc6"]


def test_words_in_parentheses_become_comments() -> None:
    (game,) = hc.parse_all("1. e4 (best by test) / e5")
    assert [comment.text for comment in game.main_line[0].comments] == ["best by test"]


def test_a_line_with_a_time_and_a_move_is_no_message_head() -> None:
    text = "1. e4 / e5\n2. Nf3 / Nc6\n3. Bc4 / Bc5\n4. O-O - 9:58\n/ Nf6 hi"
    assert moves(hc.parse(text))[-2:] == ["O-O", "Nf6"]


def test_results_in_words_become_the_result() -> None:
    assert hc.parse("1. e4 / e5 hmm, white resigns").result == "0-1"
    assert hc.parse("1. e4 / e5 Black resigned").result == "1-0"
    assert hc.parse("1. e4 / e5 draw agreed").result == "1/2-1/2"


def test_comments_and_headers_keep_their_words_and_signs() -> None:
    text = '[White "**Ada** &amp; \uff22\uff4f"] 1. e4 hi {see **this** 10:00 <br>} / e5'
    (game,) = hc.parse_all(text)
    assert game.headers["White"] == "**Ada** &amp; \uff22\uff4f".replace("&amp;", "&    ")
    assert game.main_line[0].comments[0].text.startswith("see **this** 10:00")


def test_a_game_of_infinite_chess_is_found_in_a_quotation() -> None:
    text = 'look:\n```\n[Variant "Classical"] 4,2>4,4|4,7>4,5\n```\nthoughts?'
    (game,) = hc.parse_all(text)
    assert game.kind.value == "infinite"
    assert len(game.main_line) == 2
    assert not errors([game])


def test_a_text_without_errors_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise HyperchessError("the text was read again")

    monkeypatch.setattr("hyperchess.notation.pasted.rereading.remove_markup", refuse)
    assert hc.parse("1. e4 / e5 {**bold** hello} 2. nf3").main_line
    with pytest.raises(HyperchessError, match="read again"):
        hc.parse("1. e4 hello / e5")


def test_a_long_text_is_not_read_again() -> None:
    text = "1. e4 hello / e5" + " {x}" * 6_000
    assert errors(hc.parse_all(text))


def test_a_missing_number_does_not_shift_the_players() -> None:
    assert moves(hc.parse("1. e4 / e5 Nf3 / Nc6 3. Bb5")) == ["e4", "e5", "Nf3", "Nc6", "Bb5"]


def test_a_header_with_an_equals_sign_names_the_start() -> None:
    game = hc.parse('[Board="Standard - Turn Zero"] 1. e4')
    assert game.start is not None
    assert len(game.start.boards) == 2
    assert [problem.code for problem in game.problems] == ["header"]
