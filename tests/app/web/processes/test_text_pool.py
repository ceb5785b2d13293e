"""The pool of processes for texts: what takes too long is ended, and what dies is replaced."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.processes.caller import Caller, CallerLeft, current_caller
from hyperchess.app.web.processes.text_pool import TextPool
from hyperchess.studies.texts import check
from tests.app.web.api import LONG, served, wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def pool() -> Iterator[TextPool]:
    """One process that has started."""
    pool = TextPool(size=1, seconds=600)
    pool.warm_up()
    yield pool
    pool.close()


def _games(pool: TextPool, text: str) -> int:
    return pool.run(check, text).games


def test_a_text_that_takes_too_long_is_ended(pool: TextPool) -> None:
    pool.seconds = 0.2
    with pytest.raises(ApiError, match=r"longer than 0\.2 seconds") as refusal:
        _games(pool, LONG)
    assert (refusal.value.status, refusal.value.code) == (422, "too-slow")
    pool.seconds = 600
    assert _games(pool, "1. e4") == 1


def test_a_text_that_takes_too_long_is_refused_by_every_route(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        pool = client.app.state.text_pool  # type: ignore[attr-defined]
        for path in ("/api/check", "/api/studies"):
            assert client.post("/api/check", json={"text": "1. e4"}).status_code == 200  # one has started
            pool.seconds, enough = 0.2, pool.seconds
            answer = client.post(path, json={"text": LONG})
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "too-slow")
            pool.seconds = enough


def test_a_process_that_dies_at_work_is_replaced(pool: TextPool) -> None:
    with pytest.raises(ApiError, match="memory"):
        pool.run(os._exit, 1)
    assert _games(pool, "1. e4") == 1


def test_an_idle_process_that_died_is_replaced_before_the_next_text(pool: TextPool) -> None:
    (process,) = pool._all
    process._process.kill()
    process._process.join()
    assert _games(pool, "1. e4") == 1


def test_closed_pools_refuse_texts(pool: TextPool) -> None:
    (process,) = pool._all
    pool.close()
    assert process._process is None
    with pytest.raises(ApiError, match="shutting down"):
        _games(pool, "1. e4")


def test_closing_ends_a_process_at_work(pool: TextPool) -> None:
    failed = Event()

    def work() -> None:
        with pytest.raises(ApiError):
            _games(pool, LONG)
        failed.set()

    thread = Thread(target=work)
    thread.start()
    wait_until(pool._idle.empty)
    assert not failed.is_set()
    pool.close()
    thread.join()
    assert failed.is_set()


def test_work_for_a_caller_who_has_left_is_ended(pool: TextPool) -> None:
    caller = Caller()
    outcome: list[Exception] = []

    def work() -> None:
        current_caller.set(caller)
        try:
            _games(pool, LONG)
        except CallerLeft as error:
            outcome.append(error)

    thread = Thread(target=work)
    thread.start()
    wait_until(lambda: caller._ends)
    caller.leave()
    thread.join()
    assert len(outcome) == 1
    assert _games(pool, "1. e4") == 1


class _LeavesLast(Caller):
    """A caller that disconnects when its reply has arrived, but before the process is released."""

    @contextmanager
    def ending(self, end: Callable[[], None]) -> Iterator[None]:
        with super().ending(end):
            yield
            self.leave()


def test_a_caller_who_leaves_at_the_last_moment_does_not_harm_the_next_one(pool: TextPool) -> None:
    token = current_caller.set(_LeavesLast())
    try:
        with pytest.raises(CallerLeft):
            _games(pool, "1. e4")
    finally:
        current_caller.reset(token)
    assert _games(pool, "1. e4") == 1
