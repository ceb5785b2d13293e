"""The HTTP API of the analysis board, from the table of operations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scripts.reference.markdown import table
from scripts.reference.schema import fields_table, type_name

__all__ = ["http_reference"]

Document = Mapping[str, Any]


def http_reference() -> str:
    """A section for each path and method, then one for each object."""
    from hyperchess.api.openapi import openapi
    from hyperchess.app.web.operations import SERVER_OPERATIONS

    document = openapi(SERVER_OPERATIONS)
    parts = ["## Requests"]
    for path, methods in document["paths"].items():
        for method, request in methods.items():
            parts += _request(f"{method.upper()} {path}", request)
    parts.append("## Objects")
    for name, schema in sorted(document["components"]["schemas"].items()):
        parts += [f"### {name}", schema.get("description", ""), fields_table(schema) or type_name(schema)]
    return "\n\n".join(part for part in parts if part)


def _request(title: str, request: Document) -> Iterator[str]:
    yield f"### `{title}`"
    yield request.get("description", "")
    parameters = request.get("parameters", [])
    if parameters:
        rows = (
            [f"`{one['name']}`", one["in"], type_name(one["schema"]), one.get("description", "")]
            for one in parameters
        )
        yield table(["parameter", "in", "type", "meaning"], rows)
    facts = [f"* role: {request['x-role']}"] if "x-role" in request else []
    facts += [f"* cost: {request['x-cost']}"]
    facts += [f"* body: {_content(request['requestBody'])}"] if "requestBody" in request else []
    facts += [
        f"* response {status}: {_content(answer)}"
        for status, answer in request["responses"].items()
        if status.startswith("2")
    ]
    yield "\n".join(facts)


def _content(body: Document) -> str:
    kinds = body.get("content", {})
    if "application/json" in kinds:
        return type_name(kinds["application/json"].get("schema", {}))
    return ", ".join(f"`{kind}`" for kind in kinds) or "nothing"
