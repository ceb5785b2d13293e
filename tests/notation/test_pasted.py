"""Games as people paste them: read, with a warning for all that is left out, and never guessed."""

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyGame
from hyperchess.multiverse import Position, start
from hyperchess.text import Problem, Severity

FACTS = Path(__file__).parents[1] / "facts"
TEXTS = [
    pytest.param(entry["text"], entry["final_hash"], id=entry["label"])
    for name in ("pasted", "pasted_more")
    for entry in json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))
]
# The variant that was meant is a guess; turns with repeated and missing numbers may be another line.
WITH_ERROR = {"header typo board", "num errors"}


def errors(games: Sequence[AnyGame]) -> list[Problem]:
    return [p for game in games for p in game.problems if p.severity is Severity.ERROR]


def moves(game: AnyGame) -> list[str]:
    return [" ".join(move.text for move in node.moves) for node in game.main_line]


@pytest.mark.parametrize(("text", "final_hash"), TEXTS)
def test_a_pasted_text_is_read(text: str, final_hash: str, request: pytest.FixtureRequest) -> None:
    games = hc.parse_all(text, game=hc.MULTIVERSE)
    assert len(games) == 1
    assert games[0].final.hash() == final_hash
    assert (request.node.callspec.id in WITH_ERROR) == bool(errors(games))
    streamed = list(hc.read_games(StringIO(text, newline=""), game=hc.MULTIVERSE))
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
    text = "1. e4 hello / e5" + " {x}" * 62_000
    assert not errors(hc.parse_all(text))
    assert errors(hc.parse_all(text + " {x}" * 1_000))


def test_a_missing_number_does_not_shift_the_players() -> None:
    assert moves(hc.parse("1. e4 / e5 Nf3 / Nc6 3. Bb5")) == ["e4", "e5", "Nf3", "Nc6", "Bb5"]


def test_a_header_with_an_equals_sign_names_the_start() -> None:
    game = hc.expect(hc.parse('[Board="Standard - Turn Zero"] 1. e4'), hc.MULTIVERSE)
    assert game.start is not None
    assert len(game.start.boards) == 2
    assert [problem.code for problem in game.problems] == ["header"]


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 / e5\n2. Nf3 / Nc6\n\n1. d4 / d5\n2. c4 / e6\n",
        "1. e4 / e5 2. Nf3 / Nc6\n\n\n  1w. d4 / d5 2. c4 / e6",
        "1) e4 / e5 2) Nf3 / Nc6\r\n\r\n1) d4 / d5 2) c4 / e6",
        "1. e4 / e5 2. Nf3 / Nc6 {end}\n\n{next}\n1. d4 / d5\n2. c4 / e6",
        "1. e4 (1. c4 {no\n\n1. f4}) / e5 2. Nf3 / Nc6\n\n1. d4 / d5 2. c4 / e6",
        "1. e4 / e5 2. Nf3 / Nc6\n---\n1. d4 / d5 2. c4 / e6",
        "1. e4 / e5 2. Nf3 / Nc6\nand another one\n1. d4 / d5 2. c4 / e6",
        "```\n1. e4 / e5 2. Nf3 / Nc6\n```\n```\n1. d4 / d5 2. c4 / e6\n```",
        "> 1. e4 / e5 2. Nf3 / Nc6\n>\n> 1. d4 / d5 2. c4 / e6",
        "Ada vs Bo\n1. e4 / e5 2. Nf3 / Nc6\n\nGame 2: Cy vs Di\n1. d4 / d5 2. c4 / e6",
    ],
)
def test_a_first_turn_after_a_blank_line_starts_another_game(text: str) -> None:
    games = hc.parse_all(text)
    assert [moves(game) for game in games] == [["e4", "e5", "Nf3", "Nc6"], ["d4", "d5", "c4", "e6"]]
    assert not errors(games)
    streamed = list(hc.read_games(StringIO(text, newline="")))
    assert [moves(game) for game in streamed] == [moves(game) for game in games]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1. e4\n\n1... e5", 2),
        ("1. e4\n\n1b. e5", 2),
        ("(1. e3 / Nf6)\n\n1. d4 / d5", 2),
        ("{first}\n\n1. d4 / d5", 2),
        ("(1. e3)\n\n(1. f3)\n\n1. d4 / d5\n\n2. c4", 3),
    ],
)
def test_a_blank_line_within_a_game_changes_nothing(text: str, count: int) -> None:
    (game,) = hc.parse_all(text)
    assert len(game.main_line) == count
    assert not errors([game])


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1. e4 / e5\n1. d4 / d5", "1."),
        ("1. e4 / e5\nBetter was 1. d4 / d5", "1."),
        ("1. e4 / e5 2. Nf3 / Nc6 3. Bb5 / a6\n\n2. Nc3 / Nf6", "2."),
        ("11. e4 / e5 12. d4 / d5 3. Nf3", "3."),
        ("1. e4 1. d4", "1."),
        ("1. e4 / e5 2. Nf3 / Nc6 2. Bb5", "2."),
        ("1. e4 / e5 2. Nf3 2. Nc6", "2."),
        ("11. e4 / e5 11. Nf3", "11."),
    ],
)
def test_a_number_that_goes_back_is_an_error(text: str, written: str) -> None:
    (game,) = hc.parse_all(text)
    (error,) = [problem for problem in errors([game]) if problem.code == "serial"]
    assert error.message.startswith("the number goes back: expected ")
    assert text[slice(*error.span)] == written


