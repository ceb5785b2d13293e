r"""The games that other programs accept from our writer profiles.

python -m benchmarks.peers

The games are those of the test corpus, the examples and the lessons, and a random game of every variant. The
programs are named by environment variables; the others are left out:

    PEER_5D_CHESS_JS    a folder where `npm install 5d-chess-js` was run
    PEER_READER         the reader of 5dchess_engine, as `benchmarks.short_games` builds it
    PEER_SHAD           a checkout of adri326/5dchess-notation
    PEER_SITE           the module icnvalidator.worker.ts of infinitechess.org, bundled by esbuild for node
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import hyperchess as hc
from benchmarks.timing import Figures
from hyperchess import infinite
from hyperchess.game import AnyGame, Game
from hyperchess.multiverse.variants import variants
from hyperchess.ruleset import GameKind
from hyperchess.text import Severity
from tests.notation.random_games import random_game

ROOT = Path(__file__).parents[1]
FOLDERS = (
    *("tests/corpus/good", "tests/corpus/dynamical", "tests/corpus/small/good", "tests/corpus/icn/good"),
    *("src/hyperchess/examples", "docs/learn"),
)
OTHER_FILES = {".txt", ".md", ".svg", ".gif"}
ACTIONS = 12  # of a random game
HUGE = {"Omega^3", "Omega^4"}
"""Variants with too many pieces for a quick run."""

Read = Callable[[list[str]], list[str]]
"""A function from texts to the reason why each was refused, empty if it was accepted."""


def corpus(kind: GameKind) -> Iterator[tuple[str, AnyGame]]:
    """Yield the games of a kind that have actions and no errors."""
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).iterdir()):
        if path.is_file() and path.suffix not in OTHER_FILES:
            for number, game in enumerate(hc.read_all(path), 1):
                wrong = any(problem.severity is Severity.ERROR for problem in game.problems)
                if game.kind is kind and game.start is not None and game.main_line and not wrong:
                    yield f"{path.name}, game {number}", game


def random_games(kind: GameKind) -> Iterator[tuple[str, AnyGame]]:
    """Yield a random game of every variant."""
    if kind is GameKind.MULTIVERSE:
        for seed, variant in enumerate(variants()):
            yield variant.name, random_game(seed, variant=variant.name, actions=ACTIONS, variations=0)
        return
    for seed, start in enumerate(infinite.variants()):
        if start.name not in HUGE:
            chance = random.Random(seed)
            game = Game(start.position, {"Variant": start.name})
            node = game.root
            for _ in range(ACTIONS):
                if choice := list(islice(node.position.moves().near(5), 80)):
                    node = node.add((chance.choice(choice),))
            yield start.name, game


def read_by_5d_chess_js(folder: str, texts: list[str]) -> list[str]:
    """Import texts with 5d-chess-js, without its search for mates."""
    script = str(Path(__file__).with_name("5d-chess-js-import.cjs"))
    run = subprocess.run(
        ["node", script, folder, "--no-mates"],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    return [result.get("error", "") for result in json.loads(run.stdout)]


def read_by_engine(program: str, texts: list[str]) -> list[str]:
    """Read texts with the C++ reader of 5dchess_engine."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.5dpgn") for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        run = subprocess.run([program, *map(str, files)], capture_output=True, text=True, check=True)
    refused = dict(line.split("\t", 1) for line in run.stderr.splitlines() if "\t" in line)
    accepted = {line.split("\t")[0] for line in run.stdout.splitlines()}
    return ["" if str(file) in accepted else refused.get(str(file), "refused") for file in files]


def read_by_shad(folder: str, texts: list[str]) -> list[str]:
    """Parse texts with the parser of 5dchess-notation; it ends its process if it refuses one."""
    script = "require(process.argv[1]).parse(require('fs').readFileSync(0, 'utf8')); console.log('read')"
    parser = str(Path(folder, "parsers", "pgn.js").resolve())
    refused = []
    for text in texts:
        run = subprocess.run(["node", "-e", script, parser], input=text, capture_output=True, text=True)
        lines = (run.stderr + run.stdout).splitlines()
        reason = next((line for line in lines if "Error" in line), "refused")
        refused.append("" if run.stdout.endswith("read\n") else reason)
    return refused


def read_by_site(module: str, texts: list[str]) -> list[str]:
    """Validate texts with the validator of infinitechess.org: it parses them and plays their moves."""
    script = """
        let answer;
        globalThis.self = { postMessage: (message) => { answer = message.results ?? message; } };
        console.log = console.error;
        await import(process.argv[1]);
        const texts = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
        self.onmessage({ data: { chunkId: 0, games: texts.map((icn, index) => ({ index, icn })) } });
        const reasons = texts.map(() => "");
        for (const { gameIndex, phase, error } of answer.errors) reasons[gameIndex] = `${phase}: ${error}`;
        process.stdout.write(JSON.stringify(reasons));
    """
    command = ["node", "--input-type=module", "-e", script, str(Path(module).resolve())]
    run = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    reasons: list[str] = json.loads(run.stdout)
    return reasons


PEERS: dict[str, tuple[str, GameKind, Callable[[str, list[str]], list[str]]]] = {
    "5d-chess-js": ("PEER_5D_CHESS_JS", GameKind.MULTIVERSE, read_by_5d_chess_js),
    "ftxi": ("PEER_READER", GameKind.MULTIVERSE, read_by_engine),
    "shad": ("PEER_SHAD", GameKind.MULTIVERSE, read_by_shad),
    "infinitechess.org": ("PEER_SITE", GameKind.INFINITE, read_by_site),
}


def main() -> Figures:
    """Print the number of accepted games and the reasons for refusals; the figures."""
    figures: Figures = {}
    for profile, (variable, kind, read) in PEERS.items():
        where = os.environ.get(variable)
        if where is None:
            print(f"{profile}: {variable} is not set")
            continue
        for what, games in (("corpus", corpus(kind)), ("random games", random_games(kind))):
            named = dict(games)
            texts = [hc.write(game, profile=profile) for game in named.values()]
            refused = {name: why for name, why in zip(named, read(where, texts), strict=True) if why}
            accepted = len(named) - len(refused)
            figures[f"{profile}, {what}: accepted"] = accepted
            print(f"{profile}, {what}: {accepted} of {len(named)} accepted")
            for name, why in refused.items():
                print(f"  {name}: {why.splitlines()[0][:100]}")
    return figures


if __name__ == "__main__":
    main()
