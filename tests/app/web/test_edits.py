"""Edits of both games: each is saved, can be undone, and is refused as a whole if it makes no sense."""

import sqlite3
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from starlette.testclient import TestClient

from .api import applied, served

GAME = '[Board "Standard"]\n1. e4 / e5 (1b. c5 / 2w. Nf3) (1b. d5) 2. Nf3 {word} / Nc6'
INFINITE = "[Variant: Classical]\n\n1. 4,2>4,4 | 4,7>4,5 {far}"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


class Editor:
    """A study, and edits of its current revision."""

    def __init__(self, client: TestClient, text: str) -> None:
        self.client = client
        answer = client.post("/api/studies", json={"text": text})
        assert answer.status_code == 201, answer.text
        self.study = answer.json()

    def send(self, type: str, **edit: Any) -> Any:
        body = {"revision": self.study["revision"], "edit": {"type": type, **edit}}
        return self.client.post(f"/api/studies/{self.study['id']}/edits", json=body)

    def edit(self, type: str, **edit: Any) -> int:
        """Make an edit; where to stand after it."""
        answer = self.send(type, **edit)
        assert answer.status_code == 200, answer.text
        assert answer.json()["revision"] == self.study["revision"] + 1
        self.study = applied(self.study, answer.json())
        assert self.client.get(f"/api/studies/{self.study['id']}").json() == self.study
        node: int = answer.json()["node"]
        assert node in {entry["id"] for entry in self.study["nodes"]}
        return node

    def refused(self, type: str, **edit: Any) -> Any:
        """An edit that changes nothing; its error."""
        answer = self.send(type, **edit)
        assert 400 <= answer.status_code < 500, answer.text
        assert self.client.get(f"/api/studies/{self.study['id']}").json() == self.study
        return answer.json()["error"]

    def node(self, number: int) -> Any:
        return next(node for node in self.study["nodes"] if node["id"] == number)

    def children(self, number: int) -> list[str]:
        return [self.node(child)["moves"][0]["text"] for child in self.node(number)["children"]]


@pytest.fixture
def editor(client: TestClient) -> Editor:
    return Editor(client, GAME)


@pytest.fixture
def far(client: TestClient) -> Editor:
    return Editor(client, INFINITE)


def test_play_a_variation_and_find_it_again(editor: Editor) -> None:
    new = editor.edit("add", parent=1, moves=["(0T1)b8>(0T1)c6"])
    assert editor.children(1) == ["e5", "c5", "d5", "Nc6"]
    assert editor.node(new)["moves"] == [{"text": "Nc6", "raw": "(0T1)b8>(0T1)c6", "evaluation": ""}]
    assert editor.edit("add", parent=1, moves=["(0T1)b8>(0T1)c6"]) == new
    assert len(editor.node(1)["children"]) == 4


def test_a_branching_jump(editor: Editor) -> None:
    first = editor.edit("add", parent=0, moves=["(0T1)g1>(0T1)f3"])
    second = editor.edit("add", parent=first, moves=["(0T1)g8>(0T1)f6"])
    jump = editor.edit("add", parent=second, moves=["(0T2)f3>(0T1)f5"])
    assert editor.node(jump)["moves"][0]["text"] == "(0T2)Nf3>>(0T1)f5"
    body = {"node": jump}
    position = editor.client.post(f"/api/studies/{editor.study['id']}/position", json=body).json()
    assert [line["row"] for line in position["timelines"]] == [0, 1]


