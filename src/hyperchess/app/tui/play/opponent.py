"""The engine as an opponent and adviser: it thinks in another thread and can be stopped.

A request carries a ticket. What was asked for with an older ticket is stopped, and its answer is `None`.
"""

from __future__ import annotations

from threading import Lock

from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.engine.levels import LEVELS, level_of
from hyperchess.engine.lines import Line, PlayResult
from hyperchess.engine.score import Score
from hyperchess.kinds import Kind
from hyperchess.multiverse import Color, Position
from hyperchess.multiverse.actions.effects import effects
from hyperchess.notation.common5d.spelling import move_names

__all__ = ["Opponent", "advice", "why_not_played"]

_LEVEL = 50  # centipawns: a score that is not larger is level


def why_not_played(kind: Kind) -> str:
    """Why a game cannot be played in the terminal, empty if it can."""
    if kind is Kind.MULTIVERSE:
        return ""
    return "infinite chess cannot be played in the terminal yet; `hyperchess serve` has a board for it"


class Opponent:
    """The engine at a level, with a limit for each action. Hints and draws are judged at full strength."""

    def __init__(self, *, level: int, limit: Budget, engine: Engine | None = None) -> None:
        self.level = level_of(level)
        self._limit = limit
        self._engine = engine or Engine()
        self._lock = Lock()  # the engine thinks about one thing at a time
        self._ticket = 0

    @property
    def name(self) -> str:
        """What to call it."""
        return f"hyperchess level {self.level.number} of {len(LEVELS)} ({self.level.name})"

    def new_ticket(self) -> int:
        """Give up all that was asked for before; the number is for the next question."""
        self._ticket += 1
        self._engine.stop()
        return self._ticket

    def is_current(self, ticket: int) -> bool:
        """Whether nothing else was asked for since."""
        return ticket == self._ticket

    def hurry(self) -> None:
        """Let it answer at once with what it has found."""
        self._engine.stop()

    def reply(self, ticket: int, position: Position, seconds: float | None = None) -> PlayResult | None:
        """The action to play, within so many seconds if its clock runs."""
        limit = self._limit
        if seconds is not None:
            most = seconds if limit.seconds is None else min(seconds, limit.seconds)
            limit = Budget(most, limit.rounds)
        with self._lock:
            if not self.is_current(ticket):
                return None
            result = self._engine.play(
                position, limit, level=self.level.number, on_thought=lambda _: self._stop_stale(ticket)
            )
        return result if self.is_current(ticket) else None

    def best(self, ticket: int, position: Position) -> Line | None:
        """The best line at full strength."""
        with self._lock:
            if not self.is_current(ticket):
                return None
            lines = self._engine.analyse(position, self._limit, on_thought=lambda _: self._stop_stale(ticket))
        return lines[0] if lines and self.is_current(ticket) else None

    def accepts_draw(self, score: Score, color: Color) -> bool:
        """Whether it takes a draw, playing a colour: if its score is level, or worse."""
        return score.seen_by(color).as_centipawns() <= _LEVEL

    def _stop_stale(self, ticket: int) -> None:
        if not self.is_current(ticket):
            self._engine.stop()


def advice(position: Position, line: Line) -> str:
    """A line as a hint in words: what to play, why as far as that is easy, and the reply that is expected.

    >>> from hyperchess.engine.engine import analyse
    >>> from hyperchess.multiverse import start
    >>> position = start("Standard").play("e3").play("f6").play("Qe2").play("g5")
    >>> advice(position, analyse(position, depth=2)[0])
    'Qh5: mate in 1 (proven), gives check'
    """
    action = line.actions[0]
    done = effects(position, action)
    score = line.score
    if score.mate is not None:
        number = abs(score.mate)
        reasons = [
            f"mate in {number} (proven)" if score.mate > 0 else f"delays the mate to {number} (proven)"
        ]
    else:
        reasons = [f"score {score} for {score.color}"]
    reasons += [f"takes the {effect.captured.kind.name}" for effect in done.moves if effect.captured]
    if done.in_check:
        reasons.append("gives check")
    if len(line.actions) > 1:
        reasons.append(f"expects {' '.join(move_names(done.after, line.actions[1]))}")
    return f"{' '.join(move_names(position, action))}: {', '.join(reasons)}"
