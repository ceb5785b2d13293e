"""A server for others: its address, its base path, its password, and how much each address may ask."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hyperchess.app.cli.commands.games.serve import _password, _public
from hyperchess.app.files.inputs import InputError
from hyperchess.app.web.guards.password import Password, server_key
from hyperchess.app.web.guards.rates import Allowance, Rates
from tests.app.web.api import served

_PUBLIC = {"public": "https://chess.example.org", "base": "/club"}
_ADDRESS = "https://chess.example.org/club/"


def test_the_public_name_is_its_own(tmp_path: Path) -> None:
    with served(tmp_path, "https://chess.example.org", public="https://chess.example.org") as client:
        assert client.get("/api/about").status_code == 200
        own = {"origin": "https://chess.example.org"}
        assert client.post("/api/check", json={"text": ""}, headers=own).status_code != 403
        for origin in ("http://chess.example.org", "https://evil.example", "null"):
            answer = client.post("/api/check", json={"text": ""}, headers={"origin": origin})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin")
        for host in ("evil.example", "chess.example.org.evil.example", "chess.example.org:1"):
            assert client.get("/api/about", headers={"host": host}).status_code == 403


def test_everything_lies_below_the_base_path(tmp_path: Path) -> None:
    with served(tmp_path, _ADDRESS, **_PUBLIC) as client:
        assert client.get("api/about").json()["name"] == "hyperchess"
        assert (
            client.get("https://chess.example.org/club", follow_redirects=False).headers["location"]
            == "/club/"
        )
        page = client.get("")
        assert page.status_code == 200 and "<title" in page.text
        assert client.get("https://chess.example.org/api/about").status_code == 404
        assert client.get("https://chess.example.org/clubs/").status_code == 404
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("wss://chess.example.org/api/x"):
            pass


def test_a_password_is_asked_for(tmp_path: Path) -> None:
    with served(tmp_path, _ADDRESS, **_PUBLIC, password="Läufer & 5D") as client:
        assert client.get("api/studies").json()["error"]["code"] == "password"
        page = client.get("")
        assert page.status_code == 401 and 'action="/club/password"' in page.text
        assert "form-action 'self'" in page.headers["content-security-policy"]
        with pytest.raises(WebSocketDisconnect) as end, client.websocket_connect("api/searches/x/watch"):
            pass
        assert end.value.code == 1008
        wrong = client.post("password", data={"password": "Laufer & 5D"})
        assert wrong.status_code == 403 and not client.cookies
        right = client.post("password", data={"password": "Läufer & 5D"}, follow_redirects=False)
        assert (right.status_code, right.headers["location"]) == (303, "/club/")
        cookie = right.headers["set-cookie"].lower()
        assert all(word in cookie for word in ("httponly", "secure", "samesite=lax", "path=/club/"))
        assert client.get("api/studies").json() == []
    with served(tmp_path, _ADDRESS, **_PUBLIC, password="Läufer & 5D") as again:
        again.cookies = client.cookies
        assert again.get("api/studies").status_code == 200  # the key was kept
    with served(tmp_path, _ADDRESS, **_PUBLIC, password="another") as changed:
        changed.cookies = client.cookies
        assert changed.get("api/studies").status_code == 401


def test_passwords_cannot_be_guessed_fast(tmp_path: Path) -> None:
    with served(tmp_path, password="long and secret") as client:
        codes = [client.post("/password", data={"password": str(number)}).status_code for number in range(12)]
        assert codes[:10] == [403] * 10 and codes[-1] == 429


@pytest.mark.parametrize("cookie", ["", "1", "99999999999.", "99999999999.00", "x.y", "²." + "0" * 64, '"'])
def test_cookies_are_not_made_up(tmp_path: Path, cookie: str) -> None:
    with served(tmp_path, password="long and secret") as client:
        header = f"hyperchess={cookie}".encode("latin-1")
        assert client.get("/api/about", headers=[(b"cookie", header)]).status_code == 401


def test_a_cookie_ends(tmp_path: Path) -> None:
    now = 1_000_000.0
    guard: Any = None

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    guard = Password(app, password="x", key=server_key(tmp_path), secure=False, clock=lambda: now)
    client = TestClient(guard)
    assert client.post("/password", data={"password": "x"}).status_code == 204
    (cookie,) = (entry.value for entry in client.cookies.jar)
    client.cookies.clear()
    header = {"cookie": f"hyperchess={cookie}"}
    assert client.get("/", headers=header).status_code == 204
    now += 31 * 86_400
    assert client.get("/", headers=header).status_code == 401


def test_each_address_has_its_own_rate() -> None:
    now = 0.0
    answered: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    rates = Rates(app, 0.2, clock=lambda: now)
    ada, bob = (TestClient(rates, client=(address, 1)) for address in ("203.0.113.1", "203.0.113.2"))
    answered = [ada.get("/api/about").status_code for _ in range(3)]
    assert answered == [204, 204, 429]
    refused = ada.get("/api/about")
    assert refused.json()["error"]["code"] == "too-many-requests" and refused.headers["retry-after"] == "5"
    assert bob.get("/api/about").status_code == 204
    now = 5.0
    assert ada.get("/api/about").status_code == 204
    files = [bob.get("/js/main.js").status_code for _ in range(25)]
    assert files == [204] * 25  # a page has many


def test_what_is_known_of_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperchess.app.web.guards.rates._MOST_KNOWN", 3)
    allowance = Allowance(1, 1, clock=lambda: 0.0)
    for number in range(10):
        assert allowance.take(str(number)) == 0.0
    assert len(allowance._left) == 3 and allowance.take("9") == 1.0


def test_addresses_and_passwords_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in (
        "chess.example.org",
        "ftp://x",
        "https://",
        "https://x/a b",
        "https://x/?y",
        "https://u@x/",
    ):
        with pytest.raises(InputError, match="--public"):
            _public(wrong)
    monkeypatch.setenv("HYPERCHESS_PASSWORD", "from the environment")
    assert _password(None) == "from the environment"
    path = tmp_path / "password"
    path.write_text("from a file\n", encoding="utf-8")
    assert _password(path) == "from a file"
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(InputError, match="no password in"):
        _password(path)
