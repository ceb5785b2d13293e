"""The hunt for a bare royal piece on the rules in Python."""

from random import Random

import pytest

import hyperchess as hc
from hyperchess.budget import UNLIMITED
from hyperchess.engine.infinite.nearby import nearby_moves
from hyperchess.engine.infinite.plain import PlainInfiniteSearch
from hyperchess.engine.infinite.plain_hunt import PlainHunt
from hyperchess.engine.infinite.reachable_area import Placed, measure_reachable_area, targets
from hyperchess.engine.infinite.weights import load_infinite_weights
from hyperchess.engine.limits import Limit
from hyperchess.engine.stopping import Stopping
from hyperchess.infinite import Move, Position, Square
from hyperchess.ruleset import Verdict
from hyperchess.studies.learning.practice import practice_position

WEIGHTS = load_infinite_weights()


def bare_position(seed: int, player: str) -> Position:
    """A king or a royal centaur at 0,0 among pieces of White's, most of them near."""
    chance = Random(seed)
    codes = ["K", *(chance.choice(["HU", "HU", "RO", "R", "B", "N", "NR", "HA", "CH"]) for _ in range(5))]
    squares = [(x, y) for x in range(-9, 10) for y in range(-9, 10) if abs(x) > 2 or abs(y) > 2]
    places = chance.sample(squares, len(codes))
    pieces = "|".join(f"{code}{x},{y}" for code, (x, y) in zip(codes, places, strict=True))
    return Position.parse(f"{player} {pieces}|{chance.choice(['k', 'rc'])}0,0")


def placed_in(position: Position) -> tuple[Placed, ...]:
    return tuple(
        Placed(piece, *square) for square, piece in position.pieces().items() if square != Square(0, 0)
    )


@pytest.mark.parametrize("block", range(4))
def test_the_room_is_what_the_rules_allow(block: int) -> None:
    for seed in range(50 * block, 50 * (block + 1)):
        position = bare_position(seed, "b")
        room = measure_reachable_area(placed_in(position), position.pieces()[Square(0, 0)].kind)
        assert {Square(*step) for step in room.escapes} == {move.target for move in position.moves().points}
        assert room.is_attacked == bool(position.checks())


@pytest.mark.parametrize("block", range(2))
def test_pieces_go_where_the_rules_let_them(block: int) -> None:
    for seed in range(25 * block, 25 * (block + 1)):
        position = bare_position(seed, "w")
        if position.checks():
            continue  # by the royal centaur: most moves are not legal
        pieces = placed_in(position)
        legal = position.moves()
        near = set(legal.within(-12, 12, -12, 12))
        for placed in pieces:
            start = Square(placed.x, placed.y)
            found = {Move(start, Square(*end)) for end in targets(placed, pieces)}
            if not placed.piece.kind.royal:
                assert all(move in legal for move in found)
            assert {move for move in near if move.source == start and move.target != Square(0, 0)} <= found


@pytest.mark.slow
@pytest.mark.parametrize("material", ["3R-1k", "2Q-1k", "1Q1CH-1k"])
def test_easy_mates_are_given_without_the_native_rules(material: str) -> None:
    position, chance = practice_position(material, 1), Random(1)
    search = PlainInfiniteSearch(WEIGHTS)
    first = position.player
    for _ in range(30):
        thought = search.search(position, Limit(nodes=4_000), 1, None, Stopping())
        position = position.play(thought.lines[0].actions[0][0])
        if position.status.is_over:
            break
        position = position.play(chance.choice(nearby_moves(position, 1)))
    assert (position.status.verdict, position.status.winner) == (Verdict.CHECKMATE, first)


def test_huygens_take_squares_from_a_bare_king() -> None:
    position = Position.parse("w HU4,9|HU5,-10|HU-7,0|HU0,11|HU-9,1|k0,0")
    thought = PlainInfiniteSearch(WEIGHTS).search(position, Limit(nodes=20_000), 1, None, Stopping())
    before = measure_reachable_area(placed_in(position), position.pieces()[Square(0, 0)].kind)
    after = position.play(thought.lines[0].actions[0][0])
    room = measure_reachable_area(placed_in(after), position.pieces()[Square(0, 0)].kind)
    assert len(room.escapes) < len(before.escapes)
    assert len(after.pieces()) == 6


