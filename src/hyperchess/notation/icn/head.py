r"""Everything before the moves: headers, arguments and pieces.

A header is `[Key: value]`, `[Key "value"]`, or just `[Key]`.

>>> for text in ('[Event: Round [1] of 2]', r'[Event "the \"big\" one] of 2"]', '[Event: x ] y]', "[Final]"):
...     header = scan_header(text, 0)
...     print(header.key, "=", header.value)
Event = Round [1] of 2
Event = the "big" one] of 2
Event = x ] y
Final = None

A value ends on its line. One that runs into the next header is unclosed and ends there.

>>> text = '[Event "x] [White "y"]'
>>> header = scan_header(text, 0)
>>> header.value, header.missing, text[header.end :]
('x', '"', ' [White "y"]')
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from hyperchess.infinite.syntax.arguments import scan_arguments
from hyperchess.infinite.syntax.text import scan_placement
from hyperchess.notation.icn.syntax import BODY, BODY_HERE, GameSyntax, HeaderSyntax
from hyperchess.notation.text5d.header_text import meant_key
from hyperchess.problems import Problems
from hyperchess.scanner import Scanner
from hyperchess.text import Edit, Problem, Severity, Source, Span, quote

__all__ = ["Bodies", "Header", "quoted_value", "read_header", "read_setup_part", "scan_header"]


_KEY = re.compile(r'\[\s*+(?:([^\s":\[\]]++)\s*+"|([^":\[\]\r\n]++):|([^\s":\[\]]++)\s*+\])')
_NEXT = r'\s*+\[\s*+[^\s":\[\]]++\s*+[":]'  # text after a bracket if another header follows
_WORDS = r"[^\[\]{}|>\r\n]"
_LINE_END = r"[ \t]*+(?:[\r\n\[]|\Z)"
# A quotation mark is part of the value if no bracket follows, or if the line continues with words up to
# another such end.
_MARK = rf'"(?!\s*+\]|\s*+\Z)|"(?=\s*+\]{_WORDS}*?"\s*+\]{_LINE_END})'
_STRING = re.compile(rf'((?:\\["\\\]]|[^"\r\n\]]|{_MARK}|\](?!{_NEXT}))*+)"\s*+\]')
_PLAIN_STRING = re.compile(rf'((?:[^"\r\n\]]|{_MARK}|\](?!{_NEXT}))*+)"\s*+\]')
_OPEN_STRING = re.compile(rf"(?:[^\r\n\]]|\](?!{_NEXT}|[ \t]*+(?:[\r\n]|\Z)))*+")
_INNER = r"\[(?!\s*+[^\s\":\[\]]++\s*+[:\"])[^\[\]\r\n]*+\]"
# After a bracket inside a value, the line continues with words up to another bracket.
_VALUE = re.compile(rf"((?:[^\[\]\r\n]|{_INNER}|\](?={_WORDS}++\]{_LINE_END}))*+)\]")
_OPEN_VALUE = re.compile(r"[^\[\]\r\n]*+(?:\[(?!\s*+[^\s\":\[\]]++\s*+[:\"])[^\[\]\r\n]*+)*+")
_BROKEN = re.compile(r"\[[^\]\r\n]*+\]?+")
_ESCAPED = re.compile(r'\\(["\\\]])')
_LIKE_HEADER = re.compile(rf"\](?={_NEXT})")


class Header(NamedTuple):
    """Content, end offset, and the missing closing sign (or an empty string).

    The value is `None` if there is only a key.
    """

    key: str
    value: str | None
    quoted: bool
    end: int
    missing: str = ""


def scan_header(text: str, start: int) -> Header | None:
    """Return the header at a `[`; `None` if there is none."""
    match = _KEY.match(text, start)
    if match is None:
        return None
    quoted, plain, alone = match.groups()
    if alone is not None:
        return Header(alone, None, False, match.end())
    if quoted is not None:
        return _quoted(text, quoted, match.end())
    value = _VALUE.match(text, match.end())
    if value is not None:
        return Header(plain.strip(), value[1].strip(), False, value.end())
    rest = _OPEN_VALUE.match(text, match.end())
    assert rest is not None
    closed = text.startswith("]", rest.end())  # an inner bracket is not closed
    end = rest.end() + closed
    return Header(plain.strip(), rest.group().strip(), False, end, "" if closed else "]")


def _quoted(text: str, key: str, start: int) -> Header:
    string = _STRING.match(text, start)
    if string is not None:
        return Header(key, _ESCAPED.sub(r"\1", string[1]), True, string.end())
    string = _PLAIN_STRING.match(text, start)  # a backslash before the last quotation mark
    if string is not None:
        return Header(key, string[1], True, string.end())
    rest = _OPEN_STRING.match(text, start)
    assert rest is not None
    end = rest.end()
    value, missing = rest.group().strip(), '"'
    if text.startswith("]", end):
        end += 1
    elif value.endswith('"'):
        value, missing = value[:-1], "]"
    else:
        missing = '"]'
    return Header(key, value, True, end, missing)


def quoted_value(value: str) -> str:
    r"""Quote a value so that `scan_header` returns it.

    >>> print(quoted_value(r'the "big" \ one'))
    the \"big\" \\ one
    """
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return _LIKE_HEADER.sub(r"\\]", escaped)


def read_header(game: GameSyntax, start: int) -> int:
    """Read the header at a `[` into the game, with its problems; return where it ends."""
    text = game.source.text
    header = scan_header(text, start)
    if header is None:
        broken = _BROKEN.match(text, start)
        assert broken is not None
        span = Span(*broken.span())
        message = f"expected a header, found {quote(broken.group())}"
        hint = 'a header is [Key: value] or [Key "value"]'
        game.problems.report(span, "header", message, hint=hint)
        return span.end
    span = Span(start, header.end)
    if header.missing:
        _report_open(game, header, span)
    if header.value is None:
        message = f"the header {quote(header.key)} has no value"
        game.problems.report(span, "header", message, Severity.WARNING)
    header = _with_meant_key(game, header, span)
    if any(other.key == header.key for other in game.headers):
        message = f"a second header {quote(header.key)}: the last one counts"
        game.problems.report(span, "header", message, Severity.WARNING)
    game.headers.append(HeaderSyntax(header.key, header.value or "", span, header.quoted))
    return span.end


def _with_meant_key(game: GameSyntax, header: Header, span: Span) -> Header:
    """Return a header with the key `Variant` if that is meant; report a misspelt one."""
    is_known = header.key.casefold() in ("variant", "variation", "board")
    meant = None if is_known else meant_key(header.key, header.value or "")
    if meant is None or meant[0] not in ("variant", "variation", "board"):
        return header
    if not meant[1]:
        message = f"the key {quote(header.key)} is not Variant, which decides the start"
        game.problems.report(span, "header", message, hint="rename it, or correct its value")
        return header
    message = f"the key {quote(header.key)} is read as Variant"
    game.problems.report(span, "header", message, Severity.WARNING)
    return header._replace(key="Variant")


def _report_open(game: GameSyntax, header: Header, span: Span) -> None:
    """Report an unclosed value, with the missing sign."""
    text = game.source.text[span.start : span.end]
    place = span.start + len(text.rstrip("]").rstrip()) if header.missing == '"' else span.end
    message = f"the value of the header {quote(header.key)} is not closed: expected {header.missing}"
    edit = Edit(Span(place, place), header.missing)
    game.problems.add(Problem(game.source, span, "header", message, fix=edit))


_PIECES, _OPEN = 2, 4
_BRACES = re.compile(r'"(?:[^"\\\n]|\\.)*+"|\'(?:[^\'\\\n]|\\.)*+\'|[{}]')


class Bodies:
    """Lookup of the first body after an offset. The text is searched once, whatever its number of games."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known = range(0)  # offsets with the same next body
        self._body: re.Match[str] | None = None
        self._closed: dict[int, int] = {}  # ends of braces by their start
        self._behind: dict[int, re.Match[str] | None] = {}  # first body after such braces

    def first(self, offset: int) -> re.Match[str] | None:
        """Return the first body at or after an offset; braces and their content do not count."""
        here = BODY_HERE.match(self._text, offset)
        if here is not None:
            return self._outside(here)
        if offset not in self._known:
            found = BODY.search(self._text, offset)
            self._known = range(offset, (len(self._text) if found is None else found.start()) + 1)
            self._body = self._outside(found)
        return self._body

    def _outside(self, body: re.Match[str] | None) -> re.Match[str] | None:
        """Return the body, or the first one after it if it is in braces."""
        passed = []
        while body is not None and body.lastindex == _OPEN:
            start = body.start(_OPEN)
            if start in self._behind:
                body = self._behind[start]
                break
            passed.append(start)
            body = BODY.search(self._text, self._after_braces(start))
        self._behind.update(dict.fromkeys(passed, body))
        return body

    def _after_braces(self, start: int) -> int:
        """Return where the braces that open here close, strings aside; the end of the text if nowhere."""
        if start not in self._closed:
            opened: list[int] = []
            for match in _BRACES.finditer(self._text, start):
                if match.group() == "{":
                    opened.append(match.start())
                elif match.group() == "}":
                    self._closed[opened.pop()] = match.end()
                    if not opened:
                        break
            self._closed.update(dict.fromkeys(opened, len(self._text)))
        return self._closed[start]


