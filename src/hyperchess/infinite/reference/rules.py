"""The rules of infinite chess in Python, which are the specification."""

from __future__ import annotations

from functools import partial
from typing import Never

from hyperchess.budget import Budget
from hyperchess.errors import HyperchessError
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.reference.attacks import attacked_royals, royal_attackers
from hyperchess.infinite.reference.effects import Effect, find_effect
from hyperchess.infinite.reference.listing import ListedMoves, can_move, list_moves
from hyperchess.infinite.state import State
from hyperchess.infinite.status import find_status
from hyperchess.infinite.syntax.text import Move
from hyperchess.ruleset import Status

__all__ = ["ReferenceRules"]


class ReferenceRules:
    """`Rules` in Python: the specification."""

    name = "python"

    def checks(self, state: State) -> tuple[Square, ...]:
        """Return the attacked royal pieces of the player to move."""
        return attacked_royals(state.board, state.player)

    def checkers(self, state: State) -> tuple[Square, ...]:
        """Return the pieces that attack them, each once."""
        return royal_attackers(state.board, state.player)

    def moves(self, state: State) -> ListedMoves:
        """Return all legal moves."""
        return list_moves(state)

    def can_move(self, state: State, budget: Budget | None) -> bool | None:
        """Return whether there is a legal move."""
        return can_move(state, budget)

    def allows(self, state: State, move: Move) -> bool:
        """Return whether a move is legal."""
        try:
            find_effect(state, move)
        except HyperchessError:
            return False
        return True

    def effect(self, state: State, move: Move) -> Effect:
        """Compute the effect of a move."""
        return find_effect(state, move)

    def packed(self, state: State) -> None:
        """Return `None`: the Python rules work on states."""

    def follow(self, packed: Never, move: Move) -> None:
        """Never called: nothing is packed."""

    def count(self, packed: Never) -> int:
        """Never called: nothing is packed."""
        return packed

    def in_check(self, packed: Never) -> bool:
        """Never called: nothing is packed."""
        return packed

    def has_move(self, packed: Never) -> bool:
        """Never called: nothing is packed."""
        return packed

    def status(self, state: State, budget: Budget | None) -> Status:
        """Determine the status of a position."""
        return find_status(state, self.checks(state), partial(can_move, state, budget))

    def hash(self, state: State) -> int:
        """Return a hash that is equal for repetitions of a position."""
        return hash(state.key)

    def hunt(self, state: State, budget: Budget) -> None:
        """Return `None`: there is no such search in Python."""
