"""Plain one-ply search with the Python rules, for boards that the native rules do not support.

It tries actions until the limit, compares the material on the last boards after each, and detects a mate in
one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from hyperchess.budget import Budget
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import OnReport, SearchReport
from hyperchess.engine.one_ahead import OneAhead
from hyperchess.engine.score import Score
from hyperchess.engine.stopping import Stopping
from hyperchess.multiverse import Action, Color, Position
from hyperchess.ruleset import Verdict

__all__ = ["PlainSearch"]

_MOST_ACTIONS = 2_000
_MATE_TEST = Budget(rounds=50)


class PlainSearch(OneAhead):
    """A search without a transposition table."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        super().__init__()
        self._values = {
            name.removeprefix("value."): value for name, value in weights.items() if name.startswith("value.")
        }

    def search(
        self, position: Position, limit: Limit, lines: int, on_report: OnReport | None, stopping: Stopping
    ) -> SearchReport:
        """Return the best actions among those tried."""
        actions = position.actions(min(limit.nodes or _MOST_ACTIONS, _MOST_ACTIONS))
        meter = Budget(limit.seconds).start(lambda: stopping.is_stopped)
        score = partial(self._score, position)
        return self.look(actions, score, score, meter, lines, on_report)

    def _score(self, position: Position, action: Action) -> Score:
        after = position.play_legal(action)
        if after.in_check and after.find_status(_MATE_TEST).verdict is Verdict.CHECKMATE:
            return Score(position.player, mate=1)
        return Score(position.player, self._material(after) * (1 if position.player is Color.WHITE else -1))

    def _material(self, position: Position) -> int:
        """Return the material balance from White's side, per timeline."""
        total = 0
        for line in position.timeline_boards:
            for _, piece in line.boards[-1].pieces():
                value = self._values[piece.kind.name.replace(" ", "_")]
                total += value if piece.color is Color.WHITE else -value
        return total // len(position.timeline_boards)
