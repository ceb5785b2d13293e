"""Moves of pieces of 5D chess, and captures after a pass, for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hyperchess.multiverse import Move, MoveKind, MovePattern, Piece, Position, Square
from hyperchess.multiverse.actions.captures import captured_on, piece_on
from hyperchess.multiverse.actions.passing import threats
from hyperchess.notation.text5d.spelling import move_name
from hyperchess.studies.errors import StudyError
from hyperchess.studies.multiverse.squares import KIND_NAMES, MoveKindName, on_last_board, square_value
from hyperchess.studies.views import Movable, Passing, PassingAttack, Square5D

__all__ = [
    "AllMoves",
    "MoveView",
    "MovesView",
    "all_moves",
    "movable",
    "moves_from",
    "passing",
    "play_pending",
]

_MOST_PENDING = 1_000
_MOST_MOVES = 1_000  # with a position


@dataclass(frozen=True, slots=True)
class MoveView:
    """A move that a piece can make; `text` is its raw form, `name` is for people."""

    text: str
    name: str
    from_: Square5D
    to: Square5D
    promotion: str
    kind: MoveKindName
    capture: bool
    castling: bool


@dataclass(frozen=True, slots=True)
class MovesView:
    """The moves of a piece."""

    moves: tuple[MoveView, ...]


@dataclass(frozen=True, slots=True)
class AllMoves:
    """The squares of the pieces that have a move, and the moves of each in the same order.

    `targets` is `None` if there are too many moves.
    """

    movable: tuple[Square5D, ...]
    targets: tuple[MovesView, ...] | None


def play_pending(base: Position, pending: Sequence[str]) -> Position:
    """Return the unfinished state after moves in raw notation, or in any unambiguous short form."""
    if len(pending) > _MOST_PENDING:
        raise StudyError("pending", f"an action has at most {_MOST_PENDING} moves here")
    state = base
    for text in pending:
        action = state.read(text)
        if len(action) != 1:
            raise StudyError("pending", f"expected one move, found {text[:60]!r}")
        state = state.move(action[0])
    return state


def moves_from(position: Position, square: Square) -> MovesView:
    """Return the moves of the piece on a square; none if there is no piece that could move."""
    piece = piece_on(position, square) if square.board in position.playable else None
    if piece is None:
        return MovesView(())
    pattern = MovePattern(timeline=square.timeline, turn=square.turn, file=square.file, rank=square.rank)
    return MovesView(tuple(_view(position, piece, move) for move in position.match(pattern)))


def _view(position: Position, piece: Piece, move: Move) -> MoveView:
    even = position.even
    physical = move.is_physical
    kind = MoveKind.PHYSICAL
    if not physical:
        kind = MoveKind.HOP if move.target.board in position.playable else MoveKind.BRANCH
    capture = captured_on(position, move) is not None
    files = abs(move.target.file - move.source.file)
    return MoveView(
        text=str(move),
        name=move_name(piece, move, kind, takes=capture),
        from_=square_value(move.source, even=even),
        to=square_value(move.target, even=even),
        promotion=move.promotion,
        kind=KIND_NAMES[kind],
        capture=capture,
        castling=physical and files == 2 and piece.kind.letter == "K",
    )


def all_moves(position: Position) -> AllMoves:
    """Return the moves of all pieces."""
    even = position.even
    found: dict[Square, list[Move]] = {}
    for move in position.moves():
        found.setdefault(move.source, []).append(move)
    squares = tuple(square_value(square, even=even) for square in found)
    if sum(map(len, found.values())) > _MOST_MOVES:
        return AllMoves(squares, None)
    return AllMoves(squares, tuple(moves_from(position, square) for square in found))


def movable(position: Position) -> Movable:
    """Return the squares of the pieces that have a move."""
    even = position.even
    sources = dict.fromkeys(move.source for move in position.moves())
    return Movable(tuple(square_value(square, even=even) for square in sources))


def passing(position: Position) -> Passing:
    """Return the opponent's captures if the player passed on every mandatory board."""
    even = position.even
    attacks = {
        (on_last_board(position, threat.attacker), on_last_board(position, threat.victim)): threat.is_royal
        for threat in threats(position)
    }
    return Passing(
        tuple(
            PassingAttack(square_value(source, even=even), square_value(target, even=even), royal)
            for (source, target), royal in attacks.items()
        )
    )
