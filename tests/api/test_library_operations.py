"""Edits are operations: made once, in any order of arrival, and everyone ends with the same tree."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hyperchess.api.decoding import decoder
from hyperchess.api.errors import ApiError
from hyperchess.api.library import Author, Library, OpenStudy
from hyperchess.app.site.storage import BrowserStorage
from hyperchess.app.web.storage import SqliteStorage, Storage
from hyperchess.errors import HyperchessError
from hyperchess.studies.data import json_text
from hyperchess.studies.edits import AnyEdit
from hyperchess.studies.opening import open_text
from tests.app.web.api import applied

GAME = '[Board "Standard"]\n1. e4 {king} / e5 (1b. c5) (1b. d5) 2. Nf3 {horse} / Nc6'
WHITE = [f"(0T1){file}2>(0T1){file}3" for file in "abc"]
BLACK = [f"(0T1){file}7>(0T1){file}6" for file in "abc"]


@contextmanager
def _library() -> Iterator[Library]:
    with TemporaryDirectory() as folder:
        storage = SqliteStorage(Path(folder))
        try:
            yield Library(storage)
        finally:
            storage.close()


def _data(value: Any) -> Any:
    return json.loads(json_text(value))


def _made(library: Library, id: str, edit: Any, author: Author) -> Any:
    if edit["type"] in ("undo", "redo"):
        return _data(library.step(id, -1 if edit["type"] == "undo" else 1, author))
    return _data(library.edit(id, decoder(AnyEdit)(edit), author))


class _Client:
    """A page: its copy of the study, edits that it has sent, and the answers that it got."""

    def __init__(self, name: str, study: Any) -> None:
        self.name = name
        self.copy = study
        self.sent: list[tuple[str, Any]] = []
        self.answers: dict[str, Any] = {}

    def send(self, data: st.DataObject, *, all_kinds: bool) -> None:
        """Make up an edit of what this page sees."""
        number = len(self.sent)
        text = f"{self.name} {number}"
        kinds = ["note", "add", "header", "rename", "comment", "evaluate"]
        kind = data.draw(
            st.sampled_from([*kinds, "delete", "promote", "undo", "redo"] if all_kinds else kinds)
        )
        nodes = [node["id"] for node in self.copy["nodes"]]
        node = data.draw(st.sampled_from(nodes))
        edit: dict[str, Any] = {"type": kind, "node": node}
        if kind == "note":
            edit = {"type": "comment", "node": node, "index": None, "text": text}
        elif kind == "add":
            parent = data.draw(st.sampled_from([0, 1]))
            moves = [data.draw(st.sampled_from([WHITE, BLACK][parent]))]
            edit = {"type": "add", "parent": parent, "moves": moves}
        elif kind == "header":
            edit = {"type": "header", "key": "White", "value": text}
        elif kind == "rename":
            edit = {"type": "rename", "title": text}
        elif kind == "comment":
            seen = next(entry for entry in self.copy["nodes"] if entry["id"] == node)["comments"]
            if not seen:
                return
            index = data.draw(st.integers(0, len(seen) - 1))
            edit = {**edit, "index": index, "text": text, "was": seen[index]["text"]}
        elif kind == "evaluate":
            edit = {**edit, "evaluation": data.draw(st.sampled_from(["!", "?", ""]))}
        self.sent.append((f"operation-{self.name}-{number}", edit))


def _play(data: st.DataObject, library: Library, *, all_kinds: bool) -> tuple[str, list[_Client]]:
    """Two pages edit; their edits arrive in any order, some of them more than once."""
    opened = library.create(open_text(GAME))
    changes: list[Any] = []
    library.on_change = lambda id, answer, revision: changes.append(json.loads(answer))
    first = _data(opened.view())
    clients = [_Client("ada", first), _Client("bob", first)]

    def arrive(client: _Client, operation: str, edit: Any) -> None:
        before = len(changes)
        try:
            answer = _made(library, opened.id, edit, Author(client.name, operation))
        except HyperchessError:
            assert operation not in client.answers and len(changes) == before
            return
        if operation in client.answers:
            assert answer == client.answers[operation]  # as the first time, and nothing was done
            assert len(changes) == before
        else:
            assert changes[-1] == answer and len(changes) == before + 1
        client.answers[operation] = answer

    def hear(client: _Client, most: int) -> None:
        for change in changes[client.copy["revision"] - 1 :][:most]:
            client.copy = applied(client.copy, change)

    for _ in range(data.draw(st.integers(1, 12))):
        client = data.draw(st.sampled_from(clients))
        client.send(data, all_kinds=all_kinds)
        if data.draw(st.booleans()) and client.sent:
            arrive(client, *data.draw(st.sampled_from(client.sent)))
        hear(client, data.draw(st.integers(0, 4)))
    for client in clients:
        for operation, edit in data.draw(st.permutations(client.sent)):
            arrive(client, operation, edit)
    for client in clients:
        hear(client, len(changes))
    return opened.id, clients


_SETTINGS = settings(
    max_examples=max(10, settings().max_examples // 4), suppress_health_check=list(HealthCheck), deadline=None
)


@pytest.mark.slow
@_SETTINGS
@given(st.data())
def test_everyone_ends_with_the_same_tree_which_holds_every_acknowledged_edit(data: st.DataObject) -> None:
    with _library() as library:
        id, clients = _play(data, library, all_kinds=False)
        library.forget(id)  # the state on the disk counts
        now = _data(library.find(id).view())
        storage = library.storage
        assert isinstance(storage, Storage)
        lost = {json.loads(found.earlier)["text"] for found in storage.overwritten(id, 1_000)}
        texts = {comment["text"] for node in now["nodes"] for comment in node["comments"]}
        nodes = {node["id"]: node for node in now["nodes"]}
        for client in clients:
            assert {**client.copy, "can_undo": 0, "can_redo": 0} == {**now, "can_undo": 0, "can_redo": 0}
            for operation, edit in client.sent:
                if operation not in client.answers:
                    continue
                if edit["type"] == "comment":
                    assert edit["text"] in texts | lost
                elif edit["type"] == "add":
                    made = nodes[client.answers[operation]["node"]]
                    assert [move["raw"] for move in made["moves"]] == edit["moves"]
                elif edit["type"] == "header":
                    assert edit["value"] in {dict(now["headers"])["White"]} | lost
                elif edit["type"] == "rename":
                    assert edit["title"] in {now["title"]} | lost
        for parent in nodes.values():
            moves = [json.dumps(nodes[child]["moves"][0]["raw"]) for child in parent["children"]]
            assert len(moves) == len(set(moves))  # the same move twice is one node


@_SETTINGS
@given(st.data())
def test_everyone_ends_with_the_same_tree_with_deletions_and_undo(data: st.DataObject) -> None:
    with _library() as library:
        id, clients = _play(data, library, all_kinds=True)
        library.forget(id)
        now = _data(library.find(id).view())
        for client in clients:
            assert client.copy["nodes"] == now["nodes"]
            assert (client.copy["headers"], client.copy["title"]) == (now["headers"], now["title"])
        ids = {node["id"] for node in now["nodes"]}
        for node in now["nodes"]:
            assert set(node["children"]) <= ids


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    storage = SqliteStorage(tmp_path)
    yield Library(storage)
    storage.close()


def _texts(library: Library, id: str) -> list[list[str]]:
    nodes = _data(library.find(id).view())["nodes"]
    return [[comment["text"] for comment in node["comments"]] for node in nodes]


def test_the_same_operation_is_made_once_also_after_a_restart(tmp_path: Path) -> None:
    edit = {"type": "comment", "node": 1, "index": None, "text": "once"}
    author = Author("ada", "operation-1")
    storage = SqliteStorage(tmp_path)
    first = Library(storage)
    id = first.create(open_text(GAME)).id
    answer = _made(first, id, edit, author)
    assert _made(first, id, edit, author) == answer
    storage.close()
    storage = SqliteStorage(tmp_path)
    again = Library(storage)
    assert _made(again, id, edit, author) == answer
    assert again.find(id).revision == 2
    assert _texts(again, id)[1] == ["king", "once"]
    storage.close()


def test_undo_is_of_a_persons_own_edits(library: Library) -> None:
    id = library.create(open_text(GAME)).id
    mine = _made(library, id, {"type": "add", "parent": 0, "moves": [WHITE[0]]}, Author("ada"))["node"]
    theirs = _made(library, id, {"type": "comment", "node": 1, "index": 0, "text": "queen"}, Author("bob"))
    assert theirs["can_undo"] and theirs["person"] == "bob"
    undone = _made(library, id, {"type": "undo"}, Author("ada"))
    assert undone["removed"] == [mine] and undone["can_redo"] and not undone["can_undo"]
    assert _texts(library, id)[1] == ["queen"]
    with pytest.raises(ApiError) as refusal:
        _made(library, id, {"type": "undo"}, Author("ada"))
    assert refusal.value.code == "nothing-to-undo"
    redone = _made(library, id, {"type": "redo"}, Author("ada"))
    assert [node["id"] for node in redone["nodes"]] == [0, mine] and redone["can_undo"]
    back = _made(library, id, {"type": "undo"}, Author("bob"))
    assert _texts(library, id)[1] == ["king"] and back["can_redo"]


def test_what_others_have_built_upon_is_not_undone(library: Library) -> None:
    id = library.create(open_text(GAME)).id
    mine = _made(library, id, {"type": "add", "parent": 0, "moves": [WHITE[0]]}, Author("ada"))["node"]
    _made(library, id, {"type": "comment", "node": mine, "index": None, "text": "!"}, Author("bob"))
    with pytest.raises(HyperchessError, match="others have edited the node"):
        _made(library, id, {"type": "undo"}, Author("ada"))
    _made(library, id, {"type": "undo"}, Author("bob"))
    assert _made(library, id, {"type": "undo"}, Author("ada"))["removed"] == [mine]


def test_undo_passes_over_what_others_have_changed_since(library: Library) -> None:
    id = library.create(open_text(GAME)).id
    _made(library, id, {"type": "header", "key": "Event", "value": "Cup"}, Author("ada"))
    _made(library, id, {"type": "rename", "title": "Ada's"}, Author("ada"))
    _made(library, id, {"type": "rename", "title": "Bob's"}, Author("bob"))
    undone = _made(library, id, {"type": "undo"}, Author("ada"))
    assert undone["head"]["headers"] == [["Board", "Standard"]]
    assert library.find(id).study.head().title == "Bob's"


def test_a_deleted_line_comes_back_with_its_ids_and_edits_below_it_are_told(library: Library) -> None:
    id = library.create(open_text(GAME)).id
    before = _data(library.find(id).view())["nodes"]
    main = before[1]["children"][0]
    deleted = _made(library, id, {"type": "delete", "node": main}, Author("ada"))
    below = deleted["removed"][-1]
    with pytest.raises(HyperchessError, match="was deleted") as refusal:
        _made(library, id, {"type": "comment", "node": below, "index": None, "text": "x"}, Author("bob"))
    assert getattr(refusal.value, "code", "") == "gone"
    _made(library, id, {"type": "add", "parent": 1, "moves": [BLACK[0]]}, Author("bob"))
    _made(library, id, {"type": "undo"}, Author("ada"))
    now = _data(library.find(id).view())["nodes"]
    assert [node for node in now if node["id"] in {entry["id"] for entry in before[2:]}] == before[2:]
    assert now[1]["children"][:-1] == before[1]["children"]


def test_ids_are_not_used_again_after_undo_and_a_restart(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path)
    library = Library(storage)
    id = library.create(open_text(GAME)).id
    first = _made(library, id, {"type": "add", "parent": 0, "moves": [WHITE[0]]}, Author("ada"))["node"]
    _made(library, id, {"type": "undo"}, Author("ada"))
    storage.close()
    storage = SqliteStorage(tmp_path)
    second = _made(Library(storage), id, {"type": "add", "parent": 0, "moves": [WHITE[1]]}, Author("bob"))
    assert second["node"] > first
    storage.close()


def test_two_libraries_on_one_storage_lose_nothing(tmp_path: Path) -> None:
    """As two servers on one folder do: the slower one makes its edit in what the faster one has left."""
    storages = [SqliteStorage(tmp_path), SqliteStorage(tmp_path)]
    one, other = map(Library, storages)
    id = one.create(open_text(GAME)).id
    find = other.find

    def overtaken(id: str) -> OpenStudy:
        opened = find(id)
        other.find = find  # type: ignore[method-assign]
        _made(one, id, {"type": "comment", "node": 0, "index": None, "text": "faster"}, Author("ada"))
        return opened

    other.find = overtaken  # type: ignore[method-assign]
    _made(other, id, {"type": "comment", "node": 0, "index": None, "text": "slower"}, Author("bob"))
    assert _texts(one, id)[0] == ["faster", "slower"]
    for storage in storages:
        storage.close()


def test_an_edit_that_the_database_of_a_browser_refuses_is_gone() -> None:
    storage = BrowserStorage()
    library = Library(storage)
    id = library.create(open_text(GAME)).id
    (write,) = storage.written()
    comment = {"type": "comment", "node": 0, "index": None, "text": "refused"}
    _made(library, id, comment, Author("ada"))
    storage.written()  # the database of the browser is full
    storage.bring({"head": write["head"], "history": write["history"]})
    assert _texts(library, id)[0] == []
    _made(library, id, {**comment, "text": "next"}, Author("ada"))
    assert _texts(library, id)[0] == ["next"]


def test_earlier_versions_are_kept(library: Library) -> None:
    id = library.create(open_text(GAME)).id
    shapes = [{"type": "square", "at": [0, 2, 4, 1], "color": "red"}]
    for edit in (
        {"type": "comment", "node": 1, "index": 0, "text": "queen", "was": "king"},
        {"type": "shapes", "node": 1, "shapes": shapes},
        {"type": "shapes", "node": 1, "shapes": []},
        {"type": "header", "key": "Board", "value": "Other"},
        {"type": "evaluate", "node": 1, "evaluation": "!"},
        {"type": "evaluate", "node": 1, "evaluation": "?"},
        {"type": "rename", "title": "One"},
        {"type": "rename", "title": "Two"},
        {"type": "delete", "node": 2},
    ):
        _made(library, id, edit, Author("ada"))
    storage = library.storage
    assert isinstance(storage, Storage)
    found = [json.loads(version.earlier) for version in storage.overwritten(id, 100)]
    assert [(version["what"], version["text"]) for version in found] == [
        ("moves", "e5 / Nf3 / Nc6"),
        ("title", "One"),
        ("evaluation", "!"),
        ("header", "Standard"),
        ("shapes", "[%csl R(0T1w)e2]"),
        ("comment", "king"),
    ]


def test_a_comment_is_found_by_what_its_writer_saw(library: Library) -> None:
    id = library.create(open_text(GAME)).id
    _made(library, id, {"type": "comment", "node": 1, "index": None, "text": "second"}, Author("ada"))
    _made(library, id, {"type": "comment", "node": 1, "index": 0, "text": ""}, Author("ada"))
    late = {"type": "comment", "node": 1, "index": 1, "text": "changed", "was": "second"}
    _made(library, id, late, Author("bob"))
    assert _texts(library, id)[1] == ["changed"]
    _made(library, id, {"type": "comment", "node": 1, "index": 0, "text": ""}, Author("ada"))
    _made(library, id, {**late, "index": 0, "was": "changed", "text": "again"}, Author("bob"))
    assert _texts(library, id)[1] == ["again"]
