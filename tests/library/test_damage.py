"""A damaged library is called damaged, whatever is read from it, and its readable games can be saved."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("numpy")

import hyperchess as hc
from hyperchess.library.errors import LibraryBusy, LibraryDamaged
from hyperchess.library.library import Library, open_library
from hyperchess.library.store import FILE
from tests.app.cli.runner import run
from tests.library.games import multiverse_games, write_games

_QUESTIONS: dict[str, Callable[[Library], Any]] = {
    "length": len,
    "check": lambda library: list(library.check()),
    "games": lambda library: list(library.games()),
    "search": lambda library: list(library.search("actions > 3")),
    "explore": lambda library: library.explore("Standard"),
    "summary": lambda library: library.summary(),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    write_games(folder / "games.5dpgn", multiverse_games(60))
    with open_library(folder / "library", create=True) as library:
        library.add(folder / "games.5dpgn")
    return (folder / "library" / FILE).read_bytes()


def _damaged(whole: bytes, seed: int) -> bytes:
    random = Random(seed)
    place = random.randrange(len(whole))
    if seed % 3 == 0:
        return whole[:place]
    if seed % 3 == 1:
        return whole[:place] + bytes(min(4_096, len(whole) - place)) + whole[place + 4_096 :]
    changed = bytearray(whole)
    for _ in range(5):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_damage_is_reported_as_damage(seed: int, whole: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(_damaged(whole, seed))
    found = []
    for ask in _QUESTIONS.values():
        try:
            with open_library(tmp_path) as library:
                ask(library)
        except LibraryDamaged as error:
            found.append(str(error))
    assert all("export --rescue" in message or "from a copy" in message for message in found)


def test_the_damage_above_is_met(whole: bytes, tmp_path: Path) -> None:
    met = 0
    for seed in range(12):
        (tmp_path / FILE).write_bytes(_damaged(whole, seed))
        try:
            with open_library(tmp_path) as library:
                list(library.check())
        except LibraryDamaged:
            met += 1
    assert met >= 6


def test_only_a_lock_is_called_busy(whole: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(whole[:5_000])  # "Failed to read block": there is a lock in "block"
    with pytest.raises(LibraryDamaged):
        open_library(tmp_path)
    from subprocess import PIPE, Popen
    from sys import executable

    (tmp_path / FILE).write_bytes(whole)
    code = (
        "import sys; from hyperchess.library.library import open_library;"
        "library = open_library(sys.argv[1], write=True); print('open', flush=True); sys.stdin.read()"
    )
    with Popen([executable, "-c", code, str(tmp_path)], stdin=PIPE, stdout=PIPE) as other:
        assert other.stdout is not None and other.stdin is not None
        other.stdout.readline()
        with pytest.raises(LibraryBusy):
            open_library(tmp_path)
        other.stdin.close()


@pytest.mark.slow
def test_games_of_a_damaged_library_are_rescued(whole: bytes, tmp_path: Path) -> None:
    outcomes = set()
    for seed in range(24):
        folder, out = tmp_path / str(seed), tmp_path / f"{seed}.json"
        folder.mkdir()
        (folder / FILE).write_bytes(_damaged(whole, seed))
        ran = run("library", "export", "-l", folder, "--rescue", "--to", "json", "-o", out)
        outcomes.add(int(ran.code))
        if ran.code == 2:
            assert "from a copy" in ran.err or "is damaged" in ran.err
            assert not out.exists()
            continue
        games = hc.parse_all(out.read_text("utf-8"), "json") if out.stat().st_size else []
        assert (len(games) == 60) == (ran.code == 0)
        assert ("lost" in ran.err) == (ran.code == 1)
    assert {0, 1} <= outcomes
