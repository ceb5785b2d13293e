import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hyperchess.app.cli.batch import run_batch
from hyperchess.app.files.inputs import InputError
from hyperchess.app.files.outputs import atomic, write_file
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import notations
from hyperchess.ruleset import GameKind

from .runner import run

GAME = '[Board "Standard"]\n1. e4 / e5\n'
TWO = GAME + '\n[Board "Standard"]\n1. d4 {a comment} / d5\n'


def test_standard_input_to_standard_output_with_losses() -> None:
    code, out, err = run("convert", "-", "--to", "raw", text="1. e4 {a comment} / e5")
    assert code == 0
    assert out.splitlines()[-1] == "/ (0T1)e7>(0T1)e5"
    assert err == "lost: a comment is left out (1w)\n"


def test_a_program_is_written_for_instead_of_a_notation() -> None:
    _, out, err = run("convert", "-", "--for", "5d-chess-js", text='[Board "Very Small"] 1. cxb3 1-0')
    assert err == "lost: the name 'Very Small' is left out: the boards are written (Board)\n"
    assert '[Result "1-0"]' in out
    assert out.endswith("1. cxb3\n")
    for arguments in ((), ("--to", "raw", "--for", "shad")):
        code, _, err = run("convert", "-", *arguments, text=GAME)
        assert code == 2
        assert "--to, or the program that reads the games with --for" in err


def test_losses_can_count_as_errors() -> None:
    assert run("convert", "-", "--to", "raw", "--strict", text="1. e4 {a comment} / e5").code == 1


def test_errors_of_the_source_are_exit_code_1() -> None:
    code, out, err = run("convert", "-", "--to", "branched", text="1. e4 / Kh4")
    assert (code, "Kh4" in out) == (1, True)
    assert "- has 1 error; `hyperchess check` lists them" in err


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    path = tmp_path / "out.5dpgn"
    path.write_text("precious", encoding="utf-8")
    arguments = ("convert", "example:four-timelines", "--to", "shad", "-o", path)
    refused = run(*arguments)
    assert (refused.code, path.read_text(encoding="utf-8")) == (2, "precious")
    assert refused.err == f"hyperchess: {path} exists already; --force overwrites it\n"
    assert run(*arguments, "--force").code == 0
    assert "(0T5)Qb3>>x(0T1)f7" in path.read_text(encoding="utf-8")
    assert "there is no folder" in run(*arguments[:-1], tmp_path / "no" / "x").err
    assert "is a folder" in run(*arguments[:-1], tmp_path).err


