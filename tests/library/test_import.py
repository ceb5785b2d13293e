"""Importing: nothing twice and nothing lost, whatever is read and wherever it was interrupted."""

import gzip
import lzma
import os
import signal
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import hyperchess as hc
from hyperchess.library import Library
from hyperchess.library.facts import game_facts
from hyperchess.library.importing import Importer, Indexed, Task
from hyperchess.library.library import open_library
from hyperchess.library.sources import find_units
from hyperchess.library.store import Store
from hyperchess.notation.registry import notations
from hyperchess.rulesets import find_ruleset
from hyperchess.text import Severity
from tests.library.games import infinite_games, multiverse_games, write_games

pytest.importorskip("duckdb")
pytest.importorskip("numpy")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return write_games(tmp_path / "games.5dpgn", multiverse_games(12))


def opened(tmp_path: Path) -> Library:
    return hc.library.open(tmp_path / "library", create=True)


def contents(library: Library) -> list[Any]:
    """Everything that a library holds of its games, without the numbers it gave them."""
    found = []
    for game in library.games():
        rows = library._store.rows(
            "SELECT * EXCLUDE (game) FROM positions WHERE game = ? ORDER BY ply", [game.id]
        )
        boards = library._store.rows(
            "SELECT * EXCLUDE (game) FROM boards WHERE game = ? ORDER BY ALL", [game.id]
        )
        found.append((game.number, game.headers, game.packed, list(rows), list(boards)))
    return found


def _pack(game: Any, actions: Any, start: Any) -> bytes:
    ruleset: Any = find_ruleset(game.kind)
    packed: bytes = ruleset.pack_line(actions, start)
    return packed


def test_games_come_back_as_they_were(tmp_path: Path, games: Path) -> None:
    read = hc.read_all(games)
    with opened(tmp_path) as library:
        done = library.add(games)
        assert (done.games, done.duplicates, done.sources) == (12, 0, 1)
        for stored, game in zip(library.games(), read, strict=True):
            assert hc.write(stored.game(), "branched") == hc.write(game, "branched")
            assert stored.headers == game.headers
            assert stored.plies == len(game.main_line)
            assert [position.keys() for position in stored.positions()] == [
                node.position.keys() for node in [game.root, *game.main_line]
            ]


def test_infinite_chess(tmp_path: Path) -> None:
    games = infinite_games(3)
    path = write_games(tmp_path / "games.icn", games, "icn")
    with opened(tmp_path) as library:
        assert library.add(path).games == 3
        for stored, game in zip(library.games(), games, strict=True):
            assert list(stored.actions()) == [node.action for node in game.main_line]
            assert list(stored.positions())[-1] == game.final


def test_actions_of_any_size_fit_into_bytes() -> None:
    far = 10**40
    move = hc.infinite.Move(
        hc.infinite.Square(-far, 3), hc.infinite.Square(far, -far), hc.infinite.piece("am")
    )
    ruleset, start = hc.INFINITE, hc.infinite.start("Classical")
    data = ruleset.pack_line([(move,)], start)
    assert list(ruleset.unpack_line(data, start)) == [(move,)]
    with pytest.raises(ValueError, match="end within"):
        list(ruleset.unpack_line(data[:-1], start))


def test_unchanged_files_are_not_read_again(tmp_path: Path, games: Path) -> None:
    with opened(tmp_path) as library:
        library.add(games)
        before = contents(library)
        assert library.add(games).unchanged == 1
        os.utime(games, ns=(1, 1))  # another time, the same contents
        assert library.add(games).unchanged == 1
        assert contents(library) == before


def test_a_file_that_changed_is_read_again(tmp_path: Path, games: Path) -> None:
    with opened(tmp_path) as library:
        library.add(games)
        write_games(games, multiverse_games(12)[:5])
        assert library.add(games).games == 5
        assert len(library) == 5
        assert [game.number for game in library.games()] == [1, 2, 3, 4, 5]


