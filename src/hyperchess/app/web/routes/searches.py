"""Routes of searches, which run in worker processes, can be watched, and can be cancelled."""

from __future__ import annotations

from asyncio import sleep
from contextlib import suppress
from typing import Annotated, Any, TypeAlias

from anyio import create_task_group
from fastapi import APIRouter, Path, Response, WebSocket, WebSocketDisconnect

from hyperchess.app.web.dependencies import ClientDep, JobsDep, LibraryDep
from hyperchess.app.web.errors import not_found
from hyperchess.app.web.job_pools import JobPools
from hyperchess.app.web.processes.workers import Job
from hyperchess.app.web.replies.searches import Accepted, Search
from hyperchess.app.web.requests.searches import SearchRequest
from hyperchess.app.web.responses import json_response
from hyperchess.studies.analysis.searching import SearchTask
from hyperchess.studies.data import json_text

__all__ = ["job_data", "router"]

_MOST_WATCHERS = 100
_TICK = 0.1  # seconds between two checks of a watched search

router = APIRouter(prefix="/searches", tags=["searches"])

SearchId: TypeAlias = Annotated[str, Path(max_length=64, description="The id of a search.")]


@router.post("", status_code=202, response_model=Accepted)
def search(library: LibraryDep, jobs: JobsDep, client: ClientDep, request: SearchRequest) -> Response:
    """Start a search. Only a few can run and wait at the same time.

    A watched search ends a few seconds after its last watcher has left.
    """
    place = library.place(request.study, request.node, request.pending)
    task = SearchTask(request.kind, place.state, request.seconds, request.mate_in)
    return json_response({"id": jobs.submit(jobs.searches, task, client=client).id}, 202)


@router.get("/{id}", response_model=Search)
def look(jobs: JobsDep, id: SearchId) -> Response:
    """Return the progress of a search. A finished search is removed after ten minutes."""
    return json_response(job_data(_find(jobs, id)))


@router.delete("/{id}", response_model=Search)
def cancel(jobs: JobsDep, id: SearchId) -> Response:
    """Cancel a search; no-op if it is over."""
    job = _find(jobs, id)
    jobs.cancel(job)
    return json_response(job_data(job))


@router.websocket("/{id}/watch")
async def watch(socket: WebSocket, jobs: JobsDep, id: SearchId) -> None:
    """Send the search whenever it changes, and every second, until it is over."""
    await socket.accept()
    job = jobs.find(id)
    watchers: set[WebSocket] = socket.app.state.watchers
    if job is None or len(watchers) >= _MOST_WATCHERS:
        await socket.close(1013 if job else 1008, "too many watchers" if job else "there is no such search")
        return
    watchers.add(socket)
    try:
        with jobs.watching(job):
            async with create_task_group() as group:

                async def leave_with_page() -> None:
                    while (await socket.receive())["type"] != "websocket.disconnect":
                        pass
                    group.cancel_scope.cancel()

                group.start_soon(leave_with_page)
                with suppress(WebSocketDisconnect):
                    await _send_until_over(socket, job)
                    await socket.close()
                group.cancel_scope.cancel()
    finally:
        watchers.discard(socket)


async def _send_until_over(socket: WebSocket, job: Job) -> None:
    """Send at least one message per second, so that a closed connection is detected."""
    sent: object = None
    while True:
        over = job.is_over
        news = (job.state, job.text, job.progress, int(job.seconds))
        if news != sent or over:
            await socket.send_text(json_text(job_data(job)))
            sent = news
        if over:
            return
        await sleep(_TICK)


def _find(jobs: JobPools, id: str) -> Job:
    job = jobs.find(id)
    if job is None:
        raise not_found("there is no such search; finished searches are removed after a while")
    return job


def job_data(job: Job) -> dict[str, Any]:
    """Return the progress of a job as data."""
    answer = job.answer
    return {
        "id": job.id,
        "kind": job.task.kind,
        "state": job.state,
        "progress": {**job.progress, "seconds": round(job.seconds, 2)},
        "answer": None if answer is None else answer.data,
        "text": job.text,
    }
