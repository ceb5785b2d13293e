"""Table of the pieces: their codes and their moves.

>>> KINDS["am"].name, KINDS["am"].slides, len(KINDS["am"].leaps)
('amazon', ((1, 0), (0, 1), (1, 1), (1, -1)), 8)
>>> [kind.code for kind in KINDS.values() if kind.royal]
['k', 'rq', 'rc']
>>> KINDS["hu"].primes, len(ROSE_PATHS), len({step for path in ROSE_PATHS for step in path})
(True, 16, 32)

A `Piece` is a kind, a colour and the special right written `+`: the double step of a pawn, or castling for
any other piece. There is exactly one object for each, so pieces may be compared with `is`.

>>> piece("P+").text, piece("P+").moved.text, piece("3k").color, piece("ob").color
('P+', 'P', Color.RED, Color.NEUTRAL)
>>> piece("Am")
Traceback (most recent call last):
...
hyperchess.errors.UnknownPiece: unknown piece 'Am'; did you mean 'AM' or 'am'?
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType

from hyperchess.errors import UnknownPiece
from hyperchess.infinite.coordinates import Step
from hyperchess.validation import check_text

__all__ = [
    "DEFAULT_PROMOTIONS",
    "KINDS",
    "LINES",
    "PIECE_OF_TEXT",
    "ROSE_PATHS",
    "Color",
    "Piece",
    "PieceKind",
    "find_piece",
    "piece",
]


class Color(IntEnum):
    """The owner of a piece: neutral, or one of the players in the order of their numbers."""

    NEUTRAL = 0
    WHITE = 1
    BLACK = 2
    RED = 3
    BLUE = 4
    YELLOW = 5
    GREEN = 6

    @property
    def letter(self) -> str:
        """The letters of the player in a position text: `w`, `b`, `r`, `bu`, `y`, `g`."""
        return ("", "w", "b", "r", "bu", "y", "g")[self]

    @property
    def forward(self) -> int:
        """The direction of its pawns: up for White, down for all others."""
        return 1 if self is Color.WHITE else -1

    def __str__(self) -> str:
        return self.name.capitalize()

    def __repr__(self) -> str:
        return f"Color.{self.name}"


# Lines on which pieces slide, each in its positive direction. One coordinate changes by one.
ORTHOGONAL: tuple[Step, ...] = ((1, 0), (0, 1))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1))
HOPS: tuple[Step, ...] = ((1, 2), (1, -2), (2, 1), (-2, 1))
LINES = ORTHOGONAL + DIAGONAL + HOPS


def _leaps(*shapes: Step) -> tuple[Step, ...]:
    """Return all rotations and reflections of each shape."""
    steps: dict[Step, None] = {}
    for long, short in shapes:
        for a, b in ((long, short), (short, long)):
            steps.update(dict.fromkeys([(a, b), (-a, b), (a, -b), (-a, -b)]))
    return tuple(steps)


_KNIGHT = _leaps((2, 1))
_KING = _leaps((1, 0), (1, 1))


@dataclass(frozen=True, slots=True, eq=False)
class PieceKind:
    """One row of the table.

    `leaps` are single steps, `slides` are lines along which the piece moves any distance both ways. If it
    `primes`, only prime distances count, for its moves and for blockers. If it `circles`, it moves along
    `ROSE_PATHS`. A pawn has neither; its rules are in `pseudo_legal.py`.
    """

    code: str
    name: str
    leaps: tuple[Step, ...] = ()
    slides: tuple[Step, ...] = ()
    royal: bool = False
    castles: bool = False
    primes: bool = False
    circles: bool = False
    is_pawn: bool = False
    neutral: bool = False
    solid: bool = False

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (_kind, (self.code,))  # a copy or a pickle is the same object

    def __repr__(self) -> str:
        return f"<{self.name}>"


_TABLE = (
    PieceKind("p", "pawn", is_pawn=True),
    PieceKind("r", "rook", slides=ORTHOGONAL),
    PieceKind("n", "knight", _KNIGHT),
    PieceKind("b", "bishop", slides=DIAGONAL),
    PieceKind("q", "queen", slides=ORTHOGONAL + DIAGONAL),
    PieceKind("k", "king", _KING, royal=True, castles=True),
    PieceKind("am", "amazon", _KNIGHT, ORTHOGONAL + DIAGONAL),
    PieceKind("ha", "hawk", _leaps((2, 0), (3, 0), (2, 2), (3, 3))),
    PieceKind("ch", "chancellor", _KNIGHT, ORTHOGONAL),
    PieceKind("ar", "archbishop", _KNIGHT, DIAGONAL),
    PieceKind("gu", "guard", _KING),
    PieceKind("ca", "camel", _leaps((3, 1))),
    PieceKind("gi", "giraffe", _leaps((4, 1))),
    PieceKind("ze", "zebra", _leaps((3, 2))),
    PieceKind("ce", "centaur", _KING + _KNIGHT),
    PieceKind("rq", "royal queen", slides=ORTHOGONAL + DIAGONAL, royal=True),
    PieceKind("rc", "royal centaur", _KING + _KNIGHT, royal=True, castles=True),
    PieceKind("ob", "obstacle", neutral=True),
    PieceKind("vo", "void", neutral=True, solid=True),
    # Newer pieces, from the site dialect.
    PieceKind("nr", "knightrider", slides=HOPS),
    PieceKind("hu", "huygen", slides=ORTHOGONAL, primes=True),
    PieceKind("ro", "rose", circles=True),
)

KINDS: Mapping[str, PieceKind] = MappingProxyType({kind.code: kind for kind in _TABLE})


def _kind(code: str) -> PieceKind:
    return KINDS[code]


DEFAULT_PROMOTIONS = (KINDS["q"], KINDS["r"], KINDS["b"], KINDS["n"])


def _rose_paths() -> tuple[tuple[Step, ...], ...]:
    """Return the circles of eight knight's steps that turn by an eighth each time, left or right."""
    around = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
    paths = []
    for start in range(8):
        for turn in (1, -1):
            x = y = 0
            path = []
            for hop in range(7):
                dx, dy = around[(start + turn * hop) % 8]
                x, y = x + dx, y + dy
                path.append((x, y))
            paths.append(tuple(path))
    return tuple(paths)


