"""A plain search on the rules in Python, for boards that the native rules do not hold: one action ahead.

It looks at actions until the limit, compares the material on the last boards after each, and knows a mate in
one when it sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from time import monotonic

from hyperchess.budget import Budget
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import Line, OnThought, Thought
from hyperchess.engine.score import Score
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Color, Position, Status

__all__ = ["PlainSearch"]

_MOST_ACTIONS = 2_000
_MATE_TEST = Budget(rounds=50)


class PlainSearch:
    """A search without a table."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        self._values = {
            name.removeprefix("value."): value for name, value in weights.items() if name.startswith("value.")
        }
        self._stopped = False

    def think(self, position: Position, limit: Limit, lines: int, on_thought: OnThought | None) -> Thought:
        """The best actions among those that were looked at."""
        started = monotonic()
        self._stopped = False
        best: list[Line] = []
        seen = 0
        with suppress(BudgetExhausted):
            # The first action is looked for without a limit of time: an engine always has a move.
            for action in position.actions(min(limit.nodes or _MOST_ACTIONS, _MOST_ACTIONS)):
                seen += 1
                best.append(Line(self._score(position, action), (action,), 1, seen))
                best.sort(key=lambda line: line.score.as_centipawns(), reverse=True)
                del best[lines:]
                late = limit.seconds is not None and monotonic() - started >= limit.seconds
                if late or self._stopped:
                    break
        found = tuple(replace(line, nodes=seen) for line in best)
        thought = Thought(found, min(seen, 1), seen, seen, monotonic() - started)
        if on_thought is not None:
            on_thought(thought)
        return thought

    def stop(self) -> None:
        """End the search that runs in another thread."""
        self._stopped = True

    def clear(self) -> None:
        """There is nothing to forget."""

    def _score(self, position: Position, action: Action) -> Score:
        after = position.play_legal(action)
        if after.in_check and after.find_status(_MATE_TEST) is Status.CHECKMATE:
            return Score(position.player, mate=1)
        return Score(position.player, self._material(after) * (1 if position.player is Color.WHITE else -1))

    def _material(self, position: Position) -> int:
        """From White's side, per timeline."""
        total = 0
        for line in position.lines:
            for _, piece in line.boards[-1].pieces():
                value = self._values[piece.kind.name.replace(" ", "_")]
                total += value if piece.color is Color.WHITE else -value
        return total // len(position.lines)
