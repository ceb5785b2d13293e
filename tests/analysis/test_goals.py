"""Helpmates, selfmates and stalemates: composed positions, each held against brute force in Python."""

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import islice

import pytest

import hyperchess as hc
from hyperchess.analysis.mates.multiverse.goals import LONGEST_GOAL, GoalSearch, helpmate_line
from hyperchess.analysis.mates.solution import Goal, Outcome, Progress, Stop
from hyperchess.analysis.mates.solve import solve
from hyperchess.analysis.proofs import proof_tree
from hyperchess.analysis.puzzles import Stipulation, check_puzzle, find_puzzle
from hyperchess.analysis.verdict import VerdictCode, describe_solution
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Budget, Position, custom_start, start
from tests.multiverse import facts

COMPOSED = [
    (Goal.HELPMATE, 1, "[3/1k1/K1Q:0:1:b]", "Kb3"),
    (Goal.HELPMATE, 1, "[1R1/3/1kK:0:1:b]", "Ka1"),
    (Goal.HELPMATE, 2, "[4/2K1/R3/3k:0:1:b]", "Kc1"),
    (Goal.HELPMATE, 2, "[2Q1k/5/5/5/4K:0:1:b]", "Ke4"),
    (Goal.HELPMATE, 2, "[K3/4/4/R1k1:0:1:b]", "Kb2"),
    (Goal.SELFMATE, 1, "[2Rk/QK2/q3/4:0:1:w]", "Kb4"),
    (Goal.SELFMATE, 1, "[1Q2q/2K1k/5/2R2/5:0:1:w]", "Qd5"),
    (Goal.SELFMATE, 2, "[4/Q1K1/3q/1kR1:0:1:w]", "Kb3"),
    (Goal.STALEMATE, 1, "[k2/1Q1/1K1:0:1:w]", "Qc2"),
    (Goal.STALEMATE, 1, "[4k/2K2/5/5/Q4:0:1:w]", "Qb1"),
    (Goal.STALEMATE, 2, "[4/2k1/K3/Q3:0:1:w]", "Qd1"),
]
"""The goal, its length, a position, and the one first action that leads to it."""


def naive_first_actions(position: Position, goal: Goal, length: int) -> set[Action]:
    """All first actions that lead to a goal, by its definition and nothing else."""
    return {
        position.canonical(action)
        for action in position.actions()
        if NAIVE[goal](position.play(action), length)
    }


def naive_helpmate(position: Position, length: int) -> bool:
    for reply in position.actions():
        after = position.play(reply)
        if after.status.word == "checkmate":
            return True
        if length > 1 and naive_first_actions(after, Goal.HELPMATE, length - 1):
            return True
    return False


def naive_selfmate(position: Position, length: int) -> bool:
    return position.find_action() is not None and all(
        after.status.word == "checkmate"
        or (length > 1 and bool(naive_first_actions(after, Goal.SELFMATE, length - 1)))
        for after in map(position.play, position.actions())
    )


def naive_stalemate(position: Position, length: int) -> bool:
    if position.find_action() is None:
        return position.status.word == "stalemate"
    return length > 1 and all(
        naive_first_actions(position.play(reply), Goal.STALEMATE, length - 1) for reply in position.actions()
    )


NAIVE: dict[Goal, Callable[[Position, int], bool]] = {
    Goal.HELPMATE: naive_helpmate,
    Goal.SELFMATE: naive_selfmate,
    Goal.STALEMATE: naive_stalemate,
}


@pytest.mark.parametrize(("goal", "length", "fen", "key"), COMPOSED)
def test_composed_positions_have_one_solution(goal: Goal, length: int, fen: str, key: str) -> None:
    position = custom_start(fen)
    solution = solve(position, length + 1, goal=goal)
    assert (solution.goal, solution.mate_in, solution.refuted) == (goal, length, length - 1)
    assert solution.outcome is (Outcome.STALEMATE if goal is Goal.STALEMATE else Outcome.MATE)
    assert solution.is_unique
    assert solution.winning == (position.canonical(position.read(key)),)
    in_python = facts.in_python(position)
    assert naive_first_actions(in_python, goal, length) == set(solution.winning)
    assert length == 1 or not naive_first_actions(in_python, goal, length - 1)
    assert solve(in_python, length, goal=goal).winning == solution.winning


def random_positions(seed: int) -> list[Position]:
    """A random game of a few actions on a tiny board, on which the players may travel in time."""
    chance = random.Random(seed)
    fens = [
        "[2k/3/K1Q:0:1:w]",
        "[k2/1q1/RK1:0:1:w]",
        "[k3/4/r2Q/K3:0:1:w]",
        "[k2/3/KQ1:-1:1:w][k2/3/KR1:0:1:w]",
    ]
    found = [custom_start(chance.choice(fens))]
    for _ in range(3):
        choice = list(islice(found[-1].actions(), 30))
        if not choice:
            break
        found.append(found[-1].play(chance.choice(choice)))
    return found


