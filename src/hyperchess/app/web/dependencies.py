"""Dependencies of the routes: `def route(library: LibraryDep, pool: PoolDep)`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends, Path
from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from hyperchess.app.service.library import Library
from hyperchess.app.web.guards.limits import client_address
from hyperchess.app.web.job_pools import JobPools
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.live.shared_library import SharedLibrary
from hyperchess.app.web.processes.text_pool import TextPool
from hyperchess.app.web.settings import Settings

__all__ = [
    "ClientDep",
    "HubDep",
    "JobsDep",
    "LibraryDep",
    "MatchesDep",
    "PoolDep",
    "StudyId",
    "library_for",
]


def library_for(app: Starlette, key: str) -> SharedLibrary:
    """Return the library as restricted by `key`."""
    library: Library = app.state.library
    settings: Settings = app.state.settings
    return SharedLibrary(library, app.state.storage, key, public=bool(settings.public))


async def _library(connection: HTTPConnection) -> SharedLibrary:
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    return library_for(connection.app, key.strip()[:200] if scheme.lower() == "bearer" else "")


async def _hub(connection: HTTPConnection) -> Hub:
    hub: Hub = connection.app.state.hub
    return hub


async def _matches(connection: HTTPConnection) -> Matches:
    matches: Matches = connection.app.state.matches
    return matches


async def _pool(connection: HTTPConnection) -> TextPool:
    pool: TextPool = connection.app.state.text_pool
    return pool


async def _jobs(connection: HTTPConnection) -> JobPools:
    jobs: JobPools = connection.app.state.jobs
    return jobs


async def _client(connection: HTTPConnection) -> str:
    return client_address(connection.scope)


ClientDep: TypeAlias = Annotated[str, Depends(_client)]
MatchesDep: TypeAlias = Annotated[Matches, Depends(_matches)]
HubDep: TypeAlias = Annotated[Hub, Depends(_hub)]
LibraryDep: TypeAlias = Annotated[SharedLibrary, Depends(_library)]
PoolDep: TypeAlias = Annotated[TextPool, Depends(_pool)]
JobsDep: TypeAlias = Annotated[JobPools, Depends(_jobs)]
StudyId: TypeAlias = Annotated[str, Path(max_length=64, description="The id of a study.")]
