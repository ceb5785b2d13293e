"""The files for hosting: their commands start servers, which share a database."""

import http.client
import os
import re
import shlex
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from tests.app.cli.runner import run
from tests.app.web.api import wait_until
from tests.app.web.live.killing import LOST, call, free_port
from tests.app.web.postgres import Postgres

DEPLOY = Path(__file__).parents[3] / "deploy"
HOST = "chess.example.org"
UNITS = sorted(DEPLOY.glob("*.service"))


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


def _respond(address: str, method: str, path: str, body: str = "") -> tuple[int, str]:
    """The status of a response, and its cookie."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    try:
        connection.request(method, path, body, {"Host": HOST, "Origin": f"https://{HOST}"})
        answer = connection.getresponse()
        return answer.status, answer.getheader("Set-Cookie", "").partition(";")[0]
    finally:
        connection.close()


def _is_up(address: str) -> bool:
    try:
        return _respond(address, "GET", "/")[0] == 401  # the form for the password
    except LOST:
        return False


@pytest.mark.slow
def test_the_commands_start_two_servers_on_one_database(postgres: Postgres, tmp_path: Path) -> None:
    """As in the containers, except for the program, the folder, the ports and the database."""
    services = _compose()["services"]
    environment = {
        **os.environ,
        "HYPERCHESS_DATABASE": postgres(),
        "HYPERCHESS_PASSWORD": "secret",
    }
    assert services["one"]["environment"].keys() == environment.keys() & services["one"]["environment"].keys()
    processes, addresses = [], []
    try:
        for name in ("one", "two"):
            port = free_port()
            replaced = {"/data": str(tmp_path), "0.0.0.0": "127.0.0.1", "5055": str(port)}
            command = [replaced.get(word, word) for word in [*_entry(), *services[name]["command"]]]
            log = (tmp_path / f"{name}.log").open("wb")
            processes.append(
                subprocess.Popen(
                    [sys.executable, "-m", "hyperchess", *command], env=environment, stdout=log, stderr=log
                )
            )
            log.close()
            addresses.append(f"http://127.0.0.1:{port}")

        def ask(address: str, path: str, body: object = None, key: str = "") -> Any:
            headers = {"Host": HOST, "Cookie": cookie, "Origin": f"https://{HOST}"}
            return call(address, path, body, key, **headers)

        cookie = ""
        for address, process in zip(addresses, processes, strict=True):
            wait_until(lambda a=address, p=process: _is_up(a) or p.poll() is not None)  # type: ignore[misc]
            assert process.poll() is None, [log.read_text() for log in tmp_path.glob("*.log")]
        status, cookie = _respond(addresses[0], "POST", "/password", "password=secret")
        assert status == 303
        made = ask(addresses[0], "/matches", {"variant": "Standard", "side": "white", "name": "Ada"})
        found = ask(addresses[1], f"/studies/{made['study']}/match", key=made["key"])  # with the same cookie
        assert found["white"]["name"] == "Ada"
    finally:
        for process in processes:
            process.kill()
            process.wait()
