"""Detection of notations: signs that a text may have, each with a weight and a description.

A notation lists its signs. Each counts by its number of occurrences, with diminishing weight, so that one
wrong letter, which removes a sign or adds an unintended one, does not outweigh the text.

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
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.boundaries import object_end

__all__ = [
    "PGN_HEADERS",
    "Evidence",
    "Sample",
    "Sign",
    "confidence",
    "require_own_sign",
    "sign",
    "total",
    "variant_sign",
    "weigh",
]

_ASIDE = lazy_pattern(r'\{[^{}]*+\}|\[[^\[\]"\n]*+(?:"[^"\n]*+"[^\[\]"\n]*+)*+\]')
_COMMENT = lazy_pattern(r"\{[^{}]*+\}")
_JSON = lazy_pattern(
    r'[\ufeff\s]*+(?:\{\s*+(?:"(?:[^"\\]|\\.)*+(?:"\s*+:|\Z)|\}|\Z)'
    r'|(?:\[\s*+)++(?:\{\s*+(?:["}]|\Z)|\]\s*+(?:[,\]]|\Z)|"|-?[0-9.]++\s*+[,\]]|\Z))',
    re.DOTALL,
)
_HEADER = lazy_pattern(
    r'\[\s*+([A-Za-z]\w*+)\s*+"([^"\n]{0,200}+)"\s*+\]|\[([A-Za-z]\w*+):\s*+([^\[\]\n]{0,200}+)\]'
)
_ICN = lazy_pattern(r"\s*+(?:[0-9]?[A-Za-z]{1,2}-?[0-9]++,|-?[0-9]++,-?[0-9]|[0-9]++[/\s]|\(|[wbryg][:\s])")


@dataclass(eq=False)
class Sample:
    """The examined text and its parts, computed on demand."""

    text: str
    points: dict[Sign, float] = field(default_factory=dict)  # of the signs looked up so far

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
        """True if it starts like JSON and like no other text.

        In ICN an object of properties may come first, followed by pieces, moves or other arguments.
        """
        if _JSON.match(self.text) is None:
            return False
        end = object_end(self.text, self.text.index("{")) if "{" in self.text else None
        return end is None or _ICN.match(self.text, end) is None

    @cached_property
    def headers(self) -> dict[str, str]:
        """The headers by lower-case name; the first of equal names."""
        found: dict[str, str] = {}
        for match in _HEADER.finditer(self.text):
            found.setdefault((match[1] or match[3]).casefold(), match[2] if match[1] else match[4])
        return found

    def count_points(self, signs: Iterable[Sign]) -> list[float]:
        """Return the points of the signs that occur; each is looked up once."""
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
    """A feature of texts in a notation: its description, its weight and its detector."""

    words: str
    weight: float
    find: Callable[[Sample], int]


class Evidence(NamedTuple):
    """Evidence for a notation: the total, and the descriptions of the signs, heaviest first."""

    points: float
    reasons: tuple[str, ...]

    @property
    def confidence(self) -> float:
        """Confidence (0 to 1)."""
        return confidence(self.points)


def confidence(points: float) -> float:
    """Return the confidence (0 to 1) for a total of `points`."""
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
    """Return a sign found by a regular expression in the `moves`, the `uncommented` text or the whole `text`.

    `needs` are letters without which the pattern cannot match, checked first for speed. More than `most`
    occurrences add nothing.
    """
    compiled = cache(partial(re.compile, pattern, flags))  # compiled on first use

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


def require_own_sign(own: Sequence[Sign], shared: Sequence[Sign]) -> tuple[Sign, ...]:
    """Return shared signs that count for a notation only if one of its own signs occurs as well.

    >>> numbers = sign("numbers", 1, r"[0-9]\\.", needs=".")
    >>> jumps = sign("jumps of mine", 2, r"[a-h][1-8]~[a-h][1-8]", needs="~")
    >>> [weigh(require_own_sign((jumps,), (numbers,)), Sample(text)).points for text in ("1. e4", "1. e2~e4")]
    [0, 1.0]
    """

    def counted(each: Sign) -> Sign:
        def find(sample: Sample) -> int:
            return each.find(sample) if sample.count_points(own) else 0

        return Sign(each.words, each.weight, find)

    return tuple(map(counted, shared))


def variant_sign(words: str, weight: float, find_variant: Callable[[str], object]) -> Sign:
    """Return the sign that the header `Variant` names a known variant."""

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
    """Return the points of `weigh`, faster."""
    return sum(sorted(sample.count_points(signs), reverse=True))


def weigh(signs: Sequence[Sign], sample: Sample) -> Evidence:
    """Return the combined evidence of the signs of a notation."""
    points = total(signs, sample)
    found = [each for each in signs if sample.points[each]]
    found.sort(key=lambda each: -sample.points[each])
    return Evidence(points, tuple(each.words for each in found))
