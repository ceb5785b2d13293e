"""How a route gets at the studies and at the processes: `def route(library: LibraryDep, pool: PoolDep)`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from hyperchess.app.web.library import Library
from hyperchess.app.web.processes.text_pool import TextPool
from hyperchess.app.web.processes.workers import Workers

__all__ = ["LibraryDep", "PoolDep", "StudyId", "WorkersDep"]


async def _library(connection: HTTPConnection) -> Library:
    library: Library = connection.app.state.library
    return library


async def _pool(connection: HTTPConnection) -> TextPool:
    pool: TextPool = connection.app.state.text_pool
    return pool


async def _workers(connection: HTTPConnection) -> Workers:
    workers: Workers = connection.app.state.workers
    return workers


LibraryDep: TypeAlias = Annotated[Library, Depends(_library)]
PoolDep: TypeAlias = Annotated[TextPool, Depends(_pool)]
WorkersDep: TypeAlias = Annotated[Workers, Depends(_workers)]
StudyId: TypeAlias = Annotated[str, Path(max_length=64, description="The id of a study.")]
