"""5DPGN as people type it: what is read, what is reported, and what the fixes make of it."""

import re
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.analysis.fixing import fix_text
from hyperchess.game import MultiverseGame
from hyperchess.notation.pgn5d.formatter import format_text
from hyperchess.notation.registry import detect, find_notation
from hyperchess.text import Severity
from tests.notation.pgn5d.test_corpus import BAD, CORPUS, GOOD, read, summary

TYPED = sorted((CORPUS / "typed").glob("*.5dpgn"))
READ_ALL_THE_SAME = {"spelling", "style", "separator", "nag", "header", "comment"}


def games(text: str) -> list[MultiverseGame]:
    return hc.parse_all(text, "shad", game=hc.MULTIVERSE)


def tree(text: str) -> list[object]:
    """The games of a text, without what a fix may change: the spelling of moves."""
    return [
        [
            (node.action, node.evaluation, node.result, [c.text.strip() for c in node.comments])
            for node in game.walk()
        ]
        for game in games(text)
    ]


def test_the_corpus_is_there() -> None:
    assert len(TYPED) >= 15


@pytest.mark.parametrize("path", TYPED, ids=lambda path: path.stem)
def test_what_people_type_is_read_and_reported(path: Path) -> None:
    found = [line for game in read(path) for line in summary(game)]
    assert found == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", [*TYPED, *BAD, *GOOD], ids=lambda path: path.stem)
def test_fixing_twice_changes_nothing_and_fixed_problems_are_gone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    fixed = fix_text(text, games)
    assert fix_text(fixed.text, games).text == fixed.text
    assert [str(p) for game in fixed.games for p in game.problems if p.fix is not None] == []


