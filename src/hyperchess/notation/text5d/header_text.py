r"""Headers: `[Key "value"]` with `\"` and `\\` in the value, or as people type it.

>>> match_header(r'[White "A \"B\" C"] 1. e4', 0).value
'A "B" C'
>>> typed = match_header("[White “Ada”]", 0)
>>> typed.value, typed.fix
('Ada', '[White "Ada"]')
>>> format_header("White", r'A "B" \ C')
'[White "A \\"B\\" \\ C"]'

Values as people type them, and misspelt and repeated keys, are checked against the known keys:

>>> meant_key("Varient", "Standard - Princess"), meant_key("\u0412\u043eard", "?"), meant_key("Boards", "2")
(('variant', True), ('board', True), ('board', False))
>>> meant_key("Side", "White")
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

from hyperchess.errors import UnknownVariant
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.marks import EXPECTED_RESULT, read_result
from hyperchess.notation.starts import find_any_variant
from hyperchess.notation.text5d.syntax import GameSyntax, HeaderSyntax
from hyperchess.problems import Problems
from hyperchess.text import Severity, quote

__all__ = [
    "BOARD",
    "DECISIVE_KEYS",
    "KNOWN_KEYS",
    "OPEN_HEADER",
    "PLAIN_HEADER",
    "PLAIN_HEADERS",
    "HeaderText",
    "check_headers",
    "format_header",
    "match_header",
    "meant_key",
]


_HEADER = lazy_pattern(r'\[\s*([^\s"\[\]]+)\s*"([^"]*)"\s*\]')
_WITH_ESCAPES = lazy_pattern(r'\[\s*([^\s"\[\]]+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
KNOWN_KEYS = (
    *("White", "Black", "Event", "Site", "Date", "Round", "Result", "Time", "Mode", "Board", "Variant"),
    *("Variation", "Size", "Puzzle", "Promotions", "Timeline", "Timelines", "InitialMultiverses"),
)
"""Keys of headers that have a meaning in 5DPGN."""

DECISIVE_KEYS = frozenset(
    ("board", "variant", "variation", "size", "promotions", "timeline", "timelines", "initialmultiverses")
)
"""Keys of headers that decide from which position a game starts, in small letters."""

_KNOWN = "|".join(KNOWN_KEYS)
_DOUBLE = r'"\u00ab\u00bb\u201c-\u201f\u2033\uff02'  # quotation marks of all kinds
_SINGLE = r"'`\u00b4\u2018-\u201b"
_TYPED = lazy_pattern(
    rf"""\[[^\S\r\n]*(?:
        (\w+)[^\S\r\n]*+[:=]?+[^\S\r\n]*+(?:
            [{_DOUBLE}]([^{_DOUBLE}\r\n]*)[{_DOUBLE}]
          | [{_SINGLE}]([^{_SINGLE}"\r\n]*)[{_SINGLE}]
        )[^\S\r\n]*\]
      | ({_KNOWN})(?:[^\S\r\n]*+[:=\r\n]|[^\S\r\n]++)[^\S\r\n]*+([^\s"\[\]][^"\[\]\r\n]*)\]
      | (\w+)[^\S\r\n]*"([^"\[\]\r\n]*)(?:\]|"[^\S\r\n]*(?=[\r\n]|\Z))
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_ESCAPE = lazy_pattern(r'\\(["\\])')
_MUST_ESCAPE = lazy_pattern(r'"|\\(?=["\\]|\Z)')

BOARD = lazy_pattern(r'\[(?=[^\[\]":]*+:)[^\[\]"]*+\]')
"""A board: in brackets like a header, but with colons."""

OPEN_HEADER = lazy_pattern(r'\[\s*+[^\s"\[\]]++\s*+"(?:[^"\\]++|\\.|\\\Z)*+(?:"\s*+)?+\Z')
"""A header at the end of a text that may continue."""

