"""Puzzles of infinite chess: reproducible, each with one key and a complete tree."""

from collections import Counter
from random import Random

import pytest

from hyperchess.analysis.mates.solve import solve
from hyperchess.game import Node
from hyperchess.infinite import INFINITE, Move, Position, Verdict
from hyperchess.notation.reading import parse
from hyperchess.puzzles.collection import bundled, position_text, proof_text, read_collection
from hyperchess.puzzles.entry import Entry
from hyperchess.puzzles.hunts import generate_hunt
from hyperchess.puzzles.themes import find_themes
from hyperchess.ruleset import GameKind
from hyperchess.text import Severity

HUNTS = [entry for entry in bundled() if entry.kind is GameKind.INFINITE]


def check(entry: Entry) -> None:
    """Verify the tree by the rules, and by the solver that the key is unique."""
    game = parse(proof_text(entry), game=INFINITE)
    assert all(problem.severity is Severity.INFO for problem in game.problems)
    position = game.root.position
    solution = solve(position, entry.mate_in)
    assert (solution.mate_in, solution.is_unique) == (entry.mate_in, True)
    [key] = game.root.children
    assert key.action == solution.winning
    check_attack(key, entry.mate_in)
    assert find_themes(game) == entry.themes
    assert position.player.name.casefold() == entry.player
    without = parse(position_text(entry), game=INFINITE)
    assert not without.main_line
    assert without.root.position.text() == position.text()


def check_attack(node: Node[Position, Move], left: int) -> None:
    """Check that every legal reply has one answer, down to checkmate within `left` moves."""
    assert left > 0
    moves = node.position.moves()
    assert not moves.rays
    assert {child.action for child in node.children} == {(move,) for move in moves.points}
    if not moves.points:
        assert node.position.status.verdict is Verdict.CHECKMATE
    for reply in node.children:
        [answer] = reply.children
        check_attack(answer, left - 1)


@pytest.mark.parametrize("entry", Random(4).sample(HUNTS, 10), ids=lambda entry: str(entry.id))
def test_a_sample_is_proven(entry: Entry) -> None:
    check(entry)


@pytest.mark.nightly
def test_all_are_proven() -> None:
    for entry in HUNTS:
        check(entry)


def test_there_are_enough_of_each_length() -> None:
    assert len(HUNTS) >= 250
    assert len({entry.id for entry in HUNTS}) == len(HUNTS)
    lengths = Counter(entry.mate_in for entry in HUNTS)
    assert set(lengths) == {1, 2, 3, 4}
    assert min(lengths[length] for length in (1, 2, 3)) >= 30
    assert {entry.player for entry in HUNTS} == {"white", "black"}


def test_a_number_gives_the_puzzle_of_the_collection() -> None:
    for name in {entry.variant for entry in HUNTS}:
        entry = next(entry for entry in HUNTS if entry.variant == name)
        seed, number = (int(part.split()[1]) for part in entry.source.split(", ")[:2])
        found = generate_hunt(name, seed, number)
        assert found is not None
        assert [(found.entry, found.proof)] == list(read_collection(proof_text(entry)))


def test_no_hunter_is_idle() -> None:
    """Without any one of the hunters, the key is no longer the only mate of its length."""
    for entry in Random(5).sample([entry for entry in HUNTS if entry.variant != "Hunt"], 5):
        game = parse(proof_text(entry))
        start, _, pieces = game.root.position.text().rpartition(" ")
        *hunters, prey = pieces.split("|")
        for idle in hunters:
            others = [hunter for hunter in hunters if hunter != idle]
            position = Position.parse(f"{start} {'|'.join((*others, prey))}")
            solution = solve(position, entry.mate_in)
            same = (solution.mate_in, solution.winning) == (entry.mate_in, game.main_line[0].action)
            assert not (same and solution.is_unique), (entry.id, idle)
