"""Exploring, numbers, integrity, merging and exports of a library."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import hyperchess as hc
from hyperchess.game import AnyGame
from hyperchess.library import Library
from hyperchess.library.schema import COUNTED, TABLES
from tests.library.games import infinite_games, multiverse_games, write_games

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("numpy")

OPENINGS = [
    "1. Nf3 / Nf6 2. Nc3 / Nc6 3. e3 1-0",
    "1. Nc3 / Nf6 2. Nf3 / Nc6 3. e4 0-1",
    "1. Nc3 / Nc6 2. Nf3 / Nf6 3. e3 1/2-1/2",
    "1. Nf3 / Nf6 2. Nc3 / d5",
    "1. e3 / f6 2. Qe2 / Nc6 3. Qh5# 1-0",
]

EVERY = COUNTED["popular"].replace("rowid % 8 = 0", "TRUE").replace("> 1", "> 0")
"""Every position counts as popular, not only those of many games."""
assert COUNTED["popular"] != EVERY


@pytest.fixture
def games(tmp_path: Path) -> list[AnyGame]:
    texts = [f'[Event "opening {number}"]\n{text}\n' for number, text in enumerate(OPENINGS)]
    (tmp_path / "a.5dpgn").write_text("\n".join(texts), encoding="utf-8")
    write_games(tmp_path / "b.5dpgn", multiverse_games(11))
    write_games(tmp_path / "c.icn", infinite_games(3), "icn")
    return [game for name in ("a.5dpgn", "b.5dpgn", "c.icn") for game in hc.read_all(tmp_path / name)]


@pytest.fixture
def library(tmp_path: Path, games: list[AnyGame]) -> Library:
    opened = hc.library.open(tmp_path / "library", create=True)
    done = opened.add(*(tmp_path / name for name in ("a.5dpgn", "b.5dpgn", "c.icn")))
    assert done.games == len(games)
    return opened


def played(games: list[AnyGame], wanted: Any, *, exact: bool) -> Counter[tuple[str, str]]:
    """Actions and results after a position, counted by a plain scan."""
    found: Counter[tuple[str, str]] = Counter()
    for game in games:
        for node in [game.root, *game.main_line]:
            if (
                type(node.position) is type(wanted)
                and node.children
                and is_same(node.position, wanted, exact)
            ):
                action = node.position.canonical(node.children[0].action)
                found[" ".join(map(str, action)), game.result] += 1
    return found


def is_same(one: Any, other: Any, exact: bool) -> bool:
    if exact or isinstance(one, hc.infinite.Position):
        return bool(one == other)
    fronts = [
        (each.player, each.promotions, [(line.boards[-1], line.maker) for line in each.timeline_boards])
        for each in (one, other)
    ]
    return bool(fronts[0] == fronts[1])


@pytest.mark.parametrize("exact", [False, True])
def test_exploring_agrees_with_a_plain_scan(library: Library, games: list[AnyGame], exact: bool) -> None:
    for game in games:
        for node in [game.root, *game.main_line[:4]]:
            expected = played(games, node.position, exact=exact)
            entries = library.explore(node.position, exact=exact).entries
            found: Counter[tuple[str, str]] = Counter()
            for entry in entries:
                raw = " ".join(map(str, entry.action))
                found += Counter({(raw, "1-0"): entry.white, (raw, "0-1"): entry.black})
                found += Counter({(raw, "1/2-1/2"): entry.draws})
                unknown = entry.count - entry.white - entry.draws - entry.black
                found += Counter({(raw, ""): unknown})
            assert found == expected


def _explored(library: Library, games: list[AnyGame]) -> list[Any]:
    positions = [node.position for game in games for node in [game.root, *game.main_line[:5]]]
    return [library.explore(position, exact=exact) for position in positions for exact in (False, True)]


@pytest.mark.slow
def test_counted_positions_give_the_same_answers(
    tmp_path: Path, library: Library, games: list[AnyGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = _explored(library, games)
    assert library._store.value("SELECT count(*) FROM popular") == 0  # there are few games
    monkeypatch.setitem(COUNTED, "popular", EVERY)
    library._store.sort()
    rows = library._store.value("SELECT count(*) FROM popular")
    assert rows > len(games)
    assert _explored(library, games) == expected
    assert list(library.check()) == []
    # games that come later are added to what was counted
    more = [f'[Event "more {number}"]\n{text}\n' for number, text in enumerate(OPENINGS)]
    (tmp_path / "d.5dpgn").write_text("\n".join(more), encoding="utf-8")
    monkeypatch.setattr("hyperchess.library.library._UNSORTED", 1.0)
    library.add(tmp_path / "d.5dpgn")
    assert library._store.newer_games
    both = _explored(library, games)
    assert both != expected
    assert list(library.check()) == []
    library._store.run("DELETE FROM popular")
    assert _explored(library, games) == both
    library._store.sort()
    assert _explored(library, games) == both and not library._store.newer_games
    assert library._store.value("SELECT count(*) FROM reached") > 0
    # removed games are no longer counted
    (tmp_path / "d.5dpgn").write_text(more[0], encoding="utf-8")
    library.add(tmp_path / "d.5dpgn")
    assert library._store.value("SELECT count(*) FROM popular") == 0
    (tmp_path / "d.5dpgn").write_text("", encoding="utf-8")
    library.add(tmp_path / "d.5dpgn")
    assert _explored(library, games) == expected


def test_wrong_numbers_of_popular_positions_are_a_fault(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COUNTED, "popular", EVERY)
    library._store.sort()
    library._store.run("UPDATE popular SET games = games + 1 WHERE is_total")
    assert any("popular positions" in fault for fault in library.check())


def test_a_plane_that_comes_up_twice_in_a_game_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hc.Game(hc.infinite.start("Classical"))
    node = game.root
    for move in ("7,1>6,3", "7,8>6,6", "6,3>7,1", "6,6>7,8", "5,2>5,4"):
        node = node.add(move)
    write_games(tmp_path / "plane.icn", [game], "icn")
    with hc.library.open(tmp_path / "planes", create=True) as planes:
        planes.add(tmp_path / "plane.icn")
        for _ in range(2):
            found = planes.explore(game.root.position)
            counts = [(entry.count, entry.reached) for entry in found.entries]
            assert (found.games, counts) == (1, [(1, 1), (1, 1)])
            assert [(each.id, each.ply) for each in planes.games_at(game.start, limit=3)] == [(1, 0)]
            monkeypatch.setitem(COUNTED, "popular", EVERY)
            planes._store.sort()


def test_transpositions_are_joined(library: Library) -> None:
    position = hc.parse(OPENINGS[0]).main_line[3].position
    joined = library.explore(position)
    assert joined.games == 3
    assert [(entry.text, entry.count, entry.reached) for entry in joined.entries] == [
        ("e3", 2, 2),
        ("e4", 1, 1),
    ]
    assert library.explore(position, exact=True).games == 1


def test_numbers(library: Library, games: list[AnyGame]) -> None:
    summary = library.summary()
    assert summary["numbers"]["games"] == len(games) == len(library)
    assert summary["numbers"]["of infinite chess"] == 3
    assert summary["numbers"]["positions"] == sum(len(game.main_line) + 1 for game in games)
    assert sum(summary["results"].values()) == len(games)


def test_a_complete_library_has_no_faults(library: Library) -> None:
    assert list(library.check()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("DELETE FROM positions WHERE game = 3 AND ply = 2", "game 3 does not agree"),
        ("DELETE FROM games WHERE id = 2", "belong to nothing"),
        ("UPDATE games SET actions = '\\x02'::BLOB, tree = NULL WHERE id = 1", "game 1 cannot be replayed"),
        ("UPDATE sources SET games = 99 WHERE id = 1", "had 99 games"),
        ("UPDATE positions SET front = 7 WHERE game = 1 AND ply = 1", "game 1 does not agree"),
    ],
)
def test_faults_are_found(library: Library, damage: str, words: str) -> None:
    library._store.run(damage)
    assert any(words in fault for fault in library.check())


def test_merging_games_that_are_the_same(library: Library, games: list[AnyGame]) -> None:
    copied = ", ".join("id + 1000" if name == "id" else name for name in TABLES["games"])
    library._store.run(f"INSERT INTO games SELECT {copied} FROM games WHERE id IN (1, 7)")
    assert library.dedupe(dry_run=True) == 2
    assert len(library) == len(games) + 2
    assert library.dedupe() == 2
    assert len(library) == len(games)
    assert library.dedupe() == 0


def test_parquet(library: Library, tmp_path: Path) -> None:
    library.export_parquet(tmp_path / "parquet")
    assert {path.stem for path in (tmp_path / "parquet").iterdir()} == set(TABLES) - set(COUNTED)
    positions = str(tmp_path / "parquet" / "positions.parquet")
    (row,) = duckdb.connect().execute(f"SELECT count(*), max(key) FROM '{positions}'").fetchall()
    expected = next(library._store.rows("SELECT count(*), max(key) FROM positions"))
    assert row == expected
    with pytest.raises(hc.library.LibraryError, match="not empty"):
        library.export_parquet(tmp_path / "parquet")


def test_tables_of_arrow(library: Library) -> None:
    pytest.importorskip("pyarrow")
    assert library.to_arrow("games").num_rows == len(library)
    positions = library.to_arrow("positions")
    assert positions.num_rows == library.summary()["numbers"]["positions"]
    assert str(positions.schema.field("front").type) == "uint64"


def test_data_frames_of_polars(library: Library) -> None:
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    frame = library.to_polars("games")
    assert isinstance(frame, polars.DataFrame) and frame.height == len(library)
    assert frame["plies"].to_list() == [game.plies for game in library.games()]


def test_no_such_table(library: Library) -> None:
    with pytest.raises(hc.InvalidArgument, match="one of meta"):
        library.to_arrow("players")


def test_a_library_stays_sorted(library: Library, tmp_path: Path) -> None:
    for number in range(4):
        library.add(
            write_games(tmp_path / f"more{number}.5dpgn", multiverse_games(20)[11 + number : 12 + number])
        )
    unsorted = library._store.value("SELECT count(*) FROM positions") - int(
        library._store.value("SELECT value FROM meta WHERE name = 'sorted'")
    )
    assert unsorted <= 0.1 * library._store.value("SELECT count(*) FROM positions")
    assert list(library.check()) == []
