"""From text to the syntax tree, in one pass and without recursion.

>>> (game,) = parse_games(Source("[White: Ada] w (8|1) K5,1|P4,2+|k5,8 1. P4,2 > 4,4 ! {good} | k5,8 > 4,7"))
>>> game.headers[0].value, len(game.setup.pieces), game.moves[0].arrow, game.moves[0].evaluation
('Ada', 3, '>', '!')
>>> game.comment_text(game.comments[0]), game.text(game.moves[1].core)
('good', 'k5,8 > 4,7')
"""

from __future__ import annotations

import re

from hyperchess.notation.icn.head import read_header, read_setup_part
from hyperchess.notation.icn.syntax import CommentSyntax, GameSyntax, ResultSyntax
from hyperchess.notation.icn.tokens import BAD_CLOCK, BRACE, ENTRY, HEADER, MOVE, RESULTS, TOKEN, Kind
from hyperchess.text import Severity, Source, Span, quote

__all__ = ["parse_games"]

_LONGEST_MARK = 8
_LONGEST_JUNK = 200  # characters that one problem covers
_BRACKET = re.compile(r"\s*\[")
_TO_BRACKET = re.compile(r"\[[^\]\r\n]*+\]?+")
_BLANKS = re.compile(r"[ \t]+")


def parse_games(source: Source) -> list[GameSyntax]:
    """All games of a text, at least one; problems are kept with the game where they stand."""
    parser = _Parser(source)
    parser.run()
    return parser.games


