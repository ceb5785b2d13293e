"""One file with all games between people of a server."""

from pathlib import Path
from typing import Any

from hyperchess.app.web.game_file import write_game_file
from hyperchess.app.web.storage import SqliteStorage
from hyperchess.notation.reading import parse_all
from hyperchess.studies.opening import open_variant
from tests.app.cli.runner import run
from tests.app.web.live.clocked import BLACK, E4, WHITE, Time, server
from tests.app.web.postgres import Opened


def test_the_file_has_every_game_with_names_clock_and_result(opened: Opened, tmp_path: Path) -> None:
    storage = opened()
    library, matches = server(storage, Time())
    library.create(open_variant("Standard"))  # a study that is not a game between people
    clocks: list[dict[str, Any]] = [
        {"seconds": 300.0, "increment": 5.0},
        {"seconds": 900.0, "delay": 10.0},
        {"days": 1},
        {},
    ]
    variants = ["Standard", "Classical", "Standard", "Standard"]
    studies = []
    for number, (variant, clock) in enumerate(zip(variants, clocks, strict=True)):
        study, keys = matches.create(open_variant(variant), player="white", name=f"Ada {number}", **clock)
        matches.sit(study, keys["black"], keys["black"][::-1], "Bob")
        studies.append(study)
    matches.play(studies[0], WHITE, E4, "operation-1")
    matches.act(studies[0], BLACK, "resign")
    matches.act(studies[1], WHITE, "abort")
    file = tmp_path / "games.json"
    assert [*write_game_file(storage, file)] == [(study, "") for study in studies]
    games = parse_all(file.read_text(encoding="utf-8"))
    names = ("White", "Black", "TimeControl", "Result", "Termination")
    assert [tuple(game.headers.get(name) for name in names) for game in games] == [
        ("Ada 0", "Bob", "300+5", "1-0", "Black resigns"),
        ("Ada 1", "Bob", "900d10", "*", "White aborts the game"),
        ("Ada 2", "Bob", "1/86400", "*", None),
        ("Ada 3", "Bob", "-", "*", None),
    ]
    assert [game.kind for game in games] == ["5d", "infinite", "5d", "5d"]
    assert [len(game.main_line) for game in games] == [1, 0, 0, 0]


def test_the_command_writes_the_file_once(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "data")
    _, matches = server(storage, Time())
    matches.create(open_variant("Standard"), player="white")
    storage.close()
    file = tmp_path / "games.json"
    code, out, _ = run("studies", "games", file, "--data", tmp_path / "data")
    assert (code, out) == (0, f"1 game in {file}\n")
    before = file.read_bytes()
    code, _, err = run("studies", "games", file, "--data", tmp_path / "data")
    assert code == 2 and "--force" in err and file.read_bytes() == before
