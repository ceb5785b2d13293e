from typing import Any

import pytest

from hyperchess import infinite, picture
from hyperchess.game import Comment, Game
from hyperchess.multiverse import start


def _game() -> Game[Any, Any]:
    game: Game[Any, Any] = Game(start("Standard"))
    game.root.add(start("Standard").read("e4")).comments = [Comment("[%cal R(0T1w)g1>(0T1w)f3] plan")]
    return game


def test_shapes_in_comments_are_drawn() -> None:
    game = _game()
    asked = picture.Arrow("(0T1w)g1", "(0T1w)f3", "red")
    drawn = picture.svg(game)
    assert drawn == picture.svg(game, shapes=False, arrows=[asked])
    assert drawn != picture.svg(game, shapes=False)
    assert drawn == picture.svg(game.main_line[0])
    assert picture.svg(game.root) == picture.svg(game.root, shapes=False)


def test_squares_come_before_those_asked_for() -> None:
    game = _game()
    game.end.comments = [Comment("[%csl B(0T1b)e4]")]
    both = [picture.Highlight("(0T1b)e4", "blue"), picture.Highlight("(0T1b)e4", "red")]
    assert picture.svg(game, highlights=both[1:]) == picture.svg(game, shapes=False, highlights=both)


def test_infinite_shapes_are_drawn() -> None:
    game: Game[Any, Any] = Game(infinite.start("Classical"))
    game.root.comments = [Comment(f"[%csl G4,4][%cal B1,1>{'9' * 1_000},5]")]
    arrow = picture.Arrow(infinite.Square(1, 1), infinite.Square(int("9" * 1_000), 5), "blue")
    assert picture.svg(game) == picture.svg(game, shapes=False, highlights=["4,4"], arrows=[arrow])


@pytest.mark.parametrize("flip", [False, True])
def test_a_ray_goes_to_the_edge_of_the_picture(flip: bool) -> None:
    game: Game[Any, Any] = Game(infinite.start("Classical"))
    game.root.comments = [Comment("[%crl R4,4>5,5]")]
    square = infinite.Square
    ray = picture.Arrow(square(4, 4), square(5, 5), "red", endless=True)
    short = picture.Arrow(square(4, 4), square(5, 5), "red")
    window = (1, 8, 1, 8)
    drawn = picture.svg(game, window=window, flip=flip)
    assert drawn == picture.svg(game, shapes=False, window=window, flip=flip, arrows=[ray])
    assert drawn != picture.svg(game, shapes=False, window=window, flip=flip, arrows=[short])
    # it crosses a window that holds neither square, and only on the way that it goes
    across = picture.svg(game, window=(20, 30, 20, 30), flip=flip)
    assert across != picture.svg(game, shapes=False, window=(20, 30, 20, 30), flip=flip)
    for other in ((20, 30, 60, 70), (-30, -20, -30, -20)):
        beside = picture.svg(game, window=other, flip=flip)
        assert beside == picture.svg(game, shapes=False, window=other, flip=flip)


@pytest.mark.parametrize(
    "text",
    [
        "[%csl G(0T1w)z99]",
        "[%csl G(7T1w)e4]",
        "[%csl G(0T-99999w)e4]",
        "[%cal R(0T1w)e2>(0T1w)z99]",
        "[%cal R(-9T1w)e2>(9T1w)e4]",
        "[%csl G4,4]",
    ],
)
def test_squares_that_are_not_there_are_left_out(text: str) -> None:
    game = _game()
    game.end.comments = [Comment(text)]
    assert picture.svg(game) == picture.svg(game, shapes=False)
