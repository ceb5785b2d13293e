"""Games in the wild and from the specifications: what is read from them, and what is reported."""

from pathlib import Path

import pytest

from hyperchess.budget import UNLIMITED
from hyperchess.notation.pgn5d.parser import parse_games
from hyperchess.notation.text5d.resolve import Game5D, resolve
from hyperchess.text import Severity, Source, apply_edits

CORPUS = Path(__file__).parents[2] / "corpus"
GOOD = sorted((CORPUS / "good").glob("*.5dpgn"))
BAD = sorted((CORPUS / "bad").glob("*.5dpgn"))


def read(path: Path) -> list[Game5D]:
    text = path.read_bytes().decode("utf-8")
    return [resolve(syntax) for syntax in parse_games(Source(text, path.name))]


def summary(game: Game5D) -> list[str]:
    status = game.final.find_status(UNLIMITED).word if game.end.is_resolved else "unresolved"
    nodes = sum(1 for _ in game.walk())
    result = game.result or "-"
    lines = [f"{game.notation}: {len(game.main_line)} actions, {nodes} nodes, {status}, result {result}"]
    for problem in game.problems:
        fix = f" -> {problem.fix.text}" if problem.fix else ""
        place = f"{problem.line}:{problem.column} {problem.severity.value}"
        lines.append(f"{place}[{problem.code}] {problem.message}{fix}")
    return lines


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_games_are_read_as_expected(path: Path) -> None:
    found = [line for game in read(path) for line in summary(game)]
    assert found == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()


def test_the_corpus_is_there() -> None:
    assert len(GOOD) >= 35
    assert len(BAD) >= 20


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_texts_get_the_expected_reports(path: Path) -> None:
    reports = [str(problem) for game in read(path) for problem in game.problems]
    expected = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert "\n\n".join(reports) + "\n" == expected


def test_the_two_impossible_moves_of_the_first_document_game_are_repaired() -> None:
    path = CORPUS / "good" / "teln0-shad.5dpgn"
    (game,) = read(path)
    errors = [problem for problem in game.problems if problem.severity is Severity.ERROR]
    assert [(problem.fix.text if problem.fix else "") for problem in errors] == ["(1T13)Bxb4+", "(0T14)Bg6"]
    assert len(game.main_line) == 47
    fixes = [problem.fix for problem in errors if problem.fix is not None]
    fixed = apply_edits(path.read_text(encoding="utf-8"), fixes)
    (again,) = (resolve(syntax) for syntax in parse_games(Source(fixed)))
    assert not [problem for problem in again.problems if problem.severity is Severity.ERROR]
    assert again.final == game.final
