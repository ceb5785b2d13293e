r"""Arrows and coloured squares inside comments, so that every notation that keeps comments keeps them.

    tag    = "[%csl" blank square-item (separator square-item)* "]"
           | "[%cal" blank arrow-item (separator arrow-item)* "]"
    square-item = color square            arrow-item = color square ">" square
    color  = "G" | "B" | "Y" | "R"        green, blue, yellow, red
    square = "(0T1w)e4" in 5D chess, "4,-2" in infinite chess
    separator = "," in 5D chess, ";" in infinite chess, whose squares have commas inside

>>> from hyperchess.kinds import Kind
>>> text, shapes = split_shapes("[%cal G(0T1w)e2>(0T1w)e4][%csl Y(0T1w)e5] the centre", Kind.MULTIVERSE)
>>> text, [str(shape) for shape in shapes]
('the centre', ['G(0T1w)e2>(0T1w)e4', 'Y(0T1w)e5'])
>>> join_shapes("far away", split_shapes("[%csl R9,-3;B0,1]", Kind.INFINITE)[1])
'[%csl R9,-3;B0,1] far away'

Slavrick's spelling of 5D squares is read too: `(w.0T1)e4`, and an arrow `(w.0T1)e2(0T1)e4`. A tag that is
not understood from end to end, and every other tag (`[%eval 0.3]`), stays in the text.

Splitting what was joined gives the same text and the same shapes in the same order. For that a tag stays in
the text where taking it out could make a new one of what is left: directly behind a `[`, and anywhere
behind a tag that is not closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple, TypeAlias

from hyperchess import infinite, multiverse
from hyperchess.errors import ParseError
from hyperchess.game import Comment
from hyperchess.kinds import Kind
from hyperchess.multiverse.coordinates import parse_square

__all__ = [
    "COLOR_NAMES",
    "ArrowShape",
    "Shape",
    "SquareShape",
    "join_shapes",
    "shapes_of",
    "split_shapes",
]

AnySquare: TypeAlias = multiverse.Square | infinite.Square

COLOR_NAMES = {"G": "green", "B": "blue", "Y": "yellow", "R": "red"}
_LETTERS = {name: letter for letter, name in COLOR_NAMES.items()}


class SquareShape(NamedTuple):
    """A coloured square; `color` is a word such as `green`."""

    square: AnySquare
    color: str = "green"

    def __str__(self) -> str:
        return f"{_LETTERS[self.color]}{self.square}"


class ArrowShape(NamedTuple):
    """An arrow from one square to another."""

    source: AnySquare
    target: AnySquare
    color: str = "green"

    def __str__(self) -> str:
        return f"{_LETTERS[self.color]}{self.source}>{self.target}"


Shape: TypeAlias = SquareShape | ArrowShape

# A tag with what stands in it, or the beginning of one that no bracket closes.
_TAG = re.compile(r"(?<!\[)\[%(?:(?P<body>[^\[\]]*)\])?")
_BODY = re.compile(r"(c[sa]l)\s(.*)", re.DOTALL)
_SQUARES: dict[Kind, str] = {
    Kind.MULTIVERSE: r"\((?:[wb]\.)?[+-]?[0-9]{1,5}T[+-]?[0-9]{1,5}[wb]?\)[a-z][1-9][0-9]?",
    Kind.INFINITE: r"-?[0-9]{1,1000},-?[0-9]{1,1000}",
}
_ARROWS: dict[Kind, str] = {Kind.MULTIVERSE: ">?", Kind.INFINITE: ">"}
_SEPARATORS: dict[Kind, re.Pattern[str]] = {
    Kind.MULTIVERSE: re.compile(r"[,\s]\s*"),
    Kind.INFINITE: re.compile(r"[;\s]\s*"),
}
_ITEMS = {
    (kind, name): re.compile(
        f"([GBYR])({square})({_ARROWS[kind]}{square})" if name == "cal" else f"([GBYR])({square})()"
    )
    for kind, square in _SQUARES.items()
    for name in ("csl", "cal")
}
_SLAVRICK = re.compile(r"\(([wb])\.([^)]*)\)")


def split_shapes(text: str, kind: Kind) -> tuple[str, tuple[Shape, ...]]:
    """The text of a comment without its shapes, and the shapes."""
    parts: list[str] = []
    shapes: list[Shape] = []
    done = 0
    for tag in _TAG.finditer(text):
        if tag["body"] is None:
            break
        found = _read_body(tag["body"], kind)
        if found is None:
            continue
        shapes += found
        # The blank that parts the tag from the text goes with it: behind the tag, or before it at the end.
        before, end = text[done : tag.start()], tag.end()
        if text[end : end + 1] == " ":
            end += 1
        elif end == len(text):
            before = before.removesuffix(" ")
        parts.append(before)
        done = end
    return "".join([*parts, text[done:]]), tuple(shapes)


def join_shapes(text: str, shapes: Iterable[Shape]) -> str:
    """A comment with shapes in front of its text, the inverse of `split_shapes`."""
    tags = []
    for name, run in groupby(shapes, key=lambda shape: "cal" if isinstance(shape, ArrowShape) else "csl"):
        items = list(run)
        separator = ";" if isinstance(items[0][0], infinite.Square) else ","
        tags.append(f"[%{name} {separator.join(map(str, items))}]")
    return "".join(tags) + " " * bool(tags and text) + text


def shapes_of(comments: Iterable[Comment], kind: Kind) -> tuple[Shape, ...]:
    """All shapes in comments, each once."""
    found = (shape for comment in comments for shape in split_shapes(comment.text, kind)[1])
    return tuple(dict.fromkeys(found))


def _read_body(body: str, kind: Kind) -> list[Shape] | None:
    """The shapes of one tag, or `None` if it holds anything else."""
    found = _BODY.fullmatch(body)
    if found is None:
        return None
    name, items = found.groups()
    shapes = []
    for item in _SEPARATORS[kind].split(items.strip()):
        match = _ITEMS[kind, name].fullmatch(item)
        shape = None if match is None else _shape(kind, *match.groups())
        if shape is None:
            return None
        shapes.append(shape)
    return shapes


def _shape(kind: Kind, letter: str, source: str, target: str) -> Shape | None:
    color = COLOR_NAMES[letter]
    if kind is Kind.INFINITE:
        begin = infinite.parse_square(source)
        return (
            ArrowShape(begin, infinite.parse_square(target[1:]), color)
            if target
            else SquareShape(begin, color)
        )
    try:
        start = parse_square(_plainly(source))
        if not target:
            return SquareShape(start, color)
        return ArrowShape(start, parse_square(_plainly(target.removeprefix(">")), start.color), color)
    except ParseError:  # nothing says whose board it is
        return None


def _plainly(square: str) -> str:
    """Slavrick's `(w.0T1)e4` as `(0T1w)e4`."""
    return _SLAVRICK.sub(r"(\2\1)", square)
