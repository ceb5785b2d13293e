"""The line protocol for both games: scripted sessions, errors, limits, and any bytes."""

import io
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.app.rules import multiverse as multiverse_session
from hyperchess.app.rules.session import RulesSession
from hyperchess.errors import InvalidArgument
from hyperchess.line_protocol import MAX_LINE, serve
from hyperchess.multiverse import Position, start
from tests.app.cli.runner import run

MATED = '[Board "Standard"] 1. e3 / f6 2. Qe2 / g5 3. Qh5'


def talk(*commands: str, game: str = "5d") -> list[str]:
    answers = io.StringIO()
    serve(io.StringIO("".join(f"{command}\n" for command in commands)), answers, RulesSession(game))
    return answers.getvalue().splitlines()


def test_a_game_of_5d_chess() -> None:
    position = start("Standard")
    after = position.play("e4").play("e5")
    answers = talk(
        "variant Standard", "play e4", "submit", "play e5", "submit", "hash", "text", "undo", "undo"
    )
    assert answers == [
        *["ok"] * 5,
        f"hash {after.hash()}",
        "ok",
        f"position {after.fen()}",
        "ok",
        "ok",
        "ok",
    ]
    moves = talk("variant Standard", "legal")[1:]
    assert moves == [*(f"move {move}" for move in position.moves()), f"ok {len(position.moves())}"]


def test_an_action_of_several_moves() -> None:
    answers = talk(
        "variant Standard - Two Timelines",
        "count",
        "play (-0T1)e3",
        "present",
        "count",
        "submit",
        "play (+0T1)Nf3",
        "submit",
        "present",
        "undo",
        "undo",
        "undo",
        "undo",
    )
    assert answers == [
        "ok",
        "ok 484",
        "ok",
        "present T1w",
        "player w",
        "must (+0T1w)",
        "pending (-0T1)e2>(-0T1)e3",
        "ok",
        "ok 22",
        "error the present is T1w: a move is still owed on the board (+0T1w)",
        "ok",
        "ok",
        "present T1b",
        "player b",
        "must (-0T1b)",
        "must (+0T1b)",
        "ok",
        "ok",
        "ok",
        "ok",
        "error no move to undo",
    ]


def test_a_game_is_followed_to_its_end_and_back() -> None:
    answers = talk(f"position {MATED}", "status", "undo", "status", "actions 2")
    mated = start("Standard").play("e3").play("f6").play("Qe2").play("g5").play("Qh5")
    assert answers[:-7] == [
        "ok",
        "verdict checkmate",
        "player b",
        "winner w",
        *(f"check {check.attacker} {check.royal}" for check in mated.checks()),
        "ok",
    ]
    assert answers[-7:-3] == ["ok", "verdict ongoing", "player w", "ok"]
    assert [line.split()[0] for line in answers[-3:]] == ["action", "action", "ok"]
    assert answers[-1] == "ok 2 more"
    boards = "[2k/3/K2:0:1:w]"
    answers = talk(f"position {boards}", "text", "actions", "legal")
    assert answers[:3] == ["ok", f"position {boards}", "ok"]
    actions = [f"action {action}" for action in Position.of_fen(boards).actions()]
    assert answers[3 : 4 + len(actions)] == [*actions, f"ok {len(actions)}"]
    assert answers[-1] == "ok 3"
    pawns = talk("position [k2/P2/K2:0:1:w]")
    assert pawns[0].startswith("problem column ")
    assert pawns[-1] == "ok"


def test_a_search_without_budget_does_not_know() -> None:
    answers = talk(
        "variant Standard - Two Timelines", "budget rounds 0", "count", "actions", "status", "budget 5"
    )
    assert answers[:3] == ["ok", "ok", "ok unknown"]
    assert answers[-4].startswith("verdict ")
    assert answers[-1] == "ok"
    assert any(line.endswith("unknown") for line in answers[3:])
    assert talk("variant Standard", "count 5", "actions 0")[1:] == ["ok 5 more", "ok 0 more"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("play", "expected a move such as e4"),
        ("play Ke5", "no move fits 'Ke5'"),
        ("play nonsense", "column 1: expected a move such as e4"),
        ("submit now", "takes no argument, found 'now'"),
        ("position", "found nothing"),
        ("position (8|1) K5,1|k5,8", "use `game infinite` first"),
        ('position [Board "Standard"] 1. Nf9', "no piece of White's can play Nf9"),
        ("position " + "x" * (multiverse_session.MAX_TEXT + 1), "at most 200000 characters"),
        ("actions x", "how many actions to list, found 'x'"),
        ("actions 99999", "at most 20000 actions can be listed"),
        ("count -1", "how far to count, found '-1'"),
        ("count 9999999999", "at most 1000000000 actions can be counted"),
        ("budget soon", "SECONDS or `rounds N`, found 'soon'"),
        ("budget 99999", "at most 3600 seconds"),
        ("budget rounds \N{SUPERSCRIPT TWO}", "a number of rounds"),
        ("variant Nothing", "unknown variant 'Nothing'"),
        ("game checkers", "expected a game (infinite or 5d), found 'checkers'"),
        ("dance", "the commands are game variant position play submit undo legal actions count budget"),
    ],
)
def test_errors_change_nothing(command: str, message: str) -> None:
    answers = talk("variant Standard", "play e4", command, "text")
    assert len(answers) == 5
    assert answers[2].startswith("error ")
    assert message in answers[2]
    assert answers[3] == talk("variant Standard", "play e4", "text")[2]