PLAIN_HEADER = lazy_pattern(r'\s*+(\[\s*+([^\s"\[\]:=]++)\s*+"([^"\\]*+)"\s*+\])')
"""A header without escapes and the blanks before it; the groups are the header, its key and its value."""

PLAIN_HEADERS = lazy_pattern(r'(?:\s*+\[\s*+[^\s"\[\]]++\s*+"[^"\\]*+"\s*+\])*+')
"""Any number of consecutive headers without escapes."""


class HeaderText(NamedTuple):
    """A header, the offset of its end, and its correct spelling if it is written differently."""

    key: str
    value: str
    end: int
    fix: str | None = None


def match_header(text: str, start: int) -> HeaderText | None:
    """Return the header that starts at `start`, if there is one."""
    match = _HEADER.match(text, start)
    if match is not None and "\\" not in match[2]:
        key = match[1].rstrip(":=") or match[1]
        fix = None if key == match[1] else format_header(key, match[2])
        return HeaderText(key, match[2], match.end(), fix)
    escaped = _WITH_ESCAPES.match(text, start)
    if escaped is not None:
        return HeaderText(escaped[1], _ESCAPE.sub(r"\1", escaped[2]), escaped.end())
    if match is not None:  # a value that ends with a backslash, as texts without escapes write it
        return HeaderText(match[1], match[2], match.end(), format_header(match[1], match[2]))
    typed = _TYPED.match(text, start)
    if typed is None:
        return None
    key, value = (found for found in typed.groups() if found is not None)
    return HeaderText(key, value.strip(), typed.end(), format_header(key, value.strip()))


def format_header(key: str, value: str) -> str:
    """Format a header so that `match_header` returns the value.

    Other programs may not support escapes, so a backslash is escaped only where it would be ambiguous.
    """
    return f'[{key} "{_MUST_ESCAPE.sub(_escaped, value)}"]'


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[0]}"


_SIZE = lazy_pattern(r"([0-9]{1,3})\s*[x\u00d7\u2715\u2716\u0445*]\s*([0-9]{1,3})")


def _read_size(text: str) -> str | None:
    """Return `8x8` from free spelling with other signs or blanks."""
    match = _SIZE.fullmatch(normalize("NFKC", text[:40]).strip().casefold())
    return None if match is None else f"{match[1]}x{match[2]}"


def _read_mode(text: str) -> str | None:
    return "5D" if text.strip().casefold() == "5d" else None


_MEANINGS: dict[str, tuple[str, Callable[[str], str | None], str]] = {
    "result": ("Result", read_result, EXPECTED_RESULT),
    "size": ("Size", _read_size, ""),  # other values are checked against the boards
    "mode": ("Mode", _read_mode, "expected 5D, as which the game is read"),
}
"""By key: canonical spelling, parser of the value, and the message for a value that cannot be parsed."""


_NAMES = {key.casefold(): key for key in KNOWN_KEYS}
_LIKE, _NEAR = 0.7, 0.8  # similarity of a key if its value is one of the other key's, and if it is not
# Greek and Cyrillic letters in the order of the Latin ones that they look like.
_LETTERS = str.maketrans(
    "\u0430\u0432\u0435\u0456\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0458\u0501\u04bb"
    "\u03b1\u03b2\u03b5\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b6\u0261\u0131",
    "abeikmhopctyxsjdhabeikmvoptyxzgi",
)
_VALUES = {
    "timeline": lazy_pattern(r"(?i:odd|even)"),
    "promotions": lazy_pattern(r"[A-Z]{1,2}(?:\s*,\s*[A-Z]{1,2})*|[A-Z]{1,12}"),
    "initialmultiverses": lazy_pattern(r"[+-]?[0-9]+(?:[\s,]+[+-]?[0-9]+)*"),
}


