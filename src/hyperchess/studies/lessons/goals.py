"""Goals of lesson steps by name; each is a predicate on the positions before and after an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from hyperchess import infinite, multiverse
from hyperchess.budget import Budget
from hyperchess.multiverse import MoveKind
from hyperchess.multiverse.actions.captures import piece_on
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.ruleset import GameKind

__all__ = ["GOALS", "PENDING", "Attempt", "Goal"]

_VERDICT = Budget(rounds=200_000)

PENDING = "moved"
"""The goal that is reached before the action is submitted."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A legal action, and the positions before and after it; `least` is a distance that the step requires."""

    before: Any
    action: tuple[Any, ...]
    after: Any
    least: int = 0


Goal: TypeAlias = Callable[[Attempt], bool]


def _any(attempt: Attempt) -> bool:
    return len(attempt.action) > 0


def _one_move(attempt: Attempt) -> bool:
    return len(attempt.action) == 1


# --- 5D chess ---------------------------------------------------------------------------------------------


def _has_kind(kind: MoveKind) -> Goal:
    def goal(attempt: Attempt) -> bool:
        return any(found is kind for _, found in move_kinds(attempt.before, attempt.action))

    return goal


def _captured_in_the_past(attempt: Attempt) -> bool:
    return any(
        kind is MoveKind.BRANCH and piece_on(attempt.before, move.target) is not None
        for move, kind in move_kinds(attempt.before, attempt.action)
    )


def _inactive(attempt: Attempt) -> bool:
    """Return whether a timeline was created and is inactive."""
    made = set(attempt.after.timelines) - set(attempt.before.timelines)
    return bool(made - set(attempt.after.active))


def _activated(attempt: Attempt) -> bool:
    """Return whether an inactive timeline became active."""
    asleep = set(attempt.before.timelines) - set(attempt.before.active)
    return bool(asleep & set(attempt.after.active))


def _check_through_time(attempt: Attempt) -> bool:
    after: multiverse.Position = attempt.after
    return any(check.attacker.board != check.royal.board for check in after.checks())


def _status(wanted: multiverse.Verdict) -> Goal:
    def goal(attempt: Attempt) -> bool:
        after: multiverse.Position = attempt.after
        return after.find_status(_VERDICT).verdict is wanted

    return goal


# --- infinite chess ---------------------------------------------------------------------------------------


def _distance(one: infinite.Square, other: infinite.Square) -> int:
    return max(abs(one.x - other.x), abs(one.y - other.y))


def _far(attempt: Attempt) -> bool:
    [move] = attempt.action
    return _distance(move.source, move.target) >= attempt.least


def _captured(attempt: Attempt) -> bool:
    return len(attempt.after.pieces()) < len(attempt.before.pieces())


def _promoted(attempt: Attempt) -> bool:
    [move] = attempt.action
    return move.promotion is not None


def _check_from_far(attempt: Attempt) -> bool:
    """Return whether the moved piece is far away from a royal piece in check."""
    [move] = attempt.action
    return any(_distance(move.target, check.royal) >= attempt.least for check in attempt.after.checks())


def _won(attempt: Attempt) -> bool:
    return attempt.after.status.winner is attempt.before.player


def _checkmate(attempt: Attempt) -> bool:
    return attempt.after.status.verdict is infinite.Verdict.CHECKMATE


GOALS: Mapping[GameKind, Mapping[str, Goal]] = {
    GameKind.MULTIVERSE: {
        PENDING: _any,
        "submitted": _any,
        "one move": _one_move,
        "hop": _has_kind(MoveKind.HOP),
        "branch": _has_kind(MoveKind.BRANCH),
        "captured in the past": _captured_in_the_past,
        "inactive": _inactive,
        "activated": _activated,
        "check through time": _check_through_time,
        "softmate": _status(multiverse.Verdict.SOFTMATE),
        "mate": _status(multiverse.Verdict.CHECKMATE),
    },
    GameKind.INFINITE: {
        "far": _far,
        "captured": _captured,
        "promoted": _promoted,
        "check from far": _check_from_far,
        "won": _won,
        "mate": _checkmate,
    },
}
"""The goals by game and name."""
