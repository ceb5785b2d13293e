"""Requirements of a release: the lock file, the licences, the extras, the content of a wheel."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from scripts import licences

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
LOCK = ROOT / "requirements" / "dev.txt"


def locked() -> dict[str, Version]:
    lines = (line for line in LOCK.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    rows = (line.partition(";")[0].strip().partition("==") for line in lines)
    return {name: Version(version) for name, _, version in rows}


@pytest.mark.parametrize("line", [*PROJECT["project"]["dependencies"], *EXTRAS["dev"]])
def test_the_lock_file_holds_what_the_project_asks_for(line: str) -> None:
    wanted = Requirement(line)
    assert wanted.name in locked(), "run make lock"
    assert locked()[wanted.name] in wanted.specifier, "run make lock"


def test_the_lock_file_names_no_host() -> None:
    assert "://" not in LOCK.read_text(encoding="utf-8")


def test_one_extra_has_everything_for_users() -> None:
    [everything] = EXTRAS["all"]
    assert Requirement(everything).extras == set(EXTRAS) - {"all", "dev", "docs"}


def test_what_users_need_is_tested() -> None:
    """Every library of an extra for users is there in development, in the same range."""
    developed = {Requirement(line).name: Requirement(line).specifier for line in EXTRAS["dev"]}
    for extra in Requirement(EXTRAS["all"][0]).extras:
        for wanted in map(Requirement, EXTRAS[extra]):
            assert developed.get(wanted.name) == wanted.specifier, (extra, wanted.name)


def test_every_library_names_its_licence() -> None:
    rows = licences.licences()
    assert {"typer", "rich", "starlette", "pytest"} <= {row.library for row in rows}
    assert [row.library for row in rows if not row.licence] == []


def test_a_library_without_a_licence_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = licences.Licence("nameless", "1.0", "")
    monkeypatch.setattr(licences, "licences", lambda extras=None: [row])
    assert licences.main([]) == 1
    assert "no licence is named by nameless" in capsys.readouterr().err


def test_workflows_test_the_versions_that_are_promised() -> None:
    promised = {
        line.rpartition(" :: ")[2]
        for line in PROJECT["project"]["classifiers"]
        if re.search(r"Python :: 3\.\d+$", line)
    }
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    [matrix] = re.findall(r"python: \[(.*)\]", workflow)
    assert set(re.findall(r'"([\d.]+)"', matrix)) == promised


def test_the_board_is_published_with_the_documentation() -> None:
    workflow = (ROOT / ".github" / "workflows" / "docs.yml").read_text(encoding="utf-8")
    steps = re.findall(r"^ +- (?:run|uses): ([^\n@#]+?) *(?:[@#].*)?$", workflow, re.MULTILINE)
    wanted = ["make docs", "make site", "mv build/site site/play", "actions/upload-pages-artifact"]
    assert [step for step in steps if step in wanted] == wanted
