"""Reason why no move fits a text: the board, the piece or the way that it names.

>>> from hyperchess.multiverse.syntax.movetext import read_move
>>> from hyperchess.multiverse.variants import start
>>> position = start("Standard")
>>> [why_none_fits(position, read_move(text)) for text in ("e5", "Bb5", "Nf9", "O-O", "(0T2)e4")]
... # doctest: +NORMALIZE_WHITESPACE
['the pawn on e2 does not reach e5', "White's pawn on e2 is in the way", 'f9 is outside the 8x8 boards',
 "White's bishop on f1 is in the way of castling", 'there is no board (0T2)']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, Self

from hyperchess.errors import MoveError
from hyperchess.multiverse.actions.captures import HasBoards, piece_on
from hyperchess.multiverse.coordinates import (
    BoardAt,
    Color,
    HalfTurn,
    Square,
    Timeline,
    file_name,
    format_board_at,
)
from hyperchess.multiverse.moves import Move, MoveKind, MovePattern
from hyperchess.multiverse.pieces import find_kind
from hyperchess.multiverse.syntax.movetext import MoveText

__all__ = ["why_none_fits"]

_MOST_PIECES = 8  # pieces whose moves are tried


class Explained(HasBoards, Protocol):
    """A position as an explanation needs it."""

    @property
    def player(self) -> Color:
        """The player to move."""

    @property
    def playable(self) -> tuple[BoardAt, ...]:
        """The boards on which the player may move."""

    @property
    def width(self) -> int:
        """The number of files."""

    @property
    def height(self) -> int:
        """The number of ranks."""

    def move(self, move: Move) -> Self:
        """Return the state after one move of an unfinished action."""


def why_none_fits(position: Explained, text: MoveText) -> str:
    """Return why no move fits a text; empty if there is no single reason."""
    pattern = text.pattern
    boards = [
        at
        for at in position.playable
        if pattern.timeline in (None, at.timeline) and pattern.turn in (None, at.turn)
    ]
    if not boards:
        return _why_no_board(position, pattern)
    file, rank = pattern.to_file, pattern.to_rank
    if file is not None and rank is not None and not (file < position.width and rank < position.height):
        return f"{file_name(file)}{rank + 1} is outside the {position.width}x{position.height} boards"
    sources = [square for at in boards for square in _sources(position, pattern, at)]
    if not sources:
        return _why_no_piece(position, pattern, boards)
    if pattern.piece is None and pattern.castling is None and not text.capture:
        sources = [square for square in sources if square.file == file] or sources  # the pawn that was meant
    reasons: dict[str, Square] = {}
    for source in sources[:_MOST_PIECES]:
        target = _target(source, pattern)
        if target is None:
            return ""
        if not 0 <= target.file < position.width:
            reasons.setdefault(f"castling from {source.name} ends outside the board", source)
            continue
        if text.capture and _lacks_board_before(position, source, target):
            reason = "en passant needs the board before, and this is the first of its timeline"
            reasons.setdefault(reason, source)
            continue
        move = Move(source, target, pattern.promotion or "")
        try:
            position.move(move)
        except MoveError as error:
            reasons.setdefault(str(error).removeprefix(f"{move}: "), source)
        else:
            return ""  # only the signs of the text do not fit
    return _choose(position, reasons, sources, pattern)


def _why_no_board(position: Explained, pattern: MovePattern) -> str:
    timeline, turn, player = pattern.timeline, pattern.turn, position.player
    if timeline is None and turn is None:
        return f"{player} has played on every board"
    if timeline is None:
        return f"{player} cannot play on a board of turn {turn} now"
    if turn is None:
        if all(at.timeline != timeline for at in position.playable):
            return f"{player} cannot play on timeline {timeline} now"
        return ""
    at = BoardAt(timeline, turn, player)
    if position.board(at) is None:
        return f"there is no board {format_board_at(at)}"
    return f"the board {format_board_at(at)} has been played"


def _sources(position: Explained, pattern: MovePattern, at: BoardAt) -> Iterator[Square]:
    """Yield the squares of a board with the player's pieces that a text may mean."""
    board = position.board(at)
    assert board is not None
    named = pattern.piece or ("K" if pattern.castling is not None else "P")
    kind = find_kind(named)
    for square, piece in board.pieces():
        is_square = pattern.file in (None, square.file) and pattern.rank in (None, square.rank)
        is_exact = pattern.piece is None and pattern.file is not None and pattern.rank is not None
        if is_square and piece.color is position.player and (is_exact or piece.kind is kind):
            yield square


def _why_no_piece(position: Explained, pattern: MovePattern, boards: list[BoardAt]) -> str:
    kind = find_kind(pattern.piece or ("K" if pattern.castling is not None else "P"))
    name = "piece" if kind is None else kind.name
    place = ""
    if pattern.file is not None and pattern.rank is not None:
        place = f" on {file_name(pattern.file)}{pattern.rank + 1}"
        name = name if pattern.piece else "piece"
    elif pattern.file is not None:
        place = f" on the {file_name(pattern.file)} file"
    elif pattern.rank is not None:
        place = f" on rank {pattern.rank + 1}"
    board = f" of the board {format_board_at(boards[0])}" if len(boards) == 1 and pattern.timeline else ""
    return f"{position.player} has no {name}{place}{board}"


def _target(source: Square, pattern: MovePattern) -> Square | None:
    """Return the square that a text names for a piece; `None` if it leaves that open."""
    if pattern.castling is not None:
        return source._replace(file=source.file + 2 * pattern.castling)
    if pattern.to_file is None or pattern.to_rank is None:
        return None
    timeline: Timeline | None = source.timeline
    turn: int | None = source.turn
    if pattern.kind is not MoveKind.PHYSICAL:
        timeline, turn = pattern.to_timeline, pattern.to_turn
    if timeline is None or turn is None:
        return None
    return Square(timeline, turn, source.color, pattern.to_file, pattern.to_rank)


def _lacks_board_before(position: Explained, source: Square, target: Square) -> bool:
    """Return whether a pawn takes another one beside it en passant on the first board of a timeline."""
    pawn, beside = piece_on(position, source), piece_on(position, target._replace(rank=source.rank))
    is_beside = abs(source.file - target.file) == 1 and source.board == target.board
    if pawn is None or beside is None or not (is_beside and pawn.kind.is_pawn and beside.kind.is_pawn):
        return False
    if beside.color is pawn.color or piece_on(position, target) is not None:
        return False
    before = HalfTurn.of_ordinal(HalfTurn(source.turn, source.color).ordinal - 1)
    return position.board(BoardAt(source.timeline, *before)) is None


def _choose(
    position: Explained, reasons: dict[str, Square], sources: list[Square], pattern: MovePattern
) -> str:
    """Return the reason for the piece that was most likely meant: the one whose way is obstructed."""
    for reason in reasons:
        if not reason.endswith("does not move like that"):
            return reason
    assert pattern.to_file is not None
    assert pattern.to_rank is not None
    target = f"{file_name(pattern.to_file)}{pattern.to_rank + 1}"
    piece = piece_on(position, sources[0])
    assert piece is not None
    if len(sources) > 1:
        return f"no {piece.kind.name} of {position.player}'s reaches {target}"
    return f"the {piece.kind.name} on {sources[0].name} does not reach {target}"
