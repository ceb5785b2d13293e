"""A game of 5D chess that is being played: the actions so far, the unfinished one, and how it ended.

>>> from hyperchess.multiverse import start
>>> contest = Contest(Game(start("Standard - Two Timelines")))
>>> contest.enter("(-0T1)e3")
>>> contest.missing, contest.pending_text
('Board L+0 still needs a move', '(-0T1)e3')
>>> contest.enter("(+0T1)Nf3")
>>> contest.missing, contest.submit()
('', <Node 1w. '(-0T1)e3 (+0T1)Nf3'>)
>>> contest.resign(Color.BLACK)
>>> contest.outcome
Outcome(result='1-0', text='Black resigns: White wins')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hyperchess.annotations import Clock, EvalComment
from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.cursor import Shown
from hyperchess.errors import IllegalAction, MoveError
from hyperchess.game import Game, Node, WrittenMove
from hyperchess.multiverse import Color, Move, Position, Square, Status
from hyperchess.multiverse.actions.missing import what_is_missing
from hyperchess.notation.common5d.spelling import move_names
from hyperchess.notation.reading import write

__all__ = ["Contest", "Outcome"]

_WINS = {Color.WHITE: "1-0", Color.BLACK: "0-1"}
_DRAW = "1/2-1/2"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the result of notation, and a sentence."""

    result: str
    text: str


class _Choices:
    """The moves of a state, by the squares they start on."""

    def __init__(self, state: Position) -> None:
        self.state = state

    @cached_property
    def by_source(self) -> Mapping[Square, Mapping[Square, tuple[Move, ...]]]:
        found: dict[Square, dict[Square, tuple[Move, ...]]] = {}
        for move in self.state.moves():
            targets = found.setdefault(move.source, {})
            targets[move.target] = (*targets.get(move.target, ()), move)
        return found


class Contest:
    """The tree has one line: what is taken back is gone. Play starts at the end of the main line."""

    def __init__(self, game: Game[Position, Move]) -> None:
        self.game = game
        self.node: Node[Position, Move] = game.end
        self.outcome: Outcome | None = None
        self._begin = self.node
        self._choices = _Choices(self.node.position)

    @property
    def state(self) -> Position:
        """The position with the moves of the unfinished action."""
        return self._choices.state

    @state.setter
    def state(self, state: Position) -> None:
        self._choices = _Choices(state)

    @property
    def position(self) -> Position:
        """The position before the unfinished action."""
        return self.node.position

    @property
    def player(self) -> Color:
        """Who is to move."""
        return self.position.player

    @property
    def pending(self) -> tuple[Move, ...]:
        """The moves of the unfinished action."""
        return self.state.pending

    @property
    def pending_text(self) -> str:
        """The same as people write it."""
        return " ".join(move_names(self.position, self.pending))

    @property
    def shown(self) -> Shown:
        """What a board shows: the unfinished action, else the last one."""
        if self.pending:
            return Shown(self.state, self.position, self.pending, complete=False)
        if self.node.parent is None:
            return Shown(self.position)
        return Shown(self.position, self.node.parent.position, tuple(self.node.action or ()))

    @property
    def movable(self) -> frozenset[Square]:
        """The squares of the pieces that can move, none after the end of the game."""
        return frozenset() if self.outcome else frozenset(self._choices.by_source)

    def targets(self, source: Square) -> Mapping[Square, tuple[Move, ...]]:
        """Where a piece can go; several moves to one square are promotions."""
        return {} if self.outcome else self._choices.by_source.get(source, {})

    @property
    def missing(self) -> str:
        """What the unfinished action lacks before it can be submitted, empty if nothing."""
        return what_is_missing(self.state)

    def make(self, move: Move) -> None:
        """Make one move of the action."""
        self._expect_running()
        self.state = self.state.move(move)

    def enter(self, text: str) -> None:
        """Make the moves of a text, all or none."""
        self._expect_running()
        state = self.state
        moves = state.read(text)
        if not moves:
            raise InputError("type a move such as e4, Nf3 or (0T4)Qg5>>(0T2)g3")
        for move in moves:
            state = state.move(move)
        self.state = state

    def undo(self) -> bool:
        """Take back a move of the unfinished action; whether there was one."""
        if not self.pending:
            return False
        self.state = self.state.undo()
        return True

    def submit(self) -> Node[Position, Move]:
        """End the action; `IllegalAction` says what is missing."""
        self._expect_running()
        missing = self.missing
        if missing:
            raise IllegalAction("present", missing)
        after = self.state.submit()
        names = move_names(self.position, self.pending)
        written = tuple(WrittenMove(move, name) for move, name in zip(self.pending, names, strict=True))
        self.node = self.node.attach(written)
        self.game.keep(self.node, after)
        self.state = after
        return self.node

    def drop_pending(self) -> bool:
        """Take back all moves of the unfinished action; whether there were any."""
        had = bool(self.pending)
        self.state = self.position
        return had

    def take_back(self, actions: int) -> bool:
        """Take back so many actions; nothing happens if there are not so many."""
        if len(self.node.path) - len(self._begin.path) < actions:
            return False
        for _ in range(actions):
            parent = self.node.parent
            assert parent is not None
            self.node.delete()
            self.node = parent
        self._end(None)
        self.state = self.position
        return True

    @property
    def played(self) -> int:
        """How many actions were played since the start of the contest."""
        return len(self.node.path) - len(self._begin.path)

    def resign(self, loser: Color) -> None:
        """One player gives up."""
        self._win(loser.other, f"{loser} resigns")

    def lose_on_time(self, loser: Color) -> None:
        """One player has no time left."""
        self._win(loser.other, f"{loser} has no time left")

    def agree(self) -> None:
        """Both players want a draw."""
        self._end(Outcome(_DRAW, "Draw by agreement"))

    def settle(self, status: Status) -> None:
        """End the game if the rules say so: the player to move has no legal action."""
        if status is Status.CHECKMATE:
            self._win(self.player.other, "Checkmate, proven by the rules")
        elif status is Status.STALEMATE:
            self._end(Outcome(_DRAW, "Stalemate, proven by the rules: a draw"))

    def _win(self, winner: Color, why: str) -> None:
        self._end(Outcome(_WINS[winner], f"{why}: {winner} wins"))

    def _end(self, outcome: Outcome | None) -> None:
        if outcome is not None:
            self.state = self.position
        self.outcome = outcome
        self.node.result = "" if outcome is None else outcome.result

    def _expect_running(self) -> None:
        if self.outcome is not None:
            raise MoveError(f"the game is over: {self.outcome.text}")

    def text(self) -> str:
        """The game in 5DPGN, with the scores and clocks that were kept, without the unfinished action."""
        headers = {key: value for key, value in self.game.headers.items() if key != "Result"}
        if self.outcome is not None:
            headers["Result"] = self.outcome.result
        saved: Game[Position, Move] = Game(self.game.start, headers)
        node = saved.root
        for step in self.node.path:
            node = node.add(step.action or ())
            node.clock, node.score = step.clock, step.score
        return write(saved, "shad")

    def annotate(self, *, clock: float | None = None, score: EvalComment | None = None) -> None:
        """Keep the clock of the player who has just moved, and what the engine thinks."""
        if clock is not None:
            self.node.clock = Clock(round(max(clock, 0.0), 1))
        if score is not None:
            self.node.score = score
