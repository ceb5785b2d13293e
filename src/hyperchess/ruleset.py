"""Values and questions that the two games have in common: actions, outcomes, and methods of every position.

>>> str(Action(["(0T1)e2>(0T1)e4", "(1T1)e2>(1T1)e4"]))
'(0T1)e2>(0T1)e4 (1T1)e2>(1T1)e4'
>>> from hyperchess import infinite, multiverse
>>> for position, text in ((multiverse.start("Standard"), "e4"), (infinite.start("Classical"), "5,2>5,4")):
...     print(position.is_legal(text), position.san(position.read(text)), position.count_actions(1_000))
True e4 20
True P5,2>5,4 1000
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from hyperchess.budget import Budget
from hyperchess.errors import MoveError, WrongGame
from hyperchess.hooks import HOOKS
from hyperchess.validation import check_items

__all__ = [
    "Action",
    "BasePosition",
    "BoardKey",
    "Check",
    "GameKind",
    "Moves",
    "Outcome",
    "Piece",
    "Playable",
    "Player",
    "PositionKeys",
    "Ruleset",
    "ShapeGrammar",
    "Status",
    "Variant",
    "Verdict",
]

MoveT = TypeVar("MoveT")
MoveT_co = TypeVar("MoveT_co", covariant=True)
SquareT = TypeVar("SquareT")
SquareT_contra = TypeVar("SquareT_contra", contravariant=True)
PositionT = TypeVar("PositionT", bound="BasePosition[Any, Any]")
PositionT_co = TypeVar("PositionT_co", bound="BasePosition[Any, Any]", covariant=True)


class GameKind(StrEnum):
    """5D chess or infinite chess. Positions, games and notations each have a `kind`.

    >>> GameKind("5d").label, GameKind.INFINITE.value
    ('5D chess', 'infinite')
    """

    MULTIVERSE = "5d"
    INFINITE = "infinite"

    @property
    def label(self) -> str:
        """The name for users."""
        return "5D chess" if self is GameKind.MULTIVERSE else "infinite chess"

    @property
    def notation(self) -> str:
        """The default notation of games; it keeps everything."""
        return "branched" if self is GameKind.MULTIVERSE else "icn"

    @property
    def move_notation(self) -> str:
        """The default notation of moves for display."""
        return "shad" if self is GameKind.MULTIVERSE else "icn"


class Action(tuple[MoveT_co, ...]):
    """The moves of one player's turn, in a playable order; in infinite chess there is one.

    `str` is the raw notation: the moves with blanks between them.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"<Action {str(self)!r}>"


class Verdict(Enum):
    """The verdict on a position: the game goes on, or the reason why it is over.

    A softmate of 5D chess does not end the game: all legal actions move the present back.
    """

    ONGOING = "ongoing"
    UNKNOWN = "unknown"
    SOFTMATE = "softmate"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    ROYAL_CAPTURE = "royalcapture"
    ALL_ROYALS_CAPTURED = "allroyalscaptured"
    ALL_PIECES_CAPTURED = "allpiecescaptured"
    KING_OF_THE_HILL = "koth"
    THREE_CHECKS = "threecheck"
    REPETITION = "repetition"
    MOVE_RULE = "move rule"
    INSUFFICIENT_MATERIAL = "insufficient material"

    def __str__(self) -> str:
        return _WORDS.get(self, self.value)


_WORDS = {
    Verdict.ROYAL_CAPTURE: "royal captured",
    Verdict.ALL_ROYALS_CAPTURED: "all royals captured",
    Verdict.ALL_PIECES_CAPTURED: "all pieces captured",
    Verdict.KING_OF_THE_HILL: "king of the hill",
    Verdict.THREE_CHECKS: "three checks",
}
"""Names of the win conditions whose codes are not words."""


