import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .runner import run


def test_a_picture_of_a_place(tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    code, out, _ = run("render", "example:four-timelines", "-o", path, "--at", "5w", "--theme", "dark")
    assert code == 0
    assert out == f"{path}: {path.stat().st_size:,} bytes, after 5w\n"
    picture = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert picture.get("class") == "hc-dark"
    assert "exists already" in run("render", "example:four-timelines", "-o", path).err
    data = json.loads(run("render", "example:four-timelines", "-o", path, "--force", "--json").out)
    assert (data["file"], data["place"]) == (str(path), "8b")


def test_a_picture_on_standard_output() -> None:
    code, out, _ = run("render", "variant:classical", "-o", "-", "--window", "-2,11,-2,11", "--flip")
    assert (code, out[:4]) == (0, "<svg")
    narrow = run("render", "example:four-timelines", "-o", "-", "--window", "1").out
    assert len(narrow) < len(run("render", "example:four-timelines", "-o", "-").out)
    assert (
        "half-turns around the present" in run("render", "variant:standard", "-o", "-", "--window", "x").err
    )


def test_marks() -> None:
    plain = run("render", "variant:standard", "-o", "-").out
    assert run("render", "variant:standard", "-o", "-", "--highlight", "(0T1w)e4").out != plain
    assert run("render", "variant:standard", "-o", "-", "--moves-of", "(0T1w)g1").out != plain


@pytest.mark.parametrize(("suffix", "magic"), [(".png", b"\x89PNG"), (".gif", b"GIF8")])
def test_painted_pictures(tmp_path: Path, suffix: str, magic: bytes) -> None:
    pytest.importorskip("resvg_py")
    if suffix == ".gif":
        pytest.importorskip("PIL")
    path = tmp_path / f"game{suffix}"
    assert run("render", "example:puzzles", "-o", path, "--width", "200").code == 0
    assert path.read_bytes().startswith(magic)


def test_a_game_that_cannot_be_followed(tmp_path: Path) -> None:
    code, _, err = run("render", "-", "-o", tmp_path / "x.svg", text="1. e4 / Kh4")
    assert (code, "--at 1w shows" in err) == (1, True)
