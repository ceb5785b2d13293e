"""Moves on a known board in standard algebraic notation: `e4`, `cxd`, `Rab8`, `O-O`, `a8=Q`.

>>> words = read_san(Source("Rab8"), Span(0, 4))
>>> words.pattern.piece, words.pattern.file, words.pattern.to_file, words.pattern.to_rank
('R', 0, 1, 7)
"""

from __future__ import annotations

import re

from hyperchess.multiverse import MoveKind, MovePattern, Timeline
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.text import Source, Span

__all__ = ["castling_pattern", "parse_square", "read_san"]

_PIECE = "[PKNRQDUBWCYS]"
_SAN = re.compile(
    rf"""
    (?:
        (?P<castling>[O0]-[O0](?:-[O0])?)
      |
        (?P<piece>{_PIECE})?(?P<file>[a-wyz])?(?P<rank>[1-9][0-9]?)?
        (?:(?P<capture>x)(?P<to_file>[a-z])(?P<to_rank>[1-9][0-9]?)?
          |(?P<quiet_file>[a-z])(?P<quiet_rank>[1-9][0-9]?))
        (?:=(?P<promotion>{_PIECE}))?
    )
    (?P<mark>[+*\#])?(?P<evaluation>[!?]{{1,2}})?
    """,
    re.VERBOSE,
)


def read_san(source: Source, span: Span) -> MoveText | None:
    """Return the pattern of a span of text without a board; `None` if it does not have the form of a move."""
    match = _SAN.fullmatch(source.text, span.start, span.end)
    if match is None:
        return None
    mark, evaluation = match["mark"] or "", match["evaluation"] or ""
    if match["castling"]:
        pattern = castling_pattern(match["castling"])
        return MoveText(pattern, span, mark=mark, evaluation=evaluation)
    file, rank = parse_square(
        match["to_file"] or match["quiet_file"], match["to_rank"] or match["quiet_rank"]
    )
    from_file, from_rank = parse_square(match["file"], match["rank"])
    pattern = MovePattern(
        piece=match["piece"],
        file=from_file,
        rank=from_rank,
        to_file=file,
        to_rank=rank,
        promotion=match["promotion"],
        kind=MoveKind.PHYSICAL,
    )
    return MoveText(pattern, span, capture=bool(match["capture"]), mark=mark, evaluation=evaluation)


def castling_pattern(sign: str, *, timeline: Timeline | None = None, turn: int | None = None) -> MovePattern:
    """Return the pattern of a castling move that is written `O-O` or `O-O-O`."""
    wing = 1 if len(sign) == len("O-O") else -1
    return MovePattern(timeline=timeline, turn=turn, piece="K", castling=wing, kind=MoveKind.PHYSICAL)


def parse_square(file: str | None, rank: str | None) -> tuple[int | None, int | None]:
    """Return file and rank as numbers from 0, as far as they are given."""
    return (ord(file) - ord("a") if file else None), (int(rank) - 1 if rank else None)
