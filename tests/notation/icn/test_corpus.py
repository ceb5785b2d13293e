"""Texts good and bad: what is read from them, and what is reported."""

from pathlib import Path

import pytest

from hyperchess.game import AnyGame
from hyperchess.notation.registry import detect, find_notation
from hyperchess.text import Source, apply_edits

CORPUS = Path(__file__).parents[2] / "corpus" / "icn"
GOOD = sorted((CORPUS / "good").glob("*.icn"))
BAD = sorted([*(CORPUS / "bad").glob("*.icn"), *(CORPUS / "bad").glob("*.json")])


def read(path: Path) -> list[AnyGame]:
    notation = find_notation("icn-json" if path.suffix == ".json" else "icn")
    return [*notation.read(Source(path.read_bytes().decode(), path.name))]


def summary(game: AnyGame) -> list[str]:
    status = str(game.final.status) if game.end.is_resolved else "unresolved"
    lines = [f"{game.notation}: {len(game.main_line)} moves, {status}, result {game.result or '-'}"]
    for problem in game.problems:
        fix = f" -> {problem.fix.text!r}" if problem.fix else ""
        place = f"{problem.line}:{problem.column} {problem.severity.value}"
        lines.append(f"{place}[{problem.code}] {problem.message}{fix}")
    return lines


def test_the_corpus_is_there() -> None:
    assert len(GOOD) >= 12
    assert len(BAD) >= 40


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_games_are_read_as_expected(path: Path) -> None:
    found = [line for game in read(path) for line in summary(game)]
    assert found == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert detect(path.read_bytes().decode())[0].name == read(path)[0].notation


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_texts_get_the_expected_reports(path: Path) -> None:
    reports = [str(problem) for game in read(path) for problem in game.problems]
    assert "\n\n".join(reports) + "\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


FIXED = ["wrong-marks", "wrong-piece", "wrong-numbers", "wrong-promotion-colour", "close-without-variation"]
FIXED += ["header-runs-on", "header-runs-on-plain", "header-without-bracket", "header-quote-at-line-end"]
FIXED += ["typed-arrows", "typed-coordinates", "typed-marks", "typed-numbers", "typed-signs"]


@pytest.mark.parametrize("name", FIXED)
def test_fixes_make_the_problems_go_away(name: str) -> None:
    path = CORPUS / "bad" / f"{name}.icn"
    fixes = [problem.fix for game in read(path) for problem in game.problems if problem.fix is not None]
    assert fixes
    fixed = apply_edits(path.read_bytes().decode(), fixes)
    (game,) = find_notation("icn").read(Source(fixed))
    assert game.problems == ()
    (before,) = read(path)
    assert [node.action for node in game.walk()] == [node.action for node in before.walk()]
    assert game.headers == before.headers
