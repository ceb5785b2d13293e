"""The database: what was saved is there, whatever happens to the process and to the file."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hyperchess.app.service.documents import Document
from hyperchess.app.service.stored import HISTORY, Made, Operation, Row
from hyperchess.app.web import storage as module
from hyperchess.app.web.folders import data_folder
from hyperchess.app.web.storage import Storage, StorageError

ROW = Row("a", "A title", "5d", 3)


def _rows(folder: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "studies.sqlite3")) as connection:
        return connection.execute(query).fetchall()


def _document(text: str, **parts: str) -> Document:
    return Document(" ".join([text, *parts]), parts)


def test_a_study_is_kept_and_found_again(tmp_path: Path) -> None:
    first = Storage(tmp_path)
    first.create(ROW, _document("one", p1="start"), 2)
    first.close()
    again = Storage(tmp_path)
    stored = again.load("a")
    assert stored is not None
    assert (stored.revision, stored.document, stored.place) == (1, _document("one", p1="start"), 0)
    assert stored.made == ()
    assert again.revision("a") == 1
    assert again.load("b") is None and again.revision("b") is None
    again.close()


def test_only_the_current_revision_can_be_followed_by_another(tmp_path: Path) -> None:
    one, other = Storage(tmp_path), Storage(tmp_path)
    one.create(ROW, _document("1"), 0)
    assert other.save(ROW, 1, _document("2"), 0)
    assert not one.save(ROW, 1, _document("lost"), 0)
    stored = one.load("a")
    assert stored is not None and (stored.revision, stored.document.text) == (2, "2")
    one.close()
    other.close()


def test_the_history_is_kept_with_who_made_it(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.create(ROW, _document("0"), 0)
    for number, person in enumerate(["ada", "bob", "ada"], start=1):
        operation = Operation(f"id-{number}", person, f'"answer {number}"', None, "{}" if number == 2 else "")
        assert storage.save(ROW, number, _document(str(number)), number, operation)
    stored, earlier = storage.load("a"), storage.load("a", 1)
    assert stored is not None and (stored.document.text, stored.place) == ("3", 3)
    assert stored.made == (Made("ada", 1), Made("bob", 2), Made("ada", 3))
    assert earlier is not None and earlier.document.text == "1"
    assert storage.load("a", 4) is None
    assert [version.person for version in storage.overwritten("a", 10)] == ["bob"]
    storage.close()


def test_answers_are_kept_and_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OPERATIONS", 60)
    storage = Storage(tmp_path)
    storage.create(ROW, _document("0"), 0)
    for number in range(1, 150):
        operation = Operation(f"id-{number}", "", f'"answer {number}"')
        assert storage.save(ROW, number, _document(str(number)), 0, operation)
    assert storage.answer("a", "id-149") == '"answer 149"'
    assert storage.answer("a", "id-1") is None and storage.answer("b", "id-149") is None
    assert storage.answers_since("a", 148) == ['"answer 148"', '"answer 149"']
    assert storage.answers_since("a", 150) == []
    assert storage.answers_since("a", 3) is None
    ((count,),) = _rows(tmp_path, "SELECT count(*) FROM operations")
    assert 60 <= count < 60 + 50
    monkeypatch.setattr(module, "_MOST_ANSWER_BYTES", 1)
    assert storage.save(ROW, 150, _document("x"), 0, Operation("id-150", "", '"y"'))
    while storage.revision("a") != 200:
        revision = storage.revision("a") or 0
        assert storage.save(ROW, revision, _document("x"), 0, Operation(f"id-{revision}", "", '"y"'))
    assert storage.answers_since("a", 199) == ['"y"'] and storage.answers_since("a", 198) is None
    storage.close()


def test_a_database_of_the_second_version_keeps_its_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(module, "_MIGRATIONS", module._MIGRATIONS[:2])
        older.setattr(module, "VERSION", 2)
        old = sqlite3.connect(tmp_path / "studies.sqlite3")
        for script in module._MIGRATIONS:
            old.executescript(script)
        old.execute("INSERT INTO studies VALUES ('a', 't', '5d', 1, 3, 2, 'now', 'now', '', '')")
        for place in range(3):
            document = module._pack(str(place))
            old.execute("INSERT INTO history VALUES ('a', ?, ?, 0)", (place, document))
        old.execute("PRAGMA user_version = 2")
        old.commit()
        old.close()
    storage = Storage(tmp_path)
    stored = storage.load("a")
    assert stored is not None and stored.made == (Made("", 1), Made("", 2))
    assert storage.save(ROW, 3, _document("new"), 0, Operation("later-1", "ada", '"3"'))
    assert storage.answers_since("a", 3) == ['"3"'] and storage.answers_since("a", 1) is None
    storage.close()


def test_the_history_is_bounded_and_parts_go_with_it(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.create(ROW, _document("0", old="x"), 0)
    for number in range(1, HISTORY + 30):
        assert storage.save(ROW, number, _document(str(number), new="y"), 0)
    assert _rows(tmp_path, "SELECT count(*), min(place) FROM history") == [(HISTORY + 1, 29)]
    assert _rows(tmp_path, "SELECT fingerprint FROM parts") == [("new",)]
    storage.close()


def test_a_history_of_large_documents_is_shorter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_BYTES", 3_000)
    storage = Storage(tmp_path)
    storage.create(ROW, _document("0"), 0)
    for number in range(1, 20):
        noise = "".join(str((number * 7919 + place * place * 104729) % 10**6) for place in range(400))
        assert storage.save(ROW, number, _document(noise), 0)
    ((count,),) = _rows(tmp_path, "SELECT count(*) FROM history")
    assert 1 <= count < 5
    stored = storage.load("a")
    assert stored is not None and stored.revision == 20
    storage.close()


def test_deleting_leaves_nothing(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.create(ROW, _document("0", part="x"), 0)
    assert storage.delete("a") and not storage.delete("a")
    for name in ("history", "parts"):
        assert _rows(tmp_path, f"SELECT count(*) FROM {name}") == [(0,)]
    storage.close()


def test_the_list_is_searched_in_any_case(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    for name, title in (("1", "Ünder the Sea"), ("2", "100% _true_"), ("3", "sea")):
        storage.create(Row(name, title, "5d", 1), _document(""), 0)
    assert {found.row.id for found in storage.list("SEA")} == {"1", "3"}
    assert [found.row.id for found in storage.list("% _")] == ["2"]
    assert [found.row.id for found in storage.list("ünder")] == ["1"]
    assert len(storage.list()) == 3 and len(storage.list(most=2)) == 2
    assert storage.save(Row("2", "100% _true_", "5d", 1), 1, _document("later"), 0)
    assert storage.list()[0].row.id == "2"
    storage.close()


def test_the_database_is_set_to_lose_nothing(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    run = storage._connection.execute
    assert run("PRAGMA journal_mode").fetchone() == ("wal",)
    assert run("PRAGMA synchronous").fetchone() == (2,)
    assert run("PRAGMA foreign_keys").fetchone() == (1,)
    assert run("PRAGMA user_version").fetchone() == (module.VERSION,)
    storage.close()


def test_a_failure_in_the_middle_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(tmp_path)
    storage.create(ROW, _document("0"), 0)

    def fail(*arguments: Any) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(storage, "_prune", fail)
    with pytest.raises(sqlite3.OperationalError):
        storage.save(ROW, 1, _document("lost"), 0)
    stored = storage.load("a")
    assert stored is not None and (stored.revision, stored.document.text) == (1, "0")
    assert storage.load("a", 1) is None
    storage.close()


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "studies.sqlite3").write_bytes(b"hello " * 1_000)
    with pytest.raises(StorageError, match="move the file away"):
        Storage(tmp_path)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "studies.sqlite3"
    Storage(tmp_path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageError, match=r"newer hyperchess \(version 99\)"):
        Storage(tmp_path)


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot hold the studies"):
        Storage(tmp_path / "file" / "below")


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({"HYPERCHESS_DATA": "/mine", "XDG_DATA_HOME": "/data"}, "linux", "/mine"),
        ({"XDG_DATA_HOME": "/data"}, "linux", "/data/hyperchess"),
        ({"XDG_DATA_HOME": ""}, "linux", "/home/ada/.local/share/hyperchess"),
        ({"LOCALAPPDATA": "C:/local", "APPDATA": "C:/roaming"}, "win32", "C:/local/hyperchess"),
        ({"APPDATA": "C:/roaming"}, "win32", "C:/roaming/hyperchess"),
        ({}, "win32", "/home/ada/AppData/Local/hyperchess"),
        ({}, "darwin", "/home/ada/Library/Application Support/hyperchess"),
    ],
)
def test_the_folder_is_where_the_system_keeps_such_things(
    environ: dict[str, str], platform: str, expected: str
) -> None:
    assert data_folder(environ, platform, Path("/home/ada")).as_posix() == expected
