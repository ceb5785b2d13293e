import json
import subprocess
import sys

from hyperchess import __version__


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hyperchess", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


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
