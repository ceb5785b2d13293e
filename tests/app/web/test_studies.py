"""Studies: from anything that a user brings, through export and back, and what nodes tell."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.app.files.inputs import read_text
from hyperchess.notation.examples import example_names
from hyperchess.notation.reading import parse, parse_all, write

from .api import served, study

BRANCHED = """[Board "Standard"]
[White "Ada"]
[Black "Bo"]

1. e3 / Nf6 {a {first} word}
2. Bb5 / e6 (2b. a6 {aside} / 3w. Ba4) 3. c3!? / Ne4
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


def _create(client: TestClient, **request: Any) -> Any:
    answer = client.post("/api/studies", json=request)
    assert answer.status_code == 201, answer.text
    return answer.json()


def _export(client: TestClient, id: str, to: str, **request: Any) -> Any:
    answer = client.post(f"/api/studies/{id}/export", json={"to": to, **request})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("name", example_names())
def test_an_example_comes_out_as_its_writer_writes_it(client: TestClient, name: str) -> None:
    made = _create(client, example=name)
    text = read_text(f"example:{name}").text
    game = parse_all(text)[0]
    assert made["source"] == text
    assert made["games"] == len(parse_all(text))
    to = "icn" if made["game"] == "infinite" else "branched"
    assert _export(client, made["id"], to)["text"] == write(game, to)


def test_a_study_in_our_own_json_comes_out_the_same(client: TestClient) -> None:
    text = write(parse(BRANCHED), "json")
    made = study(client, text)
    assert _export(client, made["id"], "json")["text"] == text
    again = study(client, _export(client, made["id"], "branched")["text"])
    assert _shape(again) == _shape(made)


def _shape(made: Any) -> list[Any]:
    return [[node["parent"], [move["raw"] for move in node["moves"]]] for node in made["nodes"]]


def test_an_infinite_study_with_variations_comes_back_from_json(client: TestClient) -> None:
    made = _create(client, variant="Classical")
    revision = made["revision"]
    for parent, move in ((0, "4,2>4,4"), (0, "5,2>5,4"), (1, "4,7>4,5"), (1, "7,8>6,6")):
        edit = {"type": "add", "parent": parent, "moves": [move]}
        answer = client.post(f"/api/studies/{made['id']}/edits", json={"revision": revision, "edit": edit})
        assert answer.status_code == 200, answer.text
        revision += 1
    first = client.get(f"/api/studies/{made['id']}").json()
    exported = _export(client, made["id"], "json")
    assert exported["losses"] == []
    again = _create(client, text=exported["text"])
    assert (again["game"], again["problems"]) == ("infinite", [])
    lines = [sorted(node["moves"][0]["raw"] for node in study["nodes"][1:]) for study in (first, again)]
    assert lines[0] == lines[1] and len(lines[0]) == 4
    assert _export(client, again["id"], "json")["text"] == exported["text"]
    listed = {notation["name"]: notation["game"] for notation in client.get("/api/notations").json()}
    assert (listed["json"], listed["icn"], listed["shad"]) == ("any", "infinite", "5d")


def test_nodes_tell_all_that_the_text_says(client: TestClient) -> None:
    made = study(
        client,
        '[Board "Standard"]\n1. e4 {good} {[%csl R(0T1b)e5] mark} / e5?! (1b. c5 1/2-1/2) 2. Qh5 Zz9 1-0',
    )
    nodes = {node["id"]: node for node in made["nodes"]}
    root, first = made["nodes"][0], nodes[1]
    assert (root["number"], root["player"], root["parent"], root["resolved"]) == (0, "", None, True)
    assert first["moves"] == [{"text": "e4", "raw": "(0T1)e2>(0T1)e4", "evaluation": ""}]
    assert first["comments"] == [{"text": "good", "after": 1}, {"text": "mark", "after": 1}]
    assert first["shapes"] == [{"type": "square", "at": [0, 3, 4, 4], "color": "red"}]
    assert (first["number"], first["player"]) == (1, "white")
    main, aside = (nodes[number] for number in first["children"])
    assert (main["number"], main["player"], main["moves"][0]["evaluation"]) == (1, "black", "?!")
    assert (aside["moves"][0]["text"], aside["result"]) == ("c5", "1/2-1/2")


