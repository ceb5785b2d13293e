"""Tune the evaluation of 5D chess: self-play, then logistic regression with ridge regularisation.

    python -m scripts.multiverse_tuning --generate games.gz --seconds 600 --jobs 16
    python -m scripts.multiverse_tuning games.gz -o tuned.toml
    python -m scripts.multiverse_tuning --generate games.gz --count 20000 --jobs 16 games.gz -o tuned.toml
    hyperchess match hyperchess@tuned.toml hyperchess --games 400 --time 0.1

The first command plays games of the engine against itself, in the kernel, and appends them to a file. Game
number N depends on N, the nodes and the weights only. The second command fits the weights and needs numpy.
The third does both.

A value of v centipawns is worth 1 / (1 + exp(-v / scale)) points, with the scale that suits the weights at
the start best. The label is the result of the game mixed with the score of the search (`--trust`). Positions
in check are left out. The kernel computes the derivatives of the evaluation by its weights, so the fit sees
what the search sees. Each weight is held near its start as by a normal distribution (`_SPREAD`), so squares
that pieces rarely visit keep the value of the kind. The strength of the hold is the one with the smallest
loss on games that are kept apart; a smaller one still lowers that loss a little, and lost the match. The
tempo is fixed: fitted, it became as large as two pawns.
"""

from __future__ import annotations

import argparse
import gzip
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from hyperchess import _native
from hyperchess.engine.multiverse.native import weight_numbers
from hyperchess.engine.multiverse.weights import load_weights
from hyperchess.multiverse import start, variants
from hyperchess.multiverse.kernel import packed

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Game",
    "Rows",
    "fit",
    "generate",
    "play_game",
    "read_games",
    "read_rows",
    "replace_weights",
    "solve",
    "variant_of",
    "write_games",
]

