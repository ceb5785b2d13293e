"""The grammar that the documentation prints, run as an oracle against the hand-written reader."""

import re
from pathlib import Path

import lark
from hypothesis import example, given
from hypothesis import strategies as st

from hyperchess.multiverse.syntax.fen import read_boards
from hyperchess.text import Source

PAGE = Path(__file__).parents[2] / "docs" / "5dfen.md"
BLOCK = re.search(r"```lark\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
assert BLOCK is not None
GRAMMAR = lark.Lark(BLOCK.group(1), parser="lalr")
SYNTAX = {"fen", "fen-piece", "fen-empty", "coordinate"}

tokens = st.sampled_from(
    ["[", "]", "/", ":", ":0:1:w]", ":-1:2:b]", "k", "P*", "+q", "1", "10", "w", " ", "x"]
)
texts = st.lists(tokens, max_size=14).map("".join)


def grammar_accepts(text: str) -> bool:
    try:
        GRAMMAR.parse(text)
    except lark.exceptions.LarkError:
        return False
    return True


@given(texts | texts.map(lambda text: "[" + text + ":0:1:w]"))
@example("[ k 1 / 1 K : 0 : 1 : w ]")
@example("[k/K:+0:-1:b]\n[k/K:-0:0:b]")
def test_the_reader_and_the_grammar_agree_on_syntax(text: str) -> None:
    _, problems = read_boards(Source(text))
    if any(problem.code not in SYNTAX for problem in problems):
        return  # a limit or a width stops the reader before the syntax is known
    assert grammar_accepts(text) == (not problems)
