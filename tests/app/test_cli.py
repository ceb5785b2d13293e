import json
import subprocess
import sys
from pathlib import Path

from hyperchess import __version__


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hyperchess", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", check=False)


def test_help_has_an_example() -> None:
    result = run("--help")
    assert result.returncode == 0
    assert "Example: hyperchess" in result.stdout


def test_the_version() -> None:
    assert run("--version").stdout == f"hyperchess {__version__}\n"


def test_a_variant_is_shown_with_boards_fen_and_hash() -> None:
    result = run("variants", "standard")
    assert result.returncode == 0
    assert "8 rnbqkbnr" in result.stdout
    assert "P*P*P*P*P*P*P*P*/R*NBQK*BNR*:0:1:w]" in result.stdout
    assert "hash d574889fd9da3f2bc65249ff27249b00" in result.stdout


def test_all_variants_are_listed() -> None:
    result = run("variants")
    assert len(result.stdout.splitlines()) == 67
    assert "Custom - T-∞" in result.stdout


def test_machines_read_json() -> None:
    one = json.loads(run("variants", "two timelines", "--json").stdout)
    assert (one["name"], one["parity"]) == ("Standard - Two Timelines", "even")
    assert one["hash"] == "3672761404ffcd15ae644c75401812be"
    assert len(json.loads(run("variants", "--json").stdout)) == 67


def test_an_unknown_variant_is_a_sentence_and_an_exit_code() -> None:
    result = run("variants", "Prinzess")
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == ("hyperchess: unknown variant 'Prinzess'; did you mean 'Standard - Princess'?\n")


def test_check_reports_like_a_compiler(tmp_path: Path) -> None:
    path = tmp_path / "game.5dpgn"
    path.write_text('[Board "Standard"]\n1. e4 / e5\n2. Nf9\n', encoding="utf-8")
    result = run("check", str(path))
    assert result.returncode == 1
    assert "game.5dpgn:3:4: error[illegal-move]: no piece of White's can play Nf9" in result.stdout
    assert "1 game, 1 error" in result.stdout
    (problem,) = json.loads(run("check", str(path), "--json").stdout)
    assert (problem["line"], problem["column"], problem["code"]) == (3, 4, "illegal-move")


def test_check_applies_fixes(tmp_path: Path) -> None:
    path = tmp_path / "game.5dpgn"
    path.write_text('[Board "Standard"]\n1. e4 / e5) 2. exd4 / Nc6\n', encoding="utf-8")
    assert run("check", str(path)).returncode == 1
    assert run("check", "--fix", str(path)).returncode == 0
    assert path.read_text(encoding="utf-8") == '[Board "Standard"]\n1. e4 / e5 2. d4 / Nc6\n'
    assert run("check", str(path)).returncode == 0


def test_convert_reads_standard_input_and_lists_losses() -> None:
    result = run("convert", "-", "--to", "raw", text="1. e4 {a comment} / e5")
    assert result.returncode == 0
    assert result.stdout.splitlines()[-1] == "/ (0T1)e7>(0T1)e5"
    assert "lost:" in result.stderr


def test_convert_does_not_overwrite(tmp_path: Path) -> None:
    path = tmp_path / "out.5dpgn"
    path.write_text("precious", encoding="utf-8")
    arguments = ("convert", "example:four-timelines", "--to", "shad", "-o", str(path))
    refused = run(*arguments)
    assert (refused.returncode, path.read_text(encoding="utf-8")) == (2, "precious")
    assert run(*arguments, "--force").returncode == 0
    assert "(0T5)Qb3>>x(0T1)f7" in path.read_text(encoding="utf-8")


def test_show_draws_the_last_position() -> None:
    result = run("show", "example:four-timelines")
    assert result.returncode == 0
    assert "Status     checkmate" in result.stdout
    assert "L-1" in result.stdout
    broken = run("show", "-", text="1. e4 / Kh4")
    assert "cannot be followed" in broken.stdout


def test_what_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    for arguments, message in (
        (("check", "nowhere.5dpgn"), "there is no file nowhere.5dpgn"),
        (("check", str(tmp_path)), "there are no games in the folder"),
        (("show", "example:nothing"), "there is no example nothing; there are four-timelines"),
        (("check", "example:four-timelines", "--level", "loud"), "unknown level 'loud'"),
        (("convert", "example:four-timelines", "--to", "brnched"), "did you mean 'branched'?"),
    ):
        result = run(*arguments)
        assert result.returncode in (1, 2)
        assert message in result.stderr
        assert "Traceback" not in result.stderr
