"""The three dialects of ICN as notations. One reader handles all; each has its own writer.

Rules, reader and writers are imported lazily: other texts are compared with the signs, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hyperchess.notation.boundaries import Boundary
from hyperchess.notation.detection import PGN_HEADERS, Sample, Sign, sign, variant_sign
from hyperchess.notation.registry import Later, Notation
from hyperchess.ruleset import GameKind
from hyperchess.text import Source

if TYPE_CHECKING:
    from hyperchess.infinite import Position, Variant
    from hyperchess.notation.icn.resolve import InfiniteGame

__all__ = ["NOTATIONS"]


def _find_variant(name: str) -> Variant:
    from hyperchess.infinite import find_variant

    return find_variant(name)


_COMMON = (
    sign(
        "moves such as 1,2>3,4",
        2.5,
        r"(?<![0-9.])-?[0-9]++,-?[0-9]++\s*+[>x]\s*+-?[0-9]++,-?[0-9]",
        needs=",",
    ),
    sign(
        "pieces such as K5,1|k5,8",
        2.5,
        r"(?<![A-Za-z0-9])[0-9]?[A-Za-z]{1,2}-?[0-9]++,-?[0-9]++\+?+(?=\||\s*+\Z)",
        needs=",",
    ),
    sign(
        "a player to move at the beginning",
        1,
        r"\A[\ufeff\s]*+(?:bu|[wbryg])(?::(?:bu|[wbryg]))*+\s++(?=[0-9({]|[A-Za-z]{1,2}-?[0-9]++,|\Z)",
    ),
    sign("ranks of promotion, (8|1)", 1.5, r"\([^()|\n]{0,80}\|[^()|\n]{0,80}\)", needs="|"),
    sign("a move rule, 0/100", 1, r"(?<!\S)[0-9]{1,6}/[0-9]{1,6}(?!\S)", needs="|"),
    variant_sign("a header [Variant] of infinite chess", 3, _find_variant),
    sign(
        "headers with a colon, [Event: ...]",
        1,
        r"(?m)^[^\S\n]*+\[[A-Z][A-Za-z]++\s?:(?![+-]?[0-9]++:)",
        needs="[",
        part="text",
    ),
    PGN_HEADERS,
)
_QUOTED = re.compile(r'\[\s*[^\s":\[\]]++\s*"')
_SITE = re.compile(
    r"\[%clk|[0-9]=[A-Za-z]|(?<![:\w])(?:bu|[wbryg])(?::(?:bu|[wbryg]))++\s|(?:Squares|Rays):[-0-9]"
    r"|(?<![0-9,])(?:-?[0-9]++|_)(?:,(?:-?[0-9]++|_)){3}(?![0-9,])|[|\s](?:[1-9][a-zA-Z]{1,2}|NR|HU|RO|nr|hu|ro)-?[0-9]"
)


def _read(source: Source, *, start: Position | None = None) -> list[InfiniteGame]:
    from hyperchess.notation.icn.parser import parse_games
    from hyperchess.notation.icn.resolve import resolve_all

    return resolve_all(parse_games(source), source, start)


def _read_before(
    source: Source, end: int, *, start: Position | None = None
) -> tuple[list[InfiniteGame], bool]:
    from hyperchess.notation.icn.parser import parse_before
    from hyperchess.notation.icn.resolve import resolve_all

    games, goes_on = parse_before(source, end)
    return resolve_all(games, source, start), goes_on


def _boundaries(text: str, final: bool) -> Iterator[Boundary]:
    from hyperchess.notation.icn.parser import boundaries

    return boundaries(text, final)


def _signs(name: str) -> tuple[Sign, ...]:
    """Return the signs of ICN, and the signs that favour one dialect."""

    def is_own(sample: Sample) -> int:
        return int(bool(sample.count_points(_COMMON[:-1])) and _dialect(sample.text) == name)

    return (*_COMMON, Sign(f"spellings of {name}", 0.5, is_own))


def _dialect(text: str) -> str:
    if _SITE.search(text):
        return "icn-site"
    return "icn-legacy" if _QUOTED.search(text) else "icn"


def _notation(name: str, title: str, writer: str) -> Notation:
    writing = Later("hyperchess.notation.icn.writers", writer)
    kinds = (GameKind.INFINITE,)
    signs = _signs(name)
    return Notation(name, title, signs, _read, writing, ".icn", kinds, _boundaries, read_before=_read_before)


NOTATIONS = (
    _notation("icn", "Infinite Chess Notation", "write_document"),
    _notation("icn-legacy", "ICN, legacy dialect", "write_legacy"),
    _notation("icn-site", "ICN, dialect of the site", "write_site"),
)
