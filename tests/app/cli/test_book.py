"""Opening books from the command line: tables, trees, JSON, and files that cannot be read."""

import json
from pathlib import Path

import pytest

from hyperchess.notation.reading import read_all

from .runner import run

GAMES = {
    "a": '[Board "Standard"]\n[Result "1-0"]\n1. e4 / e5\n2. Nf3 / Nc6 1-0\n',
    "b": '[Board "Standard"]\n1. e4 / c5 0-1\n',
    "c": '[Board "Standard"]\n1. d4 / d5 1/2-1/2\n',
    "d": '[Board "Standard - Turn Zero"]\n1. Nf3\n',
}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    for name, text in GAMES.items():
        (folder / f"{name}.5dpgn").write_text(text, encoding="utf-8")
    return folder


def rows(out: str) -> list[list[str]]:
    return [line.split() for line in out.splitlines() if line.startswith(" ") and "%" in line]


def test_a_table_of_the_first_actions_for_each_start(games: Path) -> None:
    code, out, err = run("book", games)
    assert (code, err) == (0, "")
    assert "Standard, 3 games" in out
    assert "Standard - Turn Zero, 1 game" in out
    assert rows(out) == [
        ["e4", "2", "67%", "1", "0", "1"],
        ["d4", "1", "33%", "0", "1", "0"],
        ["Nf3", "1", "100%", "0", "0", "0"],
    ]
    assert rows(run("book", games, "--least", "2").out) == [["e4", "2", "67%", "1", "0", "1"]]
    assert ["1", "more", "1", "33%"] in rows(run("book", games, "--most", "1").out)


def test_the_actions_after_some_moves(games: Path) -> None:
    code, out, _ = run("book", games, "--after", "1. e4")
    assert (code, rows(out)) == (0, [["c5", "1", "50%", "0", "0", "1"], ["e5", "1", "50%", "1", "0", "0"]])
    assert rows(run("book", games, "--after", "1. e4 / e5 2. Nf3").out)[0][0] == "Nc6"
    assert run("book", games, "--after", "1. a3").out == "after 1. a3: nothing was played here\n"
    code, out, err = run("book", games, "--after", "1. e5")
    assert (code, out) == (2, "")
    assert "--after '1. e5' cannot be played from any start" in err


def test_json_for_machines(games: Path) -> None:
    data = json.loads(run("book", games, "--after", "1. e4", "--json").out)
    (position,) = data["positions"]
    assert (data["games"], position["player"]) == (4, "Black")
    assert position["actions"][0] == {
        "action": "c5",
        "raw": "(0T1)c7>(0T1)c5",
        "count": 1,
        "results": {"0-1": 1},
    }


def test_a_book_as_a_tree(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "book.5dpgn"
    code, out, err = run("book", games, "-o", path)
    assert (code, out, err) == (0, "", f"hyperchess: written: {path}, 4 games, 6 positions\n")
    standard, turn_zero = read_all(path)
    assert (standard.problems, turn_zero.problems) == ((), ())
    assert standard.headers["Event"] == "opening book of 3 games"
    first, second = standard.root.children
    assert [comment.text for comment in first.comments] == ["2 games: 1-0 1, 0-1 1"]
    assert [comment.text for comment in second.comments] == ["1 game: 1/2-1/2 1"]
    assert sum(1 for _ in standard.walk()) == 7
    again = run("book", games, "-o", path)
    assert (again.code, "--force overwrites it" in again.err) == (2, True)


def test_depth_and_a_place_cut_the_tree(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "book.5dpgn"
    assert run("book", games, "-o", path, "--depth", "1").code == 0
    assert sum(1 for _ in read_all(path)[0].walk()) == 2
    assert run("book", games, "-o", path, "--after", "1. e4", "--force").code == 0
    (tree,) = read_all(path)
    assert [child.moves[0].text for child in tree.root.children] == ["c5", "e5"]


def test_a_book_as_json_goes_by_hash(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    assert run("book", games, "-o", path, "-j", "2").code == 0
    data = json.loads(path.read_text(encoding="utf-8"))
    start = run("hash", "variant:standard").out.strip()
    assert data["starts"][0] == {"hash": start, "name": "Standard", "games": 3}
    assert data["positions"][start]["(0T1)e2>(0T1)e4"] == {"count": 2, "results": {"1-0": 1, "0-1": 1}}
    one = tmp_path / "one.json"
    assert run("book", games, "-o", one).code == 0
    assert json.loads(one.read_text(encoding="utf-8")) == data
    assert run("book", games, "-o", one, "--least", "2", "--force").code == 0
    assert list(json.loads(one.read_text(encoding="utf-8"))["positions"]) == [start]


def test_problems_are_told_and_not_fatal(games: Path) -> None:
    (games / "e.5dpgn").write_text('[Board "Standard"]\n1. e4 / Kh4\n', encoding="utf-8")
    (games / "f.5dpgn").write_bytes(b"\0")
    code, out, err = run("book", games, "example:infinite-classical")
    assert code == 2
    assert ["e4", "3", "75%", "1", "0", "1"] in rows(out)
    assert "nothing here is a game" in err
    assert "1 of 5 games had errors and counted as far as they can be followed" in err
    assert "1 game left out: infinite chess" in err


def test_what_cannot_be_written(games: Path, tmp_path: Path) -> None:
    assert ".5dpgn or .json" in run("book", games, "-o", tmp_path / "book.txt").err
    assert "there is no folder" in run("book", games, "-o", tmp_path / "no" / "book.json").err
