"""Games of infinite chess in the terminal."""

from dataclasses import replace
from pathlib import Path

import pytest

from hyperchess.game import expect
from hyperchess.infinite import INFINITE

pytest.importorskip("textual")

from textual.widgets import Input, Static

from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.play.clocks import Clocks, TimeControl
from hyperchess.app.tui.play.games import create_contest
from hyperchess.app.tui.play.infinite.contest import InfiniteContest
from hyperchess.app.tui.play.keys import PLAY_KEYS
from hyperchess.app.tui.play.screen import PlayScreen
from hyperchess.app.tui.play.turns import PlayOptions
from hyperchess.app.tui.screens.choice import Choice
from hyperchess.app.tui.screens.prompt import Prompt
from hyperchess.errors import HyperchessError
from hyperchess.game import Game
from hyperchess.infinite import Color, Move, Position, Square
from hyperchess.notation.reading import parse
from hyperchess.notation.starts import game_of_variant
from tests.app.tui.playing import Driver, check_saved, drive
from tests.kernels import native

MATE_IN_ONE = "w R-10,1|R-10,-1|R-20,5|K60,70|k0,0"
FRIENDS = PlayOptions(engine=None)


def classical() -> Game[Position, Move]:
    return expect(game_of_variant("Classical"), INFINITE)


def game(position: str) -> Game[Position, Move]:
    return Game(Position.parse(position))


def contest(position: str) -> InfiniteContest:
    return InfiniteContest(game(position))


@native
def test_a_whole_game_against_level_1() -> None:
    async def script(driver: Driver) -> None:
        await driver.play_to_the_end(nodes=2_000)
        assert driver.outcome.text == "Checkmate: White wins"

    check_saved(drive(script, game("w K5,1|Q4,1|R1,1|R8,1|P4,2|k5,8|p5,7")), "1-0")


def test_a_piece_is_moved_with_the_keys_and_played_at_once() -> None:
    async def script(driver: Driver) -> None:
        assert driver.view.pointer in driver.contest.movable
        driver.view.point(Square(4, 2))
        await driver.press("enter")
        assert driver.screen.chosen == Square(4, 2)
        assert "pawn 4,2 chosen" in driver.text
        await driver.press("escape")
        assert driver.screen.chosen is None
        await driver.press("enter", "up", "up", "enter")
        assert driver.contest.played == 2  # with the reply of the engine
        assert str(driver.contest.game.main_line[0].action[0]) == "4,2>4,4"
        assert driver.contest.player is Color.WHITE
        assert driver.view.pointer == driver.contest.position.last.move.target

    drive(script, classical())


def test_a_slider_goes_as_far_as_it_likes() -> None:
    far = Square(5, 10**30)

    async def script(driver: Driver) -> None:
        driver.view.point(Square(5, 1))
        await driver.press("enter")
        assert "1 ray" in driver.text
        await driver.press("g")
        assert driver.shows(Prompt)
        driver.app.screen.query_one(Input).value = f"5, {far.y}"
        await driver.press("enter")
        assert driver.view.pointer == far
        assert driver.view.middle == far
        await driver.press("enter")
        assert driver.contest.position.pieces()[far].kind.name == "rook"
        await driver.press("g")
        driver.app.screen.query_one(Input).value = "five,1"
        await driver.press("enter")
        assert "-30,1000" in str(driver.app.screen.query_one(".error", Static).render())
        await driver.press("escape", "c")
        assert driver.view.pointer == Square(7, 7)

    drive(script, game("w K4,1|P4,2|P6,1|R5,1|P4,0|P5,0|P6,0|P3,1|P3,2|P3,0|k7,7"), options=FRIENDS)


def test_tab_goes_to_near_squares_and_to_far_ones_that_matter() -> None:
    rook = contest("w R0,0|K5,0|k90,95|r0,-700")
    stops = rook.stops(Square(0, 0))
    assert stops[0] == Square(0, 1)
    assert Square(0, -700) in stops  # taken there
    assert Square(0, 95) in stops  # a check there
    assert Square(0, 94) not in stops
    assert Square(0, 94) in rook.targets(Square(0, 0))
    assert Square(0, -701) not in rook.targets(Square(0, 0))
    assert set(rook.stops(None)) == {Square(0, 0), Square(5, 0)}
    assert rook.stops(Square(1, 1)) == ()


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("4,2>4,4", "4,2>4,4"),
        ("P4,2>4,4", "4,2>4,4"),
        ("N6,3", "7,1>6,3"),
        (" n 6 , 3 ", "7,1>6,3"),
    ],
)
def test_moves_are_typed_in_full_or_by_their_end(typed: str, played: str) -> None:
    played_on = InfiniteContest(classical())
    played_on.enter(typed)
    assert played_on.pending_text == played


