"""Random values for property tests."""

from hypothesis import strategies as st

from hyperchess.multiverse import Board, BoardAt, Color, HalfTurn, Position, Timeline
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE

colors = st.sampled_from(Color)
timelines = st.integers(-50, 50).map(Timeline.of) | st.sampled_from([Timeline(-1), Timeline(1)])
codes = st.just(EMPTY) | st.sampled_from(sorted(PIECE_OF_CODE))
half_turns = st.integers(-20, 200).map(HalfTurn.of_ordinal)


@st.composite
def boards(draw: st.DrawFn, at: BoardAt | None = None, size: tuple[int, int] | None = None) -> Board:
    if at is None:
        at = BoardAt(draw(st.integers(-9, 9).map(Timeline.of)), *draw(half_turns))
    width, height = size or (draw(st.integers(1, 26)), draw(st.integers(1, 20)))
    length = width * height
    cells = draw(st.lists(codes, min_size=length, max_size=length))
    return Board(at, width, height, bytes(cells))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Boards that make a multiverse, with initial timelines and timelines that players made."""
    size = (draw(st.integers(1, 5)), draw(st.integers(1, 5)))
    even = draw(st.booleans())
    rows = range(draw(st.integers(-3, -1 if even else 0)), draw(st.integers(0, 3)) + 1)
    names = [Timeline.of_row(row, even=even) for row in rows]
    initial = {name for name in names if name.number == 0 or draw(st.booleans())}
    placed = []
    for name in names:
        start = draw(st.integers(-2, 6))
        for index in range(start, start + draw(st.integers(1, 3))):
            at = BoardAt(name, *HalfTurn.of_ordinal(index))
            placed.append(draw(boards(at=at, size=size)))
    return Position.of_boards(placed, initial=initial)
