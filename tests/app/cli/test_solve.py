"""Puzzles from the command line: verdicts, exit codes, proofs, batches, interruptions."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hyperchess.app.cli.commands.analysis import solve
from tests.kernels import native

from .runner import launch, run

ROOK_TACTICS = "tests/corpus/good/rook-tactics.5dpgn"
SOUND = '[Puzzle "mate-in-1"]\n[Board "custom"]\n[4k/5/5/5/K1R2:0:1:w]\n1. Kb2 / Ke4 2. Re1 / Kd3\n'
DUAL = '[Puzzle "mate-in-2"]\n[Size "5x5"]\n[k4/5/2K2/5/3RR:0:1:w]\n'
COOKED = SOUND.replace("mate-in-1", "mate-in-2")
NO_MATE = '[Puzzle "mate-in-1"]\n[Board "Standard"]\n1. e4 / e5\n'
OTHER = '[Puzzle "win a queen"]\n[Board "Standard"]\n'
HARD = '[Puzzle "mate-in-9"]\n[Board "Standard"]\n1. e4 / e5\n'
BROKEN = '[Puzzle "mate-in-1"]\n[Board "Standard"]\n1. e4 / Kh4\n'
WINDOW = '[Puzzle "mate-in-2"] w K0,0|k5,0|R9,9|ob8,8'  # a rook may go further than is tried
HELPMATE = '[Puzzle "helpmate-in-2"]\n[Size "4x4"]\n[K3/4/4/R1k1:0:1:b]\n'
STALEMATE = '[Puzzle "stalemate-in-1"]\n[Size "3x3"]\n[k2/1Q1/1K1:0:1:w]\n'
INFINITE = "w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5"


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "sound.5dpgn").write_text(SOUND, encoding="utf-8")
    (folder / "other.5dpgn").write_text(OTHER, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("text", "code", "verdict", "sentence"),
    [
        (SOUND, 0, "sound", "mate in 1 by Re5#, and by nothing else"),
        (DUAL, 1, "dual", "mate in 2 by 3 first actions"),
        (COOKED, 1, "cooked", "there is a mate in 1 already, by Re5#"),
        (NO_MATE, 1, "no mate", "there is no mate in 1"),
        (BROKEN, 1, "broken", "the game cannot be followed beyond 1w"),
        (SOUND.replace("Kb2", "Nb2"), 1, "broken", "the text has errors"),
        (OTHER, 0, "other kind", "not about mate"),
        (SOUND.replace('[Puzzle "mate-in-1"]\n', ""), 0, "mate", "mate in 1 by Re5#, and by nothing else"),
    ],
)
def test_verdicts_and_exit_codes(text: str, code: int, verdict: str, sentence: str) -> None:
    ran = run("solve", "-", "--json", text=text)
    (puzzle,) = json.loads(ran.out)["puzzles"]
    assert (ran.code, puzzle["verdict"]) == (code, verdict)
    assert sentence in puzzle["sentence"]


def test_an_answer_for_people() -> None:
    code, out, err = run("solve", ROOK_TACTICS)
    assert (code, err) == (0, "")
    assert out.splitlines()[:3] == [
        "Puzzle    mate-in-1",
        "Asked     mate in 1, White to move after 2b",
        "Verdict   sound: mate in 1 by Re5#, and by nothing else",
    ]


def test_an_answer_for_machines() -> None:
    (puzzle,) = json.loads(run("solve", "-", "--json", text=DUAL).out)["puzzles"]
    assert dict(zip(puzzle["first_actions"], puzzle["raw"], strict=True)) == {
        "Ra1+": "(0T1)d1>(0T1)a1",
        "Rd5+": "(0T1)d1>(0T1)d5",
        "Re5+": "(0T1)e1>(0T1)e5",
    }
    assert (puzzle["asked"], puzzle["asked_by"], puzzle["mate_in"], puzzle["refuted"]) == (2, "header", 2, 1)
    assert (puzzle["player"], puzzle["place"], puzzle["complete"]) == ("White", "start", True)
    assert puzzle["nodes"] > 0


def test_without_a_header_the_shortest_mate_is_looked_for_and_that_is_said() -> None:
    out = run("solve", "-", "--at", "2b", columns=200, text="1. e3 / f6 2. Qe2 / Nc6 3. Qh5#").out
    assert "the shortest mate up to 3, White to move after 2b (there is no Puzzle header" in out
    assert "mate in 1 by Qh5#, and by nothing else" in out


def test_the_length_and_the_place_can_be_chosen() -> None:
    assert "there is no mate in 1" in run("solve", "-", "--mate-in", "1", text=DUAL).out
    code, out, _ = run("solve", "-", "--mate-in", "3", text=COOKED)
    assert (code, "mate: mate in 1 by Re5#" in out) == (0, True)
    code, out, _ = run("solve", "-", "--at", "2w", "--mate-in", "1", text=SOUND)
    assert (code, "Black to move after 2w" in out) == (1, True)
    assert "White to move after 2b" in run("solve", "-", "--node", "2b", text=SOUND).out


def test_the_first_mate_can_be_enough() -> None:
    code, out, _ = run("solve", "-", "--first", text=DUAL)
    assert (code, "other first actions were not tried" in out) == (0, True)


def test_softmates_count_if_wanted() -> None:
    """The fool's mate, after which White can still go back in time, but not out of check."""
    fool = "1. f3 / e5 2. g4"
    assert run("solve", "-", "--mate-in", "1", text=fool).code == 1
    code, out, _ = run("solve", "-", "--mate-in", "1", "--softmates", text=fool)
    assert (code, "mate in 1 by Qh4*, and by nothing else" in out) == (0, True)


