"""Moves, the actions they make up, and patterns that fit several moves.

>>> from hyperchess.multiverse.coordinates import Color, parse_square
>>> move = Move(parse_square("(0T4w)g5"), parse_square("(0T2w)g3"))
>>> str(move), str(Action((move, move)))
('(0T4)g5>(0T2)g3', '(0T4)g5>(0T2)g3 (0T4)g5>(0T2)g3')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from hyperchess import ruleset
from hyperchess.multiverse.coordinates import Color, Square, Timeline, format_square
from hyperchess.validation import check_instance, check_integer, check_text, invalid_argument

__all__ = ["Action", "Move", "MoveKind", "MovePattern", "check_move", "check_pattern", "check_square"]


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
