"""Commands for collections read game by game: each is gone before the next but one is read."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from hyperchess.app.cli.command_table import find_module
from hyperchess.app.files.inputs import read_games
from hyperchess.game import AnyGame
from hyperchess.notation.reading import parse

from .runner import run

_GAMES = 12
_MOST_ALIVE = 3  # the game that is worked on, the one before it, and one that was read ahead


@pytest.mark.parametrize(
    "arguments",
    [
        ("check",),
        ("stats",),
        ("book",),
        ("convert", "--to", "branched"),
        ("convert", "--to", "branched", "-o", "all.5dpgn"),
        ("convert", "--to", "branched", "--out-dir", "out"),
        ("solve", "--mate-in", "1"),
    ],
    ids=" ".join,
)
def test_few_games_are_in_memory_at_once(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.5dpgn").write_text("1. e4", encoding="utf-8")
    alive: weakref.WeakValueDictionary[int, AnyGame] = weakref.WeakValueDictionary()
    most = 0

    def given(name: str, notation: str | None = None, start: str | None = None) -> Iterator[AnyGame]:
        nonlocal most
        for _ in range(_GAMES):
            game = parse('[Board "Standard"]\n1. e4 / e5 {a comment}')
            alive[id(game)] = game
            yield game
            del game
            gc.collect()
            most = max(most, len(alive))

    command, *options = arguments
    monkeypatch.setattr(f"{find_module(command)}.read_games", given)
    assert run(command, "games.5dpgn", *options).code in (0, 1)
    assert 0 < most <= _MOST_ALIVE


def test_games_of_a_file_are_read_one_by_one(tmp_path: Path) -> None:
    """The file is several times as long as what is read of it at a time."""
    path = tmp_path / "many.5dpgn"
    path.write_text(
        '[Board "Standard"]\n[White "Ada"]\n1. e4 / e5\n2. Nf3 / Nc6 1-0\n\n' * 6_000, encoding="utf-8"
    )
    alive: weakref.WeakValueDictionary[int, AnyGame] = weakref.WeakValueDictionary()
    for number, game in enumerate(read_games(str(path))):
        alive[id(game)] = game
        if number % 100 == 0:
            gc.collect()
            assert len(alive) <= _MOST_ALIVE
        if number == 1_500:
            break
