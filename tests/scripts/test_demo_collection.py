"""Making the collection: the same games for the same seed, packed and unpacked."""

from pathlib import Path

import pytest

from hyperchess.errors import HyperchessError
from hyperchess.library.demo.collection import Collection
from hyperchess.library.errors import LibraryError
from hyperchess.ruleset import GameKind
from scripts.demo_collection import main, make_games, open_games, read_games, write_collection

WANTED = {GameKind.MULTIVERSE: 12, GameKind.INFINITE: 3}


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("collection")
    games = make_games(folder / "games", WANTED, seed=5)
    write_collection(folder / "games.bin", games, seed=5)
    return folder / "games.bin"


def test_a_run_that_was_ended_goes_on(packed: Path, tmp_path: Path) -> None:
    path = tmp_path / "games"
    lines = packed.with_name("games").read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:8]) + lines[8][:30], encoding="utf-8")
    before = list(read_games(open_games(path), 5))
    made = make_games(path, WANTED, seed=5)
    assert len(before) == 7 and set(before) < set(made)
    write_collection(tmp_path / "again.bin", made, seed=5)
    assert (tmp_path / "again.bin").read_bytes() == packed.read_bytes()


def test_another_seed_is_not_mixed_in(packed: Path) -> None:
    with pytest.raises(LibraryError, match="another seed"):
        make_games(packed.with_name("games"), WANTED, seed=6)


def test_a_file_without_games_is_continued(tmp_path: Path) -> None:
    for _ in range(2):
        assert make_games(tmp_path / "games", {GameKind.MULTIVERSE: 0}, seed=5) == []
    assert (tmp_path / "games").read_text(encoding="utf-8") == '{"seed": 5}\n'


@pytest.mark.parametrize("text", ["hello\n", "hello", '{"seed": 5}\nhello\n', '{"seed": 5}\n["5d", 1]\n'])
def test_a_file_of_something_else_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HyperchessError, match=r"line|seed"):
        make_games(path, {GameKind.MULTIVERSE: 1}, seed=5)
    assert path.read_text(encoding="utf-8") == text


def test_games_come_back(packed: Path) -> None:
    collection = Collection(packed.read_bytes())
    made = list(read_games(open_games(packed.with_name("games")), 5))
    assert collection.seed == 5 and len(collection) == len(made) == 15
    by_number = {(game.kind, game.number): game for game in made}
    for place, game in enumerate(collection):
        kind, number = (GameKind.MULTIVERSE, place) if place < 12 else (GameKind.INFINITE, place - 12)
        played = by_number[kind, number]
        assert tuple(game.actions()) == tuple(map(tuple, played.actions))
        assert (game.variant, game.result, game.status) == (played.variant, played.result, played.ending)


def test_the_first_games_as_a_smaller_file(packed: Path, tmp_path: Path) -> None:
    few = {GameKind.MULTIVERSE: 7, GameKind.INFINITE: 2}
    smaller = Collection(Collection(packed.read_bytes()).first(few))
    write_collection(tmp_path / "few.bin", make_games(packed.with_name("games"), few, seed=5), seed=5)
    written = Collection((tmp_path / "few.bin").read_bytes())
    assert smaller.seed == 5 and list(smaller) == list(written)
    for game in written:
        assert smaller.explore(game.start) == written.explore(game.start)


def test_the_command_continues_from_the_games_that_it_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "demo.bin"
    options = [str(file), "--games", "6", "--infinite-games", "1"]
    main([*options, "--seed", "3"])
    assert "demo.bin: 7 games, " in capsys.readouterr().out
    first = file.read_bytes()
    file.unlink()
    main([*options, "--seed", "3"])  # the games are in demo.bin.games
    assert file.read_bytes() == first
    with pytest.raises(SystemExit):
        main([*options, "--seed", "4"])
    assert "another seed" in capsys.readouterr().err
