"""Moves as lines in the three dialects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from hyperchess.notation.icn.writers.notes import Notes
from hyperchess.notation.icn.writers.plies import Ply

__all__ = [
    "Form",
    "Part",
    "document_line",
    "legacy_line",
    "medium_move",
    "site_line",
    "site_move",
    "wrap_lines",
]

Form = Literal["long", "medium", "compact"]
Part = tuple[Ply, Notes]
_Line = Callable[[Sequence[Part]], str]


class _Words(NamedTuple):
    move: str
    notes: str


def wrap_lines(parts: Iterable[Part], line: _Line) -> list[str]:
    """Return one line per turn number."""
    lines: list[list[Part]] = []
    for part in parts:
        if part[0].starts_line or not lines:
            lines.append([])
        lines[-1].append(part)
    return [line(parts) for parts in lines]


def medium_move(ply: Ply) -> str:
    """`P4,2x4,4=Q+`."""
    promotion = f"={ply.promotion}" if ply.promotion else ""
    return f"{ply.code}{ply.source}{ply.arrow}{ply.target}{promotion}{ply.mark}"


def site_move(part: Part) -> str:
    """Format a move as `P4,2>4,4=Q+!?{good}`."""
    ply, notes = part
    return medium_move(ply) + "".join(notes.words)


def _words(part: Part) -> _Words:
    ply, notes = part
    move = f"{ply.code}{ply.source}" + (f" {ply.arrow} {ply.target}" if ply.target else "")
    sign = (f"={ply.promotion}" if ply.promotion else "") + ply.mark
    return _Words(move, " ".join([*([sign] if sign else []), *notes.words]))


def document_line(parts: Sequence[Part]) -> str:
    """`1. P4,2 > 4,4  | p4,7 > 4,6`, or `1 ... p4,7 > 4,6` if the line does not start with the first player.

    There is always a space between a move and its notes, even if there are none, except at the end of a line.
    Line 3 of the document has one there too, after a line with a comment; this writer reproduces it.
    """
    first = parts[0][0]
    words = [_words(part) for part in parts]
    *before, last = [f"{move} {notes}" for move, notes in words]
    if not words[-1].notes and not any(notes.comments for _, notes in parts):
        last = last.rstrip()
    lead = f"{first.number}. " if first.is_first else f"{first.number} ... "
    return lead + " | ".join([*before, last])


def legacy_line(parts: Sequence[Part]) -> str:
    """`1. P4,2 > 4,4 | p4,7 > 4,6`, or `1.   ...   | p4,7 > 4,6`."""
    first = parts[0][0]
    lead = f"{first.number}. " if first.is_first else f"{first.number}.   ...   | "
    return lead + _joined(parts)


def site_line(parts: Sequence[Part]) -> str:
    """`1. P4,2 > 4,4 | p4,7 > 4,6`."""
    return f"{parts[0][0].number}. " + _joined(parts)


def _joined(parts: Sequence[Part]) -> str:
    return " | ".join(f"{move} {notes}".rstrip() for move, notes in map(_words, parts))
