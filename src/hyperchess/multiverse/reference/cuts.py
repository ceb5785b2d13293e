"""Reasons why a candidate fails, each as the slice of all candidates that fail for the same reason.

Slices of `order_slice` and `check_slice` are valid for any number of branches; those of `present_slice` and
`rewind_slice` only among candidates with the same number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from hyperchess.multiverse.coordinates import Color
from hyperchess.multiverse.outline import active_reach
from hyperchess.multiverse.pieces import EMPTY
from hyperchess.multiverse.reference.attacks import Attack, attacks_on_royals
from hyperchess.multiverse.reference.axes import PASS, Axes
from hyperchess.multiverse.reference.boxes import Point, Slice
from hyperchess.multiverse.reference.geometry import ROYAL_CODES, attackers_along
from hyperchess.multiverse.reference.grid import At, Boards, Cell

__all__ = ["check_slice", "order_slice", "present_slice", "rewind_slice"]


def order_slice(axes: Axes, point: Point) -> Slice | None:
    """Return the slice if a branch lands on a board that is not yet played (it passes or leaves later)."""
    playable = len(axes.playable)
    departure = {
        axes.branch.entries[entry].leave: axis for axis, entry in enumerate(point[playable:], start=playable)
    }
    for axis in range(playable, len(point)):
        shift = axes.branch.entries[point[axis]].shift
        assert shift is not None
        landing = axes.axis_at(shift.target.at)
        if landing is None:
            continue
        if point[landing] == PASS:
            return (landing, 1 << PASS), (axis, _branches_to(axes, shift.target.at))
        later = next(
            (other for leave, other in departure.items() if leave is not None and leave.axis == landing), 0
        )
        if later > axis:
            return (axis, _branches_to(axes, shift.target.at)), (later, _branches_from(axes, landing))
    return None


def _branches_to(axes: Axes, at: At) -> int:
    """Return the arrivals of branches on one board."""
    return sum(
        1 << entry
        for entry, choice in enumerate(axes.branch.entries)
        if choice.shift is not None and choice.shift.target.at == at
    )


def _branches_from(axes: Axes, axis: int) -> int:
    """Return the arrivals of branches from one board."""
    return sum(
        1 << entry
        for entry, choice in enumerate(axes.branch.entries)
        if choice.leave is not None and choice.leave.axis == axis
    )


def present_slice(axes: Axes, point: Point) -> Slice | None:
    """Return the slice if the present after the action is not the opponent's.

    In that case one of the player's boards passes at the present. It may pass only if a new active timeline
    ends earlier.
    """
    ends = _active_ends(axes, point)
    row, present = min(ends.items(), key=lambda end: end[1])
    if present & 1 != axes.grid.player:
        return None
    passing = axes.rows.index(row)
    later = _arrivals_ending(axes, lambda end: end > present)
    return (passing, 1 << PASS), *((axis, later) for axis in _active_branches(axes, point, ends))


def rewind_slice(axes: Axes, point: Point, since: int) -> Slice | None:
    """Return the slice if the action moves the present to before the half-turn `since` (for softmate).

    An empty slice means that every action with this number of branches fails.
    """
    ends = _active_ends(axes, point)
    early = {row: end for row, end in ends.items() if end < since}
    if not early:
        return None
    for axis in _active_branches(axes, point, early):
        return ((axis, _arrivals_ending(axes, lambda end: end < since)),)
    return ()


def _active_ends(axes: Axes, point: Point) -> dict[int, int]:
    """Return the ends of all timelines that are active after the action."""
    grid = axes.grid
    ends = dict(grid.ends)
    for axis, entry in enumerate(point):
        made = axes.made(axis, entry)
        if made is not None:
            row, time = made[0]
            ends[row] = time
    below = 1 if grid.even else 0  # row -1 is timeline -0
    reach = active_reach(min(ends) + below, max(ends))
    return {row: end for row, end in ends.items() if row in grid.initial or -reach - below <= row <= reach}


def _active_branches(axes: Axes, point: Point, ends: dict[int, int]) -> Iterator[int]:
    """Yield the branch axes whose timelines are in `ends`."""
    for axis in range(len(axes.playable), len(point)):
        if axes.new_row(axis - len(axes.playable)) in ends:
            yield axis


def _arrivals_ending(axes: Axes, fits: Callable[[int], bool]) -> int:
    """Return the arrivals of branches whose new timeline ends at a half-turn that satisfies `fits`."""
    return sum(
        1 << entry
        for entry, choice in enumerate(axes.branch.entries)
        if choice.shift is not None and fits(choice.shift.target.time + 1)
    )


def check_slice(axes: Axes, point: Point) -> Slice | None:
    """Return the slice if a royal of the player can be captured.

    It contains all candidates that keep an attacker on that line, the empty squares and a royal at its end.
    An empty slice means that every action fails.
    """
    grid = axes.grid
    made: Boards = {}
    axis_of: dict[At, int] = {}
    for axis, entry in enumerate(point):
        board = axes.made(axis, entry)
        if board is not None:
            made[board[0]] = board[1]
            axis_of[board[0]] = axis
    boards = grid.boards | made
    waiting = [at for at in grid.ends.items() if at[1] & 1 != grid.player]
    opponent = grid.player.other
    for attack in attacks_on_royals(boards, grid.plane, [*made, *waiting], opponent):
        return tuple(_keeping(axes, attack, axis_of, opponent))
    return None


def _keeping(
    axes: Axes, attack: Attack, axis_of: dict[At, int], opponent: Color
) -> Iterator[tuple[int, int]]:
    """Yield, for each axis that created a board on the attack's line, the entries that keep the line open."""
    kept: dict[int, list[tuple[Cell, frozenset[int]]]] = defaultdict(list)
    cells = [
        (attack.attacker, attackers_along(attack.step, attack.distance, opponent)),
        *((cell, frozenset((EMPTY,))) for cell in attack.path(axes.grid.plane.width)),
        (attack.royal, ROYAL_CODES[opponent.other]),
    ]
    for cell, codes in cells:
        if cell.at in axis_of:
            kept[axis_of[cell.at]].append((cell, codes))
    for axis, conditions in kept.items():
        yield axis, _entries_keeping(axes, axis, conditions)


def _entries_keeping(axes: Axes, axis: int, conditions: list[tuple[Cell, frozenset[int]]]) -> int:
    entries = 0
    for entry in range(len(axes[axis].entries)):
        made = axes.made(axis, entry)
        if made is not None and all(
            made[0] == cell.at and made[1][cell.square] in codes for cell, codes in conditions
        ):
            entries |= 1 << entry
    return entries
