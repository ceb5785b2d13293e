"""The options of writers: `--option style=full`, with the names and types that a writer declares.

>>> from hyperchess.notation.registry import find_notation
>>> read_options(find_notation("branched"), ["style=full", "width=60", "tokens=yes"])
{'style': 'full', 'width': 60, 'tokens': True}
>>> read_options(find_notation("branched"), ["widht=60"])
Traceback (most recent call last):
...
hyperchess.errors.InvalidArgument: branched has no option 'widht'; did you mean 'width'?
>>> read_options(find_notation("branched"), ["style=long"])
Traceback (most recent call last):
...
hyperchess.errors.InvalidArgument: the option style of branched is short or full, not 'long'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from hyperchess.errors import InvalidArgument

if TYPE_CHECKING:
    from hyperchess.notation.registry import Notation

__all__ = ["WriterOption", "read_options", "writer_options"]

_SWITCH = {
    "yes": True,
    "true": True,
    "on": True,
    "1": True,
    "no": False,
    "false": False,
    "off": False,
    "0": False,
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


def writer_options(notation: Notation) -> dict[str, WriterOption]:
    """The options of a notation's writer, by name."""
    try:
        hints = get_type_hints(notation.writer)
        parameters = signature(notation.writer).parameters.values()
    except (NameError, TypeError, ValueError):
        return {}
    return {
        parameter.name: _option(parameter, hints.get(parameter.name, str))
        for parameter in parameters
        if parameter.kind is Parameter.KEYWORD_ONLY
    }


def _option(parameter: Parameter, hint: Any) -> WriterOption:
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    kind = next((kind for kind in kinds if kind is not NoneType), str)
    choices = tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()
    plain = kind if kind in (bool, int, float) else str
    return WriterOption(parameter.name, choices, plain, NoneType in kinds, parameter.default)


def read_options(notation: Notation, written: Sequence[str]) -> dict[str, object]:
    """Parse options for the writer; `InvalidArgument` describes a wrong one."""
    known = writer_options(notation)
    options: dict[str, object] = {}
    for text in written:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise InvalidArgument(f"an option of a writer looks like style=full, not {text!r}")
        if name not in known:
            raise InvalidArgument(f"{notation.name} has no option {name!r}{_near(name, known)}")
        try:
            options[name] = known[name].read(value.strip())
        except ValueError:
            message = f"the option {name} of {notation.name} is {known[name].values}, not {value!r}"
            raise InvalidArgument(message) from None
    return options


def _near(name: str, known: dict[str, WriterOption]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; it has {', '.join(known)}" if known else ""
