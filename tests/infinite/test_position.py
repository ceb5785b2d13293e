import copy
import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.errors import IllegalAction, InvalidMove
from hyperchess.infinite import Color, Position, Square, start
from hyperchess.infinite.board import Board
from hyperchess.infinite.pieces import LINES
from tests.infinite.strategies import fairy_position
from tests.infinite.test_text import DOCUMENT

GAME = [
    "4,2>4,4",
    "4,7>4,6",
    "4,4>4,5",
    "3,7>3,5",
    "4,5>3,6",
    "6,8>3,11",
    "3,6>2,7",
    "3,11>-4,4",
    "2,7>1,8Q",
    "-4,4>2,-2",
    "5,1>4,2",
    "7,8>6,6",
    "1,8>2,8",
    "5,8>7,8",
    "2,8>1,7",
    "4,8>0,4",
    "1,7>7,13",
    "7,8>8,8",
    "7,13>7,7",
    "8,8>7,7",
    "8,2>8,4",
    "0,4>4,4",
]


def test_the_game_of_the_document() -> None:
    position = Position.parse(DOCUMENT[4])
    for move in GAME[:-1]:
        assert str(position.find(move)) == move
        position = position.play(move)
    assert position.text() == DOCUMENT[5]
    mate = position.play(GAME[-1])
    assert str(mate.status) == "Black wins: checkmate"
    assert not mate.moves().points
    assert not mate.moves().rays


@pytest.mark.parametrize(
    ("move", "error", "message"),
    [
        ("9,9>9,8", InvalidMove, "no piece stands on 9,9"),
        ("4,7>4,5", InvalidMove, "the pawn on 4,7 is not White's"),
        ("4,2>4,5", InvalidMove, "the pawn cannot go from 4,2 to 4,5"),
        ("1,1>1,3", InvalidMove, "the rook cannot go from 1,1 to 1,3: White's pawn on 1,2 is in the way"),
        ("5,1>7,1", InvalidMove, "the king cannot go from 5,1 to 7,1: White's bishop on 6,1 is in the way"),
        ("2,1>3,3Q", InvalidMove, "the knight does not promote on 3,3"),
        ("4,2>4,3Q", InvalidMove, "the pawn does not promote on 4,3"),
    ],
)
def test_why_a_move_cannot_be_played(move: str, error: type[Exception], message: str) -> None:
    position = start("Classical")
    with pytest.raises(error) as caught:
        position.play(move)
    assert str(caught.value) == message
    assert move not in position.moves()


def test_a_move_that_leaves_a_check_names_the_attacker() -> None:
    position = Position.parse("w K0,0|B0,3|r0,9|k50,80")
    with pytest.raises(IllegalAction) as caught:
        position.play("0,3>1,4")
    assert caught.value.rule == "check"
    assert str(caught.value) == "the king on 0,0 would be attacked by the rook on 0,9"
    far = Position.parse(f"w K0,0|k50,80|r0,{'9' * 900}")
    with pytest.raises(IllegalAction) as caught:
        far.play("0,0>0,1")
    assert len(str(caught.value)) < 200


def test_promotion_is_forced_unless_the_rules_say_otherwise() -> None:
    position = Position.parse("w (8|1) P0,7|K9,-9|k50,80")
    with pytest.raises(InvalidMove, match="add one of Q R B N"):
        position.play("0,7>0,8")
    with pytest.raises(InvalidMove, match="add one of Q R B N"):
        position.play("0,7>0,8AM")
    assert str(position.find("0,7>0,8q")) == "0,7>0,8Q"
    free = position.with_settings(replace(position.settings, free_promotion=True))
    assert str(free.find("0,7>0,8")) == "0,7>0,8"
    assert free.moves().count(0, 0, 8, 8) == 5


def test_a_pawn_that_promoted_cannot_be_taken_en_passant() -> None:
    position = Position.parse("w (4|1) P0,2+|p1,4|K9,-9|k50,80")
    after = position.play("0,2>0,4Q")
    assert after.en_passant is None
    assert "1,4>0,3" not in after.moves()


def test_castling_rights_of_others_stay_unless_the_rules_say_otherwise() -> None:
    text = "w K5,1+|R9,1+|R1,1+|k50,80"
    assert str(Position.parse(text).play("5,1>7,1")) == "b R1,1+|k50,80|K7,1|R6,1"
    assert str(Position.parse(text).play("5,1>5,2")) == "b R9,1+|R1,1+|k50,80|K5,2"
    settings = Position.parse(text).settings
    dropping = Position.parse(text).with_settings(replace(settings, drop_idle_rights=True))
    assert str(dropping.play("5,1>7,1")) == "b R1,1|k50,80|K7,1|R6,1"


def test_more_than_two_players() -> None:
    position = Position.parse("w:b:r K0,0|k9,9|3k20,20|3q5,5")
    assert not position.is_guarded
    after = position.play("0,0>1,0").play("9,9>9,8")
    assert (after.player, after.full_move) == (Color.RED, 1)
    taken = after.play("5,5>5,4").play("1,0>1,1").play("9,8>9,9")
    assert taken.full_move == 2
    won = taken.play("5,4>9,8").play("1,1>1,2").play("9,9>9,8")
    assert won.status.is_over is False
    twice = Position.parse("w:w:b K0,0|R5,5|k9,9").play("5,5>5,9").play("5,9>9,9")
    assert str(twice.status) == "White wins: royal captured"


