"""Near-duplicates, bounds and the order of a collection."""

from dataclasses import replace

from hyperchess.puzzles.candidates import Candidate
from hyperchess.puzzles.difficulty import Features
from hyperchess.puzzles.selecting import select

ONE = Candidate(
    id="one",
    seed=1,
    game=1,
    actions_before=4,
    variant="Small",
    features=Features(mate_in=1, timelines=1, actions=20, moves=1),
    key="Qa1#",
    boards=("[k4/5/5/5/Q3K:0:3:w]",),
    rounds=10,
    proof="",
)
NEAR = replace(ONE, id="near", game=2, boards=("[k4/5/5/5/1Q2K:0:3:w]",))
FAR = replace(ONE, id="far", game=3, boards=("[2k2/2p2/5/Q4/4K:0:3:w]",), variant="Very Small")
LONG = replace(ONE, id="long", features=replace(ONE.features, mate_in=2))
TWICE = replace(ONE, id="twice", features=replace(ONE.features, timelines=2), boards=ONE.boards * 2)


def ids(candidates: list[Candidate]) -> list[str]:
    return [candidate.id for candidate in candidates]


def test_near_duplicates_are_left_out() -> None:
    assert ids(select([NEAR, FAR, ONE])) == ["one", "far"]


def test_another_length_or_number_of_timelines_is_no_duplicate() -> None:
    assert ids(select([LONG, TWICE, ONE])) == ["one", "twice", "long"]


def test_a_bound_takes_one_variant_after_the_other() -> None:
    other = replace(ONE, id="other", game=0, boards=("[4k/1ppp1/5/2Q2/K4:0:3:w]",))
    assert ids(select([other, ONE, FAR], most=2)) == ["other", "far"]


def test_what_is_easy_comes_first() -> None:
    hard = replace(FAR, id="hard", game=0, features=replace(FAR.features, travels=True))
    assert ids(select([hard, ONE])) == ["one", "hard"]
