import pytest
from hypothesis import given

from hyperchess.errors import InvalidArgument
from hyperchess.multiverse import PIECES, Board, Color, Piece
from hyperchess.multiverse.syntax.fen import parse_board
from tests.strategies import boards


def test_squares_are_addressed_by_file_and_rank_from_zero() -> None:
    board = parse_board("[k*q1/3/1R*K:0:1:w]")
    assert board[0, 2] == Piece(PIECES["K"], Color.BLACK, unmoved=True)
    assert board[2, 0] == Piece(PIECES["K"], Color.WHITE)
    assert board[1, 1] is None
    for place in ((3, 0), (0, 3), (-1, 0)):
        with pytest.raises(InvalidArgument):
            board[place]


@pytest.mark.slow
@given(boards())
def test_pieces_make_the_board_again(board: Board) -> None:
    pieces = {(square.file, square.rank): piece for square, piece in board.pieces()}
    assert Board.of_pieces(board.at, board.width, board.height, pieces) == board


def test_the_hash_of_one_board_counts_its_place() -> None:
    here = parse_board("[k1/1K:0:1:w]")
    there = parse_board("[k1/1K:0:1:b]")
    assert here.cells == there.cells
    assert here.hash() != there.hash()
