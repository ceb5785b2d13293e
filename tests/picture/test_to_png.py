import sys
from io import BytesIO
from typing import Any

import pytest

from hyperchess import infinite, multiverse, picture
from hyperchess.errors import HyperchessError
from hyperchess.game import Game
from hyperchess.picture import to_png
from tests.picture.scenes import jumps


def images() -> Any:
    pytest.importorskip("resvg_py")
    return pytest.importorskip("PIL.Image")


def test_a_png_has_the_size_that_was_asked_for() -> None:
    position = multiverse.start("Standard")
    scene = picture.draw_scene(position)
    picture_of = images().open(BytesIO(picture.png(position, width=300)))
    assert picture_of.size == (300, pytest.approx(300 * scene.height / scene.width, abs=1))
    twice = images().open(BytesIO(picture.png(position, scale=2)))
    assert twice.width == pytest.approx(2 * scene.width, abs=1)


def test_a_huge_picture_is_drawn_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(to_png, "MOST_PIXELS", 10_000)
    small = images().open(BytesIO(picture.png(multiverse.start("Standard"), scale=50)))
    assert small.width * small.height < 11_000


def test_sizes_are_positive() -> None:
    pytest.importorskip("resvg_py")
    for options in ({"width": 0}, {"scale": -1.0}, {"scale": float("nan")}):
        with pytest.raises(HyperchessError, match="greater than 0"):
            picture.png(multiverse.start("Standard"), **options)


def test_a_film_has_a_picture_for_every_action() -> None:
    film = images().open(BytesIO(picture.gif(jumps(), width=120, seconds=0.5)))
    assert film.n_frames == len(jumps().path) + 1
    assert film.width == 120
    assert film.info["duration"] == 500


def test_a_film_follows_the_present() -> None:
    film = images().open(BytesIO(picture.gif(jumps(), width=90, window=1)))
    assert film.n_frames == 10


def test_a_film_of_infinite_chess() -> None:
    game: Game[Any, Any] = Game(infinite.start("Classical"))
    game.root.add((game.root.position.find("4,2>4,4"),))
    film = images().open(BytesIO(picture.gif(game, width=100)))
    assert film.n_frames == 2


def test_a_missing_extra_explains_its_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(picture.MissingExtra, match=r"pip install 'hyperchess\[png\]'"):
        picture.png(multiverse.start("Standard"))
    with pytest.raises(picture.MissingExtra, match=r"pip install 'hyperchess\[gif\]'"):
        picture.gif(jumps())
