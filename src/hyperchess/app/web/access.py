"""How a route gets at the studies: `def route(library: Shelf)`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends, Path, Request

from hyperchess.app.web.studies import Library

__all__ = ["Shelf", "StudyId"]


def _library(request: Request) -> Library:
    library: Library = request.app.state.library
    return library


Shelf: TypeAlias = Annotated[Library, Depends(_library)]
StudyId: TypeAlias = Annotated[str, Path(max_length=64, description="The id of a study.")]
