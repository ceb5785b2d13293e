"""Headers checked against the known keys: values as people type them, repeated keys."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import normalize

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.result_text import EXPECTED_RESULT, read_result
from hyperchess.notation.text5d.header_text import format_header
from hyperchess.notation.text5d.syntax import GameSyntax, HeaderSyntax
from hyperchess.problems import Problems
from hyperchess.text import Severity, quote

__all__ = ["check_headers"]

_SIZE = lazy_pattern(r"([0-9]{1,3})\s*[x\u00d7\u2715\u2716\u0445*]\s*([0-9]{1,3})")


def _read_size(text: str) -> str | None:
    """Return `8x8` from free spelling with other signs or blanks."""
    match = _SIZE.fullmatch(normalize("NFKC", text[:40]).strip().casefold())
    return None if match is None else f"{match[1]}x{match[2]}"


def _read_mode(text: str) -> str | None:
    return "5D" if text.strip().casefold() == "5d" else None


_KNOWN: dict[str, tuple[str, Callable[[str], str | None], str]] = {
    "result": ("Result", read_result, EXPECTED_RESULT),
    "size": ("Size", _read_size, ""),  # other values are checked against the boards
    "mode": ("Mode", _read_mode, "expected 5D, as which the game is read"),
}
"""By key: canonical spelling, parser of the value, and the message for a value that cannot be parsed."""


def check_headers(syntax: GameSyntax, problems: Problems) -> list[HeaderSyntax]:
    """Return the headers with canonical values, and report invalid ones."""
    found = []
    counts: dict[str, int] = {}
    for written in syntax.headers:
        known = _KNOWN.get(written.key.casefold())
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
