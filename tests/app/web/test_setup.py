from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess import infinite
from hyperchess.multiverse import MULTIVERSE, custom_start, start
from hyperchess.notation.reading import parse_all

from .api import served

_BOARD = {
    "name": "0",
    "turn": 1,
    "player": "white",
    "cells": "k..\n...\n..K".replace("\n", ""),
    "unmoved": [],
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


def _ask(client: TestClient, **request: Any) -> Any:
    answer = client.post("/api/setup", json=request)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _messages(answer: Any) -> list[str]:
    return [problem["message"] for problem in answer["problems"]]


def test_boards_become_notation(client: TestClient) -> None:
    board = {**_BOARD, "unmoved": [[2, 0], [0, 2]]}
    answer = _ask(client, game="5d", boards=[board], width=3, height=3, promotions=["Q"])
    assert answer["fen"] == "[k*2/3/2K*:0:1:w]"
    assert answer["problems"] == []
    assert answer["position"]["timelines"][0]["boards"] == ["k.......K"]
    assert answer["boards"] == [board]
    (game,) = parse_all(answer["text"], game=MULTIVERSE)
    assert game.final.fen() == answer["fen"]
    assert game.final.promotions == ("Q",)
    assert game.final.hash() == answer["hash"]


def test_initial_timelines_reach_the_text(client: TestClient) -> None:
    boards = [{**_BOARD, "name": name} for name in ("0", "+1")]
    answer = _ask(client, game="5d", boards=boards, width=3, height=3, initial=["0"])
    assert [line["maker"] for line in answer["position"]["timelines"]] == [None, "white"]
    (game,) = parse_all(answer["text"], game=MULTIVERSE)
    assert [line.maker for line in game.final.timeline_boards] == [
        line.maker for line in custom_start(answer["fen"], initial_multiverses="0").timeline_boards
    ]


def test_all_faults_are_told(client: TestClient) -> None:
    boards = [
        {**_BOARD, "cells": "xZ......K"},
        {**_BOARD, "cells": "k"},
        {**_BOARD, "name": "one"},
        {**_BOARD, "unmoved": [[1, 1]]},
        {**_BOARD, "turn": 3},
        {**_BOARD, "name": "4"},
    ]
    answer = _ask(client, game="5d", boards=boards, width=3, height=3, initial=["7", "?"])
    assert (answer["position"], answer["text"], answer["hash"]) == (None, "", None)
    assert [(problem["board"], problem["message"]) for problem in answer["problems"]] == [
        (0, "the board (0T1w) has unknown pieces: 'xZ'"),
        (1, "the board (0T1w) has 1 squares, not 3x3"),
        (2, "'one' is not a timeline: expected a timeline such as 0, -1 or +0, found 'o'"),
        (3, "the board (0T1w): no piece stands on file 1, rank 1 (from 0)"),
        (5, "timeline 1 is missing between timelines 0 and 4"),
        (None, "timeline 7 is listed as initial, but has no board"),
        (None, "'?' is not a timeline: expected a timeline such as 0, -1 or +0, found '?'"),
    ]


def test_fen_is_read_and_its_faults_are_told(client: TestClient) -> None:
    good = _ask(client, game="5d", fen="[k*2/3/2K:0:1:w]")
    assert (good["boards"][0]["cells"], good["boards"][0]["unmoved"]) == ("k.......K", [[0, 2]])
    bad = _ask(client, game="5d", fen="[k9z/3/2K:0:1:w] [k2/3/2K:0:1:w][k2/3/2K:0:3:w]")
    assert bad["position"] is None
    assert _messages(bad) == [
        "1:4: unknown piece 'z'",
        "timeline 0 has a gap: (0T1b) is missing between (0T1w) and (0T3w)",
    ]
    assert _messages(_ask(client, game="5d", fen="")) != []


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"promotions": ["P"]}, "nothing promotes to 'P'"),
        ({"width": 0}, "boards are 1x1 to 26x99, not 0x3"),
        ({"height": 100}, "boards are 1x1 to 26x99, not 3x100"),
        ({"boards": []}, "a position has 1 to 2000 boards, not 0"),
        ({"initial": []}, "timeline 0 is always initial"),
    ],
)
def test_other_faults(client: TestClient, request_: dict[str, Any], message: str) -> None:
    answer = _ask(client, **{"game": "5d", "boards": [_BOARD], "width": 3, "height": 3, **request_})
    assert answer["position"] is None
    assert any(message in told for told in _messages(answer))


