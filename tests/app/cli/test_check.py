import json
import random
from pathlib import Path

import pytest

from hyperchess.text import MAX_PROBLEMS

from .runner import run

BAD = '[Board "Standard"]\n1. e4 / e5\n2. Nf9\n'
FIXABLE = '[Board "Standard"]\r\n1. e4 / e5) 2. exd4 / Nc6\r\n'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.5dpgn"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_problems_look_like_a_compiler_s(game: Path) -> None:
    code, out, _ = run("check", game)
    assert code == 1
    assert out == (
        f"{game}:3:4: error[illegal-move]: no piece of White's can play Nf9: f9 is outside the 8x8 boards\n"
        "  3 | 2. Nf9\n"
        "    |    ^^^\n\n"
        "1 game, 1 error, 0 warnings\n"
    )


def test_json_for_machines(game: Path) -> None:
    (problem,) = json.loads(run("check", game, "--json").out)
    assert (problem["file"], problem["line"], problem["column"]) == (str(game), 3, 4)
    assert (problem["end_line"], problem["end_column"], problem["code"]) == (3, 7, "illegal-move")
    assert problem["fix"] is None


def test_github_annotations(game: Path) -> None:
    code, out, _ = run("check", game, "--format", "github")
    assert code == 1
    name = str(game).replace(":", "%3A").replace(",", "%2C")
    place = f"file={name},line=3,endLine=3,col=4,endColumn=7,title=illegal-move"
    assert out == f"::error {place}::no piece of White's can play Nf9: f9 is outside the 8x8 boards\n"


def test_sarif_has_what_the_standard_asks_for(game: Path) -> None:
    game.write_text(FIXABLE, encoding="utf-8")
    log = json.loads(run("check", game, "--format", "sarif").out)
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    tool = log["runs"][0]["tool"]["driver"]
    results = log["runs"][0]["results"]
    assert tool["name"] == "hyperchess"
    for result in results:
        assert tool["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region["startLine"] == 2
        assert region["endColumn"] >= region["startColumn"] >= 1
    change = results[-1]["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change["insertedContent"]["text"] == "d4"


def test_fixes_are_applied_and_checked_again(tmp_path: Path) -> None:
    path = tmp_path / "game.5dpgn"
    path.write_bytes(b"\xef\xbb\xbf" + FIXABLE.encode())
    assert run("check", path).code == 1
    code, out, _ = run("check", "--fix", path)
    assert (code, out) == (0, "1 game, 0 errors, 0 warnings, 2 fixed\n")
    assert path.read_bytes() == b'\xef\xbb\xbf[Board "Standard"]\r\n1. e4 / e5 2. d4 / Nc6\r\n'
    assert run("check", path).code == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.5dpgn"]


def test_a_fixed_text_goes_to_standard_output() -> None:
    code, out, err = run("check", "--fix", "-", text="1. e4 / e5) 2. exd4 / Nc6")
    assert (code, out) == (0, "1. e4 / e5 2. d4 / Nc6")
    assert err.endswith("2 fixed\n")
    assert "stays as it is" in run("check", "--fix", "example:puzzles").err


def test_levels_and_strictness() -> None:
    text = "3. e4 / e5 4. Nf3"
    assert "warning[serial]" in run("check", "-", text=text).out
    assert "info[assumed-variant]" not in run("check", "-", text=text).out
    assert "info[assumed-variant]" in run("check", "-", "--level", "info", text=text).out
    assert "warning" not in run("check", "-", "--level", "error", text=text).out.splitlines()[0][:20]
    assert run("check", "-", text=text).code == 0
    assert run("check", "-", "--strict", text=text).code == 1


def test_many_files_in_two_processes_are_reported_in_order(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.5dpgn").write_text(BAD, encoding="utf-8")
    (tmp_path / "broken.5dpgn").write_bytes(b"\0\0\0")
    code, out, err = run("check", tmp_path, "-j", "2")
    assert code == 2
    places = [line for line in out.splitlines() if "error[" in line]
    assert [Path(place.partition(":")[0]).stem for place in places] == [*"012345", "broken"]
    assert out.endswith("6 games, 7 errors, 0 warnings, 1 file could not be read\n")
    assert err == ""


def test_infinite_chess_is_checked_too() -> None:
    code, out, _ = run("check", "-", text="w K0,0|R5,5|k9,9 0,0>0,7")
    assert code == 1
    assert "<stdin>:1:" in out


def _large(chance: random.Random, *, stops_at: int | None = None) -> str:
    """Many games, some with problems, in lines that end in several ways."""
    games = []
    for number in range(4_000):
        move = "Nf9" if chance.random() < 0.02 else chance.choice(("e4", "d4", "Nf3"))
        text = f'[Board "Standard"]\n[White "Zoë {number}"]\n\n1. {move} / e5 {{a comment}}\n'
        if number == stops_at:
            text += "2. " + "z0 " * (MAX_PROBLEMS + 10)
        games.append(text.replace("\n", "\r\n") if chance.random() < 0.1 else text)
    return "\n".join(games)


@pytest.mark.slow
@pytest.mark.parametrize("stops_at", [None, 1_500, 3_999])
def test_several_processes_share_a_large_file(tmp_path: Path, stops_at: int | None) -> None:
    large, small = tmp_path / "large.5dpgn", tmp_path / "small.5dpgn"
    data = _large(random.Random(5), stops_at=stops_at).encode()
    large.write_bytes(
        data[:200_000] + b"\xff" + data[200_000:]
    )  # a byte that is not valid in the third batch
    small.write_text(BAD, encoding="utf-8")
    (tmp_path / "other.5dpgn").write_text(BAD, encoding="utf-8")
    for files in ((large,), (small, large, tmp_path / "other.5dpgn")):
        one, two = (run("check", *files, "--level", "info", "-j", jobs) for jobs in ("1", "2"))
        assert one == two
    expected = 4_000 if stops_at is None else stops_at + 1
    assert f"{expected:,} games" in run("check", large, "-j", "2").out


def test_large_texts_that_are_no_games(tmp_path: Path) -> None:
    large = tmp_path / "letter.txt"
    large.write_text("Dear Ada, how are you?\n" * 20_000, encoding="utf-8")
    assert run("check", large, "-j", "1") == run("check", large, "-j", "2")


def test_a_damaged_archive_is_described_once(tmp_path: Path) -> None:
    path = tmp_path / "game.5dpgn.gz"
    path.write_bytes(b"\x1f\x8b\x08broken")
    for command in ("check", "show"):
        ran = run(command, path)
        assert ran.code == 2
        assert ran.err.startswith(f"hyperchess: cannot unpack {path}: ")


def test_a_missing_file_with_a_similar_name(tmp_path: Path) -> None:
    (tmp_path / "game.5dpgn").write_text("1. e3", "utf-8")
    for command in ("check", "status", "fmt"):
        ran = run(command, tmp_path / "gmae.5dpgn")
        assert ran.code == 2
        assert f"did you mean {tmp_path / 'game.5dpgn'}?" in ran.err
