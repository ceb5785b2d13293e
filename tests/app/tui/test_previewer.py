"""The previewer as a whole, driven by keys and pointer as a person would."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from hyperchess.app.tui.app import Previewer
from hyperchess.app.tui.infinite.view import InfiniteView
from hyperchess.app.tui.keys import KEYS
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.multiverse.layout import LARGE, SMALL
from hyperchess.app.tui.multiverse.view import MultiverseView
from hyperchess.app.tui.screens.export import Export
from hyperchess.app.tui.screens.game import GameScreen
from hyperchess.app.tui.screens.help import Help
from hyperchess.app.tui.widgets.board_pane import BoardPane
from hyperchess.app.tui.widgets.problems_pane import ProblemsPane
from hyperchess.app.tui.widgets.tree_pane import TreePane
from hyperchess.budget import Budget
from hyperchess.game import AnyGame, Game
from hyperchess.infinite import Square
from hyperchess.notation.reading import parse
from tests.app.tui.driving import AppDriver, Remembers, run_script
from tests.app.tui.games import BROKEN, TWO_MOVES, example, infinite, tree


@pytest.fixture(autouse=True)
def without_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict in the status line has a moment of time; here it has as long as it takes."""
    monkeypatch.setattr("hyperchess.app.tui.multiverse.view._QUICK", Budget())


SMALL_SCREEN = (80, 24)
LARGE_SCREEN = (200, 60)
SIZES = [SMALL_SCREEN, LARGE_SCREEN]


class Recorded(Remembers, Previewer):
    """A previewer whose messages can be read."""


class Driver(AppDriver):
    """A running previewer."""

    def __init__(self, app: Recorded, pilot: Pilot[None]) -> None:
        super().__init__(app, pilot)
        self.cursor = app.cursor

    @property
    def game_screen(self) -> GameScreen:
        return cast(GameScreen, self.app.screen_stack[1])

    @property
    def view(self) -> Any:
        return self.game_screen.board_view

    def shows(self, kind: type) -> bool:
        """Return whether this view, screen or widget is visible."""
        parts = [self.view, self.app.screen, *self.app.screen.query("*")]
        return any(isinstance(part, kind) and getattr(part, "display", True) for part in parts)

    async def type(self, text: str) -> None:
        self.app.screen.query_one(Input).value = text
        await self.press("enter")


def drive(
    script: Callable[[Driver], Awaitable[None]],
    *games: AnyGame,
    size: tuple[int, int] = SMALL_SCREEN,
    look: Look | None = None,
) -> None:
    app = Recorded(games, look=look or Look(letters=True), name="game.5dpgn")
    run_script(app, Driver, script, size)


@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_stepped_through(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        assert "Start · White to move" in driver.text
        assert "game.5dpgn" in driver.text
        await driver.press("space", "space")
        assert driver.cursor.label == "1b"
        assert "1b. Nf6" in driver.text
        await driver.press("end")
        assert driver.cursor.label == "8b"
        assert "checkmate" in driver.text
        assert "▼T2w" in driver.text
        assert "●[-1T2w]" in driver.text
        await driver.press("space")
        assert driver.told == ["this is the end of the line"]
        await driver.press("k", "backspace")
        assert driver.cursor.label == "7b"
        await driver.press("home")
        assert driver.cursor.label == ""

    drive(script, example(), size=size)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "zoom"), [(SMALL_SCREEN, SMALL), (LARGE_SCREEN, LARGE)])
