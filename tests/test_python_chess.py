"""The table of docs/python-chess.md: every expression of hyperchess works in both games."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest

import hyperchess as hc

PAGE = Path(__file__).parents[1] / "docs" / "python-chess.md"
GAMES = {
    "5D": ("1. e3 / f6 2. Qe2 / Nc6", "Qh5"),
    "infinite": ("[Variant: Classical]\n1. P5,2>5,4 | p5,7>5,5", "7,1>6,3"),
}
NAMES_ONLY = {"hc.read", "hc.read_games"}  # functions that need a file


def expressions() -> list[str]:
    """The expressions of the second column of the table."""
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    found = [each for row in rows for each in re.findall(r"`([^`]+)`", row.split(" | ", 1)[1])]
    assert len(rows) > 25 and len(found) > 40
    return [each for each in found if each not in ("result", "winner", "reason")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("expression", expressions())
def test_every_expression_works_in_both_games(expression: str, game: str) -> None:
    written, text = GAMES[game]
    played: Any = hc.parse(written)
    position = played.final
    action = position.read(text)
    names = {
        "hc": hc,
        "copy": copy,
        "written": written,
        "text": text,
        "game": played,
        "node": played.end,
        "position": position,
        "action": action,
        "move": action[0],
    }
    found = eval(expression, names)
    assert callable(found) is (expression in NAMES_ONLY)


def test_what_an_engine_plays_can_be_played() -> None:
    for written, _ in GAMES.values():
        position: Any = hc.parse(written).final
        found = hc.play(position, hc.Budget(rounds=50)).action
        assert position.is_legal(found) and position.play(found).previous is position
