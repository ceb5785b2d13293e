"""Resolution of a move text to the moves that fit it (Branched 5DPGN 4.10).

>>> from hyperchess.multiverse.variants import start
>>> position = start("Standard")
>>> print(read_action(position, "Nf3"))
(0T1)g1>(0T1)f3
>>> read_action(position, "Nd4")
Traceback (most recent call last):
...
hyperchess.errors.InvalidMove: no move fits 'Nd4': no knight of White's reaches d4
"""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

from hyperchess.errors import AmbiguousMove, InvalidMove
from hyperchess.multiverse.actions.captures import HasBoards, captured_on, piece_on
from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import BoardAt, Square
from hyperchess.multiverse.moves import Action, Move, MovePattern
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.syntax.movetext import MoveText, Offset, scan_move
from hyperchess.multiverse.syntax.refusals import Explained, why_none_fits
from hyperchess.scanner import Scanner
from hyperchess.text import Source

__all__ = ["Candidates", "FoundBoards", "Playable", "candidates", "find_candidates", "read_action"]

_SPACE = re.compile(r"\s*")


class Playable(Explained, Protocol):
    """A position as move parsing needs it: boards, moves that fit a pattern, the state after a move."""

    @property
    def even(self) -> bool:
        """True if the game started on an even number of timelines."""

    def match(self, pattern: MovePattern) -> tuple[Move, ...]:
        """Return the moves that fit a pattern."""


class Candidates(NamedTuple):
    """The moves that a text can mean, and whether only its capture mark excluded others."""

    moves: tuple[Move, ...]
    by_capture_mark: bool = False


def find_candidates(position: Playable, text: MoveText) -> Candidates:
    """Return the moves that a text can mean here: one if it is unambiguous, none if there is no such move.

    Without a piece letter, pawns take precedence. Among several moves, the capture mark decides. A move that
    promotes has one candidate for each choice that the text leaves open.
    """
    found = position.match(text.pattern)
    if text.offset is not None:
        found = tuple(move for move in found if _is_at(move, text.offset, even=position.even))
    if not found or _one_but_for_promotion(found):
        return Candidates(found)
    boards = FoundBoards(position)
    if text.pattern.piece is None:
        pawns = tuple(move for move in found if boards.moves_pawn(move))
        if _one_but_for_promotion(pawns):
            return Candidates(pawns)
    marked = tuple(move for move in found if boards.captures(move) == text.capture)
    return Candidates(marked or found, by_capture_mark=0 < len(marked) < len(found))


def candidates(position: Playable, text: MoveText) -> tuple[Move, ...]:
    """Return the moves of `find_candidates`."""
    return find_candidates(position, text).moves


def _is_at(move: Move, offset: Offset, *, even: bool) -> bool:
    """Return whether the target board of a jump has this offset from its source board."""
    source, target = move.source, move.target
    rows = target.timeline.row(even=even) - source.timeline.row(even=even)
    turns = target.turn - source.turn
    return not move.is_physical and offset.turns in (None, turns) and offset.timelines in (None, rows)


class FoundBoards:
    """Cache of the boards and pieces of a position: many moves start or end on the same squares."""

    def __init__(self, position: HasBoards) -> None:
        self._position = position
        self._boards: dict[BoardAt, Board | None] = {}
        self._pieces: dict[Square, Piece | None] = {}

    def board(self, at: BoardAt) -> Board | None:
        """Return the board at these coordinates, or `None`."""
        if at not in self._boards:
            self._boards[at] = self._position.board(at)
        return self._boards[at]

    def piece(self, square: Square) -> Piece | None:
        """Return the piece on a square, or `None`."""
        if square not in self._pieces:
            self._pieces[square] = piece_on(self, square)
        return self._pieces[square]

    def moves_pawn(self, move: Move) -> bool:
        """Return whether the move is a pawn's."""
        piece = self.piece(move.source)
        return piece is not None and piece.kind.is_pawn

    def captures(self, move: Move) -> bool:
        """Return whether the move is a capture."""
        if self.piece(move.target) is not None:
            return True
        return self.moves_pawn(move) and captured_on(self, move) is not None


def _one_but_for_promotion(moves: tuple[Move, ...]) -> bool:
    return bool(moves) and all(move[:2] == moves[0][:2] for move in moves)


def read_action(position: Playable, text: str) -> Action:
    """Parse moves separated by white space, playing each before the next is parsed."""
    scanner = Scanner(Source(text))
    moves = []
    scanner.take(_SPACE)
    while not scanner.at_end:
        written = scan_move(scanner)
        move = _only(position, written, text[slice(*written.span)])
        moves.append(move)
        position = position.move(move)
        scanner.take(_SPACE)
    return Action(tuple(moves))


def _only(position: Playable, written: MoveText, text: str) -> Move:
    found = candidates(position, written)
    if not found:
        reason = why_none_fits(position, written)
        raise InvalidMove(f"no move fits {text!r}{': ' if reason else ''}{reason}")
    if len(found) > 1:
        listed = ", ".join(map(str, found[:5])) + (", ..." if len(found) > 5 else "")
        raise AmbiguousMove(f"{len(found)} moves fit {text!r}: {listed}", found)
    return found[0]
