"""How a route gets at the studies and at the processes: `def route(library: LibraryDep, pool: PoolDep)`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from hyperchess.app.service.library import Library
from hyperchess.app.web.guards.limits import client_address
from hyperchess.app.web.job_pools import JobPools
from hyperchess.app.web.processes.text_pool import TextPool

__all__ = ["ClientDep", "JobsDep", "LibraryDep", "PoolDep", "StudyId"]


async def _library(connection: HTTPConnection) -> Library:
    library: Library = connection.app.state.library
    return library


async def _pool(connection: HTTPConnection) -> TextPool:
    pool: TextPool = connection.app.state.text_pool
    return pool


async def _jobs(connection: HTTPConnection) -> JobPools:
    jobs: JobPools = connection.app.state.jobs
    return jobs


async def _client(connection: HTTPConnection) -> str:
    return client_address(connection.scope)


ClientDep: TypeAlias = Annotated[str, Depends(_client)]
LibraryDep: TypeAlias = Annotated[Library, Depends(_library)]
PoolDep: TypeAlias = Annotated[TextPool, Depends(_pool)]
JobsDep: TypeAlias = Annotated[JobPools, Depends(_jobs)]
StudyId: TypeAlias = Annotated[str, Path(max_length=64, description="The id of a study.")]
