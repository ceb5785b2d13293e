import io

from hypothesis import given
from hypothesis import strategies as st

from hyperchess.app.rules.infinite import MAX_LINE, serve
from hyperchess.infinite import start


def talk(*commands: str) -> list[str]:
    answers = io.StringIO()
    serve(io.StringIO("".join(f"{command}\n" for command in commands)), answers)
    return answers.getvalue().splitlines()


def test_a_game() -> None:
    answers = talk("variant Classical", "play 4,2>4,4 4,7>4,6", "undo", "text", "count -4 13 -4 13", "quit")
    after = start("Classical").play("4,2>4,4")
    assert answers == ["ok", "ok", "ok", f"position {after}", "ok", "ok 88", "ok"]


def test_rays_and_windows() -> None:
    answers = talk("position HU0,0|K90,-99|k50,80", "legal", "legal 0 12 0 0")
    assert "ray 0,0 1,0 1 _ prime 0" in answers
    assert answers[-6:] == [
        "move 0,0>2,0",
        "move 0,0>3,0",
        "move 0,0>5,0",
        "move 0,0>7,0",
        "move 0,0>11,0",
        "ok 5",
    ]


def test_the_status() -> None:
    answers = talk("position b k0,0|R-10,0|R-10,1|R-10,-1|N400,400", "status")
    assert answers == ["ok", "verdict checkmate", "winner w", "check 0,0", "ok"]
    assert "claim move rule" in talk("position 100/100 K0,0|R5,5|P9,9|k50,50|r60,60", "status")


def test_errors_change_nothing() -> None:
    answers = talk(
        "status",
        "variant Nothing",
        "position K5,1|X3,3",
        "position (1|8) P4,2|K0,0|k9,9",
        "play 4,2>4,3 4,2>4,3",
        "play nonsense",
        "undo",
        "undo now",
        "legal 1 2 3",
        "legal 1 2 3 \N{SUPERSCRIPT TWO}",
        "legal -100000 100000 -100000 100000",
        "dance",
        "text",
    )
    assert answers == [
        "error no position: use variant or position first",
        "error unknown variant 'Nothing'",
        "error column 6: unknown piece 'X'",
        "problem column 1: White's promotion rank is below Black's, and no pawn could promote as written: "
        "ranks exchanged",
        "ok",
        "error 4,2>4,3: no piece stands on 4,2",
        "error 'nonsense': column 1: unknown piece 'nonsense'",
        "error no move to undo",
        "error this command takes no argument, found 'now'",
        "error a window is LEFT RIGHT BOTTOM TOP, found '1 2 3'",
        "error a window is LEFT RIGHT BOTTOM TOP, found '1 2 3 \N{SUPERSCRIPT TWO}'",
        *talk("position (8|1) P4,2|K0,0|k9,9", "legal -100000 100000 -100000 100000")[1:],
        "error unknown command 'dance': "
        "the commands are variant position play undo legal count status text quit",
        "position (1|8) P4,2|K0,0|k9,9",
        "ok",
    ]


def test_long_answers_and_long_commands_meet_a_limit() -> None:
    answers = talk(
        "position R0,0|K9,-9|k5,80", "legal 0 200000 0 0", "x" * (MAX_LINE + 5), "count 0 200000 0 0"
    )
    assert answers[1] == "error more than 20000 moves: use a smaller window"
    assert answers[2] == f"error a command has at most {MAX_LINE} characters"
    assert answers[3] == "ok 200000"


@given(
    st.lists(
        st.text(max_size=30) | st.sampled_from(["variant Classical", "legal", "undo", "text"]), max_size=5
    )
)
def test_every_command_gets_one_last_line(commands: list[str]) -> None:
    lines = [line for command in commands for line in command.splitlines()]
    for line in lines:
        answers = talk("variant Chess", line)
        last = [text for text in answers if text.startswith(("ok", "error"))]
        assert len(last) == (2 if line.split("\n")[0].strip() else 1)
