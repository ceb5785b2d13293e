"""Reviews: a blunder is found, the game with its review can be read again, nothing that was there is lost."""

from __future__ import annotations

import pytest

import hyperchess as hc
from hyperchess.engine.review import Judgement, annotate, review
from hyperchess.errors import WrongGame
from hyperchess.multiverse import Color

BLUNDER = "1. e3 / e5 2. Qh5 / Nc6 3. Qxh7 {greedy} / Rxh7"
MATE = "1. e3 / f6 2. Qe2 / Nc6 3. Qh5#"


def test_a_lost_queen_is_a_blunder_with_a_better_line() -> None:
    game = hc.parse(BLUNDER)
    done: list[tuple[int, int]] = []
    reviewed = review(game, hc.Budget(rounds=300), on_action=lambda *counts: done.append(counts))
    assert done == [(number, 6) for number in range(1, 7)]
    blunder = reviewed.judged[4]
    assert blunder.judgement is Judgement.BLUNDER
    assert reviewed.counts(Color.WHITE)[Judgement.BLUNDER] >= 1
    assert reviewed.lost_on_average(Color.WHITE) > reviewed.lost_on_average(Color.BLACK)
    annotate(reviewed)
    again = hc.parse(hc.write(game, "branched"))
    assert again.main_line[4].evaluation == "??"
    assert again.main_line[4].score is not None
    assert any("greedy" in comment.text for comment in again.main_line[4].comments)
    assert len(again.main_line[4].parent.children) == 2  # type: ignore[union-attr]


def test_the_action_that_mates_is_not_blamed() -> None:
    reviewed = review(hc.parse(MATE), hc.Budget(rounds=100))
    assert reviewed.judged[-1].judgement is None
    assert reviewed.judged[-1].score is None
    assert reviewed.judged[3].judgement is Judgement.BLUNDER  # Black allowed it


def test_an_empty_game_has_nothing_to_review() -> None:
    assert review(hc.parse('[Board "Standard"]')).judged == ()


def test_infinite_chess_waits_for_its_engine() -> None:
    with pytest.raises(WrongGame):
        review(hc.parse("w K0,0|k9,9"))
