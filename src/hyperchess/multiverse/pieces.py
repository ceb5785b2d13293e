"""Table of the twelve pieces: their letters, their marks and their moves.

A step changes the timeline, the turn, the file and the rank. A rider is defined by the number of axes that
one step changes: a rook 1, a bishop 2, a unicorn 3, a dragon 4.

>>> PIECES["U"].name, len(PIECES["U"].steps), PIECES["U"].rides
('unicorn', 32, True)
>>> [kind.letter for kind in PIECES.values() if kind.royal]
['K', 'Y']
>>> find_kind("BR").name, find_kind("Z") is None
('brawn', True)

On a board, a piece is one byte: the ASCII letter of 5DFEN, with the highest bit set while the piece is
unmoved. `PIECE_OF_CODE` maps the byte to the piece.

>>> Piece(PIECES["P"], Color.BLACK, unmoved=True).text, PIECE_OF_CODE[ord("Q")].text
('p*', 'Q')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from hyperchess.multiverse.coordinates import Color

__all__ = [
    "EMPTY",
    "PIECES",
    "PIECE_OF_CODE",
    "UNMOVED",
    "Piece",
    "PieceKind",
    "Step",
    "default_promotions",
    "find_kind",
]

EMPTY = 0
UNMOVED = 0x80


class Step(NamedTuple):
    """A displacement in rows of timelines, full turns, files and ranks."""

    timeline: int
    turn: int
    file: int
    rank: int

    def seen_by(self, color: Color) -> Step:
        """Convert a step written for White to `color`: Black's steps are reversed in L and in rank."""
        return Step(-self.timeline, self.turn, self.file, -self.rank) if color else self


@dataclass(frozen=True, slots=True)
class PieceKind:
    """One row of the table.

    `steps` are the moves that may also capture, repeated along a line if the piece `rides`. Pawns and brawns
    have none: they move along `advances` to empty squares (twice while unmoved) and capture along `captures`,
    both written for White.
    """

    letter: str
    name: str
    steps: tuple[Step, ...] = ()
    rides: bool = False
    royal: bool = False
    keeps_unmoved: bool = False
    advances: tuple[Step, ...] = ()
    captures: tuple[Step, ...] = ()
    aliases: tuple[str, ...] = ()

    @property
    def is_pawn(self) -> bool:
        """True if it advances, captures and promotes like pawns and brawns."""
        return bool(self.advances)


def _lines(*axes_changed: int) -> tuple[Step, ...]:
    """Return all unit steps that change one of the given numbers of axes."""
    steps = (Step(*step) for step in product((-1, 0, 1), repeat=4))
    return tuple(step for step in steps if sum(map(abs, step)) in axes_changed)


_EVERYWHERE = _lines(1, 2, 3, 4)
_LEAPS = tuple(
    Step(*step) for step in product((-2, -1, 0, 1, 2), repeat=4) if sorted(map(abs, step)) == [0, 0, 1, 2]
)
# White's pawns move up the ranks, or towards lower timelines.
_PAWN_ADVANCES = (Step(0, 0, 0, 1), Step(-1, 0, 0, 0))
_PAWN_CAPTURES = (Step(0, 0, -1, 1), Step(0, 0, 1, 1), Step(-1, -1, 0, 0), Step(-1, 1, 0, 0))
_BRAWN_CAPTURES = (
    *_PAWN_CAPTURES,
    Step(-1, 0, 0, 1),
    Step(-1, 0, -1, 0),
    Step(-1, 0, 1, 0),
    Step(0, -1, 0, 1),
    Step(0, 1, 0, 1),
)

_TABLE = (
    PieceKind("P", "pawn", keeps_unmoved=True, advances=_PAWN_ADVANCES, captures=_PAWN_CAPTURES),
    PieceKind(
        "W",
        "brawn",
        keeps_unmoved=True,
        advances=_PAWN_ADVANCES,
        captures=_BRAWN_CAPTURES,
        aliases=("BR",),
    ),
    PieceKind("K", "king", _EVERYWHERE, royal=True, keeps_unmoved=True),
    PieceKind("C", "common king", _EVERYWHERE, aliases=("CK",)),
    PieceKind("Q", "queen", _EVERYWHERE, rides=True),
    PieceKind("Y", "royal queen", _EVERYWHERE, rides=True, royal=True, aliases=("RQ",)),
    PieceKind("S", "princess", _lines(1, 2), rides=True, aliases=("PR",)),
    PieceKind("N", "knight", _LEAPS),
    PieceKind("R", "rook", _lines(1), rides=True, keeps_unmoved=True),
    PieceKind("B", "bishop", _lines(2), rides=True),
    PieceKind("U", "unicorn", _lines(3), rides=True),
    PieceKind("D", "dragon", _lines(4), rides=True),
)

PIECES: Mapping[str, PieceKind] = MappingProxyType({kind.letter: kind for kind in _TABLE})
_ALIASES = {alias: kind for kind in _TABLE for alias in kind.aliases}
_BY_VALUE = "QSNRBUDC"


def find_kind(name: str) -> PieceKind | None:
    """Return the kind with this letter or older two-letter name, in capitals, or `None`."""
    return PIECES.get(name) or _ALIASES.get(name)


class Piece(NamedTuple):
    """A piece on a square."""

    kind: PieceKind
    color: Color
    unmoved: bool = False

    @property
    def code(self) -> int:
        """The byte of this piece on a board."""
        letter = self.kind.letter.lower() if self.color else self.kind.letter
        return ord(letter) | (UNMOVED if self.unmoved else 0)

    @property
    def text(self) -> str:
        """The letter in 5DFEN: lower case for Black, `*` while unmoved."""
        letter = self.kind.letter.lower() if self.color else self.kind.letter
        return letter + "*" * self.unmoved


PIECE_OF_CODE: Mapping[int, Piece] = MappingProxyType(
    {
        piece.code: piece
        for kind in _TABLE
        for color in Color
        for unmoved in ((False, True) if kind.keeps_unmoved else (False,))
        for piece in (Piece(kind, color, unmoved),)
    }
)


def default_promotions(letters: Iterable[str]) -> tuple[str, ...]:
    """Return the default promotion choices, given the letters of the pieces on the initial boards.

    These are all non-royal officers, most valuable first, and a queen if there is neither queen nor princess.

    >>> default_promotions("KNBRP"), default_promotions("KSPR"), default_promotions("KP")
    (('Q', 'N', 'R', 'B'), ('S', 'R'), ('Q',))
    """
    present = set(letters)
    if not present & {"Q", "S"}:
        present.add("Q")
    return tuple(letter for letter in _BY_VALUE if letter in present)
