"""Work on a real Dask cluster of local processes, one of which is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest
from typer.testing import CliRunner

from benchmarks.collection import random_game
from hyperchess.app.cli.batch import run_batch
from hyperchess.app.cli.main import app
from hyperchess.app.cli.progress import StatusLine
from hyperchess.app.files.inputs import InputError
from hyperchess.library.importing import index, split
from hyperchess.library.library import open_library
from hyperchess.notation.reading import write
from hyperchess.proofs.files import ProofReader

distributed = pytest.importorskip("distributed")
FILES = 24

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as made:
        yield made


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for number in range(FILES):
        texts = [write(random_game(4 * number + each, 12), "branched") for each in range(4)]
        (folder / f"{number:02}.5dpgn").write_text("\n".join(texts), encoding="utf-8")
    return folder


def _kill_a_worker(address: str) -> None:
    with distributed.Client(address) as client:
        pids = client.run(os.getpid)
        os.kill(next(iter(pids.values())), getattr(signal, "SIGKILL", signal.SIGTERM))


def _run(*arguments: object) -> None:
    result = CliRunner().invoke(app, [str(each) for each in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output


def test_an_import_with_a_killed_worker(cluster: Any, games: Path, tmp_path: Path) -> None:
    address = cluster.scheduler_address
    results = 0

    def share(work: Any, tasks: Any, split: Any) -> Iterator[Any]:
        nonlocal results
        for done in run_batch(work, tasks, jobs=1, cluster=address, split=split):
            results += 1
            if results == 3:
                _kill_a_worker(address)
            yield done

    with open_library(tmp_path / "cluster", create=True) as library:
        done = library.add(games, run=share)
        with open_library(tmp_path / "plain", create=True) as plain:
            plain.add(games)
            assert [game.packed for game in library.games()] == [game.packed for game in plain.games()]
            assert library.summary()["numbers"]["positions"] == plain.summary()["numbers"]["positions"]
        assert done.games + done.duplicates == 4 * FILES and not done.failures
        assert list(library.check()) == []


def test_conversion_with_a_killed_worker(cluster: Any, games: Path, tmp_path: Path) -> None:
    out, plain = tmp_path / "out", tmp_path / "plain"

    def kill() -> None:
        while not list(out.glob("*.*")):
            sleep(0.01)
        _kill_a_worker(cluster.scheduler_address)

    killer = Thread(target=kill, daemon=True)
    killer.start()
    command = ("convert", games, "--to", "shad", "--out-dir")
    _run(*command, out, "--cluster", cluster.scheduler_address)
    killer.join()
    _run(*command, plain)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == {
        path.name: path.read_bytes() for path in plain.iterdir()
    }
    assert len(list(out.iterdir())) == FILES


def test_check_solve_and_review(cluster: Any, games: Path, tmp_path: Path) -> None:
    address = cluster.scheduler_address
    few = tmp_path / "few"
    few.mkdir()
    for number in range(2):
        name = f"{number:02}.5dpgn"
        (few / name).write_text("1. e3 / f6 2. Qe2 / Nc6 3. Qh5# 1-0\n", encoding="utf-8")
    _run("check", few, "--cluster", address)
    _run("review", few, "--out-dir", tmp_path / "reviewed", "--nodes", 50, "--cluster", address)
    _run("review", few, "--out-dir", tmp_path / "alone", "--nodes", 50)
    for path in sorted((tmp_path / "alone").iterdir()):
        text = path.read_text(encoding="utf-8")
        assert "%eval" in text and (tmp_path / "reviewed" / path.name).read_text(encoding="utf-8") == text
    for number in range(2):
        text = '[Puzzle "mate-in-1"]\n1. e3 / f6 2. Qe2 / Nc6\n'
        (few / f"{number:02}.5dpgn").write_text(text, encoding="utf-8")
    _run("solve", few, "--cluster", address)


def test_a_proof_with_a_killed_worker(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker is killed after the first result of a length."""
    address = cluster.scheduler_address
    shown: list[str] = []

    def show(line: StatusLine, text: str) -> None:
        shown.append(text)
        if len(shown) == 1:
            _kill_a_worker(address)

    monkeypatch.setattr(StatusLine, "show", show)
    command = ("prove", "variant:just-bishops", "--mate-in", 4, "--store")
    found, plain = tmp_path / "found.hcproof", tmp_path / "plain.hcproof"
    _run(*command, tmp_path / "cluster.sqlite", "-o", found, "--cluster", address)
    _run(*command, tmp_path / "plain.sqlite", "-o", plain)
    with found.open("rb") as one, plain.open("rb") as other:  # the efforts differ
        assert ProofReader(one).skip().proof == ProofReader(other).skip().proof
    assert "first actions settled; about" in shown[0]


@pytest.mark.skipif(sys.platform == "win32", reason="processes start slowly there")
def test_a_local_cluster_by_its_number(games: Path) -> None:
    from hyperchess.library.importing import Task
    from hyperchess.library.sources import find_units

    units = find_units([str(games)])[:4]
    tasks = [Task(unit, number) for number, unit in enumerate(units)]
    done = list(run_batch(index, tasks, jobs=1, cluster="local:2", split=split))
    assert [len(each.games) for each in done if each.games] == [4] * 4


def test_first_actions_are_settled_on_the_cluster(cluster: Any, tmp_path: Path) -> None:
    proof = tmp_path / "small.hcproof"
    options = ("--store", tmp_path / "store", "--mate-in", 2, "-o", proof)
    _run("prove", "variant:small", *options, "--cluster", cluster.scheduler_address)
    _run("verify", proof)


@pytest.mark.parametrize(
    ("address", "words"),
    [("local:0", "expected tcp"), ("nowhere", "expected tcp"), ("tcp://host", "expected tcp")],
)
def test_an_address_that_is_none(address: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        list(run_batch(index, [], jobs=1, cluster=address))


def test_a_worker_with_another_version_is_refused_by_name(
    cluster: Any, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hyperchess.app.cli.cluster.__version__", "9.9")
    with pytest.raises(InputError, match=r"the worker tcp://\S+ has hyperchess \S+, this is 9\.9"):
        list(run_batch(index, [], jobs=1, cluster=cluster.scheduler_address))


def slow(number: int) -> Iterator[int]:
    sleep(0.05)
    yield number


_CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with LocalCluster(processes=True, **options) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


def test_the_loss_of_the_scheduler_is_one_sentence(tmp_path: Path) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(_CLUSTER, encoding="utf-8")
    root = str(Path(__file__).parents[3])
    environment = {**os.environ, "PYTHONPATH": root}
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        results = run_batch(slow, list(range(100_000)), jobs=1, cluster=process.stdout.readline().strip())
        assert next(results) == 0
        process.kill()
        with pytest.raises(InputError, match=r"the scheduler of the cluster at tcp://.* was lost"):
            list(results)
