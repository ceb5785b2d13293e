"""Tokens of a game, as regular expressions.

All repetitions are possessive (`++`, `*+`): no character is examined repeatedly.
"""

from __future__ import annotations

import re

__all__ = [
    "BAD_CLOCK",
    "BEGINS_HEADER",
    "BODY",
    "BODY_HERE",
    "BRACE",
    "ENTRY",
    "RESULTS",
    "TOKEN",
    "TokenKind",
]

_LONGEST = 1_000  # characters of invalid text that are consumed at once
_CODE = r"[0-9]?[A-Za-z]++"
_SQUARE = r"-?[0-9]++,-?[0-9]++"
_NUMBER = r"[0-9]++\s*+\.[.\s]*+(?:\|\s*+)?+"
_ARROW = (
    r"(?:(?<=[0-9])-|\s*+(?:[>xX\u2192\u00d7\u2013\u2014]|[-=]>|-(?=\s)))"  # including informal spellings
)
_ENTRY = rf"{_CODE}{_SQUARE}(?!{_ARROW})"
_RANKS = r"(?:-?[0-9]++(?:\s*+,\s*+-?[0-9]++)*+\s*+)?+(?:;[^()|>]*+)?+\|"
_WINS = r"[a-z]++(?:\s*+,\s*+[a-z]++)*+\s*+\|"


class TokenKind:
    """TokenKind of a `TOKEN`, as the number of its group."""

    MOVE = 1
    COMMENT = 2
    RESULT = 3
    MARK = 4
    NUMBER = 5
    OPEN = 6
    BRACKET = 7
    SETUP = 8
    PIECES = 9
    OPEN_VARIATION = 10
    CLOSE_VARIATION = 11
    JUNK = 12
    END = 13


TOKEN = re.compile(
    rf"""[\s|]*+(?:
    ((?:{_NUMBER})?+(?:{_CODE})?+{_SQUARE}\s*+[>x]\s*+{_SQUARE}
        (?:\s*+=\s*+{_CODE}|[A-Za-z]++)?+(?:\s*+[+\#])?+(?:\s*+[!?]++)?+)
  | (\{{[^{{}}]*+\}})
  | ((?:1-0|0-1|1/2-1/2|½-½|\*)(?![^\s|{{}}\[\]()]))
  | ([+\#=]|[!?]++)
  | ({_NUMBER})
  | (\{{)
  | (\[)
  | ((?:bu|[wbryg])(?::(?:bu|[wbryg]))*+(?=\s)|[0-9]++/[0-9]++(?=\s)
        |\((?=\s*+(?:{_RANKS}|{_WINS}))[^()<>{{}}\[\]x]*+\))
  | ({_CODE}{_SQUARE}\+?+\|{_ENTRY})
  | (\()
  | (\))
  | ([^\s|{{}}\[\]()]{{1,{_LONGEST}}}+|\S)
  | (\Z)
    )""",
    re.VERBOSE,
)
"""The next token after blanks and bars, among the moves of a game; `match.lastindex` is its `TokenKind`."""

_HEADER = r"""\[\s*+(?:[^\s":\[\]]++\s*+"|[^\s":\[\](){}|%][^":\[\]\r\n]*+:)"""
BEGINS_HEADER = re.compile(_HEADER)
"""A bracket that can only be a header: a key, and the sign before its value."""

_BEGINNING = rf"((?:\(\s*+)?+(?:[0-9]++\s*+\.|(?:{_CODE})?+{_SQUARE}{_ARROW}))|({_ENTRY})|({_HEADER})|(\{{)"
BODY_HERE = re.compile(rf"\s*+(?:{_BEGINNING})")
BODY = re.compile(rf"(?:(?<![^\s\])}}])|(?=[\[{{]))(?:{_BEGINNING})")
"""End of the arguments: the first move (group 1), piece (2) or header (3).

Or braces among them (4)."""

ENTRY = re.compile(_ENTRY)
BRACE = re.compile(r"[{}]")
BAD_CLOCK = re.compile(r"\[%clk\s*+(?![0-9]++:[0-5][0-9]:[0-5][0-9](?:\.[0-9])?+\s*+\])([^\[\]{}]{0,100}+)")
RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