def test_checks_and_mates_are_in_the_text(client: TestClient) -> None:
    editor = Editor(client, '[Board "Standard"]\n1. e3 / f6 2. Qe2 / Nc6')
    mate = editor.edit("add", parent=4, moves=["(0T3)e2>(0T3)h5"])
    assert editor.node(mate)["moves"][0]["text"] == "Qh5#"


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (["(0T1)e2>(0T1)e5"], "invalid-move"),
        (["(0T1)e7>(0T1)e5"], "invalid-move"),
        (["z"], "move"),
        ([""], "pending"),
        (["e4 e5"], None),
        ([], "request"),
        (["(0T1)e2>(0T1)e4", "(0T1)d2>(0T1)d4"], "invalid-move"),
    ],
)
def test_what_is_not_legal_is_told(editor: Editor, moves: list[str], code: str | None) -> None:
    error = editor.refused("add", parent=0, moves=moves)
    assert code is None or error["code"] == code


def test_an_action_that_may_not_be_submitted_names_the_rule(client: TestClient) -> None:
    editor = Editor(client, '[Board "Standard - Two Timelines"]\n')
    error = editor.refused("add", parent=0, moves=["(+0T1)e2>(+0T1)e4"])
    assert (error["code"], error["details"]) == ("illegal-action", {"rule": "present"})
    assert editor.edit("add", parent=0, moves=["(+0T1)e2>(+0T1)e4", "(-0T1)e2>(-0T1)e4"]) == 1


def test_infinite_moves(far: Editor) -> None:
    new = far.edit("add", parent=2, moves=["3,1>103,101"])
    assert far.node(new)["moves"][0]["text"] == "B3,1>103,101"
    assert far.edit("add", parent=2, moves=["B3,1 > 103,101"]) == new
    assert far.refused("add", parent=2, moves=["3,1>3,2"])["code"] == "invalid-move"
    assert far.refused("add", parent=2, moves=["3,1>103,101", "1,2>1,3"])["code"] == "action"


def test_order_of_variations(editor: Editor) -> None:
    third = editor.node(1)["children"][2]
    editor.edit("promote", node=third)
    assert editor.children(1) == ["e5", "d5", "c5"]
    editor.edit("demote", node=third)
    assert editor.children(1) == ["e5", "c5", "d5"]
    editor.edit("promote", node=third, to_main=True)
    assert editor.children(1) == ["d5", "e5", "c5"]
    for type in ("promote", "demote", "delete"):
        assert editor.refused(type, node=0)["code"] == "root"


def test_deleting_takes_all_below(editor: Editor) -> None:
    second = editor.node(1)["children"][1]
    below = editor.node(second)["children"][0]
    assert editor.edit("delete", node=second) == 1
    assert {second, below}.isdisjoint(node["id"] for node in editor.study["nodes"])
    assert editor.refused("comment", node=below, index=None, text="x")["code"] == "gone"
    assert editor.refused("comment", node=999, index=None, text="x")["code"] == "not-found"
    new = editor.edit("add", parent=1, moves=["(0T1)c7>(0T1)c5"])
    assert new not in (second, below)