def test_a_game_that_another_file_has_stays(tmp_path: Path, games: Path) -> None:
    copy = write_games(tmp_path / "copy.5dpgn", multiverse_games(3), "shad")
    with opened(tmp_path) as library:
        assert library.add(games, copy).duplicates == 3
        write_games(games, multiverse_games(13)[12:])
        library.add(games)
        assert len(library) == 4
        assert {(Path(game.source).name, game.number) for game in library.games()} == {
            ("games.5dpgn", 1),
            *(("copy.5dpgn", number) for number in (1, 2, 3)),
        }


@pytest.mark.slow
@pytest.mark.parametrize("notation", [each.name for each in notations().values() if each.scope == "5d"])
def test_the_same_game_in_another_notation_is_known(tmp_path: Path, notation: str) -> None:
    game = multiverse_games(1, actions=20)[0]
    one = write_games(tmp_path / "one.5dpgn", [game])
    other = write_games(tmp_path / "other.txt", [game], notation)
    if any(problem.severity is Severity.ERROR for problem in hc.read(other).problems):
        pytest.skip(f"{notation} cannot hold this game")
    with opened(tmp_path) as library:
        done = library.add(one, other)
        assert (done.games, done.duplicates) == (1, 1), done


def test_two_short_games_with_the_same_moves_are_two(tmp_path: Path) -> None:
    for name, white in (("a", "Ada"), ("b", "Bo"), ("c", "ada ")):
        (tmp_path / f"{name}.5dpgn").write_text(f'[White "{white}"] 1. e4 / e5', encoding="utf-8")
    with opened(tmp_path) as library:
        done = library.add(*(tmp_path / f"{name}.5dpgn" for name in "abc"))
        assert (done.games, done.duplicates) == (2, 1)


def test_the_order_of_moves_in_an_action_does_not_matter() -> None:
    start = '[Board "Standard - Two Timelines"] '
    one = hc.parse(start + "1. (-0T1)e3 (+0T1)Nf3")
    other = hc.parse(start + "1. (+0T1)Nf3 (-0T1)e3")
    assert not one.problems and not other.problems
    assert game_facts(one).columns["line"] == game_facts(other).columns["line"]


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("1. e4 / e5 2. Nf3+ 1-0", True),
        ("1. e4 / e5 *", True),
        ('[Board "Standard - Two Timelines"] 1. (-0T1)e3 (+0T1)Nf3', True),
        ("1. e4 {a comment} / e5", False),
        ("{at the start} 1. e4 / e5", False),
        ("1. e4 (1. d4 / d5) / e5", False),
        ("1. e4! / e5", False),
        ("1. e4 $14 / e5", False),
        ("1. e4 / Zz9 2. d4", False),
        ("", False),
    ],
)
def test_what_is_stored_does_not_depend_on_the_tree(text: str, is_plain: bool) -> None:
    read, grown = hc.parse(text), hc.parse(text)
    assert len(grown.main_line) >= 0 and grown._plain_line() is None
    assert (read._plain_line() is not None) is is_plain
    facts = game_facts(read)
    assert (not read._roots) is is_plain
    assert facts == game_facts(grown)


def test_lines_are_known_without_the_tree() -> None:
    for whole in multiverse_games(6):
        start: Any = whole.start
        bare: Any = hc.Game(start)
        node = bare.root
        for each in whole.main_line:
            node = node.add(each.action)
        game = hc.parse(hc.write(bare, "branched"))
        plain = game._plain_line()
        assert plain is not None
        written = [tuple(action) for action in plain.actions]
        assert written == [node.action for node in game.main_line]
        assert plain.reached.after == game.final == whole.final
        assert plain.packed in (b"", _pack(game, written, start))
        nodes = pairwise([game.root, *game.main_line])
        actions = [before.position.canonical(after.action) for before, after in nodes]
        packed = _pack(game, actions, start)
        assert game_facts(hc.parse(hc.write(bare, "branched"))).columns["actions"] == packed


