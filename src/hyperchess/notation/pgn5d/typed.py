"""What people type where 5DPGN has something else: read where only one thing can be meant.

The parser comes here when its own grammar has failed, so that none of this costs anything on clean text: the
regular expressions are compiled when they are first needed.

>>> typed_move("Nf3 >> (0t1)f5 !~ / e5", 0)
Typed(kind='move', end=17, text='Nf3>>(0T1)f5~!', respelled=True)
>>> [typed_move(text, 0).text for text in ("o - o", "e2-e4", "e8(q)+", "exd6 e.p.", "Ng1:f3‼", "E4")]
['O-O', 'e2e4', 'e8=Q+', 'exd6', 'Ng1xf3!!', 'e4']
>>> typed_token("1 - 0", 0).text, typed_token("(>l1)", 0).text, typed_token("3…", 0).text
('1-0', '(>L1)', '3...')
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple
from unicodedata import normalize

from hyperchess.errors import ParseError
from hyperchess.multiverse.syntax.movetext import read_move

__all__ = ["NAGS", "Typed", "opens_token", "typed_at", "typed_move", "typed_token"]

_LONGEST = 160  # characters of a token with all its blanks

NAGS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The numbers of PGN that are marks of 5DPGN."""

_SYMBOLS = {
    "□": 7,
    "=": 10,
    "∞": 13,
    "⩲": 14,
    "+=": 14,
    "+/=": 14,
    "⩱": 15,
    "=+": 15,
    "=/+": 15,
    "±": 16,
    "+/-": 16,
    "∓": 17,
    "-/+": 17,
    "+-": 18,
    "-+": 19,
}

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00d7\u2715\u2716\u0445\u0425", "x"),  # times signs, and the Cyrillic letter
        **dict.fromkeys("≫»", ">>"),
        "\u203a": ">",
        **dict.fromkeys("\u2192\u21d2\u27f6\u2794\u27a1", "->"),  # arrows
        **dict.fromkeys("\u223c\u02dc\u2053\u301c", "~"),
        **dict.fromkeys("\u2757\u2755", "!"),
        **dict.fromkeys("\u2753\u2754", "?"),
        **dict.fromkeys("\u2020\u2021", "+"),  # daggers; a double one may be a double check or a mate
        **dict.fromkeys("\u266f\u2260", "#"),
        "\u041e": "O",  # Cyrillic
        "\u043e": "o",
        "½": "1/2",
        **dict.fromkeys("♔♚", "K"),
        **dict.fromkeys("♕♛", "Q"),
        **dict.fromkeys("♖♜", "R"),
        **dict.fromkeys("♗♝", "B"),
        **dict.fromkeys("♘♞", "N"),
        **dict.fromkeys("♙♟", "P"),
        # Characters without a width of their own
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff", ""),
    }
)

