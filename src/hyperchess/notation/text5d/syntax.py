"""Syntax tree of a game text in any 5D chess notation: content and positions, without the rules.

Nothing is dropped: every span of the source is in the tree, or in a problem that names its position. In some
notations the meaning of a move depends on the boards before it, its `Situation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from hyperchess.multiverse import Color, Position, Timeline
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.problems import Problems
from hyperchess.text import Source, Span

__all__ = [
    "PGN5D",
    "ActionSyntax",
    "CommentSyntax",
    "GameSyntax",
    "Grammar",
    "HeaderSyntax",
    "MadeSyntax",
    "MoveSyntax",
    "NullTurn",
    "PassSyntax",
    "ResultSyntax",
    "SerialToken",
    "Situation",
]


@dataclass(frozen=True, slots=True)
class Situation:
    """The boards before an action and before one of its moves."""

    position: Position  # before the action
    state: Position  # before the move
    done: frozenset[Timeline] = frozenset()  # timelines that earlier moves and passes have used
    relaxed: bool = False  # whether to ignore the order of moves that the notation prescribes

    def name(self, timeline: Timeline) -> Timeline:
        """Return the timeline that a name means: an odd start has one zero, an even start has two."""
        even = self.position.even
        return Timeline.of_row(timeline.row(even=even), even=even)

    def playable(self, *, descending: bool = False) -> list[Timeline]:
        """Return the timelines on which the player could move at the start of the action."""
        return sorted((at.timeline for at in self.position.playable), reverse=descending)

    def next_line(self, *, descending: bool = False) -> Timeline | None:
        """Return the first of them that no earlier move has used or jumped to."""
        still = {at.timeline for at in self.state.playable} - self.done
        return next((name for name in self.playable(descending=descending) if name in still), None)

    def last_turn(self, timeline: Timeline) -> int | None:
        """Return the turn of the last board of a timeline, if the timeline exists."""
        line = self.state.find_timeline(timeline)
        return None if line is None else line.end.turn


class HeaderSyntax(NamedTuple):
    """`[Key "value"]`."""

    key: str
    value: str
    span: Span


class CommentSyntax(NamedTuple):
    """`{text}`, and the number of moves of its action before it."""

    text: str
    span: Span
    after: int


class ResultSyntax(NamedTuple):
    """`1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game."""

    text: str
    span: Span


class SerialToken(NamedTuple):
    """Token before an action: `1.`, `1w.`, `1b.`, `/` or, in raw mode, `.`."""

    span: Span
    sign: str  # "number", "slash" or "dot"
    number: int | None = None
    color: Color | None = None  # if the text gives it
    present: int | None = None  # turn of the present, if the text gives it


class MadeSyntax(NamedTuple):
    """Timeline that a move creates according to the text, and the span of that statement."""

    timeline: Timeline
    span: Span


class PassSyntax(NamedTuple):
    """A board on which nothing is played, and the number of moves of its action before it."""

    span: Span
    after: int
    words: object = None  # parsed by the notation


@dataclass(slots=True)
class MoveSyntax:
    """A written move with its tokens; `readable` if it has the form of a move."""

    span: Span
    readable: bool = True
    text: str = ""  # as written, if it is not contiguous in the source
    whole: Span | None = None  # with its board, tokens or cell, if they extend beyond `span`
    hints: list[Span] | None = None  # (>L1), (~T2), (+L-2)
    mark: str = ""  # + * # or ! ?, separate from the move
    evaluation: str = ""
    nags: tuple[int, ...] = ()  # PGN marks such as `$14` that have no sign in 5DPGN
    words: object = None  # parsed by the notation, if its moves are not those of 5DPGN
    made: MadeSyntax | None = None


_READABLE = attrgetter("readable")


@dataclass(slots=True, eq=False)
class ActionSyntax:
    """The moves of an action, its comments and its continuations; the root has no moves.

    `children[0]` continues the main line, whatever its place in the text.
    """

    serial: SerialToken | None = None
    moves: list[MoveSyntax] = field(default_factory=list)
    comments: list[CommentSyntax] = field(default_factory=list)
    result: ResultSyntax | None = None
    children: list[ActionSyntax] = field(default_factory=list)
    bracketed: bool = False
    passes: list[PassSyntax] | None = None  # most actions have none
    claim: str = ""  # `#` or `=`: checkmate or stalemate, stated apart from the moves

    @property
    def span(self) -> Span:
        """Span from the first to the last move or pass; the position of the serial if there are none.

        If the text has the moves in another order, the span of the first one.
        """
        places = [move.span for move in self.moves] or [passed.span for passed in self.passes or ()]
        if not places:
            return self.serial.span if self.serial is not None else Span(0, 0)
        first, last = places[0], places[-1]
        return Span(first.start, last.end) if last.start >= first.start else first

    @property
    def ends_line(self) -> bool:
        """True if a result ends the line here: only variations in parentheses follow it."""
        return self.result is not None and all(child.bracketed for child in self.children)

    @property
    def late_comments(self) -> list[CommentSyntax]:
        """The comments after its result or its variations."""
        return [comment for comment in self.comments if comment.after > len(self.moves)]

    def add_pass(self, span: Span, words: object = None) -> None:
        """Add a board on which nothing is played, after the moves so far."""
        if self.passes is None:
            self.passes = []
        self.passes.append(PassSyntax(span, len(self.moves), words))

    @property
    def is_readable(self) -> bool:
        """True if all its tokens are moves."""
        return all(map(_READABLE, self.moves))

    def walk(self) -> Iterator[ActionSyntax]:
        """Yield this action and all that follow, parents first, main lines first."""
        waiting = [self]
        while waiting:
            action = waiting.pop()
            yield action
            waiting.extend(reversed(action.children))


