"""The table of operations: descriptions, roles, and the same behaviour on a server and in a browser."""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.api.context import Context
from hyperchess.api.errors import ApiError
from hyperchess.api.operation import Operation, StudyId, Table
from hyperchess.api.roles import Role
from hyperchess.app.site.board import Board
from hyperchess.app.web.operations import SERVER_OPERATIONS
from hyperchess.notation.examples import example_names
from scripts.page_types import TYPES, page_types
from tests.app.web.api import served

_RANKS = (Role.VIEW, Role.COMMENT, Role.EDIT, Role.OWNER)
_BROKEN = '[Board "Standard"]\n1. e4 / Kh4'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


def _name(value: object) -> str:
    return f"{value.method} {value.path}" if isinstance(value, Operation) else str(value)


def test_names_and_paths_are_unique_and_described() -> None:
    names = [operation.name for operation in SERVER_OPERATIONS]
    paths = [(operation.method, operation.path) for operation in SERVER_OPERATIONS]
    assert len(set(names)) == len(names) and len(set(paths)) == len(paths)
    assert all(operation.summary.endswith(".") for operation in SERVER_OPERATIONS)


class _Client(Context):
    """A client with a role in the study `mine`, and with none in all others."""

    def __init__(self, role: Role | None) -> None:
        self.role = role

    def expect(self, study: str, role: Role) -> None:
        if study != "mine" or self.role is None or not self.role.allows(role):
            raise ApiError(403, "role", "refused")


def _refused(operation: Operation, client: _Client, study: str = "mine") -> bool:
    """Return whether a client is refused before the function is called."""
    called: list[object] = []
    probe = Operation(
        lambda context, **arguments: called.append(arguments),
        operation.method,
        operation.path,
        operation.role,
        status=204,
    )
    for name in ("types", "parameters"):  # those of the operation
        probe.__dict__[name] = getattr(operation, name)
    arguments: dict[str, Any] = dict.fromkeys(operation.parameters, study)
    if operation.request is not None:
        arguments["request"] = SimpleNamespace(study=study)
    try:
        probe.run(client, arguments)
    except ApiError as refusal:
        assert (refusal.code, called) == ("role", [])
        return True
    assert len(called) == 1
    return False


@pytest.mark.parametrize(
    "operation", [found for found in SERVER_OPERATIONS if found.role is not None], ids=_name
)
def test_a_client_below_the_role_is_refused(operation: Operation) -> None:
    assert operation.role is not None
    for role in (None, *_RANKS):
        is_enough = role is not None and role.allows(operation.role)
        assert _refused(operation, _Client(role)) is not is_enough
    assert _refused(operation, _Client(Role.OWNER), "another")


def test_operations_without_a_role_access_no_study() -> None:
    for operation in SERVER_OPERATIONS:
        if operation.role is None:
            assert not _refused(operation, _Client(None))


def test_an_operation_on_a_study_needs_a_role() -> None:
    table = Table("tests")

    @table.get("/studies/{id}/secret")
    def read_secret(context: Context, id: StudyId) -> str:
        """Return a secret."""
        return "secret"

    [operation] = table
    with pytest.raises(TypeError, match="has a role if"):
        operation.run(_Client(Role.OWNER), {"id": "mine"})


def test_the_types_of_the_page_are_those_of_the_operations() -> None:
    assert TYPES.read_text(encoding="utf-8") == page_types(), "run: python -m scripts.page_types"


def _both(client: TestClient, board: Board, method: str, path: str, body: Any) -> tuple[Any, Any]:
    """Return the responses of the server and of the board in a browser."""
    content = body if isinstance(body, str) else json.dumps(body)
    served = client.request(
        method, f"/api{path}", content=content, headers={"content-type": "application/json"}
    )
    answered = board.answer(method, path, content)
    return (served.status_code, served.json()), (answered.status, json.loads(answered.body))


