"""Positions, moves, what hangs, and hints: held against the library."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from hyperchess import infinite, multiverse
from hyperchess.app.files.inputs import read_text
from hyperchess.multiverse import MULTIVERSE
from hyperchess.multiverse.actions.effects import effects
from hyperchess.notation.places import find_node
from hyperchess.notation.reading import parse, write

from ...picture.scenes import hundred_timelines
from .api import served, study

FOUR = read_text("example:four-timelines").text


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


def _ask(client: TestClient, made: Any, what: str, node: int, **request: Any) -> Any:
    answer = client.post(f"/api/studies/{made['id']}/{what}", json={"node": node, **request})
    assert answer.status_code == 200, answer.text
    return answer.json()


def _square(value: list[int], even: bool = False) -> multiverse.Square:
    row, time, file, rank = value
    half = multiverse.HalfTurn.of_ordinal(time)
    return multiverse.Square(multiverse.Timeline.of_row(row, even=even), *half, file, rank)


def _agrees(data: Any, position: multiverse.Position) -> None:
    """A position as JSON tells what the library tells."""
    even = position.even
    assert (data["width"], data["height"]) == (position.width, position.height)
    assert data["player"] == str(position.player).lower()
    assert (data["present"], data["even"]) == (position.present.ordinal, even)
    assert [line["row"] for line in data["timelines"]] == [
        timeline.row(even=even) for timeline in position.timelines
    ]
    for line, shown in zip(position.timeline_boards, data["timelines"], strict=True):
        assert shown["first"] == line.start.ordinal
        assert shown["active"] == (line.timeline in position.active)
        assert shown["maker"] == (None if line.maker is None else str(line.maker).lower())
        assert multiverse.Timeline.parse(shown["name"]) == line.timeline
        for board, cells in zip(line.boards, shown["boards"], strict=True):
            for file in range(board.width):
                for rank in range(board.height):
                    piece = board[file, rank]
                    letter = "." if piece is None else piece.text[0]
                    assert cells[(board.height - 1 - rank) * board.width + file] == letter
    for key, boards in (("mandatory", position.mandatory), ("playable", position.playable)):
        assert data[key] == [[at.timeline.row(even=even), at.half_turn.ordinal] for at in boards]
    assert len(data["checks"]) == len(position.checks())


def test_every_position_of_a_game(client: TestClient) -> None:
    made = study(client, FOUR)
    game = parse(FOUR, game=multiverse.MULTIVERSE)
    for number, node in enumerate(game.root.walk()):
        data = _ask(client, made, "position", number)
        _agrees(data, node.position)
        assert data["status"]["verdict"] == node.position.status.word
        assert data["may_submit"] is False and data["fault"]["rule"] == "present"
        if node.parent is None:
            assert data["last"] == []
            continue
        done = effects(node.parent.position, multiverse.Action(node.action or ()))
        for effect, shown in zip(done.moves, data["last"], strict=True):
            assert (_square(shown["from"]), _square(shown["to"])) == effect.move[:2]
            assert shown["kind"] == effect.kind.name.lower()
            new = effect.new_timeline
            assert shown["new_row"] == (None if new is None else new.row(even=False))
            for touched in map(_square, shown["touched"]):
                assert node.position.board(touched.board) is not None
            if new is not None:
                (line,) = [line for line in data["timelines"] if line["row"] == shown["new_row"]]
                assert line["parent"] == shown["to"][:2]


def test_the_end_is_mate(client: TestClient) -> None:
    made = study(client, FOUR)
    end = next(node["id"] for node in made["nodes"] if node["result"])
    status = _ask(client, made, "position", end)["status"]
    text = "White is checkmated"
    assert status == {"verdict": "checkmate", "over": True, "text": text, "result": "0-1"}


def test_a_hundred_timelines(client: TestClient) -> None:
    node = hundred_timelines()
    made = study(client, write(node.game, "json"))
    last = made["nodes"][-1]["id"]
    _agrees(_ask(client, made, "position", last), node.position)
    sources = {move.source for move in node.position.moves()}
    assert set(map(_square, _ask(client, made, "moves", last)["movable"])) == sources


@pytest.mark.parametrize("variant", ["Standard", "Standard - Two Timelines", "Standard - Princess"])
def test_moves_of_every_piece(client: TestClient, variant: str) -> None:
    answer = client.post("/api/studies", json={"variant": variant})
    made = answer.json()
    position = multiverse.start(variant)
    even = position.even
    movable = _ask(client, made, "moves", 0)["movable"]
    found = [
        move for square in movable for move in _ask(client, made, "moves", 0, **{"from": square})["moves"]
    ]
    assert sorted(move["text"] for move in found) == sorted(map(str, position.moves()))
    for move in found:
        raw = multiverse.Move(_square(move["from"], even), _square(move["to"], even), move["promotion"])
        assert str(raw) == move["text"]
        state = position.move(raw)
        assert (len(state.timeline_boards) > len(position.timeline_boards)) == (move["kind"] == "branch")
        assert (move["kind"] == "physical") == raw.is_physical


def test_jumps_captures_and_castling_are_told_apart(client: TestClient) -> None:
    made = study(client, FOUR)
    white = next(node["id"] for node in made["nodes"] if node["number"] == 4 and node["player"] == "black")
    moves = _ask(client, made, "moves", white, **{"from": [0, 10, 1, 2]})["moves"]
    jump = next(move for move in moves if move["text"] == "(0T5)b3>(0T1)f7")
    assert (jump["kind"], jump["capture"], jump["name"]) == ("branch", True, "(0T5)Qb3>>x(0T1)f7")
    made = study(client, '[Board "Standard"]\n1. e4 / e5 2. Nf3 / Nc6 3. Be2 / Be7')
    moves = _ask(client, made, "moves", 6, **{"from": [0, 8, 4, 0]})["moves"]
    assert {move["text"] for move in moves if move["castling"]} == {"(0T4)e1>(0T4)g1"}


def test_promotions_are_moves_of_their_own(client: TestClient) -> None:
    made = study(client, '[Board "Custom"]\n[Promotions "Q,N"]\n[3k/P3/4/3K:0:1:w]\n')
    moves = _ask(client, made, "moves", 0, **{"from": [0, 2, 0, 2]})["moves"]
    assert {move["promotion"] for move in moves} == {"Q", "N"}


def test_pending_moves(client: TestClient) -> None:
    made = client.post("/api/studies", json={"variant": "Standard - Two Timelines"}).json()
    first, second = "(+0T1)e2>(+0T1)e4", "(-0T1)g1>(-0T1)f3"
    half = _ask(client, made, "position", 0, pending=[first])
    assert half["pending"] == [first] and half["may_submit"] is False
    assert half["fault"]["boards"] == [[-1, 2]] and half["player"] == "white"
    assert [move["kind"] for move in half["last"]] == ["physical"]
    whole = _ask(client, made, "position", 0, pending=[first, second])
    assert (whole["may_submit"], whole["fault"]) == (True, None)
    answer = client.post(f"/api/studies/{made['id']}/position", json={"node": 0, "pending": [first, first]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid-move")


def test_a_royal_that_hangs_is_told(client: TestClient) -> None:
    made = study(client, '[Board "Standard"]\n1. e4 / e5 2. Qh5 / Nc6 3. Qxf7')
    data = _ask(client, made, "position", 5, pending=["(0T3)a7>(0T3)a6"])
    assert data["fault"]["rule"] == "check" and data["fault"]["attacks"]
    assert {"from": [0, 8, 5, 6], "to": [0, 8, 4, 7]} in data["fault"]["attacks"]


def test_what_hangs_after_a_pass(client: TestClient) -> None:
    made = study(client, '[Board "Standard"]\n1. e4 / e5 2. Qh5 / Nc6 3. Qxf7')
    attacks = _ask(client, made, "passing", 5)["attacks"]
    position = parse('[Board "Standard"]\n1. e4 / e5 2. Qh5 / Nc6 3. Qxf7', game=MULTIVERSE).final
    royal = [attack for attack in attacks if attack["royal"]]
    assert len(royal) == len(position.checks())
    boards = {(0, board.at.half_turn.ordinal) for board in position.boards}
    assert {tuple(attack[end][:2]) for attack in attacks for end in ("from", "to")} <= boards
    made = client.post("/api/studies", json={"variant": "Classical"}).json()
    assert client.post(f"/api/studies/{made['id']}/passing", json={"node": 0}).status_code == 422


def test_hints_are_legal_and_go_on_from_pending_moves(client: TestClient) -> None:
    made = client.post("/api/studies", json={"variant": "Standard - Two Timelines"}).json()
    start = multiverse.start("Standard - Two Timelines")
    pending = ["(+0T1)e2>(+0T1)e4"]
    for given in ([], pending):
        hint = _ask(client, made, "hint", 0, pending=given)
        assert hint["known"] and hint["moves"][: len(given)] == given
        start.play(" ".join(hint["moves"]))
    mated = study(client, '[Board "Standard"]\n1. e3 / f6 2. Qe2 / Nc6 3. Qh5')
    hint = _ask(client, mated, "hint", 5)
    assert (hint["moves"], hint["known"]) == (None, True)


def test_a_hint_where_the_pending_moves_lead_nowhere(client: TestClient) -> None:
    made = study(client, '[Board "Standard"]\n1. e4 / e5 2. Qh5 / Nc6 3. Qxf7')
    hint = _ask(client, made, "hint", 5, pending=["(0T3)a7>(0T3)a6"])
    assert hint["moves"] and hint["text"].startswith("no legal action starts with these moves")


def test_infinite_positions(client: TestClient) -> None:
    made = client.post("/api/studies", json={"example": "infinite-classical"}).json()
    game = parse(read_text("example:infinite-classical").text, game=infinite.INFINITE)
    for number, node in enumerate(game.root.walk()):
        data = _ask(client, made, "position", number)
        position = node.position
        assert {(x, y) for _, _, x, y, _ in data["pieces"]} == {
            (str(square.x), str(square.y)) for square in position.pieces()
        }
        assert {(check["to"][0], check["to"][1]) for check in data["checks"]} == {
            (str(check.royal.x), str(check.royal.y)) for check in position.checks()
        }
        assert data["player"] == str(position.player).lower()
        assert len(data["last"]) == (0 if node.parent is None else 1)
    assert (data["status"]["verdict"], data["variant"]) == ("checkmate", "Classical")
    assert data["promotion_ranks"] == {"white": ["8"], "black": ["1"]}


def test_infinite_moves_are_points_and_rays(client: TestClient) -> None:
    text = "w -50,_,-50,99 (8|1) K0,0|R3,0|P5,7|k50,80|r3,6"
    made = client.post("/api/studies", json={"setup": {"game": "infinite", "text": text}}).json()
    position = infinite.Position.parse(text)
    data = _ask(client, made, "position", 0)
    assert data["border"] == {"left": "-50", "right": None, "bottom": "-50", "top": "99"}
    found = [
        _ask(client, made, "moves", 0, **{"from": square})
        for square in _ask(client, made, "moves", 0)["movable"]
    ]
    points = [point["text"] for each in found for point in each["points"]]
    assert sorted(points) == sorted(map(str, position.moves().points))
    rays = [ray for each in found for ray in each["rays"]]
    assert len(rays) == len(position.moves().rays)
    up = next(ray for ray in rays if ray["step"] == ["0", "1"])
    assert (up["first"], up["last"], up["capture_at_end"]) == ("1", "6", True)
    right = next(ray for ray in rays if ray["step"] == ["1", "0"])
    assert (right["last"], right["capture_at_end"]) == (None, False)
    assert _ask(client, made, "hint", 0)["moves"]


def test_more_than_two_players_and_every_drawing(client: TestClient) -> None:
    drawings = client.get("/api/art").json()["drawings"]
    codes = [code for code, kind in infinite.KINDS.items() if not kind.neutral]
    pieces = "|".join(f"{code.upper()}{place},0" for place, code in enumerate(codes))
    text = f"w:b:r {pieces}|k50,80|3k-80,-90|vo3,3|ob7,7"
    made = client.post("/api/studies", json={"setup": {"game": "infinite", "text": text}}).json()
    data = _ask(client, made, "position", 0)
    assert {piece[0] for piece in data["pieces"]} <= set(drawings)
    assert {piece[1] for piece in data["pieces"]} == {"white", "black", "red", "neutral"}
    assert data["players"] == ["white", "black", "red"]


def test_places_in_texts_that_are_sent_along(client: TestClient) -> None:
    game = parse(FOUR, game=multiverse.MULTIVERSE)
    for place in ("start", "4b", "5w.1/5b", "end"):
        data = client.post("/api/positions", json={"text": FOUR, "node": place}).json()
        _agrees(data, multiverse.MULTIVERSE.expect(find_node(game, place).position))
    body = {"text": FOUR, "node": "4b", "from": [0, 10, 1, 2]}
    moves = client.post("/api/positions/moves", json=body).json()["moves"]
    assert "(0T5)b3>(0T1)f7" in {move["text"] for move in moves}
    assert client.post("/api/positions/moves", json={"text": FOUR, "node": "start"}).json()["movable"]
    assert client.post("/api/positions", json={"text": FOUR, "node": "99w"}).status_code == 422


@pytest.mark.parametrize("format", ["svg", "png"])
def test_pictures(client: TestClient, format: str) -> None:
    made = study(client, FOUR)
    body = {"node": 9, "format": format, "theme": "dark", "flip": True, "window": 6}
    answer = client.post(f"/api/studies/{made['id']}/picture", json=body)
    assert answer.status_code == 200
    signature = b"<svg" if format == "svg" else b"\x89PNG"
    assert answer.content.startswith(signature)
    assert answer.headers["content-type"].startswith("image/")


@pytest.mark.parametrize("example", ["four-timelines", "infinite-classical"])
def test_an_animation_shows_the_line_to_a_node(client: TestClient, example: str) -> None:
    made = client.post("/api/studies", json={"example": example}).json()
    path = f"/api/studies/{made['id']}/animation"
    answer = client.post(path, json={"node": 3, "width": 100, "seconds": 0.5})
    assert answer.headers["content-type"] == "image/gif"
    drawn = Image.open(BytesIO(answer.content))
    assert (drawn.format, getattr(drawn, "n_frames", 0), drawn.width) == ("GIF", 4, 100)
    assert client.post(path, json={"node": 99_999}).status_code == 404


def test_pictures_show_shapes_and_pending_moves(client: TestClient) -> None:
    made = study(client, '[Board "Standard"]\n1. e4 {[%cal B(0T1w)e2>(0T1b)e4]}')
    path = f"/api/studies/{made['id']}/picture"
    assert "arrow-blue" in client.post(path, json={"node": 1}).text
    assert "arrow-blue" not in client.post(path, json={"node": 1, "shapes": False}).text
    pending = client.post(path, json={"node": 1, "pending": ["(0T1)e7>(0T1)e5"]})
    assert pending.status_code == 200


@pytest.mark.parametrize(
    ("variant", "wrong"),
    [
        ("Standard", {"window": ["90", "99", "0", "1"]}),
        ("Standard", {"window": ["0", "1", "0", "123456789"]}),
        ("Standard", {"theme": "pink"}),
        ("Classical", {"window": 5}),
        ("Classical", {"window": ["0", "99999", "0", "1"]}),
        ("Classical", {"window": ["5", "0", "0", "1"]}),
    ],
)
def test_pictures_that_make_no_sense(client: TestClient, variant: str, wrong: Any) -> None:
    made = client.post("/api/studies", json={"variant": variant}).json()
    answer = client.post(f"/api/studies/{made['id']}/picture", json={"node": 0, **wrong})
    assert answer.status_code == 422


def test_a_picture_of_some_boards(client: TestClient) -> None:
    made = client.post("/api/studies", json={"example": "four-timelines"}).json()
    path = f"/api/studies/{made['id']}/picture"
    whole = client.post(path, json={"node": 12}).text
    part = client.post(path, json={"node": 12, "window": ["2", "3", "0", "0"]}).text
    assert ">T1w<" in part
    assert ">T2w<" in whole
    assert ">T2w<" not in part


@pytest.mark.parametrize(("variant", "move"), [("Standard", "(0T1)e2>(0T1)e4"), ("Classical", "5,2>5,4")])
def test_an_edit_and_a_position_contain_the_moves_if_asked(
    client: TestClient, variant: str, move: str
) -> None:
    made = client.post("/api/studies", json={"variant": variant}).json()
    edit = {"type": "add", "parent": 0, "moves": [move]}
    url = f"/api/studies/{made['id']}/edits"
    assert "position" not in client.post(url, json={"edit": edit}).json()
    change = client.post(url, json={"edit": edit, "view": True, "moves": True}).json()
    position = _ask(client, made, "position", change["node"], moves=True)
    assert change["position"] == position
    moves = position.pop("moves")
    assert {**position, "moves": None} == {"moves": None, **_ask(client, made, "position", change["node"])}
    assert moves["movable"] == _ask(client, made, "moves", change["node"])["movable"]
    assert moves["targets"] == [
        _ask(client, made, "moves", change["node"], **{"from": source}) for source in moves["movable"]
    ]
