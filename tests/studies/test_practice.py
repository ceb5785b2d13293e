"""Practice mates: every start can be played, and none begins with an attack."""

import pytest

from hyperchess.infinite import Color, Verdict
from hyperchess.studies.analysis.engines import no_engine
from hyperchess.studies.errors import StudyError
from hyperchess.studies.learning.practice import (
    MOST_MOVES,
    PRACTICE_MATES,
    describe,
    list_practice,
    practice_position,
    practice_start,
)
from hyperchess.studies.opening import open_text

NAMES = [name for names in PRACTICE_MATES.values() for name in names]


@pytest.mark.parametrize("name", NAMES)
def test_a_start_is_open(name: str) -> None:
    for seed in range(3):
        position = practice_position(name, seed)
        assert position.player is Color.WHITE
        assert position.status.verdict is Verdict.ONGOING
        assert no_engine(position) == ""
        [royal] = [square for square, piece in position.pieces().items() if piece.color is Color.BLACK]
        for square, piece in position.pieces().items():
            if piece.color is Color.WHITE:
                assert max(abs(square.x), abs(square.y)) <= 5
                assert abs(square.x - royal.x) != abs(square.y - royal.y)
                assert square.x != royal.x
                assert square.y != royal.y


@pytest.mark.parametrize("name", NAMES)
def test_the_text_opens_as_the_same_position(name: str) -> None:
    start = practice_start(name, 7)
    content = open_text(start.text, "icn")
    assert content.game.problems == ()
    assert content.game.start is not None
    assert content.game.start.pieces() == practice_position(name, 7).pieces()
    assert start.title == f"Practice: {describe(name)}"


def test_the_same_seed_gives_the_same_start() -> None:
    assert practice_start("3R-1k", 5) == practice_start("3R-1k", 5)
    assert practice_start("3R-1k", 5) != practice_start("3R-1k", 6)


def test_the_list_has_every_level() -> None:
    assert [mate.name for mate in list_practice()] == NAMES
    assert {mate.level for mate in list_practice()} == {"easy", "medium", "hard", "insane"}
    assert all(mate.moves == MOST_MOVES and mate.text for mate in list_practice())


def test_an_unknown_name_says_what_there_is() -> None:
    with pytest.raises(StudyError, match="no practice mate") as refused:
        practice_start("9Z-1k", 1)
    assert "2Q-1k" in refused.value.hint
