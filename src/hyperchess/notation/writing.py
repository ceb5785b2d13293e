"""Result of a writer, its text and its losses, and options shared by several writers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, signature
from types import NoneType, SimpleNamespace
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from hyperchess.errors import InvalidArgument
from hyperchess.game import AnyWritten

__all__ = [
    "InvalidOption",
    "Loss",
    "Losses",
    "Marks",
    "Style",
    "WriterOption",
    "Written",
    "check_option",
    "check_options",
    "read_options",
    "writer_options",
]


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

    def add_nags(self, moves: Iterable[AnyWritten], place: str) -> None:
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


_SWITCH = {
    **dict.fromkeys(("yes", "true", "on", "1"), True),
    **dict.fromkeys(("no", "false", "off", "0"), False),
}


@dataclass(frozen=True, slots=True)
class WriterOption:
    """An option of a writer, with its allowed values and its default."""

    name: str
    choices: tuple[str, ...]
    type: type
    optional: bool
    default: object

    @property
    def values(self) -> str:
        """Allowed values, for people."""
        known = self.choices or {bool: ("yes", "no"), int: ("a number",)}.get(self.type, ("a text",))
        return " or ".join([*known, *(["none"] if self.optional else [])])

    @property
    def default_text(self) -> str:
        """The default as users write it."""
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        return "none" if self.default is None else str(self.default)

    def read(self, text: str) -> object:
        """The value that a text means; `ValueError` if it means none."""
        if self.optional and text == "none":
            return None
        if self.choices:
            if text not in self.choices:
                raise ValueError(text)
            return text
        if self.type is bool:
            if text not in _SWITCH:
                raise ValueError(text)
            return _SWITCH[text]
        return self.type(text)

    def check(self, value: object) -> None:
        """Refuse a value that the option cannot have."""
        if self.optional and value is None:
            return
        if self.choices:
            check_option(self.name, value, Literal[self.choices])
        elif self.type is bool and not isinstance(value, bool):
            raise InvalidOption(f"{self.name} is True or False, not {value!r}")
        elif self.type is int and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
            none = ", or None" * self.optional
            raise InvalidOption(f"{self.name} is a whole number from 0{none}, not {value!r}")


@cache
def writer_options(writer: Callable[..., object]) -> dict[str, WriterOption]:
    """Return the options of a writer by name: its keyword-only parameters.

    >>> def write(game: object, *, width: int | None = None, style: Style = "short") -> None: ...
    >>> [(option.name, option.values) for option in writer_options(write).values()]
    [('width', 'a number or none'), ('style', 'short or full')]
    """
    parameters = [one for one in signature(writer).parameters.values() if one.kind is Parameter.KEYWORD_ONLY]
    # Only these: the type of the game may be an alias whose parts the module of the writer does not import.
    annotated = SimpleNamespace(__annotations__={one.name: one.annotation for one in parameters})
    hints = get_type_hints(annotated, getattr(writer, "__globals__", {}))
    return {one.name: _option(one, hints[one.name]) for one in parameters}


def _option(parameter: Parameter, hint: Any) -> WriterOption:
    kinds = (hint,) if get_origin(hint) is Literal else get_args(hint) or (hint,)
    kind = next(kind for kind in kinds if kind is not NoneType)
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    plain = kind if kind in (bool, int, float) else str
    return WriterOption(parameter.name, choices, plain, NoneType in kinds, parameter.default)


def check_option(name: str, value: object, choices: object) -> None:
    """Refuse a value that is not one of the choices of a `Literal`.

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
    known = writer_options(writer) if options else {}
    for name, value in options.items():
        if name not in known:
            listed = f"it has {', '.join(known)}" if known else "it has none"
            raise InvalidOption(f"{title} has no option {name!r}; {listed}")
        known[name].check(value)


def read_options(name: str, writer: Callable[..., object], written: Sequence[str]) -> dict[str, object]:
    """Parse options such as `style=full` for the writer of the notation `name`.

    >>> def write(game: object, *, width: int | None = None, style: Style = "short") -> None: ...
    >>> read_options("mine", write, ["style=full", "width=60"])
    {'style': 'full', 'width': 60}
    >>> read_options("mine", write, ["widht=60"])
    Traceback (most recent call last):
    ...
    hyperchess.errors.InvalidArgument: mine has no option 'widht'; did you mean 'width'?
    >>> read_options("mine", write, ["style=long"])
    Traceback (most recent call last):
    ...
    hyperchess.errors.InvalidArgument: the option style of mine is short or full, not 'long'
    """
    known = writer_options(writer)
    options: dict[str, object] = {}
    for text in written:
        key, equals, value = text.partition("=")
        key = key.strip().replace("-", "_")
        if not equals:
            raise InvalidArgument(f"an option of a writer looks like style=full, not {text!r}")
        if key not in known:
            raise InvalidArgument(f"{name} has no option {key!r}{_near(key, known)}")
        try:
            options[key] = known[key].read(value.strip())
        except ValueError:
            message = f"the option {key} of {name} is {known[key].values}, not {value!r}"
            raise InvalidArgument(message) from None
    return options


def _near(name: str, known: Mapping[str, WriterOption]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1, cutoff=0.5)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; it has {', '.join(known)}" if known else ""
