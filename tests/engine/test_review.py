"""Reviews: a blunder is found, the game with its review can be read again, nothing that was there is lost."""

from __future__ import annotations

import hyperchess as hc
from hyperchess.engine.engine import Engine
from hyperchess.engine.review import Judgement, annotate, review
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


def test_a_score_is_the_mean_of_the_last_two_depths() -> None:
    limit = hc.Budget(rounds=2_000)
    [judged] = review(hc.parse("1. e3"), limit).judged
    engine = Engine()
    by_depth: dict[int, int] = {}
    engine.analyse(hc.multiverse.start("Standard"), limit)
    after = hc.multiverse.start("Standard").play("e3")
    [line] = engine.analyse(
        after,
        limit,
        on_report=lambda report: by_depth.update({report.depth: report.lines[0].score.as_centipawns()}),
    )
    assert by_depth[line.depth] != by_depth[line.depth - 1]
    assert judged.score is not None
    assert judged.score.centipawns == (by_depth[line.depth] + by_depth[line.depth - 1]) // 2


def test_an_empty_game_has_nothing_to_review() -> None:
    assert review(hc.parse('[Board "Standard"]')).judged == ()


def test_a_game_of_infinite_chess_is_reviewed() -> None:
    moves = "60,70>60,71|1,0>0,0|60,71>60,72|0,0>1,0|-20,5>-20,0"
    game = hc.parse(f"w 0/100 1 (8|1) R-10,1|R-10,-1|R-20,5|K60,70|k1,0 {moves}")
    reviewed = review(game, hc.Budget(rounds=500))
    assert len(reviewed.judged) == 5
    assert str(reviewed.judged[2].best.actions[0][0]) == "-20,5>-20,0"
    assert reviewed.judged[-1].score is None
    assert reviewed.judged[-1].lost == 0
