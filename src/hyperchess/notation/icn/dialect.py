"""Detection of the dialect of a text: the document's, the legacy converter's, or the site's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperchess.infinite import Color
from hyperchess.notation.icn.syntax import GameSyntax
from hyperchess.problems import Problems
from hyperchess.text import Severity, Span

__all__ = ["DOCUMENT", "LEGACY", "SITE", "comes_from_site", "find_dialect"]

DOCUMENT, LEGACY, SITE = "icn", "icn-legacy", "icn-site"
_NAMES = {DOCUMENT: "the document's dialect", LEGACY: "the legacy dialect", SITE: "the site's dialect"}

_NEWER_PIECE = re.compile(r"(?<![A-Za-z])(?:[0-9][A-Za-z]|nr|hu|ro|NR|HU|RO)[a-zA-Z]*-?[0-9]")
_CLOCK = re.compile(r"\[%clk")
_TIGHT_PROMOTION = re.compile(r"[0-9]=[A-Za-z0-9]")


def find_dialect(syntax: GameSyntax, problems: Problems) -> str:
    """Return the name of the dialect. A text that mixes dialects gets a note for each foreign feature."""
    site = next(_site_features(syntax), None)
    quoted = next((header.span for header in syntax.headers if header.quoted), None)
    plain = next((header.span for header in syntax.headers if not header.quoted), None)
    if site is not None:
        foreign = plain or syntax.arguments.spans.get("set of properties")
        dialect = SITE
    else:
        foreign = plain if quoted is not None else None
        dialect = LEGACY if quoted is not None else DOCUMENT
    if foreign is not None:
        message = f"this does not belong to {_NAMES[dialect]}, in which the rest is written"
        problems.report(foreign, "dialect", message, Severity.INFO)
    return dialect


def comes_from_site(syntax: GameSyntax, dialect: str) -> bool:
    """Return whether a game comes from infinitechess.org: by its dialect, or by its header `Site`."""
    return dialect == SITE or any(
        header.key.casefold() == "site" and "infinitechess.org" in header.value.casefold()
        for header in syntax.headers
    )


def _site_features(syntax: GameSyntax) -> Iterator[Span]:
    """Yield the features that only the site writes."""
    spans, arguments = syntax.arguments.spans, syntax.arguments
    for name in ("border", "annotation"):
        if name in spans:
            yield spans[name]
    if arguments.players not in ((Color.WHITE, Color.BLACK), (Color.BLACK, Color.WHITE)):
        yield spans["list of players"]
    if "list of players" in spans and ":" in syntax.text(spans["list of players"]):
        yield spans["list of players"]
    if any(len(promotion.ranks) > 1 for promotion in arguments.promotions):
        yield spans["promotion entry"]
    text = syntax.source.text
    if syntax.pieces is not None:
        match = _NEWER_PIECE.search(text, *syntax.pieces)
        if match is not None:
            yield Span(*match.span())
    start = syntax.pieces.end if syntax.pieces is not None else syntax.start
    for pattern in (_CLOCK, _TIGHT_PROMOTION):
        match = pattern.search(text, start, syntax.end)
        if match is not None:
            yield Span(*match.span())