@pytest.mark.parametrize("text", ["1. e4 / e5 3. Nf3 / Nc6 4. Bb5", "1. e4 / e5 20. Nf3 / Nc6 3. Bb5"])
def test_a_number_that_leaves_out_others_is_an_error(text: str) -> None:
    (game,) = hc.parse_all(text)
    (error,) = errors([game])
    assert (error.code, error.span.start) == ("serial", 11)
    assert len(game.main_line) == 5


def test_a_game_may_start_with_any_number() -> None:
    game = hc.parse("5. e4 / e5 6. Nf3 / Nc6")
    assert [problem.message for problem in game.problems if problem.code == "serial"] == [
        "expected turn 1, found 5"
    ]
    assert not errors([game])


@pytest.mark.parametrize(
    ("title", "headers"),
    [
        ("Game 1:", {"Event": "Game 1"}),
        ("Round 2", {"Event": "Round 2"}),
        ("**Game 1**", {"Event": "Game 1"}),
        ("# Final match", {"Event": "Final match"}),
        ("Ada vs Bo 1-0", {"White": "Ada", "Black": "Bo", "Result": "1-0"}),
        ("Ada \u2013 Bo, \u00bd-\u00bd", {"White": "Ada", "Black": "Bo", "Result": "1/2-1/2"}),
        ("Round 3: Ada v. Bo (0-1)", {"Event": "Round 3", "White": "Ada", "Black": "Bo", "Result": "0-1"}),
        ("Mate in 2:", {"Puzzle": "mate-in-2"}),
        ("Puzzle #3 (mate in 2)", {"Event": "Puzzle #3", "Puzzle": "mate-in-2"}),
        ("White to play, mate in 3!", {"Event": "White to play", "Puzzle": "mate-in-3"}),
        ("5D chess puzzle:", {"Event": "5D chess puzzle"}),
        ("#3", {"Event": "#3"}),
        ("||The last game||", {"Event": "The last game"}),
        ('"The last game"', {"Event": "The last game"}),
        ("\u201cAda vs Bo\u201d", {"White": "Ada", "Black": "Bo"}),
    ],
)
@pytest.mark.parametrize("gap", ["\n", " ", "\n\n"])
def test_a_title_becomes_headers(title: str, headers: dict[str, str], gap: str) -> None:
    text = f'{title}{gap}[Board "Standard - Princess"]\n1. e4 / e5 2. Nf3\n'
    (game,) = hc.parse_all(text)
    assert game.start == start("Princess")
    assert game.headers == {"Board": "Standard - Princess", **headers}
    assert len(game.main_line) == 3
    notes = [problem.severity for problem in game.problems if problem.code == "title"]
    assert notes == [Severity.INFO]
    assert not errors([game])


@pytest.mark.parametrize(
    "line",
    [
        "Half Reflected",
        "half reflected:",
        "Variant - Half Reflected",
        "(Half Reflected)",
        "A Half Reflected game:",
        "the variant Half Reflected",
    ],
)
@pytest.mark.parametrize("moves", ["1. e4 / e5", "Ada vs Bo\n\n1. e4 / e5"])
def test_a_variant_on_a_line_of_its_own_is_the_start(line: str, moves: str) -> None:
    (game,) = hc.parse_all(f"{line}\n\n{moves}\n")
    assert game.start == start("Half Reflected")
    assert [problem.severity for problem in game.problems if problem.line == 1] == [Severity.INFO]


def test_characters_without_width_are_no_title() -> None:
    (game,) = hc.parse_all('\u200b[\u200bBoard "Standard - Princess"]\n1. e4')
    assert game.headers == {"Board": "Standard - Princess"}


