"""Invalid arguments are refused with a `HyperchessError` by every public function of the package."""

from collections.abc import Callable
from typing import Any

import pytest

import hyperchess as hc
from hyperchess.analysis.books import Book, build_book, start_name
from hyperchess.analysis.differences import differences
from hyperchess.analysis.fixing import fix_text
from hyperchess.analysis.mates.solve import solve
from hyperchess.analysis.proofs import proof_text, proof_tree
from hyperchess.analysis.puzzles import check_puzzle, find_puzzle, mate_length
from hyperchess.analysis.statistics import Collection, collect_facts, count_figures, spread
from hyperchess.analysis.verdict import describe_solution
from hyperchess.analysis.verify import (
    count_variations,
    find_doubts,
    find_faults,
    length_faults,
    proof_length,
    tree_faults,
)
from hyperchess.errors import HyperchessError, InvalidArgument

START: Any = hc.multiverse.start("Standard")
INFINITE: Any = hc.infinite.Position.parse("w K0,0|k5,0|P9,9")
GAME: Any = hc.parse("1. e4 / e5")
INFINITE_GAME: Any = hc.parse("w K0,0|k5,0|P9,9")
NONE: Any = None
TEXT: Any = "x"
HALF: Any = 1.5
UNPROVEN: Any = solve(START, 1)


@pytest.mark.parametrize("position", [START, INFINITE], ids=["5d", "infinite"])
@pytest.mark.parametrize(
    "options",
    [
        {"mate_in": 0},
        {"mate_in": -1},
        {"mate_in": 1.5},
        {"mate_in": "2"},
        {"mate_in": True},
        {"mate_in": 1, "budget": "x"},
        {"mate_in": 1, "budget": 10},
        {"mate_in": 1, "margin": -1},
        {"mate_in": 1, "margin": 0.5},
        {"mate_in": 1, "memory": -1},
        {"mate_in": 1, "memory": "much"},
        {"mate_in": 1, "progress": 1},
    ],
    ids=str,
)
def test_solve_refuses(position: Any, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument):
        hc.solve(position, **options)


@pytest.mark.parametrize(
    "position", [None, "w K0,0", 5, GAME, GAME.root], ids=lambda value: type(value).__name__
)
def test_only_positions_are_solved(position: Any) -> None:
    with pytest.raises(InvalidArgument, match="expected a position"):
        hc.solve(position, mate_in=1)


@pytest.mark.parametrize("limit", [-1, "x", float("nan"), True, [1]], ids=str)
def test_budgets_are_numbers_from_0_on(limit: Any) -> None:
    with pytest.raises(InvalidArgument):
        hc.Budget(seconds=limit)
    with pytest.raises(InvalidArgument):
        hc.Budget(rounds=limit)


CALLS: dict[str, Callable[[], object]] = {
    "build_book(None)": lambda: build_book(NONE),
    "build_book([None])": lambda: build_book([NONE]),
    "build_book depth": lambda: build_book([GAME], depth=-1),
    "build_book depth type": lambda: build_book([GAME], depth=HALF),
    "Book.actions(None)": lambda: Book().actions(NONE),
    "Book.actions(infinite)": lambda: Book().actions(INFINITE),
    "Book.as_game(None)": lambda: Book().as_game(NONE),
    "Book.as_game least": lambda: Book().as_game(START, least=0),
    "Book.as_data least": lambda: Book().as_data(least=0),
    "Book.merge(None)": lambda: Book().merge(NONE),
    "start_name(None)": lambda: start_name(NONE),
    "differences(None, game)": lambda: list(differences(NONE, GAME)),
    "differences(game, None)": lambda: list(differences(GAME, NONE)),
    "fix_text(None)": lambda: fix_text(NONE, hc.parse_all),
    "fix_text reader": lambda: fix_text("1. e4", NONE),
    "proof_tree(None)": lambda: proof_tree(NONE),
    "proof_tree without mate": lambda: proof_tree(UNPROVEN),
    "proof_tree budget": lambda: proof_tree(UNPROVEN, TEXT),
    "proof_text(None)": lambda: proof_text(NONE, {}, NONE),
    "check_puzzle(None)": lambda: check_puzzle(NONE),
    "check_puzzle budget": lambda: check_puzzle(GAME, TEXT),
    "check_puzzle mate_in": lambda: check_puzzle(GAME, mate_in=0),
    "check_puzzle node": lambda: check_puzzle(GAME, node=TEXT),
    "find_puzzle(None)": lambda: find_puzzle(NONE),
    "mate_length(None)": lambda: mate_length(NONE),
    "collect_facts(None)": lambda: collect_facts(NONE),
    "collect_facts opening": lambda: collect_facts(GAME, opening=0),
    "count_figures(None)": lambda: count_figures(NONE),
    "Collection.add(None)": lambda: Collection().add(NONE),
    "Collection.merge(None)": lambda: Collection().merge(NONE),
    "spread(None)": lambda: spread(NONE),
    "describe_solution(None)": lambda: describe_solution(NONE),
    "find_doubts(None)": lambda: list(find_doubts(NONE)),
    "find_faults(None)": lambda: list(find_faults(NONE)),
    "tree_faults(None)": lambda: list(tree_faults(NONE)),
    "tree_faults(infinite)": lambda: list(tree_faults(INFINITE_GAME)),
    "length_faults(None)": lambda: list(length_faults(NONE)),
    "proof_length(None)": lambda: proof_length(NONE),
    "count_variations(None)": lambda: count_variations(NONE),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_bad_arguments_are_errors_of_ours(call: Callable[[], object]) -> None:
    with pytest.raises(HyperchessError) as caught:
        call()
    assert isinstance(caught.value, InvalidArgument)
    assert isinstance(caught.value, ValueError)
