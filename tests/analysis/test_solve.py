"""Mates are found, proven and verified; where there is none, that is proven too."""

import random
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from os import environ
from textwrap import dedent
from time import monotonic, process_time
from typing import Any

import pytest

from hyperchess import infinite
from hyperchess.analysis.mates.solution import AnySolution, Outcome, Progress, Stop
from hyperchess.analysis.mates.solve import solve
from hyperchess.analysis.proofs import proof_tree
from hyperchess.analysis.verify import find_faults
from hyperchess.errors import InvalidArgument
from hyperchess.multiverse import MULTIVERSE, Action, Budget, Position, custom_start, start
from hyperchess.notation.reading import parse, write
from tests import nightly
from tests.kernels import native
from tests.multiverse import facts
from tests.multiverse.oracle import TooMany, naive_actions

KNOWN = facts.load("mates.json")
"""Positions of games and of random play: the shortest mate within a limit, and the number of first actions
that force it. Found by brute force.
"""


def read_position(known: dict[str, Any]) -> Position:
    position = facts.first_position(known["variant"], known["fen"])
    for action in known["actions"]:
        position = position.play(action)
    return position


def rook_tactics() -> Position:
    position = custom_start("[4k/5/5/5/K1R2:0:1:w]")
    for action in ("Kb2", "Ke4", "Re1", "Kd3"):
        position = position.play(action)
    return position


def naive_mate(position: Position, length: int) -> bool:
    """Return whether the player to move mates within `length` actions, by brute force."""
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
    assert list(find_faults(game)) == []
    assert game.final.status.word == "checkmate"


def test_there_are_enough_known_positions() -> None:
    lengths = [known["mate_in"] for known in KNOWN]
    assert len(lengths) - lengths.count(None) >= 21
    assert lengths.count(None) >= 10
    assert {1, 2, 3} <= set(lengths)


known_positions = pytest.mark.parametrize(
    "known", KNOWN, ids=lambda known: f"{known['source']}, {known['asked']}"
)


@native  # in Python some take hours: see the next test
@known_positions
def test_known_positions_are_solved_and_the_proofs_hold(known: dict[str, Any]) -> None:
    solution = solve(read_position(known), mate_in=known["asked"])
    assert (solution.mate_in, len(solution.winning)) == (known["mate_in"], known["first_actions"])
    if known["mate_in"] is None:
        assert (solution.outcome, solution.refuted) == (Outcome.NONE, known["asked"])
        return
    assert solution.all_examined
    strategy = proof_tree(solution)
    assert strategy.complete
    assert list(find_faults(strategy.game)) == []
    assert max(len(node.path) for node in strategy.game.walk()) == 2 * known["mate_in"] - 1


@known_positions
def test_what_a_short_search_says_of_known_positions_is_true(known: dict[str, Any]) -> None:
    solution = solve(read_position(known), mate_in=known["asked"], budget=Budget(rounds=1_000))
    length = known["mate_in"]
    if solution.outcome is Outcome.MATE:
        assert solution.mate_in is not None
        assert length <= solution.mate_in
        if solution.refuted == solution.mate_in - 1:
            assert length == solution.mate_in
            assert len(solution.winning) <= known["first_actions"]
    assert solution.refuted < (length or known["asked"] + 1)
    if solution.outcome is Outcome.NONE:
        assert length is None


@pytest.mark.parametrize("name", ["100_timelines", "manyChecks", "ctp2", "silly"])
def test_mates_in_games_with_many_timelines_are_found_within_a_budget(name: str) -> None:
    position, _ = facts.games()[name][-2]
    solution = solve(position, mate_in=1, budget=Budget(rounds=200_000), all_first_actions=False)
    assert (solution.mate_in, solution.all_examined) == (1, False)
    assert position.play(solution.winning[0]).find_status(Budget()).word == "checkmate"


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
    again = parse(write(strategy.game, "branched"), game=MULTIVERSE)
    assert again.problems == ()
    assert list(find_faults(again)) == []
    layers = max(len(node.path) for node in again.walk())
    assert layers == 2 * length - 1


def test_a_proof_with_a_missing_defence_is_refused() -> None:
    game = proof_tree(solve(rook_tactics(), mate_in=1)).game
    game.root.children[0].delete()
    assert list(map(str, find_faults(game))) == ["the start: the attacker has no reply here"]
    (legal,) = islice(rook_tactics().actions(), 1)
    wrong = parse(write(game, "branched"), game=MULTIVERSE)
    wrong.root.add(legal)
    assert next(find_faults(wrong)).message.endswith(("but this is ongoing", "but this is check"))


def test_no_mate_is_proven() -> None:
    solution = solve(start("Focused - Just Kings"), mate_in=2)
    assert (solution.outcome, solution.refuted) == (Outcome.NONE, 2)


def test_a_budget_ends_in_unknown() -> None:
    solution = solve(start("Standard"), mate_in=3, budget=Budget(rounds=500))
    assert solution.outcome is Outcome.UNKNOWN
    assert solution.refuted < 3
    assert solution.rounds == 500
    assert solution.is_unique is None


