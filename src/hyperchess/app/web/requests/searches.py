"""Requests for searches."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hyperchess.app.web.requests.fields import Moves, Name, Number, Request
from hyperchess.studies.searching import SearchKind

__all__ = ["SearchRequest"]

MAX_SECONDS = 60.0
MAX_LENGTH = 20


class SearchRequest(Request):
    """What to look for, and where."""

    study: Name
    node: Number
    pending: Moves = Field(default=[])
    kind: Annotated[
        SearchKind,
        Field(description="A forced mate, the number of legal actions, or the verdict of a long search."),
    ]
    mate_in: Annotated[int, Field(strict=True, ge=1, le=MAX_LENGTH)] = 3
    seconds: Annotated[float, Field(strict=True, gt=0, le=MAX_SECONDS, allow_inf_nan=False)] = 10.0
