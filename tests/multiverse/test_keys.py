"""Keys of positions: the same with either implementation of the rules, and equal only for equal positions."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from hyperchess.errors import InvalidArgument, InvalidMove, MoveError
from hyperchess.multiverse import Position, start
from hyperchess.multiverse.action_bytes import pack_action
from hyperchess.multiverse.board_pattern import NOTHING, BoardPattern
from hyperchess.multiverse.coordinates import Timeline
from hyperchess.multiverse.keys import material_key, position_keys
from hyperchess.multiverse.line_table import BOARD, POSITION
from hyperchess.multiverse.pieces import PIECE_OF_CODE
from tests.multiverse.differential import NATIVE, REFERENCE, starts

STARTS = starts()


@pytest.mark.parametrize("name", STARTS)
def test_native_keys_are_those_of_the_specification(name: str) -> None:
    chance = random.Random(name)
    position = replace(STARTS[name], rules=NATIVE)
    before = None
    for _ in range(6):
        assert position.keys(before) == position_keys(position, before)
        choice = list(position.actions(20))
        if not choice:
            break
        before, position = position, position.play_legal(chance.choice(choice))


def play(*actions: str) -> Position:
    position = start("Standard")
    for action in actions:
        position = position.play(action)
    return position


def test_a_key_covers_the_past_and_the_front_does_not() -> None:
    one, other = play("Nf3", "Nf6", "Nc3"), play("Nc3", "Nf6", "Nf3")
    assert one.keys().full != other.keys().full
    assert one.keys().front == other.keys().front
    assert one.keys().material == other.keys().material
    assert one.keys().full == play("Nf3", "Nf6", "Nc3").keys().full


def test_different_positions_have_different_keys() -> None:
    positions = {position for each in STARTS.values() for position in [each, *_after_each(each)]}
    assert len({position.keys().full for position in positions}) == len(positions)


def _after_each(position: Position) -> list[Position]:
    return [position.play_legal(action) for action in position.actions(10)]


def test_the_key_of_the_material_is_that_of_its_letters() -> None:
    position = Position.of_fen("[k*2/1p*1/K*QQ:0:1:w]")
    assert position.keys().material == material_key({"k": 1, "p": 1, "K": 1, "Q": 2})
    assert position.keys().material != material_key({"k": 1, "p": 1, "K": 1, "Q": 1})


def test_boards_are_known_wherever_they_stand() -> None:
    boards = start("Standard - Two Timelines").keys().boards
    assert len(boards) == 2
    assert boards[0].contents == boards[1].contents == start("Standard").keys().boards[-1].contents


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
def test_native_rows_and_replays_are_those_of_the_rules_in_python(name: str) -> None:
    chance = random.Random(name)
    position = first = replace(STARTS[name], rules=NATIVE)
    after, packed = [], []
    for _ in range(7):
        choice = list(position.actions(60))
        if not choice:
            break
        action = list(chance.choice(choice[-30:]))
        position = position.play_legal(action)
        staying = [move for move in action if move.is_physical]  # these may come in any order
        chance.shuffle(staying)
        packed.append(pack_action([*staying, *[m for m in action if not m.is_physical]], even=first.even))
        after.append(position)
    python = replace(position, rules=REFERENCE)
    for board in [*position.boards, *first.boards]:
        for square, piece in list(board.pieces())[:3]:
            for asked in (square, square._replace(turn=square.turn + 3), square._replace(file=8, rank=-1)):
                assert position.piece(asked) == python.piece(asked)
            assert position.piece(square) == piece
    assert position.piece(square._replace(timeline=Timeline.parse("7"))) is None
    data = b"".join(packed)
    table = first.line_table(data)
    assert table == REFERENCE.line_table(replace(first, rules=REFERENCE), data)
    assert len(table.positions) == POSITION.size * (len(after) + 1)
    assert len(table.boards) == BOARD.size * len(position.boards)
    assert POSITION.unpack(table.positions[-POSITION.size :])[0] == position.keys().full >> 64
    assert first.replay(b"".join(table.actions)) == after
    assert first.replay(b"".join(table.actions), 3) == after[:3]
    assert replace(first, rules=REFERENCE).replay(b"".join(table.actions), 3) == after[:3]


@pytest.mark.parametrize("name", STARTS)
def test_boards_that_fit_a_pattern(name: str) -> None:
    chance = random.Random(name)
    position = first = replace(STARTS[name], rules=NATIVE)
    packed = []
    line = [first]
    for _ in range(7):
        choice = list(position.actions(60))
        if not choice:
            break
        action = chance.choice(choice[-30:])
        packed.append(pack_action(action, even=first.even))
        position = position.play_legal(action)
        line.append(position)
    data = b"".join(packed)
    python = replace(first, rules=REFERENCE)
    width, height = first.width, first.height
    found = 0
    for size in (1, 2, 3, 6, width * height):
        cells = chance.choice(position.boards).cells
        letters = [PIECE_OF_CODE[code].text.rstrip("*") if code else NOTHING for code in cells]
        squares = sorted(chance.sample(range(width * height), min(size, width * height)))
        more = frozenset(chance.sample("QqNnRrPp.", 2))
        pattern = BoardPattern(width, height, tuple((n, more | {letters[n]}) for n in squares))
        answer = first.find_boards(data, pattern)
        assert answer == python.find_boards(data, pattern)
        assert first.find_boards(data, pattern, 3) == [board for board in answer if board.ply <= 3]
        # the same by looking at every board of the last position
        wanted = set()
        for board in position.boards:
            if pattern.fits(board):
                ply = next(ply for ply, state in enumerate(line) if board in state.boards)
                row = board.at.timeline.row(even=first.even)
                wanted.add((ply, row, board.at.half_turn.ordinal))
        assert set(answer) == wanted and len(answer) == len(wanted)
        assert first.find_boards(data, pattern._replace(width=width + 1)) == []
        found += len(answer)
    assert found


def test_bytes_that_are_not_actions() -> None:
    chance = random.Random(5)
    position = start("Standard - Two Timelines")
    first = position.read("(L-0)e3 (L+0)Nf3")
    second = position.play(first).read("(L-0)e6 (L+0)Nf6")
    good = b"".join(pack_action(action, even=True) for action in (first, second))
    assert len(position.replay(good)) == 2
    for _ in range(300):
        data = bytearray(good)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        cut = bytes(data[: chance.randrange(1, len(data) + 1)])
        for ask in (position.line_table, position.replay):
            with suppress(InvalidArgument, MoveError):
                ask(cut)


def test_facts_of_a_line_that_cannot_be_played() -> None:
    position = start("Standard")
    data = b"".join(pack_action(position.read(text), even=False) for text in ("e4", "d4"))
    with pytest.raises(InvalidMove):
        position.line_table(data)
