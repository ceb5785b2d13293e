"""The options that writers declare: their names, types, choices and defaults.

>>> from hyperchess.notation.registry import find_notation
>>> writer_options(find_notation("branched"))["style"].values
'short or full'
"""

from __future__ import annotations

from dataclasses import dataclass
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hyperchess.notation.registry import Notation

__all__ = ["WriterOption", "writer_options"]

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
    """An option of a writer: what it may be, and what it is if nobody says."""

    name: str
    choices: tuple[str, ...]
    type: type
    optional: bool
    default: object

    @property
    def values(self) -> str:
        """For people."""
        known = self.choices or {bool: ("yes", "no"), int: ("a number",)}.get(self.type, ("a text",))
        return " or ".join([*known, *(["none"] if self.optional else [])])

    @property
    def default_text(self) -> str:
        """The default as one would write it."""
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
