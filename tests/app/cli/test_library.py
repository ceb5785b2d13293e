"""`hyperchess library`: what its commands print, write and exit with."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.library.demo.collection import Collection, bundled_collection
from hyperchess.ruleset import GameKind
from hyperchess.text import plural
from tests.app.cli.runner import launch, run
from tests.library.games import infinite_games, multiverse_games, write_games

pytest.importorskip("duckdb")
pytest.importorskip("numpy")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_games(tmp_path / "a.5dpgn", multiverse_games(8))
    write_games(tmp_path / "b.icn", infinite_games(2), "icn")
    made = tmp_path / "library"
    ran = run("library", "import", tmp_path / "a.5dpgn", tmp_path / "b.icn", "--library", made)
    assert (ran.code, ran.out) == (0, "10 new games from 2 files; 10 games in the library\n")
    return made


def test_import_again_and_from_standard_input(folder: Path, tmp_path: Path) -> None:
    ran = run("library", "import", tmp_path / "a.5dpgn", "-l", folder)
    assert "0 new games from 0 files, 1 unchanged file not read again" in ran.out
    text = (tmp_path / "a.5dpgn").read_text(encoding="utf-8")
    for _ in range(2):
        ran = run("library", "import", "-", "-l", folder, "--json", text=text)
        assert json.loads(ran.out)["duplicates"] == 8
    assert run("library", "check", "-l", folder).out == "10 games, 0 faults\n"


def test_processes_share_the_work(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    ran = run("library", "import", tmp_path / "a.5dpgn", tmp_path / "b.icn", "-l", other, "-j", 2)
    assert ran.code == 0
    found = [run("library", "search", "ply >= 0", "-l", each, "--json").out for each in (folder, other)]
    assert found[0] == found[1]


def test_failures_among_files(tmp_path: Path) -> None:
    (tmp_path / "bad.5dpgn").write_text("1. e4 / e5 2. Zz9", encoding="utf-8")
    ran = run("library", "import", tmp_path / "bad.5dpgn", tmp_path / "none.icn", "-l", tmp_path / "library")
    assert ran.code == 2
    assert "there is no such file" in ran.err
    assert "1 with errors" in ran.out
    ran = run("library", "problems", "-l", tmp_path / "library")
    assert "bad.5dpgn:1:15: error[move]" in ran.out
    assert "none.icn: not read" in ran.out


def test_search(folder: Path, tmp_path: Path) -> None:
    assert run("library", "search", 'game = "infinite"', "-l", folder, "--count").out == "2 games\n"
    assert "Classical" in run("library", "search", 'game = "infinite"', "-l", folder).out
    found = json.loads(run("library", "search", "ply = 2", "-l", folder, "--json", "--limit", 3).out)
    assert found["complete"] and [game["place"] for game in found["games"]] == ["1b"] * 3
    ran = run("library", "search", 'white = "nobody"', "-l", folder)
    assert (ran.code, ran.out, ran.err) == (1, "", "hyperchess: no game fits\n")
    ran = run("library", "search", "white = nobody", "-l", folder)
    assert ran.code == 2
    assert "        ^^^^^^" in ran.err


def test_search_by_the_position_of_a_file(folder: Path, tmp_path: Path) -> None:
    query = f'position "{(tmp_path / "a.5dpgn").as_posix()}@2w"'
    found = json.loads(run("library", "search", query, "-l", folder, "--json").out)
    assert [(game["id"], game["ply"]) for game in found["games"]] == [(1, 3)]
    assert run("library", "explore", "-p", f"{tmp_path / 'a.5dpgn'}@2w", "-l", folder).code == 0


def test_games_are_written(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "found.5dpgn"
    ran = run("library", "search", "ply >= 0", "-l", folder, "--to", "branched", "-o", output)
    assert "2 games left out" in ran.err
    expected = [hc.write(game, "branched") for game in hc.read_all(tmp_path / "a.5dpgn")]
    assert [hc.write(game, "branched") for game in hc.read_all(output)] == expected
    ran = run("library", "export", "-l", folder, "--to", "icn", "-o", tmp_path / "all.icn")
    assert len(hc.read_all(tmp_path / "all.icn")) == 2
    assert run("library", "search", "mate", "-l", folder, "-o", output).code == 2
    assert run("library", "export", "-l", folder, "-o", tmp_path / "parquet").code == 0
    assert (tmp_path / "parquet" / "games.parquet").exists()


def test_explore_and_stats(folder: Path) -> None:
    assert "games after" in run("library", "explore", "-l", folder).out
    data = json.loads(run("library", "explore", "-p", "Classical", "-l", folder, "--json").out)
    assert data["games"] == 2
    assert "of infinite chess" in run("library", "stats", "-l", folder).out
    assert json.loads(run("library", "stats", "-l", folder, "--json").out)["numbers"]["games"] == 10
    assert run("library", "dedupe", "-l", folder).out == "0 games merged with another\n"


def test_time_ends_a_search(folder: Path) -> None:
    ran = run("library", "search", "legal actions > 10^9", "-l", folder, "--time", 0)
    assert ran.code == 3
    assert "there may be more" in ran.err


def test_there_is_no_library(tmp_path: Path) -> None:
    ran = run("library", "search", "mate", "-l", tmp_path)
    assert ran.code == 2
    assert "there is no library" in ran.err


@pytest.mark.skipif(os.name == "nt", reason="there is no Ctrl-C for one process")
def test_an_interrupted_import_goes_on(tmp_path: Path) -> None:
    path = write_games(tmp_path / "games.5dpgn", multiverse_games(60, actions=6))
    made = tmp_path / "library"
    process = launch("library", "import", path, "-l", made)
    while process.poll() is None and not (made / "library.duckdb").exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait() in (0, 130)
    assert run("library", "import", path, "-l", made).code == 0
    assert run("library", "check", "-l", made).out.endswith("60 games, 0 faults\n")


def test_numbers_are_drawn(folder: Path, tmp_path: Path) -> None:
    ran = run("library", "stats", "-l", folder, "--plot", tmp_path / "plot.svg")
    text = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    assert ran.code == 0 and "10 games" in text and "Timelines at the end" in text
    assert run("library", "stats", "-l", folder, "--plot", tmp_path / "plot.gif").code == 2


def test_the_collection_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = Collection(bundled_collection().first({GameKind.MULTIVERSE: 6, GameKind.INFINITE: 1}))
    monkeypatch.setattr("hyperchess.library.demo.collection.bundled_collection", lambda: few)
    for new in (7, 0):
        ran = run("library", "demo", "-l", tmp_path / "made")
        assert (ran.code, ran.out) == (0, f"{plural(new, 'new game')}; 7 games in the library\n")
        assert ran.err.startswith(f"hyperchess: adding 7 games to {tmp_path / 'made'}: less than a minute\n")
    assert run("library", "check", "-l", tmp_path / "made").code == 0
    assert run("library", "demo").code == 2


def test_an_export_has_as_many_games_as_the_library(tmp_path: Path) -> None:
    """A game without actions was read as headers of the next one."""
    games = tmp_path / "games.5dpgn"
    empty = '[Board "Standard"]\n[White "Ada"]\n[Result "1/2-1/2"]\n\n*\n\n'
    games.write_text(f'{empty}[Board "Standard"]\n[White "Bo"]\n\n1. e4 / e5 2. Nf3\n', encoding="utf-8")
    folder = tmp_path / "library"
    assert run("library", "import", games, "-l", folder).code == 0
    for notation in ("shad", "branched", "shad-first", "json", "shad-json"):
        out = tmp_path / f"out.{notation}"
        assert run("library", "export", "-l", folder, "--to", notation, "-o", out).code == 0
        assert len(hc.parse_all(out.read_text("utf-8"), notation)) == 2
        printed = run("library", "search", "actions < 9", "-l", folder, "--to", notation)
        assert printed.out == out.read_text("utf-8")
    ran = run("library", "export", "-l", folder, "--to", "raw", "-o", tmp_path / "out.raw")
    assert (ran.code, "apart in one text" in ran.err, (tmp_path / "out.raw").exists()) == (2, True, False)


def test_a_missing_file_with_a_place_is_named(folder: Path, tmp_path: Path) -> None:
    ran = run("library", "explore", "-l", folder, "-p", tmp_path / "aa.5dpgn@12b")
    assert ran.code == 2
    assert (
        ran.err
        == f"hyperchess: there is no file {tmp_path / 'aa.5dpgn'}; did you mean {tmp_path / 'a.5dpgn'}?\n"
    )
    ran = run("library", "search", f'position "{tmp_path / "far.icn"}@end"', "-l", folder)
    assert f"there is no file {tmp_path / 'far.icn'}" in ran.err
