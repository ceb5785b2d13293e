import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from threading import Event
from time import sleep
from typing import ClassVar

import pytest

from hyperchess.app.web.processes.workers import Busy, Job, Workers
from hyperchess.studies.analysis.searching import Progress, Report, SearchResult
from tests.app.web.api import wait_until

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Nap:
    """A task that tells the number of its process, sleeps, and may then come to a bad end."""

    kind: ClassVar[str] = "nap"

    sleeps: float = 0.0
    seconds: float = 600.0
    end: str = ""

    def run(self, report: Report) -> SearchResult:
        report({"pid": os.getpid()})
        report({"nice": os.nice(0) if hasattr(os, "nice") else 0})
        sleep(self.sleeps)
        if self.end == "raise":
            raise ValueError("no luck")
        if self.end == "exit":
            os._exit(3)
        if self.end == "memory":
            return SearchResult({"size": len(bytearray(8 << 30))}, "")
        return SearchResult({"pid": os.getpid()}, "slept well")

    def late(self, progress: Progress) -> SearchResult | None:
        if self.end == "silent":
            return None
        return SearchResult({"told": sorted(progress)}, "overslept")


_woken = Event()


@dataclass(frozen=True)
class LightSleep(Nap):
    """A nap that ends when it is asked to."""

    def run(self, report: Report) -> SearchResult:
        _woken.clear()
        report({"pid": os.getpid()})
        woken = _woken.wait(self.sleeps)
        return SearchResult({"pid": os.getpid(), "woken": woken}, "slept")

    def stop(self) -> None:
        _woken.set()


@pytest.fixture
def workers() -> Iterator[Workers]:
    pool = Workers(size=1, waiting=1)
    yield pool
    pool.close()


def _wait(job: Job, *, until: str = "over") -> Job:
    wait_until(lambda: job.is_over if until == "over" else until in job.progress)
    return job


def _is_alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def _expect_gone(pid: int) -> None:
    """A process ends a moment after its job."""
    wait_until(lambda: not _is_alive(pid))


def test_a_task_runs_in_another_process(workers: Workers) -> None:
    job = _wait(workers.submit(Nap()))
    assert (job.state, job.text) == ("done", "slept well")
    assert job.answer is not None and job.answer.data["pid"] == job.progress["pid"] != os.getpid()
    _expect_gone(job.progress["pid"])


@pytest.mark.skipif(sys.platform == "win32", reason="niceness is a matter of POSIX")
def test_a_worker_steps_back(workers: Workers) -> None:
    assert _wait(workers.submit(Nap())).progress["nice"] > os.nice(0)


@pytest.mark.parametrize(("end", "text"), [("raise", "ValueError: no luck"), ("exit", "the worker died")])
def test_a_bad_end_is_told_and_the_next_task_runs(workers: Workers, end: str, text: str) -> None:
    job = _wait(workers.submit(Nap(end=end)))
    assert job.state == "failed" and text in job.text
    assert _wait(workers.submit(Nap())).state == "done"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits address space")
def test_memory_has_an_end(workers: Workers) -> None:
    job = _wait(workers.submit(Nap(end="memory")))
    assert (job.state, job.text) == ("failed", "the search needed more memory than a worker may use")


def test_a_killed_worker_fails(workers: Workers) -> None:
    job = _wait(workers.submit(Nap(sleeps=300)), until="pid")
    os.kill(job.progress["pid"], signal.SIGTERM)
    assert _wait(job).state == "failed"


def test_cancelling_ends_the_process(workers: Workers) -> None:
    job = _wait(workers.submit(Nap(sleeps=300)), until="pid")
    workers.cancel(job)
    assert _wait(job).state == "cancelled"
    _expect_gone(job.progress["pid"])


def test_a_waiting_job_can_be_cancelled(workers: Workers) -> None:
    first = _wait(workers.submit(Nap(sleeps=300)), until="pid")
    second = workers.submit(Nap())
    workers.cancel(second)
    assert (second.state, second.seconds) == ("cancelled", 0)
    assert first.state == "running"


def test_cancelling_what_is_over_changes_nothing(workers: Workers) -> None:
    job = _wait(workers.submit(Nap()))
    workers.cancel(job)
    assert job.state == "done"


def test_a_task_that_overstays_is_answered_for(workers: Workers) -> None:
    job = _wait(workers.submit(Nap(sleeps=300, seconds=0.5)))
    assert (job.state, job.text) == ("done", "overslept")
    assert job.answer is not None and job.answer.data == {"told": sorted(job.progress)}
    if "pid" in job.progress:
        _expect_gone(job.progress["pid"])


