"""A line tells of every position what the position itself tells."""

import random

import pytest

from hyperchess.errors import MoveError
from hyperchess.infinite import Position, parse_move, start
from hyperchess.infinite.defaults import default_referee
from hyperchess.infinite.lines import Line, Moment
from hyperchess.infinite.referee import Referee
from hyperchess.infinite.reference.python_referee import PythonReferee
from tests.infinite.differential import with_referee

REFEREES = {"default": default_referee(), "python": PythonReferee()}


def told(moment: Moment, position: Position) -> None:
    """Compare a moment with its position."""
    quiet = None if position.quiet is None else position.quiet.changes
    assert (moment.last, moment.quiet, moment.en_passant) == (position.last, quiet, position.en_passant)
    assert moment.count in (None, len(position.board.placed))
    assert moment.in_check == bool(position.checks())
    assert not moment.has_move or position.referee.can_move(position, None)


@pytest.mark.parametrize("referee", REFEREES.values(), ids=REFEREES)
@pytest.mark.parametrize("name", ["Classical", "Chess on an Infinite Plane", "Knightline"])
def test_a_line_tells_what_its_positions_tell(name: str, referee: Referee) -> None:
    chance = random.Random(7)
    position = with_referee(start(name), referee)
    line = Line(position)
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


@pytest.mark.parametrize("referee", REFEREES.values(), ids=REFEREES)
def test_a_move_that_is_not_legal_leaves_the_line_as_it_is(referee: Referee) -> None:
    position = with_referee(start("Classical"), referee)
    line = Line(position)
    moment = line.play(parse_move("4,2>4,4"))
    with pytest.raises(MoveError) as found:
        line.play(parse_move("4,4>4,5"))
    with pytest.raises(MoveError) as expected:
        position.play("4,2>4,4").play("4,4>4,5")
    assert str(found.value) == str(expected.value)
    assert moment.position == position.play("4,2>4,4")
    assert line.play(parse_move("4,7>4,5")).position == position.play("4,2>4,4").play("4,7>4,5")