def test_broken_games_are_kept_with_their_problems(tmp_path: Path) -> None:
    path = tmp_path / "broken.5dpgn"
    path.write_text('[White "Ada"] 1. e4 / e5 2. Zz9 / d5 1-0', encoding="utf-8")
    with opened(tmp_path) as library:
        assert library.add(path).broken == 1
        (stored,) = library.games()
        assert stored.plies == 2
        assert [node.moves[0].text for node in stored.game().main_line] == ["e4", "e5", "Zz9", "d5"]
        (problem,) = library.problems()
        assert (problem.code, problem.line, problem.number) == ("move", 1, 1)


def test_archives_folders_and_packed_files(tmp_path: Path) -> None:
    games = multiverse_games(8)
    folder = tmp_path / "folder"
    (folder / "deep").mkdir(parents=True)
    texts = [hc.write(game, "branched").encode() for game in games]
    (folder / "deep" / "0.5dpgn").write_bytes(texts[0])
    (folder / "1.5dpgn.gz").write_bytes(gzip.compress(texts[1]))
    (folder / "2.5dpgn.xz").write_bytes(lzma.compress(texts[2]))
    with zipfile.ZipFile(folder / "3.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/3.5dpgn", texts[3])
        archive.writestr("4.5dpgn.gz", gzip.compress(texts[4]))
    (folder / "notes.doc").write_bytes(b"not a game")
    with opened(tmp_path) as library:
        done = library.add(folder)
        assert (done.games, done.failures) == (5, [])
        assert {game.headers["Event"] for game in library.games()} == {f"event {n}" for n in range(5)}
        assert library.add(folder).unchanged == 5


@pytest.mark.parametrize("damage", [0, 30])
def test_files_packed_with_zstandard(tmp_path: Path, damage: int) -> None:
    zstandard = pytest.importorskip("zstandard")
    game = multiverse_games(1)[0]
    packed = zstandard.ZstdCompressor().compress(hc.write(game, "branched").encode())
    (tmp_path / "game.5dpgn.zst").write_bytes(packed[damage:])
    with opened(tmp_path) as library:
        done = library.add(tmp_path / "game.5dpgn.zst")
        assert (done.games, len(done.failures)) == ((1, 0) if damage == 0 else (0, 1))
        if damage:
            assert "cannot unpack" in done.failures[0]


def test_an_unreadable_file_among_others(tmp_path: Path, games: Path) -> None:
    (tmp_path / "half.5dpgn.gz").write_bytes(gzip.compress(games.read_bytes())[:-40])
    (tmp_path / "no.zip").write_bytes(b"PK nonsense")
    (tmp_path / "empty.5dpgn").write_bytes(b"")
    names = ["no.zip", "half.5dpgn.gz", "missing.5dpgn", "empty.5dpgn", games.name]
    with opened(tmp_path) as library:
        done = library.add(*(tmp_path / name for name in names))
        assert done.sources == 1
        assert [word for word in names if any(word in failure for failure in done.failures)] == names[:4]
        assert {Path(name).name for name, _ in library.failures()} == set(names[:4])
        good = {game.headers["Event"] for game in library.games() if game.source.endswith(games.name)}
        assert (
            len(library) == 12
            and len(good) + len(list(library._store.rows("SELECT * FROM duplicates"))) >= 12
        )


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission(tmp_path: Path, games: Path) -> None:
    games.chmod(0)
    with opened(tmp_path) as library:
        (failure,) = library.add(games).failures
        assert "Permission" in failure


class Killed(Exception):
    pass


