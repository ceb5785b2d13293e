"""Routes of engines: analysis, play, and reviews of whole games.

They run in worker processes and are watched like searches. A page selects an engine by name; only the server
has the command of each name.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from hyperchess.app.service.tasks import expect_engine, no_engine_error, play_on, review_task
from hyperchess.app.web.dependencies import ClientDep, JobsDep, LibraryDep, StudyId
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.live.links import Role
from hyperchess.app.web.processes.engine_tasks import ExternalPlayTask, ExternalThinkTask
from hyperchess.app.web.processes.workers import Job
from hyperchess.app.web.replies.searches import Accepted, Engines, Review
from hyperchess.app.web.requests.searches import PlayRequest, ReviewRequest, ThinkRequest
from hyperchess.app.web.responses import json_response
from hyperchess.app.web.routes.searches import job_data
from hyperchess.app.web.settings import Settings
from hyperchess.engine.history import History
from hyperchess.engine.levels import LEVELS
from hyperchess.kinds import Kind
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.analysis.reviewing import WriteReview, view_review
from hyperchess.studies.analysis.searching import SearchResult
from hyperchess.studies.analysis.thinking import PlayTask, ThinkTask

__all__ = ["router"]

_OURS = "hyperchess"

router = APIRouter(tags=["engines"])


@router.get("/engines", response_model=Engines)
def list_engines(request: Request) -> Response:
    """List the available engines and their levels."""
    settings: Settings = request.app.state.settings
    names = [_OURS, *(name for name, _ in settings.engines)]
    levels = [{"number": level.number, "name": level.name} for level in LEVELS]
    return json_response({"engines": names, "levels": levels})


@router.post("/thoughts", status_code=202, response_model=Accepted)
def think(
    request: Request, library: LibraryDep, jobs: JobsDep, client: ClientDep, asked: ThinkRequest
) -> Response:
    """Start the analysis of a position. It ends when no client watches it any more."""
    place = library.place(asked.study, asked.node)
    command = _command(request, asked.engine, place)
    position, actions = play_on(place, asked.actions)
    if command is not None:
        history = _history(place, actions)
        task: Any = ExternalThinkTask(command, history, asked.seconds, asked.lines, place.number)
    else:
        task = ThinkTask(position, asked.seconds, asked.lines, place.number)
    return _accepted(jobs.submit(jobs.thoughts, task, client=client))


@router.post("/replies", status_code=202, response_model=Accepted)
def play(
    request: Request, library: LibraryDep, jobs: JobsDep, client: ClientDep, asked: PlayRequest
) -> Response:
    """Let an engine choose an action, which is not added to the study."""
    place = library.place(asked.study, asked.node)
    command = _command(request, asked.engine, place)
    if command is not None:
        history = _history(place, [])
        task: Any = ExternalPlayTask(command, history, asked.seconds, asked.level, place.number)
    else:
        task = PlayTask(place.base, asked.seconds, asked.level, place.number)
    return _accepted(jobs.submit(jobs.thoughts, task, client=client))


@router.post("/studies/{id}/review", status_code=202, response_model=Accepted)
def review(
    library: LibraryDep, jobs: JobsDep, client: ClientDep, id: StudyId, asked: ReviewRequest
) -> Response:
    """Review the main line. The result is written to the study, whether or not a client watches."""
    library.expect(id, Role.EDIT)
    running = jobs.find_review(id)
    if running is not None:
        return _accepted(running)
    opened = library.find(id)
    with opened.lock:
        task = review_task(id, opened.study.content, asked.seconds)

    def finish(answer: SearchResult) -> SearchResult:
        edit = WriteReview(tuple(answer.data["found"]))
        library.edit(id, edit)
        return SearchResult({"actions": len(edit.found)}, answer.text)

    job = jobs.submit(jobs.reviews, task, finish, client=client)
    jobs.keep_review(id, job)
    return _accepted(job)


@router.get("/studies/{id}/review", response_model=Review)
def read_review(library: LibraryDep, jobs: JobsDep, id: StudyId) -> Response:
    """Return the review stored in the comments of a study, and the one in progress."""
    opened = library.find(id)
    running = jobs.find_review(id)
    with opened.lock:
        found = view_review(opened.study)
    return json_response({"review": found, "running": None if running is None else job_data(running)})


def _accepted(job: Job) -> Response:
    return json_response({"id": job.id}, 202)


def _command(request: Request, name: str, place: StudyPosition) -> str | None:
    """Return the command of an engine by its name; `None` for the built-in engine."""
    settings: Settings = request.app.state.settings
    if name in ("", _OURS):
        expect_engine(place.base)
        return None
    command = dict(settings.engines).get(name)
    if command is None:
        raise ApiError(422, "unknown-engine", "the server has no engine of that name")
    if place.base.kind is not Kind.MULTIVERSE:
        raise no_engine_error("engines of the 5DUCI protocol play 5D chess only")
    return command


def _history(place: StudyPosition, more: list[tuple[Any, ...]]) -> History:
    played = [node.action for node in place.node.path if node.action is not None]
    return History(place.start, tuple(_action(place.start.kind, moves) for moves in [*played, *more]))


def _action(kind: Kind, moves: tuple[Any, ...]) -> Any:
    from hyperchess.multiverse import Action

    return Action(moves) if kind is Kind.MULTIVERSE else moves
