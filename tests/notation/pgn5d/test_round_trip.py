"""Every writer, with every option, gives a text that reads back to the equal game (up to its losses)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.game import Game, Node
from hyperchess.multiverse import Move, Position
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import find_notation
from hyperchess.text import Severity
from tests.notation.random_games import VARIANTS, random_game

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("shad", {}),
    ("shad", {"marks": "none", "tokens": False}),
    ("shad", {"width": 60}),
    ("shad-first", {}),
    ("raw", {}),
    ("branched", {}),
    ("branched", {"style": "full"}),
    ("branched", {"captures": False, "checks": False}),
    ("branched", {"tokens": True, "width": 60, "indent": 3}),
    ("branched", {"main_line_only": True}),
]
IDS = [f"{name}-{'-'.join(map(str, options))}" for name, options in OPTIONS]


def shape(game: Game[Position, Move], lost: set[str]) -> list[object]:
    """Return the content of a game without what a notation reported as lost."""
    nodes = game.main_line if "variations" in lost else list(game.walk())
    return [describe(node, lost) for node in nodes]


def describe(node: Node[Position, Move], lost: set[str]) -> object:
    action = node.action
    assert action is not None
    parent = node.parent
    assert parent is not None
    comments = [] if "comments" in lost else [comment.text for comment in node.comments]
    if "comment-braces" in lost:
        comments = [text.replace("{", "(").replace("}", ")") for text in comments]
    return (
        parent.position.canonical(action),
        comments,
        "" if "evaluations" in lost or "marks" in lost else node.evaluation,
        "" if lost & {"results", "result"} else node.result,
    )


def check(game: Game[Position, Move], name: str, options: dict[str, Any]) -> None:
    written = find_notation(name).write(game, **options)
    lost = {loss.kind for loss in written.losses}
    (again,) = parse_all(written.text, name)
    errors = [str(problem) for problem in again.problems if problem.severity is not Severity.INFO]
    assert not errors, written.text + "\n".join(errors)
    assert again.start == game.start
    if options.get("main_line_only"):
        lost.add("variations")
    assert shape(again, lost) == shape(game, lost), written.text
    if "headers" not in lost:
        assert again.headers["White"] == "Ada"


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=IDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_round_trips(name: str, options: dict[str, Any], variant: str) -> None:
    for seed in range(2):
        check(random_game(seed, variant=variant), name, options)


@given(st.integers(0, 10**6), st.sampled_from(OPTIONS))
def test_random_games_round_trip(seed: int, option: tuple[str, dict[str, Any]]) -> None:
    check(random_game(seed, actions=5, variations=2), *option)
