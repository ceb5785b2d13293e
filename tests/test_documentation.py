"""Everything that the documentation names exists."""

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PACKAGES = "analysis|infinite|multiverse|notation|picture|studies"  # others are names of variables, too
NAME = re.compile(rf"`((?:hyperchess|{PACKAGES})(?:\.[A-Za-z_]\w*)+)(?:\([^`]*\))?`")
FILES = ("json", "sqlite3", "toml", "zip")  # `hyperchess.schema.json` is a file


def exists(name: str) -> bool:
    """Return whether a dotted name is a module or an attribute of one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            value: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(value, part):
                return False
            value = getattr(value, part)
        return True
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_name_of_the_package_on_a_page_exists(page: Path) -> None:
    names = set(NAME.findall(page.read_text(encoding="utf-8")))
    full = {name if name.startswith("hyperchess.") else f"hyperchess.{name}" for name in names}
    assert [name for name in sorted(full) if not name.endswith(FILES) and not exists(name)] == []