def read_setup_part(game: GameSyntax, offset: int, bodies: Bodies) -> int:
    """Read the arguments and the pieces, as far as present; return where they end."""
    source = game.source
    body = bodies.first(offset)
    if body is not None and body.lastindex == _PIECES:
        return _read_part(game, source, offset, 0)
    limit = body.start() if body is not None else len(source.text)
    # A separate part, so that the 1 of `1 ...` is not read as an argument.
    part = source.text[offset:limit]
    if part.strip():
        _read_part(game, Source(part, source.name), 0, offset)
    return limit


def _read_part(game: GameSyntax, source: Source, offset: int, shift: int) -> int:
    """Read from `source`, which is the game's source or a part of it that starts at `shift`."""
    problems = Problems(source)
    scanner = Scanner(source, offset)
    arguments = scan_arguments(scanner, problems)
    start = scanner.offset
    if not scanner.at_end:
        game.setup = scan_placement(scanner, arguments, problems)
        game.pieces = Span(start + shift, scanner.offset + shift)
    game.arguments = arguments
    if shift:
        for name, span in arguments.spans.items():
            arguments.spans[name] = Span(span.start + shift, span.end + shift)
    for problem in problems:
        span = Span(problem.span.start + shift, problem.span.end + shift)
        game.problems.add(replace(problem, source=game.source, span=span))
    return scanner.offset
