"""Seats of a game: the first browser that opens an invitation sits down, all others watch."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from secrets import token_urlsafe
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.api.library import Library
from hyperchess.api.roles import Role
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.links import fingerprint
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.storage import Storage
from hyperchess.studies.opening import open_variant
from tests.app.web.api import by, served
from tests.app.web.live.sockets import ended, here, next_message, wait_for_match
from tests.app.web.postgres import Opened

E4, E5 = ["(0T1)e2>(0T1)e4"], ["(0T1)e7>(0T1)e5"]


def _server(storage: Storage) -> Matches:
    return Matches(Library(storage, transaction=storage.transaction), storage, Hub(), clock=lambda: 1_000.0)


def _roles(storage: Storage, *keys: str) -> list[Role]:
    found = [storage.link(fingerprint(key)) for key in keys]
    return [link.role for link in found if link is not None]


def test_of_many_browsers_on_two_servers_one_sits_down(opened: Opened) -> None:
    storages = [opened(), opened()]
    servers = [_server(storage) for storage in storages]
    study, invitations = servers[0].create(open_variant("Standard"))
    keys = [token_urlsafe(24) for _ in range(12)]

    def sit(number: int) -> str:
        try:
            servers[number % 2].sit(study, invitations["black"], keys[number], f"Player {number}")
        except ApiError as refusal:
            assert (refusal.status, refusal.code) == (409, "seat")
            return ""
        return keys[number]

    with ThreadPoolExecutor(len(keys)) as pool:
        seated = list(filter(None, pool.map(sit, range(len(keys)))))
    [key] = seated
    assert _roles(storages[1], *keys) == [Role.BLACK]
    assert _roles(storages[0], invitations["black"], invitations["white"]) == [Role.VIEW, Role.WHITE_SEAT]
    for server in servers:
        view = server.view(study)
        assert view.black.name == f"Player {keys.index(key)}" and view.black.seat
        assert (view.white.name, view.white.seat) == ("", "")


def test_a_claim_that_is_sent_again_is_made_once(opened: Opened) -> None:
    """The response to the first one may have been lost."""
    storage = opened()
    matches = _server(storage)
    study, invitations = matches.create(open_variant("Standard"))
    key = token_urlsafe(24)
    first = matches.sit(study, invitations["white"], key, "Ada")
    again = matches.sit(study, invitations["white"], key, "Ada L.")
    assert (again.white.seat, again.white.name) == (first.white.seat, "Ada L.")
    assert len(storage.links(study)) == 3


def test_a_seat_moves_to_another_device_once(opened: Opened) -> None:
    storage = opened()
    matches = _server(storage)
    study, invitations = matches.create(open_variant("Standard"))
    phone, laptop, thief = (token_urlsafe(24) for _ in range(3))
    before = matches.sit(study, invitations["white"], phone, "Ada").white
    _, lost = matches.invite(study, Role.WHITE)
    _, moved = matches.invite(study, Role.WHITE)  # a new link replaces the one before
    with pytest.raises(ApiError, match="no longer valid"):
        matches.sit(study, lost, thief, "Eve")
    after = matches.sit(study, moved, laptop, "").white
    assert _roles(storage, phone, laptop) == [Role.VIEW, Role.WHITE]
    assert after.name == "Ada" and after.seat != before.seat
    with pytest.raises(ApiError, match="taken"):
        matches.sit(study, moved, thief, "Eve")
    with pytest.raises(ApiError, match="no longer valid"):
        matches.sit(matches.create(open_variant("Standard"))[0], invitations["black"], thief, "Eve")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


def _sit(client: TestClient, study: str, invitation: str, key: str, name: str = "") -> Any:
    body = {"key": key, "name": name}
    return client.post(f"/api/studies/{study}/match/seat", json=body, headers=by(invitation))


def test_the_first_browser_plays_and_the_next_ones_watch(client: TestClient) -> None:
    body = {"variant": "Standard", "side": "white", "name": "Ada\u202e "}
    made = client.post("/api/matches", json=body).json()
    path = f"/api/studies/{made['study']}"
    assert client.get(path, headers=by(made["friend"])).json()["role"] == "black-seat"
    bob, eve = token_urlsafe(24), token_urlsafe(24)
    refused = client.post(f"{path}/match", json={"type": "resign"}, headers=by(made["friend"]))
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "role")
    with here(client, made["study"], key=made["key"]) as socket:
        next_message(socket, "welcome")
        seated = _sit(client, made["study"], made["friend"], bob, "Bob")
        assert seated.status_code == 200, seated.text
        wait_for_match(socket, lambda match: bool(match["black"]["name"] == "Bob"))
    assert seated.json()["white"]["name"] == "Ada"
    taken = _sit(client, made["study"], made["friend"], eve, "Eve")
    assert (taken.status_code, taken.json()["error"]["code"]) == (409, "seat")
    assert client.get(path, headers=by(bob)).json()["role"] == "black"
    assert client.get(path, headers=by(made["friend"])).json()["role"] == "view"
    for moves, key, status in ((E4, made["friend"], 403), (E4, made["key"], 200), (E5, bob, 200)):
        action = {"moves": moves, "operation": f"operation-{key}"}
        assert client.post(f"{path}/match/actions", json=action, headers=by(key)).status_code == status


def test_a_player_moves_a_seat_by_a_link_and_the_old_page_reconnects(client: TestClient) -> None:
    made = client.post("/api/matches", json={"variant": "Standard", "side": "white"}).json()
    path = f"/api/studies/{made['study']}"
    assert client.post(f"{path}/match/link", headers=by(made["friend"])).status_code == 403
    assert client.post(f"{path}/match/link").status_code == 403  # the owner is not a player
    link = client.post(f"{path}/match/link", headers=by(made["key"]))
    assert (link.status_code, link.json()["role"]) == (201, "white-seat")
    with here(client, made["study"], key=made["key"]) as socket:
        assert next_message(socket, "welcome")["role"] == "white"
        assert _sit(client, made["study"], link.json()["key"], token_urlsafe(24)).status_code == 200
        assert ended(socket) == 4000
    with here(client, made["study"], key=made["key"]) as socket:
        assert next_message(socket, "welcome")["role"] == "view"


@pytest.mark.parametrize("key", ["short", "x" * 31, "x" * 101, "spaces and more" * 3])
def test_a_key_that_can_be_guessed_is_refused(client: TestClient, key: str) -> None:
    made = client.post("/api/matches", json={"variant": "Standard"}).json()
    assert _sit(client, made["study"], made["friend"], key).status_code == 422


def test_a_key_of_another_link_is_refused(client: TestClient) -> None:
    one, other = (client.post("/api/matches", json={"variant": "Standard"}).json() for _ in range(2))
    for key in (other["friend"], other["key"]):
        refused = _sit(client, one["study"], one["friend"], key)
        assert refused.status_code == 409, refused.text
    assert _sit(client, one["study"], other["friend"], token_urlsafe(24)).status_code == 403
    for number in range(60):
        answer = client.post(f"/api/studies/{one['study']}/match/link", headers=by(one["key"]))
        assert answer.status_code == 201, (number, answer.text)  # one at a time: they do not add up