def test_time_that_runs_out_is_unknown() -> None:
    code, out, _ = run("solve", "-", "--time", "0.2", text=HARD)
    assert code == 3
    assert "Verdict   unknown: " in out
    assert "mate in 9 not decided within the time limit" in " ".join(out.split())


def test_a_game_that_is_over_may_be_a_proof() -> None:
    code, out, _ = run("solve", "-", text=SOUND + "3. Re5#\n", columns=200)
    assert (code, "there is no mate in 1: the game is over here\n" in out) == (1, True)
    assert "if this is a proof, `hyperchess verify` checks it" in out


def test_a_proof_is_written_and_verifies(tmp_path: Path) -> None:
    proof = tmp_path / "tree.5dpgn"
    code, _, err = run("solve", "example:puzzles", "--game", "5", "-o", proof)
    assert (code, err) == (0, f"hyperchess: written: {proof}\n")
    text = proof.read_text(encoding="utf-8")
    assert '[Event "Puzzle 5: mate in two"]' in text
    assert "1. R>>(T1)a2\n(1b." in text
    assert run("verify", proof).code == 0
    again = run("solve", "example:puzzles", "--game", "5", "-o", proof)
    assert (again.code, again.out, "--force overwrites it" in again.err) == (2, "", True)
    assert run("solve", "example:puzzles", "--game", "5", "-o", proof, "--force").code == 0


def test_a_proof_is_printed() -> None:
    code, out, err = run("solve", "example:puzzles", "--game", "5", "-o", "-")
    assert (code, err) == (0, "")
    tree = out[out.index("[Size") :]
    assert run("verify", "-", text=tree).out.startswith("<stdin>: proven: White mates in 2")
    data = json.loads(run("solve", "-", "-o", "-", "--json", text=SOUND).out)
    assert (data["proof"]["complete"], data["proof"]["losses"]) == (True, [])
    assert "1. Re5#" in data["proof"]["text"]


def test_a_proof_in_another_notation_tells_what_is_lost(tmp_path: Path) -> None:
    proof = tmp_path / "tree.txt"
    assert "--to does" in run("solve", "-", "-o", proof, text=DUAL).err
    code, _, err = run("solve", "example:puzzles", "--game", "5", "-o", proof, "--to", "raw")
    assert (code, "lost: " in err) == (0, True)
    assert "cannot be written as" in run("solve", "-", "-o", "-", "--to", "icn", text=SOUND).err
    assert "(0T3)a2>(0T1)a2" in proof.read_text(encoding="utf-8")


def test_no_mate_leaves_no_proof(tmp_path: Path) -> None:
    proof = tmp_path / "tree.5dpgn"
    code, _, err = run("solve", "-", "-o", proof, text=NO_MATE)
    assert (code, "there is no proof to write" in err, proof.exists()) == (1, True, False)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_a_target_that_cannot_be_written(tmp_path: Path) -> None:
    assert "there is no folder" in run("solve", "-", "-o", tmp_path / "no" / "x.5dpgn", text=SOUND).err
    if Path("/dev/full").exists():
        code, out, err = run("solve", "-", "-o", "/dev/full", "--to", "branched", text=SOUND)
        assert (code, "sound" in out, "No space left" in err) == (2, True, True)


