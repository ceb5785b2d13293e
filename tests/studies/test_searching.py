"""Long questions: what is found, what is reported on the way, and what is known when time runs out."""

from hyperchess import infinite
from hyperchess.multiverse import custom_start, start
from hyperchess.notation.reading import parse
from hyperchess.studies.analysis.searching import Progress, SearchTask

_MATE = "1. e3 / f6 2. Qe2 / Nc6"  # Qh5 mates


class _Reports(list[Progress]):
    def __call__(self, progress: Progress) -> None:
        self.append(progress)


def test_how_far_a_search_got_is_reported() -> None:
    reports = _Reports()
    position = custom_start("[4k/5/5/5/K4:0:1:w]")
    answer = SearchTask("mate", position, 30, mate_in=2).run(reports)
    assert reports[0] == {"length": 1, "refuted": 0}
    assert (answer.data["outcome"], answer.text) == ("none", "there is no mate in 2")
    long = _Reports()
    answer = SearchTask("mate", start("Standard"), 1.0, mate_in=9).run(long)
    assert answer.data["outcome"] == "unknown"
    assert long[-1]["nodes"] > 0
    assert long[-1]["refuted"] <= answer.data["refuted"]


def test_without_time_nothing_is_claimed() -> None:
    mate = SearchTask("mate", start("Standard"), 0, mate_in=3).run(_Reports())
    assert (mate.data["outcome"], mate.data["refuted"]) == ("unknown", 0)
    count = SearchTask("count", start("Standard"), 0).run(_Reports())
    assert (count.data["exact"], count.text) == (False, "the time is up: at least 0 legal actions")
    late = SearchTask("mate", start("Standard"), 1, mate_in=3).late({"refuted": 2})
    assert (late.data["refuted"], late.text) == (
        2,
        "there is no mate in 2; mate in 3 not decided within the time limit",
    )
    assert SearchTask("status", start("Standard"), 1).late({}).data["verdict"] == "unknown"


def test_large_counts_go_up_in_steps() -> None:
    reports = _Reports()
    answer = SearchTask("count", start("Misc - Timeline Battlegrounds"), 60).run(reports)
    assert reports == [{"at_least": 1_000}]
    assert (answer.data, answer.text) == ({"count": 3_571, "exact": True}, "there are 3,571 legal actions")


def test_status_of_both_games() -> None:
    mate = parse(f"{_MATE} 3. Qh5").final
    assert SearchTask("status", mate, 30).run(_Reports()).data == {"verdict": "checkmate", "over": True}
    position = infinite.Position.parse("b k0,0|R-10,0|R-10,1|R-10,-1|N400,400")
    answer = SearchTask("status", position, 30).run(_Reports())
    assert (answer.data["verdict"], answer.text) == ("checkmate", "White wins: checkmate")


def test_infinite_chess() -> None:
    position = infinite.Position.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5")
    mate = SearchTask("mate", position, 30, mate_in=1).run(_Reports())
    assert (mate.data["outcome"], mate.data["exact"]) == ("mate", True)
    assert mate.data["ways"] == len(mate.data["winning"]) > 0
    assert SearchTask("count", position, 30).run(_Reports()).data == {"count": None, "exact": True}
    kings = infinite.Position.parse("w k0,0|K9,9|N50,50")
    assert SearchTask("count", kings, 30).run(_Reports()).data == {"count": 16, "exact": True}


def test_a_mate_of_infinite_chess_that_is_not_proven_says_so() -> None:
    position = infinite.Position.parse("w k1,-2|K-1,0|Q-2,-1|R2,-1|R2,3|b-2,2")
    answer = SearchTask("mate", position, 30, mate_in=2).run(_Reports())
    data = answer.data
    assert (data["outcome"], data["verdict"], data["exact"]) == ("unknown", "unknown", False)
    assert "against all defences up to 5 squares beyond the pieces" in answer.text
