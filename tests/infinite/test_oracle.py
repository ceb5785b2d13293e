"""Legal moves against brute force on random positions with all pieces."""

import pytest

from hyperchess.infinite import Position, Square
from tests import nightly
from tests.infinite.oracle import Window, in_check, legal_moves
from tests.infinite.strategies import fairy_position

WINDOW = (-14, 15, -13, 16)


def compare(position: Position, window: Window = WINDOW) -> None:
    expected = legal_moves(position, window)
    moves = position.moves()
    found = [str(move) for move in moves.within(*window)]
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert moves.count(*window) == len(expected)
    assert bool(position.checks()) == in_check(position, dict(position.pieces()), position.player)
    if expected:
        assert moves.exist
    for text in expected:
        assert text in moves
    tried = [
        f"{start}>{Square(x, y)}"
        for start, piece in position.pieces().items()
        if piece.color is position.player and not piece.kind.is_pawn
        for x in range(-8, 9)
        for y in range(-8, 9, 3)
    ]
    assert [text for text in tried if text in moves] == [text for text in tried if text in expected]


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_legal_moves_agree_with_brute_force(block: int) -> None:
    for seed in range(40 * block, 40 * (block + 1)):
        compare(fairy_position(seed))


@pytest.mark.nightly
@pytest.mark.parametrize("first", nightly.seeds("infinite moves"))
def test_legal_moves_agree_with_brute_force_on_thousands(first: int) -> None:
    for seed in range(first, first + 60):
        compare(fairy_position(seed))


def test_the_random_positions_are_worth_testing() -> None:
    positions = [fairy_position(seed) for seed in range(160)]
    assert sum(bool(position.checks()) for position in positions) > 40
    assert sum(position.status.is_over for position in positions) > 5
    codes = {piece.kind.code for position in positions for piece in position.pieces().values()}
    assert len(codes) == 22
