"""The pictures of the lessons are what our renderer draws from the texts beside them."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

import hyperchess as hc
from scripts.learn_pictures import FOLDER, PICTURES, Picture, render

HERE = Path(__file__).parents[2] / FOLDER
DRAWN = [picture for picture in PICTURES if picture.name.endswith(".svg")]
FILMS = [picture for picture in PICTURES if picture.name.endswith(".gif")]


@pytest.mark.parametrize("picture", DRAWN, ids=lambda picture: picture.name)
def test_a_drawing_is_current(picture: Picture) -> None:
    """If this fails: python -m scripts.learn_pictures, and look at what it drew."""
    assert render(picture, HERE) == (HERE / picture.name).read_bytes()


@pytest.mark.parametrize("picture", FILMS, ids=lambda picture: picture.name)
def test_a_film_has_a_picture_for_each_action(picture: Picture) -> None:
    """The bytes of a film depend on the fonts of the machine: pictures are counted and measured."""
    with Image.open(HERE / picture.name) as kept, Image.open(BytesIO(render(picture, HERE))) as drawn:
        assert kept.size == drawn.size
        frames = sum(1 for _ in ImageSequence.Iterator(kept))
        assert frames == sum(1 for _ in ImageSequence.Iterator(drawn))
        assert frames == len(hc.read(HERE / picture.text).main_line) + 1


def test_every_picture_and_text_is_used_by_a_lesson() -> None:
    lessons = "".join(page.read_text(encoding="utf-8") for page in HERE.glob("*.md"))
    names = {path.name for path in HERE.iterdir() if path.suffix != ".md"}
    assert names == {picture.name for picture in PICTURES} | {picture.text for picture in PICTURES}
    for picture in PICTURES:
        assert f"({picture.name})" in lessons, picture.name


def test_films_are_small() -> None:
    assert sum((HERE / picture.name).stat().st_size for picture in FILMS) < 300_000


def test_the_games_end_as_the_lessons_say() -> None:
    ends = {
        "mate.5dpgn": "checkmate",
        "check.5dpgn": "check",
        "branch.5dpgn": "ongoing",
        "cage.icn": "checkmate",
    }
    for name, expected in ends.items():
        position = hc.read(HERE / name, strict=True).final
        assert position.status.word == expected, name
    soft = hc.read(HERE / "softmate.5dpgn", strict=True, game=hc.MULTIVERSE).main_line[2].position
    assert soft.status.word == "softmate"
    assert all(move.target.turn == 1 for action in soft.actions() for move in action)
    [line] = [
        line
        for line in hc.read(HERE / "inactive.5dpgn", game=hc.MULTIVERSE).final.timelines
        if str(line) == "2"
    ]
    assert line not in hc.read(HERE / "inactive.5dpgn", game=hc.MULTIVERSE).final.active
