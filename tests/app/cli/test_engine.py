"""The commands of the engine, on good files and on broken ones."""

import json
from pathlib import Path

import hyperchess as hc
from tests.app.cli.runner import run

MATE = "1. e3 / f6 2. Qe2 / Nc6"
BROKEN = "1. e3 / f6 2. Ke9 / Nc6"


def written(folder: Path, text: str) -> Path:
    path = folder / "game.5dpgn"
    path.write_text(text, encoding="utf-8")
    return path


def test_analyse_finds_the_mate(tmp_path: Path) -> None:
    code, out, _ = run("analyse", written(tmp_path, MATE), "--depth", "2", "--json")
    data = json.loads(out)
    assert (code, data["lines"][0]["mate"], data["lines"][0]["text"]) == (0, 1, "3w. Qh5#")
    assert "#1" in run("analyse", tmp_path / "game.5dpgn", "--depth", "2").out


def test_evaluate_shows_every_term() -> None:
    code, out, _ = run("evaluate", "variant:standard")
    assert code == 0
    assert all(word in out for word in ("material", "hanging", "the whole position: +0.15"))


def test_review_marks_the_blunder_and_writes_the_game(tmp_path: Path) -> None:
    game = written(tmp_path, MATE + " 3. Qh5#")
    target, plot = tmp_path / "reviewed.5dpgn", tmp_path / "scores.svg"
    code, out, _ = run("review", game, "--nodes", "300", "-o", target, "--plot", plot)
    assert code == 0
    assert "blunder" in out
    assert hc.read(target).main_line[3].evaluation == "??"
    assert plot.read_text(encoding="utf-8").startswith("<svg")


def test_review_says_what_it_left_out(tmp_path: Path) -> None:
    code, _, err = run("review", written(tmp_path, BROKEN), "--time", "0")
    assert code == 0
    assert "2 actions at the end cannot be followed" in err


def test_a_broken_game_and_the_other_game_are_refused(tmp_path: Path) -> None:
    assert "--at 1b shows the position" in run("analyse", written(tmp_path, BROKEN)).err
    for command in ("analyse", "evaluate", "review"):
        code, _, err = run(command, "variant:Classical")
        assert (code, "infinite chess has no engine" in err) == (1, True)


def test_a_match_tells_the_score(tmp_path: Path) -> None:
    line = ("match", "hyperchess:2", "greedy", "--games", "2", "--nodes", "20", "--variant", "very small")
    code, out, _ = run(*line, "-o", tmp_path / "games.jsonl")
    assert code == 0
    assert "Elo" in out
    data = json.loads(run(*line, "-o", tmp_path / "games.jsonl", "--json").out)
    assert data["wins"] + data["draws"] + data["losses"] == 2


def test_the_engine_answers() -> None:
    code, out, _ = run("engine", text="5duci\nposition startpos\ngo depth 1\nisready\nquit\n")
    assert code == 0
    assert "5duciok\n" in out
    assert "bestmove " in out