def test_a_batch_is_a_table(puzzles: Path) -> None:
    code, out, _ = run("solve", puzzles, columns=200)
    assert code == 0
    lines = [line.split() for line in out.splitlines() if ".5dpgn" in line]
    assert [line[1:-1] for line in lines] == [
        ["1", "other", "kind"],
        ["1", "mate", "in", "1", "sound", "Re5#"],
    ]
    assert out.endswith("2 puzzles, 1 other kind, 1 sound\n")


@pytest.mark.parametrize(("text", "code"), [(WINDOW, 3), (COOKED, 1), (BROKEN, 1), (b"\0", 2)])
def test_the_exit_code_of_a_batch(puzzles: Path, text: str | bytes, code: int) -> None:
    (puzzles / "more.5dpgn").write_bytes(text if isinstance(text, bytes) else text.encode())
    for jobs in ("1", "2"):
        ran = run("solve", puzzles, "--time", "1000", "--json", "-j", jobs)
        assert ran.code == code
        data = json.loads(ran.out)
        assert [row["verdict"] for row in data["puzzles"]][-1] == "sound"
        assert len(data["failures"]) == (code == 2)


def test_of_several_games_those_with_a_header_are_solved() -> None:
    code, out, _ = run("solve", "example:puzzles")
    assert code == 0
    assert out.endswith("6 puzzles, 6 sound\n")
    assert max(map(len, out.splitlines())) <= 80
    plain = NO_MATE.replace('[Puzzle "mate-in-1"]\n', "")
    out = run("solve", "-", text=f"{NO_MATE}\n{plain}\n{plain}\n{NO_MATE}").out
    assert out.endswith("2 puzzles, 2 no mate, 2 games without a question left out\n")
    two = f"{NO_MATE}\n{NO_MATE}".replace('[Puzzle "mate-in-1"]\n', "")
    code, out, err = run("solve", "-", text=two)
    assert (code, out, "none of 2 games has a Puzzle header; --mate-in N" in err) == (2, "", True)
    assert run("solve", "-", "--mate-in", "1", text=two).out.endswith("2 puzzles, 2 no mate\n")


def test_options_for_one_puzzle_are_refused_for_many(puzzles: Path) -> None:
    for options in (("--at", "2b"), ("--node", "2b"), ("-o", "x.5dpgn"), ("--game", "1")):
        code, out, _ = run("solve", puzzles, *options)
        assert (code, out) == (2, "")
    assert run("solve", "example:puzzles", "-o", "x.5dpgn").code == 2


def test_processes_share_one_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*options: str) -> dict[str, object]:
        (puzzle,) = json.loads(run("solve", "-", "--json", *options, text=DUAL).out)["puzzles"]
        return {key: value for key, value in puzzle.items() if key not in ("nodes", "seconds")}

    monkeypatch.setattr("hyperchess.app.cli.commands.analysis.solve._PATIENCE", 0.0)
    for options in ((), ("--first",), ("--mate-in", "1")):
        assert answer(*options, "-j", "2") == answer(*options)


@native
def test_bare_kings_are_hunted_by_classes_of_squares() -> None:
    _, out, _ = run("solve", "-", "--mate-in", "3", text="w k3,0|R-5,1|Q7,17|R-6,-12|K3,-5", columns=200)
    assert "Verdict   mate: mate in 2 by 4 first actions\n" in out
    assert "Window    moves chosen by classes of squares; every defence was tried\n" in out
    code, out, _ = run("solve", "-", text="w k3,0|R-5,1|Q70,17|K3,-5", columns=200)
    assert (code, "no attack is left out" in out) == (1, True)


def test_infinite_chess_states_its_window() -> None:
    code, out, _ = run("solve", "-", text=INFINITE, columns=200)
    assert code == 0
    assert "Verdict   mate: mate in 1 by " in out
    assert "Window    moves up to 5 squares beyond the pieces; every defence was tried\n" in out
    (puzzle,) = json.loads(run("solve", "-", "--json", text=INFINITE).out)["puzzles"]
    assert ("Q7,7>7,0" in puzzle["first_actions"], puzzle["exact"]) == (True, True)
    (puzzle,) = json.loads(
        run("solve", "-", "--margin", "2", "--json", "--mate-in", "2", text="w K0,0|k5,0|R9,9|ob8,8").out
    )["puzzles"]
    assert (puzzle["verdict"], puzzle["exact"]) == ("unknown", False)
    assert puzzle["window"] == "up to 2 squares beyond the pieces"
    code, out, _ = run("solve", "-", text="w K0,0|k5,0|P9,9")
    assert (code, "no attack is left out" in " ".join(out.split())) == (1, True)


