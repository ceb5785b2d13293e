"""The text of a repaired move: the written one with as little changed as possible."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hyperchess.multiverse import Position
from hyperchess.multiverse.captures import captured_on, piece_on
from hyperchess.multiverse.coordinates import format_board_at, format_square
from hyperchess.multiverse.movetext import MoveText
from hyperchess.multiverse.ordering import move_kinds

if TYPE_CHECKING:
    from hyperchess.notation.pgn5d.repair import Repair

__all__ = ["wording"]

_PREFIX = re.compile(r"\([^)]*\)\s?")
_SUFFIX = re.compile(r"[+*#~!?]*$")


def wording(written: str, text: MoveText, repair: Repair, position: Position) -> str:
    """How the repaired move would be written beside the others."""
    move = repair.move
    moves = repair.reading.moves
    kind = next(kind for index, (_, kind) in enumerate(move_kinds(position, moves)) if index == repair.place)
    piece = piece_on(position, move.source)
    letter = "" if piece is None or piece.kind.letter == "P" else piece.kind.letter
    takes = captured_on(position, move) is not None
    promotion = f"={move.promotion}" if move.promotion else ""
    suffix_match = _SUFFIX.search(written)
    suffix = suffix_match.group() if suffix_match else ""
    if not move.is_physical:
        source = format_board_at(move.source.board) + letter + move.source.name
        return f"{source}{kind.value}{'x' * takes}{format_square(move.target)}{promotion}{suffix}"
    prefix_match = _PREFIX.match(written)
    prefix = format_board_at(move.source.board) if prefix_match else ""
    origin = ""
    if takes and not letter:
        origin = move.source.name[0]
    elif letter:
        origin = move.source.name[0] if text.pattern.file is not None else ""
        origin += move.source.name[1:] if text.pattern.rank is not None else ""
    return f"{prefix}{letter}{origin}{'x' * takes}{move.target.name}{promotion}{suffix}"
