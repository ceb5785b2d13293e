"""Chances from scores."""

from __future__ import annotations

import pytest

from hyperchess import infinite
from hyperchess.engine import Score
from hyperchess.engine.chances import find_chances
from hyperchess.multiverse import Color


@pytest.mark.parametrize("color", [Color.WHITE, Color.BLACK, infinite.Color.WHITE])
def test_chances_are_symmetric_and_grow_with_the_score(color: Color | infinite.Color) -> None:
    before = -1.0
    for centipawns in (-20_000, -900, -100, 0, 100, 900, 20_000):
        found = find_chances(Score(color, centipawns))
        assert found.win + found.draw + found.loss == pytest.approx(100)
        assert min(found.win, found.draw, found.loss) >= 0
        other = find_chances(Score(color, -centipawns))
        assert (found.win, found.draw) == pytest.approx((other.loss, other.draw))
        assert found.expected > before
        before = found.expected
    assert find_chances(Score(color, 0)).expected == pytest.approx(50)


def test_a_proven_mate_is_certain() -> None:
    assert find_chances(Score(Color.WHITE, mate=3)).expected == 100
    assert find_chances(Score(Color.WHITE, mate=-3)).expected == 0
    assert find_chances(Score(Color.WHITE, mate=0)).loss == 100


def test_more_games_of_infinite_chess_are_drawn() -> None:
    assert find_chances(Score(infinite.Color.WHITE, 0)).draw > 2 * find_chances(Score(Color.WHITE, 0)).draw
