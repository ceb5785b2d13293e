"""Results of the first converter and of the site for many texts, compared with ours."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hyperchess.errors import ParseError
from hyperchess.notation.icn.json import to_long
from hyperchess.notation.icn.parser import parse_games
from hyperchess.notation.icn.resolve import resolve
from hyperchess.text import Source

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("converter_cases.json").read_text(encoding="utf-8")
)["cases"]


def ours(text: str) -> object:
    try:
        return to_long(text)
    except ParseError:
        return "an error"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_converter_says_the_same_or_there_is_a_reason(case: dict[str, Any]) -> None:
    theirs = case.get("long", "an error")
    assert (ours(case["input"]) != theirs) == ("differs" in case)


@pytest.mark.parametrize("case", [case for case in CASES if "moves" in case], ids=lambda case: case["id"])
def test_the_site_sees_the_same_moves_and_comments(case: dict[str, Any]) -> None:
    (game,) = map(resolve, parse_games(Source(case["input"])))
    found = []
    for node in game.main_line:
        text = node.moves[0].text.replace(" ", "").replace("x", ">").lstrip("PKpk")
        squares = text.partition("=")[0].rstrip("AMQqn")
        said = " ".join(re.sub(r"\s*\[%[^\]]*\]\s*", "", comment.text) for comment in node.comments)
        found.append([squares, said] if said else [squares])
    assert found == case["moves"]
