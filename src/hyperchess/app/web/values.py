"""Squares, boards and players of either game, as JSON and back."""

from __future__ import annotations

from typing import TypeAlias

from hyperchess import infinite, multiverse
from hyperchess.app.web.errors import ApiError
from hyperchess.infinite.coordinates import MAX_DIGITS
from hyperchess.multiverse import BoardAt, HalfTurn, Timeline
from hyperchess.multiverse.coordinates import MAX_TIMELINE

__all__ = ["AnyPosition", "place_data", "player_name", "read_square", "square_5d", "square_infinite"]

AnyPosition: TypeAlias = multiverse.Position | infinite.Position


def player_name(color: multiverse.Color | infinite.Color) -> str:
    """`white`, `black` and so on; `neutral` for pieces of nobody."""
    return color.name.lower()


def place_data(at: BoardAt, *, even: bool) -> list[int]:
    """A board: the row of its timeline, and its half-turn."""
    return [at.timeline.row(even=even), at.half_turn.ordinal]


def square_5d(square: multiverse.Square, *, even: bool) -> list[int]:
    """A square of the multiverse: row, half-turn, file, rank."""
    return [*place_data(square.board, even=even), square.file, square.rank]


def square_infinite(square: infinite.Square) -> list[str]:
    """A square of the infinite board: two decimal numbers as texts."""
    return [str(square.x), str(square.y)]


def read_square(position: AnyPosition, value: list[int] | list[str]) -> multiverse.Square | infinite.Square:
    """The square that a request names."""
    if isinstance(position, infinite.Position):
        return infinite.Square(*(_integer(part) for part in _parts(value, 2, str, '["4", "-2"]')))
    row, time, file, rank = map(int, _parts(value, 4, int, "[row, time, file, rank]"))
    if abs(row) > MAX_TIMELINE:
        raise ApiError(422, "square", f"there is no timeline in row {row}")
    return multiverse.Square(Timeline.of_row(row, even=position.even), *HalfTurn.of_ordinal(time), file, rank)


def _parts(value: list[int] | list[str], count: int, kind: type, example: str) -> list[int] | list[str]:
    if len(value) != count or not all(isinstance(part, kind) for part in value):
        raise ApiError(422, "square", f"a square of this game looks like {example}")
    return value


def _integer(text: int | str) -> int:
    digits = str(text).removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS):
        raise ApiError(422, "square", f"a coordinate is a decimal number of at most {MAX_DIGITS} digits")
    return int(text)