def test_boards_are_as_large_as_the_screen_allows(size: tuple[int, int], zoom: object) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("end")
        assert driver.view._drawn.grid.zoom is zoom
        await driver.press("minus", "minus", "minus")
        assert "! 32" in driver.text
        await driver.press("plus", "plus")
        assert "a b c d e f g h" in driver.text

    drive(script, example(), size=size)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_view_pans_as_in_the_previewer_people_know(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        view = driver.view
        assert driver.shows(MultiverseView)
        await driver.press("end", "down")
        assert str(view.focus) == "(0T2w)"
        await driver.press("right", "d")
        assert str(view.focus) == "(0T3w)"
        await driver.press("left", "a", "s", "w", "up")
        assert str(view.focus) == "(-1T2w)"
        await driver.press("shift+right", "D")
        assert str(view.focus) == "(-1T6w)"
        await driver.press("c")
        assert str(view.focus) == "(-1T2w)"
        await driver.press("tab")
        assert "T2w" in driver.text
        assert "T2b" not in driver.text.splitlines()[1]
        assert driver.told[-1] == "White's boards only"

    drive(script, example(), size=size)


def test_moves_of_one_action_are_single_steps() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("space")
        assert "1w. move 1 of 2: (-0T1)e3 · White is moving" in driver.text
        await driver.press("space")
        assert "1w. (-0T1)e3 (+0T1)Nf3 · Black to move" in driver.text
        await driver.press("b")
        assert driver.cursor.step == 1
        await driver.press("j")
        assert driver.cursor.step == 2

    drive(script, parse(TWO_MOVES))


def test_variations_and_comments_stand_beside_the_boards() -> None:
    async def script(driver: Driver) -> None:
        assert "│ 2w  d4" in driver.text
        assert "solid" in driver.text
        await driver.press("j", "j", "j", "v")
        assert driver.cursor.text == "d4"
        assert "2w ▸d4" in driver.text
        await driver.press("left_square_bracket")
        assert driver.cursor.text == "Nf3"
        await driver.press("k", "right_square_bracket")
        assert driver.told[-1] == "there is no other variation at this place"

    drive(script, tree())


def test_the_pointer_chooses_boards_and_actions() -> None:
    async def script(driver: Driver) -> None:
        pane = driver.game_screen.query_one(TreePane)
        line = next(index for index, line in enumerate(pane.lines) if line.text == "exd4")
        await driver.pilot.click(TreePane, offset=(6, line))
        await driver.settle()
        assert (driver.cursor.label, driver.cursor.text) == ("2b", "exd4")
        rows = driver.text.splitlines()
        y = next(index for index, row in enumerate(rows) if "0T2b" in row)
        await driver.pilot.click(offset=(rows[y].index("0T2b"), y + 2))
        await driver.settle()
        assert str(driver.view.focus) == "(0T2b)"
        assert "0T2b, played" in driver.text

    drive(script, tree())


def test_the_wheel_pans() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("end")
        pane = driver.game_screen.query_one(BoardPane)
        await driver.pilot._post_mouse_events([_event("MouseScrollDown")], pane)
        await driver.settle()
        assert str(driver.view.focus) == "(0T2w)"
        await driver.pilot._post_mouse_events([_event("MouseScrollRight"), _event("MouseScrollUp")], pane)
        await driver.pilot._post_mouse_events([_event("MouseScrollLeft")], pane)
        await driver.pilot._post_mouse_events([_event("MouseScrollDown")], pane, shift=True)
        await driver.settle()
        assert str(driver.view.focus) == "(-1T2b)"

    drive(script, example())


def _event(name: str) -> Any:
    from textual import events

    return getattr(events, name)


def test_go_to_actions_and_boards() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("g")
        await driver.type("5w")
        assert driver.cursor.label == "5w"
        await driver.press("g")
        await driver.type("0T3b")
        assert str(driver.view.focus) == "(0T3b)"
        await driver.press("g")
        await driver.type("99b")
        assert "there is no action 99b" in driver.text
        await driver.press("escape")
        assert driver.shows(GameScreen)

    drive(script, example())


def test_search_goes_from_hit_to_hit() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("n")
        assert driver.told == ["search first, with /"]
        await driver.press("slash")
        await driver.type("nothing like this")
        assert "nothing has 'nothing like this' in it" in driver.text
        await driver.type("FAR")
        assert (driver.cursor.index, driver.cursor.label) == (1, "1w")
        assert driver.shows(InfiniteView)
        await driver.press("slash")
        await driver.type("exd4")
        assert (driver.cursor.index, driver.cursor.text) == (0, "exd4")
        await driver.press("N")
        assert driver.told[-1] == "hit 1 of 1: action 2b"

    drive(script, tree(), infinite())


def test_flip_letters_and_themes() -> None:
    async def script(driver: Driver) -> None:
        assert "♜" in driver.text
        await driver.press("u")
        assert "♜" not in driver.text
        assert "rnbqkbnr" in driver.text
        await driver.press("f")
        assert "RNBKQBNR" in driver.text
        seen = []
        for _ in range(4):
            await driver.press("t")
            seen.append(driver.app.theme)
        assert seen == ["hyperchess-light", "hyperchess-contrast", "hyperchess-print", "hyperchess-dark"]

    drive(script, tree(), look=Look())


def test_problems_open_below_and_say_where_the_game_stops() -> None:
    async def script(driver: Driver) -> None:
        assert "1 problem (!)" in driver.text
        await driver.press("end")
        assert "The game stops at 2w. Nf9" in driver.text
        await driver.press("exclamation_mark")
        assert driver.shows(ProblemsPane)
        assert "error[illegal-move]" in driver.text
        assert "^^^" in driver.text
        await driver.press("exclamation_mark")
        assert not driver.shows(ProblemsPane)
        await driver.press("home")
        assert driver.cursor.label == ""

    drive(script, parse(BROKEN))


@pytest.mark.slow
def test_export_shows_losses_copies_and_saves(tmp_path: Path) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("e")
        screen = driver.app.screen
        assert isinstance(screen, Export)
        options = screen.query_one(OptionList)
        names = [options.get_option_at_index(index).prompt for index in range(options.option_count)]
        options.highlighted = names.index("raw")
        await driver.settle()
        assert "lost:" in driver.text
        assert "(0T1)e2>(0T1)e4" in driver.text
        await driver.press("c")
        assert "(0T1)e2>(0T1)e4" in driver.app.clipboard
        await driver.press("s")
        await driver.type(str(tmp_path / "game.txt"))
        assert (tmp_path / "game.txt").read_text(encoding="utf-8") == driver.app.clipboard
        await driver.press("s")
        await driver.type(str(tmp_path / "game.txt"))
        assert "exists already" in str(driver.app.screen.query_one(".error", Static).render())
        await driver.press("escape", "escape")
        assert driver.shows(GameScreen)

    drive(script, tree(), size=(120, 40))


def test_copy_without_asking() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("y")
        assert "Nf3" in driver.app.clipboard
        await driver.press("Y")
        assert driver.app.clipboard.startswith("[r*nbqk*bnr*")
        assert driver.told[-1].startswith("copied ")

    drive(script, tree())


def test_help_lists_every_key() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("question_mark")
        assert driver.shows(Help)
        for key in KEYS:
            assert key.name in driver.text
        await driver.press("escape")
        assert driver.shows(GameScreen)

    drive(script, tree(), size=LARGE_SCREEN)


def test_several_games_of_a_file() -> None:
    async def script(driver: Driver) -> None:
        assert "game 1 of 2" in driver.text
        await driver.press("greater_than_sign")
        assert "game 2 of 2" in driver.text
        assert driver.shows(InfiniteView)
        await driver.press("greater_than_sign")
        assert driver.told[-1] == "there is no other game: the file has 2 games"
        await driver.press("less_than_sign")
        assert driver.shows(MultiverseView)

    drive(script, tree(), infinite())


@pytest.mark.parametrize("size", SIZES)
def test_infinite_boards_pan_freely(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        view = driver.view
        assert driver.shows(InfiniteView)
        await driver.press("space")
        assert view.middle == Square(-(10**12), 1)
        assert "Q•" in driver.text
        await driver.press("right", "up", "shift+right")
        assert view.middle == Square(6 - 10**12, 2)
        await driver.press("g")
        await driver.type("123456789012345678901234567890,-7")
        assert view.middle == Square(123456789012345678901234567890, -7)
        assert "nothing stands there" in driver.text
        await driver.press("tab")
        assert driver.told[-1] == "White queen at -10^12,1"
        await driver.press("minus", "c")
        assert view.scale == 1

    drive(script, infinite(), size=size)


def test_a_narrow_screen_keeps_the_boards() -> None:
    async def script(driver: Driver) -> None:
        assert not driver.shows(TreePane)
        assert "[0T1w]" in driver.text
        await driver.press("m")
        assert driver.shows(TreePane)
        await driver.pilot.resize_terminal(120, 40)
        await driver.settle()
        assert "solid" in driver.text

    drive(script, tree(), size=(44, 16))


def test_a_game_without_a_start_is_text_only() -> None:
    async def script(driver: Driver) -> None:
        assert "The start of this game is not known." in driver.text
        await driver.press("left", "plus", "tab", "c", "space", "Y")
        assert driver.told[-1] == "there is no position to write"
        await driver.press("q")

    drive(script, Game(None, {"White": "Nobody"}))
