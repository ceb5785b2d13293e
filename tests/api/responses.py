"""Checks of responses against the schemas of their types."""

from functools import cache
from typing import Any

import jsonschema_rs

from hyperchess.api.schema import Schemas


@cache
def _validator(kind: Any) -> Any:
    schemas = Schemas()
    schema = schemas.of(kind, "response")
    document = {**schemas.resolve(schema), "components": {"schemas": schemas.definitions()}}
    return jsonschema_rs.Draft202012Validator(document)


def fits(kind: Any, data: Any) -> Any:
    """Return data that is valid as a response of a type."""
    _validator(kind).validate(data)
    return data