@pytest.mark.parametrize(
    ("position", "typed", "message"),
    [
        ("w K0,0|R9,0|R9,9|k50,51", "R9,5", "2 pieces can go to 9,5: type 9,0>9,5 or 9,9>9,5"),
        ("w K0,0|R9,0|R9,9|k50,51", "B9,5", "no move of White fits 'B9,5'"),
        ("w (8|1) K0,0|P9,7|k50,51", "9,8", "say what the pawn becomes, as in 9,8=Q"),
        ("w K0,0|R9,0|k50,51", "", "type a move such as"),
        ("w K0,0|R9,0|k50,51", "hello", "a move is 4,2>4,4"),
        ("w K0,0|R9,0|k50,51", "9,0>10,1", "9,0"),
        ("w K0,0|R9,0|k50,51", "7,7>7,8", "7,7"),
        ("w K0,0|R9,0|k50,51", f"{'9' * 5000},1", "a square is"),
        ("w K0,0|R5,0|r9,0|k50,51", "5,0>5,1", "the king on 0,0 would be attacked by the rook"),
    ],
)
def test_wrong_moves_are_refused_where_they_are_typed(position: str, typed: str, message: str) -> None:
    played_on = contest(position)
    with pytest.raises(HyperchessError) as caught:
        played_on.enter(typed)
    assert message in str(caught.value)
    assert not played_on.pending


def test_what_cannot_be_done_is_told() -> None:
    async def script(driver: Driver) -> None:
        assert "Submit" not in driver.text
        driver.view.point(Square(4, 5))
        await driver.press("enter")
        assert driver.told[-1] == "there is no piece of White on 4,5"
        driver.view.point(Square(9, 9))
        await driver.press("enter")
        assert driver.told[-1] == "there is no piece of White on 9,9"
        driver.view.point(Square(3, 2))
        await driver.press("enter")
        assert driver.told[-1] == "the pawn on 3,2 has no move"
        driver.view.point(Square(7, 1))
        await driver.press("enter", "up", "up", "up", "enter")
        assert driver.told[-1] == "the knight on 7,1 cannot go there; Esc lets it go"
        await driver.press("b")
        assert driver.told[-1] == "there is no action of yours to take back"

    drive(script, game("w K5,1|P3,2|P4,7|N7,1|R1,1|k5,8|n3,3|p9,9"))


def test_a_pawn_promotes() -> None:
    async def script(driver: Driver) -> None:
        driver.view.point(Square(9, 7))
        await driver.press("enter", "up", "enter")
        assert driver.shows(Choice)
        assert "amazon" in driver.text
        await driver.press("escape")
        assert driver.contest.played == 0
        await driver.press("enter", "r")
        assert driver.contest.played == 1
        assert driver.contest.position.pieces()[Square(9, 8)].kind.name == "rook"
        await driver.press("b")
        await driver.type("9,8=am")
        assert driver.contest.position.pieces()[Square(9, 8)].kind.name == "amazon"

    drive(script, game("w (8;Q,R,AM|1) K0,0|P9,7|k50,51"), options=FRIENDS)


def test_a_pawn_may_stay_a_pawn_where_the_rules_allow_that() -> None:
    position = Position.parse("w (8;Q|1) K0,0|P9,7|k50,51")
    free = InfiniteContest(Game(position.with_settings(replace(position.settings, free_promotion=True))))
    moves = free.moves_between(Square(9, 7), Square(9, 8))
    assert {letter: name for letter, (name, _) in free.promotions(moves).items()} == {
        "q": "queen",
        "p": "pawn",
    }


def test_a_hint_says_why_and_a_draw_is_offered() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("h")
        assert driver.told[-1] == "Hint: rook -20,5>-20,0: mate in 1 (proven), gives check"
        assert driver.view.pointer == Square(-20, 5)
        await driver.press("o")
        assert driver.told[-1] == "Draw by agreement"  # it is about to be mated
        await driver.press("b")
        assert driver.told[-1] == "there is no action of yours to take back"

    drive(script, game(MATE_IN_ONE))


def test_taking_back_and_resigning() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("-20,5>-20,6")
        assert driver.contest.played == 2
        await driver.press("b")
        assert driver.contest.played == 0
        await driver.type("-20,5>-20,0")
        assert driver.outcome.result == "1-0"
        await driver.press("b")
        assert not driver.over()
        assert driver.contest.position == Position.parse(MATE_IN_ONE)
        await driver.press("r", "y")
        assert driver.told[-1] == "White resigns: Black wins"

    drive(script, game(MATE_IN_ONE))


def test_a_draw_is_claimed_by_the_move_rule() -> None:
    async def script(driver: Driver) -> None:
        assert "o claims a draw by the move rule" in driver.text
        await driver.press("o")
        assert driver.told[-1] == "Draw: White claims it by the move rule"

    played = drive(script, game("w 100/100 K0,0|R5,5|P9,9|k50,50|r60,60"))
    assert parse(played.text()).headers["Result"] == "1/2-1/2"


