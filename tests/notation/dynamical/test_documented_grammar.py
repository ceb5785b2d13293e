"""The grammars that the documentation prints: they accept its examples and what the writers write."""

import re
from functools import cache
from pathlib import Path

import lark
import pytest

import hyperchess as hc
from tests.notation.random_games import random_game

PAGE = Path(__file__).parents[3] / "docs" / "notations" / "dynamical.md"
EDITIONS = {"dynamical": (0, "dynamical"), "dynamical-2": (1, "dynamical2")}


def blocks(tag: str) -> list[str]:
    return re.findall(rf"```{tag}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@cache
def grammar(name: str) -> lark.Lark:
    return lark.Lark(blocks("lark")[EDITIONS[name][0]], start="game")


@pytest.mark.parametrize("name", EDITIONS)
def test_the_examples_are_what_we_write_and_read(name: str) -> None:
    game = hc.parse(blocks("text")[0])
    for presentation, example in zip(("algebraic", "topological"), blocks(EDITIONS[name][1]), strict=True):
        grammar(name).parse(example)
        assert hc.write(game, name, presentation=presentation).strip("\n") == example.strip("\n")
        assert hc.parse(example).final == game.final


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("presentation", ["algebraic", "topological"])
def test_what_writers_write_fits_the_grammar(name: str, presentation: str) -> None:
    for seed in range(4):
        game = random_game(seed, actions=3, variations=0)
        grammar(name).parse(hc.write(game, name, presentation=presentation, annotations=True))
