"""JSON encoding of frozen dataclasses: a dataclass becomes an object, a tuple a list.

A trailing underscore is dropped from a field's name, and a field created with `optional()` is omitted while
it is `None`. Input may contain lone surrogates, so the text is ASCII.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Arrow:
...     from_: tuple[int, int]
...     color: str | None = optional()
>>> json_text([Arrow((0, 1)), Arrow((2, 3), "red")])
'[{"from":[0,1]},{"from":[2,3],"color":"red"}]'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from json import JSONEncoder
from operator import attrgetter
from typing import Any, NamedTuple

__all__ = ["json_text", "optional", "to_data"]


def optional() -> Any:
    """Return a dataclass field that is omitted from the JSON while it is `None`."""
    return field(default=None, metadata={"optional": True})


class _Layout(NamedTuple):
    """The JSON names of a class, getters for their values, and the optional ones."""

    names: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]
    optional: frozenset[str]


_layouts: dict[type[Any], _Layout] = {}


def _find_layout(kind: type[Any]) -> _Layout:
    found = fields(kind)
    names = tuple(entry.name.removesuffix("_") for entry in found)
    getter = attrgetter(*(entry.name for entry in found))
    values = getter if len(found) > 1 else lambda value: (getter(value),)
    left_out = frozenset(
        name for name, entry in zip(names, found, strict=True) if entry.metadata.get("optional")
    )
    layout = _layouts[kind] = _Layout(names, values, left_out)
    return layout


def to_data(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by their JSON names; the values are unchanged."""
    layout = _layouts.get(type(value)) or _find_layout(type(value))
    data = dict(zip(layout.names, layout.values(value), strict=True))
    for name in layout.optional:
        if data[name] is None:
            del data[name]
    return data


_encode = JSONEncoder(separators=(",", ":"), allow_nan=False, default=to_data).encode


def json_text(value: object) -> str:
    """Return compact JSON in ASCII."""
    return _encode(value)