@pytest.mark.parametrize(
    ("position", "move", "text"),
    [
        ("w (koth|checkmate) K3,4|k50,51|R90,91", "3,4>4,4", "King of the hill: White wins"),
        ("w royalcapture K0,0|R9,0|k9,50", "9,0>9,50", "Royal piece captured: White wins"),
        ("w K0,0|B9,0|r8,1|n7,7|k50,51", "9,0>8,1", "Insufficient material: a draw"),
    ],
)
def test_every_game_ends_with_a_sentence(position: str, move: str, text: str) -> None:
    async def script(driver: Driver) -> None:
        await driver.type(move)
        assert driver.told[-1] == text

    drive(script, game(position), options=FRIENDS)


def test_the_window_follows_the_pointer() -> None:
    async def script(driver: Driver) -> None:
        view = driver.view
        middle, start = view.middle, view.pointer
        await driver.press("right", "up")
        assert view.pointer == start.plus((1, 1))
        assert view.middle == middle
        await driver.press("shift+left", "pagedown")
        assert view.pointer == start.plus((-4, -4))
        for _ in range(12):
            await driver.press("shift+right")
        assert view.pointer == start.plus((56, -4))
        assert view._sees(view.pointer)
        assert view.middle != middle
        await driver.press("f", "right")
        assert view.pointer == start.plus((55, -4))
        await driver.press("minus", "left")
        assert (view.scale, view.pointer) == (10, start.plus((65, -4)))
        await driver.press("plus", "c")
        assert view.pointer in driver.contest.movable
        await driver.press("v")
        assert " at " in driver.told[-1]

    drive(script, classical())


def test_the_mouse_chooses_and_plays() -> None:
    async def script(driver: Driver) -> None:
        for square in (Square(4, 2), Square(4, 4)):
            drawn = driver.view._drawn
            x, y = drawn._at(*drawn.window.cell(square))
            await driver.pilot.click("BoardPane", offset=(x, y))
            await driver.settle()
        assert str(driver.contest.game.main_line[0].action[0]) == "4,2>4,4"

    drive(script, classical())


# No piece is chosen, no thought runs, an action is one move, and the view is as close as it can be.
NOTHING_TO_DO = {"escape", "x", "backspace", "u", "space", "s", "plus", "equals_sign"}


@pytest.mark.slow
@pytest.mark.parametrize(("size", "theme"), [((80, 24), "dark"), ((40, 16), "print")])
def test_every_key_does_something(size: tuple[int, int], theme: str) -> None:
    def seen(driver: Driver) -> tuple[object, ...]:
        return driver.text, len(driver.told), driver.view.pointer, driver.screen.look

    async def script(driver: Driver) -> None:
        for name in (name for key in PLAY_KEYS for name in key.keys if name != "q"):
            if name == "c":
                await driver.press("shift+right")  # it returns from here
            before = seen(driver)
            await driver.press(name)
            assert seen(driver) != before or name in NOTHING_TO_DO, name
            while not driver.shows(PlayScreen) or driver.screen.chosen is not None:
                await driver.press("escape")
        assert not driver.over() or driver.outcome.text == "Draw by agreement"

    drive(script, classical(), size=size, look=Look(theme))


@pytest.mark.slow
def test_clocks_and_scores_are_saved(tmp_path: Path) -> None:
    seconds = [0.0]
    clocks = Clocks(TimeControl.parse("1+2"), (Color.WHITE, Color.BLACK), lambda: seconds[0])
    file = tmp_path / "game.icn"

    async def script(driver: Driver) -> None:
        seconds[0] = 10.0
        await driver.type("4,2>4,4")
        await driver.press("w")
        driver.app.screen.query_one(Input).value = str(file)
        await driver.press("enter")
        assert driver.told[-1] == f"written to {file}"

    options = PlayOptions(engine=Color.BLACK, scores=True)
    drive(script, classical(), options=options, clocks=clocks)
    saved = parse(file.read_text("utf-8"))
    assert [node.clock and node.clock.seconds for node in saved.main_line] == [52.0, 62.0]
    assert [node.score is None for node in saved.main_line] == [True, False]
    assert saved.headers["Variant"] == "Classical"


def test_a_player_may_move_twice_in_a_row() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("0,0>0,1")
        assert driver.contest.player is Color.WHITE
        await driver.type("0,1>0,2")
        assert driver.contest.played == 3
        await driver.press("b")
        assert driver.contest.played == 1

    drive(script, game("w:w:b K0,0|R3,3|k50,51|r60,61"))


def test_a_game_for_three_is_refused() -> None:
    with pytest.raises(InputError, match="two players are needed, and this game has 3"):
        create_contest(game("w:b:r K0,0|k9,9|3K50,50"))
