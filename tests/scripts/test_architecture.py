"""The drawing of the packages is made from the real imports."""

from itertools import pairwise
from xml.etree import ElementTree

from scripts.architecture import layers, needed, package_imports, render


def test_every_package_is_in_a_layer_and_no_arrow_goes_up() -> None:
    level = {package.name: number for number, row in enumerate(layers()) for package in row}
    for source, targets in package_imports().items():
        assert all(level[target] >= level[source] for target in targets), source


def test_packages_have_docstrings() -> None:
    for row in layers():
        for package in row:
            assert package.words, f"{package.title} has no docstring"


def test_nothing_overlaps_or_is_outside() -> None:
    drawing = ElementTree.fromstring(render())
    width, height = float(drawing.attrib["width"]), float(drawing.attrib["height"])
    boxes = [
        {name: float(rect.attrib[name]) for name in ("x", "y", "width", "height")}
        for rect in drawing.iter("{http://www.w3.org/2000/svg}rect")
        if rect.attrib["class"] in ("package", "native")
    ]
    assert len(boxes) == sum(map(len, layers()))
    for box in boxes:
        assert 0 < box["x"] < box["x"] + box["width"] < width
        assert 0 < box["y"] < box["y"] + box["height"] < height
    for one, other in pairwise(sorted(boxes, key=lambda box: (box["y"], box["x"]))):
        apart = one["x"] + one["width"] < other["x"] or one["y"] + one["height"] < other["y"]
        assert apart


def test_imports_that_others_imply_are_not_drawn() -> None:
    assert needed({"a": {"b", "c"}, "b": {"c"}}) == [("a", "b"), ("b", "c")]
    mutual = {"a": {"b", "c"}, "b": {"a", "c"}}
    assert needed(mutual) == [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c")]
