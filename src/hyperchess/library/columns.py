"""Lines of many games as columns of the large tables, in the form that the database imports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hyperchess.multiverse.line_table import (
    BOARD,
    BOARD_COLUMNS,
    POSITION,
    POSITION_COLUMNS,
    LineTable,
)
from hyperchess.picture.extras import require

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NumberedLine", "board_columns", "position_columns"]

_RESULTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}
_NO_RESULT = 2


class NumberedLine(NamedTuple):
    """The line of a game with its number in the library and its result."""

    game: int
    result: str
    table: LineTable


def position_columns(lines: Sequence[NumberedLine]) -> dict[str, NDArray[Any]]:
    """The columns of the table of positions."""
    numpy = require("numpy", what="libraries of games", extra="library")
    rows = [len(line.table.actions) + 1 for line in lines]
    columns = _unpacked([line.table.positions for line in lines], POSITION_COLUMNS)
    assert len(columns["ply"]) == sum(rows), POSITION.size
    columns["game"] = numpy.repeat(numpy.array([line.game for line in lines], "int32"), rows)
    results = [_RESULTS.get(line.result, _NO_RESULT) for line in lines]
    columns["result"] = numpy.repeat(numpy.array(results, "int8"), rows)
    jumps, captured = (numpy.full(sum(rows), "", dtype=object) for _ in range(2))
    actions: list[bytes | None] = []
    for line in lines:
        for texts, found in ((jumps, line.table.jumps), (captured, line.table.captures)):
            for ply, text in found.items():
                texts[len(actions) + ply] = text
        actions += [*line.table.actions, None]
    packed = numpy.empty(len(actions), dtype=object)
    packed[:] = actions
    return columns | {"jumps": jumps, "captured": captured, "action": packed}


def board_columns(lines: Sequence[NumberedLine]) -> dict[str, NDArray[Any]]:
    """The columns of the table of boards."""
    numpy = require("numpy", what="libraries of games", extra="library")
    rows = [len(line.table.boards) // BOARD.size for line in lines]
    games = numpy.repeat(numpy.array([line.game for line in lines], "int32"), rows)
    return {**_unpacked([line.table.boards for line in lines], BOARD_COLUMNS), "game": games}


def _unpacked(parts: Sequence[bytes], columns: Mapping[str, str]) -> dict[str, NDArray[Any]]:
    """Return the columns of packed rows."""
    numpy = require("numpy", what="libraries of games", extra="library")
    table = numpy.frombuffer(b"".join(parts), dtype=[(name, f"<{kind}") for name, kind in columns.items()])
    return {name: numpy.ascontiguousarray(table[name], dtype=kind) for name, kind in columns.items()}
