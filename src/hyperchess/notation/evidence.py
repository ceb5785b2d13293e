"""What tells notations apart: signs that a text may have, each with its weight and with words for it.

A notation lists its signs. Each counts by how often it is there, and more often counts for less and less:
one wrong letter, which takes one sign away or makes one that nobody meant, does not outweigh the text.

>>> jumps = sign("jumps of mine", 2, r"[a-h][1-8]~[a-h][1-8]", needs="~")
>>> found = weigh((jumps,), Sample("1. e2~e4 {a comment with e2~e5}"))
>>> found.points, found.reasons
(2.0, ('jumps of mine',))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from math import log2
from typing import Literal, NamedTuple

from hyperchess.errors import UnknownVariant
from hyperchess.notation.json_boundaries import object_end

__all__ = [
    "PGN_HEADERS",
    "Evidence",
    "Sample",
    "Sign",
    "beside",
    "confidence",
    "sign",
    "total",
    "variant_sign",
    "weigh",
]

_ASIDE = re.compile(r'\{[^{}]*+\}|\[[^\[\]"\n]*+(?:"[^"\n]*+"[^\[\]"\n]*+)*+\]')
_COMMENT = re.compile(r"\{[^{}]*+\}")
_JSON = re.compile(
    r'[\ufeff\s]*+(?:\{\s*+(?:"(?:[^"\\]|\\.)*+(?:"\s*+:|\Z)|\}|\Z)'
    r'|(?:\[\s*+)++(?:\{\s*+(?:["}]|\Z)|\]\s*+(?:[,\]]|\Z)|"|-?[0-9.]++\s*+[,\]]|\Z))',
    re.DOTALL,
)
_HEADER = re.compile(
    r'\[\s*+([A-Za-z]\w*+)\s*+"([^"\n]{0,200}+)"\s*+\]|\[([A-Za-z]\w*+):\s*+([^\[\]\n]{0,200}+)\]'
)
_ICN = re.compile(r"\s*+(?:[0-9]?[A-Za-z]{1,2}-?[0-9]++,|-?[0-9]++,-?[0-9]|[0-9]++[/\s]|\(|[wbryg][:\s])")


@dataclass(eq=False)
class Sample:
    """The text that is looked at, and its parts as far as they were asked for."""

    text: str
    points: dict[Sign, float] = field(default_factory=dict)  # of the signs that were looked for

    @cached_property
    def moves(self) -> str:
        """The text without headers, boards and comments."""
        return _ASIDE.sub(" ", self.text)

    @cached_property
    def uncommented(self) -> str:
        """The text without comments."""
        return _COMMENT.sub(" ", self.text)

    @cached_property
    def is_json(self) -> bool:
        """Whether it begins as JSON does, and as no other text does.

        In ICN an object of properties may stand first: then pieces, moves or other arguments follow it.
        """
        if _JSON.match(self.text) is None:
            return False
        end = object_end(self.text, self.text.index("{")) if "{" in self.text else None
        return end is None or _ICN.match(self.text, end) is None

    @cached_property
    def headers(self) -> dict[str, str]:
        """The headers by their names in small letters; of equal names the first."""
        found: dict[str, str] = {}
        for match in _HEADER.finditer(self.text):
            found.setdefault((match[1] or match[3]).casefold(), match[2] if match[1] else match[4])
        return found

    def points_of(self, signs: Iterable[Sign]) -> list[float]:
        """What those of the signs say that are there; each is looked for once."""
        known = self.points
        found = []
        for each in signs:
            points = known.get(each)
            if points is None:
                count = each.find(self)
                points = known[each] = each.weight * log2(1 + count) if count else 0.0
            if points:
                found.append(points)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Sign:
    """Something that texts of a notation have: words for it, what one of it weighs, and how it is found."""

    words: str
    weight: float
    find: Callable[[Sample], int]


class Evidence(NamedTuple):
    """What speaks for a notation: the sum, and the words of the signs, the weightiest first."""

    points: float
    reasons: tuple[str, ...]

    @property
    def confidence(self) -> float:
        """How sure that is."""
        return confidence(self.points)


def confidence(points: float) -> float:
    """Points on a scale from 0 to 1."""
    return points / (points + 2)


def sign(
    words: str,
    weight: float,
    pattern: str,
    *,
    needs: str = "",
    part: Literal["moves", "uncommented", "text"] = "moves",
    flags: int = 0,
    most: int = 1000,
) -> Sign:
    """A sign by its regular expression, in the `moves`, the `uncommented` text or all of the `text`.

    A text without the letters in `needs` does not have it; that is quickly seen. More than `most` of them say
    nothing new.
    """
    compiled = cache(partial(re.compile, pattern, flags))  # when it is first looked for

    def find(sample: Sample) -> int:
        if needs not in sample.text:
            return 0
        text = (
            sample.text if part == "text" else sample.uncommented if part == "uncommented" else sample.moves
        )
        return min(len(compiled().findall(text)), most)

    return Sign(words, weight, find)


PGN_HEADERS = sign(
    'headers in the form [Key "value"]', 1, r'(?m)^[^\S\n]*+\[\s?\w++\s*+"', needs="[", part="text"
)
"""A sign of both games."""


def beside(own: Sequence[Sign], shared: Sequence[Sign]) -> tuple[Sign, ...]:
    """The signs that a notation shares with others, as they count for it: where one of its own signs is, too.

    >>> numbers = sign("numbers", 1, r"[0-9]\\.", needs=".")
    >>> jumps = sign("jumps of mine", 2, r"[a-h][1-8]~[a-h][1-8]", needs="~")
    >>> [weigh(beside((jumps,), (numbers,)), Sample(text)).points for text in ("1. e4", "1. e2~e4")]
    [0, 1.0]
    """

    def counted(each: Sign) -> Sign:
        def find(sample: Sample) -> int:
            return each.find(sample) if sample.points_of(own) else 0

        return Sign(each.words, each.weight, find)

    return tuple(map(counted, shared))


def variant_sign(words: str, weight: float, find_variant: Callable[[str], object]) -> Sign:
    """The sign that the header `Variant` names a variant that can be found."""

    def find(sample: Sample) -> int:
        name = sample.headers.get("variant") if "[" in sample.text else None
        if name is None:
            return 0
        try:
            find_variant(name)
        except UnknownVariant:
            return 0
        return 1

    return Sign(words, weight, find)


def total(signs: Iterable[Sign], sample: Sample) -> float:
    """The points of `weigh`, in less time."""
    return sum(sorted(sample.points_of(signs), reverse=True))


def weigh(signs: Sequence[Sign], sample: Sample) -> Evidence:
    """What the signs of a notation say together."""
    points = total(signs, sample)
    found = [each for each in signs if sample.points[each]]
    found.sort(key=lambda each: -sample.points[each])
    return Evidence(points, tuple(each.words for each in found))