@lru_cache(maxsize=256)
def meant_key(key: str, value: str) -> tuple[str, bool] | None:
    """Return the key in small letters that decides the start and is meant by a misspelt one, and whether that
    is certain; `None` if there is none.
    """
    visible = "".join(letter for letter in normalize("NFKD", key[:40]) if category(letter)[0] not in "CM")
    plain = visible.casefold().translate(_LETTERS)
    if plain in DECISIVE_KEYS:
        return plain, True
    if plain in _NAMES:
        return None
    from difflib import get_close_matches  # most texts have no unknown key

    for meant in get_close_matches(plain, sorted(DECISIVE_KEYS), cutoff=_LIKE):
        if _is_value(meant, value.strip()):
            return meant, True
    near = get_close_matches(plain, sorted(DECISIVE_KEYS), n=1, cutoff=_NEAR)
    return (near[0], False) if near else None


def _is_value(key: str, value: str) -> bool:
    """Return whether a value is one of a key that decides the start."""
    if key == "size":
        return _read_size(value) is not None
    pattern = _VALUES.get(key.removesuffix("s") if key == "timelines" else key)
    if pattern is not None:
        return pattern.fullmatch(value) is not None
    try:
        return bool(find_any_variant(value))
    except UnknownVariant:
        return False


def _with_meant_key(syntax: GameSyntax, header: HeaderSyntax, problems: Problems) -> HeaderSyntax:
    """Return a header with the key that is meant, and report one that is misspelt."""
    meant = None if header.key.casefold() in _NAMES else meant_key(header.key, header.value)
    if meant is None:
        return header
    key, is_certain = _NAMES[meant[0]], meant[1]
    if not is_certain:
        message = f"the key {quote(header.key)} is not {key}, which decides the start"
        problems.report(header.span, "header", message, hint="rename it, or correct its value")
        return header
    fix = format_header(key, header.value)
    message = f"the key {quote(header.key)} is read as {key}"
    is_bracketed = syntax.source.text.startswith("[", header.span.start)
    problems.report(header.span, "header", message, Severity.WARNING, fix=fix if is_bracketed else None)
    return header._replace(key=key)


def check_headers(syntax: GameSyntax, problems: Problems) -> list[HeaderSyntax]:
    """Return the headers with canonical values, and report invalid ones."""
    found = []
    counts: dict[str, int] = {}
    for written in syntax.headers:
        written = _with_meant_key(syntax, written, problems)
        known = _MEANINGS.get(written.key.casefold())
        header = written if known is None else _checked(written, *known)
        if header is None:
            assert known is not None
            message = f"the header {known[0]} is {quote(written.value)}: {known[2]}"
            problems.report(written.span, "header", message, Severity.WARNING)
            header = written
        elif header is not written:
            _report(syntax, written, header, problems)
        counts[header.key] = counts.get(header.key, 0) + 1
        if counts[header.key] == 2:  # report it once
            message = f"a second header {quote(header.key)}: the last one counts"
            problems.report(header.span, "header", message, Severity.WARNING)
        found.append(header)
    return found


def _checked(
    header: HeaderSyntax, key: str, read: Callable[[str], str | None], expected: str
) -> HeaderSyntax | None:
    """Return the header in canonical spelling, unchanged if it is already, or `None` if it has no meaning."""
    if not header.value.strip():
        return header
    value = read(header.value)
    if value is None:
        return None if expected else header
    if key != "Result" and header.value.strip().casefold() == value.casefold():
        return header  # kept as written; each user parses it
    return header if header[:2] == (key, value) else header._replace(key=key, value=value)


def _report(syntax: GameSyntax, written: HeaderSyntax, header: HeaderSyntax, problems: Problems) -> None:
    """Report the canonical spelling of a header, with a fix if the text has it in brackets."""
    fix = format_header(header.key, header.value)
    message = f"this header is written {fix}"
    is_bracketed = syntax.source.text.startswith("[", written.span.start)
    problems.report(written.span, "header", message, Severity.WARNING, fix=fix if is_bracketed else None)
