"""A save that fails: the refused edit is nowhere, the acknowledged ones are there once."""

import json
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.datastructures import State

from hyperchess.api.errors import ApiError
from hyperchess.api.library import Author, Library, OpenStudy
from hyperchess.api.operations.chapters import delete_chapters
from hyperchess.api.operations.studies import create
from hyperchess.api.roles import Role
from hyperchess.app.web.context import ServerContext
from hyperchess.app.web.settings import Settings
from hyperchess.app.web.storage import Storage
from hyperchess.app.web.storage.postgres import PostgresStorage
from hyperchess.studies.data import json_text
from hyperchess.studies.edits import EditComment, Rename
from hyperchess.studies.opening import open_text
from tests.app.web.api import wait_until
from tests.app.web.postgres import Opened, Postgres
from tests.app.web.storage.faults import Faults

_GAME = '[Board "Standard"]\n1. e4 / e5'


def _library(storage: Storage) -> Library:
    return Library(storage, transaction=storage.transaction)


def _comment(library: Library, id: str, text: str, operation: str = "") -> Any:
    edit = EditComment(0, text=text)
    return library.edit(id, edit, Author("ada", operation or f"operation-{text}"))


def _comments(opened: OpenStudy) -> list[str]:
    root = json.loads(json_text(opened.view()))["nodes"][0]
    return [comment["text"] for comment in root["comments"]]


@pytest.mark.parametrize("statement", ["INSERT INTO history", "INSERT INTO operations", "COMMIT"])
def test_a_refused_edit_is_not_saved_with_the_next_one(opened: Opened, statement: str) -> None:
    storage = opened()
    library, faults = _library(storage), Faults(storage)
    id = library.create(open_text(_GAME)).id
    holder = library.find(id)
    with faults.at(lambda found: found.startswith(statement)), pytest.raises(ApiError, match="be reached"):
        _comment(library, id, "refused")
    with pytest.raises(ApiError, match="must be reloaded"):
        holder.view()
    assert _comments(library.find(id)) == []
    _comment(library, id, "next")
    assert _comments(library.find(id)) == ["next"]
    _comment(library, id, "refused")
    _comment(library, id, "refused")
    assert _comments(library.find(id)) == ["next", "refused"]
    library.forget(id)
    assert _comments(library.find(id)) == ["next", "refused"]


def test_an_edit_that_waited_for_a_failed_one_is_made_in_the_study_as_stored(opened: Opened) -> None:
    storage = opened()
    library, faults = _library(storage), Faults(storage)
    id = library.create(open_text(_GAME)).id
    holder = library.find(id)
    is_waiting = Event()

    def wait() -> None:
        is_waiting.set()
        _comment(library, id, "waiting")

    waiting = Thread(target=wait)

    def fail(statement: str) -> bool:
        if statement == "COMMIT":
            waiting.start()
            is_waiting.wait()
            return True
        return False

    with faults.at(fail, stays_down=False), pytest.raises(ApiError, match="be reached"):
        _comment(library, id, "refused")
    waiting.join()
    assert _comments(library.find(id)) == ["waiting"]
    assert holder.is_discarded or _comments(holder) == ["waiting"]


def test_a_commit_without_acknowledgement_is_answered_as_made(opened: Opened) -> None:
    storage = opened()
    library, faults = _library(storage), Faults(storage)
    id = library.create(open_text(_GAME)).id
    told: list[int] = []
    library.on_change = lambda id, answer, revision: told.append(revision)
    for number, stays_down in enumerate((True, False)):
        text = f"committed {number}"
        with faults.at(lambda found: found == "COMMIT", is_executed=True, stays_down=stays_down):
            if stays_down:  # the client sends the operation again
                with pytest.raises(ApiError, match="be reached"):
                    _comment(library, id, text, f"operation-{number}")
            else:
                assert _comment(library, id, text, f"operation-{number}")["revision"] == 3
        assert _comment(library, id, text, f"operation-{number}")["revision"] == number + 2
    assert told == [3]
    assert _comments(library.find(id)) == ["committed 0", "committed 1"]
    assert _comment(library, id, "next")["revision"] == 4


def test_chapters_are_created_all_or_none(opened: Opened) -> None:
    storage = opened()
    library, faults = _library(storage), Faults(storage)
    games = [open_text(_GAME) for _ in range(3)]
    started = faults.count
    library.create_all(games)
    statements = faults.count - started
    before = {entry.row.id for entry in storage.list()}
    for number in range(1, statements + 1):
        with faults.at_statement(number), pytest.raises(ApiError, match="be reached"):
            library.create_all(games)
        assert {entry.row.id for entry in storage.list()} == before, number


