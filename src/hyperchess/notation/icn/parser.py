"""Parser from text to the syntax tree, in one pass and without recursion.

>>> (game,) = parse_games(Source("[White: Ada] w (8|1) K5,1|P4,2+|k5,8 1. P4,2 > 4,4 ! {good} | k5,8 > 4,7"))
>>> game.headers[0].value, len(game.setup.pieces), game.moves[0].arrow, game.moves[0].evaluation
('Ada', 3, '>', '!')
>>> game.comment_text(game.comments[0]), game.text(game.moves[1].core)
('good', 'k5,8 > 4,7')

A variation follows the move that it replaces, in brackets:

>>> (game,) = parse_games(Source("w K5,1|k5,8 5,1>5,2 (5,1>6,1 5,8>5,7) 5,8>4,7"))
>>> [game.moves.parent(index) for index in range(4)], list(game.moves.main_line())
([-1, -1, 1, 0], [0, 3])

Another game starts at a header or a position after the moves of a game:

>>> text = "[Event: one] w K5,1|k5,8 5,1>5,2 [Event: two] w K5,1|k5,8 b K7,7|k5,8"
>>> [text[slice(*boundary)] for boundary in boundaries(text, True)]
['[Event:', 'b ']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from hyperchess.infinite.syntax.move_pattern import MOVE
from hyperchess.notation.boundaries import NO_MORE, Boundary
from hyperchess.notation.icn import casual
from hyperchess.notation.icn.head import Bodies, read_header, read_setup_part
from hyperchess.notation.icn.syntax import (
    BAD_CLOCK,
    BEGINS_HEADER,
    BRACE,
    ENTRY,
    RESULTS,
    TOKEN,
    CommentSyntax,
    GameSyntax,
    ResultSyntax,
    TokenKind,
)
from hyperchess.notation.marks import PRINTED_SIGNS
from hyperchess.text import Severity, Source, Span, quote

__all__ = ["boundaries", "parse_before", "parse_games"]


_LONGEST_MARK = 8
_LONGEST_JUNK = 200  # characters covered by one problem
_MOST_UNCLOSED = 10  # unclosed variations that are reported one by one
_BRACKET = re.compile(r"\s*\[")
_TO_BRACKET = re.compile(r"\[[^\]\r\n]*+\]?+")
_BLANKS = re.compile(r"[ \t]+")
_LINE_COMMENT = re.compile(r"[;%][^\r\n]*+")
_GLYPH = re.compile(rf"\$[0-9]++|[{PRINTED_SIGNS}](?![^\s|{{}}\[\]()])")
_DAGGER = re.compile("[\u2020\u2021]++")  # a check in print
_EN_PASSANT = re.compile(r"e\.?\s?p\.?(?![A-Za-z0-9])")


class _Line(NamedTuple):
    """State of a line of moves when a variation opened in it."""

    last: int  # index of its last move
    has_moves: bool
    is_late: bool  # whether its first move follows variations
    waiting: list[CommentSyntax]
    bracket: Span


def parse_games(source: Source, *, is_whole: bool = True) -> Iterator[GameSyntax]:
    """Parse all games of a text, at least one; problems belong to the game in which they occur.

    If the text is only the beginning of one (not `is_whole`), open braces may still close later.
    """
    return _Parser(source, is_whole=is_whole).run()


def parse_before(source: Source, end: int) -> tuple[list[GameSyntax], bool]:
    """Return the games before the one that starts at `end`, and whether that one was found."""
    parser = _Parser(source, end)
    return list(parser.run()), parser.offset < len(source.text)


class _Parser:
    def __init__(self, source: Source, end: int | None = None, *, is_whole: bool = True) -> None:
        self.source = source
        self.is_whole = is_whole
        self.end = len(source.text) if end is None else end
        self.text = source.text
        self.offset = 1 if self.text.startswith("\ufeff") else 0
        self.bodies = Bodies(self.text)
        self.closed: dict[int, int] | None = None  # ends of braces by their start

    def run(self) -> Iterator[GameSyntax]:
        """Yield one game after the other, until the text ends or has too many problems."""
        while True:
            self.start_game()
            self.read_moves()
            self.end_game()
            yield self.game
            if self.offset >= self.end:
                break

    def start_game(self) -> None:
        self.game = GameSyntax(self.source, self.offset)
        self.report = self.game.problems.report
        self.starts = self.game.moves.starts
        self.waiting: list[CommentSyntax] = []  # comments that belong to the next move
        self.number: Span | None = None  # a number without its move so far
        self.junk: Span | None = None  # the last span that could not be read
        self.lines: list[_Line] = []  # lines with open variations
        self.has_moves = False  # whether this line had moves before its last bracket
        self.is_late = False  # whether the first move of this line follows variations
        self.jump: int | None = -1  # the move that the next one follows, if not the last one of the text
        self.ended = False  # whether another game starts at the offset
        while (match := _BRACKET.match(self.text, self.offset)) is not None and self.has_room():
            self.offset = read_header(self.game, match.end() - 1)
        self.offset = read_setup_part(self.game, self.offset, self.bodies)
        self.game.is_unclear = bool(self.game.problems)

    def end_game(self) -> None:
        self.finish_number()
        for line in self.lines[:_MOST_UNCLOSED]:
            message = "this variation is not closed"
            self.report(line.bracket, "variation", message, hint="add ')' where it ends")
        while self.lines:
            self.leave_variation()
        game = self.game
        game.end = self.offset
        self.release_waiting()
        self.check_clocks()
        if game.result is not None and self.starts and self.starts[-1] > game.result.span.start:
            self.report(game.result.span, "result", "moves follow this result", Severity.WARNING)

    def has_room(self) -> bool:
        """Return whether reading may continue; otherwise skip to the end."""
        if not self.game.problems.full:
            return True
        self.game.problems.stop()
        self.offset = len(self.text)
        return False

    @property
    def last(self) -> int:
        """Index of the last move of this line, or of the move that the line follows."""
        return len(self.starts) - 1 if self.jump is None else self.jump

    @property
    def at_variation_start(self) -> bool:
        """True if a variation is open and has no move yet."""
        return bool(self.lines) and self.jump is not None and not self.has_moves

    def read_moves(self) -> None:
        """Read all moves up to the end of the text or the start of another game."""
        add_start = self.starts.append
        add_comment = self.game.comments.append
        while not self.ended:
            for match in TOKEN.finditer(self.text, self.offset):
                kind = match.lastindex
                if kind == TokenKind.MOVE:
                    if self.number is not None or self.waiting or self.jump is not None:
                        self.give_waiting(match.start(TokenKind.MOVE))
                    add_start(match.start(TokenKind.MOVE))
                elif kind == TokenKind.COMMENT:
                    start, end = match.span(TokenKind.COMMENT)
                    bar = "|" in self.text[match.start() : start]
                    if self.number is not None or bar or self.at_variation_start:
                        self.add_early(start, end)
                    else:
                        add_comment(CommentSyntax(self.last, start, end))
                elif kind == TokenKind.END:
                    self.offset = len(self.text)
                    return
                else:
                    self.offset = match.end()
                    self.read_other(match)
                    if self.offset != match.end():
                        break

    def read_other(self, match: re.Match[str]) -> None:
        """Read rare tokens; the offset is after them, and may be changed."""
        kind = match.lastindex
        assert kind is not None
        span = Span(*match.span(kind))
        if kind == TokenKind.RESULT:
            self.add_result(span, RESULTS[match[kind]])
        elif kind == TokenKind.MARK:
            self.add_mark(span)
        elif kind == TokenKind.NUMBER:
            self.finish_number()
            self.number = span
        elif kind == TokenKind.OPEN:
            self.add_open(span, bar="|" in self.text[match.start() : span.start])
        elif kind == TokenKind.BRACKET:
            self.add_bracket(span)
        elif kind in (TokenKind.SETUP, TokenKind.PIECES) and self.may_end(kind):
            self.end_at(span.start)
        elif kind == TokenKind.CLOSE_VARIATION:
            self.close_variation(span)
        elif not self.text.startswith("((", span.start) and self.add_casual(span):
            pass
        elif kind == TokenKind.OPEN_VARIATION or self.text[span.start] == "(":
            self.offset = span.start + 1
            self.open_variation(Span(span.start, self.offset))
        else:
            self.add_junk(span)
        self.has_room()

    def may_end(self, kind: int) -> bool:
        """Return whether a part of a position belongs to another game; in brackets only a list of pieces
        does.
        """
        return bool(self.starts or self.game.setup is not None) and (
            kind == TokenKind.PIECES or not self.lines
        )

    def end_at(self, offset: int) -> None:
        """End the game: another one starts at `offset`."""
        self.ended = True
        self.offset = offset

    # Variations

    def open_variation(self, span: Span) -> None:
        self.finish_number()
        has_moves = self.has_moves or self.jump is None
        if not has_moves:
            message = "a variation follows the move that it replaces"
            self.report(span, "variation", message, Severity.WARNING)
        last = self.last
        self.lines.append(_Line(last, has_moves, not has_moves, self.waiting, span))
        self.jump = self.game.moves.parent(last) if has_moves else last
        self.has_moves = self.is_late = False
        self.waiting = []

    def close_variation(self, span: Span) -> None:
        if not self.lines:
            self.report(span, "variation", "this ')' closes nothing", fix="")
            return
        self.finish_number()
        if not self.has_moves and self.jump is not None:
            whole = Span(self.lines[-1].bracket.start, span.end)
            self.report(whole, "variation", "an empty variation", Severity.WARNING)
        self.leave_variation()

    def leave_variation(self) -> None:
        self.release_waiting()
        line = self.lines.pop()
        self.jump, self.has_moves, self.is_late, self.waiting = line[:4]

    def release_waiting(self) -> None:
        """Attach comments that wait for a missing move to the last move."""
        late = self.lines[-1].last if self.at_variation_start else self.last
        self.game.comments += (comment._replace(move=late, before=False) for comment in self.waiting)
        self.waiting = []

    # Moves and their annotations

    def give_waiting(self, start: int) -> None:
        """Attach the preceding number and comments to the next move, which starts at `start`."""
        index, moves = len(self.starts), self.game.moves
        if self.jump is not None:
            if self.jump != index - 1:
                moves.parents[index] = self.jump
            if self.is_late:
                moves.late.add(index)
            self.is_late = False
            self.jump = None
        move = MOVE.match(self.text, start)
        if move is not None and move["lead"] is not None:
            self.finish_number()  # the move has a number of its own
        elif self.number is not None:
            moves.numbers[index] = self.number
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
        """Add a comment after a number or a bar: it belongs to the next move, if there is a move before."""
        comment = CommentSyntax(-1, start, end, before=True, closed=closed)
        if self.number is None and not self.starts and not self.lines:
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
        """Add a comment with braces in it, or an unclosed one.

        Where nested braces do not close, the comment ends at the first closing one, as on the site.
        """
        end = self.find_close(span.start)
        if end is None and self.is_whole:
            end = self.text.find("}", span.start) + 1 or None
        if end is not None:
            self.offset = end
            message = "braces inside a comment; other programs refuse them"
            self.report(Span(span.start, end), "comment", message, Severity.INFO)
            self.add_long(span.start, bar=bar)
            return
        self.report(span, "comment", "this comment is not closed", hint="add '}' where it ends")
        self.offset = len(self.text)
        self.add_long(span.start, bar=bar, closed=False)

    def find_close(self, start: int) -> int | None:
        """Return the end of the braces that open at `start`; the text is searched once."""
        if self.closed is None:
            self.closed = {}
            opened: list[int] = []
            for brace in BRACE.finditer(self.text, start):
                if brace.group() == "{":
                    opened.append(brace.start())
                elif opened:
                    self.closed[opened.pop()] = brace.end()
        return self.closed.get(start)

    def add_long(self, start: int, *, bar: bool = False, closed: bool = True) -> None:
        if bar or self.number is not None or self.at_variation_start:
            self.add_early(start, self.offset, closed=closed)
        else:
            self.game.comments.append(CommentSyntax(self.last, start, self.offset, closed=closed))

    def add_result(self, span: Span, text: str) -> None:
        result = ResultSyntax(text, span)
        if self.lines and not self.at_variation_start:
            self.game.results[self.last] = result
            return
        if self.game.result is not None:
            self.report(span, "result", "a second result", Severity.WARNING)
        self.game.result = result

    def add_mark(self, span: Span) -> None:
        text = self.text[span.start : span.end]
        if not self.has_room_for_mark(span):
            return
        if text == "=":
            self.report(span, "promotion", "no piece follows this '='", Severity.WARNING)
            return
        marks = self.game.moves.marks.setdefault(self.last, [])
        if len(text) > _LONGEST_MARK or len(marks) >= _LONGEST_MARK:
            self.report(span, "limit", f"an evaluation has at most {_LONGEST_MARK} characters")
        else:
            marks.append(span)

    def has_room_for_mark(self, span: Span) -> bool:
        """Return whether a mark follows a move; report it otherwise."""
        if self.last >= 0 and self.number is None and not self.at_variation_start:
            return True
        text = quote(self.text[span.start : span.end])
        self.report(span, "mark", f"{text} belongs after a move", Severity.WARNING)
        return False

    def add_bracket(self, span: Span) -> None:
        if BEGINS_HEADER.match(self.text, span.start) and not self.game.is_empty:
            self.end_at(span.start)
            return
        match = _TO_BRACKET.match(self.text, span.start)
        assert match is not None
        self.offset = match.end()
        self.report(Span(*match.span()), "header", "brackets among the moves: these belong in a comment")

    # Informal text

    def add_casual(self, span: Span) -> bool:
        """Read an informal spelling with a certain meaning; return whether there is one."""
        text, start = self.text, span.start
        if text[start] in ";%":
            return self.add_line_comment(start)
        read = casual.read_move(text, start)
        if read is not None:
            self.warn(start, read, "move", "a move is written {}")
            self.give_waiting(start)
            self.game.moves.casual[start] = read
            self.starts.append(start)
            return True
        read = casual.read_number(text, start)
        if read is not None:
            self.finish_number()
            self.warn(start, read, "number", "a number is written {}")
            self.number = Span(start, read[0])
            return True
        read = casual.read_result(text, start)
        if read is not None:
            self.warn(start, read, "result", "a result is written {}")
            self.add_result(Span(start, read[0]), read[1])
            return True
        return self.add_aside(start)

    def add_aside(self, start: int) -> bool:
        """Read an informal mark of the previous move; return whether there is one."""
        text, moves, last = self.text, self.game.moves, self.last
        if last < 0 or self.at_variation_start or self.number is not None:
            return False
        read = casual.read_mark(text, start)
        if read is not None:
            self.warn(start, read, "mark", "a judgement is written {}")
            moves.judgements[last] = read[1][:_LONGEST_MARK]
            return True
        glyph = _GLYPH.match(text, start)
        if glyph is not None:
            self.offset = glyph.end()
            message = f"ICN has no sign for {quote(glyph.group())}: it is kept as a comment"
            self.report(
                Span(start, self.offset), "mark", message, Severity.WARNING, fix=f"{{{glyph.group()}}}"
            )
            self.game.comments.append(CommentSyntax(last, start - 1, self.offset, closed=False))
            return True
        dagger = _DAGGER.match(text, start)
        if dagger is not None:
            self.warn(start, (dagger.end(), "+"), "mark", "a check is written {}")
            return True
        dropped = _EN_PASSANT.match(text, start)
        if dropped is not None:
            self.warn(start, (dropped.end(), ""), "move", "ICN has no sign for en passant")
            return True
        return self.add_promotion(start)

    def add_promotion(self, start: int) -> bool:
        """Read a promotion separate from its move."""
        moves, last = self.game.moves, self.last
        read = casual.read_promotion(self.text, start)
        if read is None:
            return False
        move = moves[last]
        if move.match is None or move.promotion or move.mark or move.evaluation:
            return False
        if _BLANKS.fullmatch(self.text, move.core.end, start) is None and move.core.end != start:
            return False
        self.warn(start, read, "promotion", "a promotion is written {}")
        core = f"{move.match['core']}{read[1]}"
        moves.casual[self.starts[last]] = (read[0], core)
        if move.lead is not None:
            moves.numbers[last] = move.lead
        return True

    def warn(self, start: int, read: tuple[int, str], code: str, message: str) -> None:
        """Report text that is read as if it were ICN, and continue after it."""
        self.offset, written = read
        span = Span(start, start + len(self.text[start : self.offset].rstrip()))
        told = message.format(quote(written.strip()))
        self.report(span, code, told, Severity.WARNING, fix=written.strip())

    def add_line_comment(self, start: int) -> bool:
        """Read a comment up to the end of its line, after `;` or, at the start of a line, `%`."""
        if self.text[start] == "%" and start and self.text[start - 1] not in "\r\n":
            return False
        match = _LINE_COMMENT.match(self.text, start)
        assert match is not None
        self.offset = match.end()
        comment = match.group()[1:].strip()
        fix = None if "{" in comment or "}" in comment else f"{{{comment}}}"
        message = f"a comment is written in braces, not after {quote(self.text[start])}"
        self.report(Span(start, self.offset), "comment", message, Severity.WARNING, fix=fix)
        self.add_long(start, closed=False)
        return True

    def goes_on(self, junk: Span, span: Span) -> bool:
        """Return whether a span continues the previous one, so that they share one problem."""
        near = span.end - junk.start <= _LONGEST_JUNK
        return near and _BLANKS.fullmatch(self.text, junk.end, span.start) is not None

    def add_junk(self, span: Span) -> None:
        """Report unreadable text: a broken move if it has a digit, else something superfluous."""
        text = self.text[span.start : span.end]
        if text == "}":
            self.report(span, "comment", "this '}' closes no comment", fix="")
            return
        joined = self.junk is not None and self.goes_on(self.junk, span)
        if joined and self.junk is not None:
            self.game.problems.retract()
            span = Span(self.junk.start, span.end)
            text = self.text[span.start : span.end]
        hint = casual.expected_instead(text)
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


def boundaries(text: str, final: bool) -> Iterator[Boundary]:
    """Yield the boundaries in the beginning of a text."""
    for previous, game in pairwise(parse_games(Source(text), is_whole=final)):
        token = BEGINS_HEADER.match(text, game.start) or TOKEN.match(text, game.start)
        assert token is not None
        shown = token.end() if text[game.start] == "[" else token.end() + 1
        # The text after the start of a position decides whether it is one.
        if not final and not text[shown:].strip():
            return
        # Problems before the moves may differ if the next game is not visible after them.
        if previous.is_unclear:
            alone = Source(text[previous.start : shown])
            if not parse_before(alone, game.start - previous.start)[1]:
                if not final:
                    yield NO_MORE
                return
        yield Boundary(game.start, min(shown, len(text)))
