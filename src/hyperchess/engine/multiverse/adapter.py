"""5D chess as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from hyperchess.budget import Budget
from hyperchess.engine.adapter import Adapter, Search
from hyperchess.engine.history import History
from hyperchess.engine.levels import LEVELS
from hyperchess.engine.multiverse.evaluation import Evaluation, evaluate_multiverse
from hyperchess.engine.multiverse.plain import PlainSearch
from hyperchess.engine.multiverse.protocol import format_position
from hyperchess.engine.multiverse.protocol_moves import format_action, parse_move, promoted
from hyperchess.engine.multiverse.weights import load_weights, read_weights
from hyperchess.engine.reasons import Reason
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Move, Position, start
from hyperchess.ruleset import Verdict

__all__ = ["MultiverseAdapter"]

_LARGEST_NATIVE_BOARD = 64  # squares
_OPENING_BOARDS = 10
_SAMPLED_ACTIONS = 60
_FAR = 4  # turns and timelines: the distance of a move that is overlooked most easily
_TO_FIND_A_REPLY = Budget(seconds=30.0)


class MultiverseAdapter(Adapter):
    """5D chess as the engine sees it."""

    levels = LEVELS
    notation = "shad"
    variant_header = "Board"
    chance_scale = 320
    draw_margin = 15

    def start(self, variant: str) -> Position:
        """Return the starting position of a variant."""
        return start(variant)

    def load_weights(self) -> Mapping[str, int]:
        """Return the weights of the evaluation."""
        return load_weights()

    def read_weights(self, path: Path) -> Mapping[str, int]:
        """Return the weights of a file; missing ones are the engine's."""
        return read_weights(path)

    def plain_search(self, weights: Mapping[str, int]) -> Search:
        """Create a search with the Python rules."""
        return PlainSearch(weights)

    def native_search(self, weights: Mapping[str, int], *, threads: int, memory: int) -> Search:
        """Create a search with the native rules."""
        from hyperchess.engine.multiverse.native import NativeSearch

        return NativeSearch(weights, threads=threads, memory=memory)

    def is_covered(self, position: Position) -> bool:
        """Return whether the native search supports the size of the boards."""
        return position.width * position.height <= _LARGEST_NATIVE_BOARD

    def evaluate(self, position: Position, weights: Mapping[str, int]) -> Evaluation:
        """Return the static evaluation of a position with the native rules, term by term."""
        return evaluate_multiverse(position, weights)

    def distance(self, action: Sequence[Move]) -> float:
        """Return the largest distance of a move in turns and timelines; 0 for moves on one board."""
        return min(1.0, max(map(_distance, action), default=0) / _FAR)

    def is_opening(self, position: Position) -> bool:
        """Return whether a position has few boards."""
        return sum(len(line.boards) for line in position.timeline_boards) <= _OPENING_BOARDS

    def count_timelines(self, position: Position) -> int:
        """Return the number of timelines of a position."""
        return len(position.timeline_boards)

    def sample_actions(self, position: Position) -> list[Action]:
        """Return the first legal actions of a position."""
        return list(islice(position.actions(), _SAMPLED_ACTIONS))

    def status_text(self, position: Position) -> str:
        """Return the status of a position for a message."""
        return position.status.word

    def is_over(self, position: Position) -> bool:
        """Return whether a position is checkmate, stalemate or softmate."""
        return position.status.is_over or position.status.verdict is Verdict.SOFTMATE

    def find_ending(self, position: Position) -> tuple[Reason, float] | None:
        """Return checkmate or stalemate, and White's points; `None` if there is an action, or on timeout."""
        try:
            if position.find_action(_TO_FIND_A_REPLY) is not None:
                return None
        except BudgetExhausted:
            return None
        if not position.in_check:
            return Reason.STALEMATE, 0.5
        return Reason.CHECKMATE, 0.0 if position.player.name == "WHITE" else 1.0

    def is_won(self, position: Position) -> bool:
        """Return whether a position without a legal action is checkmate."""
        return position.in_check

    def format_position(self, history: History) -> str:
        """Return the words after `position` of 5DUCI."""
        return format_position(history)

    def format_action(self, action: Action, position: Position, ending: str = "") -> str:
        """Return an action in 5DUCI, followed by `ending`."""
        return format_action(action, position) + ending

    def parse_action(self, words: Sequence[str], position: Position) -> Action:
        """Return the legal action that an engine names; `submit` at its end is ignored."""
        state = position
        moves: list[Move] = []
        for word in words:
            if word == "submit":
                continue
            move = promoted(parse_move(word, state), state)
            state = state.move(move)
            moves.append(move)
        state.submit()
        return Action(tuple(moves))


def _distance(move: Move) -> float:
    """Return how many turns back and timelines away a move goes."""
    source, target = move.source, move.target
    return abs(source.timeline.halves - target.timeline.halves) / 2 + abs(source.turn - target.turn)
