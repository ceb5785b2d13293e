"""The pieces of text that a game is made of, as regular expressions.

All repetitions are possessive (`++`, `*+`): no character is looked at again and again.

>>> move = MOVE.match("12. P-5,6x-6,7 =R+ !?")
>>> move["number"], move["code"], move["y"], move["arrow"], move["to_x"], move["promotion"], move["mark"]
('12', 'P', '6', 'x', '-6', 'R', '+')
>>> MOVE.match("1 ... q-8,2x-6,0 #")["dots"].strip(), MOVE.match("3,4>3,5Q")["appended"]
('...', 'Q')
"""

from __future__ import annotations

import re

__all__ = ["BAD_CLOCK", "BODY", "BRACE", "ENTRY", "HEADER", "MOVE", "RESULTS", "TOKEN", "Kind"]

_CODE = r"[0-9]?[A-Za-z]++"
_SQUARE = r"-?[0-9]++,-?[0-9]++"
_NUMBER = r"[0-9]++\s*+\.[.\s]*+(?:\|\s*+)?+"
_ENTRY = rf"{_CODE}{_SQUARE}(?!\s*+[>x])"

MOVE = re.compile(
    r"(?P<lead>(?P<number>[0-9]++)\s*+(?P<dots>\.[.\s]*+)(?:\|\s*+)?+)?+"
    r"(?P<core>(?P<code>[0-9]?[A-Za-z]++)?+(?P<x>-?[0-9]++),(?P<y>-?[0-9]++)"
    r"\s*+(?P<arrow>[>x])\s*+(?P<to_x>-?[0-9]++),(?P<to_y>-?[0-9]++)"
    r"(?:\s*+=\s*+(?P<promotion>[0-9]?[A-Za-z]++)|(?P<appended>[A-Za-z]++))?+)"
    r"(?:\s*+(?P<mark>[+#]))?+(?:\s*+(?P<evaluation>[!?]++))?+"
)
"""One move with all its parts but comments."""


class Kind:
    """What a `TOKEN` is, as the number of its group."""

    MOVE = 1
    COMMENT = 2
    RESULT = 3
    MARK = 4
    NUMBER = 5
    OPEN = 6
    BRACKET = 7
    SETUP = 8
    JUNK = 9
    END = 10


TOKEN = re.compile(
    rf"""[\s|]*+(?:
    ((?:{_NUMBER})?+(?:{_CODE})?+{_SQUARE}\s*+[>x]\s*+{_SQUARE}
        (?:\s*+=\s*+{_CODE}|[A-Za-z]++)?+(?:\s*+[+\#])?+(?:\s*+[!?]++)?+)
  | (\{{[^{{}}]*+\}})
  | ((?:1-0|0-1|1/2-1/2|½-½|\*)(?![^\s|{{}}\[\]]))
  | ([+\#=]|[!?]++)
  | ({_NUMBER})
  | (\{{)
  | (\[)
  | ((?:bu|[wbryg])(?::(?:bu|[wbryg]))*+(?=\s)|[0-9]++/[0-9]++(?=\s)|\((?=[-0-9|a-z])
        |{_CODE}{_SQUARE}\+?+\|{_ENTRY})
  | ([^\s|{{}}\[\]]++|\S)
  | (\Z)
    )""",
    re.VERBOSE,
)
"""The next token after blanks and bars, among the moves of a game; `match.lastindex` is its `Kind`."""

BODY = re.compile(
    rf"""(?<!\S)(?:([0-9]++\s*+\.|(?:{_CODE})?+{_SQUARE}\s*+[>x])|({_ENTRY}))
  | (\[\s*+[A-Za-z][^\]:"\[\r\n]*+[:"])
  | (\{{)""",
    re.VERBOSE,
)
"""What ends the arguments: the first move (group 1), piece (2) or header (3); or braces among them (4)."""

HEADER = re.compile(
    r'\[\s*(?:(?P<quoted>[^\s":\[\]]++)\s*"(?P<string>(?:[^"\r\n]|"(?!\s*\]))*+)"'
    r'|(?P<key>[^":\[\]\r\n]++):(?P<value>[^\]\r\n]*+)'
    r'|(?P<alone>[^\s":\[\]]++))\s*\]'
)
"""`[Key "value"]`, `[Key: value]` or just `[Key]`."""

ENTRY = re.compile(_ENTRY)
BRACE = re.compile(r"[{}]")
BAD_CLOCK = re.compile(r"\[%clk\s*+(?![0-9]++:[0-5][0-9]:[0-5][0-9](?:\.[0-9])?+\s*+\])([^\[\]{}]{0,100}+)")
RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
