"""Patterns of a query: pieces on squares, drawn rank by rank.

A pattern is written like a board, the highest rank first, ranks separated by `/`. A letter is a piece, `.` an
empty square, `?` any piece, `[Qq]` one of several (`[white]` and `[black]`: of a player), and a number is
that many squares with any content.

>>> pattern = parse_pattern("3k/[Qq].?1")
>>> pattern.width, pattern.height, sorted(pattern.cells[0]), pattern.cells[3]
(4, 2, ['Q', 'q'], None)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from hyperchess import infinite, multiverse
from hyperchess.infinite.pieces import PIECE_OF_TEXT, Color
from hyperchess.library.pieces import are_pieces, parse_letters
from hyperchess.multiverse.board_pattern import NOTHING, BoardPattern, FoundBoard
from hyperchess.multiverse.coordinates import MAX_FILES, MAX_RANKS
from hyperchess.multiverse.pieces import PIECES
from hyperchess.ruleset import GameKind

__all__ = [
    "LineCondition",
    "LinePattern",
    "PackedGame",
    "Pattern",
    "PatternFault",
    "PieceOnBoard",
    "parse_pattern",
]

_TOKEN = re.compile(r"\[([A-Za-z ]*)\]|(\d+)|([A-Za-z.?])")
_ANY = "?"
_WHITE, _BLACK = (
    frozenset(letters) | {code for code, piece in PIECE_OF_TEXT.items() if piece.color is color}
    for letters, color in ((PIECES, Color.WHITE), (map(str.lower, PIECES), Color.BLACK))
)
_OTHERS = frozenset(code for code, piece in PIECE_OF_TEXT.items() if piece.color > Color.BLACK)
_OWNED = {"white": _WHITE, "black": _BLACK, _ANY: _WHITE | _BLACK | _OTHERS}
"""The pieces of a player, and of all players; voids and obstacles of infinite chess belong to none."""


class PatternFault(Exception):
    """Error in the text of a pattern, with its offset."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class Pattern:
    """Allowed content of each square, rank 1 first; `None` for anything, `.` for nothing."""

    width: int
    height: int
    cells: tuple[frozenset[str] | None, ...]

    def wanted(self) -> Iterator[tuple[int, frozenset[str]]]:
        """Yield the squares with a condition, by number."""
        return ((number, cell) for number, cell in enumerate(self.cells) if cell is not None)


def parse_pattern(text: str) -> Pattern:
    """Parse a pattern; `PatternFault` describes an error and its offset."""
    ranks: list[list[frozenset[str] | None]] = []
    begin = 0
    for row in text.split("/"):
        cells = list(_cells(row, begin))
        if ranks and len(cells) != len(ranks[0]):
            message = f"this rank has {len(cells)} squares, and the first one {len(ranks[0])}"
            raise PatternFault(message, begin, begin + len(row))
        ranks.append(cells)
        begin += len(row) + 1
    if len(ranks) > MAX_RANKS:
        raise PatternFault(f"a pattern has at most {MAX_RANKS} ranks", 0, len(text))
    cells = [cell for rank in reversed(ranks) for cell in rank]
    if not any(cell is not None for cell in cells):
        raise PatternFault("a pattern has at least one piece or empty square", 0, len(text))
    return Pattern(len(ranks[0]), len(ranks), tuple(cells))


def _cells(row: str, begin: int) -> Iterator[frozenset[str] | None]:
    at = count = 0
    while at < len(row):
        match = _TOKEN.match(row, at)
        span = (begin + at, begin + (at + 1 if match is None else match.end()))
        if match is None:
            raise PatternFault("expected a piece, `.`, `?`, a number or `[...]`", *span)
        several, number, one = match.groups()
        many = int(number) if number and len(number) < 3 else 100 if number else 1
        count += many
        if not 1 <= many <= MAX_FILES or count > MAX_FILES:
            raise PatternFault(f"a rank has at most {MAX_FILES} squares", *span)
        if number:
            yield from [None] * many
        elif one is not None:
            yield _letters(one, span)
        else:
            yield frozenset().union(*(_letters(word, span) for word in several.split() or [""]))
        at = match.end()
    if count == 0:
        raise PatternFault("this rank is empty: a number, such as 8, leaves squares open", begin, begin)


def _letters(word: str, span: tuple[int, int]) -> frozenset[str]:
    if word == NOTHING:
        return frozenset(NOTHING)
    if word in _OWNED:
        return _OWNED[word]
    if not word or not are_pieces(word):
        raise PatternFault("expected letters of pieces, such as Q, or white or black between brackets", *span)
    return parse_letters(word)