def test_a_title_never_overrides_the_text() -> None:
    (game,) = hc.parse_all('Princess\nAda vs Bo 0-1\n[Board "Half Reflected"]\n[White "Cy"]\n1. e4 / e5 1-0')
    assert game.start == start("Half Reflected")
    assert (game.headers["White"], game.headers["Black"], game.result) == ("Cy", "Bo", "1-0")
    warnings = [problem.message for problem in game.problems if problem.severity is Severity.WARNING]
    assert warnings == [
        "the title says Board 'Standard - Princess', but 'Half Reflected' counts",
        "the header says 0-1, the game ends with 1-0",
        "the title says White 'Ada', but 'Cy' counts",
    ]
    boards = "[k4/5/5/5/K3R:0:1:w]"
    (game,) = hc.parse_all(f"Princess:\n{boards}\n1. Re5+")
    assert isinstance(game.start, Position)
    assert game.start.fen() == boards
    assert [problem.code for problem in game.problems if problem.severity is Severity.WARNING] == ["title"]


def test_titles_belong_to_the_game_after_them() -> None:
    text = '1. e4 / e5 1-0\n\nGame 2: Cy vs Di\n[Board "Princess"]\n1. d4\n\nEve vs Flo\n1. c4'
    games = hc.parse_all(text)
    assert [game.headers.get("White") for game in games] == [None, "Cy", "Eve"]
    infinite = hc.parse("Ada vs Bo\nw 1 K1,1|k8,8 1,1>1,2")
    assert infinite.headers == {"White": "Ada", "Black": "Bo"}


def test_what_the_random_surroundings_have_found() -> None:
    game = hc.parse("hi\n1. e4 {a {nested} note} / e5")
    assert [comment.text for comment in game.main_line[0].comments] == ["a {nested} note"]
    assert hc.parse("1. e4 / e5\nthanks @Ben!").end.evaluation == ""
    assert len(hc.parse("hi\n> 1. e4 / e5\n> (2w. d4 {no} 1-0)\n> 2w. Nf3").end.parent.children) == 2  # type: ignore[union-attr]
    assert len(hc.parse("my rating is 1500 now\n1. e4 / e5").main_line) == 2
    (error,) = errors(hc.parse_all('1-0\n[Board "Princess"]\n1. e4'))
    assert error.message == "this result belongs to no game"


def test_boards_keep_their_signs_in_a_second_reading() -> None:
    rows = "r*nbqk*bnr*/p*p*p*p*p*p*p*p*/8/8/8/8/P*P*P*P*P*P*P*P*/R*NBQK*BNR*"
    (game,) = hc.parse_all(f"hello\n[{rows}:0:1:w]\n1. e4 / e5")
    assert isinstance(game.start, Position)
    assert game.start.boards == start("Standard").boards


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ('[\u0412\u043eard "Standard - Princess"]', "Board"),
        ('[Varient "Standard - Princess"]', "Variant"),
        ('[\u200bBoard "Standard - Princess"]', "Board"),
        ('[Baord "Princess"]', "Board"),
        ('[Variante "Princess"]', "Variant"),
        ('[\uff22oard "Princess"]', "Board"),
    ],
)
def test_a_misspelt_key_that_decides_the_start_is_repaired(header: str, key: str) -> None:
    (game,) = hc.parse_all(f"{header}\n1. e4 / e5\n")
    assert game.start == start("Princess")
    (problem,) = game.problems
    assert (problem.severity, problem.line, problem.column) == (Severity.WARNING, 1, 1)
    assert problem.message.endswith(f" is read as {key}")


@pytest.mark.parametrize("header", ['[Boards "2"]', '[Varient "my own"]', '[Promotion "to any piece"]'])
def test_a_misspelt_key_with_another_value_is_an_error(header: str) -> None:
    (error,) = errors(hc.parse_all(f"{header}\n1. e4 / e5\n"))
    assert "decides the start" in error.message


@pytest.mark.parametrize(
    "header", ['[Site "5x5"]', '[Side "White"]', '[Tournament "Princess"]', '[Time "odd"]']
)
def test_other_keys_are_kept_as_written(header: str) -> None:
    (game,) = hc.parse_all(f"{header}\n1. e4 / e5\n")
    assert f'[{next(iter(game.headers))} "{next(iter(game.headers.values()))}"]' == header
    assert [problem.code for problem in game.problems] == ["assumed-variant"]


