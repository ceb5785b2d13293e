"""Tables of mates of a bare king on the unbounded board, found by retrograde analysis in a moving window.

Coordinates are relative to the bare king. Pieces are at exact squares, at most `reach` away on each axis. If
all of them leap, there may be a rook, too. Each of its coordinates has a class: exact up to `rook_reach`; far
(beyond that, on one side); or remote (on one side, so far away that the bare king cannot approach before it
is mated). A table has a byte for each position with the bare king to move: the number of moves within which
it is mated, or 255 if that is unknown.
`docs/proofs.md` specifies the file and the order of the positions, and has the argument why such a mate is
forced on the board.

`python -m scripts.mate_tables 2K1R --reach 26 -o FOLDER` makes a larger table than the package has. The
engine uses it if the environment variable `HYPERCHESS_MATE_TABLES` names the folder.

>>> window = MATERIALS["2K1R"].window(reach=4, rook_reach=2)
>>> window.size
98415
>>> window.index(((2, 0), (-2, 0)), (2, 8)) == window.index(((0, 2), (0, -2)), (8, 2))
True
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from math import comb, prod
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from hyperchess.environment import MATE_TABLES
from hyperchess.errors import HyperchessError
from hyperchess.infinite import KINDS, Position
from hyperchess.infinite.settings import two_players_alternate

if TYPE_CHECKING:
    from hyperchess import _native

__all__ = [
    "MAGIC",
    "MATERIALS",
    "UNKNOWN",
    "Cell",
    "MateTable",
    "MateTableError",
    "Material",
    "Window",
    "find_material",
    "load_table",
    "load_window",
    "make_window",
    "parse_table",
]

UNKNOWN = 255
"""The value of a position that is not known to be won."""

Cell: TypeAlias = tuple[int, int]
"""A square relative to the bare king, or the classes of the rook's coordinates."""

MAGIC = "hyperchess-window 1 "
"""The beginning of a file, before its header."""

_LARGEST = 1 << 30  # bytes of a table
_KIND_NUMBERS = {kind.name: number for number, kind in enumerate(KINDS.values())}


class MateTableError(HyperchessError):
    """A table of mates is damaged."""


