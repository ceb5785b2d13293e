"""Layout shared by both editions: comments next to cells, and the map of boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hyperchess.game import Comment
from hyperchess.multiverse import Timeline
from hyperchess.notation.dynamical.cells import CellAddress
from hyperchess.notation.dynamical.placing import PlacedMove
from hyperchess.notation.losses import Losses
from hyperchess.notation.text5d.writing.layout import comment_text

__all__ = ["Commenter", "Grid", "make_grid"]

_MOST_BOXES = 1_000_000


@dataclass(frozen=True, slots=True)
class Commenter:
    """Attaches comments to cells: a comment before its cell touches it, one after it does not."""

    wanted: bool
    losses: Losses
    one_line: bool = False  # whether a line break would break the map

    def before(self, move: PlacedMove) -> str:
        """Return the comments that touch the departing cell of a move."""
        return "".join(self.texts(move.before, str(move.serial)))

    def after(self, move: PlacedMove) -> str:
        """Return the comments after the cell of a move, with a leading blank."""
        return "".join(f" {text}" for text in self.texts(move.after, str(move.serial)))

    def texts(self, comments: Sequence[Comment], place: str = "") -> list[str]:
        """Return comments in braces, or none."""
        if not self.wanted:
            self.losses.add("comments", "a comment is left out", place, count=len(comments))
            return []
        return [self.text(comment.text, place) for comment in comments]

    def text(self, text: str, place: str) -> str:
        """Return a comment in braces."""
        if self.one_line and len(text.splitlines()) > 1:
            self.losses.add("comment-breaks", "line breaks in a comment became blanks", place)
            text = " ".join(text.splitlines())
        return comment_text(text, self.losses, place)


@dataclass(frozen=True, slots=True)
class Grid:
    """Boxes in rows of turns and columns of timelines, White's newest timeline first."""

    rows: tuple[tuple[str, ...], ...]
    widths: tuple[int, ...]

    def text(self, join: Callable[[str, str], str], margin: str = "") -> str:
        """Format one line per row; `join` returns the text between two neighbours, `margin` the text after
        the last.
        """
        lines = []
        for row in self.rows:
            parts = [row[0].ljust(self.widths[0])]
            for (left, right), width in zip(pairwise(row), self.widths[1:], strict=True):
                parts += [join(left, right), right.ljust(width)]
            lines.append("".join([*parts, margin, "\n"]))
        return "".join(lines)


def make_grid(boxes: Mapping[CellAddress, str], *, gaps: bool) -> Grid | None:
    """Arrange boxes by place; `None` if the map would be too large.

    With `gaps`, turns and timelines without boxes get rows and columns too.
    """
    if not boxes:
        return Grid((), ())
    turns: list[int] = sorted({place.turn for place in boxes})
    timelines = sorted({place.timeline for place in boxes}, reverse=True)
    if gaps:
        even = any(timeline.is_signed_zero for timeline in timelines)
        rows = [timeline.row(even=even) for timeline in timelines]
        if (turns[-1] - turns[0] + 1) * (rows[0] - rows[-1] + 1) > _MOST_BOXES:
            return None
        turns = list(range(turns[0], turns[-1] + 1))
        timelines = [Timeline.of_row(row, even=even) for row in range(rows[0], rows[-1] - 1, -1)]
    if len(turns) * len(timelines) > _MOST_BOXES:
        return None
    cells = tuple(tuple(boxes.get(CellAddress(name, turn), "") for name in timelines) for turn in turns)
    widths = tuple(max(map(len, column)) for column in zip(*cells, strict=True))
    return Grid(cells, widths)
