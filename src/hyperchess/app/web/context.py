"""The context of a request to the server: the client with its role, and the processes for its work.

A request with the key of a link has the link's role in that study, and in its other chapters. A request
without a key is the owner's, unless the server is public: then it can create studies, and gets the owner's
key of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ParamSpec, TypeVar

from starlette.datastructures import State

from hyperchess.api.context import OWN_ENGINE, Accepted, Context, Engine, Limits, SearchView, Task
from hyperchess.api.documents import Document
from hyperchess.api.errors import ApiError
from hyperchess.api.library import Library
from hyperchess.api.roles import Role
from hyperchess.api.tasks import ReviewTask, no_engine_error, play_on
from hyperchess.app.web.job_pools import JobPools
from hyperchess.app.web.library_games import LibraryGames
from hyperchess.app.web.links import Link, fingerprint, new_link
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.processes.engine_tasks import ExternalPlayTask, ExternalThinkTask
from hyperchess.app.web.processes.text_pool import TextPool
from hyperchess.app.web.processes.workers import Job
from hyperchess.app.web.settings import Settings
from hyperchess.app.web.storage import Storage
from hyperchess.app.web.viewer import html_of_document
from hyperchess.engine.history import History
from hyperchess.engine.infinite.program import ICN_PROGRAM
from hyperchess.ruleset import Action, GameKind
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.analysis.exploring import Games
from hyperchess.studies.analysis.reviewing import WriteReview
from hyperchess.studies.analysis.searching import SearchResult

__all__ = ["ServerContext", "view_job"]

P = ParamSpec("P")
R = TypeVar("R")

_WORDS = {
    Role.VIEW: "view this study",
    Role.COMMENT: "comment here",
    Role.EDIT: "edit this study",
    Role.OWNER: "do this: only the owner of the study can",
}


class ServerContext(Context):
    """The server for one request; `state` is that of the app."""

    def __init__(self, state: State, key: str = "", client: str = "") -> None:
        settings: Settings = state.settings
        self.settings = settings
        self.library: Library = state.library
        self.storage: Storage = state.storage
        self.hub: Hub = state.hub
        self.matches: Matches = state.matches
        self.jobs: JobPools = state.jobs
        self._pool: TextPool = state.text_pool
        self.key = key
        self.client = client
        self.is_public = bool(settings.public)
        self.site = settings.site
        self.limits = Limits(settings.max_body, settings.max_requests)
        self.engines = (OWN_ENGINE, *(name for name, _ in settings.engines))
        self.lists_studies = not (self.is_public or key)

    # --- roles ---

    @cached_property
    def _link(self) -> Link | None:
        return self.storage.link(fingerprint(self.key)) if self.key else None

    def role(self, study: str) -> Role:
        """Return the role of the client in a study; raise `ApiError` if it has none."""
        link = self._link
        if link is not None:
            if link.study == study or self.storage.share_volume(link.study, study):
                return link.role
            role = self.matches.role(link, study)
            if role is not None:
                return role
        if self.key:
            raise ApiError(403, "link", "this link is no longer valid", hint="ask for a new one")
        if self.is_public:
            role = self.matches.role(None, study)
            if role is not None:
                return role
            raise ApiError(403, "link", "this study is opened with a link", hint="ask its owner for one")
        return Role.OWNER

    def expect(self, study: str, role: Role) -> None:
        """Raise `ApiError` if the role of the client in a study does not include `role`."""
        if not self.role(study).allows(role):
            raise ApiError(403, "role", f"this link does not allow you to {_WORDS[role]}")

    def owner_key(self, study: str) -> str | None:
        """Return a key for the owner of a new study, if the server is public."""
        if not self.is_public:
            return None
        link, key = new_link(study, Role.OWNER, "owner")
        self.storage.add_link(link)
        return key

    def about(self, study: str) -> Mapping[str, Any]:
        """Return the role of a client that is not the owner, and whether a study is a game of two people."""
        role = self.role(study)
        shown: dict[str, Any] = {} if role is Role.OWNER else {"role": role}
        return {**shown, "match": True} if self.storage.match(study) is not None else shown

    # --- studies ---

    def expect_editable(self, study: str) -> None:
        """Raise `ApiError` while a game between two people is being played in a study."""
        match = self.storage.match(study)
        if match is not None and match.active:
            raise ApiError(409, "game", "a game is being played here: it can be edited when it is over")

    def expect_analysable(self, study: str) -> None:
        """Raise `ApiError` while a game between two people is being played in a study."""
        match = self.storage.match(study)
        if match is not None and match.active:
            message = "a game is being played here: engine, hints and explorer are off until it is over"
            raise ApiError(409, "game", message)

    def expect_reviewable(self, study: str) -> None:
        """Raise `ApiError` during a game, and if the client is neither an editor nor a player of it."""
        self.expect_analysable(study)
        if self.role(study) not in (Role.WHITE, Role.BLACK):
            self.expect(study, Role.EDIT)

    def expect_chapters(self, study: str) -> None:
        """Raise `ApiError` if a study is a game between two people."""
        if self.storage.match(study) is not None:
            message = "a game between two people has no chapters"
            raise ApiError(409, "game", message, hint="open its text as a study of its own")

    def deleted(self, study: str) -> None:
        """Cancel the review of a deleted study, and close its connections."""
        self.jobs.end_review(study)
        self.hub.drop_all(study, 4004, "the study was deleted")

    @property
    def games(self) -> Games:
        """The games of the explorer."""
        folder = self.settings.library
        return super().games if folder is None else LibraryGames(folder)

    # --- other processes ---

    def call(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function in another process."""
        return self._pool.run(function, *args, **kwargs)

    def html(self, document: Document) -> str:
        """Return a study as one HTML file with a viewer."""
        return self.call(html_of_document, document)

    def start(self, task: Task) -> Accepted:
        """Queue a task."""
        pool = self.jobs.thoughts if task.kind in ("think", "play") else self.jobs.searches
        return Accepted(self.jobs.submit(pool, task, client=self.client).id)

    def start_review(self, task: ReviewTask) -> Accepted:
        """Queue a review, whose result is written to its study."""

        def finish(answer: SearchResult) -> SearchResult:
            edit = WriteReview(tuple(answer.data["found"]))
            self.expect_editable(task.study)
            self.library.edit(task.study, edit)
            return SearchResult({"actions": len(edit.found)}, answer.text)

        job = self.jobs.submit(self.jobs.reviews, task, finish, client=self.client)
        self.jobs.keep_review(task.study, job)
        return Accepted(job.id)

    def running_review(self, study: str) -> SearchView | None:
        """Return the waiting or running review of a study."""
        job = self.jobs.find_review(study)
        return None if job is None else view_job(job)

    def engine(self, name: str) -> Engine:
        """Return an engine by name. A client selects a name; only the server has its command."""
        command = dict(self.settings.engines).get(name)
        if command is not None:
            return _ExternalEngine(command)
        if name not in ("", OWN_ENGINE):
            raise ApiError(422, "unknown-engine", "the server has no engine of that name")
        return super().engine(name)


