"""The numbers of Shad's JSON: pieces, timelines and half-turns.

>>> PIECE_OF_NUMBER[34].text, NUMBER_OF_TEXT["n"], timeline_of(-0.5), number_of(Timeline.of(2))
('n', 34, Timeline('-0'), 2)
>>> half_turn_of(-1), begin_of(HalfTurn(1, Color.BLACK))
(HalfTurn(turn=0, color=Color.BLACK), 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hyperchess.multiverse import PIECES, Color, HalfTurn, Piece, Timeline
from hyperchess.multiverse.coordinates import MAX_TIMELINE

__all__ = [
    "NUMBER_OF_TEXT",
    "PIECE_OF_NUMBER",
    "begin_of",
    "half_turn_of",
    "number_of",
    "timeline_of",
]

_ORDER = "PNBRQKUDSWCY"
_BLACK = 32

PIECE_OF_NUMBER: Mapping[int, Piece] = MappingProxyType(
    {
        index + 1 + _BLACK * color: Piece(PIECES[letter], color)
        for index, letter in enumerate(_ORDER)
        for color in Color
    }
)
NUMBER_OF_TEXT: Mapping[str, int] = MappingProxyType(
    {piece.text: number for number, piece in PIECE_OF_NUMBER.items()}
)


def timeline_of(number: float) -> Timeline | None:
    """The timeline of an index: -0.5 and 0.5 are `-0` and `+0`; `None` if it is not an index."""
    if number in (-0.5, 0.5):
        return Timeline(1 if number > 0 else -1)
    return Timeline.of(int(number)) if abs(number) <= MAX_TIMELINE and number == int(number) else None


def number_of(timeline: Timeline) -> float:
    """The inverse of `timeline_of`."""
    return timeline.halves / 2 if timeline.is_signed_zero else timeline.number


def half_turn_of(begin: int) -> HalfTurn:
    """The half-turn of a count in which White's turn 1 is 0."""
    return HalfTurn.of_ordinal(begin + 2)


def begin_of(half_turn: HalfTurn) -> int:
    """The inverse of `half_turn_of`."""
    return half_turn.ordinal - 2
