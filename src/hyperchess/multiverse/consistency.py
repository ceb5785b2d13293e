"""Check that boards form a consistent multiverse; every fault names the board it concerns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import Timeline

__all__ = ["Fault", "find_faults"]


class Fault(NamedTuple):
    """A fault of the board with index `which` among the given boards."""

    which: int
    code: str
    message: str
    hint: str = ""


def find_faults(boards: Sequence[Board]) -> Iterator[Fault]:
    """Yield the reasons why boards, given in any order, do not form a multiverse.

    >>> from hyperchess.multiverse.syntax.fen import parse_board
    >>> boards = [parse_board("[kK:0:1:w]"), parse_board("[kK:0:2:w]"), parse_board("[kK:2:1:w]")]
    >>> for fault in find_faults(boards):
    ...     print(fault.which, fault.message)
    1 timeline 0 has a gap: (0T1b) is missing between (0T1w) and (0T2w)
    2 timeline 1 is missing between timelines 0 and 2
    """
    yield from _sizes(boards)
    yield from _histories(boards)
    yield from _names(boards)


def _sizes(boards: Sequence[Board]) -> Iterator[Fault]:
    for index, board in enumerate(boards):
        if (board.width, board.height) != (boards[0].width, boards[0].height):
            size, first = f"{board.width}x{board.height}", f"{boards[0].width}x{boards[0].height}"
            message = f"the board at {board.at} is {size}, the first one is {first}"
            yield Fault(index, "fen-size", message, "all boards of a multiverse have one size")


def _histories(boards: Sequence[Board]) -> Iterator[Fault]:
    order = sorted(range(len(boards)), key=lambda index: boards[index].at)
    for earlier, later in pairwise(order):
        before, after = boards[earlier].at, boards[later].at
        if before == after:
            message = f"there are two boards at {after}"
            yield Fault(later, "fen-duplicate", message)
        elif before.timeline == after.timeline and after != before.next:
            message = (
                f"timeline {after.timeline} has a gap: {before.next} is missing between {before} and {after}"
            )
            yield Fault(later, "fen-gap", message, "the boards of a timeline follow each other")


def _names(boards: Sequence[Board]) -> Iterator[Fault]:
    first = {board.at.timeline: index for index, board in reversed(list(enumerate(boards)))}
    names = sorted(first)
    even = any(name.is_signed_zero for name in names)
    if even and Timeline.of(0) in first:
        message = "timeline 0 cannot be combined with -0 and +0: a start is either odd or even"
        yield Fault(first[Timeline.of(0)], "fen-timeline", message)
        return
    for row in (0, -1) if even else (0,):
        middle = Timeline.of_row(row, even=even)
        if names and middle not in first:
            hint = "an even start has both -0 and +0" if even else "timelines are counted from 0"
            yield Fault(0, "fen-timeline", f"timeline {middle} is missing", hint)
            return
    for low, high in pairwise(names):
        gap = Timeline.of_row(low.row(even=even) + 1, even=even)
        if high != gap:
            message = f"timeline {gap} is missing between timelines {low} and {high}"
            yield Fault(first[high], "fen-timeline", message)
