"""Baseline player for comparison: a two-ply search by material.

For each of its moves it finds the opponent's best capture or promotion, and it detects a mate in one. Ties
are broken at random.
"""

from __future__ import annotations

from random import Random
from time import monotonic

from hyperchess.budget import Budget
from hyperchess.engine.history import History
from hyperchess.engine.infinite.nearby import nearby_moves
from hyperchess.engine.infinite.weights import load_infinite_weights
from hyperchess.engine.lines import Line, PlayResult
from hyperchess.engine.score import Score
from hyperchess.engine.weights import values_by_kind
from hyperchess.errors import InvalidPosition
from hyperchess.infinite import Move, Piece, Position

__all__ = ["TwoPlyPlayer"]

_STEPS = 6  # squares of a ray, in addition to its last one


class TwoPlyPlayer:
    """Plays the best move after a two-ply search."""

    name = "two-ply"

    def __init__(self, seed: int | None = None) -> None:
        self._values = values_by_kind(load_infinite_weights())
        self._random = Random(seed)

    def new_game(self) -> None:
        """Do nothing: the player keeps no state."""

    def close(self) -> None:
        """Do nothing: there is no process."""

    def play(self, history: History, limit: Budget | None) -> PlayResult:
        """Return the move to play; moves beyond the time limit are not searched."""
        started = monotonic()
        position: Position = history.position
        seconds = None if limit is None else limit.seconds
        moves = nearby_moves(position, _STEPS)
        self._random.shuffle(moves)
        best: Line | None = None
        for number, move in enumerate(moves, 1):
            score = self._score(position, move)
            if best is None or score > best.score:
                best = Line(score, ((move,),), 2, number)
            if seconds is not None and monotonic() - started >= seconds:
                break
        if best is None:
            raise InvalidPosition(f"there is no legal move: {position.status}")
        return PlayResult(best.actions[0], best)

    def _value(self, piece: Piece | None) -> int:
        return 0 if piece is None else self._values.get(piece.kind.name, 0)

    def _gain(self, position: Position, move: Move) -> int:
        return self._value(position.board.get(move.target)) + self._value(move.promotion)

    def _score(self, position: Position, move: Move) -> Score:
        player = position.player
        after = position.play(move)
        status = after.status
        if status.winner is player:
            return Score(player, mate=1)
        if status.is_draw:
            return Score(player, 0)
        gain = self._gain(position, move)
        replies = [self._gain(after, reply) for reply in after.moves().points]
        for ray in after.moves().rays:
            if ray.last is not None and ray.allows(ray.last):
                replies.append(self._gain(after, Move(ray.source, ray.target(ray.last))))
        own = sum(
            count * self._value(piece) * (1 if piece.color is player else -1)
            for piece, count in position.board.material.counts.items()
            if piece.color
        )
        return Score(player, own + gain - max(replies, default=0))
