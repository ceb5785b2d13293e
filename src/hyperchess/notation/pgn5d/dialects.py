"""The four dialects of 5DPGN as notations. One reader handles all; each has its own writer."""

from __future__ import annotations

from hyperchess.multiverse import Position
from hyperchess.notation.detection import sign
from hyperchess.notation.pgn5d.boundaries import boundaries
from hyperchess.notation.pgn5d.parser import parse_before, parse_games
from hyperchess.notation.registry import Later, Notation
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.resolve import Game5D, make_reader, resolve_all
from hyperchess.notation.text5d.signs import HEADERS, PLAIN_MOVES, PLAYERS, SLASHES, TURN_NUMBERS
from hyperchess.text import Source

__all__ = ["NOTATIONS"]

_COMMON = (
    TURN_NUMBERS,
    SLASHES,
    PLAIN_MOVES,
    sign(
        "moves with (0T1) boards",
        1.5,
        r"\(\s?L?[+-]?[0-9]{1,6}\s?[Tt]\s?-?[0-9]{1,6}[wb]?\s?\)\s?[A-Za-z]",
        needs="(",
    ),
    sign("jumps to a board, >>(0T1)", 1.5, r">{1,2}\s?x?\s?\$?\(", needs=">"),
    sign(
        "... before Black's moves, as in PGN",
        1,
        r"(?<!\.)\.{3}\s?(?=[A-Z]?[a-w]?x?[a-w][1-9]|O-)",
        needs="...",
    ),
    sign("notes such as (>L1) or (~T2)", 1.5, r"\(\s?[>~]\s?[LlTt]"),
    *HEADERS,
)
_OWN = {
    Dialect.SHAD: (),
    Dialect.BRANCHED: (
        PLAYERS,
        sign(
            "headers [Variant] or [Timelines]",
            2.5,
            r"\[(?:Variant|Timelines?)\s",
            needs="[",
            part="text",
        ),
    ),
    Dialect.FIRST: (sign("new timelines such as (+L1)", 3, r"\(\+L[+-]?[0-9]", needs="(+"),),
    Dialect.RAW: (sign("actions that begin with . or /", 3, r"(?m)^[ \t]*+[./][ \t]++\([+-]?[0-9]{1,6}T"),),
}


_READ = make_reader(parse_games)


def _read_before(source: Source, end: int, *, start: Position | None = None) -> tuple[list[Game5D], bool]:
    games, goes_on = parse_before(source, end)
    return resolve_all(games, start), goes_on


def _notation(dialect: Dialect, title: str, name: str) -> Notation:
    signs = (*_COMMON, *_OWN[dialect])
    writer = Later("hyperchess.notation.pgn5d.writers", name)
    return Notation(
        dialect.value,
        title,
        signs,
        _READ,
        writer,
        ".5dpgn",
        boundaries=boundaries,
        read_before=_read_before,
        empty_end="" if dialect is Dialect.RAW else "*",
    )


NOTATIONS = (
    _notation(Dialect.SHAD, "Shad's 5DPGN", "write_shad"),
    _notation(Dialect.BRANCHED, "Branched 5DPGN", "write_branched"),
    _notation(Dialect.FIRST, "5DPGN, first edition", "write_first"),
    _notation(Dialect.RAW, "5DPGN, raw notation mode", "write_raw"),
)
