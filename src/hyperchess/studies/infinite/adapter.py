"""What studies ask of infinite chess."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperchess.budget import Budget
from hyperchess.infinite import Move, Position, Square
from hyperchess.notation.icn.spelling import marked_move
from hyperchess.studies.adapter import Place, SquareValue
from hyperchess.studies.content import AnyNode
from hyperchess.studies.data import to_data
from hyperchess.studies.errors import StudyError
from hyperchess.studies.infinite import hints, moves, playing, setup, squares
from hyperchess.studies.infinite.positions import PositionView, view_position
from hyperchess.studies.views import Hint, Movable, Passing, SquareInfinite

__all__ = ["InfiniteAdapter"]

_WIDEST = 1_000  # squares of a picture


class InfiniteAdapter:
    """Infinite chess, as `studies.adapter.Adapter` asks for it."""

    def read_square(self, position: Position, value: SquareValue) -> Square:
        """The square that the page names."""
        return squares.read_square(value)

    def square_value(self, position: Position | None, square: Square) -> SquareInfinite:
        """A square as the page names it."""
        return squares.square_value(square)

    def ends(self, move: Move) -> tuple[Square, Square]:
        """The squares from which and to which a move goes."""
        return move.start, move.end

    def play_pending(self, base: Position, pending: Sequence[str]) -> Position:
        """A move is a whole action, so only no moves at all are unfinished."""
        if pending:
            raise StudyError("pending", "in infinite chess a move is a whole action: nothing is pending")
        return base

    def read_action(self, base: Position, texts: Sequence[str]) -> tuple[Move, ...]:
        """A legal move."""
        if len(texts) != 1:
            raise StudyError("action", "an action of infinite chess is one move")
        return (base.find(texts[0]),)

    def position(self, place: Place) -> PositionView:
        """All that the page shows of a position."""
        return view_position(place.state, place.variant)

    def moves_from(self, position: Position, square: SquareValue) -> moves.MovesView:
        """The moves of the piece on a square."""
        return moves.moves_from(position, squares.read_square(square))

    def movable(self, position: Position) -> Movable:
        """The squares of the pieces that have a move."""
        return moves.movable(position)

    def passing(self, position: Position) -> Passing:
        """There is no passing in this game."""
        raise StudyError("wrong-game", "there is no passing in infinite chess")

    def hint(self, base: Position, state: Position) -> Hint:
        """A good move, and why."""
        return hints.find_hint(state)

    def short_texts(self, node: AnyNode, position: Position, budget: Budget | None) -> tuple[str, ...]:
        """The short form of the move of a node."""
        return (marked_move(position, node.position),)

    def fault(self, position: Position, action: tuple[Move, ...]) -> str:
        """The reader of infinite chess reports what is wrong with a move as a problem."""
        return ""

    def picture_window(
        self, position: Position, window: int | Sequence[str] | None
    ) -> tuple[int, int, int, int] | None:
        """Left, right, bottom and top."""
        if window is None:
            return None
        if isinstance(window, int):
            raise StudyError("window", "in infinite chess a window is left, right, bottom and top")
        left, right, bottom, top = map(int, window)
        if not (0 <= right - left < _WIDEST and 0 <= top - bottom < _WIDEST):
            raise StudyError("window", f"a window has 1 to {_WIDEST} files and ranks")
        return left, right, bottom, top

    def embedded(self, place: Place, budget: Budget) -> PositionView:
        """A position for a file that answers by itself."""
        return self.position(place)

    def difference(self, before: PositionView | None, after: PositionView) -> dict[str, Any]:
        """The pieces that are `removed` and `added`, and all the rest."""
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
        """The start of a game as the kernel in a file takes it."""
        return playing.playable(start)

    def setup(self, position: Position) -> setup.SetupView:
        """The position as the editor starts from it."""
        return setup.view_setup(setup.of_text(position.text()))
