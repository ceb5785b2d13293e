"""Words and numbers between the moves of 5DPGN: stray words, clocks, names of pieces and players, results.

>>> from hyperchess.notation.pasted.mask import Mask
>>> mask = Mask("hi! White: e4 Black: e5 10:00 White: knight to f3 (develops) white resigns")
>>> remove_words(mask)
>>> " ".join(mask.text.split())
'1. e4 / e5 2. Nf3 {develops} 0-1'

Piece letters of other languages are read for a whole game at once:

>>> [(language, text) for language, text in translations("1. e4 / e5 2. Cf3 / Cc6 3. Fb5 / a6")]
[('French', '1. e4 / e5 2. Nf3 / Nc6 3. Bb5 / a6')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.marks import PRINTED_SIGNS, read_result
from hyperchess.notation.pasted.mask import COMMENT, Mask
from hyperchess.notation.pgn5d.typed import typed_at

__all__ = ["CASTLING_WORD", "remove_words", "translations"]


_LANGUAGES = {
    "German": {"K": "K", "D": "Q", "T": "R", "L": "B", "S": "N", "B": "P"},
    "French": {"R": "K", "D": "Q", "T": "R", "F": "B", "C": "N", "P": "P"},
    "Spanish": {"R": "K", "D": "Q", "T": "R", "A": "B", "C": "N", "P": "P"},
    "Portuguese": {"R": "K", "D": "Q", "T": "R", "B": "B", "C": "N", "P": "P"},
    "Dutch": {"K": "K", "D": "Q", "T": "R", "L": "B", "P": "N"},
    "Polish": {"K": "K", "H": "Q", "W": "R", "G": "B", "S": "N", "P": "P"},
    "Czech": {"K": "K", "D": "Q", "V": "R", "S": "B", "J": "N", "P": "P"},
    "Hungarian": {"K": "K", "V": "Q", "B": "R", "F": "B", "H": "N"},
    "Romanian": {"R": "K", "D": "Q", "T": "R", "N": "B", "C": "N", "P": "P"},
    "Russian": {
        "\u041a\u0440": "K ",
        "\u041a\u0420": "K ",
        "\u0424": "Q",
        "\u041b": "R",
        "\u0421": "B",
        "\u041a": "N",
        "\u043f": " ",
        "\u041f": "P",
    },
    "Latin letters": {"\u041a": "K", "\u0412": "B", "\u041d": "N"},
}
_ENGLISH = frozenset("KQRBNP")
_ASIDE = lazy_pattern(rf"{COMMENT}|\[[^\[\]\n]*\]")
_LETTER = r"(?<![A-Za-z\u0400-\u04ff])(\u041a[\u0440\u0420]|[A-Z\u0400-\u042f\u043f])"
_LETTER_MOVE = lazy_pattern(
    rf"{_LETTER}(?=\s?[a-h]?[1-8]?\s?[x:\u00d7\u0445-]?\s?(?:>>?\s?x?\s?(?:\([^()\n]*\))?)?\s?[a-h][1-8])"
    r"|(?<=[a-h][1-8])(=|\()(\u041a[\u0440\u0420]|[A-Z\u0400-\u042f])(?![A-Za-z\u0400-\u04ff])"
)


def translations(text: str) -> Iterator[tuple[str, str]]:
    """Yield the languages whose letters the moves of a text may have, and the text with English letters."""
    found = list(_LETTER_MOVE.finditer(_ASIDE.sub(lambda match: "{" * len(match[0]), text)))
    used = {match[1] or match[3] for match in found}
    if used <= _ENGLISH:
        return
    seen = {text}
    for language, letters in _LANGUAGES.items():
        if not used <= letters.keys():
            continue
        parts = []
        done = 0
        for match in found:
            group = 1 if match[1] else 3
            parts += [text[done : match.start(group)], letters[match[group]]]
            done = match.end(group)
        translated = "".join([*parts, text[done:]])
        if translated not in seen:
            seen.add(translated)
            yield language, translated


_PIECES = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "horse": "N", "pawn": ""}
_NAMES = "|".join(_PIECES)
_COMMENTS = lazy_pattern(rf"{COMMENT}|;[^\n]*")
_BRACKETS = lazy_pattern(rf"{COMMENT}|\[[^\[\]\n]*\]?")
_SKIPPED = lazy_pattern(rf"{_BRACKETS.pattern}|;[^\n]*|(?m:^)%[^\n]*")

_SQUARE = r"[a-hA-H][1-8](?![0-9])"
_MOVE_TEXT = rf"(?:\([^()\n]{{1,40}}\))?[KQRBNPSUD]?[a-h]?[1-8]?[x-]?{_SQUARE}"
_MOVE = lazy_pattern(rf"{_SQUARE}|(?<!\w)[O0o](?:-?[O0o]){{1,2}}(?!\w)")
_MOVE_AFTER = lazy_pattern(rf"[\s,]*{_MOVE_TEXT}")
_SERIAL = lazy_pattern(r"(?<!\w)[0-9]++\s?[wb]?\s?[.:)]|/")
_SERIAL_BEFORE = lazy_pattern(r"(?:(?<![\w.])[0-9]++\s*+[wb]?\s*+[.:)\u2026]++|/)\s*+\Z")
_SERIAL_AFTER = lazy_pattern(r"[\s,]*+(?:/|[0-9]++\s*+[wb]?\s*+[.:)]|\))")
_SEMICOLON = lazy_pattern(r";(?P<rest>[^\n]*)")
_ONLY_MOVES = lazy_pattern(
    rf"(?:[\s;,/]|[0-9]++\s*+[.:)]++|{_MOVE_TEXT}(?:=?[QRBN])?[+#!?]*+|[O0o]-[O0o](?:-[O0o])?[+#!?]*+)*+"
)

_CLOCK = lazy_pattern(
    r"""(?x)(?<![^\s(\[]) [(\[]?
    (?: [0-9]{1,3}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]+)?
      | (?:[0-9]{1,3}h)?(?:[0-9]{1,3}m)?[0-9]{1,4}(?:\.[0-9]{1,3})?s(?:ec)? | [0-9]{1,3}m
      | [+\u2212-][0-9]{1,4}[.,][0-9]{1,4}(?:/[0-9]{1,3})?
    ) [)\]]? (?![^\s,;/])"""
)
_BRACKETED_CLOCK = lazy_pattern(r"\[[0-9]{1,3}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]+)?\]")
_HEADER_LINE = lazy_pattern(
    r"""(?mx)^[ \t]*(?P<key>White|Black|Event|Site|Date|Round|Result|Time|Mode|Board|Variant|Size|Promotions)
    (?: [ \t]*[:=]?[ \t]*["\u201c\u201d'](?P<quoted>[^"\u201c\u201d'\n]+)["\u201c\u201d'][ \t]*$
      | [ \t]*[:=][ \t]*(?P<plain>[^\s"\[\]{}][^"\[\]{}\n]{0,100}?)[ \t]*+(?:\n|\Z) )""",
    re.IGNORECASE,
)
_BOARD_WORDS = lazy_pattern(
    r"[(\[]\s*(?:timeline|line|l)\s*(?P<line>[+-]?[0-9]+)\s*[,;]?\s*(?:turn|t)\s*(?P<turn>[0-9]+)\s*[)\]]",
    re.IGNORECASE,
)
_BRACKETED_BOARD = lazy_pattern(
    r"\[(?=\s*L?[+-]?[0-9]+[\s,]*T[+-]?[0-9]+[wb]?\s*\])([^\[\]]*)\]", re.IGNORECASE
)
_NUMBER = lazy_pattern(
    r"""(?mx)
    (?<!\w)(?:turn|move|zug|coup|jugada|turno|zet|\u0445\u043e\u0434)\s*\#?(?P<named>[0-9]{1,3})\s?[.:)-]?(?=\s)
  | ^[ \t]*\[(?P<listed>[0-9]{1,3})\] | (?<!\S)(?P<dotted>[0-9]{1,3})\.\)(?=\s)
  | (?<!\S)(?P<signed>[0-9]{1,3})\s?[-\u2013\u00b7](?=\s+[A-Za-z(])(?!\s+[Oo0](?!-))
    """,
    re.IGNORECASE,
)
_BRACKETED_NUMBER = lazy_pattern(r"(?m)^[ \t]*\(([0-9]{1,3})\)(?=\s)")
_ROW = lazy_pattern(
    rf"(?m)^[ \t]*[0-9]{{1,3}}(?P<first>,)[ \t]*(?:{_MOVE_TEXT}|[O0]-)[^,\n]*(?P<second>,)?[^,\n]*,*[ \t]*$"
)
_FIRST_DASH = lazy_pattern(r"\s*+([-\u2013\u2014:|])\s++(?=[0-9])")
_COMMA = lazy_pattern(r"(?<=[\w+#!?~]),(?=\s)")
_LABEL = lazy_pattern(
    rf"""(?x)(?P<before>(?:(?<![0-9])[0-9]{{1,6}}\s?[.:)]++\s*+)?)
    (?<![\w'\u2019]) (?:(?P<white>white|w)|(?P<black>black|b))
    (?:[ \t]*(?::|[-\u2013\u2014=](?=[ \t])|\([a-z]*\):?)|(?<=e)|(?<=k)) [ \t]+
    (?=(?:to\s+)?(?:\[[^\[\]\n]*\]|(?:{_NAMES})\b[ \w]{{0,12}})?{_MOVE_TEXT}|[O0o]-|castle)""",
    re.IGNORECASE,
)
_PIECE_WORD = lazy_pattern(
    rf"(?<!\w)(?P<name>{_NAMES})\s+"
    rf"(?:(?P<takes>takes|captures|x)\s+(?:on\s+)?|(?:moves\s+)?to\s+|on\s+)?(?={_SQUARE})",
    re.IGNORECASE,
)
_TAKES = lazy_pattern(rf"(?<=[KQRBNa-h1-8])\s+(?:takes|captures)\s+(?:on\s+)?(?={_SQUARE})")
_PROMOTION = lazy_pattern(
    r"(?<=[a-h][1-8])\s*(?:=\s*|\(\s*=?|promot(?:es?|ing)\s+to\s+(?:an?\s+)?)"
    r"(?P<name>queen|rook|bishop|knight)\s*\)?(?!\w)",
    re.IGNORECASE,
)
_CASTLING = lazy_pattern(
    r"""(?x)(?<![\w-])(?:
    (?P<long> castl(?:es?|ing|ed)[ \t]+(?:queen-?\s?side|long) | (?:queen-?\s?side|long)[ \t]+castl(?:es?|ing)
      | gro\u00dfe[ ]rochade | grand[ ]roque | enroque[ ]largo )
  | castl(?:es?|ing|ed)[ \t]+(?:king-?\s?side|short) | (?:king-?\s?side|short)[ \t]+castl(?:es?|ing)
      | kleine[ ]rochade | petit[ ]roque | enroque[ ]corto
    )(?![\w-])""",
    re.IGNORECASE,
)
CASTLING_WORD = lazy_pattern(
    r"(?<![\w-])(?:castles|castle|castled|castling|rochade|rokade|roque|enroque"
    r"|\u0440\u043e\u043a\u0438\u0440\u043e\u0432\u043a\u0430)(?![\w-])",
    re.IGNORECASE,
)
"""A word for castling without its side."""

_COMMENT = lazy_pattern(r"\((?![QRBN]\)|e\.?\s?p)([^()\n{}]*+)\)")
_TWO_LETTERS = lazy_pattern(r"[^\W\d_]{2}")
_COUNT = lazy_pattern(r"#?[0-9]{1,5}(?:st|nd|rd|th|%|k|x)?[!?.,:]*")
_LINE = lazy_pattern(r"[^\n]+")
_WORD = lazy_pattern(r"[^\s(){}\[\]/;,|]+")
_LETTERS = lazy_pattern(
    r"[^\W\d_]+(?:['\u2019`\u00b4.-][^\W\d_]+)*[.,!?:\u2026\"'\u201d\u201c\u2019]*"
    r"|[\"'\u201c\u2018][^\W\d_]+[\"'\u201d\u2019.,!?]*|&|\?+|!+|\.{2,}"
)
_FIGURINES = frozenset("\u2654\u2655\u2656\u2657\u2658\u2659\u265a\u265b\u265c\u265d\u265e\u265f\ufe0e\ufe0f")
_SIGNS = _FIGURINES - {"\ufe0f"} | frozenset(
    f"{PRINTED_SIGNS}\u2192\u21d2\u27f6\u2794\u27a1\u00d7\u2715\u2716"
)


_EMOJI = ("So", "Sk", "Mn", "Me", "Cf", "Co", "Cn", "Po")  # categories of characters


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NO_WORDS = _set("pass passes passed null skip skips check checkmate mate ch softmate")
_PIECE_CODES = _set("BR CK RQ PR OO OOO P W K C Q Y S N R B U D")
_SHORT_WORDS = _set("I i a A")
_JOINTS = _set("to takes captures x on from via into") | _PIECES.keys()
_RETRACTIONS = _set("undo undone takeback takebacks oops wait typo correction misclick cancel")
_DOUBTS = _RETRACTIONS | _set("no not or instead mistake mean meant illegal sorry either")


def remove_words(mask: Mask) -> None:
    """Replace words with a certain meaning by 5DPGN, and other words by blanks where that changes no move."""
    for match in _SEMICOLON.finditer(_bare(mask.text, _BRACKETS)):
        rest = match["rest"]
        if not rest.strip() or (_MOVE.search(rest) and _ONLY_MOVES.fullmatch(rest)):
            mask.put(*match.span(), match[0].replace(";", " "), "separator")
    _read_headers(mask)
    for match in _ROW.finditer(mask.text):
        mask.put(*match.span("first"), ".", "spelling")
        if match["second"]:
            mask.put(*match.span("second"), "/", "spelling")
    for match in _BRACKETED_BOARD.finditer(mask.text):
        mask.put(*match.span(), f"({match[1]})", "spelling")
    for match in _BOARD_WORDS.finditer(mask.text):
        mask.put(*match.span(), f"({match['line']}T{match['turn']})", "spelling")
    for match in _BRACKETED_CLOCK.finditer(mask.text):
        mask.put(*match.span(), "", "clock")
    for match in _COMMA.finditer(_bare(mask.text)):
        mask.put(*match.span(), "", "comma")
    _read_numbers(mask)
    _read_results(mask)
    _read_labels(mask)
    for match in _CASTLING.finditer(_bare(mask.text)):
        mask.put(*match.span(), "O-O-O" if match["long"] else "O-O", "castling")
    _read_pieces(mask)
    for match in _COMMENT.finditer(_bare(mask.text)):
        is_text = _TWO_LETTERS.search(match[1]) and not _MOVE.search(match[1])
        if is_text and not any(sign.isdigit() or sign in ">~<" for sign in match[1]):
            mask.put(*match.span(), f"{{{match[1]}}}", "comment")
    for match in _CLOCK.finditer(_bare(mask.text)):
        mask.put(*match.span(), "", "clock")
    _remove_stray_words(mask)


def _bare(text: str, skipped: re.Pattern[str] = _SKIPPED) -> str:
    """Return the text with blanks instead of comments, headers and boards."""
    return skipped.sub(lambda match: " " * len(match[0]), text)


def _read_headers(mask: Mask) -> None:
    """Write headers without brackets that come before the moves with them."""
    text = _bare(mask.text)
    first = _MOVE.search(text)
    for match in _HEADER_LINE.finditer(text):
        value = (match["quoted"] or match["plain"]).strip()
        if (first is not None and match.end() > first.start()) or _SERIAL.match(value):
            break
        header = f"[{match['key'].capitalize()} {value}]"
        if len(header) <= len(match[0]):
            mask.put(*match.span(), header, "header")


def _read_numbers(mask: Mask) -> None:
    """Write numbers of turns in words or with other signs as those of 5DPGN."""
    for match in _NUMBER.finditer(_bare(mask.text, _COMMENTS)):
        number = match["named"] or match["listed"] or match["dotted"] or match["signed"]
        mask.put(*match.span(), f"{number}.", "spelling")
    listed = list(_BRACKETED_NUMBER.finditer(_bare(mask.text)))
    if len(listed) > 1 and [int(match[1]) for match in listed] == [*range(1, len(listed) + 1)]:
        for match in listed:
            mask.put(*match.span(), f"{match[1]}.", "spelling")


def _read_results(mask: Mask) -> None:
    """Write a result in words as a result, if no move follows it."""
    text = _bare(mask.text)
    last = max((match.end() for match in _MOVE.finditer(text)), default=None)
    if last is None or re.search(r"(?<!\w)(?:1-0|0-1|1/2-1/2|\u00bd-\u00bd)(?!\w)", text[last:]):
        return
    words = [match for match in re.finditer(r"[^\s(){}\[\];|]+", text) if match.start() >= last]
    for first in range(len(words)):
        for size in (4, 3, 2, 1):
            group = words[first : first + size]
            start, end = group[0].start(), group[-1].end()
            found = read_result(text[start:end].rstrip(".,!?")) if len(group) == size else None
            if (
                found not in (None, "*")
                and end - start >= len(found)
                and text[start:end].strip("0123456789-/:½ ")
            ):
                mask.put(start, end, found, "result")
                return


def _read_labels(mask: Mask) -> None:
    """Write `White:` and `Black:` before moves as the numbers and `/` of 5DPGN."""
    found = list(_LABEL.finditer(_bare(mask.text)))
    short = {
        match["white"] or match["black"] for match in found if len(match["white"] or match["black"]) == 1
    }
    if len(short) == 1:  # `b` alone may be a bishop
        found = [match for match in found if len(match["white"] or match["black"]) > 1]
    number = 0
    first = _MOVE.search(mask.text)
    for match in found:
        start = match.end("before")
        if match["black"] is not None:
            if match["before"].strip() and not number:
                continue
            new = "/" if number or (first is not None and first.start() < match.start()) else ""
            start = match.start() if new else start
        else:
            number += 1
            new = "" if match["before"] else f"{number}."
        if len(new) <= match.end() - start:
            mask.put(start, match.end(), new, "spelling")


def _read_pieces(mask: Mask) -> None:
    for match in reversed(list(_PROMOTION.finditer(_bare(mask.text)))):
        mask.put(*match.span(), f"={_PIECES[match['name'].lower()]}", "spelling")
    for match in reversed(list(_PIECE_WORD.finditer(_bare(mask.text)))):
        letter = _PIECES[match["name"].lower()]
        if letter or not match["takes"]:
            mask.put(*match.span(), f"{letter}{'x' if match['takes'] else ''}", "spelling", right=True)
    for match in reversed(list(_TAKES.finditer(_bare(mask.text)))):
        mask.put(*match.span(), "x", "spelling", right=True)


def _remove_stray_words(mask: Mask) -> None:
    text = _LINE.sub(_without_prose, _bare(mask.text))
    moves = [match.start() for match in _MOVE.finditer(text)]
    first, last = (moves[0], moves[-1]) if moves else (len(text), -1)
    runs: list[tuple[int, int]] = []
    counted = [line.span() for line in _LINE.finditer(text) if _is_line_of_words(line[0])]
    line = 0
    for match in _WORD.finditer(text):
        while line < len(counted) and counted[line][1] <= match.start():
            line += 1
        is_counted = line < len(counted) and counted[line][0] < match.start()
        if not is_counted and not _is_stray(match[0]):
            continue
        if runs and not text[runs[-1][1] : match.start()].strip(" \t\r\n,|"):
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append((match.start(), match.end()))
    for start, end in runs:
        if _may_be_removed(text, start, end, begun=first < start, goes_on=last > end):
            mask.put(start, end, "", "words")
    dash = _FIRST_DASH.match(mask.text)
    if dash is not None:  # between a title and the moves
        mask.put(*dash.span(1), "", "words")


def _is_stray(word: str) -> bool:
    """Return whether a word cannot be a move or belong to one."""
    if not {*word} - _FIGURINES:
        return True
    if _LETTERS.fullmatch(word) is None:
        return not _SIGNS & {*word} and all(not sign.isascii() and category(sign) in _EMOJI for sign in word)
    bare = word.strip(".,!?:\u2026\"'\u201c\u201d\u2018\u2019")
    if CASTLING_WORD.fullmatch(bare) or bare.lower() in _NO_WORDS or bare in _PIECE_CODES:
        return False
    if len(bare) == 1 and bare.isascii() and bare.isalpha() and bare not in _SHORT_WORDS:
        return False
    return typed_at(word, 0) is None


def _is_line_of_words(line: str) -> bool:
    """Return whether a line has several words and otherwise only numbers after the first word."""
    words = _WORD.findall(line)
    others = [word for word in words if not _is_stray(word)]
    is_plain = bool(others) and others[0] != words[0] and all(map(_COUNT.fullmatch, others))
    return is_plain and len(words) - len(others) > 1 and not {"[", "(", "{"} & {*line}


def _without_prose(line: re.Match[str]) -> str:
    """Return blanks for a sentence with a square in it, such as "I think a6 was bad": nothing is certain
    there, and its words stay in the text.
    """
    words = sum(map(_is_stray, _WORD.findall(line[0])))
    is_prose = words >= 3 and _MOVE.search(line[0]) and not _SERIAL.search(line[0])
    return " " * len(line[0]) if is_prose else line[0]


def _may_be_removed(text: str, start: int, end: int, *, begun: bool, goes_on: bool) -> bool:
    """Return whether stray words can be left out without a doubt about the moves before and after them."""
    words = [word.strip(".,!?:'\"\u2026").lower() for word in _WORD.findall(text[start:end])]
    before, after = text[max(0, start - 40) : start], text[end : end + 40]
    if _SERIAL_BEFORE.search(before) and _SERIAL_AFTER.match(after):
        return False  # the words are in the place of a move
    if begun and any(word in (_DOUBTS if goes_on else _RETRACTIONS) for word in words):
        return False
    return not (words[-1] in _JOINTS and _MOVE_AFTER.match(after))
