"""Selection of a collection from candidates: no near-duplicates, a bounded number of each kind, sorted.

Two candidates of one length with the same number of timelines are near-duplicates if the last boards of these
differ on at most `_NEAR` squares per timeline: a displaced piece makes two squares differ. In infinite chess
they are if all pieces but one are on the same squares, seen from the prey, turned or reflected in any way.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from hyperchess.puzzles.candidates import Candidate
from hyperchess.ruleset import GameKind

__all__ = ["select", "sort_candidates"]

_NEAR = {GameKind.MULTIVERSE: 4, GameKind.INFINITE: 2}  # squares
_MOST_TIMELINES = 6  # puzzles with more are counted together
_TRAVELS = frozenset({"jump into the past", "jump to another timeline", "revived timeline"})
_BOARD = re.compile(r'^\[([^\s":\]]+):([^\s":\]]+):\d+:[wb]\]$', re.MULTILINE)
_PIECE = re.compile(r"([A-Za-z]+)(-?\d+),(-?\d+)")
# Matrices of the rotations and reflections of the plane, row by row.
_SYMMETRIES = [matrix for a in (1, -1) for b in (1, -1) for matrix in ((a, 0, 0, b), (0, a, b, 0))]

_Pieces = frozenset[tuple[str, int, int, str]]  # timeline, column, row, piece


def select(
    candidates: Iterable[Candidate], *, kept: Iterable[Candidate] = (), most: int | None = None
) -> list[Candidate]:
    """Return a collection: 5D chess first, sorted by length, number of timelines and difficulty.

    All of `kept` are in it. `most` limits each combination of length and number of timelines. Variants with
    few puzzles so far are preferred, then keys that go through time. If several candidates are near each
    other, the first is taken.
    """
    groups: dict[tuple[GameKind, int, int], _Group] = defaultdict(_Group)
    for candidate in kept:
        groups[_key(candidate)].keep(candidate)
    for candidate in candidates:
        groups[_key(candidate)].offer(candidate)
    return sort_candidates(one for group in groups.values() for one in group.choose(most))


def sort_candidates(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates sorted: 5D chess first, then by length, number of timelines and difficulty."""
    return sorted(candidates, key=lambda one: (*_order(one), one.entry.difficulty, one.entry.id))


def _order(candidate: Candidate) -> tuple[bool, int, int]:
    entry = candidate.entry
    return entry.kind is GameKind.INFINITE, entry.mate_in, entry.timelines


def _key(candidate: Candidate) -> tuple[GameKind, int, int]:
    entry = candidate.entry
    return entry.kind, entry.mate_in, min(entry.timelines, _MOST_TIMELINES)


class _Group:
    """The candidates of one length and number of timelines."""

    def __init__(self) -> None:
        self._kept: list[Candidate] = []
        self._offered: list[Candidate] = []
        self._pictures: list[_Pieces] = []

    def keep(self, candidate: Candidate) -> None:
        """Add a candidate that is part of the collection anyway."""
        self._kept.append(candidate)
        self._pictures.append(_picture(candidate))

    def offer(self, candidate: Candidate) -> None:
        """Add a candidate unless it is near another one."""
        picture = _picture(candidate)
        near = _NEAR[candidate.entry.kind] * max(1, candidate.entry.timelines)
        for seen in _views(picture, candidate.entry.kind):
            if any(_count_differences(seen, other) <= near for other in self._pictures):
                return
        self._offered.append(candidate)
        self._pictures.append(picture)

    def choose(self, most: int | None) -> list[Candidate]:
        """Return at most `most` candidates, one variant after the other, after those that are kept."""
        ranks = Counter(candidate.entry.variant for candidate in self._kept)
        ranked: list[tuple[int, int, Candidate]] = []
        for place, candidate in enumerate(sorted(self._offered, key=_stays)):
            ranked.append((ranks[candidate.entry.variant], place, candidate))
            ranks[candidate.entry.variant] += 1
        more = [candidate for _, _, candidate in sorted(ranked, key=lambda entry: entry[:2])]
        return [*self._kept, *more][: None if most is None else max(most, len(self._kept))]


def _stays(candidate: Candidate) -> bool:
    """Return whether the key goes neither through time nor to another timeline."""
    return _TRAVELS.isdisjoint(candidate.entry.themes)


def _picture(candidate: Candidate) -> _Pieces:
    """Return the pieces of a position: the last boards of 5D chess, or squares from the prey."""
    if candidate.entry.kind is GameKind.INFINITE:
        pieces = _PIECE.findall(_position_line(candidate.proof))
        *_, (_, prey_x, prey_y) = pieces
        return frozenset(
            ("", int(x) - int(prey_x), int(y) - int(prey_y), code.lower()) for code, x, y in pieces
        )
    boards = {timeline: ranks for ranks, timeline in _BOARD.findall(candidate.proof)}
    return frozenset(
        (timeline, column, row, piece)
        for timeline, ranks in boards.items()
        for row, rank in enumerate(ranks.split("/"))
        for column, piece in enumerate(_squares(rank))
        if piece
    )


def _position_line(proof: str) -> str:
    """Return the line of an ICN text with the pieces."""
    return next(line for line in proof.splitlines() if "|" in line)


def _squares(rank: str) -> Iterator[str]:
    """Yield the squares of a rank in 5DFEN, without marks.

    >>> list(_squares("k*2P"))
    ['k', '', '', 'P']
    """
    for digits, piece in re.findall(r"(\d+)|([A-Za-z])", rank):
        if digits:
            yield from [""] * int(digits)
        else:
            yield piece


def _views(picture: _Pieces, kind: GameKind) -> Iterator[_Pieces]:
    """Yield a position as it is, and one of infinite chess turned and reflected in all ways."""
    if kind is GameKind.MULTIVERSE:
        yield picture
        return
    for ax, ay, bx, by in _SYMMETRIES:
        yield frozenset(("", ax * x + ay * y, bx * x + by * y, code) for _, x, y, code in picture)


def _count_differences(one: _Pieces, other: _Pieces) -> int:
    """Return the number of squares on which two positions differ."""
    return len({piece[:-1] for piece in one ^ other})
