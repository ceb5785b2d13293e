"""Arbitrary requests against the published schema: never an error of the server, and answers as it says."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.schemas import BaseSchema
from starlette.testclient import TestClient

from hyperchess.api.library import StudyView
from hyperchess.api.openapi import ErrorView, openapi
from hyperchess.api.operations.places import MovesView, Position
from hyperchess.api.operations.studies import EditedView
from hyperchess.app.files.inputs import EXAMPLE, read_text
from hyperchess.app.web.operations import SERVER_OPERATIONS
from hyperchess.notation.examples import example_names
from hyperchess.studies.views import Passing, Suggestion
from tests.api.responses import fits
from tests.nightly import seeds

from .api import served, study

_MODES = {mode.value: mode for mode in schemathesis.GenerationMode}
_CHECKS = [
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
]
_TEXTS = [
    *(read_text(EXAMPLE + name).text for name in example_names()),
    "1. e4 / Kh4",
    '[Board "Custom"]\n[k2/3/2K:0:1:w]\n',
    "w (8|1) K5,1+|k5,8+|R1,1+|P4,2+|p3,7+ 4,2>4,4|3,7>3,5",
    "",
    "no game at all",
]
# Words that mean something, so that requests reach further than the first check.
_WORDS: dict[str, st.SearchStrategy[Any]] = {
    "text": st.sampled_from(_TEXTS),
    "notation": st.none() | st.sampled_from(["shad", "branched", "icn", "json", "nothing"]),
    "to": st.sampled_from(["shad", "branched", "raw", "icn", "icn-site", "slavrick"]),
    "node": st.integers(0, 20) | st.sampled_from(["0", "1w", "3b", "x"]),
    "parent": st.integers(0, 20),
    "revision": st.integers(1, 3),
    "pending": st.just([]) | st.lists(st.sampled_from(["(0T1)e2>(0T1)e4", "e4", "Nf3"]), max_size=2),
    "from": st.sampled_from([[0, 2, 4, 1], [0, 3, 6, 7], ["4", "2"], ["5", "1"]]),
    "moves": st.lists(st.sampled_from(["(0T1)e2>(0T1)e4", "Nf3", "4,2>4,4"]), max_size=2),
    "fen": st.sampled_from(["[k2/3/2K:0:1:w]", "[k2/3/2K:0:1:w][k2/3/2K:0:3:w]"]),
    "variant": st.sampled_from(["Standard", "Classical", "nothing"]),
    "options": st.just({}),
    "setup": st.none() | st.just({"game": "5d", "text": "[k2/3/2K:0:1:w]"}),
    "example": st.none() | st.sampled_from(example_names()),
    "title": st.just("A game"),
    "window": st.none(),
    "theme": st.sampled_from(["light", "dark"]),
    "format": st.just("svg"),
    "seconds": st.just(0.01),  # workers have more to do than this
    "mate_in": st.integers(1, 3),
}
_MOSTLY = st.integers(0, 9).map(bool)


def _published() -> list[tuple[str, str, Any]]:
    """The paths, methods and descriptions of all operations."""
    paths = openapi(SERVER_OPERATIONS)["paths"]
    return [(path, method, about) for path, found in paths.items() for method, about in found.items()]


def _asked() -> Iterator[tuple[str, str, str]]:
    """Each operation with requests that the schema allows; with others too where something is sent."""
    for path, method, about in _published():
        yield path, method, "positive"
        if "parameters" in about or "requestBody" in about:
            yield path, method, "negative"


class _Server:
    """A running server with some studies, and its schema."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.schema: BaseSchema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
        self.studies: list[str] = []

    def refresh(self) -> None:
        """Make sure that there are studies: requests delete them."""
        there = {entry["id"] for entry in self.client.get("/api/studies").json()}
        if not there.issuperset(self.studies) or not self.studies:
            self.studies = [study(self.client, text)["id"] for text in _TEXTS[:-2]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Server]:
    with served(tmp_path_factory.mktemp("data")) as client:
        yield _Server(client)


