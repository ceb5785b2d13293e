"""What stands between the headers and the moves: arguments and the list of pieces."""

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

__all__ = ["read_setup_part"]

_PIECES, _OPEN = 2, 4
_BRACES = re.compile(r'"(?:[^"\\\n]|\\.)*+"|\'(?:[^\'\\\n]|\\.)*+\'|[{}]')


def read_setup_part(game: GameSyntax, offset: int) -> int:
    """Read the arguments and the pieces, as far as they are there; where they end."""
    source = game.source
    body = BODY_HERE.match(source.text, offset) or BODY.search(source.text, offset)
    while body is not None and body.lastindex == _OPEN:
        body = BODY.search(source.text, _after_braces(source.text, body.start()))
    if body is not None and body.lastindex == _PIECES:
        return _read_part(game, source, offset, 0)
    limit = body.start() if body is not None else len(source.text)
    # A part of its own, so that what follows is not taken for arguments: the 1 of `1 ...` is none.
    part = source.text[offset:limit]
    if part.strip():
        _read_part(game, Source(part, source.name), 0, offset)
    return limit


def _after_braces(text: str, start: int) -> int:
    """Where the braces that open here are closed, strings aside; the end of the text if nowhere."""
    depth = 0
    for match in _BRACES.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth == 0:
            return match.end()
    return len(text)


def _read_part(game: GameSyntax, source: Source, offset: int, shift: int) -> int:
    """Read from a source that is the game's, or a part of it that starts at `shift`."""
    problems = Problems(source)
    scanner = Scanner(source, offset)
    arguments = scan_arguments(scanner, problems)
    start = scanner.offset
    if not scanner.at_end:
        game.setup = scan_placement(scanner, arguments, problems)
        game.pieces = Span(start + shift, scanner.offset + shift)
    for name, span in arguments.spans.items():
        arguments.spans[name] = Span(span.start + shift, span.end + shift)
    game.arguments = arguments
    for problem in problems:
        span = Span(problem.span.start + shift, problem.span.end + shift)
        game.problems.add(replace(problem, source=game.source, span=span))
    return scanner.offset
