"""`hyperchess review --out-dir`: many games, stored as they end, summarised per player."""

import csv
import json
from pathlib import Path

import pytest

from hyperchess.app.cli.review_batch import JOURNAL, PlayerReview, summarise
from hyperchess.notation.reading import read_games
from tests.app.cli.runner import run

_MATE = '[White "Ada"]\n[Black "Bo"]\n[Board "Standard"]\n\n1. e3 / f6\n2. Qe2 / Nc6\n3. Qh5# 1-0\n'
_OTHER = '[White "Bo"]\n[Black "Cy"]\n[Board "Standard"]\n\n1. e4 / e5\n2. Nf3 / Nc6\n'
_INFINITE = "[White: Ada]\n[Variant: Classical]\n\n1. P4,2 > 4,4 | p4,7 > 4,6\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "more").mkdir(parents=True)
    (folder / "two.5dpgn").write_text(f"{_MATE}\n{_OTHER}", encoding="utf-8")
    (folder / "more" / "endless.icn").write_text(_INFINITE, encoding="utf-8")
    return folder


def _review(games: Path, out: Path, *options: object) -> tuple[int, str, str]:
    return run("review", games, "--out-dir", out, "--nodes", 50, *options)


def _entries(out: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (out / JOURNAL).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_games_of_all_files_are_reviewed(games: Path, tmp_path: Path, jobs: int) -> None:
    out = tmp_path / "out"
    code, printed, notes = _review(games, out, "-j", jobs)
    assert code == 0 and "reviewed: 3 games in 2 files" in notes
    reviewed = list(read_games(out / "two.5dpgn"))
    assert len(reviewed) == 2 and reviewed[0].headers["White"] == "Ada"
    assert [node.score is not None for node in reviewed[0].main_line] == [True] * 4 + [False]
    score = reviewed[0].main_line[3].score
    assert score is not None and score.mate == 1
    assert len(list(read_games(out / "more" / "endless.icn"))) == 1
    names = [line.split()[0] for line in printed.splitlines() if line.endswith(" ") and "%" in line]
    assert names == ["Ada", "Bo", "Cy", "(Black)"]


def test_games_of_an_earlier_run_are_kept(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert _review(games, out)[0] == 0
    before = (out / "two.5dpgn").read_bytes()
    entries = _entries(out)
    journal = (out / JOURNAL).read_text(encoding="utf-8").splitlines(keepends=True)
    # A run that was killed while it wrote the third game: the first file is missing.
    (out / JOURNAL).write_text("".join(journal[:2]) + journal[2][:20], encoding="utf-8")
    (out / "two.5dpgn").unlink()
    code, _, notes = _review(games, out)
    assert code == 0 and "2 games reviewed by an earlier run" in notes and "incomplete" in notes
    assert (out / "two.5dpgn").read_bytes() == before
    assert [entry["key"] for entry in _entries(out)] == [entry["key"] for entry in entries]
    # Another limit is another review.
    assert "earlier run" not in run("review", games, "--out-dir", out, "--nodes", 60).err


def test_a_game_that_changed_is_reviewed_again(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert _review(games, out)[0] == 0
    (games / "two.5dpgn").write_text(f"{_MATE}\n{_OTHER.replace('Nc6', 'd6')}", encoding="utf-8")
    assert "2 games reviewed by an earlier run" in _review(games, out)[2]
    assert "d6" in (out / "two.5dpgn").read_text(encoding="utf-8")


def test_files_of_others_are_not_overwritten(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "two.5dpgn").write_text("mine", encoding="utf-8")
    code, _, error = _review(games, out)
    assert code == 2 and "exists already" in error
    assert [path.name for path in out.iterdir()] == ["two.5dpgn"]


def test_a_file_that_cannot_be_read_does_not_stop_the_others(games: Path, tmp_path: Path) -> None:
    (games / "broken.json").write_text("{", encoding="utf-8")
    (games / "letter.5dpgn").write_text("Dear Sir or Madam", encoding="utf-8")
    code, _, notes = _review(games, tmp_path / "out")
    assert code == 2 and "letter.5dpgn" in notes and "reviewed: 3 games in 2 files" in notes
    assert (tmp_path / "out" / "two.5dpgn").exists()


def test_the_summary_as_a_file(games: Path, tmp_path: Path) -> None:
    for name in ("players.csv", "players.json"):
        assert _review(games, tmp_path / "out", "--summary", tmp_path / name)[0] == 0
    rows = list(csv.DictReader((tmp_path / "players.csv").read_text(encoding="utf-8").splitlines()))
    data = json.loads((tmp_path / "players.json").read_text(encoding="utf-8"))
    assert (
        [row["player"] for row in rows] == [row["player"] for row in data] == ["Ada", "Bo", "Cy", "(Black)"]
    )
    assert (
        rows[1]["blunders"] == str(data[1]["blunders"]) != "0"
        and data[1]["opening_errors"] >= 1
        and data[1]["allowed_mates"] == 1
    )
    assert run("review", games, "--out-dir", tmp_path / "x", "--summary", "players.txt").code == 2
    assert run("review", games / "two.5dpgn", "--summary", tmp_path / "other.csv").code == 2


def test_a_summary_adds_games() -> None:
    one = {"name": "Ada", "games": 1, "actions": 2, "lost": 30.0, "accuracy": 120.0, "missed_mates": 1}
    first = {**one, "allowed_mates": 0, "mistakes": {"opening blunder": 1}}
    second = {**one, "allowed_mates": 1, "mistakes": {"opening blunder": 1, "late game mistake": 2}}
    (ada,) = summarise([{"players": [first]}, {"players": [second]}])
    assert isinstance(ada, PlayerReview)
    row = ada.row()
    assert (row["games"], row["actions"], row["accuracy"], row["average_loss"]) == (2, 4, 60.0, 15.0)
    assert (row["blunders"], row["mistakes"], row["opening_errors"], row["late_game_errors"]) == (2, 2, 2, 2)
