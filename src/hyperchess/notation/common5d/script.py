"""A game as one of the small notations writes it: 5DPGN's syntax tree, with moves in words of their own.

A reader makes a `Script` without the rules: what is written and where. What the words of a move mean often
depends on the boards of that moment ("the next timeline on which White may move"), so a script brings a
function that `replay` asks when it gets there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from hyperchess.multiverse import Color, Position, Timeline
from hyperchess.multiverse.movetext import MoveText
from hyperchess.notation.common5d.syntax import ActionSyntax, GameSyntax, HeaderSyntax, MoveSyntax, Serial
from hyperchess.text import MAX_PROBLEMS, Problem, Severity, Source, Span, quote

__all__ = [
    "ActionScript",
    "Script",
    "Situation",
    "Step",
    "StopReading",
    "Translate",
    "read_head",
    "serial_at",
    "timeline_named",
]

WordsT = TypeVar("WordsT")

_HEAD = re.compile(r"\s*(?=\[)")
_HEADER = re.compile(r'\[\s*([^\s"\[\]]+)\s*"([^"]*)"\s*\]')
_BOARD = re.compile(r'\[[^\[\]"]*:[^\[\]"]*\]')
_TO_LINE_END = re.compile(r"[^\r\n]*")


class StopReading(Exception):
    """Raised within a reader, and caught there, when a text has more problems than anyone reads."""


@dataclass(slots=True, eq=False)
class Step(MoveSyntax, Generic[WordsT]):
    """One written move or pass. `words` is what the notation read; `None` if it has not the form of one."""

    words: WordsT | None = None
    passes: bool = False  # a board on which nothing is played
    made: Span | None = None  # where the new timeline is named
    name: str = ""  # what to call it, if not by its text


@dataclass(slots=True, eq=False)
class ActionScript(ActionSyntax, Generic[WordsT]):
    """An action; `moves` are its steps without the passes. Of its `children` the first is the main line."""

    steps: list[Step[WordsT]] = field(default_factory=list)
    present: int | None = None  # the turn at which the present is said to be
    claim: str = ""  # `#` or `=`: checkmate or stalemate, said apart from the moves

    def add(self, step: Step[WordsT]) -> None:
        """Put a step at the end."""
        self.steps.append(step)
        if not step.passes:
            self.moves.append(step)


@dataclass(frozen=True, slots=True)
class Situation:
    """The moment in which the words of a move are to be understood."""

    position: Position  # before the action
    state: Position  # before the move
    done: frozenset[Timeline] = frozenset()  # timelines that earlier steps of the action have dealt with
    relaxed: bool = False  # whether to leave open what the notation leaves to its order

    def name(self, timeline: Timeline) -> Timeline:
        """The timeline that a name means: an odd start has one zero, an even start has two."""
        even = self.position.even
        return Timeline.of_row(timeline.row(even=even), even=even)

    def playable(self, *, descending: bool = False) -> list[Timeline]:
        """The timelines on which the player could move when the action began."""
        return sorted((at.timeline for at in self.position.playable), reverse=descending)

    def next_line(self, *, descending: bool = False) -> Timeline | None:
        """The first of those that is neither dealt with nor hopped to."""
        still = {at.timeline for at in self.state.playable} - self.done
        return next((name for name in self.playable(descending=descending) if name in still), None)

    def last_turn(self, timeline: Timeline) -> int | None:
        """The turn of the last board of a timeline, if there is such a timeline."""
        line = self.state.line(timeline)
        return None if line is None else line.end.turn


Translate = Callable[[Step[WordsT], Situation], MoveText | None]


class Script(Generic[WordsT]):
    """The syntax of a game, and how to understand its moves (`None`: nothing can be meant)."""

    def __init__(
        self,
        source: Source,
        notation: str,
        translate: Translate[WordsT],
        *,
        start: int = 0,
        marks_captures: bool = True,
    ) -> None:
        self.syntax = GameSyntax(source, start)
        self.root: ActionScript[WordsT] = ActionScript()
        self.syntax.root = self.root
        self.notation = notation
        self.translate = translate
        self.marks_captures = marks_captures  # whether a capture without its mark is worth a word
        self._end = self.root

    @property
    def source(self) -> Source:
        """The whole text."""
        return self.syntax.source

    @property
    def last(self) -> ActionScript[WordsT]:
        """The action that was begun last, or the root."""
        return self._end

    def begin(
        self, serial: Serial | None = None, *, after: ActionScript[WordsT] | None = None
    ) -> ActionScript[WordsT]:
        """A new action after the last one, or after another."""
        action: ActionScript[WordsT] = ActionScript(serial)
        (self._end if after is None else after).children.append(action)
        self._end = action
        return action

    def begin_unnumbered(self, span: Span, example: str) -> None:
        """A new action that has no number, which is worth a word."""
        hint = f"start it with a number such as {example}"
        self.report(span, "serial", "an action without its number", hint=hint, severity=Severity.INFO)
        self.begin()

    def answer(self, span: Span) -> None:
        """Black's part of a turn; after a number alone it says that White's part is missing."""
        last = self.last
        number = last.serial.number if last.serial is not None else None
        if last is self.root or last.steps or last.claim:
            last = self.begin()
        last.serial = Serial(span, "number", number, Color.BLACK)

    def report(
        self,
        span: Span,
        code: str,
        message: str,
        *,
        hint: str = "",
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Note a problem; `StopReading` when there are too many."""
        self.syntax.problems.append(Problem(self.source, span, code, message, hint, severity))
        if len(self.syntax.problems) > MAX_PROBLEMS:
            limit = "too many problems; reading stops here"
            self.syntax.problems.append(Problem(self.source, Span(span.end, span.end), "limit", limit))
            raise StopReading

    def unreadable(self, span: Span, expected: str, *, hint: str = "") -> Step[WordsT]:
        """A step for something that is no move, with its problem."""
        self.report(span, "move", f"expected {expected}, found {quote(self.syntax.text(span))}", hint=hint)
        return Step(span, readable=False)


def read_head(script: Script[WordsT], offset: int = 0) -> int:
    """Read the headers and boards at the start of a game, and tell where they end."""
    text = script.source.text
    if offset == 0 and text.startswith("\ufeff"):
        offset = 1
    while (blank := _HEAD.match(text, offset)) is not None:
        place = blank.end()
        header = _HEADER.match(text, place)
        board = None if header else _BOARD.match(text, place)
        match = header or board or _TO_LINE_END.match(text, place)
        assert match is not None
        span = Span(*match.span())
        offset = span.end
        if header is not None:
            script.syntax.headers.append(HeaderSyntax(header[1], header[2], span))
        elif board is not None:
            script.syntax.boards.append(span)
        else:
            hint = 'a header is [Key "value"], a board is [k*2/3/2K*:0:1:w]'
            script.report(span, "header", f"expected a header, found {quote(match.group())}", hint=hint)
    return offset


def timeline_named(text: str) -> Timeline:
    """The timeline of a name that is known to be one, such as `-1`, `0` or `+0`."""
    if text in ("-0", "+0"):
        return Timeline(1 if text == "+0" else -1)
    return Timeline.of(int(text))


def serial_at(span: Span, number: str, color: Color | None) -> Serial:
    """The serial of an action from its digits."""
    return Serial(span, "number", int(number) if len(number) <= 6 else None, color)
