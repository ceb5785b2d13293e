"""Bad texts and the reports they get, and fixes that can be applied."""

from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.text import Severity, apply_edits

CORPUS = Path(__file__).parents[2] / "corpus" / "dynamical"
BAD = sorted((CORPUS / "bad").glob("*.dynamical"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_texts_get_the_expected_reports(path: Path) -> None:
    reports = [str(problem) for problem in hc.read(path, "dynamical").problems]
    expected = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert "\n\n".join(reports) + "\n" == expected


def test_the_corpus_is_there() -> None:
    assert len(BAD) >= 5


@pytest.mark.parametrize("name", ["first-algebraic", "second-topological"])
def test_fixes_go_into_the_brackets_of_their_cells(name: str) -> None:
    text = (CORPUS / f"{name}.txt").read_text(encoding="utf-8")
    if "[Board" not in text:
        text = '[Board "Simple - No Queens"]\n' + text
    game = hc.parse(text)
    fixes = [problem.fix for problem in game.problems if problem.fix is not None]
    assert len(fixes) >= 2
    fixed = hc.parse(apply_edits(text, fixes))
    assert not [problem for problem in fixed.problems if problem.severity is Severity.ERROR]
    assert fixed.final == game.final
