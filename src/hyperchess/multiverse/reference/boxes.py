"""Boxes of candidates (a set of entries on every axis): picking a point and cutting off a slice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hyperchess.multiverse.reference.axes import PASS, Axes, Leave
from hyperchess.multiverse.reference.matching import cover

__all__ = ["Box", "Point", "Slice", "contains", "cut", "first_box", "narrow_box", "take_point"]

Box = tuple[int, ...]
"""For every axis, the set of remaining entries as bits."""

Point = tuple[int, ...]
"""For every axis, the number of one entry."""

Slice = tuple[tuple[int, int], ...]
"""Axes with sets of entries: all points that choose one of them on each of these axes."""


def first_box(axes: Axes, branches: int) -> Box:
    """Return all candidates that create exactly `branches` timelines."""
    return tuple(axis.all for axis in axes.playable) + (axes.branch.all & ~(1 << PASS),) * branches


def contains(piece: Slice, point: Point) -> bool:
    """Return whether a point is in a slice."""
    return all(axis < len(point) and entries >> point[axis] & 1 for axis, entries in piece)


def cut(box: Box, piece: Slice) -> Iterator[Box]:
    """Yield disjoint boxes that cover a box without a slice."""
    for axis, entries in piece:
        rest = box[axis] & ~entries
        if rest:
            yield (*box[:axis], rest, *box[axis + 1 :])
        box = (*box[:axis], box[axis] & entries, *box[axis + 1 :])


def narrow_box(axes: Axes, box: Box) -> Box | None:
    """Return the box without arrivals that lost their leave and leaves without arrival; `None` if empty."""
    left = list(box)
    changed = True
    while changed:
        changed = False
        wanted = [0] * len(axes.playable)
        for axis, entries, arriving in _arriving(axes, left):
            kept = entries & (axes[axis].free | axes[axis].leaves)
            for leave, arrivals in arriving:
                kept |= arrivals
                wanted[leave.axis] |= 1 << leave.entry
            changed |= kept != entries
            left[axis] = kept
        for axis, leaves in enumerate(wanted):
            kept = left[axis] & ~(axes[axis].leaves & ~leaves)
            changed |= kept != left[axis]
            left[axis] = kept
        if not all(left):
            return None
    return tuple(left)


def _arriving(axes: Axes, box: Sequence[int]) -> Iterator[tuple[int, int, list[tuple[Leave, int]]]]:
    """Yield for every axis its entries, and the arrivals among them whose leave remains, by leave."""
    # Branch axes share their arrivals, and many of them have the same entries left.
    known: dict[int, list[tuple[Leave, int]]] = {}
    for axis, entries in enumerate(box):
        shared = axis >= len(axes.playable)
        if shared and entries in known:
            yield axis, entries, known[entries]
            continue
        arriving = [
            (leave, entries & arrivals)
            for leave, arrivals in axes[axis].arrivals.items()
            if entries & arrivals and box[leave.axis] >> leave.entry & 1
        ]
        if shared:
            known[entries] = arriving
        yield axis, entries, arriving


def take_point(axes: Axes, box: Box) -> Point | None:
    """Return a point of a narrowed box in which every leave has one arrival and every arrival its leave."""
    free = [entries & axes[axis].free for axis, entries in enumerate(box)]
    required = {axis for axis, entries in enumerate(free) if not entries}
    point = [_preferred(entries) for entries in free]
    if required:
        links = _links(axes, box)
        neighbours: list[set[int]] = [set() for _ in box]
        for leaving, arriving in links:
            neighbours[leaving].add(arriving)
            neighbours[arriving].add(leaving)
        pairs = cover(neighbours, required)
        if pairs is None:
            return None
        for one, other in pairs.items():
            if one in required or other in required:
                leaving, arriving = (one, other) if (one, other) in links else (other, one)
                leave, arrivals = links[leaving, arriving]
                point[leaving], point[arriving] = leave.entry, _lowest(arrivals)
    return tuple(point)


def _links(axes: Axes, box: Box) -> dict[tuple[int, int], tuple[Leave, int]]:
    """Return for every pair of axes between which a piece can jump its leave and the arrivals."""
    return {
        (leave.axis, axis): (leave, arrivals)
        for axis, _, arriving in _arriving(axes, box)
        for leave, arrivals in arriving
    }


def _preferred(entries: int) -> int:
    """Prefer a physical move to a pass: passing on a mandatory board fails later."""
    moves = entries & ~(1 << PASS)
    return _lowest(moves or entries)


def _lowest(entries: int) -> int:
    return (entries & -entries).bit_length() - 1
