"""Access control, and the security headers of every response."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from hyperchess.app.web.guards.security import HEADERS
from hyperchess.app.web.server import create_app
from hyperchess.app.web.settings import DEFAULT_PORT, Settings
from tests.app.web.api import served

OWN = f"localhost:{DEFAULT_PORT}"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


@contextmanager
def _client(tmp_path: Path, host: str, port: int = DEFAULT_PORT) -> Iterator[TestClient]:
    with TestClient(
        create_app(Settings(tmp_path, host, port)), base_url=f"http://localhost:{port}"
    ) as client:
        yield client


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/about", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/api/nothing", 404),
        ("PUT", "/api/about", 405),
        ("OPTIONS", "/api/studies", 405),
        ("POST", "/api/studies", 422),
        ("GET", "/js/session.js", 200),
        ("GET", "/nothing.js", 404),
    ],
)
def test_every_answer_has_the_headers(client: TestClient, method: str, path: str, status: int) -> None:
    answer = client.request(method, path, json={} if method == "POST" else None)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "access-control-allow-origin" not in answer.headers
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] in ("no-store", "no-cache")


def test_the_policy_allows_no_inline_script_and_no_other_host() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy
    assert "worker-src 'none'" in policy  # the page of the server starts no worker
    assert not any(word in policy for word in ("unsafe", "http", "*"))


@pytest.mark.parametrize(
    "host",
    [OWN, f"LOCALHOST:{DEFAULT_PORT}", f"127.0.0.1:{DEFAULT_PORT}", f"[::1]:{DEFAULT_PORT}"],
)
def test_own_names(client: TestClient, host: str) -> None:
    assert client.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        f"evil.example:{DEFAULT_PORT}",  # DNS rebinding: a foreign name that points here
        f"localhost.evil.example:{DEFAULT_PORT}",
        f"192.168.0.7:{DEFAULT_PORT}",
        "localhost",
        "localhost:80",
        f"localhost:{DEFAULT_PORT}/",
        f"user@localhost:{DEFAULT_PORT}",
        f"localhost:{DEFAULT_PORT}, localhost:{DEFAULT_PORT}",
        "",
        "[::1",
    ],
)
def test_foreign_names_are_refused(client: TestClient, host: str) -> None:
    for path in ("/api/about", "/"):
        answer = client.get(path, headers={"host": host})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "host")
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_on_port_80_the_port_may_be_missing(tmp_path: Path) -> None:
    with _client(tmp_path, "127.0.0.1", 80) as client:
        assert client.get("/api/about", headers={"host": "localhost"}).status_code == 200
        assert client.get("/api/about", headers={"host": f"localhost:{DEFAULT_PORT}"}).status_code == 403


def test_a_host_that_was_asked_for_is_a_name_too(tmp_path: Path) -> None:
    with _client(tmp_path, "192.168.0.7") as client:
        for host, status in (("192.168.0.7", 200), ("localhost", 200), ("192.168.0.8", 403)):
            answer = client.get("/api/about", headers={"host": f"{host}:{DEFAULT_PORT}"})
            assert answer.status_code == status


def test_all_addresses_are_numbers_or_own_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop")
    known = ("10.1.2.3", "[fe80::1]", "laptop", "laptop.local", "localhost")
    with _client(tmp_path, "0.0.0.0") as client:
        for host, status in (*((name, 200) for name in known), ("evil.example", 403), ("10.1.2.3.evil", 403)):
            answer = client.get("/api/about", headers={"host": f"{host}:{DEFAULT_PORT}"})
            assert answer.status_code == status, host


BODY = {"variant": "Standard"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://{OWN}"},
        {"origin": "http://localhost:9999"},
        {"origin": f"http://127.0.0.1:{DEFAULT_PORT}"},  # another origin than the one of this request
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": f"http://{OWN}", "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    ],
)
def test_other_pages_change_nothing(client: TestClient, headers: dict[str, str]) -> None:
    before = client.get("/api/studies").json()
    for content_type in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
        answer = client.post("/api/studies", json=BODY, headers={**headers, "content-type": content_type})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin")
    assert client.get("/api/studies").json() == before


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": f"http://{OWN}"}, {"origin": f"http://{OWN}", "sec-fetch-site": "same-origin"}],
)
def test_the_own_page_and_programs_may(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/api/studies", json=BODY, headers=headers).status_code == 201


def test_other_pages_may_link_to_the_page_but_not_read_the_api(client: TestClient) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/index.html", headers=link).status_code == 200
    assert client.get("/api/studies", headers=link).status_code == 403
    embedded = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert client.get("/js/session.js", headers=embedded).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"host": "evil.example"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_websockets_of_other_pages_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    address = f"ws://{OWN}/api/searches/none/watch"
    with (
        pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)) as refused,
        client.websocket_connect(address, headers=headers),
    ):
        pass
    assert getattr(refused.value, "code", 1008) == 1008


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/server.py",
        "/js/../../server.py",
        "/js/%2e%2e/%2e%2e/server.py",
        "/..%5cserver.py",
        "/js\\..\\..\\server.py",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/c:/windows/win.ini",
        "/js/session.js%00.html",
        "/js",
        "/js/",
        "/.hidden",
        "/js/.hidden.js",
        "/__init__.py",
        "/js/session.js/",
        "/js//session.js",
    ],
)
def test_no_path_leads_out_of_the_page(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")


def test_static_files_have_their_types_and_tags(client: TestClient) -> None:
    script = client.get("/js/session.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    again = client.get("/js/session.js", headers={"if-none-match": script.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.head("/js/session.js").headers["etag"] == script.headers["etag"]
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.text == client.get("/index.html").text
