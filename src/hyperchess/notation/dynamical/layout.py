"""Layout of both editions: comments next to cells, and the map of boards.

The first edition has cells such as `<0T1>1.5[Nf6]`, as a list of departing cells or as a map of all cells;
the second has `(0T1) 1.5 [Nf6]` in fields of fixed width, and a storage form. There a cell omits its own
board where its move names it, and a branching jump names the board it creates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from hyperchess.game import Comment
from hyperchess.multiverse import Timeline
from hyperchess.notation.dynamical.cells import CellAddress, Step
from hyperchess.notation.dynamical.placing import PlacedMove
from hyperchess.notation.text5d.writing.mainline import comment_text, fill
from hyperchess.notation.writing import Losses

__all__ = [
    "Commenter",
    "Grid",
    "first_algebraic",
    "first_topological",
    "format_cells",
    "make_grid",
    "second_algebraic",
    "second_topological",
]


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


_BETWEEN_COLUMNS = " " * 5


def first_algebraic(moves: Iterable[PlacedMove], commenter: Commenter, width: int | None) -> str:
    """Format departing cells in the order of play, on lines of at most `width` characters where possible."""
    cells = (
        f"{commenter.before(move)}<{move.source}>{move.step}[{move.body}]{commenter.after(move)}"
        for move in moves
    )
    text = fill(cells, width)
    return f"{text}\n" if text else ""


class _BoxCell(NamedTuple):
    """A cell of the map; cells of one board are ordered by step."""

    step: Step
    arriving: bool
    text: str


def first_topological(moves: Iterable[PlacedMove], commenter: Commenter) -> str | None:
    """Format one row per turn and one column per timeline; `None` if the map is too large."""
    boards: dict[CellAddress, list[_BoxCell]] = {}
    for move in moves:
        for place, cell in _box_cells(move, commenter):
            boards.setdefault(place, []).append(cell)
    grid = make_grid({place: _box(cells) for place, cells in boards.items()}, gaps=False)
    return None if grid is None else grid.text(lambda left, right: _BETWEEN_COLUMNS, _BETWEEN_COLUMNS)


def _box_cells(move: PlacedMove, commenter: Commenter) -> Iterator[tuple[CellAddress, _BoxCell]]:
    """Yield the cells of a move: departure, arrival, and the board it creates."""
    step, source, target, made = move.step, move.source, move.target, move.made
    cell = f"<{source}>{step}[{move.body}]{'+' if move.jumps else ''}"
    yield source, _BoxCell(step, False, f"{commenter.before(move)}{cell}{commenter.after(move)}")
    full = f"{source.in_move}{move.body}"
    if target is not None and made is not None:
        yield target, _BoxCell(step, True, f"-<{target}>-{step}[{full}@{made.in_move}]+")
        yield made, _BoxCell(step, True, f"-<{made}>-{step}[{full}]")
    elif target is not None:
        yield target, _BoxCell(step, True, f"-<{target}>-{step}[{full}]")


def _box(cells: list[_BoxCell]) -> str:
    """Format the cells of a board; the first character is reserved for the sign of the first cell."""
    cells.sort()
    slot = "" if cells[0].arriving else " "
    return slot + " / ".join(cell.text for cell in cells)


_BARS, _NO_BARS = "   ||   ", " " * 8


class _Cell(NamedTuple):
    move: PlacedMove
    place: CellAddress
    arriving: bool

    @property
    def full(self) -> str:
        """Return the move with all boards."""
        made = "" if self.move.made is None else f"@{self.move.made.in_move}"
        return f"{self.move.source.in_move}{self.move.body}{made}"

    @property
    def shown(self) -> str:
        """Return the move without the board of the cell."""
        return self.full.replace(self.place.in_move, "")

    def fields(self, step: str, after: str = "") -> str:
        """Format step and move in their fields; a step without a sign is preceded by a blank."""
        sign = "-" if self.arriving else " "
        return f"{sign + step:7}{f'[{self.shown}]' + after:20}" + " " * bool(after)


def _cells(move: PlacedMove) -> Iterator[_Cell]:
    yield _Cell(move, move.source, False)
    arrival = move.made or move.target
    if arrival is not None:
        yield _Cell(move, arrival, True)


def second_algebraic(moves: Iterable[PlacedMove], commenter: Commenter) -> str:
    """Format cells in the order of play, with a line break before each action and none at the end."""
    parts = []
    for move in moves:
        parts += ["\n"] * (move.step.place == 1)
        departing, *arriving = _cells(move)
        step, after = move.step.decimal, commenter.after(move)
        parts += [commenter.before(move), f"{departing.place.in_move:8}{departing.fields(step, after)}"]
        parts += (f"{cell.place.in_move:8}{cell.fields(step)}" for cell in arriving)
    return "".join(parts)


def second_topological(moves: Iterable[PlacedMove], commenter: Commenter) -> str | None:
    """Format a map of the boards, with each name once per box; `None` if it is too large."""
    boards: dict[CellAddress, list[str]] = {}
    for move in moves:
        departing, *arriving = _cells(move)
        before, fields = commenter.before(move), departing.fields(str(move.step), commenter.after(move))
        box = boards.setdefault(departing.place, [])
        if box:
            box.append(before + fields.lstrip() if before else fields)
        else:
            box += [before, f"{departing.place.in_move:6}", fields]
        for cell in arriving:
            box = boards.setdefault(cell.place, [])
            box += [f"{cell.place.in_move:6}"] * (not box)
            box.append(cell.fields(str(move.step)))
    grid = make_grid({place: "".join(cells).rstrip() for place, cells in boards.items()}, gaps=True)
    return None if grid is None else grid.text(lambda left, right: _BARS if left or right else _NO_BARS)


def format_cells(moves: Iterable[PlacedMove], commenter: Commenter) -> str:
    """Format all cells with their boards, one line per turn; an arriving cell touches its departing cell."""
    parts = []
    for _, turn in groupby(moves, key=lambda move: move.step.number):
        for move in turn:
            cells = (
                f"{cell.place.in_move}{'-' if cell.arriving else ''}{move.step}[{cell.full}]"
                for cell in _cells(move)
            )
            parts += [commenter.before(move), *cells, commenter.after(move), " "]
        parts.append("\n")
    return "".join(parts)
