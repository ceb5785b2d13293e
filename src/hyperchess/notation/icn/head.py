"""Arguments and list of pieces, between the headers and the moves."""

from __future__ import annotations

import re
from dataclasses import replace

from hyperchess.infinite.syntax.arguments import scan_arguments
from hyperchess.infinite.syntax.text import scan_placement
from hyperchess.notation.icn.syntax import GameSyntax
from hyperchess.notation.icn.tokens import BODY, BODY_HERE
from hyperchess.problems import Problems
from hyperchess.scanner import Scanner
from hyperchess.text import Source, Span

__all__ = ["Bodies", "read_setup_part"]

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
