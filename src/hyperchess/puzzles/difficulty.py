"""Difficulty of a puzzle as a rating, estimated from its position and its proof.

    600 + 350 for each action after the first
        + 100 for each timeline after the first, five at most
        +  60 for each doubling of the number of legal first actions (counted up to 1,024)
        +  40 for each move of the key after the first
        + 150 if the key goes through time or to another timeline
        + 120 if the key is quiet: no capture, and no check
        + 100 if the key is a sacrifice: a defence takes a piece that the key moved

This is the initial rating of a puzzle; the trainer adjusts it by the results of attempts.

>>> Features(mate_in=1, timelines=1, actions=32, moves=1).difficulty
900
>>> Features(mate_in=2, timelines=3, actions=128, moves=2, travels=True, quiet=True).difficulty
1880
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from hyperchess.game import Game, Node
from hyperchess.multiverse import Action, Move, Position
from hyperchess.multiverse.actions.captures import captured_on

__all__ = ["MOST_COUNTED", "Features", "is_quiet", "is_sacrifice", "measure_features"]

MOST_COUNTED = 1_024  # maximum number of legal first actions to count
_MOST_TIMELINES = 6


@dataclass(frozen=True, slots=True)
class Features:
    """The features of a puzzle's difficulty: `actions` are legal first actions, `moves` those of the key."""

    mate_in: int
    timelines: int
    actions: int
    moves: int
    travels: bool = False
    quiet: bool = False
    sacrifice: bool = False

    @property
    def difficulty(self) -> int:
        """The rating, rounded to tens."""
        points = 600.0
        points += 350 * (self.mate_in - 1)
        points += 100 * (min(self.timelines, _MOST_TIMELINES) - 1)
        points += 60 * log2(max(1, min(self.actions, MOST_COUNTED)))
        points += 40 * (self.moves - 1)
        points += 150 * self.travels + 120 * self.quiet + 100 * self.sacrifice
        return round(points / 10) * 10


def measure_features(proof: Game[Position, Move], mate_in: int) -> Features:
    """Return the features of the puzzle that a proof tree proves."""
    key = proof.root.children[0]
    position, action = proof.root.position, Action(key.action or ())
    return Features(
        mate_in=mate_in,
        timelines=len(position.timeline_boards),
        actions=position.count_actions(MOST_COUNTED),
        moves=len(action),
        travels=not all(move.is_physical for move in action),
        quiet=is_quiet(position, key),
        sacrifice=is_sacrifice(key),
    )


def is_quiet(position: Position, key: Node[Position, Move]) -> bool:
    """Return whether a key gives no check and captures nothing."""
    captures = (captured_on(position, move) is not None for move in key.action or ())
    return not key.position.in_check and not any(captures)


def is_sacrifice(key: Node[Position, Move]) -> bool:
    """Return whether a defence captures a piece on a square where the key put one."""
    places = {(move.target.file, move.target.rank) for move in key.action or ()}
    return any(
        captured_on(key.position, move) is not None and (move.target.file, move.target.rank) in places
        for defence in key.children
        for move in defence.action or ()
    )
