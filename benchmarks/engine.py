"""The engine of 5D chess: how much it searches in a second of CPU time, by the number of timelines.

python -m benchmarks.engine

Positions come from games that the engine plays against itself, with random actions now and then. One
thread; every position gets the same number of nodes. An evaluation is a board that was given a static value;
`positions` counts those whose legal actions were listed and ordered.

Then the same positions with one thread and with two: how much sooner, by the clock, two reach the depth that
one reaches in half a second, and how long a search runs on after it was asked to stop. This needs two free
processors.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from statistics import median
from threading import Event, Thread
from time import perf_counter, process_time, sleep

from benchmarks.timing import Figures
from hyperchess import Budget
from hyperchess.engine import Engine
from hyperchess.multiverse import Position, start

BUCKETS = ((1, 1), (2, 2), (3, 3), (4, 5), (6, 8), (9, 14))
POSITIONS = 6
NODES = 400
VARIANT = "Standard"
GAMES = 40
ONE_THREAD = Budget(seconds=0.5)
STOPS = 5


def positions() -> dict[tuple[int, int], list[Position]]:
    """Some positions for each number of timelines."""
    random = Random(5)
    engine = Engine(memory=1 << 20)
    found: dict[tuple[int, int], list[Position]] = {bucket: [] for bucket in BUCKETS}
    for _ in range(GAMES):
        position = start(VARIANT)
        for _ in range(60):
            if random.random() < 0.5:
                choices = list(islice(position.actions(), 400))
                action = random.choice(choices) if choices else None
            else:
                lines = engine.analyse(position, Budget(rounds=5))
                action = lines[0].actions[0] if lines else None
            if action is None:
                break
            position = position.play(action)
            for bucket, kept in found.items():
                if (
                    bucket[0] <= len(position.timeline_boards) <= bucket[1]
                    and len(kept) < POSITIONS
                    and random.random() < 0.2
                ):
                    kept.append(position)
        if all(len(kept) == POSITIONS for kept in found.values()):
            break
    return found


def seconds_to(position: Position, depth: int, threads: int) -> float:
    """Return the time that a new engine takes to reach `depth`."""
    engine = Engine(memory=16 << 20, threads=threads)
    engine.prepare(position.kind)
    began = perf_counter()
    engine.analyse(position, depth=depth)
    return perf_counter() - began


def compare_threads(found: dict[tuple[int, int], list[Position]]) -> float:
    """The sum of the times with one thread, as a multiple of those with two."""
    one = two = 0.0
    for position in (position for kept in found.values() for position in kept):
        depth = Engine(memory=16 << 20).search(position, ONE_THREAD).depth
        if depth > 1:
            one += seconds_to(position, depth, 1)
            two += seconds_to(position, depth, 2)
    print(f"  two threads reach the same depth {one / two:.2f} times as fast ({one:.1f} s and {two:.1f} s)")
    return one / two


def seconds_to_stop(position: Position, delay: float) -> float:
    """Return how long a search continues after it was stopped, `delay` seconds after its first line."""
    engine = Engine(memory=16 << 20)
    begun = Event()
    search = Thread(
        target=engine.analyse,
        args=(position, Budget(seconds=60)),
        kwargs={"on_report": lambda thought: begun.set()},
    )
    search.start()
    while search.is_alive() and not begun.wait(0.01):
        pass
    sleep(delay)
    asked = perf_counter()
    engine.stop()
    search.join()
    return perf_counter() - asked


def measure_stops(found: dict[tuple[int, int], list[Position]]) -> None:
    """Print how long searches run on."""
    times = [
        seconds_to_stop(position, 0.02 * number)
        for kept in found.values()
        for position in kept
        for number in range(STOPS)
    ]
    middle, longest = 1_000 * median(times), 1_000 * max(times)
    print(f"  stopped {len(times)} times: {middle:.1f} ms median, {longest:.1f} ms at most")


def main() -> Figures:
    """Print the figures and return them."""
    figures: Figures = {}
    found = positions()
    print(f"  {'timelines':12}{'positions/s':>14}{'evaluations/s':>16}{'depth':>8}")
    for bucket, kept in found.items():
        nodes = evaluations = depth = 0
        seconds = 0.0
        for position in kept:
            engine = Engine(memory=16 << 20)
            began = process_time()
            thought = engine.search(position, Budget(rounds=NODES))
            seconds += process_time() - began
            nodes += thought.nodes
            evaluations += thought.evaluations
            depth += thought.depth
        if not kept:
            continue
        name = f"{bucket[0]}" if bucket[0] == bucket[1] else f"{bucket[0]} to {bucket[1]}"
        figures[f"{name} timelines, positions/s"] = nodes / seconds
        figures[f"{name} timelines, evaluations/s"] = evaluations / seconds
        print(f"  {name:12}{nodes / seconds:14,.0f}{evaluations / seconds:16,.0f}{depth / len(kept):8.1f}")
    figures["two threads, times as fast"] = compare_threads(found)
    measure_stops(found)
    return figures


if __name__ == "__main__":
    main()
