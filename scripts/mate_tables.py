"""Make tables of mates of a bare king on the unbounded board, and count what they decide.

    python -m scripts.mate_tables 2K1R --reach 26 -o FOLDER
    python -m scripts.mate_tables 1K1Q1P --reach 10 --decided

The kernel finds all mates, and all forced captures, of a window by retrograde analysis. The engine uses the
tables of the folder that the environment variable `HYPERCHESS_MATE_TABLES` names. `docs/proofs.md` has the
arguments.
"""

from __future__ import annotations

import json
import lzma
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hyperchess.engine.infinite.mate_tables import (
    MAGIC,
    MATERIALS,
    UNKNOWN,
    MateTable,
    MateTableError,
    Window,
    make_window,
)
from hyperchess.errors import HyperchessError
from hyperchess.infinite import KINDS, Position, Verdict
from hyperchess.proofs.windows import DrawTable

if TYPE_CHECKING:
    from hyperchess import _native

__all__ = ["Decided", "count_decided", "format_table", "main", "solve_draws", "solve_window"]


class Decided(NamedTuple):
    """The positions in which the farthest piece is at one distance from the bare king; a rook is remote."""

    distance: int
    positions: int
    won: int
    drawn: int

    @property
    def open(self) -> int:
        """The number of positions that are not decided."""
        return self.positions - self.won - self.drawn


def solve_window(window: Window) -> MateTable:
    """Find all mates of a window; requires the kernel."""
    return MateTable(window, _solve_mates(window).black_to_move())


@lru_cache(1)
def _solve_mates(window: Window) -> _native.InfiniteWindow:
    native = make_window(window)
    native.solve()
    return native


def solve_draws(window: Window) -> DrawTable:
    """Find all forced captures of a window; requires the kernel.

    Raise `MateTableError` if a capture may leave enough material for a mate.
    """
    return DrawTable(window, _solve_draws(window, make_window(window)).black_to_move())


def _solve_draws(window: Window, native: _native.InfiniteWindow) -> _native.InfiniteDraws:
    from hyperchess import _native

    names = [*window.pieces, *(["rook"] if window.has_rook else [])]
    for number in range(len(names)):
        left = [*names[:number], *names[number + 1 :]]
        if names[number] != "king" and not _is_insufficient(left):
            raise MateTableError(f"there is no table of draws: {', '.join(left)} could still win")
    draws = _native.InfiniteDraws(native)
    draws.solve()
    return draws


def _is_insufficient(names: Sequence[str]) -> bool:
    """Return whether pieces of White cannot mate a bare king."""
    codes = {kind.name: code.upper() for code, kind in KINDS.items()}
    pieces = "|".join(f"{codes[name]}{20 * number},{30 * number}" for number, name in enumerate(names))
    return Position.parse(f"w {pieces}|k9,-50").status.verdict is Verdict.INSUFFICIENT_MATERIAL


def count_decided(window: Window, *, white_to_move: bool) -> list[Decided]:
    """Count mates and draws among the positions of a window; requires the kernel."""
    draws = _solve_both(window)
    return [
        Decided(distance, *counts)
        for distance, counts in enumerate(draws.count(white_to_move))
        if counts[0] > 0
    ]


@lru_cache(1)
def _solve_both(window: Window) -> _native.InfiniteDraws:
    return _solve_draws(window, _solve_mates(window))


def format_table(table: MateTable) -> bytes:
    """Return the table as a file, the inverse of `parse_table`."""
    window = table.window
    header = json.dumps(
        {
            "pieces": window.pieces,
            "reach": window.reach,
            "rook": window.has_rook,
            "rook_reach": window.rook_reach,
        },
        separators=(",", ":"),
    )
    return lzma.compress(f"{MAGIC}{header}\n".encode() + table.values, preset=9 | lzma.PRESET_EXTREME)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make a table of mates of a bare king; write it into a folder, or count what it decides."""
    parser = ArgumentParser(prog="python -m scripts.mate_tables", description=main.__doc__)
    parser.add_argument("material", choices=MATERIALS)
    parser.add_argument("--reach", type=int, required=True, help="largest distance of a piece")
    parser.add_argument("--rook-reach", type=int, default=2, help="largest exact distance of a remote rook")
    parser.add_argument("--decided", action="store_true", help="count mates and draws by distance")
    parser.add_argument("-o", "--output", type=Path, help="folder for the table")
    asked = parser.parse_args(arguments)
    window = MATERIALS[asked.material].window(reach=asked.reach, rook_reach=asked.rook_reach)
    try:
        table = solve_window(window)
        won = window.size - table.values.count(UNKNOWN)
        longest = max(set(table.values) - {UNKNOWN}, default=0)
        print(f"{window.size:,} positions, {won:,} won in at most {longest} moves")
        if asked.output is not None:
            asked.output.mkdir(parents=True, exist_ok=True)
            (asked.output / f"{asked.material}.xz").write_bytes(format_table(table))
        if asked.decided:
            _print_decided(window)
    except HyperchessError as error:
        parser.error(str(error))


def _print_decided(window: Window) -> None:
    for white_to_move, player in ((True, "White"), (False, "the bare king")):
        print(f"\n{player} to move\ndistance     positions           won         drawn          open")
        for row in count_decided(window, white_to_move=white_to_move):
            print(f"{row.distance:8} {row.positions:13,} {row.won:13,} {row.drawn:13,} {row.open:13,}")


if __name__ == "__main__":
    main()
