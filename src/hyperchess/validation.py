"""Validation of arguments, with messages that name the argument, the expected and the actual value.

>>> check_integer("depth", -1)
Traceback (most recent call last):
...
hyperchess.errors.InvalidArgument: depth: expected an integer of at least 0, found -1
>>> check_text("fen", None)
Traceback (most recent call last):
...
hyperchess.errors.InvalidArgument: fen: expected a string, found None
>>> check_instance("when", [], int, "a day")
Traceback (most recent call last):
...
hyperchess.errors.InvalidArgument: when: expected a day, found a value of type list
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from hyperchess.errors import InvalidArgument
from hyperchess.text import quote

__all__ = [
    "check_instance",
    "check_integer",
    "check_items",
    "check_seconds",
    "check_text",
    "invalid_argument",
]

T = TypeVar("T")
_LONGEST_NUMBER = 128  # bits to show: Python refuses to print numbers of more than 4,300 digits


def invalid_argument(name: str, expected: str, value: object) -> InvalidArgument:
    """Return the error for an argument, with the expected and the actual value."""
    return InvalidArgument(f"{name}: expected {expected}, found {_shown(value)}")


def check_integer(name: str, value: object, *, least: int | None = 0, most: int | None = None) -> int:
    """Return an integer (not a `bool`) between `least` and `most`."""
    if isinstance(value, bool) or not isinstance(value, int) or (least is not None and value < least):
        raise invalid_argument(name, "an integer" + ("" if least is None else f" of at least {least}"), value)
    if most is not None and value > most:
        raise invalid_argument(name, f"an integer of at most {most:,}", value)
    return value


def check_seconds(name: str, value: object) -> float:
    """Return a duration: a number that is not negative and not NaN; infinity is allowed."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise invalid_argument(name, "a number of seconds of at least 0", value)
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def check_text(name: str, value: object) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise invalid_argument(name, "a string", value)
    return value


def check_instance(name: str, value: object, kind: type[T], expected: str = "") -> T:
    """Return a value of a type."""
    if not isinstance(value, kind):
        raise invalid_argument(name, expected or f"a value of type {kind.__name__}", value)
    return value


def check_items(name: str, values: object, kind: type[T]) -> tuple[T, ...]:
    """Return the items of an iterable, all of one type."""
    if not isinstance(values, Iterable):
        raise invalid_argument(name, f"values of type {kind.__name__}", values)
    items = tuple(values)
    for item in items:
        if not isinstance(item, kind):
            raise invalid_argument(name, f"values of type {kind.__name__}", item)
    return items


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, bool | float):
        return repr(value)
    if type(value) is int:
        bits = value.bit_length()
        return repr(value) if bits <= _LONGEST_NUMBER else f"an integer of {bits} bits"
    return f"a value of type {type(value).__name__}"
