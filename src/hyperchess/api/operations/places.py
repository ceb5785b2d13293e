"""Places in studies: the position and the possible moves. These are the most frequent operations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from hyperchess.api.context import Context
from hyperchess.api.operation import Cost, StudyId, Table
from hyperchess.api.requests import MovesRequest, PlaceRequest
from hyperchess.api.roles import Role
from hyperchess.ruleset import GameKind
from hyperchess.studies.games import find_adapter
from hyperchess.studies.infinite import moves as infinite_moves
from hyperchess.studies.infinite import positions as infinite_positions
from hyperchess.studies.infinite import setup as infinite_setup
from hyperchess.studies.multiverse import moves as multiverse_moves
from hyperchess.studies.multiverse import positions as multiverse_positions
from hyperchess.studies.multiverse import setup as multiverse_setup
from hyperchess.studies.views import Movable, Passing, Suggestion

__all__ = ["TABLE", "MovesView", "Position"]

TABLE = Table("places")

Position: TypeAlias = multiverse_positions.PositionView | infinite_positions.PositionView
MovesView: TypeAlias = multiverse_moves.MovesView | infinite_moves.MovesView | Movable
_Setup: TypeAlias = multiverse_setup.SetupView | infinite_setup.SetupView


@dataclass(frozen=True, slots=True)
class PositionRequest(PlaceRequest):
    """A node, and the moves of an unfinished action; with `moves`, also the moves of all pieces."""

    moves: bool = False


@TABLE.post("/studies/{id}/position", role=Role.VIEW)
def read_position(context: Context, id: StudyId, request: PositionRequest) -> Position:
    """Return the position after a node and the moves of an unfinished action."""
    place = context.library.place(id, request.node, request.pending)
    return place.position(moves=request.moves)  # type: ignore[no-any-return]


@TABLE.post("/studies/{id}/moves", role=Role.VIEW)
def read_moves(context: Context, id: StudyId, request: MovesRequest) -> MovesView:
    """Return the moves of a piece; without `from`, the pieces that can move."""
    return context.library.place(id, request.node, request.pending).moves(request.from_)  # type: ignore[no-any-return]


@TABLE.post("/studies/{id}/passing", role=Role.VIEW)
def read_passing(context: Context, id: StudyId, request: PlaceRequest) -> Passing:
    """Return the captures that the opponent could make if the player passed (5D chess)."""
    return context.library.place(id, request.node, request.pending).passing()


@TABLE.post("/studies/{id}/hint", role=Role.VIEW, cost=Cost.SLOW)
def read_suggestion(context: Context, id: StudyId, request: PlaceRequest) -> Suggestion:
    """Return a legal action."""
    context.expect_analysable(id)
    place = context.library.place(id, request.node, request.pending)
    return context.call(find_suggestion, place.base.kind, place.base, place.state)


def find_suggestion(kind: GameKind, base: Any, state: Any) -> Suggestion:
    """Return a good action with a reason."""
    return find_adapter(kind).suggestion(base, state)


@TABLE.post("/setup", cost=Cost.SLOW)
def set_up(context: Context, request: multiverse_setup.SetupRequest | infinite_setup.SetupRequest) -> _Setup:
    """Build a position. `problems` lists all problems; if there are errors, `position` is `null`."""
    return request.view()


@TABLE.post("/studies/{id}/setup", role=Role.VIEW, cost=Cost.SLOW)
def set_up_from_study(context: Context, id: StudyId, request: PlaceRequest) -> _Setup:
    """Return a position of a study, with pending moves, as a start for the editor."""
    return context.library.place(id, request.node, request.pending).setup()  # type: ignore[no-any-return]
