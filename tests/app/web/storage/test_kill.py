"""A server that is killed at any moment: everything that it acknowledged is there when it starts again."""

import http.client
import json
import signal
import sys
import urllib.error
import urllib.request
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from tests.app.web.api import applied, running
from tests.nightly import seeds


def _call(address: str, path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/api{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


@pytest.mark.slow
def test_every_acknowledged_revision_survives_kill_9(tmp_path: Path) -> None:
    known: Any = None
    for round in range(4):
        with running(tmp_path) as (process, address):
            if known is None:
                known = _call(address, "/studies", {"variant": "Standard"})
            study = _call(address, f"/studies/{known['id']}")
            assert study == known
            for number in range(3):
                edit = {"type": "comment", "node": 0, "index": None, "text": f"{round}.{number}"}
                body = {"revision": known["revision"], "edit": edit}
                known = applied(known, _call(address, f"/studies/{known['id']}/edits", body))
            process.kill()
            process.wait()
    with running(tmp_path) as (_, address):
        study = _call(address, f"/studies/{known['id']}")
        assert study == known
        assert [comment["text"] for comment in study["nodes"][0]["comments"]] == [
            f"{round}.{number}" for round in range(4) for number in range(3)
        ]
        back = {"revision": known["revision"], "edit": {"type": "undo"}}
        undone = applied(known, _call(address, f"/studies/{known['id']}/edits", back))
        assert len(undone["nodes"][0]["comments"]) == 11


@pytest.mark.slow
def test_killed_in_the_middle_of_a_stream_of_edits(tmp_path: Path) -> None:
    """Acknowledged edits are present; at most the edit in progress may have been added."""
    acknowledged = 0
    for _ in range(2):
        with running(tmp_path) as (process, address):
            found = _call(address, "/studies")
            made = None if found else _call(address, "/studies", {"variant": "Standard"})
            id = found[0]["id"] if made is None else made["id"]
            started = Event()

            def edit(address: str = address, id: str = id, started: Event = started) -> None:
                nonlocal acknowledged
                study = _call(address, f"/studies/{id}")
                while True:
                    title = {"type": "rename", "title": f"title {study['revision'] + 1}"}
                    try:
                        body = {"revision": study["revision"], "edit": title}
                        study = applied(study, _call(address, f"/studies/{id}/edits", body))
                    except OSError:
                        return
                    acknowledged = study["revision"]
                    if acknowledged % 20 == 0:
                        started.set()

            thread = Thread(target=edit)
            thread.start()
            assert started.wait(300)
            process.kill()
            thread.join(300)
        with running(tmp_path) as (_, address):
            study = _call(address, f"/studies/{id}")
            assert study["revision"] in (acknowledged, acknowledged + 1)
            assert study["title"] == f"title {study['revision']}"


@pytest.mark.nightly
def test_kills_lose_nothing_of_two_clients(tmp_path: Path) -> None:
    """Two clients write comments into one study while the server is killed again and again."""
    acknowledged: list[str] = []
    id = ""
    for round, _ in enumerate(seeds("kills")):
        with running(tmp_path) as (process, address):
            id = id or _call(address, "/studies", {"variant": "Standard"})["id"]
            enough = Event()
            clients = [
                Thread(target=_comment, args=(address, id, f"{round}.{number}", acknowledged, enough))
                for number in range(2)
            ]
            for client in clients:
                client.start()
            assert enough.wait(300)
            process.kill()
            for client in clients:
                client.join()
    with running(tmp_path) as (_, address):
        found = [comment["text"] for comment in _call(address, f"/studies/{id}")["nodes"][0]["comments"]]
    assert len(found) == len(set(found)) and set(acknowledged) <= set(found)
    assert len(found) - len(acknowledged) <= 2 * len(seeds("kills"))  # those in progress


def _comment(address: str, id: str, name: str, acknowledged: list[str], enough: Event) -> None:
    """Add comments until the server is gone."""
    written = 0
    while True:
        text = f"{name}.{written}"
        edit = {"type": "comment", "node": 0, "index": None, "text": text}
        try:
            revision = _call(address, f"/studies/{id}")["revision"]
            _call(address, f"/studies/{id}/edits", {"revision": revision, "edit": edit})
        except urllib.error.HTTPError as refusal:
            assert refusal.code == 409  # the other client was first
            continue
        except (OSError, http.client.HTTPException):
            return
        acknowledged.append(text)
        written += 1
        if written == 5:
            enough.set()


@pytest.mark.slow
def test_two_servers_on_one_folder_see_each_other(tmp_path: Path) -> None:
    with running(tmp_path) as (_, one), running(tmp_path) as (_, other):
        study = _call(one, "/studies", {"variant": "Standard"})
        body = {"revision": 1, "edit": {"type": "rename", "title": "from the other"}}
        _call(other, f"/studies/{study['id']}/edits", body)
        assert _call(one, f"/studies/{study['id']}")["title"] == "from the other"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    with running(tmp_path) as (process, address):
        text = '[Board "Standard"] 1. e4 / e5'
        assert _call(address, "/check", {"text": text})["problems"] == []  # a process is at work
        process.send_signal(signal.SIGINT)
        assert process.wait(300) == 130
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
