"""The position editor's endpoint: boards or pieces in, the notation of the position and its faults out."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, StrictStr
from starlette.responses import Response

from hyperchess import infinite, multiverse
from hyperchess.app.web import replies, setup_5d, setup_infinite
from hyperchess.app.web.access import Shelf, StudyId
from hyperchess.app.web.answers import json_answer
from hyperchess.app.web.limits import slow
from hyperchess.app.web.models import Coordinate, PlaceRequest, Small, Text
from hyperchess.app.web.positions_5d import position_5d
from hyperchess.app.web.positions_infinite import position_infinite
from hyperchess.app.web.setup_5d import EditedBoard, Finding, Made
from hyperchess.app.web.setup_infinite import MadeInfinite, PlacedPiece
from hyperchess.app.web.values import player_name
from hyperchess.multiverse import Color, Position
from hyperchess.multiverse.coordinates import MAX_FILES, MAX_RANKS

__all__ = ["router"]

router = APIRouter(tags=["editor"])

Name: TypeAlias = Annotated[StrictStr, Field(max_length=20)]
Letter: TypeAlias = Annotated[StrictStr, Field(max_length=4)]
VariantName: TypeAlias = Annotated[StrictStr, Field(max_length=200)]
_MOST_SQUARES = MAX_FILES * MAX_RANKS


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BoardRequest(_Model):
    """One board of the editor."""

    name: Annotated[Name, Field(description="the timeline, such as `0`, `-1` or `+0`")]
    turn: Small
    player: Literal["white", "black"]
    cells: Annotated[
        str,
        Field(
            max_length=_MOST_SQUARES,
            description="a character for each square, the last rank first; `.` empty",
        ),
    ]
    unmoved: Annotated[
        list[tuple[Small, Small]],
        Field(max_length=_MOST_SQUARES, description="files and ranks, from 0, of pieces that have not moved"),
    ] = []


class SetupRequest5D(_Model):
    """Boards of a multiverse, or 5DFEN, or the name of a variant."""

    game: Literal["5d"]
    variant: VariantName | None = None
    boards: Annotated[list[BoardRequest] | None, Field(max_length=setup_5d.MOST_BOARDS)] = None
    fen: Text | None = None
    width: Small = 8
    height: Small = 8
    promotions: Annotated[list[Letter] | None, Field(max_length=26)] = None
    initial: Annotated[
        list[Name] | None, Field(max_length=1_000, description="the timelines that no player made")
    ] = None


class BorderRequest(_Model):
    """The outermost squares, `null` where the board has no end."""

    left: Coordinate | None = None
    right: Coordinate | None = None
    bottom: Coordinate | None = None
    top: Coordinate | None = None


class SetupRequestInfinite(_Model):
    """Pieces of infinite chess, or a position text, or the name of a variant."""

    game: Literal["infinite"]
    variant: VariantName | None = None
    text: Text | None = None
    pieces: Annotated[
        list[tuple[Name, Name, Coordinate, Coordinate, Literal[0, 1]]] | None,
        Field(
            max_length=setup_infinite.MOST_PIECES, description="symbol, owner, x, y, whether it has its right"
        ),
    ] = None
    base: Annotated[Text, Field(description="a position text: its rules hold where nothing else is said")] = (
        ""
    )
    player: Name | None = None
    players: Annotated[list[Name] | None, Field(max_length=100)] = None
    promotion_ranks: dict[Name, Annotated[list[Coordinate], Field(max_length=100)]] | None = None
    border: BorderRequest | None = None


SetupRequest: TypeAlias = Annotated[SetupRequest5D | SetupRequestInfinite, Field(discriminator="game")]


class SetupProblem(BaseModel):
    """Something wrong with the position; `board` is the number of the board it concerns, from 0."""

    message: str
    hint: str
    severity: Literal["error", "warning", "info"]
    board: int | None


class SetupAnswer(BaseModel):
    """The position as text, as data for the stage, and as boards for the editor."""

    fen: str = ""
    text: str
    hash: str | None = None
    problems: list[SetupProblem]
    position: replies.Position | None
    boards: list[BoardRequest] | None = None
    promotions: list[str] | None = None
    initial: list[str] | None = None
    width: int | None = None
    height: int | None = None


@router.post("/setup", response_model=SetupAnswer)
@slow
def set_up(request: SetupRequest) -> Response:
    """Put a position together. Faults are told in `problems`, all of them; then `position` is `null`."""
    if isinstance(request, SetupRequest5D):
        return json_answer(_set_up_5d(request))
    return json_answer(_set_up_infinite(request))


@router.post("/studies/{id}/setup", response_model=SetupAnswer)
@slow
def set_up_from_study(library: Shelf, id: StudyId, request: PlaceRequest) -> Response:
    """A position of a study, pending moves included, as the editor starts from it."""
    position = library.here(id, request.node, request.pending).state
    if isinstance(position, infinite.Position):
        return json_answer(_answer_infinite(setup_infinite.from_text(position.text())))
    return json_answer(_answer_5d(_again(position)))


def _again(position: Position) -> Made:
    """A position as if it had been set up."""
    initial = [line.timeline.signed for line in position.lines if line.maker is None]
    return setup_5d.from_fen(position.fen(), promotions=position.promotions, initial=initial)


def _set_up_5d(request: SetupRequest5D) -> dict[str, Any]:
    if request.variant is not None:
        return _answer_5d(_again(multiverse.start(request.variant)))
    if request.fen is not None:
        made = setup_5d.from_fen(request.fen, promotions=request.promotions, initial=request.initial)
    else:
        made = setup_5d.compose(
            [_edited(board) for board in request.boards or ()],
            width=request.width,
            height=request.height,
            promotions=request.promotions,
            initial=request.initial,
        )
    return _answer_5d(made)


def _answer_5d(made: Made) -> dict[str, Any]:
    answer: dict[str, Any] = {"fen": made.fen, "problems": list(map(_problem, made.findings))}
    position = made.position
    if position is None:
        return {**answer, "text": "", "hash": None, "position": None}
    return {
        **answer,
        "text": setup_5d.text_of(position),
        "hash": position.hash(),
        "position": position_5d(position, [], None, position, position),
        **_for_editor(position),
    }


def _for_editor(position: Position) -> dict[str, Any]:
    return {
        "boards": [
            {**board._asdict(), "player": player_name(board.player)} for board in setup_5d.edited(position)
        ],
        "promotions": list(position.promotions),
        "initial": [line.timeline.signed for line in position.lines if line.maker is None],
        "width": position.width,
        "height": position.height,
    }


def _set_up_infinite(request: SetupRequestInfinite) -> dict[str, Any]:
    if request.variant is not None:
        made = setup_infinite.from_text(infinite.start(request.variant).text())
    elif request.text is not None:
        made = setup_infinite.from_text(request.text)
    else:
        made = setup_infinite.compose(
            [PlacedPiece(*piece[:4], bool(piece[4])) for piece in request.pieces or ()],
            base=request.base,
            player=request.player,
            players=request.players,
            promotion_ranks=request.promotion_ranks,
            border=None if request.border is None else request.border.model_dump(),
        )
    return _answer_infinite(made)


def _answer_infinite(made: MadeInfinite) -> dict[str, Any]:
    return {
        "text": made.text,
        "problems": list(map(_problem, made.findings)),
        "position": None if made.position is None else position_infinite(made.position, ""),
    }


def _edited(board: BoardRequest) -> EditedBoard:
    color = Color.WHITE if board.player == "white" else Color.BLACK
    return EditedBoard(board.name, board.turn, color, board.cells, tuple(board.unmoved))


def _problem(finding: Finding) -> dict[str, Any]:
    return finding._asdict()
