"""`node.text()`: the moves of a node are spelled as the writer of the whole game spells them."""

import subprocess
import sys

import pytest

import hyperchess as hc
from hyperchess.errors import InvalidArgument, WrongGame
from hyperchess.game import Game, WrittenMove
from hyperchess.multiverse import start
from tests.notation.icn.random_icn_games import random_icn_game
from tests.notation.random_games import random_game


@pytest.mark.parametrize("name", ["branched", "shad", "raw"])
@pytest.mark.parametrize("seed", range(8))
def test_nodes_of_5d_chess_read_as_in_the_text_of_the_game(name: str, seed: int) -> None:
    game = random_game(seed, variations=0)
    for node in game.walk():
        node.comments = []
    written = " ".join(hc.write(game, name).split())
    place = 0
    for node in game.main_line:
        place = written.index(node.text(name), place)


@pytest.mark.parametrize("name", ["icn", "icn-legacy", "icn-site"])
@pytest.mark.parametrize("seed", range(8))
def test_nodes_of_infinite_chess_read_as_in_the_text_of_the_game(name: str, seed: int) -> None:
    game = random_icn_game(seed, variations=0)
    written = hc.write(game, name, form="long")
    for node in game.main_line:
        if len(node.evaluation) <= 2 and game.start is not None and game.start.player.name == "WHITE":
            assert node.text(name) in written


def test_the_default_is_the_notation_that_holds_most() -> None:
    game = hc.parse("1. e4 / e5 (2w. d4!?) 2. Ng1f3")
    assert [node.text() for node in game.walk()] == ["e4", "e5", "Nf3", "d4!?"]
    assert game.root.text() == ""
    endless = hc.parse("w (8|1) P4,7|K5,1|k3,9 4,7>4,8Q ! | k3,9>2,9")
    assert [node.text() for node in endless.main_line] == ["P4,7 > 4,8 =Q+ !", "k3,9 > 2,9"]


def test_what_cannot_be_followed_stays_as_it_was_written() -> None:
    game = hc.parse("1. e4 / xyzzy 2. d4")
    assert [node.text("raw") for node in game.main_line] == ["(0T1)e2>(0T1)e4", "xyzzy", "d4"]
    unknown: Game[object, object] = Game(None)  # type: ignore[type-var]
    assert unknown.root.attach((WrittenMove(None, "Qh5", "!"),)).text() == "Qh5!"


def test_notations_that_write_whole_games_only() -> None:
    node = hc.parse("1. e4").end
    with pytest.raises(InvalidArgument, match="the text of a node is in branched, shad, raw"):
        node.text("dynamical")
    with pytest.raises(WrongGame, match="writes moves of infinite chess, not of 5D chess"):
        node.text("icn")


def test_a_game_knows_its_notations_though_nobody_imported_them() -> None:
    code = (
        "from hyperchess.game import Game; from hyperchess.multiverse import start; import sys;"
        "node = Game(start('Standard')).root.add(start('Standard').read('e4'));"
        "print('hyperchess.notation' in sys.modules, node.text('raw'))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "(0T1)e2>(0T1)e4"]
    assert Game(start("Standard")).root.text("shad") == ""
