"""Reading Axel's notation: words in almost any order, ended by `;` and `.`."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from hyperchess.multiverse import Color, MoveKind, MovePattern, Position, Timeline
from hyperchess.multiverse.movetext import MoveText
from hyperchess.notation.common5d.replay import Game5D, replay
from hyperchess.notation.common5d.script import (
    Script,
    Situation,
    Step,
    StopReading,
    read_head,
    serial_at,
    timeline_named,
)
from hyperchess.text import Source, Span

__all__ = ["read_axel"]

_PREFIX = re.compile(
    r"(?P<color>[wb])?\s?(?P<number>[0-9]+)\s?(?:T\s?(?P<turn>-?[0-9]{1,5})\s?)?\.(?!\.\s*[0-9])"
)
_PLAIN_PREFIX = re.compile(r"[0-9]")
_BLANK = re.compile(r"\s+")
_DOTS = re.compile(r"\.\.+")
# A move ends with `;` or `.`; where that was forgotten, before a number.
_CHUNK = re.compile(
    r"(?:[^;.\s]|[\r\n](?!\s?[wb]?[0-9]{1,6}(?:T-?[0-9]{1,5})?\.)|[^\S\r\n](?!\s?[0-9]{1,6}(?:T-?[0-9]{1,5})?\.))+"
)
_WORD = re.compile(
    r"""\s*(?:
    L\s?(?P<line>[+-]?[0-9]{1,5})
  | T\s?(?P<turn>-?[0-9]{1,5})
  | (?P<castling>[O0]-[O0](?:-[O0])?)
  | \(\s*\+\s?L\s?(?P<made>[+-]?[0-9]{1,5})\s*(?P<present>p)?\s*\)
  | =\s?(?P<promotion>[A-Z])
  | (?P<piece>[PKNRQDUBWCYS])
  | (?P<square>[a-wyz][1-9][0-9]?)
  | (?P<capture>x)
  | (?P<file>[a-wyz])
  | (?P<rank>[1-9][0-9]?)
  | (?P<mark>\+\+|\*\+|[+*\#])
  | (?P<evaluation>[!?]{1,2})
    )""",
    re.VERBOSE,
)
_MARKS = {"+": "+", "*": "+", "*+": "+", "++": "*", "#": "#"}
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")
_HINT = "a move is written e4, L+1 Nf3 or L0T7 Qf4 x L0T4 c4 (+L-1)"


def read_axel(source: Source, *, start: Position | None = None) -> list[Game5D]:
    """Read one game in the short or the full form, or in a mixture. Headers may stand before it."""
    script: Script[MoveText] = Script(source, "axel", _translate)
    with suppress(StopReading):
        _Reader(script).run()
    return [replay(script, start=start)]


class _Reader:
    def __init__(self, script: Script[MoveText]) -> None:
        self.script = script
        self.closed = True  # whether the next move starts an action

    def run(self) -> None:
        text = self.script.source.text
        offset = read_head(self.script)
        while offset < len(text):
            if (blank := _BLANK.match(text, offset)) is not None:
                offset = blank.end()
            elif (prefix := self.prefix(offset)) is not None:
                offset = prefix.end()
                self.begin(prefix)
            elif (dots := _DOTS.match(text, offset)) is not None:
                offset = dots.end()
                self.script.answer(Span(*dots.span()))
                self.closed = False
            elif (chunk := _CHUNK.match(text, offset)) is not None:
                offset = chunk.end()
                self.add(Span(chunk.start(), chunk.start() + len(chunk.group().rstrip())))
                self.closed = text[offset : offset + 1].isspace()
            else:
                self.closed = self.closed or text[offset] == "."
                offset += 1

    def prefix(self, offset: int) -> re.Match[str] | None:
        """The number of an action; within an action `b4.` is a move."""
        text = self.script.source.text
        return _PREFIX.match(text, offset) if self.closed or _PLAIN_PREFIX.match(text, offset) else None

    def begin(self, prefix: re.Match[str]) -> None:
        color = Color("wb".index(prefix["color"])) if prefix["color"] else None
        action = self.script.begin(serial_at(Span(*prefix.span()), prefix["number"], color))
        action.present = int(prefix["turn"]) if prefix["turn"] else None
        self.closed = False

    def add(self, span: Span) -> None:
        if self.closed:
            self.script.begin_unnumbered(span, "w3. or with '..'")
            self.closed = False
        if self.script.source.text[slice(*span)] == "-":
            self.script.last.add(Step(span, passes=True))
        else:
            self.script.last.add(self.move(span))

    def move(self, span: Span) -> Step[MoveText]:
        words = _Words(self.script.source, span)
        if not words.read():
            return self.script.unreadable(span, "a move", hint=_HINT)
        return Step(span, words=words.text(), made=words.made)


class _Words:
    """The words of one move, in any order that leaves the target last."""

    def __init__(self, source: Source, span: Span) -> None:
        self.source = source
        self.span = span
        self.pattern = MovePattern()
        self.capture = False
        self.mark = self.evaluation = ""
        self.moves_present = False
        self.made: Span | None = None
        self.origin = ""
        self.target = ""
        self.begun = False  # whether the piece or a square has been read: boards belong to the target now

    def read(self) -> bool:
        """Read all words; whether they make up a move."""
        offset = self.span.start
        while offset < self.span.end:
            match = _WORD.match(self.source.text, offset, self.span.end)
            if match is None or not self.take(match):
                return False
            offset = match.end()
        return bool(self.target) or self.pattern.castling is not None

    def take(self, match: re.Match[str]) -> bool:
        kind = match.lastgroup or ""
        word = match[kind]
        if kind == "line":
            self.pattern = _with_line(self.pattern, timeline_named(word), of_target=self.begun)
        elif kind == "turn":
            self.pattern = _with_turn(self.pattern, int(word), of_target=self.begun)
        elif kind == "castling":
            self.pattern = replace(self.pattern, piece="K", castling=1 if len(word) == 3 else -1)
        elif kind == "piece":
            if self.begun:
                return False
            self.pattern = replace(self.pattern, piece=word)
            self.begun = True
        elif kind in ("square", "file", "rank"):
            self.origin, self.target = self.origin + self.target, word
            self.begun = True
        elif kind == "promotion":
            self.pattern = replace(self.pattern, promotion=word)
        elif kind == "capture":
            self.capture = self.begun = True
        elif kind in ("made", "present"):
            self.made = Span(*match.span("made"))
            self.moves_present = match["present"] is not None
        elif kind == "mark":
            self.mark = _MARKS[word]
        else:
            self.evaluation = word
        return True

    def text(self) -> MoveText:
        target = _SQUARE.fullmatch(self.target)
        pattern = self.pattern
        if target is not None:
            pattern = replace(pattern, to_file=ord(target[1]) - ord("a"), to_rank=int(target[2]) - 1)
        elif self.target.isalpha():  # `cxd`: a file is enough where it is clear
            pattern = replace(pattern, to_file=ord(self.target) - ord("a"))
        letters = [letter for letter in self.origin if letter.isalpha()]
        digits = "".join(letter for letter in self.origin if letter.isdigit())
        if letters:
            pattern = replace(pattern, file=ord(letters[0]) - ord("a"))
        if 0 < len(digits) <= 2:
            pattern = replace(pattern, rank=int(digits) - 1)
        return MoveText(
            pattern,
            self.span,
            capture=self.capture,
            mark=self.mark,
            moves_present=self.moves_present,
            evaluation=self.evaluation,
        )


def _with_line(pattern: MovePattern, line: Timeline, *, of_target: bool) -> MovePattern:
    return replace(pattern, to_timeline=line) if of_target else replace(pattern, timeline=line)


def _with_turn(pattern: MovePattern, turn: int, *, of_target: bool) -> MovePattern:
    return replace(pattern, to_turn=turn) if of_target else replace(pattern, turn=turn)


def _translate(step: Step[MoveText], situation: Situation) -> MoveText | None:
    """Fill in what the words leave out: the next board, and the target board where it is the source's."""
    descending = situation.position.player is Color.BLACK
    if step.passes:
        passed = MovePattern(timeline=situation.next_line(descending=descending))
        return MoveText(passed, step.span)
    assert step.words is not None
    pattern = step.words.pattern
    line = pattern.timeline
    if line is None and not situation.relaxed:
        line = situation.next_line(descending=descending)
        if line is None:
            return None
    pattern = replace(pattern, timeline=line if line is None else situation.name(line))
    return replace(step.words, pattern=_with_target(pattern, situation))


def _with_target(pattern: MovePattern, situation: Situation) -> MovePattern:
    if pattern.to_timeline is None and pattern.to_turn is None:
        return replace(pattern, kind=MoveKind.PHYSICAL)
    if pattern.timeline is None:
        return pattern
    turn = situation.last_turn(pattern.timeline) if pattern.turn is None else pattern.turn
    return replace(
        pattern,
        to_timeline=pattern.timeline if pattern.to_timeline is None else pattern.to_timeline,
        to_turn=turn if pattern.to_turn is None else pattern.to_turn,
    )
