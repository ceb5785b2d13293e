"""hyperchess' own JSON is lossless and fits its schema; variants come through the modding tools' JSON."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import hyperchess as hc
from hyperchess.errors import ParseError
from hyperchess.game import Game
from hyperchess.multiverse import Position, Variant, variants
from hyperchess.notation.json import read_json_games, schema, write_json
from hyperchess.notation.small.variant_json import parse_variants, read_variants, write_variants
from hyperchess.text import Severity, Source
from tests.notation.random_games import random_game
from tests.strategies import positions

CORPUS = sorted((Path(__file__).parents[1] / "corpus").glob("*/*.5dpgn"))


def everything(game: Game[Any, Any]) -> object:
    """All that a game holds."""
    nodes = list(game.root.walk())
    index = {node: place for place, node in enumerate(nodes)}
    tree = [
        (
            None if node.parent is None else index[node.parent],
            node.moves,
            node.comments,
            node.mark,
            node.result,
            node.legal,
        )
        for node in nodes
    ]
    return game.start, list(game.headers.items()), game.notation, tree


def fits(value: Any, rule: Any, root: dict[str, Any]) -> bool:
    """Whether a value fits a JSON Schema, as far as ours goes."""
    if "$ref" in rule:
        rule = root["$defs"][rule["$ref"].rpartition("/")[2]]
    kinds = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "boolean": bool,
        "null": type(None),
    }
    names = rule.get("type", [])
    allowed = [names] if isinstance(names, str) else names
    rank = not allowed or any(isinstance(value, kinds[name]) for name in allowed)
    checks = [
        rank,
        "const" not in rule or value == rule["const"],
        "enum" not in rule or value in rule["enum"],
        "oneOf" not in rule or sum(fits(value, one, root) for one in rule["oneOf"]) == 1,
        not isinstance(value, str) or re.search(rule.get("pattern", ""), value) is not None,
        not isinstance(value, int) or value >= rule.get("minimum", value),
    ]
    if isinstance(value, dict) and "properties" in rule:
        known = rule["properties"]
        checks.append(set(rule.get("required", ())) <= set(value) <= set(known))
        checks += [fits(each, known[key], root) for key, each in value.items() if key in known]
    if isinstance(value, list) and "items" in rule:
        checks.append(len(value) >= rule.get("minItems", 0))
        if "prefixItems" in rule:
            checks.append(len(value) == len(rule["prefixItems"]))
            checks += [fits(each, one, root) for each, one in zip(value, rule["prefixItems"], strict=False)]
        else:
            checks += [fits(each, rule["items"], root) for each in value]
    return all(checks)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_nothing_is_lost_not_even_what_is_wrong(path: Path) -> None:
    for game in hc.parse_all(path.read_bytes().decode("utf-8"), "shad"):
        written = write_json(game, problems=True)
        assert written.losses == ()
        assert fits(json.loads(written.text), schema(), schema())
        (again,) = read_json_games(Source(written.text))
        assert everything(again) == everything(game)
        assert again.problems == game.problems


def test_random_trees_come_through() -> None:
    for seed in range(20):
        game = random_game(seed, variations=6)
        (again,) = read_json_games(Source(write_json(game, indent=None).text))
        assert everything(again) == everything(game)
        assert again.problems == ()


@given(positions())
def test_any_start_comes_through(position: Position) -> None:
    game: Game[Any, Any] = Game(position)
    (again,) = read_json_games(Source(write_json(game).text))
    assert again.start == position
    assert again.problems == ()


def test_several_games_stand_one_after_the_other() -> None:
    text = "".join(write_json(random_game(seed)).text for seed in range(3))
    assert len(hc.parse_all(text)) == 3


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data["nodes"][1]["moves"][0].update(to="(0T1w)h8"), "illegal-move"),
        (lambda data: data["nodes"][1].update(parent=7), "json"),
        (lambda data: data["nodes"][1].update(colour="red"), "json"),
        (lambda data: data["nodes"][1]["moves"][0].update(to="e4"), "json"),
        (lambda data: data["start"].update(boards=["[k1/K:0:1:w]"]), "start"),
        (lambda data: data.update(game="infinite"), "version"),
        (lambda data: data.update(headers=[["White"]]), "json"),
    ],
)
def test_a_changed_file_is_reported(change: Any, code: str) -> None:
    data = json.loads(write_json(random_game(1, variant="Standard")).text)
    change(data)
    (game,) = read_json_games(Source(json.dumps(data)))
    assert game.problems and game.problems[0].code == code
    for node in game.walk():
        assert not node.is_resolved or node.position.hash()


def test_every_variant_comes_through_the_variant_json() -> None:
    for variant in variants():
        written = write_variants([variant])
        (again,) = parse_variants(written.text)
        lost = {loss.kind for loss in written.losses}
        assert (again.name, again.author) == (variant.name, variant.author)
        if "unmoved" not in lost:
            assert again.position.boards == variant.position.boards
        if "promotions" not in lost:
            assert again.position.promotions == variant.position.promotions
        bare = [board.fen().replace("*", "") for board in variant.position.boards]
        assert [board.fen().replace("*", "") for board in again.position.boards] == bare


def test_variant_json_has_turns_before_the_first() -> None:
    position = Position.of_fen("[k*1/1K*:0:-128:b][k*1/1K*:0:-127:w]")
    text = write_variants([Variant("Long ago", position, author="Ada")]).text
    assert json.loads(text)[0]["CosmeticTurnOffset"] == -129
    assert json.loads(text)[0]["Timelines"] == {"0L": [None, "k1/1K", "k1/1K"]}
    assert parse_variants(text)[0].position == position


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[{}]",
        '[{"Name": "x", "Timelines": {"zero": ["k1/1K"]}}]',
        '[{"Name": "x", "Timelines": {"0L": ["k1/1Z"]}}]',
        '[{"Name": "x", "Timelines": {"0L": ["k1/1K", null, "k1/1K"]}}]',
        '[{"Name": "x", "Timelines": {"0L": [7]}}]',
        '[{"Name": 1, "Timelines": {"0L": ["k1/1K"]}, "CosmeticTurnOffset": 1e12}]',
    ],
)
def test_bad_variants_are_reported(text: str) -> None:
    _, problems = read_variants(Source(text))
    assert any(problem.severity is Severity.ERROR for problem in problems)
    with pytest.raises(ParseError):
        parse_variants(text)