@pytest.mark.parametrize("path", TYPED, ids=lambda path: path.stem)
def test_fixing_the_spelling_does_not_change_the_games(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for game in text.split("\n\n"):
        codes = {problem.code for found in games(game) for problem in found.problems if problem.fix}
        if codes <= READ_ALL_THE_SAME:
            assert tree(fix_text(game, games).text) == tree(game)


@pytest.mark.parametrize("path", TYPED, ids=lambda path: path.stem)
def test_formatting_keeps_the_games(path: Path) -> None:
    for game in path.read_text(encoding="utf-8").split("\n\n"):
        problems = [problem for found in games(game) for problem in found.problems]
        if any(p.severity is Severity.ERROR or p.code in ("separator", "pasted") for p in problems):
            continue  # the formatter refuses words that it would have to leave out
        once = format_text(game)
        assert format_text(once) == once
        assert tree(once) == tree(game)
        assert "$(" not in once
        assert "style" not in {p.code for found in games(once) for p in found.problems}


@pytest.mark.parametrize("path", [p for p in TYPED if p.stem != "dots"], ids=lambda path: path.stem)
def test_what_people_type_is_detected(path: Path) -> None:
    for game in path.read_text(encoding="utf-8").split("\n\n"):
        assert detect(game)[0].name in ("shad", "branched"), game


@pytest.mark.parametrize("name", ["shad", "shad-first", "branched", "json"])
def test_numbered_marks_are_written_back(name: str) -> None:
    game = hc.parse('[Board "Standard"] 1. e4 $14 / e5 $0 $139 2. Nf3! $10 {x} / Nc6 $3')
    again = hc.parse(hc.write(game, name), name)
    assert [node.moves[0].nags for node in again.main_line] == [(14,), (0, 139), (10,), ()]
    assert [node.evaluation for node in again.main_line] == ["", "", "!", "!!"]
    assert not [loss for loss in hc.convert(hc.write(game, "shad"), to=name).losses if loss.kind == "nags"]


@pytest.mark.parametrize(
    "name", ["raw", "dynamical", "dynamical-2", "axel", "hexicube", "alexbay", "cwmtt", "shad-json"]
)
def test_numbered_marks_are_a_loss_where_they_have_no_place(name: str) -> None:
    losses = hc.convert('[Board "Standard"] 1. e4 $14 / e5 $0 $139', to=name).losses
    assert [loss.count for loss in losses if loss.kind == "nags"] == [3]


@pytest.mark.parametrize(
    "value", ['A "B" C', '"', "\\", 'a\\"b', "\\\\", "C:\\games", "ends with \\", "“x”", "[a]"]
)
@pytest.mark.parametrize(
    "name", ["shad", "shad-first", "branched", "dynamical", "dynamical-2", "alexbay", "slavrick", "json"]
)
def test_header_values_are_written_so_that_they_are_read(name: str, value: str) -> None:
    game = hc.parse('[Board "Standard"] 1. e4 / e5')
    game.headers["White"] = value
    written = find_notation(name).write(game)
    again = hc.parse(written.text, name)
    assert again.headers.get("White") == value or any(loss.kind == "headers" for loss in written.losses)
    assert len(again.main_line) == 2


def test_relative_boards_are_written_as_absolute_ones() -> None:
    text = '[Variant "Standard"]\n1. Nf3 / Nf6 2. Nf3>>$(T-1)f5~ (>L1) / (1T1)Nf6'
    assert "Nf3>>(0T1)f5~ (>L1)" in format_text(text)
    assert hc.parse(text).problems == ()
    assert tree(format_text(text)) == tree(text)


def test_a_relative_board_counts_from_the_source() -> None:
    two = hc.parse('[Board "Standard - Two Timelines"] 1. (-0T1)Nf3 (+0T1)Nf3 / (-0T1)Nf6 (+0T1)Nf6').final
    assert str(two.read("(-0T2)N>$(L+1 T=)f5")) == "(-0T2)f3>(+0T2)f5"
    assert str(two.read("(+0T2)N>>$(L= T-1)f5")) == "(+0T2)f3>(+0T1)f5"
    with pytest.raises(hc.HyperchessError):
        two.read("(+0T2)N>$(L+1 T=)f5")


def test_a_softmate_at_the_end_keeps_its_mark_unless_the_header_says_unfinished() -> None:
    mate = "1. f3 / e5 2. g4 / Qh4 *"
    assert hc.parse(f'[Board "Standard"] {mate}').end.mark == "*"
    assert hc.parse(f'[Board "Standard"] [Result "*"] {mate}').end.mark == ""


def test_assumptions_are_found_by_their_codes() -> None:
    (variant,) = hc.parse("1. e4 / e5").problems
    (promotions,) = hc.parse('[Board "custom"] [5/3kW/ww1w1/2W2/K4:0:1:w]').problems
    assert (variant.code, promotions.code) == ("assumed-variant", "assumed-promotions")
    assert {variant.severity, promotions.severity} == {Severity.INFO}


def test_actions_of_several_moves_are_not_taken_apart() -> None:
    text = '[Board "Standard - Two Timelines"] 1. (-0T1)e4 (+0T1)e4 / (-0T1)e5 (+0T1)e5'
    game = hc.parse(text)
    assert [len(node.moves) for node in game.main_line] == [2, 2]
    assert game.problems == ()


@pytest.mark.parametrize(
    "text", ["(" + " " * 5_000 + "1", "e4" + "!" * 5_000 + "x", "O" + " -" * 3_000, "$(" * 3_000, "1" * 5_000]
)
def test_hostile_text_is_read(text: str) -> None:
    for game in games(f'[Board "Standard"] 1. {text}'):
        assert len(game.problems) <= 2_002


@pytest.mark.parametrize(
    ("wrong", "message", "resolved"),
    [
        ("Kf1", "could capture White's king on (0T1b)e1", 6),
        ("Nf6", "no piece of White's can play Nf6", 6),
        ("zz9", "no piece of White's can play zz9", 6),
        ("&&&", "expected a move, found '&&&'", 6),
    ],
)
def test_orthodox_games_are_two_players_also_after_a_move_that_cannot_be_played(
    wrong: str, message: str, resolved: int
) -> None:
    game = hc.parse(f"1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. {wrong} b5 5. Bxb5 Nf6")
    assert len(game.main_line) == 10
    assert [len(node.moves) for node in game.main_line] == [1] * 10
    errors = [problem for problem in game.problems if problem.severity is Severity.ERROR]
    assert [message in error.message for error in errors] == [True]
    assert sum(node.is_resolved for node in game.main_line) == resolved
    assert {p.code for p in game.problems if p.severity is Severity.WARNING} == {"separator"}


@pytest.mark.parametrize(
    ("move", "hint"),
    [
        ("(0T2)Nf3>>(0T1)Bf5", "without a piece"),
        ("Nf3>>x(0T1)Bf5", "without a piece"),
        ("(0T2)Zf3", "a move is written"),
        ("(0 T2)Nf3ze", "a move is written"),
        ("(0T2)Nf3>>(0T1)", "a move is written"),
    ],
)
def test_a_move_that_cannot_be_read_is_reported_once_and_whole(move: str, hint: str) -> None:
    game = hc.parse(f'[Board "Standard"] 1. Nf3 / Nf6 2. {move} / e6')
    (problem,) = game.problems
    assert problem.message == f"expected a move, found {move!r}"
    assert hint in problem.hint
    assert [len(node.moves) for node in game.main_line] == [1, 1, 1, 1]


@pytest.mark.parametrize("move", ["(0T2)Nf3>>$(T1)f5", "Nf3>>$(T1)f5"])
def test_a_relative_board_without_a_sign_is_told(move: str) -> None:
    game = hc.parse(f'[Board "Standard"] 1. Nf3 / Nf6 2. {move} / e6')
    (error,) = (problem for problem in game.problems if problem.severity is Severity.ERROR)
    assert "found '$(T1)'" in error.message
    assert "has signs, as in $(T-1)" in error.hint


@pytest.mark.parametrize("boards", ["(0T1) (0T1)", "(0T1) {text} (0T1)"])
def test_a_board_before_another_board_has_no_move(boards: str) -> None:
    game = hc.parse(f'[Board "Standard"] 1. {boards}e4 / e5')
    assert [(p.message, p.span.start) for p in game.problems] == [("no move follows this board", 22)]
    assert len(game.main_line) == 2


def test_a_board_apart_from_its_move_is_told_once() -> None:
    (problem,) = hc.parse('[Board "Standard"] 1. (0T1) {text} e4 / e5').problems
    assert problem.message == "this board stands apart from its move"


def test_a_wrong_letter_in_brackets_does_not_change_the_dialect() -> None:
    text = '[Board "Standard"]\n1. Nf3 / Nf6 2. (0T2)Nf3>>(0T1)f5~ (>L1) / (1T1)Nf6 3. (1T2)Nc3'
    for bracket in re.finditer(r"\([^()]*\)", text):
        for place in range(*bracket.span()):
            for letter in ("", *"aLlTO1R9<>~,:]|-@ "):
                for rest in (text[place:], text[place + 1 :]):
                    other = text[:place] + letter + rest
                    (game,) = games(other)
                    assert game.notation == "shad", other


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 / e5 (1b. c5) 2. Nf3",
        "1w. e4 (1w. d4) 1b. e5",
        "1. e4 / e5 (c5 2. Nf3) 2. Nf3 (f4)",
        "1. e4 / e5 ((0T2)f4 / (0T2)d5) 2. Nf3",
        "1. e4 / e5 ({a word} 2. f4) 2. Nf3",
        "1. e4 (/ c5) / e5",
        "1. e4 / e5 (O-O) 2. Nf3",
    ],
)
def test_variations_in_brackets_stay_variations(text: str) -> None:
    (game,) = games(f'[Board "Standard"]\n{text}')
    assert game.notation == "branched"
    assert not any("expected a board" in problem.message for problem in game.problems)