def test_every_command_needs_a_position() -> None:
    for command in ("play e4", "submit", "legal", "actions", "count", "status", "present", "hash", "text"):
        assert talk(command) == ["error no position: use variant or position first"]


def test_a_session_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiverse_session, "MAX_STATES", 4)
    monkeypatch.setattr(multiverse_session, "MAX_LINES", 10)
    answers = talk(
        "variant Standard", "play e4", "submit", "play e5", "submit", "undo", "submit", "play e4", "legal"
    )
    assert answers[4].startswith("error a session keeps at most 4 moves")
    assert answers[5] == "ok"
    assert answers[-1] == "error more than 10 moves"
    assert talk(f"position {MATED}")[-1] == "error a game has at most 3 actions, found 5"


def test_both_games_in_one_session() -> None:
    answers = talk(
        "variant Classical",
        "game 5d",
        "variant Standard",
        "game infinite",
        "count 1 8 1 8",
        "game",
        game="infinite",
    )
    assert answers == ["ok", "ok", "ok", "ok", "ok 20", "game infinite", "ok"]
    with pytest.raises(InvalidArgument, match="expected a game"):
        RulesSession("go")


def test_long_lines_meet_a_limit() -> None:
    answers = talk("x" * (MAX_LINE + 5), "variant Standard", "y" * 1_000_000)
    assert answers[:2] == [f"error a command has at most {MAX_LINE} characters", "ok"]
    assert answers[2].startswith("error unknown command 'y")
    assert len(answers[2]) < 1_000


def test_the_command() -> None:
    code, out, _ = run("rules", "--game", "5d", text="variant Standard\ncount\nquit\n")
    assert (code, out) == (0, "ok\nok 20\nok\n")
    assert run("rules", "--game", "go").code == 2


def test_any_bytes_get_an_answer() -> None:
    command = [sys.executable, "-m", "hyperchess", "rules", "--game", "5d"]
    data = b"\xff\xfe\x00 \x80\nvariant Standard\nplay \xc3\x28\nposition \xed\xa0\x80[\nquit\n"
    ran = subprocess.run(command, input=data, capture_output=True, check=False)
    lines = ran.stdout.decode("utf-8").splitlines()
    assert ran.returncode == 0, ran.stderr
    assert [line.split()[0] for line in lines] == ["error", "ok", "error", "error", "ok"]


WORDS = st.sampled_from(
    [
        "game 5d",
        "game infinite",
        "variant Standard",
        "variant Very Small",
        "variant Classical",
        "play e4",
        "play Nf3 e5",
        "play a3",
        "submit",
        "undo",
        "legal",
        "actions 3",
        "count 50",
        "status",
        "present",
        "hash",
        "text",
        "position [2k/3/K2:0:1:w]",
        f"position {MATED}",
        "budget rounds 20",
    ]
)
ARGUMENTS = st.text(max_size=20) | st.text("[]():0T1wbKk/e4xN+-=>;{} ", max_size=40)
COMMANDS = WORDS | ARGUMENTS | st.tuples(WORDS, ARGUMENTS).map(" ".join)


@given(st.lists(COMMANDS, max_size=8))
def test_every_command_gets_one_last_line(commands: list[str]) -> None:
    text = "budget rounds 50\n" + "\n".join(commands) + "\n"
    answers = io.StringIO()
    serve(io.StringIO(text), answers, RulesSession("5d"))
    lines = io.StringIO(text).readlines()
    wanted = [line.strip() for line in lines if line.strip()]
    ends = next(
        (number for number, line in enumerate(wanted, 1) if line.split(" ")[0] == "quit"), len(wanted)
    )
    last = [line for line in answers.getvalue().split("\n") if line.startswith(("ok", "error"))]
    assert len(last) == ends