@pytest.mark.parametrize("text", [GAME, INFINITE])
def test_comments(client: TestClient, text: str) -> None:
    editor = Editor(client, text)
    last = next(node for node in editor.study["nodes"] if node["comments"])
    number, word = last["id"], last["comments"][0]["text"]
    editor.edit("comment", node=number, index=None, text="<b>second</b>", after=0)
    assert editor.node(number)["comments"] == [
        {"text": word, "after": 1},
        {"text": "<b>second</b>", "after": 0},
    ]
    editor.edit("comment", node=number, index=0, text="changed")
    assert editor.node(number)["comments"][0] == {"text": "changed", "after": 1}
    editor.edit("comment", node=number, index=0, text="")
    assert [entry["text"] for entry in editor.node(number)["comments"]] == ["<b>second</b>"]
    editor.edit("comment", node=0, index=None, text="before all")
    assert editor.node(0)["comments"] == [{"text": "before all", "after": 0}]
    assert editor.refused("comment", node=number, index=5, text="x")["code"] == "comments"
    assert editor.refused("comment", node=number, index=-1, text="x")["code"] == "request"


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        (
            GAME,
            [
                {"type": "arrow", "from": [0, 2, 4, 1], "to": [0, 3, 4, 3], "color": "green"},
                {"type": "square", "at": [-3, 9, 0, 0], "color": "red"},
            ],
        ),
        (
            INFINITE,
            [
                {"type": "square", "at": ["-123456789012345678901234567890", "4"], "color": "blue"},
                {"type": "arrow", "from": ["1", "1"], "to": ["1", "9"], "color": "yellow"},
            ],
        ),
    ],
)
def test_shapes_stand_in_comments_and_come_back(client: TestClient, text: str, shapes: list[Any]) -> None:
    editor = Editor(client, text)
    number = next(node["id"] for node in editor.study["nodes"] if node["comments"])
    comments = editor.node(number)["comments"]
    editor.edit("shapes", node=number, shapes=[*shapes, shapes[0]])
    assert editor.node(number)["shapes"] == shapes
    assert editor.node(number)["comments"] == comments
    editor.edit("comment", node=number, index=0, text="other")
    assert (editor.node(number)["shapes"], len(editor.node(number)["comments"])) == (shapes, 1)
    to = "icn" if editor.study["game"] == "infinite" else "branched"
    export = client.post(f"/api/studies/{editor.study['id']}/export", json={"to": to}).json()["text"]
    again = client.post("/api/studies", json={"text": export}).json()
    assert [node["shapes"] for node in again["nodes"]] == [node["shapes"] for node in editor.study["nodes"]]
    editor.edit("shapes", node=number, shapes=[])
    assert editor.node(number)["shapes"] == []
    wrong = [{"type": "square", "at": ["1", "2"] if to == "branched" else [0, 2, 4, 1]}]
    assert editor.refused("shapes", node=number, shapes=wrong)["code"] == "square"


def test_judgement_result_headers_title(editor: Editor) -> None:
    editor.edit("evaluate", node=2, evaluation="?!")
    assert editor.node(2)["moves"][0] == {"text": "e5", "raw": "(0T1)e7>(0T1)e5", "evaluation": "?!"}
    editor.edit("evaluate", node=2, evaluation="")
    assert editor.node(2)["moves"][0]["evaluation"] == ""
    assert editor.refused("evaluate", node=0, evaluation="!")["code"] == "root"
    editor.edit("result", node=editor.study["nodes"][4]["id"], result="1-0")
    assert editor.study["result"] == "1-0"
    editor.edit("header", key="White", value="Ada")
    assert ["White", "Ada"] in editor.study["headers"] and editor.study["title"] == "Ada - ?"
    editor.edit("header", key="White", value="")
    assert "White" not in dict(editor.study["headers"])
    editor.edit("rename", title="  Mine ")
    assert editor.study["title"] == "Mine"
    editor.edit("rename", title="")
    assert editor.study["title"] == "5D chess: Standard"
    for key in ("", "a b", 'a"', "[x]", "a\nb"):
        assert editor.refused("header", key=key, value="x")["code"] == "request"


def test_an_evaluation_in_the_written_text_is_replaced(client: TestClient) -> None:
    editor = Editor(client, '[Board "Standard"]\n1. e4!? / e5')
    editor.edit("evaluate", node=1, evaluation="??")
    export = client.post(f"/api/studies/{editor.study['id']}/export", json={"to": "branched"})
    assert "e4??" in export.json()["text"] and "!?" not in export.json()["text"]


def test_reading_the_text_anew_keeps_the_title_and_can_be_undone(editor: Editor) -> None:
    editor.edit("rename", title="Mine")
    before = editor.study["nodes"]
    editor.edit("text", text=INFINITE)
    assert (editor.study["game"], editor.study["title"]) == ("infinite", "Mine")
    assert editor.study["source"] == INFINITE
    assert editor.refused("text", text="no game at all, sorry")["code"] == "no-game"
    editor.edit("undo")
    assert (editor.study["game"], editor.study["nodes"]) == ("5d", before)


