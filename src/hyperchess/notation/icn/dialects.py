"""The three dialects of ICN as notations. One reader handles all; each has its own writer.

Rules, reader and writers are imported lazily: other texts are compared with the signs, too.
"""

from __future__ import annotations

import re

from hyperchess.notation.detection import PGN_HEADERS, Sample, Sign, sign, variant_sign
from hyperchess.notation.registry import Later, Notation
from hyperchess.ruleset import GameKind

__all__ = ["NOTATIONS"]


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
    variant_sign("a header [Variant] of infinite chess", 3, Later("hyperchess.infinite", "find_variant")),
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


def _signs(name: str) -> tuple[Sign, ...]:
    """Return the signs of ICN, and the signs that favour one dialect."""

    def is_own(sample: Sample) -> int:
        return int(bool(sample.count_points(_COMMON[:-1])) and _dialect(sample.text) == name)

    return (*_COMMON, Sign(f"spellings of {name}", 0.5, is_own))


def _dialect(text: str) -> str:
    if _SITE.search(text):
        return "icn-site"
    return "icn-legacy" if _QUOTED.search(text) else "icn"


_PACKAGE = "hyperchess.notation.icn"
_READ = Later(f"{_PACKAGE}.resolve", "read_games")
_READ_BEFORE = Later(f"{_PACKAGE}.resolve", "read_before")
_BOUNDARIES = Later(f"{_PACKAGE}.parser", "boundaries")


def _notation(name: str, title: str, writer: str) -> Notation:
    writing, kinds = Later(f"{_PACKAGE}.writers", writer), (GameKind.INFINITE,)
    signs = _signs(name)
    return Notation(name, title, signs, _READ, writing, ".icn", kinds, _BOUNDARIES, read_before=_READ_BEFORE)


NOTATIONS = (
    _notation("icn", "Infinite Chess Notation", "write_document"),
    _notation("icn-legacy", "ICN, legacy dialect", "write_legacy"),
    _notation("icn-site", "ICN, dialect of the site", "write_site"),
)