@dataclass(frozen=True, slots=True)
class Status:
    """The verdict, the winner's color (or `None`), whether the player is in check, and draws to claim."""

    verdict: Verdict
    """Whether the game goes on, or why it is over."""
    winner: Player | None = None
    """The winner, or `None`."""
    in_check: bool = False
    """True if a royal piece of the player to move is attacked."""
    claims: tuple[str, ...] = ()
    """Reasons for a draw that the player to move may claim."""

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.verdict not in (Verdict.ONGOING, Verdict.UNKNOWN, Verdict.SOFTMATE)

    @property
    def is_draw(self) -> bool:
        """True if it has ended without a winner."""
        return self.is_over and self.winner is None

    @property
    def word(self) -> str:
        """The code of the verdict; `check` if the game goes on and the player is in check."""
        return "check" if self.in_check and self.verdict is Verdict.ONGOING else self.verdict.value

    def outcome(self, *, claim: bool = False) -> Outcome | None:
        """Return how the game has ended, or `None`; with `claim`, a possible draw counts as claimed."""
        if self.is_over:
            return Outcome(self.winner, self.verdict)
        return Outcome(None, Verdict(self.claims[0])) if claim and self.claims else None

    def __str__(self) -> str:
        if self.winner is not None:
            return f"{self.winner} wins: {self.verdict}"
        return f"draw: {self.verdict}" if self.is_over else self.word


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: winner and reason."""

    winner: Player | None
    """The winner, or `None`."""
    verdict: Verdict
    """The reason."""

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`; empty if a player other than White and Black has won."""
        if self.winner is None:
            return "1/2-1/2"
        return {"WHITE": "1-0", "BLACK": "0-1"}.get(self.winner.name, "")

    @property
    def reason(self) -> str:
        """The reason in words: `checkmate`, `stalemate`, `repetition`."""
        return str(self.verdict)

    def __str__(self) -> str:
        return f"{self.result or self.winner}: {self.reason}"


Playable: TypeAlias = Iterable[MoveT] | MoveT | str
"""An input to play: an action or moves, a single move, or a text in any short form."""


class BoardKey(NamedTuple):
    """A board's timeline row and half-turn, and a key of its contents that is independent of both.

    The board of infinite chess has row 0 and half-turn 0.
    """

    row: int
    time: int
    contents: int


class PositionKeys(NamedTuple):
    """Keys of a position: numbers to store, equal for equal positions and almost certainly else different.

    `full` (128 bits) covers everything that the rules depend on, including the past; `front` (128 bits)
    covers only the last boards of all timelines, so transpositions share it; `material` (64 bits) covers the
    piece counts on those boards. `boards` are the boards that an earlier position did not have. In infinite
    chess `full` and `front` are the same, and neither depends on the counts of moves or on the rules.
    """

    full: int
    front: int
    material: int
    boards: tuple[BoardKey, ...]


class ShapeGrammar(NamedTuple, Generic[SquareT]):
    """The spelling of squares and arrows in the commands of comments; see `annotations`."""

    square: str
    """Pattern of a square, without groups."""
    arrow: str
    """Pattern of the sign between the squares of an arrow."""
    separator: str
    """Pattern between two items."""
    has_rays: bool
    """True if arrows may go on without end."""
    parse: Callable[[str, SquareT | None], SquareT]
    """Function that parses a square, given the source of its arrow; it raises `ParseError`."""


class Player(Protocol):
    """A player: `Color` of either game."""

    @property
    def name(self) -> str:
        """`WHITE`, `BLACK`."""

    @property
    def letter(self) -> str:
        """`w`, `b`: in infinite chess, further players have one or two letters."""

    def __int__(self) -> int: ...


class Piece(Protocol):
    """A piece of either game."""

    @property
    def color(self) -> Player:
        """The owner."""

    @property
    def text(self) -> str:
        """The piece as a position text writes it."""


class Check(NamedTuple, Generic[SquareT]):
    """An attack on a royal piece of the player to move."""

    attacker: SquareT
    """The square of the attacker."""
    royal: SquareT
    """The square of the royal piece."""
    path: tuple[SquareT, ...] = ()
    """The empty squares between them; only in 5D chess."""


class Moves(Protocol[MoveT_co, SquareT_contra]):
    """The moves of a position.

    In 5D chess they are all pseudo-legal moves: each may be a part of an action. In infinite chess they are
    the legal moves; there may be infinitely many, and iterating yields those near the pieces.
    """

    @property
    def is_finite(self) -> bool:
        """True if the number of moves is finite."""

    def of(self, square: SquareT_contra | str, /) -> Iterable[MoveT_co]:
        """Return the moves of the piece on a square."""

    def __iter__(self) -> Iterator[MoveT_co]: ...

    def __len__(self) -> int: ...

    def __contains__(self, move: object, /) -> bool: ...


