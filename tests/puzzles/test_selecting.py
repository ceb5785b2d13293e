"""Near-duplicates, bounds and the order of a collection."""

from dataclasses import replace

from hyperchess.puzzles.candidates import Candidate
from hyperchess.puzzles.entry import Entry
from hyperchess.puzzles.selecting import select
from hyperchess.ruleset import GameKind

ENTRY = Entry(
    id="one",
    kind=GameKind.MULTIVERSE,
    player="white",
    mate_in=1,
    timelines=1,
    variant="Small",
    themes=(),
    rounds=20,
    source="seed 1, game 1, action 4",
)


def puzzle(id: str, *boards: str, **changes: object) -> Candidate:
    """Return a puzzle with these last boards."""
    proof = '[Size "5x5"]\n[5/5/5/5/5:0:1:w]\n' + "\n".join(boards) + "\n\n1. Qa1#\n"
    return Candidate(replace(ENTRY, id=id, timelines=len(boards), **changes), proof)  # type: ignore[arg-type]


def hunt(id: str, position: str) -> Candidate:
    """Return a puzzle of infinite chess."""
    entry = replace(ENTRY, id=id, kind=GameKind.INFINITE, timelines=0, variant="Hunt")
    return Candidate(entry, f"[Puzzle: mate-in-1]\n\nw 1 checkmate {position}\n\n1. Q1,1 > 2,2 #\n")


BOARD = "[k4/5/5/5/Q3K:0:3:w]"
ONE = puzzle("one", BOARD)
NEAR = puzzle("near", "[k4/5/5/5/1Q2K:0:3:w]")
FAR = puzzle("far", "[2k2/2p2/5/Q4/4K:0:3:w]", variant="Very Small")
LONG = puzzle("long", BOARD, mate_in=2)
TWICE = puzzle("twice", BOARD, "[k4/5/5/5/Q3K:1:3:w]")
OTHER = puzzle("other", "[4k/1ppp1/5/2Q2/K4:0:3:w]")


def ids(candidates: list[Candidate]) -> list[str]:
    return [candidate.entry.id for candidate in candidates]


def test_near_duplicates_are_left_out() -> None:
    assert ids(select([ONE, FAR, NEAR])) == ["far", "one"]


def test_what_is_kept_comes_before_its_near_duplicates() -> None:
    assert ids(select([ONE, FAR], kept=[NEAR])) == ["far", "near"]
    assert ids(select([FAR], kept=[ONE, NEAR, OTHER], most=1)) == ["near", "one", "other"]


def test_another_length_or_number_of_timelines_is_no_duplicate() -> None:
    assert ids(select([LONG, TWICE, ONE])) == ["one", "twice", "long"]


def test_a_bound_takes_one_variant_after_the_other() -> None:
    assert ids(select([OTHER, ONE, FAR], most=2)) == ["far", "other"]


def test_keys_that_go_through_time_are_preferred() -> None:
    jump = replace(ONE, entry=replace(ONE.entry, id="jump", themes=("jump into the past",)))
    assert ids(select([OTHER, jump], most=1)) == ["jump"]


def test_what_is_easy_comes_first() -> None:
    hard = replace(FAR, entry=replace(FAR.entry, id="hard", rounds=300))
    assert ids(select([hard, ONE])) == ["one", "hard"]


def test_hunts_that_are_turned_or_differ_by_one_piece_are_near() -> None:
    first = hunt("first", "Q1,5|R-3,2|N4,4|k0,0")
    turned = hunt("turned", "q-5,1|r-2,-3|n-4,4|K0,0")
    moved = hunt("moved", "Q11,15|R-3,2|N14,14|k10,10")
    apart = hunt("apart", "Q1,5|R-3,3|N4,5|k0,0")
    assert ids(select([first, turned, moved, apart])) == ["apart", "first"]
