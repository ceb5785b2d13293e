"""The grammar that the documentation prints, run as an oracle against the reader and the writers."""

import re
from functools import cache
from pathlib import Path

import lark
import pytest

from hyperchess.notation.icn.parser import parse_games
from hyperchess.notation.registry import find_notation
from hyperchess.text import Severity, Source
from tests.notation.icn.random_icn_games import random_icn_game

PAGE = (Path(__file__).parents[3] / "docs" / "notations" / "icn.md").read_text(encoding="utf-8")
BROKEN = (
    "w K5,1|k5,8 4,2>4,4{oops",
    "w K5,1||k5,8",
    "w K5,1|k5,8 hello",
    "[Event abc",
    "w K5,1|k5,8 4,2 -4,4",
    "w K5,1|k5,8 4,2>4,4 }",
)


@cache
def grammar() -> lark.Lark:
    (block,) = re.findall(r"```lark\n(.*?)```", PAGE, re.DOTALL)
    return lark.Lark(block, start="game")


def accepts(text: str) -> bool:
    try:
        grammar().parse(text)
    except lark.exceptions.LarkError:
        return False
    return True


def has_errors(text: str) -> bool:
    problems = [problem for game in parse_games(Source(text)) for problem in game.problems]
    return any(problem.severity is Severity.ERROR for problem in problems)


@pytest.mark.slow
def test_the_examples_of_the_page_fit_its_grammar_and_are_read() -> None:
    examples = re.findall(r"```icn\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 4
    for example in examples:
        assert accepts(example), example
        assert not has_errors(example)


@pytest.mark.slow
@pytest.mark.parametrize("text", BROKEN)
def test_what_the_grammar_refuses_is_reported(text: str) -> None:
    assert not accepts(text)
    assert has_errors(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["icn", "icn-legacy", "icn-site"])
@pytest.mark.parametrize("form", ["long", "compact"])
def test_what_writers_write_fits_the_grammar(name: str, form: str) -> None:
    text = find_notation(name).write(random_icn_game(1, plies=4), form=form).text
    assert accepts(text), text
