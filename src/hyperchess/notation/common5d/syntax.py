"""The syntax tree of a game text: what is written and where, without the rules.

Nothing is thrown away: every stretch of the source is in the tree, or in a problem that names its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from hyperchess.multiverse import Color
from hyperchess.text import Problem, Source, Span

__all__ = [
    "ActionSyntax",
    "CommentSyntax",
    "GameSyntax",
    "HeaderSyntax",
    "MoveSyntax",
    "ResultSyntax",
    "Serial",
]


class HeaderSyntax(NamedTuple):
    """`[Key "value"]`."""

    key: str
    value: str
    span: Span


class CommentSyntax(NamedTuple):
    """`{text}`, and how many moves of its action stand before it."""

    text: str
    span: Span
    after: int


class ResultSyntax(NamedTuple):
    """`1-0`, `0-1` or `1/2-1/2`."""

    text: str
    span: Span


class Serial(NamedTuple):
    """What stands before an action: `1.`, `1w.`, `1b.`, `/` or, in raw mode, `.`."""

    span: Span
    sign: str  # "number", "slash" or "dot"
    number: int | None = None
    color: Color | None = None  # as far as the text tells


@dataclass(slots=True)
class MoveSyntax:
    """One written move with the tokens that belong to it; `readable` if it has the form of a move."""

    span: Span
    readable: bool = True
    board: Span | None = None  # its board, if that stands apart
    hints: tuple[Span, ...] = ()  # (>L1), (~T2), (+L-2)
    mark: str = ""  # + * # or ! ?, written apart
    evaluation: str = ""


_READABLE = attrgetter("readable")


@dataclass(slots=True, eq=False)
class ActionSyntax:
    """The moves of one action, its comments, and what follows; the root has no moves."""

    serial: Serial | None = None
    moves: list[MoveSyntax] = field(default_factory=list)
    comments: list[CommentSyntax] = field(default_factory=list)
    result: ResultSyntax | None = None
    children: list[ActionSyntax] = field(default_factory=list)
    bracketed: bool = False

    @property
    def span(self) -> Span:
        """From the first move to the last."""
        return Span(self.moves[0].span.start, self.moves[-1].span.end) if self.moves else Span(0, 0)

    @property
    def is_readable(self) -> bool:
        """Whether all of it has the form of moves."""
        return all(map(_READABLE, self.moves))

    def is_numbered(self, number: int, color: Color) -> bool:
        """Whether its serial names a turn and a player."""
        return self.serial is not None and self.serial.number == number and self.serial.color is color

    @property
    def main_first(self) -> list[ActionSyntax]:
        """The continuations with the main line first: it is written last (Branched 5DPGN 5)."""
        children = self.children
        return [children[-1], *children[:-1]] if len(children) > 1 else children

    def walk(self) -> Iterator[ActionSyntax]:
        """This action and all that follow, each before its continuations, in the order of the text."""
        waiting = [self]
        while waiting:
            action = waiting.pop()
            yield action
            waiting.extend(reversed(action.children))


@dataclass(slots=True)
class GameSyntax:
    """One game of a text: headers, initial boards, and the tree of actions."""

    source: Source
    start: int = 0  # where it starts in the source
    headers: list[HeaderSyntax] = field(default_factory=list)
    boards: list[Span] = field(default_factory=list)
    root: ActionSyntax = field(default_factory=ActionSyntax)
    problems: list[Problem] = field(default_factory=list)
    without_signs: bool = False  # whether it counts the middle timelines of an even start as -1 and 0

    def text(self, span: Span) -> str:
        """What is written in a stretch of the source."""
        return self.source.text[span.start : span.end]

    @property
    def dialect(self) -> str:
        """Which of the four notations this looks most like."""
        bracketed = lettered = first = False
        for action in self.root.walk():
            bracketed |= action.bracketed
            for move in action.moves:
                for hint in move.hints:
                    first |= self.text(hint).startswith("(+")
            serial = action.serial
            if serial is not None and serial.sign == "dot":
                return "raw"
            if serial is not None and serial.sign == "number":
                lettered |= self.text(serial.span).rstrip(". ")[-1:] in ("w", "b")
        if first:
            return "shad-first"
        keys = {header.key for header in self.headers}
        if lettered or bracketed or keys & {"Variant", "Timeline", "Timelines"}:
            return "branched"
        return "shad"
