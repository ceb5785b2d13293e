import json
from pathlib import Path

from hyperchess.analysis.infinite_mates import solve_infinite
from hyperchess.analysis.solve import Outcome
from hyperchess.infinite import Position, Verdict
from hyperchess.multiverse import Budget

GAMES = Path(__file__).parents[1] / "infinite" / "games.json"


def test_a_king_without_an_edge_is_mated_by_three_riders() -> None:
    position = Position.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5")
    solution = solve_infinite(position, mate_in=1)
    assert (solution.outcome, solution.exact) == (Outcome.MATE, True)
    assert [str(move) for move in solution.winning] == ["7,7>7,0"]


def test_the_last_move_of_the_documents_game_is_found() -> None:
    game = json.loads(GAMES.read_text(encoding="utf-8"))["cases"][0]
    position = Position.parse(game["position"])
    *plies, (last, *_) = game["plies"]
    for move, *_ in plies:
        position = position.play(move)
    solution = solve_infinite(position, mate_in=1, margin=8)
    assert solution.outcome is Outcome.MATE
    assert last in {str(move) for move in solution.winning}
    assert position.play(solution.winning[0]).status.verdict is Verdict.CHECKMATE


def test_two_kings_alone_prove_that_there_is_no_mate() -> None:
    solution = solve_infinite(Position.parse("w K0,0|k5,0|P9,9"), mate_in=2)
    assert (solution.outcome, solution.exact) == (Outcome.NONE, True)


def test_none_within_a_window_is_labelled_so() -> None:
    solution = solve_infinite(Position.parse("w K0,0|k5,0|R9,9"), mate_in=1, margin=2)
    assert (solution.outcome, solution.exact, solution.margin) == (Outcome.NONE, False, 2)


def test_a_mate_in_two() -> None:
    position = Position.parse("w k0,0|R-5,1|R-6,-2|Q8,9|K3,-5")
    solution = solve_infinite(position, mate_in=2, margin=1, budget=Budget(seconds=60))
    assert (solution.outcome, solution.mate_in, solution.exact) == (Outcome.MATE, 2, True)


def test_a_budget_ends_in_unknown() -> None:
    position = Position.parse("w K0,0|k5,0|R9,9|Q3,7")
    solution = solve_infinite(position, mate_in=2, budget=Budget(rounds=5))
    assert (solution.outcome, solution.exact) == (Outcome.UNKNOWN, False)
