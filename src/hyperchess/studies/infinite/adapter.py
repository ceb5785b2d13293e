"""Adapter of studies for infinite chess."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperchess.analysis.mates.infinite.refutation import try_move
from hyperchess.analysis.mates.solution import Tried
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.game import InfiniteNode
from hyperchess.infinite import Move, Position, Square
from hyperchess.notation.icn.writers.moves import marked_move
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.data import to_data
from hyperchess.studies.errors import StudyError
from hyperchess.studies.fields import SquareValue
from hyperchess.studies.infinite import moves, playing, setup, squares, suggestions
from hyperchess.studies.infinite.positions import PositionView, view_position
from hyperchess.studies.views import Movable, Passing, SquareInfinite, Suggestion

__all__ = ["InfiniteAdapter"]

_WIDEST = 1_000  # maximum number of squares of a picture


class InfiniteAdapter:
    """Infinite chess as a `studies.adapter.Adapter`."""

    def read_square(self, position: Position, value: SquareValue) -> Square:
        """Return the square that the page names."""
        return squares.read_square(value)

    def square_value(self, position: Position | None, square: Square) -> SquareInfinite:
        """Return a square as the page represents it."""
        return squares.square_value(square)

    def ends(self, move: Move) -> tuple[Square, Square]:
        """Return the source and target squares of a move."""
        return move.source, move.target

    def play_pending(self, base: Position, pending: Sequence[str]) -> Position:
        """Return `base`; a move is a whole action, so pending moves are an error."""
        if pending:
            raise StudyError("pending", "in infinite chess a move is a whole action: nothing is pending")
        return base

    def read_action(self, base: Position, texts: Sequence[str]) -> tuple[Move, ...]:
        """Return a legal move as an action."""
        if len(texts) != 1:
            raise StudyError("action", "an action of infinite chess is one move")
        return (base.find(texts[0]),)

    def position(self, place: StudyPosition) -> PositionView:
        """Return the view of a position for the page."""
        return view_position(place.state, place.variant)

    def moves_from(self, position: Position, square: SquareValue) -> moves.MovesView:
        """Return the moves of the piece on a square."""
        return moves.moves_from(position, squares.read_square(square))

    def all_moves(self, position: Position) -> moves.AllMoves:
        """Return the moves of all pieces."""
        return moves.all_moves(position)

    def movable(self, position: Position) -> Movable:
        """Return the squares of the pieces that have a move."""
        return moves.movable(position)

    def passing(self, position: Position) -> Passing:
        """Raise `StudyError`: there is no passing in this game."""
        raise StudyError("wrong-game", "there is no passing in infinite chess")

    def suggestion(self, base: Position, state: Position) -> Suggestion:
        """Return a good move, and a reason."""
        return suggestions.find_suggestion(state)

    def short_texts(self, node: InfiniteNode, position: Position, budget: Budget | None) -> tuple[str, ...]:
        """Return the short form of the move of a node."""
        return (marked_move(position, node.position),)

    def fault(self, position: Position, action: tuple[Move, ...]) -> str:
        """Return an empty string: the reader of infinite chess reports illegal moves as problems."""
        return ""

    def picture_window(
        self, position: Position, window: int | Sequence[str] | None
    ) -> tuple[int, int, int, int] | None:
        """Return left, right, bottom and top."""
        if window is None:
            return None
        if isinstance(window, int):
            raise StudyError("window", "in infinite chess a window is left, right, bottom and top")
        left, right, bottom, top = map(int, window)
        if not (0 <= right - left < _WIDEST and 0 <= top - bottom < _WIDEST):
            raise StudyError("window", f"a window has 1 to {_WIDEST} files and ranks")
        return left, right, bottom, top

    def embedded(self, place: StudyPosition, budget: Budget) -> PositionView:
        """Return a position for a self-contained file."""
        return self.position(place)

    def difference(self, before: PositionView | None, after: PositionView) -> dict[str, Any]:
        """Return the pieces `removed` and `added`, and all other fields."""
        old = () if before is None else before.pieces
        older, newer = set(old), set(after.pieces)
        data = to_data(after)
        del data["pieces"]
        return {
            **data,
            "removed": [piece[2:4] for piece in old if piece not in newer],
            "added": [piece for piece in after.pieces if piece not in older],
        }

    def playable(self, start: Position) -> dict[str, Any]:
        """Return the start of a game for the embedded kernel."""
        return playing.playable(start)

    def setup(self, position: Position) -> setup.SetupView:
        """Return the position for the editor."""
        return setup.view_setup(setup.of_text(position.text()))

    def source_text(self, position: Position, move: Move) -> str:
        """Return the piece that moves, and its square, in words."""
        return f"{position.pieces()[move.source].kind.name} on {move.source.x},{move.source.y}"

    def replies(self, position: Position, most: int) -> list[tuple[Move, ...]]:
        """Return up to `most` legal moves to single squares, as actions."""
        return [(move,) for move in position.moves().points[:most]]

    def try_mate(
        self, position: Position, action: tuple[Move, ...], mate_in: int, budget: Budget
    ) -> Tried[tuple[Move, ...]]:
        """Test whether a move mates within `mate_in` moves."""
        return try_move(position, action[0], mate_in, budget)

    def find_mate(self, position: Position, mate_in: int, budget: Budget) -> tuple[Move, ...] | None:
        """Return a move that mates within `mate_in` moves."""
        return solve(position, mate_in, budget, all_first_actions=False).winning[:1] or None
