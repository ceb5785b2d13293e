"""Chapters: several games as one study, in order, with one title, under one link."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.api.stored import Volume
from hyperchess.app.site.tab import BOARD
from hyperchess.app.web.storage.repair import repair
from hyperchess.studies.chapters import MOST_CHAPTERS

from .api import served, study

HEAD = '[Board "Standard"]\n[Event "Cup"]\n'
TEXT = "\n".join(
    f'{HEAD}[White "{name}"]\n{moves}\n'
    for name, moves in (("Ada", "1. e4 / e5"), ("Bob", "1. d4 / d5 2. c4"), ("Cy", "1. Nf3 / Qh3"))
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("chapters")) as client:
        yield client


def _opened(client: TestClient) -> tuple[Any, list[str]]:
    """A study with three chapters: the answer, and their ids."""
    answer = client.post("/api/studies", json={"text": TEXT, "chapters": True})
    assert answer.status_code == 201, answer.text
    return answer.json(), [chapter["id"] for chapter in _chapters(client, answer.json()["id"])["chapters"]]


def _chapters(client: TestClient, id: str, key: str = "") -> Any:
    answer = client.get(f"/api/studies/{id}/chapters", headers=_by(key))
    assert answer.status_code == 200, answer.text
    return answer.json()


def _by(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def test_a_text_with_several_games_opens_as_chapters(client: TestClient) -> None:
    first, ids = _opened(client)
    found = _chapters(client, ids[2])
    assert found["title"] == "Cup" and ids[0] == first["id"]
    assert [chapter["title"] for chapter in found["chapters"]] == [
        "Cup · Ada - ?",
        "Cup · Bob - ?",
        "Cup · Cy - ?",
    ]
    assert [chapter["nodes"] for chapter in found["chapters"]] == [3, 4, 3]
    # the one with a fault keeps the text, which its problem refers to; the others need none
    whole, faulty = (client.get(f"/api/studies/{id}").json() for id in (ids[1], ids[2]))
    assert whole["source"] == "" and whole["problems"] == [] and whole["games"] == 1
    assert faulty["source"] == TEXT and faulty["problems"] and faulty["games"] == 3
    rows = {row["id"]: row for row in client.get("/api/studies?query=cup").json()}
    assert [rows[id]["chapter"] for id in ids] == [1, 2, 3]
    assert {rows[id]["volume"] for id in ids} == {ids[0]} and rows[ids[1]]["volume_title"] == "Cup"
    alone = study(client, "1. e4")["id"]
    assert _chapters(client, alone) == {"title": "", "chapters": []}


def test_chapters_are_added_arranged_renamed_and_deleted(client: TestClient) -> None:
    id = study(client, '[White "Ada"] 1. e4')["id"]
    client.put(f"/api/studies/{id}/filing", json={"folder": "club", "tags": ["x"]})
    path = f"/api/studies/{id}/chapters"
    added = client.post(path, json={"variant": "Classical"}).json()["id"]
    more = client.post(path, json={"text": TEXT, "chapters": True}).json()["id"]
    found = _chapters(client, added)
    order = [chapter["id"] for chapter in found["chapters"]]
    assert found["title"] == "Ada - ?" and order[:3] == [id, added, more] and len(order) == 5
    changed = client.put(path, json={"title": " Lessons\n", "order": order[::-1]}).json()
    assert changed["title"] == "Lessons" and [row["id"] for row in changed["chapters"]] == order[::-1]
    rename = {"edit": {"type": "rename", "title": "Boxes"}}
    assert client.post(f"/api/studies/{added}/edits", json=rename).status_code == 200
    assert _chapters(client, id)["chapters"][3] == {
        "id": added,
        "title": "Boxes",
        "game": "infinite",
        "nodes": 1,
    }
    rows = {row["id"]: row for row in client.get("/api/studies").json()}
    assert {rows[id]["folder"] for id in order} == {"club"}
    client.put(f"/api/studies/{more}/filing", json={"folder": "home", "tags": []})
    rows = {row["id"]: row for row in client.get("/api/studies").json()}
    assert {rows[id]["folder"] for id in order} == {"home"}
    assert client.delete(f"/api/studies/{id}").status_code == 204
    left = [row["id"] for row in _chapters(client, added)["chapters"]]
    assert left == order[:0:-1]
    late = client.put(f"/api/studies/{added}/chapters", json={"title": "x", "order": order})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "chapters")
    assert [row["id"] for row in late.json()["volume"]["chapters"]] == left
    assert client.delete(f"/api/studies/{added}/chapters").status_code == 204
    assert all(client.get(f"/api/studies/{id}").status_code == 404 for id in order)


def test_all_chapters_are_exported_as_one_text_and_open_again(client: TestClient) -> None:
    _, ids = _opened(client)
    client.put(f"/api/studies/{ids[0]}/chapters", json={"title": "A book", "order": ids})
    rename = {"edit": {"type": "rename", "title": "The English"}}
    client.post(f"/api/studies/{ids[1]}/edits", json=rename)
    client.post(f"/api/studies/{ids[0]}/chapters", json={"variant": "Classical", "title": "Boxes"})
    path = f"/api/studies/{ids[2]}/export"
    exported = client.post(path, json={"to": "branched", "chapters": True}).json()
    assert [loss["message"] for loss in exported["losses"] if loss["kind"] == "chapter"] == [
        "chapter 4, 'Boxes', is a game of infinite chess"
    ]
    again = client.post("/api/studies", json={"text": exported["text"], "chapters": True}).json()
    found = _chapters(client, again["id"])
    assert found["title"] == "A book"
    assert [row["title"] for row in found["chapters"]] == ["Cup · Ada - ?", "The English", "Cup · Cy - ?"]
    only = client.post(path, json={"to": "icn", "chapters": True}).json()
    assert len([loss for loss in only["losses"] if loss["kind"] == "chapter"]) == 3
    alone = study(client, "1. e4")["id"]
    refused = client.post(f"/api/studies/{alone}/export", json={"to": "icn", "chapters": True})
    assert refused.json()["error"]["message"] == "no chapter is a game of infinite chess"
    both = client.post(path, json={"to": "icn", "chapters": True, "node": 0})
    assert both.status_code == 422


def test_there_is_a_limit_and_nothing_is_left_of_what_it_refuses(client: TestClient) -> None:
    many = '[White "A"] 1. e4\n' * (MOST_CHAPTERS + 1)
    refused = client.post("/api/studies", json={"text": many, "chapters": True})
    assert refused.status_code == 422
    assert refused.json()["error"]["message"] == "a study has at most 100 chapters, and this makes 101"
    before = len(client.get("/api/studies").json())
    full = client.post("/api/studies", json={"text": many[: many.rindex("[")], "chapters": True}).json()["id"]
    refused = client.post(f"/api/studies/{full}/chapters", json={"text": TEXT, "chapters": True})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "chapters")
    assert len(_chapters(client, full)["chapters"]) == MOST_CHAPTERS
    assert len(client.get("/api/studies").json()) == before + MOST_CHAPTERS
    refused = client.post("/api/studies", json={"variant": "Standard", "chapters": True})
    assert refused.status_code == 422
    assert refused.json()["error"]["message"] == "chapters are the games of a text: give one"


def test_a_link_leads_to_all_chapters_and_outlives_the_first(tmp_path: Path) -> None:
    with served(tmp_path, public="http://localhost:5055") as client:
        first = client.post("/api/studies", json={"text": TEXT, "chapters": True}).json()
        key = first["key"]
        ids = [row["id"] for row in _chapters(client, first["id"], key)["chapters"]]
        assert client.get(f"/api/studies/{ids[1]}").status_code == 403
        view = client.post(f"/api/studies/{ids[2]}/links", json={"role": "view"}, headers=_by(key)).json()
        for id in ids:
            assert client.get(f"/api/studies/{id}", headers=_by(view["key"])).json()["role"] == "view"
        path = f"/api/studies/{ids[1]}/chapters"
        refused = client.post(path, json={"variant": "Standard"}, headers=_by(view["key"]))
        assert refused.status_code == 403
        assert (
            client.put(path, json={"title": "x", "order": ids}, headers=_by(view["key"])).status_code == 403
        )
        assert client.delete(path, headers=_by(view["key"])).status_code == 403
        assert client.delete(f"/api/studies/{ids[0]}", headers=_by(key)).status_code == 204
        added = client.post(path, json={"variant": "Standard"}, headers=_by(key))
        assert added.status_code == 201 and "key" not in added.json()
        listed = client.get(f"/api/studies/{ids[1]}/links", headers=_by(key)).json()
        assert [link["role"] for link in listed] == ["owner", "view"]
        ended = f"/api/studies/{ids[1]}/links/{view['id']}"
        assert client.delete(ended, headers=_by(key)).status_code == 204
        assert client.get(f"/api/studies/{ids[2]}", headers=_by(view["key"])).status_code == 403
        other = client.post("/api/studies", json={"variant": "Standard"}).json()
        assert client.get(path, headers=_by(other["key"])).status_code == 403
        assert client.delete(path, headers=_by(key)).status_code == 204


def test_a_game_between_two_people_has_no_chapters(client: TestClient) -> None:
    match = client.post("/api/matches", json={"variant": "Standard"}).json()
    refused = client.post(f"/api/studies/{match['study']}/chapters", json={"variant": "Standard"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "game")


def test_repairing_keeps_chapters(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        _, ids = _opened(client)
        state: Any = client.app.state  # type: ignore[attr-defined]
        before = state.storage.volume(ids[0])
        assert isinstance(before, Volume)
    with served(repair(tmp_path).path) as client:
        state = client.app.state  # type: ignore[attr-defined]
        assert state.storage.volume(ids[1]) == before


def test_the_board_without_a_server_has_chapters_too() -> None:
    def ask(method: str, path: str, **body: object) -> Any:
        reply = BOARD.answer(method, path, json.dumps(body))
        assert reply.status in (200, 201, 204), reply.body
        return json.loads(reply.body) if reply.body else None

    first = ask("POST", "/studies", text=TEXT, chapters=True)["id"]
    path = f"/studies/{first}/chapters"
    found = ask("GET", path)
    ids = [row["id"] for row in found["chapters"]]
    assert found["title"] == "Cup" and len(ids) == 3 and ids[0] == first
    added = ask("POST", path, variant="Classical")["id"]
    arranged = ask("PUT", path, title="All", order=[added, *ids])
    assert [row["id"] for row in arranged["chapters"]] == [added, *ids]
    heads = {write["head"]["id"]: write["head"] for write in json.loads(BOARD.written())}
    assert [heads[id]["chapter"] for id in (added, *ids)] == [1, 2, 3, 4]
    assert {head["volume_title"] for head in heads.values()} == {"All"}
    assert (
        ask("POST", f"/studies/{first}/export", to="shad", chapters=True)["text"].count('[Study "All"]') == 3
    )
    ask("PUT", f"/studies/{first}/filing", folder="club", tags=[])
    assert {write["head"]["folder"] for write in json.loads(BOARD.written())} == {"club"}
    ask("DELETE", path)
    assert {write["delete"] for write in json.loads(BOARD.written())} == {added, *ids}
