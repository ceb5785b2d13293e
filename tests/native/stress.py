"""Threads that use the same positions and engines of the kernel at random: `make sanitize` runs it.

    python -m tests.native.stress --seconds 60 --seed 1

Searches, stops, cleared tables, moves, statuses, mates, iterators and tables run at the same time, in both
games and at the edge of the board. A call returns, or raises `Busy` or `BudgetExhausted`. Run it under the
thread sanitizer and under the address sanitizer: their reports end the program.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random
from threading import Thread
from time import monotonic
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine, analyse
from hyperchess.engine.stopping import StopToken
from hyperchess.errors import BudgetExhausted, Busy
from hyperchess.multiverse.kernel import packed

_EDGE = (1 << 62) - 64
_INFINITE = (
    "[Classical]",
    "w K3,5|R5,6|K-3,4|k0,0",  # with a table of mates
    f"w N{_EDGE},3|K0,0|k9,9|P2,{_EDGE - 1}+",
    f"w Q{_EDGE},{-_EDGE}|K{_EDGE - 1},0|k{-_EDGE},9|b{-_EDGE},{_EDGE}",
    "w {slideLimit: 7} Q0,0|K3,3|k9,9|NR5,5|r12,12+|p4,9+",
    "b R0,0|K3,3|k9,9",
)
_MULTIVERSE = (
    (),
    ("e3", "f6", "Qe2", "Nc6"),
    ("e3", "Nf6", "Bb5", "e6", "c3", "Ne4", "Qb3", "Qf6", "(0T5)Qb3>>x(0T1)f7"),
)


def positions() -> list[Any]:
    """Return the positions that all threads share."""
    found: list[Any] = []
    for text in _INFINITE:
        found.append(infinite.start(text[1:-1]) if text[0] == "[" else infinite.Position.parse(text))
    for actions in _MULTIVERSE:
        position = multiverse.start("Standard")
        for action in actions:
            position = position.play(action)
        found.append(position)
    return found


class Stress:
    """Operations on shared objects, chosen at random."""

    def __init__(self) -> None:
        self.positions = positions()
        self.engines = [Engine(memory=1 << 20), Engine(memory=1 << 20, threads=2)]
        self.tokens = [StopToken()]
        self.done = 0
        self.busy = 0
        self.failures: list[BaseException] = []
        boards = (packed(each) for each in self.positions if isinstance(each, multiverse.Position))
        self.iterators = [board.actions(None, None) for board in boards if board is not None]

    def run(self, seed: int, until: float) -> None:
        """Run random operations; keep the first unexpected exception."""
        random = Random(seed)
        operations: list[Callable[[Random], object]] = [
            self.search,
            self.search,
            self.stop,
            self.clear,
            self.moves,
            self.moves,
            self.status,
            self.mate,
            self.pooled,
            self.fetch,
        ]
        try:
            while monotonic() < until and not self.failures:
                try:
                    random.choice(operations)(random)
                except Busy:
                    self.busy += 1
                except BudgetExhausted:
                    pass
                self.done += 1
        except BaseException as error:  # reported by the main thread
            self.failures.append(error)

    def search(self, random: Random) -> None:
        """Search a position, sometimes from its own reports, and sometimes stopped."""
        engine, position = random.choice(self.engines), random.choice(self.positions)

        def report(_: object) -> None:
            if random.random() < 0.2:
                with suppress(Busy):
                    engine.search(position, Budget(rounds=10))

        token = None
        if random.random() < 0.5:
            token = StopToken()
            self.tokens = [token]
        engine.search(
            position, Budget(seconds=random.random() / 10, rounds=3_000), on_report=report, stop=token
        )

    def stop(self, random: Random) -> None:
        """Stop the searches of an engine, or those with a token."""
        if random.random() < 0.5:
            random.choice(self.engines).stop()
        else:
            self.tokens[0].stop()

    def clear(self, random: Random) -> None:
        """Clear an engine."""
        random.choice(self.engines).clear()

    def moves(self, random: Random) -> None:
        """Ask for moves, and play one."""
        position = random.choice(self.positions)
        if isinstance(position, multiverse.Position):
            assert next(iter(position.actions(1)), None) is not None
            return
        moves = position.moves()
        found = list(moves.points)[:40]
        assert all(each in moves for each in found)
        if found:
            position.play(random.choice(found)).moves()

    def status(self, random: Random) -> None:
        """Ask for the status, of the same position and of one with the same boards."""
        position = random.choice(self.positions)
        if isinstance(position, multiverse.Position):
            position.find_status(Budget(rounds=200))
        else:
            infinite.Position.parse(str(position.text())) if random.random() < 0.1 else position.checks()

    def mate(self, random: Random) -> None:
        """Search for a mate."""
        solve(random.choice(self.positions), 1, Budget(rounds=300))

    def pooled(self, random: Random) -> None:
        """Analyse without an engine of one's own."""
        analyse(random.choice(self.positions), Budget(rounds=200))

    def fetch(self, random: Random) -> None:
        """Take actions from an iterator of the kernel that threads share."""
        random.choice(self.iterators).fetch(3)


def main() -> int:
    """Run the threads; return 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=4)
    asked = parser.parse_args()
    stress = Stress()
    until = monotonic() + asked.seconds
    threads = [
        Thread(target=stress.run, args=(asked.seed * 1_000 + number, until))
        for number in range(asked.threads)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if stress.failures:
        raise stress.failures[0]
    print(f"{stress.done} operations, {stress.busy} of them busy")
    return 0 if stress.done > asked.threads else 1


if __name__ == "__main__":
    sys.exit(main())
