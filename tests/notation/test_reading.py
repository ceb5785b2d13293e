from pathlib import Path
from typing import Any

import pytest

import hyperchess as hc
from hyperchess.errors import InvalidArgument, ParseError, UnknownNotation, UnknownVariant, WrongGame
from hyperchess.notation.registry import OTHER_NAMES, detect, find_notation, notations


def test_a_text_is_parsed_and_its_problems_are_kept() -> None:
    game = hc.parse("1. e4 / e5 2. Nf9")
    assert [problem.code for problem in game.problems] == ["assumed-variant", "illegal-move"]


def test_strict_raises_the_first_problem() -> None:
    with pytest.raises(ParseError, match="illegal-move"):
        hc.parse("1. e4 / e5 2. Nf9", strict=True)
    assert hc.parse('[Board "Standard"] 1. e4', strict=True).problems == ()


def test_files_are_read_whatever_their_encoding(tmp_path: Path) -> None:
    text = '[Board "Standard"]\n[White "Zoë"]\n1. e4 / e5\n'
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        path = tmp_path / f"{encoding}.5dpgn"
        path.write_text(text, encoding=encoding)
        assert hc.read(path).headers["White"] == "Zoë"
        assert hc.read(str(path)).problems == ()


def test_bytes_that_are_not_valid_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "latin.5dpgn"
    path.write_bytes('[Board "Standard"]\n[White "Zoë"]\n1. e4\n'.encode("latin-1"))
    game = hc.read(path)
    assert (game.problems[0].code, game.problems[0].line) == ("encoding", 2)
    with pytest.raises(ParseError, match="byte 30 is not valid UTF-8"):
        hc.read(path, strict=True)


def test_all_games_of_a_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "two.5dpgn"
    path.write_text('[Board "Standard"]\n1. e4\n\n[Board "Standard"]\n1. d4\n', encoding="utf-8")
    assert len(hc.read_all(path)) == 2


def test_notations_are_found_by_name() -> None:
    assert set(notations()) >= {"shad", "shad-first", "raw", "branched"}
    assert find_notation(" RAW ").name == "raw"
    assert find_notation("5DPGN").name == "shad"
    assert {find_notation(name).name for name in OTHER_NAMES} <= notations().keys()
    assert not OTHER_NAMES.keys() & notations().keys()
    with pytest.raises(UnknownNotation) as caught:
        find_notation("shed")
    assert "shad" in caught.value.suggestions
    with pytest.raises(UnknownNotation) as caught:
        find_notation("5dpng")
    assert "5dpgn" in caught.value.suggestions


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[Board "Standard"]\n[Mode "5D"]\n1. (0T1)e4 / (0T1)e5', "shad"),
        (". (0T1)d2>(0T1)d4\n/ (0T1)d7>(0T1)d6\n", "raw"),
        ("1. (0T1)Nb1>>(0T0)b3~(+L1)", "shad-first"),
        ('[Variant "Standard"]\n(1w. e4) 1w. d4', "branched"),
        ("", "shad"),
    ],
)
def test_the_dialect_of_a_text_is_detected(text: str, name: str) -> None:
    assert detect(text)[0].name == name


def test_conversion_tells_problems_and_losses() -> None:
    result = hc.convert("(1w. d4) 1w. e4 {best by test}", to="raw")
    assert result.text.splitlines()[-1] == ". (0T1)e2>(0T1)e4"
    assert {loss.kind for loss in result.losses} == {"comments", "variations"}
    assert [problem.code for problem in result.problems] == ["assumed-variant"]


def test_games_that_would_run_into_each_other_are_a_loss() -> None:
    text = '[Board "Standard"] 1. e4 / e5\n[Board "Standard"] 1. d4 / d5'
    assert [loss.kind for loss in hc.convert(text, to="branched").losses] == []
    assert "games" in {loss.kind for loss in hc.convert(text, to="axel").losses}


def test_a_notation_refuses_games_of_the_other_kind() -> None:
    infinite = hc.parse("w P1,2+|p5,7+|K5,1|k5,8 1,2>1,4")
    with pytest.raises(WrongGame, match="Shad's 5DPGN writes games of 5D chess, not of infinite chess"):
        hc.write(infinite, "shad")
    with pytest.raises(WrongGame):
        hc.write(hc.parse("1. e4"), "icn")