_PIECE = r"BR|CK|RQ|PR|[PWKCQYSNRBUD]"
_BOARD = (
    r"\(\s*+(?=[^()]*[0-9])(?:[Ll]?\s*+(?P<line{0}>[+-]?\s*+[0-9]+)|)\s*+,?\s*+"
    r"(?:[Tt]\s*+(?P<turn{0}>[+-]?\s*+[0-9]+)|)\s*+(?P<color{0}>[wbWB])?\s*+\)"
)
_RELATIVE = (
    r"\$\s*+\(\s*+(?:[Ll]?\s*+(?P<lines>=|[+-]\s*+[0-9]+)|)\s*+,?\s*+"
    r"(?:[Tt]\s*+(?P<turns>=|[+-]\s*+[0-9]+)|)\s*+\)"
)
# A small letter that must be a piece: a square and more follow it, or it is no file of a board up to h.
_SMALL = (
    r"[pwkcqysnrbud](?=[a-h][1-9][0-9]?\s*+(?:[xX:>-]|&gt;))"
    r"|[pwkqysnru](?=[a-hA-H]?[1-8]?[xX:]?[a-hA-H][1-8](?![0-9]))"
)
_ARROW = r"[-=]?(?:>|&gt;)"
_JUMP = rf"{_ARROW}(?:\s*+{_ARROW})?"
_MARK_WORDS = "checkmate|check|ch|mate|softmate"
_SIGN = r"\s*+(?:[~!?]|\+(?!/[=-]))|[*\#]"  # `+/-` is a judgement, and no check
_MOVE = rf"""
    (?:{_BOARD.format(1)}|)\s*+
    (?:
        (?P<castling>[Oo0](?:\s*+-?\s*+[Oo0]){{1,2}})(?![\w-])
      |
        (?:(?P<piece>{_PIECE})\s*+|(?P<small>{_SMALL})|)
        (?P<file>[a-wyzA-H]|)(?P<rank>[1-9][0-9]?|)
        (?:
            \s*+(?P<early_capture>[xX])?\s*+(?P<jump>{_JUMP})\s*+(?P<capture>[xX:])?\s*+
            (?:(?:{_BOARD.format(2)}|{_RELATIVE})\s*+|)(?P<late_capture>[xX])?\s*+(?P<again>{_PIECE})?
          | \s*+(?P<takes>[xX])\s*+ | (?P<colon>:) | -
          |
        )
        (?P<to_file>[a-zA-H])(?P<to_rank>[1-9][0-9]?)(?P<early_marks>(?:{_SIGN})*)
        (?:
            \s*+=\s*+\(?\s*+(?P<promotion1>{_PIECE}|[qrbnsudcy])(?:\s*+\))?(?!\w)
          | \s*+\(\s*+(?P<promotion2>{_PIECE}|[qrbnsudcy])\s*+\)
          | (?<=[0-9])/(?P<promotion3>[QRBNSUDCYqrbnsudcy])(?![\w>(])
          | (?<=[0-9])(?P<promotion4>\s*+[QRBNSUDCY]|[qrbnsudcy])(?![\w>(])
          |
        )
        (?P<en_passant>\s*+\(?e\.?\s?p\b\.?\)?|)
    )
    (?P<marks>(?:{_SIGN}|\s*+(?:{_MARK_WORDS})\b\.?)*)
    (?![\w=>&-])
"""
_OTHERS = r"""
    (?P<result>
        (?P<white>1\s*+[-:]\s*+[0Oo]) | (?P<black>[0Oo]\s*+[-:]\s*+1)
      | 1/2(?:\s*+[-:]\s*+1/2)? | 0[.,]5\s*+[-:]\s*+0[.,]5
    )(?![\w/-])
  | (?P<hint>\(\s*+(?P<sign>[>~+]|&gt;)\s*+(?P<letter>[LlTt]?)\s*+(?P<number>[+-]?\s*+[0-9]+)\s*+\))
  | (?P<serial>(?P<digits>[0-9]{1,6})
        (?:\s*+(?P<color>[wbWB])?\s*+(?:(?P<dots>\.+)|\))|(?=\s+[A-Za-z(])))
  | \$(?P<nag>[0-9]{1,3})(?![0-9(])
  | (?P<mark>[~+*\#!?]{1,6})(?![\w~!?+*\#=-]|/[=+-])
  | (?P<symbol>\+/?[=-]|[=-]/?\+|[=⩲⩱±∓∞□])(?=[\s)]|\Z)
  | (?P<dots_alone>\.\.+)
  | (?P<comma>,+|[-|](?=\s))
"""
_NO_VARIATION = re.compile(
    r"\(\s*+(?:[+-]?\s*+[0-9]++\s*+,?\s*+[tT)]|[lLtT>~&]|\+\s*+[lL]|[QRBNSUDCYqrbnsudcy]\s*+\)|e\.?\s?p\b)"
)
_BLANK = re.compile(r"\s+")
_WORD_OF_MARK = re.compile(_MARK_WORDS)
_MARK_OF_WORD = {"check": "+", "ch": "+", "mate": "#", "checkmate": "#", "softmate": "*"}
_EVALUATION = re.compile(r"[!?]+")


class Typed(NamedTuple):
    """A token as it was typed: where it ends, and how 5DPGN writes it.

    `kind` is `move`, `result`, `hint`, `serial`, `nag`, `mark`, `dots` or `comma`; `respelled` says that
    there is another difference than blanks and the order of signs.
    """

    kind: str
    end: int
    text: str
    respelled: bool


def opens_token(text: str, start: int) -> bool:
    """Whether a parenthesis may belong to a board or another token, and open no variation."""
    return _NO_VARIATION.match(text, start) is not None


def typed_at(text: str, start: int) -> Typed | None:
    """The move or other token that somebody may have typed there."""
    return typed_move(text, start) or typed_token(text, start)


def typed_move(text: str, start: int) -> Typed | None:
    """The move that somebody may have typed there, if what is there can only be one."""
    plain, ends = _plain(text, start)
    match = _compiled(_MOVE).match(plain)
    if match is None or not match.end():
        return None
    if match["again"] and match["again"] != (match["piece"] or match["small"] or "P").upper():
        return None  # another piece than the one that moves
    canonical = _canonical(match)
    try:
        read_move(canonical)
    except ParseError:
        return None
    return _typed("move", text[start : start + ends[match.end()]], start, canonical)


