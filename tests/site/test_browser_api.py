"""Responses of the board in a browser, without the browser: bugs, bad requests, damaged studies."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hyperchess.app.site.board import Board
from hyperchess.app.site.tab import BOARD
from hyperchess.studies import catalogue


@pytest.mark.parametrize("error", [AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError])
def test_an_unknown_exception_is_reported_as_a_bug(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error("oops")

    monkeypatch.setattr(catalogue, "list_notations", fail)
    reply = Board().answer("GET", "/notations", "")
    told = json.loads(reply.body)["error"]
    assert (reply.status, told["code"]) == (500, "bug")
    assert error.__name__ in told["message"]
    assert "report" in told["hint"]
    assert "list_notations" in capsys.readouterr().err  # the traceback


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("{", 400, "the body is not JSON"),
        ("[]", 422, "expected an object, found a list"),
        ("{}", 422, "text: is missing"),
        ('{"text": "1. e4", "notatoin": "shad"}', 422, "notatoin: there is no such field"),
    ],
)
def test_a_request_that_cannot_be_read_is_refused(body: str, status: int, message: str) -> None:
    reply = Board().answer("POST", "/check", body)
    assert reply.status == status
    assert message in json.loads(reply.body)["error"]["message"]


def _record() -> dict[str, Any]:
    """Create a study as the database would have it."""
    board = Board()
    board.answer("POST", "/studies", '{"variant": "Standard"}')
    (written,) = board.storage.written()
    return {"head": written["head"], "history": written["history"]}


def test_a_sound_study_passes_the_check() -> None:
    assert BOARD.check(json.dumps(_record())) == ""


def _without(name: str) -> dict[str, Any]:
    record = _record()
    del record["head"][name]
    return record


def _with_entry(**changes: object) -> dict[str, Any]:
    record = _record()
    record["history"][0].update(changes)
    return record


@pytest.mark.parametrize(
    "record",
    [
        *(None, [], {}, {"head": {}, "history": []}),
        *(_without(name) for name in ("id", "title", "game", "nodes", "revision", "place", "updated")),
        {**_record(), "history": []},
        *(_with_entry(text=text) for text in ("", "{}", "[]", None)),
        _with_entry(parts={}),
        _with_entry(parts=None),
        _with_entry(node="last"),
        {**_record(), "head": {**_record()["head"], "game": "checkers"}},
        {**_record(), "head": {**_record()["head"], "tags": "one"}},
    ],
)
def test_a_damaged_study_says_why(record: object) -> None:
    assert "damaged" in BOARD.check(json.dumps(record))


def test_heads_are_checked_one_by_one() -> None:
    sound = _record()["head"]
    found = json.loads(BOARD.check_heads(json.dumps([sound, {"id": "x"}, {**sound, "tags": [1]}])))
    assert found[0] == ""
    assert "its title is null, expected a string" in found[1]
    assert "tags" in found[2]
