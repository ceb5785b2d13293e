"""Benchmarks of the native rules of 5D chess, against the rules in Python and against 5d-chess-js.

python -m benchmarks.kernel

The positions are the 291 plies of eleven games in `tests/facts`. Positions are packed before the clock starts
(packing is a row of its own); each figure is the best of several runs of one process on one core.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.timing import Figures, best, best_and_result
from hyperchess import _native
from hyperchess.multiverse import Budget, Position, Status, Verdict, start
from hyperchess.multiverse.kernel import NativeRules, pack
from hyperchess.multiverse.reference import ReferenceRules
from tests.multiverse import facts

GAMES = (
    "100_timelines",
    "NP",
    "another",
    "ctp1",
    "exiledKings",
    "futures",
    "manyChecks",
    "silly",
    "small",
    "standard",
    "verysmall",
)
NATIVE = NativeRules()
PYTHON = ReferenceRules()
MANY = 100_000
PEERS = Path("build") / "peers"
PEER = "5d-chess-js@1.2.1"
PATIENCE = Budget(seconds=10)


class Ply(NamedTuple):
    """A position of a game."""

    game: str
    number: int
    position: Position

    @property
    def packed(self) -> _native.Position:
        """The position as the native rules keep it."""
        packed = self.position._packed
        assert isinstance(packed, _native.Position)
        return packed


def plies() -> list[Ply]:
    """All plies of the games, packed."""
    found = []
    for game in GAMES:
        for number, (position, _) in enumerate(facts.games()[game]):
            found.append(Ply(game, number, replace(position, rules=NATIVE)))
    for ply in found:
        ply.position.moves()  # packs it
    return found


def measure_rate(actions: Iterable[object]) -> float:
    """Return the rate of an iterator, over its first 100,000 values or one second."""
    begin = perf_counter()
    number = 0
    for number, _ in enumerate(islice(actions, MANY), start=1):
        if number % 1024 == 0 and perf_counter() - begin > 1:
            break
    return number / (perf_counter() - begin)


def status_figures(all_plies: list[Ply]) -> Figures:
    """The verdict: in check or not, and the search for a legal action."""
    times = [best(lambda ply=ply: ply.packed.status(None, None)) for ply in all_plies]  # type: ignore[misc]
    largest = max(range(len(all_plies)), key=lambda index: len(all_plies[index].position.timeline_boards))
    return {
        "status, median ms": 1e3 * median(times),
        "status, total ms": 1e3 * sum(times),
        f"status with {len(all_plies[largest].position.timeline_boards)} timelines, ms": 1e3 * times[largest],
    }


def count_figures(all_plies: list[Ply]) -> Figures:
    """Counting and listing, where there are at least 1,000 actions."""
    large = [ply for ply in all_plies if ply.packed.count_actions(1_000, None, None) == 1_000]

    def counted(ply: Ply) -> float:
        seconds, number = best_and_result(lambda: ply.packed.count_actions(MANY, 1.0, None), 3)
        return number / seconds

    counts = {ply: counted(ply) for ply in large}
    handles = [measure_rate(NATIVE.handles(ply.position, Budget())) for ply in large]
    actions = [measure_rate(ply.position.actions()) for ply in large]
    at_45 = [rate for ply, rate in counts.items() if len(ply.position.timeline_boards) == 45]
    return {
        "plies with 1,000 actions or more": len(large),
        "actions counted a second, median": median(counts.values()),
        "actions counted a second, least": min(counts.values()),
        "actions counted a second with 45 timelines": min(at_45),
        "handles listed a second, median": median(handles),
        "handles listed a second, least": min(handles),
        "actions listed as Python objects a second, median": median(actions),
    }


def perft_figures() -> Figures:
    """Sequences of actions from the start."""
    figures = {}
    for variant in ("Standard", "Standard - Turn Zero"):
        position = replace(start(variant), rules=NATIVE, promotions=("Q",))
        for depth, runs in ((3, 5), (4, 1)):
            seconds = best(partial(position.perft, depth), runs)
            figures[f"{variant}: perft({depth}), ms"] = 1e3 * seconds
    return figures


def other_figures(all_plies: list[Ply]) -> Figures:
    """Moves, packing, playing and memory."""
    moves = [best(ply.packed.count_moves, 20) for ply in all_plies]
    packing = [best(lambda ply=ply: pack(ply.position)) for ply in all_plies]  # type: ignore[misc]
    playing = []
    for ply in all_plies:
        for handle in islice(NATIVE.handles(ply.position, Budget()), 1):
            playing.append(best(handle.play, 20))
    memory = [ply.packed.memory() for ply in all_plies]
    return {
        "all moves, median ms": 1e3 * median(moves),
        "all moves, total ms": 1e3 * sum(moves),
        "packing a position, median ms": 1e3 * median(packing),
        "playing an action natively, median ms": 1e3 * median(playing),
        "memory of a position, median kB": median(memory) / 1e3,
        "memory of a position, largest kB": max(memory) / 1e3,
    }


def python_ratios(all_plies: list[Ply]) -> Figures:
    """Total time over every sixth ply, Python over native, in the same process."""
    sample = [ply for ply in all_plies[::6] if len(ply.position.timeline_boards) <= 20]
    status, moves, counting = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for ply in sample:
        python = replace(ply.position, rules=PYTHON)
        python.moves()  # prepares it
        seconds, verdict = best_and_result(lambda: python.find_status(PATIENCE), 1)  # noqa: B023
        assert verdict in (ply.position.status, Status(Verdict.UNKNOWN, None, ply.position.in_check))
        status[0] += seconds
        status[1] += best(lambda: ply.packed.status(None, None))  # noqa: B023
        moves[0] += best(python.moves, 2)
        moves[1] += best(ply.packed.count_moves)
        seconds, number = best_and_result(lambda: python.count_actions(300), 1)  # noqa: B023
        counting[0] += seconds
        counting[1] += best(lambda: ply.packed.count_actions(number, None, None))  # noqa: B023
    return {
        "plies compared with the rules in Python": len(sample),
        "status, times faster than in Python": status[0] / status[1],
        "all moves, times faster than in Python": moves[0] / moves[1],
        "counting up to 300 actions, times faster than in Python": counting[0] / counting[1],
    }


def install_peer() -> bool:
    """Fetch 5d-chess-js into build/, where nothing is committed or shipped; return whether it succeeded."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return False
    if not (PEERS / "node_modules" / "5d-chess-js").exists():
        PEERS.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--silent", "--prefix", str(PEERS), PEER]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return True


