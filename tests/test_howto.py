"""The commands of the how-to pages work, and the notebook runs from top to bottom."""

import json
import re
import shlex
from pathlib import Path

import pytest

from hyperchess.app.cli.command_table import COMMANDS
from hyperchess.notation.examples import sample_files
from scripts.notebook import NOTEBOOK, execute
from tests.app.cli.runner import run

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs" / "howto").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAMES = ("ada.5dpgn", "bo.5dpgn", "endless.icn")
# Exit codes other than 0 that a line may have: `bo.5dpgn` has an error until it is fixed.
ENDS = {
    "hyperchess convert games --to json --out-dir json": 1,
    "hyperchess check games": 1,
    "hyperchess check games --format sarif": 1,
    "hyperchess fmt games --diff": 1,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_line_for_a_shell_works(page: Path, folder: Path) -> None:
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    for language, text in blocks:
        for line in text.splitlines() if language == "sh" else ():
            program, *arguments = shlex.split(line, comments=True)
            assert program == "hyperchess", line
            ran = run(*arguments)
            assert ran.code == ENDS.get(line, 0), (line, ran)


def test_the_puzzle_of_the_page_is_the_sample(folder: Path) -> None:
    page = (ROOT / "docs" / "howto" / "puzzle.md").read_text(encoding="utf-8")
    assert sample_files()["puzzle.5dpgn"].decode() in page.replace("```text\n", "")


def test_the_hooks_run_commands_that_exist(folder: Path) -> None:
    assert run("examples", "games").code == 0
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8").split("\n- ")[1:]
    page = (ROOT / "docs" / "howto" / "lint.md").read_text(encoding="utf-8")
    assert len(hooks) == 2
    for hook in hooks:
        fields = dict(line.strip().split(": ", 1) for line in hook.splitlines())
        program, command = fields["entry"].split()
        assert program == "hyperchess" and command in COMMANDS
        assert f"- id: {fields['id']}" in page
        assert [name for name in GAMES if not re.search(fields["files"], name)] == []
        expected = 1 if command == "check" else 0  # `bo.5dpgn` has an error, but can be formatted
        assert run(command, *(f"games/{name}" for name in GAMES)).code == expected


def test_workflows_on_the_pages_run_commands_that_exist() -> None:
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    commands = [command for text in texts for command in re.findall(r"run: hyperchess (\w+)", text)]
    assert commands and set(commands) <= set(COMMANDS)


def test_the_notebook_shows_what_its_cells_give() -> None:
    """If this fails: python -m scripts.notebook, and look at what it wrote."""
    kept = json.loads((ROOT / NOTEBOOK).read_text(encoding="utf-8"))
    assert execute(kept) == kept
    shown = [output["data"] for cell in kept["cells"] for output in cell.get("outputs", ())]
    assert len(shown) == 10 and sum("image/svg+xml" in data for data in shown) == 3
