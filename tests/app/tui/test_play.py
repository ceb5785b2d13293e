"""Games of 5D chess in the terminal, and what both games have in common there."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from hyperchess.game import expect
from hyperchess.multiverse import MULTIVERSE

pytest.importorskip("textual")

from textual.widgets import Input, Static

from hyperchess.app.tui.look import Look
from hyperchess.app.tui.play.clocks import Clocks, TimeControl
from hyperchess.app.tui.play.games import create_contest
from hyperchess.app.tui.play.keys import PLAY_KEYS
from hyperchess.app.tui.play.screen import PlayScreen
from hyperchess.app.tui.play.turns import PlayOptions
from hyperchess.app.tui.screens.choice import Choice
from hyperchess.app.tui.screens.help import Help
from hyperchess.app.tui.screens.prompt import Prompt
from hyperchess.app.tui.widgets.tree_pane import TreePane
from hyperchess.errors import InvalidArgument, MoveError
from hyperchess.game import Game
from hyperchess.multiverse import Color, Move, Position, start
from hyperchess.multiverse.coordinates import parse_square
from hyperchess.notation.reading import parse
from hyperchess.notation.starts import game_of_variant
from tests.app.tui.playing import Driver, check_saved, drive
from tests.kernels import native

BEFORE_MATE = '[Board "Standard"]\n1. e3 / f6 2. Qe2 / g5'
TO_PROMOTE = "[1k3/P4/5/5/K4:0:1:w]"


def standard() -> Game[Position, Move]:
    return expect(game_of_variant("Standard"), MULTIVERSE)


def read(text: str) -> Game[Position, Move]:
    return parse(text, game=MULTIVERSE)


@native
def test_a_whole_game_against_level_1() -> None:
    async def script(driver: Driver) -> None:
        await driver.play_to_the_end(nodes=400)
        assert driver.outcome.text == "Checkmate, proven by the rules: White wins"

    check_saved(drive(script, game_of_variant("Very Small")), "1-0")


def test_a_piece_is_moved_with_the_keys() -> None:
    async def script(driver: Driver) -> None:
        pointer = driver.view.pointer
        assert pointer in driver.contest.movable
        await driver.press("enter")
        assert driver.screen.chosen == pointer
        assert driver.view.display.targets == set(driver.contest.targets(pointer))
        await driver.press("escape")
        assert not driver.view.display.targets
        driver.view.point(parse_square("(0T1w)e2"))
        await driver.press("enter", "up", "up", "enter")
        assert [str(move) for move in driver.contest.pending] == ["(0T1)e2>(0T1)e4"]
        assert "complete: Space submits it" in driver.text
        await driver.press("backspace")
        assert not driver.contest.pending
        await driver.press("backspace")
        assert "no move of this action" in driver.told[-1]
        driver.view.point(parse_square("(0T1w)g1"))
        await driver.press("enter", "tab")
        assert driver.view.pointer in driver.contest.targets(parse_square("(0T1w)g1"))
        await driver.press("enter", "space")
        assert driver.contest.played == 2  # with the reply of the engine
        assert driver.contest.player is Color.WHITE

    drive(script, standard())


def test_what_cannot_be_done_is_told() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("space")
        assert driver.told[-1] == "Board L0 still needs a move"
        driver.view.point(parse_square("(0T1w)e5"))
        await driver.press("enter")
        assert driver.told[-1] == "there is no piece of White on e5"
        driver.view.point(parse_square("(0T1w)a1"))
        await driver.press("enter")
        assert driver.told[-1] == "the rook on a1 has no move"
        driver.view.point(parse_square("(0T1w)b1"))
        await driver.press("enter", "up", "up", "up", "enter")
        assert driver.told[-1] == "the knight on b1 cannot go there; Esc lets it go"
        await driver.press("b")
        assert driver.told[-1] == "there is no action of yours to take back"

    drive(script, standard())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("Ke5", "no move fits 'Ke5'"),
        ("e4 e5", "no move fits 'e5'"),
        ("hello", "expected a move such as e4"),
        ("", "type a move such as e4"),
        ("\x1b[31m", r"expected a move"),
    ],
)
def test_illegal_moves_are_refused_where_they_are_typed(typed: str, message: str) -> None:
    async def script(driver: Driver) -> None:
        await driver.type(typed)
        assert driver.shows(Prompt)
        assert message in str(driver.app.screen.query_one(".error", Static).render())
        assert not driver.contest.pending
        await driver.press("escape")
        assert driver.shows(PlayScreen)

    drive(script, standard())


@pytest.mark.slow
def test_a_pawn_promotes() -> None:
    async def script(driver: Driver) -> None:
        driver.view.point(parse_square("(0T1w)a4"))
        await driver.press("enter", "up", "enter")
        assert driver.shows(Choice)
        assert "The pawn becomes a" in driver.text
        await driver.press("escape")
        assert not driver.contest.pending
        await driver.press("enter")
        assert driver.shows(Choice)
        await driver.press("r")
        assert [move.promotion for move in driver.contest.pending] == ["R"]
        await driver.press("u")
        await driver.type("a5=Q")
        assert [move.promotion for move in driver.contest.pending] == ["Q"]

    start = Position.of_fen(TO_PROMOTE, promotions=["Q", "R"])
    drive(script, Game(start))


@pytest.mark.slow
def test_an_action_of_several_moves_and_a_jump() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("(-0T1)e3")
        assert "Board L+0 still needs a move" in driver.text
        assert str(driver.view.pointer.board) == "(+0T1w)"
        await driver.press("space")
        assert driver.told[-1] == "Board L+0 still needs a move"
        await driver.type("(+0T1)e3")
        await driver.press("space")
        assert driver.contest.played == 2
        source = parse_square("(-0T2w)g1")
        driver.view.point(source)
        await driver.press("enter")
        boards = {square.board for square in driver.contest.targets(source)}
        assert len(boards) > 1
        target = next(
            square for square in sorted(driver.contest.targets(source)) if square.board != source.board
        )
        while driver.view.pointer != target:
            await driver.press("tab")
        await driver.press("enter")
        assert driver.contest.pending[0].target == target
        await driver.press("b")
        assert not driver.contest.pending
        assert driver.told[-1].startswith("your moves are undone")

    drive(script, game_of_variant("Standard - Two Timelines"))


def test_the_pointer_goes_from_board_to_board() -> None:
    async def script(driver: Driver) -> None:
        view = driver.view
        view.point(parse_square("(0T2b)h5"))
        await driver.press("right")
        assert str(view.pointer) == "(0T3w)a5"
        await driver.press("left", "left")
        assert str(view.pointer) == "(0T2b)g5"
        await driver.press("shift+left", "comma")
        assert str(view.pointer) == "(0T1b)g5"
        await driver.press("shift+up", "pagedown")  # there is one timeline
        assert str(view.pointer) == "(0T1b)g5"
        await driver.press("f", "left")
        assert str(view.pointer) == "(0T1b)h5"
        await driver.press("enter")
        assert driver.told[-1].startswith("this board is played")
        await driver.press("c")
        assert view.pointer in driver.contest.movable
        await driver.press("v")
        assert driver.told[-1] == "White's boards only"

    drive(script, read(BEFORE_MATE), options=PlayOptions(engine=None))


def test_taking_back_against_the_engine() -> None:
    async def script(driver: Driver) -> None:
        await driver.play("e4")
        await driver.play("d4")
        assert driver.contest.played == 4
        await driver.press("b")
        assert driver.contest.played == 2
        assert driver.contest.player is Color.WHITE
        assert driver.contest.game.main_line[0].text() == "e4"
        await driver.press("b", "b")
        assert driver.contest.played == 0
        assert driver.told[-1] == "there is no action of yours to take back"
        assert driver.contest.position == start("Standard")

    drive(script, standard())


def test_the_engine_may_begin() -> None:
    async def script(driver: Driver) -> None:
        assert driver.contest.played == 1
        assert driver.contest.player is Color.BLACK
        assert "Your move, Black" in driver.text
        await driver.press("b")
        assert driver.told[-1] == "there is no action of yours to take back"

    drive(script, standard(), options=PlayOptions(engine=Color.WHITE))


def test_mate_is_announced_and_can_be_taken_back() -> None:
    async def script(driver: Driver) -> None:
        await driver.play("Qh5")
        assert driver.over()
        assert driver.outcome.result == "1-0"
        await driver.press("b")
        assert not driver.over()
        assert "Result" not in driver.contest.text()

    drive(script, read(BEFORE_MATE), options=PlayOptions(engine=None))


def test_resigning_asks_first() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("r", "n")
        assert not driver.over()
        await driver.press("r", "y")
        assert driver.told[-1] == "White resigns: Black wins"
        await driver.press("m")
        assert driver.shows(PlayScreen)
        await driver.press("r")
        assert driver.told[-1].startswith("the game is over")

    contest = drive(script, standard())
    assert contest.outcome is not None
    assert parse(contest.text()).headers["Result"] == "0-1"


def test_a_draw_if_the_score_is_level() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("o")
        assert driver.told[-1] == "Draw by agreement"

    contest = drive(script, standard())
    assert contest.outcome is not None
    assert contest.outcome.result == "1/2-1/2"


def test_no_draw_if_the_engine_is_better() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("o")
        assert driver.told[-1].startswith("the engine declines: its score is ")
        assert not driver.over()

    drive(script, Game(Position.of_fen("[k3q/q4/5/5/4K:0:1:w]")))


def test_two_people_agree_or_not() -> None:
    async def script(driver: Driver) -> None:
        await driver.play("e4")
        assert driver.contest.player is Color.BLACK
        await driver.press("o", "n")
        assert not driver.over()
        await driver.press("o")
        assert "White: do you accept a draw?" in driver.text
        await driver.press("y")
        assert driver.told[-1] == "Draw by agreement"

    drive(script, standard(), options=PlayOptions(engine=None))


def test_a_hint_says_why() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("h")
        assert driver.told[-1] == "Hint: Qh5: mate in 1 (proven), gives check"
        assert driver.view.pointer.name == "e2"

    drive(script, read(BEFORE_MATE))


def test_while_the_engine_thinks_the_keys_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine waits until it is stopped: with x it plays, with b its answer is not wanted any more."""

    async def script(driver: Driver) -> None:
        opponent = driver.screen.opponent
        real = opponent.reply
        release = threading.Event()
        asked: list[int] = []

        def slow(ticket: int, position: Position, seconds: float | None = None) -> Any:
            asked.append(ticket)
            release.wait()
            return real(ticket, position, seconds)

        monkeypatch.setattr(opponent, "reply", slow)
        monkeypatch.setattr(opponent, "hurry", release.set)
        await driver.type("e4")
        await driver.pilot.press("space")
        while not asked:
            await asyncio.sleep(0.001)
        assert driver.screen.thinking
        while "Black is thinking" not in driver.text:
            await asyncio.sleep(0.001)
        await driver.pilot.press("enter")
        assert driver.told[-1].startswith("it is the engine's turn")
        await driver.pilot.press("b")
        assert driver.contest.played == 0
        release.set()
        await driver.settle()
        assert driver.contest.played == 0
        release.clear()
        await driver.type("d4")
        await driver.pilot.press("space")
        while len(asked) < 2:
            await asyncio.sleep(0.001)
        await driver.pilot.press("x")
        await driver.settle()
        assert driver.contest.played == 2

    drive(script, standard())