def test_two_variants_are_an_error() -> None:
    (error,) = errors(hc.parse_all('[Board "Princess"] [Variant "Half Reflected"] 1. e4'))
    assert error.message == "another variant than 'Princess', which counts"
    assert not errors(hc.parse_all('[Board "Princess"] [Variant "Standard - Princess"] 1. e4'))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("~~1. e4~~ 1. d4 / d5", ["d4", "d5"]),
        ("1. e4 / e5 2. ~~Nf3~~ Nc3 / Nc6", ["e4", "e5", "Nc3", "Nc6"]),
        ("- 1. e4 / e5\n2. Nf3 / Nc6\n- 3. Bb5 / a6", ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]),
        ("1. e4 / e5\n- 2. Nf3 / Nc6", ["e4", "e5", "Nf3", "Nc6"]),
        ("turn,white,black\n1,e4,e5\n2,Nf3,Nc6\n3,Bb5,", ["e4", "e5", "Nf3", "Nc6", "Bb5"]),
        ("Turn 1\nWhite: e4\nBlack: e5\nTurn 2\nWhite: Nf3", ["e4", "e5", "Nf3"]),
        ("1. L0T1 e4 / L0T1 e5", ["(0T1)e4", "(0T1)e5"]),
        ("1. L0T1e4 / L0T1e5", ["(0T1)e4", "(0T1)e5"]),
        ("1. Nf3 / Nf6 2. (0T2)Nf3>>L0T1f5 / (1T1)e6", ["Nf3", "Nf6", "(0T2)Nf3>>(0T1)f5", "(1T1)e6"]),
        ("1. Nf3 / Nf6 2. Nf3>>T1f5", ["Nf3", "Nf6", "Nf3>>(T1)f5"]),
        ("1. Nf3 / Nf6 2. Nf3 -> T1 f5", ["Nf3", "Nf6", "Nf3>(T1)f5"]),
        ("1. Nf3 / Nf6 2. Nf3>>>(0T1)f5", ["Nf3", "Nf6", "Nf3>>(0T1)f5"]),
    ],
)
def test_spellings_of_chats_are_read_with_warnings(text: str, line: list[str]) -> None:
    (game,) = hc.parse_all(text)
    assert moves(game) == line
    assert game.end.is_resolved
    assert not errors([game])
    assert any(problem.severity is Severity.WARNING for problem in game.problems)


def test_a_misspelt_variant_of_infinite_chess_is_repaired() -> None:
    (game,) = hc.parse_all("[Varient: Omega]\n1. 2,-4>2,-3", "icn")
    assert game.start == hc.parse("[Variant: Omega] 1. 2,-4>2,-3", "icn").start
    assert game.headers == {"Variant": "Omega"}
    (error, *_) = errors(hc.parse_all("[Varient: nonsense] w 1 K1,1|k8,8 1,1>1,2", "icn"))
    assert "decides the start" in error.message


def test_a_puzzle_with_boards_is_one_game() -> None:
    (game,) = hc.parse_all('Mate in 1\n[Size "5x5"]\n[Board "custom"]\n[k4/5/5/5/K3R:0:1:w]\n')
    assert game.headers["Puzzle"] == "mate-in-1"
    assert [problem.severity for problem in game.problems] == [Severity.INFO]


@pytest.mark.parametrize(
    ("title", "variant"),
    [
        ("Classical", "Classical"),
        ("Space Classic:", "Space Classic"),
        ("(Palace)", "Palace"),
        ("Core", "Core"),
    ],
)
def test_a_title_names_a_variant_of_infinite_chess(title: str, variant: str) -> None:
    game = hc.parse(f"{title}\n\n1. 4,2>4,3")
    assert game.start == hc.infinite.start(variant)
    assert game.headers == {"Variant": variant}
    assert {problem.severity for problem in game.problems} == {Severity.INFO}
    (told,) = (problem for problem in game.problems if problem.code == "title")
    assert told.span == (0, len(title))


def test_titles_of_variants_part_the_games_of_infinite_chess() -> None:
    games = hc.parse_all("Classical\n\n1. 4,2>4,4 4,7>4,5\n\nRound 2\nPawndard\n\n1. 4,2>4,3")
    assert [len(game.main_line) for game in games] == [2, 1]
    assert [game.headers["Variant"] for game in games] == ["Classical", "Pawndard"]
    assert not any(map(errors, ([game] for game in games)))


def test_a_variant_of_the_other_game_is_only_a_name() -> None:
    game = hc.parse("5D Chess\n1. e4 / e5")
    assert game.headers["Event"] == "5D Chess"
    assert game.start == hc.parse("1. e4 / e5").start
    infinite = hc.parse("Princess\n1. 4,2>4,4")
    assert infinite.start is None
    assert "start" in [problem.code for problem in infinite.problems]
