"""Request models of the explorer."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictInt, StrictStr

from hyperchess.app.web.requests.fields import Name, Number, Request

__all__ = ["ExploreRequest", "FindRequest", "OpenGameRequest"]

MAX_QUERY = 10_000
MAX_GAMES = 200


class ExploreRequest(Request):
    """A node of a study."""

    study: Name
    node: Number


class FindRequest(Request):
    """A query, and optionally a node whose position the games must have reached."""

    query: Annotated[StrictStr, Field(max_length=MAX_QUERY)] = ""
    study: Name | None = None
    node: Number = 0
    limit: Annotated[StrictInt, Field(ge=1, le=MAX_GAMES)] = 50


class OpenGameRequest(Request):
    """A game by its id in the library, or in the collection."""

    id: Number
