"""Contract of every study storage, run against SQLite and a real PostgreSQL."""

from math import inf
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from hyperchess.api.documents import Document
from hyperchess.api.errors import ApiError
from hyperchess.api.roles import Role
from hyperchess.api.stored import HISTORY, Chapter, Filing, Made, Operation, Row, StoredMatch, Volume
from hyperchess.app.web.links import new_link
from hyperchess.app.web.live import hub
from hyperchess.app.web.storage import Storage
from hyperchess.app.web.storage import storage as module
from hyperchess.app.web.storage.postgres import PostgresStorage
from tests.app.web.api import served, wait_until
from tests.app.web.live.sockets import here, next_message
from tests.app.web.postgres import Opened, Postgres

ROW = Row("a", "A title", "5d", 3)


def _rows(storage: Storage, query: str) -> list[Any]:
    return [tuple(row) for row in storage._connection.execute(query).fetchall()]


def _document(text: str, **parts: str) -> Document:
    return Document(" ".join([text, *parts]), parts)


def test_a_study_is_kept_and_found_again(opened: Opened) -> None:
    first = opened()
    first.create(ROW, _document("one", p1="start"), 2)
    first.close()
    again = opened()
    stored = again.load("a")
    assert stored is not None
    assert (stored.revision, stored.document, stored.place) == (1, _document("one", p1="start"), 0)
    assert stored.made == ()
    assert again.revision("a") == 1
    assert again.load("b") is None and again.revision("b") is None
    again.close()


def test_only_the_current_revision_can_be_followed_by_another(opened: Opened) -> None:
    one, other = opened(), opened()
    one.create(ROW, _document("1"), 0)
    assert other.save(ROW, 1, _document("2"), 0)
    assert not one.save(ROW, 1, _document("lost"), 0)
    stored = one.load("a")
    assert stored is not None and (stored.revision, stored.document.text) == (2, "2")
    one.close()
    other.close()


def test_the_history_is_kept_with_who_made_it(opened: Opened) -> None:
    storage = opened()
    storage.create(ROW, _document("0"), 0)
    for number, person in enumerate(["ada", "bob", "ada"], start=1):
        operation = Operation(f"id-{number}", person, f'"answer {number}"', None, "{}" if number == 2 else "")
        assert storage.save(ROW, number, _document(str(number)), number, operation)
    stored, earlier = storage.load("a"), storage.load("a", 1)
    assert stored is not None and (stored.document.text, stored.place) == ("3", 3)
    assert stored.made == (Made("ada", 1), Made("bob", 2), Made("ada", 3))
    assert earlier is not None and earlier.document.text == "1"
    assert storage.load("a", 4) is None
    assert [version.person for version in storage.overwritten("a", 10)] == ["bob"]
    storage.close()


