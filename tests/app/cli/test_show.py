import json

import pytest

from hyperchess.app.cli.drawing import draw_position
from hyperchess.infinite import Position, start
from hyperchess.multiverse import start as start_5d

from .runner import run


def test_a_game_with_headers_numbers_and_a_drawing() -> None:
    code, out, _ = run("show", "example:four-timelines")
    assert code == 0
    for line in (
        "Event       Queens across time",
        "Variations  5w.1",
        "Timelines   4, 3 of them made by branching jumps",
        "Jumps       3, the longest (0T5)b3>(0T1)f7",
        "Status      checkmate after 8b (0T5)Qf6>>x(0T1)f2#",
        "not shown: 2 earlier half-turns, 3 later half-turns",
    ):
        assert line in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_place_of_the_game() -> None:
    assert "ongoing after 5w.1 Nf3" in run("show", "example:four-timelines", "--node", "5w.1").out
    assert "ongoing at the start" in run("show", "example:four-timelines", "--at", "start").out


def test_json() -> None:
    data = json.loads(run("show", "example:four-timelines", "--json").out)
    assert (data["game"], data["actions"], data["nodes"], data["variations"]) == ("5d", 16, 18, ["5w.1"])
    assert data["figures"]["branches"] == 3
    assert data["figures"]["checks"] == 2
    assert data["position"]["status"] == "checkmate"


def test_a_game_that_breaks_off() -> None:
    code, out, _ = run("show", "-", text="1. e4 / Kh4")
    assert code == 0
    assert "cannot be followed beyond 1w" in out
    assert "4 ....P..." in out
    unknown = run("show", "-", text='[Board "Custom"] 1. e4').out
    assert "cannot be followed beyond start" in unknown


def test_infinite_chess() -> None:
    out = run("show", "example:infinite-classical").out
    assert "infinite chess, read as icn" in out
    assert "Longest move  3,11>-4,4, 7 squares" in out
    assert " 4 · · · q · · · P" in out


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
def test_drawings_fit_the_terminal(columns: int) -> None:
    for position in (start_5d("Standard"), start("Classical"), start("Omega"), start("Space")):
        boards, *_ = draw_position(position, width=columns).split("\n\n")
        assert max(map(len, boards.splitlines())) <= columns


def test_far_pieces_are_named() -> None:
    position = Position.parse("w K0,0|Q1,1|k2,2|r123456789012,-5|b0,99999")
    text = draw_position(position, width=80)
    assert "outside the window: r123456789012,-5 b0,99999" in text


def test_a_wide_board_and_many_timelines() -> None:
    assert "not shown" not in draw_position(start_5d("Standard"), width=80)
    out = run("show", "tests/corpus/good/cwmtt-100_timelines.5dpgn").out
    assert "112 timelines" in out
    assert len(out.splitlines()) < 100
