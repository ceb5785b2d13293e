"""Practice mates of infinite chess: material with which White can force mate, from a random start.

>>> [(level, len(names)) for level, names in PRACTICE_MATES.items()]
[('easy', 11), ('medium', 10), ('hard', 9), ('insane', 3)]
>>> describe("1K2B2B-1k"), describe("2AM-1rc")
('king and 2 + 2 bishops of both colours', '2 amazons against a royal centaur')
>>> practice_start("2Q-1k", 1).text
'w 0/100 (8|1) Q-1,4|Q-5,2|k13,-2'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from hyperchess.infinite import KINDS, Position
from hyperchess.studies.errors import StudyError

__all__ = [
    "MOST_MOVES",
    "PRACTICE_MATES",
    "PracticeMate",
    "PracticeStart",
    "describe",
    "list_practice",
    "practice_position",
    "practice_start",
]

PRACTICE_MATES: Mapping[str, tuple[str, ...]] = {
    "easy": (
        "2Q-1k",
        "3R-1k",
        "1Q1R1B-1k",
        "1Q1R1N-1k",
        "1K2R-1k",
        "1Q1CH-1k",
        "2CH-1k",
        "3B3B-1k",
        "1K2B2B-1k",
        "3AR-1k",
        "1K1AM-1k",
    ),
    "medium": (
        "1K1Q1B-1k",
        "1K1Q1N-1k",
        "1Q1B1B-1k",
        "1K1N2B1B-1k",
        "1K2N1B1B-1k",
        "1K1R1B1B-1k",
        "1K1R1N1B-1k",
        "1K1AR1R-1k",
        "2R1N1P-1k",
        "2AM-1rc",
    ),
    "hard": (
        "1Q1N1B-1k",
        "1Q2N-1k",
        "1K1R2N-1k",
        "2K1R-1k",
        "1K2N6B-1k",
        "1K2AR-1k",
        "1K2HA1B-1k",
        "1K1CH1N-1k",
        "5HU-1k",
    ),
    "insane": ("1K1Q1P-1k", "1K3HA-1k", "1K3NR-1k"),
}
"""White's and Black's material by level, with piece counts; a second bishop count is for the other colour."""

MOST_MOVES = 50
"""The number of moves within which White must win; then the move rule makes it a draw."""

_MOST_ATTEMPTS = 100_000
_PART = re.compile(r"([0-9]+)([A-Z]+)")


@dataclass(frozen=True, slots=True)
class PracticeMate:
    """A practice mate in the list."""

    name: str
    level: str
    text: str
    moves: int  # maximum number of moves to win


@dataclass(frozen=True, slots=True)
class PracticeStart:
    """A start of a practice mate, as a text to open."""

    name: str
    title: str
    text: str


def list_practice() -> tuple[PracticeMate, ...]:
    """Return all practice mates, the easy ones first."""
    return tuple(
        PracticeMate(name, level, describe(name), MOST_MOVES)
        for level, names in PRACTICE_MATES.items()
        for name in names
    )


def describe(name: str) -> str:
    """Describe the material in words."""
    first, _, second = name.partition("-")
    words: list[str] = []
    bishops = [int(count) for count, code in _PART.findall(first) if code == "B"]
    for count, code in _PART.findall(first):
        kind = KINDS[code.lower()].name
        if code == "B" and len(bishops) > 1:
            counts = " + ".join(map(str, bishops))
            text = f"{counts} bishops of both colours"
            if text not in words:
                words.append(text)
        else:
            words.append(kind if count == "1" else f"{count} {kind}s")
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    royal = KINDS[second.lstrip("0123456789")].name
    return listed if royal == "king" else f"{listed} against a {royal}"


def practice_start(name: str, seed: int) -> PracticeStart:
    """Return a random start of a practice mate, reproducible by `seed`."""
    if not any(name in names for names in PRACTICE_MATES.values()):
        hint = "there are " + ", ".join(known for names in PRACTICE_MATES.values() for known in names)
        raise StudyError("unknown-practice", f"there is no practice mate {name[:60]!r}", hint=hint)
    pieces = "|".join(_place(name, seed))
    return PracticeStart(name, f"Practice: {describe(name)}", f"w 0/{2 * MOST_MOVES} (8|1) {pieces}")


def practice_position(name: str, seed: int) -> Position:
    """Return the position of a random start, without a move rule."""
    return Position.parse(f"w (8|1) {'|'.join(_place(name, seed))}")


def _place(name: str, seed: int) -> list[str]:
    """Place White's pieces on the 11 by 11 squares around 0,0 and Black's royal where no line leads to it."""
    random = Random(f"{name} {seed}")
    first, _, second = name.partition("-")
    for _ in range(_MOST_ATTEMPTS):
        pieces: dict[tuple[int, int], str] = {}
        bishops = 0
        for count, code in _PART.findall(first):
            bishops += code == "B"
            for _ in range(int(count)):
                free = [
                    (x, y)
                    for x in range(-5, 6)
                    for y in range(-5, 6)
                    if (x, y) not in pieces and (code != "B" or (x + y) % 2 == bishops % 2)
                ]
                pieces[random.choice(free)] = code
        x, y = random.randint(12, 14), random.randint(-17, 17)
        if any(x == px or y == py or abs(x - px) == abs(y - py) for px, py in pieces):
            continue
        royal = second.lstrip("0123456789")
        return [f"{code}{px},{py}" for (px, py), code in pieces.items()] + [f"{royal}{x},{y}"]
    raise AssertionError(f"no start for {name}")