def _enliven(data: st.DataObject, server: _Server, body: Any) -> Any:
    """Put words that mean something into a body, here and there."""
    if isinstance(body, list):
        return [_enliven(data, server, entry) for entry in body]
    if not isinstance(body, dict):
        return body
    words = {**_WORDS, "study": st.sampled_from(server.studies)}
    return {
        name: data.draw(words[name])
        if name in words and data.draw(_MOSTLY)
        else _enliven(data, server, value)
        for name, value in body.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize(("path", "method", "mode"), list(_asked()))
def test_arbitrary_requests(server: _Server, path: str, method: str, mode: str) -> None:
    _ask(server, path, method, mode, settings().max_examples // 4)


@pytest.mark.nightly
@pytest.mark.parametrize(("path", "method", "mode"), list(_asked()))
def test_many_arbitrary_requests(server: _Server, path: str, method: str, mode: str) -> None:
    _ask(server, path, method, mode, len(seeds("requests")))


def _ask(server: _Server, path: str, method: str, mode: str, examples: int) -> None:
    """Send requests to an operation, and hold the answers against the schema."""
    operation = server.schema[path][method.upper()]
    server.refresh()

    @settings(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy(generation_mode=_MODES[mode]))
        if "id" in case.path_parameters and "studies" in path and data.draw(_MOSTLY):
            case.path_parameters["id"] = data.draw(st.sampled_from(server.studies))
        case.body = _enliven(data, server, case.body)
        request = case.as_transport_kwargs(base_url=str(server.client.base_url))
        answer = server.client.request(
            request["method"],
            request["url"],
            params=request.get("params"),
            json=request.get("json"),
            content=request.get("data"),
            headers={name: value for name, value in request["headers"].items() if name != "User-Agent"},
        )
        case.validate_response(answer, checks=_CHECKS)

    ask()


def test_all_answers_have_a_schema() -> None:
    for path, method, about in _published():
        for status, answer in about["responses"].items():
            content = answer.get("content", {})
            described = "application/json" not in content or content["application/json"]["schema"]
            assert described and (content or status == "204"), (path, method, status)
        assert "4XX" in about["responses"]


_KINDS: dict[str, Any] = {"position": Position, "moves": MovesView, "hint": Suggestion, "passing": Passing}


_EDITS: list[dict[str, Any]] = [
    {"type": "rename", "title": "Mine"},
    {"type": "comment", "node": 0, "index": None, "text": "before all"},
    {"type": "text", "text": '[Puzzle "mate-in-1"]\n1. e4 / Kh4 {why} 2. d4'},
    {"type": "undo"},
    {"type": "redo"},
]


@pytest.mark.slow
@pytest.mark.parametrize("text", _TEXTS[:-2])
def test_answers_about_games_fit_the_schema(server: _Server, text: str) -> None:
    made = study(server.client, text)
    fits(StudyView, made)
    place = f"/api/studies/{made['id']}"
    asked = 0
    for node in [node["id"] for node in made["nodes"] if node["resolved"]]:
        for kind, model in _KINDS.items():
            answer = server.client.post(f"{place}/{kind}", json={"node": node})
            if kind == "passing" and made["game"] == "infinite":
                assert answer.status_code == 422
                fits(ErrorView, answer.json()["error"])
                continue
            assert answer.status_code == 200, answer.text
            fits(model, answer.json())
            asked += 1
        movable = server.client.post(f"{place}/moves", json={"node": node}).json()["movable"]
        for square in movable[:3]:
            moves = server.client.post(f"{place}/moves", json={"node": node, "from": square})
            fits(MovesView, moves.json())
    assert asked > 0
    for revision, edit in enumerate(_EDITS, start=1):
        asked_for = {"revision": revision, "edit": edit, "view": True, "moves": True}
        answer = server.client.post(f"{place}/edits", json=asked_for)
        assert answer.status_code == 200, answer.text
        fits(EditedView, answer.json())
