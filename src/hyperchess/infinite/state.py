"""Position of infinite chess without play: the fields, and everything that follows from the board alone.

`effects` (one move), `moves` (all legal moves) and `status` are computed from a `State`. The public class,
with methods for all of them, is `position.Position`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import ClassVar, NamedTuple

from hyperchess.infinite.board import Board, Change
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.material import Passed, en_passant_victim, pawn_captures
from hyperchess.infinite.pieces import Color, Piece
from hyperchess.infinite.settings import MoveRule, RuleSettings, Setup, two_players_alternate
from hyperchess.infinite.syntax.text import Move, format_setup
from hyperchess.text import quote

__all__ = ["LastMove", "Quiet", "State"]


class LastMove(NamedTuple):
    """The move before this position, the piece after it, and the captured piece."""

    move: Move
    piece: Piece
    captured: Piece | None


class Quiet(NamedTuple):
    """A chain of moves without captures and pawn moves, newest first; only such moves are reversible."""

    changes: tuple[Change, ...]
    en_passant_was_open: bool
    before: Quiet | None


@dataclass(frozen=True, eq=False, repr=False)
class State:
    """The board, the players in the order of play, and the state that the rules need.

    `last` and `quiet` are set for positions reached by play; a position text does not state them.
    """

    board: Board
    players: tuple[Color, ...]
    en_passant: Square | None
    move_rule: MoveRule | None
    full_move: int
    settings: RuleSettings
    checks_given: Mapping[Color, int]
    last: LastMove | None = None
    quiet: Quiet | None = None

    _packed: ClassVar[object] = None
    """The representation of the position by the rules, if there is one."""

    @property
    def setup(self) -> Setup:
        """The content of the position text."""
        return Setup(
            self.board.pieces,
            self.players,
            self.en_passant,
            self.move_rule,
            self.full_move,
            self.settings,
            self.checks_given,
        )

    def text(self, *, full: bool = False, lists: bool | None = None) -> str:
        """Format the position: compact, or with every argument. See `text.format_setup`."""
        return format_setup(self.setup, full=full, lists=lists)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        count = len(self.board.placed)
        return f"<Position {quote(self.text(), 100) if count <= 100 else f'with {count} pieces'}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.setup == other.setup

    def __hash__(self) -> int:
        return hash(self.key)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """The parts of a position that are equal in a repetition: pieces, rights, players, en passant."""
        open_square = self.en_passant if self.en_passant_is_open else None
        return (frozenset(self.board.placed.items()), self.players, open_square)

    @property
    def player(self) -> Color:
        """The player to move."""
        return self.players[0]

    @cached_property
    def is_guarded(self) -> bool:
        """True if the player to move must keep the royal pieces out of check.

        This is the case if the opponent wins by checkmate, which requires two alternating players.
        """
        return two_players_alternate(self.players) and "checkmate" in self.settings.win_conditions(
            self.players[1]
        )

    @property
    def en_passant_is_open(self) -> bool:
        """True if a pawn can capture en passant (ignoring check)."""
        if self.passed is None:
            return False
        x, y = self.passed.square
        boards = self.board.dimensions
        captures = pawn_captures(self.player)
        if boards is not None:
            captures = tuple(map(boards.on_plane, boards.pawn_captures(self.player)))
        ready = (self.board.get((x - dx, y - dy)) for dx, dy in captures)
        return any(piece is not None and piece.kind.is_pawn and piece.color is self.player for piece in ready)

    @property
    def passed(self) -> Passed | None:
        """The pawn that the player to move might capture en passant, if one of the player's pawns can."""
        return None if self.en_passant is None else self._passed

    @cached_property
    def _passed(self) -> Passed | None:
        square, boards, last = self.en_passant, self.board.dimensions, self.last
        if boards is None:
            victim = en_passant_victim(self.board.placed, square, self.player)
        elif last is not None and last.piece.color is not self.player:
            victim = last.move.target
        else:
            victim = en_passant_victim(self.board.placed, square, self.player, (1, boards.spacing))
        return None if square is None or victim is None else Passed(square, victim)

    def _keep_packed(self, packed: object) -> None:
        """Store the representation of the position by the rules."""
        self.__dict__["_packed"] = packed

    def __getstate__(self) -> dict[str, object]:
        """Return the fields for copies and pickles, without data that can be recomputed."""
        return {field.name: self.__dict__[field.name] for field in fields(self)}