EVEN = '[Board "Standard - Two Timelines"]\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{EVEN}1. (0T1)e4 (-0T1)d4", ["warning plain-zero 2:4"]),
        (f"{EVEN}1. (+0T1)e4 (-0T1)d4", []),
        (f"{EVEN}1. (-1T1)e4 (0T1)d4", []),
        (f'{EVEN}[InitialMultiverses "-1 0"]\n1. (0T1)e4 (-1T1)d4', []),
        (
            '[Board "Standard"]\n1. (0T1b)e3 / (0T1w)e6',
            ["warning board-colour 2:4", "warning board-colour 2:15"],
        ),
        ('[Board "Standard"]\n1. (0T1w)e3 / (0T1b)e6', []),
        ('[Variant "Standard"]\n[Timeline "Even"]\n1. e4', ["error start 2:1"]),
        ('[Variant "Standard"]\n[InitialMultiverses "-0 +0"]\n1. e4', ["error start 2:1"]),
        (f'{EVEN}[Timeline "odd"]\n1. (-0T1)e4 (+0T1)e4', ["error start 2:1"]),
        (f"{EVEN}1. (-0T1)e4 (+0T1)e4 / (-0T1)e5", ["warning unsubmitted 2:24"]),
        (f"{EVEN}1. (-0T1)e4 (+0T1)e4 / (-0T1)e5 1-0", ["error present 2:24"]),
        (f"{EVEN}1. (-0T1)e4 / (-0T1)e5 (+0T1)e5", ["error present 2:4"]),
    ],
)
def test_what_contradicts_the_start_or_the_player_is_reported(text: str, expected: list[str]) -> None:
    (game,) = games(text)
    found = [f"{p.severity.value} {p.code} {p.line}:{p.column}" for p in game.problems]
    assert found == expected


