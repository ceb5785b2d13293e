"""Every impossible move says what prevents it."""

import pytest

from hyperchess.errors import InvalidMove
from hyperchess.infinite import Position


@pytest.mark.parametrize(
    ("position", "move", "message"),
    [
        (
            "w K5,1+|R8,1+|B6,1|k5,8",
            "5,1>7,1",
            "the king cannot go from 5,1 to 7,1: White's bishop on 6,1 is in the way",
        ),
        (
            "w K5,1|R8,1+|k5,8",
            "5,1>7,1",
            "the king cannot go from 5,1 to 7,1: the king has no right to castle",
        ),
        (
            "w K5,1+|R8,1|k5,8",
            "5,1>7,1",
            "the king cannot go from 5,1 to 7,1: the rook on 8,1 has no right to castle",
        ),
        (
            "w K5,1+|k5,8",
            "5,1>7,1",
            "the king cannot go from 5,1 to 7,1: there is no piece to castle with on that side",
        ),
        (
            "w K5,1+|R7,1+|k5,8",
            "5,1>7,1",
            "the king cannot go from 5,1 to 7,1: the rook on 7,1 is too near to castle with",
        ),
        (
            "w K5,1+|R8,1+|r6,9|k1,8",
            "5,1>7,1",
            "the king cannot go from 5,1 to 7,1: 6,1, which it crosses or reaches, is attacked",
        ),
        ("w K5,1+|R8,1+|r5,9|k1,8", "5,1>7,1", "the king cannot go from 5,1 to 7,1: the king is in check"),
        (
            "w K5,1|R0,0|p0,9|k5,8",
            "0,0>0,20",
            "the rook cannot go from 0,0 to 0,20: Black's pawn on 0,9 is in the way",
        ),
        (
            "w K5,1|R0,0|P0,9|k5,8",
            "0,0>0,9",
            "the rook cannot go from 0,0 to 0,9: White's pawn on 0,9 is in the way",
        ),
        (
            "w K5,1|P0,2|k5,8",
            "0,2>0,4",
            "the pawn cannot go from 0,2 to 0,4: it may no longer advance by two squares",
        ),
        (
            "w K5,1|P0,2+|n0,3|k5,8",
            "0,2>0,4",
            "the pawn cannot go from 0,2 to 0,4: Black's knight on 0,3 is in the way",
        ),
        (
            "w K5,1|P0,2|k5,8",
            "0,2>1,3",
            "the pawn cannot go from 0,2 to 1,3: there is nothing to capture on 1,3",
        ),
        ("w K5,1|N0,2|k5,8", "0,2>0,3", "the knight cannot go from 0,2 to 0,3"),
    ],
)
def test_an_impossible_move_has_a_reason(position: str, move: str, message: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        Position.parse(position).play(move)
    assert str(caught.value) == message
