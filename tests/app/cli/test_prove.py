"""Proofs in pieces from the command line, and their verification."""

import json
import signal
import sys
from pathlib import Path
from time import sleep

import pytest

from hyperchess.multiverse.defaults import default_rules
from tests.proofs.making import packed, split_lines

from .runner import launch, run

SMALL = '[Board "custom"]\n[Size "4x4"]\n[k3/p3/2N1/K2R:0:1:w]\n'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.5dpgn"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_a_mate_and_its_proof(game: Path, tmp_path: Path) -> None:
    store, proof, none = tmp_path / "store", tmp_path / "mate.hcproof", tmp_path / "none.hcproof"
    ran = run("prove", game, "--store", store, "-o", proof)
    assert (ran.code, "White mates within 2 actions; no mate within 1 action" in ran.out) == (0, True)
    assert "written" in ran.err
    ran = run("prove", game, "--store", store, "-o", none, "--none", "--json")
    known = json.loads(ran.out)
    assert (known["mate_in"], known["refuted"], known["decided"]) == (2, 1, True)
    assert known["proof"]["claim"] == "White cannot force mate within 1 action"
    ran = run("verify", proof, none, "--json")
    first, second = json.loads(ran.out)["proofs"]
    assert ran.code == 0
    assert (first["player"], first["mate_in"], first["rules"], first["proven"]) == (
        "White",
        2,
        "python",
        True,
    )
    assert (second["mate_in"], second["claim"]) == (None, "White cannot force mate within 1 action")
    assert second["sha256"] == known["proof"]["sha256"]
    ran = run("verify", tmp_path)
    assert "mate.hcproof: proven: White mates within 2 actions" in ran.out
    assert ran.code == 1  # the game is not a proof


def test_a_variant_may_stand_without_its_prefix(tmp_path: Path) -> None:
    line = ("--store", tmp_path / "queens", "--json")
    told = run("prove", "Focused - Just Queens", *line)
    assert told.code == 0
    assert json.loads(told.out)["mate_in"] == 3
    assert "there is no file" in run("prove", "No Such Variant", *line).err


def test_the_other_side(game: Path, tmp_path: Path) -> None:
    ran = run("prove", game, "--store", tmp_path / "store", "--side", "black", "--mate-in", 2)
    assert ran.code == 0
    assert "no mate within 2 actions" in ran.out


def test_several_processes_settle_the_same(game: Path, tmp_path: Path) -> None:
    answers = []
    for jobs in (1, 2):
        ran = run(
            *("prove", "variant:very small", "--store", tmp_path / f"store{jobs}", "--mate-in", 3),
            *("-o", tmp_path / f"{jobs}.hcproof", "--json", "-j", jobs),
        )
        answers.append(json.loads(ran.out))
    assert answers[0] == answers[1]
    assert answers[0]["proof"]["claim"] == "White cannot force mate within 3 actions"


def test_a_budget_leaves_it_open(tmp_path: Path) -> None:
    store = tmp_path / "store"
    ran = run(
        "prove", "variant:standard", "--store", store, "--rounds", 1, "--mate-in", 3, "-o", tmp_path / "x"
    )
    assert ran.code == 3
    assert "Open" in ran.out
    ran = run("prove", "variant:small", "--store", tmp_path / "other", "--time", 0, "-o", tmp_path / "y")
    assert ran.code == 3
    assert "nothing is proven yet" in ran.err
    assert not (tmp_path / "y").exists()


def test_what_cannot_be_asked(game: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    cases = {
        "expected white or black": ["variant:small", "--side", "red"],
        "only positions of 5D chess": ["example:infinite-classical"],
        "is about another position": ["variant:standard"],
    }
    assert run("prove", "variant:small", "--store", store, "--mate-in", 1).code == 0
    for message, words in cases.items():
        ran = run("prove", *words, "--store", store)
        assert (ran.code, message in ran.err.replace("\n", " ")) == (2, True), ran
    (tmp_path / "there").touch()
    assert run("prove", "variant:small", "--store", store, "-o", tmp_path / "there").code == 2


def test_faults_of_proof_files(game: Path, tmp_path: Path) -> None:
    proof = tmp_path / "mate.hcproof"
    run("prove", game, "--store", tmp_path / "store", "-o", proof)
    data = proof.read_bytes()
    proof.write_bytes(packed([line for line in split_lines(data) if "c3" not in line][:-3]))
    ran = run("verify", proof)
    assert (ran.code, "fault:" in ran.out, "1 proof, 1 fault" in ran.out) == (1, True, True)
    proof.write_bytes(b"1. e4 / e5")
    assert "not a proof file" in run("verify", proof).out
    proof.write_bytes(data)
    ran = run("verify", proof, "--time", 0, "--json")
    assert (ran.code, json.loads(ran.out)["proofs"][0]["proven"]) == (3, False)
    fast = run("verify", proof, "--fast")
    assert fast.code == 0
    assert ("by the native rules" in fast.out) == (default_rules().name == "native")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_prints_what_is_known(tmp_path: Path, jobs: int) -> None:
    from tests.proofs.test_proving import count_rows

    store = tmp_path / "store"
    command = ("prove", "variant:very small", "--store", store, "--mate-in", 40, "-j", jobs)
    running = launch(*command, stdout=-1, stderr=-1)
    while count_rows(store) < 8:
        assert running.poll() is None
        sleep(0.02)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate()
    assert running.returncode == 130
    assert "no mate within" in out
