"""Request models of searches."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from hyperchess.app.web.requests.fields import Moves, Name, Number, Request
from hyperchess.studies.analysis.searching import SearchKind

__all__ = ["PlayRequest", "ReviewRequest", "SearchRequest", "ThinkRequest"]

MAX_SECONDS = 60.0
MAX_LENGTH = 20
MAX_LINES = 5
MAX_SECONDS_EACH = 10.0

Seconds: TypeAlias = Annotated[float, Field(strict=True, gt=0, le=MAX_SECONDS, allow_inf_nan=False)]
EngineName: TypeAlias = Annotated[
    Name, Field(description="Name of an engine of `/api/engines`; empty for the built-in one.")
]


class SearchRequest(Request):
    """The kind of a search, and its position."""

    study: Name
    node: Number
    pending: Moves = Field(default=[])
    kind: Annotated[
        SearchKind,
        Field(description="A forced mate, the number of legal actions, or the status with a longer search."),
    ]
    mate_in: Annotated[int, Field(strict=True, ge=1, le=MAX_LENGTH)] = 3
    seconds: Seconds = 10.0


class ThinkRequest(Request):
    """A position to analyse: a node, and actions that are not in the tree."""

    study: Name
    node: Number
    actions: Annotated[list[Moves], Field(max_length=20)] = Field(default=[])
    lines: Annotated[int, Field(strict=True, ge=1, le=MAX_LINES)] = 1
    seconds: Seconds = 10.0
    engine: EngineName = ""


class PlayRequest(Request):
    """A node after which an engine plays, at a level from 1 to 8."""

    study: Name
    node: Number
    level: Annotated[int, Field(strict=True, ge=1, le=8)] = 8
    seconds: Seconds = 2.0
    engine: EngineName = ""


class ReviewRequest(Request):
    """The time per action in seconds."""

    seconds: Annotated[float, Field(strict=True, gt=0, le=MAX_SECONDS_EACH, allow_inf_nan=False)] = 0.5