def test_a_game_that_stops_says_why_once(client: TestClient) -> None:
    made = study(client, '[Board "Standard"]\n1. e4 / e5\n2. Da1 / Nc6\n3. Nf3')
    unresolved = [node for node in made["nodes"] if not node["resolved"]]
    assert [bool(node["fault"]) for node in unresolved] == [True, False, False]
    assert "Da1" in unresolved[0]["fault"]
    assert made["problems"][0]["severity"] == "error"
    problem = made["problems"][0]
    assert made["source"][problem["start"] : problem["end"]] == "Da1"
    answer = client.post(f"/api/studies/{made['id']}/position", json={"node": unresolved[0]["id"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unresolved-move")


def test_a_game_without_a_start_can_be_opened_all_the_same(client: TestClient) -> None:
    made = study(client, '[Board "No Such Variant"]\n1. e4 / e5')
    assert made["start_known"] is False
    assert made["nodes"][0]["fault"] and not any(node["resolved"] for node in made["nodes"])
    answer = client.post(f"/api/studies/{made['id']}/position", json={"node": 0})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('[Event "Cup"] [White "Ada"] [Black "Bo"] [Board "Standard"] 1. e4', "Cup · Ada - Bo"),
        ('[White "Ada"] [Board "Standard"] 1. e4', "Ada - ?"),
        ('[Board "Standard"] 1. e4', "5D chess: Standard"),
        ("[Variant: Classical]\n\n1. 4,2>4,4", "Infinite chess: Classical"),
    ],
)
def test_titles_come_from_the_headers(client: TestClient, text: str, title: str) -> None:
    assert study(client, text)["title"] == title


def test_a_given_title_wins(client: TestClient) -> None:
    assert _create(client, text=BRANCHED, title="Mine\n\x00\u2603")["title"] == "Mine  \u2603"


def test_one_of_several_games(client: TestClient) -> None:
    text = read_text("example:puzzles").text
    count = len(parse_all(text))
    made = _create(client, text=text, number=2)
    assert made["games"] == count
    assert dict(made["headers"])["Event"] == "Puzzle 2: mate in one"
    answer = client.post("/api/studies", json={"text": text, "number": count + 1})
    assert answer.status_code == 422


def test_puzzles_are_known_by_their_header(client: TestClient) -> None:
    made = study(client, '[Puzzle "mate-in-2"] [Board "Standard"]\n1. e4')
    assert made["puzzle"] == {"kind": "mate-in-2", "mate_in": 2}
    assert study(client, BRANCHED)["puzzle"] is None


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({}, "request"),
        ({"text": "1. e4", "variant": "Standard"}, "request"),
        ({"text": "   "}, "no-game"),
        ({"text": "Dear Sir or Madam, to whom it may concern"}, "no-game"),
        ({"text": "1. e4", "notation": "nonsense"}, "unknown-notation"),
        ({"variant": "Nonsense"}, "unknown-variant"),
        ({"example": "../secret"}, "unknown-example"),
        ({"setup": {"game": "infinite", "text": '[Board "Standard"]\n1. e4'}}, None),
        ({"setup": {"game": "5d", "text": "w K5,1|k5,8"}}, "wrong-game"),
    ],
)
def test_what_cannot_be_opened_is_told(client: TestClient, request_: Any, code: str | None) -> None:
    answer = client.post("/api/studies", json=request_)
    if code is None:
        assert answer.status_code == 201 and answer.json()["problems"]
    else:
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code), answer.text


def test_variants_of_both_games_and_setups(client: TestClient) -> None:
    assert _create(client, variant="Standard")["game"] == "5d"
    assert _create(client, variant="Classical")["game"] == "infinite"
    made = _create(client, setup={"game": "infinite", "text": "w K0,0|R3,0|k9,8"})
    assert (made["game"], len(made["nodes"]), made["start_known"]) == ("infinite", 1, True)
    made = _create(client, setup={"game": "5d", "text": '[Board "Custom"]\n[2k/3/K2:0:1:w]\n'})
    assert (made["game"], made["start_known"]) == ("5d", True)


