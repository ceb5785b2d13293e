r"""Commands in comments: clocks, scores, arrows, squares. They are preserved wherever comments are.

    command = "[%" name blank value "]"
    clk     = hours ":" minutes ":" seconds             the time that is left: [%clk 0:09:56.7]
    eval    = pawns | "#" moves to mate                 for White, perhaps with a depth: [%eval -1.25,12]
    csl     = square-item (separator square-item)*      coloured squares
    cal     = arrow-item (separator arrow-item)*        arrows
    crl     = arrow-item (separator arrow-item)*        rays of infinite chess, through two squares
    square-item = color square            arrow-item = color square ">" square
    color   = "G" | "B" | "Y" | "R"       green, blue, yellow, red
    square  = "(0T1w)e4" in 5D chess, "4,-2" in infinite chess
    separator = "," in 5D chess, ";" in infinite chess, whose squares have commas inside

>>> parse_commands("[%clk 0:12:34] good [%emt 0:00:07]")
(Command(name='clk', value='0:12:34'), Command(name='emt', value='0:00:07'))
>>> Clock.read("0:12:34"), EvalComment.read("-1.25,12")
(Clock(seconds=754.0), EvalComment(centipawns=-125, mate=None, depth=12))
>>> text, shapes = split_shapes("[%cal G(0T1w)e2>(0T1w)e4][%csl Y(0T1w)e5] the centre", GameKind.MULTIVERSE)
>>> text, [str(shape) for shape in shapes]
('the centre', ['G(0T1w)e2>(0T1w)e4', 'Y(0T1w)e5'])
>>> join_shapes("far away", split_shapes("[%csl R9,-3;B0,1]", GameKind.INFINITE)[1])
'[%csl R9,-3;B0,1] far away'

Slavrick's spelling of 5D squares is accepted too: `(w.0T1)e4`, and an arrow `(w.0T1)e2(0T1)e4`. Other
commands (`[%emt 0:00:07]`), and commands that cannot be parsed completely, stay in the text.

Splitting a joined text returns the same text and the same shapes in the same order. Therefore a command stays
in the text if removing it could create a new command: directly after a `[`, and anywhere after an unclosed
command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias

from hyperchess.errors import InvalidArgument, ParseError
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import find_ruleset

if TYPE_CHECKING:
    from hyperchess.rulesets import AnySquare

__all__ = [
    "COLOR_NAMES",
    "ArrowShape",
    "Clock",
    "Command",
    "EvalComment",
    "RayShape",
    "Shape",
    "SquareShape",
    "find_clock",
    "find_score",
    "is_clock",
    "join_shapes",
    "parse_commands",
    "parse_shapes",
    "read_shapes",
    "replace_commands",
    "split_shapes",
]

COLOR_NAMES = {"G": "green", "B": "blue", "Y": "yellow", "R": "red"}
_LETTERS = {name: letter for letter, name in COLOR_NAMES.items()}

_CLOCK = lazy_pattern(r"\s*([0-9]{1,9}):([0-9]{1,2}):([0-9]{1,2})(\.[0-9]{1,9})?\s*")
_SCORE = lazy_pattern(
    r"\s*(?:(?P<pawns>[+-]?[0-9]{1,9}(?:\.[0-9]{0,9})?)|#(?P<mate>[+-]?[0-9]{1,9}))(?:,(?P<depth>[0-9]{1,9}))?\s*"
)


class Command(NamedTuple):
    """A command of any name, with its value as written."""

    name: str
    """The name, as in `clk`."""
    value: str
    """The value as written."""

    def __str__(self) -> str:
        return f"[%{self.name} {self.value}]"


@dataclass(frozen=True, slots=True)
class Clock:
    """The player's remaining time in seconds.

    >>> str(Clock(754)), str(Clock(596.7))
    ('0:12:34', '0:09:56.7')
    """

    name: ClassVar[str] = "clk"
    """The name of the command."""

    seconds: float
    """The remaining time."""

    def __post_init__(self) -> None:
        if type(self.seconds) not in (int, float) or not isfinite(self.seconds) or self.seconds < 0:
            raise InvalidArgument("seconds: expected a number that is not negative")

    @staticmethod
    def read(value: str) -> Clock | None:
        """Parse a clock value; return `None` if it is invalid."""
        match = _CLOCK.fullmatch(value)
        if match is None:
            return None
        hours, minutes, seconds, fraction = match.groups(default="")
        whole = 3600 * int(hours) + 60 * int(minutes) + int(seconds)
        return Clock(float(f"{whole}{fraction}"))  # a sum of floats would not be exact

    def __str__(self) -> str:
        whole, thousandths = divmod(round(1000 * self.seconds), 1000)
        fraction = f".{thousandths:03d}".rstrip("0") if thousandths else ""
        return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}{fraction}"


@dataclass(frozen=True, slots=True)
class EvalComment:
    """A program's evaluation from White's side: centipawns, or mate in a number of moves.

    Negative numbers are good for Black. `depth` is the search depth, if given.

    >>> str(EvalComment(centipawns=-30)), str(EvalComment(mate=3, depth=21))
    ('-0.30', '#3,21')
    """

    name: ClassVar[str] = "eval"
    """The name of the command."""

    centipawns: int | None = None
    """Hundredths of a pawn; `None` if a mate is given."""
    mate: int | None = None
    """The number of moves to mate; `None` if there is none."""
    depth: int | None = None
    """The search depth, if given."""

    def __post_init__(self) -> None:
        numbers = (self.centipawns, self.mate, self.depth)
        if any(number is not None and type(number) is not int for number in numbers):
            raise InvalidArgument("expected whole numbers")
        if (self.centipawns is None) == (self.mate is None):
            raise InvalidArgument("expected either centipawns or mate")
        if self.depth is not None and self.depth < 0:
            raise InvalidArgument("depth: expected a number that is not negative")

    @staticmethod
    def read(value: str) -> EvalComment | None:
        """Parse a score value; return `None` if it is invalid."""
        match = _SCORE.fullmatch(value)
        if match is None:
            return None
        depth = None if match["depth"] is None else int(match["depth"])
        if match["mate"] is not None:
            return EvalComment(mate=int(match["mate"]), depth=depth)
        return EvalComment(centipawns=round(100 * float(match["pawns"])), depth=depth)

    def __str__(self) -> str:
        depth = "" if self.depth is None else f",{self.depth}"
        if self.centipawns is None:
            return f"#{self.mate}{depth}"
        sign = "-" if self.centipawns < 0 else ""
        pawns, hundredths = divmod(abs(self.centipawns), 100)
        return f"{sign}{pawns}.{hundredths:02d}{depth}"


class SquareShape(NamedTuple):
    """A coloured square; `color` is a word such as `green`."""

    square: AnySquare
    """The square."""
    color: str = "green"
    """A word such as `green`."""

    def __str__(self) -> str:
        return f"{_LETTERS[self.color]}{self.square}"


class ArrowShape(NamedTuple):
    """An arrow from one square to another."""

    source: AnySquare
    """The first square."""
    target: AnySquare
    """The last square, with the head of the arrow."""
    color: str = "green"
    """A word such as `green`."""

    def __str__(self) -> str:
        return f"{_LETTERS[self.color]}{self.source}>{self.target}"


class RayShape(NamedTuple):
    """An infinite ray from one square through another, for infinite chess only.

    >>> from hyperchess import infinite
    >>> str(RayShape(infinite.Square(0, 0), infinite.Square(2, 1)))
    'G0,0>2,1'
    """

    source: AnySquare
    through: AnySquare
    color: str = "green"

    def __str__(self) -> str:
        return f"{_LETTERS[self.color]}{self.source}>{self.through}"


Shape: TypeAlias = SquareShape | ArrowShape | RayShape

_NAMES: dict[type[Shape], str] = {SquareShape: "csl", ArrowShape: "cal", RayShape: "crl"}

# A command with its name and value, or the beginning of an unclosed one.
_TAG = lazy_pattern(r"(?<!\[)\[%(?:(?P<body>[^\[\]]*)\])?")
_BODY = lazy_pattern(r"(\w+)\s(.*)", re.DOTALL)


class _Commented(Protocol):
    """An object with the text of a comment."""

    @property
    def text(self) -> str:
        """The text."""


class _Tag(NamedTuple):
    """A command and its span."""

    start: int
    end: int
    command: Command


def _tags(text: str) -> Iterator[_Tag]:
    for tag in _TAG.finditer(text):
        if tag["body"] is None:
            return
        body = _BODY.fullmatch(tag["body"])
        if body is not None:
            yield _Tag(*tag.span(), Command(*body.groups()))


def _without(text: str, tags: Iterable[_Tag]) -> str:
    """Return a text without some commands.

    The separating blank is removed too: after the command, or before it at the end.
    """
    parts: list[str] = []
    done = 0
    for tag in tags:
        before, end = text[done : tag.start], tag.end
        if text[end : end + 1] == " ":
            end += 1
        elif end == len(text):
            before = before.removesuffix(" ")
        parts.append(before)
        done = end
    return "".join([*parts, text[done:]])


def parse_commands(text: str) -> tuple[Command, ...]:
    """Return all commands in the text of a comment, whatever their names."""
    return tuple(tag.command for tag in _tags(text))


def is_clock(command: Command) -> bool:
    """Return whether a command is a valid clock."""
    return command.name == Clock.name and Clock.read(command.value) is not None


def find_clock(comments: Iterable[_Commented]) -> Clock | None:
    """Return the first clock in comments."""
    values = (command.value for command in _named(comments, Clock.name))
    return next((clock for clock in map(Clock.read, values) if clock is not None), None)


def find_score(comments: Iterable[_Commented]) -> EvalComment | None:
    """Return the first score in comments."""
    values = (command.value for command in _named(comments, EvalComment.name))
    return next((score for score in map(EvalComment.read, values) if score is not None), None)


def _named(comments: Iterable[_Commented], name: str) -> Iterator[Command]:
    for comment in comments:
        if "[%" in comment.text:
            yield from (command for command in parse_commands(comment.text) if command.name == name)


def replace_commands(
    texts: Sequence[str], wanted: Callable[[Command], bool], new: str
) -> tuple[list[str | None], bool]:
    """Replace the first wanted command in the texts by `new`, and remove the other wanted ones.

    A text that becomes empty is `None`. The flag says whether a command was replaced.

    >>> replace_commands(["[%clk 0:00:09] so", "[%clk 0:00:08]"], lambda found: found.name == "clk", "")
    (['so', None], True)
    """
    replaced: list[str | None] = []
    found = False
    for text in texts:
        tags = [tag for tag in _tags(text) if wanted(tag.command)] if "[%" in text else []
        kept = 0
        if tags and new and not found:
            first = tags.pop(0)
            kept = first.start + len(new)
            shift = len(new) - (first.end - first.start)
            text = f"{text[: first.start]}{new}{text[first.end :]}"
            tags = [_Tag(tag.start + shift, tag.end + shift, tag.command) for tag in tags]
        found = found or bool(tags) or bool(kept)
        replaced.append((_without(text, tags) or None) if tags else text)
    return replaced, found


def split_shapes(text: str, kind: GameKind) -> tuple[str, tuple[Shape, ...]]:
    """Return the text of a comment without its shapes, and the shapes."""
    read = [(tag, found) for tag in _tags(text) if (found := read_shapes(tag.command, kind)) is not None]
    shapes = tuple(shape for _, found in read for shape in found)
    return _without(text, (tag for tag, _ in read)), shapes


def join_shapes(text: str, shapes: Iterable[Shape]) -> str:
    """Return a comment with shapes before its text; the inverse of `split_shapes`."""
    tags = []
    for name, run in groupby(shapes, key=lambda shape: _NAMES[type(shape)]):
        items = list(map(str, run))
        separator = ";" if "," in items[0] else ","  # squares of infinite chess have commas inside
        tags.append(f"[%{name} {separator.join(items)}]")
    return "".join(tags) + " " * bool(tags and text) + text


def parse_shapes(comments: Iterable[_Commented], kind: GameKind) -> tuple[Shape, ...]:
    """Return all shapes in comments, each once."""
    found = (shape for comment in comments for shape in split_shapes(comment.text, kind)[1])
    return tuple(dict.fromkeys(found))


def read_shapes(command: Command, kind: GameKind) -> list[Shape] | None:
    """Return the shapes of one command, or `None` if it contains anything else."""
    if command.name not in _NAMES.values():
        return None
    grammar = find_ruleset(kind).shapes
    if command.name == "crl" and not grammar.has_rays:
        return None
    item = _item(grammar.square, "" if command.name == "csl" else grammar.arrow)
    found: list[Shape] = []
    for text in re.split(grammar.separator, command.value.strip()):
        match = item.fullmatch(text)
        if match is None:
            return None
        letter, source, target = match.groups(default="")
        color = COLOR_NAMES[letter]
        try:
            begin: Any = grammar.parse(source, None)
            if not target:
                found.append(SquareShape(begin, color))
                continue
            end: Any = grammar.parse(target, begin)
        except ParseError:  # the player of the board is unknown
            return None
        found.append((RayShape if command.name == "crl" else ArrowShape)(begin, end, color))
    return found


@cache
def _item(square: str, arrow: str) -> re.Pattern[str]:
    """Return the pattern of a coloured square, or of an arrow with a sign between its squares."""
    return re.compile(f"([GBYR])({square})(?:{arrow}({square}))" if arrow else f"([GBYR])({square})()")
