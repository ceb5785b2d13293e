"""Benchmarks of the search for forced mates, against the search in Python that tries everything.

python -m benchmarks.solver

The positions are in `tests/facts`: games before their mating action, and random games three plies before they
ended in mate; and in `tests/corpus/good`: the games that end in mate, three and five plies before. Infinite
chess: the practice mates. Each figure is processor time of one run; a search that runs out of time counts in
full.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from benchmarks.timing import Figures
from hyperchess import infinite
from hyperchess.analysis.mates.solution import AnySolution, Outcome, Progress
from hyperchess.analysis.mates.solve import solve
from hyperchess.game import Node
from hyperchess.multiverse import Budget, Position, start
from hyperchess.multiverse.kernel import NativeRules
from hyperchess.multiverse.reference import ReferenceRules
from hyperchess.notation.reading import read_games
from hyperchess.studies.learning.practice import PRACTICE_MATES, practice_position
from tests.analysis.test_infinite_hunts import BEFORE_MATES
from tests.multiverse import facts

CORPUS = Path(__file__).parents[1] / "tests" / "corpus" / "good"
NATIVE = NativeRules()
PYTHON = ReferenceRules()
PATIENCE = Budget(seconds=5)
FEW_TIMELINES = 5


def timed(position: Position, mate_in: int, **options: Any) -> tuple[float, AnySolution]:
    """Return the seconds of a search, and what came out."""
    position.moves()  # packs the position
    begin = process_time()
    solution = solve(position, mate_in, PATIENCE, **options)
    return process_time() - begin, solution


def mating_plies() -> Iterator[Position]:
    """The games that end in checkmate, before the last action."""
    for plies in facts.games().values():
        if plies[-1][0].status.word == "checkmate":
            yield replace(plies[-2][0], rules=NATIVE)


def before_mates(plies: int, step: int) -> Iterator[Position]:
    """Yield every `step`-th random game that ended in mate, `plies` plies before its end."""
    known = facts.load("terminal_positions.json")
    for game in [each for each in known if each["check"] and not each["legal"]][::step]:
        if len(game["actions"]) < plies:
            continue
        position = replace(facts.random_start(game["variant"]), rules=NATIVE)
        for action in game["actions"][:-plies]:
            position = position.play(action)
        yield position


def mate_in_one_figures() -> Figures:
    """Games: all mating actions (up to 10,000) where timelines are few, and the first one everywhere."""
    plies = list(mating_plies())
    few = [position for position in plies if len(position.timeline_boards) <= FEW_TIMELINES]
    many = [position for position in plies if len(position.timeline_boards) > FEW_TIMELINES]
    everything = [timed(position, 1)[0] for position in few]
    first = [timed(position, 1, all_first_actions=False) for position in few]
    large = [timed(position, 1, all_first_actions=False) for position in many]
    return {
        "mating plies with up to 5 timelines": len(few),
        "the first mate in 1 there, median ms": 1e3 * median(seconds for seconds, _ in first),
        "all mates in 1 there, median ms": 1e3 * median(everything),
        "all mates in 1 there, slowest ms": 1e3 * max(everything),
        "mating plies with more timelines": len(many),
        "the first mate in 1 there, median ms ": 1e3 * median(seconds for seconds, _ in large),
        "the first mate in 1 there, slowest ms": 1e3 * max(seconds for seconds, _ in large),
        "found within 5 s": sum(solution.outcome is Outcome.MATE for _, solution in large),
    }


def mate_in_two_figures() -> Figures:
    """Random games on small boards, three plies before they ended in mate."""
    results = [timed(position, 2) for position in before_mates(3, 6)]
    outcomes = [solution.outcome for _, solution in results]
    return {
        "small boards, three plies before a mate": len(results),
        "of these with a mate in 1 or 2": outcomes.count(Outcome.MATE),
        "proven to have none": outcomes.count(Outcome.NONE),
        "unknown after 5 s": outcomes.count(Outcome.UNKNOWN),
        "shortest mate up to 2, median ms": 1e3 * median(seconds for seconds, _ in results),
    }


def mated_games() -> Iterator[tuple[str, list[Position]]]:
    """The games of the corpus that end in checkmate: their positions, the last first."""
    for path in sorted(CORPUS.glob("*.5dpgn")):
        for game in read_games(path):
            positions = []
            node: Node[Any, Any] | None = game.end if game.end.is_resolved else None
            while node is not None:
                positions.append(replace(node.position, rules=NATIVE))
                node = node.parent
            if positions and positions[0].status.word == "checkmate":
                yield path.stem, positions


def solved_within(
    seconds: float, position: Position | infinite.Position, mate_in: int
) -> tuple[float, AnySolution]:
    """Return the processor time of a search limited to `seconds` of it, and its result."""
    begin = process_time()

    def stop_in_time(_: Progress) -> None:
        if process_time() - begin > seconds:
            raise KeyboardInterrupt

    solution = solve(position, mate_in, all_first_actions=False, progress=stop_in_time)
    return process_time() - begin, solution


def reach_figures() -> Figures:
    """Real games: mates in 2 three plies before the end, mates in 3 five plies before, few timelines only."""
    figures: Figures = {}
    for mate_in, seconds, most_timelines in ((2, 8, 1_000), (3, 30, FEW_TIMELINES)):
        decided = asked = 0
        for name, positions in mated_games():
            if (
                len(positions) < 2 * mate_in
                or len(positions[2 * mate_in - 1].timeline_boards) > most_timelines
            ):
                continue
            spent, solution = solved_within(seconds, positions[2 * mate_in - 1], mate_in)
            asked += 1
            decided += solution.outcome is not Outcome.UNKNOWN
            print(
                f"    mate in {mate_in}: {name:<24} {solution.outcome.value:<8} {spent:>7.2f} s"
                f" {solution.nodes:>9,} nodes {solution.rounds:>11,} rounds"
            )
        figures[f"games asked for a mate in {mate_in}"] = asked
        figures[f"decided within {seconds} s of processor time, mate in {mate_in}"] = decided
    return figures


def hunt_figures() -> Figures:
    """Infinite chess: the easy practice mates at their start, and two and three moves before mate."""
    starts = [practice_position(material, 0) for material in PRACTICE_MATES["easy"]]
    before = [infinite.Position.parse(text) for text, _ in BEFORE_MATES]
    figures: Figures = {}
    for name, positions in (("starts of practice mates", starts), ("2 or 3 moves before mate", before)):
        for mate_in in (2, 3):
            results = [solved_within(4, position, mate_in) for position in positions]
            decided = sum(solution.outcome is not Outcome.UNKNOWN for _, solution in results)
            figures[f"{name}, asked for a mate in {mate_in}"] = len(results)
            figures[f"{name}, decided within 4 s, mate in {mate_in}"] = decided
            figures[f"{name}, slowest ms, mate in {mate_in}"] = 1e3 * max(spent for spent, _ in results)
    return figures


def python_ratios() -> Figures:
    """Total time over known positions, Python over native."""
    native = python = 0.0
    compared = 0
    for known in facts.load("mates.json"):
        position = replace(facts.first_position(known["variant"], known["fen"]), rules=NATIVE)
        for action in known["actions"]:
            position = position.play(action)
        slow, by_python = timed(replace(position, rules=PYTHON), known["asked"])
        if by_python.outcome is not Outcome.NONE and not by_python.all_examined:
            continue
        fast, by_native = timed(position, known["asked"])
        assert set(by_native.winning) == set(by_python.winning)
        native, python, compared = native + fast, python + slow, compared + 1
    return {
        "positions that Python solves within 5 s": compared,
        "times faster than in Python": python / native,
    }


def other_figures() -> Figures:
    """A proof that there is no mate, and by how much a budget of half a second is overrun (by the clock)."""
    position = replace(start("Standard"), rules=NATIVE)
    overruns = []
    for each in (position, *mating_plies()):
        begin = perf_counter()
        solve(each, 4, Budget(seconds=0.5))
        overruns.append(perf_counter() - begin - 0.5)
    return {
        "Standard: no mate in 3, proven in ms": 1e3 * timed(position, 3)[0],
        "budget of 0.5 s: largest overrun, ms": 1e3 * max(overruns),
    }


PARTS = (
    mate_in_one_figures,
    mate_in_two_figures,
    reach_figures,
    hunt_figures,
    python_ratios,
    other_figures,
)


def main() -> Figures:
    """Print the figures and return them."""
    print("The search for forced mates")
    figures: Figures = {}
    for part in PARTS:
        for name, value in part().items():
            print(f"  {name:<56} {value:>16,.3f}" if value < 100 else f"  {name:<56} {value:>16,.0f}")
            figures[name] = value
    return figures


if __name__ == "__main__":
    main()
