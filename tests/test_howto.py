"""The commands of the how-to pages work, and the notebook runs from top to bottom."""

import json
import re
import shlex
from pathlib import Path

import pytest

from hyperchess.app.cli.command_table import COMMANDS
from scripts.notebook import NOTEBOOK, execute
from tests.app.cli.runner import run

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs" / "howto").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAMES = {
    "ada.5dpgn": '[White "Ada"]\n[Board "Standard"]\n\n1. e3 / f6\n2. Qe2 / Nc6\n3. Qh5# 1-0\n',
    "bo.5dpgn": '[White "Bo"]\n[Board "Standard"]\n\n1. e4 / e5 2. exd4 / Nc6\n',
    "endless.icn": "[Variant: Classical]\n\n1. P4,2 > 4,4 | p4,7 > 4,6\n",
}
# Exit codes other than 0 that a line may have: `bo.5dpgn` has an error until it is fixed.
ENDS = {
    "hyperchess convert games --to json --out-dir json": 1,
    "hyperchess check games": 1,
    "hyperchess check games --format sarif": 1,
    "hyperchess fmt games --diff": 1,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "games").mkdir()
    for name, text in GAMES.items():
        (tmp_path / "games" / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_line_for_a_shell_works(page: Path, folder: Path) -> None:
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    puzzles = [text for language, text in blocks if language == "text" and text.startswith("[Puzzle")]
    if puzzles:
        (folder / "puzzle.5dpgn").write_text(puzzles[0], encoding="utf-8")
    for language, text in blocks:
        for line in text.splitlines() if language == "sh" else ():
            program, *arguments = shlex.split(line, comments=True)
            assert program == "hyperchess", line
            ran = run(*arguments)
            assert ran.code == ENDS.get(line, 0), (line, ran)


def test_the_hooks_run_commands_that_exist(folder: Path) -> None:
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
    assert len(shown) == 7 and sum("image/svg+xml" in data for data in shown) == 3
