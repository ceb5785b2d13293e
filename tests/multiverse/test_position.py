import pytest
from hypothesis import given

from hyperchess.errors import InvalidPosition
from hyperchess.multiverse import BoardAt, Color, HalfTurn, Position, Timeline, start
from hyperchess.multiverse.coordinates import parse_board_at
from hyperchess.multiverse.syntax.fen import parse_board
from tests.strategies import positions


def fen(*places: str) -> str:
    return "".join(f"[k1/1K{place}]" for place in places)


def names(position: Position) -> list[str]:
    return [str(at) for at in position.playable]


def test_a_standard_start() -> None:
    position = start("Standard")
    assert (position.width, position.height, position.even) == (8, 8, False)
    assert position.present == HalfTurn(1, Color.WHITE)
    assert names(position) == ["(0T1w)"]
    assert position.mandatory == position.playable
    assert position.timeline_boards[0].maker is None


def test_an_even_start_has_two_middle_timelines() -> None:
    position = start("Standard - Two Timelines")
    assert [str(timeline) for timeline in position.timelines] == ["-0", "+0"]
    assert position.even
    assert position.active == set(position.timelines)


def test_turn_zero_is_part_of_the_history() -> None:
    position = start("Standard - Turn Zero")
    assert [str(board.at) for board in position.boards] == ["(0T0b)", "(0T1w)"]
    assert position.player is Color.WHITE


def test_the_present_is_the_earliest_end_of_an_active_timeline() -> None:
    position = Position.of_fen(fen(":-0:1:b", ":+0:1:w"))
    assert str(position.present) == "T1w"
    assert position.player is Color.WHITE
    assert names(position) == ["(+0T1w)"]


def test_boards_ahead_of_the_present_are_playable_but_not_mandatory() -> None:
    position = Position.of_fen(fen(":0:1:w", ":1:2:w", ":-1:1:b"))
    assert names(position) == ["(0T1w)", "(1T2w)"]
    assert [str(at) for at in position.mandatory] == ["(0T1w)"]


def test_initial_timelines_are_always_active() -> None:
    boards = fen(":0:1:w", ":1:1:w", ":2:1:w")
    assert len(Position.of_fen(boards).active) == 3


def test_made_timelines_are_active_up_to_one_beyond_the_opponents() -> None:
    boards = fen(":0:3:w", ":1:3:w", ":2:1:w")
    position = Position.of_fen(boards, initial={Timeline.of(0)})
    assert [line.maker for line in position.timeline_boards] == [None, Color.WHITE, Color.WHITE]
    assert position.active == {Timeline.of(0), Timeline.of(1)}
    assert str(position.present) == "T3w"
    assert names(position) == ["(0T3w)", "(1T3w)", "(2T1w)"]
    assert [str(at) for at in position.mandatory] == ["(0T3w)", "(1T3w)"]
    opposed = Position.of_fen(boards + fen(":-1:3:w"), initial={Timeline.of(0)})
    assert len(opposed.active) == 4
    assert str(opposed.present) == "T1w"


def test_even_starts_count_from_the_signed_zeros() -> None:
    middle = {Timeline.parse("-0"), Timeline.parse("+0")}
    boards = fen(":-0:1:w", ":+0:1:w", ":1:1:w", ":2:1:w")
    position = Position.of_fen(boards, initial=middle)
    assert position.active == middle | {Timeline.of(1)}


def test_boards_are_found_by_their_place() -> None:
    position = start("Standard - Turn Zero")
    board = position.board(parse_board_at("(0T0b)"))
    assert board is not None
    assert board.at == BoardAt(Timeline.of(0), 0, Color.BLACK)
    assert position.board(parse_board_at("(0T2w)")) is None
    assert position.board(parse_board_at("(1T1w)")) is None
    assert position.find_timeline(Timeline.of(1)) is None


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        ([], "a position needs at least one board"),
        ([":0:1:w", ":0:1:w"], "there are two boards at (0T1w)"),
        ([":0:1:w", ":0:2:w"], "timeline 0 has a gap: (0T1b) is missing"),
        ([":0:1:w", ":2:1:w"], "timeline 1 is missing between timelines 0 and 2"),
        ([":1:1:w"], "timeline 0 is missing"),
        ([":+0:1:w"], "timeline -0 is missing"),
        ([":+0:1:w", ":0:1:w"], "timeline 0 cannot be combined with -0 and +0"),
    ],
)
def test_boards_that_make_no_multiverse(boards: list[str], message: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Position.of_boards([parse_board(f"[k1/1K{place}]") for place in boards])
    assert str(caught.value).startswith(message)


def test_timeline_zero_cannot_be_made() -> None:
    with pytest.raises(InvalidPosition, match="timeline 0 is always initial"):
        Position.of_fen(fen(":0:1:w"), initial=set())


@pytest.mark.parametrize("letter", ["P", "W", "X", "q", ""])
def test_promotions_are_officers(letter: str) -> None:
    with pytest.raises(InvalidPosition, match="nothing promotes to"):
        Position.of_fen(fen(":0:1:w"), promotions=[letter])


@given(positions())
def test_the_present_belongs_to_the_player(position: Position) -> None:
    assert position.present.color is position.player
    assert position.mandatory
    assert set(position.mandatory) <= set(position.playable)
    assert position == Position.of_boards(
        reversed(position.boards),
        promotions=position.promotions,
        initial={line.timeline for line in position.timeline_boards if line.maker is None},
    )