def test_timelines_stated_as_even_stay_even_after_the_error() -> None:
    boards = "[k4/5/5/5/K3R:-1:1:w]\n[k4/5/5/5/K3R:0:1:w]\n"
    (game,) = games(f'[Board "custom"]\n[Timeline "Even"]\n{boards}1. (-0T1)Kb2 (+0T1)Kb2')
    assert [problem.severity for problem in game.problems if problem.code == "start"] == [Severity.ERROR]
    assert game.start is not None
    assert game.start.even
    assert game.end.is_resolved


def test_moves_that_are_not_submitted_are_kept() -> None:
    game = hc.parse(f"{EVEN}1. (-0T1)e4 (+0T1)e4 / (-0T1)e5")
    assert [move.text for move in game.end.moves] == ["(-0T1)e5"]
    assert game.end.action is None
    for notation in ("shad", "branched"):
        assert "/ (-0T1)e5" in hc.write(game, notation)
    assert "unresolved" in [loss.kind for loss in hc.convert(f"{EVEN}1. (-0T1)e4", "alexbay").losses]


@pytest.mark.parametrize(("value", "letters"), [("RQ", "RQ"), ("BR", "BR"), ("QRBN", "QRBN"), ("RQ,N", "YN")])
def test_a_list_of_promotions_without_commas_is_a_list_of_letters(value: str, letters: str) -> None:
    (game,) = games(f'[Board "Standard"]\n[Promotions "{value}"]\n1. e4')
    assert game.start is not None
    assert "".join(game.start.promotions) == letters


def test_times_before_moves_are_clocks() -> None:
    game = hc.parse("1.{20:05}(0T1)Ng1f3/{19:58.5}(0T1)Ng8f6 2.{1:20:01}(0T2)Nf3g5 {10:00}")
    assert [str(node.clock) for node in game.main_line] == ["0:20:05", "0:19:58.5", "1:20:01"]
    assert [comment.text for comment in game.end.comments] == ["[%clk 1:20:01]", "10:00"]
    assert [p.code for p in game.problems if p.code == "style"] == ["style"] * 3


def test_numbers_that_are_no_time_stay_a_comment() -> None:
    game = hc.parse("1.{20:65}(0T1)Ng1f3")
    assert (game.end.clock, game.end.comment) == (None, "20:65")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[1k3/5/5/5/RK3:0:1:w] 1. O-O-O", "castling from b1 ends outside the board"),
        ("[4k/5/2Pp1/5/K4:0:1:w] 1. cxd4 / Ke4", "en passant needs the board before"),
        ("1. e4 / e5 2. Ke2 / a6 3. Ke1 / a5 4. O-O", "castling"),
    ],
)
def test_refused_castling_and_en_passant_say_why(text: str, reason: str) -> None:
    (error,) = [p for game in games(text) for p in game.problems if p.severity is Severity.ERROR]
    assert reason in error.message
    assert "read as K" not in error.hint
