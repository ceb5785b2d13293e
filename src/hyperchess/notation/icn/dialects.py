"""The three dialects of ICN as notations. One reader understands them all; each has its writer."""

from __future__ import annotations

import re
from collections.abc import Callable

from hyperchess.infinite import Position
from hyperchess.kinds import Kind
from hyperchess.notation.icn.boundaries import boundaries
from hyperchess.notation.icn.parser import parse_games
from hyperchess.notation.icn.resolve import InfiniteGame, resolve
from hyperchess.notation.icn.writers import write_document, write_legacy, write_site
from hyperchess.notation.registry import Notation
from hyperchess.text import Source

__all__ = ["NOTATIONS"]

# A move, or two pieces of a list, or one piece behind an argument: nothing else is written like that.
_OWN = re.compile(
    r"(?<![0-9])-?[0-9]++,-?[0-9]++\s*+[>x]\s*+-?[0-9]++,-?[0-9]"
    r"|(?<![A-Za-z0-9])[0-9]?[A-Za-z]{1,2}-?[0-9]++,-?[0-9]++\+?+(?:\||\s*+\Z)"
)
# Arguments without pieces: the variant that the headers name has them.
_ARGUMENTS = re.compile(
    r"\s*+(?:bu|[wbryg])(?::(?:bu|[wbryg]))*+"
    r"(?:\s++(?:[0-9]++(?:/[0-9]++)?+|-?[0-9]++,-?[0-9]++|\([-0-9,;|A-Za-z]++\)|[a-z]{4,}+))++\s*+"
)
_ASIDE = re.compile(r'\{[^{}]*+\}|\[[^\[\]"\n]*+(?:"[^"\n]*+"[^\[\]"\n]*+)*+\]')
_JSON = re.compile(r"\s*\{\s*\"")
_QUOTED = re.compile(r'\[\s*[^\s":\[\]]++\s*"')
_SITE = re.compile(
    r"\[%clk|[0-9]=[A-Za-z]|(?<![:\w])(?:bu|[wbryg])(?::(?:bu|[wbryg]))++\s|(?:Squares|Rays):[-0-9]"
    r"|(?<![0-9,])(?:-?[0-9]++|_)(?:,(?:-?[0-9]++|_)){3}(?![0-9,])|[|\s](?:[1-9][a-zA-Z]{1,2}|NR|HU|RO|nr|hu|ro)-?[0-9]"
)


def _read(source: Source, *, start: Position | None = None) -> list[InfiniteGame]:
    return [resolve(syntax, start=start) for syntax in parse_games(source)]


def _looks(name: str) -> Callable[[str], float]:
    """How much a text looks like ICN, and like one dialect of it more than the others."""

    def confidence(text: str) -> float:
        plain = _ASIDE.sub(" ", text)
        if _JSON.match(text) or not (_OWN.search(plain) or _ARGUMENTS.fullmatch(plain)):
            return 0.0
        return 0.99 if _dialect(text) == name else 0.96

    return confidence


def _dialect(text: str) -> str:
    if _SITE.search(text):
        return "icn-site"
    return "icn-legacy" if _QUOTED.search(text) else "icn"


NOTATIONS = (
    Notation(
        "icn",
        "Infinite Chess Notation",
        _looks("icn"),
        _read,
        write_document,
        ".icn",
        (Kind.INFINITE,),
        boundaries,
    ),
    Notation(
        "icn-legacy",
        "ICN, legacy dialect",
        _looks("icn-legacy"),
        _read,
        write_legacy,
        ".icn",
        (Kind.INFINITE,),
        boundaries,
    ),
    Notation(
        "icn-site",
        "ICN, dialect of the site",
        _looks("icn-site"),
        _read,
        write_site,
        ".icn",
        (Kind.INFINITE,),
        boundaries,
    ),
)
