"""Mates are found, proven and verified; where there is none, that is proven too."""

import random
from itertools import islice

import pytest

from hyperchess.analysis.solve import Outcome, Solution, solve
from hyperchess.analysis.strategy import proof_tree
from hyperchess.analysis.verify import faults_of
from hyperchess.multiverse import Action, Budget, Position, Status, custom_start, start
from hyperchess.notation.reading import parse, write
from tests.multiverse import facts
from tests.multiverse.oracle import TooMany, naive_actions

MATES = [
    known
    for known in facts.load("terminal_positions.json")
    if known["check"] and not known["legal"] and known["variant"] == "Very Small - Open"
]


def before_the_end(known: dict[str, object]) -> Position:
    """The position of a game before its mating action."""
    position = facts.random_start(str(known["variant"]))
    actions = known["actions"]
    assert isinstance(actions, list)
    for action in actions[:-1]:
        position = position.play(action)
    return position


def rook_tactics() -> Position:
    position = custom_start("[4k/5/5/5/K1R2:0:1:w]")
    for action in ("Kb2", "Ke4", "Re1", "Kd3"):
        position = position.play(action)
    return position


def naive_mate(position: Position, length: int) -> bool:
    """Whether the player to move mates within a number of actions, by brute force."""
    for moves in naive_actions(position, 400):
        after = position.play_legal(Action(moves))
        defences = naive_actions(after, 400)
        if not defences:
            if after.checks():
                return True
        elif length > 1 and all(
            naive_mate(after.play_legal(Action(defence)), length - 1) for defence in defences
        ):
            return True
    return False


def test_rook_tactics_of_the_document_is_a_unique_mate_in_one() -> None:
    solution = solve(rook_tactics(), mate_in=2)
    assert (solution.outcome, solution.mate_in, solution.is_unique) == (Outcome.MATE, 1, True)
    game = proof_tree(solution).game
    assert list(faults_of(game)) == []
    assert game.final.status is Status.CHECKMATE


@pytest.mark.parametrize("number", range(0, len(MATES), len(MATES) // 40))
def test_mates_in_one_from_the_ends_of_games(number: int) -> None:
    position = before_the_end(MATES[number])
    few = position.count_actions(limit=2_000) < 2_000
    budget = Budget() if few else Budget(rounds=500)
    solution = solve(position, mate_in=1, budget=budget, all_first_actions=False)
    assert solution.outcome is Outcome.MATE or not few
    assert solution.outcome is not Outcome.NONE
    if solution.winning:
        assert position.play(solution.winning[0]).status is Status.CHECKMATE


def test_many_of_the_games_end_in_a_mate_that_is_found() -> None:
    ends = (before_the_end(known) for known in MATES[::3])
    few = [position for position in ends if position.count_actions(limit=500) < 500]
    found = [solve(position, mate_in=1, all_first_actions=False) for position in few]
    assert len(found) >= 20
    assert all(solution.mate_in == 1 for solution in found)


@pytest.mark.parametrize(
    ("fen", "length", "first_actions"),
    [
        ("[k3/4/2K1/Q3:0:1:w]", 1, 2),
        ("[k3/p3/2N1/K2R:0:1:w]", 2, 3),
        ("[k4/5/2K2/5/3RR:0:1:w]", 2, 3),
        ("[k4/5/2K2/5/4Q:0:1:w]", 2, 10),
    ],
)
def test_a_proof_is_a_tree_that_reads_back_and_verifies(fen: str, length: int, first_actions: int) -> None:
    solution = solve(custom_start(fen), mate_in=length)
    assert (solution.outcome, solution.mate_in) == (Outcome.MATE, length)
    assert (len(solution.winning), solution.is_unique) == (first_actions, False)
    strategy = proof_tree(solution)
    assert strategy.complete
    again = parse(write(strategy.game, "branched"))
    assert again.problems == ()
    assert list(faults_of(again)) == []
    layers = max(len(node.path) for node in again.walk())
    assert layers == 2 * length - 1


def test_a_proof_with_a_missing_defence_is_refused() -> None:
    game = proof_tree(solve(rook_tactics(), mate_in=1)).game
    game.root.children[0].delete()
    assert list(faults_of(game)) == ["the start: the attacker has no answer here"]
    (legal,) = islice(rook_tactics().actions(), 1)
    wrong = parse(write(game, "branched"))
    wrong.root.add(legal)
    assert next(faults_of(wrong)).endswith(("but this is ongoing", "but this is check"))


def test_no_mate_is_proven() -> None:
    solution = solve(start("Focused - Just Kings"), mate_in=2)
    assert (solution.outcome, solution.refuted) == (Outcome.NONE, 2)


def test_a_budget_ends_in_unknown() -> None:
    solution = solve(start("Standard"), mate_in=3, budget=Budget(rounds=500))
    assert solution.outcome is Outcome.UNKNOWN
    assert solution.refuted < 3
    assert solution.rounds == 500
    assert solution.is_unique is None


def random_positions(seed: int) -> list[Position]:
    chance = random.Random(seed)
    name = chance.choice(["[2k/3/K1Q:0:1:w]", "[k2/3/1RK:0:1:w]", "[k3/4/4/KQ2:0:1:w]", "[1k/2/QK:0:1:w]"])
    position = custom_start(name)
    found = [position]
    for _ in range(3):
        choice = list(islice(position.actions(), 30))
        if not choice:
            break
        position = position.play(chance.choice(choice))
        found.append(position)
    return found


def agree(solution: Solution, position: Position, length: int) -> None:
    try:
        expected = naive_mate(position, length)
    except TooMany:
        return
    assert (solution.outcome is Outcome.MATE) == expected, position.fen()


@pytest.mark.parametrize("seed", range(30))
def test_answers_agree_with_brute_force_on_small_boards(seed: int) -> None:
    for position in random_positions(seed):
        agree(solve(position, mate_in=1), position, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(300))
def test_answers_agree_with_brute_force_on_many_small_boards(seed: int) -> None:
    for position in random_positions(1_000 + seed):
        for length in (1, 2):
            agree(solve(position, mate_in=length), position, length)
