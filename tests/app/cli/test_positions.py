"""status, moves, actions, fen, hash, perft: one position, both games."""

import json

import pytest

from .runner import run


def test_status_of_a_checkmate() -> None:
    code, out, _ = run("status", "example:four-timelines")
    assert code == 0
    assert out.splitlines()[0] == "status        checkmate"
    data = json.loads(run("status", "example:four-timelines", "--json").out)
    assert (data["status"], data["player"], data["present"]) == ("checkmate", "White", "T2w")
    assert data["must_move_on"] == ["(-1T2w)"]
    assert len(data["checks"]) == 4


def test_status_of_infinite_chess() -> None:
    data = json.loads(run("status", "example:infinite-classical", "--json").out)
    assert (data["status"], data["winner"], data["checks"]) == ("checkmate", "Black", ["4,4 x 4,2"])
    assert (
        json.loads(run("status", "example:infinite-classical", "--at", "10b", "--json").out)["winner"] is None
    )


def test_places_in_a_game() -> None:
    whole = run("fen", "example:four-timelines", "--at", "4b", "--last").out
    assert whole == run("fen", "example:four-timelines", "--at", "4", "--last").out
    assert whole != run("fen", "example:four-timelines", "--node", "5w.1", "--last").out
    start = run("fen", "example:four-timelines", "--at", "start").out
    assert start == run("fen", "variant:standard").out
    assert json.loads(run("fen", "variant:standard", "--json").out) == [start.strip()]


def test_the_game_of_a_file_can_be_chosen() -> None:
    assert run("fen", "example:puzzles", "--game", "2", "--last").out.count("/") == 3
    assert run("fen", "example:puzzles", "--game", "7").code == 2


def test_moves_piece_by_piece() -> None:
    out = run("moves", "variant:standard").out
    assert " knight   (0T1w)g1   f3 h3" in out
    assert out.endswith("20 moves of 10 pieces; White to move at T1w\n")
    assert len(json.loads(run("moves", "variant:standard", "--json").out)) == 20


def test_moves_of_infinite_chess_are_points_and_rays() -> None:
    data = json.loads(run("moves", "example:infinite-classical", "--at", "5w", "--json").out)
    assert (len(data["points"]), len(data["rays"])) == (31, 15)
    out = run("moves", "variant:classical", "--window", "1,8,1,8").out
    assert "20 moves into the window" in out
    assert len(json.loads(run("moves", "variant:classical", "--window", "1,8,1,8", "--json").out)) == 20


def test_actions_are_listed_and_counted() -> None:
    _, out, _ = run("actions", "variant:two-timelines", "--limit", "3")
    assert out.splitlines()[-1] == "..."
    assert len(out.splitlines()) == 4
    assert run("actions", "variant:two-timelines", "--count", "--limit", "1000").out == "484\n"
    assert run("actions", "variant:two-timelines", "--count").out == "more than 20\n"
    data = json.loads(run("actions", "variant:standard", "--json").out)
    assert (data["count"], data["complete"], len(data["actions"])) == (20, True, 20)
    assert "none" in run("actions", "example:four-timelines").out
    assert "4,2>4,4" in run("actions", "variant:classical", "--limit", "50").out


def test_actions_stop_when_time_is_over() -> None:
    code, _, err = run("actions", "example:four-timelines", "--at", "5w", "--seconds", "0")
    assert (code, "not complete within the time limit of 0 s" in err) in ((1, True), (0, False))


def test_hashes() -> None:
    assert run("hash", "variant:standard").out == "d574889fd9da3f2bc65249ff27249b00\n"
    out = run("hash", "example:four-timelines", "--boards").out
    assert "d574889fd9da3f2bc65249ff27249b00  (0T1w)" in out.splitlines()
    data = json.loads(run("hash", "variant:two-timelines", "--json").out)
    assert data == {"hash": "3672761404ffcd15ae644c75401812be"}
    assert run("hash", "variant:classical").code == 2


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (("variant:standard", "0"), 1),
        (("variant:standard", "2"), 400),
        (("variant:standard", "2", "--divide"), 400),
        (("variant:classical", "2", "--window", "1,8,1,8"), 400),
        (("variant:classical", "2", "--window", "1,8,1,8", "--divide"), 400),
    ],
)
def test_perft(arguments: tuple[str, ...], count: int) -> None:
    data = json.loads(run("perft", *arguments, "--json").out)
    assert data["count"] == count
    if "--divide" in arguments:
        assert sum(data["divide"].values()) == count
        assert run("perft", *arguments).out.count("\n") == len(data["divide"]) + 1


def test_the_rules_speak_their_protocol() -> None:
    code, out, _ = run("rules", text="variant Classical\ncount 1 8 1 8\nquit\n")
    assert (code, out) == (0, "ok\nok 20\nok\n")
