"""The routes of searches: they run in worker processes, are watched, and can be cancelled."""

from __future__ import annotations

from asyncio import sleep
from contextlib import suppress
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Path, Response, WebSocket, WebSocketDisconnect

from hyperchess.app.web.dependencies import LibraryDep, WorkersDep
from hyperchess.app.web.errors import ApiError, not_found
from hyperchess.app.web.processes.workers import Busy, Job, Workers
from hyperchess.app.web.replies.searches import Accepted, Search
from hyperchess.app.web.requests.searches import SearchRequest
from hyperchess.app.web.responses import json_response
from hyperchess.studies.data import json_text
from hyperchess.studies.searching import SearchTask

__all__ = ["router"]

_MOST_WATCHERS = 100
_TICK = 0.1  # seconds between two looks at a search that is watched

router = APIRouter(prefix="/searches", tags=["searches"])

SearchId: TypeAlias = Annotated[str, Path(max_length=64, description="The id of a search.")]


@router.post("", status_code=202, response_model=Accepted)
def search(library: LibraryDep, workers: WorkersDep, request: SearchRequest) -> Response:
    """Start a search. Only a few run and wait at the same time."""
    place = library.place(request.study, request.node, request.pending)
    task = SearchTask(request.kind, place.state, request.seconds, request.mate_in)
    try:
        job = workers.submit(task)
    except Busy as busy:
        hint = "cancel one, or wait until one is over"
        raise ApiError(429, "too-many-searches", str(busy), hint=hint, headers={"Retry-After": "5"}) from busy
    return json_response({"id": job.id}, 202)


@router.get("/{id}", response_model=Search)
def look(workers: WorkersDep, id: SearchId) -> Response:
    """How a search goes. One that is over is forgotten after ten minutes."""
    return json_response(_data(_find(workers, id)))


@router.delete("/{id}", response_model=Search)
def cancel(workers: WorkersDep, id: SearchId) -> Response:
    """End a search. One that is over stays as it is."""
    job = _find(workers, id)
    workers.cancel(job)
    return json_response(_data(job))


@router.websocket("/{id}/watch")
async def watch(socket: WebSocket, workers: WorkersDep, id: SearchId) -> None:
    """Send the search whenever there is something new, and every second, until it is over."""
    await socket.accept()
    job = workers.find(id)
    watchers: set[WebSocket] = socket.app.state.watchers
    if job is None or len(watchers) >= _MOST_WATCHERS:
        await socket.close(1013 if job else 1008, "too many watchers" if job else "there is no such search")
        return
    watchers.add(socket)
    try:
        with suppress(WebSocketDisconnect):
            await _send_until_over(socket, job)
            await socket.close()
    finally:
        watchers.discard(socket)


async def _send_until_over(socket: WebSocket, job: Job) -> None:
    """Something is sent at least every second, so that a closed connection is noticed."""
    sent: object = None
    while True:
        over = job.is_over
        news = (job.state, job.text, job.progress, int(job.seconds))
        if news != sent or over:
            await socket.send_text(json_text(_data(job)))
            sent = news
        if over:
            return
        await sleep(_TICK)


def _find(workers: Workers, id: str) -> Job:
    job = workers.find(id)
    if job is None:
        raise not_found("there is no such search; those that are over are forgotten after a while")
    return job


def _data(job: Job) -> dict[str, Any]:
    assert isinstance(job.task, SearchTask)
    answer = job.answer
    return {
        "id": job.id,
        "kind": job.task.kind,
        "state": job.state,
        "progress": {**job.progress, "seconds": round(job.seconds, 2)},
        "answer": None if answer is None else answer.data,
        "text": job.text,
    }
