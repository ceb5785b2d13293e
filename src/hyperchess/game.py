"""A game of either kind: headers, a start, and a tree of actions with comments, marks and results.

The tree is independent of the rules. A node stores its moves as written and, if they could be resolved, as
moves; positions are computed on demand.

>>> from hyperchess.multiverse import start
>>> game = Game(start("Standard"), {"White": "Ada"})
>>> node = game.root.add(start("Standard").read("e4")).add(game.root.children[0].position.read("e5"))
>>> game.final.fen().count("["), [str(move.move) for node in game.main_line for move in node.moves]
(3, ['(0T1)e2>(0T1)e4', '(0T1)e7>(0T1)e5'])
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, overload

from hyperchess.annotations import (
    COLOR_NAMES,
    ArrowShape,
    Clock,
    Command,
    EvalComment,
    Shape,
    SquareShape,
    find_clock,
    find_score,
    join_shapes,
    parse_commands,
    parse_shapes,
    read_shapes,
    replace_commands,
)
from hyperchess.display import Displayed
from hyperchess.errors import InvalidArgument, UnresolvedMove, WrongGame
from hyperchess.hooks import HOOKS
from hyperchess.ruleset import Action, BasePosition, GameKind, Ruleset
from hyperchess.rulesets import find_ruleset
from hyperchess.text import Problem, Span, quote, suggest
from hyperchess.validation import check_instance, check_items, check_text, invalid_argument

if TYPE_CHECKING:
    from hyperchess import infinite, multiverse
    from hyperchess.rulesets import AnyMove, AnyPosition

__all__ = [
    "AFTER_MOVES",
    "EVALUATIONS",
    "KEPT_POSITIONS",
    "MARKS",
    "RESULTS",
    "AnyGame",
    "AnyNode",
    "AnyWritten",
    "Comment",
    "Game",
    "InfiniteGame",
    "InfiniteNode",
    "MultiverseGame",
    "MultiverseNode",
    "Node",
    "PlainLine",
    "Reached",
    "Serial",
    "WrittenMove",
    "attach_action",
    "attach_copy",
    "expect",
    "keep_position",
    "new_game",
]


RESULTS = ("1-0", "0-1", "1/2-1/2")
MARKS = ("+", "*", "#")
"""The marks at the end of an action: check, softmate, mate."""
EVALUATIONS = ("!", "?", "!!", "??", "!?", "?!")
"""The judgements of an action, in the order of their numbers in PGN: `$1` to `$6`."""
AFTER_MOVES = -1
"""The place of a comment after all moves of its action, however many there are."""
MOST_NAG = 255
"""The highest number of PGN."""
KEPT_POSITIONS = 512
"""The number of most recently used nodes of a game whose positions are cached."""

MoveT = TypeVar("MoveT")
PositionT = TypeVar("PositionT", bound=BasePosition[Any, Any])
MoveT_co = TypeVar("MoveT_co", covariant=True)
PositionT_co = TypeVar("PositionT_co", bound=BasePosition[Any, Any], covariant=True)
ShapeT = TypeVar("ShapeT", ArrowShape, SquareShape)


class Reached(Protocol[PositionT_co]):
    """A position reached by an action, which may be computed on demand."""

    @property
    def after(self) -> PositionT_co:
        """The position."""


class PlainLine(NamedTuple, Generic[PositionT, MoveT]):
    """A game with only legal actions and a result: the actions, the positions reached, and the result.

    `packed` are the encoded actions, if available.
    """

    actions: Sequence[Sequence[MoveT | None]]
    packed: bytes
    reached: Reached[PositionT]
    result: str


class _Known(NamedTuple, Generic[PositionT]):
    """A position that is already available."""

    after: PositionT


class Serial(NamedTuple):
    """The number of an action: the full turn, and the letter of the player.

    >>> str(Serial(12, "b"))
    '12b'
    """

    number: int
    """The full turn, counted from 1."""
    player: str
    """The letter of the player."""

    def __str__(self) -> str:
        return f"{self.number}{self.player}"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, and its place among the moves of the action: by default after the last."""

    text: str
    """The text without its braces."""
    after: int = AFTER_MOVES
    """The number of moves of the action before the comment: 0 before the first, and one more than there are
    if it follows the result. `Node.comments` has the number instead of `AFTER_MOVES`."""

    def __post_init__(self) -> None:
        if type(self.text) is not str or type(self.after) is not int:
            check_text("text", self.text)
            check_instance("after", self.after, int)