@pytest.mark.parametrize(
    ("path", "body", "at", "message"),
    [
        ("/check", {}, "text", "is missing"),
        ("/check", {"text": 1}, "text", "expected a string, found 1"),
        ("/check", {"text": "\ud800"}, "text", "the string has half of a surrogate pair"),
        ("/check", {"text": "", "txt": 1}, "txt", "there is no such field; the fields are text, notation"),
        ("/check", [], "", "expected an object, found a list"),
        ("/positions", {"text": "", "number": True}, "number", "expected a whole number, found true"),
        ("/positions", {"text": "", "number": 0}, "number", "expected at least 1, found 0"),
        ("/positions", {"text": "", "number": 1.0}, "number", "expected a whole number, found 1.0"),
        ("/positions", {"text": "", "pending": ["e4", None]}, "pending.1", "expected a string, found null"),
        ("/convert", {"text": "", "to": "x", "options": {"a": []}}, "options.a", "expected true or false"),
        ("/practice", {"name": "x" * 201, "seed": 1}, "name", "expected a length of at most 200"),
        ("/setup", {"game": "chess"}, "game", "expected '5d' or 'infinite', found 'chess'"),
        ("/setup", {}, "game", "is missing"),
        ("/setup", {"game": "5d", "boards": [{"name": "0"}]}, "boards.0.turn", "is missing"),
        (
            "/setup",
            {"game": "infinite", "pieces": [["king", "white", "0", "x", 1]]},
            "pieces.0.3",
            "expected text like",
        ),
        (
            "/setup",
            {"game": "infinite", "pieces": [["king", "white", "0", "0", True]]},
            "pieces.0.4",
            "expected 0 or 1, found true",
        ),
        ("/setup", {"game": "infinite", "border": {"left": 1}}, "border.left", "expected a string, found 1"),
        ("/studies", {}, "", "give exactly one of text, variant"),
        ("/studies", {"setup": {"game": "5d"}}, "setup.text", "is missing"),
        ("/studies/x/edits", {"edit": {"type": "ad"}}, "edit.type", "expected 'add', 'delete'"),
        ("/studies/x/edits", {"edit": {"type": "add", "parent": 0, "moves": []}}, "edit.moves", "at least 1"),
        (
            "/studies/x/edits",
            {
                "edit": {
                    "type": "shapes",
                    "node": 0,
                    "shapes": [{"type": "ray", "from": [1, 2], "to": [3, 4]}],
                }
            },
            "edit.shapes.0.from.0",
            "expected a string, found 1",
        ),
        (
            "/studies/x/edits",
            {"edit": {"type": "header", "key": "a b"}},
            "edit.key",
            "expected text like",
        ),
        (
            "/studies/x/moves",
            {"node": 0, "from": [0, "1"]},
            "from",
            "expected a list of whole numbers or a list of decimal strings",
        ),
        ("/thoughts", {"study": "x", "node": 0, "seconds": 61}, "seconds", "expected at most 60.0, found 61"),
    ],
)
def test_a_request_is_refused_with_the_same_message_everywhere(
    client: TestClient, path: str, body: Any, at: str, message: str
) -> None:
    served, answered = _both(client, Board(), "POST", path, body)
    if path != "/studies":  # in a browser a study may also have an id
        assert served == answered
    status, refusal = served
    assert (status, refusal["error"]["code"]) == (422, "request")
    assert refusal["error"]["details"][0]["at"] == at
    assert message in refusal["error"]["details"][0]["message"]


@pytest.mark.parametrize(
    ("body", "message"), [("{", "not JSON"), ("1" * 5_000, "digits"), ("[" * 100_000, "nested too deeply")]
)
def test_unreadable_json_is_refused_with_the_same_message_everywhere(
    client: TestClient, body: str, message: str
) -> None:
    served, answered = _both(client, Board(), "POST", "/check", body)
    assert served == answered
    assert (served[0], served[1]["error"]["code"]) == (400, "json")
    assert message in served[1]["error"]["message"]


def test_a_body_needs_its_content_type(client: TestClient) -> None:
    answer = client.post("/api/check", content='{"text": ""}', headers={"content-type": "text/plain"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "request")


def _answers(client: TestClient, where: str) -> Any:
    """Return a function that sends a request to the server or to the board in a browser."""
    board = Board()

    def ask(path: str, body: Any) -> Any:
        if where == "server":
            answer = client.post(f"/api{path}", json=body)
            assert answer.status_code < 300, answer.text
            return answer.json()
        reply = board.answer("POST", path, json.dumps(body))
        assert reply.status < 300, reply.body
        return json.loads(reply.body)

    return ask


@pytest.mark.parametrize("where", ["server", "browser"])
@pytest.mark.parametrize(("variant", "move"), [("Standard", "(0T1)e2>(0T1)e4"), ("Classical", "4,2>4,4")])
def test_an_edit_returns_the_position_to_draw(
    client: TestClient, where: str, variant: str, move: str
) -> None:
    ask = _answers(client, where)
    place = f"/studies/{ask('/studies', {'variant': variant})['id']}"
    edits = [
        {"type": "add", "parent": 0, "moves": [move]},
        {"type": "comment", "node": 1, "text": "good"},
        {"type": "undo"},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "text", "text": "1. e4 / e5" if variant == "Standard" else "w K5,1|k5,8 5,1>5,2"},
    ]
    for edit in edits:
        changed = ask(f"{place}/edits", {"edit": edit, "view": True})
        assert changed["position"] == ask(f"{place}/position", {"node": changed["node"]})
        assert "moves" not in changed["position"]
    assert "position" not in ask(f"{place}/edits", {"edit": edits[-1]})
    with_moves = ask(f"{place}/edits", {"edit": edits[-1], "moves": True})
    asked = {"node": with_moves["node"], "moves": True}
    assert with_moves["position"] == ask(f"{place}/position", asked) != changed["position"]


def test_an_edit_without_a_position_to_draw(client: TestClient) -> None:
    ask = _answers(client, "server")
    made = ask("/studies", {"text": _BROKEN})
    last = made["nodes"][-1]
    assert not last["resolved"]
    edit = {"type": "comment", "node": last["id"], "text": "why?"}
    changed = ask(f"/studies/{made['id']}/edits", {"edit": edit, "view": True})
    assert changed["node"] == last["id"] and changed["position"] is None


@pytest.mark.parametrize("example", example_names())
def test_a_position_with_the_moves_of_all_pieces(client: TestClient, example: str) -> None:
    ask = _answers(client, "server")
    made = ask("/studies", {"example": example})
    place = f"/studies/{made['id']}"
    for node in [node["id"] for node in made["nodes"] if node["resolved"]][:4]:
        position = ask(f"{place}/position", {"node": node, "moves": True})
        found = position.pop("moves")
        assert position == ask(f"{place}/position", {"node": node})
        assert found["movable"] == ask(f"{place}/moves", {"node": node})["movable"]
        assert len(found["targets"]) == len(found["movable"])
        for square, targets in list(zip(found["movable"], found["targets"], strict=True))[:5]:
            assert targets == ask(f"{place}/moves", {"node": node, "from": square})
