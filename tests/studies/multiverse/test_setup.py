"""Boards put together by hand: a position, or everything that is wrong with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.multiverse import Position, start, variants
from hyperchess.notation.reading import parse_all
from hyperchess.studies.multiverse import setup


@pytest.mark.parametrize("name", [variant.name for variant in variants()])
def test_every_variant_goes_through_the_editor(name: str) -> None:
    position = start(name)
    boards = list(setup.list_boards(position))
    initial = [line.timeline.signed for line in position.timeline_boards if line.maker is None]
    made = setup.compose(
        boards,
        width=position.width,
        height=position.height,
        promotions=position.promotions,
        initial=initial,
    )
    assert made.findings == ()
    assert made.position == position
    (game,) = parse_all(setup.format_position(position))
    assert game.final == position


@given(
    st.lists(
        st.builds(
            setup.EditedBoard,
            st.sampled_from(["0", "-0", "+0", "1", "+1", "-1", "x", ""]) | st.text(max_size=5),
            st.integers(-2, 3) | st.integers(),
            st.sampled_from(["white", "black"]) | st.text(max_size=3),
            st.text("kKpPqQ.#*", min_size=4, max_size=4) | st.text(max_size=6),
            st.lists(st.tuples(st.integers(-1, 2), st.integers(-1, 2)), max_size=3).map(tuple),
        ),
        max_size=4,
    ),
    st.none() | st.lists(st.text(max_size=3), max_size=3),
    st.none() | st.lists(st.text(max_size=3), max_size=3),
)
def test_anything_is_a_position_or_told(
    boards: list[setup.EditedBoard], promotions: list[str] | None, initial: list[str] | None
) -> None:
    made = setup.compose(boards, width=2, height=2, promotions=promotions, initial=initial)
    assert (made.position is None) == any(finding.severity == "error" for finding in made.findings)
    if made.position is not None:
        assert Position.of_fen(made.fen).boards == made.position.boards