class BasePosition(Generic[MoveT, SquareT]):
    """The methods and properties that both `Position` classes have, and that mean the same in both.

    An action is given as an `Action`, as its moves, as one move, or as text in any short form.
    """

    __slots__ = ()

    kind: ClassVar[GameKind]
    """The game."""

    if TYPE_CHECKING:  # one of them is a field in each game

        @property
        def player(self) -> Player:
            """The player to move."""
            raise NotImplementedError

        @property
        def players(self) -> tuple[Player, ...]:
            """The players in the order in which they move next."""
            raise NotImplementedError

    @property
    def previous(self) -> Self | None:
        """The position before the last action, if `play` returned this one; copies do not have it."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the position as text, which `Ruleset.parse` reads."""
        raise NotImplementedError

    def play(self, action: Playable[MoveT], /) -> Self:
        """Return the position after an action."""
        raise NotImplementedError

    def play_legal(self, action: Iterable[MoveT], /) -> Self:
        """Return the position after an action that is known to be legal."""
        raise NotImplementedError

    def read(self, text: str, /) -> Action[MoveT]:
        """Return the action that a text means; it need not be legal as a whole."""
        raise NotImplementedError

    def canonical(self, action: Iterable[MoveT], /) -> Action[MoveT]:
        """Return the action with its moves in standard order, so that equal actions are equal values."""
        raise NotImplementedError

    def moves(self) -> Moves[MoveT, SquareT]:
        """Return the moves: parts of an action in 5D chess, whole actions in infinite chess."""
        raise NotImplementedError

    def actions(self, limit: int | None = None, budget: Budget | None = None) -> Iterator[Action[MoveT]]:
        """Yield the legal actions."""
        raise NotImplementedError

    def count_actions(self, limit: int | None = None, budget: Budget | None = None) -> int:
        """Return the number of legal actions, counted up to `limit`."""
        raise NotImplementedError

    @property
    def in_check(self) -> bool:
        """True if a royal piece of the player to move is attacked."""
        raise NotImplementedError

    def checks(self) -> tuple[Check[SquareT], ...]:
        """Return the attacks on the royal pieces of the player to move."""
        raise NotImplementedError

    @property
    def status(self) -> Status:
        """The status, determined within the default budget."""
        raise NotImplementedError

    def find_status(self, budget: Budget | None = None) -> Status:
        """Return the status; `Verdict.UNKNOWN` if the budget is exhausted first."""
        raise NotImplementedError

    def piece(self, square: SquareT | str, /) -> Piece | None:
        """Return the piece on a square, or `None`."""
        raise NotImplementedError

    def pieces(self) -> Mapping[SquareT, Piece]:
        """Return the pieces by square."""
        raise NotImplementedError

    def is_capture(self, move: MoveT | str, /) -> bool:
        """Return whether a move captures a piece."""
        raise NotImplementedError

    def keys(self) -> PositionKeys:
        """Return keys to store and compare."""
        raise NotImplementedError

    def problems(self) -> tuple[str, ...]:
        """Return why the position is odd, although it can be played."""
        raise NotImplementedError

    def outcome(self, *, claim: bool = False, budget: Budget | None = None) -> Outcome | None:
        """Return how the game has ended; `None` if it goes on, or if the budget ends before that is known.

        With `claim`, a draw that can be claimed counts as claimed (in 5D chess there is none).
        """
        return self.find_status(budget).outcome(claim=claim)

    @property
    def is_valid(self) -> bool:
        """True if there are no `problems`: all have royal pieces, and who waits is not in check."""
        return not self.problems()

    def is_legal(self, action: Playable[MoveT]) -> bool:
        """Return whether a whole action can be played here.

        In 5D chess `move in position.moves()` asks whether a move may be a part of an action.
        """
        return self.fault(action) is None

    def fault(self, action: Playable[MoveT]) -> MoveError | None:
        """Return why an action is not legal (move, rule, board, attacker), or `None`."""
        try:
            self.play(action)
        except MoveError as error:
            return error
        return None

    def find_action(self, budget: Budget | None = None) -> Action[MoveT] | None:
        """Return a legal action, or `None` if there is none."""
        return next(self.actions(1, budget), None)

    def gives_check(self, action: Playable[MoveT]) -> bool:
        """Return whether a legal action leaves the opponent in check."""
        after: BasePosition[MoveT, SquareT] = self.play(action)
        return after.in_check

    def san(self, action: Playable[MoveT]) -> str:
        """Return a legal action in the short notation of its game, with a mark of check."""
        return HOOKS.action_text(self, self.read(action) if isinstance(action, str) else action, "san")

    def lan(self, action: Playable[MoveT]) -> str:
        """Return an action in full: where each move begins and ends."""
        return HOOKS.action_text(self, self.read(action) if isinstance(action, str) else action, "lan")

    def line_text(self, actions: Iterable[Playable[MoveT]]) -> str:
        """Return legal actions that follow each other, numbered from this position as from a start."""
        return HOOKS.line_text(self, list(check_items("actions", actions, object)))