def test_a_mate_in_one_is_proven_and_played() -> None:
    position = Position.parse("w R-10,1|R-10,-1|HU-20,5|R-30,9|k0,0")
    [line] = hc.analyse(position, hc.Budget(rounds=4_000))
    assert str(line.score) == "#1"
    assert position.play(line.actions[0][0]).status.verdict is Verdict.CHECKMATE


def test_what_is_undefended_is_taken() -> None:
    position = Position.parse("b HU1,1|HU30,7|HU40,9|HU50,-7|HU-40,11|k0,0")
    [line] = hc.analyse(position, hc.Budget(rounds=4_000))
    assert str(line.actions[0][0]) == "0,0>1,1"


def test_there_is_a_move_without_any_time() -> None:
    for player in "wb":
        position = Position.parse(f"{player} HU3,9|HU5,-10|HU-7,1|HU11,20|HU-9,-2|k0,0")
        for limit in (Limit(nodes=0), Limit(seconds=0.0)):
            thought = PlainInfiniteSearch(WEIGHTS).search(position, limit, 1, None, Stopping())
            assert thought.lines[0].actions[0][0] in position.moves()
            assert thought.nodes <= 2


@pytest.mark.slow
def test_several_lines_are_the_same_as_one_by_one() -> None:
    position = Position.parse("w HU3,9|HU5,-10|HU-7,1|HU11,20|HU-9,-2|k0,0")
    search = PlainInfiniteSearch(WEIGHTS)
    few, all_of_them = (search.search(position, Limit(), lines, None, Stopping()).lines for lines in (3, 60))
    assert [line.score for line in few] == [line.score for line in all_of_them[:3]]
    assert len({line.score for line in few}) > 1


def test_pieces_far_away_have_moves() -> None:
    for text in (
        "w HU1000000000000,3000000000000|HU5000000,10000000|K99999999,5|k0,0",
        "w RO900,900|K1,9|rc0,0",
    ):
        position = Position.parse(text)
        thought = PlainInfiniteSearch(WEIGHTS).search(position, Limit(nodes=500), 1, None, Stopping())
        assert thought.lines[0].actions[0][0] in position.moves()


def test_a_position_is_not_repeated() -> None:
    position = Position.parse("w HU3,9|HU5,-10|HU-7,1|HU11,20|HU-9,-2|k0,0")
    again = position.play("3,9>3,12").play("0,0>1,0").play("3,12>3,9").play("1,0>0,0")
    hunt = PlainHunt.of(again, WEIGHTS, UNLIMITED.start())
    assert hunt is not None
    assert hunt.score(Move(Square(3, 9), Square(3, 12))).centipawns == 0
    assert hunt.score(Move(Square(3, 9), Square(3, 11))).centipawns != 0


@pytest.mark.parametrize(
    "text",
    [
        "w HU3,9|K9,9|k0,0|p20,20",  # not bare
        "w HU3,9|P9,9|k0,0",
        "w -50,50,-50,50 HU3,9|HU8,9|K9,9|k0,0",
        "w HU3,9|HU8,9|K9,9|vo20,20|k0,0",
        "w {slideLimit: 9} HU3,9|HU8,9|K9,9|k0,0",
        "w royalcapture HU3,9|HU8,9|K9,9|k0,0",
        "w:b:r HU3,9|HU8,9|K9,9|k0,0|3k90,90",
        "w HU3,9|HU8,9|K9,9|rq0,0",
        "w K9,9|k0,0",
    ],
)
def test_other_positions_are_not_hunts(text: str) -> None:
    assert PlainHunt.of(Position.parse(text), WEIGHTS, UNLIMITED.start()) is None
