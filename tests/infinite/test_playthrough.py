"""A line tells of every position what the position itself tells."""

import random

import pytest

from hyperchess.errors import MoveError
from hyperchess.infinite import Position, parse_move, start
from hyperchess.infinite.defaults import default_rules
from hyperchess.infinite.playthrough import Moment, Playthrough
from hyperchess.infinite.reference.rules import ReferenceRules
from hyperchess.infinite.rules import Rules
from tests.infinite.differential import with_rules

RULES = {"default": default_rules(), "python": ReferenceRules()}


def told(moment: Moment, position: Position) -> None:
    """Compare a moment with its position."""
    quiet = None if position.quiet is None else position.quiet.changes
    assert (moment.last, moment.quiet, moment.en_passant) == (position.last, quiet, position.en_passant)
    assert moment.count in (None, len(position.board.placed))
    assert moment.in_check == bool(position.checks())
    assert not moment.has_move or position.rules.can_move(position, None)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("name", ["Classical", "Chess on an Infinite Plane", "Knightline"])
def test_a_line_tells_what_its_positions_tell(name: str, rules: Rules) -> None:
    chance = random.Random(7)
    position = with_rules(start(name), rules)
    line = Playthrough(position)
    moment = line.start()
    told(moment, position)
    for ply in range(40):
        move = chance.choice(position.moves().points)
        before, position = position, position.play(move)
        moment = line.play(move)
        told(moment, position)
        assert moment.was_open in (None, before.en_passant_is_open)
        if ply % 7 == 3:
            assert moment.position == position
    assert moment.position == position
    told(Moment.of(position), position)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_move_that_is_not_legal_leaves_the_line_as_it_is(rules: Rules) -> None:
    position = with_rules(start("Classical"), rules)
    line = Playthrough(position)
    moment = line.play(parse_move("4,2>4,4"))
    with pytest.raises(MoveError) as found:
        line.play(parse_move("4,4>4,5"))
    with pytest.raises(MoveError) as expected:
        position.play("4,2>4,4").play("4,4>4,5")
    assert str(found.value) == str(expected.value)
    assert moment.position == position.play("4,2>4,4")
    assert line.play(parse_move("4,7>4,5")).position == position.play("4,2>4,4").play("4,7>4,5")