@pytest.mark.parametrize(
    "sign", ["\n", "1", "[", "(", " ", "1,", '"', "{", "a", "1 ", '[A "', ".", "1,1>", "/ "]
)
def test_detection_ends_on_long_runs_of_one_sign(sign: str) -> None:
    """A quadratic expression would take minutes here."""
    notation, confidence = detect(sign * (50_000 // len(sign)))
    assert notation.kinds
    assert 0 <= confidence <= 1


@pytest.mark.parametrize(
    ("notation", "options", "message"),
    [
        ("raw", {"style": "full"}, "5DPGN, raw notation mode has no option 'style'; it has headers"),
        ("shad", {"tokens": "yes"}, "tokens is True or False, not 'yes'"),
        ("shad", {"width": -1}, "width is a whole number from 0, or None, not -1"),
        ("branched", {"indent": None}, "indent is a whole number from 0, not None"),
        ("raw", {"headers": []}, "headers is 'start' or 'all' or 'none', not []"),
        ("alexbay", {"form": "long"}, "Alexbay's notation (5d-chess-js) has no option 'form'; it has none"),
    ],
)
def test_options_that_a_writer_does_not_have_are_refused(
    notation: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(hc.HyperchessError) as caught:
        hc.write(hc.parse("1. e4"), notation, **options)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "start", "moves"),
    [
        ("1. Kb1", "[k2/3/K2:0:1:w]", ["(0T1)a1>(0T1)b1"]),
        ("e4 / e5", "Standard", ["(0T1)e2>(0T1)e4", "(0T1)e7>(0T1)e5"]),
        ("<0T1>1[e4]", "Standard", ["(0T1)e2>(0T1)e4"]),
        ("1w. 1:e2:e4", "Standard", ["(0T1)e2>(0T1)e4"]),
        ('[Board "Standard - Turn Zero"] 1. e4', "Standard", ["(0T1)e2>(0T1)e4"]),
        ("4,2>4,4|4,7>4,5", "Classical", ["4,2>4,4", "4,7>4,5"]),
        ("1. 5,1 > 5,2", "w K5,1|k5,8", ["5,1>5,2"]),
        ('{"gameRules": {}, "moves": ["5,1>5,2"]}', "w K5,1|k5,8", ["5,1>5,2"]),
    ],
)
def test_a_start_can_be_given_for_texts_that_have_only_moves(text: str, start: str, moves: list[str]) -> None:
    game = hc.parse(text, start=start)
    assert [str(move) for node in game.main_line for move in node.action or ()] == moves
    assert [problem for problem in game.problems if problem.code in ("start", "assumed-variant")] == []
    again = hc.parse(text, start=game.start)
    assert again.start == game.start and again.problems == game.problems


def test_a_start_in_the_middle_of_a_game_counts_from_there() -> None:
    before = hc.parse("1. e4 / e5 2. Nf3", start="Standard")
    after = hc.parse("1. / Nc6 2. Bb5", start=before.final)
    assert after.problems == () and len(after.main_line) == 2
    text = hc.write(hc.parse("4,2>4,4", start="Classical"), "json")
    moved = hc.parse(text, start=hc.infinite.start("Classical"))
    assert moved.problems == () and str(moved.main_line[0].moves[0].move) == "4,2>4,4"


def test_a_start_that_makes_no_sense() -> None:
    with pytest.raises(UnknownVariant):
        hc.parse("e4", start="Nowhere")
    with pytest.raises(ParseError):
        hc.parse("e4", start="[k2/?:0:1:w]")
    with pytest.raises(ParseError):
        hc.parse("e4", start="w K5,1|k5,")
    with pytest.raises(WrongGame, match="Shad's 5DPGN is for 5D chess, the start is of infinite chess"):
        hc.parse("e4", "shad", start="Classical")
    with pytest.raises(InvalidArgument):
        hc.parse("e4", start=5)  # type: ignore[call-overload]


_WITH_HEADERS = (
    *("shad", "branched", "shad-first", "dynamical", "dynamical-2", "alexbay", "slavrick", "shad-json"),
)


@pytest.mark.parametrize(
    ("name", "start"),
    [(name, '[Board "Standard"] {} 1. e4 / e5') for name in _WITH_HEADERS]
    + [(name, '[Variant "Classical"] {} 1. 4,2>4,4') for name in ("icn", "icn-legacy", "icn-site")],
)
@pytest.mark.parametrize("typed", ["1\u20130", "1 - 0", "1-O", "1:0", "White wins"])
def test_a_result_in_the_headers_is_read_as_people_write_it(name: str, start: str, typed: str) -> None:
    text = hc.write(hc.parse(start.format('[Result "1-0"]')), name)
    game = hc.parse(text.replace("1-0", typed, 1), name)
    told = [problem for problem in game.problems if "Result" in problem.message]
    assert (game.result, game.headers["Result"], len(told)) == ("1-0", "1-0", 1)
    assert [problem.fix is not None for problem in told] == [name != "shad-json"]


@pytest.mark.parametrize(
    "text", ['[Board "Standard"] {} 1. e4', '[Variant "Classical"] {} 0/100 (8|1) 1. 4,2>4,4']
)
@pytest.mark.parametrize("value", ["Stuck", "2-0", "1-0 on time"])
def test_a_header_that_holds_no_result_is_told(text: str, value: str) -> None:
    game = hc.parse(text.format(f'[Result "{value}"]'))
    (problem,) = game.problems
    assert (game.result, problem.code, problem.fix) == ("", "header", None)
    assert "expected 1-0, 0-1, 1/2-1/2 or *" in problem.message


def test_an_aborted_infinite_game_has_the_result_of_the_site() -> None:
    game = hc.parse('[Variant "Classical"] [Result "0-0"] 0/100 (8|1) 1. 4,2>4,4')
    assert (game.problems, game.result, game.headers["Result"]) == ((), "", "0-0")
