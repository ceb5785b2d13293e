"""Infinite chess as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hyperchess.engine.adapter import Adapter, Search
from hyperchess.engine.history import History
from hyperchess.engine.infinite.evaluation import InfiniteEvaluation, evaluate_infinite
from hyperchess.engine.infinite.levels import INFINITE_LEVELS
from hyperchess.engine.infinite.nearby import nearby_moves
from hyperchess.engine.infinite.plain import PlainInfiniteSearch
from hyperchess.engine.infinite.protocol import format_icn_position, parse_icn_move
from hyperchess.engine.infinite.weights import load_infinite_weights, read_infinite_weights
from hyperchess.engine.reasons import Reason
from hyperchess.infinite import Move, Position, Verdict, start

__all__ = ["InfiniteAdapter"]

_OPENING_TURNS = 5
_SAMPLED_SQUARES = 5  # of a ray
_NEAR = 4  # squares: moves up to this length are not overlooked
_FAR = 8  # squares beyond that: the length of a move that is overlooked most easily
_DRAWS = {
    Verdict.STALEMATE: Reason.STALEMATE,
    Verdict.REPETITION: Reason.REPETITION,
    Verdict.MOVE_RULE: Reason.MOVE_RULE,
    Verdict.INSUFFICIENT_MATERIAL: Reason.MATERIAL,
}


class InfiniteAdapter(Adapter):
    """Infinite chess as the engine sees it."""

    levels = INFINITE_LEVELS
    notation = "icn"
    variant_header = "Variant"
    chance_scale = 500
    draw_margin = 380

    def start(self, variant: str) -> Position:
        """Return the starting position of a variant."""
        return start(variant)

    def load_weights(self) -> Mapping[str, int]:
        """Return the weights of the evaluation."""
        return load_infinite_weights()

    def read_weights(self, path: Path) -> Mapping[str, int]:
        """Return the weights of a file; missing ones are the engine's."""
        return read_infinite_weights(path)

    def plain_search(self, weights: Mapping[str, int]) -> Search:
        """Create a search with the Python rules."""
        return PlainInfiniteSearch(weights)

    def native_search(self, weights: Mapping[str, int], *, threads: int, memory: int) -> Search:
        """Create a search with the native rules."""
        from hyperchess.engine.infinite.native import NativeInfiniteSearch

        return NativeInfiniteSearch(weights, threads=threads, memory=memory)

    def is_covered(self, position: Position) -> bool:
        """Return whether the native search supports the pieces and coordinates."""
        from hyperchess.engine.infinite.native import is_covered

        return is_covered(position)

    def evaluate(self, position: Position, weights: Mapping[str, int]) -> InfiniteEvaluation:
        """Return the static evaluation of a position with the native rules, term by term."""
        return evaluate_infinite(position, weights)

    def distance(self, action: Sequence[Move]) -> float:
        """Return how far beyond a usual board a move goes, in squares."""
        lengths = (
            max(abs(move.target.x - move.source.x), abs(move.target.y - move.source.y)) for move in action
        )
        return min(1.0, max(0, max(lengths, default=0) - _NEAR) / _FAR)

    def is_opening(self, position: Position) -> bool:
        """Return whether few turns have been played."""
        return position.full_move <= _OPENING_TURNS

    def count_timelines(self, position: Position) -> int:
        """Return 1: there is one board."""
        return 1

    def sample_actions(self, position: Position) -> list[tuple[Move]]:
        """Return legal moves to nearby squares."""
        return [(move,) for move in nearby_moves(position, _SAMPLED_SQUARES)]

    def status_text(self, position: Position) -> str:
        """Return the status of a position for a message."""
        return str(position.status)

    def is_over(self, position: Position) -> bool:
        """Return whether the game has ended."""
        return position.status.is_over

    def find_ending(self, position: Position) -> tuple[Reason, float] | None:
        """Return why a game is over, and White's points; possible draw claims end it too."""
        status = position.status
        if status.winner is not None:
            reason = Reason.CHECKMATE if status.verdict is Verdict.CHECKMATE else Reason.GOAL
            return reason, 1.0 if status.winner.name == "WHITE" else 0.0
        if status.is_over:
            return _DRAWS[status.verdict], 0.5
        return (Reason.MOVE_RULE, 0.5) if status.claims else None

    def is_won(self, position: Position) -> bool:
        """Return whether a player has won."""
        return position.status.winner is not None

    def format_position(self, history: History) -> str:
        """Return the words after `position` of the engine protocol."""
        return format_icn_position(history)

    def format_action(self, action: Any, position: Position, ending: str = "") -> str:
        """Return the only move of an action; it needs no ending."""
        return str(action[0])

    def parse_action(self, words: Sequence[str], position: Position) -> tuple[Move]:
        """Return the legal move that an engine names."""
        return parse_icn_move(words, position)
