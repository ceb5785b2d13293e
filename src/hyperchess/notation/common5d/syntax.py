"""The syntax tree of a game text in any notation of 5D chess: what is written and where, without the rules.

Nothing is thrown away: every stretch of the source is in the tree, or in a problem that names its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from hyperchess.multiverse import Color, Position, Timeline
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.common5d.situation import Situation
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
    """`1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is not finished."""

    text: str
    span: Span


class SerialToken(NamedTuple):
    """What stands before an action: `1.`, `1w.`, `1b.`, `/` or, in raw mode, `.`."""

    span: Span
    sign: str  # "number", "slash" or "dot"
    number: int | None = None
    color: Color | None = None  # if the text says it
    present: int | None = None  # the turn at which the present is said to be


class MadeSyntax(NamedTuple):
    """The timeline that a move is said to make, and where that is said."""

    timeline: Timeline
    span: Span


class PassSyntax(NamedTuple):
    """A board on which nothing is played, and how many moves of its action stand before it."""

    span: Span
    after: int
    words: object = None  # what the notation read


@dataclass(slots=True)
class MoveSyntax:
    """One written move with the tokens that belong to it; `readable` if it has the form of a move."""

    span: Span
    readable: bool = True
    text: str = ""  # as written, where the source does not hold it in one piece
    whole: Span | None = None  # with its board, tokens or cell, where they reach beyond `span`
    hints: list[Span] | None = None  # (>L1), (~T2), (+L-2)
    mark: str = ""  # + * # or ! ?, written apart
    evaluation: str = ""
    nags: tuple[int, ...] = ()  # `$14` and the like: marks of PGN that have no sign in 5DPGN
    words: object = None  # what the notation read, if its moves are not those of 5DPGN
    made: MadeSyntax | None = None


_READABLE = attrgetter("readable")


@dataclass(slots=True, eq=False)
class ActionSyntax:
    """The moves of one action, its comments, and what follows; the root has no moves.

    `children[0]` continues the main line, wherever the text has it.
    """

    serial: SerialToken | None = None
    moves: list[MoveSyntax] = field(default_factory=list)
    comments: list[CommentSyntax] = field(default_factory=list)
    result: ResultSyntax | None = None
    children: list[ActionSyntax] = field(default_factory=list)
    bracketed: bool = False
    passes: list[PassSyntax] | None = None  # most actions have none
    claim: str = ""  # `#` or `=`: checkmate or stalemate, said apart from the moves

    @property
    def span(self) -> Span:
        """From the first move or pass to the last; if there is none, where the serial stands.

        Where the text has its moves in another order, the span is that of the first.
        """
        places = [move.span for move in self.moves] or [passed.span for passed in self.passes or ()]
        if not places:
            return self.serial.span if self.serial is not None else Span(0, 0)
        first, last = places[0], places[-1]
        return Span(first.start, last.end) if last.start >= first.start else first

    def add_pass(self, span: Span, words: object = None) -> None:
        """A board on which nothing is played, after the moves so far."""
        if self.passes is None:
            self.passes = []
        self.passes.append(PassSyntax(span, len(self.moves), words))

    @property
    def is_readable(self) -> bool:
        """Whether all of it has the form of moves."""
        return all(map(_READABLE, self.moves))

    def walk(self) -> Iterator[ActionSyntax]:
        """This action and all that follow, each before its continuations, main lines first."""
        waiting = [self]
        while waiting:
            action = waiting.pop()
            yield action
            waiting.extend(reversed(action.children))


@dataclass(frozen=True, slots=True)
class Grammar:
    """How the moves of a notation are understood.

    `translate` says what the words of a move, or of a pass, mean at a moment (`None`: nothing can be meant);
    without it moves are written in 5DPGN, which means the same at any moment. `arrange` gives the moves of an
    action in the order in which they are played, if that is not the order in which they are written.
    """

    translate: Callable[[MoveSyntax | PassSyntax, Situation], MoveText | None] | None = None
    marks_captures: bool = True  # whether a capture without its mark is reported
    arrange: Callable[[ActionSyntax, Position], list[MoveSyntax]] | None = None


PGN5D = Grammar()


class NullTurn(NamedTuple):
    """A pass before all moves: whose it is, and at which turn of the boards, as far as the text says it.

    The boards stand there twice then. Where another player starts, or at another turn, it is over already.
    """

    color: Color | None
    turn: int | None

    def is_at(self, start: Position) -> bool:
        """Whether it is played from there."""
        return self.color in (None, start.player) and self.turn in (None, start.present.turn)


@dataclass(slots=True)
class GameSyntax:
    """One game of a text: headers, initial boards, and the tree of actions.

    A reader fills it; whoever gets it from a reader does not change it.
    """

    source: Source
    notation: str = ""
    start: int = 0  # where it starts in the source
    grammar: Grammar = PGN5D
    headers: list[HeaderSyntax] = field(default_factory=list)
    boards: list[Span] = field(default_factory=list)
    root: ActionSyntax = field(default_factory=ActionSyntax)
    problems: Problems = field(init=False)
    respelled: dict[Span, str] = field(default_factory=dict)  # tokens that are not written as they should be
    names_start: bool = True  # whether headers and boards say the start, or else `position`
    position: Position | None = None
    null_turn: NullTurn | None = None

    def __post_init__(self) -> None:
        self.problems = Problems(self.source)

    def text(self, span: Span) -> str:
        """What is written in a stretch of the source."""
        return self.source.text[span.start : span.end]

    def hint_text(self, hint: Span) -> str:
        """A token such as `(>L1)`, as the notation writes it."""
        return self.respelled.get(hint) or self.text(hint)

    def take_apart(self) -> None:
        """Let go of the actions one by one.

        A long game is a deep tree, and freeing it as a whole goes as deep: too deep for a browser.
        """
        waiting = [self.root]
        while waiting:
            action = waiting.pop()
            waiting += action.children
            action.children = []

    def count_moves(self) -> int:
        """How many moves are written, variations included."""
        count = 0
        waiting = [self.root]
        while waiting:
            action = waiting.pop()
            count += len(action.moves)
            waiting += action.children
        return count

    def move_text(self, move: MoveSyntax) -> str:
        """A move as it was written."""
        return move.text or self.source.text[move.span.start : move.span.end]
