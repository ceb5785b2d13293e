"""The data of a file with a viewer: positions as changes, which add up to the positions of the study."""

import json
from typing import Any

import pytest

from hyperchess.app.files.inputs import read_games
from hyperchess.game import Game
from hyperchess.notation.examples import example_names
from hyperchess.notation.reading import parse
from hyperchess.ruleset import GameKind
from hyperchess.studies.content import Content
from hyperchess.studies.data import json_text, to_data
from hyperchess.studies.embedding import embed_content
from hyperchess.studies.study import Study

from .games import long_game


def _whole(data: Any, number: int, parents: dict[int, int | None]) -> dict[str, Any]:
    """The position after a node, as the page puts it together."""
    parent = parents[number]
    before = {} if parent is None else _whole(data, parent, parents)
    delta = dict(data["positions"][str(number)])
    if delta["game"] == "5d":
        lines = {line["row"]: line for line in before.get("timelines", [])}
        for line in delta["timelines"]:
            older = lines.get(line["row"], {"boards": []})["boards"][: line["from"]]
            lines[line["row"]] = {**line, "boards": [*older, *line["boards"]]}
            del lines[line["row"]]["from"]
        return {**delta, "timelines": [lines[row] for row in sorted(lines)]}
    removed, added = delta.pop("removed"), delta.pop("added")
    stayed = [piece for piece in before.get("pieces", []) if piece[2:4] not in removed]
    return {**delta, "pieces": [*stayed, *added]}


def _sorted(position: dict[str, Any]) -> dict[str, Any]:
    return {**position, "pieces": sorted(position.get("pieces", []))}


@pytest.mark.parametrize("name", [*example_names(), "long"])
def test_changes_add_up_to_positions(name: str) -> None:
    game = long_game() if name == "long" else next(read_games(f"example:{name}"))
    content = Content.of(game)
    data = json.loads(embed_content(content, None))
    parents = {node["id"]: node["parent"] for node in data["study"]["nodes"]}
    assert set(data["positions"]) == {str(node["id"]) for node in data["study"]["nodes"] if node["resolved"]}
    study = Study(content)
    for id in map(int, data["positions"]):
        place = study.place(id)
        wanted = to_data(place.position())
        if content.kind is GameKind.MULTIVERSE:
            wanted["passing"] = place.passing().attacks
        assert _sorted(_whole(data, id, parents)) == _sorted(json.loads(json_text(wanted)))


def test_boards_are_not_repeated() -> None:
    data = json.loads(embed_content(Content.of(long_game()), None))
    boards = [len(line["boards"]) for delta in data["positions"].values() for line in delta["timelines"]]
    last = long_game().final
    assert sum(boards) == len(last.boards)


def test_a_game_that_stops() -> None:
    data = json.loads(embed_content(Content.of(parse("1. e4 / Kh4 2. d4 / d5")), None))
    assert list(data["positions"]) == ["0", "1"]
    assert len(data["study"]["nodes"]) == 5


def test_a_game_without_a_start() -> None:
    data = json.loads(embed_content(Content.of(Game(None, notation="shad")), None))
    assert (data["positions"], data["study"]["start_known"]) == ({}, False)
