"""A move on a known board, as ordinary chess writes it: `e4`, `cxd`, `Rab8`, `O-O`, `a8=Q`.

>>> words = read_san(Source("Rab8"), Span(0, 4))
>>> words.pattern.piece, words.pattern.file, words.pattern.to_file, words.pattern.to_rank
('R', 0, 1, 7)
"""

from __future__ import annotations

import re

from hyperchess.multiverse import MoveKind, MovePattern
from hyperchess.multiverse.movetext import MoveText
from hyperchess.notation.pgn5d.writers.marks import MarkedMove
from hyperchess.notation.pgn5d.writers.shortening import (
    FILE,
    is_only_castling,
    least_text,
    piece_letter,
    promotion_text,
    source_text,
)
from hyperchess.text import Source, Span

__all__ = ["SAN", "read_san", "square_of", "write_san"]

_PIECE = "[PKNRQDUBWCYS]"
SAN = rf"""
    (?:
        (?P<castling>[O0]-[O0](?:-[O0])?)
      |
        (?P<piece>{_PIECE})?(?P<file>[a-wyz])?(?P<rank>[1-9][0-9]?)?
        (?:(?P<capture>x)(?P<to_file>[a-z])(?P<to_rank>[1-9][0-9]?)?
          |(?P<quiet_file>[a-z])(?P<quiet_rank>[1-9][0-9]?))
        (?:=(?P<promotion>{_PIECE}))?
    )
    (?P<mark>[+*\#])?(?P<evaluation>[!?]{{1,2}})?
    """
"""The regular expression of such a move, in verbose form."""

_SAN = re.compile(SAN, re.VERBOSE)


def read_san(source: Source, span: Span) -> MoveText | None:
    """The pattern of a stretch of text, with the board left open; `None` if it has not the form."""
    match = _SAN.fullmatch(source.text, span.start, span.end)
    if match is None:
        return None
    mark, evaluation = match["mark"] or "", match["evaluation"] or ""
    if match["castling"]:
        castling = 1 if len(match["castling"]) == 3 else -1
        pattern = MovePattern(piece="K", castling=castling, kind=MoveKind.PHYSICAL)
        return MoveText(pattern, span, mark=mark, evaluation=evaluation)
    file, rank = square_of(match["to_file"] or match["quiet_file"], match["to_rank"] or match["quiet_rank"])
    from_file, from_rank = square_of(match["file"], match["rank"])
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


def square_of(file: str | None, rank: str | None) -> tuple[int | None, int | None]:
    """File and rank as numbers from 0, each as far as it is written."""
    return (ord(file) - ord("a") if file else None), (int(rank) - 1 if rank else None)


def write_san(marked: MarkedMove) -> str:
    """The least text that means a physical move on its board and nothing else; without marks."""
    move = marked.move
    if marked.effect.is_castling and is_only_castling(marked, board_known=True):
        return "O-O" if move.target.file > move.source.file else "O-O-O"
    letter = piece_letter(marked)
    capture = "x" if marked.capture else ""
    return least_text(
        marked,
        lambda form: (
            f"{letter}{source_text(marked, form)}{capture}{move.target.name}{promotion_text(marked)}"
        ),
        required=FILE if capture and not letter else 0,
        board_known=True,
    )