@dataclass(frozen=True, slots=True)
class _ExternalEngine:
    """A third-party engine: a 5DUCI engine for 5D chess, or an ICN program for infinite chess."""

    command: str

    def analyse(
        self, place: StudyPosition, actions: Sequence[Sequence[str]], seconds: float, lines: int
    ) -> Task:
        """Return the analysis of a position after further actions."""
        if self.command.startswith(ICN_PROGRAM):
            raise no_engine_error("this engine plays, but does not analyse")
        return ExternalThinkTask(self.command, self._history(place, actions), seconds, lines, place.number)

    def play(self, place: StudyPosition, seconds: float, level: int) -> Task:
        """Return the choice of an action."""
        return ExternalPlayTask(self.command, self._history(place, ()), seconds, level, place.number)

    def _history(self, place: StudyPosition, actions: Sequence[Sequence[str]]) -> History:
        is_program, is_infinite = self.command.startswith(ICN_PROGRAM), place.base.kind is GameKind.INFINITE
        if is_program != is_infinite:
            game = "infinite chess" if is_program else "5D chess"
            raise no_engine_error(f"this engine plays {game} only")
        played = [node.action for node in place.node.path if node.action is not None]
        return History(place.start, (*played, *map(Action, play_on(place, actions)[1])))


def view_job(job: Job) -> SearchView:
    """Return the progress of a job."""
    answer = job.answer
    return SearchView(
        job.id,
        job.task.kind,  # type: ignore[arg-type]
        job.state,
        {**job.progress, "seconds": round(job.seconds, 2)},
        None if answer is None else answer.data,
        job.text,
    )
