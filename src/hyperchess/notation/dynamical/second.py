"""Second edition: `(0T1) 1.5 [Nf6]` in fields of fixed width, and its storage form.

A cell omits its own board where its move names it; a branching jump names the board it creates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from hyperchess.notation.dynamical.cells import CellAddress
from hyperchess.notation.dynamical.layout import Commenter, make_grid
from hyperchess.notation.dynamical.placing import PlacedMove

__all__ = ["algebraic", "format_cells", "topological"]

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


def algebraic(moves: Iterable[PlacedMove], commenter: Commenter) -> str:
    """Format cells in the order of play, with a line break before each action and none at the end."""
    parts = []
    for move in moves:
        parts += ["\n"] * (move.step.place == 1)
        departing, *arriving = _cells(move)
        step, after = move.step.decimal, commenter.after(move)
        parts += [commenter.before(move), f"{departing.place.in_move:8}{departing.fields(step, after)}"]
        parts += (f"{cell.place.in_move:8}{cell.fields(step)}" for cell in arriving)
    return "".join(parts)


def topological(moves: Iterable[PlacedMove], commenter: Commenter) -> str | None:
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
