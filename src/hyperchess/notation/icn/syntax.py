"""Syntax of a game text: tokens as regular expressions, and the tree of their spans, without the rules.

All repetitions are possessive (`++`, `*+`): no character is examined repeatedly. Moves are parsed on demand:
the list stores only their offsets. Pieces are read slightly more freely than in positions.

>>> decode_piece("3Q"), decode_piece("1q"), decode_piece("Am"), decode_piece("am")
(<3q>, <Q>, None, <am>)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

from hyperchess.errors import ParseError
from hyperchess.infinite.coordinates import MAX_DIGITS, Square
from hyperchess.infinite.pieces import KINDS, PIECE_OF_TEXT, Piece
from hyperchess.infinite.settings import Setup
from hyperchess.infinite.syntax.arguments import Arguments
from hyperchess.infinite.syntax.move_pattern import MOVE
from hyperchess.infinite.syntax.text import Move
from hyperchess.problems import Problems
from hyperchess.text import Problem, Source, Span, quote

__all__ = [
    "BAD_CLOCK",
    "BEGINS_HEADER",
    "BODY",
    "BODY_HERE",
    "BRACE",
    "ENTRY",
    "RESULTS",
    "TOKEN",
    "CommentSyntax",
    "GameSyntax",
    "HeaderSyntax",
    "MoveList",
    "MoveSyntax",
    "ResultSyntax",
    "TokenKind",
    "build_move",
    "decode_piece",
]


_LONGEST = 1_000  # characters of invalid text that are consumed at once
_CODE = r"[0-9]?[A-Za-z]++"
_SQUARE = r"-?[0-9]++,-?[0-9]++"
_NUMBER = r"[0-9]++\s*+\.[.\s]*+(?:\|\s*+)?+"
_ARROW = (
    r"(?:(?<=[0-9])-|\s*+(?:[>xX\u2192\u00d7\u2013\u2014]|[-=]>|-(?=\s)))"  # including informal spellings
)
_ENTRY = rf"{_CODE}{_SQUARE}(?!{_ARROW})"
_RANKS = r"(?:-?[0-9]++(?:\s*+,\s*+-?[0-9]++)*+\s*+)?+(?:;[^()|>]*+)?+\|"
_WINS = r"[a-z]++(?:\s*+,\s*+[a-z]++)*+\s*+\|"


class TokenKind:
    """TokenKind of a `TOKEN`, as the number of its group."""

    MOVE = 1
    COMMENT = 2
    RESULT = 3
    MARK = 4
    NUMBER = 5
    OPEN = 6
    BRACKET = 7
    SETUP = 8
    PIECES = 9
    OPEN_VARIATION = 10
    CLOSE_VARIATION = 11
    JUNK = 12
    END = 13


TOKEN = re.compile(
    rf"""[\s|]*+(?:
    ((?:{_NUMBER})?+(?:{_CODE})?+{_SQUARE}\s*+[>x]\s*+{_SQUARE}
        (?:\s*+=\s*+{_CODE}|[A-Za-z]++)?+(?:\s*+[+\#])?+(?:\s*+[!?]++)?+)
  | (\{{[^{{}}]*+\}})
  | ((?:1-0|0-1|1/2-1/2|½-½|\*)(?![^\s|{{}}\[\]()]))
  | ([+\#=]|[!?]++)
  | ({_NUMBER})
  | (\{{)
  | (\[)
  | ((?:bu|[wbryg])(?::(?:bu|[wbryg]))*+(?=\s)|[0-9]++/[0-9]++(?=\s)
        |\((?=\s*+(?:{_RANKS}|{_WINS}))[^()<>{{}}\[\]x]*+\))
  | ({_CODE}{_SQUARE}\+?+\|{_ENTRY})
  | (\()
  | (\))
  | ([^\s|{{}}\[\]()]{{1,{_LONGEST}}}+|\S)
  | (\Z)
    )""",
    re.VERBOSE,
)
"""The next token after blanks and bars, among the moves of a game; `match.lastindex` is its `TokenKind`."""

_HEADER = r"""\[\s*+(?:[^\s":\[\]]++\s*+"|[^\s":\[\](){}|%][^":\[\]\r\n]*+:)"""
BEGINS_HEADER = re.compile(_HEADER)
"""A bracket that can only be a header: a key, and the sign before its value."""

_BEGINNING = rf"((?:\(\s*+)?+(?:[0-9]++\s*+\.|(?:{_CODE})?+{_SQUARE}{_ARROW}))|({_ENTRY})|({_HEADER})|(\{{)"
BODY_HERE = re.compile(rf"\s*+(?:{_BEGINNING})")
BODY = re.compile(rf"(?:(?<![^\s\])}}])|(?=[\[{{]))(?:{_BEGINNING})")
"""End of the arguments: the first move (group 1), piece (2) or header (3).

Or braces among them (4)."""

ENTRY = re.compile(_ENTRY)
BRACE = re.compile(r"[{}]")
BAD_CLOCK = re.compile(r"\[%clk\s*+(?![0-9]++:[0-5][0-9]:[0-5][0-9](?:\.[0-9])?+\s*+\])([^\[\]{}]{0,100}+)")
RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}


class HeaderSyntax(NamedTuple):
    """`[Key: value]`, or `[Key "value"]` if it is quoted."""

    key: str
    value: str
    span: Span
    quoted: bool


class CommentSyntax(NamedTuple):
    """Span of `{text}`, and the number of its move (-1: before all moves).

    It may precede its move. An unclosed comment ends with the text.
    """

    move: int
    start: int
    end: int
    before: bool = False
    closed: bool = True


class ResultSyntax(NamedTuple):
    """`1-0`, `0-1`, `1/2-1/2` or `*` after the moves."""

    text: str
    span: Span


@dataclass(slots=True)
class MoveSyntax:
    """A written move, with the marks that are separate from it.

    `core` extends from the piece code to the promotion. Text that does not have the form of a move has no
    `match`.
    """

    span: Span
    core: Span
    match: re.Match[str] | None = field(compare=False)
    mark_span: Span  # span of the mark, or its insertion point
    lead: Span | None = None  # its number, if it has one
    mark: str = ""  # `+` or `#`
    evaluation: str = ""
    exact: bool = True  # whether the parts are in the text exactly as in the match

    @property
    def whole(self) -> Span:
        """The span from the piece to the last mark, without the number before it."""
        end, mark_end = self.span[1], self.mark_span[1]
        return tuple.__new__(Span, (self.core[0], end if end > mark_end else mark_end))

    def _group(self, name: str) -> str:
        return (self.match[name] or "") if self.match is not None else ""

    @property
    def code(self) -> str:
        """The piece code before the squares; may be empty."""
        return self._group("code")

    @property
    def coordinates(self) -> tuple[str, str, str, str]:
        """Both squares, as written: the numbers may have any length."""
        if self.match is None:
            return "", "", "", ""
        x, y, to_x, to_y = self.match.group("x", "y", "to_x", "to_y")
        return x, y, to_x, to_y

    @property
    def arrow(self) -> str:
        """`>` or `x`."""
        return self._group("arrow")

    @property
    def promotion(self) -> str:
        """The promotion piece; may be empty."""
        if self.match is None:
            return ""
        promotion, appended = self.match.group("promotion", "appended")
        return promotion or appended or ""

    @property
    def has_equals(self) -> bool:
        """True if `=` precedes the new piece."""
        return bool(self._group("promotion"))

    def find_span(self, *names: str) -> Span:
        """Return the span of the first of these parts that exists; if not exact, of the whole move."""
        assert self.match is not None
        if not self.exact:
            return self.core
        return next(Span(*self.match.span(name)) for name in names if self.match[name] is not None)


@dataclass(slots=True)
class MoveList(Sequence[MoveSyntax]):
    """The moves of a game by offset, and the tokens that are separate from them.

    Each move follows the previous one in the text, unless `parents` has its predecessor, as in variations.
    """

    source: Source
    starts: list[int] = field(default_factory=list)
    parents: dict[int, int] = field(default_factory=dict)  # by index: the move that it follows (-1: none)
    late: set[int] = field(default_factory=set)  # moves with variations that are written before them
    casual: dict[int, tuple[int, str]] = field(default_factory=dict)  # by start: the end, and the move in ICN
    unreadable: dict[int, int] = field(default_factory=dict)  # by start: end of a token that is not a move
    numbers: dict[int, Span] = field(default_factory=dict)  # by index: a number apart from its move
    marks: dict[int, list[Span]] = field(default_factory=dict)  # by index: `+ # ! ?` apart from their move
    judgements: dict[int, str] = field(
        default_factory=dict
    )  # by index: a mark in an informal spelling, and its ICN spelling

    def __len__(self) -> int:
        return len(self.starts)

    def parent(self, index: int) -> int:
        """Return the index of the predecessor of a move; -1 if there is none."""
        return self.parents.get(index, index - 1)

    def plies(self) -> Sequence[int]:
        """The number of moves played before each move."""
        if not self.parents:
            return range(len(self.starts))
        plies: list[int] = []
        for index in range(len(self.starts)):
            parent = self.parent(index)
            plies.append(0 if parent < 0 else plies[parent] + 1)
        return plies

    def main_line(self) -> Sequence[int]:
        """The indices of the moves without variations."""
        if not self.parents:
            return range(len(self.starts))
        following: dict[int, int] = {}
        for index in range(len(self.starts)):
            parent = self.parent(index)
            if parent not in following or index in self.late:
                following[parent] = index
        line = []
        place = -1
        while place in following:
            place = following[place]
            line.append(place)
        return line

    @overload
    def __getitem__(self, index: int) -> MoveSyntax: ...

    @overload
    def __getitem__(self, index: slice) -> list[MoveSyntax]: ...

    def __getitem__(self, index: int | slice) -> MoveSyntax | list[MoveSyntax]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self.starts)))]
        start = self.starts[index]
        place = index if index >= 0 else index + len(self.starts)
        lead = self.numbers.get(place)
        text = ""
        if start in self.casual or start in self.unreadable:
            end, text = self.casual.get(start, (self.unreadable.get(start, start), ""))
            span = core = Span(start, end)
            match = MOVE.fullmatch(text) if text else None
            mark = evaluation = ""
            mark_span = Span(end, end)
        else:
            match = MOVE.match(self.source.text, start)
            assert match is not None
            core = tuple.__new__(Span, match.span("core"))  # faster than `Span(...)`
            span = tuple.__new__(Span, (start, match.end()))
            number, mark, evaluation = match.group("lead", "mark", "evaluation")
            mark, evaluation = mark or "", evaluation or ""
            mark_span = tuple.__new__(Span, match.span("mark") if mark else (core[1], core[1]))
            if number is not None:
                lead = Span(*match.span("lead"))
        if self.marks or self.judgements:
            for stray in self.marks.get(place, ()):
                symbol = self.source.text[stray.start : stray.end]
                if symbol in "+#":
                    mark, mark_span = symbol, stray
                else:
                    evaluation = symbol
            evaluation = self.judgements.get(place, evaluation)
        return MoveSyntax(span, core, match, mark_span, lead, mark, evaluation, not text)


@dataclass(slots=True)
class GameSyntax:
    """One game of a text: headers, the start as far as it is written, and the moves.

    A reader fills it; it is not changed afterwards.
    """

    source: Source
    start: int = 0  # offset in the source
    headers: list[HeaderSyntax] = field(default_factory=list)
    arguments: Arguments = field(default_factory=Arguments)
    setup: Setup | None = None
    pieces: Span | None = None  # span of the list of pieces
    moves: MoveList = field(init=False)
    comments: list[CommentSyntax] = field(default_factory=list)
    result: ResultSyntax | None = None
    results: dict[int, ResultSyntax] = field(default_factory=dict)  # of variations, by their last move
    end: int = 0
    problems: Problems = field(init=False)
    is_unclear: bool = False  # whether there are problems before the moves

    def __post_init__(self) -> None:
        self.moves = MoveList(self.source)
        self.problems = Problems(self.source)

    def text(self, span: Span) -> str:
        """Return the text of a span of the source."""
        return self.source.text[span.start : span.end]

    def comment_text(self, comment: CommentSyntax) -> str:
        """Return the text between the braces."""
        return self.source.text[comment.start + 1 : comment.end - comment.closed]

    @property
    def is_empty(self) -> bool:
        """True if only headers have been read."""
        return self.setup is None and not self.arguments.spans and not self.moves and not self.comments


def decode_piece(code: str) -> Piece | None:
    """Return the piece of a code. A number gives the player, whatever the case of the letters."""
    if code[:1].isdigit():
        letters = code[1:].lower()
        code = {"1": letters.upper(), "2": letters}.get(code[0], code[0] + letters)
    return PIECE_OF_TEXT.get(code)


def build_move(game: GameSyntax, written: MoveSyntax) -> Move:
    """Return the written move; `ParseError` if a number is too long or a piece unknown."""
    match = written.match
    assert match is not None
    *coordinates, promoted, appended = match.group("x", "y", "to_x", "to_y", "promotion", "appended")
    start, end = written.core
    may_be_long = end - start > MAX_DIGITS or not written.exact
    if may_be_long and (longest := max(map(len, coordinates))) > MAX_DIGITS:
        message = f"a coordinate has at most {MAX_DIGITS} digits, found {longest}"
        raise ParseError(Problem(game.source, written.core, "limit", message))
    promotion = None
    if code := promoted or appended:
        promotion = decode_piece(code)
        if promotion is None:
            span = written.find_span("promotion", "appended")
            hint = f"the pieces are {' '.join(KINDS)}, capitals for White"
            raise ParseError(Problem(game.source, span, "piece", f"unknown piece {quote(code)}", hint))
    x, y, to_x, to_y = map(int, coordinates)
    squares = tuple.__new__(Square, (x, y)), tuple.__new__(Square, (to_x, to_y))
    return tuple.__new__(Move, (*squares, promotion))  # faster than `Move(...)`
