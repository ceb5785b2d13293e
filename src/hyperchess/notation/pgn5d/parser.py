"""Parser from text to the syntax tree, in one pass and without recursion.

>>> (game,) = parse_games(Source('[Board "Standard"] 1. e4 {!} / e5 (2w. Nf3) 2w. f4'))
>>> first = game.root.children[0]
>>> [game.move_text(child.moves[0]) for child in (first, *first.children[0].children)]
['e4', 'f4', 'Nf3']

The main line is written last (Branched 5DPGN 5), but comes first in the tree. A variation written after the
action it replaces, as in orthodox PGN, also follows that action in the tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse import Color
from hyperchess.multiverse.syntax.movetext import move_pattern
from hyperchess.notation.marks import MARK_OF_NUMBER
from hyperchess.notation.pgn5d.brackets import (
    GAME_STARTS,
    RAW_GAME_STARTS,
    Nesting,
    comment_end,
    is_first_number,
    is_line_comment,
    is_result,
    is_unfinished,
    line_end,
    shows_game,
    stray_end,
)
from hyperchess.notation.pgn5d.typed import Typed, number_parts, opens_token, typed_at, typed_move
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.header_text import BOARD, PLAIN_HEADER, match_header
from hyperchess.notation.text5d.syntax import (
    ActionSyntax,
    CommentSyntax,
    GameSyntax,
    HeaderSyntax,
    MoveSyntax,
    ResultSyntax,
    SerialToken,
)
from hyperchess.notation.text5d.writing.mainline import comment_text
from hyperchess.notation.writing import Losses
from hyperchess.text import Edit, Problem, Severity, Source, Span, quote

__all__ = ["TOKEN", "parse_before", "parse_games"]

# As in the documents; `typed` reads informal spellings.
_LONE_BOARD = r"\((?:L?[+-]?[0-9]+\x20?(?:T[+-]?[0-9]+[wb]?|)|T[+-]?[0-9]+[wb]?)\)"
_MOVE = re.sub(r"\(\?P<\w+>", "(?:", move_pattern(_LONE_BOARD, gap=""))
_LONGEST_WORD = 250  # limit on rescanning a word for each token at its start
TOKEN = re.compile(
    rf"""\s*(?:
    (?P<slash>/)
  | (?P<number>(?P<digits>[0-9]+)\s?(?P<color>[wb])?\s?(?P<dots>\.+))
  | (?P<move>{_MOVE})(?![\w=>-]|/(?<=\+/)[=-])
  | (?P<result>(?:1-0|0-1|1/2-1/2|½-½)(?![\w/-]))
  | (?P<comment>\{{)
  | (?P<hint>\((?:>L|~T|\+L)[+-]?[0-9]+\))
  | (?P<board>{_LONE_BOARD})
  | (?P<open>\()
  | (?P<close>\))
  | (?P<mark>[+*\#](?!\S)|[!?]{{1,2}}(?!\S))
  | (?P<dot>\.)
  | (?P<bracket>\[)
  | (?P<junk>[^\s(){{}}\[/;]{{1,{_LONGEST_WORD}}}|\S)
    )""",
    re.VERBOSE,
)
# The start of most actions in one step: `1. e4`, or `/ e5`. Its tokens are those of `TOKEN`.
_PLAIN_ACTION = re.compile(rf"\s*+(/|[0-9]++\.(?!\.))\s*+({_MOVE})(?![\w=>-]|/(?<=\+/)[=-])", re.VERBOSE)
_KINDS = tuple(kind for kind in TOKEN.groupindex if kind not in ("digits", "color", "dots"))
_PASSES = lazy_pattern(r"--+|[zZ]0|pass|null", re.IGNORECASE)
_SLASHES = re.compile(r"(?:\s*+/)*+")
_WORD = lazy_pattern(r"[^\s(){}\[/;]+")
_REST_OF_JUMP = lazy_pattern(r"\([^(){}\[\r\n]{0,40}\)[^\s(){}\[/;]*")
_PIECE_BEHIND_JUMP = lazy_pattern(r".*>[xX]?\$?(?:\([^()]*\))?[xX]?[A-Z]+[a-z]\d", re.DOTALL)
_FOREIGN_PIECE = lazy_pattern(r"[A-Z][a-h]?[1-8]?x?[a-h][1-8][+#!?]*")
_WORDS = lazy_pattern(r"[A-Za-z]{3,}[.,!?]*")
_RELATIVE_HINT = "a board relative to the source has signs, as in $(T-1) or $(L+1 T=); any board is (0T1)"
_LONGEST_NUMBER = 6
_FARTHEST_MARK = 1_000  # limit on the distance between a mark and its move
_MOST_NAGS = 100  # numbered marks of a move
_GLUED = lazy_pattern(r"[A-Za-z(]")
_SERIAL = lazy_pattern(r"\s*(/|[0-9]{1,6}(?=\s?[wb]?\s?\.))")
_MOVES = lazy_pattern(r"(?<!\w)([0-9]{1,6})\s?[wb]?\s?\.+\s*\(?\w|/\s*\(?[\w(]*?[a-w][1-9]")
_MOST_UNCLOSED = 10  # unclosed variations that are reported one by one


def parse_games(source: Source) -> list[GameSyntax]:
    """Parse all games of a text, at least one; problems belong to the game in which they occur."""
    return _parse(source).games


def parse_before(source: Source, end: int) -> tuple[list[GameSyntax], bool]:
    """Return the games before the one that starts at `end`, and whether that one was found."""
    parser = _parse(source, end)
    return parser.games, parser.found_end


def _parse(source: Source, end: int | None = None) -> _Parser:
    """Parse a text; parse it again if a variation was closed too early, without that parenthesis."""
    parser = _Parser(source, end)
    parser.run()
    if parser.too_early:
        again = _Parser(source, end, parser.too_early)
        again.run()
        return again
    return parser


class _Opened(NamedTuple):
    """An open variation: the action that it follows or replaces, and the state there."""

    action: ActionSyntax
    bracket: Span
    parent: ActionSyntax | None
    counted: SerialToken | None
    since: int


class _Ended(NamedTuple):
    """The parenthesis that closed a variation, and the ply with which the variation would go on."""

    bracket: Span
    next_ply: int


class _Marked(NamedTuple):
    """A move with its marks, and the fix that writes it so."""

    text: str
    fix: Edit | None


class _Parser:
    def __init__(
        self, source: Source, end: int | None = None, ignored: Mapping[int, Span] | None = None
    ) -> None:
        self.source = source
        self.ignored = ignored or {}  # by offset of a ')' that closes too early: the ')' that closes nothing
        self.too_early: dict[int, Span] = {}  # the same, as found
        self.end = end  # start of a game that is not read
        self.found_end = False
        self.offset = 1 if source.text.startswith("\ufeff") else 0
        self.games: list[GameSyntax] = []
        self.start_game(self.offset)

    def start_game(self, start: int) -> None:
        self.game = GameSyntax(self.source, start=start)
        self.games.append(self.game)
        self.nesting = Nesting(self.source.text, start)
        self.problems = self.game.problems
        self.report = self.problems.report
        self.current = self.game.root  # the action to which the next tokens belong
        self.parent: ActionSyntax | None = None  # predecessor of the current action
        self.counted: SerialToken | None = None  # the last serial with a number
        self.since = 0  # number of actions between it and the current one
        self.looks: set[Dialect] = set()
        self.look: Dialect | None = None  # dialect suggested by the serial
        self.branching: dict[ActionSyntax, None] = {}  # actions with several continuations, in order
        self.replacing: dict[ActionSyntax, list[ActionSyntax]] = {}  # by action: variations in its place
        self.replaced_after: dict[ActionSyntax, None] = {}  # predecessors of the replaced actions, in order
        self.opened: list[_Opened] = []  # open variations
        self.ended: _Ended | None = None  # the variation closed last, until the next action
        self.maybe_early: list[Span] = []  # parentheses after which the closed variation goes on
        self.serial: SerialToken | None = None
        self.closed = True  # whether the next move starts a new action
        self.bracketed = False
        self.board: Span | None = None  # a board coordinate separate from its move
        self.waiting: list[CommentSyntax] = []  # comments that belong to the next action
        self.result_end = -1  # end of the last result, including its comments
        self.reported: tuple[MoveSyntax, int] | None = None  # a typed move, and its number of problems

    def run(self) -> None:
        match_token, match_plain, text = TOKEN.match, _PLAIN_ACTION.match, self.source.text
        while True:
            plain = match_plain(text, self.offset)
            if plain is not None and self.add_plain(plain):
                continue
            if (match := match_token(text, self.offset)) is None:
                break
            self.offset = match.end()
            kind = match.lastgroup
            assert kind is not None
            span = tuple.__new__(Span, match.span(kind))  # faster than `Span(...)`
            if kind == "move":
                if self.closed or self.board is not None:
                    self.add_move(span)
                else:  # one more move of an action
                    self.current.moves.append(MoveSyntax(span))
                continue
            if kind == "number":
                self.add_number(span, *match.group("digits", "color", "dots"))
            else:
                _ADD[kind](self, span)
            if self.problems.full:
                self.problems.stop()
                break
        if not self.found_end:
            self.end_game()

    def add_plain(self, match: re.Match[str]) -> bool:
        """Start an action with its first move, unless the preceding tokens need more than that."""
        before = self.current
        is_plain = self.serial is None and self.board is None and not self.bracketed and not self.waiting
        if not is_plain or before.result is not None or self.result_end >= 0 or self.ended is not None:
            return False
        start, end = place = tuple.__new__(Span, match.span(1))
        if self.source.text[start] == "/":
            serial = tuple.__new__(SerialToken, (place, "slash", None, None, None))
            self.since += 1
        elif end - start <= _LONGEST_NUMBER:
            number = int(self.source.text[start : end - 1])
            if number == 1 and before is not self.game.root:  # another game may start here
                return False
            serial = tuple.__new__(SerialToken, (place, "number", number, Color.WHITE, None))
            self.counted, self.since = serial, 0
        else:
            return False
        move = MoveSyntax(tuple.__new__(Span, match.span(2)))
        action = ActionSyntax(serial, [move], [], None, [], False)
        if before.children:
            self.branching[before] = None
        before.children.append(action)
        self.parent = before
        self.current = action
        self.look = None
        self.closed = False
        self.offset = match.end()
        return True

    def next_game(self, start: int) -> bool:
        """End the game and start another; return whether that one is to be read."""
        result = self.game.root.result
        if result is not None and not self.source.text[self.game.start : result.span.start].strip():
            self.report(result.span, "result", "this result belongs to no game")
        self.end_game()
        if self.end is not None and start >= self.end:
            self.found_end = True
            self.offset = len(self.source.text)
            return False
        self.start_game(start)
        return True

    def end_game(self) -> None:
        for opened in self.opened[:_MOST_UNCLOSED]:
            message = "this variation is not closed"
            self.report(opened.bracket, "variation", message, hint="add ')' where it ends")
        self.finish_serial()
        self.place_waiting()
        self.drop_board()
        self.order_children()
        self.game.notation = self.dialect().value

    def dialect(self) -> Dialect:
        """Return the dialect that the game resembles most."""
        for dialect in (Dialect.RAW, Dialect.FIRST, Dialect.BRANCHED):
            if dialect in self.looks:
                return dialect
        keys = {header.key for header in self.game.headers}
        return Dialect.BRANCHED if keys & {"Variant", "Timeline", "Timelines"} else Dialect.SHAD

    def order_children(self) -> None:
        """Order main lines first, and variations that replace an action right after it."""
        for parent in self.branching:
            if not parent.ends_line:
                parent.children.insert(0, parent.children.pop())
        for parent in self.replaced_after:
            ordered = []
            waiting = parent.children[::-1]
            while waiting:
                child = waiting.pop()
                ordered.append(child)
                waiting += reversed(self.replacing.get(child, ()))
            parent.children = ordered
        for variation in (variation for listed in self.replacing.values() for variation in listed):
            message = "this variation replaces the action before it; in Branched 5DPGN it stands before that"
            self.report(variation.span, "variation", message, Severity.INFO)

    def add_move(self, span: Span, *, readable: bool = True) -> None:
        if self.closed:
            self.add_action(span)
        move = MoveSyntax(span, readable)
        if self.source.text[span.start] == "(":
            self.drop_board()
        if self.board is not None:
            hint = "write the board and the move together, as in (0T1)e4"
            message = "this board stands apart from its move"
            self.report(self.board, "move", message, Severity.WARNING, hint=hint)
            move.text = self.game.text(self.board) + self.game.text(span)
            move.whole = Span(self.board.start, span.end)
            self.board = None
        self.current.moves.append(move)

    def add_action(self, span: Span) -> None:
        """Start the action of a move."""
        serial, before = self.serial, self.current
        if serial is None and (self.bracketed or before.moves):
            hint = "start it with a number such as 3w. or with '/'"
            self.report(span, "serial", "action without a number", Severity.INFO, hint=hint)
        if before.result is not None and not self.bracketed:
            message = "moves follow this result"
            self.report(before.result.span, "result", message, Severity.WARNING)
        if self.ended is not None:
            self.check_end(self.ended, serial)
        action = ActionSyntax(serial, [], self.waiting, None, [], self.bracketed)
        if self.look is not None and serial is not None:
            self.looks.add(self.look)
        if self.bracketed:
            self.looks.add(Dialect.BRANCHED)
        if self.bracketed and self.parent is not None and self.replaces(serial):
            self.replacing.setdefault(before, []).append(action)
            self.replaced_after[self.parent] = None
        else:
            if before.children:
                self.branching[before] = None
            before.children.append(action)
            self.parent = before
        if serial is None or serial.number is None:
            self.since += 1
        else:
            self.counted, self.since = serial, 0
        self.current = action
        self.serial = None
        self.closed = self.bracketed = False
        self.waiting = []

    def check_end(self, ended: _Ended, serial: SerialToken | None) -> None:
        """Remember a variation that goes on after its end, judging by the number of the next action."""
        self.ended = None
        if serial is None or serial.number is None or self.bracketed:
            return
        here = self.ply
        if _ply(serial) == ended.next_ply and ended.next_ply not in (here, here + 1):
            self.maybe_early.append(ended.bracket)

    @property
    def ply(self) -> int:
        """The ply of the current action, as the text counts."""
        return (1 if self.counted is None else _ply(self.counted)) + self.since

    def replaces(self, serial: SerialToken | None) -> bool:
        """Return whether a serial names the turn and player of the current action, as the text counts."""
        if serial is None or serial.number is None:
            return False
        return _ply(serial) == self.ply

    def add_number(self, span: Span, digits: str, color: str | None, dots: str) -> None:
        number = int(digits) if len(digits) <= _LONGEST_NUMBER else None
        black = color == "b" or (color is None and len(dots) >= 3)
        if self.starts_game(span, digits, color, dots) and not self.next_game(span.start):
            return
        if black and color is None and number is not None:
            fix = "/" if self.current.moves and not self.closed else f"{number}b."
            message = f"{self.source.text[slice(*span)]!r} is written {fix!r} in 5DPGN"
            self.report(span, "style", message, Severity.INFO, fix=fix)
        serial = (span, "number", number, Color.BLACK if black else Color.WHITE, None)
        self.start_action(tuple.__new__(SerialToken, serial))  # faster than `SerialToken(...)`
        self.look = None if color is None else Dialect.BRANCHED
        if number is None:
            self.report(span, "limit", f"the number {quote(digits)} is out of range")

    def starts_game(self, span: Span, digits: str, color: str | None, dots: str) -> bool:
        """Return whether a number starts another game: the first turn after a result or a blank line."""
        is_first = self.source.text[span.start] in "01" and is_first_number(digits, color, dots)
        if not is_first or not self.game.root.children:
            return False
        is_apart = self.follows_result(span.start) or self.nesting.ends_game(span.start)
        return is_apart and GAME_STARTS.match(self.source.text, span.end) is not None

    def follows_result(self, start: int) -> bool:
        """Return whether only a result and its comments precede an offset."""
        is_begun = self.result_end >= 0 and bool(self.game.root.children)
        return is_begun and not self.source.text[self.result_end : start].strip()

    def add_slash(self, span: Span) -> None:
        if self.serial is not None and self.serial.sign == "slash":
            more = _SLASHES.match(self.source.text, span.end)
            assert more is not None
            self.offset = more.end()
            message = "nothing stands between this '/' and the one before it"
            self.drop(Span(span.start, more.end()), "serial", message, Severity.WARNING)
            return
        color = None
        number = None
        if self.serial is not None and self.serial.sign == "number":
            color, number = Color.BLACK, self.serial.number  # `1. / e5`: White's part is empty
            span = Span(self.serial.span.start, span.end)
            self.serial = None
        self.start_action(tuple.__new__(SerialToken, (span, "slash", number, color, None)))

    def add_dot(self, span: Span) -> None:
        if self.source.text.startswith("..", span.start) and self.add_typed(span.start):
            return
        if self.split_number(span):
            return
        if self.serial is not None:
            self.drop(span, "spelling", "'.' means nothing here", Severity.WARNING)
            return
        starts = self.follows_result(span.start)
        starts = starts and RAW_GAME_STARTS.match(self.source.text, span.end) is not None
        if starts and not self.next_game(span.start):
            return
        self.start_action(SerialToken(span, "dot", None, Color.WHITE))
        self.look = Dialect.RAW

    def split_number(self, dot: Span) -> bool:
        """Read `e52.Nf3` as `e5 2. Nf3` if the number is the expected one; return whether it is."""
        move = self.current.moves[-1] if self.current.moves and not self.closed else None
        if move is None or move.text or move.span.end != dot.start or self.counted is None:
            return False
        digits = str((self.counted.number or 0) + 1)
        written = self.game.text(move.span)
        shorter = _typed_alone(written.removesuffix(digits))
        ends = written.endswith(digits) and shorter is not None and not shorter.respelled
        if not ends or self.since != 1 or _GLUED.match(self.source.text, dot.end) is None:
            return False
        number = Span(dot.start - len(digits), dot.end)
        move.span = Span(move.span.start, number.start)
        fix = Edit(Span(number.start, number.start), " ")
        message = "a blank is missing before this number"
        self.problems.add(Problem(self.source, number, "style", message, "", Severity.INFO, fix))
        self.add_number(number, digits, None, ".")
        return True

    def add_dots(self, span: Span) -> None:
        """`...` alone: Black's move follows."""
        serial, written = self.serial, self.source.text[slice(*span)]
        if serial is not None and serial.sign == "number" and serial.number is not None:
            whole = Span(serial.span.start, span.end)  # `1. ... e5`
            fix = f"{serial.number}b."
            self.serial = serial._replace(span=whole, color=Color.BLACK)
            self.report(whole, "style", f"this is written {fix!r} in 5DPGN", Severity.INFO, fix=fix)
        elif serial is None and not self.closed:
            self.report(span, "spelling", f"{written!r} is written '/' in 5DPGN", Severity.WARNING, fix="/")
            self.add_slash(span)
        else:
            self.drop(span, "spelling", f"{written!r} means nothing here", Severity.WARNING)

    def start_action(self, serial: SerialToken) -> None:
        if self.serial is not None:
            self.finish_serial()
        self.serial = serial
        self.look = None
        self.closed = True

    def finish_serial(self) -> None:
        """Report a serial without a move, except at the end of the text; it is not an action."""
        if self.serial is not None and self.offset < len(self.source.text) and self.serial.sign != "slash":
            text = self.source.text[slice(*self.serial.span)]
            self.report(self.serial.span, "serial", f"no move follows {text!r}", Severity.WARNING)
        self.serial = None

    def add_comment(self, span: Span) -> None:
        end = comment_end(self.source.text, span.start)
        if end is None:
            hides = _MOVES.search(self.source.text, span.end) is not None
            severity = Severity.ERROR if hides else Severity.WARNING
            self.report(span, "comment", "this comment is not closed", severity, hint="add '}' where it ends")
            end = len(self.source.text) + 1
        self.offset = min(end, len(self.source.text))
        self.keep_comment(self.source.text[span.start + 1 : end - 1], Span(span.start, self.offset))

    def add_line_comment(self, start: int) -> None:
        """`;` and what follows it on its line, or a line that starts with `%`: PGN has them."""
        self.offset = line_end(self.source.text, start)
        written = self.source.text[start : self.offset]
        text = written.removeprefix(";").strip()
        span = Span(start, start + len(written.rstrip()))
        self.keep_comment(text, span)
        if written[0] == ";" and _hides_moves(text, self.source.text, self.offset):
            message = "this ';' starts a comment, but moves follow it on the line"
            self.report(span, "comment", message, hint="write {text}, and '/' between the players")
            return
        message = f"5DPGN has no {written[0]!r} comments; read as one to the end of the line"
        fix = comment_text(text, Losses(), "")
        self.report(span, "comment", message, Severity.WARNING, hint="write {text}", fix=fix)

    def keep_comment(self, text: str, span: Span) -> None:
        if self.follows_result(span.start):
            self.result_end = span.end
        current = self.current
        varied = bool(current.children) or current in self.replacing
        if self.closed and (self.bracketed or self.serial is not None or varied):
            self.waiting.append(CommentSyntax(text, span, 0))
        else:
            place = len(current.moves) + (current.result is not None)  # after the result, or before it
            current.comments.append(CommentSyntax(text, span, place))

    def place_waiting(self) -> None:
        """Keep comments that no action follows: after the moves and the variations of the last action."""
        current = self.current
        place = len(current.moves) + bool(current.children)
        current.comments += [comment._replace(after=place) for comment in self.waiting]
        self.waiting = []

    def add_open(self, span: Span) -> None:
        if opens_token(self.source.text, span.start) and self.add_typed(span.start):
            return
        self.finish_serial()
        self.opened.append(_Opened(self.current, span, self.parent, self.counted, self.since))
        self.closed = self.bracketed = True

    def add_close(self, span: Span) -> None:
        if span.start in self.ignored:
            place = self.source.place(self.ignored[span.start].start)
            message = f"this ')' closes the variation too early: the ')' at {place} closes nothing"
            self.report(span, "variation", message, fix="")
            return
        if not self.opened:
            if self.maybe_early:
                self.too_early[self.maybe_early.pop().start] = span
            self.report(span, "variation", "this ')' closes nothing", fix="")
            return
        opened = self.opened.pop()
        self.ended = _Ended(span, self.ply + 1)
        if self.current is opened.action:
            whole = Span(opened.bracket.start, span.end)
            self.report(whole, "variation", "an empty variation", Severity.WARNING)
        self.serial = None
        self.place_waiting()
        self.current = opened.action
        self.parent, self.counted, self.since = opened.parent, opened.counted, opened.since
        self.closed = True
        self.bracketed = False

    def add_result(self, span: Span, text: str = "") -> None:
        text = text or self.source.text[slice(*span)].replace("½-½", "1/2-1/2")
        if is_result(self.source.text, span):
            self.result_end = span.end
        if self.current.result is not None:
            self.report(span, "result", "a second result", Severity.WARNING)
        self.current.result = ResultSyntax(text, span)
        self.serial = None
        self.place_waiting()
        self.closed = not self.current.moves
        self.bracketed = False

    def add_board(self, span: Span) -> None:
        if self.add_typed(span.start):
            return
        word = _WORD.match(self.source.text, span.end)
        if word is not None:
            self.add_unreadable(Span(span.start, word.end()))
            return
        self.drop_board()
        self.board = span

    def drop_board(self) -> None:
        """Report a separate board that is followed by another one or by the end of the game."""
        if self.board is not None:
            self.report(self.board, "move", "no move follows this board")
            self.board = None

    def add_unreadable(self, span: Span) -> None:
        """Add a word that is not a move, up to the square of its jump if it has one."""
        text = self.source.text
        if span.end - span.start == _LONGEST_WORD and (word := _WORD.match(text, span.end)) is not None:
            span = Span(span.start, word.end())
        rest = _REST_OF_JUMP.match(text, span.end) if text[span.end - 1] in ">$xX" else None
        if rest is not None:
            span = Span(span.start, rest.end())
        self.offset = span.end
        written = text[span.start : span.end]
        self.report(span, "move", f"expected a move, found {quote(written)}", hint=_hint(written))
        self.add_move(span, readable=False)

    def add_hint(self, span: Span) -> None:
        if self.current.moves and not self.closed:
            move = self.current.moves[-1]
            if move.hints is None:
                move.hints = []
            move.hints.append(span)
            if self.source.text[span.start + 1] == "+":
                self.looks.add(Dialect.FIRST)
            move.whole = Span((move.whole or move.span).start, span.end)
        else:
            self.report(span, "hint", "this token belongs after a move", Severity.WARNING)

    def add_mark(self, span: Span, text: str = "") -> None:
        text = text or self.source.text[slice(*span)]
        if text == "*" and is_unfinished(self.source.text, span.start):
            self.add_result(span)
        elif not self.current.moves or self.closed:
            self.report(span, "mark", f"{text!r} belongs after a move", Severity.WARNING)
        elif self.continue_move(span.start):
            pass
        elif not _is_one_mark(text):
            self.join_marks(self.current.moves[-1], span, text)
        elif text in "+*#":
            self.current.moves[-1].mark = text
        else:
            self.current.moves[-1].evaluation = text

    def join_marks(self, move: MoveSyntax, span: Span, marks: str) -> None:
        """Attach marks that follow tokens or comments to their move."""
        marked = self.with_marks(move, span, marks) if move.readable else None
        if marked is None:
            self.report(span, "mark", f"{marks!r} belongs right after a move", Severity.WARNING)
            return
        move.text = marked.text
        message = f"marks apart from their move: 5DPGN writes {marked.text!r}"
        self.problems.add(Problem(self.source, span, "style", message, "", Severity.INFO, marked.fix))

    def with_marks(self, move: MoveSyntax, span: Span, marks: str) -> _Marked | None:
        """Return a move with separate marks, and the fix that attaches them."""
        marked = _typed_alone(self.game.move_text(move) + marks)
        if marked is None:
            return None
        if span.start - move.span.end > _FARTHEST_MARK:
            return _Marked(marked.text, None)
        start = (move.whole or move.span).start
        between = self.source.text[move.span.end : span.start].strip()
        fixed = " ".join(filter(None, (marked.text, between)))
        return _Marked(marked.text, Edit(Span(start, span.end), fixed))

    def add_bracket(self, span: Span) -> None:
        text = self.source.text
        root = self.game.root
        if self.current is not root or root.result or root.children:
            if shows_game(text, span.start) is None:
                self.add_stray_bracket(span.start)
                return
            if not self.next_game(span.start):
                return
        header = match_header(text, span.start)
        if header is not None:
            self.offset = header.end
            place = Span(span.start, header.end)
            self.game.headers.append(HeaderSyntax(header.key, header.value, place))
            if header.fix is not None:
                message = f"a header is written {header.fix}"
                self.report(place, "header", message, Severity.WARNING, fix=header.fix)
            else:
                self.add_plain_headers()
            return
        board = BOARD.match(text, span.start)
        self.offset = line_end(text, span.start) if board is None else board.end()
        place = Span(span.start, self.offset)
        if board is not None:
            self.game.boards.append(place)
        else:
            message = f"expected a header or a board, found {quote(self.game.text(place))}"
            hint = 'a header is [Key "value"], a board is [k*2/3/2K*:0:1:w]'
            self.report(place, "header", message, hint=hint)

    def add_stray_bracket(self, start: int) -> None:
        """Report a bracket within the moves."""
        text = self.source.text
        self.offset = stray_end(text, start)
        message = f"expected a move, a header or a board, found {quote(text[start : self.offset])}"
        self.report(Span(start, self.offset), "header", message, hint="a comment is written {text}")

    def add_plain_headers(self) -> None:
        """Read the headers that follow another one, as long as they have no escapes."""
        text, headers = self.source.text, self.game.headers
        while (plain := PLAIN_HEADER.match(text, self.offset)) is not None:
            self.offset = plain.end()
            header = (plain[2], plain[3], tuple.__new__(Span, plain.span(1)))
            headers.append(tuple.__new__(HeaderSyntax, header))

    def add_junk(self, span: Span) -> None:
        text = self.source.text
        written = text[span.start : span.end]
        if is_line_comment(text, span.start):
            self.add_line_comment(span.start)
        elif written == "}":
            self.report(span, "comment", "this '}' closes no comment", fix="")
        elif not self.add_typed(span.start):
            self.add_unreadable(span)

    def add_typed(self, start: int) -> bool:
        """Read an informal spelling that the grammar does not have; return whether it could be read."""
        if self.continue_move(start):
            return True
        text = self.source.text
        typed = typed_at(text, start)
        if typed is None:
            return False
        span = Span(start, typed.end)
        if typed.kind == "comma" and text[start] != "," and (self.closed or not self.current.moves):
            return False  # possibly a pass
        self.offset = typed.end
        number = number_parts(typed.text) if typed.kind == "serial" else None
        if number is not None and self.starts_game(span, *number) and not self.next_game(start):
            return True
        if typed.kind == "nag":
            self.add_nag(span, int(typed.text[1:]))
            return True
        if typed.kind == "dots":
            self.add_dots(span)
            return True
        if typed.kind == "serial" and typed.text.endswith("..."):
            pass  # reported as such
        elif typed.kind != "mark" or _is_one_mark(typed.text):
            self.report_typed(span, typed)
        if typed.kind == "move":
            self.add_move(span)
            self.current.moves[-1].text = typed.text
            self.reported = self.current.moves[-1], self.problems.added
        elif number is not None:
            self.add_number(span, *number)
        elif typed.kind == "result":
            self.add_result(span, typed.text)
        elif typed.kind == "hint":
            self.game.respelled[span] = typed.text
            self.add_hint(span)
        elif typed.kind == "mark":
            self.add_mark(span, typed.text)
        return True

    def continue_move(self, start: int) -> bool:
        """Read the text together with the previous move, if only both together are a move."""
        move = self.current.moves[-1] if self.current.moves else None
        if move is None or not move.readable or move.hints:
            return False
        text = self.source.text
        first, end = move.whole or move.span
        between = text[end:start] if start - end < 40 else "far"
        if between.strip() and not (between == "/" and self.serial and self.serial.sign == "slash"):
            return False
        if self.closed and between != "/":
            return False
        typed = typed_move(text, first, behind=start)
        if typed is None:
            return False
        if self.closed:  # `e8/Q`
            self.serial, self.closed = None, False
        if self.reported == (move, self.problems.added):
            self.problems.retract()
        move.span, move.text, move.whole = Span(first, typed.end), typed.text, None
        self.offset = typed.end
        self.report_typed(move.span, typed)
        self.reported = move, self.problems.added
        return True

    def report_typed(self, span: Span, typed: Typed) -> None:
        """Report the 5DPGN spelling of typed text."""
        written = self.source.text[slice(*span)]
        if typed.wrong is not None:
            found = self.source.text[slice(*typed.wrong)]
            message = f"expected a board such as (0T1) or a token such as (>L1), found {quote(found)}"
            left_out = "the move is read without it" if typed.kind == "move" else "it is left out"
            hint = "; ".join(filter(None, (left_out, _RELATIVE_HINT if "$(" in found else "")))
            self.report(typed.wrong, "move", message, hint=hint)
        elif typed.kind == "comma":
            self.drop(span, "spelling", f"{written!r} means nothing here", Severity.WARNING)
        elif typed.respelled:
            message = f"{quote(written)} is written {typed.text!r} in 5DPGN"
            self.report(span, "spelling", message, Severity.WARNING, fix=typed.text)
        elif typed.text != written:
            spaced = typed.text == "".join(written.split())
            noun = {"move": "a move", "hint": "a token", "result": "a result"}.get(typed.kind, typed.kind)
            what = f"blanks inside {noun}" if spaced else "marks in another order"
            self.report(span, "style", f"{what}: 5DPGN writes {typed.text!r}", Severity.INFO, fix=typed.text)

    def drop(self, span: Span, code: str, message: str, severity: Severity) -> None:
        """Report something superfluous, with the blanks before it."""
        before = self.source.text[max(0, span.start - 40) : span.start]
        start = span.start - (len(before) - len(before.rstrip()))
        edit = Edit(Span(start, span.end), "")
        self.problems.add(Problem(self.source, span, code, message, "", severity, edit))

    def add_nag(self, span: Span, number: int) -> None:
        """Add a PGN mark such as `$1`: the first six are marks of 5DPGN, the others are kept."""
        if not self.current.moves or self.closed:
            text = self.source.text[slice(*span)]
            self.report(span, "mark", f"{text!r} belongs after a move", Severity.WARNING)
            return
        move = self.current.moves[-1]
        mark = MARK_OF_NUMBER.get(number)
        written = self.game.move_text(move)
        given = move.evaluation or written[len(written.rstrip("!?")) :]
        marked = self.with_marks(move, span, mark) if mark and not given and move.readable else None
        if given and given == mark:
            self.drop(span, "nag", f"${number} is {mark}, which the move has", Severity.INFO)
        elif len(move.nags) == _MOST_NAGS:
            self.report(span, "limit", f"a move has at most {_MOST_NAGS} numbered marks")
        elif mark is None or marked is None:
            move.nags += (number,)
            what = f"{mark} beside {given}" if mark else "a mark of PGN that 5DPGN does not have"
            fix = None if self.source.text[span.start] == "$" else f"${number}"
            self.report(span, "nag", f"${number} is {what}; it is kept", Severity.INFO, fix=fix)
        else:
            move.evaluation = mark
            message = f"${number} is written {mark} in 5DPGN"
            self.problems.add(Problem(self.source, span, "nag", message, "", Severity.INFO, marked.fix))


_ADD: dict[str, Callable[[_Parser, Span], None]] = {
    kind: getattr(_Parser, f"add_{kind}") for kind in _KINDS if kind != "number"
}


def _hides_moves(comment: str, text: str, end: int) -> bool:
    """Return whether a line comment has moves that the text after it does not continue from before it."""
    found = _MOVES.search(comment)
    if found is None:
        return False
    after = _SERIAL.match(text, end)
    if after is None or found[0].startswith("/"):
        return after is None or after[1] != "/"
    return after[1] != "/" and int(after[1]) > int(found[1])


def _hint(written: str) -> str:
    """Return a hint for a text that is not a move."""
    if not written.strip("|"):
        return "'/' separates White's moves from Black's"
    if not written.strip("-\u2013\u2014|"):
        return "'/' separates White's moves from Black's; a player cannot pass"
    if _PASSES.fullmatch(written):
        return "a player cannot pass; leave boards out on which nothing is played"
    if written.startswith("$"):
        return "a numbered mark is $ and a number, as in $14; $(T-1) is a board and follows > or >>"
    if "$(" in written:
        return _RELATIVE_HINT
    if _PIECE_BEHIND_JUMP.match(written):
        return "a jump is followed by a square without a piece, as in (0T4)Qg5>>x(0T2)g3"
    if _FOREIGN_PIECE.fullmatch(written):
        return f"{written[0]} is no piece; the letters are K, Q, R, B, N, P and those of the fairy pieces"
    if _WORDS.fullmatch(written):
        return "text that is not a move belongs in a comment: {text}"
    return "a move is written e4, Nf3, O-O or (0T4)Qg5>>x(0T2)g3"


@lru_cache(maxsize=64)
def _typed_alone(text: str) -> Typed | None:
    """Return the move in a separate text; handles long runs of the same mark."""
    return typed_move(text, 0)


def _is_one_mark(marks: str) -> bool:
    """Return whether separate marks are one mark of the action, as in Branched 5DPGN: `+`, `!?`."""
    return marks in "+*#" or not marks.strip("!?")


def _ply(serial: SerialToken) -> int:
    """A number for each action of a game in turn: 2 for `1w`, 3 for `1b`."""
    return 2 * (serial.number or 0) + (serial.color or 0)
