"""Background of the boards: bands of time, branches, the present; and the names at the edges."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from hyperchess.multiverse import Color, HalfTurn, TimelineBoards
from hyperchess.picture.multiverse.boards import OWNER
from hyperchess.picture.multiverse.grid import Detail, Grid
from hyperchess.picture.scene import Path, Rect, Shape, Text, box, number

__all__ = ["bands", "branches", "labels", "present_bar", "veils"]

_MOST_NAMES = 130
_MOST_BRANCHES = 300


def bands(grid: Grid) -> Iterator[Shape]:
    """Yield a soft arrow of time behind the boards of each timeline: one path for each creator."""
    share = 0.62 if grid.detail in (Detail.FULL, Detail.PIECES) else 0.5
    height = grid.board_height * share
    paths: dict[str, list[str]] = {}
    for line in grid.position.timeline_boards:
        ends = _visible(grid, line)
        if ends is None:
            continue
        first, last = ends
        left = grid.column_x(first) - grid.gap * (0.35 if first == line.start.ordinal else 1)
        right = grid.column_x(last) + grid.board_width + grid.gap * 0.4
        top = grid.row_y(line.timeline) + (grid.board_height - height) / 2
        tip = right + grid.gap * 0.45
        if last < line.end.ordinal:  # it continues outside the window
            tip = right = grid.width
        data = (
            f"M{number(left)} {number(top)}H{number(right)}L{number(tip)} {number(top + height / 2)}"
            f"L{number(right)} {number(top + height)}H{number(left)}Z"
        )
        paths.setdefault(_band(line.maker), []).append(data)
    yield from (Path("".join(paths[kind]), kind) for kind in sorted(paths))


def _visible(grid: Grid, line: TimelineBoards) -> tuple[int, int] | None:
    first = max(line.start.ordinal, grid.columns.start)
    last = min(line.end.ordinal, grid.columns.stop - 1)
    return (first, last) if grid.has_row(line.timeline) and first <= last else None


def _band(maker: Color | None) -> str:
    return "band" if maker is None else f"band-{OWNER[maker]}"


def branches(grid: Grid) -> Iterator[Shape]:
    """Yield a curved band from the parent board of each timeline to its row, in its creator's colour.

    A timeline that was read from a position has no known parent, so it has no such band.
    """
    paths: dict[str, list[str]] = {}
    for line in grid.position.timeline_boards:
        timeline, parent = line.timeline, line.parent
        if line.maker is None or parent is None:
            continue
        ordinal = parent.half_turn.ordinal
        if not grid.has_row(timeline) or not grid.has_row(parent.timeline) or ordinal not in grid.columns:
            continue
        start = grid.column_x(ordinal) + grid.board_width
        middle = grid.board_height / 2
        y1, y2 = grid.row_y(parent.timeline) + middle, grid.row_y(timeline) + middle
        near, far = start + grid.gap * 0.95, start + grid.gap * 0.05
        end = start + grid.gap + grid.board_width * 0.1
        data = f"M{_at(start - grid.board_width * 0.1, y1)}C{_at(near, y1)} {_at(far, y2)} {_at(end, y2)}"
        paths.setdefault(OWNER[line.maker], []).append(data)
    width = max(3.0, grid.gap * 0.45)
    for maker, curves in sorted(paths.items()):
        for curve in curves if len(curves) <= _MOST_BRANCHES else ["".join(curves)]:
            yield Path(curve, f"branch-edge-{maker}", width + 2)
            yield Path(curve, f"branch-{maker}", width)


def _at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def present_bar(grid: Grid) -> Iterator[Shape]:
    """Yield one bar through all rows, with its name on top."""
    ordinal = grid.position.present.ordinal
    if ordinal not in grid.columns:
        return
    size = grid.detail.text
    spread = grid.gap * 0.34
    x, width = grid.column_x(ordinal) - spread, grid.board_width + 2 * spread
    top = size * 2.1
    yield Rect(x, top, width, grid.height - top - size * 2, "present", 4)
    text = "present"
    room = max(width, size * 0.62 * len(text) + size)
    middle = x + width / 2
    yield Rect(middle - room / 2, size * 0.4, room, size * 1.7, "tag", 4)
    yield Text(middle, size * 1.55, text, "tag-text", size)


def veils(grid: Grid) -> Iterator[Shape]:
    """Yield veils that dim the inactive timelines."""
    rows = []
    for line in grid.position.timeline_boards:
        ends = _visible(grid, line)
        if ends is None or line.timeline in grid.position.active:
            continue
        x = grid.column_x(ends[0]) - grid.gap * 0.5
        width = grid.column_x(ends[1]) + grid.board_width + grid.gap - x
        y = grid.row_y(line.timeline) - grid.gap / 2
        rows.append(box(x, y, width, grid.board_height + grid.gap))
    if rows:
        yield Path("".join(rows), "inactive")


def labels(grid: Grid) -> Iterator[Shape]:
    """Yield the names of timelines at the left, of half-turns on top, and the player to move below."""
    size = grid.detail.text
    every = _every(len(grid.columns), (grid.board_width + grid.gap) / (size * 3))
    for ordinal in grid.columns[::every]:
        x = grid.column_x(ordinal) + grid.board_width / 2
        yield Text(x, size * 3.4, str(HalfTurn.of_ordinal(ordinal)), "label", size)
    every = _every(len(grid.rows), (grid.board_height + grid.gap) / (size * 1.3))
    active = grid.position.active
    known = set(grid.position.timelines)
    for timeline in grid.rows[::every]:
        if timeline not in known:
            continue
        y = grid.row_y(timeline) + grid.board_height / 2 + size * 0.36
        kind = "label" if timeline in active else "quiet"
        yield Text(grid.left - size * 0.4, y, f"L{timeline}", kind, size, "end")
        if timeline not in active:
            small = size * 0.7
            if grid.board_height > size * 3:
                yield Text(grid.left - size * 0.4, y + size * 1.1, "inactive", "quiet", small, "end")


def _every(count: int, room: float) -> int:
    """Return the interval of labelled rows or columns: no more than fit, and at most a few dozen."""
    return max(ceil(1 / room), ceil(count / _MOST_NAMES))
