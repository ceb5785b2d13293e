"""A node of a study with its positions, and the interface that both games implement for it."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from hyperchess.analysis.mates.solution import Tried
from hyperchess.budget import Budget
from hyperchess.game import AnyNode
from hyperchess.studies.fields import SquareValue
from hyperchess.studies.views import Movable, Passing, Square, Suggestion

__all__ = ["Adapter", "StudyPosition", "View"]

View: TypeAlias = Any
"""A frozen dataclass for the page; each game has its own."""


@dataclass(frozen=True, slots=True)
class StudyPosition:
    """A node of a study, the positions around it, and the state after the pending moves.

    It is a snapshot: its methods may be called while the study changes.
    """

    adapter: Adapter
    node: AnyNode
    start: Any  # the position at the start of the game
    before: Any  # the position before the node's action; `None` at the start
    action: tuple[Any, ...]
    base: Any  # the position after it
    state: Any  # that position with the pending moves played
    variant: str
    number: int  # number of the turn at the position
    verdicts: MutableMapping[AnyNode, Any]  # cache of the status after a node

    def play(self, pending: Sequence[str]) -> StudyPosition:
        """Return the place with moves of an unfinished action."""
        return replace(self, state=self.adapter.play_pending(self.base, pending)) if pending else self

    def position(self, *, moves: bool = False) -> View:
        """Return the view of the position for the page, with `moves` also the moves of all pieces."""
        view = self.adapter.position(self)
        return replace(view, moves=self.adapter.all_moves(self.state)) if moves else view

    def moves(self, square: SquareValue | None) -> View:
        """Return the moves of the piece on a square; without a square, the pieces that have a move."""
        return self.movable() if square is None else self.moves_from(square)

    def moves_from(self, square: SquareValue) -> View:
        """Return the moves of the piece on a square; none if there is no piece that could move."""
        return self.adapter.moves_from(self.state, square)

    def movable(self) -> Movable:
        """Return the squares of the pieces that have a move."""
        return self.adapter.movable(self.state)

    def passing(self) -> Passing:
        """Return the opponent's captures if the player passed on every mandatory board."""
        return self.adapter.passing(self.state)

    def suggestion(self) -> Suggestion:
        """Return a good action that continues the pending moves, or else one from the start, and a reason."""
        return self.adapter.suggestion(self.base, self.state)

    def setup(self) -> View:
        """Return the position, pending moves included, for the editor."""
        return self.adapter.setup(self.state)


class Adapter(Protocol):
    """The interface of one of the two games for studies, with that game's positions, squares and moves."""

    def read_square(self, position: Any, value: SquareValue, /) -> Any:
        """Return the square that the page names."""

    def square_value(self, position: Any, square: Any, /) -> Square:
        """Return a square as the page represents it; the position may be `None`."""

    def ends(self, move: Any, /) -> tuple[Any, Any]:
        """Return the source and target squares of a move."""

    def play_pending(self, base: Any, pending: Sequence[str], /) -> Any:
        """Return the unfinished state after moves in raw notation, or in any unambiguous short form."""

    def read_action(self, base: Any, moves: Sequence[str], /) -> Any:
        """Return a whole legal action."""

    def position(self, place: StudyPosition, /) -> View:
        """Return the view of a position for the page."""

    def moves_from(self, position: Any, square: SquareValue, /) -> View:
        """Return the moves of the piece on a square."""

    def all_moves(self, position: Any, /) -> View:
        """Return the moves of all pieces."""

    def movable(self, position: Any, /) -> Movable:
        """Return the squares of the pieces that have a move."""

    def passing(self, position: Any, /) -> Passing:
        """Return the opponent's captures after a pass."""

    def suggestion(self, base: Any, state: Any, /) -> Suggestion:
        """Return a good action, and a reason."""

    def short_texts(self, node: Any, position: Any, budget: Budget | None, /) -> tuple[str, ...]:
        """Return short forms of the moves of a node, played in a position; with a budget, marked for mate."""

    def fault(self, position: Any, moves: tuple[Any, ...], /) -> str:
        """Return why resolved moves are not a legal action; empty if they are."""

    def picture_window(self, position: Any, window: int | Sequence[str] | None, /) -> Any:
        """Return the part of a position that a picture shows; `None` is all of it."""

    def embedded(self, place: StudyPosition, budget: Budget, /) -> View:
        """Return the position for a self-contained file, with a status found within a budget."""

    def difference(self, before: View | None, after: View, /) -> Mapping[str, Any]:
        """Return the changes of an embedded position since that of the parent."""

    def playable(self, start: Any, /) -> Mapping[str, Any]:
        """Return the start of a game for the embedded kernel; raise `StudyError` if it is unsupported."""

    def setup(self, position: Any, /) -> View:
        """Return the position for the editor."""

    def source_text(self, position: Any, move: Any, /) -> str:
        """Return the piece that moves, and its square, in words."""

    def replies(self, position: Any, most: int, /) -> Any:
        """Return up to `most` legal actions."""

    def try_mate(self, position: Any, action: Any, mate_in: int, budget: Budget, /) -> Tried[Any]:
        """Test whether an action mates within `mate_in` actions, and which defence refutes it."""

    def find_mate(self, position: Any, mate_in: int, budget: Budget, /) -> Any:
        """Return an action that mates within `mate_in` actions; `None` if none is found within the budget."""
