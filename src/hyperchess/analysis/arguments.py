"""Checks of arguments: what makes no sense is an `InvalidArgument` that says what was expected."""

from __future__ import annotations

from hyperchess.budget import Budget
from hyperchess.errors import InvalidArgument
from hyperchess.game import Game

__all__ = ["expect", "expect_budget", "expect_game", "expect_number"]


def expect(value: object, types: type | tuple[type, ...], what: str) -> None:
    """Refuse a value of another type.

    >>> expect(None, str, "a text")
    Traceback (most recent call last):
    ...
    hyperchess.errors.InvalidArgument: expected a text, got NoneType
    """
    if not isinstance(value, types):
        raise InvalidArgument(f"expected {what}, got {type(value).__name__}")


def expect_game(value: object) -> None:
    """Refuse what is not a game."""
    expect(value, Game, "a game")


def expect_budget(value: object) -> None:
    """Refuse what is neither a budget nor `None`."""
    expect(value, (Budget, type(None)), "a Budget or None as the budget")


def expect_number(value: object, name: str, *, least: int) -> None:
    """Refuse what is not an integer, or is too small.

    >>> expect_number(0, "mate_in", least=1)
    Traceback (most recent call last):
    ...
    hyperchess.errors.InvalidArgument: mate_in must be 1 or more, not 0
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidArgument(f"{name} must be an integer, not {value!r}")
    if value < least:
        raise InvalidArgument(f"{name} must be {least} or more, not {value}")