@dataclass(frozen=True, slots=True)
class Grammar:
    """Interpretation of the moves of a notation.

    `translate` returns the meaning of the words of a move or pass in a situation (`None` if it has none);
    without it, moves are written in 5DPGN, which does not depend on the situation. `arrange` returns the
    moves of an action in the order of play, if that differs from the order of writing.
    """

    translate: Callable[[MoveSyntax | PassSyntax, Situation], MoveText | None] | None = None
    marks_captures: bool = True  # whether a capture without a capture mark is reported
    arrange: Callable[[ActionSyntax, Position], list[MoveSyntax]] | None = None


PGN5D = Grammar()


class NullTurn(NamedTuple):
    """A pass before all moves: the player and the turn, as far as the text gives them.

    The boards then appear twice. If the start has another player or turn, the pass is already included.
    """

    color: Color | None
    turn: int | None

    def is_at(self, start: Position) -> bool:
        """Return whether it is played from `start`."""
        return self.color in (None, start.player) and self.turn in (None, start.present.turn)


@dataclass(slots=True)
class GameSyntax:
    """One game of a text: headers, initial boards, and the tree of actions.

    A reader fills it; it is not changed afterwards.
    """

    source: Source
    notation: str = ""
    start: int = 0  # offset in the source
    grammar: Grammar = PGN5D
    headers: list[HeaderSyntax] = field(default_factory=list)
    boards: list[Span] = field(default_factory=list)
    root: ActionSyntax = field(default_factory=ActionSyntax)
    problems: Problems = field(init=False)
    respelled: dict[Span, str] = field(
        default_factory=dict
    )  # canonical spelling of tokens that are written differently
    names_start: bool = True  # whether headers and boards name the start, or else `position`
    position: Position | None = None
    null_turn: NullTurn | None = None

    def __post_init__(self) -> None:
        self.problems = Problems(self.source)

    def text(self, span: Span) -> str:
        """Return the text of a span of the source."""
        return self.source.text[span.start : span.end]

    def hint_text(self, hint: Span) -> str:
        """Return a token such as `(>L1)` in the spelling of the notation."""
        return self.respelled.get(hint) or self.text(hint)

    def take_apart(self) -> None:
        """Release the actions one by one.

        A long game is a deep tree, and freeing it recursively overflows the stack of a browser.
        """
        waiting = [self.root]
        while waiting:
            action = waiting.pop()
            waiting += action.children
            action.children = []

    def count_moves(self) -> int:
        """Count the written moves, variations included."""
        count = 0
        waiting = [self.root]
        while waiting:
            action = waiting.pop()
            count += len(action.moves)
            waiting += action.children
        return count

    def move_text(self, move: MoveSyntax) -> str:
        """Return a move as written."""
        return move.text or self.source.text[move.span.start : move.span.end]
