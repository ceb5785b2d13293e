"""The options that several writers share."""

from __future__ import annotations

from typing import Literal, get_args

from hyperchess.errors import InvalidArgument

__all__ = ["Marks", "Style", "check_option"]

Marks = Literal["rules", "written", "none"]
Style = Literal["short", "full"]


def check_option(name: str, value: str, choices: object) -> None:
    """Refuse a value that the type checker has not seen.

    >>> check_option("style", "long", Style)
    Traceback (most recent call last):
    ...
    hyperchess.errors.InvalidArgument: style is 'short' or 'full', not 'long'
    """
    allowed = get_args(choices)
    if value not in allowed:
        raise InvalidArgument(f"{name} is {' or '.join(map(repr, allowed))}, not {value!r}")