@dataclass(frozen=True, slots=True)
class WrittenMove(Generic[MoveT_co]):
    """A move of an action: as written (empty if not from a text) and as resolved (`None` if not).

    `span` is its position in the source text, `None` if there is no source. It is ignored in comparisons.
    """

    move: MoveT_co | None
    """The move, or `None` if the text could not be resolved."""
    text: str = ""
    """The move as written; empty if it is not from a text."""
    evaluation: str = ""
    """`!`, `?`, `!!`, `??`, `!?`, `?!` or empty."""
    span: Span | None = field(default=None, compare=False)
    """The place of the move in the source text."""
    nags: tuple[int, ...] = ()
    """PGN numbers, as in `$14`, without a mark in the notation."""
    hints: tuple[str, ...] = field(default=(), compare=False)
    """Tokens after the move, such as `(>L1)` and `(~T2)`, as written. They are ignored in comparisons."""


class Node(Displayed, Generic[PositionT, MoveT]):
    """One action and its children; `children[0]` continues the main line, unless a result ends it here.

    What can be set is checked, and written by every notation that has a place for it; the others report what
    is lost. Any other attribute raises `AttributeError`.
    """

    __slots__ = ("__weakref__", "_comments", "children", "game", "legal", "mark", "moves", "parent", "result")

    game: Game[PositionT, MoveT]
    """The game that the node belongs to."""
    parent: Node[PositionT, MoveT] | None
    """The node before this one; `None` for the root."""
    moves: tuple[WrittenMove[MoveT], ...]
    """The moves of the action."""
    mark: str
    """`+`, `*` or `#` at the end of the action, apart from its moves."""
    result: str
    """The result after this action: `1-0`, `0-1`, `1/2-1/2` or empty."""
    legal: bool
    """True if the moves form a legal action, if all are resolved."""
    children: list[Node[PositionT, MoveT]]
    """The continuations, the main line first; only variations after a result."""
    _comments: list[Comment]

    def __init__(
        self,
        game: Game[PositionT, MoveT],
        parent: Node[PositionT, MoveT] | None,
        moves: tuple[WrittenMove[MoveT], ...] = (),
        comments: list[Comment] | None = None,
        mark: str = "",
        result: str = "",
        legal: bool = True,
    ) -> None:
        """Create a node without checks; `Node.add` and `Node.attach` also put it among the children."""
        _SET_GAME(self, game)  # twice as fast as assignments, which are checked
        _SET_PARENT(self, parent)
        _SET_MOVES(self, moves)
        _SET_COMMENTS(self, [] if comments is None else comments)
        _SET_MARK(self, mark)
        _SET_RESULT(self, result)
        _SET_LEGAL(self, legal)
        _SET_CHILDREN(self, [])

    if not TYPE_CHECKING:  # it knows the attributes, and would believe that any other may be set

        def __setattr__(self, name: str, value: object) -> None:
            check = _CHECKS.get(name)
            if check is not None:
                value = check(value)
            elif not isinstance(getattr(Node, name, None), property):
                raise _no_attribute(self, name, "set")
            object.__setattr__(self, name, value)

        def __getattr__(self, name: str) -> object:
            raise _no_attribute(self, name, "read")

    def __reduce__(self) -> tuple[object, ...]:
        return _node_at, (self.game, next(i for i, node in enumerate(self.game.root.walk()) if node is self))

    @property
    def comments(self) -> list[Comment]:
        """The comments, each with its place among the moves."""
        comments = self._comments
        for place, comment in enumerate(comments):
            if comment.after == AFTER_MOVES:
                comments[place] = Comment(comment.text, len(self.moves))
        return comments

    @comments.setter
    def comments(self, comments: Iterable[Comment]) -> None:
        _SET_COMMENTS(self, list(check_items("comments", comments, Comment)))

    @property
    def comment(self) -> str:
        """The words of all comments, without commands such as `[%clk 0:12:34]`.

        Setting it replaces the words by one comment after the moves, and keeps the commands.

        >>> from hyperchess.multiverse import start
        >>> node = Game(start("Standard")).root.add("e4")
        >>> node.clock, node.comment = Clock(90), "Best by test."
        >>> node.comment, [comment.text for comment in node.comments]
        ('Best by test.', ['[%clk 0:01:30]', 'Best by test.'])
        """
        words, _ = replace_commands([comment.text for comment in self.comments], _any_command, "")
        return " ".join(text for text in words if text)

    @comment.setter
    def comment(self, text: str) -> None:
        check_text("comment", text)
        kept = [("".join(map(str, parse_commands(each.text))), each.after) for each in self.comments]
        comments = [Comment(commands, after) for commands, after in kept if commands]
        _SET_COMMENTS(self, [*comments, *([Comment(text, len(self.moves))] * bool(text))])

    def __repr__(self) -> str:
        if self.parent is None:
            return "<Node before the first action>"
        written = " ".join(move.text or str(move.move) for move in self.moves)
        return f"<Node {self.serial}. {quote(written, 60)}>"

    @property
    def action(self) -> Action[MoveT] | None:
        """The resolved moves, or `None` if some are unresolved or the action may not be submitted."""
        moves = Action(written.move for written in self.moves if written.move is not None)
        return moves if self.legal and len(moves) == len(self.moves) else None

    @property
    def content(self) -> tuple[object, ...]:
        """The parts of a node that games compare: moves, comments, marks, result and number of children."""
        moves = [(move.move or move.text, move.evaluation, move.nags) for move in self.moves]
        return moves, self.comments, self.mark, self.result, self.legal, len(self.children)

    @property
    def span(self) -> Span | None:
        """The span of the action in its source text, from its first move to its last."""
        spans = [written.span for written in self.moves if written.span is not None]
        return Span(min(spans).start, max(span.end for span in spans)) if spans else None

    @property
    def serial(self) -> Serial | None:
        """The number of the action, such as `12b`; `None` for the root."""
        depth = len(self.path)
        return next(islice(self.game.serials(), depth - 1, None)) if depth else None

    @property
    def number(self) -> int:
        """The full turn of the action, counted from 1; 0 for the root."""
        serial = self.serial
        return serial.number if serial is not None else 0

    @property
    def evaluation(self) -> str:
        """The last of the marks `!`, `?`, `!!`, `??`, `!?`, `?!` on the action; set on its last move."""
        return next((written.evaluation for written in reversed(self.moves) if written.evaluation), "")

    @evaluation.setter
    def evaluation(self, evaluation: str) -> None:
        if evaluation not in (*EVALUATIONS, ""):
            raise invalid_argument("evaluation", f"{' '.join(EVALUATIONS)} or an empty text", evaluation)
        self._judge("evaluation", evaluation, self.nags - set(range(1, len(EVALUATIONS) + 1)))

    @property
    def nags(self) -> frozenset[int]:
        """The numbers of PGN on the action: 1 to 6 are the marks of `evaluation`; set on its last move.

        >>> from hyperchess.multiverse import start
        >>> node = Game(start("Standard")).root.add("e4")
        >>> node.nags = {1, 14}
        >>> node.evaluation, sorted(node.nags)
        ('!', [1, 14])
        """
        numbers = {EVALUATIONS.index(self.evaluation) + 1} if self.evaluation in EVALUATIONS else set()
        return frozenset(numbers.union(*(written.nags for written in self.moves)))

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        numbers = set(check_items("nags", nags, int))
        for number in numbers:
            if isinstance(number, bool) or not 0 <= number <= MOST_NAG:
                raise invalid_argument("nags", f"numbers from 0 to {MOST_NAG}", number)
        marks = [mark for number, mark in enumerate(EVALUATIONS, 1) if number in numbers]
        if len(marks) > 1:
            raise invalid_argument("nags", "at most one of the marks 1 to 6", " ".join(marks))
        self._judge("nags", "".join(marks), numbers - set(range(1, len(EVALUATIONS) + 1)))

    def _judge(self, name: str, evaluation: str, numbers: Iterable[int]) -> None:
        """Set the mark and the numbers of the action on its last move, and remove them from the others."""
        if not self.moves:
            if evaluation or numbers:
                raise invalid_argument(name, "nothing, since the node has no moves", evaluation or "numbers")
            return
        *others, last = (replace(written, evaluation="", nags=()) for written in self.moves)
        last = replace(last, evaluation=evaluation, nags=tuple(sorted(numbers)))
        _SET_MOVES(self, (*others, last))

    @property
    def commands(self) -> tuple[Command, ...]:
        """All commands in the comments, such as `[%clk 0:12:34]`, as written."""
        return tuple(command for comment in self.comments for command in parse_commands(comment.text))

    @property
    def clock(self) -> Clock | None:
        """The player's remaining time after this action, from a comment (`[%clk 0:12:34]`)."""
        return find_clock(self.comments)

    @clock.setter
    def clock(self, clock: Clock | None) -> None:
        if clock is not None:
            check_instance("clock", clock, Clock)
        if clock != self.clock:
            self._put("" if clock is None else f"[%{Clock.name} {clock}]", _reads_as(Clock.name, Clock.read))

    @property
    def score(self) -> EvalComment | None:
        """A program's evaluation of the position after this action, from a comment (`[%eval 1.25]`)."""
        return find_score(self.comments)

    @score.setter
    def score(self, score: EvalComment | None) -> None:
        if score is not None:
            check_instance("score", score, EvalComment)
        if score != self.score:
            text = "" if score is None else f"[%{EvalComment.name} {score}]"
            self._put(text, _reads_as(EvalComment.name, EvalComment.read))

    @property
    def arrows(self) -> tuple[ArrowShape, ...]:
        """The arrows in the comments (`[%cal G4,2>4,4]`), each once."""
        shapes = parse_shapes(self.comments, self.game.kind)
        return tuple(shape for shape in shapes if isinstance(shape, ArrowShape))

    @arrows.setter
    def arrows(self, arrows: Iterable[ArrowShape]) -> None:
        drawn = _each_once("arrows", arrows, ArrowShape)
        if drawn != self.arrows:
            self._put_shapes("cal", drawn)

    @property
    def squares(self) -> tuple[SquareShape, ...]:
        """The coloured squares in the comments (`[%csl R4,4]`), each once."""
        shapes = parse_shapes(self.comments, self.game.kind)
        return tuple(shape for shape in shapes if isinstance(shape, SquareShape))

    @squares.setter
    def squares(self, squares: Iterable[SquareShape]) -> None:
        drawn = _each_once("squares", squares, SquareShape)
        if drawn != self.squares:
            self._put_shapes("csl", drawn)

    def _put_shapes(self, name: str, shapes: tuple[Shape, ...]) -> None:
        kind = self.game.kind
        for shape in shapes:
            if shape.color not in COLOR_NAMES.values():
                raise InvalidArgument(
                    f"a color is {' or '.join(COLOR_NAMES.values())}, not {shape.color!r:.40}"
                )
        text = join_shapes("", shapes)
        found = [shape for command in parse_commands(text) for shape in read_shapes(command, kind) or ()]
        if found != [*shapes]:
            raise InvalidArgument(f"these are not squares of {kind.label}")
        self._put(text, lambda command: command.name == name and read_shapes(command, kind) is not None)

    def _put(self, new: str, wanted: Callable[[Command], bool]) -> None:
        """Replace the wanted commands by `new`, or append `new` as a separate comment."""
        texts, found = replace_commands([comment.text for comment in self.comments], wanted, new)
        placed = [
            comment if text == comment.text else Comment(text, comment.after)
            for comment, text in zip(self.comments, texts, strict=True)
            if text is not None
        ]
        _SET_COMMENTS(self, placed)
        if new and not found:
            self.comments.append(Comment(new, len(self.moves)))

    def text(self, notation: str | None = None) -> str:
        """Return the moves of the action in a notation: `branched` (the default), `shad`, `raw`, or `icn`.

        For infinite chess the default is `icn`. If the game cannot be followed, the moves are as written.

        >>> from hyperchess.notation.reading import parse
        >>> node = parse("1. e3 / f6 2. Qd1h5").main_line[2]
        >>> node.text(), node.text("raw")
        ('Qh5+', '(0T2)d1>(0T2)h5')
        """
        return HOOKS.node_text(self, notation)

    @property
    def is_resolved(self) -> bool:
        """True if the position after this action is known."""
        return all(node.action is not None for node in self.path) and self.game.start is not None

    @property
    def path(self) -> list[Node[PositionT, MoveT]]:
        """The nodes from the first action to this one."""
        nodes = []
        node: Node[PositionT, MoveT] = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def position(self) -> PositionT:
        """The position after this action; raises `UnresolvedMove` if the game cannot be followed to here."""
        return self.game._position_after(self)

    def add(self, action: tuple[MoveT, ...] | str) -> Node[PositionT, MoveT]:
        """Return the child with this action, created if missing: siblings never reach the same state.

        The action is given as moves, which are not checked, or as text in any short form; an illegal text
        raises a `MoveError`.

        >>> from hyperchess.multiverse import start
        >>> game = Game(start("Standard"))
        >>> [node.text() for node in game.root.add("e4").add("Nc6").path]
        ['e4', 'Nc6']
        """
        if isinstance(action, str):
            action = self.position.read(action)
            fault = self.position.fault(action)
            if fault is not None:
                raise fault
        if not isinstance(action, Iterable):
            raise invalid_argument("action", "moves", action)
        action, move_type = tuple(action), find_ruleset(self.position.kind).move_type
        for move in action:
            check_instance("action", move, move_type)
        canonical = self.position.canonical(action)
        for child in self.children:
            if child.action is not None and self.position.canonical(child.action) == canonical:
                return child
        return self.attach(tuple(WrittenMove(move) for move in action))

    def attach(
        self,
        moves: tuple[WrittenMove[MoveT], ...],
        comments: list[Comment] | None = None,
        *,
        mark: str = "",
        result: str = "",
        legal: bool = True,
    ) -> Node[PositionT, MoveT]:
        """Append a child with these moves, resolved or not, and these attributes, without checks."""
        child = Node(self.game, self, moves, comments, mark, result, legal)
        self.children.append(child)
        return child

    def promote(self, *, to_main: bool = False) -> None:
        """Move this variation up by one among its siblings, or to the main line."""
        self.move_to(0 if to_main else max(0, self.rank - 1))

    def move_to(self, rank: int) -> None:
        """Move this variation to a place among its siblings; 0 is the main line."""
        siblings = self._siblings()
        siblings.insert(rank, siblings.pop(self.rank))

    def demote(self) -> None:
        """Move this variation down by one among its siblings."""
        self.move_to(self.rank + 1)

    def delete(self) -> None:
        """Remove this variation from the tree."""
        self._siblings().remove(self)

    def _siblings(self) -> list[Node[PositionT, MoveT]]:
        if self.parent is None:
            raise InvalidArgument("the root of a game is not a variation")
        return self.parent.children

    @property
    def last_resolved(self) -> Node[PositionT, MoveT]:
        """The last node on the path to this one whose position is known."""
        last = self.game.root
        for step in self.path:
            if step.action is None:
                break
            last = step
        return last

    @property
    def main_line(self) -> list[Node[PositionT, MoveT]]:
        """The nodes after this one, always by the continuation."""
        nodes = []
        node = self.continuation
        while node is not None:
            nodes.append(node)
            node = node.continuation
        return nodes

    @property
    def continuation(self) -> Node[PositionT, MoveT] | None:
        """The next node of the line; `None` if the line ends here: without children, or with a result."""
        return self.children[0] if self.children and not self.result else None

    @property
    def variations(self) -> list[Node[PositionT, MoveT]]:
        """The children that do not continue the line."""
        return self.children if self.result else self.children[1:]

    @property
    def rank(self) -> int:
        """The place among the children of the parent, from 0; 0 for the root."""
        return 0 if self.parent is None else self.parent.children.index(self)

    @property
    def is_variation(self) -> bool:
        """True if this node does not continue the line of its parent."""
        return self.parent is not None and self.parent.continuation is not self

    def walk(self) -> Iterator[Node[PositionT, MoveT]]:
        """Yield this node and all its descendants: each before its children, main lines first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


_SET_GAME, _SET_PARENT, _SET_MOVES, _SET_COMMENTS, _SET_MARK, _SET_RESULT, _SET_LEGAL, _SET_CHILDREN = (
    vars(Node)[name].__set__
    for name in ("game", "parent", "moves", "_comments", "mark", "result", "legal", "children")
)


def _one_of(name: str, values: tuple[str, ...]) -> Callable[[object], object]:
    def check(value: object) -> object:
        if value not in (*values, ""):
            raise invalid_argument(name, f"{', '.join(values)} or an empty text", value)
        return value

    return check


_CHECKS: dict[str, Callable[[object], object]] = {
    "moves": lambda moves: check_items("moves", moves, WrittenMove),
    "mark": _one_of("mark", MARKS),
    "result": _one_of("result", RESULTS),
    "legal": lambda legal: check_instance("legal", legal, bool),
    "children": lambda children: list(check_items("children", children, Node)),
}
"""The attributes of a node that can be set but are no properties, each with its check."""


def _no_attribute(owner: object, name: str, use: str) -> AttributeError:
    """Return the error for an attribute that does not exist or cannot be set, with similar names."""
    kind = type(owner)
    known = [each for each in dir(kind) if not each.startswith("_")]
    if name in known:
        return AttributeError(f"{name!r} of a {kind.__name__} cannot be {use}")
    near = "" if name.startswith("_") else suggest(name, known)
    return AttributeError(f"a {kind.__name__} has no attribute {name!r}{near}")


def _any_command(_: Command) -> bool:
    return True


def _node_at(game: Game[Any, Any], place: int) -> Node[Any, Any]:
    """Return the node that is the `place`-th of a walk: how a node is copied and pickled."""
    return next(islice(game.root.walk(), place, None))


def _reads_as(name: str, read: Callable[[str], object]) -> Callable[[Command], bool]:
    """Return a predicate for commands with a name and a valid value."""
    return lambda command: command.name == name and read(command.value) is not None


def _each_once(argument: str, values: Iterable[ShapeT], type: type[ShapeT]) -> tuple[ShapeT, ...]:
    if not isinstance(values, Iterable):
        raise invalid_argument(argument, f"values of type {type.__name__}", values)
    listed = tuple(values)
    for value in listed:
        check_instance(argument, value, type)
    return tuple(dict.fromkeys(listed))


class Game(Displayed, Generic[PositionT, MoveT]):
    """Headers in order, a start (`None` if the text has none), and the tree of actions."""

    __slots__ = (
        "__weakref__",
        "_grow",
        "_headers",
        "_kind",
        "_plain",
        "_positions",
        "_roots",
        "gives_boards",
        "notation",
        "problems",
        "start",
    )

    @overload
    def __init__(
        self: MultiverseGame,
        start: multiverse.Position,
        headers: Mapping[str, str] | None = None,
        *,
        notation: str = "",
        gives_boards: bool = False,
    ) -> None: ...

    @overload
    def __init__(
        self: InfiniteGame,
        start: infinite.Position,
        headers: Mapping[str, str] | None = None,
        *,
        notation: str = "",
        gives_boards: bool = False,
    ) -> None: ...

    @overload
    def __init__(
        self,
        start: PositionT | None,
        headers: Mapping[str, str] | None = None,
        *,
        notation: str = "",
        problems: tuple[Problem, ...] = (),
        kind: GameKind = GameKind.MULTIVERSE,
        gives_boards: bool = False,
        grow: Callable[[Node[PositionT, MoveT]], None] | None = None,
        plain: Callable[[], PlainLine[PositionT, MoveT] | None] | None = None,
    ) -> None: ...

    def __init__(
        self,
        start: Any,
        headers: Mapping[str, str] | None = None,
        *,
        notation: str = "",
        problems: tuple[Problem, ...] = (),
        kind: GameKind = GameKind.MULTIVERSE,
        gives_boards: bool = False,
        grow: Callable[[Node[PositionT, MoveT]], None] | None = None,
        plain: Callable[[], PlainLine[PositionT, MoveT] | None] | None = None,
    ) -> None:
        """Create a game; `grow` fills the tree below its root on first access, else the tree is empty.

        `gives_boards`: the text that it was read from contains the boards of the start.
        """
        if start is not None and not hasattr(type(start), "play_legal"):
            raise invalid_argument("start", "a position", start)
        check_instance("kind", kind, GameKind)
        self.start: PositionT | None = start
        """The position before the first action; `None` if the text does not say it."""
        self._kind = kind
        self.headers = {} if headers is None else headers
        self.notation = notation
        """The name of the notation that the game was read from, or an empty text."""
        self.problems = problems
        """Everything that is wrong or doubtful in the text."""
        self.gives_boards = gives_boards
        """True if the text contains the boards of the start."""
        self._grow = grow
        self._plain = plain  # the main line until then, if the tree consists of nothing else
        self._positions: OrderedDict[Node[PositionT, MoveT], Reached[PositionT]] = OrderedDict()
        self._roots: dict[None, Node[PositionT, MoveT]] = {}  # one, created on demand

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            try:
                object.__setattr__(self, name, value)
            except AttributeError:
                raise _no_attribute(self, name, "set") from None

        def __getattr__(self, name: str) -> object:
            raise _no_attribute(self, name, "read")

    @property
    def headers(self) -> dict[str, str]:
        """The headers in order."""
        return self._headers

    @headers.setter
    def headers(self, headers: Mapping[str, str]) -> None:
        if not isinstance(headers, Mapping):
            raise invalid_argument("headers", "a mapping of texts", headers)
        for name, value in headers.items():
            check_text("headers", name)
            check_text(f"headers[{name!r}]", value)
        self._headers = dict(headers)

    def __eq__(self, other: object) -> bool:
        """Compare headers, the start and the trees.

        A resolved move is compared as a move, an unresolved one as text; the notation, the problems and the
        places in the source are ignored.
        """
        if not isinstance(other, Game):
            return NotImplemented
        if (self.kind, self.start, self.headers) != (other.kind, other.start, other.headers):
            return False
        mine, theirs = self.root.walk(), other.root.walk()
        return all(
            one is not None and two is not None and one.content == two.content
            for one, two in zip_longest(mine, theirs)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        names = [self.headers.get(color, "") for color in ("White", "Black")]
        parts = [" - ".join(quote(name or "?", 30) for name in names)] * any(names)
        parts.append(_counted(len(self.main_line), "action"))
        parts += [_counted(len(self.problems), "problem")] * bool(self.problems)
        parts += [self.result] * bool(self.result)
        return f"<Game of {self.kind.label}: {', '.join(parts)}>"

    @property
    def root(self) -> Node[PositionT, MoveT]:
        """The node before the first action."""
        root = self._roots.get(None)
        return self._planted() if root is None else root

    def _planted(self) -> Node[PositionT, MoveT]:
        root: Node[PositionT, MoveT] = Node(self, None)
        grow = self._grow
        if grow is not None:
            grow(root)
        # If several threads get here at the same time, they all use the tree that was finished first.
        planted = self._roots.setdefault(None, root)
        self._grow = self._plain = None
        return planted

    def _plain_line(self) -> PlainLine[PositionT, MoveT] | None:
        """Return the game as it was read, if it is only a main line; `None` if there may be more.

        This is far cheaper than the tree, which it does not create.
        """
        plain = self._plain
        return None if plain is None else plain()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for copies and pickles: the tree as a list, so that its depth does not matter."""
        places: dict[Node[PositionT, MoveT] | None, int] = {None: 0}
        nodes = []
        for place, node in enumerate(self.root.walk()):
            places[node] = place
            nodes.append(
                (places[node.parent], node.moves, [*node.comments], node.mark, node.result, node.legal)
            )
        names = ("start", "headers", "notation", "problems", "gives_boards")
        return {"nodes": nodes, "kind": self._kind, **{name: getattr(self, name) for name in names}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        (_, _, comments, mark, result, legal), *others = state.pop("nodes")
        Game.__init__(self, **state)
        nodes = [Node(self, None, (), comments, mark, result, legal)]
        for place, moves, comments, mark, result, legal in others:
            nodes.append(nodes[place].attach(moves, comments, mark=mark, result=result, legal=legal))
        self._roots[None] = nodes[0]

    def __copy__(self) -> Game[PositionT, MoveT]:
        """Return a copy with its own tree; positions and moves, which never change, are shared."""
        made: Game[PositionT, MoveT] = Game.__new__(Game)
        made.__setstate__(self.__getstate__())
        return made

    def __deepcopy__(self, _: object) -> Game[PositionT, MoveT]:
        return self.__copy__()

    @property
    def main_line(self) -> list[Node[PositionT, MoveT]]:
        """The actions of the main line."""
        return self.root.main_line

    @property
    def final(self) -> PositionT:
        """The position after the main line."""
        return self.end.position

    @property
    def end(self) -> Node[PositionT, MoveT]:
        """The last node of the main line, or the root."""
        return [self.root, *self.main_line][-1]

    @property
    def result(self) -> str:
        """The result at the end of the main line, else the one in the headers, else an empty string."""
        return self.result_after(self.end.result)

    @result.setter
    def result(self, result: str) -> None:
        self.end.result = result
        if not result:
            self.headers.pop("Result", None)
        elif "Result" in self.headers:
            self.headers["Result"] = result

    def result_after(self, written: str) -> str:
        """Return `result` given the text at the end of the main line, which may be empty."""
        header = self.headers.get("Result", "")
        return written or (header if header in RESULTS else "")

    @property
    def kind(self) -> GameKind:
        """The game that is played: that of the start, or the `kind` given if no start is known."""
        return self.start.kind if self.start is not None else self._kind

    def serials(self) -> Iterator[Serial]:
        """Yield the numbers of the actions of any line, without end, such as `1w`, `1b`, `2w`, ..."""
        order = [(0, "w"), (1, "b")]
        if self.start is not None:
            order = [(int(player), player.letter) for player in self.start.players]
        last = max(order)
        number = 1
        while True:
            for player in order:
                yield Serial(number, player[1])
                number += player == last

    def walk(self) -> Iterator[Node[PositionT, MoveT]]:
        """Yield all nodes but the root: each before its children, main lines first."""
        nodes = self.root.walk()
        next(nodes)
        return nodes

    def _position_after(self, node: Node[PositionT, MoveT]) -> PositionT:
        """Return the position after a node.

        The positions of the last few hundred nodes requested are cached.
        """
        replay: list[Node[PositionT, MoveT]] = []
        above: Node[PositionT, MoveT] | None = node
        while above is not None and above.parent is not None and above not in self._positions:
            replay.append(above)
            above = above.parent
        position = self._kept(above)
        for step in reversed(replay):
            action = step.action
            if action is None:
                written = " ".join(move.text or str(move.move) for move in step.moves)
                raise UnresolvedMove(f"the game cannot be followed beyond {written!r}")
            position = position.play_legal(action)
            self.keep(step, position)
        return position

    def _kept(self, node: Node[PositionT, MoveT] | None) -> PositionT:
        if node is not None and node.parent is not None:
            self._positions.move_to_end(node)
            return self._positions[node].after
        if self.start is None:
            raise UnresolvedMove("the game does not say from which position it starts")
        return self.start

    def keep(self, node: Node[PositionT, MoveT], position: PositionT) -> None:
        """Cache the position after a node, which spares the game to replay the line."""
        self._keep_reached(node, _Known(position))

    def _keep_reached(self, node: Node[PositionT, MoveT], reached: Reached[PositionT]) -> None:
        """Remember how to obtain the position after a node."""
        self._positions[node] = reached
        if len(self._positions) > KEPT_POSITIONS:
            self._positions.popitem(last=False)


if TYPE_CHECKING:
    MultiverseGame: TypeAlias = Game[multiverse.Position, multiverse.Move]
    InfiniteGame: TypeAlias = Game[infinite.Position, infinite.Move]
    AnyGame: TypeAlias = MultiverseGame | InfiniteGame
    MultiverseNode: TypeAlias = Node[multiverse.Position, multiverse.Move]
    InfiniteNode: TypeAlias = Node[infinite.Position, infinite.Move]
    AnyNode: TypeAlias = MultiverseNode | InfiniteNode
    AnyWritten: TypeAlias = WrittenMove[multiverse.Move] | WrittenMove[infinite.Move]
else:  # neither game is imported before it is played
    MultiverseGame = InfiniteGame = AnyGame = Game
    MultiverseNode = InfiniteNode = AnyNode = Node
    AnyWritten = WrittenMove


_RULESET: type = Ruleset  # type checkers refuse abstract classes as arguments


def new_game(
    start: AnyPosition | None,
    headers: Mapping[str, str] | None = None,
    *,
    notation: str = "",
    kind: GameKind = GameKind.MULTIVERSE,
) -> AnyGame:
    """Create a game without actions, for code that serves both games; `Game` is typed for one of them."""
    game: Game[Any, Any] = Game(start, headers, notation=notation, kind=kind)
    return game


def keep_position(node: AnyNode, position: AnyPosition) -> None:
    """Cache the position after a node; see `Game.keep`."""
    game: Game[Any, Any] = node.game
    game.keep(node, position)


def expect(game: AnyGame, ruleset: Ruleset[PositionT, MoveT, Any]) -> Game[PositionT, MoveT]:
    """Return the game, typed for the game that it must be; raise `WrongGame` if it is the other one.

    >>> from hyperchess import infinite, multiverse
    >>> expect(Game(multiverse.start("Small")), multiverse.MULTIVERSE).final.width
    5
    >>> expect(Game(multiverse.start("Small")), infinite.INFINITE)
    Traceback (most recent call last):
    ...
    hyperchess.errors.WrongGame: expected a game of infinite chess, found one of 5D chess
    """
    check_instance("game", game, Game, "a game")
    check_instance("ruleset", ruleset, _RULESET, "MULTIVERSE or INFINITE")
    if game.kind is not ruleset.kind:
        raise WrongGame(f"expected a game of {ruleset.label}, found one of {game.kind.label}")
    found: Game[Any, Any] = game
    return found


def attach_action(parent: AnyNode, action: Iterable[AnyMove]) -> AnyNode:
    """Append a child with an action of the same game, without checks."""
    node: Node[Any, Any] = parent
    return node.attach(tuple(map(WrittenMove, action)))


def attach_copy(parent: AnyNode, node: AnyNode, *, result: bool = True) -> AnyNode:
    """Append a copy of a node of the same game, without its children, and with its result on demand."""
    target: Node[Any, Any] = parent
    return target.attach(
        node.moves,
        [*node.comments],
        mark=node.mark,
        result=node.result if result else "",
        legal=node.legal,
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
