"""The grammars that the documentation prints, run as oracles against the reader and the writers."""

import random
import re
from functools import cache
from pathlib import Path

import lark
import pytest

from hyperchess.notation.pgn5d.parser import parse_games
from hyperchess.notation.registry import find_notation
from hyperchess.text import Severity, Source
from tests.notation.random_games import random_game

DOCS = Path(__file__).parents[3] / "docs" / "notations"
# name of the notation -> page, and the tag of the examples that the grammar must accept
PAGES = {
    "shad": ("5dpgn.md", "5dpgn"),
    "shad-first": ("5dpgn-first-edition.md", "5dpgn-first"),
    "raw": ("raw.md", "raw"),
    "branched": ("branched-5dpgn.md", "branched"),
}
TOKENS = [
    "1.",
    "1w.",
    "2b.",
    "/",
    "(",
    ")",
    "{",
    "}",
    "e4",
    "(0T1)Nf3",
    "(L-1)",
    "(0T1)Qg5>>x(0T2)g3",
    "+",
    "#",
    "!",
    "1-0",
    "(0T1)O-O",
    "(>L1)",
    "(0T1)d2>(0T1)d4",
    "{comment}",
]

RAW_TOKENS = ("(0T1)d2>(0T1)d4", "(-1T2)a7>(+1T12)a8Q", "/", ".", "e4")


@cache
def blocks(name: str, tag: str) -> list[str]:
    text = (DOCS / PAGES[name][0]).read_text(encoding="utf-8")
    return re.findall(rf"```{tag}\n(.*?)```", text, re.DOTALL)


@cache
def grammar(name: str) -> lark.Lark:
    (block,) = blocks(name, "lark")
    return lark.Lark(block, start="game")


def accepts(name: str, text: str) -> bool:
    try:
        grammar(name).parse(text)
    except lark.exceptions.LarkError:
        return False
    return True


def syntax_errors(text: str) -> list[str]:
    problems = [problem for game in parse_games(Source(text)) for problem in game.problems]
    return [str(problem) for problem in problems if problem.severity is Severity.ERROR]


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_the_examples_of_each_page_fit_its_grammar_and_are_read(name: str) -> None:
    examples = blocks(name, PAGES[name][1])
    assert examples
    for example in examples:
        assert accepts(name, example), example
        assert syntax_errors(example) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_what_writers_write_fits_the_grammar(name: str) -> None:
    for seed in range(2):
        game = random_game(seed, actions=3, variations=1)
        text = find_notation(name).write(game).text
        assert accepts(name, text), text


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.nightly)])
def test_what_the_grammar_accepts_is_read_without_errors(name: str, count: int) -> None:
    chance = random.Random(count)
    accepted = 0
    for example in blocks(name, PAGES[name][1]):
        for _ in range(count):
            words = re.findall(r"\S+|\s+", example)
            for _ in range(chance.randint(1, 2)):
                place = chance.randrange(len(words))
                if name == "raw" and not words[place].isspace():
                    words[place] = chance.choice(RAW_TOKENS)  # raw text has one blank between moves
                else:
                    words[place : place + chance.randint(0, 1)] = [" ", chance.choice(TOKENS), " "]
            text = "".join(words)
            if accepts(name, text):
                accepted += 1
                assert syntax_errors(text) == [], text
    assert accepted > 0
