"""Proofs from the command line: what holds, and every way in which one may not."""

import json
import re
from pathlib import Path

import pytest

from hyperchess.multiverse import MULTIVERSE
from hyperchess.notation.reading import parse

from .runner import run

PROOF = """[Size "5x5"]
[Timeline "Odd"]
[Puzzle "mate-in-2"]
[2r2/2p2/5/5/K1RkN:0:1:w]
[2r2/2p2/5/2R2/K2kN:0:1:b]
[2r2/5/2p2/2R2/K2kN:0:2:w]
[2r2/5/2p2/R4/K2kN:0:2:b]
[2r2/5/2p2/R4/K3k:0:3:w]

1. R>>(T1)a2
(1b. Kxc1 Kd1
 2. Ra3#)
(1b. Kxc1 Kd2
 2. Ra3#)
(1b. Kxc1 Ke2
 2. Ra3#)
(1b. K>>(T2)c1
 2. (L1)Kb1#)
(1b. Kd1 K>>(T2)c1
 2. (L1)Kb1#)
(1b. Ked2 K>>(T2)c1
 2. (L1)Kb1#)
(1b. Kee2 K>>(T2)c1
 2. (L1)Kb1#)
(1b. K>>(T2)c1 K>>xe1
 2. (L-1)Nc2 (L1)Kb1#)
1b. Kxc1
2. Rc2#
"""


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    path = tmp_path / "tree.5dpgn"
    path.write_text(PROOF, encoding="utf-8")
    return path


def list_faults(path: Path, *options: str) -> list[dict[str, object]]:
    ran = run("verify", path, "--json", *options)
    (found,) = json.loads(ran.out)["proofs"]
    assert (ran.code, found["proven"]) == ((1, False) if found["faults"] else (0, True))
    faults: list[dict[str, object]] = found["faults"]
    return faults


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_proof_that_holds(proof: Path) -> None:
    code, out, err = run("verify", proof)
    assert (code, err) == (0, "")
    assert out == f"{proof}: proven: White mates in 2 (its header says mate-in-2); 9 lines checked\n"
    assert list_faults(proof) == []


def test_a_missing_defence_is_named_with_its_place(proof: Path) -> None:
    change(proof, "(1b. Kd1 K>>(T2)c1\n 2. (L1)Kb1#)\n", "")
    (fault,) = list_faults(proof)
    assert re.fullmatch(r"the defence .*>\(0T3\)d1.* is not answered", str(fault["message"]))
    assert (fault["node"], fault["line"], fault["column"]) == ("1w", 10, 4)
    code, out, _ = run("verify", proof)
    assert code == 1
    lines = out.splitlines()
    assert lines[0].startswith(f"{proof}:10:4: fault: after 1w: the defence ")
    assert lines[1:3] == ["  10 | 1. R>>(T1)a2", "     |    ^^^^^^^^^"]
    assert lines[-1] == "1 proof, 1 fault"


def test_a_line_that_is_not_mate(proof: Path) -> None:
    change(proof, "2. Rc2#", "2. Rb2")
    (fault,) = list_faults(proof)
    assert str(fault["message"]).startswith("the line ends here, but this is ")
    assert fault["node"] == "2w"


def test_a_line_without_an_answer(proof: Path) -> None:
    change(proof, "\n2. Rc2#", "")
    (fault,) = list_faults(proof)
    assert (fault["node"], fault["message"]) == ("1b", "the attacker has no reply here")


def test_a_proof_that_takes_longer_than_its_header_says(proof: Path) -> None:
    change(proof, "mate-in-2", "mate-in-1")
    faults = list_faults(proof)
    assert len(faults) == 9
    assert {fault["message"] for fault in faults} == {
        "the header says mate-in-1, and here the attacker plays action 2"
    }
    change(proof, "mate-in-1", "mate-in-3")
    assert list_faults(proof) == []


def test_what_the_reader_had_to_guess_proves_nothing(proof: Path) -> None:
    change(proof, "1b. Kxc1\n", "1b. Kxc7\n")
    faults = list_faults(proof)
    assert any("Kxc7" in str(fault["message"]) and fault["line"] == 27 for fault in faults)
    proof.write_text('[Board "Standard"]\n1. exd4 / Nc6 2. Nf3', encoding="utf-8")  # read as d4
    faults = list_faults(proof)
    assert "no piece of White's can play exd4: the pawn on e2 does not reach d4" in [
        fault["message"] for fault in faults
    ]


def test_a_tree_without_moves_or_start(tmp_path: Path) -> None:
    path = tmp_path / "tree.5dpgn"
    path.write_text('[Board "Standard"]', encoding="utf-8")
    assert [fault["message"] for fault in list_faults(path)] == ["the attacker has no reply here"]
    path.write_text('[Board "Custom"]\n1. e4', encoding="utf-8")
    assert "the tree does not say from which position it starts" in run("verify", path).out


def test_softmates_count_if_wanted(tmp_path: Path) -> None:
    path = tmp_path / "fool.5dpgn"
    game = "1. f3 / e5 2. g4"
    assert run("solve", "-", "--mate-in", "1", "--softmates", "-o", path, text=game).code == 0
    assert [fault["message"] for fault in list_faults(path)] == ["the line ends here, but this is softmate"]
    assert list_faults(path, "--softmates") == []


def test_other_notations_have_paths_only(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    assert run("convert", "-", "--to", "json", "-o", path, text=PROOF).code == 0
    assert list_faults(path) == []
    change(path, "mate-in-2", "mate-in-1")
    assert {(fault["line"], fault["column"]) for fault in list_faults(path)} == {(None, None)}
    assert f"{path}: fault: after 2w: the header says" in run("verify", path).out


def test_many_files(proof: Path, tmp_path: Path) -> None:
    (tmp_path / "wrong.5dpgn").write_text('[Board "Standard"]\n1. e4', encoding="utf-8")
    for jobs in ("1", "2"):
        code, out, _ = run("verify", tmp_path, "-j", jobs)
        assert (code, out.splitlines()[-1]) == (1, "2 proofs, 1 fault")
    (tmp_path / "picture.5dpgn").write_bytes(b"\0")
    code, out, err = run("verify", tmp_path)
    assert (code, "nothing here is a game" in err, out.splitlines()[-1]) == (2, True, "2 proofs, 1 fault")


def test_infinite_chess_has_no_proofs() -> None:
    code, out, err = run("verify", "example:infinite-classical")
    assert (code, out, "only proofs of 5D chess" in err) == (2, "0 proofs, 0 faults\n", True)


def test_every_action_of_a_tree_is_found_in_its_text(proof: Path) -> None:
    text = proof.read_text(encoding="utf-8")
    game = parse(text, "branched", game=MULTIVERSE)
    nodes = list(game.walk())
    assert len(nodes) == 19
    for node in nodes:
        assert node.span is not None
        assert text[node.span.start : node.span.end].split()[0] == node.moves[0].text


def test_only_the_lines_of_the_proof_are_counted(proof: Path) -> None:
    change(proof, "1. R>>(T1)a2\n", "(1w. Ra3)\n1w. R>>(T1)a2\n")
    assert "; 9 lines checked" in run("verify", proof).out
