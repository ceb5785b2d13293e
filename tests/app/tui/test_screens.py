"""The screens at the usual sizes of a terminal: what is in view, labels, and the place of messages."""

import re

import pytest

from hyperchess.app.tui.app import Previewer
from hyperchess.app.tui.infinite.view import InfiniteView
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.multiverse.layout import HUGE, SMALL, ZOOMS
from hyperchess.app.tui.multiverse.view import MultiverseView
from hyperchess.app.tui.play.multiverse.view import MultiversePlayView
from hyperchess.app.tui.play.turns import PlayOptions
from hyperchess.app.tui.screens.choice import Choice
from hyperchess.app.tui.screens.game import GameScreen
from hyperchess.app.tui.screens.prompt import Prompt
from hyperchess.app.tui.widgets.board_pane import BoardPane
from hyperchess.game import AnyGame, Game
from hyperchess.multiverse import MULTIVERSE, BoardAt, start
from tests.app.tui.driving import AppDriver, Remembers, run_script
from tests.app.tui.games import example
from tests.app.tui.playing import Driver, drive

SIZES = [(80, 24), (120, 40), (200, 50)]
FRIENDS = PlayOptions(engine=None)
LABEL = re.compile(r"◀\d+●?|●?\d+▶|▼?T\d+[wb]|present")


class RecordedPreviewer(Remembers, Previewer):
    """The previewer with its messages."""


def cut_after(label: str) -> AnyGame:
    """Return the example up to an action."""
    game = example()
    end = next(node for node in game.main_line if str(node.serial) == label)
    end.children = []
    return game


def in_view(view: MultiverseView) -> set[BoardAt]:
    drawn = view._drawn
    assert drawn is not None
    places = [
        (drawn.rows[row], drawn.columns[column]) for row in drawn.grid.rows for column in drawn.grid.columns
    ]
    boards = [line.board(half_turn) for line, half_turn in places]
    return {board.at for board in boards if board is not None}


def board_rows(driver: AppDriver) -> list[str]:
    """Return the rows of the screen that show boards."""
    region = driver.app.screen_stack[-1].query_one(BoardPane).region
    return [line[: region.right] for line in driver.text.split("\n")[region.y : region.bottom]]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("last", ["5w", "7w", "8w"])
def test_the_board_to_play_and_the_last_action_are_in_view(size: tuple[int, int], last: str) -> None:
    async def script(driver: Driver) -> None:
        view: MultiversePlayView = driver.view
        assert view.focus in driver.contest.position.mandatory
        seen = in_view(view)
        assert view.focus in seen
        assert {square.board for square in view.display.arrived} <= seen

    drive(script, cut_after(last), options=FRIENDS, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_two_timelines_are_in_view(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        grid = driver.view._drawn.grid
        assert len(grid.rows) >= 2
        assert grid.zoom.square >= SMALL.square

    drive(script, cut_after("8w"), options=FRIENDS, size=size)


def test_boards_grow_with_the_screen() -> None:
    zooms = []

    async def script(driver: Driver) -> None:
        zooms.append(driver.view._drawn.grid.zoom)

    for size in SIZES:
        drive(script, Game(start("Standard")), options=FRIENDS, size=size)
    assert [ZOOMS.index(zoom) for zoom in zooms] == sorted(map(ZOOMS.index, zooms))
    assert zooms[-1] is HUGE


def test_a_click_finds_the_square_on_every_zoom() -> None:
    view = MultiversePlayView()
    for zoom in ZOOMS[1:]:
        view.level = zoom
        view.draw(140, 44, Look())
        drawn = view._drawn
        assert drawn is not None
        spot = (drawn.grid.columns.start, drawn.grid.rows.start)
        x, y = drawn.grid.square(*spot, 4, 7)
        for across in range(zoom.square):
            for down in range(zoom.rows):
                found = drawn.square_at(x + across, y + down)
                assert found is not None
                assert found.name == "e1"


@pytest.mark.parametrize("width", [*range(20, 60), 98, 140])
def test_labels_of_the_ruler_do_not_touch(width: int) -> None:
    view = MultiverseView()
    game = example()
    for node in game.main_line[8::3]:
        assert node.parent is not None
        view.display = view.display.__class__(MULTIVERSE.expect(node.position))
        for focus in view.display.position.boards[::5]:
            view.focus = focus.at
            for view.level in ZOOMS:
                ruler = view.draw(width, 20, Look()).text.split("\n")[0]
                assert all(LABEL.fullmatch(label) for label in ruler.split()), ruler


@pytest.mark.parametrize("size", SIZES)
def test_messages_do_not_cover_boards(size: tuple[int, int]) -> None:
    async def play(driver: Driver) -> None:
        before = board_rows(driver)
        await driver.press("space")
        message = "Board L1 still needs a move"
        assert driver.told == [message]
        assert message in driver.text
        assert board_rows(driver) == before

    async def view(driver: AppDriver) -> None:
        before = board_rows(driver)
        await driver.press("backspace")
        assert "this is the start" in driver.text
        assert board_rows(driver) == before

    drive(play, cut_after("8w"), options=FRIENDS, size=size)
    run_script(RecordedPreviewer([example()]), AppDriver, view, size)


def test_ctrl_c_quits_or_asks() -> None:
    async def view(driver: AppDriver) -> None:
        await driver.press("g")
        assert [type(screen) for screen in driver.app.screen_stack][-1] is Prompt
        await driver.press("ctrl+c")
        assert [type(screen) for screen in driver.app.screen_stack][-1] is GameScreen
        assert not driver.app._exit
        await driver.press("ctrl+c")
        assert driver.app._exit

    async def play(driver: Driver) -> None:
        await driver.play("e4")
        await driver.press("ctrl+c")
        assert driver.shows(Choice)
        assert "Leave the game?" in driver.text
        await driver.press("ctrl+c")
        assert not driver.shows(Choice)
        assert not driver.app._exit

    run_script(RecordedPreviewer([example()]), AppDriver, view, (80, 24))
    drive(play, Game(start("Standard")), options=FRIENDS)


def test_squares_of_infinite_chess_grow_with_the_screen() -> None:
    view = InfiniteView()
    view.home()
    heights = []
    for size in ((52, 20), (78, 34), (140, 44)):
        canvas = view.draw(*size, Look(letters=True))
        drawn = view._drawn
        assert drawn is not None
        heights.append(drawn.rows)
        rows = canvas.text.split("\n")
        for square in view.position.pieces():
            cell = drawn.window.cell(square)
            x, y = drawn._at(*cell)
            assert rows[y][x] == view.position.pieces()[square].code[0]
            assert drawn.cell_at(x + drawn.cell - 1, y + drawn.rows - 1) == cell
    assert heights == [1, 1, 2]
