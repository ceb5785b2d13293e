"""The JSON schema of a game, and how any JSON schema is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from scripts.reference.markdown import block, table

__all__ = ["fields_table", "schema_reference", "type_name"]

Schema = Mapping[str, Any]


def schema_reference() -> str:
    """The fields of a game and of everything in it, then the schema itself."""
    text = files("hyperchess.notation.json").joinpath("hyperchess.schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    parts = ["## A game", schema["description"], fields_table(schema)]
    for name, inner in schema["$defs"].items():
        parts += [f"## {name}", inner.get("description", ""), fields_table(inner) or type_name(inner)]
    parts += ["## The schema", block(json.dumps(schema, indent=2, ensure_ascii=False), "json")]
    return "\n\n".join(part for part in parts if part)


def fields_table(schema: Schema) -> str:
    """The fields of an object, and empty text for anything else."""
    if "properties" not in schema:
        return ""
    return table(["field", "type", "needed", "meaning"], _rows(schema))


def _rows(schema: Schema) -> Iterator[list[str]]:
    required = schema.get("required", [])
    for name, field in schema["properties"].items():
        about = field.get("description", "")
        if "default" in field:
            about = f"{about} (default `{json.dumps(field['default'])}`)"
        yield [f"`{name}`", type_name(field), "yes" if name in required else "", about]


def type_name(schema: Schema | bool) -> str:
    """Describe the values that a schema allows, in a few words.

    >>> type_name({"type": "array", "items": {"$ref": "#/$defs/node"}})
    'list of node'
    >>> type_name({"anyOf": [{"type": "integer"}, {"type": "null"}]}), type_name({"enum": ["5d", "infinite"]})
    ('integer or null', '`"5d"`, `"infinite"`')
    """
    if isinstance(schema, bool):
        return "anything"
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " or ".join(dict.fromkeys(type_name(choice) for choice in schema[word]))
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return _list_name(schema)
    kind = schema.get("type", "anything")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def _list_name(schema: Schema) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(type_name(item) for item in schema["prefixItems"]) + "]"
    return f"list of {type_name(schema['items'])}" if "items" in schema else "list"