@pytest.mark.parametrize("batches", (0, 1, 4))
def test_an_import_that_was_killed_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    monkeypatch.setattr("hyperchess.library.importing._BATCH", 400)
    path = write_games(tmp_path / "games.5dpgn", multiverse_games(12))
    with opened(tmp_path) as library:
        library.add(path)
        expected = contents(library)

    def stop_after(
        work: Callable[[Task], Iterator[Indexed]], tasks: Sequence[Task], split: object
    ) -> Iterator[Indexed]:
        for done, indexed in enumerate(work(tasks[0])):
            if done == batches:
                raise Killed
            yield indexed

    store = Store(tmp_path / "other", create=True)
    importer = Importer(store, commit=1)
    monkeypatch.setattr(importer, "_flush", _flush_unless_killed(importer._flush))
    with pytest.raises(Killed):
        importer.run(find_units([str(path)]), run=stop_after)
    store.close()
    with hc.library.open(tmp_path / "other", write=True) as library:
        assert len(library) < 12
        library.add(path)
        assert contents(library) == expected
        assert library.add(path).unchanged == 1


def _flush_unless_killed(flush: Callable[[], None]) -> Callable[[], None]:
    """Writing that does not happen any more once the process is being killed."""

    def guarded() -> None:
        if sys.exc_info()[0] is not Killed:
            flush()

    return guarded


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "hyperchess", "library", *map(str, arguments)]


STEPWISE = (
    "import hyperchess.library.importing as i; i._BATCH = 500; "
    "i.Importer.__init__.__kwdefaults__['commit'] = 1; "
    "from hyperchess.app.cli.main import main; main()"
)


