"""Position as plain text: a row per timeline, a column per half-turn, from White's view.

>>> from hyperchess.multiverse import Position
>>> print(draw(Position.of_fen("[2k/3/K2:0:0:b][2k/3/K2:0:1:w]")))
     T0b    T1w
     3 ..k  3 ..k
L0   2 ...  2 ...
     1 K..  1 K..
       abc    abc
            *
<BLANKLINE>
present T1w (*): White to move
"""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.multiverse import Board, Color, HalfTurn, Piece, Position, TimelineBoards
from hyperchess.multiverse.coordinates import file_name

__all__ = ["draw"]

_MARGIN = 5
_GAP = "  "
_FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
_COLORS = {Color.WHITE: "1;33", Color.BLACK: "1;36"}


class _Style(NamedTuple):
    unicode: bool
    color: bool

    def sign(self, piece: Piece | None) -> str:
        """Return one character for a square; colour codes have no width on a terminal."""
        if piece is None:
            return "."
        letter = piece.text[0]
        sign = _FIGURES.get(letter, letter) if self.unicode else letter
        return f"\x1b[{_COLORS[piece.color]}m{sign}\x1b[0m" if self.color else sign


def draw(position: Position, *, unicode: bool = False, color: bool = False) -> str:
    """Draw all boards; positive timelines are below, a `*` is under the column of the present.

    `unicode` draws the six pieces that have Unicode characters; `color` adds ANSI colours to the pieces.

    >>> print(draw(Position.of_fen("[2k/1u1/K2:0:1:w]"), unicode=True).splitlines()[2])
    L0   2 .u.
    """
    style = _Style(unicode, color)
    first = min(line.start for line in position.timeline_boards).ordinal
    last = max(line.end for line in position.timeline_boards).ordinal
    columns = [HalfTurn.of_ordinal(index) for index in range(first, last + 1)]
    digits = len(str(position.height))
    width = max(digits + 1 + position.width, max(len(str(column)) for column in columns))
    head = _row("", [str(column) for column in columns], width)
    foot = _row("", ["*" if column == position.present else "" for column in columns], width)
    rows = [row for line in position.timeline_boards for row in _line(line, columns, digits, width, style)]
    player = f"present {position.present} (*): {position.player} to move"
    return "\n".join([head, *rows, foot, "", player])


def _line(line: TimelineBoards, columns: list[HalfTurn], digits: int, width: int, style: _Style) -> list[str]:
    boards = [line.board(column) for column in columns]
    pictures = [_board(board, digits, width, style) if board else None for board in boards]
    height = line.boards[0].height + 1
    label_row = (height - 1) // 2
    return [
        _row(
            f"L{line.timeline}" if row == label_row else "",
            [picture[row] if picture else " " * width for picture in pictures],
            0,  # boards are already padded: colour codes would be counted
        )
        for row in range(height)
    ]


def _board(board: Board, digits: int, width: int, style: _Style) -> list[str]:
    """Return the ranks from the last one down, then the names of the files."""
    ranks = []
    rest = " " * (width - digits - 1 - board.width)
    for rank in reversed(range(board.height)):
        pieces = (board[file, rank] for file in range(board.width))
        signs = "".join(map(style.sign, pieces))
        ranks.append(f"{rank + 1:>{digits}} {signs}{rest}")
    files = "".join(map(file_name, range(board.width)))
    return [*ranks, " " * (digits + 1) + files + rest]


def _row(label: str, cells: list[str], width: int) -> str:
    return (label.ljust(_MARGIN) + _GAP.join(cell.ljust(width) for cell in cells)).rstrip()
