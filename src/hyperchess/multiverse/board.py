"""A two-dimensional board with its coordinates in the multiverse, as an immutable value.

>>> from hyperchess.multiverse.coordinates import Color, Timeline
>>> from hyperchess.multiverse.pieces import PIECES
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

from hyperchess.multiverse.coordinates import MAX_FILES, MAX_RANKS, BoardAt, Square
from hyperchess.multiverse.memo import Memo
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, Piece
from hyperchess.multiverse.syntax.hashing import fen_hash
from hyperchess.validation import check_instance, check_integer, invalid_argument

__all__ = ["Board"]


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces of one board, and its coordinates.

    `cells` has one byte per square (`Piece.code`, or 0), file by file, rank 1 first.
    """

    at: BoardAt
    width: int
    height: int
    cells: bytes

    @staticmethod
    def of_pieces(at: BoardAt, width: int, height: int, pieces: Mapping[tuple[int, int], Piece]) -> Board:
        """Build a board from its pieces by (file, rank), both counted from 0."""
        check_instance("at", at, BoardAt)
        for name, size, most in (("width", width, MAX_FILES), ("height", height, MAX_RANKS)):
            if check_integer(name, size, least=1) > most:
                raise invalid_argument(name, f"at most {most}", size)
        cells = bytearray(width * height)
        if not isinstance(pieces, Mapping):
            raise invalid_argument("pieces", "a mapping from (file, rank) to pieces", pieces)
        for place, piece in pieces.items():
            file, rank = _check_place(place, width, height)
            cells[rank * width + file] = check_instance("pieces", piece, Piece).code
        return Board(at, width, height, bytes(cells))

    def __getitem__(self, place: tuple[int, int]) -> Piece | None:
        """Return the piece at (file, rank), or `None`."""
        file, rank = _check_place(place, self.width, self.height)
        return PIECE_OF_CODE.get(self.cells[rank * self.width + file])

    def pieces(self) -> Iterator[tuple[Square, Piece]]:
        """Yield the pieces with their squares, rank 1 first."""
        for index, code in enumerate(self.cells):
            if code != EMPTY:
                rank, file = divmod(index, self.width)
                yield Square(*self.at, file, rank), PIECE_OF_CODE[code]

    def fen(self, *, signed: bool = True) -> str:
        """Return the 5DFEN of this board; `signed` writes positive timelines as `+1` (canonical)."""
        timeline = self.at.timeline.signed if signed else str(self.at.timeline)
        width, cells = self.width, self.cells
        rows = "/".join(
            [_ROW_TEXTS[cells[end - width : end]] for end in range(width * self.height, 0, -width)]
        )
        return f"[{rows}:{timeline}:{self.at.turn}:{self.at.color.letter}]"

    def hash(self) -> str:
        """Return the single-board hash of the 5DPGN specification."""
        return fen_hash(self.fen())


def _row_text(cells: bytes) -> str:
    runs = ((code, len(list(run))) for code, run in groupby(cells))
    return "".join(str(count) if code == EMPTY else PIECE_OF_CODE[code].text * count for code, count in runs)


_ROW_TEXTS = Memo(_row_text)
"""The 5DFEN of a rank by its cells, cached because most ranks recur many times in a game."""


def _check_place(place: object, width: int, height: int) -> tuple[int, int]:
    match place:
        case (int() as file, int() as rank) if 0 <= file < width and 0 <= rank < height:
            return file, rank
    raise invalid_argument("place", f"(file, rank) on a board of {width}x{height}", place)
