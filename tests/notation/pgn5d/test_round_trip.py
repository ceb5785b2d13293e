"""Every writer, with every option, gives a text that reads back to the equal game (up to its losses)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hyperchess as hc
from hyperchess.game import Game, Node
from hyperchess.multiverse import Move, Position
from hyperchess.notation.pgn5d.formatter import format_text
from hyperchess.notation.pgn5d.writers.branched import write_branched
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
    (again,) = parse_all(written.text, name, game=hc.MULTIVERSE)
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


RESULTS_AND_COMMENTS = [
    "1. e3 / f6 2. Nf3 (2b. Nc6 {better} 3. Bb5 / a6) 1-0",
    "(1. e3) 1-0",
    "(1. e3) (1. e4 / e5) 1/2-1/2 {agreed}",
    "1. e3 {a} (1b. e6) {b}",
    "1. e3 {a} (1b. e6) (1b. d6) {b} {c}",
    "(1. e3 (1b. e6) {b} {c}) 1. e4 (1b. d6) (1b. d5) 1-0 {r}",
    "(1. e3) {b}",
    "(1. e3 (1b. e6 0-1) {in} 1-0) 1. e4 (1b. d6 1-0) 1b. d5 0-1",
]


@pytest.mark.parametrize("text", RESULTS_AND_COMMENTS)
def test_results_and_comments_after_variations_stay_there(text: str) -> None:
    (game,) = hc.parse_all(text, game=hc.MULTIVERSE)
    assert {problem.code for problem in game.problems} <= {"assumed-variant"}
    formatted = format_text(text)
    assert format_text(formatted) == formatted
    assert hc.parse_all(formatted, game=hc.MULTIVERSE) == [game]
    written = write_branched(game)
    assert not written.losses
    again = hc.expect(hc.parse(written.text), hc.MULTIVERSE)
    assert [node.content for node in again.root.walk()] == [node.content for node in game.root.walk()]


def test_a_result_after_variations_ends_the_main_line() -> None:
    game = hc.parse("1. e3 / f6 2. Nf3 (2b. Nc6 3. Bb5 / a6) 1-0")
    assert (len(game.main_line), game.result) == (3, "1-0")
    (variation,) = game.end.variations
    assert [variation, *variation.main_line][-1].text() == "a6"
    assert hc.parse("(1. e3) 1-0").main_line == []
