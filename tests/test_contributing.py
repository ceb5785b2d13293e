"""Everything that CONTRIBUTING names exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_place_that_is_named_exists() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("## Where is it?")[2].partition("##")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ") and "`" in line.rpartition("| ")[2]]
    places = [place for line in rows for place in re.findall(r"`((?:src|native)/[^`]+)`", line)]
    assert len(rows) == 10
    assert [place for place in places if not (ROOT / place).exists()] == []
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    assert linked and [place for place in linked if not (ROOT / place).exists()] == []
    inside = re.findall(r"`((?:notation|app|multiverse|infinite)/[\w./]+)`", text)
    assert inside and [place for place in inside if not (ROOT / "src" / "hyperchess" / place).exists()] == []
    others = re.findall(r"`((?:tests|scripts|benchmarks|docs)/[\w./]+)`", text)
    assert others and [place for place in others if not (ROOT / place).exists()] == []
