"""The database: what was saved is there, whatever happens to the process and to the file."""

import json
import sqlite3
from pathlib import Path

import pytest

from hyperchess.api.documents import Document
from hyperchess.api.stored import Made, Operation, Row
from hyperchess.app.web.folders import data_folder
from hyperchess.app.web.live.match import Match
from hyperchess.app.web.live.uptime import Uptime
from hyperchess.app.web.storage import SqliteStorage, StorageError
from hyperchess.app.web.storage.schema import MIGRATIONS, VERSION
from hyperchess.app.web.storage.texts import checksum, pack


def test_the_database_is_set_to_lose_nothing(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path)
    run = storage._connection.execute
    assert run("PRAGMA journal_mode").fetchone() == ("wal",)
    assert run("PRAGMA synchronous").fetchone() == (2,)
    assert run("PRAGMA foreign_keys").fetchone() == (1,)
    assert run("PRAGMA user_version").fetchone() == (VERSION,)
    storage.close()


def test_games_of_an_earlier_version_continue_where_they_were(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "studies.sqlite3")
    old.create_function("checksum", 1, checksum, deterministic=True)
    for version in range(1, 6):
        old.executescript(MIGRATIONS[version])
    for study, active, since in (("over", 0, None), ("slow", 1, 900.0), ("fast", 1, 1_000.0)):
        old.execute(
            "INSERT INTO studies (id, title, game, nodes, revision, place, created, updated)"
            " VALUES (?, '', '5d', 2, 1, 0, '', '')",
            (study,),
        )
        match = {"to_move": "black", "node": 1, "seconds": 60.0, "left": [60.0, 60.0], "since": since}
        state = {**match, "seen": since, "result": "" if active else "*", "offer": ""}
        old.execute("INSERT INTO matches VALUES (?, ?, ?)", (study, active, json.dumps(state)))
    old.execute("PRAGMA user_version = 5")
    old.commit()
    old.close()
    storage = SqliteStorage(tmp_path)
    now = Uptime(*storage.uptime()).at(1_000_000.0)
    assert now == 1_000.0  # the time without a server is not charged
    assert [stored.study for stored in storage.due_matches(now, ())] == ["fast", "slow"]
    fast = storage.match("fast")
    assert fast is not None and Match.read(fast.state).left_now(now) == (60.0, 60.0)
    storage.close()


def test_a_database_of_the_second_version_keeps_its_history(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "studies.sqlite3")
    for version in (1, 2):
        old.executescript(MIGRATIONS[version])
    old.execute("INSERT INTO studies VALUES ('a', 't', '5d', 1, 3, 2, 'now', 'now', '', '')")
    for place in range(3):
        old.execute("INSERT INTO history VALUES ('a', ?, ?, 0)", (place, pack(str(place))))
    old.execute("PRAGMA user_version = 2")
    old.commit()
    old.close()
    storage = SqliteStorage(tmp_path)
    stored = storage.load("a")
    assert stored is not None and stored.made == (Made("", 1), Made("", 2))
    assert storage.save(
        Row("a", "A title", "5d", 3), 3, Document("new", {}), 0, Operation("later-1", "ada", '"3"')
    )
    assert storage.answers_since("a", 3) == ['"3"'] and storage.answers_since("a", 1) is None
    storage.close()


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "studies.sqlite3").write_bytes(b"hello " * 1_000)
    with pytest.raises(StorageError, match="move the file away"):
        SqliteStorage(tmp_path)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "studies.sqlite3"
    SqliteStorage(tmp_path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageError, match=r"newer hyperchess \(version 99\)"):
        SqliteStorage(tmp_path)


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot store the studies"):
        SqliteStorage(tmp_path / "file" / "below")


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
