"""Shell completion, input, and the progress bar."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hyperchess.app.cli.options import (
    complete_codes,
    complete_files,
    complete_notations,
    complete_variants,
)
from hyperchess.app.cli.progress import Progress
from hyperchess.app.files.inputs import expand
from hyperchess.notation.examples import example_names
from tests.app.cli.pseudo_terminal import run_in_terminal


def test_names_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete_notations("bran") == ["branched", "branched-5dpgn"]
    assert "Classical" in complete_variants("class")
    assert complete_codes("illegal") == ["illegal-move"]
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    assert complete_files("ga") == ["games/"]
    assert "example:puzzles" in complete_files("example:")


def test_a_shell_completes_commands() -> None:
    environment = {
        **os.environ,
        "_HYPERCHESS_COMPLETE": "complete_bash",
        "COMP_WORDS": "hyperchess conv",
        "COMP_CWORD": "1",
    }
    command = [sys.executable, "-m", "hyperchess"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.stdout.split() == ["convert"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("example:four-timelines-\t", "example:four-timelines-raw"),
        ("example:i\t", "example:infinite-classical"),
    ],
)
def test_bash_completes_after_a_colon(typed: str, completed: str, tmp_path: Path) -> None:
    program = tmp_path / "hyperchess"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hyperchess "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PS1": "ready> "}
    shown = run_in_terminal(
        ["bash", "--norc", "--noprofile", "-i"],
        [
            ("ready> ", 'eval "$(_HYPERCHESS_COMPLETE=source_bash hyperchess)"; echo load""ed\n'),
            ("loaded", f"echo found hyperchess; hyperchess view {typed}"),
            (f"view {completed}", "\x15exit\n"),
        ],
        environment=environment,
    )
    assert f"view {completed}" in shown


def test_examples_are_bundled() -> None:
    assert example_names() == ["four-timelines", "four-timelines-raw", "infinite-classical", "puzzles"]


def test_what_is_named_twice_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "a.5dpgn"
    path.write_text("1. e4", encoding="utf-8")
    assert [file.name for file in expand([str(path), str(path), str(tmp_path / "*.5dpgn")])] == [str(path)]


def test_the_bar_counts_the_games_of_one_large_file() -> None:
    with Progress("importing", 1) as progress:
        assert progress.counts == "0/1 files"
        progress.advance(1200, files=0)
        assert re.fullmatch(r"0/1 files, 1,200 games, [0-9,]+ games/s", progress.counts)


def test_the_bar_comes_before_the_first_file_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with Progress("checking", 1) as progress:
        progress._timer.function()  # a second has passed
        assert progress.is_shown


def test_the_bar_comes_after_a_second(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    now = iter([0.0, 0.5])
    monkeypatch.setattr("hyperchess.app.cli.progress.monotonic", lambda: next(now, 2.0))
    with Progress("converting", 2) as progress:
        progress.advance(1)
        shown = [progress.is_shown]
        progress.advance(3)
        shown.append(progress.is_shown)
        with progress.aside():
            print("a line")
    assert (shown, progress.games) == ([False, True], 4)
    assert "a line" in capsys.readouterr().out
