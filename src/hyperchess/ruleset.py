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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from hyperchess.budget import Budget
from hyperchess.errors import MoveError
from hyperchess.hooks import HOOKS
from hyperchess.validation import check_items

__all__ = [
    "Action",
    "BasePosition",
    "BoardKey",
    "Outcome",
    "Playable",
    "PositionKeys",
    "Status",
    "Verdict",
]

MoveT = TypeVar("MoveT")
MoveT_co = TypeVar("MoveT_co", covariant=True)


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
    winner: Any = None
    """The color of the winner, or `None`."""
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

    winner: Any
    """The color of the winner, or `None`."""
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


class BasePosition(Generic[MoveT]):
    """Questions that both `Position` classes answer in the same way.

    An action is given as an `Action`, as its moves, as one move, or as text in any short form.
    """

    __slots__ = ()

    def play(self, action: Playable[MoveT], /) -> BasePosition[MoveT]:
        """Return the position after an action."""
        raise NotImplementedError

    def read(self, text: str, /) -> Action[MoveT]:
        """Return the action that a text means; it need not be legal as a whole."""
        raise NotImplementedError

    def actions(self, limit: int | None = None, budget: Budget | None = None) -> Iterator[Action[MoveT]]:
        """Yield the legal actions."""
        raise NotImplementedError

    @property
    def in_check(self) -> bool:
        """True if a royal piece of the player to move is attacked."""
        raise NotImplementedError

    def find_status(self, budget: Budget | None = None) -> Status:
        """Return the status; `Verdict.UNKNOWN` if the budget is exhausted first."""
        raise NotImplementedError

    def outcome(self, *, claim: bool = False, budget: Budget | None = None) -> Outcome | None:
        """Return how the game has ended; `None` if it goes on, or if the budget ends before that is known.

        With `claim`, a draw that can be claimed counts as claimed (in 5D chess there is none).
        """
        return self.find_status(budget).outcome(claim=claim)

    def problems(self) -> tuple[str, ...]:
        """Return why the position is odd, although it can be played."""
        raise NotImplementedError

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
        return self.play(action).in_check

    def san(self, action: Playable[MoveT]) -> str:
        """Return a legal action in the short notation of its game, with a mark of check."""
        return HOOKS.action_text(self, self.read(action) if isinstance(action, str) else action, "san")

    def lan(self, action: Playable[MoveT]) -> str:
        """Return an action in full: where each move begins and ends."""
        return HOOKS.action_text(self, self.read(action) if isinstance(action, str) else action, "lan")

    def line_text(self, actions: Iterable[Playable[MoveT]]) -> str:
        """Return legal actions that follow each other, numbered from this position as from a start."""
        return HOOKS.line_text(self, list(check_items("actions", actions, object)))
