"""First edition: `<0T1>1.5[Nf6]`, as a list of departing cells or as a map of all cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hyperchess.notation.dynamical.cells import CellAddress
from hyperchess.notation.dynamical.layout import Commenter, make_grid
from hyperchess.notation.dynamical.placing import PlacedMove
from hyperchess.notation.dynamical.steps import Step
from hyperchess.notation.text5d.writing.layout import fill

__all__ = ["algebraic", "topological"]

_BETWEEN_COLUMNS = " " * 5


def algebraic(moves: Iterable[PlacedMove], commenter: Commenter, width: int | None) -> str:
    """Format departing cells in the order of play, on lines of at most `width` characters where possible."""
    cells = (
        f"{commenter.before(move)}<{move.source}>{move.step}[{move.body}]{commenter.after(move)}"
        for move in moves
    )
    text = fill(cells, width)
    return f"{text}\n" if text else ""


class _Cell(NamedTuple):
    """A cell of the map; cells of one board are ordered by step."""

    step: Step
    arriving: bool
    text: str


def topological(moves: Iterable[PlacedMove], commenter: Commenter) -> str | None:
    """Format one row per turn and one column per timeline; `None` if the map is too large."""
    boards: dict[CellAddress, list[_Cell]] = {}
    for move in moves:
        for place, cell in _cells(move, commenter):
            boards.setdefault(place, []).append(cell)
    grid = make_grid({place: _box(cells) for place, cells in boards.items()}, gaps=False)
    return None if grid is None else grid.text(lambda left, right: _BETWEEN_COLUMNS, _BETWEEN_COLUMNS)


def _cells(move: PlacedMove, commenter: Commenter) -> Iterator[tuple[CellAddress, _Cell]]:
    """Yield the cells of a move: departure, arrival, and the board it creates."""
    step, source, target, made = move.step, move.source, move.target, move.made
    cell = f"<{source}>{step}[{move.body}]{'+' if move.jumps else ''}"
    yield source, _Cell(step, False, f"{commenter.before(move)}{cell}{commenter.after(move)}")
    full = f"{source.in_move}{move.body}"
    if target is not None and made is not None:
        yield target, _Cell(step, True, f"-<{target}>-{step}[{full}@{made.in_move}]+")
        yield made, _Cell(step, True, f"-<{made}>-{step}[{full}]")
    elif target is not None:
        yield target, _Cell(step, True, f"-<{target}>-{step}[{full}]")


def _box(cells: list[_Cell]) -> str:
    """Format the cells of a board; the first character is reserved for the sign of the first cell."""
    cells.sort()
    slot = "" if cells[0].arriving else " "
    return slot + " / ".join(cell.text for cell in cells)
