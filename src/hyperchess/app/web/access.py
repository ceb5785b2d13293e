"""How a route gets at the studies and at those who do chores: `def route(library: Shelf, staff: Staff)`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends, Path, Request

from hyperchess.app.web.butlers import Butlers
from hyperchess.app.web.studies import Library

__all__ = ["Shelf", "Staff", "StudyId"]


async def _library(request: Request) -> Library:
    library: Library = request.app.state.library
    return library


async def _butlers(request: Request) -> Butlers:
    butlers: Butlers = request.app.state.butlers
    return butlers


Shelf: TypeAlias = Annotated[Library, Depends(_library)]
Staff: TypeAlias = Annotated[Butlers, Depends(_butlers)]
StudyId: TypeAlias = Annotated[str, Path(max_length=64, description="The id of a study.")]