def test_infinite_text(client: TestClient) -> None:
    answer = _ask(client, game="infinite", text="w 0/100 1 (8|1) K5,1+|k5,8|P4,2+")
    assert answer["problems"] == []
    assert ["king", "white", "5", "1", 1] in answer["position"]["pieces"]
    bad = _ask(client, game="infinite", text="w K5,1|X3,3|k5,1")
    assert bad["position"] is None
    assert _messages(bad) == ["1:8: unknown piece 'X'", "1:13: a second piece on '5,1'"]


def test_infinite_pieces(client: TestClient) -> None:
    pieces = [["king", "white", "0", "0", 1], ["royal-queen", "black", "-9", "1" + "0" * 40, 0]]
    answer = _ask(
        client,
        game="infinite",
        pieces=[*pieces, ["void", "neutral", "3", "3", 0]],
        player="black",
        base="w 3/100 7 (8|1) K0,0",
        promotion_ranks={"white": ["5", "9"]},
        border={"left": "-20", "top": None},
    )
    assert answer["problems"] == []
    assert answer["position"]["pieces"][:2] == pieces
    position = infinite.Position.parse(answer["text"])
    assert str(position.player) == "Black"
    assert answer["position"]["promotion_ranks"] == {"white": ["5", "9"]}
    assert answer["position"]["border"] == {"left": "-20", "right": None, "bottom": None, "top": None}
    assert str(position.move_rule) == "3/100"


def test_infinite_faults_are_all_told(client: TestClient) -> None:
    pieces = [
        ["dragon", "white", "0", "0", 0],
        ["king", "nobody", "0", "1", 0],
        ["void", "white", "0", "2", 0],
        ["king", "neutral", "0", "3", 0],
        ["king", "white", "0", "4", 0],
        ["king", "white", "0", "4", 0],
    ]
    answer = _ask(
        client, game="infinite", pieces=pieces, player="red", promotion_ranks={"pink": ["1"]}, base="w K1|"
    )
    assert answer["position"] is None
    told = " / ".join(_messages(answer))
    for part in (
        "base: ",
        "'dragon'",
        "'nobody'",
        "has no owner",
        "second piece on '0,4'",
    ):
        assert part in told
    for part in ("'red' is not one of the players", "no player 'pink'"):
        assert part in told


def test_a_piece_outside_its_border_is_told(client: TestClient) -> None:
    answer = _ask(client, game="infinite", pieces=[["king", "white", "9", "9", 0]], border={"right": "3"})
    assert "outside the border" in _messages(answer)[0]


def test_a_variant_is_a_start_for_the_editor(client: TestClient) -> None:
    answer = _ask(client, game="5d", variant="Standard - Turn Zero")
    assert answer["fen"] == start("Standard - Turn Zero").fen()
    assert len(answer["boards"]) == 2
    answer = _ask(client, game="infinite", variant="Classical")
    assert answer["text"] == infinite.start("Classical").text()
    unknown = client.post("/api/setup", json={"game": "5d", "variant": "Prinzess"})
    assert unknown.status_code == 422
    assert unknown.json()["error"]["code"] == "unknown-variant"


def test_a_position_of_a_study_goes_to_the_editor_with_its_marks(client: TestClient) -> None:
    study = client.post("/api/studies", json={"variant": "Standard"}).json()["id"]
    place = {"node": 0, "pending": ["(0T1)e2>(0T1)e4"]}
    answer = client.post(f"/api/studies/{study}/setup", json=place).json()
    assert answer["problems"] == []
    assert answer["fen"].endswith(
        "[r*nbqk*bnr*/p*p*p*p*p*p*p*p*/8/8/4P3/8/P*P*P*P*1P*P*P*/R*NBQK*BNR*:0:1:b]"
    )
    study = client.post("/api/studies", json={"variant": "Classical"}).json()["id"]
    answer = client.post(f"/api/studies/{study}/setup", json={"node": 0}).json()
    assert answer["position"]["game"] == "infinite"
    assert client.post("/api/studies/none/setup", json={"node": 0}).status_code == 404
