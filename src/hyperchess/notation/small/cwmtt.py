"""The shorthand of the cwmtt engine's author: a place for each timeline, from the highest active one down.

>>> from hyperchess.text import Source
>>> (game,) = read_cwmtt(Source("e3 / Nf6\\nNc3 / d5\\nN>>t-1c5 / e6;-\\nNxd7 / Bxd7;e6 ? the end"))
>>> print(write_cwmtt(game).text, end="")
e3 / Nf6
Nc3 / d5
N>>t-1c5 / e6;-
Nxd7 / Bxd7;e6 ? the end
"""

from __future__ import annotations

from hyperchess.notation.evidence import sign
from hyperchess.notation.registry import Notation
from hyperchess.notation.small.cwmtt_reader import parse_cwmtt, read_cwmtt
from hyperchess.notation.small.cwmtt_writer import write_cwmtt

__all__ = ["NOTATIONS", "parse_cwmtt", "read_cwmtt", "write_cwmtt"]

_MOVE = r"(?:[-_<]|O-O(?:-O)?|[-+0-9LTa-zA-Z>]{0,20}[a-s][1-9][0-9]?(?:=[A-Z])?[+#]?)"
_SIGNS = (
    sign("headers in comments", 4, r'(?m)^\?[ \t]*+\[\w++\s++"', needs="?", part="text", most=1),
    sign(
        "jumps such as N>>t-1c5",
        2.5,
        r">{1,2}x?\s?(?:[lL]?[-+]?[0-9]{1,5}\s?[Ll]?\s?)?(?:[tT]\s?[-+]?[0-9]{1,5}\s?)?x?[a-s][1-9]",
        needs=">",
    ),
    sign(
        "timelines before pieces, -1LQf3",
        2,
        r"(?<![\w(])[-+]?[0-9]{1,5}L(?:T-?[0-9]{1,5})?[A-Za-z]",
        needs="L",
    ),
    sign("moves separated by ;", 1.5, r"(?:[a-s][0-9]{1,2}[+#]?|(?<![\w>])[-_<])\s*+;", needs=";"),
    sign("timelines without a move: - _ <", 2, r"(?m)(?:^|[;/])[ \t]*+[-_<][ \t]*+(?=[;/]|$)", needs=";"),
    sign("the present in the number, 5wT4.", 1, r"T-?[0-9]{1,5}\.", needs="T"),
    sign(
        "actions without numbers",
        4,
        rf"(?m)^[ \t]*+(?![-_< \t;/]*+$){_MOVE}(?:[ \t]*+[;/][ \t]*+{_MOVE})*+[ \t]*+/?[ \t]*+(?:\?.*+)?$",
    ),
)


NOTATIONS = (Notation("cwmtt", "The shorthand of cwmtt", _SIGNS, read_cwmtt, write_cwmtt),)
