"""Lines that name a game, as people write them before it: players, result, variant, goal of a puzzle, event.

A title is taken out of the text of a second reading, and becomes headers of the game after it. It never
overrides a header or boards of the text.

>>> from hyperchess.notation.pasted.mask import Mask
>>> mask = Mask('Game 1: Ada vs Bo (Princess) 1-0\\n[Date "2026"] 1. e4')
>>> [title.headers for title in take_titles(mask)]
[{'Result': '1-0', 'White': 'Ada', 'Black': 'Bo', 'Board': 'Standard - Princess', 'Event': 'Game 1'}]
>>> mask.text.split("\\n")[1]
'[Date "2026"] 1. e4'
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hyperchess import multiverse
from hyperchess.errors import UnknownVariant
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.marks import SCORE, read_result
from hyperchess.notation.pasted.mask import COMMENT, Mask
from hyperchess.notation.starts import find_any_variant
from hyperchess.notation.text5d.header_text import BOARD, match_header
from hyperchess.ruleset import GameKind
from hyperchess.text import Problem, Severity, Source, Span, quote

if TYPE_CHECKING:
    from hyperchess import infinite

__all__ = ["Settled", "Title", "read_title", "settle_titles", "take_titles", "titles_of_games"]

_ROLES = {"variant": "board", "variation": "board", "fen": "board"}

_LONGEST = 120
_EDGES = (
    " \t\r\n:=*_\"'`\u201c\u201d\u201e\u201f\u00ab\u00bb|.,;!>~-\u2013\u2014\u200b\u200c\u200d\u2060\ufeff"
)
_COMMENT = lazy_pattern(COMMENT)
_LINE = lazy_pattern(r"[^\r\n]+")
_BRACKET = lazy_pattern(r"\[")
_FIRST_TURN = lazy_pattern(
    r"(?<!\S)0*+1\s?[wW]?\s?[.):]+"
    r"(?=[ \t]*(?:\([^()\n]*\)\s*)?[^\s()]{0,12}?(?:[a-w][1-9]|[Oo0]-[Oo0]|\d,-?\d))"
)
_PLAY = lazy_pattern(r"[a-h][1-8]|-?\d,-?\d|\d\s?[wb]?\s?\.|(?<!\w)[Oo0]-[Oo0]|^\s*/")
_HEADING = lazy_pattern(r"^[ \t]*#{1,6}[ \t]+")
_LIKELY = lazy_pattern(
    r"\b(?:games?|rounds?|match|puzzles?|problems?|stud(?:y|ies)|tournament|chess|5d|partie|partida|mate)\b"
    r"|#\d|:\s*$",
    re.IGNORECASE,
)
_SCORE = lazy_pattern(rf"(?:^|[\s,;:(])({SCORE}|\*)[)\].]*$")
_PARTS = lazy_pattern(r"\s*[():|;]\s*|,\s+")
_GOAL = lazy_pattern(r"\bmates?[ -]in[ -](\d{1,2})\b", re.IGNORECASE)
_VERSUS = lazy_pattern(r"(\S.{0,60}?)\s+(?:vs?\.?|versus)\s+(\S.{0,60})", re.IGNORECASE)
_DASH = lazy_pattern(r"(\S.{0,60}?)\s+[-\u2013\u2014]\s+(\S.{0,60})")
_NAMED = lazy_pattern(r"(?:variant|variation|board|start)\s*[-:=\u2013\u2014]\s*", re.IGNORECASE)
_KINDS = lazy_pattern(
    r"^(?:(?:an?|the|my|our)\s+)?(?:5d\s+)?(?:chess\s+)?(?:variant|board)\s+|^(?:an?|the|my|our)\s+"
    r"|\s+(?:(?:5d\s+)?chess|game|variant|board|start)$",
    re.IGNORECASE,
)


class Settled(NamedTuple):
    """The headers that titles add to a game, as key, value and place, and what is reported about them."""

    headers: list[tuple[str, str, Span]]
    problems: list[Problem]


class Title(NamedTuple):
    """A title: its place, and the headers that it stands for."""

    span: Span
    headers: dict[str, str]


def take_titles(mask: Mask) -> list[Title]:
    """Replace the titles of a text by blanks, and return them.

    A title precedes a header, a board, or the first turn of a game; before the first game, any moves.
    """
    text = _COMMENT.sub(lambda match: re.sub(r"[^\r\n]", "\0", match[0]), mask.text)
    found: list[Title] = []
    waiting: list[Title] = []
    played = False  # whether moves precede the line
    for line in _LINE.finditer(text):
        start, end = line.span()
        head = next((place for place in _brackets(text, start, end) if _is_head(text, place)), None)
        turn = _FIRST_TURN.search(text, start, end)
        begins = head if head is not None else turn.start() if turn is not None else end
        written = text[start:begins]
        title = None
        # An opening bracket belongs to a damaged header.
        if written.strip() and not {*"\0["} & {*written} and _PLAY.search(written) is None:
            title = _title(written, start, alone=begins == end, before_head=head is not None)
        if title is not None:
            waiting.append(title)
        is_begun = begins < end and (title is not None or not written.strip())
        if is_begun or (not played and _PLAY.search(written) is not None):
            found += waiting
            waiting = []
        elif _PLAY.search(written) is not None:
            waiting = []
        played = played or _PLAY.search(text, start if head is None else begins, end) is not None
    for title in found:
        first, last = title.span
        mask.put(first, last, "", "title")
    return found


def read_title(text: str) -> dict[str, str]:
    """Return the headers that a title stands for; only `Event` if nothing in it is known.

    >>> read_title("Puzzle #3 (mate in 2)"), read_title("Turn Zero game")
    ({'Puzzle': 'mate-in-2', 'Event': 'Puzzle #3'}, {'Board': 'Standard - Turn Zero'})
    """
    found: dict[str, str] = {}
    rest = _HEADING.sub("", text, 1).strip(_EDGES)
    score = _SCORE.search(rest)
    result = None if score is None else read_result(score[1])
    if score is not None and result is not None:
        found["Result"] = result
        rest = rest[: score.start()].strip(_EDGES)
    events = []
    for part in [rest] if _variant(rest) else _PARTS.split(rest):
        goal, versus = _GOAL.search(part), _VERSUS.fullmatch(part.strip(_EDGES))
        if versus is None and result is not None:
            versus = _DASH.fullmatch(part.strip(_EDGES))
        if (name := _variant(part)) is not None and "Board" not in found:
            found["Board"] = name
        elif versus is not None and "White" not in found:
            found |= {"White": versus[1].strip(_EDGES), "Black": versus[2].strip(_EDGES)}
        else:
            if goal is not None:
                found["Puzzle"] = f"mate-in-{int(goal[1])}"
            if part.strip(_EDGES) and (goal is None or goal[0] != part.strip(_EDGES)):
                events.append(part.strip(_EDGES))
    if events:
        found["Event"] = ", ".join(events)
    return found


def titles_of_games(titles: Sequence[Title], text: str, starts: Sequence[int]) -> list[list[Title]]:
    """Return the titles of each game: those before its start, for the first game those before its content."""
    first = len(text) - len(text.lstrip())
    found: list[list[Title]] = [[] for _ in starts]
    for title in titles:
        place = title.span.start
        found[0 if place <= first else min(bisect_left(starts, place), len(starts) - 1)].append(title)
    return found


def settle_titles(
    source: Source,
    titles: Sequence[Title],
    given: Mapping[str, str],
    kind: GameKind,
    *,
    boards: Collection[str] | None = None,
) -> Settled:
    """Compare the titles of a game with the headers `given` and its start, which count.

    `boards` are those that the text gives, in 5DFEN; empty if the start is given in another way.
    """
    board = "Board" if kind is GameKind.MULTIVERSE else "Variant"
    known = {_ROLES.get(key.casefold(), key.casefold()): value for key, value in given.items()}
    headers: list[tuple[str, str, Span]] = []
    problems: list[Problem] = []
    for title in reversed(titles):  # the nearest one first
        used = []
        for key, value in title.headers.items():
            role = key.casefold()
            if role == "board":
                variant = find_any_variant(value)
                if isinstance(variant, multiverse.Variant) is not (kind is GameKind.MULTIVERSE):
                    key, role = "Event", "event"  # a variant of the other game is only a name
                elif role not in known and not _may_start(variant, boards):
                    known[role] = "the start of the text"
            if role == "board":
                key = board
            if role not in known:
                known[role] = value
                if role != "board" or boards is None:
                    headers.append((key, value, title.span))
            elif not _agree(role, value, known[role]):
                message = f"the title says {key} {quote(value)}, but {quote(known[role])} counts"
                problems.append(Problem(source, title.span, "title", message, severity=Severity.WARNING))
                continue
            used.append(f"{key} {quote(value)}")
        if used:
            message = f"this title is read as {', '.join(used)}"
            problems.append(Problem(source, title.span, "title", message, severity=Severity.INFO))
    return Settled(headers, problems)


def _may_start(variant: multiverse.Variant | infinite.Variant, boards: Collection[str] | None) -> bool:
    """Return whether a game, with its boards if they are given, may start from a variant."""
    if boards is None or not isinstance(variant, multiverse.Variant):
        return boards is None
    return {board.fen() for board in variant.position.boards} == {*boards}


def _agree(role: str, value: str, given: str) -> bool:
    return (_variant(given) if role == "board" else given.strip().casefold()) in (value, value.casefold())


def _title(written: str, start: int, *, alone: bool, before_head: bool) -> Title | None:
    """Return the title in the first part of a line, or on a line of its own; `None` if it is none."""
    stripped = written.strip()
    headers = read_title(written)
    is_known = bool(headers.keys() - {"Event", "Result"})
    is_likely = before_head or is_known or (alone and _LIKELY.search(stripped))
    if len(stripped) > _LONGEST or not headers or headers.keys() == {"Result"} or not is_likely:
        return None
    if not alone and not before_head and not is_known:
        return None
    first = start + len(written) - len(written.lstrip())
    return Title(Span(first, first + len(stripped)), headers)


def _variant(text: str) -> str | None:
    """Return the full name of the variant that a text names, in any spelling."""
    name = _NAMED.sub("", text.strip(_EDGES), 1)
    for each in (name, _KINDS.sub("", name)):
        if any(letter.isalpha() for letter in each):
            try:
                return find_any_variant(each).name
            except UnknownVariant:
                pass
    return None


def _brackets(text: str, start: int, end: int) -> list[int]:
    return [match.start() for match in _BRACKET.finditer(text, start, end)]


def _is_head(text: str, start: int) -> bool:
    return match_header(text, start) is not None or BOARD.match(text, start) is not None