class PackedGame(Protocol):
    """A game whose main line can be replayed."""

    @property
    def kind(self) -> GameKind:
        """GameKind of game."""

    @property
    def start(self) -> Any:
        """The starting position, or `None`."""

    def positions(self, last: int) -> Iterable[Any]:
        """Return the positions from the start to the `last` ply."""

    def find_boards(self, pattern: BoardPattern, last: int) -> Iterable[FoundBoard]:
        """Return the boards of a game of 5D chess that match a pattern, up to the `last` ply."""


class LineCondition(Protocol):
    """A condition that is evaluated once per game. It is a value, which can be sent to another process."""

    def plies(self, game: PackedGame, last: int) -> frozenset[int]:
        """Return the plies of a game up to `last` at which it is true."""


@dataclass(frozen=True, slots=True)
class PieceOnBoard:
    """Condition that one of several pieces is on one of several squares, on any board of a multiverse.

    It is true from the ply at which the board is created: boards never change.
    """

    squares: tuple[multiverse.Square, ...]
    letters: frozenset[str]

    def plies(self, game: PackedGame, last: int) -> frozenset[int]:
        """Return the plies at which the condition is true, up to `last`."""
        start = game.start
        file, rank = self.squares[0].file, self.squares[0].rank
        if (
            start is None
            or game.kind is not GameKind.MULTIVERSE
            or file >= start.width
            or rank >= start.height
        ):
            return frozenset()
        pattern = BoardPattern(start.width, start.height, ((rank * start.width + file, self.letters),))
        places = {square.board for square in self.squares}
        found = [
            board.ply for board in game.find_boards(pattern, last) if _place(board, even=start.even) in places
        ]
        return frozenset(range(min(found), last + 1)) if found else frozenset()


@dataclass(frozen=True, slots=True)
class LinePattern:
    """Condition that a matching board is created, or that the plane matches.

    On boards of 5D chess the pattern has the size of the board, on a plane it may be anywhere. `timeline`,
    `turn` and `color` select boards, and `corner` the lowest left square of the pattern on a plane.
    """

    pattern: Pattern
    kind: GameKind | None = None
    timeline: multiverse.Timeline | None = None
    turn: int | None = None
    color: multiverse.Color | None = None
    corner: infinite.Square | None = None

    def plies(self, game: PackedGame, last: int) -> frozenset[int]:
        """Return the plies at which the condition is true, up to `last`."""
        start = game.start
        if start is None or self.kind not in (None, game.kind):
            return frozenset()
        if game.kind is GameKind.MULTIVERSE:
            return frozenset(self._on_boards(start, game, last))
        return frozenset(ply for ply, position in enumerate(game.positions(last)) if self._on_plane(position))

    def _on_boards(self, start: Any, game: PackedGame, last: int) -> Iterator[int]:
        if (self.pattern.width, self.pattern.height) != (start.width, start.height):
            return
        for board in game.find_boards(_board_pattern(self.pattern), last):
            if self._is_there(board, even=start.even):
                yield board.ply

    def _is_there(self, board: FoundBoard, *, even: bool) -> bool:
        timeline, turn, color = _place(board, even=even)
        return self.timeline in (None, timeline) and self.turn in (None, turn) and self.color in (None, color)

    def _on_plane(self, position: Any) -> bool:
        pieces = position.pieces()
        width = self.pattern.width
        wanted = [(*divmod(number, width), codes) for number, codes in self.pattern.wanted()]
        if self.corner is not None:
            return _fits(pieces, wanted, self.corner.x, self.corner.y)
        anchor = next(((y, x, codes) for y, x, codes in wanted if NOTHING not in codes), None)
        if anchor is None:
            return True  # a plane has no border
        rank, file, codes = anchor
        return any(
            _fits(pieces, wanted, square.x - file, square.y - rank)
            for square, piece in pieces.items()
            if piece.code in codes
        )


def _place(board: FoundBoard, *, even: bool) -> multiverse.BoardAt:
    timeline = multiverse.Timeline.of_row(board.row, even=even)
    return multiverse.BoardAt(timeline, *multiverse.HalfTurn.of_ordinal(board.time))


@lru_cache(maxsize=64)
def _board_pattern(pattern: Pattern) -> BoardPattern:
    # A word such as RQ is one piece of infinite chess, and two of 5D chess.
    squares = tuple((number, frozenset("".join(codes))) for number, codes in pattern.wanted())
    return BoardPattern(pattern.width, pattern.height, squares)


def _fits(pieces: Any, wanted: list[tuple[int, int, frozenset[str]]], x: int, y: int) -> bool:
    for rank, file, codes in wanted:
        found = pieces.get(infinite.Square(x + file, y + rank))
        if (NOTHING if found is None else found.code) not in codes:
            return False
    return True
