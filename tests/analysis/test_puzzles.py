import pytest

import hyperchess as hc
from hyperchess.analysis.puzzles import check_puzzle, find_puzzle
from hyperchess.multiverse import Budget

ROOK = '[Puzzle "{}"]\n[Board "custom"]\n[Size "5x5"]\n[4k/5/5/5/K1R2:0:1:w]\n1. Kb2 / Ke4 2. Re1 / Kd3\n'


def test_the_header_names_the_puzzle() -> None:
    puzzles = [find_puzzle(hc.parse(ROOK.format(text))) for text in ("mate-in-1", "Mate in 12", "help mate")]
    assert [puzzle.mate_in if puzzle else None for puzzle in puzzles] == [1, 12, None]
    assert find_puzzle(hc.parse("1. e4")) is None


def test_a_sound_puzzle() -> None:
    verdict = check_puzzle(hc.parse(ROOK.format("mate-in-1")))
    assert verdict is not None
    assert verdict.sound is True
    assert verdict.message == "sound: mate in 1 by (0T3)e1>(0T3)e5, and by nothing else"


def test_a_cooked_puzzle_and_one_without_a_mate() -> None:
    cooked = check_puzzle(hc.parse(ROOK.format("mate-in-2")))
    assert cooked is not None
    assert cooked.sound is False
    assert cooked.message.startswith("cooked: there is a mate in 1 already")
    none = check_puzzle(hc.parse('[Puzzle "mate-in-1"] [Board "Focused - Just Kings"]'))
    assert none is not None
    assert none.message == "there is no mate in 1"


def test_a_dual() -> None:
    game = hc.parse('[Puzzle "mate-in-2"] [Board "custom"] [k3/p3/2N1/K2R:0:1:w]')
    verdict = check_puzzle(game)
    assert verdict is not None
    assert verdict.message == "dual: 3 first actions mate in 2"


def test_a_budget_and_other_kinds_leave_it_open() -> None:
    slow = check_puzzle(hc.parse('[Puzzle "mate-in-3"] [Board "Standard"]'), Budget(rounds=100))
    assert slow is not None
    assert slow.sound is None
    assert slow.message == "unknown: no mate in 1, beyond that the budget ran out"
    other = check_puzzle(hc.parse('[Puzzle "find the best move"] [Board "Standard"]'))
    assert other is not None
    assert other.message == "a puzzle of another kind: find the best move"


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
    verdict = check_puzzle(hc.parse(ROOK.format("mate-in-1").replace("Kb2", "Nb2")))
    assert verdict is not None
    assert (verdict.sound, verdict.solution) == (None, None)
    assert "the text has errors" in verdict.message
