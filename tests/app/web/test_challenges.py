"""Open challenges on a server that several people use, and games that may be watched."""

from collections.abc import Iterator
from secrets import token_urlsafe
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.studies.content import Content
from hyperchess.studies.edits import Add
from hyperchess.studies.opening import open_variant
from tests.app.web.api import by, served
from tests.app.web.live.clocked import BLACK, E4, WHITE, Time, server, wait, wait_long
from tests.app.web.live.sockets import here, next_message
from tests.app.web.postgres import Opened

DAY = 86_400.0
OPEN = {"variant": "Standard", "side": "white", "open": True, "name": "Ada", "clock": {"days": 2}}


@pytest.fixture
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("public"), public="http://127.0.0.1") as running:
        yield running


def _challenges(client: TestClient) -> list[Any]:
    answer = client.get("/api/challenges")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["open"] is True
    return list(found["games"])


def test_two_people_meet_through_an_open_challenge_and_others_watch(public: TestClient) -> None:
    secret = public.post("/api/matches", json={"variant": "Standard"}).json()
    made = public.post("/api/matches", json=OPEN).json()
    [challenge] = _challenges(public)
    clock = {"seconds": None, "increment": 0.0, "delay": 0.0, "days": 2}
    assert challenge == {
        "study": made["study"],
        "title": "Standard",
        "clock": clock,
        "seat": "black",
        "white": "Ada",
        "black": "",
        "watchers": 0,
    }
    path = f"/api/studies/{made['study']}"
    assert public.get(path).json()["role"] == "black-seat"
    bob, eve = token_urlsafe(24), token_urlsafe(24)
    assert public.post(f"{path}/match/seat", json={"key": bob, "name": "Bob"}).status_code == 200
    assert public.post(f"{path}/match/seat", json={"key": eve, "name": "Eve"}).status_code == 409
    assert public.get(path).json()["role"] == "view"
    action = {"moves": E4, "operation": "operation-1"}
    assert public.post(f"{path}/match/actions", json=action).status_code == 403
    with here(public, made["study"]) as socket:
        next_message(socket, "welcome")
        assert public.post(f"{path}/match/actions", json=action, headers=by(made["key"])).status_code == 200
        assert next_message(socket, "change")["change"]["node"] == 1
        [running] = _challenges(public)
        assert (running["seat"], running["black"], running["watchers"]) == ("", "Bob", 1)
    public.post(f"{path}/match", json={"type": "resign"}, headers=by(bob))
    assert _challenges(public) == []
    assert public.get(path).json()["role"] == "view"  # a game that was watched can be read
    assert public.get(f"/api/studies/{secret['study']}").status_code == 403


def test_a_player_at_home_sees_nothing_of_this(tmp_path: Any) -> None:
    with served(tmp_path) as client:
        refused = client.post("/api/matches", json=OPEN)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "private")
        assert client.get("/api/challenges").json() == {"open": False, "games": []}


@pytest.mark.slow
def test_a_thousand_challenges_of_one_address_are_refused(public: TestClient) -> None:
    answers = [public.post("/api/matches", json=OPEN) for _ in range(1_000)]
    refused = [answer for answer in answers if answer.status_code != 201]
    assert len(refused) == 1_000 - 5 and {answer.status_code for answer in refused} == {429}
    assert "at most 5 games that wait for an opponent" in refused[0].json()["error"]["message"]
    assert len(_challenges(public)) == 5
    first = answers[0].json()
    aborted = public.post(
        f"/api/studies/{first['study']}/match", json={"type": "abort"}, headers=by(first["key"])
    )
    assert aborted.status_code == 200
    assert public.post("/api/matches", json=OPEN).status_code == 201


