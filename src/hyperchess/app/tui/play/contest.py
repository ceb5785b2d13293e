"""A game in progress: the actions so far, the unfinished one, and the outcome.

`multiverse.contest` and `infinite.contest` implement the moves of their game; everything else is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from hyperchess.annotations import Clock, EvalComment
from hyperchess.app.tui.cursor import Shown
from hyperchess.budget import Budget
from hyperchess.engine.lines import Line
from hyperchess.errors import IllegalAction, MoveError
from hyperchess.game import Game, Node, WrittenMove
from hyperchess.notation.reading import write
from hyperchess.ruleset import BasePosition, Player

__all__ = ["AnyContest", "Contest", "Outcome"]


PositionT = TypeVar("PositionT", bound=BasePosition[Any, Any])
MoveT = TypeVar("MoveT")
SquareT = TypeVar("SquareT")

_DRAW = "1/2-1/2"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of a game: the result in notation, and a sentence."""

    result: str
    text: str

    @staticmethod
    def won_by(winner: Player, why: str) -> Outcome:
        """Return a win."""
        return Outcome({"White": "1-0", "Black": "0-1"}.get(str(winner), "*"), f"{why}: {winner} wins")

    @staticmethod
    def drawn(why: str) -> Outcome:
        """Return a draw."""
        return Outcome(_DRAW, why)


