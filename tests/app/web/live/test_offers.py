"""What players ask of each other: take-backs, draws, an abort, and a rematch with the other colours."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.match_view import MatchView
from hyperchess.studies.opening import open_text, open_variant
from tests.app.web.api import by, seated, served
from tests.app.web.live.clocked import BLACK, E4, E5, WHITE, Game, Time, server, wait
from tests.app.web.live.sockets import here, next_message, wait_for_match
from tests.app.web.postgres import Opened
from tests.app.web.storage.faults import Faults

D4, NF3 = ["(0T1)d2>(0T1)d4"], ["(0T2)g1>(0T2)f3"]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    made = Game(tmp_path)
    yield made
    made.storage.close()


def _line(game: Game) -> list[int]:
    return [node.id for node in game.library.find(game.study).study.nodes()]


def test_a_take_back_removes_the_last_action_of_the_player_who_asked(game: Game) -> None:
    act = game.matches.act
    with pytest.raises(ApiError, match="no action of yours"):
        act(game.study, WHITE, "offer", "takeback")
    game.play(WHITE, E4)
    with pytest.raises(ApiError, match="no action of yours"):
        act(game.study, BLACK, "offer", "takeback")
    game.play(BLACK, E5, after=10)
    game.play(WHITE, NF3, after=10)
    game.wait(10)
    assert act(game.study, BLACK, "offer", "takeback").offers.takeback == "black"
    with pytest.raises(ApiError, match="nothing to accept"):
        act(game.study, BLACK, "accept", "takeback")  # one's own
    with pytest.raises(ApiError, match="answer"):
        act(game.study, WHITE, "offer", "takeback")
    assert act(game.study, WHITE, "decline", "takeback").offers.takeback == ""
    act(game.study, BLACK, "offer", "takeback")
    after = act(game.study, WHITE, "accept", "takeback")
    assert (after.to_move, after.offers.takeback) == ("black", "")
    assert _line(game) == [0, 1] and after.node == 1
    assert game.clock == (55_000, 45_000, "black")  # times are not given back
    game.play(BLACK, E5, after=5)
    assert game.clock == (55_000, 45_000, "white")
    act(game.study, BLACK, "offer", "takeback")
    game.play(WHITE, NF3)
    assert game.matches.view(game.study).offers.takeback == ""  # an action ends the request


def test_after_the_first_action_is_taken_back_the_clocks_wait_again(game: Game) -> None:
    game.play(WHITE, E4)
    game.wait(10)
    game.matches.act(game.study, WHITE, "offer", "takeback")
    game.matches.act(game.study, BLACK, "accept", "takeback")
    game.wait(100)
    assert game.clock == (60_000, 50_000, "")
    game.play(WHITE, D4)
    assert game.clock == (60_000, 50_000, "black")


def test_a_server_that_ends_during_a_take_back_leaves_all_or_nothing(opened: Opened) -> None:
    time = Time()
    storages = [opened(), opened()]
    (_, one), (library, other) = (server(storage, time) for storage in storages)
    faults = Faults(storages[0])
    number = 0
    while True:  # the first server ends at each statement in turn
        number += 1
        study, _ = other.create(open_variant("Standard"), seconds=60.0)
        other.play(study, WHITE, E4, "operation-1")
        other.play(study, BLACK, E5, "operation-2")
        other.act(study, WHITE, "offer", "takeback")
        try:
            with faults.at_statement(number):
                one.act(study, BLACK, "accept", "takeback", "operation-3")
            break
        except ApiError as error:
            assert error.status == 503, error
        other.look()
        view = other.view(study)
        done = view.node == 0
        assert view.to_move == "white" and [node.id for node in library.find(study).study.nodes()] == (
            [0] if done else [0, 1, 2]
        )
        if not done:
            assert view.offers.takeback == "white"
            view = other.act(study, BLACK, "accept", "takeback", "operation-3")
        assert (view.node, other.view(study).offers.takeback) == (0, "")
    assert number > 5


def test_of_an_action_and_a_take_back_at_once_one_counts(opened: Opened) -> None:
    """White asks to take back and plays on instead, while Black accepts on another server."""
    time = Time()
    servers = [server(opened(), time) for _ in range(2)]
    for number in range(8):
        study, _ = servers[0][1].create(open_variant("Standard"))
        servers[0][1].play(study, WHITE, E4, "operation-1")
        servers[0][1].play(study, BLACK, E5, "operation-2")
        servers[0][1].act(study, WHITE, "offer", "takeback")

        def play(study: str = study) -> str:
            try:
                servers[0][1].play(study, WHITE, NF3, "operation-3", 2)
            except ApiError as error:
                return error.code
            return ""

        def accept(study: str = study) -> str:
            try:
                servers[1][1].act(study, BLACK, "accept", "takeback", "operation-4")
            except ApiError as error:
                return error.code
            return ""

        with ThreadPoolExecutor(2) as pool:
            answers = [pool.submit(work) for work in ((play, accept) if number % 2 else (accept, play))]
            played, accepted = (answer.result() for answer in (answers if number % 2 else answers[::-1]))
        nodes = [node.id for node in servers[1][0].find(study).study.nodes()]
        views = [matches.view(study) for _, matches in servers]
        assert views[0] == views[1]
        if played == "":
            assert (accepted, nodes, views[0].to_move) == ("offer", [0, 1, 2, 3], "black")
        else:
            assert (played, accepted, nodes, views[0].to_move) == ("gone", "", [0], "white")


def test_no_action_follows_a_draw_accepted_on_another_server(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Black accepts just before White's action is saved."""
    time = Time()
    storages = [opened(), opened()]
    (library, one), (_, other) = (server(storage, time) for storage in storages)
    study, _ = one.create(open_variant("Standard"), seconds=60.0)
    one.act(study, WHITE, "offer")
    edit = library.edit

    def overtaken(*about: Any, **options: Any) -> Any:
        monkeypatch.setattr(library, "edit", edit)
        other.act(study, BLACK, "accept")
        return edit(*about, **options)

    monkeypatch.setattr(library, "edit", overtaken)
    with pytest.raises(ApiError, match="draw by agreement"):
        one.play(study, WHITE, E4, "operation-1")
    assert [node.id for node in library.find(study).study.nodes()] == [0]
    assert one.view(study).result == other.view(study).result == "1/2-1/2"


