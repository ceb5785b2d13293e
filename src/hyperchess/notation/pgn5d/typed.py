"""Informal spellings in 5DPGN, read where only one meaning is possible.

The parser comes here when its own grammar has failed, so that none of this costs anything on clean text: the
regular expressions are compiled when they are first needed.

>>> typed_move("Nf3 >> (0t1)f5 !~ / e5", 0)
Typed(kind='move', end=17, text='Nf3>>(0T1)f5~!', respelled=True, wrong=None)
>>> [typed_move(text, 0).text for text in ("o - o", "e2-e4", "e8(q)+", "exd6 e.p.", "Ng1:f3‼", "E4")]
['O-O', 'e2e4', 'e8=Q+', 'exd6', 'Ng1xf3!!', 'e4']
>>> typed_at("Nf3>>(0,1)f5", 0)
Typed(kind='move', end=12, text='Nf3>>f5', respelled=False, wrong=Span(start=5, end=10))
>>> typed_token("1 - 0", 0).text, typed_token("(>l1)", 0).text, typed_token("3…", 0).text
('1-0', '(>L1)', '3...')
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias
from unicodedata import normalize

from hyperchess.errors import ParseError
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse.syntax.movetext import read_move
from hyperchess.notation.marks import NUMBER_OF_SIGN, PRINTED_SIGNS, SCORE, read_result
from hyperchess.text import Span

__all__ = ["Typed", "number_parts", "opens_token", "typed_at", "typed_move", "typed_token"]

_LONGEST = 80  # characters of a token with all its blanks
_MOST_SIGNS = 4_096  # size of the spelling cache

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
_DIGITS = r"[0-9OolI|]+"  # with letters that look like digits
_BOARD = rf"""(?:
    \(\s*+(?=[^()]*[0-9])(?:[Ll]?\s*+(?P<line{{0}}>[+-]?\s*+[0-9]+)|)\s*+,?\s*+
        (?:[Tt]\s*+(?P<turn{{0}}>[+-]?\s*+[0-9]+)|)\s*+(?P<color{{0}}>[wbWB])?\s*+\)
  | \(\s*+[Ll]?(?P<like_line{{0}}>[+-]?{_DIGITS})\s*+,?\s*+
        [Tt]\s*+(?P<like_turn{{0}}>[+-]?{_DIGITS})\s*+(?P<like_color{{0}}>[wbWB])?\s*+[)\]]
  | \(\s*+[Tt]\s*+(?P<late_turn{{0}}>[+-]?\s*+[0-9]+)\s*+,?\s*+
        [Ll]\s*+(?P<late_line{{0}}>[+-]?\s*+[0-9]+)\s*+\)
  | \((?P<other_line{{0}}>[+-]?[0-9]+)(?![IiLlOoWw])[I-Zi-z](?P<other_turn{{0}}>[+-]?[0-9]+)\)(?=\S)
  | \((?P<open_line{{0}}>[+-]?[0-9]+)[Tt](?P<open_turn{{0}}>[+-]?[0-9]+)\x20?(?=[A-Za-z])
  | (?P<closed_line{{0}}>[+-]?[0-9]+)[Tt](?P<closed_turn{{0}}>[+-]?[0-9]+)(?P<closed_color{{0}}>[wb])?\)
  | [Ll]?(?P<bare_line{{0}}>[+-]?[0-9]+)\x20?T(?P<bare_turn{{0}}>[0-9]+)\x20?(?=[A-Za-z])
)"""
_FORMS = ("", "like_", "late_", "other_", "open_", "closed_", "bare_")  # of a board, as the groups are named
_BOARD_GROUPS = {
    number: [f"{form}{part}{number}" for form in _FORMS for part in ("line", "turn")] for number in (1, 2)
}
_RELATIVE = rf"""(?:
    \$\s*+\(\s*+(?:[Ll]?\s*+(?P<lines>=|[+-]\s*+[0-9]+)|)\s*+,?\s*+
        (?:[Tt]\s*+(?P<turns>=|[+-]\s*+{_DIGITS})|)\s*+\)
  | \$\s*+\(\s*+[Tt]\s*+(?P<late_turns>=|[+-]\s*+[0-9]+)\s*+,?\s*+
        [Ll]\s*+(?P<late_lines>=|[+-]\s*+[0-9]+)\s*+\)
)"""
# A small letter that must be a piece: a square and more follow it, or it is no file of a board up to h.
_SMALL = (
    r"[pwkcqysnrbud](?=[a-h][1-9][0-9]?\s*+(?:[xX:>-]|&gt;))"
    r"|[pwkqysnru](?=[a-hA-H]?[1-8]?[xX:]?[a-hA-H][1-8](?![0-9]))"
)
_ARROW = r"[-=]?(?:>|&gt;)"
_JUMP = rf"{_ARROW}(?:\s*+{_ARROW}){{0,2}}"
_MARK_WORDS = "checkmate|check|ch|mate|softmate"
_SIGN = r"\s*+(?:[~!?]|\+(?!/[=-]))|[*\#]"  # `+/-` is a judgement, and no check
_MOVE = rf"""
    (?:{_BOARD.format(1)}|)\s*+
    (?:
        (?P<castling>[Oo0](?:\s*+-?\s*+[Oo0]){{1,2}})(?![\w-])
      |
        (?:(?P<piece>{_PIECE})\s*+|(?P<small>{_SMALL})|)
        (?P<file>[a-wyz]|[A-H](?![a-h])|)(?P<rank>[1-9][0-9]?|)
        (?:
            \s*+(?P<early_capture>[xX])?\s*+(?P<jump>{_JUMP})\s*+(?P<capture>[xX:])?\s*+
            (?:(?:{_BOARD.format(2)}|{_RELATIVE}|T(?P<same_line_turn>[0-9]+)(?=\x20?[A-Za-z]))\s*+|)(?P<late_capture>[xX])?\s*+(?P<again>{_PIECE})?
          | \s*+(?P<takes>[xX])\s*+ | (?P<colon>:) | -
          |
        )
        (?P<to_file>[a-zA-H])(?P<to_rank>[1-9][0-9]?)(?P<early_marks>(?:{_SIGN})*)
        (?:
            \s*+=\s*+\(?\s*+(?P<promotion1>{_PIECE}|[qrbnsudcy])(?:\s*+\))?(?!\w)
          | \s*+\(\s*+=?\s*+(?P<promotion2>{_PIECE}|[qrbnsudcy])\s*+\)
          | (?<=[0-9])/(?P<promotion3>[QRBNSUDCYqrbnsudcy])(?![\w>(])
          | (?<=[0-9])(?P<promotion4>\s*+[QRBNSUDCY]|[qrbnsudcy])(?![\w>(])
          |
        )
        (?P<en_passant>\s*+\(?e\.?\s?p\b\.?\)?|)
    )
    (?P<marks>(?:{_SIGN}|\s*+(?:{_MARK_WORDS})\b\.?)*)
    (?![\w=>&-])
"""
_OTHERS = rf"""
    (?P<result>{SCORE})(?![\w/-])
  | (?P<hint>(?P<opens>\()?\s*+(?P<sign>[<>~+]|&gt;)\s*+(?P<letter>[LlTt]?)\s*+
        (?P<number>[+-]?\s*+(?:[0-9]+|(?<=[LlTt+-])[0-9OolI|]+))(?:\s*+(?P<closes>\))|(?=\s|\Z)))
  | (?P<serial>(?:(?:\#|T|(?i:turn|move)\s?\#?)(?=[0-9]+[\s.:)]))?(?P<digits>[0-9]{{1,6}})
        (?:\s*+(?P<color>[wbWB])?\s*+(?:(?P<dots>\.+)|\)|:(?=\s|[A-Za-z(]))
          |(?P<bare_color>[wbWB])(?=\s+[A-Za-z(])|(?=\s+[A-Za-z(])))
  | \$(?P<nag>[0-9]{{1,3}})(?![0-9(])
  | (?P<mark>[~+*\#!?]{{1,6}})(?![\w~!?+*\#=-]|/[=+-])
  | (?P<symbol>\+/?[=-]|[=-]/?\+|[={PRINTED_SIGNS}])(?=[\s)]|\Z)
  | (?P<dots_alone>\.\.+)
  | (?P<comma>,+|[-|](?=\s))
"""
_NO_VARIATION = lazy_pattern(
    r"\(\s*+(?:[+-]?\s*+[0-9OolI|]++\s*+,?\s*+[tT]|[+-]?\s*+[0-9]++\s*+,?\s*+\)|[lLtT<>~&]|\+\s*+[lL]"
    r"|[+-]?[0-9]++[I-Zi-z][+-]?[0-9]++\)|=?\s*+[QRBNSUDCYqrbnsudcy]\s*+\)|e\.?\s?p\b)"
)
# Text in the place of a board or token that is neither: before a move, in a jump, or alone.
_INSIDE = r"[^\s(){}\[;]"  # a character of it
_WRONG_BOARD = (
    r"(?P<wrong>\$?\((?:(?:[^(){}\[\]./;\n]{1,12}|[0-9LlTt.+\]-]{1,12})\)"
    r"|[+-]?[0-9]+[Tt][+-]?[0-9]+[^(){}\[;\n]?))"
    r"(?=[KQRBNPUDSWCY]?[a-w]?[0-9]{0,2}[x>]{0,3}[a-w(][0-9]|O-O)"
)
_WRONG_BOARDS = (
    lazy_pattern(_WRONG_BOARD),
    lazy_pattern(rf"(?:\({_INSIDE}{{1,12}}\))?(?:(?!/){_INSIDE}){{0,12}}>x?{_WRONG_BOARD}"),
)
_WRONG_TOKEN = lazy_pattern(
    r"\((?!(?:L?[+-]?[0-9]++)?(?:T[+-]?[0-9]++[wb]?)?\))\x20?"
    rf"(?={_INSIDE}{{1,8}}\)){_INSIDE}?[<>~LlTt]{_INSIDE}*\)|\([>~]{_INSIDE}{{0,8}}(?!\S)"
)
_BLANK = lazy_pattern(r"\s+")
_BLANK_LINE = lazy_pattern(r"(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)")
_LIKE_DIGITS = str.maketrans("OolI|", "00111")
_WORD_OF_MARK = lazy_pattern(_MARK_WORDS)
_MARK_OF_WORD = {"check": "+", "ch": "+", "mate": "#", "checkmate": "#", "softmate": "*"}
_EVALUATION = lazy_pattern(r"[!?]+")


_Piece: TypeAlias = tuple[str, str]
"""A stretch of text as it is written, and in ASCII."""
"""A stretch of text in ASCII, and for each place in it where that place is in the text."""


class Typed(NamedTuple):
    """A token as it was typed: where it ends, and how 5DPGN writes it.

    `kind` is `move`, `result`, `hint`, `serial`, `nag`, `mark`, `dots`, `comma` or `wrong`; `respelled` means
    that more than blanks and the order of signs differs. Text of kind `wrong` is in brackets, is neither a
    board nor a token, and is left out.
    """

    kind: str
    end: int
    text: str
    respelled: bool
    wrong: Span | None = None


def opens_token(text: str, start: int) -> bool:
    """Return whether a parenthesis may belong to a board or another token instead of a variation."""
    if text.startswith("((", start):  # only variations start like this
        return False
    return _NO_VARIATION.match(text, start) is not None or _wrong_at(text, start) is not None


def typed_at(text: str, start: int) -> Typed | None:
    """Return the move or other token that may have been typed here."""
    piece = _plain(text, start)
    return _move_in(piece, start) or _token_in(piece, start) or _wrong_at(text, start)


def typed_move(text: str, start: int, *, behind: int = 0) -> Typed | None:
    """Return the move typed here, if there is only one possibility and it ends after `behind`."""
    return _move_in(_plain(text, start), start, behind)


def _move_in(piece: _Piece, start: int, behind: int = 0) -> Typed | None:
    move = _first_move(piece)
    if move is None or start + move.end <= behind:
        return None
    return Typed(move.kind, start + move.end, move.text, move.respelled)


@lru_cache(maxsize=256)  # a damaged text may repeat the same token thousands of times
def _first_move(piece: _Piece) -> Typed | None:
    match = _compiled(_MOVE).match(piece[1])
    if match is None or not match.end():
        return None
    if match["again"] and match["again"] != (match["piece"] or match["small"] or "P").upper():
        return None  # not the piece that moves
    canonical = _canonical(match)
    try:
        read_move(canonical)
    except ParseError:
        return None
    return _typed("move", _written(piece, match.end()), 0, canonical)


def _wrong_at(text: str, start: int) -> Typed | None:
    """A move without a board that cannot be read, or a token in brackets that cannot be read."""
    for pattern in _WRONG_BOARDS:
        board = pattern.match(text, start)
        if board is None:
            continue
        inside = board["wrong"].strip("$()")
        if inside[:1] not in "0123456789+-" and typed_move(inside, 0) is not None:
            continue
        first, end = board.span("wrong")
        move = typed_move(text[start:first] + text[end : end + _LONGEST], 0)
        if move is not None and move.end > first - start:
            return move._replace(end=start + move.end + end - first, wrong=Span(first, end))
    token = _WRONG_TOKEN.match(text, start)
    return None if token is None else Typed("wrong", token.end(), "", True, Span(*token.span()))


def typed_token(text: str, start: int) -> Typed | None:
    """Return the token other than a move that may have been typed here."""
    return _token_in(_plain(text, start), start)


def number_parts(serial: str) -> tuple[str, str | None, str]:
    """Return the digits, the letter of the player and the dots of a number.

    >>> number_parts("12b."), number_parts("1...")
    (('12', 'b', '.'), ('1', None, '...'))
    """
    digits = serial.rstrip(".").rstrip("wb")
    return digits, serial[len(digits) :].rstrip(".") or None, serial.lstrip("0123456789wb")


def _token_in(piece: _Piece, start: int) -> Typed | None:
    match = _compiled(_OTHERS).match(piece[1])
    if match is None:
        return None
    if match["nag"]:
        kind, found = "nag", match[0]
    elif match["result"]:
        kind, found = "result", _BLANK.sub("", match[0])
        found = read_result(found) or found
    elif match["hint"]:
        sign = ">" if match["sign"] == "&gt;" else match["sign"]
        letter = match["letter"].upper() or ("T" if sign == "~" else "L")
        is_whole = match["opens"] and match["closes"]
        if (sign == "~") != (letter == "T") or not (
            is_whole or ((match["opens"] or match["closes"]) and match["letter"])
        ):
            return None
        kind, found = "hint", f"({sign.replace('<', '>')}{letter}{_number(match['number'])})"
    elif match["serial"]:
        color = (match["color"] or match["bare_color"] or "").lower()
        kind, found = "serial", f"{match['digits']}{color}{match['dots'] or '.'}"
    elif match["mark"]:
        kind, found = "mark", _marks(match["mark"])
    elif match["comma"]:
        kind, found = "comma", ""
    elif match["dots_alone"]:
        kind, found = "dots", "/"
    else:
        kind, found = "nag", f"${NUMBER_OF_SIGN[match['symbol']]}"
    return _typed(kind, _written(piece, match.end()), start, found)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.VERBOSE)


def _typed(kind: str, written: str, start: int, canonical: str) -> Typed:
    end = start + len(written)
    if written == canonical:
        return Typed(kind, end, canonical, False)
    together, wanted = _BLANK.sub("", written), _BLANK.sub("", canonical)
    return Typed(kind, end, canonical, sorted(together) != sorted(wanted))


def _plain(text: str, start: int) -> _Piece:
    written = text[start : start + _LONGEST]
    if "\n" in written or "\r" in written:  # after a blank line another game may start
        written = _BLANK_LINE.split(written, 1)[0]
    return written, written if written.isascii() else written.translate(_ASCII)


def _written(piece: _Piece, length: int) -> str:
    """Return the source text of `length` ASCII characters, with following signs that have no meaning."""
    written, plain = piece
    if written is plain:
        return written[:length]
    end = 0
    for letter in written:
        size = len(_ASCII[ord(letter)])
        if length <= 0 < size:
            break
        length -= size
        end += 1
    return written[:end]


class _Ascii(dict[int, str]):
    """ASCII spellings of characters where they are clear; otherwise the character itself."""

    def __missing__(self, code: int) -> str:
        sign = chr(code).translate(_SIGNS)
        compatible = normalize("NFKC", sign)
        found = compatible if compatible.isascii() else sign
        if len(self) < _MOST_SIGNS:
            self[code] = found
        return found


_ASCII = _Ascii()


def _canonical(match: re.Match[str]) -> str:
    """A move as 5DPGN writes it."""
    origin = _board(match, 1)
    if match["castling"]:
        move = "-".join("O" * sum(letter in "Oo0" for letter in match["castling"]))
    else:
        letters = ("early_capture", "capture", "late_capture", "takes", "colon")
        takes = "x" if any(match[name] for name in letters) else ""
        board = _board(match, 2) + _relative(match)
        if match["same_line_turn"]:
            board = f"(T{match['same_line_turn']})"
        jump = _BLANK.sub("", match["jump"] or "").replace("&gt;", ">")
        # An arrow to a square of the same board is a dash: `e2->e4`.
        jump = "" if jump in ("->", "=>") and not board else jump.replace("-", "").replace("=", "")[:2]
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
    if not any(match.group(*_BOARD_GROUPS[number])):
        return ""
    form = next(form for form in _FORMS if match[f"{form}line{number}"] or match[f"{form}turn{number}"])
    line, turn = (_number(match[f"{form}{name}{number}"] or "") for name in ("line", "turn"))
    if not turn:
        return f"(L{line})"
    color = next(
        (match[f"{form}color{number}"] for form in ("", "like_", "closed_") if match[f"{form}color{number}"]),
        "",
    )
    return f"({line}T{turn}{color.lower()})"


def _relative(match: re.Match[str]) -> str:
    lines, turns = (match[name] or match[f"late_{name}"] for name in ("lines", "turns"))
    parts = [f"L{_number(lines)}" if lines else "", f"T{_number(turns)}" if turns else ""]
    return f"$({''.join(parts)})" if lines or turns else ""


def _number(written: str) -> str:
    """A number without blanks, in digits."""
    return _BLANK.sub("", written).translate(_LIKE_DIGITS)
