"""Results of the prover: correct, on disk at once, and never computed twice."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from time import sleep

import pytest

from hyperchess.budget import Budget
from hyperchess.errors import InvalidArgument
from hyperchess.multiverse import Color, Position, custom_start, start
from hyperchess.multiverse.reference import ReferenceRules
from hyperchess.multiverse.reference.mates import ReferenceMates
from hyperchess.proofs import proving
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.errors import StoreError
from hyperchess.proofs.proving import Prover, Task, settle
from hyperchess.proofs.store import Result, Store

from .making import MATE_IN_TWO, check

POSITIONS = [
    MATE_IN_TWO,
    "[k3/1R2/4/K3:0:1:w]",
    "[K3/4/3q/k3:0:1:w]",
    "[k2/3/KQ1:0:1:w]",
    "[2k/1p1/K1P:0:1:w]",
]


def oracle(position: Position, attacker: Color, within: int) -> bool:
    """Return whether the attacker mates, by brute force."""
    search = ReferenceMates(ReferenceRules(), Budget(), softmates=False, memory=1 << 20, watch=None)
    if position.player is attacker:
        return search.wins(position, within)
    return search.is_lost(position, within)


@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize("attacker", Color)
def test_the_answers_are_those_of_trying_everything(fen: str, attacker: Color, tmp_path: Path) -> None:
    position = custom_start(fen)
    with Store(tmp_path / "store", position) as store:
        prover = Prover(store, position, attacker)
        for within in (1, 2):
            for task in prover.tasks(within):
                prover.add(settle(task))
            mates = oracle(position, attacker, within)
            assert prover.result(within) is (Result.MATES if mates else Result.HOLDS)
            for claim in prover.claims():
                file = BytesIO()
                ending = prover.write(file, claim)
                assert check(file.getvalue()).ending == ending
                assert ending.records == prover.count_records(claim)
            if mates:
                break


def test_the_same_question_has_the_same_proof(tmp_path: Path) -> None:
    position = start("Very Small")
    hashes = set()
    for order in (1, -1):
        with Store(tmp_path / f"store{order}", position, "Very Small") as store:
            prover = Prover(store, position, Color.WHITE, "Very Small")
            for within in (1, 2, 3):
                for task in prover.tasks(within)[::order]:
                    prover.add(settle(task))
            hashes.add(prover.write(BytesIO(), prover.claims()[0]).proof)
    assert len(hashes) == 1


def test_a_budget_leaves_a_question_open(tmp_path: Path) -> None:
    task = Task(start("Standard"), Color.WHITE, 4, "(0T1)e2>(0T1)e4", Budget(rounds=1))
    assert settle(task) is None
    with Store(tmp_path / "store", task.start) as store:
        prover = Prover(store, task.start, Color.WHITE)
        prover.add(None)
        assert (prover.known.refuted, prover.known.mate_in, prover.claims()) == (0, None, [])
        with pytest.raises(InvalidArgument, match="not settled: White cannot force mate within 2 actions"):
            prover.write(BytesIO(), Claim(task.start, ClaimKind.NONE, Color.WHITE, 2))


def test_a_proof_that_is_too_large_is_not_written(tmp_path: Path) -> None:
    position = start("Small")
    with Store(tmp_path / "store", position) as store:
        prover = Prover(store, position, Color.WHITE)
        for within in (1, 2, 3):
            for task in prover.tasks(within):
                prover.add(settle(Task(position, Color.WHITE, within, task.action, most_records=2)))
        assert prover.known.refuted == 3
        with pytest.raises(InvalidArgument, match="the proof is too large"):
            prover.write(BytesIO(), prover.claims()[0])


def test_nothing_to_prove_where_the_game_is_over(tmp_path: Path) -> None:
    position = custom_start("[k3/1R2/4/K3:0:1:w]").play("Rb2")
    over = next(
        after
        for action in custom_start("[k3/1R2/4/K3:0:1:w]").actions()
        for after in [custom_start("[k3/1R2/4/K3:0:1:w]").play(action)]
        if after.find_action() is None
    )
    assert position.find_action() is not None
    with Store(tmp_path / "store", over) as store, pytest.raises(InvalidArgument, match="the game is over"):
        Prover(store, over, Color.WHITE)


def test_a_store_belongs_to_one_position(tmp_path: Path) -> None:
    path = tmp_path / "store"
    Store(path, start("Small"), "Small").__exit__(None, None, None)
    with pytest.raises(StoreError, match="another position"):
        Store(path, start("Standard"), "Standard")
    (tmp_path / "text").write_text("1. e4 / e5 " * 1000, encoding="utf-8")
    with pytest.raises(StoreError, match="not a store of proofs"):
        Store(tmp_path / "text", start("Small"))
    database = sqlite3.connect(path)
    database.execute("UPDATE start SET version = 99")
    database.commit()
    database.close()
    with pytest.raises(StoreError, match="version 99"):
        Store(path, start("Small"), "Small")


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store"
    command = [sys.executable, "-m", "hyperchess", "prove", "variant:very small", "--store", str(path)]
    running = subprocess.Popen([*command, "--mate-in", "30"], stdout=subprocess.DEVNULL)
    try:
        while count_rows(path) < 16:
            assert running.poll() is None
            sleep(0.02)
    finally:
        running.kill()
        running.wait()
    before = count_rows(path)
    settled: list[tuple[int, str]] = []

    def counted(task: Task, check: Callable[[], None]) -> object:
        settled.append((task.within, task.action))
        return settle(task, check)

    monkeypatch.setattr(proving, "settle", counted)
    from tests.app.cli.runner import run

    within = 4
    ran = run("prove", "variant:very small", "--store", path, "--mate-in", within, "-o", tmp_path / "proof")
    assert ran.code == 0, ran.err
    total = within * len(list(start("Very Small").actions()))
    assert len(settled) == max(0, total - before)
    assert len(settled) == len(set(settled))
    assert check((tmp_path / "proof").read_bytes()).claim.within >= within


def count_rows(path: Path) -> int:
    """Return the number of first actions in a store while another process writes to it."""
    try:
        database = sqlite3.connect(f"file:{path.as_posix()}?mode=ro", uri=True)
    except sqlite3.OperationalError:
        return 0
    try:
        return int(database.execute("SELECT count(*) FROM settled").fetchone()[0])
    except sqlite3.OperationalError:  # not there yet, or locked
        return 0
    finally:
        database.close()
