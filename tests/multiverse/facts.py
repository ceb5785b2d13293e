"""Verified counts, hashes and verdicts from `tests/facts`, as positions.

One count differs from its source: two actions into "Misc - Timeline Formations" there are 96,565 positions,
where the source has 81,133. It knows no double step of Black's pawns across timelines.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from hyperchess.multiverse import Position, start
from hyperchess.multiverse.reference import ReferenceRules

_REFERENCE = ReferenceRules()
FOLDER = Path(__file__).parents[1] / "facts"
# The sources of the facts leave out unmoved marks.
STARTS = {
    "Focused - Just Kings": "[2k/3/K2:0:1:w]",
    "Very Small - Open": "[nbrk/3p*/P*3/KRBN:0:1:w]",
}


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def first_position(variant: str, fen: str = "") -> Position:
    """The start as the facts count: pawns become queens and nothing else."""
    boards = Position.of_fen(fen).boards if fen else start(variant).boards
    return Position.of_boards(boards, promotions=("Q",))


def in_python(position: Position) -> Position:
    """The position under the rules in Python, whatever the default is."""
    return replace(position, rules=_REFERENCE)


def random_start(variant: str) -> Position:
    return first_position(variant, STARTS.get(variant, ""))


@cache
def games() -> dict[str, list[tuple[Position, dict[str, Any]]]]:
    """For every game, each position with what is known about it."""
    return {name: list(_plies(game)) for name, game in load("games.json").items()}


def _plies(game: dict[str, Any]) -> Iterator[tuple[Position, dict[str, Any]]]:
    position = first_position(game["variant"], game["fen"])
    for ply in game["plies"]:
        if ply["action"]:
            position = position.play(ply["action"])
        yield position, ply
