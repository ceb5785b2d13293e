"""Interface of operations to the program that runs them: the server, or the board in a browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, Protocol, TypeVar

from hyperchess.api.errors import ApiError
from hyperchess.api.roles import Role
from hyperchess.api.tasks import ReviewTask, expect_engine, play_on
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.analysis.searching import Progress, Report, SearchResult
from hyperchess.studies.analysis.thinking import PlayTask, ThinkTask

if TYPE_CHECKING:
    from hyperchess.api.documents import Document
    from hyperchess.api.library import Library
    from hyperchess.studies.analysis.exploring import Games

__all__ = ["OWN_ENGINE", "Accepted", "Context", "Engine", "Limits", "SearchView", "Task"]

P = ParamSpec("P")
R = TypeVar("R")

OWN_ENGINE = "hyperchess"


class Task(Protocol):
    """A long-running task for another process or worker. It must be picklable."""

    @property
    def kind(self) -> str:
        """Kind of the task."""

    @property
    def seconds(self) -> float:
        """Time limit of the task."""

    def run(self, report: Report, /) -> SearchResult:
        """Run the task."""

    def late(self, progress: Progress, /) -> SearchResult | None:
        """Return the answer after a timeout, from the last reported progress; `None` is a failure."""


class Engine(Protocol):
    """An engine by name, which makes tasks."""

    def analyse(
        self, place: StudyPosition, actions: Sequence[Sequence[str]], seconds: float, lines: int, /
    ) -> Task:
        """Return the analysis of a position after further actions."""

    def play(self, place: StudyPosition, seconds: float, level: int, /) -> Task:
        """Return the choice of an action."""


class _OwnEngine:
    """The built-in engine."""

    def analyse(
        self, place: StudyPosition, actions: Sequence[Sequence[str]], seconds: float, lines: int
    ) -> Task:
        """Return the analysis of a position after further actions."""
        expect_engine(place.base)
        position, _ = play_on(place, actions)
        return ThinkTask(position, seconds, lines, place.number)

    def play(self, place: StudyPosition, seconds: float, level: int) -> Task:
        """Return the choice of an action."""
        expect_engine(place.base)
        return PlayTask(place.base, seconds, level, place.number)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A task that was queued."""

    id: str


@dataclass(frozen=True, slots=True)
class SearchView:
    """Progress of a task, and its answer when `state` is `done`."""

    id: str
    kind: Literal["mate", "count", "status", "think", "play", "review"]
    state: Literal["waiting", "running", "done", "cancelled", "failed"]
    progress: Mapping[str, Any]
    answer: Mapping[str, Any] | None
    text: str


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the server: bytes of a request, and requests at the same time."""

    body: int
    requests: int


class Context:
    """A program with one user, who owns all studies, and without other processes; a server extends it."""

    library: Library
    site: str = ""
    limits: Limits | None = None
    engines: tuple[str, ...] = (OWN_ENGINE,)
    lists_studies: bool = True

    @property
    def games(self) -> Games:
        """The games of the explorer."""
        from hyperchess.studies.analysis.exploring import CollectionGames

        return CollectionGames()

    def expect(self, study: str, role: Role) -> None:
        """Raise `ApiError` if the role of the client in a study does not include `role`."""

    def expect_editable(self, study: str) -> None:
        """Raise `ApiError` if a study cannot be edited at present."""

    def expect_analysable(self, study: str) -> None:
        """Raise `ApiError` if engines, hints and the explorer are off in a study at present."""

    def expect_reviewable(self, study: str) -> None:
        """Raise `ApiError` if the client cannot have a study reviewed."""
        self.expect(study, Role.EDIT)

    def expect_chapters(self, study: str) -> None:
        """Raise `ApiError` if a study cannot have chapters."""

    def call(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function that may take long or need much memory, in another process if there is one."""
        return function(*args, **kwargs)

    def html(self, document: Document) -> str:
        """Return a study as one HTML file with a viewer."""
        raise NotImplementedError

    def engine(self, name: str) -> Engine:
        """Return an engine by name; an empty name is the built-in engine."""
        if name not in ("", OWN_ENGINE):
            raise ApiError(422, "unknown-engine", "there is no engine of that name")
        return _OwnEngine()

    def start(self, task: Task) -> Accepted:
        """Start a task."""
        raise NotImplementedError

    def start_review(self, task: ReviewTask) -> Accepted:
        """Start a review, whose result is written to its study."""
        return self.start(task)

    def running_review(self, study: str) -> SearchView | None:
        """Return the waiting or running review of a study."""
        return None

    def owner_key(self, study: str) -> str | None:
        """Return a key for the owner of a new study, if studies are opened with keys."""
        return None

    def about(self, study: str) -> Mapping[str, Any]:
        """Return the fields of a study that depend on the client."""
        return {}

    def deleted(self, study: str) -> None:
        """Act on the deletion of a study."""