def typed_token(text: str, start: int) -> Typed | None:
    """What somebody may have typed there besides moves."""
    plain, ends = _plain(text, start)
    match = _compiled(_OTHERS).match(plain)
    if match is None:
        return None
    kind = match.lastgroup
    found = _BLANK.sub("", match[0])
    if match["result"]:
        kind, found = "result", "1-0" if match["white"] else "0-1" if match["black"] else "1/2-1/2"
    elif match["hint"]:
        sign = ">" if match["sign"] == "&gt;" else match["sign"]
        letter = match["letter"].upper() or ("T" if sign == "~" else "L")
        if (sign == "~") != (letter == "T"):
            return None
        kind, found = "hint", f"({sign}{letter}{_BLANK.sub('', match['number'])})"
    elif match["serial"]:
        kind, found = "serial", f"{match['digits']}{(match['color'] or '').lower()}{match['dots'] or '.'}"
    elif match["mark"]:
        kind, found = "mark", _marks(match["mark"])
    elif match["comma"]:
        kind, found = "comma", ""
    elif match["dots_alone"]:
        kind, found = "dots", "/"
    elif match["symbol"]:
        kind, found = "nag", f"${_SYMBOLS[match['symbol']]}"
    else:
        kind = "nag"
    return _typed(kind, text[start : start + ends[match.end()]], start, found)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.VERBOSE)


def _typed(kind: str, written: str, start: int, canonical: str) -> Typed:
    together, wanted = _BLANK.sub("", written), _BLANK.sub("", canonical)
    return Typed(kind, start + len(written), canonical, sorted(together) != sorted(wanted))


def _plain(text: str, start: int) -> tuple[str, list[int] | range]:
    """A stretch of text in ASCII, and for each place in it where that place is in the text."""
    piece = text[start : start + _LONGEST]
    if piece.isascii():
        return piece, range(len(piece) + 1)
    parts: list[str] = []
    places = [0]
    for index, letter in enumerate(piece):
        sign = letter if letter.isascii() else _ascii(letter)
        parts.append(sign)
        places += [index + 1] * len(sign)
        if not sign:  # it belongs to what stands before it
            places[-1] = index + 1
    return "".join(parts), places


def _ascii(letter: str) -> str:
    """How a character is written in ASCII, if that is clear; else as it is."""
    sign = letter.translate(_SIGNS)
    compatible = normalize("NFKC", sign)
    return compatible if compatible.isascii() else sign


def _canonical(match: re.Match[str]) -> str:
    """A move as 5DPGN writes it."""
    origin = _board(match, 1)
    if match["castling"]:
        move = "-".join("O" * sum(letter in "Oo0" for letter in match["castling"]))
    else:
        letters = ("early_capture", "capture", "late_capture", "takes", "colon")
        takes = "x" if any(match[name] for name in letters) else ""
        board = _board(match, 2) + _relative(match)
        jump = _BLANK.sub("", match["jump"] or "").replace("&gt;", ">")
        # An arrow to a square of the same board is a dash: `e2->e4`.
        jump = "" if jump in ("->", "=>") and not board else jump.replace("-", "").replace("=", "")
        target = board + match["to_file"].lower() + match["to_rank"]
        source = (match["piece"] or match["small"] or "").upper() + match["file"].lower() + match["rank"]
        named = next((match[f"promotion{n}"] for n in (1, 2, 3, 4) if match[f"promotion{n}"]), "")
        promotion = f"={named.strip().upper()}" if named else ""
        move = f"{source}{jump}{takes}{target}{promotion}"
    return f"{origin}{move}{_marks((match['early_marks'] or '') + match['marks'])}"


def _marks(written: str) -> str:
    """The marks of a move in the order of 5DPGN, from signs and words in any order."""
    marks = _WORD_OF_MARK.sub(lambda word: _MARK_OF_WORD[word[0]], written)
    check = next((mark for mark in reversed(marks) if mark in "+*#"), "")
    evaluation = "".join(_EVALUATION.findall(marks))[:2]
    return f"{check}{'~' if '~' in marks else ''}{evaluation}"


def _board(match: re.Match[str], number: int) -> str:
    line, turn, color = (match[f"{name}{number}"] for name in ("line", "turn", "color"))
    if line is None and turn is None:
        return ""
    line = _BLANK.sub("", line or "")
    if turn is None:
        return f"(L{line})"
    return f"({line}T{_BLANK.sub('', turn)}{(color or '').lower()})"


def _relative(match: re.Match[str]) -> str:
    lines, turns = match["lines"], match["turns"]
    parts = [f"L{lines}" if lines else "", f"T{turns}" if turns else ""]
    return f"$({_BLANK.sub('', ''.join(parts))})" if lines or turns else ""
