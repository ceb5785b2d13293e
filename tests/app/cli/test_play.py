"""`hyperchess play`: what is refused, and that no game is lost."""

import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("textual")

from hyperchess import infinite
from hyperchess.app.cli.commands.games.play import play
from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.play.app import PlayApp
from hyperchess.app.tui.play.keys import PLAY_KEYS
from hyperchess.errors import InvalidArgument, UnknownPlace, UnknownVariant
from hyperchess.multiverse import Color
from hyperchess.notation.reading import parse


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "playing needs a terminal"),
        ({"file": "example:four-timelines", "at": "3b"}, "playing needs a terminal"),
        ({"file": "-"}, "name a file"),
        ({"at": "3b"}, "name its file too"),
        ({"side": "left"}, "choose among white, black, random"),
        ({"theme": "pink"}, "choose among dark, light, contrast, print"),
        ({"variant": "Classical"}, "playing needs a terminal"),
        ({"file": "example:infinite-classical"}, "playing needs a terminal"),
        ({"variant": "w:b:r K0,0|k9,9|3K50,50"}, "two players are needed"),
        ({"output": Path()}, "is a folder"),
    ],
)
def test_wrong_requests_are_sentences(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        play(**options)


def test_names_and_places_are_checked() -> None:
    with pytest.raises(InvalidArgument, match=r"10\+5"):
        play(clock="soon")
    with pytest.raises(UnknownVariant):
        play(variant="Nothing")
    with pytest.raises(UnknownPlace, match="no action 99b"):
        play(file="example:four-timelines", at="99b")


@pytest.fixture
def apps(monkeypatch: pytest.MonkeyPatch) -> list[PlayApp]:
    """A terminal in which an app makes one action and is left."""
    seen: list[PlayApp] = []

    def run(app: PlayApp) -> None:
        contest = app.play_screen.contest
        for _ in range(2):
            if contest.pending:
                contest.submit()
            source = contest.stops(None)[0]
            contest.make(contest.moves_between(source, contest.stops(source)[0])[0])
        seen.append(app)

    monkeypatch.setattr(PlayApp, "run", run)
    monkeypatch.setattr("hyperchess.app.cli.commands.games.play._has_terminal", lambda: True)
    return seen


def test_a_game_that_is_left_is_saved(
    apps: list[PlayApp], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.5dpgn"
    play(level=2, side="black", output=file, clock="5+3")
    assert "the unfinished action (1 move) is not in it" in capsys.readouterr().err
    game = parse(file.read_text("utf-8"))
    assert len(game.main_line) == 1
    assert game.headers["Black"] == "Player"
    assert game.headers["White"] == "hyperchess level 2 of 8 (beginner)"
    screen = apps[0].play_screen
    assert screen.options.engine is Color.WHITE
    assert screen.look.flipped
    assert screen.clocks is not None
    with pytest.raises(InputError, match="exists already"):
        play(output=file)


def test_infinite_chess_is_saved_as_icn(apps: list[PlayApp], tmp_path: Path) -> None:
    file = tmp_path / "game.icn"
    play(variant="Classical", side="black", output=file, clock="5+3")
    game = parse(file.read_text("utf-8"))
    assert len(game.main_line) == 1
    assert (game.headers["Black"], game.headers["Variant"]) == ("Player", "Classical")
    screen = apps[0].play_screen
    assert screen.options.engine is infinite.Color.WHITE
    assert screen.look.flipped


def test_a_game_goes_on_from_a_file(apps: list[PlayApp], tmp_path: Path) -> None:
    source = tmp_path / "source.5dpgn"
    source.write_text('[Board "Standard"]\n[White "Ada"]\n[Result "1-0"]\n1. e4 / e5 2. Nf3 1-0\n', "utf-8")
    target = tmp_path / "target.5dpgn"
    play(file=str(source), at="1b", friend=True, output=target)
    game = parse(target.read_text("utf-8"))
    assert [node.text() for node in game.main_line][:2] == ["e4", "e5"]
    assert len(game.main_line) == 3
    assert not game.result
    assert "White" not in game.headers
    assert apps[0].play_screen.options.engine is None


def test_the_documentation_lists_every_key() -> None:
    page = (Path(__file__).parents[3] / "docs" / "play.md").read_text(encoding="utf-8")
    for key in PLAY_KEYS:
        names = " ".join(f"`{name}`" for name in key.name.split())
        assert f"| {names} | {key.about} |" in page


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals and pseudo-terminals of POSIX")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP", "SIGKILL", "closed terminal"])
def test_a_game_survives_the_end_of_its_process(ending: str, tmp_path: Path) -> None:
    file = tmp_path / "game.icn"
    import pty  # not on Windows

    master, slave = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "hyperchess",
        "play",
        "--variant",
        "Classical",
        "--friend",
        "-o",
        str(file),
    ]

    def log_in() -> None:
        os.login_tty(slave)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # it is inherited as ignored from `nohup`

    process = subprocess.Popen(
        command, env={**os.environ, "TERM": "xterm-256color"}, preexec_fn=log_in, pass_fds=[slave]
    )
    os.close(slave)
    try:
        shown = b""
        for awaited, keys in ((b"to move", b"m"), (b"Move", b"4,2>4,4\r")):
            while awaited not in shown:
                shown += os.read(master, 65_536)
            os.write(master, keys)
        for _ in range(3_000):
            if file.exists():
                break
            if select.select([master], [], [], 0.1)[0]:
                os.read(master, 65_536)
        if ending == "closed terminal":
            os.close(master)
        else:
            process.send_signal(getattr(signal, ending))
            drain = Thread(target=_drain, args=(master,), daemon=True)
            drain.start()
        code = process.wait(timeout=300)
    finally:
        process.kill()
        process.wait()
    assert code == {"SIGTERM": 143, "SIGKILL": -signal.SIGKILL}.get(ending, -signal.SIGHUP)
    game = parse(file.read_text("utf-8"))
    assert [str(move.move) for move in game.main_line[0].moves] == ["4,2>4,4"]
    assert len(game.main_line) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["game.icn"]


def _drain(terminal: int) -> None:
    with suppress(OSError):
        while os.read(terminal, 65_536):
            pass
