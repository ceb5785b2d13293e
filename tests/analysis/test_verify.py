"""Proofs that do not hold: illegal actions, and texts that leave open what they say."""

import pytest

import hyperchess as hc
from hyperchess.analysis.mates.solve import solve
from hyperchess.analysis.proofs import proof_tree
from hyperchess.analysis.verify import find_faults, length_faults, tree_faults
from hyperchess.game import Game, WrittenMove
from hyperchess.multiverse import Move, Position


def test_an_illegal_action_proves_nothing() -> None:
    """White is in check, and the move leaves him there."""
    position = Position.of_fen("[3r/4/q1KQ/1k1R:0:1:w]")
    game: Game[Position, Move] = Game(position)
    game.root.add(position.read("Rc1"))
    assert [fault.message for fault in find_faults(game)] == ["not a legal action"]


@pytest.mark.parametrize("fen", ["[k3/4/4/K3:0:1:w]", "[1k/K1:0:7:w]"])
def test_an_impossible_move_is_a_fault(fen: str) -> None:
    (move,) = Position.of_fen("[3r/4/q1KQ/1k1R:0:1:w]").read("Rc1")
    game: Game[Position, Move] = Game(Position.of_fen(fen))
    game.root.attach((WrittenMove(move),))
    assert [fault.message for fault in find_faults(game)] == ["not a legal action"]


def test_a_square_without_a_name_is_a_fault() -> None:
    position = Position.of_fen("[k3/4/4/K3:0:1:w]")
    (move,) = position.read("Kb1")
    game: Game[Position, Move] = Game(position)
    game.root.attach((WrittenMove(move._replace(target=move.target._replace(file=-99))),))
    assert [fault.message for fault in find_faults(game)] == ["not a legal action"]


def test_an_impossible_defence_is_a_fault_and_no_answer() -> None:
    position = Position.of_fen("[k3/p3/2N1/K2R:0:1:w]")
    game = proof_tree(solve(position, 2)).game
    assert list(find_faults(game)) == []
    after = game.root.children[0]
    (defence,) = after.children[:1]
    defence.moves = game.root.children[0].moves  # Black plays what White has played
    assert [(fault.node, fault.message.split()[0]) for fault in find_faults(game)] == [
        (defence, "not"),
        (after, "the"),
    ]


def test_what_was_misread_proves_nothing() -> None:
    game = hc.parse('[Size "5x5"]\n[4k/5/5/5/K1R2:0:1:w]\n1. Kb2 / Ke4 2. Re1 / Kd3 }', game=hc.MULTIVERSE)
    assert any(problem.severity.value == "error" for problem in game.problems)
    assert next(find_faults(game)).node is game.root
    assert len(list(find_faults(game))) == len(list(tree_faults(game))) + 1


def test_what_the_reader_chose_proves_nothing() -> None:
    game = hc.parse('[Size "5x5"]\n[4k/5/5/5/K1R1R:0:1:w]\n1. Rd1', game=hc.MULTIVERSE)
    assert [problem.code for problem in game.problems] == ["ambiguous"]
    assert any(
        "2 legal actions fit" in fault.message and fault.node is game.root for fault in find_faults(game)
    )


def test_a_proof_of_a_softmate_says_so() -> None:
    solution = solve(hc.parse("1. f3 / e5 2. g4", game=hc.MULTIVERSE).final, 1, softmates=True)
    assert proof_tree(solution).game.headers["Puzzle"] == "softmate-in-1"
    assert 0 < solution.nodes <= solution.rounds  # as many with the rules in Python
    longer = hc.parse('[Puzzle "softmate-in-1"] [Board "Standard"]\n1. e4 / e5 2. d4', game=hc.MULTIVERSE)
    assert [len(fault.node.path) for fault in length_faults(longer)] == [3]
