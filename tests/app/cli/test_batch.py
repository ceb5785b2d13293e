"""Batches in several processes: what was done before Ctrl-C is not lost, and work that can stop does."""

import gc
import multiprocessing
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from textwrap import dedent
from time import sleep

import pytest

from hyperchess.app.cli.batch import raise_if_stopped, run_batch
from tests.app.web.api import wait_until


def wait_until_stopped(marker: str) -> Iterator[str]:
    """A task that is done at once if it has no marker, and else lasts until Ctrl-C."""
    yield "begun"
    if not marker:
        return
    Path(marker).touch()
    try:
        while True:
            raise_if_stopped()
            sleep(0.001)
    except KeyboardInterrupt:
        yield "stopped"
        raise


@pytest.mark.slow
def test_without_ctrl_c_nothing_is_stopped() -> None:
    for jobs in (1, 2):
        assert list(run_batch(wait_until_stopped, ["", ""], jobs=jobs, stoppable=True)) == ["begun", "begun"]


def collector_threshold(_: int) -> Iterator[int]:
    yield gc.get_threshold()[0]


def test_garbage_is_collected_less_often_during_the_work_only() -> None:
    usual = gc.get_threshold()
    for jobs in (1, 2):
        assert min(run_batch(collector_threshold, [1, 2], jobs=jobs)) > usual[0]
    assert gc.get_threshold() == usual


def kind_of_process(_: int) -> Iterator[str]:
    yield type(multiprocessing.current_process()).__name__


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process is never copied")
@pytest.mark.parametrize(("threads", "expected"), [(0, "ForkProcess"), (1, "ForkServerProcess")])
def test_a_process_is_copied_only_if_it_has_no_threads(threads: int, expected: str) -> None:
    """A copy would have the locks that a thread holds, and not the thread that opens them."""
    code = """
        import sys
        from threading import Event, Thread
        from hyperchess.app.cli.batch import run_batch
        from tests.app.cli.test_batch import kind_of_process

        end = Event()
        for _ in range(int(sys.argv[1])):
            Thread(target=end.wait).start()
        print(*run_batch(kind_of_process, [1, 2], jobs=2))
        end.set()
    """
    command = [sys.executable, "-c", dedent(code), str(threads)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (ran.stdout.split(), ran.stderr) == ([expected] * 2, "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_work_that_is_under_way_is_stopped_and_its_results_come(tmp_path: Path) -> None:
    """In a process of its own, where the signal hits nothing else. The last tasks are not begun."""
    code = """
        import signal
        import sys
        from hyperchess.app.cli.batch import run_batch
        from tests.app.cli.test_batch import wait_until_stopped

        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            for part in run_batch(wait_until_stopped, sys.argv[1:], jobs=2, stoppable=True):
                print(part)
        except KeyboardInterrupt:
            print("interrupted")
    """
    markers = [tmp_path / name for name in "abcde"]
    command = [sys.executable, "-c", dedent(code), *map(str, markers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not all(marker.exists() for marker in markers[:2]) and process.poll() is None:
            sleep(0.001)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (out.split(), err) == (["begun", "stopped", "begun", "stopped", "interrupted"], "")
    assert sorted(tmp_path.iterdir()) == markers[:2]


def itself(number: int) -> Iterator[int]:
    yield number


def test_an_interrupt_is_told_also_to_whoever_needs_no_more_results() -> None:
    def split(number: int) -> Iterator[int]:
        if number == 7:
            raise KeyboardInterrupt  # as Ctrl-C, while work is handed out after the second result
        yield number

    results = run_batch(itself, range(9), jobs=2, split=split, stoppable=True)
    assert list(islice(results, 2)) == [0, 1]
    with pytest.raises(KeyboardInterrupt):
        results.close()


_FAMILY = """
import os, sys, time
from pathlib import Path
from hyperchess.app.cli.batch import run_batch

def work(folder):
    Path(folder, str(os.getpid())).touch()
    time.sleep(600)
    yield folder

def main():
    list(run_batch(work, [sys.argv[1]] * 2, jobs=2))

if __name__ == "__main__":
    main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed as on Linux")
def test_workers_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    folder = tmp_path / "workers"
    folder.mkdir()
    script = tmp_path / "family.py"
    script.write_text(_FAMILY, encoding="utf-8")
    parent = subprocess.Popen([sys.executable, str(script), str(folder)])
    try:
        wait_until(lambda: len(list(folder.iterdir())) == 2)
        workers = [int(path.name) for path in folder.iterdir()]
        assert parent.pid not in workers
    finally:
        parent.kill()
        parent.wait()
    wait_until(lambda: not any(_is_alive(pid) for pid in workers))


def _is_alive(pid: int) -> bool:
    try:
        return b") Z " not in Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
