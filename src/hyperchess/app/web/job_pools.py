"""The pools of worker processes: what is asked of one does not wait for what is asked of another."""

from __future__ import annotations

from collections.abc import Callable

from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.processes.worker import Task
from hyperchess.app.web.processes.workers import Busy, Job, Workers
from hyperchess.studies.analysis.searching import Answer

__all__ = ["JobPools"]

_THINKERS = 2  # the position that was left stops while the next one begins


class JobPools:
    """Searches, thoughts of engines, and reviews of games."""

    def __init__(self) -> None:
        self.searches = Workers()
        self.thoughts = Workers(size=_THINKERS, stay=True)
        self.reviews = Workers(size=1, waiting=20)
        self._all = (self.searches, self.thoughts, self.reviews)
        self._reviewed: dict[str, Job] = {}

    def submit(self, pool: Workers, task: Task, finish: Callable[[Answer], Answer] | None = None) -> Job:
        """Put a task in the queue of a pool; `ApiError` if there is no room."""
        try:
            return pool.submit(task, finish)
        except Busy as busy:
            hint = "cancel one, or wait until one is over"
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

    def review_of(self, study: str) -> Job | None:
        """The review of a study that waits or runs."""
        job = self._reviewed.get(study)
        if job is not None and job.is_over:
            del self._reviewed[study]
            return None
        return job

    def keep_review(self, study: str, job: Job) -> None:
        """Remember that a study is being reviewed."""
        self._reviewed[study] = job

    def close(self) -> None:
        """End all processes."""
        for pool in self._all:
            pool.close()