@pytest.mark.skipif(sys.platform == "win32", reason="terminals and signals of POSIX")
@pytest.mark.parametrize(
    ("games", "known"), [(1, "unknown: there is no mate in"), (2, "1 puzzle, 1 unknown")]
)
def test_ctrl_c_gives_what_is_known_so_far(tmp_path: Path, games: int, known: str) -> None:
    import pty

    path = tmp_path / "hard.5dpgn"
    path.write_text("\n".join([HARD] * games), encoding="utf-8")
    terminal, end = pty.openpty()
    process = launch("solve", path, "--time", "1000", stdout=subprocess.PIPE, stderr=end)
    os.close(end)
    shown = ""
    while "first actions tried" not in shown:  # reading fails if the process ends before
        shown += os.read(terminal, 1000).decode()
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate()
    os.close(terminal)
    assert process.returncode == 130
    assert known in out
    assert "nodes" in shown


def test_only_the_actions_that_are_named_are_made_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "_MOST_LISTED", 1)
    (puzzle,) = json.loads(run("solve", "-", "--json", text=DUAL).out)["puzzles"]
    assert puzzle["first_actions"][0] != puzzle["raw"][0]
    assert puzzle["first_actions"][1:] == puzzle["raw"][1:]


def test_ctrl_c_while_the_proof_is_made_keeps_the_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hyperchess.analysis.proofs.proof_tree", interrupted)
    proof = tmp_path / "tree.5dpgn"
    code, out, err = run("solve", "-", "--json", "-o", proof, text=SOUND)
    data = json.loads(out)
    assert (code, data["puzzles"][0]["verdict"], "proof" in data, proof.exists()) == (
        130,
        "sound",
        False,
        False,
    )
    assert "there is no proof" in err


def test_why_an_action_does_not_mate() -> None:
    code, out, _ = run("solve", "-", "--why", "Re4", text=SOUND)
    assert code == 1
    assert "fails: Re4+ does not force mate in 1" in out
    assert "Re4+ / " in out


def test_why_an_action_mates_after_all() -> None:
    code, out, _ = run("solve", "-", "--why", "Re5", "--json", text=SOUND)
    data = json.loads(out)
    assert (code, data["outcome"], data["mate_in"], data["defence"]) == (0, "mate", 1, None)


def test_why_with_too_little_time() -> None:
    code, out, _ = run("solve", "-", "--why", "Kb2", "--time", "0", text=DUAL)
    assert code == 3
    assert "unknown: mate in 2 by K" in out


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (("--why", "Zz9"), SOUND, "Zz9"),
        (("--why", "Re5", "-o", "-"), SOUND, "leave out -o"),
        (("--why", "Re5", "--softmates"), SOUND, "leave out --softmates"),
        (("--why", "7,7>7,0"), INFINITE, "--why is for 5D chess"),
        (("--why", "Re5"), SOUND + SOUND, "name one file"),
    ],
)
def test_why_is_asked_of_one_action_of_5d_chess(arguments: tuple[str, ...], text: str, message: str) -> None:
    code, _, err = run("solve", "-", *arguments, text=text)
    assert code == 2
    assert message in err


def test_a_helpmate_is_printed_with_its_line() -> None:
    code, out, err = run("solve", "-", text=HELPMATE)
    assert (code, err) == (0, "")
    assert out.splitlines()[:4] == [
        "Puzzle    helpmate-in-2",
        "Asked     helpmate in 2, Black to move at the start",
        "Verdict   sound: helpmate in 2 by Kb2, and by nothing else",
        "Line      Kb2 / Ra2+ / K>>xa1 / (L-1)Ka3# Ra1",
    ]
    (puzzle,) = json.loads(run("solve", "-", "--json", text=HELPMATE).out)["puzzles"]
    assert (puzzle["goal"], puzzle["mate_in"], len(puzzle["line"])) == ("helpmate", 2, 4)


