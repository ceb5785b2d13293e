"""One search shared in parts finds what a search alone finds, in the same order."""

from collections.abc import Generator, Iterator
from dataclasses import replace

import pytest

from hyperchess.analysis.mates.multiverse.search import SolverOptions
from hyperchess.analysis.mates.multiverse.sharing import Part, PartFound, solve_shared
from hyperchess.analysis.mates.solution import AnySolution, Goal, Outcome, Progress, Stop
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.multiverse import Position, custom_start, start
from hyperchess.multiverse.reference import ReferenceRules
from tests.multiverse import facts

DUALS = "[k3/p3/2N1/K2R:0:1:w]"  # three first actions mate in 2
HELPMATE = "[K3/4/4/R1k1:0:1:b]"


def in_turn(parts: Iterator[Part]) -> Generator[PartFound, None, None]:
    for part in parts:
        yield part.search(lambda *_: None)


def known_positions() -> Iterator[tuple[Position, int]]:
    for known in facts.load("mates.json")[::3]:
        position = facts.first_position(known["variant"], known["fen"])
        for action in known["actions"]:
            position = position.play(action)
        yield position, known["asked"]


def collect_facts(solution: AnySolution) -> tuple[object, ...]:
    return (
        solution.outcome,
        solution.mate_in,
        solution.refuted,
        solution.winning,
        solution.all_examined,
        solution.by_classes,
        solution.stop,
        solution.goal,
    )


@pytest.mark.parametrize("all_first_actions", [True, False])
def test_parts_find_what_a_search_alone_finds(all_first_actions: bool) -> None:
    compared = 0
    for position, mate_in in known_positions():
        alone = solve(position, mate_in, Budget(rounds=3_000), all_first_actions=all_first_actions)
        if alone.stop is not None:
            continue
        options = SolverOptions(all_first_actions=all_first_actions)
        assert collect_facts(solve_shared(position, options, mate_in, Budget(), in_turn)) == collect_facts(
            alone
        )
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("goal", Goal)
def test_every_goal_can_be_shared(goal: Goal) -> None:
    position = custom_start(HELPMATE)
    shared = solve_shared(position, SolverOptions(goal), 2, Budget(), in_turn)
    assert collect_facts(shared) == collect_facts(solve(position, 2, goal=goal))


def test_the_rules_in_python_share_as_well() -> None:
    position = replace(custom_start(DUALS), rules=ReferenceRules())
    shared = solve_shared(position, SolverOptions(), 2, Budget(), in_turn)
    assert (shared.mate_in, len(shared.winning), shared.all_examined) == (2, 3, True)


def test_an_interrupt_keeps_what_is_known() -> None:
    reports: list[Progress] = []

    def interrupted(progress: Progress) -> None:
        reports.append(progress)
        if progress.length == 3:
            raise KeyboardInterrupt

    options = SolverOptions()
    solution = solve_shared(start("Standard"), options, 5, Budget(), in_turn, interrupted)
    assert (solution.outcome, solution.stop, solution.refuted) == (Outcome.UNKNOWN, Stop.INTERRUPTED, 2)
    assert [report.refuted for report in reports] == sorted(report.refuted for report in reports)


def test_what_was_found_beyond_a_part_that_was_stopped_counts() -> None:
    position = custom_start(DUALS)

    def stopped(parts: Iterator[Part]) -> Generator[PartFound, None, None]:
        yield next(parts).search(lambda *_: None)
        cut_off, *others = [next(parts) for _ in range(8)]
        yield PartFound(cut_off.length, cut_off.numbers, (), False, 1, 1, Stop.INTERRUPTED)
        for part in others:
            yield part.search(lambda *_: None)

    solution = solve_shared(position, SolverOptions(), 2, Budget(), stopped)
    assert (solution.outcome, solution.stop, solution.all_examined) == (Outcome.MATE, Stop.INTERRUPTED, False)


def test_time_that_is_up_ends_a_shared_search() -> None:
    solution = solve_shared(start("Standard"), SolverOptions(), 9, Budget(seconds=0), in_turn)
    assert (solution.outcome, solution.stop) == (Outcome.UNKNOWN, Stop.TIME)
