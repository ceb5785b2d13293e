"""`hyperchess puzzles`: the bundled ones as table and text, and new ones."""

import json
from pathlib import Path

import pytest

from hyperchess.puzzles.collection import bundled, read_collection

from .runner import run


def test_list() -> None:
    listed = json.loads(run("puzzles", "list", "--mate-in", "2", "--json").out)
    twos = [entry for entry in bundled() if entry.mate_in == 2]
    assert [puzzle["id"] for puzzle in listed] == [entry.id for entry in twos if entry.kind == "5d"]
    listed = json.loads(run("puzzles", "list", "--mate-in", "2", "--json", "--infinite").out)
    assert [puzzle["id"] for puzzle in listed] == [entry.id for entry in twos if entry.kind == "infinite"]
    table = run("puzzles", "list", "--mate-in", "3", "--timelines", "1").out
    assert "mates in 3" in table


@pytest.mark.parametrize("game", ["5d", "infinite"])
def test_a_puzzle_can_be_solved_and_its_proof_verified(game: str) -> None:
    entry = next(entry for entry in bundled() if entry.mate_in == 2 and entry.kind == game)
    text = run("puzzles", "show", entry.id).out
    assert "1. " not in text
    solved = run("solve", "-", text=text)
    assert "sound: mate in 2" in solved.out
    proof = run("puzzles", "show", entry.id, "--solution").out
    if game == "5d":
        assert "proven" in run("verify", "-", text=proof).out


def test_make_puzzles_of_infinite_chess(tmp_path: Path) -> None:
    made = tmp_path / "made.icn"
    old = next(entry for entry in bundled() if entry.variant == "Hunt")
    number = int(old.source.partition("game ")[2].split(",")[0])
    store = tmp_path / "found.jsonl"
    store.write_text(
        "".join(f'{{"seed": 1, "game": {other}, "candidates": []}}\n' for other in range(number))
    )
    options = ["--infinite", "--variant", "hunt", "--games", str(number + 1), "--store", str(store)]
    run("puzzles", "make", "-o", str(made), *options)
    [(entry, _)] = read_collection(made.read_text("utf-8"))
    assert entry == old
    refused = run("puzzles", "make", "--infinite", "-o", str(tmp_path / "x.icn"), "--effort", "3")
    assert "--effort does not apply" in refused.err
    refused = run("puzzles", "make", "--infinite", "-o", str(tmp_path / "x.icn"), "--variant", "Small")
    assert "expected a kind of hunt (Hunt, Long hunt, " in refused.err


def test_an_unknown_id() -> None:
    shown = run("puzzles", "show", "nothing")
    assert shown.code == 2
    assert "there is no puzzle 'nothing'" in shown.err


@pytest.mark.slow
def test_make_goes_on_and_is_reproducible(tmp_path: Path) -> None:
    made, store = tmp_path / "made.5dpgn", tmp_path / "found.jsonl"
    options = ["--variant", "Very Small - Open", "--seed", "3"]
    run("puzzles", "make", "-o", str(made), "--games", "1", "--store", str(store), *options)
    assert len(store.read_text("utf-8").splitlines()) == 1
    run("puzzles", "make", "-o", str(made), "--games", "2", "--store", str(store), "--force", *options)
    assert len(store.read_text("utf-8").splitlines()) == 2
    again = tmp_path / "again.5dpgn"
    run("puzzles", "make", "-o", str(again), "--games", "2", *options)
    assert again.read_text("utf-8") == made.read_text("utf-8")
    assert list(read_collection(made.read_text("utf-8")))
    assert run("verify", str(made)).code == 0
    refused = run("puzzles", "make", "-o", str(made), "--games", "1", *options)
    assert refused.code == 2
    assert "exists already" in refused.err