@pytest.mark.parametrize("goal", NAIVE)
@pytest.mark.parametrize("seed", range(12))
def test_first_actions_agree_with_brute_force(goal: Goal, seed: int) -> None:
    for position in random_positions(seed):
        if position.count_actions(40) < 40:
            found = GoalSearch(goal, Budget()).first_actions(position, 1)
            assert set(map(position.canonical, found)) == naive_first_actions(position, goal, 1), (
                position.fen()
            )


@pytest.mark.parametrize("fen", [fen for goal, _, fen, _ in COMPOSED if goal is Goal.HELPMATE])
def test_the_line_of_a_helpmate_is_legal_and_ends_in_mate(fen: str) -> None:
    solution = solve(custom_start(fen), 2, goal=Goal.HELPMATE)
    assert solution.mate_in is not None
    line = helpmate_line(solution)
    assert (len(line), line[0]) == (2 * solution.mate_in, solution.winning[0])
    position = solution.position
    for action in line:
        position = position.play(action)
    assert (position.status.word, position.player) == ("checkmate", solution.position.player)


def test_only_a_helpmate_has_a_line_and_only_a_forced_mate_a_proof_tree() -> None:
    stalemate = solve(custom_start("[k2/1Q1/1K1:0:1:w]"), 1, goal="stalemate")
    with pytest.raises(hc.InvalidArgument, match="there is no helpmate to show"):
        helpmate_line(stalemate)
    with pytest.raises(
        hc.InvalidArgument, match="only forced mates have a proof tree, and this is a stalemate"
    ):
        proof_tree(stalemate)


def test_mates_and_stalemates_of_the_opponent_are_told_apart() -> None:
    position = custom_start("[k2/3/1QK:0:1:w]")
    by_status = {
        word: {action for action in position.actions() if position.play(action).status.word == word}
        for word in ("checkmate", "stalemate")
    }
    assert by_status["stalemate"]
    assert set(solve(position, 1, goal="stalemate").winning) == by_status["stalemate"]
    selfmates = solve(position, 1, goal="selfmate")
    assert (selfmates.outcome, selfmates.refuted, selfmates.winning) == (Outcome.NONE, 1, ())


@pytest.mark.parametrize("goal", NAIVE)
def test_a_budget_ends_in_unknown(goal: Goal) -> None:
    solution = solve(start("Standard"), 3, Budget(rounds=300), goal=goal)
    assert (solution.outcome, solution.stop, solution.is_unique) == (Outcome.UNKNOWN, Stop.ROUNDS, None)
    assert 0 < solution.rounds <= 300
    assert str(describe_solution(solution)).endswith(f"{goal} in 3 not decided within the limit of rounds")


@pytest.mark.parametrize("goal", NAIVE)
def test_no_budget_at_all_is_unknown(goal: Goal) -> None:
    assert solve(start("Standard"), 1, Budget(rounds=0), goal=goal).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize("goal", NAIVE)
def test_the_longest_lines_fit_on_the_stack(goal: Goal) -> None:
    search = GoalSearch(goal, Budget(rounds=1_000))
    with suppress(BudgetExhausted):
        list(search.first_actions(start("Focused - Just Kings"), LONGEST_GOAL))
    assert search.nodes > 2 * LONGEST_GOAL


def test_lines_that_are_too_long_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperchess.analysis.mates.multiverse.search.LONGEST_GOAL", 1)
    solution = solve(custom_start("[4/2k1/K3/Q3:0:1:w]"), 2, goal="stalemate")
    assert (solution.outcome, solution.stop, solution.refuted) == (Outcome.UNKNOWN, Stop.LENGTH, 1)
    assert str(describe_solution(solution)) == (
        "unknown: there is no stalemate in 1; stalemate in 2 not decided: longer lines are not searched"
    )


@pytest.mark.parametrize("goal", NAIVE)
@pytest.mark.parametrize("memory", [0, 1_000])
def test_little_memory_changes_nothing(goal: Goal, memory: int) -> None:
    position = custom_start("[4/Q1K1/3q/1kR1:0:1:w]")
    rich, poor = (
        solve(position, 2, Budget(rounds=3_000), goal=goal, memory=given) for given in (1 << 20, memory)
    )
    assert (rich.outcome, rich.winning) == (poor.outcome, poor.winning)


