"""Selection of a collection from candidates: no near-duplicates, a bounded number of each kind, sorted.

Two candidates of one length are near-duplicates if they have the same number of timelines, and the last
boards of these differ on at most `_NEAR` squares per timeline: a displaced piece makes two squares differ.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from hyperchess.puzzles.candidates import Candidate

__all__ = ["select", "sort_candidates"]

_NEAR = 4  # squares
_MOST_TIMELINES = 6  # puzzles with more are counted together


def select(candidates: Iterable[Candidate], *, most: int | None = None) -> list[Candidate]:
    """Return a collection, sorted by length, number of timelines and difficulty.

    `most` limits each combination of length and number of timelines. Variants with few puzzles so far are
    preferred, then keys that go through time.
    """
    groups: dict[tuple[int, int], list[Candidate]] = defaultdict(list)
    for candidate in sorted(candidates, key=lambda one: (one.seed, one.game, one.mate_in)):
        group = groups[candidate.mate_in, min(candidate.features.timelines, _MOST_TIMELINES)]
        if not any(_are_near(candidate, other) for other in group):
            group.append(candidate)
    return sort_candidates(one for group in groups.values() for one in _varied(group, most))


def sort_candidates(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates sorted by length, number of timelines and difficulty."""
    return sorted(
        candidates,
        key=lambda one: (one.mate_in, one.features.timelines, one.features.difficulty, one.seed, one.game),
    )


def _varied(group: Sequence[Candidate], most: int | None) -> list[Candidate]:
    """Return at most `most` of a group, one variant after the other."""
    if most is None or len(group) <= most:
        return list(group)
    ranks: Counter[str] = Counter()
    ranked: list[tuple[int, int, Candidate]] = []
    for place, candidate in enumerate(sorted(group, key=lambda one: not one.features.travels)):
        ranked.append((ranks[candidate.variant], place, candidate))
        ranks[candidate.variant] += 1
    return [candidate for _, _, candidate in sorted(ranked, key=lambda entry: entry[:2])[:most]]


def _are_near(one: Candidate, other: Candidate) -> bool:
    if len(one.boards) != len(other.boards):
        return False
    pairs = [(_squares(a), _squares(b)) for a, b in zip(one.boards, other.boards, strict=True)]
    if any(len(a) != len(b) for a, b in pairs):
        return False
    different = sum(x != y for a, b in pairs for x, y in zip(a, b, strict=True))
    return different <= _NEAR * len(pairs)


def _squares(board: str) -> list[str]:
    """Return the squares of a board in 5DFEN, without marks.

    >>> _squares("[k*2/3:0:1:w]")
    ['k', '', '', '/', '', '', '']
    """
    squares: list[str] = []
    digits = ""
    for sign in board.strip("[]").partition(":")[0] + "/":
        if sign.isdecimal():
            digits += sign
            continue
        squares += [""] * int(digits or 0)
        digits = ""
        if sign != "*":
            squares.append(sign)
    return squares[:-1]
