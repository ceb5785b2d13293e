"""Ends of games as infinitechess.org decides them, for positions with `RuleSettings.site_rules`.

The site looks insufficient material up in a table of what its authors have examined, and only after a capture
or a promotion. `insufficient_material` proves it instead, and finds other cases.

>>> from dataclasses import replace
>>> from hyperchess.infinite.position import Position
>>> def on_site(text):
...     position = Position.parse(text)
...     return position.with_settings(replace(position.settings, site_rules=True))
>>> is_insufficient(on_site("K0,0|R3,4|N3,5|n8,8|k9,9")), is_insufficient(on_site("K0,0|R3,4|R3,5|k9,9"))
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import TypeAlias

from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.pieces import Color, Piece
from hyperchess.infinite.settings import DEFAULT_WINS, Border
from hyperchess.infinite.state import State

__all__ = ["excludes_checkmate", "is_insufficient"]

_MOST_ROYALS = 6  # with checkmate as a goal
_MOST_ON_BOARD = 50_000  # the same

_MOST_PIECES = 10  # of the players, and voids
_MOST_PAWNS = 2  # that can promote
_NEAR = 1_000_000  # a border at most this far from square 0,0 helps to mate
_ANY = 1_000_000

# The most material of either side with which neither is mated: White's, then Black's. Bishops are counted by
# the colour of their squares, `b1,0` is one bishop. `~` is any number.
_WITH_BOTH_KINGS = """
    q:q  q:r  q:b1,0+n  q:b1,1  q:n2  q:p
    r+b1,0+n:  r+n:n  r:r  r:b1,1  r:b1,0+n  r:n2  r:p
    b~,1:  b~,0+n:  b~,0:p  b1,1+n:  b1,1:b1,0  b1,1:n  b1,1:p
    b1,0+n2:  b1,0+n:b1,0  b1,0+n:b0,1  b1,0+n:n  b1,0+n:p  b1,0:n2
    n3:  n2:n  n2:p  p3:p
    ch:  ar+b1,0:  ar+n:  nr2:  ha2:  ha+b1,0:  hu2:hu  gu:
"""
_WITHOUT_WHITE_KING = """
    q+r:  q+n:  q+b1,0:  q+p:  r2+b1,0:  r2+n:  r2+p:  r+b1,0+n:  r+n2:  r+n+p:
    b~,0+n2:  b2,2:  b2,1+n:  b1,1+n2:  n4:  p6:
    am:  ch+r:  ch+n:  ar2:  ar+b2,0:  ar+b1,1:  ar+n2:  nr3:  hu4:
"""
_ONLY_ROYALS = "k~+rc~:k~+rc~"
_NEAR_A_BORDER = "b~,0:b~,0  n:"

_Counts: TypeAlias = dict[tuple[Color, str], tuple[int, int]]
"""Numbers of pieces by owner and code; the second number is that of bishops on the other colour."""


def excludes_checkmate(pieces: Mapping[Square, Piece]) -> bool:
    """Return whether the site replaces checkmate by royal capture: there are too many royals, or pieces."""
    if len(pieces) > _MOST_ON_BOARD:
        return True
    return sum(piece.kind.royal for piece in pieces.values()) > _MOST_ROYALS


def is_insufficient(position: State) -> bool:
    """Return whether the site calls the material insufficient, after the last move if there was one."""
    last, pieces = position.last, position.board.placed
    if last is not None and last.captured is None and last.move.promotion is None:
        return False
    players = (Color.WHITE, Color.BLACK)
    if any(position.settings.win_conditions(player) != DEFAULT_WINS for player in players):
        return False
    if sum(1 for piece in pieces.values() if piece.color or piece.kind.solid) > _MOST_PIECES:
        return False
    table = _table(_is_near(position.settings.border))
    return all(_is_listed(counts, table) for counts in _outcomes(position))


def _is_near(border: Border | None) -> bool:
    if border is None:
        return False
    left, right, bottom, top = border
    low = any(edge is not None and -edge <= _NEAR for edge in (left, bottom))
    return low or any(edge is not None and edge <= _NEAR for edge in (right, top))


def _outcomes(position: State) -> Iterator[_Counts]:
    """Yield the material for all that the pawns may become; something unlisted if there are many pawns."""
    settings = position.settings
    counts: _Counts = {}
    pawns: list[list[tuple[tuple[Color, str], int]]] = []
    for square, piece in position.board.placed.items():
        promotion = settings.find_promotion(piece.color) if piece.kind.is_pawn else None
        if promotion is not None and piece.color:
            choices = [((piece.color, "p"), 0)]
            for kind in promotion.kinds:
                choices += [((piece.color, kind.code), shade) for shade in range(1 + (kind.code == "b"))]
            pawns.append(choices)
        elif _is_counted(piece):
            _count(counts, (piece.color, piece.kind.code), (square.x + square.y) % 2)
    if len(pawns) > _MOST_PAWNS:
        yield {(Color.NEUTRAL, "p"): (1, 0)}
        return
    for choice in product(*pawns):
        outcome = counts.copy()
        for key, shade in choice:
            _count(outcome, key, shade)
        yield outcome


def _is_counted(piece: Piece) -> bool:
    """Obstacles do not count, and bishops only those of White and Black."""
    return piece.kind.code != "ob" and (piece.kind.code != "b" or piece.color in (Color.WHITE, Color.BLACK))


def _count(counts: _Counts, key: tuple[Color, str], shade: int) -> None:
    first, second = counts.get(key, (0, 0))
    second_shade = key[1] == "b" and shade == 1
    counts[key] = (first, second + 1) if second_shade else (first + 1, second)


def _is_listed(counts: _Counts, table: tuple[_Counts, ...]) -> bool:
    """Return whether a row of the table has at least these pieces, for either colour."""
    other = {Color.WHITE: Color.BLACK, Color.BLACK: Color.WHITE}
    exchanged = {(other.get(color, color), code): count for (color, code), count in counts.items()}
    return any(
        all(key in row and one <= row[key][0] and two <= row[key][1] for key, (one, two) in scenario.items())
        for scenario in (_with_order(counts), _with_order(exchanged))
        for row in table
    )


def _with_order(counts: _Counts) -> _Counts:
    """Return the material with the more bishops first: of White, or of Black if White has as many of both."""
    white, black = ((color, "b") for color in (Color.WHITE, Color.BLACK))
    one, two = counts.get(white, (0, 0))
    if one == two:
        one, two = counts.get(black, (0, 0))
    if one >= two:
        return counts
    swapped = {key: count[::-1] for key, count in counts.items() if key in (white, black)}
    return {**counts, **swapped}


@cache
def _table(near: bool) -> tuple[_Counts, ...]:
    rows = [_row(_ONLY_ROYALS)]
    if near:
        rows += [_row(text, kings=("k", "k")) for text in _NEAR_A_BORDER.split()]
        return tuple(rows)
    rows += [_row(text, kings=("k", "k")) for text in _WITH_BOTH_KINGS.split()]
    rows += [_row(text, kings=("", "k")) for text in _WITHOUT_WHITE_KING.split()]
    return (*rows, _row("am:rc"))


def _row(text: str, kings: tuple[str, str] = ("", "")) -> _Counts:
    row: _Counts = {}
    for color, king, side in zip((Color.WHITE, Color.BLACK), kings, text.split(":"), strict=True):
        for entry in filter(None, [king, *side.split("+")]):
            code = entry.rstrip("0123456789,~")
            one, _, two = entry[len(code) :].partition(",")
            row[color, code] = (_ANY if one == "~" else int(one or 1), int(two or 0))
    return row