def test_a_player_lists_the_games_in_progress_and_whose_turn_it_is(public: TestClient) -> None:
    days = [public.post("/api/matches", json={**OPEN, "clock": {"days": days}}).json() for days in (3, 1)]
    quick = public.post("/api/matches", json={"variant": "Standard", "side": "black", "name": "Ada"}).json()
    over = public.post("/api/matches", json={"variant": "Standard", "side": "white"}).json()
    public.post(f"/api/studies/{over['study']}/match", json={"type": "abort"}, headers=by(over["key"]))
    keys = [made["key"] for made in (*days, quick, over)]

    def own(*keys: str) -> list[Any]:
        answer = public.post("/api/matches/own", json={"keys": keys})
        assert answer.status_code == 200, answer.text
        return [*answer.json()]

    found = own(*keys, "unknown", quick["friend"])
    assert [(game["study"], game["turn"], game["left"]) for game in found] == [
        (days[1]["study"], True, 86_400_000),
        (days[0]["study"], True, 3 * 86_400_000),
        (quick["study"], False, None),
    ]
    assert (found[0]["title"], found[0]["side"], found[0]["opponent"]) == ("Standard", "white", "")
    bob = token_urlsafe(24)
    path = f"/api/studies/{days[0]['study']}/match"
    assert public.post(f"{path}/seat", json={"key": bob, "name": "Bob"}).status_code == 200
    action = {"moves": E4, "operation": "operation-1"}
    assert public.post(f"{path}/actions", json=action, headers=by(days[0]["key"])).status_code == 200
    [game] = own(bob)
    assert (game["side"], game["opponent"], game["turn"]) == ("black", "Ada", True)
    assert [game["turn"] for game in own(*keys)] == [True, False, False]
    assert public.post("/api/matches/own", json={"keys": ["x"] * 101}).status_code == 422


def test_the_limit_counts_on_all_servers(opened: Opened) -> None:
    storages = [opened(), opened()]
    for number in range(5):
        _, matches = server(storages[number % 2], Time())
        matches.create(_start(), player="white", by="address", waiting=5)
    with pytest.raises(Exception, match="at most 5 games"):
        matches.create(_start(), player="white", by="address", waiting=5)
    matches.create(_start(), player="white", by="another address", waiting=5)


def test_an_abandoned_challenge_ends(opened: Opened) -> None:
    time = Time()
    storage = opened()
    _, matches = server(storage, time)
    study, _ = matches.create(_start(), player="white", listed=True)
    slow, _ = matches.create(_start(), player="white", listed=True, days=3)
    wait(time, 9, matches)
    assert {found for found, _ in matches.listed()} == {study, slow}
    wait(time, 2, matches)
    assert [found for found, _ in matches.listed()] == [slow]  # days: players need not be here
    wait(time, 600, matches)
    assert matches.view(study).why == "White left the game"
    assert matches.view(slow).active
    wait_long(time, 7 * DAY, storage, matches)
    assert not matches.view(slow).active


def test_a_game_without_an_action_ends_when_its_players_stay_away(opened: Opened) -> None:
    """Neither a link that is not opened nor a rematch without players stays active for ever."""
    time = Time()
    storage = opened()
    _, matches = server(storage, time)
    waiting, _ = matches.create(_start(), player="white")
    over, keys = matches.create(_start())
    for side in ("white", "black"):
        matches.sit(over, keys[side], keys[side][::-1], side.capitalize())
    matches.act(over, WHITE, "resign")
    matches.act(over, WHITE, "offer", "rematch")
    rematch = matches.act(over, BLACK, "offer", "rematch").next
    played, _ = matches.create(_start(), player="white")
    matches.play(played, WHITE, E4, "operation-1")
    wait_long(time, 7 * DAY - 1.0, storage, matches)
    assert [matches.view(study).active for study in (waiting, rematch, played)] == [True, True, True]
    wait_long(time, 2.0, storage, matches)
    assert matches.view(waiting).why == "White left the game"
    assert matches.view(rematch).why == "the players left the game"
    assert [matches.view(study).result for study in (waiting, rematch)] == ["*", "*"]
    assert matches.view(played).active
    assert [stored.study for stored in storage.current_matches()] == [played]


def test_an_aborted_game_is_deleted_after_a_day(opened: Opened) -> None:
    time = Time()
    storage = opened()
    library, matches = server(storage, time)
    unused, continued, again, played, resigned = (
        matches.create(_start(), player="white", days=1)[0] for _ in range(5)
    )
    matches.play(played, WHITE, E4, "operation-1")
    matches.act(resigned, WHITE, "resign")
    for study in (unused, continued, again):
        matches.act(study, WHITE, "abort")
    matches.act(again, BLACK, "offer", "rematch")
    rematch = matches.act(again, WHITE, "accept", "rematch").next
    library.edit(continued, Add(0, tuple(E4)))
    kept = {continued, again, played, resigned, rematch}
    wait_long(time, DAY - 1.0, storage, matches)
    assert {summary.row.id for summary in storage.list()} == kept | {unused}
    wait_long(time, 2.0, storage, matches)
    assert {summary.row.id for summary in storage.list()} == kept


def _start() -> Content:
    return open_variant("Standard")
