"""The tree of a proof file as a game for the analysis board."""

from io import BytesIO
from pathlib import Path

import pytest

from hyperchess.analysis.verify import count_variations, find_faults, length_faults
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import MULTIVERSE, Color
from hyperchess.notation.reading import parse
from hyperchess.notation.registry import find_notation
from hyperchess.proofs.claims import ClaimKind
from hyperchess.proofs.errors import ProofRejected
from hyperchess.proofs.trees import build_tree
from tests.app.cli.runner import run

from .making import MATE_IN_TWO, make_proof, packed
from .making import split_lines as lines_of_file

PROOFS = Path(__file__).parents[2] / "proofs"


@pytest.mark.parametrize("name", ["focused-just-queens.white-mate-3", "very-small-open.white-mate-6"])
def test_the_tree_of_a_mate_is_a_proof_of_its_own(name: str) -> None:
    with (PROOFS / f"{name}.hcproof").open("rb") as file:
        tree = build_tree(file)
    read = parse(find_notation("branched").write(tree).text, game=MULTIVERSE)
    assert not [*find_faults(read), *length_faults(read)]
    assert len(read.main_line) == 2 * int(name[-1]) - 1
    assert count_variations(read) == count_variations(tree)


def test_trees_have_what_the_file_has() -> None:
    """Of a proof that there is no mate: all actions of the attacker, and one answer to each."""
    data = make_proof("[k3/4/4/K2R:0:1:w]", ClaimKind.NONE, Color.WHITE, 2)
    tree = build_tree(BytesIO(data))
    assert tree.start is not None
    assert {child.action for child in tree.root.children} == {*map(tuple, tree.start.actions())}
    answers = [child.children for child in tree.root.children]
    records = [line for line in lines_of_file(data)[2:-2] if line != "-"]
    assert [len(each) for each in answers] == [1] * len(records)
    assert sorted(" ".join(map(str, each[0].action or ())) for each in answers) == sorted(records)
    assert all(not leaf.children for each in answers for leaf in each[0].children)
    assert "Puzzle" not in tree.headers


def test_a_mate_of_the_player_who_is_not_to_move() -> None:
    tree = build_tree(BytesIO(make_proof("[K3/4/3q/k3:0:1:w]", ClaimKind.MATE, Color.BLACK, 1)))
    assert "Puzzle" not in tree.headers
    assert tree.root.comments[0].text == "Black mates within 1 action"
    assert [len(child.children) for child in tree.root.children] == [1, 1]


def test_what_does_not_hold_has_no_tree() -> None:
    data = make_proof(MATE_IN_TWO, ClaimKind.MATE, Color.WHITE, 2)
    lines = lines_of_file(data)
    with pytest.raises(ProofRejected):
        build_tree(BytesIO(packed(lines[:2] + lines[3:])))
    with pytest.raises(BudgetExhausted, match="more than 1 action"):
        build_tree(BytesIO(data), most_nodes=1)
    with pytest.raises(BudgetExhausted):
        build_tree(BytesIO(data), budget=Budget(rounds=1))


def test_the_command_writes_it(tmp_path: Path) -> None:
    proof = PROOFS / "focused-just-queens.white-mate-3.hcproof"
    tree = tmp_path / "tree.5dpgn"
    ran = run("verify", proof, "--fast", "-o", tree)
    assert (ran.code, f"written: {tree}" in ran.err.replace("\n", "")) == (0, True)
    again = run("verify", tree)
    assert (again.code, "White mates in 3" in again.out) == (0, True)
    assert run("verify", proof, "--fast", "-o", tree).code == 2  # it is there already
    printed = run("verify", proof, "--fast", "-o", "-", "--to", "shad")
    assert (printed.code, "1. Qd2" in printed.out) == (0, True)
    for words in ([tree, "-o", "-"], [PROOFS, "-o", "-"]):
        ran = run("verify", *words)
        assert (ran.code, "one proof file" in ran.err) == (2, True)
    ran = run("verify", proof, "-o", "-", "--json")
    assert (ran.code, "name a file for the tree" in ran.err) == (2, True)
    ran = run("verify", proof, "-o", tmp_path / "tree.txt")
    assert (ran.code, "does not tell the notation" in ran.err) == (2, True)
