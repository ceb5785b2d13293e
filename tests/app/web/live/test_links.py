"""Links: secret keys that allow to look, to comment or to edit; every route asks what the key allows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.app.web.operations import SERVER_OPERATIONS
from hyperchess.app.web.server import create_app
from hyperchess.app.web.settings import Settings
from tests.app.web.api import served, study
from tests.app.web.live.sockets import ended, here, next_message

GAME = '[Board "Standard"]\n1. e4 {good} / e5'
ROLES = ("view", "comment", "edit")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(tmp_path_factory.mktemp("public"), public="http://127.0.0.1")
    with TestClient(create_app(settings), base_url=f"http://localhost:{settings.port}") as running:
        yield running


def _by(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def _link(client: TestClient, id: str, role: str, *, owner: str = "") -> str:
    headers = _by(owner) if owner else {}
    answer = client.post(f"/api/studies/{id}/links", json={"role": role}, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["key"])


def _requests(id: str) -> list[tuple[str, str, str, Any]]:
    """Requests about a study, each with the role that it needs: method, path, body."""
    path = f"/api/studies/{id}"

    def edit(type: str, **more: Any) -> tuple[str, str, Any]:
        return "POST", f"{path}/edits", {"edit": {"type": type, **more}}

    return [
        ("view", "GET", path, None),
        ("view", "GET", f"{path}/changes?since=1", None),
        ("view", "GET", f"{path}/earlier", None),
        ("view", "GET", f"{path}/review", None),
        ("view", "POST", f"{path}/position", {"node": 0}),
        ("view", "POST", f"{path}/moves", {"node": 0}),
        ("view", "POST", f"{path}/passing", {"node": 0}),
        ("view", "POST", f"{path}/hint", {"node": 0}),
        ("view", "POST", f"{path}/setup", {"node": 0}),
        ("view", "POST", f"{path}/export", {"to": "branched"}),
        ("view", "POST", f"{path}/export", {"to": "branched", "chapters": True}),
        ("view", "GET", f"{path}/chapters", None),
        ("view", "POST", f"{path}/picture", {"node": 0, "format": "svg"}),
        ("view", "POST", f"{path}/animation", {"node": 0}),
        ("view", "POST", f"{path}/html", {}),
        ("view", "POST", f"{path}/proof", {"node": 0}),
        ("view", "POST", "/api/explorer/position", {"study": id, "node": 0}),
        ("view", "POST", "/api/explorer/games", {"study": id, "node": 0, "query": ""}),
        ("comment", *edit("comment", node=1, index=0, text="better")),
        ("comment", *edit("shapes", node=1, shapes=[])),
        ("comment", *edit("evaluate", node=1, evaluation="!")),
        ("edit", *edit("add", parent=0, moves=["(0T1)a2>(0T1)a3"])),
        ("edit", *edit("promote", node=2)),
        ("edit", *edit("header", key="White", value="Ada")),
        ("edit", *edit("rename", title="Mine")),
        ("edit", *edit("result", node=2, result="1-0")),
        ("edit", *edit("undo")),
        ("edit", *edit("redo")),
        ("edit", *edit("text", text=GAME)),
        ("edit", "POST", f"{path}/review", {"seconds": 0.01}),
        ("edit", "POST", f"{path}/chapters", {"variant": "Standard"}),
        ("edit", "PUT", f"{path}/chapters", {"title": "Mine", "order": [id]}),
        ("owner", "PUT", f"{path}/filing", {"folder": "x", "tags": []}),
        ("owner", "GET", f"{path}/links", None),
        ("owner", "POST", f"{path}/links", {"role": "edit"}),
        ("owner", "DELETE", f"{path}/links/none", None),
        ("owner", "DELETE", path, None),
        ("owner", "DELETE", f"{path}/chapters", None),
    ]


@pytest.mark.parametrize("role", ROLES)
def test_every_route_asks_what_the_key_allows(client: TestClient, role: str) -> None:
    id = study(client, GAME)["id"]
    key = _link(client, id, role)
    ranks = (*ROLES, "owner")
    for needed, method, path, body in _requests(id):
        answer = client.request(method, path, json=body, headers=_by(key))
        if ranks.index(needed) <= ranks.index(role):
            assert answer.status_code not in (401, 403), (path, body, answer.text)
        else:
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "role"), (path, body)
    assert client.get(f"/api/studies/{id}", headers=_by(key)).json()["role"] == role
    assert client.get("/api/studies", headers=_by(key)).json() == []


def test_the_roles_are_those_of_the_table() -> None:
    """The table states the least role; `tests/api/test_operations.py` checks it for every operation."""
    for needed, method, path, _ in _requests("{id}"):
        address = path.partition("?")[0].removeprefix("/api")
        [operation] = [
            one for one in SERVER_OPERATIONS if one.method == method and one.pattern.fullmatch(address)
        ]
        least = operation.role
        assert least is not None
        # Edits and reviews check more themselves: `test_every_route_asks_what_the_key_allows` shows it.
        checked_later = {"/edits": "comment", "/review": "view"}
        wanted = next((role for end, role in checked_later.items() if address.endswith(end)), needed)
        assert least == wanted, (method, path)


def test_a_key_is_for_one_study_and_until_it_is_ended(client: TestClient) -> None:
    id, other = study(client, GAME)["id"], study(client, GAME)["id"]
    key = _link(client, id, "edit")
    assert client.get(f"/api/studies/{other}", headers=_by(key)).status_code == 403
    assert client.get(f"/api/studies/{id}", headers=_by("made up")).status_code == 403
    [link] = client.get(f"/api/studies/{id}/links").json()
    assert link == {"id": link["id"], "role": "edit", "name": ""}  # the key is returned only once
    with here(client, id, key=key) as socket:
        assert next_message(socket, "welcome")["role"] == "edit"
        assert client.delete(f"/api/studies/{id}/links/{link['id']}").status_code == 204
        assert ended(socket) == 4000
    with here(client, id, key=key) as socket:
        assert ended(socket) == 4003
    refused = client.get(f"/api/studies/{id}", headers=_by(key))
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "link")
    assert client.delete(f"/api/studies/{id}/links/{link['id']}").status_code == 404


def test_keys_are_not_in_the_database(client: TestClient) -> None:
    id = study(client, GAME)["id"]
    key = _link(client, id, "view")
    storage = client.app.state.storage  # type: ignore[attr-defined]
    assert isinstance(storage.path, Path)
    for file in storage.path.parent.iterdir():
        assert key.encode() not in file.read_bytes()


def test_a_study_has_a_bounded_number_of_links(client: TestClient) -> None:
    id = study(client, GAME)["id"]
    for _ in range(50):
        _link(client, id, "view")
    answer = client.post(f"/api/studies/{id}/links", json={"role": "view"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "links")


def test_a_public_server_gives_studies_to_those_who_have_a_key(public: TestClient) -> None:
    made = study(public, GAME)
    path = f"/api/studies/{made['id']}"
    refused = public.get(path)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "link")
    assert public.get("/api/studies").json() == []
    for _, method, asked, body in _requests(made["id"]):
        assert public.request(method, asked, json=body).status_code == 403, (asked, body)
    with here(public, made["id"]) as socket:
        assert ended(socket) == 4003
    key = made["key"]
    assert public.get(path, headers=_by(key)).json()["nodes"] == made["nodes"]
    viewer = _link(public, made["id"], "view", owner=key)
    assert public.get(path, headers=_by(viewer)).json()["role"] == "view"
    assert public.delete(path, headers=_by(viewer)).status_code == 403
    assert public.delete(path, headers=_by(key)).status_code == 204