def test_folders_keep_their_shape_and_files_their_games(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    (source / "deep").mkdir(parents=True)
    (source / "one.5dpgn").write_text(GAME, encoding="utf-8")
    (source / "deep" / "two.5dpgn").write_text(TWO, encoding="utf-8")
    (source / ".hidden.5dpgn").write_text(GAME, encoding="utf-8")
    code, out, err = run("convert", source, "--to", "alexbay", "--out-dir", target)
    assert (code, out) == (0, "")
    assert sorted(path.relative_to(target).as_posix() for path in target.rglob("*.*")) == [
        "deep/two.alexbay",
        "one.alexbay",
    ]
    assert "files   games   problems" in err
    assert "a comment is left out" in err
    again = run("convert", source, "--to", "alexbay", "--out-dir", target)
    assert (again.code, "exists already" in again.err) == (2, True)
    assert run("convert", source, "--to", "alexbay", "--out-dir", target, "--skip-existing").code == 0
    assert run("convert", source, "--to", "alexbay", "--out-dir", target, "--force", "-j", "2").code == 0


def test_a_file_for_each_game(tmp_path: Path) -> None:
    source = tmp_path / "two.5dpgn"
    source.write_text(TWO, encoding="utf-8")
    out = tmp_path / "out"
    assert run("convert", source, "--to", "shad", "--out-dir", out, "--split").code == 0
    assert sorted(path.name for path in out.iterdir()) == ["two-1.5dpgn", "two-2.5dpgn"]
    assert run("convert", source, "--to", "shad", "--split").code == 2


def test_two_files_with_one_target_are_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.5dpgn").write_text(GAME, encoding="utf-8")
    files = [tmp_path / folder / "x.5dpgn" for folder in ("a", "b")]
    result = run("convert", *files, "--to", "raw", "--out-dir", tmp_path / "out")
    assert (result.code, "would both become" in result.err) == (2, True)
    assert not (tmp_path / "out").exists()


def test_globs_and_several_games_in_one_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        Path(f"{name}.5dpgn").write_text(TWO, encoding="utf-8")
    code, out, _ = run("convert", "*.5dpgn", "--to", "shad")
    assert code == 0
    assert [len(game.main_line) for game in parse_all(out)] == [2, 2, 2, 2]


def test_options_of_writers() -> None:
    _, short, _ = run("convert", "example:four-timelines", "--to", "branched")
    _, full, _ = run("convert", "example:four-timelines", "--to", "branched", "-O", "style=full")
    assert "Q>>xf7" in short
    assert "(0T5)Qb3>>x(0T1)f7" in full
    result = run("convert", "example:four-timelines", "--to", "branched", "-O", "style=long")
    assert (result.code, "is short or full, not 'long'" in result.err) == (2, True)
    assert "has no option 'stile'" in run("convert", "-", "--to", "branched", "-O", "stile=x").err
    assert "looks like style=full" in run("convert", "-", "--to", "branched", "-O", "full").err


def test_json_tells_everything() -> None:
    text = "1. e4 {a comment} / e5 {and another}"
    data = json.loads(run("convert", "-", "--to", "raw", "--json", text=text).out)
    assert (data["files"], data["games"], data["losses"]) == (1, 1, 2)
    assert data["results"][0]["losses"] == [
        {"kind": "comments", "what": "a comment is left out", "place": "1w", "count": 2}
    ]
    assert data["results"][0]["text"].endswith("/ (0T1)e7>(0T1)e5\n")


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    good, bad = tmp_path / "a.5dpgn", tmp_path / "b.5dpgn"
    good.write_text(GAME, encoding="utf-8")
    bad.write_bytes(b"\0")
    code, out, err = run("convert", bad, good, "--to", "raw")
    assert code == 2
    assert "(0T1)e2>(0T1)e4" in out
    assert f"{bad}:1:1: error[no-game]" in err


def test_a_game_goes_only_where_it_fits() -> None:
    code, out, err = run("convert", "example:infinite-classical", "--to", "shad")
    assert (code, out) == (2, "")
    assert "writes games of 5D chess, not of infinite chess" in err
    assert run("convert", "example:infinite-classical", "--to", "icn-legacy").code == 0


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt), atomic(path, force=True) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("game", "old")]
    with pytest.raises(InputError, match="No space left"), atomic(path, force=True) as file:
        raise OSError(28, "No space left on device")
    assert path.read_text() == "old"


@pytest.mark.skipif(os.name == "nt", reason="modes and links of POSIX")
def test_links_and_modes_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "game", tmp_path / "link"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    write_file(link, "new", force=True)
    assert (path.read_text(), link.is_symlink(), path.stat().st_mode & 0o777) == ("new", True, 0o640)


def test_a_batch_keeps_the_order() -> None:
    assert list(run_batch(range, [1, 2, 3], jobs=1)) == [0, 0, 1, 0, 1, 2]
    assert list(run_batch(range, [1] * 40 + [3], jobs=2)) == [0] * 40 + [0, 1, 2]
    assert list(run_batch(range, [], jobs=0)) == []


def test_in_one_process_parts_arrive_as_they_are_made() -> None:
    made: list[int] = []

    def work(task: int) -> Iterator[int]:
        for part in range(task):
            made.append(part)
            yield part

    assert next(run_batch(work, [3], jobs=1)) == 0
    assert made == [0]


def test_games_that_would_run_into_each_other_are_refused(tmp_path: Path) -> None:
    code, out, err = run("convert", "example:puzzles", "--to", "axel")
    assert (code, out) == (2, "")
    assert "cannot keep the games of example:puzzles apart in one text; --out-dir with --split" in err
    one, two = tmp_path / "a.5dpgn", tmp_path / "b.5dpgn"
    one.write_text(GAME, encoding="utf-8")
    two.write_text(GAME, encoding="utf-8")
    code, _, err = run("convert", one, two, "--to", "axel", "-o", tmp_path / "both.4xel")
    assert (code, "--out-dir writes a file for each" in err) == (2, True)
    assert not (tmp_path / "both.4xel").exists()
    assert run("convert", "example:puzzles", "--to", "axel", "--out-dir", tmp_path, "--split").code == 0


