"""The engine does not overlook mates in one: neither its own nor the opponent's.

`tests/facts/blunders_into_mate.json` has positions from games of version 0.2 in which it allowed a mate in
one that it had not seen, although another action avoids it. In the positions of `only_defences.json`, all
actions that look good allow one. The limit is in nodes, so the result does not depend on the machine.
"""

from __future__ import annotations

from typing import Any

import pytest

import hyperchess as hc
from hyperchess.engine import Engine
from hyperchess.multiverse import Position, start
from tests.kernels import native
from tests.multiverse import facts

BLUNDERS = facts.load("blunders_into_mate.json")
NODES = hc.Budget(rounds=500)

pytestmark = native
each_blunder = pytest.mark.parametrize(
    "blunder", BLUNDERS, ids=[f"{number} {blunder['variant']}" for number, blunder in enumerate(BLUNDERS)]
)


def position_before(blunder: dict[str, Any]) -> Position:
    position = start(blunder["variant"])
    for action in blunder["actions"]:
        position = position.play(action)
    return position


def allows_mate_in_one(position: Position) -> bool:
    [line] = Engine(memory=1 << 20).analyse(position, NODES)
    after = position.play(line.actions[0])
    outcome = hc.solve(after, 1, hc.Budget(rounds=100_000), all_first_actions=False).outcome
    assert outcome is not hc.Outcome.UNKNOWN
    return outcome is hc.Outcome.MATE


@each_blunder
def test_no_mate_in_one_is_allowed_if_it_can_be_avoided(blunder: dict[str, Any]) -> None:
    assert not allows_mate_in_one(position_before(blunder))


@pytest.mark.parametrize("defence", facts.load("only_defences.json"), ids=lambda defence: defence["variant"])
def test_a_defence_is_found_among_actions_that_lose(defence: dict[str, str]) -> None:
    assert not allows_mate_in_one(Position.of_fen(defence["fen"]))


@each_blunder
def test_a_mate_in_one_is_found_at_the_lowest_depth(blunder: dict[str, Any]) -> None:
    position = position_before(blunder).play(blunder["blunder"])
    [line] = Engine(memory=1 << 20).analyse(position, depth=1)
    assert line.score.mate == 1
    assert position.play(line.actions[0]).status.word == "checkmate"
