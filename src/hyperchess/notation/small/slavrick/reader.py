"""Reading Slavrick's notations: one reader for all three, since they mix."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from hyperchess.errors import ParseError
from hyperchess.game import RESULTS
from hyperchess.multiverse import Color, MoveKind, MovePattern, Position
from hyperchess.multiverse.movetext import MOVE_PATTERN, MoveText, scan_move
from hyperchess.notation.common5d.replay import Game5D, replay
from hyperchess.notation.common5d.script import (
    ActionScript,
    Script,
    Situation,
    Step,
    StopReading,
    read_head,
    serial_at,
    timeline_named,
)
from hyperchess.notation.common5d.start import find_start
from hyperchess.notation.common5d.syntax import CommentSyntax, ResultSyntax, Serial
from hyperchess.scanner import Scanner
from hyperchess.text import Severity, Source, Span

__all__ = ["read_slavrick"]

_MOVE = re.sub(r"\(\?P<\w+>", "(?:", MOVE_PATTERN)
_SQUARE = (
    r"\(\s?(?P<x{0}>[0-9]{{1,2}})\s?,\s?(?P<y{0}>[0-9]{{1,2}})\s?,\s?(?P<turn{0}>-?[0-9]{{1,5}})\s?,"
    r"\s?(?P<line{0}>[+-]?[0-9]{{1,5}})\s?(?:,\s?[wb]\s?)?\)"
)
_TOKEN = re.compile(
    rf"""(?P<blank>\s*)(?:
    (?P<coordinates>{_SQUARE.format(1)}\s?{_SQUARE.format(2)}(?:\s?=\s?(?P<promotion>[A-Z]))?)
  | (?P<castling>(?P<side>[O0]-[O0](?:-[O0])?)\s?,\s?L?(?P<line>[+-]?[0-9]{{1,5}}))
  | (?P<null>(?:\(\s?L?(?P<null_line>[+-]?[0-9]{{1,5}})\s?T\s?-?[0-9]{{1,5}}[wb]?\s?\))?\s?0000(?![0-9]))
  | (?P<number>(?P<digits>[0-9]+)\s?(?P<color>[wb])?\s?(?P<dots>\.+))
  | (?P<result>{"|".join(map(re.escape, RESULTS))})(?![\w/-])
  | (?P<move>{_MOVE})(?![\w=>-])
  | (?P<slash>/)
  | (?P<semicolon>;)
  | (?P<open>\{{)
  | (?P<close>\}})
  | (?P<junk>[^\s{{}};/]+)
    )""",
    re.VERBOSE,
)
_KINDS = (
    "coordinates",
    "castling",
    "null",
    "number",
    "result",
    "move",
    "slash",
    "semicolon",
    "open",
    "close",
    "junk",
)
_SIDE_LINE = re.compile(r"\{\s*(?=[0-9]+\s?[wb]?\s?\.|\(\s?-?[0-9]+\s?[,T])")
_COMMENT = re.compile(r"\{\s*%c ?([^{}]*?) ?\}")
_DRAWING = re.compile(r"\{\s*(\[%c(?:sl|al)[^{}\[\]]*\])\s*\}")
_OTHER = re.compile(r"\{([^{}]*)\}?")
_HINT = "a move is written (0T1)Ng1f3, (0T3)Nf3>>(0T2)f5 or (6,0,1,0)(5,2,1,0)"


def read_slavrick(source: Source, *, start: Position | None = None) -> list[Game5D]:
    """Read one game: headers, boards, and moves in any of the forms, with side lines and comments."""
    script: Script[MoveText] = Script(source, "slavrick", _translate, marks_captures=False)
    with suppress(StopReading):
        _Reader(script).run()
    found = find_start(script.syntax) if start is None else start
    return [replay(script, start=_with_null_turn(script, found), find=False)]


class _Reader:
    def __init__(self, script: Script[MoveText]) -> None:
        self.script = script
        self.current = script.root
        self.parents: dict[ActionScript[MoveText], ActionScript[MoveText]] = {}
        self.opened: list[tuple[ActionScript[MoveText], Span]] = []
        self.fresh = True  # whether the next move starts an action
        self.bare = False  # whether the last token was a coordinate move, which a line break ends

    def run(self) -> None:
        offset = read_head(self.script)
        text = self.script.source.text
        while (token := _TOKEN.match(text, offset)) is not None:
            offset = token.end()
            kind = next(name for name in _KINDS if token[name] is not None)
            span = Span(*token.span(kind))
            if kind == "open":
                offset = self.open(span)
            elif kind == "close":
                self.close(span)
            elif kind == "number":
                black = token["color"] == "b" or (token["color"] is None and len(token["dots"]) >= 3)
                self.begin(serial_at(span, token["digits"], Color.BLACK if black else Color.WHITE))
            elif kind == "slash":
                self.begin(Serial(span, "slash"))
            elif kind == "result":
                self.current.result = ResultSyntax(token["result"], span)
            elif kind != "semicolon":
                self.add(kind, token, span)
            self.bare = kind in ("coordinates", "castling", "null")
        for _, span in self.opened:
            message = "this side line is not closed"
            self.script.report(span, "variation", message, hint="add '}' where it ends")

    def begin(self, serial: Serial | None) -> None:
        if serial is not None and serial.sign == "slash" and not self.current.steps and self.current.serial:
            number = self.current.serial.number  # `1. / e5`: White's part is empty
            self.current.serial = Serial(serial.span, "number", number, Color.BLACK)
            return
        action = self.script.begin(serial, after=self.current)
        self.parents[action] = self.current
        self.current = action
        self.fresh = False

    def add(self, kind: str, token: re.Match[str], span: Span) -> None:
        broken = self.bare and kind in ("coordinates", "castling", "null")
        if self.fresh or (broken and "\n" in token["blank"].replace("\r", "\n")):
            self.begin(None)
        if kind == "null":
            line = token["null_line"]
            pattern = MovePattern(timeline=timeline_named(line) if line else None)
            self.current.add(Step(span, passes=True, words=MoveText(pattern, span)))
        elif kind == "junk":
            self.current.add(self.script.unreadable(span, "a move", hint=_HINT))
        elif kind == "move":
            self.current.add(self.written(span))
        else:
            words = _coordinates(token, span) if kind == "coordinates" else _castling(token, span)
            self.current.add(Step(span, words=words))

    def written(self, span: Span) -> Step[MoveText]:
        try:
            words = scan_move(Scanner(self.script.source, span.start))
        except ParseError as error:
            self.script.syntax.problems.append(error.problem)
            return Step(span, readable=False)
        return Step(span, words=words)

    def open(self, span: Span) -> int:
        """Read a comment or a drawing, or go into a side line; where to go on."""
        text = self.script.source.text
        side = _SIDE_LINE.match(text, span.start)
        if side is not None:
            self.opened.append((self.current, span))
            # A side line replaces the action before it, so that it follows what that one follows.
            self.current = self.parents.get(self.current, self.script.root)
            self.fresh = True
            return side.end()
        comment = _COMMENT.match(text, span.start) or _DRAWING.match(text, span.start)
        other = _OTHER.match(text, span.start)
        assert other is not None
        match = comment or other
        if not match.group().endswith("}"):
            self.script.report(span, "comment", "this comment is not closed", hint="add '}' where it ends")
        elif comment is None:
            message = "this is neither a side line nor a comment; read as a comment"
            hint = "a comment is written {%c text }"
            self.script.report(span, "comment", message, hint=hint, severity=Severity.INFO)
        place = Span(*match.span())
        self.current.comments.append(CommentSyntax(match[1], place, len(self.current.moves)))
        return match.end()

    def close(self, span: Span) -> None:
        if not self.opened:
            self.script.report(span, "variation", "this '}' closes nothing")
            return
        self.current, _ = self.opened.pop()
        self.fresh = True


def _coordinates(token: re.Match[str], span: Span) -> MoveText:
    pattern = MovePattern(
        timeline=timeline_named(token["line1"]),
        turn=int(token["turn1"]),
        file=int(token["x1"]),
        rank=int(token["y1"]),
        to_timeline=timeline_named(token["line2"]),
        to_turn=int(token["turn2"]),
        to_file=int(token["x2"]),
        to_rank=int(token["y2"]),
        promotion=token["promotion"],
    )
    return MoveText(pattern, span)


def _castling(token: re.Match[str], span: Span) -> MoveText:
    pattern = MovePattern(
        timeline=timeline_named(token["line"]),
        piece="K",
        castling=1 if len(token["side"]) == 3 else -1,
        kind=MoveKind.PHYSICAL,
    )
    return MoveText(pattern, span)


def _translate(step: Step[MoveText], situation: Situation) -> MoveText | None:
    return step.words


def _with_null_turn(script: Script[MoveText], start: Position | None) -> Position | None:
    """The start after `0. 0000`: the boards stand there once more, for the other player."""
    first = script.root.children[0] if script.root.children else None
    if start is None or not isinstance(first, ActionScript) or first.serial is None:
        return start
    if first.serial.number != 0 or first.moves or not first.steps:
        return start
    script.root.children[:1] = first.children
    boards = [*start.boards]
    for line in start.lines:
        last = line.boards[-1]
        boards.append(replace(last, at=last.at.next))
    initial = [line.timeline for line in start.lines if line.maker is None]
    return Position.of_boards(boards, promotions=start.promotions, initial=initial)