@dataclass(frozen=True, slots=True)
class Window:
    """The positions of a table, and their order."""

    pieces: tuple[str, ...]  # names of kinds; equal ones are next to each other
    has_rook: bool
    reach: int
    rook_reach: int

    @property
    def classes(self) -> int:
        """The number of classes of a rook's coordinate: exact ones, far (-, +) and remote (-, +)."""
        return 2 * self.rook_reach + 5

    @property
    def size(self) -> int:
        """The number of values."""
        side = 2 * self.reach + 1
        first = side * (self.reach + 1) if self.has_pawn else (self.reach + 1) * (self.reach + 2) // 2
        rook = self.classes**2 if self.has_rook else 1
        return first * prod(comb(side**2, len(group)) for group in self._groups) * rook

    @property
    def has_pawn(self) -> bool:
        """True if one of the pieces is a pawn, so that only mirroring along x gives an equal position."""
        return "pawn" in self.pieces

    @property
    def _groups(self) -> list[list[int]]:
        """The numbers of equal pieces, apart from the first piece."""
        numbers = range(1, len(self.pieces))
        return [list(group) for _, group in groupby(numbers, key=lambda number: self.pieces[number])]

    def rook_class(self, distance: int, *, remote: bool) -> int:
        """Return the class of a coordinate of the rook."""
        if abs(distance) <= self.rook_reach:
            return distance + self.rook_reach
        return 2 * self.rook_reach + (3 if remote else 1) + (distance > 0)

    def index(self, pieces: Sequence[Cell], rook: Cell | None) -> int:
        """Return the index: the smallest rank of all images with a first piece in the octant or half."""
        firsts = [number for number, kind in enumerate(self.pieces) if kind == self.pieces[0]]
        return min(
            self._rank(base, pieces, rook, symmetry)
            for base in firsts
            for symmetry in range(2 if self.has_pawn else 8)
            for x, y in (_transform(pieces[base], symmetry),)
            if (x >= 0 if self.has_pawn else 0 <= y <= x)
        )

    def state(self, index: int) -> tuple[tuple[Cell, ...], Cell | None]:
        """Return the squares of the pieces and the classes of the rook of an index."""
        rook = None
        if self.has_rook:
            index, number = divmod(index, self.classes**2)
            rook = (number % self.classes, number // self.classes)
        side = 2 * self.reach + 1
        cells: list[Cell] = []
        for group in reversed(self._groups):
            index, number = divmod(index, comb(side**2, len(group)))
            for size in range(len(group), 0, -1):
                cell = size - 1
                while comb(cell + 1, size) <= number:
                    cell += 1
                number -= comb(cell, size)
                cells.append((cell % side - self.reach, cell // side - self.reach))
        if self.has_pawn:
            return ((index // side, index % side - self.reach), *reversed(cells)), rook
        x = 0
        while index > x:
            index -= x + 1
            x += 1
        return ((x, index), *reversed(cells)), rook

    def _rank(self, base: int, pieces: Sequence[Cell], rook: Cell | None, symmetry: int) -> int:
        x, y = _transform(pieces[base], symmetry)
        side = 2 * self.reach + 1
        rank = x * side + y + self.reach if self.has_pawn else x * (x + 1) // 2 + y
        for group in self._groups:
            cells = sorted(
                (dy + self.reach) * side + dx + self.reach
                for number in group
                for dx, dy in (_transform(pieces[0 if number == base else number], symmetry),)
            )
            rank *= comb(side**2, len(cells))
            rank += sum(comb(cell, size) for size, cell in enumerate(cells, 1))
        if rook is None:
            return rank
        across, up = rook
        if symmetry & 1:
            across = self._mirror(across)
        if symmetry & 2:
            up = self._mirror(up)
        if symmetry & 4:
            across, up = up, across
        return rank * self.classes**2 + up * self.classes + across

    def _mirror(self, rook_class: int) -> int:
        exact = 2 * self.rook_reach
        if rook_class <= exact:
            return exact - rook_class
        return rook_class + 1 if (rook_class - exact) % 2 else rook_class - 1


class Material(NamedTuple):
    """Pieces for which there are tables."""

    pieces: tuple[str, ...]  # equal ones next to each other
    has_rook: bool = False

    def window(self, *, reach: int, rook_reach: int = 2) -> Window:
        """Return the window of a table."""
        return Window(self.pieces, self.has_rook, reach, rook_reach)


MATERIALS = {
    "2K1R": Material(("king", "king"), True),
    "1K1R1CE": Material(("king", "centaur"), True),
    "1K1R1GU": Material(("king", "guard"), True),
    "1K1R2N": Material(("king", "knight", "knight"), True),
    "1K2CE": Material(("king", "centaur", "centaur")),
    "1K3HA": Material(("king", "hawk", "hawk", "hawk")),
    "1K3NR": Material(("king", "knightrider", "knightrider", "knightrider")),
    "1K1Q1P": Material(("king", "queen", "pawn")),
    "1K2AR": Material(("king", "archbishop", "archbishop")),
    "1K2HA1B": Material(("king", "hawk", "hawk", "bishop")),
    "1K1CH1N": Material(("king", "chancellor", "knight")),
    "1Q2N": Material(("queen", "knight", "knight")),
    "1Q1N1B": Material(("queen", "knight", "bishop")),
}
"""Material by its name, as in the list of practice mates."""


class MateTable(NamedTuple):
    """A window and its values with the bare king to move, by index."""

    window: Window
    values: bytes


def parse_table(data: bytes) -> MateTable:
    """Return the table of a file; raise `MateTableError` if it is damaged."""
    import lzma  # the Python of browsers does not have it

    try:
        decompressor = lzma.LZMADecompressor(format=lzma.FORMAT_XZ)
        text = decompressor.decompress(data, _LARGEST)
        header, _, values = text.partition(b"\n")
        if not decompressor.eof or not header.startswith(MAGIC.encode()):
            raise MateTableError("this is not a table of mates")
        fields = json.loads(header[len(MAGIC) :])
        window = Window(
            tuple(fields["pieces"]), bool(fields["rook"]), int(fields["reach"]), int(fields["rook_reach"])
        )
    except (lzma.LZMAError, ValueError, KeyError, TypeError) as error:
        raise MateTableError(f"the table of mates is damaged: {error}") from None
    if not set(window.pieces) <= set(_KIND_NUMBERS):
        raise MateTableError("the table of mates has unknown pieces")
    if len(values) != window.size:
        raise MateTableError(f"the table of mates has {len(values)} values, expected {window.size}")
    return MateTable(window, values)


def find_material(position: Position) -> str | None:
    """Return the name of the material of a position with a bare king, if there can be a table for it.

    >>> find_material(Position.parse("w K0,0|K5,5|R9,9|k20,20"))
    '2K1R'
    """
    if not two_players_alternate(position.players):
        return None
    counts = position.board.material.counts
    for strong, weak in (position.players, position.players[::-1]):
        if [(piece.kind.name, counts[piece]) for piece in counts if piece.color is weak] != [("king", 1)]:
            continue
        pieces = Counter({piece.kind.name: counts[piece] for piece in counts if piece.color is strong})
        for name, material in MATERIALS.items():
            if pieces == Counter([*material.pieces, *(["rook"] if material.has_rook else [])]):
                return name
    return None


def load_table(name: str) -> MateTable | None:
    """Return the table of a material from the user's folder, or else from the package, if there is one."""
    folder = MATE_TABLES.read()
    places = [*([Path(folder)] if folder else []), files("hyperchess.engine.infinite").joinpath("tables")]
    for place in places:
        file = place.joinpath(f"{name}.xz")
        if file.is_file():
            try:
                return parse_table(file.read_bytes())
            except MateTableError as error:
                raise MateTableError(f"{file}: {error}") from None
    return None


@cache
def load_window(name: str) -> _native.InfiniteWindow | None:
    """Return the table of a material for the engine, if there is one; requires the kernel."""
    table = load_table(name)
    if table is None:
        return None
    native = make_window(table.window)
    native.load(table.values)
    return native


def make_window(window: Window) -> _native.InfiniteWindow:
    """Return an empty window of the kernel; raise `MateTableError` if there is none of this size."""
    from hyperchess import _native

    numbers = [_KIND_NUMBERS[name] for name in window.pieces]
    try:
        return _native.InfiniteWindow(numbers, window.has_rook, window.reach, window.rook_reach)
    except ValueError as error:
        sizes = f"reach {window.reach}, rook reach {window.rook_reach}"
        raise MateTableError(f"{error}: {', '.join(window.pieces)} with {sizes}") from None


def _transform(cell: Cell, symmetry: int) -> Cell:
    """Mirror x (bit 0) and y (bit 1), then swap them (bit 2)."""
    x, y = cell
    x, y = -x if symmetry & 1 else x, -y if symmetry & 2 else y
    return (y, x) if symmetry & 4 else (x, y)
