"""The hypercuboid search: enumerates legal actions without listing the illegal ones.

Boxes of candidates are on a stack. Each round picks one candidate from a box. If it fails, everything that
fails for the same reason is cut off the box, and the reason is remembered for the other boxes. If it does not
fail, it is a legal action, and only the candidate itself is cut off.
"""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.budget import Meter
from hyperchess.multiverse.reference.axes import Axes
from hyperchess.multiverse.reference.boxes import (
    Point,
    Slice,
    contains,
    cut,
    first_box,
    narrow_box,
    take_point,
)
from hyperchess.multiverse.reference.cuts import check_slice, order_slice, present_slice, rewind_slice
from hyperchess.multiverse.reference.grid import Shift

__all__ = ["legal_points", "list_shifts"]


def legal_points(axes: Axes, meter: Meter, *, not_before: int | None = None) -> Iterator[Point]:
    """Yield all legal candidates once; with `not_before`, only those that keep the present from there."""
    known: list[Slice] = []
    for branches in range(axes.most_branches + 1):
        yield from _legal_points(axes, branches, meter, known, not_before)


def _legal_points(
    axes: Axes, branches: int, meter: Meter, known: list[Slice], not_before: int | None
) -> Iterator[Point]:
    """Yield the legal candidates with a given number of branches."""
    stack = [first_box(axes, branches)]
    known_here: list[Slice] = []
    while stack:
        meter.spend()
        box = narrow_box(axes, stack.pop())
        point = None if box is None else take_point(axes, box)
        if box is None or point is None:
            continue
        fault = next((piece for piece in (*known, *known_here) if contains(piece, point)), None)
        if fault is None:
            fault = present_slice(axes, point)
            if fault is None and not_before is not None:
                fault = rewind_slice(axes, point, not_before)
            if fault is not None:
                known_here.append(fault)
        if fault is None:
            fault = order_slice(axes, point)
            if fault is None:
                fault = check_slice(axes, point)
            if fault is not None:
                known.append(fault)
        if fault is None:
            yield point
            fault = tuple((axis, 1 << entry) for axis, entry in enumerate(point))
        stack.extend(cut(box, fault))


def list_shifts(axes: Axes, point: Point) -> list[Shift]:
    """Return the moves of a candidate in standard order (Branched 5DPGN 4.9)."""
    shifts = [axes[axis].entries[entry].shift for axis, entry in enumerate(point)]
    playable = len(axes.playable)
    # Axes of boards follow their rows; White's moves go up the timelines, Black's down.
    here = shifts[:playable] if not axes.grid.player else shifts[playable - 1 :: -1]
    return [shift for shift in (*here[:playable], *shifts[playable:]) if shift is not None]
