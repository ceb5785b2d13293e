import re
from io import BytesIO
from itertools import combinations

import pytest

from hyperchess.errors import HyperchessError
from hyperchess.infinite import KINDS
from hyperchess.multiverse import PIECES
from hyperchess.picture.pieces import BOX, drawing, drawings, piece_symbol
from hyperchess.picture.scene import Scene, Use
from hyperchess.picture.to_png import format_png

NAMES = {piece_symbol(kind) for kind in PIECES.values()} | {piece_symbol(kind) for kind in KINDS.values()}
STANDING = sorted(NAMES - {"void"})


def test_every_piece_of_both_games_is_drawn_and_nothing_else() -> None:
    assert set(drawings()) == NAMES


def test_an_unknown_piece_is_a_sentence() -> None:
    with pytest.raises(HyperchessError, match="there is no drawing of 'elephant'"):
        drawing("elephant")


def test_no_two_pieces_have_the_same_drawing() -> None:
    assert len({tuple(sorted(found.body)) for found in drawings().values()}) == len(NAMES)


def test_pieces_stay_inside_their_box_with_their_outline() -> None:
    for name in STANDING:
        for path in drawing(name).body:
            for x, y in _points(path):
                assert 4 <= x <= BOX - 4, (name, path)
                assert 4 <= y <= BOX - 4, (name, path)


def test_all_pieces_stand_on_one_line() -> None:
    for name in STANDING:
        assert max(y for path in drawing(name).body for _, y in _points(path)) == 88, name


def test_royal_pieces_and_no_others_carry_a_cross() -> None:
    royal = {piece_symbol(kind) for kind in PIECES.values() if kind.royal}
    royal |= {piece_symbol(kind) for kind in KINDS.values() if kind.royal}
    crossed = {
        name
        for name, found in drawings().items()
        if any(path.count("L") == 11 and "H" not in path for path in found.body)
    }
    assert crossed == royal == {"king", "royal-queen", "royal-centaur"}


def test_outlines_alone_differ_at_16_pixels() -> None:
    """At least a tenth of what two silhouettes cover belongs to one of them only."""
    pytest.importorskip("resvg_py")
    images = pytest.importorskip("PIL.Image")

    def silhouette(name: str) -> list[float]:
        scene = Scene(16, 16, name, (Use(name, 0, 0, 16, "black"),))
        picture = images.open(BytesIO(format_png(scene, "light"))).convert("RGBA")
        return [alpha / 255 for alpha in picture.getchannel("A").tobytes()]

    covers = {name: silhouette(name) for name in STANDING}
    for one, other in combinations(STANDING, 2):
        both = list(zip(covers[one], covers[other], strict=True))
        different = sum(abs(a - b) for a, b in both) / sum(max(a, b) for a, b in both)
        assert different > 0.1, (one, other, different)


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