def peer_results(all_plies: list[Ply]) -> Iterator[tuple[Ply, dict[str, float]]]:
    """Yield the times of 5d-chess-js for each position that it can read."""
    positions = [
        {
            "fen": "\n".join(board.fen() for board in ply.position.boards),
            "size": f"{ply.position.width}x{ply.position.height}",
            "player": int(ply.position.player),
        }
        for ply in all_plies
    ]
    command = ["node", str(Path(__file__).with_name("5d-chess-js.cjs")), str(PEERS)]
    made = subprocess.run(command, input=json.dumps(positions), capture_output=True, text=True, check=True)
    for ply, result in zip(all_plies, json.loads(made.stdout), strict=True):
        if "error" not in result:
            yield ply, result


def peer_ratios(all_plies: list[Ply]) -> Figures:
    """Total time over all plies, 5d-chess-js over native: the same moves, and a verdict within a second."""
    if not install_peer():
        return {}
    status, moves, number = [0.0, 0.0], [0.0, 0.0], 0
    for ply, result in peer_results(all_plies):
        number += 1
        status[0] += result["status_ms"]
        status[1] += 1e3 * best(lambda: ply.packed.status(None, None))  # noqa: B023
        moves[0] += result["moves_ms"]
        moves[1] += 1e3 * best(ply.packed.count_moves, 20)
        assert result["moves"] == ply.packed.count_moves()
    return {
        "plies compared with 5d-chess-js": number,
        "status, times faster than 5d-chess-js": status[0] / status[1],
        "all moves, times faster than 5d-chess-js": moves[0] / moves[1],
    }


def main() -> Figures:
    """Print the figures and return them."""
    all_plies = plies()
    print(f"The native rules of 5D chess on {len(all_plies)} plies of {len(GAMES)} games")
    figures: Figures = {}
    for part in (
        status_figures(all_plies),
        count_figures(all_plies),
        perft_figures(),
        other_figures(all_plies),
        python_ratios(all_plies),
        peer_ratios(all_plies),
    ):
        for name, value in part.items():
            print(f"  {name:<56} {value:>16,.3f}" if value < 100 else f"  {name:<56} {value:>16,.0f}")
        figures |= part
    return figures


if __name__ == "__main__":
    main()
