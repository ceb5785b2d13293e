"""Result of a writer, its text and its losses, and options shared by several writers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, signature
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from hyperchess.errors import InvalidArgument
from hyperchess.game import WrittenMove

__all__ = ["InvalidOption", "Loss", "Losses", "Marks", "Style", "Written", "check_option", "check_options"]


@dataclass(frozen=True, slots=True)
class Loss:
    """Something of a game that a notation cannot express.

    `kind` is a short name for machines (`comments`, `variations`, `headers`, ...), `what` a description,
    `place` the location in the game: the key of a header, or the number of an action such as `12b`. For
    `count` equal losses, `place` is that of the first. `str()` gives a sentence for people.

    >>> print(Loss("comments", "a comment is left out", "3w", 2))
    a comment is left out (2 times)
    """

    kind: str
    """A short name for machines, such as `comments`."""
    what: str
    """The description."""
    place: str = ""
    """The key of a header, or the number of an action."""
    count: int = 1
    """The number of equal losses."""

    def __str__(self) -> str:
        return self.what if self.count == 1 else f"{self.what} ({self.count} times)"


class Written(NamedTuple):
    """A text, and the losses on the way to it."""

    text: str
    losses: tuple[Loss, ...] = ()


class Losses:
    """Losses so far; equal losses are merged.

    >>> losses = Losses()
    >>> for place in ("3w", "7b"):
    ...     losses.add("comments", "comments are left out", place)
    >>> losses.listed()
    (Loss(kind='comments', what='comments are left out', place='3w', count=2),)
    """

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], str] = {}
        self._count: dict[tuple[str, str], int] = {}

    def add(self, kind: str, what: str, place: str = "", *, count: int = 1) -> None:
        """Add a loss; equal losses keep the place of the first."""
        if count:
            self._first.setdefault((kind, what), place)
            self._count[kind, what] = self._count.get((kind, what), 0) + count

    def add_nags(self, moves: Iterable[WrittenMove[Any]], place: str) -> None:
        """Add the loss of the marks of an action, such as `$14`, that have no sign."""
        count = sum(len(written.nags) for written in moves)
        self.add("nags", "a numbered mark such as $14 is left out", place, count=count)

    def listed(self) -> tuple[Loss, ...]:
        """The losses in order of first occurrence."""
        return tuple(
            Loss(kind, what, self._first[kind, what], count) for (kind, what), count in self._count.items()
        )


Marks = Literal["rules", "written", "none"]
Style = Literal["short", "full"]


class InvalidOption(InvalidArgument):
    """An option that a writer does not have, or an invalid value of an option."""


def check_option(name: str, value: object, choices: object) -> None:
    """Refuse an invalid value of an option.

    >>> check_option("style", "long", Style)
    Traceback (most recent call last):
    ...
    hyperchess.notation.writing.InvalidOption: style is 'short' or 'full', not 'long'
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
    hyperchess.notation.writing.InvalidOption: width is a whole number from 0, or None, not -1
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