def test_undo_and_redo(editor: Editor) -> None:
    states = [editor.study["nodes"]]
    editor.edit("add", parent=0, moves=["(0T1)d2>(0T1)d4"])
    states.append(editor.study["nodes"])
    editor.edit("delete", node=1)
    states.append(editor.study["nodes"])
    assert editor.edit("undo") == 1  # which is present again
    assert editor.study["nodes"] == states[1] and editor.study["can_redo"]
    assert editor.edit("undo") == 0
    assert editor.study["nodes"] == states[0] and not editor.study["can_undo"]
    assert editor.refused("undo")["code"] == "nothing-to-undo"
    assert editor.edit("redo") == states[1][-1]["id"]
    assert editor.edit("redo") == 0
    assert editor.study["nodes"] == states[2]
    assert editor.refused("redo")["code"] == "nothing-to-redo"
    editor.edit("undo")
    editor.edit("rename", title="x")
    assert editor.refused("redo")["code"] == "nothing-to-redo"


def test_an_old_revision_is_answered_with_the_study_as_it_is(editor: Editor) -> None:
    old = editor.study["revision"]
    editor.edit("rename", title="first")
    body = {"revision": old, "edit": {"type": "rename", "title": "second"}}
    for revision in (old, old + 5):
        answer = editor.client.post(
            f"/api/studies/{editor.study['id']}/edits", json={**body, "revision": revision}
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")
        assert answer.json()["study"] == editor.study
    reread = {"revision": old, "edit": {"type": "text", "text": GAME}}
    assert editor.client.post(f"/api/studies/{editor.study['id']}/edits", json=reread).status_code == 409


def test_of_edits_at_the_same_time_one_wins(editor: Editor) -> None:
    answers: list[int] = []

    def rename(title: str) -> None:
        answers.append(editor.send("rename", title=title).status_code)

    threads = [Thread(target=rename, args=(str(number),)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [409] * 7
    study = editor.client.get(f"/api/studies/{editor.study['id']}").json()
    assert study["revision"] == editor.study["revision"] + 1


def test_what_cannot_be_saved_has_not_happened(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = editor.client.app.state.library.storage  # type: ignore[attr-defined]

    def fail(*arguments: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(storage, "_prune", fail)
        answer = editor.send("add", parent=0, moves=["(0T1)d2>(0T1)d4"])
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage")
        assert "Retry-After" in answer.headers
    assert editor.client.get(f"/api/studies/{editor.study['id']}").json() == editor.study
    editor.edit("add", parent=0, moves=["(0T1)d2>(0T1)d4"])


def test_a_game_that_is_read_anew_has_new_numbers(client: TestClient) -> None:
    editor = Editor(client, GAME)
    before = {node["id"] for node in editor.study["nodes"]}
    editor.edit("text", text="1. h4 / h5")
    after = {node["id"] for node in editor.study["nodes"]}
    assert before & after == {0}
    editor.edit("undo")
    assert {node["id"] for node in editor.study["nodes"]} == before


def test_the_answer_to_one_move_in_a_large_study_is_small(client: TestClient) -> None:
    turns = ("Nf3 / Nf6", "Ng1 / Ng8")
    moves = " ".join(f"{turn + 1}. {turns[turn % 2]}" for turn in range(1_000))
    editor = Editor(client, f'[Board "Standard"] {moves}')
    assert len(editor.study["nodes"]) == 2_001
    answer = editor.send("add", parent=2_000, moves=["(0T1001)e2>(0T1001)e4"])
    assert answer.json()["node"] == 2_001
    assert len(answer.content) < 4_000
    back = client.post(
        f"/api/studies/{editor.study['id']}/edits", json={"revision": 2, "edit": {"type": "undo"}}
    )
    assert (back.json()["removed"], back.json()["node"]) == ([2_001], 2_000)
    assert len(back.content) < 4_000
