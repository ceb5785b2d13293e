"""Puzzles from engine games: reproducible, proven, with one key."""

from itertools import islice

from hyperchess.analysis.mates.solve import solve
from hyperchess.analysis.proofs import proof_tree
from hyperchess.analysis.verify import find_faults, length_faults
from hyperchess.multiverse import MULTIVERSE, custom_start
from hyperchess.notation.reading import parse
from hyperchess.puzzles.candidates import Candidate
from hyperchess.puzzles.making import Recipe, generate_candidates

RECIPE = Recipe(seed=5, variants=("Very Small - Open", "Small - Open"), rounds=(1_000, 1_000), others=1)


def found() -> list[Candidate]:
    return [candidate for game in range(4) for candidate in generate_candidates(RECIPE, game)]


def test_the_same_seed_gives_the_same_puzzles() -> None:
    first = found()
    assert first
    assert found() == first


def test_a_candidate_is_proven_and_has_one_key() -> None:
    for candidate in found():
        entry, game = candidate.entry, parse(candidate.proof, game=MULTIVERSE)
        assert not list(islice(find_faults(game), 3))
        assert not list(length_faults(game))
        solution = solve(game.root.position, entry.mate_in)
        assert solution.is_unique
        assert solution.mate_in == entry.mate_in
        assert solution.rounds == entry.rounds
        assert len(game.root.position.timeline_boards) == entry.timelines


def test_a_game_gives_each_length_and_number_of_timelines_once() -> None:
    for game in range(4):
        entries = [candidate.entry for candidate in generate_candidates(RECIPE, game)]
        assert len({(entry.mate_in, entry.timelines) for entry in entries}) == len(entries)


def test_a_large_proof_is_refused() -> None:
    solution = solve(custom_start("[k3/p3/2N1/K2R:0:1:w]"), 2)
    assert proof_tree(solution).complete
    assert not proof_tree(solution, most_nodes=1).complete
