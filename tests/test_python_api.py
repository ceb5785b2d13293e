"""The Python API as users of python-chess expect it: texts, equality, iteration, visitors."""

import copy
import pickle
from collections.abc import Sequence
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import hyperchess as hc
from hyperchess import infinite, multiverse
from hyperchess.errors import MoveError
from hyperchess.game import Game
from hyperchess.text import Problem

STANDARD = multiverse.start("Standard")
PLANE = infinite.Position.parse("w (8|1) R0,0|P5,7|K90,-99|k50,80")


def test_nodes_are_added_by_text() -> None:
    game: Game[Any, Any] = Game(STANDARD)
    node = game.root.add("e4").add("Nc6")
    assert [step.text() for step in node.path] == ["e4", "Nc6"]
    assert game.root.add("e4") is node.parent
    endless: Game[Any, Any] = Game(PLANE)
    assert endless.root.add("0,0>0,7").position == PLANE.play("0,0>0,7")


@pytest.mark.parametrize(("start", "text"), [(STANDARD, "e5"), (STANDARD, "e2e9"), (PLANE, "0,0>1,1")])
def test_illegal_texts_are_not_added(start: Any, text: str) -> None:
    game: Game[Any, Any] = Game(start)
    with pytest.raises(hc.HyperchessError):
        game.root.add(text)
    assert not game.root.children


def test_an_action_that_leaves_the_king_in_check_is_not_added() -> None:
    game = hc.parse("1. e3 / f6 2. Qh5")
    with pytest.raises(MoveError):
        game.end.add("a6")


def test_a_move_of_an_action_is_made_by_text() -> None:
    start = multiverse.start("Standard - Two Timelines")
    once = start.move("(-0T1)e4")
    assert once.move("(+0T1)d4").submit() == start.play("(-0T1)e4 (+0T1)d4")
    with pytest.raises(hc.InvalidArgument, match="one move"):
        start.move("(-0T1)e4 (+0T1)d4")


def test_pieces_are_found_by_the_text_of_a_square() -> None:
    for text in ("(0T1w)e2", "(0T1)e2"):
        piece = STANDARD.piece(text)
        assert piece is not None
        assert piece.text == "P*"
    assert STANDARD.piece("(0T1w)e4") is None
    assert multiverse.Square.parse("(0T1w)e2") == multiverse.Square(
        multiverse.Timeline.of(0), 1, multiverse.Color.WHITE, 4, 1
    )
    assert infinite.Square.parse("0,-3") == infinite.Square(0, -3)
    assert str(PLANE.piece("0,0")) == str(PLANE.pieces()[infinite.Square(0, 0)])
    assert PLANE.piece("1,1") is None


def test_the_result_of_a_game_can_be_set() -> None:
    game = hc.parse('[Board "Standard"] [Result "1-0"] 1. e4 / e5')
    game.result = "0-1"
    assert (game.result, game.headers["Result"], game.end.result) == ("0-1", "0-1", "0-1")
    game.result = ""
    assert (game.result, "Result" in game.headers) == ("", False)
    with pytest.raises(hc.InvalidArgument, match="result"):
        game.result = "White wins"


def test_games_are_equal_if_their_content_is() -> None:
    text = '[Board "Standard"] (1w. d4) 1w. e4 {a comment} / e5! 1-0'
    game = hc.parse(text)
    assert game == hc.parse(text.replace("e4", "e2e4"))
    assert game == copy.deepcopy(game)
    assert game != text
    for other in ("(1w. c4) 1w. e4 {a comment} / e5! 1-0", "1. e4 {a comment} / e5! 1-0", "1. e4"):
        assert game != hc.parse(f'[Board "Standard"] {other}')
    for old, new in (("{a comment}", ""), ("!", ""), (" 1-0", ""), ("Standard", "Standard - Half Reflected")):
        assert game != hc.parse(text.replace(old, new))


def test_printing_a_position_shows_its_boards() -> None:
    assert "1 RNBQKBNR" in str(STANDARD)
    assert repr(STANDARD) == "<Position at T1w, White to move, 1 timelines>"


def test_moves_on_an_endless_board_are_iterated_up_to_a_limit() -> None:
    moves = PLANE.moves()
    assert list(moves) == list(moves.near())
    assert not moves.is_finite
    assert len(list(islice(moves, 7))) == 7


def test_the_previous_position_is_known_after_play() -> None:
    after = STANDARD.play("e4")
    assert after.previous is STANDARD
    assert STANDARD.previous is None
    assert pickle.loads(pickle.dumps(after)).previous is None
    assert PLANE.play("0,0>0,7").previous is PLANE


def test_variants_and_notations_of_both_games_are_listed() -> None:
    names = [variant.name for variant in hc.variants()]
    assert {"Standard", "Classical"} <= set(names)
    assert {"shad", "icn"} <= set(hc.notations())


def test_a_text_is_not_taken_for_a_path() -> None:
    for text in ("1. e4 / e5\n2. d4", "1. e4 " * 100):
        for read in (hc.read, hc.read_all, lambda path: list(hc.read_games(path))):
            with pytest.raises(hc.InvalidArgument, match="expected a path, found"):
                read(text)


class Recorder(hc.Visitor):
    """Records all calls; skips a game after `most` actions."""

    def __init__(self, most: int = 99) -> None:
        self.calls: list[object] = []
        self.most = most

    def begin_game(self, headers: Any, start: Any) -> bool | None:
        self.calls.append(dict(headers).get("White"))
        return None

    def visit_action(self, serial: hc.Serial, moves: Sequence[Any]) -> bool | None:
        self.calls.append(f"{serial} {moves[0]}")
        return serial.number < self.most

    def visit_comment(self, text: str) -> bool | None:
        self.calls.append(text)
        return None

    def end_game(self, result: str, problems: Sequence[Problem]) -> None:
        self.calls.append((result, len(problems)))


GAMES = """[Board "Standard"]
[White "Ada"]
1. e4 / e5 1-0

[Board "Standard"]
[White "Bob"]
1. d4 {a comment} / Kh4
"""


def test_a_visitor_sees_every_game() -> None:
    recorder = Recorder()
    assert hc.visit(StringIO(GAMES), recorder) == 2
    first, second = (
        ["1w (0T1)e2>(0T1)e4", "1b (0T1)e7>(0T1)e5"],
        ["1w (0T1)d2>(0T1)d4", "a comment", "1b None"],
    )
    assert recorder.calls == ["Ada", *first, ("1-0", 0), "Bob", *second, ("", 1)]


def test_a_visitor_can_skip_the_rest_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "games.5dpgn"
    path.write_text(GAMES, encoding="utf-8")
    recorder = Recorder(most=1)
    hc.visit(path, recorder)
    assert recorder.calls == ["Ada", "1w (0T1)e2>(0T1)e4", ("1-0", 0), "Bob", "1w (0T1)d2>(0T1)d4", ("", 1)]


def test_a_visitor_needs_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "root", property(lambda game: pytest.fail("the tree was created")))
    hc.visit(StringIO(GAMES.partition("\n\n")[0]), Recorder())
