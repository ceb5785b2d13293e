"""The pools of worker processes; the jobs of one pool do not wait for those of another."""

from __future__ import annotations

from asyncio import get_running_loop
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hyperchess.api.context import Task
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.processes.workers import Busy, Job, Workers
from hyperchess.studies.analysis.searching import SearchResult

__all__ = ["JobPools"]

_THINKERS = 2  # the search of the previous position stops while the next one starts
_EACH = 8  # waiting jobs of one client in a pool
_FOLLOWING = (
    "think",
    "play",
)  # jobs about the position that the page shows; they end when it shows another one
_FINISHED = "review"  # a job whose result is stored, whether or not a client watches it


class JobPools:
    """Searches, engine analysis, reviews of games, and engines in the seats of games.

    A watched job ends after its last watcher has left: engine analysis at once, searches `grace` seconds
    later, because a page that is reloaded comes back.
    """

    def __init__(self, *, grace: float = 5.0) -> None:
        self.searches = Workers(each=_EACH)
        self.thoughts = Workers(size=_THINKERS, each=_EACH, stay=True)
        self.reviews = Workers(size=1, waiting=20, each=_EACH)
        self.seats = Workers(size=_THINKERS, stay=True)
        self.grace = grace
        self.watchers: Counter[str] = Counter()
        self._all = (self.searches, self.thoughts, self.reviews, self.seats)
        self._reviewed: dict[str, Job] = {}

    def submit(
        self,
        pool: Workers,
        task: Task,
        finish: Callable[[SearchResult], SearchResult] | None = None,
        *,
        client: str = "",
    ) -> Job:
        """Queue a client's task in a pool; raise `ApiError` if the queue is full."""
        try:
            return pool.submit(task, finish, client=client)
        except Busy as busy:
            hint = "cancel one, or wait until one finishes"
            raise ApiError(
                429, "too-many-searches", str(busy), hint=hint, headers={"Retry-After": "5"}
            ) from busy

    def find(self, id: str) -> Job | None:
        """Return the job with this id from any pool, unless it was removed."""
        return next((job for pool in self._all if (job := pool.find(id)) is not None), None)

    def cancel(self, job: Job) -> None:
        """Cancel a job; no-op if it is over."""
        for pool in self._all:
            if pool.find(job.id) is job:
                pool.cancel(job)

    @contextmanager
    def watching(self, job: Job) -> Iterator[None]:
        """Watch a job within the block, which runs in the event loop of the server."""
        self.watchers[job.id] += 1
        try:
            yield
        finally:
            self.watchers[job.id] -= 1
            if job.task.kind in _FOLLOWING:
                self._end_unwatched(job)
            elif job.task.kind != _FINISHED and not job.is_over:
                get_running_loop().call_later(self.grace, self._end_unwatched, job)
            if not self.watchers[job.id]:
                del self.watchers[job.id]

    def _end_unwatched(self, job: Job) -> None:
        if not self.watchers[job.id] and not job.is_over:
            self.cancel(job)

    def find_review(self, study: str) -> Job | None:
        """Return the waiting or running review of a study."""
        job = self._reviewed.get(study)
        if job is not None and job.is_over:
            del self._reviewed[study]
            return None
        return job

    def end_review(self, study: str) -> None:
        """Cancel the review of a deleted study."""
        job = self.find_review(study)
        if job is not None:
            self.cancel(job)

    def keep_review(self, study: str, job: Job) -> None:
        """Record the running review of a study."""
        self._reviewed[study] = job

    def close(self) -> None:
        """Terminate all processes."""
        for pool in self._all:
            pool.close()
