"""Damaged files: found at the start, reported, left alone; what is whole stays usable, and is repaired."""

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hyperchess.api.documents import write_document
from hyperchess.api.errors import ApiError
from hyperchess.api.stored import Filing, Row
from hyperchess.app.web.storage import FILE, SqliteStorage, StorageError
from hyperchess.app.web.storage.repair import repair
from hyperchess.studies.opening import open_text
from tests.app.cli.runner import run
from tests.app.web.api import served

_PAGE = 4_096


def _filled(folder: Path, count: int = 40) -> list[str]:
    """A database of several pages, closed, so that all of it is in one file; the ids of its studies."""
    document = write_document(open_text('[Board "Standard"]\n1. e4 / e5', title="two moves"))
    later = write_document(open_text('[Board "Standard"]\n1. e4 / e5 2. Nf3 / Nc6', title="four moves"))
    ids = [f"study{number:02}" for number in range(count)]
    with closing(SqliteStorage(folder)) as storage:
        for id in ids:
            row = Row(id, "a title " * 20, "5d", 3)
            storage.create(row, document, 0)
            assert storage.save(row, 1, later, 0)
            storage.file(id, Filing("a folder", ("a tag",)))
    return ids


def _spoil_document(folder: Path, study: str, place: int) -> None:
    """Change a byte of a document, and nothing else."""
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        (data,) = connection.execute(
            "SELECT document FROM history WHERE study = ? AND place = ?", (study, place)
        ).fetchone()
        spoilt = bytes([*data[:20], data[20] ^ 0xFF, *data[21:]])
        connection.execute(
            "UPDATE history SET document = ? WHERE study = ? AND place = ?", (spoilt, study, place)
        )


def _spoil_page(folder: Path, number: int) -> bytes:
    """Overwrite a page of the file; the whole file as it is then."""
    path = folder / FILE
    data = bytearray(path.read_bytes())
    data[number * _PAGE : (number + 1) * _PAGE] = b"\xa5" * _PAGE
    path.write_bytes(data)
    return bytes(data)