def test_the_list_and_deleting(client: TestClient) -> None:
    made = _create(client, variant="Standard", title="to be deleted")
    found = client.get("/api/studies", params={"query": "BE DELETED"}).json()
    assert [entry["id"] for entry in found] == [made["id"]]
    about = {"id", "title", "game", "revision", "updated", "nodes", "folder", "tags"}
    assert set(found[0]) == about | {"volume", "volume_title", "chapter"}
    assert client.delete(f"/api/studies/{made['id']}").status_code == 204
    assert client.get(f"/api/studies/{made['id']}").status_code == 404
    assert client.delete(f"/api/studies/{made['id']}").status_code == 404
    assert client.get("/api/studies", params={"query": "be deleted"}).json() == []


def test_export_tells_losses_and_takes_options(client: TestClient) -> None:
    made = study(client, BRANCHED)
    exported = _export(client, made["id"], "shad")
    assert exported["suffix"] == ".5dpgn"
    assert any("variation" in loss["message"] for loss in exported["losses"])
    full = _export(client, made["id"], "branched", options={"style": "full", "width": None})
    assert "(0T1)e2e3" in full["text"]
    line = _export(client, made["id"], "branched", node=made["nodes"][-1]["id"])
    assert "Ba4" in line["text"] and "Ne4" not in line["text"]


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"to": "icn"}, 422),
        ({"to": "nothing"}, 422),
        ({"to": "branched", "options": {"style": "long"}}, 422),
        ({"to": "branched", "options": {"style": True}}, 422),
        ({"to": "branched", "options": {"width": -5}}, 422),
        ({"to": "branched", "options": {"width": 10**9}}, 422),
        ({"to": "branched", "options": {"tokens": 1}}, 422),
        ({"to": "branched", "options": {"nothing": 1}}, 422),
        ({"to": "branched", "node": 999}, 404),
        ({"to": "branched", "options": {"tokens": "yes", "width": "60"}}, 200),
    ],
)
def test_exports_that_make_no_sense(client: TestClient, request_: Any, status: int) -> None:
    made = study(client, BRANCHED)
    answer = client.post(f"/api/studies/{made['id']}/export", json=request_)
    assert answer.status_code == status, answer.text


def test_studies_leave_memory_and_come_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    with served(tmp_path_factory.mktemp("data")) as client:
        state = client.app.state  # type: ignore[attr-defined]
        kept = state.settings.kept_studies
        made = [_create(client, variant="Standard", title=str(number)) for number in range(kept + 6)]
        assert len(state.library._studies) == kept
        assert client.get(f"/api/studies/{made[0]['id']}").json() == made[0]


def test_studies_are_filed_in_folders_and_under_tags(client: TestClient) -> None:
    one, other = (study(client, "1. e4")["id"] for _ in range(2))
    filed = client.put(
        f"/api/studies/{one}/filing",
        json={"folder": " Openings\n", "tags": ["king pawn", "mine", "mine", " "]},
    )
    assert filed.json() == {"folder": "Openings", "tags": ["king pawn", "mine"]}
    listed = {entry["id"]: (entry["folder"], entry["tags"]) for entry in client.get("/api/studies").json()}
    assert (listed[one], listed[other]) == (("Openings", ["king pawn", "mine"]), ("", []))
    for query in ("openings", "KING", "mine"):
        found = {entry["id"] for entry in client.get(f"/api/studies?query={query}").json()}
        assert one in found and other not in found  # other tests have studies of their own
    # an edit keeps them
    edit = {"type": "rename", "title": "Another title"}
    assert client.post(f"/api/studies/{one}/edits", json={"revision": 1, "edit": edit}).status_code == 200
    assert client.get("/api/studies").json()[0]["tags"] == ["king pawn", "mine"]
    assert client.put("/api/studies/none/filing", json={}).status_code == 404
    assert client.put(f"/api/studies/{one}/filing", json={"tags": ["x" * 41]}).status_code == 422
