"""JSON schemas of the types of requests and responses.

>>> from hyperchess.studies.edits import Delete
>>> schemas = Schemas()
>>> schemas.resolve(schemas.of(list[Delete], "request"))
{'type': 'array', 'items': {'$ref': '#/components/schemas/Delete'}}
>>> schemas.definitions()["Delete"]["required"]
['node', 'type']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from inspect import getdoc
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from hyperchess.api.decoding import find_tag, split
from hyperchess.studies.fields import Field, Partial

__all__ = ["Schema", "Schemas", "Use"]

Schema: TypeAlias = dict[str, Any]
Use: TypeAlias = Literal["request", "response"]

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
_BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
_PLACE = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class _Definition:
    """A class in a request or in a response, where fields with defaults are always present."""

    kind: Any
    use: Use
    partial: bool = False


class Schemas:
    """Schemas that refer to common definitions of classes; `resolve` names them when all are known."""

    def __init__(self) -> None:
        self._found: dict[_Definition, Schema] = {}

    def of(self, kind: Any, use: Use) -> Schema:
        """Return the schema of a type."""
        base, notes = split(kind)
        for note in notes:
            if isinstance(note, Partial):
                return self._refer(_Definition(note.of, use, partial=True))
        schema = self._plain(base, use)
        for note in notes:
            if isinstance(note, Field):
                schema = _limit(schema, note)
        return schema

    def definitions(self) -> dict[str, Schema]:
        """Return the definitions by name."""
        names = self._names()
        return {name: self.resolve(self._found[found]) for found, name in sorted(names.items(), key=_by_name)}

    def resolve(self, document: Any) -> Any:
        """Return a document with the final references."""
        return _resolve(document, self._names())

    def _names(self) -> dict[_Definition, str]:
        """Return a name for each definition; classes with the same name get that of their package, too."""
        kinds = Counter(kind.__name__ for kind in {definition.kind for definition in self._found})
        names = {}
        for definition in self._found:
            kind = definition.kind
            package = kind.__module__.split(".")[-2].capitalize() if kinds[kind.__name__] > 1 else ""
            other = _Definition(kind, "response")
            is_other = definition.use == "request" and other in self._found
            is_different = is_other and self._found[other] != self._found[definition]
            ending = "Change" if definition.partial else "Request" if is_different else ""
            names[definition] = f"{package}{kind.__name__}{ending}"
        return names

    def _refer(self, definition: _Definition) -> Schema:
        if definition not in self._found:
            self._found[definition] = {}
            self._found[definition].update(self._object(definition))
        return {"$ref": definition}

    def _plain(self, kind: Any, use: Use) -> Schema:
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(one, use) for one in arguments]}
        if origin is Literal:
            return _enumerated(arguments)
        if origin is tuple and arguments[-1] is not ...:
            size = len(arguments)
            items = [self.of(one, use) for one in arguments]
            return {"type": "array", "prefixItems": items, "minItems": size, "maxItems": size}
        if origin is dict or origin is Mapping:
            return {"type": "object", "additionalProperties": self.of(arguments[1], use)}
        if arguments:
            return {"type": "array", "items": self.of(arguments[0], use)}
        if is_dataclass(kind) or is_typeddict(kind):
            return self._refer(_Definition(kind, use))
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _enumerated(tuple(kind))
        return {"type": _SCALARS[kind]} if kind in _SCALARS else {}

    def _object(self, definition: _Definition) -> Schema:
        kind, use = definition.kind, definition.use
        hints = get_type_hints(kind, include_extras=True)
        properties: dict[str, Schema] = {}
        required = []
        if is_typeddict(kind):
            for name, hint in hints.items():
                properties[name] = self.of(hint, use)
                if name in kind.__required_keys__:
                    required.append(name)
        else:
            for field in fields(kind):
                name = field.name.removesuffix("_")
                has_default = field.default is not MISSING or field.default_factory is not MISSING
                is_optional = bool(field.metadata.get("optional"))
                schema = self.of(hints[field.name], use)
                properties[name] = _without_null(schema) if is_optional and use == "response" else schema
                is_tag = field.name == find_tag(kind)
                if use == "request" and not is_tag and field.default not in (MISSING, None):
                    properties[name] = {**properties[name], "default": field.default}
                if not is_optional and (use == "response" or not has_default or is_tag):
                    required.append(name)
        schema = {"type": "object", "description": getdoc(kind), "properties": properties}
        if required and not definition.partial:
            schema["required"] = required
        return {**schema, "additionalProperties": False}


def _by_name(entry: tuple[_Definition, str]) -> str:
    return entry[1]


def _resolve(document: Any, names: Mapping[_Definition, str]) -> Any:
    if isinstance(document, dict):
        return {name: _resolve(value, names) for name, value in document.items()}
    if isinstance(document, list | tuple):
        return [_resolve(value, names) for value in document]
    return _PLACE + names[document] if isinstance(document, _Definition) else document


def _enumerated(values: tuple[Any, ...]) -> Schema:
    plain = [value.value if isinstance(value, Enum) else value for value in values]
    return {"type": _SCALARS[type(plain[0])], "enum": plain}


def _without_null(schema: Schema) -> Schema:
    """Return the schema of a field that is omitted instead of being `null`."""
    if "anyOf" not in schema:
        return schema
    left = [one for one in schema["anyOf"] if one.get("type") != "null"]
    rest = {name: value for name, value in schema.items() if name != "anyOf"}
    return {**(left[0] if len(left) == 1 else {"anyOf": left}), **rest}


def _limit(schema: Schema, limit: Field) -> Schema:
    """Return a schema with limits, which apply to each alternative."""
    schema = {**schema}
    if "anyOf" in schema:
        inner = Field(**{name: getattr(limit, name) for name in Field.__slots__ if name != "description"})
        schema["anyOf"] = [
            one if one.get("type") == "null" else _limit(one, inner) for one in schema["anyOf"]
        ]
    else:
        for name, word in _BOUNDS.items():
            if getattr(limit, name) is not None:
                schema[word] = getattr(limit, name)
        unit = {"array": "Items", "object": "Properties"}.get(schema.get("type", ""), "Length")
        for bound, word in ((limit.min_length, "min"), (limit.max_length, "max")):
            if bound is not None:
                schema[word + unit] = bound
        if limit.pattern is not None:
            schema["pattern"] = limit.pattern
        if limit.enum is not None:
            schema["enum"] = [*map(str, limit.enum)]
    if limit.description:
        schema["description"] = limit.description
    return schema
