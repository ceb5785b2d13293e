"""One two-dimensional board at its place in the multiverse: an immutable value.

>>> from hyperchess.multiverse import PIECES, Color, Timeline
>>> at = BoardAt(Timeline.of(0), 1, Color.WHITE)
>>> board = Board.of_pieces(at, 3, 3, {(2, 2): Piece(PIECES["K"], Color.BLACK, unmoved=True)})
>>> board.fen()
'[2k*/3/3:0:1:w]'
>>> board[2, 2].text, board[0, 0]
('k*', None)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from hyperchess.multiverse.coordinates import BoardAt, Square
from hyperchess.multiverse.hashing import fen_hash
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, Piece

__all__ = ["Board"]


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces of one board, and where it stands.

    `cells` holds one byte per square (`Piece.code`, or 0), file by file, rank 1 first.
    """

    at: BoardAt
    width: int
    height: int
    cells: bytes

    @staticmethod
    def of_pieces(at: BoardAt, width: int, height: int, pieces: Mapping[tuple[int, int], Piece]) -> Board:
        """A board from its pieces by (file, rank), both counted from 0."""
        cells = bytearray(width * height)
        for (file, rank), piece in pieces.items():
            cells[rank * width + file] = piece.code
        return Board(at, width, height, bytes(cells))

    def __getitem__(self, place: tuple[int, int]) -> Piece | None:
        """The piece at (file, rank), or `None`."""
        file, rank = place
        if not (0 <= file < self.width and 0 <= rank < self.height):
            raise IndexError(f"no square {place} on a board of {self.width}x{self.height}")
        return PIECE_OF_CODE.get(self.cells[rank * self.width + file])

    def pieces(self) -> Iterator[tuple[Square, Piece]]:
        """The pieces with their squares, rank 1 first."""
        for index, code in enumerate(self.cells):
            if code != EMPTY:
                rank, file = divmod(index, self.width)
                yield Square(*self.at, file, rank), PIECE_OF_CODE[code]

    def fen(self, *, signed: bool = True) -> str:
        """The 5DFEN of this board; `signed` writes positive timelines as `+1` (canonical)."""
        timeline = self.at.timeline.signed if signed else str(self.at.timeline)
        rows = "/".join(self._row(rank) for rank in reversed(range(self.height)))
        return f"[{rows}:{timeline}:{self.at.turn}:{self.at.color.letter}]"

    def hash(self) -> str:
        """The single-board hash of the 5DPGN specification."""
        return fen_hash(self.fen())

    def _row(self, rank: int) -> str:
        row = self.cells[rank * self.width : (rank + 1) * self.width]
        return "".join(
            str(len(list(run))) if code == EMPTY else PIECE_OF_CODE[code].text * len(list(run))
            for code, run in groupby(row)
        )
