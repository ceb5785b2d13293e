"""The numbers of Shad's JSON: pieces, timelines and half-turns.

>>> PIECE_OF_NUMBER[34].text, NUMBER_OF_TEXT["n"], decode_timeline(-0.5), encode_timeline(Timeline.of(2))
('n', 34, Timeline('-0'), 2)
>>> decode_half_turn(-1), encode_half_turn(HalfTurn(1, Color.BLACK))
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
    "decode_half_turn",
    "decode_timeline",
    "encode_half_turn",
    "encode_timeline",
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


def decode_timeline(number: float) -> Timeline | None:
    """Return the timeline of an index: -0.5 and 0.5 are `-0` and `+0`; `None` if it is not an index."""
    if number in (-0.5, 0.5):
        return Timeline(1 if number > 0 else -1)
    return Timeline.of(int(number)) if abs(number) <= MAX_TIMELINE and number == int(number) else None


def encode_timeline(timeline: Timeline) -> float:
    """The inverse of `decode_timeline`."""
    return timeline.halves / 2 if timeline.is_signed_zero else timeline.number


def decode_half_turn(begin: int) -> HalfTurn:
    """Return the half-turn of a count in which White's turn 1 is 0."""
    return HalfTurn.of_ordinal(begin + 2)


def encode_half_turn(half_turn: HalfTurn) -> int:
    """The inverse of `decode_half_turn`."""
    return half_turn.ordinal - 2
