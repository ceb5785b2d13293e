"""The forms that a reader accepts, and what it says about those it does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hyperchess as hc
from hyperchess.game import Game
from hyperchess.multiverse import Move, Position
from hyperchess.notation.registry import detect
from hyperchess.text import Severity

GAME = (
    "<0T1>1[e3] <0T1>1.5[Nf6] <0T2>2[Nc3] <0T2>2.5[d5] <0T3>3[Nc3>>(0T2)c5] <1T2>3.5[e6] "
    "<1T3>4[Nxd7] <0T3>4.5[e6] <1T3>4.5#2[Bxd7]"
)


def read(text: str) -> Game[Position, Move]:
    return hc.expect(hc.parse(text, "dynamical"), hc.MULTIVERSE)


def moves(game: Game[Position, Move]) -> list[str]:
    return [str(move.move) for node in game.main_line for move in node.moves]


def codes(game: Game[Position, Move]) -> list[str]:
    return [problem.code for problem in game.problems if problem.code != "assumed-variant"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("4.5#2", "4.75"),
        ("4.5#2", "4.750"),
        ("4.5#2", "S4.5#2"),
        ("4.5#2", " S 4.5 # 2 "),
        ("<1T3>4.5#2[Bxd7]", "<L1T3>4.5#2[(L1T3)Bxd7]"),
        ("<1T3>4.5#2[Bxd7]", "< L+1 T3 >4.5#2[ (L1 T3) Bxd7 ]"),
        ("<1T3>4.5#2[Bxd7]", "(1T3)4.75[(1T3)Bxd7]"),
        ("3[Nc3>>(0T2)c5]", "3[(0T3)Nc3>>(0T2)c5]"),
        ("3[Nc3>>(0T2)c5]", "3[Nc3>>(0T2)c5@(1T2)]+"),
        ("3[Nc3>>(0T2)c5]", "3[Nc3>>(0T2)c5@(L1T2)]"),
        ("3[Nc3>>(0T2)c5]", "3[Nc3>>(0T2)c5@(1T2)!]"),
        ("3[Nc3>>(0T2)c5]", "3[N>>c5]"),
        ("<0T3>3[Nc3>>(0T2)c5]", "(1T2)-3[(0T3)Nc3>>(0T2)c5@]"),
        (" ", "\t\r\n  "),
        (" ", ""),
        (" ", " || "),
    ],
)
def test_forms_that_are_equal(old: str, new: str) -> None:
    assert old in GAME
    assert moves(read(GAME.replace(old, new))) == moves(read(GAME))


def test_an_arriving_cell_stands_in_for_a_missing_departing_one() -> None:
    text = GAME.replace("<0T3>3[Nc3>>(0T2)c5]", "-<0T2>-3[(0T3)Nc3>>(0T2)c5@(1T2)]+")
    assert moves(read(text)) == moves(read(GAME))
    assert codes(read(text)) == ["step"]


def test_the_target_board_may_be_left_out_where_the_cell_names_it() -> None:
    game = read('[Board "Very Small - Open"] (0T1) 1 [Na1>>(0T1)b3]')
    assert codes(game) == ["illegal-move"]
    hop = read("(1T6)-7.5[(0T6)Ne7>xe5]")
    assert hop.main_line[0].moves[0].text == "(0T6)Ne7>x(1T6)e5"


@pytest.mark.parametrize(
    ("cell", "code", "severity"),
    [
        ("<0T1>1[Zed]", "move", Severity.ERROR),
        ("<0T1>1[]", "move", Severity.ERROR),
        ("<0T1>[e4]", "cell", Severity.ERROR),
        ("<0Tx>1[e4]", "cell", Severity.ERROR),
        ("<0T1>1[e4", "cell", Severity.ERROR),
        ("<0T1>8.25#2[e4]", "cell", Severity.ERROR),
        ("<0T1>8#0[e4]", "cell", Severity.ERROR),
        ("<9999999T1>1[e4]", "cell", Severity.ERROR),
        ("(0Tx) 1 [e4]", "cell", Severity.ERROR),
        ("words alone", "cell", Severity.ERROR),
        ("", "cell", Severity.ERROR),
        ("<0T1>1.3[e4]", "step", Severity.WARNING),
        ("<0T1>1[e4] <0T1>1[d4]", "step", Severity.WARNING),
        ("<0T1>1#2[e4]", "step", Severity.WARNING),
        ("<0T1>2[e4]", "serial", Severity.WARNING),
        ("<0T1>1.5[e4]", "serial", Severity.WARNING),
        ("<0T1>1[(1T1)e4]", "cell", Severity.WARNING),
        ("<0T1>1[e4] {open", "comment", Severity.ERROR),
        ("<0T1>1[e4] 1-0 <0T1>1.5[e5] 1-0", "result", Severity.WARNING),
        ("<0T1>1[e4] <0T1>1[e4]", "step", Severity.INFO),
        ("so: <0T1>1[e4]", "text", Severity.INFO),
        (GAME + " -<0T2>-3[(0T3)Nc3>>(0T2)d5@(1T2)]+", "cell", Severity.WARNING),
        (GAME + " -<0T2>-3[(0T3)Nc3>>(0T2)c5@(7T2)]+", "timeline-token", Severity.WARNING),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(cell: str, code: str, severity: Severity) -> None:
    game = read(cell)
    found = [problem for problem in game.problems if (problem.code, problem.severity) == (code, severity)]
    assert found, [str(problem) for problem in game.problems]
    assert all(problem.source.text == cell for problem in game.problems)
    assert found[0].span.end <= len(cell) + 1


def test_text_around_cells_is_kept() -> None:
    game = read(
        "A game. <0T1>1[e3] solid {as ever} <0T1>1.5[Nf6] <oops>[e9] <0T2>2[Nc3]{glued}<0T2>2.5[d5] 1-0"
    )
    assert [comment.text for comment in game.root.comments] == ["A game."]
    kept = [[(comment.text, comment.after) for comment in node.comments] for node in game.main_line]
    assert kept == [[("solid", 1), ("as ever", 1)], [("<oops>[e9]", 1)], [], [("glued", 0)]]
    assert game.result == "1-0"
    assert game.end.is_resolved


def test_an_illegal_move_is_kept_as_written() -> None:
    game = read("<0T1>1[e3] <0T1>1.5[Nf9] <0T2>2[Nc3]")
    assert [node.moves[0].text for node in game.main_line] == ["(0T1)e3", "(0T1)Nf9", "(0T2)Nc3"]
    (problem,) = (problem for problem in game.problems if problem.code == "illegal-move")
    assert (problem.line, problem.column) == (1, 21)


def test_headers_and_boards_tell_the_start() -> None:
    game = read('[Board "custom"] [Size "3x3"]\n[2k/3/K2:0:1:w]\n<0T1>1[Kb1]')
    assert moves(game) == ["(0T1)a1>(0T1)b1"]
    games = hc.parse_all('[White "A"] <0T1>1[e3] [White "B"] <0T1>1[e4]')
    assert [game.headers["White"] for game in games] == ["A", "B"]


def test_more_than_fifty_moves_in_one_action() -> None:
    decimals = [f"<{n}T1>{1.5 - 0.5**n:.80f}[e4]" for n in range(1, 51)]
    counted = [f"<{n}T1>1#{n}[e4]" for n in range(51, 71)]
    game = read(" ".join(reversed(decimals + counted)))
    (node,) = game.main_line
    assert [move.text for move in node.moves] == [f"({n}T1)e4" for n in range(1, 71)]
    for name, presentation in (("dynamical", "topological"), ("dynamical-2", "algebraic")):
        (again,) = hc.parse(hc.write(game, name, presentation=presentation)).main_line
        assert again.moves == node.moves


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (GAME, "dynamical"),
        ("see -<-1T6>-8.5#2[(0T7)Be5>>(0T6)e4]", "dynamical"),
        ("(0T1)    1     [e3]", "dynamical-2"),
        ('[Board "Standard"]\n[Mode "5D"]\n1. (0T1)e4 {<0T1>1[e4]} / (0T1)e5', "shad"),
    ],
)
def test_the_edition_is_detected(text: str, name: str) -> None:
    assert detect(text)[0].name == name


PIECES = (
    *("<0T1>", "<", ">", "[", "]", "(0T1)", "(", ")", "1", "1.5", "#2", "-", "+", "e4", "Nf3", "O-O", ">>"),
    *("@", "@(1T1)", "{", "}", " ", "\n", " / ", "||", "S", "L", "T", "x", "=Q", '[Board "Small"]', '"'),
    *("1-0", "9" * 30, "<-0T1>", "[k:0:1:w]", "é", "\ufeff", "<0T1>1[e4]"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=60))
def test_any_text_is_read_and_written(text: str) -> None:
    for name in ("dynamical", "dynamical-2"):
        for game in hc.parse_all(text, name):
            assert all(0 <= problem.span.start <= len(text) for problem in game.problems)
            assert all(str(problem) for problem in game.problems)
            for presentation in ("algebraic", "topological"):
                hc.write(game, name, presentation=presentation, annotations=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", [" ", "<", "(", "[", "{", "{}", "1", "1 ", "<0T1>1[", "1[e4]", '[a "', "[a:"]
)
def test_long_texts_are_read_in_one_pass(unit: str) -> None:
    """Quadratic reading would take minutes here."""
    text = "<0T1>1[e4]" + unit * (50_000 // len(unit))
    assert hc.parse(text, "dynamical").main_line
