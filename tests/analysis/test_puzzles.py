import pytest

import hyperchess as hc
from hyperchess.analysis.puzzles import check_puzzle, find_puzzle
from hyperchess.analysis.verdict import VerdictCode
from hyperchess.budget import Budget

ROOK = '[Puzzle "{}"]\n[Board "custom"]\n[Size "5x5"]\n[4k/5/5/5/K1R2:0:1:w]\n1. Kb2 / Ke4 2. Re1 / Kd3\n'


def test_the_header_names_the_puzzle() -> None:
    puzzles = [find_puzzle(hc.parse(ROOK.format(text))) for text in ("mate-in-1", "Mate in 12", "help mate")]
    assert [puzzle.mate_in if puzzle else None for puzzle in puzzles] == [1, 12, None]
    assert find_puzzle(hc.parse("1. e4")) is None


def test_a_sound_puzzle() -> None:
    check = check_puzzle(hc.parse(ROOK.format("mate-in-1")))
    assert str(check.verdict) == "sound: mate in 1 by Re5#, and by nothing else"


def test_a_cooked_puzzle_and_one_without_a_mate() -> None:
    cooked = check_puzzle(hc.parse(ROOK.format("mate-in-2")))
    assert str(cooked.verdict) == "cooked: there is a mate in 1 already, by Re5#"
    none = check_puzzle(hc.parse('[Puzzle "mate-in-1"] [Board "Focused - Just Kings"]'))
    assert str(none.verdict) == "no mate: there is no mate in 1"


def test_a_dual() -> None:
    game = hc.parse('[Puzzle "mate-in-2"] [Board "custom"] [k3/p3/2N1/K2R:0:1:w]')
    assert str(check_puzzle(game).verdict) == "dual: mate in 2 by 3 first actions"


def test_a_budget_and_other_kinds_leave_it_open() -> None:
    slow = check_puzzle(hc.parse('[Puzzle "mate-in-3"] [Board "Standard"]'), Budget(rounds=50))
    assert str(slow.verdict) == (
        "unknown: there is no mate in 1; mate in 3 not decided within the limit of rounds"
    )
    other = check_puzzle(hc.parse('[Puzzle "find the best move"] [Board "Standard"]'))
    assert str(other.verdict) == "other kind: not about mate, so it is not checked"
    assert other.puzzle is not None
    assert other.puzzle.kind == "find the best move"


@pytest.mark.parametrize(
    ("text", "mate_in"),
    [
        (" Checkmate_in 3 ", 3),
        ("help-mate-in-2", None),
        ("self mate in 2", None),
        ("softmate-in-2", None),
        ("mate-in-2.5", None),
        ("mate-in-1000", None),
        ("no mate in 2", None),
        ("mate-in-0", None),
    ],
)
def test_only_the_whole_header_names_a_mate(text: str, mate_in: int | None) -> None:
    puzzle = find_puzzle(hc.parse(ROOK.format(text)))
    assert puzzle is not None
    assert puzzle.mate_in == mate_in


def test_a_text_with_errors_is_not_judged() -> None:
    game = hc.parse(ROOK.format("mate-in-1").replace("Kb2", "Nb2"))
    check = check_puzzle(game)
    assert (check.verdict.code, check.solution) == (VerdictCode.BROKEN, None)
    assert "the text has errors" in check.verdict.sentence
    assert check_puzzle(game, node=game.end).solution is not None


def test_what_is_asked_instead_of_the_header() -> None:
    game = hc.parse(ROOK.format("mate-in-2"))
    asked = check_puzzle(game, mate_in=1)
    assert (asked.asked, asked.asked_by, asked.verdict.code) == (1, "option", VerdictCode.MATE)
    plain = check_puzzle(hc.parse(ROOK.replace('[Puzzle "{}"]\n', "")))
    assert (plain.puzzle, plain.asked, plain.asked_by) == (None, 3, "default")
    assert check_puzzle(hc.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5")).asked == 2
