import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import hyperchess as hc
from hyperchess.errors import UnresolvedMove
from hyperchess.game import Game, Node, WrittenMove
from hyperchess.multiverse import Move, Position, start


def new_game(*actions: str) -> Game[Position, Move]:
    game: Game[Position, Move] = Game(start("Standard"))
    node = game.root
    for action in actions:
        node = node.add(node.position.read(action))
    return game


def test_the_main_line_is_the_first_child() -> None:
    game = new_game("e4", "e5")
    variation = game.root.add(game.root.position.read("d4"))
    assert [str(node.moves[0].move) for node in game.main_line] == ["(0T1)e2>(0T1)e4", "(0T1)e7>(0T1)e5"]
    variation.promote()
    assert game.main_line == [variation]
    variation.demote()
    assert len(game.main_line) == 2
    variation.promote(to_main=True)
    assert game.root.children[0] is variation
    variation.delete()
    assert len(game.main_line) == 2


def test_the_same_action_is_added_once_whatever_its_order() -> None:
    game: Game[Position, Move] = Game(start("Standard - Two Timelines"))
    one = game.root.add(game.root.position.read("(-0T1)Nf3 (+0T1)e3"))
    other = game.root.add(game.root.position.read("(+0T1)e3 (-0T1)Nf3"))
    assert one is other


def test_walk_goes_down_main_lines_first() -> None:
    game = new_game("e4", "e5", "Nf3")
    game.root.children[0].add(game.root.children[0].position.read("c5"))
    names = [str(node.moves[0].move).rsplit(")")[-1] for node in game.walk()]
    assert names == ["e4", "e5", "f3", "c5"]


def test_positions_are_found_again_in_long_games() -> None:
    knights = ["Nf3", "Nf6", "Ng1", "Ng8"] * 150
    game = new_game(*knights)
    assert game.main_line[0].position == start("Standard").play("Nf3")
    assert game.final.present.turn == 301
    assert len(game._positions) <= 512


def test_a_game_without_a_start_or_with_an_unresolved_move_has_no_position() -> None:
    game: Game[Position, Move] = Game(None)
    with pytest.raises(UnresolvedMove, match="does not say"):
        _ = game.final
    broken = hc.parse('[Board "Standard"] 1. e4 / Kh4 2. d4')
    assert not broken.end.is_resolved
    with pytest.raises(UnresolvedMove, match="cannot be followed beyond 'Kh4'"):
        _ = broken.final
    assert broken.main_line[0].position == start("Standard").play("e4")


def test_the_root_cannot_be_moved() -> None:
    with pytest.raises(ValueError, match="root"):
        new_game("e4").root.delete()


def test_results() -> None:
    assert hc.parse('[Result "1-0"] 1. e4').result == "1-0"
    assert hc.parse("1. e4 0-1").result == "0-1"
    assert hc.parse("1. e4 *").result == ""


def test_a_tree_that_a_reader_found_is_made_once_when_it_is_asked_for() -> None:
    made = []

    def grow(root: Node[Position, Move]) -> None:
        made.append(root)
        root.attach(tuple(map(WrittenMove, start("Standard").read("e4"))))

    game: Game[Position, Move] = Game(start("Standard"), grow=grow)
    assert not made
    with ThreadPoolExecutor(4) as threads:
        roots = set(threads.map(lambda _: game.root, range(8)))
    assert roots == {game.root} and game.root in made
    assert [str(node.moves[0].move) for node in game.main_line] == ["(0T1)e2>(0T1)e4"]


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
@pytest.mark.parametrize("text", ["1. e4 / e5 (2w. d4) 2w. Nf3", "K5,1|k5,8|P4,2+ 4,2>4,4|5,8>5,7"])
def test_a_copy_of_a_game_that_was_read_has_its_tree(text: str, twin: Callable[[Any], Any]) -> None:
    copied, game = twin(hc.parse(text)), hc.parse(text)
    assert [node.moves for node in copied.walk()] == [node.moves for node in game.walk()]
    assert copied.final == game.final
    assert all(node.game is copied for node in copied.walk())


def test_positions_of_long_games_that_were_read_are_found_again() -> None:
    moves = ["Nf3 / Nf6", "Ng1 / Ng8"]
    text = " ".join(f"{number + 1}. {moves[number % 2]}" for number in range(300))
    game = hc.parse(text, game=hc.MULTIVERSE)
    position = start("Standard")
    for node in game.main_line:
        assert node.action is not None
        position = position.play_legal(node.action)
        assert node.position == position
