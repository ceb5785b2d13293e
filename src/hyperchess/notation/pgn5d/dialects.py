"""The four dialects of 5DPGN as notations. One reader understands them all; each has its writer."""

from __future__ import annotations

import re
from collections.abc import Callable

from hyperchess.multiverse import Position
from hyperchess.notation.common5d.dialects import Dialect
from hyperchess.notation.common5d.resolve import Game5D, resolve
from hyperchess.notation.pgn5d.boundaries import boundaries
from hyperchess.notation.pgn5d.parser import parse_games
from hyperchess.notation.pgn5d.writers import write_branched, write_first, write_raw, write_shad
from hyperchess.notation.registry import Notation
from hyperchess.notation.writing import Written
from hyperchess.text import Source

__all__ = ["NOTATIONS"]

_MOVES = re.compile(r"(?:^|[\s)}])[0-9]+\s?[wb]?\s?\.|\([+-]?[0-9]+T[0-9]+[wb]?\)\s?[A-Za-z]")
_HEADER = re.compile(
    r'\[(?:Mode\s+"5D"|Board\s|Variant\s|Size\s)|:[+-]?[0-9]+:-?[0-9]+:[wb]\]', re.IGNORECASE
)
_RAW = re.compile(r"(?m)^[ \t]*[./][ \t]+\([+-]?[0-9]+T")
_FIRST = re.compile(r"\(\+L[+-]?[0-9]+\)")
_BRANCHED = re.compile(r"[\s(}][0-9]+[wb]\.|\[(?:Variant|Timelines?)\s")


def _read(source: Source, *, start: Position | None = None) -> list[Game5D]:
    return [resolve(syntax, start=start) for syntax in parse_games(source)]


def _read_before(source: Source) -> tuple[list[Game5D], bool]:
    games = parse_games(source)
    goes_on = len(games) > 1
    return [resolve(syntax) for syntax in (games[:-1] if goes_on else games)], goes_on


def _looks(own: re.Pattern[str] | None) -> Callable[[str], float]:
    """How much a text looks like 5DPGN, and like one dialect of it more than the others."""

    def confidence(text: str) -> float:
        common = 0.3 * bool(_MOVES.search(text)) + 0.3 * bool(_HEADER.search(text))
        if own is not None:
            return common + 0.35 if own.search(text) else common / 2
        return common + 0.1 if common or not text.strip() else 0.05

    return confidence


def _notation(
    dialect: Dialect, title: str, own: re.Pattern[str] | None, writer: Callable[..., Written]
) -> Notation:
    looks = _looks(own)
    return Notation(
        dialect.value, title, looks, _read, writer, ".5dpgn", boundaries=boundaries, read_before=_read_before
    )


NOTATIONS = (
    _notation(Dialect.SHAD, "Shad's 5DPGN", None, write_shad),
    _notation(Dialect.BRANCHED, "Branched 5DPGN", _BRANCHED, write_branched),
    _notation(Dialect.FIRST, "5DPGN, first edition", _FIRST, write_first),
    _notation(Dialect.RAW, "5DPGN, raw notation mode", _RAW, write_raw),
)
