"""From text to the syntax tree, in one pass and without recursion, whatever the text is.

>>> (game,) = parse_games(Source('[Board "Standard"] 1. e4 {!} / e5 (2w. Nf3) 2w. f4'))
>>> first = game.root.children[0]
>>> game.headers[0].value, game.text(first.moves[0].span), len(first.children[0].children)
('Standard', 'e4', 2)
"""

from __future__ import annotations

import re

from hyperchess.multiverse import Color
from hyperchess.multiverse.movetext import BOARD_PATTERN, MOVE_PATTERN
from hyperchess.notation.common5d.syntax import (
    ActionSyntax,
    CommentSyntax,
    GameSyntax,
    HeaderSyntax,
    MoveSyntax,
    ResultSyntax,
    Serial,
)
from hyperchess.text import MAX_PROBLEMS, Edit, Problem, Severity, Source, Span, quote

__all__ = ["BOARD", "HEADER", "TOKEN", "TO_LINE_END", "parse_games"]

_MOVE, _LONE_BOARD = (
    re.sub(r"\(\?P<\w+>", "(?:", pattern) for pattern in (MOVE_PATTERN, BOARD_PATTERN.format(""))
)
TOKEN = re.compile(
    rf"""\s*(?:
    (?P<slash>/)
  | (?P<number>(?P<digits>[0-9]+)\s?(?P<color>[wb])?\s?(?P<dots>\.+))
  | (?P<move>{_MOVE})(?![\w=>-])
  | (?P<result>(?:1-0|0-1|1/2-1/2|½-½)(?![\w/-]))
  | (?P<comment>\{{)
  | (?P<hint>\(\s*(?:>\s*L|~\s*T|\+\s*L)\s*[+-]?[0-9]+\s*\))
  | (?P<board>{_LONE_BOARD})
  | (?P<open>\()
  | (?P<close>\))
  | (?P<mark>[+*\#](?!\S)|[!?]{{1,2}}(?!\S))
  | (?P<dot>\.)
  | (?P<bracket>\[)
  | (?P<junk>(?:\([^\s(){{}}]*\))?[^\s(){{}}\[/]+|\S)
    )""",
    re.VERBOSE,
)
_KINDS = tuple(kind for kind in TOKEN.groupindex if kind not in ("digits", "color", "dots"))
HEADER = re.compile(r'\[\s*([^\s"\[\]]+)\s*"([^"]*)"\s*\]')
BOARD = re.compile(r'\[[^\[\]"]*:[^\[\]"]*\]')
TO_LINE_END = re.compile(r"[^\r\n]*")
_BRACE = re.compile(r"[{}]")
_LONGEST_NUMBER = 6
_MOST_UNCLOSED = 10  # variations without an end that are worth a report each


def parse_games(source: Source) -> list[GameSyntax]:
    """All games of a text, at least one; problems are kept with the game where they stand."""
    parser = _Parser(source)
    parser.run()
    return parser.games