class _Parser:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.offset = 1 if self.text.startswith("\ufeff") else 0
        self.games: list[GameSyntax] = []

    def run(self) -> None:
        """Game after game, until the text ends or has too many problems."""
        while True:
            self.start_game()
            self.read_moves()
            self.end_game()
            if self.offset >= len(self.text):
                break

    def start_game(self) -> None:
        self.game = GameSyntax(self.source, self.offset)
        self.games.append(self.game)
        self.report = self.game.problems.report
        self.starts = self.game.moves.starts
        self.waiting: list[CommentSyntax] = []  # comments that belong to the next move
        self.number: Span | None = None  # a number that waits for its move
        self.junk: Span | None = None  # the last stretch that could not be read
        self.ended = False  # whether another game starts at the offset
        while (match := _BRACKET.match(self.text, self.offset)) is not None and self.has_room():
            self.offset = read_header(self.game, match.end() - 1)
        self.offset = read_setup_part(self.game, self.offset)

    def end_game(self) -> None:
        self.finish_number()
        game = self.game
        game.end = self.offset
        late = len(self.starts) - 1
        game.comments += (comment._replace(move=late, before=False) for comment in self.waiting)
        self.check_clocks()
        if game.result is not None and self.starts and self.starts[-1] > game.result.span.start:
            self.report(game.result.span, "result", "moves follow this result", Severity.WARNING)

    def has_room(self) -> bool:
        """Whether reading may go on; if not, it jumps to the end."""
        if not self.game.problems.full:
            return True
        self.game.problems.stop()
        self.offset = len(self.text)
        return False

    def read_moves(self) -> None:
        """All moves up to the end of the text or the start of another game."""
        starts, add_start = self.starts, self.starts.append
        add_comment = self.game.comments.append
        while not self.ended:
            for match in TOKEN.finditer(self.text, self.offset):
                kind = match.lastindex
                if kind == Kind.MOVE:
                    if self.number is not None or self.waiting:
                        self.give_waiting(match.start(Kind.MOVE))
                    add_start(match.start(Kind.MOVE))
                elif kind == Kind.COMMENT:
                    start, end = match.span(Kind.COMMENT)
                    if self.number is None and "|" not in self.text[match.start() : start]:
                        add_comment(CommentSyntax(len(starts) - 1, start, end))
                    else:
                        self.add_early(start, end)
                elif kind == Kind.END:
                    self.offset = len(self.text)
                    return
                else:
                    self.offset = match.end()
                    self.read_other(match)
                    if self.offset != match.end():
                        break

    def read_other(self, match: re.Match[str]) -> None:
        """Tokens that are rare; the offset stands behind them, and may be changed."""
        kind = match.lastindex
        assert kind is not None
        span = Span(*match.span(kind))
        if kind == Kind.RESULT:
            self.add_result(span)
        elif kind == Kind.MARK:
            self.add_mark(span)
        elif kind == Kind.NUMBER:
            self.finish_number()
            self.number = span
        elif kind == Kind.OPEN:
            self.add_open(span, bar="|" in self.text[match.start() : span.start])
        elif kind == Kind.BRACKET:
            self.add_bracket(span)
        elif kind == Kind.SETUP and (self.starts or self.game.setup is not None):
            self.end_at(span.start)
        else:
            self.add_junk(span)
        self.has_room()

    def end_at(self, offset: int) -> None:
        """Another game starts here."""
        self.ended = True
        self.offset = offset

    def give_waiting(self, start: int) -> None:
        """The next move, which starts here, gets the number and the comments that stand before it."""
        index = len(self.starts)
        move = MOVE.match(self.text, start)
        if move is not None and move["lead"] is not None:
            self.finish_number()  # the move has one of its own
        elif self.number is not None:
            self.game.moves.numbers[index] = self.number
            self.number = None
        if self.waiting:
            self.game.comments += (comment._replace(move=index) for comment in self.waiting)
            self.waiting = []

    def finish_number(self) -> None:
        if self.number is not None:
            written = quote(self.text[self.number.start : self.number.end].strip())
            self.report(self.number, "number", f"no move follows {written}", Severity.WARNING)
            self.number = None

    def add_early(self, start: int, end: int, *, closed: bool = True) -> None:
        """A comment behind a number or a bar: it belongs to the next move, if there is one before."""
        comment = CommentSyntax(-1, start, end, before=True, closed=closed)
        if self.number is None and not self.starts:
            self.game.comments.append(comment._replace(before=False))
        else:
            self.waiting.append(comment)

    def check_clocks(self) -> None:
        first = self.game.comments[0].start if self.game.comments else self.offset
        for clock in BAD_CLOCK.finditer(self.text, first, self.offset):
            message = f"{quote(clock[1])} is not a clock time"
            hint = "as in [%clk 0:09:56.7]"
            self.report(Span(*clock.span()), "clock", message, Severity.WARNING, hint=hint)
            if not self.has_room():
                return

    def add_open(self, span: Span, *, bar: bool) -> None:
        """A comment with braces in it, or one that does not end."""
        depth = 0
        for brace in BRACE.finditer(self.text, span.start):
            depth += 1 if brace.group() == "{" else -1
            if depth == 0:
                self.offset = brace.end()
                message = "braces inside a comment; other programs refuse them"
                self.report(Span(span.start, self.offset), "comment", message, Severity.INFO)
                self.add_long(span.start, bar=bar)
                return
        self.report(span, "comment", "this comment is not closed", hint="add '}' where it ends")
        self.offset = len(self.text)
        self.add_long(span.start, bar=bar, closed=False)

    def add_long(self, start: int, *, bar: bool, closed: bool = True) -> None:
        if bar or self.number is not None:
            self.add_early(start, self.offset, closed=closed)
        else:
            self.game.comments.append(CommentSyntax(len(self.starts) - 1, start, self.offset, closed=closed))

    def add_result(self, span: Span) -> None:
        if self.game.result is not None:
            self.report(span, "result", "a second result", Severity.WARNING)
        self.game.result = ResultSyntax(RESULTS[self.text[span.start : span.end]], span)

    def add_mark(self, span: Span) -> None:
        text = self.text[span.start : span.end]
        if not self.starts or self.number is not None:
            self.report(span, "mark", f"{quote(text)} belongs after a move", Severity.WARNING)
        elif text == "=":
            self.report(span, "promotion", "no piece follows this '='", Severity.WARNING)
        else:
            marks = self.game.moves.marks.setdefault(len(self.starts) - 1, [])
            if len(text) > _LONGEST_MARK or len(marks) >= _LONGEST_MARK:
                self.report(span, "limit", f"an evaluation has at most {_LONGEST_MARK} characters")
            else:
                marks.append(span)

    def add_bracket(self, span: Span) -> None:
        header = HEADER.match(self.text, span.start)
        if header is not None and header["alone"] is None and not self.game.is_empty:
            self.end_at(span.start)
            return
        match = _TO_BRACKET.match(self.text, span.start)
        assert match is not None
        self.offset = match.end()
        self.report(Span(*match.span()), "header", "brackets among the moves: these belong in a comment")

    def goes_on(self, junk: Span, span: Span) -> bool:
        """Whether a stretch belongs to the one before it: they share one problem."""
        near = span.end - junk.start <= _LONGEST_JUNK
        return near and _BLANKS.fullmatch(self.text, junk.end, span.start) is not None

    def add_junk(self, span: Span) -> None:
        """What cannot be read: a broken move if it has a digit, else just in the way."""
        text = self.text[span.start : span.end]
        if text == "}":
            self.report(span, "comment", "this '}' closes no comment", fix="")
            return
        joined = self.junk is not None and self.goes_on(self.junk, span)
        if joined and self.junk is not None:
            self.game.problems.retract()
            span = Span(self.junk.start, span.end)
            text = self.text[span.start : span.end]
        hint = "a move is written 4,2>4,4 or 3,7>3,8Q"
        if ENTRY.fullmatch(text.rstrip("+")):
            hint = "if it is a piece of the position: pieces are joined by '|' without blanks"
        self.report(span, "move", f"expected a move, found {quote(text)}", hint=hint)
        self.junk = span
        moves = self.game.moves
        if joined and self.starts and self.starts[-1] == span.start:
            moves.unreadable[span.start] = span.end
        elif any(character.isdigit() for character in text):
            self.give_waiting(span.start)
            moves.unreadable[span.start] = span.end
            self.starts.append(span.start)
