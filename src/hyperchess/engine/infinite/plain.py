"""Plain one-ply search with the Python rules, for positions that the native rules do not cover.

It tries moves until the limit, compares the material after each, counts a piece that can be recaptured as
lost, and detects a mate in one or another goal reached. A bare royal piece has its own search
(`plain_hunt.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from hyperchess.budget import Budget
from hyperchess.engine.infinite.nearby import moves_into_line, nearby_moves
from hyperchess.engine.infinite.plain_hunt import PlainHunt
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import OnReport, SearchReport
from hyperchess.engine.one_ahead import OneAhead
from hyperchess.engine.score import Score
from hyperchess.engine.stopping import Stopping
from hyperchess.engine.weights import values_by_kind
from hyperchess.infinite import Move, Position
from hyperchess.infinite.pieces import Piece
from hyperchess.infinite.reference.attacks import is_attacked
from hyperchess.infinite.status import goal_reached

__all__ = ["PlainInfiniteSearch"]

_STEPS = 4  # squares of a ray, in addition to its last one
_MOST_MOVES = 5_000
_TEMPTING = 100_000  # move ordering: captures first


class PlainInfiniteSearch(OneAhead):
    """A search without a transposition table."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        super().__init__()
        self._weights = weights
        self._values = values_by_kind(weights)

    def search(
        self, position: Position, limit: Limit, lines: int, on_report: OnReport | None, stopping: Stopping
    ) -> SearchReport:
        """Return the best moves among those tried."""
        started = monotonic()  # on a large board move generation takes most of the time
        meter = Budget(limit.seconds, limit.nodes).start()
        hunt = PlainHunt.of(position, self._weights, meter, lines)
        if hunt is not None:
            chosen = [(move,) for move in hunt.moves()]
            return self.look(
                chosen,
                lambda action: hunt.score(*action),
                limit,
                lines,
                on_report,
                stopping,
                started=started,
                meter=meter,
            )
        moves: list[Move] = []
        if goal_reached(position) is None:
            near = nearby_moves(position, _STEPS)
            moves = [*dict.fromkeys([*moves_into_line(position), *near])]  # possible checks first
        moves.sort(key=lambda move: self._promise(position, move), reverse=True)
        most = min(limit.nodes or _MOST_MOVES, _MOST_MOVES)
        actions = [(move,) for move in moves[:most]]

        def score(action: tuple[Move]) -> Score:
            return self._score(position, *action)

        return self.look(actions, score, limit, lines, on_report, stopping, started=started)

    def _value(self, piece: Piece | None) -> int:
        return 0 if piece is None else self._values.get(piece.kind.name, 0)

    def _promise(self, position: Position, move: Move) -> int:
        victim = position.board.get(move.target)
        return self._value(move.promotion) + (0 if victim is None else _TEMPTING + self._value(victim))

    def _score(self, position: Position, move: Move) -> Score:
        player = position.player
        after = position.play(move)
        if after.checks() or goal_reached(after) is not None:
            status = after.status
            if status.winner is player:
                return Score(player, mate=1)
            if status.is_draw:
                return Score(player, 0)
        last = after.last
        gain = self._value(move.promotion)
        if last is not None:
            gain += self._value(last.captured)
            if is_attacked(after.board, move.target, player):
                gain -= self._value(last.piece)
        own = others = 0
        for piece, count in position.board.material.counts.items():
            if piece.color is player:
                own += count * self._value(piece)
            elif piece.color:
                others += count * self._value(piece)
        return Score(player, max(-15_000, min(15_000, own - others + gain)))