@pytest.mark.parametrize(
    "notation", [each.name for each in notations().values() if GameKind.MULTIVERSE in each.kinds]
)
def test_a_text_with_several_games_is_read_as_several_or_refused(notation: str) -> None:
    code, out, err = run("convert", "example:puzzles", "--to", notation)
    if code == 0:
        assert len(parse_all(out, notation)) == 6
    else:
        assert (code, "apart in one text" in err) == (2, True)


def test_of_a_file_that_fails_nothing_is_kept(tmp_path: Path) -> None:
    """The second file begins well, but its games cannot stand in one text."""
    out = tmp_path / "all.4xel"
    good, bad = tmp_path / "a.5dpgn", tmp_path / "b.5dpgn"
    good.write_text(GAME, encoding="utf-8")
    bad.write_text(TWO * 2, encoding="utf-8")
    alone = run("convert", good, "--to", "axel").out
    for jobs in ("1", "2"):
        code, _, err = run("convert", bad, good, "--to", "axel", "-o", out, "--force", "-j", jobs)
        assert (code, "apart in one text" in err, "nothing was written" in err) == (2, True, True)
        assert not out.exists()
    assert run("convert", good, "--to", "axel", "-o", out).code == 0
    assert run("convert", bad, good, "--to", "axel", "-o", out, "--force").code == 2
    assert out.read_text(encoding="utf-8") == alone
    ran = run("convert", bad, good, "--to", "axel", "--json")
    data = json.loads(ran.out)
    assert (data["files"], data["games"], [row["games"] for row in data["results"]]) == (2, 1, [0, 1])


def test_a_failed_conversion_leaves_its_target_as_it_was(tmp_path: Path) -> None:
    two = tmp_path / "two.5dpgn"
    two.write_text(TWO, encoding="utf-8")
    for target in (two, tmp_path / "other.5dpgn", tmp_path / "new.5dpgn"):
        before = target.read_bytes() if target.exists() else None
        assert run("convert", two, "--to", "raw", "-o", target, "-f").code == 2
        assert (target.read_bytes() if target.exists() else None) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["two.5dpgn"]


def test_a_target_that_is_the_source_is_refused(tmp_path: Path) -> None:
    game, link = tmp_path / "game.5dpgn", tmp_path / "link.5dpgn"
    game.write_text(GAME, encoding="utf-8")
    link.symlink_to(game)
    for target in (game, link):
        code, _, err = run("convert", game, "--to", "branched", "-o", target, "-f")
        assert (code, "it is the file being read" in err) == (2, True)
    code, _, err = run("convert", game, "--to", "branched", "--out-dir", tmp_path, "-f")
    assert (code, "it is the file being read" in err) == (2, True)
    assert game.read_text(encoding="utf-8") == GAME


def test_json_and_a_file_are_both_written(tmp_path: Path) -> None:
    game, out = tmp_path / "game.5dpgn", tmp_path / "out.5dpgn"
    game.write_text(GAME, encoding="utf-8")
    ran = run("convert", game, "--to", "branched", "-o", out, "--json")
    assert json.loads(ran.out)["results"][0]["text"] == out.read_text(encoding="utf-8")


_EMPTY = '[Board "Standard"]\n[White "Ada"]\n[Result "1-0"]\n'


@pytest.mark.parametrize("notation", [each.name for each in notations().values() if each.boundaries])
def test_a_game_without_actions_stays_apart_from_the_next_one(notation: str, tmp_path: Path) -> None:
    """Its headers were read as those of the next game: 25 games of the collection were lost that way."""
    is_infinite = GameKind.MULTIVERSE not in notations()[notation].kinds
    empty, full = ("variant:Classical", "example:infinite-classical") if is_infinite else (None, None)
    if empty is None:
        empty, full = str(tmp_path / "empty.5dpgn"), str(tmp_path / "full.5dpgn")
        Path(empty).write_text(_EMPTY, encoding="utf-8")
        Path(full).write_text(GAME, encoding="utf-8")
    for number, inputs in enumerate(((empty, full), (full, empty), (empty, full, empty)[::2])):
        target = tmp_path / f"out{number}"
        ran = run("convert", *dict.fromkeys(inputs), "--to", notation, "-o", target)
        if ran.code == 0:
            assert len(parse_all(target.read_text("utf-8"), notation)) == len(set(inputs))
        else:
            assert (ran.code, "apart in one text" in ran.err, target.exists()) == (2, True, False)
    if notation in ("shad", "branched", "json", "icn", "icn-json", "shad-json"):
        assert (tmp_path / "out0").exists()
