"""Every impossible move says why it is impossible."""

import pytest

import hyperchess as hc
from hyperchess.errors import InvalidMove
from hyperchess.multiverse import Position, start
from hyperchess.text import Severity


def after(text: str) -> Position:
    position = hc.parse(f'[Board "Standard"] {text}').final
    assert isinstance(position, Position)
    return position


@pytest.mark.parametrize(
    ("moves", "text", "reason"),
    [
        ("", "e5", "the pawn on e2 does not reach e5"),
        ("", "Bb5", "White's pawn on e2 is in the way"),
        ("", "Nd2", "White's pawn on d2 is in the way"),
        ("", "Nf9", "f9 is outside the 8x8 boards"),
        ("", "Na5", "no knight of White's reaches a5"),
        ("", "Ub3", "White has no unicorn"),
        ("", "Rcb3", "White has no rook on the c file"),
        ("", "e5e6", "White has no piece on e5"),
        ("1. e4 / e5", "exd5", "there is nothing to capture on d5"),
        ("1. e4 / e5", "e5", "Black's pawn on e5 is in the way"),
        ("1. e4 / e5", "e3", "the pawn on e4 does not reach e3"),
        ("1. e3 / e5", "e3e5", "the pawn on e3 has moved, so it advances by one square"),
        ("1. e4 / e5", "(0T1)a3", "the board (0T1) has been played"),
        ("1. e4 / e5", "(0T9)a3", "there is no board (0T9)"),
        ("1. e4 / e5", "(L1)a3", "White cannot play on timeline 1 now"),
        ("1. e4 / e5", "(T1)a3", "White cannot play on a board of turn 1 now"),
        ("1. e4 / e5", "(0T2)Ra1>>(0T1)a5", "the rook on a1 does not reach a5"),
        ("1. e4 / e5 2. a4 / a6", "(0T3)Ra1>>(0T1)a1", "White's rook on (0T2)a1 is in the way"),
        ("1. e4 / e5", "O-O", "White's bishop on f1 is in the way of castling"),
        (
            "1. e4 / e5 2. Ke2 / a6 3. Ke1 / a5 4. Nf3 / b6 5. Be2 / b5",
            "O-O",
            "castling needs a king that has not moved",
        ),
        (
            "1. Nf3 / a6 2. g3 / a5 3. Bg2 / b6 4. Rg1 / b5 5. Rh1 / c6",
            "O-O",
            "castling needs a rook that has not moved, and the one on h1 has",
        ),
        (
            "1. e4 / b6 2. Nf3 / Ba6 3. g3 / h6 4. Bh3 / h5",
            "O-O",
            "f1, which the king crosses or reaches, is attacked",
        ),
    ],
)
def test_a_text_that_no_move_fits_has_a_reason(moves: str, text: str, reason: str) -> None:
    position = after(moves) if moves else start("Standard")
    with pytest.raises(InvalidMove) as caught:
        position.read(text)
    assert str(caught.value) == f"no move fits {text!r}: {reason}"


def test_a_king_in_check_cannot_castle() -> None:
    position = Position.of_fen("[4k2r/8/8/8/8/8/4r3/4K*2R*:0:1:w]")
    with pytest.raises(InvalidMove, match="a king in check cannot castle"):
        position.read("O-O")


def test_a_reader_reports_the_reason_in_the_state_after_the_moves_before() -> None:
    game = hc.parse('[Board "Standard"] 1. e3 / Nf6 2. Nc3 / d5 3. (0T3)Nc3>>(0T2)c5 / (1T2)e6 (1T2)a6')
    (error,) = (problem for problem in game.problems if problem.severity is Severity.ERROR)
    assert error.message == "no piece of Black's can play (1T2)a6: the board (1T2) has been played"


def test_an_action_that_is_not_complete_names_the_board_that_waits() -> None:
    game = hc.parse('[Board "Standard - Two Timelines"] 1. (-0T1)e4 / (-0T1)e5')
    errors = [problem.message for problem in game.problems if problem.severity is Severity.ERROR]
    assert errors[0] == "not a legal action: the present is T1w: a move is still owed on the board (+0T1w)"


def test_an_action_that_leaves_a_check_names_the_attacker() -> None:
    game = hc.parse('[Board "Standard"] 1. e4 / e5 2. Qh5 / Ke7 3. Qxe5 / a6')
    errors = [problem.message for problem in game.problems if problem.severity is Severity.ERROR]
    assert errors[0].startswith("not a legal action: White's queen on (0T4w)e5 could capture Black's king")