def test_a_task_without_an_answer_in_time_has_failed(workers: Workers) -> None:
    job = _wait(workers.submit(Nap(sleeps=300, seconds=0.5, end="silent")))
    assert (job.state, job.text, job.answer) == ("failed", "there was no answer in time", None)


def test_the_queue_is_short(workers: Workers) -> None:
    first = _wait(workers.submit(Nap(sleeps=300)), until="pid")
    second = workers.submit(Nap())
    with pytest.raises(Busy, match="2 searches"):
        workers.submit(Nap())
    workers.cancel(first)
    assert _wait(second).state == "done"
    assert workers.submit(Nap()).id != second.id


def test_jobs_are_forgotten() -> None:
    pool = Workers(size=1, waiting=9, most_kept=2)
    try:
        jobs = [_wait(pool.submit(Nap())) for _ in range(3)]
        assert pool.find(jobs[0].id) is None
        assert pool.find(jobs[2].id) is jobs[2]
        pool._kept = -1.0
        assert pool.find(jobs[2].id) is None
    finally:
        pool.close()


def test_two_at_a_time() -> None:
    pool = Workers(size=2)
    try:
        jobs = [pool.submit(Nap(sleeps=300)) for _ in range(3)]
        for job in jobs[:2]:
            _wait(job, until="pid")
        assert [job.state for job in jobs] == ["running", "running", "waiting"]
    finally:
        pool.close()
    assert [job.state for job in jobs] == ["cancelled"] * 3
    for job in jobs[:2]:
        _expect_gone(job.progress["pid"])


def test_a_process_can_stay_for_the_next_task() -> None:
    pool = Workers(size=1, stay=True)
    try:
        first = _wait(pool.submit(LightSleep()))
        second = _wait(pool.submit(LightSleep()))
        assert first.progress["pid"] == second.progress["pid"]
        # one that is cancelled stops when it is asked to, and its process stays
        long = _wait(pool.submit(LightSleep(sleeps=300)), until="pid")
        pool.cancel(long)
        assert _wait(long).state == "cancelled"
        after = _wait(pool.submit(LightSleep()))
        assert after.state == "done"
        # one that does not stop is ended with its process
        stubborn = _wait(pool.submit(Nap(sleeps=300)), until="pid")
        pool.cancel(stubborn)
        assert _wait(stubborn).state == "cancelled"
        _expect_gone(stubborn.progress["pid"])
        assert _wait(pool.submit(LightSleep())).state == "done"
    finally:
        pool.close()
    _expect_gone(first.progress["pid"])


def test_the_server_finishes_an_answer(workers: Workers) -> None:
    job = _wait(workers.submit(Nap(), lambda answer: SearchResult({"more": 1}, f"{answer.text} indeed")))
    assert (job.text, job.answer) == ("slept well indeed", SearchResult({"more": 1}, "slept well indeed"))

    def refuse(answer: SearchResult) -> SearchResult:
        raise ValueError("the study is gone")

    job = _wait(workers.submit(Nap(), refuse))
    assert (job.state, job.text) == ("failed", "the study is gone")


def test_closing_takes_no_more(workers: Workers) -> None:
    workers.close()
    with pytest.raises(Busy, match="shutting down"):
        workers.submit(Nap())


@pytest.mark.skipif(sys.platform == "win32", reason="a server is killed with a signal")
def test_a_worker_ends_with_its_server() -> None:
    """The server is killed without a chance to clean up; its worker sleeps, and ends all the same."""
    import subprocess

    script = (
        "import time, sys; from tests.app.web.processes.test_workers import Nap, _wait\n"
        "from hyperchess.app.web.processes.workers import Workers\n"
        "if __name__ == '__main__':\n"
        "    job = _wait(Workers(size=1).submit(Nap(sleeps=300)), until='pid')\n"
        "    print(job.progress['pid'], flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        server.kill()
    _expect_gone(pid)


def test_clients_take_turns() -> None:
    pool = Workers(size=1, waiting=4, each=2)
    try:
        first = pool.submit(LightSleep(sleeps=600), client="ada")
        _wait(first, until="pid")
        ada = [pool.submit(Nap(), client="ada") for _ in range(2)]
        with pytest.raises(Busy, match="3 searches from your address"):
            pool.submit(Nap(), client="ada")
        bob = pool.submit(Nap(), client="bob")
        pool.cancel(first)
        for job in (*ada, bob):
            _wait(job)
        assert ada[0].started is not None and ada[1].started is not None and bob.started is not None
        assert ada[0].started < bob.started < ada[1].started
    finally:
        pool.close()
