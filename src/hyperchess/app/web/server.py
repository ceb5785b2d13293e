"""The server: the API under `/api`, and the page."""

from __future__ import annotations

from asyncio import create_task, gather
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from starlette.applications import Starlette

from hyperchess.api.errors import ApiError
from hyperchess.api.library import Library
from hyperchess.app.web import errors, static
from hyperchess.app.web.context import ServerContext
from hyperchess.app.web.endpoints import api_routes
from hyperchess.app.web.engine_seats import EngineSeats
from hyperchess.app.web.guards.base import BasePath
from hyperchess.app.web.guards.limits import Limits
from hyperchess.app.web.guards.password import Password, server_key
from hyperchess.app.web.guards.rates import Rates
from hyperchess.app.web.guards.security import Guard
from hyperchess.app.web.job_pools import JobPools
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.processes.text_pool import TextPool
from hyperchess.app.web.settings import Settings
from hyperchess.app.web.storage import SqliteStorage, Storage
from hyperchess.app.web.storage.postgres import PostgresStorage

__all__ = ["create_app"]


def create_app(settings: Settings) -> Starlette:
    """Create the app with its storage open; the app closes it at shutdown."""
    storage = _open_storage(settings)
    library = Library(storage, kept=settings.kept_studies, transaction=storage.transaction)
    hub = Hub()

    def tell(study: str, answer: str, revision: int) -> None:
        hub.publish(study, answer, revision)
        with suppress(ApiError):  # a change that cannot be announced is found by polling
            storage.announce(study, str(revision))

    library.on_change = tell
    matches = Matches(library, storage, hub)
    storage.subscribe(partial(hub.hear, storage))
    jobs = JobPools()
    text_pool = TextPool(seconds=settings.seconds)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [
            create_task(hub.watch_others(storage)),
            create_task(matches.watch()),
        ]
        yield
        for task in tasks:
            task.cancel()
        await gather(*tasks, return_exceptions=True)
        jobs.close()
        text_pool.close()
        storage.close()

    app = Starlette(routes=[*api_routes(), static.ROUTE], lifespan=lifespan)
    app.state.settings = settings
    app.state.library = library
    app.state.storage = storage
    app.state.hub = hub
    app.state.matches = matches
    app.state.jobs = jobs
    app.state.text_pool = text_pool
    app.state.watchers = set()
    matches.run_engines = EngineSeats(matches, library, jobs.seats, ServerContext(app.state).engine).run
    errors.install(app)
    # The middleware that is added last sees a request first.
    if settings.password:
        app.add_middleware(
            Password,
            password=settings.password,
            key=server_key(settings.data),
            base=settings.base,
            secure=settings.public.startswith("https:"),
        )
    app.add_middleware(Limits, max_body=settings.max_body, max_requests=settings.max_requests)
    if settings.rate:
        app.add_middleware(Rates, rate=settings.rate)
    app.add_middleware(Guard, settings=settings)
    if settings.base:
        app.add_middleware(BasePath, base=settings.base)
    return app


def _open_storage(settings: Settings) -> Storage:
    quotas = {"study_bytes": settings.study_bytes, "total_bytes": settings.total_bytes}
    if settings.database:
        return PostgresStorage(settings.database, **quotas)
    return SqliteStorage(settings.data, **quotas)
