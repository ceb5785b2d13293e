"""Moves, the actions they make up, and patterns that fit several moves.

>>> from hyperchess.multiverse.coordinates import Color, parse_square
>>> move = Move(parse_square("(0T4w)g5"), parse_square("(0T2w)g3"))
>>> str(move), str(Action((move, move)))
('(0T4)g5>(0T2)g3', '(0T4)g5>(0T2)g3 (0T4)g5>(0T2)g3')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from hyperchess import ruleset
from hyperchess.errors import MoveError
from hyperchess.multiverse.coordinates import Color, Square, Timeline, format_square
from hyperchess.validation import check_instance, check_integer, check_text, invalid_argument

__all__ = [
    "Action",
    "Move",
    "MoveKind",
    "MovePattern",
    "Moves",
    "check_move",
    "check_pattern",
    "check_square",
]


class MoveKind(Enum):
    """The effect of a move on the multiverse; the value is the separator between its squares in notation."""

    PHYSICAL = ""
    HOP = ">"  # a jump to a playable board, which is then played
    BRANCH = ">>"  # a jump to a board that is already played: creates a timeline


class Move(NamedTuple):
    """A move of a piece between two squares; `promotion` is the letter of the piece that a pawn becomes.

    Castling is the king's move, en passant the pawn's. `str` is the raw notation of 5DPGN.
    """

    source: Square
    target: Square
    promotion: str = ""

    @property
    def is_physical(self) -> bool:
        """True if the piece stays on its board."""
        return self.source[:3] == self.target[:3]

    def __str__(self) -> str:
        return f"{format_square(self.source)}>{format_square(self.target)}{self.promotion}"


if TYPE_CHECKING:
    Action: TypeAlias = ruleset.Action[Move]
else:
    Action = ruleset.Action  # faster to call


class _Reader(Protocol):
    """A position that reads moves."""

    @property
    def player(self) -> Color: ...

    def read(self, text: str, /) -> tuple[Move, ...]: ...


class Moves(tuple[Move, ...]):
    """The pseudo-legal moves of a position, in order: each may be a part of an action.

    Whether a whole action is legal is asked with `Position.is_legal`.

    >>> from hyperchess.multiverse import start
    >>> moves = start("Standard").moves()
    >>> len(moves), "e4" in moves, "e5" in moves, [str(move) for move in moves.of("(0T1)g1")]
    (20, True, False, ['(0T1)g1>(0T1)f3', '(0T1)g1>(0T1)h3'])
    """

    _position: _Reader

    def __new__(cls, moves: Iterable[Move], position: _Reader) -> Moves:
        """Create the moves of a position."""
        made = super().__new__(cls, moves)
        made._position = position
        return made

    @property
    def is_finite(self) -> bool:
        """True: a multiverse has finitely many squares."""
        return True

    def of(self, square: Square | str) -> tuple[Move, ...]:
        """Return the moves of the piece on a square."""
        if isinstance(square, str):
            square = Square.parse(square, self._position.player)
        wanted = check_square("square", square)
        return tuple(move for move in self if move.source == wanted)

    def __contains__(self, move: object) -> bool:
        """Return whether a move, or the one that a text means, is among them; else raise an error."""
        if isinstance(move, str):
            try:
                moves = self._position.read(move)
            except MoveError:
                return False
            return len(moves) == 1 and super().__contains__(moves[0])
        check_move(move)
        return super().__contains__(move)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePattern:
    """Constraints on the parts of a move; a part that is `None` is unconstrained (Branched 5DPGN 4.10).

    `castling` is the direction in which the king castles: +1 towards the last file, -1 towards file a.
    An empty `promotion` means that the move does not promote.
    """

    timeline: Timeline | None = None
    turn: int | None = None
    piece: str | None = None
    file: int | None = None
    rank: int | None = None
    kind: MoveKind | None = None
    to_timeline: Timeline | None = None
    to_turn: int | None = None
    to_file: int | None = None
    to_rank: int | None = None
    promotion: str | None = None
    castling: int | None = None
    _packed: tuple[tuple[int, ...], tuple[int, ...]] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    def _keep_packed(self, packed: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
        """Store the native rules' numbers for it, for games with an odd and an even start."""
        object.__setattr__(self, "_packed", packed)

    def __hash__(self) -> int:
        # Enough to distinguish most patterns: hashing all parts would take three times as long.
        return hash((self.turn, self.piece, self.file, self.rank, self.to_file, self.to_rank))


def check_move(move: object) -> None:
    """Raise `InvalidArgument` for anything but a move whose parts have the right types."""
    made = check_instance("move", move, Move)
    check_square("move.source", made.source)
    check_square("move.target", made.target)
    check_text("move.promotion", made.promotion)


def check_square(name: str, square: object) -> Square:
    """Raise `InvalidArgument` for anything but a square whose parts have the right types."""
    made = check_instance(name, square, Square)
    check_instance(f"{name}.timeline", made.timeline, Timeline)
    check_instance(f"{name}.color", made.color, Color)
    for part, number in (("turn", made.turn), ("file", made.file), ("rank", made.rank)):
        check_integer(f"{name}.{part}", number, least=None)
    return made


def check_pattern(pattern: object) -> None:
    """Raise `InvalidArgument` for anything but a pattern whose parts have the right types."""
    given = check_instance("pattern", pattern, MovePattern)
    for name, kind in _PART_TYPES:
        part = getattr(given, name)
        if part is not None and not isinstance(part, kind):
            raise invalid_argument(f"pattern.{name}", f"a value of type {kind.__name__} or None", part)


_PART_TYPES: tuple[tuple[str, type], ...] = (
    *((name, Timeline) for name in ("timeline", "to_timeline")),
    *((name, int) for name in ("turn", "file", "rank", "to_turn", "to_file", "to_rank", "castling")),
    *((name, str) for name in ("piece", "promotion")),
    ("kind", MoveKind),
)
