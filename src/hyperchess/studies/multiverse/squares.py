"""Conversion of squares, boards and players of 5D chess to and from the page's representation.

>>> square_value(read_square((-1, 3, 4, 6), even=False), even=False)
(-1, 3, 4, 6)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from hyperchess.multiverse import BoardAt, Color, HalfTurn, MoveKind, Position, Square, Timeline
from hyperchess.multiverse.coordinates import MAX_TIMELINE
from hyperchess.studies.errors import StudyError
from hyperchess.studies.fields import Field
from hyperchess.studies.views import Square5D

__all__ = [
    "KIND_NAMES",
    "BoardPlace",
    "MoveKindName",
    "board_place",
    "on_last_board",
    "player_name",
    "read_square",
    "square_value",
]

BoardPlace: TypeAlias = tuple[int, int]
"""A board: the row of its timeline, and its half-turn."""


KIND_NAMES = {MoveKind.PHYSICAL: "physical", MoveKind.HOP: "hop", MoveKind.BRANCH: "branch"}

MoveKindName: TypeAlias = Annotated[str, Field(enum=tuple(KIND_NAMES.values()))]


def player_name(color: Color) -> str:
    """Return `white` or `black`."""
    return color.name.lower()


def board_place(at: BoardAt, *, even: bool) -> BoardPlace:
    """Return the row and half-turn of a board."""
    return at.timeline.row(even=even), at.half_turn.ordinal


def square_value(square: Square, *, even: bool) -> Square5D:
    """Return a square of the multiverse: row, half-turn, file, rank."""
    return (*board_place(square.board, even=even), square.file, square.rank)


def read_square(value: Sequence[int] | Sequence[str], *, even: bool) -> Square:
    """Return the square that a request names."""
    numbers = [part for part in value if isinstance(part, int)]
    if len(value) != 4 or len(numbers) != 4:
        raise StudyError("square", "a square of this game looks like [row, time, file, rank]")
    row, time, file, rank = numbers
    if abs(row) > MAX_TIMELINE:
        raise StudyError("square", f"there is no timeline in row {row}")
    return Square(Timeline.of_row(row, even=even), *HalfTurn.of_ordinal(time), file, rank)


def on_last_board(position: Position, square: Square) -> Square:
    """Return the same square, on the last board of its timeline if its own does not exist yet."""
    line = position.find_timeline(square.timeline)
    if line is None or square.board.half_turn <= line.end:
        return square
    return Square(*line.boards[-1].at, square.file, square.rank)