def test_the_seconds_of_a_budget_are_kept() -> None:
    begin = monotonic(), process_time()
    solution = solve(start("Standard"), mate_in=5, budget=Budget(seconds=0.5))
    assert (solution.outcome, solution.stop) == (Outcome.UNKNOWN, Stop.TIME)
    assert monotonic() - begin[0] >= 0.5
    assert process_time() - begin[1] < 5  # a search without a clock takes hours


def watched(position: Position, mate_in: int, until: Callable[[Progress], bool]) -> list[Progress]:
    """The reports of a search until one of them is as wanted."""
    reports: list[Progress] = []

    def progress(report: Progress) -> None:
        reports.append(report)
        if until(report):
            raise KeyboardInterrupt

    assert solve(position, mate_in, progress=progress).interrupted
    return reports


def test_progress_is_reported() -> None:
    position = start("Standard")
    reports = watched(position, 6, lambda report: report.length >= 2 and report.first_actions_done > 0)
    last = reports[-1]
    assert last.first_actions_total in (None, position.count_actions())  # counting has a limit of its own
    assert last.first_actions_total is None or last.first_actions_done <= last.first_actions_total
    assert (last.best, last.refuted) == (None, last.length - 1)
    assert [each.nodes for each in reports] == sorted(each.nodes for each in reports)


def test_progress_is_reported_by_the_search_in_python_too() -> None:
    reports = watched(facts.in_python(start("Standard")), 3, lambda report: report.nodes > 0)
    assert reports[-1].seconds > 0


@pytest.mark.parametrize("rules", ["native", "python"])
def test_an_interrupt_leaves_what_is_known(rules: str) -> None:
    """Ctrl-C while the second mate is looked for: in a process of its own, where it hits nothing else."""
    code = """
        import signal
        from threading import Event, Thread
        import hyperchess as hc
        signal.signal(signal.SIGINT, signal.default_int_handler)
        position = hc.multiverse.start("Standard")
        searching = Event()

        def interrupt():
            searching.wait()
            signal.raise_signal(signal.SIGINT)

        Thread(target=interrupt).start()
        solution = hc.solve(position, mate_in=6, progress=lambda _: searching.set())
        print(solution.outcome.value, solution.interrupted, solution.winning)
    """
    run = subprocess.run(
        [sys.executable, "-c", dedent(code)],
        env={**environ, "HYPERCHESS_KERNEL": rules},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("unknown True ()\n", "")


def test_a_softmate_counts_if_asked_for() -> None:
    position, _ = facts.games()["shad-1.1"][-2]
    assert solve(position, mate_in=1).outcome is Outcome.NONE
    solution = solve(position, mate_in=1, softmates=True)
    assert (solution.outcome, solution.softmates) == (Outcome.MATE, True)
    game = proof_tree(solution).game
    assert game.final.status.word == "softmate"
    assert list(find_faults(game, softmates=True)) == []
    assert next(find_faults(game)).message.endswith("but this is softmate")


def test_a_stalemate_is_not_a_mate() -> None:
    position = custom_start("[k2/3/1QK:0:1:w]")
    stalemating = [
        action for action in position.actions() if position.play(action).status.word == "stalemate"
    ]
    assert stalemating
    solution = solve(position, mate_in=2)
    assert not set(stalemating) & set(solution.winning)


def test_a_proof_that_is_not_finished_says_so() -> None:
    solution = solve(custom_start("[k4/5/2K2/5/4Q:0:1:w]"), mate_in=2)
    strategy = proof_tree(solution, Budget(rounds=3))
    assert not strategy.complete
    assert list(find_faults(strategy.game))


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


def agree(solution: AnySolution, position: Position, length: int) -> None:
    try:
        expected = naive_mate(position, length)
    except TooMany:
        return
    assert (solution.outcome is Outcome.MATE) == expected, position.fen()


@pytest.mark.parametrize(
    "fen", ["[k3/p3/2N1/K2R:0:1:w]", "[k4/5/2K2/5/4Q:0:1:w]", "[k3/4/K3/Q3:-1:1:w][k3/4/K3/Q3:0:1:w]"]
)
def test_winning_actions_have_the_same_order_whoever_finds_them(fen: str) -> None:
    position = custom_start(fen)
    found = solve(position, mate_in=2).winning
    assert len(found) > 1
    assert found == solve(facts.in_python(position), mate_in=2).winning
    assert [len(action) for action in found] == sorted(len(action) for action in found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_answers_agree_with_brute_force_on_small_boards(seed: int) -> None:
    for position in random_positions(seed):
        agree(solve(position, mate_in=1), position, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", nightly.seeds("solve"))
def test_answers_agree_with_brute_force_on_many_small_boards(seed: int) -> None:
    for position in random_positions(seed):
        for length in (1, 2):
            agree(solve(position, mate_in=length), position, length)


def test_the_length_need_not_be_said() -> None:
    solution = solve(custom_start("[k3/p3/2N1/K2R:0:1:w]"))
    assert (solution.outcome, solution.mate_in) == (Outcome.MATE, 2)
    found = solve(infinite.Position.parse("w K2,2|R8,7|k0,0"), budget=Budget(seconds=30))
    assert found.asked == 2
    for wrong in (None, "e4", 7):
        with pytest.raises(InvalidArgument, match="position"):
            solve(wrong)  # type: ignore[call-overload]
