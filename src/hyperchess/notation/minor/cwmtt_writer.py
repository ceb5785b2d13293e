"""Writer of cwmtt notation, for the program that defines it.

Content that the program does not support is written as comments: the headers of the start, and promotions to
pieces other than queens.
"""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.game import Game
from hyperchess.multiverse import Move, MoveKind, MovePattern, Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.minor.cwmtt_reader import PROMOTED
from hyperchess.notation.text5d.marks import MarkedMove
from hyperchess.notation.text5d.writing.headers import StartHeaders, start_head
from hyperchess.notation.text5d.writing.mainline import WrittenAction, lose_pieces, written_actions
from hyperchess.notation.writing import Written

__all__ = ["write_cwmtt"]

_LETTERS = "KNBRQPUDWYC"
_FILES = 19  # a to s: t is the letter of relative turns


def write_cwmtt(game: Game[Position, Move], *, headers: StartHeaders = "start") -> Written:
    """Write the main line, one line per turn; comments end lines or are on lines of their own."""
    losses = Losses()
    head = start_head(game, headers, losses)
    head = "".join(f"? {line}\n" for line in head.splitlines() if line)
    if game.start is not None and game.start.width > _FILES:
        losses.add("files", "the notation has no letter for files after s; the next letters are written")
    losses.add("comments", "a comment is left out", count=len(game.root.comments))
    parts: list[str] = []
    for written in written_actions(game, losses, holds=("comments",), checks=False):
        place = str(written.serial)
        before = [_comment(c.text, losses, place) for c in written.node.comments if c.after == 0]
        behind = [_comment(c.text, losses, place) for c in written.node.comments if c.after != 0]
        inside = any(0 < c.after < len(written.node.moves) for c in written.node.comments)
        losses.add("comment-places", "comments are moved or joined", place, count=inside or len(behind) > 1)
        if before and parts and not parts[-1].endswith("\n"):
            parts.append("\n")
        parts += [f"? {text}\n" for text in before]
        if parts and not parts[-1].endswith("\n"):
            parts.append(" / ")
        moves = list(_moves(written, losses))
        parts += [f"{text} {note}\n;" if note else f"{text};" for text, note in moves[:-1]]
        last, note = moves[-1]
        parts.append(last)
        comment = " | ".join(behind)
        if note:
            parts.append(f" {note} {comment}".rstrip() + "\n")
        elif behind:
            parts.append(f" ? {comment}\n")
        elif not written.is_white:
            parts.append("\n")
    text = "".join(parts)
    return Written(head + text + ("\n" if text and not text.endswith("\n") else ""), losses.listed())


def _comment(text: str, losses: Losses, place: str) -> str:
    line = " ".join(text.split())
    losses.add("comment-places", "comments are put on one line", place, count=line != text)
    return line


def _moves(written: WrittenAction, losses: Losses) -> Iterator[tuple[str, str]]:
    """Yield the moves of an action, each with its comment.

    There is a slot for each timeline from the highest active one down. If several timelines are created,
    their order matters: then each move names its timeline instead.
    """
    moves = written.action.moves
    even = written.position.even
    rows = {marked.move.source.timeline.row(even=even): marked for marked in moves}
    if sum(marked.effect.kind is MoveKind.BRANCH for marked in moves) > 1:
        for row, marked in rows.items():
            yield _spell(marked, written, losses, row)
        return
    playable = {at.timeline.row(even=even) for at in written.position.playable}
    hopped = {
        marked.move.target.timeline.row(even=even) for marked in moves if marked.effect.kind is MoveKind.HOP
    }
    top = max(written.position.active).row(even=even)
    first = max(top, *rows)
    for row in range(first, min(playable) - 1, -1):
        if row in rows:
            yield _spell(rows[row], written, losses, row if row == first != top else None)
        else:
            yield "<" if row in hopped else "-" if row in playable else "_", ""


def _spell(
    marked: MarkedMove, written: WrittenAction, losses: Losses, row: int | None = None
) -> tuple[str, str]:
    """Return a move, with the row of its timeline if it must be named, and its comment."""
    place = str(written.serial)
    lose_pieces(marked, _LETTERS, losses, place)
    origin, boards = _least(marked, written.position)
    # A pawn has its letter after a row: `0Lf3` would name the timeline of the target.
    letter = "" if marked.letter == "P" and row is None else marked.letter
    named = "" if row is None else f"{row}L"
    sign = "" if marked.move.is_physical else marked.effect.kind.value
    taken = "x" if marked.capture else ""
    promotion, note = marked.move.promotion, ""
    if promotion and (promotion != "Q" or written.position.promotions[0] != "Q"):
        note = f"{PROMOTED}{promotion}"
        losses.add("promotions", "the notation has queens only; the piece stands in a comment", place)
    return f"{named}{origin}{letter}{sign}{taken}{boards}{marked.move.target.name}", note


def _least(marked: MarkedMove, position: Position) -> tuple[str, str]:
    """Return the shortest source square and target board that identify the move."""
    source, target = marked.move.source, marked.move.target
    even = position.even
    file = source.name[:1]
    origins = (file, source.name) if marked.letter == "P" and marked.capture else ("", file, source.name)
    boards = [""]
    if not marked.move.is_physical:
        row = f"{target.timeline.row(even=even)}L"
        turn = f"t{target.turn - source.turn}"
        boards = [(row if target.timeline != source.timeline else "") + turn, row + turn]
    found = position.match(
        MovePattern(
            timeline=source.timeline,
            piece=marked.letter,
            to_file=target.file,
            to_rank=target.rank,
            kind=MoveKind.PHYSICAL if marked.move.is_physical else None,
        )
    )
    forms = [(origin, board) for board in boards for origin in origins]
    for origin, board in forms[:-1]:
        fitting = {
            (move.source, move.target)
            for move in found
            if move.source.name.startswith(origin)
            and (move.is_physical == marked.move.is_physical)
            and ("t" not in board or move.target.turn == target.turn)
            and ("L" not in board or move.target.timeline == target.timeline)
        }
        if len(fitting) == 1:
            return origin, board
    return forms[-1]
