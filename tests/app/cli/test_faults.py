"""Faults of the machine under every command that writes: a failure leaves the target as it was.

Every run takes the faults that cost nothing (a disk that cannot be synced, a target that is a source); every
night full disks and kills at random moments are added, in processes of their own.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("PIL")
pytest.importorskip("resvg_py")

from tests.app.cli.runner import run
from tests.library.games import multiverse_games, write_games
from tests.nightly import seeds

_MATE = '[Board "Standard"]\n[Puzzle "mate-in-1"]\n1. e3 / f6 2. Qe2 / Nc6\n'
_UGLY = '[Board "Standard"]\n1.e4/e5 2. exd4 / Nc6\n'

_LIBRARY = "library/library.duckdb"


class Writer(NamedTuple):
    """A command that writes `target`; `source` is among its inputs. Both are names in the folder."""

    line: str
    target: str
    source: str = "game.5dpgn"


_WRITERS = {
    "convert": Writer("convert game.5dpgn --to raw -f -o {}", "out.5dpgn"),
    "convert --out-dir": Writer("convert game.5dpgn --to shad -f --out-dir out", "out/game.5dpgn"),
    "convert to JSON": Writer("convert games.5dpgn --to json -f -o {}", "out.json", "games.5dpgn"),
    "render svg": Writer("render game.5dpgn -f -o {}", "out.svg"),
    "render png": Writer("render game.5dpgn -f -o {}", "out.png"),
    "render gif": Writer("render game.5dpgn -f -o {}", "out.gif"),
    "render html": Writer("render game.5dpgn -f -o {}", "out.html"),
    "review": Writer("review game.5dpgn --nodes 20 -f -o {}", "out.5dpgn"),
    "review --plot": Writer("review game.5dpgn --nodes 20 -f --plot {}", "out.svg"),
    "review --out-dir": Writer("review game.5dpgn --nodes 20 -f --out-dir out", "out/game.5dpgn"),
    "solve": Writer("solve game.5dpgn -f -o {}", "out.5dpgn"),
    "prove": Writer("prove variant:small --store store --mate-in 1 --none -f -o {}", "out.hcproof", "store"),
    "verify": Writer("verify one.hcproof -f -o {}", "out.5dpgn", "one.hcproof"),
    "book": Writer("book games.5dpgn -f -o {}", "out.json", "games.5dpgn"),
    "stats --plot": Writer("stats games.5dpgn -f --plot {}", "out.svg", "games.5dpgn"),
    "library export": Writer("library export -l library --to shad -f -o {}", "out.5dpgn", _LIBRARY),
    "library search": Writer("library search actions>1 -l library --to json -f -o {}", "out.json", _LIBRARY),
    "library stats --plot": Writer("library stats -l library -f --plot {}", "out.svg", ""),
    "puzzles make": Writer("puzzles make --games 1 -f -o {}", "out.5dpgn", ""),
    "fmt": Writer("fmt {}", "ugly.5dpgn", ""),
    "check --fix": Writer("check --fix {}", "ugly.5dpgn", ""),
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    (folder / "game.5dpgn").write_text(_MATE, encoding="utf-8")
    (folder / "ugly.5dpgn").write_text(_UGLY, encoding="utf-8")
    (folder / "out").mkdir()
    write_games(folder / "games.5dpgn", multiverse_games(6, actions=4))
    position = "[k3/p3/2N1/K2R:0:1:w]"
    (folder / "start.5dpgn").write_text(f'[Board "custom"]\n[Mode "5D"]\n[Size "4x4"]\n{position}\n', "utf-8")
    for line in (
        "library import games.5dpgn -l library",
        "prove start.5dpgn --store first --mate-in 2 -o one.hcproof",
        "prove variant:small --store store --mate-in 1",
    ):
        done = _start(line, folder)
        assert done.returncode in (0, 1), done.stderr
    for writer in _WRITERS.values():
        if writer.target.startswith("out"):
            (folder / writer.target).write_bytes(b"as it was")
    return folder


@pytest.fixture
def folder(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(prepared, tmp_path / "work")
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def _start(
    line: str, folder: Path, prepare: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hyperchess", *line.split()]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, preexec_fn=prepare
    )


def _contents(folder: Path) -> dict[str, bytes]:
    """Return the files without those that may grow: stores of `prove`, journals of `review`, libraries."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
        and path.name != "reviews.jsonl"
        and path.relative_to(folder).parts[0].partition("-")[0] not in ("store", "library")
    }


@pytest.mark.slow
def test_the_commands_above_do_write(folder: Path) -> None:
    """Else none of the tests below could fail."""
    before = _contents(folder)
    for writer in _WRITERS.values():
        ran = run(*writer.line.format(writer.target).split())
        assert ran.code in (0, 1), ran.err
        assert (folder / writer.target).read_bytes() != before[writer.target], writer


@pytest.mark.slow
@pytest.mark.parametrize("name", _WRITERS)
def test_a_disk_that_fails_leaves_the_target_as_it_was(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _contents(folder)

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    writer = _WRITERS[name]
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fail)
        ran = run(*writer.line.format(writer.target).split())
    assert ran.code == 2
    assert "No space left on device" in ran.err
    assert "bug" not in ran.err
    assert _contents(folder) == before


@pytest.mark.parametrize(
    "name", [name for name, writer in _WRITERS.items() if writer.source and "{}" in writer.line]
)
def test_a_target_that_is_a_source_is_refused(name: str, folder: Path) -> None:
    writer = _WRITERS[name]
    link = folder / f"link{Path(writer.target).suffix}"
    link.symlink_to(folder / writer.source)
    before = _contents(folder)
    ran = run(*writer.line.format(link.name).split())
    assert ran.code == 2
    assert "it is the file being read" in ran.err
    assert _contents(folder) == before


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
@pytest.mark.parametrize("name", _WRITERS)
def test_a_full_disk_leaves_the_target_as_it_was(name: str, folder: Path) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (30, 30))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    writer = _WRITERS[name]
    before = _contents(folder)
    done = _start(writer.line.format(writer.target), folder, limit)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr
    assert _contents(folder) == before


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("name", _WRITERS)
def test_a_kill_leaves_the_target_as_it_was_or_complete(name: str, folder: Path) -> None:
    """The process is killed at random moments, mostly near its end, where it writes."""
    writer = _WRITERS[name]
    before = _contents(folder)[writer.target]
    line = writer.line.format(writer.target)
    command = [sys.executable, "-m", "hyperchess", *line.split()]
    complete = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert complete.returncode in (0, 1)
    after = (folder / writer.target).read_bytes()
    for seed in seeds("killed commands"):
        (folder / writer.target).write_bytes(before)
        chance = random.Random(seed)
        with subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                process.wait(timeout=chance.uniform(0.2, 1.5))
            except subprocess.TimeoutExpired:
                process.send_signal(chance.choice([signal.SIGKILL, signal.SIGTERM]))
        found = (folder / writer.target).read_bytes()
        if found != before:
            assert len(found) >= 0.9 * len(after), "half a file"
    assert subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode in (0, 1)
    assert [path.name for path in folder.rglob("*.part")] == []