def _pages(folder: Path, table: str) -> list[int]:
    """The pages of a table, counted from 0, its root first."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        try:
            found = connection.execute("SELECT pageno FROM dbstat WHERE name = ? ORDER BY path", (table,))
            return [number - 1 for (number,) in found]
        except sqlite3.OperationalError:
            pytest.skip("this SQLite does not tell where its pages are")


def test_a_damaged_document_is_told_and_the_others_are_usable(tmp_path: Path) -> None:
    ids = _filled(tmp_path, 3)
    _spoil_document(tmp_path, ids[1], 1)
    with served(tmp_path) as client:
        storage = client.app.state.library.storage  # type: ignore[attr-defined]
        assert storage.damage.studies == (ids[1],) and not storage.damage.pages
        assert any(ids[1] in line for line in storage.damage.report())
        answer = client.get(f"/api/studies/{ids[1]}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "damaged")
        assert "--repair" in answer.json()["error"]["hint"]
        assert [entry["id"] for entry in client.get("/api/studies").json()].count(ids[1]) == 1
        _edit(client, ids[0])


def _edit(client: TestClient, id: str) -> None:
    study = client.get(f"/api/studies/{id}").json()
    edit = {"type": "rename", "title": "another"}
    answer = client.post(f"/api/studies/{id}/edits", json={"revision": study["revision"], "edit": edit})
    assert answer.status_code == 200, answer.text


def test_a_document_that_is_damaged_later_is_found_when_it_is_read(tmp_path: Path) -> None:
    (id,) = _filled(tmp_path, 1)
    with closing(SqliteStorage(tmp_path)) as storage:
        _spoil_document(tmp_path, id, 1)
        with pytest.raises(ApiError, match="damaged on the disk") as refusal:
            storage.load(id)
        assert refusal.value.code == "damaged"
        assert storage.load(id, 0) is not None


def test_damaged_pages_are_read_around_and_never_written(tmp_path: Path) -> None:
    ids = _filled(tmp_path)
    spoilt = _spoil_page(tmp_path, _pages(tmp_path, "history")[-1])
    with served(tmp_path) as client:
        storage = client.app.state.library.storage  # type: ignore[attr-defined]
        assert storage.damage.pages and "nothing is written" in next(storage.damage.report())
        answers = {id: client.get(f"/api/studies/{id}") for id in ids}
        codes = {answer.status_code for answer in answers.values()}
        assert codes == {200, 503}
        assert {
            answer.json()["error"]["code"] for answer in answers.values() if answer.status_code == 503
        } == {"damaged"}
        readable = next(id for id, answer in answers.items() if answer.status_code == 200)
        edit = {"revision": 2, "edit": {"type": "rename", "title": "x"}}
        for path, body in (
            ("/api/studies", {"variant": "Standard"}),
            (f"/api/studies/{readable}/edits", edit),
        ):
            refused = client.post(path, json=body)
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "damaged")
    assert (tmp_path / FILE).read_bytes() == spoilt


def test_every_page_may_be_damaged(tmp_path: Path) -> None:
    """Whichever page it is: the server starts and reports it, or says in a sentence why it does not."""
    _filled(tmp_path / "whole")
    pages = (tmp_path / "whole" / FILE).stat().st_size // _PAGE
    assert pages > 6
    for number in range(pages):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "whole", folder)
        _spoil_page(folder, number)
        try:
            with closing(SqliteStorage(folder)) as storage:
                assert storage.damage.pages or storage.damage.studies
        except StorageError as error:
            assert "--repair" in str(error)


@pytest.mark.parametrize("size", [0, 100, _PAGE, 3 * _PAGE + 17])
def test_a_file_that_was_cut_is_told(tmp_path: Path, size: int) -> None:
    _filled(tmp_path)
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes()[:size])
    if size == 0:  # an empty file is an empty database
        with closing(SqliteStorage(tmp_path)) as storage:
            assert storage.list() == []
        return
    try:
        with closing(SqliteStorage(tmp_path)) as storage:
            assert storage.damage.pages
    except StorageError as error:
        assert "--repair" in str(error)


def test_a_file_of_zeros_is_told(tmp_path: Path) -> None:
    _filled(tmp_path)
    path = tmp_path / FILE
    path.write_bytes(bytes(path.stat().st_size))
    with pytest.raises(StorageError, match="not a database"):
        SqliteStorage(tmp_path)


def test_a_repaired_copy_holds_what_can_be_read(tmp_path: Path) -> None:
    ids = _filled(tmp_path)
    _spoil_document(tmp_path, ids[0], 1)
    _spoil_document(tmp_path, ids[1], 1)
    _spoil_document(tmp_path, ids[1], 0)
    before = (tmp_path / FILE).read_bytes()
    made = repair(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
    assert (made.earlier, made.lost) == ((ids[0],), (ids[1],))
    assert set(made.whole) == set(ids[2:])
    with closing(SqliteStorage(made.path)) as storage:
        assert not storage.damage.pages and not storage.damage.studies
        titles = {entry.row.id: entry.row.title for entry in storage.list()}
        assert {entry.filing for entry in storage.list()} == {Filing("a folder", ("a tag",))}
    assert titles == {ids[0]: "two moves", **dict.fromkeys(ids[2:], "four moves")}


def test_damaged_pages_are_repaired_around(tmp_path: Path) -> None:
    ids = _filled(tmp_path)
    _spoil_page(tmp_path, _pages(tmp_path, "history")[-1])
    made = repair(tmp_path)
    assert made.whole and len(made.whole) < len(ids)
    with closing(SqliteStorage(made.path)) as storage:
        assert {entry.row.id for entry in storage.list()} == {*made.whole, *made.earlier}


def test_repair_has_a_command(tmp_path: Path) -> None:
    ids = _filled(tmp_path, 3)
    code, out, _ = run("serve", "--repair", "--data", tmp_path)
    assert code == 0 and "3 studies are whole" in out
    _spoil_document(tmp_path, ids[0], 1)
    code, out, _ = run("serve", "--repair", "--data", tmp_path)
    assert code == 1 and f"{ids[0]} is damaged: the copy holds an earlier version" in out
    code, _, err = run("serve", "--repair", "--data", tmp_path / "nothing")
    assert code == 2 and "there are no studies" in err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not let go of files that are open")
@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal"])
@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_goes_away_is_noticed_before_anything_is_acknowledged(
    tmp_path: Path, name: str, replaced: bool
) -> None:
    with served(tmp_path) as client:
        study = client.post("/api/studies", json={"variant": "Standard"}).json()
        path = tmp_path / name
        data = path.read_bytes()
        path.unlink()
        if replaced:
            (tmp_path / "other").write_bytes(data)
            (tmp_path / "other").rename(path)
        edit = {"revision": 1, "edit": {"type": "rename", "title": "lost"}}
        for address, body in (
            ("/api/studies", {"variant": "Standard"}),
            (f"/api/studies/{study['id']}/edits", edit),
        ):
            answer = client.post(address, json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage-lost")
            assert name in answer.json()["error"]["message"]


def test_studies_have_quotas(tmp_path: Path) -> None:
    content = write_document(open_text('[Board "Standard"]\n1. e4 / e5'))
    row = Row("a", "title", "5d", 1)
    with closing(SqliteStorage(tmp_path, study_bytes=100)) as storage:
        with pytest.raises(ApiError, match="this study would take") as refusal:
            storage.create(row, content, 0)
        assert (refusal.value.status, refusal.value.code) == (413, "quota")
        assert storage.list() == []
    with (
        closing(SqliteStorage(tmp_path, total_bytes=1)) as storage,
        pytest.raises(ApiError, match="all studies"),
    ):
        storage.create(row, content, 0)
