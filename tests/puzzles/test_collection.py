"""The bundled puzzles: every one is what it claims, checked by the verifier and by the solver."""

from collections import Counter
from random import Random

import pytest

from hyperchess import multiverse
from hyperchess.analysis.mates.solve import solve
from hyperchess.analysis.verify import find_faults, length_faults, proof_length
from hyperchess.budget import Budget
from hyperchess.errors import HyperchessError
from hyperchess.kernels import uses_native
from hyperchess.notation.reading import parse
from hyperchess.puzzles.collection import bundled, position_text, proof_text, read_collection
from hyperchess.puzzles.entry import Entry
from hyperchess.puzzles.themes import THEMES, find_themes
from hyperchess.ruleset import GameKind

MULTIVERSE = [entry for entry in bundled() if entry.kind is GameKind.MULTIVERSE]
SAMPLE = Random(18).sample(MULTIVERSE, 12)
ROUNDS = Budget(rounds=60_000)


def check(entry: Entry) -> None:
    """Verify the proof, that the key is unique, and what the headers say."""
    game = parse(proof_text(entry), game=multiverse.MULTIVERSE)
    assert not list(find_faults(game)), entry.id
    assert not list(length_faults(game)), entry.id
    assert proof_length(game) == entry.mate_in
    position = game.root.position
    assert position.player.name.lower() == entry.player
    solution = solve(position, entry.mate_in, ROUNDS)
    if uses_native():
        assert solution.is_unique, entry.id
    else:  # the rounds may not suffice to examine every action
        assert solution.is_unique is not False, entry.id
    assert solution.mate_in == entry.mate_in or (solution.mate_in is None and not uses_native()), entry.id
    if solution.winning:
        assert position.canonical(game.main_line[0].action or ()) == solution.winning[0]
    assert len(position.timeline_boards) == entry.timelines
    assert find_themes(game) == entry.themes
    without = parse(position_text(entry), game=multiverse.MULTIVERSE)
    assert not without.main_line
    assert without.root.position.fen() == position.fen()


@pytest.mark.parametrize("entry", SAMPLE, ids=lambda entry: str(entry.id))
def test_a_sample_is_proven(entry: Entry) -> None:
    check(entry)


@pytest.mark.nightly
def test_all_are_proven() -> None:
    for entry in MULTIVERSE:
        check(entry)


def test_there_are_enough_of_each_kind() -> None:
    entries = MULTIVERSE
    assert len(entries) >= 700
    assert len(bundled()) >= 1_000
    simple = sum(entry.mate_in == entry.timelines == 1 for entry in entries)
    assert simple < len(entries) / 5
    assert {theme for entry in bundled() for theme in entry.themes} == set(THEMES)
    assert len({entry.id for entry in entries}) == len(entries)
    lengths = Counter(entry.mate_in for entry in entries)
    assert set(lengths) == {1, 2, 3}
    assert min(lengths.values()) >= 100
    assert len({entry.timelines for entry in entries}) >= 4
    assert len({entry.variant for entry in entries}) >= 10
    assert {entry.player for entry in entries} == {"white", "black"}


def test_they_are_sorted() -> None:
    order = [(entry.mate_in, entry.timelines, entry.difficulty) for entry in MULTIVERSE]
    assert order == sorted(order)


def test_a_text_without_the_headers_is_refused() -> None:
    with pytest.raises(HyperchessError, match="puzzle 1 of the collection: expected the headers Id"):
        list(read_collection('[Id "x"]\n[Event "White mates"]\n'))
