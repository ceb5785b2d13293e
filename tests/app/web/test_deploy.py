"""The files for hosting: their commands start servers, which share a database."""

import http.client
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterable, Iterator
from configparser import RawConfigParser
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic, sleep
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from tests.app.cli.runner import run
from tests.app.web.api import wait_until
from tests.app.web.live.killing import LOST, call
from tests.app.web.postgres import Postgres
from tests.ports import free_port

DEPLOY = Path(__file__).parents[3] / "deploy"
HOST = "chess.example.org"
UNITS = sorted(DEPLOY.glob("*.service"))
_CADDY = shutil.which("caddy")
_UNVERIFIED = ssl.create_default_context()  # Caddy makes a certificate that no authority has signed
_UNVERIFIED.check_hostname, _UNVERIFIED.verify_mode = False, ssl.CERT_NONE


def _options(command: list[str]) -> set[str]:
    return {word for word in command if word.startswith("--")}


def _compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def _entry() -> list[str]:
    """The arguments of `hyperchess` in the container."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    found = re.search(r"^ENTRYPOINT (\[.*\])$", text, re.MULTILINE)
    assert found is not None
    return [*yaml.safe_load(found[1])[1:]]


def test_every_option_exists() -> None:
    _, help, _ = run("serve", "--help")
    services = _compose()["services"]
    commands = [[*_entry(), *services[name]["command"]] for name in ("one", "two")]
    for unit in UNITS:
        parser = RawConfigParser(strict=False)
        parser.optionxform = str  # type: ignore[assignment, method-assign]
        parser.read_string(unit.read_text(encoding="utf-8").replace("\\\n", " "))
        commands.append(shlex.split(parser["Service"]["ExecStart"])[1:])
    for command in commands:
        assert command[0] == "serve"
        assert _options(command) - set(re.findall(r"--[a-z-]+", help)) == set()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_accepts_the_units(unit: Path, tmp_path: Path) -> None:
    """The program is not installed in the folder of the unit, so another one takes its place."""
    text = unit.read_text(encoding="utf-8").replace("/opt/hyperchess/.venv/bin/hyperchess", sys.executable)
    copy = tmp_path / unit.name.replace("@", "@5055")
    copy.write_text(text, encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    faults = [line for line in done.stderr.splitlines() if copy.name in line]
    assert faults == [], done.stderr


def test_the_services_refer_to_each_other() -> None:
    compose = _compose()
    services = compose["services"]
    proxied = re.findall(r"([a-z]+):5055", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    assert proxied == ["one", "two"]
    for name in proxied:
        command = services[name]["command"]
        address = services["caddy"]["networks"]["inside"]["ipv4_address"]
        assert command[command.index("--proxy") + 1] == address
        assert command[command.index("--port") + 1] == "5055"
        assert services[name]["volumes"] == ["data:/data"]  # one key for the cookies of both


def _respond(
    address: str, method: str, path: str, body: str = "", *, cookie: str = "", through: int = 0, key: str = ""
) -> tuple[int, str, str]:
    """The status of a response, its cookie and its text; with `through`, that of Caddy at this port."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=300)
    headers = {
        "Host": HOST,
        "Origin": f"https://{HOST}",
        "Cookie": cookie,
        "Content-Type": "application/json",
    }
    if key:
        headers["Authorization"] = f"Bearer {key}"
    try:
        if through:
            connection.sock = _UNVERIFIED.wrap_socket(_socket(through), server_hostname=HOST)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        cookie = answer.getheader("Set-Cookie", "").partition(";")[0]
        return answer.status, cookie, answer.read().decode()
    finally:
        connection.close()


def _socket(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=300)


def _is_up(address: str, through: int = 0) -> bool:
    try:
        return _respond(address, "GET", "/", through=through)[0] == 401  # the form for the password
    except LOST:
        return False


@contextmanager
def _servers(postgres: Postgres, folder: Path) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """The processes of the two services by address, except for the program, the folder, the ports and the
    database as in the containers."""
    services = _compose()["services"]
    environment = {
        **os.environ,
        "HYPERCHESS_DATABASE": postgres(),
        "HYPERCHESS_PASSWORD": "secret",
    }
    assert services["one"]["environment"].keys() == environment.keys() & services["one"]["environment"].keys()
    processes: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name in ("one", "two"):
            port = free_port()
            replaced = {
                "/data": str(folder),
                "0.0.0.0": "127.0.0.1",
                "5055": str(port),
                "172.30.55.2": "127.0.0.1",
            }
            command = [replaced.get(word, word) for word in [*_entry(), *services[name]["command"]]]
            log = (folder / f"{name}.log").open("wb")
            processes[f"http://127.0.0.1:{port}"] = subprocess.Popen(
                [sys.executable, "-m", "hyperchess", *command], env=environment, stdout=log, stderr=log
            )
            log.close()
        for address, process in processes.items():
            wait_until(lambda a=address, p=process: _is_up(a) or p.poll() is not None)  # type: ignore[misc]
            assert process.poll() is None, [log.read_text() for log in folder.glob("*.log")]
        yield processes
    finally:
        for process in processes.values():
            process.kill()
            process.wait()


