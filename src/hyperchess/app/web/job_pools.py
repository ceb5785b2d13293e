"""The pools of worker processes: what is asked of one does not wait for what is asked of another."""

from __future__ import annotations

from asyncio import get_running_loop
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.processes.worker import Task
from hyperchess.app.web.processes.workers import Busy, Job, Workers
from hyperchess.studies.analysis.searching import Answer

__all__ = ["JobPools"]

_THINKERS = 2  # the position that was left stops while the next one begins
_EACH = 8  # jobs of one client that wait in a pool
_FOLLOWING = ("think", "play")  # jobs about what the page shows: when it shows something else, they end
_FINISHED = "review"  # a job whose answer is kept, whether or not anyone watches


class JobPools:
    """Searches, thoughts of engines, and reviews of games.

    A job that was watched ends when its last watcher has left: thoughts at once, searches `grace` seconds
    later, since a page that is loaded anew comes back.
    """

    def __init__(self, *, grace: float = 5.0) -> None:
        self.searches = Workers(each=_EACH)
        self.thoughts = Workers(size=_THINKERS, each=_EACH, stay=True)
        self.reviews = Workers(size=1, waiting=20, each=_EACH)
        self.grace = grace
        self.watchers: Counter[str] = Counter()
        self._all = (self.searches, self.thoughts, self.reviews)
        self._reviewed: dict[str, Job] = {}

    def submit(
        self,
        pool: Workers,
        task: Task,
        finish: Callable[[Answer], Answer] | None = None,
        *,
        client: str = "",
    ) -> Job:
        """Put a task of a client in the queue of a pool; `ApiError` if there is no room."""
        try:
            return pool.submit(task, finish, client=client)
        except Busy as busy:
            hint = "cancel one, or wait until one finishes"
            raise ApiError(
                429, "too-many-searches", str(busy), hint=hint, headers={"Retry-After": "5"}
            ) from busy

    def find(self, id: str) -> Job | None:
        """The job of that id in any pool, unless it is forgotten."""
        return next((job for pool in self._all if (job := pool.find(id)) is not None), None)

    def cancel(self, job: Job) -> None:
        """End a job; one that is over stays as it is."""
        for pool in self._all:
            if pool.find(job.id) is job:
                pool.cancel(job)

    @contextmanager
    def watching(self, job: Job) -> Iterator[None]:
        """Watch a job within the block, which runs in the loop of the server."""
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

    def review_of(self, study: str) -> Job | None:
        """The review of a study that waits or runs."""
        job = self._reviewed.get(study)
        if job is not None and job.is_over:
            del self._reviewed[study]
            return None
        return job

    def end_review(self, study: str) -> None:
        """Cancel the review of a study that was deleted."""
        job = self.review_of(study)
        if job is not None:
            self.cancel(job)

    def keep_review(self, study: str, job: Job) -> None:
        """Remember that a study is being reviewed."""
        self._reviewed[study] = job

    def close(self) -> None:
        """End all processes."""
        for pool in self._all:
            pool.close()