def test_a_study_is_created_with_the_key_of_its_owner_or_not_at_all(opened: Opened) -> None:
    storage = opened()
    client = _client(storage)
    faults = Faults(storage)
    with (
        faults.at(lambda found: found.startswith("INSERT INTO links")),
        pytest.raises(ApiError, match="be reached"),
    ):
        create(client, open_text(_GAME))
    assert storage.list() == []
    study = create(client, *[open_text(_GAME)] * 2)
    owner = _client(storage, study.key or "")
    owner.expect(study.id, Role.OWNER)
    deletes = iter([False, True])
    with (
        faults.at(lambda found: found.startswith("DELETE FROM studies") and next(deletes)),
        pytest.raises(ApiError, match="be reached"),
    ):
        delete_chapters(owner, study.id)
    assert len(storage.list()) == 2
    delete_chapters(owner, study.id)
    assert storage.list() == []


def _client(storage: Storage, key: str = "") -> ServerContext:
    """Return a client of a public server that has only a storage."""
    settings = Settings(Path(), public="https://example.org")
    others = dict.fromkeys(("hub", "jobs", "matches", "text_pool"), Mock())
    return ServerContext(
        State({"settings": settings, "library": _library(storage), "storage": storage, **others}), key
    )


class _Editor(Thread):
    """Adds comments until it is stopped; sends most refused ones again with the same operation id."""

    def __init__(self, name: str, library: Library, id: str) -> None:
        super().__init__(daemon=True)
        self.person, self.library, self.id = name, library, id
        self.is_stopped = Event()
        self.acknowledged: list[str] = []
        self.given_up: list[str] = []
        self.refusals = 0

    def run(self) -> None:
        number = 0
        while not self.is_stopped.wait(0.01):
            number += 1
            text = f"{self.person} {number}"
            operation = f"operation-{self.person}-{number}"
            while True:
                try:
                    _comment(self.library, self.id, text, operation)
                except ApiError as error:
                    assert error.status == 503, error
                    self.refusals += 1
                    if self.refusals % 3 == 0:  # this one is not sent again
                        self.given_up.append(text)
                        break
                else:
                    self.acknowledged.append(text)
                    break


def _have_acknowledged(editors: list[_Editor], count: int) -> bool:
    return all(len(editor.acknowledged) >= count for editor in editors)


def _have_refusals(editors: list[_Editor], count: int) -> bool:
    return sum(editor.refusals for editor in editors) >= count


def test_a_database_that_restarts_under_load_loses_and_doubles_nothing(postgres: Postgres) -> None:
    address = postgres()
    storages = [PostgresStorage(address) for _ in range(2)]
    libraries = [_library(storage) for storage in storages]
    id = libraries[0].create(open_text(_GAME)).id
    editors = [_Editor(f"editor{number}", libraries[number % 2], id) for number in range(4)]
    for editor in editors:
        editor.start()
    for _ in range(2):
        with postgres.stopped():
            refusals = sum(editor.refusals for editor in editors)
            wait_until(partial(_have_refusals, editors, refusals + 1))
        most = max(len(editor.acknowledged) for editor in editors)
        wait_until(partial(_have_acknowledged, editors, most + 3))
    for editor in editors:
        editor.is_stopped.set()
        editor.join()
    for library in libraries:
        found = _comments(library.find(id))
        assert len(found) == len(set(found))
        for editor in editors:
            own = [text for text in found if text.startswith(f"{editor.person} ")]
            assert [text for text in own if text not in editor.given_up] == editor.acknowledged
    for editor in editors:
        for text in editor.given_up:
            if text in found:  # the commit was made before the database ended
                operation = f"operation-{text.replace(' ', '-')}"
                _comment(libraries[0], id, text, operation)
    assert _comments(libraries[0].find(id)) == found
    assert libraries[0].find(id).revision == len(found) + 1
    for storage in storages:
        storage.close()


def test_neither_of_two_servers_that_write_all_the_time_is_starved(opened: Opened) -> None:
    storages = [opened() for _ in range(2)]
    libraries = [_library(storage) for storage in storages]
    id = libraries[0].create(open_text(_GAME)).id
    made = [0, 0]

    def write(number: int) -> None:
        while sum(made) < 300:
            edit = Rename(f"{number} {made[number]}")
            libraries[number].edit(id, edit, Author(str(number)))
            made[number] += 1

    writers = [Thread(target=write, args=(number,)) for number in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert min(made) * 2 >= max(made), made
    assert libraries[0].find(id).revision == sum(made) + 1
