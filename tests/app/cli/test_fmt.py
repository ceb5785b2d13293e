import json
from pathlib import Path

from .runner import run

UGLY = '[Board  "Standard"]1.e4 {best}/e5 (2w.Nf3) (2w. f4)'
TIDY = '[Board "Standard"]\n\n1. e4 {best} / e5\n (2. Nf3)\n2. f4\n'


def test_files_are_formatted_in_place(tmp_path: Path) -> None:
    path = tmp_path / "game.5dpgn"
    path.write_text(UGLY, encoding="utf-8")
    assert run("fmt", path) == (0, "", "1 file formatted\n")
    assert path.read_text(encoding="utf-8") == TIDY
    assert run("fmt", path) == (0, "", "1 file canonical already\n")


def test_check_and_diff_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.5dpgn"
    path.write_text(UGLY, encoding="utf-8")
    assert run("fmt", "--check", path) == (1, f"would format {path}\n", "1 file would be formatted\n")
    code, out, _ = run("fmt", "--diff", path)
    assert code == 1
    assert out.startswith(f"--- {path}\n+++ {path} (formatted)\n@@")
    assert "\n+1. e4 {best} / e5\n" in out
    assert "\\ No newline at end of file" in out
    assert path.read_text(encoding="utf-8") == UGLY
    path.write_text(TIDY, encoding="utf-8")
    assert run("fmt", "--check", "--diff", path).code == 0


def test_standard_input_goes_to_standard_output() -> None:
    assert run("fmt", "-", text=UGLY).out == TIDY


def test_what_cannot_be_understood_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.5dpgn"
    path.write_text("1. e4 {open / e5", encoding="utf-8")
    code, _, err = run("fmt", path)
    assert code == 2
    assert f"{path}:1:7: " in err
    assert path.read_text(encoding="utf-8") == "1. e4 {open / e5"


def test_other_notations_are_written_anew() -> None:
    code, out, _ = run("fmt", "-", text="1.  e3  ..  Nf6.")
    assert (code, out) == (0, "w1T1. L0T1 Pe2 L0T1 e3.\nb1T1. L0T1 Ng8 L0T1 f6.\n")
    code, out, _ = run("fmt", "-", text="w K0,0|R5,5|k9,19 0,0>0,1")
    assert (code, "K0,0|R5,5|k9,19" in out) == (0, True)


def test_a_loss_is_refused() -> None:
    code, out, err = run("fmt", "-", "--from", "axel", text='[White "Ada"]\n1. e3 .. Nf6.\n')
    assert (code, out) == (2, "")
    assert "stays as it is" in err


def test_json() -> None:
    (row,) = json.loads(run("fmt", "-", "--json", "--check", text=UGLY).out)
    assert row == {"file": "-", "changed": True, "failure": ""}


def test_a_named_start_of_infinite_chess_is_not_written_out(tmp_path: Path) -> None:
    path = tmp_path / "game.icn"
    path.write_text("[Variant: Classical]\n1. 4,2>4,4 4,7>4,5\n", encoding="utf-8")
    assert run("fmt", path).code == 0
    assert path.read_text(encoding="utf-8") == (
        "[Variant: Classical]\n\nw 0/100 1 (8;Q,R,B,N|1;q,r,b,n) checkmate\n\n1. P4,2 > 4,4  | p4,7 > 4,5\n"
    )
    assert run("fmt", "--check", path).code == 0
    written = "[Variant: Classical]\nw 0/100 1 (8|1) K5,1+|R8,1+|k5,8\n1. 5,1>4,1\n"
    path.write_text(written, encoding="utf-8")
    assert run("fmt", path).code == 0
    assert "K5,1+|" in path.read_text(encoding="utf-8")
