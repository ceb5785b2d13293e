import json
from pathlib import Path
from xml.etree import ElementTree

from .runner import run

GAMES = "tests/corpus/good/shad-*.5dpgn"


def test_tables_over_a_collection() -> None:
    code, out, _ = run("stats", "example:puzzles", "example:four-timelines", "example:infinite-classical")
    assert code == 0
    assert "8 games in 3 files, 0 with errors" in out
    for word in ("actions", "timelines", "0-1", "Standard", "Classical"):
        assert word in out
    assert "1. e3 / Nf6 2. Bb5 / e6" in out
    assert max(map(len, out.splitlines())) <= 80


def test_json_and_processes_agree() -> None:
    one = json.loads(run("stats", GAMES, "--json").out)
    assert one["games"] == sum(one["results"].values()) == sum(one["openings"].values())
    assert one["numbers"]["actions"]["sum"] > 0
    assert one == json.loads(run("stats", GAMES, "--json", "-j", "2").out)


def test_a_plot_is_svg_with_four_panels(tmp_path: Path) -> None:
    path = tmp_path / "games.svg"
    assert run("stats", GAMES, "--plot", path).code == 0
    picture = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    heads = [text.text for text in picture.iter() if text.get("class") == "head"]
    assert heads == ["Results", "Actions of a game", "Timelines at the end", "Openings"]
    again = run("stats", GAMES, "--plot", path)
    assert (again.code, "exists already" in again.err) == (2, True)


def test_one_game_is_not_games(tmp_path: Path) -> None:
    (tmp_path / "a.5dpgn").write_text("1. e4", encoding="utf-8")
    assert "1 game in 1 file, 0 with errors" in run("stats", tmp_path / "a.5dpgn").out


def test_unreadable_files_are_told_and_the_rest_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a.5dpgn").write_text("1. e4 / e5", encoding="utf-8")
    (tmp_path / "b.5dpgn").write_bytes(b"\0")
    code, out, err = run("stats", tmp_path)
    assert code == 2
    assert "1 game in 2 files" in out
    assert "nothing here is a game" in err
