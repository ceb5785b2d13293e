"""`hyperchess serve`: what it says, where it listens, what it opens."""

import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from hyperchess.app.cli.commands.games.serve import _engines
from hyperchess.app.files.inputs import InputError
from hyperchess.app.web.storage import SqliteStorage
from tests.app.cli.runner import run
from tests.ports import free_port


class Started:
    """Record of what was started and opened instead of a server and a browser."""

    def __init__(self) -> None:
        self.configs: list[Any] = []
        self.sockets: list[Any] = []
        self.opened: list[str] = []


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[Started]:
    log = Started()

    def serve(self: uvicorn.Server, sockets: list[Any]) -> None:
        self.started = True
        log.configs.append(self.config)
        log.sockets.append(sockets[0].getsockname())
        for listener in sockets:
            listener.close()
        self.config.app.state.library.storage.close()  # type: ignore[union-attr]

    # Not the usual port: other tests may use it meanwhile.
    monkeypatch.setattr("hyperchess.app.web.settings.DEFAULT_PORT", free_port())
    monkeypatch.setattr(uvicorn.Server, "run", serve)
    monkeypatch.setattr("webbrowser.open", log.opened.append)
    yield log


def test_it_says_where_it_is_and_opens_the_page(started: Started, tmp_path: Path) -> None:
    code, out, err = run("serve", "--data", tmp_path / "new" / "folder")
    assert (code, err) == (0, "")
    host, port = started.sockets[0]
    assert host == "127.0.0.1"
    assert f"http://127.0.0.1:{port}/" in out and "Ctrl-C" in out
    assert started.opened == [f"http://127.0.0.1:{port}/"]
    assert (tmp_path / "new" / "folder" / "studies.sqlite3").exists()


def test_no_browser(started: Started, tmp_path: Path) -> None:
    assert run("serve", "--no-browser", "--data", tmp_path).code == 0
    assert started.opened == []


@pytest.mark.parametrize(
    ("name", "nodes"), [("example:four-timelines", 17), ("variant:Classical", 1), ("file", 3)]
)
def test_a_game_is_opened_as_a_study(started: Started, tmp_path: Path, name: str, nodes: int) -> None:
    if name == "file":
        path = tmp_path / "my game.5dpgn"
        path.write_text('[Board "Standard"]\n1. e4 / e5\n', encoding="utf-8")
        name = str(path)
    assert run("serve", name, "--data", tmp_path).code == 0
    storage = SqliteStorage(tmp_path)
    (summary,) = storage.list()
    storage.close()
    assert started.opened[0].endswith(f"/#study={summary.row.id}")
    assert summary.row.nodes == nodes
    assert not name.endswith(".5dpgn") or summary.row.title == "my game"


def test_a_taken_port_is_told_and_the_next_one_used(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # a port of this test alone: others serve at the usual one meanwhile
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr("hyperchess.app.web.settings.DEFAULT_PORT", port)
        code, out, _ = run("serve", "--data", tmp_path, "--no-browser")
        assert code == 0
        assert f"Port {port} is taken" in out and started.sockets[0][1] > port


def test_a_port_that_was_asked_for_is_not_changed(started: Started, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, err = run("serve", "--data", tmp_path, "--port", port)
        assert (code, started.sockets) == (2, [])
        assert f"cannot listen on 127.0.0.1 port {port}" in err


def test_a_public_server_does_not_move_to_another_port(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr("hyperchess.app.web.settings.DEFAULT_PORT", port)
        code, _, err = run("serve", "--data", tmp_path, "--public", "https://chess.example.org")
        assert (code, started.sockets) == (2, [])
        assert f"cannot listen on 127.0.0.1 port {port}" in err


def test_all_addresses_come_with_a_warning(started: Started, tmp_path: Path) -> None:
    code, _, err = run("serve", "--host", "0.0.0.0", "--data", tmp_path)
    assert code == 0
    assert "anyone" in err and "read, change and delete" in err
    assert started.opened[0].startswith("http://localhost:")
    assert started.sockets[0][0] == "0.0.0.0"


def test_a_missing_library_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    code, _, err = run("serve", "--data", tmp_path)
    assert code == 2 and "pip install 'hyperchess[web]'" in err


def test_a_damaged_database_is_a_sentence(started: Started, tmp_path: Path) -> None:
    (tmp_path / "studies.sqlite3").write_bytes(b"no database" * 100)
    code, _, err = run("serve", "--data", tmp_path)
    assert code == 2 and "move the file away" in err and "Traceback" not in err


def test_a_file_that_is_no_game_is_a_sentence(started: Started, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam", encoding="utf-8")
    code, _, err = run("serve", path, "--data", tmp_path)
    assert code == 1 and "nothing here is a game" in err


def test_a_server_for_others(started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--public", "https://Chess.example.org/board/", "--proxy", "127.0.0.1", "--quota", "5")
    code, out, err = run("serve", *options, "--data", tmp_path)
    assert code == 0 and "https://chess.example.org/board/" in out and "There is no password" in err
    assert started.opened == []  # there is no one to look at a browser
    config = started.configs[0]
    settings = config.app.state.settings
    assert (settings.public, settings.base) == ("https://chess.example.org", "/board")
    assert (settings.rate, settings.total_bytes, settings.study_bytes) == (20.0, 5_000_000, 16_000_000)
    assert config.proxy_headers and config.forwarded_allow_ips == "127.0.0.1"
    monkeypatch.setenv("HYPERCHESS_PASSWORD", "secret")
    code, out, err = run("serve", "--public", "http://chess.example.org", "--rate", "0", "--data", tmp_path)
    assert (code, err) == (0, "") and "secret" not in out
    config = started.configs[1]
    assert not config.proxy_headers and config.app.state.settings.connections_each == 64
    assert run("serve", "--public", "chess.example.org", "--data", tmp_path).code == 2


def test_damage_is_told_at_the_start(started: Started, tmp_path: Path) -> None:
    assert run("serve", "variant:Standard", "--data", tmp_path).code == 0
    with closing(sqlite3.connect(tmp_path / "studies.sqlite3")) as connection, connection:
        connection.execute("UPDATE history SET document = x'00'")
    code, _, err = run("serve", "--no-browser", "--data", tmp_path)
    assert code == 0 and "is damaged, and cannot be opened" in err and "--repair" in err


def test_engines_have_names_and_commands() -> None:
    assert _engines(["strong=/opt/strong --depth=3"]) == (("strong", "/opt/strong --depth=3"),)
    for wrong in (["strong"], ["=x"], ["strong="], ["a=b", "a=c"], ["hyperchess=x"]):
        with pytest.raises(InputError, match="--engine"):
            _engines(wrong)
