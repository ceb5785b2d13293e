"""Texts of the small notations, and texts that are not games: what is read from them and reported."""

from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.text import Severity
from tests.app.cli.runner import run
from tests.notation.pgn5d.test_corpus import summary

CORPUS = Path(__file__).parents[1] / "corpus" / "small"
GOOD = sorted(path for path in (CORPUS / "good").iterdir() if path.suffix != ".txt")
BAD = sorted(path for path in (CORPUS / "bad").iterdir() if path.suffix != ".txt")


def test_the_corpus_is_there() -> None:
    assert len(GOOD) >= 13
    assert len(BAD) >= 14


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_games_are_read_as_expected(path: Path) -> None:
    games = hc.read_all(path, game=hc.MULTIVERSE)
    found = [line for game in games for line in summary(game)]
    assert found == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert all(node.is_resolved for game in games for node in game.walk())


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_texts_get_the_expected_reports(path: Path) -> None:
    reports = [str(problem) for game in hc.read_all(path) for problem in game.problems]
    assert "\n\n".join(reports) + "\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_the_command_line_says_the_same(path: Path) -> None:
    errors = [
        problem.code
        for game in hc.read_all(path)
        for problem in game.problems
        if problem.severity is Severity.ERROR
    ]
    code, out, _ = run("check", path)
    assert [line.split("error[")[1].split("]")[0] for line in out.splitlines() if "error[" in line] == errors
    assert code == (2 if "no-game" in errors else 1)
