from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess import picture
from hyperchess.errors import HyperchessError
from hyperchess.infinite import Position, Square, start, variants
from hyperchess.picture.infinite.drawing import infinite_scene
from hyperchess.picture.infinite.viewport import LARGEST, Window, fit
from hyperchess.picture.scene import Scene, Text, Use
from hyperchess.picture.styles import rules
from hyperchess.picture.theme import THEMES
from hyperchess.picture.to_svg import format_svg, shape_kinds
from tests.infinite.strategies import fairy_position, setups, squares
from tests.picture.scenes import FAR_AND_WIDE

FEW_THOUSAND = 5_000


def kinds(scene: Scene) -> set[str]:
    return {kind for shape in scene.walk() for kind in shape_kinds(shape)}


def texts(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.walk() if isinstance(shape, Text)]


@given(setups(), st.booleans())
def test_anything_that_a_text_can_say_can_be_drawn(setup: object, flip: bool) -> None:
    scene = infinite_scene(Position.of(setup), flip=flip)  # type: ignore[arg-type]
    assert kinds(scene) <= set(rules(THEMES["light"]))
    ElementTree.fromstring(format_svg(scene))


@given(st.integers(0, 10_000), st.booleans())
def test_moves_of_any_piece_can_be_drawn(seed: int, flip: bool) -> None:
    position = fairy_position(seed)
    moves = position.moves()
    sources = [move.source for move in moves.points] + [ray.source for ray in moves.rays]
    for source in sources[:1] + sources[-1:]:
        scene = infinite_scene(position, moves_of=source, flip=flip)
        assert scene.count() < FEW_THOUSAND
        ElementTree.fromstring(format_svg(scene))


@given(st.lists(squares, max_size=12))
def test_a_window_is_never_too_large_and_never_empty(found: list[Square]) -> None:
    window = fit(found)
    assert window.checked() == window
    assert window.span <= LARGEST
    assert not found or any(window.holds(square) for square in found)


@pytest.mark.parametrize("name", [variant.name for variant in variants() if "Omega^" not in variant.name])
def test_every_start_can_be_drawn(name: str) -> None:
    assert infinite_scene(start(name)).count() < FEW_THOUSAND


def test_far_pieces_are_markers_with_their_coordinates() -> None:
    shown = texts(infinite_scene(FAR_AND_WIDE))
    assert {"-1000, -2", "40, 50", "5, 1.23·10²⁹", "9.99·10⁷, -9.99·10⁷"} <= set(shown)


def test_many_far_pieces_are_counted() -> None:
    crowd = "|".join(f"p{10**9 + index},{index % 7}" for index in range(60))
    scene = infinite_scene(Position.parse(f"w K0,0|k5,5|{crowd}"), window=(-2, 8, -2, 8))
    assert "+53 more" in texts(scene)
    assert scene.count() < 200


def test_labels_far_out_count_from_a_base() -> None:
    position = Position.parse(f"w K{10**30 + 5},3|k{10**30 + 12},9")
    shown = texts(infinite_scene(position))
    assert "+5" in shown
    assert any(text.startswith("x = 100000…00000 (31 digits) + ") for text in shown)


def test_thousands_of_pieces_are_a_few_paths() -> None:
    crowd = "|".join(f"P{x},{y}" for x in range(0, 180, 3) for y in range(0, 180, 3))
    scene = infinite_scene(Position.parse(f"w K-1,-1|k-9,-9|{crowd}"))
    assert {"swarm-white", "swarm-black", "grid"} <= kinds(scene)
    assert scene.count() < 100


def test_last_move_and_checks_are_drawn() -> None:
    position = Position.parse("w K5,1|k5,20|R1,3|b0,0").play("1,3>5,3")
    scene = infinite_scene(position)
    assert {"tint-by-white", "tint-check", "arrow-check"} <= kinds(scene)
    assert "White" not in scene.title
    assert "arrow-check" not in kinds(infinite_scene(position, checks=False))


def test_an_attacker_outside_points_in_from_the_edge() -> None:
    scene = infinite_scene(Position.parse(f"w K0,0|r{-(10**50)},0|k3,3"))
    assert "arrow-check" in kinds(scene)


def test_voids_obstacles_border_and_further_players() -> None:
    scene = infinite_scene(Position.parse("w -3,4,_,5 K0,0|q2,3|3k1,1|ob-1,2|vo3,-1"))
    assert {"void", "border", "neutral", "red"} <= kinds(scene)
    assert "3" in texts(scene)


def test_square_zero_zero_is_dark() -> None:
    scene = infinite_scene(Position.parse("w K0,0|k3,0"), window=(0, 0, 0, 0))
    dark = next(shape for shape in scene.walk() if "dark" in shape_kinds(shape))
    assert dark.data.count("M") == 1  # type: ignore[union-attr]
    scene = infinite_scene(Position.parse("w K0,0|k3,0"), window=(1, 1, 0, 0))
    dark = next(shape for shape in scene.walk() if "dark" in shape_kinds(shape))
    assert dark.data == ""  # type: ignore[union-attr]


def test_flip_turns_the_board() -> None:
    position = Position.parse("w K0,0|k3,7")
    white, black = (
        {shape.kind: shape for shape in infinite_scene(position, flip=flip).walk() if isinstance(shape, Use)}
        for flip in (False, True)
    )
    assert white["white"].y > white["black"].y
    assert black["white"].y < black["black"].y


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"window": 3}, r"\(left, right, bottom, top\)"),
        ({"window": (5, 1, 0, 0)}, "left <= right"),
        ({"window": (0, 10**9, 0, 0)}, "at most 1000 squares"),
        ({"detail": "full"}, "'detail' is an option for pictures of 5D chess"),
        ({"moves_of": "99,99"}, "no piece stands on 99,99"),
        ({"highlights": ["e4"]}, "expected a coordinate"),
    ],
)
def test_wrong_options_are_sentences(options: dict[str, object], message: str) -> None:
    with pytest.raises(HyperchessError, match=message):
        picture.svg(start("Classical"), **options)  # type: ignore[arg-type]


def test_a_window_is_a_plain_tuple() -> None:
    assert Window(0, 1, 2, 3) == (0, 1, 2, 3)
