"""Oversights of weak levels."""

from __future__ import annotations

from collections import Counter
from random import Random

from hyperchess import infinite, multiverse
from hyperchess.engine import Line, Score
from hyperchess.engine.games import find_adapter
from hyperchess.engine.levels import LEVELS, Level, choose_weakly
from hyperchess.multiverse import Color
from hyperchess.ruleset import GameKind

DISTANCE = find_adapter(GameKind.MULTIVERSE).distance
START = multiverse.start("Standard - Turn Zero")


def line(score: int, *actions: str) -> Line:
    return Line(Score(Color.WHITE, score), tuple(map(read, actions)), 2, 100)


def read(text: str) -> multiverse.Action:
    source, target = map(multiverse.Square.parse, text.split(">"))
    return multiverse.Action([multiverse.Move(source, target)])


ON_BOARD = "(0T1w)e2>(0T1w)e3"
BACK = "(0T5w)g1>(0T1w)g3"


def choices(level: Level, *lines: Line) -> Counter[int]:
    found = (choose_weakly(lines, level, Random(seed), DISTANCE) for seed in range(200))
    return Counter(each.score.as_centipawns() for each in found)


def test_the_distance_of_actions_of_5d_chess() -> None:
    assert DISTANCE(read(ON_BOARD)) == 0
    assert DISTANCE(read("(0T3w)g1>(0T2w)g3")) == 0.25
    assert DISTANCE(read(BACK)) == 1
    assert DISTANCE(read("(0T9w)g1>(-1T1w)g3")) == 1
    assert DISTANCE(multiverse.Action()) == 0


def test_the_distance_of_moves_of_infinite_chess() -> None:
    distance = find_adapter(GameKind.INFINITE).distance
    position = infinite.Position.parse("w K0,0|Q5,5|k9,50")
    assert distance((position.find("5,5>9,5"),)) == 0
    assert distance((position.find("5,5>13,5"),)) == 0.5
    assert distance((position.find("5,5>500,5"),)) == 1


def test_a_distant_reply_is_overlooked_and_a_near_one_is_not() -> None:
    level = Level(1, "test", 60, 0, 4, oversight=80)
    near, far = line(-500, ON_BOARD, ON_BOARD), line(-500, ON_BOARD, BACK)
    best = line(20, ON_BOARD, ON_BOARD)
    assert choices(level, best, near) == {20: 200}
    found = choices(level, far, best)  # if it is overlooked, it seems to be as good, and it comes first
    assert 130 <= found[-500] <= 190


def test_distant_actions_of_the_level_itself_are_overlooked() -> None:
    level = Level(1, "test", 60, 0, 4, oversight=80)
    found = choices(level, line(500, BACK, ON_BOARD), line(0, ON_BOARD, ON_BOARD))
    assert 130 <= found[0] <= 190
    assert choices(level, line(500, BACK)) == {500: 200}  # the only action is played


def test_full_strength_overlooks_nothing() -> None:
    assert LEVELS[-1].oversight == 0
    assert choices(LEVELS[-1], line(500, BACK, BACK), line(499, ON_BOARD)) == {500: 200}


def test_each_level_overlooks_less_than_the_one_below() -> None:
    chances = [level.oversight for level in LEVELS]
    assert chances == sorted(chances, reverse=True)
