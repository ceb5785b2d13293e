"""The commands of the engine, on good files and on broken ones."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

import hyperchess as hc
from tests.app.cli.runner import launch, run
from tests.kernels import native

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


@native
def test_evaluate_shows_every_term() -> None:
    code, out, _ = run("evaluate", "variant:standard")
    assert code == 0
    total = hc.engine.evaluate(hc.multiverse.start("Standard")).centipawns
    assert all(word in out for word in ("material", "hanging", f"the whole position: {total / 100:+.2f}"))


@native
def test_evaluate_names_the_pieces_on_the_best_and_worst_squares(tmp_path: Path) -> None:
    game = written(tmp_path, "1. e3 / Na6 2. Ke2 / Nb8")
    code, out, _ = run("evaluate", game)
    boards = json.loads(run("evaluate", game, "--json").out)["boards"]
    values = {each["square"]: each["centipawns"] for board in boards for each in board["placements"]}
    assert (code, len(values)) == (0, 32)
    [best] = [line for line in out.splitlines() if line.startswith("best placed: ")]
    named = [words.split()[-2:] for words in best.removeprefix("best placed: ").split(", ")]
    assert [int(value) for _, value in named] == sorted(values.values(), reverse=True)[:3]
    assert all(values[square] == int(value) for square, value in named)
    [worst] = [line for line in out.splitlines() if line.startswith("worst placed: ")]
    assert int(worst.split(", ")[0].split()[-1]) == min(values.values()) < 0


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


def test_a_broken_game_is_refused(tmp_path: Path) -> None:
    assert "--at 1b shows the position" in run("analyse", written(tmp_path, BROKEN)).err


@native
def test_infinite_chess_is_analysed_evaluated_and_reviewed(tmp_path: Path) -> None:
    game = tmp_path / "game.icn"
    game.write_text(
        "w 0/100 1 (8|1) R-10,1|R-10,-1|R-20,5|K60,70|k1,0 60,70>60,71|1,0>0,0|60,71>60,72", "utf-8"
    )
    code, out, _ = run("analyse", game, "--at", "1b", "--depth", "2", "--json")
    line = json.loads(out)["lines"][0]
    assert (code, line["mate"], line["actions"]) == (0, 1, [["-20,5>-20,0"]])
    code, out, _ = run("evaluate", "variant:Classical")
    assert code == 0
    assert "3,878" in out
    target = tmp_path / "reviewed.icn"
    code, out, _ = run("review", game, "--nodes", "300", "-o", target)
    assert code == 0
    assert "[%eval #1]" in target.read_text(encoding="utf-8")


def test_a_match_of_infinite_chess_tells_the_score() -> None:
    line = ("match", "hyperchess:2", "two-ply", "--games", "2", "--nodes", "50", "--variant", "Classical")
    code, out, _ = run(*line, "--length", "6")
    assert code == 0
    assert "length" in out
    code, _, err = run(*line, "--variant", "Standard")
    assert (code, "5D chess and of infinite chess" in err) == (2, True)


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


@pytest.mark.parametrize("closes_input", [False, True])
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C as a signal of POSIX")
def test_ctrl_c_ends_an_endless_search_and_the_engine(closes_input: bool) -> None:
    with launch("engine", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write("go infinite\n")
        process.stdin.flush()
        assert "info" in process.stdout.readline()
        if closes_input:
            process.stdin.close()
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=300)
        shown, errors = process.stdout.read(), process.stderr.read()
    assert code == (0 if closes_input and "interrupted" not in errors else 130)
    assert "bestmove" in shown
    assert "Traceback" not in errors


@pytest.mark.parametrize("command", ["analyse --depth 1", "evaluate", "render -o -", "moves", "fen"])
def test_errors_of_the_text_are_mentioned(command: str, tmp_path: Path) -> None:
    name, *options = command.split()
    game = written(tmp_path, BROKEN)
    code, _, err = run(name, game, "--at", "1b", *options)
    assert code == 0
    assert f"{game} has 1 error; `hyperchess check` lists them" in err
    assert "error" not in run(name, written(tmp_path, MATE), *options).err
