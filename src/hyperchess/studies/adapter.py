"""A place in a study, and the one interface to what each of the two games answers about it."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from hyperchess.budget import Budget
from hyperchess.studies.content import AnyNode
from hyperchess.studies.views import Hint, Movable, Passing

__all__ = ["Adapter", "Place", "SquareValue", "View"]

SquareValue: TypeAlias = Sequence[int] | Sequence[str]
"""A square as the page names it: `(row, time, file, rank)`, or `("x", "y")`."""

View: TypeAlias = Any
"""A frozen dataclass for the page; each game has its own."""


@dataclass(frozen=True, slots=True)
class Place:
    """A node of a study, the positions around it, and what the pending moves make of the last of them.

    It holds all that the questions below need, so they may be asked while the study changes.
    """

    adapter: Adapter
    node: AnyNode
    start: Any  # the position at the start of the game
    before: Any  # the position before the node's action; `None` at the start
    action: tuple[Any, ...]
    base: Any  # the position after it
    state: Any  # that position and the pending moves
    variant: str
    number: int  # of the turn at the position
    verdicts: MutableMapping[AnyNode, Any]  # what was found out about the position after a node

    def play(self, pending: Sequence[str]) -> Place:
        """The place with moves of an unfinished action."""
        return replace(self, state=self.adapter.play_pending(self.base, pending)) if pending else self

    def position(self) -> View:
        """All that the page shows of the position."""
        return self.adapter.position(self)

    def moves_from(self, square: SquareValue) -> View:
        """The moves of the piece on a square; none if there is no piece that could move."""
        return self.adapter.moves_from(self.state, square)

    def movable(self) -> Movable:
        """The squares of the pieces that have a move."""
        return self.adapter.movable(self.state)

    def passing(self) -> Passing:
        """What the opponent could take if the player passed on every board where a move is owed."""
        return self.adapter.passing(self.state)

    def hint(self) -> Hint:
        """A good action that goes on from the pending moves, else from the start of the action, and why."""
        return self.adapter.hint(self.base, self.state)

    def setup(self) -> View:
        """The position, pending moves included, as the editor starts from it."""
        return self.adapter.setup(self.state)


class Adapter(Protocol):
    """What a study asks of one of the two games. Positions, squares and moves are those of that game."""

    def read_square(self, position: Any, value: SquareValue, /) -> Any:
        """The square that the page names."""

    def square_value(self, position: Any, square: Any, /) -> SquareValue:
        """A square as the page names it; the position may be `None`."""

    def ends(self, move: Any, /) -> tuple[Any, Any]:
        """The squares from which and to which a move goes."""

    def play_pending(self, base: Any, pending: Sequence[str], /) -> Any:
        """The unfinished state after moves in raw notation, or in any short form that leaves no doubt."""

    def read_action(self, base: Any, moves: Sequence[str], /) -> tuple[Any, ...]:
        """A whole legal action."""

    def position(self, place: Place, /) -> View:
        """All that the page shows of a position."""

    def moves_from(self, position: Any, square: SquareValue, /) -> View:
        """The moves of the piece on a square."""

    def movable(self, position: Any, /) -> Movable:
        """The squares of the pieces that have a move."""

    def passing(self, position: Any, /) -> Passing:
        """What the opponent could take after a pass."""

    def hint(self, base: Any, state: Any, /) -> Hint:
        """A good action, and why."""

    def short_texts(self, node: AnyNode, position: Any, budget: Budget | None, /) -> tuple[str, ...]:
        """Short forms of the moves of a node, played in a position; with a budget, marked for mate."""

    def fault(self, position: Any, moves: tuple[Any, ...], /) -> str:
        """Why moves that are all known make no legal action; empty if nothing is wrong."""

    def picture_window(self, position: Any, window: int | Sequence[str] | None, /) -> Any:
        """The part of a position that a picture shows; `None` is all of it."""

    def embedded(self, place: Place, budget: Budget, /) -> View:
        """The position for a file that answers by itself, with a verdict that takes no more than a budget."""

    def difference(self, before: View | None, after: View, /) -> Mapping[str, Any]:
        """What of an embedded position is new since that of the parent."""

    def playable(self, start: Any, /) -> Mapping[str, Any]:
        """The start of a game as the kernel in a file takes it; `StudyError` if it cannot play that game."""

    def setup(self, position: Any, /) -> View:
        """The position as the editor starts from it."""
