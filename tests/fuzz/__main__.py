"""Fuzz the readers until stopped: `python -m tests.fuzz [--reader NAME] [--seconds N] [--seed N] [--grow]`.

Failures are minimised and written to `tests/corpus/fuzz/READER`, which every test run reads from then on.
With `--grow`, inputs with a new kind of report are kept there, too.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable
from hashlib import sha256
from itertools import cycle
from time import monotonic

from tests.fuzz.cpu import Slowest, over_limit
from tests.fuzz.minimise import minimise
from tests.fuzz.mutations import mutate
from tests.fuzz.readers import GROWN, READERS, Wrong, judge, read_only, read_seeds

_LONGEST_KEPT = 300  # bytes of an input that is kept because its reports are new
_MOST_KEPT = 20  # such inputs of a reader
_TURN = 50  # inputs of a reader before the next one has its turn
_MOST_FAULTS = 5  # of one kind that are shortened and written


class Fuzzer:
    """One reader: its seeds, which grow as inputs of new kinds are found, and what went wrong."""

    def __init__(self, reader: str, seed: int, *, grow: bool) -> None:
        self.reader = reader
        self.inputs = 0
        self.faults: dict[str, int] = {}
        self.slowest = Slowest()
        self._chance = random.Random(f"{seed} {reader}")
        self._seeds = list(read_seeds(reader))
        self._grow = grow
        self._features: set[frozenset[str]] = set()
        for data in self._seeds:
            self._try(data)

    def turn(self) -> None:
        """Some more inputs."""
        for _ in range(_TURN):
            self._try(mutate(self._chance, self._seeds, huge=True), mutated=True)

    def _try(self, data: bytes, *, mutated: bool = False) -> None:
        self.inputs += 1
        try:
            reading = judge(self.reader, data)
        except Wrong as wrong:
            self._report(str(wrong), str(wrong).partition(":")[0], data)
            return
        self._time(reading.seconds, data)
        features = reading.features
        if features not in self._features:
            self._features.add(features)
            if mutated and len(data) <= 4_000:
                self._seeds.append(data)
                if self._grow:
                    self._keep(self._shortened(data, features))

    def _time(self, seconds: float, data: bytes) -> None:
        """Note how long reading took; what is too slow is measured again before it counts."""
        if over_limit(seconds, data):
            seconds = min(seconds, *(read_only(self.reader, data) for _ in range(3)))
        self.slowest.add(seconds, data)
        if over_limit(seconds, data):
            self._report(f"slow: {seconds:.2f} s of processor time for {len(data):,} bytes", "slow", data)

    def _shortened(self, data: bytes, features: frozenset[str]) -> bytes:
        def same(shorter: bytes) -> bool:
            try:
                return judge(self.reader, shorter).features == features
            except Wrong:
                return False

        return minimise(data, same, most_tries=200)

    def _keep(self, data: bytes) -> None:
        if len(data) <= _LONGEST_KEPT and len(list((GROWN / self.reader).glob("kind-*"))) < _MOST_KEPT:
            self._write(data, "kind")

    def _report(self, what: str, kind: str, data: bytes) -> None:
        self.faults[kind] = self.faults.get(kind, 0) + 1
        if self.faults[kind] > _MOST_FAULTS:
            return
        if kind != "slow":
            data = minimise(data, lambda shorter: self._goes_wrong(shorter, kind))
        path = self._write(data, "slow" if kind == "slow" else "fault")
        print(f"{self.reader}: {what}\n  {data[:300]!r}\n  {path}", flush=True)

    def _goes_wrong(self, data: bytes, kind: str) -> bool:
        try:
            judge(self.reader, data)
        except Wrong as wrong:
            return str(wrong).partition(":")[0] == kind
        return False

    def _write(self, data: bytes, what: str) -> str:
        folder = GROWN / self.reader
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{what}-{sha256(data).hexdigest()[:12]}"
        path.write_bytes(data)
        return str(path)

    def line(self) -> str:
        """The figures so far."""
        return (
            f"{self.reader:14} {self.inputs:>9,} inputs  {sum(self.faults.values()):>4} faults  "
            f"slowest {self.slowest.seconds * 1000:,.0f} ms for {self.slowest.size:,} bytes, "
            f"{self.slowest.rate:.2f} s per 100 kB"
        )


def main(arguments: Iterable[str] | None = None) -> int:
    """Run until the time is over or Ctrl-C; 1 if something went wrong."""
    parser = argparse.ArgumentParser(description="Fuzz the readers with mutated games.")
    parser.add_argument("--reader", action="append", choices=[*READERS], help="only this one")
    parser.add_argument("--seconds", type=float, default=0, help="how long; 0: until stopped")
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    parser.add_argument("--grow", action="store_true", help="keep inputs of new kinds in the corpus")
    options = parser.parse_args(None if arguments is None else list(arguments))
    print(f"seed {options.seed}", flush=True)
    ends = monotonic() + options.seconds if options.seconds else float("inf")
    fuzzers = [Fuzzer(name, options.seed, grow=options.grow) for name in options.reader or READERS]
    try:
        for fuzzer in cycle(fuzzers):
            if monotonic() > ends:
                break
            fuzzer.turn()
    except KeyboardInterrupt:
        print("stopped")
    for fuzzer in fuzzers:
        print(fuzzer.line())
    print(f"{sum(fuzzer.inputs for fuzzer in fuzzers):,} inputs")
    return 1 if any(fuzzer.faults for fuzzer in fuzzers) else 0


if __name__ == "__main__":
    sys.exit(main())
