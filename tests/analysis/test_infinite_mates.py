import json
import random
from pathlib import Path

import pytest

from hyperchess.analysis.mates.solution import Outcome, Progress, Stop
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.infinite import Position, Verdict

GAMES = Path(__file__).parents[1] / "infinite" / "games.json"


def test_a_king_without_an_edge_is_mated_by_three_riders() -> None:
    position = Position.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5")
    solution = solve(position, mate_in=1)
    assert (solution.outcome, solution.exact) == (Outcome.MATE, True)
    assert {str(move) for move in solution.winning} == {"7,7>7,0", "7,7>14,0"}


def test_the_last_move_of_the_documents_game_is_found() -> None:
    game = json.loads(GAMES.read_text(encoding="utf-8"))["cases"][0]
    position = Position.parse(game["position"])
    *plies, (last, *_) = game["plies"]
    for move, *_ in plies:
        position = position.play(move)
    solution = solve(position, mate_in=1, margin=8)
    assert solution.outcome is Outcome.MATE
    assert last in {str(move) for move in solution.winning}
    assert position.play(solution.winning[0]).status.verdict is Verdict.CHECKMATE


def test_two_kings_alone_prove_that_there_is_no_mate() -> None:
    solution = solve(Position.parse("w K0,0|k5,0|P9,9"), mate_in=2)
    assert (solution.outcome, solution.exact) == (Outcome.NONE, True)


def test_none_within_a_window_is_labelled_so() -> None:
    solution = solve(Position.parse("w K0,0|k5,0|R9,9|ob8,8"), mate_in=2, margin=1)
    assert (solution.outcome, solution.exact, solution.margin) == (Outcome.UNKNOWN, False, 1)
    assert (solution.refuted, solution.stop) == (1, None)


def test_a_mate_in_two() -> None:
    position = Position.parse("w k0,0|R-5,1|R-6,-2|Q8,9|K3,-5")
    solution = solve(position, mate_in=2, margin=1, budget=Budget(rounds=1_000_000))
    assert (solution.outcome, solution.mate_in, solution.exact) == (Outcome.MATE, 2, True)


def test_a_budget_ends_in_unknown() -> None:
    position = Position.parse("w K0,0|k5,0|R9,9|Q3,7")
    solution = solve(position, mate_in=2, budget=Budget(rounds=5))
    assert (solution.outcome, solution.exact, solution.stop) == (Outcome.UNKNOWN, False, Stop.ROUNDS)


def test_a_mate_against_near_defences_only_is_not_proven() -> None:
    position = Position.parse("w k1,-2|K-1,0|Q-2,-1|R2,-1|R2,3|b-2,2")
    solution = solve(position, mate_in=2)
    assert (solution.outcome, solution.mate_in, solution.exact) == (Outcome.UNKNOWN, 2, False)
    assert solution.winning


def test_the_first_mate_can_be_enough() -> None:
    position = Position.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5")
    assert len(solve(position, mate_in=1, all_first_actions=False).winning) == 1


def test_progress_and_ctrl_c() -> None:
    position = Position.parse("w K0,0|k5,0|R9,9|Q3,7")
    reports: list[Progress] = []

    def interrupted(progress: Progress) -> None:
        reports.append(progress)
        if progress.length == 2:
            raise KeyboardInterrupt

    solution = solve(position, mate_in=2, progress=interrupted)
    assert (solution.outcome, solution.stop, solution.refuted) == (Outcome.UNKNOWN, Stop.INTERRUPTED, 1)
    assert (reports[0].length, reports[0].refuted) == (1, 0)
    assert (reports[-1].length, reports[-1].refuted) == (2, 1)


def test_slides_between_pieces_are_tried_even_if_there_are_finitely_many() -> None:
    shut_in = Position.parse(
        "w k0,0|R-5,1|R-6,-1|Q7,7|p7,-9|p7,9|p-20,7|p9,7|p20,20|p-20,-20|p4,4|p9,5|p5,9|K30,30"
    )
    assert "7,7>7,0" in {str(move) for move in solve(shut_in, mate_in=1).winning}


def test_no_mate_in_one_is_proven_though_moves_are_infinitely_many() -> None:
    position = Position.parse("w K0,0|k5,0|R9,9|Q30,-7")
    assert not position.moves().is_finite
    solution = solve(position, mate_in=1)
    assert (solution.outcome, solution.exact) == (Outcome.NONE, True)


def test_a_mate_from_far_beyond_any_window_is_found() -> None:
    far = 10**30
    position = Position.parse(f"w k0,0|R-5,1|R-6,-1|R7,{far}|K3,-5")
    solution = solve(position, mate_in=1)
    assert (solution.outcome, solution.exact) == (Outcome.MATE, True)
    assert f"7,{far}>7,0" in {str(move) for move in solution.winning}


@pytest.mark.parametrize("pieces", ["HU9,9", "RO9,9", "rq-20,9"])
def test_pieces_without_classes_are_looked_at_in_a_window(pieces: str) -> None:
    solution = solve(Position.parse(f"w K0,0|k5,0|R9,20|{pieces}"), mate_in=1)
    assert (solution.outcome, solution.exact, solution.refuted) == (Outcome.UNKNOWN, False, 0)


@pytest.mark.parametrize("seed", range(60))
def test_classes_find_a_mate_where_a_large_window_does(seed: int) -> None:
    chance = random.Random(seed)
    squares = [(x, y) for x in range(-4, 5) for y in range(-4, 5)]
    chance.shuffle(squares)
    codes = ["k", "K", *chance.choices(["Q", "R", "Q", "B", "N", "NR", "AM", "r", "n", "p"], k=6)]
    position = Position.parse(
        "w " + "|".join(f"{code}{x},{y}" for code, (x, y) in zip(codes, squares, strict=False))
    )
    mates = {
        move for move in position.moves().near(25) if position.play(move).status.verdict is Verdict.CHECKMATE
    }
    solution = solve(position, mate_in=1)
    assert solution.exact
    assert (solution.outcome is Outcome.MATE) == bool(mates)
    assert all(position.play(move).status.verdict is Verdict.CHECKMATE for move in solution.winning)
    one_by_one = set(position.moves().points) | {
        move for move in mates if max(abs(move.target.x), abs(move.target.y)) <= 4
    }
    assert mates & one_by_one <= set(solution.winning)
