import json
from pathlib import Path

from hyperchess.notation.reading import convert

from .runner import run

MINE = '[Board "Standard"]\n[White "Ada"]\n1. e4 / e5 2. Nf3 {quiet} / Nc6 1-0\n'
THEIRS = '[Board "Standard"]\n[White "Bob"]\n1. e4! / e5 (2w. d4) 2. Nf3\n'


def test_one_game_in_two_notations_does_not_differ(tmp_path: Path) -> None:
    one, two = tmp_path / "a.5dpgn", tmp_path / "b.5dpgn"
    text = '[Board "Standard - Two Timelines"]\n1. (-0T1)e4 (+0T1)d4 / (-0T1)e5 (+0T1)d5\n'
    one.write_text(text, encoding="utf-8")
    two.write_text(convert(text, to="branched").text, encoding="utf-8")
    assert run("diff", one, two) == (0, "the same game: 2 actions\n", "")


def test_differences_of_two_trees(tmp_path: Path) -> None:
    one, two = tmp_path / "a.5dpgn", tmp_path / "b.5dpgn"
    one.write_text(MINE, encoding="utf-8")
    two.write_text(THEIRS, encoding="utf-8")
    code, out, _ = run("diff", one, two)
    assert code == 1
    assert out.splitlines() == [
        "~ White header: Ada | Bob",
        "~ 1w evaluation: none | !",
        "+ 2w.1 d4",
        "~ 2w comments: quiet | none",
        "- 2b Nc6",
    ]
    data = json.loads(run("diff", one, two, "--json").out)
    assert data[2] == {"sign": "+", "place": "2w.1", "what": "d4", "first": "", "second": ""}


def test_other_starts_and_main_lines(tmp_path: Path) -> None:
    assert (
        "~ start position: Standard | Standard - Turn Zero\n"
        in run("diff", "variant:standard", "variant:turn zero").out
    )
    one, two = tmp_path / "a.5dpgn", tmp_path / "b.5dpgn"
    one.write_text("(1w. d4) 1w. e4", encoding="utf-8")
    two.write_text("(1w. e4) 1w. d4", encoding="utf-8")
    assert run("diff", one, two).out == "~ 1w main line: here | d4\n"


def test_actions_that_the_rules_reject_are_compared_as_text() -> None:
    assert run("diff", "-", "variant:standard", text="1. Ke5").out == "- 1w Ke5\n"


def test_a_game_against_itself_in_one_file() -> None:
    assert run("diff", "example:puzzles", "example:puzzles", "--other-game", "3").code == 1
    assert run("diff", "example:infinite-classical", "example:infinite-classical").code == 0
