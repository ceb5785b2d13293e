"""Whether a game was over before a move was played: by a goal, or by a draw that needs no claim.

A position without legal moves needs no mention, since no move can follow it. What the starting position is
counts for nothing: studies begin where a game would have ended.
"""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.infinite import Position, Status, Verdict
from hyperchess.infinite.reference.insufficient_material import is_dead
from hyperchess.infinite.rules import DEFAULT_WINS, two_players_alternate
from hyperchess.infinite.status import goal_reached, repetitions

__all__ = ["Endings", "Stamp"]


class Stamp(NamedTuple):
    """What tells a position apart from the others of its line.

    Positions can be equal only if no capture and no pawn move lies between them, which is a `stretch`; `mix`
    is a hash of all that changed in it.
    """

    stretch: int = 0
    mix: int = 0
    turn: int = 0  # how many moves have been played, in rounds
    is_single: bool = False  # whether en passant is open: no other position is like it


class Endings:
    """The positions of one line, counted. Only the first move after the end is of interest."""

    def __init__(self, start: Position | None) -> None:
        self.was_told = start is None
        first = Stamp(is_single=start is not None and start.en_passant_is_open)
        self._round = 1 if start is None else len(start.players)
        self._line = [first]
        self._counts = {first: 1}
        self._stretches = 0
        goals = [] if start is None else [start.rules.wins_of(player) for player in set(start.players)]
        self._has_goals = start is not None and (
            any(goal != DEFAULT_WINS for goal in goals) or not two_players_alternate(start.players)
        )

    @property
    def stamp(self) -> Stamp:
        """That of the last position."""
        return self._line[-1]

    def go_back(self, plies: int, stamp: Stamp) -> None:
        """To the position after so many moves, which may have another last move than the line has."""
        while len(self._line) > plies:
            self._counts[self._line.pop()] -= 1
        self._push(stamp)

    def _push(self, stamp: Stamp) -> None:
        self._line.append(stamp)
        self._counts[stamp] = self._counts.get(stamp, 0) + 1

    def add(self, after: Position) -> None:
        """The next position of the line."""
        stretch, mix, _, _ = self._line[-1]
        if after.quiet is None:
            self._stretches += 1
            stretch, mix = self._stretches, 0
        else:
            for square, before, now in after.quiet.changes:
                mix ^= hash((square, before)) ^ hash((square, now))
        is_single = after.en_passant is not None and after.en_passant_is_open
        turn = len(self._line) % self._round
        self._push(tuple.__new__(Stamp, (stretch, mix, turn, is_single)))  # faster than `Stamp(...)`

    def find(self, position: Position) -> Status | None:
        """How the game ended with the last position of the line; `None` if it goes on, or that was told."""
        last = position.last
        if self.was_told or last is None:
            return None
        status = None
        reached = goal_reached(position) if self._has_goals else None
        rule = position.move_rule if position.rules.automatic_move_rule else None
        if reached is not None:
            status = Status(reached, position.players[-1])
        elif self._counts[self.stamp] >= 3 and not self.stamp.is_single and repetitions(position) >= 3:
            status = Status(Verdict.REPETITION)
        elif rule is not None and 0 < rule.limit <= rule.count:
            status = Status(Verdict.MOVE_RULE)
        elif (last.captured is not None or last.move.promotion is not None) and is_dead(position):
            status = Status(Verdict.INSUFFICIENT_MATERIAL)
        self.was_told = status is not None
        return status
