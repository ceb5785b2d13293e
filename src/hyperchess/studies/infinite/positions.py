"""View of a position of infinite chess for the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from hyperchess.infinite import Color, Position, Status, Verdict
from hyperchess.picture.pieces import piece_symbol
from hyperchess.ruleset import GameKind
from hyperchess.studies.data import optional
from hyperchess.studies.fields import Field, Player, Result
from hyperchess.studies.infinite.moves import AllMoves
from hyperchess.studies.infinite.squares import player_name, square_value
from hyperchess.studies.views import PLAYERS, SquareInfinite

__all__ = [
    "Attack",
    "BorderView",
    "LastMove",
    "PieceView",
    "PositionView",
    "StatusView",
    "view_position",
    "view_status",
]

Owner: TypeAlias = Annotated[str, Field(enum=(*PLAYERS.values(), "neutral"))]

_MOST_JUDGED = 20_000  # pieces: the status of larger boards is not computed automatically

PieceView: TypeAlias = tuple[str, Owner, str, str, Literal[0, 1]]
"""The name of its drawing, its owner, x, y, and whether it has its special right."""


@dataclass(frozen=True, slots=True)
class BorderView:
    """The outermost squares; `None` if the board is unbounded on that side."""

    left: str | None
    right: str | None
    bottom: str | None
    top: str | None


@dataclass(frozen=True, slots=True)
class LastMove:
    """The move that led here."""

    from_: SquareInfinite
    to: SquareInfinite
    player: Player


@dataclass(frozen=True, slots=True)
class Attack:
    """An attacking piece and the attacked royal."""

    from_: SquareInfinite
    to: SquareInfinite


@dataclass(frozen=True, slots=True)
class StatusView:
    """The status of the position, and possible draw claims."""

    verdict: str
    over: bool
    text: str
    result: Result
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position for the page. A move is a whole action, so nothing is ever pending."""

    game: Literal[GameKind.INFINITE]
    player: Player
    players: tuple[Player, ...]
    pieces: tuple[PieceView, ...]
    border: BorderView | None
    last: tuple[LastMove, ...]
    checks: tuple[Attack, ...]
    promotion_ranks: dict[str, tuple[str, ...]]
    en_passant: SquareInfinite | None
    status: StatusView
    variant: str
    pending: tuple[str, ...] = ()
    may_submit: Literal[False] = False
    fault: None = None
    moves: AllMoves | None = optional()


def view_position(position: Position, variant: str) -> PositionView:
    """Return the view of a position in a game of a variant, which may have no name."""
    border, last = position.settings.border, position.last
    return PositionView(
        game=GameKind.INFINITE,
        player=player_name(position.player),
        players=tuple(map(player_name, position.players)),
        pieces=tuple(
            (
                piece_symbol(piece.kind),
                player_name(piece.color),
                str(square.x),
                str(square.y),
                1 if piece.special else 0,
            )
            for square, piece in position.pieces().items()
        ),
        border=None
        if border is None
        else BorderView(*(None if edge is None else str(edge) for edge in border)),
        last=()
        if last is None
        else (
            LastMove(
                square_value(last.move.source),
                square_value(last.move.target),
                player_name(position.players[-1]),
            ),
        ),
        checks=tuple(
            Attack(square_value(check.attacker), square_value(check.royal)) for check in position.checks()
        ),
        promotion_ranks={
            player_name(color): tuple(map(str, promotion.ranks))
            for color, promotion in position.settings.promotions.items()
            if promotion.ranks
        },
        en_passant=None if position.en_passant is None else square_value(position.en_passant),
        status=view_status(_status(position), position.player),
        variant=variant,
    )


def _status(position: Position) -> Status:
    if len(position.board.placed) > _MOST_JUDGED:
        return Status(Verdict.UNKNOWN, None, position.in_check)
    return position.status


def view_status(status: Status, player: Color) -> StatusView:
    """Return the view of a status for the player to move, with a sentence."""
    if status.is_over:
        text = f"{player} is checkmated" if status.verdict is Verdict.CHECKMATE else str(status)
    else:
        text = f"{player} to move" + (" and in check" if status.in_check else "")
    return StatusView(status.word, status.is_over, text, _result(status), tuple(status.claims))


def _result(status: Status) -> str:
    outcome = status.outcome()
    return "" if outcome is None else outcome.result
