"""The four dialects of 5DPGN as notations. One reader understands them all; each has its writer."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from hyperchess.multiverse import Position
from hyperchess.notation.common5d.detection import bare, share
from hyperchess.notation.common5d.dialects import Dialect
from hyperchess.notation.common5d.resolve import Game5D, resolve
from hyperchess.notation.pgn5d.boundaries import boundaries
from hyperchess.notation.pgn5d.parser import parse_games
from hyperchess.notation.pgn5d.writers import write_branched, write_first, write_raw, write_shad
from hyperchess.notation.registry import Notation
from hyperchess.text import Source

__all__ = ["NOTATIONS"]

_MOVES = re.compile(r"(?:^|[\s)}])[0-9]+\s?[wb]?\s?\.|\([+-]?[0-9]+T[0-9]+[wb]?\)\s?[A-Za-z]")
_HEADER = re.compile(
    r'\[(?:Mode\s+"5D"|Board\s|Variant\s|Size\s)|:[+-]?[0-9]+:-?[0-9]+:[wb]\]', re.IGNORECASE
)
_NUMBERED = re.compile(r"(?:^|[\s(])[0-9]+[wb]?\.", re.IGNORECASE)
_ANSWERED = re.compile(r"(?:^|\s)/(?:\s|$)|[\s(][0-9]+b\.", re.IGNORECASE)
_WORD = re.compile(
    r"""/ | \(*[0-9]+[wb]?\.(?:(?:\(\S+\))?[A-Za-z]\S*)? | 1-0 | 0-1 | 1/2-1/2 | \([>~][LT][+-]?[0-9]+\)
    | (?:\([+-]?[0-9]+T[0-9]+\))?(?:O-O(?:-O)?|[A-Z]?[a-z]?[0-9]?x?[a-h][0-9](?:=[A-Z])?)[+*\#]?[!?]{0,2}\)*
    | \([+-]?[0-9]+T[0-9]+\)[A-Z]?[a-z][0-9]>>?x?\([+-]?[0-9]+T[0-9]+\)[a-z][0-9]\S*""",
    re.VERBOSE | re.IGNORECASE,
)
_MOST = 0.75  # of the words of a text that nothing else can be than 5DPGN
_SURE = 0.975
_RAW = re.compile(r"(?m)^[ \t]*[./][ \t]+\([+-]?[0-9]+T")
_FIRST = re.compile(r"\(\+L[+-]?[0-9]+\)")
_BRANCHED = re.compile(r"[\s(}][0-9]+[wb]\.|\[(?:Variant|Timelines?)\s")


def _read(source: Source, *, start: Position | None = None) -> list[Game5D]:
    return [resolve(syntax, start=start) for syntax in parse_games(source)]


@lru_cache(maxsize=1)  # four dialects ask for the same text
def _is_sure(text: str) -> bool:
    """Whether most of a text is 5DPGN, and it has turns that are answered: a wrong letter changes little."""
    body = bare(text)
    if not _NUMBERED.search(body) or not _ANSWERED.search(body):
        return False
    return share(_WORD, body) >= _MOST


def _looks(own: re.Pattern[str] | None) -> Callable[[str], float]:
    """How much a text looks like 5DPGN, and like one dialect of it more than the others."""

    def confidence(text: str) -> float:
        if _is_sure(text):
            return _SURE + 0.004 if own is not None and own.search(text) else _SURE - 0.1 * (own is not None)
        common = 0.3 * bool(_MOVES.search(text)) + 0.3 * bool(_HEADER.search(text))
        if own is not None:
            return common + 0.35 if own.search(text) else common / 2
        return common + 0.1 if common or not text.strip() else 0.05

    return confidence


NOTATIONS = (
    Notation(
        Dialect.SHAD.value, "Shad's 5DPGN", _looks(None), _read, write_shad, ".5dpgn", boundaries=boundaries
    ),
    Notation(
        Dialect.BRANCHED.value,
        "Branched 5DPGN",
        _looks(_BRANCHED),
        _read,
        write_branched,
        ".5dpgn",
        boundaries=boundaries,
    ),
    Notation(
        Dialect.FIRST.value,
        "5DPGN, first edition",
        _looks(_FIRST),
        _read,
        write_first,
        ".5dpgn",
        boundaries=boundaries,
    ),
    Notation(
        Dialect.RAW.value,
        "5DPGN, raw notation mode",
        _looks(_RAW),
        _read,
        write_raw,
        ".5dpgn",
        boundaries=boundaries,
    ),
)
