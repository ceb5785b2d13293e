"""Pieces put together by hand: a position, or everything that is wrong with it."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hyperchess.studies.infinite import setup

_WORDS = st.sampled_from(["king", "white", "neutral", "void", "0", "-5", "9" * 1_001, ""]) | st.text(
    max_size=4
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.builds(setup.PlacedPiece, _WORDS, _WORDS, _WORDS, _WORDS, st.booleans()), max_size=4),
    st.none() | _WORDS,
    st.none() | st.lists(_WORDS, max_size=3),
    st.none() | st.dictionaries(_WORDS, st.lists(_WORDS, max_size=2), max_size=2),
)
def test_any_pieces_are_a_position_or_told(
    pieces: list[setup.PlacedPiece],
    player: str | None,
    players: list[str] | None,
    ranks: dict[str, list[str]] | None,
) -> None:
    made = setup.compose(pieces, player=player, players=players, promotion_ranks=ranks)
    assert (made.position is None) == any(finding.severity == "error" for finding in made.findings)
