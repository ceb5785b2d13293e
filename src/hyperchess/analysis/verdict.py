"""What a search for mate says about a puzzle: a word for tables, a sentence for people, an exit code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

__all__ = ["Found", "Word", "judge"]


class Word(Enum):
    """The verdict on a puzzle, or the answer where no header claims anything."""

    SOUND = "sound"  # the mate that the header claims, by one first action alone
    DUAL = "dual"  # by several
    COOKED = "cooked"  # a shorter mate
    MATE = "mate"  # nobody claimed it, or whether it is the only one was not asked or cannot be told
    NO_MATE = "no mate"
    UNKNOWN = "unknown"
    OTHER = "other kind"  # not a puzzle about mate: named, and left alone
    BROKEN = "broken"  # the game cannot be followed to the puzzle


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search knows, in either game.

    `refuted`: within so many actions there is no mate. `complete`: all first actions were tried; `cut`
    says why not. `window` names the moves that were looked at, where there are infinitely many; the answer
    is then `exact` if the others cannot change it.
    """

    mate_in: int | None
    refuted: int
    first_actions: Sequence[str] = ()
    complete: bool
    cut: str = "time ran out"
    window: str = ""
    exact: bool = True


def judge(found: Found, asked: int, *, claimed: bool, first_only: bool = False) -> tuple[Word, str]:
    """The word and the sentence for a mate in `asked`, which a header may have claimed.

    >>> judge(Found(mate_in=2, refuted=1, first_actions=["Rb1"], complete=True), 2, claimed=True)
    (<Word.SOUND: 'sound'>, 'mate in 2 by Rb1, and by nothing else')
    >>> judge(Found(mate_in=1, refuted=0, first_actions=["Qa3#"], complete=True), 2, claimed=True)
    (<Word.COOKED: 'cooked'>, 'there is a mate in 1 already, by Qa3#')
    >>> judge(Found(mate_in=None, refuted=1, complete=False), 3, claimed=False)
    (<Word.UNKNOWN: 'unknown'>, 'there is no mate in 1; beyond that, time ran out')
    """
    if found.mate_in is None:
        return _without_mate(found, asked)
    mate, first = f"mate in {found.mate_in}", found.first_actions[0]
    if not found.exact:
        return Word.UNKNOWN, f"{mate} by {first} against all defences {found.window}"
    if claimed and found.mate_in < asked:
        return Word.COOKED, f"there is a {mate} already, by {first}"
    if len(found.first_actions) > 1:
        count = f"{len(found.first_actions)}{'' if found.complete else ' or more'} first actions"
        return Word.DUAL if claimed else Word.MATE, f"{mate} by {count}"
    if found.window:
        return Word.MATE, f"{mate} by {first}; whether others mate as well is not known"
    if found.complete:
        return Word.SOUND if claimed else Word.MATE, f"{mate} by {first}, and by nothing else"
    if first_only:
        return Word.MATE, f"{mate} by {first}; other first actions were not tried"
    word = Word.UNKNOWN if claimed else Word.MATE
    return word, f"{mate} by {first}; {found.cut} before all others were tried"


def _without_mate(found: Found, asked: int) -> tuple[Word, str]:
    if found.refuted < asked:
        known = f"there is no mate in {found.refuted}; beyond that, " if found.refuted else ""
        return Word.UNKNOWN, f"{known}{found.cut}"
    none = f"there is no mate in {asked}"
    return (Word.NO_MATE, none) if found.exact else (Word.UNKNOWN, f"{none} by moves {found.window}")
