"""Labelled positions for the evaluation: the games of a match as Parquet, one row for each position.

    hyperchess match hyperchess:7 hyperchess:7 --games 2000 --nodes 100 -o games.jsonl
    python -m scripts.engine_positions games.jsonl -o positions.parquet

A row has the game (`text`, which repeats and packs well), how many actions were played before (`ply`), what
the player to move thought (`score` in centipawns or `mate` in actions, from White's side), the result of the
game from White's side (1, 0.5, 0), and the last board of each timeline, which is what an evaluation looks at;
of infinite chess the position. Positions of the random opening have no score and are left out.

With `--adjudicate 400` a game that was ended for its length counts as won if the last score of each player is
at least four pawns for the same side.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb

import hyperchess as hc
from hyperchess.ruleset import GameKind

__all__ = ["rows", "write_parquet"]

_RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
_COLUMNS = """{
    game: 'INTEGER', ply: 'INTEGER', variant: 'VARCHAR', player: 'VARCHAR', result: 'DOUBLE',
    score: 'INTEGER', mate: 'INTEGER', text: 'VARCHAR',
    boards: 'STRUCT(timeline VARCHAR, turn INTEGER, player VARCHAR, active BOOLEAN, pieces VARCHAR)[]'
}"""


def rows(number: int, record: dict[str, Any], adjudicate: int | None = None) -> Iterator[dict[str, object]]:
    """The rows of a game of a match."""
    game: hc.Game[Any, Any] = hc.parse(record["text"])
    result = _RESULTS[game.headers["Result"]]
    if adjudicate is not None and record["reason"] == "length":
        result = _leader(game, adjudicate)
    position: Any = game.start
    for ply, node in enumerate(game.main_line):
        if (thought := node.score) is not None:
            yield {
                "game": number,
                "ply": ply,
                "variant": record["variant"],
                "player": position.player.name.lower(),
                "result": result,
                "score": thought.centipawns,
                "mate": thought.mate,
                "text": record["text"],
                "boards": _boards(position),
            }
        position = node.position


def _leader(game: Any, lead: int) -> float:
    """Return the leader at the end of a game, by the last scores of both players."""
    thoughts = [node.score for node in game.main_line[-2:] if node.score is not None]
    ahead = [(thought.mate or 0) > 0 or (thought.centipawns or 0) >= lead for thought in thoughts]
    behind = [(thought.mate or 0) < 0 or (thought.centipawns or 0) <= -lead for thought in thoughts]
    if thoughts and all(ahead):
        return 1.0
    return 0.0 if thoughts and all(behind) else 0.5


def _boards(position: Any) -> list[dict[str, object]]:
    if position.kind is GameKind.INFINITE:
        player = position.player.name.lower()
        whole = {"timeline": "", "turn": position.full_move, "player": player, "active": True}
        return [{**whole, "pieces": position.text()}]
    return [
        {
            "timeline": str(line.timeline),
            "turn": line.end.turn,
            "player": line.end.color.name.lower(),
            "active": line.timeline in position.active,
            "pieces": line.boards[-1].fen(),
        }
        for line in position.timeline_boards
    ]


def write_parquet(games: Path, output: Path, adjudicate: int | None = None) -> int:
    """Write the positions of a file of games; their number."""
    count = 0
    with TemporaryDirectory() as folder:
        listed = Path(folder, "positions.jsonl")
        with listed.open("w", encoding="utf-8", newline="\n") as stream:
            for number, line in enumerate(games.read_text("utf-8").splitlines()):
                for row in rows(number, json.loads(line), adjudicate):
                    stream.write(json.dumps(row) + "\n")
                    count += 1
        reading = f"read_json(?, format = 'newline_delimited', columns = {_COLUMNS})"
        with duckdb.connect() as database:
            database.execute(
                f"COPY (SELECT * FROM {reading}) TO '{_quoted(output)}' (FORMAT parquet, COMPRESSION zstd)",
                [str(listed)],
            )
    return count


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


def main() -> None:
    """Write the file that the command line names."""
    parser = argparse.ArgumentParser(description="Write the positions of a match as Parquet.")
    parser.add_argument("games", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--adjudicate", type=int, help="centipawns that win a game without an end")
    arguments = parser.parse_args()
    count = write_parquet(arguments.games, arguments.output, arguments.adjudicate)
    print(f"{arguments.output}: {count:,} positions")


if __name__ == "__main__":
    main()