@pytest.mark.parametrize(
    ("arguments", "code", "asked", "verdict"),
    [
        (
            ("--goal", "stalemate"),
            0,
            "stalemate in 3",
            "stalemate: stalemate in 1 by Qc2, and by nothing else",
        ),
        (("--goal", "selfmate", "--mate-in", "1"), 1, "selfmate in 1", "no mate: there is no selfmate in 1"),
        (("--goal", "stalemate", "--time", "0"), 3, "stalemate in 3", "unknown: stalemate in 3 not decided"),
    ],
)
def test_a_goal_can_be_asked_for_without_a_header(
    arguments: tuple[str, ...], code: int, asked: str, verdict: str
) -> None:
    plain = STALEMATE.replace('[Puzzle "stalemate-in-1"]\n', "")
    ran = run("solve", "-", *arguments, text=plain, columns=200)
    assert ran.code == code
    assert f"Asked     {asked}, White to move at the start\n" in ran.out
    assert f"Verdict   {verdict}" in ran.out


def test_several_first_actions_of_a_goal_are_listed() -> None:
    code, out, _ = run("solve", "-", "--goal", "stalemate", text='[Size "3x3"]\n[k2/3/1QK:0:1:w]\n')
    assert code == 0
    assert "First actions" in out
    assert "stalemate in 1 by " in out


def test_goals_in_a_table(puzzles: Path) -> None:
    (puzzles / "a.5dpgn").write_text(HELPMATE, encoding="utf-8")
    (puzzles / "b.5dpgn").write_text(STALEMATE, encoding="utf-8")
    code, out, _ = run("solve", puzzles, columns=200)
    assert code == 0
    rows = [" ".join(line.split()[2:7]) for line in out.splitlines() if ".5dpgn" in line]
    assert rows[:2] == ["helpmate in 2 sound Kb2", "stalemate in 1 sound Qc2"]
    assert out.endswith("4 puzzles, 3 sound, 1 other kind\n")


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (("--goal", "helpmate"), INFINITE, "a helpmate is supported in 5D chess only"),
        (("--goal", "helpmate", "--softmates"), SOUND, "they count in a forced mate only"),
        (("--goal", "win"), SOUND, "'win' is not one of"),
        (("--why", "Kb2"), HELPMATE, "--why explains forced mates, and this is a helpmate"),
        (("--why", "Re5", "--goal", "selfmate"), SOUND, "and this is a selfmate"),
    ],
)
def test_goals_that_do_not_fit_are_refused(arguments: tuple[str, ...], text: str, message: str) -> None:
    code, _, err = run("solve", "-", *arguments, text=text, columns=200)
    assert code == 2
    assert message in " ".join(err.split())


def test_a_helpmate_has_no_proof_to_write(tmp_path: Path) -> None:
    proof = tmp_path / "tree.5dpgn"
    code, _, err = run("solve", "-", "-o", proof, text=HELPMATE)
    assert (code, proof.exists()) == (0, False)
    assert "only forced mates in 5D chess have one" in err


def test_ctrl_c_while_the_line_of_a_helpmate_is_made_keeps_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hyperchess.analysis.mates.multiverse.goals.helpmate_line", interrupted)
    ran = run("solve", "-", "--json", text=HELPMATE)
    (puzzle,) = json.loads(ran.out)["puzzles"]
    assert (ran.code, puzzle["verdict"], puzzle["line"]) == (130, "sound", [])


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_the_searches_of_all_processes(puzzles: Path) -> None:
    """The unreadable file is reported once the one before it is solved; a hard one is then searched."""
    (puzzles / "t-unreadable.5dpgn").write_bytes(b"\0")
    for name in ("x", "y", "z"):
        (puzzles / f"{name}-hard.5dpgn").write_text(HARD, encoding="utf-8")
    arguments = ("solve", puzzles, "--time", "100000", "-j", "2", "--json")
    process = launch(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    told = process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, rest = process.communicate()
    assert "t-unreadable" in told
    assert process.returncode == 130
    assert "interrupted; the table has what is known so far" in rest
    assert "Traceback" not in rest
    verdicts = [puzzle["verdict"] for puzzle in json.loads(out)["puzzles"]]
    assert verdicts[:2] == ["other kind", "sound"]
    assert set(verdicts[2:]) <= {"unknown"}