def test_en_passant_among_three_players() -> None:
    position = Position.parse("b:r:w K0,0|k9,9|3k20,20|p5,7+|3p4,7").play("5,7>5,5")
    assert str(position.en_passant) == "5,6"
    assert str(position.play("4,7>5,6")) == "w:b:r 2 K0,0|k9,9|3k20,20|3p5,6"


def test_pieces_and_positions_can_be_copied_and_pickled() -> None:
    position = start("Classical").play("4,2>4,4")
    again = pickle.loads(pickle.dumps(position.setup.settings))
    assert again == position.setup.settings
    pieces = pickle.loads(pickle.dumps(dict(position.pieces())))
    assert pieces == dict(position.pieces())
    assert copy.deepcopy(dict(position.pieces())) == dict(position.pieces())


def test_positions_are_equal_if_their_texts_say_the_same() -> None:
    one = start("Classical").play("2,1>3,3").play("2,8>3,6").play("7,1>6,3")
    other = start("Classical").play("7,1>6,3").play("2,8>3,6").play("2,1>3,3")
    assert one == other
    assert one.key == other.key
    assert hash(one) == hash(other)
    assert one != start("Classical")


def played(seed: int, plies: int, position: Position) -> Position:
    chance = random.Random(seed)
    for _ in range(plies):
        moves = list(position.moves().near(3))
        if not moves:
            break
        position = position.play(chance.choice(moves))
    return position


@given(st.integers(0, 10_000))
def test_a_played_board_equals_a_fresh_one(seed: int) -> None:
    position = fairy_position(seed)
    for line in LINES:
        position.board.line(line, 0, 0)
    position = played(seed, 8, position)
    fresh = Board.of(position.pieces(), position.settings.border, position.settings.slide_limit)
    for line in LINES:
        for x, y in position.pieces():
            assert list(position.board.line(line, x, y)) == list(fresh.line(line, x, y))
    assert position.board.material.counts == fresh.material.counts
    for color in Color:
        assert set(position.board.royals.get(color, ())) == set(fresh.royals.get(color, ()))
    assert Position.parse(position.text()) == position
    again = Position.parse(position.text())
    assert sorted(map(str, again.moves().near())) == sorted(map(str, position.moves().near()))


@given(st.integers(0, 10_000), st.integers(-(10**50), 10**50), st.integers(-(10**50), 10**50))
def test_far_away_everything_is_the_same(seed: int, dx: int, dy: int) -> None:
    near = fairy_position(seed)
    setup = near.setup
    promotions = {
        color: entry._replace(ranks=tuple(rank + dy for rank in entry.ranks))
        for color, entry in setup.settings.promotions.items()
    }
    border = setup.settings.border
    if border is not None:
        edges = zip(border, (dx, dx, dy, dy), strict=True)
        border = type(border)(*(None if edge is None else edge + by for edge, by in edges))
    far = Position.of(
        replace(
            setup,
            pieces={Square(x + dx, y + dy): piece for (x, y), piece in setup.pieces.items()},
            en_passant=None if setup.en_passant is None else setup.en_passant.plus((dx, dy)),
            settings=replace(setup.settings, promotions=promotions, border=border),
        )
    )
    window = (-40, 50, -30, 35)
    shifted = (window[0] + dx, window[1] + dx, window[2] + dy, window[3] + dy)
    assert far.moves().count(*shifted) == near.moves().count(*window)
    assert far.status.verdict == near.status.verdict
    assert len(far.moves().rays) == len(near.moves().rays)


@pytest.mark.parametrize(
    ("text", "move", "kept"),
    [
        ("w K5,1+|R8,1+|R7,1+|R1,1+|k50,60", "8,1>8,3", ["5,1", "7,1", "1,1"]),
        ("w K5,1+|R8,1+|R7,1+|k50,60", "8,1>8,3", ["7,1"]),  # too near to castle with
        ("w K5,1+|R8,1+|B1,1|k50,60", "1,1>2,2", ["5,1", "8,1"]),
        ("w K5,1+|B1,1|k50,60", "1,1>2,2", ["5,1"]),  # nothing was lost, so nothing goes
        ("w K5,1+|R8,1+|R1,1+|k50,60", "5,1>5,2", []),
        ("b K5,1+|R8,1+|b9,2|k50,60", "9,2>8,1", []),
        ("w K5,1+|R8,1+|RC12,1+|k50,60", "5,1>5,2", ["8,1", "12,1"]),
    ],
)
def test_rights_are_dropped_as_on_the_site(text: str, move: str, kept: list[str]) -> None:
    position = Position.parse(text)
    after = position.with_settings(replace(position.settings, drop_idle_rights=True)).play(move)
    assert [str(square) for square, piece in after.pieces().items() if piece.special] == kept
