"""Small games for the tests of the page, and a helper for squares."""

__all__ = ["CASTLING", "JUMP", "MATE", "PROMOTION", "PUZZLE", "at"]

JUMP = '[Board "Standard"]\n1. e3 / Nf6 2. Bb5 / e6 3. c3 / Ne4 4. Qb3 / Qf6\n'
"""White's queen on b3 can capture on f7, four turns ago: a branching jump that is not yet mate."""

PROMOTION = '[Board "custom"]\n[Size "4x4"]\n[Promotions "Q,N"]\n[3k/P3/4/3K:0:1:w]\n'
CASTLING = '[Board "Standard"]\n1. e3 / e6 2. Nf3 / Nf6 3. Be2 / Be7\n'
MATE = '[Board "Standard"]\n1. e3 / f6 2. Qe2 / Nc6\n'
PUZZLE = '[Size "4x4"]\n[Board "custom"]\n[Puzzle "mate-in-2"]\n[k3/p3/2N1/K2R:0:1:w]\n1. Rb1 / a2 2. Rb4#\n'


def at(turn: int, name: str, *, row: int = 0, black: bool = False) -> list[int]:
    """A square by the turn of its board and its name.

    >>> at(5, "b3"), at(1, "f7", black=True)
    ([0, 10, 1, 2], [0, 3, 5, 6])
    """
    return [row, 2 * turn + black, "abcdefgh".index(name[0]), int(name[1:]) - 1]