def test_an_action_ends_the_offer_that_another_server_accepts(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """White's action is saved just before the acceptance is."""
    time = Time()
    storages = [opened(), opened()]
    (library, one), (_, other) = (server(storage, time) for storage in storages)
    study, _ = one.create(open_variant("Standard"), seconds=60.0)
    one.act(study, WHITE, "offer")
    replace_match = storages[1].replace_match

    def overtaken(*about: Any) -> bool:
        monkeypatch.setattr(storages[1], "replace_match", replace_match)
        one.play(study, WHITE, E4, "operation-1")
        return replace_match(*about)

    monkeypatch.setattr(storages[1], "replace_match", overtaken)
    with pytest.raises(ApiError, match="no draw is offered"):
        other.act(study, BLACK, "accept")
    assert [node.id for node in library.find(study).study.nodes()] == [0, 1]
    assert (one.view(study).active, one.view(study).to_move) == (True, "black")


def test_two_actions_of_one_player_on_two_servers_are_no_variations(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    (library, one), (_, other) = (server(opened(), time) for _ in range(2))
    study, _ = one.create(open_variant("Standard"))
    edit = library.edit

    def overtaken(*about: Any, **options: Any) -> Any:
        monkeypatch.setattr(library, "edit", edit)
        other.play(study, WHITE, D4, "operation-1")
        return edit(*about, **options)

    monkeypatch.setattr(library, "edit", overtaken)
    with pytest.raises(ApiError, match="not your turn"):
        one.play(study, WHITE, E4, "operation-2")
    assert [node.id for node in library.find(study).study.nodes()] == [0, 1]


def test_an_act_that_is_sent_again_is_made_once(game: Game) -> None:
    act = game.matches.act
    act(game.study, WHITE, "offer", "draw", "operation-1")
    act(game.study, BLACK, "decline", "draw", "operation-2")
    assert act(game.study, WHITE, "offer", "draw", "operation-1").offers.draw == ""  # it was declined since
    over = act(game.study, WHITE, "resign", "draw", "operation-3")
    assert act(game.study, WHITE, "resign", "draw", "operation-3") == over
    with pytest.raises(ApiError, match="is over"):
        act(game.study, WHITE, "resign", "draw", "operation-4")


def test_an_act_is_not_made_again_after_others(game: Game) -> None:
    act = game.matches.act
    for number in range(3):
        act(game.study, WHITE, "offer", "draw", f"operation-{number}0")
        act(game.study, BLACK, "decline", "draw", f"operation-{number}1")
    assert act(game.study, WHITE, "offer", "draw", "operation-00").offers.draw == ""
    game.play(WHITE, E4)
    act(game.study, WHITE, "offer", "takeback", "operation-30")
    act(game.study, BLACK, "accept", "takeback", "operation-31")
    game.play(WHITE, D4)
    assert act(game.study, BLACK, "accept", "takeback", "operation-31").to_move == "black"
    assert act(game.study, WHITE, "offer", "takeback", "operation-30").offers.takeback == ""
    changes = game.storage.answers_since(game.study, 1)
    assert changes is not None and len(changes) == 3  # acts are no changes of the study


def test_an_act_that_reaches_two_servers_at_once_is_made_once(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    storages = [opened(), opened()]
    (_, one), (_, other) = (server(storage, time) for storage in storages)
    study, _ = one.create(open_variant("Standard"))
    replace_match = storages[0].replace_match

    def overtaken(*about: Any) -> bool:
        monkeypatch.setattr(storages[0], "replace_match", replace_match)
        other.act(study, WHITE, "offer", "draw", "operation-1")
        other.act(study, BLACK, "decline", "draw", "operation-2")
        return replace_match(*about)

    monkeypatch.setattr(storages[0], "replace_match", overtaken)
    assert one.act(study, WHITE, "offer", "draw", "operation-1").offers.draw == ""


def test_a_study_that_is_deleted_during_a_game_is_gone(game: Game) -> None:
    game.play(WHITE, E4)
    game.matches.prepare(game.study, WHITE, ["Nf3"])
    game.library.delete(game.study)
    game.wait(3)
    for act in (
        lambda: game.play(BLACK, E5),
        lambda: game.matches.act(game.study, BLACK, "resign"),
        lambda: game.matches.prepare(game.study, WHITE, ["d4"]),
        lambda: game.matches.view(game.study),
    ):
        with pytest.raises(ApiError, match="not a game") as refusal:
            act()
        assert refusal.value.status == 404


@pytest.mark.parametrize("what", ["resign", "abort", "claim"])
def test_a_game_that_is_over_does_not_end_again(game: Game, what: str) -> None:
    over = game.matches.act(game.study, WHITE, "resign")
    for about in ("draw", "takeback", "rematch"):
        with pytest.raises(ApiError, match="the game is over"):
            game.matches.act(game.study, BLACK, what, about)
    assert game.matches.view(game.study).result == over.result


def test_a_prepared_action_is_played_after_the_opponents(game: Game) -> None:
    game.play(WHITE, E4)
    game.wait(10)
    game.matches.prepare(game.study, WHITE, ["d4"])
    game.matches.prepare(game.study, WHITE, ["Nf3"])  # instead
    with pytest.raises(ApiError, match="it is your turn"):
        game.matches.prepare(game.study, BLACK, ["e5"])
    assert (game.matches.prepared(game.study, WHITE), game.matches.prepared(game.study, BLACK)) == (
        ["Nf3"],
        [],
    )
    game.play(BLACK, E5)
    assert _line(game) == [0, 1, 2, 3] and game.matches.prepared(game.study, WHITE) == []
    assert game.clock == (65_000, 55_000, "black")  # no time was used
    moves = [move.raw for node in game.library.find(game.study).study.nodes() for move in node.moves]
    assert moves[-1:] == NF3
    game.matches.prepare(game.study, WHITE, ["d4"])
    game.matches.prepare(game.study, WHITE, [])  # withdrawn
    game.play(BLACK, ["(0T2)b8>(0T2)c6"])
    assert game.matches.view(game.study).to_move == "white"


def test_a_take_back_drops_the_prepared_action(game: Game) -> None:
    game.play(WHITE, E4)
    game.matches.prepare(game.study, WHITE, ["Nf3"])
    game.matches.act(game.study, WHITE, "offer", "takeback")
    game.matches.act(game.study, BLACK, "accept", "takeback")
    game.wait(2)
    assert _line(game) == [0] and game.matches.prepared(game.study, WHITE) == []


@pytest.mark.parametrize("text", ["Nd2", "Ke3", "nonsense", "(0T2)e4>(0T2)e5"])
def test_a_prepared_action_that_is_ambiguous_or_illegal_is_dropped(game: Game, text: str) -> None:
    game.play(WHITE, ["(0T1)d2>(0T1)d3"])
    game.play(BLACK, E5)
    game.play(WHITE, ["(0T2)g1>(0T2)f3"])  # now both knights reach d2
    game.matches.prepare(game.study, WHITE, [text])
    game.play(BLACK, ["(0T2)b8>(0T2)c6"])
    view = game.matches.view(game.study)
    assert (view.to_move, game.matches.prepared(game.study, WHITE)) == ("white", [])
    game.play(WHITE, ["(0T3)f3>(0T3)g5"])


def test_a_prepared_action_is_played_by_another_server_after_a_kill(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    (_, one), (library, other) = (server(opened(), time) for _ in range(2))
    study, _ = one.create(open_variant("Standard"))
    one.play(study, WHITE, E4, "operation-1")
    other.prepare(study, WHITE, ["Nf3"])
    monkeypatch.setattr(one, "_play_prepared", lambda study: sys.exit())
    with pytest.raises(SystemExit):
        one.play(study, BLACK, E5, "operation-2")
    other.look()
    assert (len(library.find(study).study.nodes()), other.view(study).to_move) == (4, "black")


def test_two_offers_of_a_draw_are_an_agreement(game: Game) -> None:
    game.matches.act(game.study, WHITE, "offer")
    assert game.matches.act(game.study, BLACK, "offer").result == "1/2-1/2"


def test_a_game_is_aborted_before_its_first_action_only(game: Game) -> None:
    aborted = game.matches.act(game.study, BLACK, "abort")
    assert (aborted.result, aborted.why, aborted.active) == ("*", "Black aborts the game", False)
    assert game.headers["Result"] == "*"
    started = open_text('[Board "Standard"]\n1. e3 / f6 2. Qe2 / Nc6')
    study, _ = game.matches.create(started)
    assert game.matches.act(study, WHITE, "abort").result == "*"
    study, _ = game.matches.create(open_variant("Standard"))
    game.matches.play(study, WHITE, E4, "operation-1")
    for side in (WHITE, BLACK):
        with pytest.raises(ApiError, match="first action"):
            game.matches.act(study, side, "abort")


def test_a_rematch_swaps_the_colours_and_is_made_once(opened: Opened) -> None:
    time = Time()
    storages = [opened(), opened()]
    (library, one), (_, other) = (server(storage, time) for storage in storages)
    begun = open_text('[Board "Standard"]\n[White "x"]\n1. e3 / f6 {good}')
    study, keys = one.create(begun, seconds=60.0, increment=5.0)
    for side in ("white", "black"):
        one.sit(study, keys[side], keys[side][::-1], side.capitalize())
    with pytest.raises(ApiError, match="not over"):
        one.act(study, WHITE, "offer", "rematch")
    one.play(study, WHITE, ["(0T2)d1>(0T2)e2"], "operation-1")
    one.act(study, BLACK, "resign")
    before = len(storages[0].list())

    def ask(number: int) -> str:
        servers, role = (one, other)[number % 2], (WHITE, BLACK)[number // 2 % 2]
        return servers.act(study, role, "offer", "rematch").next

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))
    rematch = other.view(study).next
    assert rematch and set(answers) <= {"", rematch} and len(storages[0].list()) == before + 1
    view = one.view(rematch)
    assert (view.white.name, view.black.name, view.white.seat, view.black.seat) == ("Black", "White", "", "")
    assert view.clock is not None and (view.clock.white, view.clock.running) == (60_000, "")
    found = library.find(rematch).study
    assert [node.id for node in found.nodes()] == [0, 1, 2] and view.node == 2  # as the first game began
    assert "Result" not in found.game.headers and found.game.result == ""
    seated = other.sit(rematch, keys["white"][::-1], token_urlsafe(24), "")
    assert (seated.black.name, seated.white.seat) == ("White", "") and seated.black.seat
    with pytest.raises(ApiError, match="taken"):
        other.sit(rematch, keys["white"][::-1], token_urlsafe(24), "")
    with pytest.raises(ApiError, match="taken"):
        other.sit(rematch, keys["white"], token_urlsafe(24), "")  # the invitation to the first game


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = {"public": "http://127.0.0.1"}
    with served(tmp_path_factory.mktemp("data"), **settings) as running:
        yield running


def test_players_and_spectators_go_on_to_the_rematch(client: TestClient) -> None:
    made = client.post("/api/matches", json={"variant": "Standard", "side": "white", "name": "Ada"}).json()
    ada, bob = seated(client, made)
    act = f"/api/studies/{made['study']}/match"
    assert client.post(act, json={"type": "resign"}, headers=ada).status_code == 200
    rematch = {"type": "offer", "about": "rematch", "operation": "operation-1"}
    assert client.post(act, json=rematch, headers=bob).json()["next"] == ""
    assert client.post(act, json=rematch, headers=by(made["friend"])).status_code == 403
    with here(client, made["study"], key=made["friend"]) as socket:
        next_message(socket, "welcome")
        next = client.post(act, json={"type": "accept", "about": "rematch"}, headers=ada).json()["next"]
        wait_for_match(socket, lambda match: bool(match["next"] == next))
    path = f"/api/studies/{next}"
    assert client.get(path).status_code == 403
    roles = [client.get(path, headers=headers).json()["role"] for headers in (ada, bob, by(made["friend"]))]
    assert roles == ["black-seat", "white-seat", "view"]
    key = token_urlsafe(24)
    sat = client.post(f"{path}/match/seat", json={"key": key, "name": "Ada"}, headers=ada)
    assert sat.status_code == 200, sat.text
    assert client.get(path, headers=by(key)).json()["role"] == "black"
    assert client.get(path, headers=ada).json()["role"] == "view"
    client.post(f"{path}/match", json={"type": "abort"}, headers=by(key))
    third = {"type": "offer", "about": "rematch"}
    white = token_urlsafe(24)
    assert client.post(f"{path}/match/seat", json={"key": white}, headers=bob).status_code == 200
    client.post(f"{path}/match", json=third, headers=by(key))
    last = client.post(f"{path}/match", json=third, headers=by(white)).json()["next"]
    assert client.get(f"/api/studies/{last}", headers=by(made["friend"])).json()["role"] == "view"
    assert client.get(f"/api/studies/{last}", headers=ada).json()["role"] == "view"
    assert client.get(f"/api/studies/{last}", headers=by(key)).json()["role"] == "white-seat"


def test_pages_on_another_server_are_told(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state of a game that another server changed is sent to the pages here."""
    time = Time()
    storages = [opened(), opened()]
    (_, one), (_, other) = (server(storage, time) for storage in storages)
    study, _ = one.create(open_variant("Standard"), seconds=60.0)
    told: list[MatchView] = []
    monkeypatch.setattr(other._hub, "studies", lambda: [study])
    monkeypatch.setattr(other._hub, "tell", lambda study, message: told.append(message["match"]))
    other.look()
    told.clear()
    one.act(study, WHITE, "offer")
    wait(time, 1, one, other)
    one.play(study, WHITE, E4, "operation-1")
    wait(time, 5, one, other)
    one.act(study, BLACK, "resign")
    one.act(study, BLACK, "offer", "rematch")
    wait(time, 1, one, other)
    states = [(view.offers.draw, view.to_move, view.result, view.offers.rematch) for view in told]
    assert states == [
        ("white", "white", "", ""),
        ("", "black", "", ""),
        ("", "black", "1-0", "black"),
    ]