def test_the_clock_runs_and_ends_the_game() -> None:
    seconds = [0.0]
    clocks = Clocks(TimeControl.parse("1+2"), Color, lambda: seconds[0])

    async def script(driver: Driver) -> None:
        assert "1:00" in driver.text
        seconds[0] = 10.0
        await driver.play("e4")
        assert clocks.left(Color.WHITE) == 52
        seconds[0] = 20.0
        driver.screen.tick()
        assert not driver.over()
        seconds[0] = 71.0
        driver.screen.tick()
        await driver.settle()
        assert driver.over()
        assert driver.outcome.text == "Black has no time left: White wins"

    contest = drive(script, standard(), options=PlayOptions(engine=None), clocks=clocks)
    assert "[%clk 0:00:52]" in contest.text()


@pytest.mark.parametrize("text", ["", "0", "a", "10+", "+5", "10+5+5", "-1", "99999", "1e3"])
def test_a_bad_clock_is_told(text: str) -> None:
    with pytest.raises(InvalidArgument, match=r"10\+5"):
        TimeControl.parse(text)


def test_the_game_is_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.5dpgn"

    async def script(driver: Driver) -> None:
        await driver.play("e4")
        await driver.type("d4")
        await driver.press("w")
        driver.app.screen.query_one(Input).value = str(file)
        await driver.press("enter")
        assert driver.told[-1] == f"written to {file}; the unfinished action (1 move) is not in it"
        await driver.press("w")
        driver.app.screen.query_one(Input).value = str(file)
        await driver.press("enter")
        assert "exists already" in str(driver.app.screen.query_one(".error", Static).render())
        await driver.press("escape")

    contest = drive(script, standard(), options=PlayOptions(engine=Color.BLACK, scores=True))
    saved = parse(file.read_text("utf-8"))
    assert [node.action for node in saved.main_line] == [node.action for node in contest.game.main_line]
    assert saved.main_line[0].score is None
    assert saved.main_line[1].score is not None


