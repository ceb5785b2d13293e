"""Results of a search in words: the same for Python, the command line and the server."""

import json
from dataclasses import replace
from typing import Any

import pytest

import hyperchess as hc
from hyperchess.analysis.mates.solution import Outcome, Solution, Stop
from hyperchess.analysis.verdict import Verdict, VerdictCode, describe_solution
from hyperchess.studies.analysis.searching import SearchTask
from tests.app.cli.runner import run

ROOK = '[Size "5x5"]\n[4k/5/5/5/K1R2:0:1:w]\n1. Kb2 / Ke4 2. Re1 / Kd3\n'
THREE = '[Size "4x4"]\n[k3/p3/2N1/K2R:0:1:w]'
CASES = {
    "one first action": (ROOK, 1, "mate", "mate in 1 by Re5#, and by nothing else"),
    "several first actions": (
        '[Size "4x4"]\n[k3/p3/2N1/K2R:0:1:w]',
        2,
        "mate",
        "mate in 2 by 3 first actions",
    ),
    "no mate": ('[Board "Standard"]\n1. e4 / e5', 1, "no mate", "there is no mate in 1"),
    "the game is over": (
        f"{ROOK}3. Re5#",
        1,
        "no mate",
        "there is no mate in 1: the game is over here",
    ),
    "infinite, proven": ("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5", 1, "mate", "mate in 1 by 2 or more first actions"),
    "infinite, none": ("w K0,0|k5,0|P9,9", 2, "no mate", "there is no mate in 2: the game is over here"),
    "infinite, none nearby": (
        "w K0,0|k5,0|R9,9|ob8,8",
        2,
        "unknown",
        "there is no mate in 2 by moves up to 5 squares beyond the pieces; others were not tried",
    ),
    "infinite, against near defences": (
        "w k1,-2|K-1,0|Q-2,-1|R2,-1|R2,3|b-2,2",
        2,
        "unknown",
        "mate in 2 by R2,-1>0,-1 against all defences up to 5 squares beyond the pieces; "
        "others were not tried",
    ),
}


@pytest.mark.parametrize(("text", "mate_in", "verdict", "sentence"), CASES.values(), ids=CASES)
def test_python_command_line_and_server_say_the_same(
    text: str, mate_in: int, verdict: str, sentence: str
) -> None:
    position: Any = hc.parse(text).final
    said = describe_solution(hc.solve(position, mate_in))
    assert (said.code.value, said.sentence) == (verdict, sentence)
    (puzzle,) = json.loads(run("solve", "-", "--mate-in", mate_in, "--json", text=text).out)["puzzles"]
    assert (puzzle["verdict"], puzzle["sentence"]) == (verdict, sentence)
    answer = SearchTask("mate", position, 1_000.0, mate_in=mate_in).run(lambda progress: None)
    assert (answer.data["verdict"], answer.text) == (verdict, sentence)


def test_a_search_without_time_says_so_everywhere() -> None:
    text = '[Board "Standard"]\n1. e4 / e5'
    position: Any = hc.parse(text).final
    sentence = "mate in 3 not decided within the time limit"
    assert describe_solution(hc.solve(position, 3, hc.Budget(seconds=0))).sentence == sentence
    ran = run("solve", "-", "--mate-in", "3", "--time", "0", "--json", text=text)
    (puzzle,) = json.loads(ran.out)["puzzles"]
    assert (puzzle["verdict"], puzzle["sentence"]) == ("unknown", sentence)
    for answer in (
        SearchTask("mate", position, 0.0, mate_in=3).run(lambda progress: None),
        SearchTask("mate", position, 0.0, mate_in=3).late({}),
    ):
        assert (answer.data["verdict"], answer.text) == ("unknown", sentence)


def found(**changes: Any) -> Solution[Any, Any]:
    """A mate in two by one first action of 5D chess, with other facts about it."""
    position = hc.multiverse.custom_start("[k3/p3/2N1/K2R:0:1:w]")
    solution: Solution[Any, Any] = Solution(
        position=position,
        asked=2,
        outcome=Outcome.MATE,
        mate_in=2,
        refuted=1,
        winning=(position.read("Rb1"),),
        all_examined=True,
    )
    return replace(solution, **changes)


CUT = "mate in 2 by Rb1; whether others mate as well is not decided: the search was interrupted"


@pytest.mark.parametrize(
    ("changes", "claimed", "unclaimed"),
    [
        ({}, "sound: mate in 2 by Rb1, and by nothing else", "mate: mate in 2 by Rb1, and by nothing else"),
        (
            {"asked": 3},
            "cooked: there is a mate in 2 already, by Rb1",
            "mate: mate in 2 by Rb1, and by nothing else",
        ),
        (
            {"all_examined": False},
            "mate: mate in 2 by Rb1; other first actions were not tried",
            "mate: mate in 2 by Rb1; other first actions were not tried",
        ),
        (
            {"all_examined": False, "stop": Stop.TIME},
            "unknown: mate in 2 by Rb1; whether others mate as well is not decided within the time limit",
            "mate: mate in 2 by Rb1; whether others mate as well is not decided within the time limit",
        ),
        (
            {"all_examined": False, "stop": Stop.INTERRUPTED},
            f"unknown: {CUT}",
            f"mate: {CUT}",
        ),
        (
            {"all_examined": False, "margin": 5},
            "mate: mate in 2 by Rb1; whether others mate as well is not known",
            "mate: mate in 2 by Rb1; whether others mate as well is not known",
        ),
        (
            {"outcome": Outcome.UNKNOWN, "mate_in": None, "winning": (), "stop": Stop.ROUNDS},
            "unknown: there is no mate in 1; mate in 2 not decided within the limit of rounds",
            "unknown: there is no mate in 1; mate in 2 not decided within the limit of rounds",
        ),
    ],
)
def test_what_is_not_known_is_never_called_sound(
    changes: dict[str, Any], claimed: str, unclaimed: str
) -> None:
    assert str(describe_solution(found(**changes), claimed=True)) == claimed
    assert str(describe_solution(found(**changes))) == unclaimed


def test_a_verdict_is_a_code_and_a_sentence() -> None:
    assert str(Verdict(VerdictCode.OTHER, "not about mate")) == "other kind: not about mate"