@pytest.mark.slow
def test_the_commands_start_two_servers_on_one_database(postgres: Postgres, tmp_path: Path) -> None:
    with _servers(postgres, tmp_path) as processes:
        one, two = processes
        status, cookie, _ = _respond(one, "POST", "/password", "password=secret")
        assert status == 303

        def ask(address: str, path: str, body: object = None, key: str = "") -> Any:
            return call(address, path, body, key, Host=HOST, Cookie=cookie, Origin=f"https://{HOST}")

        made = ask(one, "/matches", {"variant": "Standard", "side": "white", "name": "Ada"})
        found = ask(two, f"/studies/{made['study']}/match", key=made["key"])  # with the same cookie
        assert found["white"]["name"] == "Ada"


@pytest.mark.skipif(_CADDY is None, reason="Caddy is not installed")
def test_caddy_accepts_its_file() -> None:
    command = [str(_CADDY), "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "not formatted" not in done.stderr, done.stderr


@contextmanager
def _caddy(servers: Iterable[str], folder: Path) -> Iterator[int]:
    """Run Caddy with its file, but for the addresses and the certificate; yield its port."""
    port = free_port()
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for old, new in (
        (f"{HOST} {{", f"https://{HOST}:{port} {{\n\ttls internal"),
        ("one:5055 two:5055", " ".join(server.removeprefix("http://") for server in servers)),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
    (folder / "Caddyfile").write_text(options + text, encoding="utf-8")
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [str(_CADDY), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        wait_until(lambda: _is_up(HOST, port) or process.poll() is not None)
        assert process.poll() is None, (folder / "caddy.log").read_text(encoding="utf-8")
        yield port
    finally:
        process.kill()
        process.wait()


class _Player:
    """A client behind Caddy with a websocket, which it opens again when it is closed."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.study = self.key = ""
        self.socket: Any = None
        self.refused = 0  # requests that the proxy could not deliver
        self._stack = ExitStack()
        self.close = self._stack.close

    def ask(self, path: str, body: object = None) -> Any:
        """The response to a request, which is repeated until a server answers."""
        method, text = ("GET", "") if body is None else ("POST", json.dumps(body))
        place = {"cookie": self.cookie, "through": self.port, "key": self.key}
        end = monotonic() + 300.0
        while True:
            status, _, answer = _respond(HOST, method, f"/api{path}", text, **place)  # type: ignore[arg-type]
            if status not in (502, 503) or monotonic() > end:
                assert status in (200, 201), answer
                return json.loads(answer)
            self.refused += 1
            sleep(0.05)

    def connect(self) -> None:
        from websockets.sync import client

        connect: Any = client.connect  # its types depend on the version
        self.close()
        opened = connect(
            f"wss://{HOST}/api/studies/{self.study}/live",
            sock=_socket(self.port),
            ssl=_UNVERIFIED,
            server_hostname=HOST,
            origin=f"https://{HOST}",
            additional_headers={"Cookie": self.cookie},
        )
        self.socket = self._stack.enter_context(opened)
        person = {"person": f"person-{self.key[:8]}", "name": "", "color": "#9a3b00", "key": self.key}
        self.socket.send(json.dumps({"type": "hello", "revision": 1, **person}))

    def wait_for(self, action: int) -> None:
        """Wait until the page has been sent an action, as a change or after connecting again."""
        from websockets.exceptions import WebSocketException

        while True:
            try:
                message = json.loads(self.socket.recv(timeout=300))
            except (WebSocketException, OSError):
                with suppress(WebSocketException, OSError):
                    self.connect()
                continue
            changes = message.get("changes") or [message.get("change") or {}]
            if any(change.get("node") == action for change in changes):
                return


@pytest.mark.nightly
@pytest.mark.skipif(_CADDY is None, reason="Caddy is not installed")
@pytest.mark.parametrize("killed", [0, 1])
def test_players_behind_caddy_continue_when_a_server_is_killed(
    postgres: Postgres, tmp_path: Path, killed: int
) -> None:
    """A game with websockets through a TLS proxy goes on within five seconds."""
    with (
        _servers(postgres, tmp_path) as processes,
        _caddy(processes, tmp_path) as port,
        ExitStack() as stack,
    ):
        status, cookie, _ = _respond(HOST, "POST", "/password", "password=secret", through=port)
        assert status == 303
        players = [_Player(port, cookie) for _ in range(2)]
        made = players[0].ask("/matches", {"variant": "Standard", "side": "white", "clock": {"seconds": 300}})
        for player, key in zip(players, (made["key"], made["friend"]), strict=True):
            player.study, player.key = made["study"], key
        seat = {"key": token_urlsafe(24), "name": "Bob"}
        players[1].ask(f"/studies/{made['study']}/match/seat", seat)
        players[1].key = seat["key"]
        for player in players:
            stack.callback(player.close)
            player.connect()

        def play(number: int) -> None:
            turn, side = divmod(number, 2)
            file, (start, end) = "abcdefgh"[turn], ((2, 3), (7, 6))[side]
            moves = [f"(0T{turn + 1}){file}{start}>(0T{turn + 1}){file}{end}"]
            body = {"moves": moves, "operation": f"action-{number:04}", "node": number}
            players[side].ask(f"/studies/{made['study']}/match/actions", body)
            for player in players:
                player.wait_for(number + 1)

        for number in range(6):
            play(number)
        process = list(processes.values())[killed]
        process.kill()
        process.wait()
        began = monotonic()
        for number in range(6, 8):
            play(number)
        assert monotonic() - began < 5.0
        for number in range(8, 16):
            play(number)
        state = players[0].ask(f"/studies/{made['study']}/match")
        assert (state["active"], state["white"]["here"], state["black"]["here"]) == (True, True, True)
        assert len(players[1].ask(f"/studies/{made['study']}")["nodes"]) == 17
