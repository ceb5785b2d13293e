"""Notation of the author of the cwmtt engine: one slot per timeline, from the highest active one down.

>>> from hyperchess.notation.minor.cwmtt_reader import read_cwmtt
>>> from hyperchess.notation.minor.cwmtt_writer import write_cwmtt
>>> (game,) = read_cwmtt(Source("e3 / Nf6\\nNc3 / d5\\nN>>t-1c5 / e6;-\\nNxd7 / Bxd7;e6 ? the end"))
>>> print(write_cwmtt(game).text, end="")
e3 / Nf6
Nc3 / d5
N>>t-1c5 / e6;-
Nxd7 / Bxd7;e6 ? the end
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperchess.notation.detection import require_own_sign, sign
from hyperchess.notation.registry import Later, Notation
from hyperchess.notation.text5d.signs import HEADERS, PLAIN_MOVES, PLAYERS, SLASHES, TURN_NUMBERS
from hyperchess.text import Source

if TYPE_CHECKING:
    from hyperchess.multiverse import Position
    from hyperchess.notation.text5d.resolve import Game5D

__all__ = ["NOTATIONS"]

_MOVE = r"(?:[-_<]|O-O(?:-O)?|[-+0-9LTa-zA-Z>]{0,20}[a-s][1-9][0-9]?(?:=[A-Z])?[+#]?)"
_LINE = r"(?:[-+]?[0-9]{1,5}\s?[Ll]|[Ll]\s?[-+]?[0-9]{1,5})"
_TURN = r"[Tt]\s?[-+]?[0-9]{1,5}"
_TARGET = r"\s?x?[a-s][1-9]"
# Signs that a single wrong letter cannot produce from 5DPGN, where brackets enclose boards.
_OWN = (
    sign(
        "jumps such as N>>t-1c5",
        2.5,
        rf">{{1,2}}\s?x?\s?(?:{_LINE}\s?(?:{_TURN})?|{_TURN}){_TARGET}",
        needs=">",
    ),
    sign(
        "timelines before pieces, -1LQf3",
        2,
        r"(?:(?<=[/;.])|(?<=[/;.]\s))[-+]?[0-9]{1,5}L(?:T-?[0-9]{1,5})?[A-Za-z]",
        needs="L",
    ),
    sign(
        "the present in the number, 5wT4.",
        2,
        r"(?<![\w(])(?:[0-9]{1,6}\s?[wb]?|[wb])\s?T\s?-?[0-9]{1,5}\s?\.",
        needs="T",
    ),
)
_SIGNS = (
    sign("headers in comments", 4, r'(?m)^\?[ \t]*+\[\w++\s++"', needs="?", part="text", most=1),
    *_OWN,
    sign("jumps without a board, Q>>xf7", 2.5, rf">{{1,2}}\s?x?{_TARGET}", needs=">"),
    sign(
        "timelines at the beginning of lines",
        2,
        r"(?m)^[ \t]*+[-+]?[0-9]{1,5}L(?:T-?[0-9]{1,5})?[A-Za-z]",
        needs="L",
    ),
    sign("moves separated by ;", 1.5, r"(?:[a-s][0-9]{1,2}[+#]?|(?<![\w>])[-_<])\s*+;", needs=";"),
    sign("timelines without a move: - _ <", 2, r"(?m)(?:^|[;/])[ \t]*+[-_<][ \t]*+(?=[;/]|$)", needs=";"),
    sign(
        "actions without numbers",
        4,
        rf"(?m)^[ \t]*+(?![-_< \t;/]*+$){_MOVE}(?:[ \t]*+[;/][ \t]*+{_MOVE})*+[ \t]*+/?[ \t]*+(?:\?.*+)?$",
    ),
    *require_own_sign(_OWN, (*HEADERS, TURN_NUMBERS, PLAYERS, SLASHES, PLAIN_MOVES)),
)


def _read(source: Source, *, start: Position | None = None) -> list[Game5D]:
    from hyperchess.notation.minor.cwmtt_reader import read_cwmtt

    return read_cwmtt(source, start=start)


_WRITER = Later("hyperchess.notation.minor.cwmtt_writer", "write_cwmtt")
NOTATIONS = (Notation("cwmtt", "The shorthand of cwmtt", _SIGNS, _read, _WRITER),)