class Contest(ABC, Generic[PositionT, MoveT, SquareT]):
    """A game in progress.

    The tree has one line: actions that are taken back are deleted. Play starts at the end of the main line.
    """

    notation: ClassVar[str]  # notation in which the game is saved
    suffix: ClassVar[str]  # file suffix of that notation
    examples: ClassVar[str]  # examples of typed moves
    example_square: ClassVar[str]  # example of a typed square
    plays_at_once: ClassVar[bool]  # whether an action is a single move, which needs no submission

    def __init__(self, game: Game[PositionT, MoveT], players: tuple[Player, Player]) -> None:
        self.game = game
        self.players = players
        self.node: Node[PositionT, MoveT] = game.end
        self.outcome: Outcome | None = None
        self._begin = self.node

    @property
    def position(self) -> PositionT:
        """The position before the unfinished action."""
        return self.node.position

    @property
    def player(self) -> Player:
        """Player to move."""
        return self.position.player

    def other(self, player: Player) -> Player:
        """Return the opponent of a player."""
        first, second = self.players
        return second if player is first else first

    # The moves of an action.

    @property
    @abstractmethod
    def state(self) -> PositionT:
        """The position with the moves of the unfinished action."""

    @property
    @abstractmethod
    def pending(self) -> tuple[MoveT, ...]:
        """The moves of the unfinished action."""

    @property
    def pending_text(self) -> str:
        """Text of the unfinished action."""
        return " ".join(self.names(self.pending))

    @abstractmethod
    def names(self, action: Iterable[MoveT]) -> Iterable[str]:
        """Return the moves of an action in the usual spelling."""

    @property
    @abstractmethod
    def missing(self) -> str:
        """The reason why the unfinished action cannot be submitted yet; empty if it can."""

    @property
    def movable(self) -> Collection[SquareT]:
        """The squares of the pieces that can move; none after the end of the game."""
        return frozenset() if self.outcome else self._movable()

    @abstractmethod
    def _movable(self) -> Collection[SquareT]: ...

    @abstractmethod
    def targets(self, source: SquareT) -> Container[SquareT]:
        """Return the targets of a piece."""

    @abstractmethod
    def moves_between(self, source: SquareT, target: SquareT) -> Sequence[MoveT]:
        """Return the moves from a square to a square; several are promotions."""

    @abstractmethod
    def stops(self, chosen: SquareT | None) -> Sequence[SquareT]:
        """Return the squares that Tab cycles through: the targets of the selected piece, or the pieces that
        can move.
        """

    @property
    @abstractmethod
    def waits(self) -> bool:
        """True if the unfinished action needs another move, or has none."""

    @abstractmethod
    def is_due(self, square: SquareT) -> bool:
        """Return whether the board of a square needs a move."""

    @abstractmethod
    def piece_to_move(self, square: SquareT) -> SquareT | None:
        """Return a piece that must or can move: the one on a square if possible, otherwise another one."""

    @abstractmethod
    def promotions(self, moves: Sequence[MoveT]) -> Mapping[str, tuple[str, MoveT]]:
        """Return promotions by letter, with the name of the piece."""

    @abstractmethod
    def source(self, move: MoveT) -> SquareT:
        """Return the source square of a move."""

    @abstractmethod
    def read_square(self, text: str) -> SquareT:
        """Return the square that a text names; raise an error that states what is expected."""

    @abstractmethod
    def make(self, move: MoveT) -> None:
        """Make one move of the action."""

    @abstractmethod
    def enter(self, text: str) -> None:
        """Make the moves of a text, all or none."""

    @abstractmethod
    def undo(self) -> bool:
        """Take back a move of the unfinished action; return whether there was one."""

    @abstractmethod
    def _drop(self) -> None:
        """Discard the moves of the unfinished action."""

    @abstractmethod
    def _submitted(self) -> PositionT:
        """Return the position after the unfinished action."""

    # Display

    @property
    def shown(self) -> Shown:
        """Displayed state: the unfinished action, else the last one."""
        if self.pending:
            return Shown(self.state, self.position, self.pending, complete=False)
        if self.node.parent is None:
            return Shown(self.position)
        return Shown(self.position, self.node.parent.position, tuple(self.node.action or ()))

    @abstractmethod
    def describe(self, square: SquareT, chosen: SquareT | None) -> str:
        """Describe the content of a square."""

    @abstractmethod
    def why_not(self, square: SquareT, chosen: SquareT | None) -> str:
        """Return the reason why no move is possible on a square."""

    @abstractmethod
    def advice(self, line: Line) -> str:
        """Return a line as a hint in words: the action, a simple reason, and the expected reply."""

    # The game as a whole.

    @staticmethod
    @abstractmethod
    def ending(position: PositionT, budget: Budget) -> Outcome | None:
        """Return the outcome by the rules, if the game has ended and the budget suffices to decide that."""

    @staticmethod
    @abstractmethod
    def ending_without_action(position: PositionT) -> Outcome:
        """Return the outcome of a position without a legal action."""

    @property
    @abstractmethod
    def claim(self) -> str:
        """Return the reason for which the player to move may claim a draw; empty if there is none."""

    def submit(self) -> Node[PositionT, MoveT]:
        """Submit the action; raise `IllegalAction` with the reason if it is incomplete."""
        self._expect_running()
        missing = self.missing
        if missing:
            raise IllegalAction("present", missing)
        after = self._submitted()
        written = tuple(
            WrittenMove(move, name) for move, name in zip(self.pending, self.names(self.pending), strict=True)
        )
        self.node = self.node.attach(written)
        self.game.keep(self.node, after)
        self._drop()
        return self.node

    def drop_pending(self) -> bool:
        """Take back all moves of the unfinished action; return whether there were any."""
        had = bool(self.pending)
        self._drop()
        return had

    @property
    def played(self) -> int:
        """Number of actions played since the start of the contest."""
        return len(self.node.path) - len(self._begin.path)

    def find_last_action(self, player: Player) -> int | None:
        """Return the distance to a player's last action (1: it was the last one), if there is one."""
        path = self.node.path[len(self._begin.path) :]
        for back, node in enumerate(reversed(path), 1):
            assert node.parent is not None
            if node.parent.position.player is player:
                return back
        return None

    def take_back(self, actions: int) -> bool:
        """Undo `actions` actions; return false and do nothing if fewer were played."""
        if self.played < actions:
            return False
        for _ in range(actions):
            parent = self.node.parent
            assert parent is not None
            self.node.delete()
            self.node = parent
        self._end(None)
        self._drop()
        return True

    def resign(self, loser: Player) -> None:
        """Let a player resign."""
        self._end(Outcome.won_by(self.other(loser), f"{loser} resigns"))

    def lose_on_time(self, loser: Player) -> None:
        """Let a player lose on time."""
        self._end(Outcome.won_by(self.other(loser), f"{loser} has no time left"))

    def agree(self) -> None:
        """End the game in a draw by agreement."""
        self._end(Outcome.drawn("Draw by agreement"))

    def claim_draw(self) -> None:
        """Claim a draw for the player to move."""
        self._end(Outcome.drawn(f"Draw: {self.player} claims it by the {self.claim}"))

    def settle(self, outcome: Outcome) -> None:
        """End the game with an outcome by the rules."""
        self._end(outcome)

    def _end(self, outcome: Outcome | None) -> None:
        if outcome is not None:
            self._drop()
        self.outcome = outcome
        self.node.result = "" if outcome is None else outcome.result

    def _expect_running(self) -> None:
        if self.outcome is not None:
            raise MoveError(f"the game is over: {self.outcome.text}")

    def text(self) -> str:
        """Return the game in its notation, with recorded scores and clocks, without the unfinished action."""
        headers = {key: value for key, value in self.game.headers.items() if key != "Result"}
        if self.outcome is not None:
            headers["Result"] = self.outcome.result
        saved: Game[Any, Any] = Game(self.game.start, headers)
        node = saved.root
        for step in self.node.path:
            node = node.add(step.action or ())
            node.clock, node.score = step.clock, step.score
        return write(saved, self.notation)

    def annotate(self, *, clock: float | None = None, score: EvalComment | None = None) -> None:
        """Record the clock of the player who has just moved, and the engine's score."""
        if clock is not None:
            self.node.clock = Clock(round(max(clock, 0.0), 1))
        if score is not None:
            self.node.score = score


AnyContest: TypeAlias = Contest[Any, Any, Any]