@pytest.mark.parametrize("goal", NAIVE)
def test_an_interrupt_leaves_what_is_known(goal: Goal) -> None:
    reports: list[Progress] = []

    def progress(report: Progress) -> None:
        reports.append(report)
        raise KeyboardInterrupt

    # Two kings alone do not mate soon, however much they help.
    kings = custom_start("[k7/8/8/8/8/8/8/7K:0:1:w]")
    first = kings if goal is Goal.HELPMATE else start("Standard")
    solution = solve(first, 6, goal=goal, progress=progress)
    assert (solution.outcome, solution.interrupted) == (Outcome.UNKNOWN, True)
    assert [(report.goal, report.refuted) for report in reports] == [(goal, solution.refuted)]


def test_arguments_that_do_not_fit_are_refused() -> None:
    position = custom_start("[k2/1Q1/1K1:0:1:w]")
    with pytest.raises(hc.InvalidArgument, match=r"goal: expected 'mate' or 'helpmate' or .*, found 'win'"):
        solve(position, 1, goal="win")
    with pytest.raises(hc.InvalidArgument, match="softmates: they count in a forced mate only"):
        solve(position, 1, goal="helpmate", softmates=True)
    infinite = hc.infinite.Position.parse("w k0,0|R-5,1|Q7,7|K3,-5")
    with pytest.raises(hc.InvalidArgument, match="a helpmate is supported in 5D chess only"):
        solve(infinite, 1, goal="helpmate")


@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("length", [1, 2, 64, 999])
def test_a_question_survives_as_a_header(goal: Goal, length: int) -> None:
    question = Stipulation(goal, length)
    assert Stipulation.parse(str(question)) == question
    game = hc.parse(hc.write(hc.parse(f'[Puzzle "{question}"]\n[Board "Standard"]\n1. e4'), "branched"))
    puzzle = find_puzzle(game)
    assert puzzle is not None
    assert puzzle.question == question
    assert puzzle.mate_in == (length if goal is Goal.MATE else None)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("help-mate-in-2", Stipulation(Goal.HELPMATE, 2)),
        (" Self mate in 12 ", Stipulation(Goal.SELFMATE, 12)),
        ("STALEMATE_IN_1", Stipulation(Goal.STALEMATE, 1)),
        ("helpmate-in-2.5", None),
        ("helpmate-in-0", None),
        ("helpmate", None),
        ("helpselfmate-in-2", None),
        ("series-helpmate-in-2", None),
    ],
)
def test_only_the_whole_header_is_a_question(text: str, question: Stipulation | None) -> None:
    assert Stipulation.parse(text) == question


@pytest.mark.parametrize(
    ("header", "fen", "verdict"),
    [
        ("helpmate-in-2", "[K3/4/4/R1k1:0:1:b]", "sound: helpmate in 2 by Kb2, and by nothing else"),
        ("helpmate-in-3", "[K3/4/4/R1k1:0:1:b]", "cooked: there is a helpmate in 2 already, by Kb2"),
        ("selfmate-in-1", "[2Rk/QK2/q3/4:0:1:w]", "sound: selfmate in 1 by Kb4, and by nothing else"),
        ("selfmate-in-1", "[k2/1Q1/1K1:0:1:w]", "no mate: there is no selfmate in 1"),
        ("stalemate-in-1", "[k2/1Q1/1K1:0:1:w]", "sound: stalemate in 1 by Qc2, and by nothing else"),
        ("stalemate-in-1", "[4/2k1/K3/Q3:0:1:w]", "no stalemate: there is no stalemate in 1"),
        ("selfmate-in-1", "[k2/2Q/1K1:0:1:b]", "no mate: there is no selfmate in 1: the game is over here"),
    ],
)
def test_headers_are_checked(header: str, fen: str, verdict: str) -> None:
    check = check_puzzle(hc.parse(f'[Puzzle "{header}"]\n[Board "custom"]\n{fen}\n'))
    assert str(check.verdict) == verdict
    assert f"{check.goal}-in-{check.asked}" == header


def test_an_option_is_asked_instead_of_the_header() -> None:
    game = hc.parse('[Puzzle "helpmate-in-2"]\n[Board "custom"]\n[K3/4/4/R1k1:0:1:b]\n')
    same = check_puzzle(game, goal="helpmate")
    assert (same.goal, same.asked, same.asked_by, same.verdict.code) == (
        Goal.HELPMATE,
        2,
        "option",
        VerdictCode.MATE,
    )
    other = check_puzzle(game, Budget(rounds=10), goal=Goal.STALEMATE)
    assert (other.goal, other.asked) == (Goal.STALEMATE, 3)
    mate = check_puzzle(game, mate_in=1)
    assert (mate.goal, mate.asked, mate.asked_by) == (Goal.MATE, 1, "option")


def test_in_infinite_chess_the_header_is_left_alone() -> None:
    check = check_puzzle(hc.parse('[Puzzle "helpmate-in-1"] w k0,0|R-5,1|Q7,7|K3,-5'))
    assert str(check.verdict) == (
        "other kind: a helpmate is supported in 5D chess only, so it is not checked"
    )
