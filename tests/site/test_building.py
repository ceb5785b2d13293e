"""`build_site`: the old board stays until the new one is complete, and nothing else is touched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from zipfile import ZipFile

import pytest

from hyperchess.app.site import build
from hyperchess.app.site.build import build_site
from hyperchess.app.site.pyodide import FILES
from hyperchess.errors import HyperchessError

_MARK = "hyperchess-site.json"


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with stand-ins for the files of Pyodide; modules are not compiled."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in FILES:
        (folder / name).write_bytes(b"x")
    with ZipFile(folder / "python_stdlib.zip", "w") as archive:
        archive.writestr("encodings/utf_8.py", "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "node_command", lambda name: None)
        yield folder


@pytest.fixture(scope="module")
def built(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A board that is built once for all tests, and its version."""
    folder = tmp_path_factory.mktemp("built") / "board"
    return folder, build_site(folder, pyodide)


@pytest.fixture
def board(built: tuple[Path, str], tmp_path: Path) -> Path:
    """A copy of the board."""
    return copytree(built[0], tmp_path / "board")


def _content(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


class _Killed(BaseException):
    pass


@pytest.mark.parametrize("where", ["_zip_sources", "_finish"])
def test_a_build_that_is_killed_leaves_the_old_board(
    board: Path, built: tuple[Path, str], pyodide: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    before = _content(board)

    def kill(*_: object) -> None:
        raise _Killed

    with monkeypatch.context() as patch:
        patch.setattr(build, where, kill)
        patch.setattr("shutil.rmtree", lambda *_, **__: None)  # a killed process tidies nothing up
        with pytest.raises(_Killed):
            build_site(board, pyodide)
    assert _content(board) == before
    assert build_site(board, pyodide) == built[1]
    assert _content(board) == before
    assert [path.name for path in board.parent.iterdir()] == ["board"]


def test_a_build_that_is_killed_between_the_renames_is_repaired(
    board: Path, built: tuple[Path, str], pyodide: Path
) -> None:
    before = _content(board)
    (board / "CNAME").write_text("board.example")
    board.rename(board.parent / ".board.hyperchess-old")
    assert build_site(board, pyodide) == built[1]
    assert _content(board) == {**before, "CNAME": b"board.example"}


@pytest.mark.parametrize("name", ["../precious.txt", "js/../../precious.txt", "{root}/precious.txt"])
def test_a_marker_that_names_files_outside_the_folder_is_refused(
    tmp_path: Path, board: Path, pyodide: Path, name: str
) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("keep me")
    mark = board / _MARK
    listed = json.loads(mark.read_text(encoding="utf-8"))
    mark.write_text(json.dumps({**listed, "files": [*listed["files"], name.format(root=tmp_path)]}))
    with pytest.raises(HyperchessError, match="not a file in that folder"):
        build_site(board, pyodide)
    assert precious.read_text() == "keep me"
    assert (board / "index.html").exists()


@pytest.mark.parametrize("text", ["", "[]", '{"files": 3}', '{"files": [1]}'])
def test_a_damaged_marker_is_refused(tmp_path: Path, pyodide: Path, text: str) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / _MARK).write_text(text)
    with pytest.raises(HyperchessError, match="is damaged"):
        build_site(tmp_path / "board", pyodide)


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path, board: Path, pyodide: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "main.js").write_text("keep me")
    (board / "js" / "main.js").unlink()
    (board / "js" / "main.js").symlink_to(outside / "main.js")
    (board / "more").symlink_to(outside)
    build_site(board, pyodide)
    assert (outside / "main.js").read_text() == "keep me"
    assert not (board / "js" / "main.js").is_symlink()
    assert (board / "more").is_symlink()


def test_own_files_stay_and_old_ones_go(tmp_path: Path, board: Path, pyodide: Path) -> None:
    (board / "CNAME").write_text("board.example")
    (board / "js" / "old.js").write_text("")
    mark = board / _MARK
    listed = json.loads(mark.read_text(encoding="utf-8"))
    mark.write_text(json.dumps({**listed, "files": [*listed["files"], "js/old.js"]}))
    link = tmp_path / "link"
    link.symlink_to(board)
    build_site(link, pyodide)
    assert link.is_symlink()
    assert (board / "CNAME").read_text() == "board.example"
    assert not (board / "js" / "old.js").exists()


def test_every_promise_of_the_documentation_has_its_test() -> None:
    text = (Path(__file__).parents[2] / "docs" / "site.md").read_text(encoding="utf-8")
    table = text.partition("## Guarantees")[2].partition("##")[0]
    rows = [line for line in table.splitlines() if "`test_" in line]
    here = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    missing = [
        name for row in rows for name in re.findall(r"`(test_\w+)`", row) if f"def {name}(" not in here
    ]
    assert len(rows) == 15
    assert missing == []


def test_the_typeface_is_part_of_the_board(board: Path) -> None:
    assert "font-src 'self'" in (board / "index.html").read_text(encoding="utf-8")
    assert (board / "fonts" / "figtree.woff2").read_bytes()[:4] == b"wOF2"
    assert '"fonts/figtree.woff2"' in (board / "sw.js").read_text(encoding="utf-8")
    with ZipFile(board / "modules.zip") as archive:
        assert not any(name.endswith(".woff2") for name in archive.namelist())
