"""The widget without a front end: requests and their answers, and what Python sees."""

from typing import Any

import pytest

import hyperchess as hc
from hyperchess.app.notebook.widget import BoardWidget
from hyperchess.errors import HyperchessError

_TEXT = "1. e3 / f6 2. Qe2 / Nc6"


class _Asked(BoardWidget):
    """A widget that keeps what it sends."""

    sent: list[Any]

    def send(self, content: Any, buffers: Any = None) -> None:
        self.sent = [*getattr(self, "sent", []), content]

    def ask(self, **request: Any) -> Any:
        self._handle_custom_msg({"id": "a", **request}, [])
        return self.sent[-1]


def test_positions_and_moves_are_those_of_the_game() -> None:
    board = _Asked(hc.parse(_TEXT))
    position = board.ask(type="position", node=4, pending=[])["result"]
    assert (position["player"], position["present"]) == ("white", 6)
    moves = board.ask(type="targets", node=4, pending=[], square=[0, 6, 4, 1])["result"]["moves"]
    assert "(0T3)e2>(0T3)h5" in [move["text"] for move in moves]
    pending = board.ask(type="position", node=4, pending=["(0T3)e2>(0T3)h5"])["result"]
    assert pending["may_submit"] is True


def test_a_played_action_arrives_in_python() -> None:
    board = _Asked(hc.parse(_TEXT))
    heard: list[Any] = []
    board.observe(lambda change: heard.append(change["new"]), "action")
    answer = board.ask(type="play", parent=4, moves=["(0T3)e2>(0T3)h5"])["result"]
    assert (answer["node"], answer["revision"], board.node) == (5, 2, 5)
    assert heard == [["(0T3)e2>(0T3)h5"]]
    assert board.position.status.word == "checkmate"
    assert hc.write(board.game, "shad").splitlines()[-1] == "3. Qh5#"
    assert "does not reach h8" in board.ask(type="play", parent=4, moves=["(0T3)e2>(0T3)h8"])["error"]
    board.playable = False
    assert (
        board.ask(type="play", parent=4, moves=["(0T3)e2>(0T3)e3"])["error"] == "this board is not playable"
    )


def test_values_set_from_python_are_shown() -> None:
    board = _Asked(hc.parse(_TEXT).main_line[1])
    assert board.node == 2
    before = board._study["id"]
    board.position = hc.infinite.start("Classical")
    assert (board._study["game"], board.node, board._study["id"] != before) == ("infinite", 0, True)
    board.game = hc.parse(_TEXT)
    assert (board._study["game"], board.node) == ("5d", 4)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(HyperchessError, match="a game, a node or a position, not int"):
        hc.widget(5)