def test_answers_are_kept_and_bounded(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OPERATIONS", 60)
    storage = opened()
    storage.create(ROW, _document("0"), 0)
    for number in range(1, 150):
        operation = Operation(f"id-{number}", "", f'"answer {number}"')
        assert storage.save(ROW, number, _document(str(number)), 0, operation)
    assert storage.answer("a", "id-149") == '"answer 149"'
    assert storage.answer("a", "id-1") is None and storage.answer("b", "id-149") is None
    assert storage.answers_since("a", 148) == ['"answer 148"', '"answer 149"']
    assert storage.answers_since("a", 150) == []
    assert storage.answers_since("a", 3) is None
    ((count,),) = _rows(storage, "SELECT count(*) FROM operations")
    assert 60 <= count < 60 + 50
    monkeypatch.setattr(module, "_MOST_ANSWER_BYTES", 1)
    assert storage.save(ROW, 150, _document("x"), 0, Operation("id-150", "", '"y"'))
    while storage.revision("a") != 200:
        revision = storage.revision("a") or 0
        assert storage.save(ROW, revision, _document("x"), 0, Operation(f"id-{revision}", "", '"y"'))
    assert storage.answers_since("a", 199) == ['"y"'] and storage.answers_since("a", 198) is None
    storage.close()


def test_links_and_games_are_kept(opened: Opened) -> None:
    storage = opened()
    storage.create(ROW, _document("0"), 0)
    link, _ = new_link("a", Role.EDIT, "Bo")
    storage.add_link(link)
    assert storage.link(link.token) == link and storage.links("a") == [link] and storage.links("b") == []
    storage.keep_match(StoredMatch("a", True, "{}", 5.0))
    storage.keep_match(StoredMatch("a", False, "over", inf))
    assert storage.match("a") == StoredMatch("a", False, "over", inf) and storage.current_matches() == []
    assert storage.end_link("a", link.id) and not storage.end_link("a", link.id)
    assert storage.link(link.token) is None
    storage.add_link(link)
    assert storage.delete("a")
    assert storage.link(link.token) is None and storage.match("a") is None


def test_the_acts_of_a_game_are_bounded(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_ACTS", 5)
    storage = opened()
    storage.create(ROW, _document("0"), 0)
    assert storage.save(ROW, 1, _document("x"), 0, Operation("an edit", "", '"y"'))
    before = StoredMatch("a", True, "0", 5.0)
    storage.keep_match(before)
    for number in range(1, 20):
        after = StoredMatch("a", True, str(number), 5.0)
        assert storage.replace_match(before, after, Operation(f"act-{number}", "white", "{}"))
        assert not storage.replace_match(after, before, Operation(f"act-{number}", "white", "{}"))
        before = after
    kept = [number for number in range(1, 20) if storage.answer("a", f"act-{number}") is not None]
    assert kept == [15, 16, 17, 18, 19] and storage.answer("a", "an edit") == '"y"'
    assert storage.answers_since("a", 1) == ['"y"']


def test_the_history_is_bounded_and_parts_go_with_it(opened: Opened) -> None:
    storage = opened()
    storage.create(ROW, _document("0", old="x"), 0)
    for number in range(1, HISTORY + 30):
        assert storage.save(ROW, number, _document(str(number), new="y"), 0)
    assert _rows(storage, "SELECT count(*), min(place) FROM history") == [(HISTORY + 1, 29)]
    assert _rows(storage, "SELECT fingerprint FROM parts") == [("new",)]
    storage.close()


def test_a_history_of_large_documents_is_shorter(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_BYTES", 3_000)
    storage = opened()
    storage.create(ROW, _document("0"), 0)
    for number in range(1, 20):
        noise = "".join(str((number * 7919 + place * place * 104729) % 10**6) for place in range(400))
        assert storage.save(ROW, number, _document(noise), 0)
    ((count,),) = _rows(storage, "SELECT count(*) FROM history")
    assert 1 <= count < 5
    stored = storage.load("a")
    assert stored is not None and stored.revision == 20
    storage.close()


def test_deleting_leaves_nothing(opened: Opened) -> None:
    storage = opened()
    storage.create(ROW, _document("0", part="x"), 0)
    assert storage.delete("a") and not storage.delete("a")
    for name in ("history", "parts"):
        assert _rows(storage, f"SELECT count(*) FROM {name}") == [(0,)]
    storage.close()


def test_the_list_is_searched_in_any_case(opened: Opened) -> None:
    storage = opened()
    for name, title in (("1", "Ünder the Sea"), ("2", "100% _true_"), ("3", "sea")):
        storage.create(Row(name, title, "5d", 1), _document(""), 0)
    assert {found.row.id for found in storage.list("SEA")} == {"1", "3"}
    assert [found.row.id for found in storage.list("% _")] == ["2"]
    assert [found.row.id for found in storage.list("ünder")] == ["1"]
    assert len(storage.list()) == 3 and len(storage.list(most=2)) == 2
    assert storage.save(Row("2", "100% _true_", "5d", 1), 1, _document("later"), 0)
    assert storage.list()[0].row.id == "2"
    storage.close()


def test_a_failure_in_the_middle_changes_nothing(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = opened()
    storage.create(ROW, _document("0"), 0)

    def fail(*arguments: Any) -> None:
        raise OSError("disk I/O error")

    monkeypatch.setattr(storage, "_prune", fail)
    with pytest.raises(OSError, match="disk"):
        storage.save(ROW, 1, _document("lost"), 0)
    stored = storage.load("a")
    assert stored is not None and (stored.revision, stored.document.text) == (1, "0")
    assert storage.load("a", 1) is None
    storage.close()


def test_studies_are_filed(opened: Opened) -> None:
    storage = opened()
    storage.create(ROW, _document("0"), 0)
    assert storage.file("a", Filing("club \0", ("one", "two"))) and not storage.file("b", Filing())
    (entry,) = storage.list("TWO")
    assert entry.filing.tags == ("one", "two") and entry.filing.folder.startswith("club ")


def test_chapters_are_kept_in_order_with_their_links(opened: Opened) -> None:
    storage = opened()
    storage.create(ROW, _document("0"), 0)
    assert storage.volume("a") is None and not storage.arrange("a", "Alone", ["a"])
    storage.file("a", Filing("club", ("one",)))
    for name in ("b", "c"):
        storage.create(Row(name, name, "5d", 1), _document("0"), 0, next_to="a")
    storage.create(Row("d", "d", "5d", 1), _document("0"), 0)
    with pytest.raises(ApiError, match="no such study"):
        storage.create(Row("e", "e", "5d", 1), _document("0"), 0, next_to="none")
    assert storage.revision("e") is None
    assert storage.volume("c") == Volume("A title", (ROW, Row("b", "b", "5d", 1), Row("c", "c", "5d", 1)))
    assert storage.arrange("b", "All", ["c", "a", "b"]) and not storage.arrange("b", "All", ["c", "a"])
    assert not storage.arrange("b", "All", ["c", "a", "b", "d"])
    listed = {entry.row.id: entry for entry in storage.list("ALL")}
    assert {id: entry.chapter for id, entry in listed.items()} == {
        "a": Chapter("a", "All", 2),
        "b": Chapter("a", "All", 3),
        "c": Chapter("a", "All", 1),
    }
    assert {entry.filing.folder for entry in listed.values()} == {"club"}
    assert storage.share_volume("a", "b") and not storage.share_volume("a", "d")
    assert not storage.share_volume("d", "d")
    link, _ = new_link("a", Role.EDIT, "Bo")
    storage.add_link(link)
    assert storage.links("b") == [link] and storage.links("d") == []
    assert storage.delete("a")
    found = storage.link(link.token)
    assert found is not None and found.study == "c"
    storage.create(Row("f", "f", "5d", 1), _document("0"), 0, next_to="b")
    volume = storage.volume("c")
    assert volume is not None and [row.id for row in volume.chapters] == ["c", "b", "f"]
    assert storage.end_link("b", link.id) and storage.link(link.token) is None


def test_of_two_who_save_at_once_one_is_told(opened: Opened) -> None:
    """However often: each revision has one successor, and no acknowledged edit is lost."""
    storages = [opened(), opened()]
    storages[0].create(ROW, _document("0"), 0)
    won: list[list[int]] = [[], []]

    def work(number: int) -> None:
        storage = storages[number]
        for _ in range(40):
            revision = storage.revision("a")
            assert revision is not None
            if storage.save(ROW, revision, _document(f"{revision} by {number}"), 0):
                won[number].append(revision)

    threads = [Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    saved = sorted([*won[0], *won[1]])
    assert saved == list(range(1, len(saved) + 1)) and len(saved) >= 40
    assert storages[0].revision("a") == len(saved) + 1


def test_a_damaged_document_is_refused(opened: Opened) -> None:
    storage = opened()
    storage.create(ROW, _document("0"), 0)
    storage._connection.execute("UPDATE history SET checksum = checksum + 1")
    with pytest.raises(ApiError, match="damaged on the disk"):
        storage.load("a")


def test_there_are_quotas(opened: Opened) -> None:
    for options, message in (({"study_bytes": 5}, "this study"), ({"total_bytes": 5}, "all studies")):
        storage = opened(**options)
        with pytest.raises(ApiError, match=message) as refusal:
            storage.create(ROW, _document("0"), 0)
        assert refusal.value.code == "quota" and storage.list() == []


def test_announcements_reach_the_other_servers(postgres: Postgres) -> None:
    address = postgres()
    one, other = PostgresStorage(address), PostgresStorage(address)
    heard: list[tuple[str, str]] = []
    arrived = Event()

    def hear(study: str, message: str) -> None:
        heard.append((study, message))
        arrived.set()

    try:
        own: list[str] = []
        one.subscribe(lambda study, _: own.append(study))
        end = other.subscribe(hear)
        one.announce("a", "revision 2")
        wait_until(arrived.is_set)
        assert heard == [("a", "revision 2")] and own == []
        with pytest.raises(ValueError, match="at most"):
            one.announce("a", "x" * 10_000)
        end()
        other.announce("b", "from the other")
        wait_until(lambda: own == ["b"])
        assert len(heard) == 1
    finally:
        one.close()
        other.close()


def test_a_lost_connection_is_made_anew(postgres: Postgres) -> None:
    psycopg = pytest.importorskip("psycopg")
    address = postgres()
    storage = PostgresStorage(address)
    heard: list[tuple[str, str]] = []
    storage.subscribe(lambda study, message: heard.append((study, message)))
    storage.create(ROW, _document("0"), 0)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    with pytest.raises(ApiError, match="cannot be reached") as refusal:
        storage.revision("a")
    assert (refusal.value.status, refusal.value.code) == (503, "storage")
    assert storage.revision("a") == 1
    wait_until(lambda: ("", "") in heard)  # something may have been missed
    storage.close()


def test_two_servers_on_one_postgresql_see_each_other(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres()
    with (
        served(tmp_path / "one", database=address) as one,
        served(tmp_path / "other", database=address) as other,
    ):
        study = one.post("/api/studies", json={"variant": "Standard"}).json()
        edit = {"revision": 1, "edit": {"type": "rename", "title": "from the other"}}
        assert other.post(f"/api/studies/{study['id']}/edits", json=edit).status_code == 200
        assert one.get(f"/api/studies/{study['id']}").json()["title"] == "from the other"
        late = one.post(f"/api/studies/{study['id']}/edits", json=edit)
        assert (late.status_code, late.json()["error"]["code"]) == (409, "conflict")


def test_a_page_on_one_server_hears_what_is_edited_on_another(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "_POLL", 3_600.0)  # the announcement alone must do it
    address = postgres()
    with (
        served(tmp_path / "one", database=address) as one,
        served(tmp_path / "other", database=address) as other,
    ):
        study = one.post("/api/studies", json={"variant": "Standard"}).json()
        with here(one, study["id"]) as socket:
            next_message(socket, "welcome")
            edit = {"edit": {"type": "rename", "title": "from the other"}}
            assert other.post(f"/api/studies/{study['id']}/edits", json=edit).status_code == 200
            told = next_message(socket, "change")["change"]
        assert (told["revision"], told["head"]["title"]) == (2, "from the other")