ROSE_PATHS = _rose_paths()


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A kind with a colour, with or without its special right. There is one object for each: see `piece`."""

    kind: PieceKind
    color: Color
    special: bool = False

    @property
    def code(self) -> str:
        """The code in a position text: capitals for White, a number before further players.

        Neutral pieces have the number 0 if their kind usually has an owner.
        """
        code = self.kind.code
        if self.color is Color.WHITE:
            return code.upper()
        if self.color is Color.BLACK or self.kind.neutral:
            return code
        return f"{int(self.color)}{code}"

    @property
    def text(self) -> str:
        """The code, with `+` for the special right."""
        return self.code + "+" * self.special

    @property
    def moved(self) -> Piece:
        """The same piece without its special right."""
        return _MOVED[self]

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (piece, (self.text,))

    def __repr__(self) -> str:
        return f"<{self.text}>"


_ALL = [
    Piece(kind, color, special)
    for kind in _TABLE
    for color in ((Color.NEUTRAL,) if kind.neutral else Color)
    for special in ((False, True) if color else (False,))
]
PIECE_OF_TEXT: Mapping[str, Piece] = MappingProxyType({piece.text: piece for piece in _ALL})
_BARE = (Color.WHITE, Color.BLACK)  # players whose pieces have no number
_MOVED = {piece: PIECE_OF_TEXT[piece.code] for piece in _ALL}


def piece(text: str) -> Piece:
    """Return the piece with this code, with or without `+`; raise `UnknownPiece` if there is none."""
    found = PIECE_OF_TEXT.get(check_text("text", text))
    if found is None:
        near = (code for code in (text.upper(), text.lower()) if code in PIECE_OF_TEXT)
        raise UnknownPiece(text if len(text) <= 100 else text[:97] + "...", tuple(near))
    return found


def find_piece(kind: PieceKind, color: Color) -> Piece:
    """Return the piece of a kind in a colour, without a special right."""
    code = kind.code.upper() if color is Color.WHITE else kind.code
    return PIECE_OF_TEXT[code if color in _BARE or kind.neutral else f"{int(color)}{code}"]