class _Parser:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.offset = 1 if source.text.startswith("\ufeff") else 0
        self.games: list[GameSyntax] = []
        self.start_game(self.offset)

    def start_game(self, start: int) -> None:
        self.game = GameSyntax(self.source, start)
        self.games.append(self.game)
        self.current = self.game.root  # the action that what comes next belongs to
        self.opened: list[tuple[ActionSyntax, Span]] = []  # where variations started, and their brackets
        self.serial: Serial | None = None
        self.closed = True  # whether the next move starts a new action
        self.bracketed = False
        self.board: Span | None = None  # a board's coordinate that stands apart from its move
        self.waiting: list[CommentSyntax] = []  # comments that belong to the next action
        self.full = False  # whether there are too many problems to read on

    def run(self) -> None:
        match_token, text = TOKEN.match, self.source.text
        add = {kind: getattr(self, f"add_{kind}") for kind in _KINDS}
        while not self.full and (match := match_token(text, self.offset)) is not None:
            self.offset = match.end()
            kind = match.lastgroup
            assert kind is not None
            span = tuple.__new__(Span, match.span(kind))  # faster than `Span(...)`
            if kind == "move":
                self.add_move(span)
            elif kind == "number":
                self.add_number(span, *match.group("digits", "color", "dots"))
            else:
                add[kind](span)
        if self.full:
            self.report(Span(self.offset, self.offset), "limit", "too many problems; reading stops here")
        self.end_game()

    def end_game(self) -> None:
        for _, bracket in self.opened[:_MOST_UNCLOSED]:
            self.report(bracket, "variation", "this variation is not closed", hint="add ')' where it ends")
        self.finish_serial()
        self.current.comments += self.waiting
        if self.board is not None:
            self.report(self.board, "move", "no move follows this board")

    def report(
        self,
        span: Span,
        code: str,
        message: str,
        *,
        hint: str = "",
        severity: Severity = Severity.ERROR,
        fix: str | None = None,
    ) -> None:
        edit = None if fix is None else Edit(span, fix)
        self.game.problems.append(Problem(self.source, span, code, message, hint, severity, edit))
        self.full = len(self.game.problems) > MAX_PROBLEMS

    def add_move(self, span: Span, *, readable: bool = True) -> None:
        if self.closed:
            self.add_action(span)
        self.current.moves.append(MoveSyntax(span, readable, self.board))
        self.board = None

    def add_action(self, span: Span) -> None:
        """Start the action of which a move has been found."""
        if self.serial is None and (self.bracketed or self.current.moves):
            hint = "start it with a number such as 3w. or with '/'"
            self.report(span, "serial", "an action without its number", hint=hint, severity=Severity.INFO)
        action = ActionSyntax(self.serial, [], self.waiting, None, [], self.bracketed)
        self.current.children.append(action)
        self.current = action
        self.serial = None
        self.closed = self.bracketed = False
        self.waiting = []

    def add_number(self, span: Span, digits: str, color: str | None, dots: str) -> None:
        number = int(digits) if len(digits) <= _LONGEST_NUMBER else None
        black = color == "b" or (color is None and len(dots) >= 3)
        self.start_action(Serial(span, "number", number, Color.BLACK if black else Color.WHITE))
        if number is None:
            self.report(span, "limit", f"the number {quote(digits)} is out of range")

    def add_slash(self, span: Span) -> None:
        color = None
        number = None
        if self.serial is not None and self.serial.sign == "number":
            color, number = Color.BLACK, self.serial.number  # `1. / e5`: White's part is empty
            span = Span(self.serial.span.start, span.end)
            self.serial = None
        self.start_action(Serial(span, "slash", number, color))

    def add_dot(self, span: Span) -> None:
        self.start_action(Serial(span, "dot", None, Color.WHITE))

    def start_action(self, serial: Serial) -> None:
        if self.serial is not None:
            self.finish_serial()
        self.serial = serial
        self.closed = True

    def finish_serial(self) -> None:
        """A serial after which no move came is no action, but worth a word (except before the end)."""
        if self.serial is not None and self.offset < len(self.source.text) and self.serial.sign != "slash":
            text = self.source.text[slice(*self.serial.span)]
            self.report(self.serial.span, "serial", f"no move follows {text!r}", severity=Severity.WARNING)
        self.serial = None

    def add_comment(self, span: Span) -> None:
        depth = 1
        end = span.end
        for brace in _BRACE.finditer(self.source.text, end):
            depth += 1 if brace.group() == "{" else -1
            if depth == 0:
                end = brace.end()
                break
        else:
            self.report(span, "comment", "this comment is not closed", hint="add '}' where it ends")
            end = len(self.source.text) + 1
        self.offset = min(end, len(self.source.text))
        text = self.source.text[span.start + 1 : end - 1]
        if self.closed and (self.bracketed or self.serial is not None or self.current.children):
            self.waiting.append(CommentSyntax(text, Span(span.start, self.offset), 0))
        else:
            after = len(self.current.moves)
            self.current.comments.append(CommentSyntax(text, Span(span.start, self.offset), after))

    def add_open(self, span: Span) -> None:
        self.finish_serial()
        self.opened.append((self.current, span))
        self.closed = self.bracketed = True

    def add_close(self, span: Span) -> None:
        if not self.opened:
            self.report(span, "variation", "this ')' closes nothing", fix="")
            return
        parent, bracket = self.opened.pop()
        if self.current is parent:
            self.report(
                Span(bracket.start, span.end), "variation", "an empty variation", severity=Severity.WARNING
            )
        self.serial = None
        self.current.comments += self.waiting
        self.waiting = []
        self.current = parent
        self.closed = True
        self.bracketed = False

    def add_result(self, span: Span) -> None:
        text = self.source.text[slice(*span)].replace("½-½", "1/2-1/2")
        if self.current.result is not None:
            self.report(span, "result", "a second result", severity=Severity.WARNING)
        self.current.result = ResultSyntax(text, span)
        self.serial = None
        # What stood before the result, and what follows it, is about the last action.
        self.current.comments += [comment._replace(after=len(self.current.moves)) for comment in self.waiting]
        self.waiting = []
        self.closed = not self.current.moves
        self.bracketed = False

    def add_board(self, span: Span) -> None:
        hint = "write the board and the move together, as in (0T1)e4"
        message = "this board stands apart from its move"
        self.report(span, "move", message, hint=hint, severity=Severity.WARNING)
        self.board = span

    def add_hint(self, span: Span) -> None:
        if self.current.moves and not self.closed:
            self.current.moves[-1].hints += (span,)
        else:
            self.report(span, "hint", "this token belongs after a move", severity=Severity.WARNING)

    def add_mark(self, span: Span) -> None:
        text = self.source.text[slice(*span)]
        if not self.current.moves or self.closed:
            self.report(span, "mark", f"{text!r} belongs after a move", severity=Severity.WARNING)
        elif text in "+*#":
            self.current.moves[-1].mark = text
        else:
            self.current.moves[-1].evaluation = text

    def add_bracket(self, span: Span) -> None:
        text = self.source.text
        header = HEADER.match(text, span.start)
        board = None if header else BOARD.match(text, span.start)
        match = header or board or TO_LINE_END.match(text, span.start)
        assert match is not None
        if self.current is not self.game.root or self.game.root.result or self.game.root.children:
            self.end_game()
            self.start_game(span.start)
        self.offset = match.end()
        if header is not None:
            self.game.headers.append(HeaderSyntax(header[1], header[2], Span(*header.span())))
        elif board is not None:
            self.game.boards.append(Span(*board.span()))
        else:
            message = f"expected a header or a board, found {quote(match.group())}"
            hint = 'a header is [Key "value"], a board is [k*2/3/2K*:0:1:w]'
            self.report(Span(*match.span()), "header", message, hint=hint)

    def add_junk(self, span: Span) -> None:
        text = self.source.text[slice(*span)]
        if text == "}":
            self.report(span, "comment", "this '}' closes no comment", fix="")
            return
        hint = "a move is written e4, Nf3, O-O or (0T4)Qg5>>x(0T2)g3"
        self.report(span, "move", f"expected a move, found {quote(text)}", hint=hint)
        self.add_move(span, readable=False)
