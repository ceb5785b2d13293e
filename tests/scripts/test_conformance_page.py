import re
from collections import Counter

from conformance.runner import load_cases
from scripts.conformance_page import PAGE, Tool, page


def test_the_page_has_the_current_cases_and_hyperchess_passes_all() -> None:
    """If this fails, the suite has changed: run it again and write the page (scripts/conformance_page.py)."""
    text = PAGE.read_text(encoding="utf-8")
    sizes = Counter(case.section for case in load_cases())
    rows = {
        cells[0]: cells[1:]
        for line in text.splitlines()
        if (cells := [cell.strip() for cell in line.strip("|").split("|")]) and line.startswith("| ")
    }
    for section, count in {**sizes, "**all**": sizes.total()}.items():
        assert rows[section][:2] == [f"{count:,}", f"{count:,} of {count:,}"], section
    assert set(rows) == {*sizes, "**all**", "section", "---"}
    assert f"holds {sizes.total():,} questions" in re.sub(r"\s+", " ", text)


def test_a_tool_that_knows_little() -> None:
    text = page([Tool("little 1", "./little", {"5DPGN, Hashing": {"pass": 2, "error": 1, "unsupported": 9}})])
    assert "| 5DPGN, Hashing | 177 | 2 of 3 |" in text
    assert "| Dynamical notation | 41 | — |" in text
    assert "* little 1: `./little`" in text
