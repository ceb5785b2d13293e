"""Files that are written: complete or not there, on the disk before they are in place, links and all."""

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from hyperchess.app.files import outputs
from hyperchess.app.files.inputs import InputError
from hyperchess.app.files.outputs import atomic, refuse_same_file, write_file
from tests.app.cli.runner import run

_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
_UGLY = '[Board "Standard"]\n1.e4/e5\n'


def test_a_file_is_synced_before_it_is_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    sync, replace = os.fsync, Path.replace

    def log_sync(descriptor: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        sync(descriptor)

    def log_replace(self: Path, target: Any) -> Path:
        steps.append("replace")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", log_sync)
    monkeypatch.setattr(Path, "replace", log_replace)
    write_file(tmp_path / "game", "text")
    assert steps == ["file", "replace", *(["folder"] if sys.platform != "win32" else [])]
    assert (tmp_path / "game").read_text() == "text"


def test_after_an_error_nothing_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("old")
    with pytest.raises(ValueError, match="stop"), atomic(path, force=True) as file:
        file.write(b"half of the ne")
        raise ValueError("stop")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


@_posix
def test_the_mode_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("old")
    path.chmod(0o640)
    write_file(path, "new", force=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640 and path.read_text() == "new"


@_posix
@pytest.mark.parametrize("command", [("fmt",), ("check", "--fix")])
def test_links_stay_links(tmp_path: Path, command: tuple[str, ...]) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    real, other, soft = folder / "game.5dpgn", folder / "same.5dpgn", tmp_path / "link.5dpgn"
    real.write_text(_UGLY if command == ("fmt",) else '[Board "Standard"]\n1. Ke1e2 / e5\n')
    other.hardlink_to(real)
    soft.symlink_to(real)
    before = real.read_text()
    run(*command, soft)
    assert soft.is_symlink() and real.samefile(other) and real.stat().st_nlink == 2
    if command == ("fmt",):
        assert other.read_text() == real.read_text() != before
    assert sorted(entry.name for entry in folder.iterdir()) == ["game.5dpgn", "same.5dpgn"]


@_posix
def test_hard_links_that_cannot_be_written_leave_the_new_content_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game"
    path.write_text("old")
    (tmp_path / "same").hardlink_to(path)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(outputs, "copyfileobj", fail)
    with pytest.raises(InputError, match=r"several names.*No space left on device.*the new content is in"):
        write_file(path, "new", force=True)
    (part,) = (entry for entry in tmp_path.iterdir() if entry.name.endswith(".part"))
    assert part.read_text() == "new"


@_posix
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.5dpgn"
    path.write_text(_UGLY)
    path.chmod(0o444)
    code, _, err = run("fmt", path)
    assert code == 2 and "is read-only" in err
    assert path.read_text() == _UGLY and stat.S_IMODE(path.stat().st_mode) == 0o444


def test_a_target_that_is_the_source_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source, other = tmp_path / "source", tmp_path / "other"
    for path in (source, other):
        path.write_text("same text")
    (tmp_path / "folder").mkdir()
    hard = tmp_path / "hard"
    hard.hardlink_to(source)
    names = [source, Path("source"), Path("folder/../source"), hard]
    if sys.platform != "win32":
        (tmp_path / "soft").symlink_to(source)
        (tmp_path / "folder" / "dangling").symlink_to(tmp_path / "missing")
        names.append(tmp_path / "soft")
        with pytest.raises(InputError, match="file being read"):
            refuse_same_file(tmp_path / "missing", tmp_path / "folder" / "dangling")
    for name in names:
        with pytest.raises(InputError, match="file being read"):
            refuse_same_file(source, name)
    refuse_same_file(source, other)
    refuse_same_file(source, tmp_path / "missing")
    with pytest.raises(InputError, match="file being read"):
        refuse_same_file(tmp_path / "missing", Path("missing"))


@_posix
def test_a_device_may_be_read_and_written() -> None:
    refuse_same_file(Path(os.devnull), Path(os.devnull))
