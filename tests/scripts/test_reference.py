"""The generated reference is complete: what the package has, it describes."""

import re
import runpy
from pathlib import Path

import pytest

import hyperchess
from hyperchess.app.cli.command_table import COMMANDS
from hyperchess.notation.codes import codes
from scripts.reference import PARTS, fill
from scripts.reference.api import MODULES, public_names
from scripts.reference.listing import PAGE, listing

DOCS = Path(__file__).parents[2] / "docs"
PLACE = re.compile(r"^<!-- reference: (.+?) -->$", re.MULTILINE)


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ (.+)$", text, re.MULTILINE)


def test_every_part_stands_on_one_page() -> None:
    asked = [part for page in DOCS.rglob("*.md") for part in PLACE.findall(page.read_text(encoding="utf-8"))]
    assert sorted(asked) == sorted(PARTS)


def test_every_command_is_there_with_the_commands_inside_it() -> None:
    text = fill("<!-- reference: commands -->")
    assert set(COMMANDS) <= set(headings(text))
    assert "library import" in headings(text)
    for name in COMMANDS:
        assert f"Usage: hyperchess {name} " in text


def test_every_code_is_there_with_its_report() -> None:
    text = fill("<!-- reference: codes -->")
    assert headings(text) == list(codes())
    for name in codes():
        assert f"[{name}]:" in text


def test_every_route_of_the_server_is_there() -> None:
    pytest.importorskip("starlette")
    text = fill("<!-- reference: http -->")
    assert "`POST /api/check`" in headings(text)
    assert {"Requests", "Objects", "StudyView"} <= set(headings(text))


def test_the_schema_is_shown_with_its_fields() -> None:
    text = fill("<!-- reference: schema -->")
    assert '| `game` | `"5d"`, `"infinite"` | yes |' in text


def test_every_public_name_is_described_once() -> None:
    text = "\n".join(fill(f"<!-- reference: {module} -->") for module in MODULES)
    for module in MODULES:
        for name in public_names(module):
            path = re.escape(f"{module}.{name}")
            assert len(re.findall(rf"(?:auto\w+:: {path}$|``{path}`` is)", text, re.MULTILINE)) == 1
    assert set(public_names("hyperchess")) < set(hyperchess.__all__)


def test_a_part_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match="no part 'cods'"):
        fill("<!-- reference: cods -->")


def test_every_page_stands_once_in_the_contents() -> None:
    contents = runpy.run_path(str(DOCS / "conf.py"))["_CONTENTS"]
    listed = [page for pages in contents.values() for page in pages]
    pages = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    assert sorted(listed) == sorted(pages - {"index"})


def test_the_page_for_github_is_that_of_the_docstrings() -> None:
    assert PAGE.read_text(encoding="utf-8") == listing(), "run `python -m scripts.reference.listing`"
