"""Options shared by several writers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, signature
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hyperchess.errors import InvalidArgument

__all__ = ["InvalidOption", "Marks", "Style", "check_option", "check_options"]

Marks = Literal["rules", "written", "none"]
Style = Literal["short", "full"]


class InvalidOption(InvalidArgument):
    """An option that a writer does not have, or an invalid value of an option."""


def check_option(name: str, value: object, choices: object) -> None:
    """Refuse an invalid value of an option.

    >>> check_option("style", "long", Style)
    Traceback (most recent call last):
    ...
    hyperchess.notation.options.InvalidOption: style is 'short' or 'full', not 'long'
    """
    allowed = get_args(choices)
    if value not in allowed:
        raise InvalidOption(f"{name} is {' or '.join(map(repr, allowed))}, not {value!r}")


def check_options(title: str, writer: Callable[..., object], options: Mapping[str, object]) -> None:
    """Refuse options that a writer does not have, and values that do not fit them.

    >>> def write(game: object, *, width: int | None = None, style: Style = "short") -> None: ...
    >>> check_options("Mine", write, {"width": 80, "style": "full"})
    >>> check_options("Mine", write, {"width": -1})
    Traceback (most recent call last):
    ...
    hyperchess.notation.options.InvalidOption: width is a whole number from 0, or None, not -1
    """
    known = _list_options(writer) if options else {}
    for name, value in options.items():
        if name not in known:
            listed = f"it has {', '.join(known)}" if known else "it has none"
            raise InvalidOption(f"{title} has no option {name!r}; {listed}")
        _check_value(name, value, known[name])


@cache
def _list_options(writer: Callable[..., object]) -> dict[str, Any]:
    hints = get_type_hints(writer)
    parameters = signature(writer).parameters.values()
    return {one.name: hints[one.name] for one in parameters if one.kind is Parameter.KEYWORD_ONLY}


def _check_value(name: str, value: object, hint: Any) -> None:
    if get_origin(hint) is Literal:
        check_option(name, value, hint)
    elif hint is bool:
        if not isinstance(value, bool):
            raise InvalidOption(f"{name} is True or False, not {value!r}")
    elif int in (hint, *get_args(hint)):
        optional = type(None) in get_args(hint)
        counts = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        if not (counts or (optional and value is None)):
            raise InvalidOption(f"{name} is a whole number from 0{', or None' * optional}, not {value!r}")