class Variant(Protocol[PositionT_co]):
    """A named starting position."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def position(self) -> PositionT_co:
        """The starting position."""


class Ruleset(ABC, Generic[PositionT, MoveT, SquareT]):
    """One of the two games: its starts and texts, and encodings of its actions.

    >>> from hyperchess import infinite, multiverse
    >>> multiverse.MULTIVERSE.start("Standard").kind.label, infinite.INFINITE.label
    ('5D chess', 'infinite chess')
    """

    __slots__ = ()

    kind: ClassVar[GameKind]
    """The game."""
    one_move: ClassVar[bool]
    """True if an action is a single move."""
    recurs: ClassVar[bool]
    """True if a position may occur twice in a game."""
    position_type: type[PositionT]
    """The class of its positions."""
    move_type: type[MoveT]
    """The class of its moves."""
    shapes: ShapeGrammar[SquareT]
    """The spelling of squares and arrows in comments."""

    @property
    def label(self) -> str:
        """The name for users."""
        return self.kind.label

    @abstractmethod
    def variants(self) -> Sequence[Variant[PositionT]]:
        """Return the variants: named starting positions."""

    @abstractmethod
    def start(self, name: str) -> PositionT:
        """Return the starting position of a variant; raise `UnknownVariant` if there is none."""

    @abstractmethod
    def parse(self, text: str) -> PositionT:
        """Parse a position: the inverse of its `text`."""

    @abstractmethod
    def pack(self, action: Iterable[MoveT], start: PositionT) -> bytes:
        """Encode an action of a game that began at `start`."""

    @abstractmethod
    def split(self, data: bytes) -> Iterator[bytes]:
        """Yield the bytes of each action of a line; raise `ValueError` if they end within an action."""

    @abstractmethod
    def unpack(self, data: bytes, start: PositionT) -> Action[MoveT]:
        """Decode an action of a game that began at `start`; raise `ValueError` if it is none."""

    @abstractmethod
    def replay(self, start: PositionT, data: bytes, last: int) -> Iterator[PositionT]:
        """Yield the positions after each action of an encoded line, up to `last`."""

    def pack_line(self, actions: Iterable[Iterable[MoveT]], start: PositionT) -> bytes:
        """Encode all actions of a line."""
        return b"".join([self.pack(action, start) for action in actions])

    def unpack_line(self, data: bytes, start: PositionT) -> Iterator[Action[MoveT]]:
        """Yield the actions of a line; raise `ValueError` if the bytes are not actions."""
        return (self.unpack(part, start) for part in self.split(data))

    def expect(self, position: object) -> PositionT:
        """Return the position if it is one of this game; otherwise raise `WrongGame`."""
        if isinstance(position, self.position_type):
            return position
        found = position.kind.label if isinstance(position, BasePosition) else type(position).__name__
        raise WrongGame(f"expected a position of {self.label}, found {found}")

    def __repr__(self) -> str:
        return f"<Ruleset of {self.label}>"