def test_leaving_asks_if_something_would_be_lost(tmp_path: Path) -> None:
    async def script(driver: Driver) -> None:
        await driver.play("e4")
        await driver.press("q")
        assert driver.shows(Choice)
        await driver.press("n")
        assert driver.shows(PlayScreen)
        await driver.press("q", "y")
        assert driver.app._exit

    drive(script, standard())

    async def leave(driver: Driver) -> None:
        await driver.play("e4")
        await driver.press("q")
        assert driver.app._exit

    drive(leave, standard(), options=PlayOptions(engine=Color.BLACK, output=tmp_path / "game.5dpgn"))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "theme"), [((80, 24), "dark"), ((40, 16), "print"), ((160, 50), "light")])
def test_every_key_is_listed_and_does_something(size: tuple[int, int], theme: str) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("question_mark")
        assert driver.shows(Help)
        await driver.press("escape")
        for key in PLAY_KEYS:
            assert hasattr(driver.screen, f"action_{key.action.partition('(')[0]}")
            for name in key.keys:
                if name in ("q",):
                    continue
                await driver.press(name)
                while not driver.shows(PlayScreen):
                    await driver.press("escape")
        assert not driver.over() or driver.outcome.text == "Draw by agreement"

    drive(script, standard(), size=size, look=Look(theme))


def test_the_tree_grows() -> None:
    async def script(driver: Driver) -> None:
        await driver.play("e4")
        lines = [line.text for line in driver.screen.query_one(TreePane).lines if line.kind == "action"]
        assert lines[0] == "e4"
        assert len(lines) == 2

    drive(script, standard())


def test_the_mouse_chooses_and_plays() -> None:
    async def script(driver: Driver) -> None:
        drawn = driver.view._drawn
        assert drawn is not None
        for name in ("(0T1w)e2", "(0T1w)e4"):
            square = parse_square(name)
            x, y = drawn.grid.square(0, 0, square.file, 7 - square.rank)
            assert drawn.square_at(x, y) == square
            await driver.pilot.click("BoardPane", offset=(x, y))
            await driver.settle()
        assert [str(move) for move in driver.contest.pending] == ["(0T1)e2>(0T1)e4"]

    drive(script, standard())


def test_a_contest_that_is_over_takes_no_moves() -> None:
    contest = create_contest(standard())
    contest.agree()
    assert not contest.movable
    with pytest.raises(MoveError, match="the game is over: Draw by agreement"):
        contest.enter("e4")
    assert not contest.undo()
    assert not contest.take_back(1)
