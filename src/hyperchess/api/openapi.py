"""The OpenAPI document of operations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter
from typing import Annotated, Any

from hyperchess import __version__
from hyperchess.api.operation import JSON, Operation
from hyperchess.api.schema import Schema, Schemas
from hyperchess.studies.fields import Field

__all__ = ["ErrorView", "openapi"]


@dataclass(frozen=True, slots=True)
class ErrorView:
    """An error: its code, message and hint."""

    code: Annotated[str, Field("Machine-readable code such as `illegal-action`.")]
    message: str
    hint: str | None = field(default=None, metadata={"optional": True})
    details: Any = field(default=None, metadata={"optional": True})


def openapi(operations: Iterable[Operation]) -> dict[str, Any]:
    """Return the document."""
    schemas = Schemas()
    paths: dict[str, Any] = {}
    for operation in operations:
        methods = paths.setdefault(f"/api{operation.path}", {})
        methods[operation.method.lower()] = _describe(operation, schemas)
    error: Schema = {
        "type": "object",
        "description": "The envelope of every error. A revision conflict also contains the current `study`.",
        "properties": {"error": schemas.of(ErrorView, "response")},
        "required": ["error"],
    }
    found: dict[str, Any] = schemas.resolve({"paths": paths, "error": error})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "hyperchess",
            "summary": "Studies of 5D chess and infinite chess, positions, moves, notations.",
            "version": __version__,
        },
        "paths": found["paths"],
        "components": {"schemas": {**schemas.definitions(), "ErrorResponse": found["error"]}},
    }


def _describe(operation: Operation, schemas: Schemas) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": operation.description,
        "tags": [operation.subject],
        "x-cost": operation.cost,
    }
    if operation.role is not None:
        described["x-role"] = operation.role
    parameters = [_parameter(operation, name, one, schemas) for name, one in operation.parameters.items()]
    if parameters:
        described["parameters"] = parameters
    if operation.request is not None:
        content = {JSON: {"schema": schemas.of(operation.request, "request")}}
        described["requestBody"] = {"required": True, "content": content}
    refusal = {JSON: {"schema": {"$ref": "#/components/schemas/ErrorResponse"}}}
    described["responses"] = {
        str(operation.status): _response(operation, schemas),
        "4XX": {"description": "The request is refused", "content": refusal},
        "503": {"description": "The server is busy", "content": refusal},
    }
    return described


def _parameter(operation: Operation, name: str, found: Parameter, schemas: Schemas) -> dict[str, Any]:
    is_path = f"{{{name}}}" in operation.path
    schema = schemas.of(operation.types[name], "request")
    about = {"description": schema.pop("description")} if "description" in schema else {}
    required = is_path or found.default is Parameter.empty
    if not required:
        schema["default"] = found.default
    return {
        "name": name,
        "in": "path" if is_path else "query",
        "required": required,
        **about,
        "schema": schema,
    }


def _response(operation: Operation, schemas: Schemas) -> Mapping[str, Any]:
    answer: dict[str, Any] = {"description": "Success"}
    if operation.files:
        answer["content"] = {kind: {} for kind in operation.files}
    elif operation.status != 204:
        answer["content"] = {JSON: {"schema": schemas.of(operation.types["return"], "response")}}
    return answer
