"""Environment variables: declared once, documented, and never a way for secrets to leave."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hyperchess import environment
from hyperchess.app.cli.terminal import GuardedStream
from hyperchess.app.web.settings import Settings
from tests.app.cli.runner import run, start

_ROOT = Path(__file__).parents[1]
_NAME = re.compile(r"\bHYPERCHESS_[A-Z_]*[A-Z]\b")
_NOT_VARIABLES = {"HYPERCHESS_SANITIZE"}  # an option of CMake
_DECLARED = {variable.name for variable in environment.VARIABLES}
_ADDRESS = "postgresql://club:hunter22@127.0.0.1:1/studies"


def _names_in(*files: Path) -> set[str]:
    return {name for file in files for name in _NAME.findall(file.read_text("utf-8"))} - _NOT_VARIABLES


def test_every_variable_that_is_read_is_declared_in_one_place() -> None:
    sources = [path for path in (_ROOT / "src").rglob("*.py") if path.name != "environment.py"]
    quoted = re.compile(r"""["']HYPERCHESS[A-Z_]*["']""")
    assert [str(path) for path in sources if quoted.search(path.read_text("utf-8"))] == []
    texts = [path.read_text("utf-8") for path in sources]
    for constant in (name for name, value in vars(environment).items() if value in environment.VARIABLES):
        assert any(re.search(rf"\b{constant}\.read\(", text) for text in texts), f"{constant} is never read"


def test_the_documentation_names_exactly_the_declared_variables() -> None:
    documents = [*(_ROOT / "docs").rglob("*.md"), _ROOT / "README.md"]
    assert _names_in(*documents) - environment.DEVELOPMENT == _DECLARED
    table = re.findall(r"^\| `(HYPERCHESS_\w+)` \|", (_ROOT / "docs/cli.md").read_text("utf-8"), re.MULTILINE)
    assert table == sorted(_DECLARED)


def test_variables_of_the_build_and_the_tests_are_known() -> None:
    files = [_ROOT / "Makefile", _ROOT / "pyproject.toml", *(_ROOT / "tests").rglob("*.py")]
    used = _names_in(*(file for file in files if file != Path(__file__)))
    assert used - _DECLARED - {"HYPERCHESS_SITE_FOLDER", "HYPERCHESS_COMPLETE"} == environment.DEVELOPMENT


@pytest.mark.parametrize("name", ["HYPERCHESSDATABASE", "HYPERCHESS_DATABAS", "HYPERCHESS_FOO"])
def test_an_unknown_variable_is_reported_at_the_start(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "postgresql://db/x")
    done = run("show", "example:four-timelines")
    assert done.code == 0
    assert f"the environment variable {name} has no effect" in done.err
    assert ("did you mean HYPERCHESS_DATABASE?" in done.err) == ("DATABAS" in name)


def test_the_documented_variable_selects_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERCHESS_DATABASE", _ADDRESS)
    done = run("studies", "list")  # nothing listens there: it fails, and does not fall back to SQLite
    assert done.code == 2
    assert "PostgreSQL" in done.err or "database" in done.err
    assert "hunter22" not in done.err


def test_the_version_report_has_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERCHESS_PASSWORD", "open sesame")
    monkeypatch.setenv("HYPERCHESS_DATABASE", _ADDRESS)
    monkeypatch.setenv("HYPERCHESS_PASWORD", "open barley")
    monkeypatch.setenv("HYPERCHESS_DATA", "/srv/studies")
    done = run("--version", "--verbose")
    assert "HYPERCHESS_PASSWORD=***" in done.out
    assert "HYPERCHESS_DATA=/srv/studies" in done.out
    for secret in ("sesame", "hunter22", "barley"):
        assert secret not in done.out + done.err


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_password_of_a_malformed_address_is_not_printed(debug: str) -> None:
    """The library that connects quotes an address it does not understand, password included."""
    address = "postgresq://club:pa/ss@word@db.example.org/studies"
    done = start("studies", "list", HYPERCHESS_DATABASE=address, HYPERCHESS_DEBUG=debug)
    assert done.returncode != 0
    assert "pa/ss" not in done.stderr
    assert "word@" not in done.stderr


def test_standard_error_is_redacted(capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    environment.hide("swordfish")
    GuardedStream(sys.stderr, redacts=True).write("401 for 'swordfish' at redis://:pw@host\n")
    assert capsys.readouterr().err == "401 for '***' at redis://:***@host\n"


def test_the_settings_of_a_server_do_not_show_secrets() -> None:
    shown = repr(Settings(Path("x"), database=_ADDRESS, password="open sesame"))
    assert "hunter22" not in shown
    assert "sesame" not in shown
