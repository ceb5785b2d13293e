import re
from io import BytesIO
from itertools import combinations

import pytest

from hyperchess.errors import HyperchessError
from hyperchess.infinite import KINDS
from hyperchess.multiverse import PIECES
from hyperchess.picture.pieces import BOX, PIECE_SETS, Drawing, drawing, drawings, piece_symbol

NAMES = {piece_symbol(kind) for kind in PIECES.values()} | {piece_symbol(kind) for kind in KINDS.values()}
STANDING = sorted(NAMES - {"void"})


each_set = pytest.mark.parametrize("piece_set", PIECE_SETS)


@each_set
def test_every_piece_of_both_games_is_drawn_and_nothing_else(piece_set: str) -> None:
    assert set(drawings(piece_set)) == NAMES


def test_the_piece_sets_share_no_drawing_but_the_void() -> None:
    assert len(PIECE_SETS) >= 3
    for name in STANDING:
        assert len({drawings(piece_set)[name].body for piece_set in PIECE_SETS}) == len(PIECE_SETS), name


def test_an_unknown_piece_is_a_sentence() -> None:
    with pytest.raises(HyperchessError, match="there is no drawing of 'elephant'"):
        drawing("elephant")


@each_set
def test_no_two_pieces_have_the_same_drawing(piece_set: str) -> None:
    assert len({tuple(sorted(found.body)) for found in drawings(piece_set).values()}) == len(NAMES)


@each_set
def test_pieces_stay_inside_their_box_with_their_outline(piece_set: str) -> None:
    for name in STANDING:
        for path in drawings(piece_set)[name].body:
            for x, y in _points(path):
                assert 4 <= x <= BOX - 4, (name, path)
                assert 4 <= y <= BOX - 4, (name, path)


@each_set
def test_all_pieces_stand_on_one_line(piece_set: str) -> None:
    for name in STANDING:
        body = drawings(piece_set)[name].body
        assert max(y for path in body for _, y in _points(path)) == 88, name


@each_set
def test_royal_pieces_and_no_others_carry_a_cross(piece_set: str) -> None:
    royal = {piece_symbol(kind) for kind in PIECES.values() if kind.royal}
    royal |= {piece_symbol(kind) for kind in KINDS.values() if kind.royal}
    crossed = {
        name for name, found in drawings(piece_set).items() if any(_is_cross(path) for path in found.body)
    }
    assert crossed == royal == {"king", "royal-queen", "royal-centaur"}


@each_set
def test_outlines_alone_differ_at_16_pixels(piece_set: str) -> None:
    """At least a tenth of what two silhouettes cover belongs to one of them only."""
    resvg = pytest.importorskip("resvg_py")
    images = pytest.importorskip("PIL.Image")

    def silhouette(found: Drawing) -> list[float]:
        paths = "".join(f'<path d="{path}"/>' for path in found.body)
        outlined = f'<g stroke="#000" stroke-width="8" stroke-linejoin="round">{paths}</g>'
        box = 'width="16" height="16" viewBox="0 0 100 100"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{outlined}</svg>'
        picture = images.open(BytesIO(bytes(resvg.svg_to_bytes(svg_string=svg)))).convert("RGBA")
        return [alpha / 255 for alpha in picture.getchannel("A").tobytes()]

    covers = {name: silhouette(drawings(piece_set)[name]) for name in STANDING}
    for one, other in combinations(STANDING, 2):
        both = list(zip(covers[one], covers[other], strict=True))
        different = sum(abs(a - b) for a, b in both) / sum(max(a, b) for a, b in both)
        assert different > 0.1, (one, other, different)


def _is_cross(path: str) -> bool:
    """Whether a path is the mark of royal pieces: twelve corners, 22 units wide and high."""
    points = _points(path)
    spans = [max(values) - min(values) for values in zip(*points, strict=True)]
    return path.count("L") == 11 and "H" not in path and spans == [22, 22]


def _points(path: str) -> list[tuple[float, float]]:
    """End points and control points of the absolute commands of a path."""
    points: list[tuple[float, float]] = []
    x = y = 0.0
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(value) for value in re.findall(r"-?[0-9.]+", text)]
        if command == "H":
            x = values[-1]
        elif command == "V":
            y = values[-1]
        elif command == "A":
            x, y = values[-2:]
        elif command in "MLCQ":
            points += zip(values[::2], values[1::2], strict=True)
            x, y = values[-2:]
        else:
            assert command == "Z", command
        points.append((x, y))
    return points
