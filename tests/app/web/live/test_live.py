"""Live studies over websockets: changes, presence, missed messages and roles."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hyperchess.api.roles import Role
from hyperchess.app.web.live.hub import Hub, Member
from tests.app.web.api import applied, served, study
from tests.app.web.live.sockets import SOCKETS, ended, here, next_message

GAME = '[Board "Standard"]\n1. e4 / e5'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


def _edit(client: TestClient, id: str, type: str, *, person: str = "", **edit: Any) -> Any:
    body = {"person": person, "edit": {"type": type, **edit}}
    answer = client.post(f"/api/studies/{id}/edits", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_everyone_hears_of_every_change_in_order(client: TestClient) -> None:
    made = study(client, GAME)
    with here(client, made["id"]) as ada, here(client, made["id"], name="Bob") as bob:
        assert next_message(ada, "welcome")["changes"] == [] == next_message(bob, "welcome")["changes"]
        answers = [_edit(client, made["id"], "comment", node=1, text=str(number)) for number in range(5)]
        for socket in (ada, bob):
            copy = made
            for answer in answers:
                change = next_message(socket, "change")["change"]
                assert change == answer and change["revision"] == copy["revision"] + 1
                copy = applied(copy, change)
            assert copy == client.get(f"/api/studies/{made['id']}").json()


def test_who_comes_back_is_told_what_was_missed(client: TestClient) -> None:
    made = study(client, GAME)
    answers = [_edit(client, made["id"], "rename", title=f"title {number}") for number in range(3)]
    with here(client, made["id"], revision=2) as ada:
        assert next_message(ada, "welcome")["changes"] == answers[1:]
    with here(client, made["id"], revision=99) as ada:
        assert next_message(ada, "welcome")["changes"] is None
    path = f"/api/studies/{made['id']}/changes"
    assert client.get(path, params={"since": 1}).json() == {"changes": answers}
    assert client.get(path, params={"since": 4}).json() == {"changes": []}
    assert client.get(path, params={"since": 0}).json() == {"changes": None}  # as old as the study itself


def test_who_is_here_and_where_they_look(client: TestClient) -> None:
    made = study(client, GAME)
    with here(client, made["id"], node=2) as ada:
        you = next_message(ada, "welcome")["you"]
        with here(client, made["id"], name="Bob\n<b>", person="bob") as bob:
            next_message(bob, "welcome")
            bob.send_json({"type": "look", "node": 1})
            bob.send_json({"type": "lead", "on": True})
            while len(people := next_message(ada, "people")["people"]) < 2 or not people[1]["leads"]:
                pass
        assert people[0] == {
            "number": you,
            "person": "ada",
            "name": "Ada",
            "color": "#123456",
            "role": "owner",
            "node": 2,
            "leads": False,
            "lag": 0,
        }
        assert (people[1]["name"], people[1]["node"]) == ("Bob <b>", 1)
        while len(people) > 1:
            people = next_message(ada, "people")["people"]
        ada.send_json({"type": "me", "name": "Countess", "color": "#abcdef"})
        while (people := next_message(ada, "people")["people"])[0]["name"] != "Countess":
            pass
        ada.send_json({"type": "ping"})
        assert next_message(ada, "pong") == {"type": "pong"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"type":"look","node":1}',
        '{"type":"hello","revision":1,"person":"","name":"x","color":"red"}',
        '{"type":"hello","revision":-1,"person":"","name":"x","color":"#000000"}',
        '{"type":"hello","revision":1,"person":"","name":"' + "x" * 41 + '","color":"#000000"}',
    ],
)
def test_a_first_message_that_is_no_hello_ends_it(client: TestClient, text: str) -> None:
    with client.websocket_connect(f"{SOCKETS}/{study(client, GAME)['id']}/live") as socket:
        socket.send_text(text)
        assert ended(socket) == 1008


def test_no_study_and_foreign_pages(client: TestClient) -> None:
    with here(client, "none") as socket:
        assert ended(socket) == 4004
    stranger = client.websocket_connect(f"{SOCKETS}/x/live", headers={"origin": "http://evil.example"})
    with pytest.raises(WebSocketDisconnect) as end, stranger:
        pass
    assert end.value.code == 1008


@pytest.mark.parametrize("message", ["x" * 5_000, "{}", '{"type":"look","node":-1}'])
def test_bad_messages_end_it(client: TestClient, message: str) -> None:
    with here(client, study(client, GAME)["id"]) as socket:
        next_message(socket, "welcome")
        socket.send_text(message)
        assert ended(socket) in (1008, 1009)


def test_too_many_messages_end_it(client: TestClient) -> None:
    with here(client, study(client, GAME)["id"]) as socket:
        next_message(socket, "welcome")
        for _ in range(2_000):
            socket.send_json({"type": "ping"})
        assert ended(socket) in (1008, 4013)


def test_who_does_not_read_is_dropped() -> None:
    member = Member(1, "", "", "", Role.VIEW)
    for number in range(256):
        member.post(str(number))
    assert not member.dropped.is_set()
    member.post("one more")
    assert member.dropped.is_set() and member.why[0] == 4013


def test_what_a_newcomer_knows_already_is_still_told_to_the_others() -> None:
    def changes(member: Member) -> int:
        texts = [member.queue.get_nowait() for _ in range(member.queue.qsize())]
        return sum('"type":"change"' in text for text in texts)

    async def run() -> None:
        hub = Hub()
        hub._loop = asyncio.get_running_loop()
        about = {"person": "", "name": "", "color": "", "role": Role.EDIT}
        with hub.join("id", **about) as ada, hub.join("id", **about) as bob, hub.join("id", **about) as cy:
            ada.revision, bob.revision = 2, 3  # Bob received the change in transit when he joined
            hub.publish("id", "{}", 3)
            await asyncio.sleep(0)
            assert [changes(member) for member in (ada, bob, cy)] == [1, 0, 1]
            hub.publish("id", "{}", 3)
            await asyncio.sleep(0)
            assert [changes(member) for member in (ada, bob)] == [0, 0]

    asyncio.run(run())


def test_a_large_change_is_not_sent_to_everyone(client: TestClient) -> None:
    made = study(client, GAME)
    text = '[Board "Standard"]\n' + " ".join(
        f"{number + 1}. {('Nf3 / Nf6', 'Ng1 / Ng8')[number % 2]}" for number in range(1_000)
    )
    with here(client, made["id"]) as ada:
        next_message(ada, "welcome")
        _edit(client, made["id"], "text", text=text)
        assert next_message(ada, "outdated") == {"type": "outdated", "revision": 2}


def test_a_study_that_is_deleted_is_left(client: TestClient) -> None:
    made = study(client, GAME)
    with here(client, made["id"]) as ada:
        next_message(ada, "welcome")
        assert client.delete(f"/api/studies/{made['id']}").status_code == 204
        assert ended(ada) == 4004


def test_another_server_on_the_same_studies_is_heard(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = tmp_path_factory.mktemp("shared")
    with served(data) as one, served(data) as other:
        made = study(one, GAME)
        with here(one, made["id"]) as ada:
            next_message(ada, "welcome")
            answer = _edit(other, made["id"], "rename", title="from the other")
            assert next_message(ada, "change")["change"] == answer
