"""A position as plain text: a row per timeline, a column per half-turn, White's view.

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

from hyperchess.multiverse import Board, HalfTurn, Line, Position
from hyperchess.multiverse.coordinates import file_name

__all__ = ["draw"]

_MARGIN = 5
_GAP = "  "


def draw(position: Position) -> str:
    """Draw all boards; positive timelines lie below, a `*` stands under the column of the present."""
    first = min(line.start for line in position.lines).ordinal
    last = max(line.end for line in position.lines).ordinal
    columns = [HalfTurn.of_ordinal(index) for index in range(first, last + 1)]
    digits = len(str(position.height))
    width = max(digits + 1 + position.width, max(len(str(column)) for column in columns))
    head = _row("", [str(column) for column in columns], width)
    foot = _row("", ["*" if column == position.present else "" for column in columns], width)
    rows = [row for line in position.lines for row in _line(line, columns, digits, width)]
    player = f"present {position.present} (*): {position.player} to move"
    return "\n".join([head, *rows, foot, "", player])


def _line(line: Line, columns: list[HalfTurn], digits: int, width: int) -> list[str]:
    boards = [line.board(column) for column in columns]
    pictures = [_board(board, digits) if board else None for board in boards]
    height = line.boards[0].height + 1
    label_row = (height - 1) // 2
    return [
        _row(
            f"L{line.timeline}" if row == label_row else "",
            [picture[row] if picture else "" for picture in pictures],
            width,
        )
        for row in range(height)
    ]


def _board(board: Board, digits: int) -> list[str]:
    """The ranks from the last one down, then the names of the files."""
    ranks = []
    for rank in reversed(range(board.height)):
        pieces = (board[file, rank] for file in range(board.width))
        letters = "".join(piece.text[0] if piece else "." for piece in pieces)
        ranks.append(f"{rank + 1:>{digits}} {letters}")
    files = "".join(map(file_name, range(board.width)))
    return [*ranks, " " * (digits + 1) + files]


def _row(label: str, cells: list[str], width: int) -> str:
    return (label.ljust(_MARGIN) + _GAP.join(cell.ljust(width) for cell in cells)).rstrip()