def run_stepwise(*line: object, **options: Any) -> subprocess.Popen[str]:
    """An import that writes every small batch at once."""
    command = [sys.executable, "-c", STEPWISE, "library", "import", *map(str, line)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def _size(log: Path) -> int:
    """Return the size of a log; it does not exist before the first batch and after the last."""
    try:
        return log.stat().st_size
    except FileNotFoundError:
        return -1


def import_killed(tmp_path: Path, jobs: int, size: int) -> None:
    """Kill an import when its log has that size, import again, and compare with one that was not killed."""
    path = write_games(tmp_path / "games.5dpgn", multiverse_games(60, actions=6))
    with opened(tmp_path) as library:
        library.add(path)
        expected = contents(library)
    other = tmp_path / "other"
    log = other / "library.duckdb.wal"
    process = run_stepwise(path, "--library", other, "-j", jobs)
    while process.poll() is None and not _size(log) > size:
        sleep(0.001)
    process.kill()
    process.communicate()
    again = run_stepwise(path, "--library", other, "-j", jobs)
    _, errors = again.communicate()
    assert again.returncode == 0, errors
    with hc.library.open(other) as library:
        assert contents(library) == expected
        assert list(library.check()) == []


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_kill_in_the_middle(tmp_path: Path, jobs: int) -> None:
    import_killed(tmp_path, jobs, 20_000)


@pytest.mark.nightly
@pytest.mark.parametrize("round", range(20))
def test_kill_at_many_places(tmp_path: Path, round: int) -> None:
    import_killed(tmp_path, 1 + round % 2, 12_000 * round)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files")
def test_a_full_disk(tmp_path: Path) -> None:
    import resource

    path = write_games(tmp_path / "games.5dpgn", multiverse_games(60, actions=6))

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    full = run_stepwise(path, "--library", tmp_path / "library", preexec_fn=limit)
    _, errors = full.communicate()
    assert full.returncode == 2, errors
    assert "this is a bug" not in errors
    assert "File too large" in errors
    with opened(tmp_path) as library:
        library.add(path)
        assert len(library) == 60
        assert list(library.check()) == []


def test_two_imports_at_once(tmp_path: Path, games: Path) -> None:
    with opened(tmp_path):
        ran = subprocess.run(
            command("import", games, "--library", tmp_path / "library"),
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 2
    assert "another process has the library" in ran.stderr


def test_a_library_of_a_newer_version(tmp_path: Path, games: Path) -> None:
    with opened(tmp_path) as library:
        library._store.run("UPDATE meta SET value = '99' WHERE name = 'version'")
    with pytest.raises(hc.library.LibraryTooNew, match="version 99"):
        hc.library.open(tmp_path / "library")


def test_a_library_of_an_older_version_is_written_anew(tmp_path: Path, games: Path) -> None:
    with opened(tmp_path) as library:
        library.add(games)
        expected = contents(library)
        run = library._store.run
        for name in ("front", "key"):
            run(f"ALTER TABLE positions RENAME {name} TO {name}_high")
            run(f"ALTER TABLE positions ADD COLUMN {name}_low UBIGINT")
        for name in ("row", "time"):
            run(f"ALTER TABLE boards ADD COLUMN {name} INTEGER")
        run("DROP TABLE popular")
        run("DROP TABLE reached")
        run("UPDATE meta SET value = '1' WHERE name = 'version'")
    for _ in range(2):
        with hc.library.open(tmp_path / "library") as library:
            assert contents(library) == expected
            assert list(library.check()) == []
            assert library.count('front "Standard"') > 0
    with hc.library.open(tmp_path / "library", write=True) as library:
        assert library.add(games).unchanged == 1
        library._store.run("UPDATE meta SET value = '0' WHERE name = 'version'")
    with pytest.raises(hc.library.LibraryDamaged, match="version 0"):
        hc.library.open(tmp_path / "library")


def test_what_was_counted_by_an_older_version_is_counted_anew(tmp_path: Path, games: Path) -> None:
    with opened(tmp_path) as library:
        library.add(games)
        expected = contents(library)
        library._store.run("ALTER TABLE popular DROP COLUMN reached")
        library._store.run("UPDATE meta SET value = '3' WHERE name = 'version'")
    with hc.library.open(tmp_path / "library") as library:
        assert contents(library) == expected
        assert list(library.check()) == []
        assert library.explore("Standard").entries


def test_a_damaged_library(tmp_path: Path, games: Path) -> None:
    with opened(tmp_path) as library:
        library.add(games)
    file = tmp_path / "library" / "library.duckdb"
    file.write_bytes(b"\0" * 100 + file.read_bytes()[100:])
    with pytest.raises(hc.library.LibraryDamaged, match="restore it from a copy"):
        hc.library.open(tmp_path / "library")


def test_there_is_no_library(tmp_path: Path) -> None:
    with pytest.raises(hc.library.NoLibrary, match="library import"):
        hc.library.open(tmp_path)


def test_a_packed_file_of_one_endless_game_is_refused_in_little_memory(tmp_path: Path) -> None:
    """A file of 50 kB that unpacks to 22 MB: memory grew with what it unpacks to."""
    bomb = tmp_path / "bomb.5dpgn.gz"
    with gzip.open(bomb, "wb") as file:
        file.write(b'[Board "Standard"]\n1. e4 / e5\n')
        for _ in range(20):
            file.write(b"1. e4 / e5 " * 100_000)
    tracemalloc.start()
    try:
        with open_library(tmp_path / "library", create=True) as library:
            done = library.add(bomb)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert done.games == 0
    assert len(done.failures) == 1 and "a game has more than 8,388,608 characters" in done.failures[0]
    assert most < 150_000_000


def test_an_archive_is_opened_once_for_all_its_members(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To open an archive reads the list of its members: 30,000 empty ones took more than two minutes."""
    archive = tmp_path / "many.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for number in range(50):
            file.writestr(f"{number}.5dpgn", "")
    opened: list[object] = []

    class Counted(zipfile.ZipFile):
        def __init__(self, path: Path) -> None:
            opened.append(path)
            super().__init__(path)

    monkeypatch.setattr(zipfile, "ZipFile", Counted)
    with open_library(tmp_path / "library", create=True) as library:
        assert len(library.add(archive).failures) == 50
    assert len(opened) <= 2
    archive.unlink()