_MAIN = (
    "Standard",
    "Standard - Turn Zero",
    "Standard - Two Timelines",
    "Simple - Simple Set",
    "Standard - Half Reflected",
    "Standard - Princess",
    "Small",
    "Small - Open",
    "Very Small",
    "Very Small - Open",
)
_MAIN_SHARE = 3  # of four games
_MOST_TIMELINES = 3  # at the start of the other variants
_OPENING = 6  # maximum number of random actions
_LENGTH = 120  # maximum number of actions
_HEADER = struct.Struct("<IBHH")  # number, White's half points, number of scores, bytes of the actions
_HELD_OUT = 10  # one game in this many
_LARGEST = 3_000  # centipawns of scores; mates are larger
_FIXED = ("value.king", "value.royal_queen", "position.inactive", "position.crowding", "position.tempo")
_SPREAD = {
    "value": 60,
    "mobility": 15,
    "loose": 20,
    "across": 30,
    "mover.across": 30,
    "board.hanging": 20,
    "position.timeline": 150,
    "position.surplus": 80,
    "square": 20,
    "mover.square": 12,
    "mover.mobility": 10,
}
"""Standard deviation of weights around their start, by the beginning of the name; else `_OTHER_SPREAD`."""
_OTHER_SPREAD = 8
_HOLDS = (10.0, 2.0, 0.5)
_NEWTON_STEPS = 4
_GRADIENT_STEPS = 25


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the engine against itself."""

    number: int
    result: int  # White's half points
    scores: tuple[int, ...]  # of the last actions, from the mover's side
    actions: bytes

    @property
    def variant(self) -> str:
        """The variant, which depends on the number."""
        return variant_of(self.number)


@cache
def _other_variants() -> tuple[str, ...]:
    return tuple(
        each.name
        for each in variants()
        if each.name not in _MAIN
        and not each.name.startswith("Checkmate Practice")
        and len(each.position.timeline_boards) <= _MOST_TIMELINES
        and each.position.width * each.position.height <= _native.MAX_SQUARES
    )


def variant_of(number: int) -> str:
    """Return the variant of a game: in turn, and the main ones more often."""
    quotient, rest = divmod(number, 4)
    if rest < _MAIN_SHARE:
        return _MAIN[(quotient * _MAIN_SHARE + rest) % len(_MAIN)]
    return _other_variants()[quotient % len(_other_variants())]


@cache
def _start(variant: str) -> _native.Position:
    position = packed(start(variant))
    assert position is not None
    return position


def _tuner() -> _native.Tuner:
    return _native.Tuner(weight_numbers(load_weights(), _native.weight_names()))


def play_game(tuner: _native.Tuner, number: int, nodes: int) -> Game:
    """Play game `number` with `nodes` to three times as many nodes per action."""
    played = tuner.play(_start(variant_of(number)), number, _OPENING, nodes, _LENGTH)
    return Game(number, played.result, tuple(played.scores), played.actions)


@dataclass(frozen=True, slots=True)
class _Job:
    numbers: range
    nodes: int
    seconds: float


def _work(job: _Job) -> list[Game]:
    """Play games until there are enough or the time is up."""
    tuner = _tuner()
    ends = monotonic() + job.seconds
    games: list[Game] = []
    for number in job.numbers:
        if monotonic() >= ends:
            break
        games.append(play_game(tuner, number, job.nodes))
    return games


def generate(first: int, count: int, *, nodes: int, seconds: float, jobs: int) -> list[Game]:
    """Play up to `count` games from number `first` on for at most `seconds`; return them by number."""
    work = [_Job(range(first + job, first + count, jobs), nodes, seconds) for job in range(jobs)]
    if jobs == 1:
        return _work(work[0])
    # Workers are spawned, so that none inherits threads.
    with get_context("spawn").Pool(jobs) as pool:
        parts = pool.map(_work, work, chunksize=1)
    return sorted((game for part in parts for game in part), key=lambda game: game.number)


def write_games(path: Path, games: Iterable[Game]) -> None:
    """Append games to a file."""
    with gzip.open(path, "ab") as stream:
        for game in games:
            head = _HEADER.pack(game.number, game.result, len(game.scores), len(game.actions))
            stream.write(head + struct.pack(f"<{len(game.scores)}h", *game.scores) + game.actions)


def read_games(path: Path) -> Iterator[Game]:
    """Yield the games of a file."""
    with gzip.open(path, "rb") as stream:
        while head := stream.read(_HEADER.size):
            number, result, scores, size = _HEADER.unpack(head)
            read = struct.unpack(f"<{scores}h", stream.read(2 * scores))
            yield Game(number, result, read, stream.read(size))


@dataclass(frozen=True, slots=True)
class Rows:
    """The positions as a sparse matrix, compressed by rows."""

    games: NDArray[Any]  # by position
    results: NDArray[Any]  # White's points
    scores: NDArray[Any]  # from White's side
    values: NDArray[Any]
    counts: NDArray[Any]  # number of derivatives
    weights: NDArray[Any]  # by derivative: index of the weight
    derivatives: NDArray[Any]

    def times(self, change: NDArray[Any]) -> NDArray[Any]:
        """Return the change of the values by a change of the weights."""
        import numpy as np

        first = np.concatenate(([0], np.cumsum(self.counts)[:-1]))
        return np.asarray(np.add.reduceat(self.derivatives * change[self.weights], first))

    def gradient(self, slopes: NDArray[Any], size: int) -> NDArray[Any]:
        """Return the sum of the derivatives times `slopes`, by weight."""
        import numpy as np

        return np.bincount(
            self.weights, weights=self.derivatives * np.repeat(slopes, self.counts), minlength=size
        )

    def choose(self, chosen: NDArray[Any]) -> Rows:
        """Return the rows of some positions."""
        import numpy as np

        each = np.repeat(chosen, self.counts)
        return Rows(
            self.games[chosen],
            self.results[chosen],
            self.scores[chosen],
            self.values[chosen],
            self.counts[chosen],
            self.weights[each],
            self.derivatives[each],
        )


def _game_rows(game: Game) -> Rows:
    """Return the searched positions of a game in which the player is not in check."""
    import numpy as np

    found = _tuner_here().rows(_start(game.variant), game.actions)
    assert found is not None
    values = np.frombuffer(found.values, "<i4")
    count, searched = len(values), len(game.scores)
    ply = np.arange(count)
    player = 0 if start(game.variant).player.name == "WHITE" else 1
    sign = np.where((ply + player) % 2 == 0, 1, -1)
    scores = np.zeros(count, np.int32)
    scores[count - searched :] = game.scores
    rows = Rows(
        np.full(count, game.number),
        np.full(count, game.result / 2),
        scores * sign,
        values,
        np.frombuffer(found.counts, "<u2").astype(np.int64),
        np.frombuffer(found.weights, "<u2").astype(np.int32),
        np.frombuffer(found.derivatives, "<f4"),
    )
    return rows.choose((ply >= count - searched) & (np.frombuffer(found.checks, "<u1") == 0))


@cache
def _tuner_here() -> _native.Tuner:
    return _tuner()


def read_rows(games: Iterable[Game]) -> Rows:
    """Return the positions of games."""
    import numpy as np

    parts = [_game_rows(game) for game in games if game.scores]
    fields = ("games", "results", "scores", "values", "counts", "weights", "derivatives")
    return Rows(*(np.concatenate([getattr(part, field) for part in parts]) for field in fields))


def _points(centipawns: NDArray[Any], scale: float) -> NDArray[Any]:
    import numpy as np

    return np.asarray(1 / (1 + np.exp(-np.clip(centipawns / scale, -30, 30))))


def _loss(values: NDArray[Any], labels: NDArray[Any], scale: float) -> float:
    """Return the mean cross-entropy."""
    import numpy as np

    points = np.clip(_points(values, scale), 1e-9, 1 - 1e-9)
    return float(-np.mean(labels * np.log(points) + (1 - labels) * np.log(1 - points)))


def _is_apart(games: NDArray[Any]) -> NDArray[Any]:
    """Return which games are kept apart: by a hash of the number, on which the variant depends too."""
    import numpy as np

    return np.asarray(games.astype(np.uint64) * 2_654_435_761 % 2**32 // 2**16 % _HELD_OUT == 0)


def _spreads(names: list[str]) -> NDArray[Any]:
    """Return the standard deviation of each weight around its start."""
    import numpy as np

    def spread(name: str) -> int:
        if name in _FIXED:
            return 0
        return max((len(key), value) for key, value in [*_SPREAD.items(), ("", _OTHER_SPREAD)]
                   if name.startswith(key))[1]  # fmt: skip

    return np.array([spread(name) for name in names], dtype=np.float64)


def solve(
    rows: Rows, labels: NDArray[Any], scale: float, hold: float, spread: NDArray[Any], change: NDArray[Any]
) -> NDArray[Any]:
    """Return the change of the weights that minimises loss and hold: Newton steps by conjugate gradients.

    The unknowns are in units of `spread`.
    """
    import numpy as np

    size = len(spread)
    for _ in range(_NEWTON_STEPS):
        points = _points(rows.values + rows.times(change * spread), scale)
        curvature = points * (1 - points) / scale**2
        residual = -spread * rows.gradient((points - labels) / scale, size) - hold * change

        def apply(vector: NDArray[Any], curvature: NDArray[Any] = curvature) -> NDArray[Any]:
            product = rows.gradient(curvature * rows.times(vector * spread), size)
            return np.asarray(spread * product + hold * vector)

        step, direction, square = np.zeros(size), residual.copy(), residual @ residual
        for _ in range(_GRADIENT_STEPS):
            if square < 1e-6:
                break
            applied = apply(direction)
            length = square / (direction @ applied)
            step += length * direction
            residual = residual - length * applied
            direction = residual + (residual @ residual / square) * direction
            square = residual @ residual
        change = change + step
    return change


def fit(games: Iterable[Game], *, trust: float, holds: tuple[float, ...] = _HOLDS) -> dict[str, int]:
    """Return fitted weights; print the losses."""
    import numpy as np

    names = list(_native.weight_names())
    before = load_weights()
    rows = read_rows(games)
    kept = np.abs(rows.scores) <= _LARGEST
    print(f"{len(rows.values):,} positions of {len(np.unique(rows.games)):,} games")
    apart = _is_apart(rows.games)
    scale = float(
        min(range(100, 3_000, 20), key=lambda each: _loss(rows.values[~apart], rows.results[~apart], each))
    )
    search_scale = float(
        min(
            range(100, 3_000, 20),
            key=lambda each: _loss(rows.scores[~apart & kept], rows.results[~apart & kept], each),
        )
    )
    labels = (1 - trust) * rows.results + trust * _points(rows.scores, search_scale)
    print(f"scale {scale:.0f}, of the search {search_scale:.0f}")
    used, tested = rows.choose(~apart), rows.choose(apart)
    print(f"loss on games kept apart: {_loss(tested.values, tested.results, scale):.5f}, "
          f"of the search {_loss(tested.scores, tested.results, search_scale):.5f}")  # fmt: skip
    spread = _spreads(names)
    best, change = np.zeros(len(names)), np.zeros(len(names))
    smallest = _loss(tested.values, labels[apart], scale)
    print(
        f"  start: loss {_loss(used.values, labels[~apart], scale):.5f}, {smallest:.5f} on games kept apart"
    )
    for hold in holds:
        change = solve(used, labels[~apart], scale, hold, spread, change)
        fitted = [each.values + each.times(change * spread) for each in (used, tested)]
        loss = _loss(fitted[1], labels[apart], scale)
        print(f"  hold {hold:g}: loss {_loss(fitted[0], labels[~apart], scale):.5f}, {loss:.5f} "
              f"on games kept apart ({_loss(fitted[1], tested.results, scale):.5f} of results)")  # fmt: skip
        if loss < smallest:
            best, smallest = change, loss
    return {name: before[name] + round(by) for name, by in zip(names, (best * spread).tolist(), strict=True)}


def replace_weights(text: str, weights: Mapping[str, int]) -> str:
    """Return the text of a file of weights with other numbers, comments kept.

    >>> replace_weights("[mover.ring] # squares\\npawns = 10 # each\\n", {"mover.ring.pawns": 12})
    '[mover.ring] # squares\\npawns = 12 # each\\n'
    """
    lines: list[str] = []
    table = ""
    inside = False  # a piece-square table, which ends with a line "]"
    for line in text.splitlines():
        if inside:
            inside = line != "]"
            continue
        if found := re.match(r"\[([\w.]+)\]", line):
            table = found[1]
        if found := re.match(r"(\w+) = (-?\d+|\[)", line):
            name = f"{table}.{found[1]}"
            if table.endswith("square"):
                inside = found[2] == "["
                line = f"{found[1]} = {_format_squares(name, weights)}"
            else:
                line = f"{found[1]} = {weights[name]}{line[found.end() :]}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _format_squares(name: str, weights: Mapping[str, int]) -> str:
    ranks = [[weights[f"{name}.{file}{rank}"] for file in "abcdefgh"] for rank in range(8, 0, -1)]
    if not any(map(any, ranks)):
        return "0"
    lines = ("  [" + ", ".join(f"{weight:4}" for weight in rank) + "],\n" for rank in ranks)
    return "[\n" + "".join(lines) + "]"


def main() -> None:
    """Generate, fit, print what changed, and write the file that the command line names."""
    parser = argparse.ArgumentParser(description="Tune the evaluation of 5D chess by self-play.")
    parser.add_argument("games", type=Path, nargs="*", help="files of games to fit")
    parser.add_argument("--generate", type=Path, metavar="FILE", help="file to which new games are appended")
    parser.add_argument("-o", "--output", type=Path, help="file of weights to write")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="play games for at most N seconds"
    )
    parser.add_argument("--count", type=int, default=1_000_000, help="play at most N games")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--nodes", type=int, default=50, help="minimum nodes per action; the maximum is 3 N")
    parser.add_argument("--seed", type=int, default=1, help="games are numbered from N million on")
    parser.add_argument("--trust", type=float, default=0.3, help="share of the search's score in the label")
    arguments = parser.parse_args()
    if arguments.generate:
        games = generate(arguments.seed * 1_000_000, min(arguments.count, 1_000_000), nodes=arguments.nodes,
                         seconds=arguments.seconds, jobs=arguments.jobs)  # fmt: skip
        write_games(arguments.generate, games)
        print(f"{len(games):,} games with {sum(len(game.scores) for game in games):,} positions added")
    if not arguments.output:
        return
    tuned = fit((game for path in arguments.games for game in read_games(path)), trust=arguments.trust)
    before = load_weights()
    for name, weight in tuned.items():
        if weight != before[name] and "square." not in name:
            print(f"  {name:26}{before[name]:6} ->{weight:6}")
    text = files("hyperchess.engine.multiverse").joinpath("weights.toml").read_text("utf-8")
    arguments.output.write_text(replace_weights(text, tuned), "utf-8")


if __name__ == "__main__":
    main()
