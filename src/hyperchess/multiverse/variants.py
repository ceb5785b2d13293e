"""Named starting positions, and custom ones from headers.

>>> start("standard - turn zero").hash()
'86d9a9eb3a9902c94379d438bcf18de1'
>>> find_variant("Just Kings").name
'Focused - Just Kings'
>>> find_variant("Prinzess")
Traceback (most recent call last):
...
hyperchess.errors.UnknownVariant: unknown variant 'Prinzess'; did you mean 'Standard - Princess'?

Names are matched without case, spaces and punctuation; the part after a dash is enough if it is unambiguous.
The positions are data, in `variants.toml` and `community_variants.toml`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from hyperchess.errors import InvalidPosition, UnknownVariant
from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import MAX_FILES, MAX_RANKS, HalfTurn, Timeline
from hyperchess.multiverse.memo import Memo
from hyperchess.multiverse.pieces import find_kind
from hyperchess.multiverse.position import Position
from hyperchess.multiverse.syntax.fen import parse_boards
from hyperchess.text import quote
from hyperchess.validation import check_text

__all__ = ["Variant", "custom_start", "find_variant", "start", "variants"]

_LONGEST_NAME = 100


@dataclass(frozen=True)
class Variant:
    """A named starting position."""

    name: str
    position: Position
    aliases: tuple[str, ...] = ()
    author: str = ""
    community: bool = False

    @property
    def size(self) -> str:
        """The number of files and ranks of its boards, such as `8x8`."""
        return f"{self.position.width}x{self.position.height}"

    @property
    def parity(self) -> str:
        """`odd` or `even`: the number of middle timelines."""
        return "even" if self.position.even else "odd"


@cache
def variants() -> tuple[Variant, ...]:
    """Return all named variants: those of the base game, then the community's."""
    return tuple(map(_variant_in_row, range(len(_rows()))))


def find_variant(name: str) -> Variant:
    """Return the variant of this name, in any unambiguous spelling; else raise `UnknownVariant`."""
    index = _index()
    key = _KEYS[name] if len(check_text("name", name)) <= _LONGEST_NAME else _key(name)
    if key in index:
        return _variant_in_row(index[key])
    suggestions = _nearest(key) if 0 < len(key) <= _LONGEST_NAME else ()
    shown = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 3] + "..."
    raise UnknownVariant(shown, suggestions)


@lru_cache(maxsize=256)  # a text may repeat the same wrong name in thousands of games
def _nearest(key: str) -> tuple[str, ...]:
    """Return the names of variants that are similar to a key."""
    index = _index()
    from difflib import get_close_matches

    near = get_close_matches(key, index, n=5, cutoff=0.75)
    return tuple(dict.fromkeys(str(_rows()[index[match]]["name"]) for match in near))[:3]


def start(name: str) -> Position:
    """Return the starting position of a variant."""
    return find_variant(name).position


def custom_start(
    fen: str | tuple[Board, ...],
    *,
    size: str | None = None,
    promotions: str | None = None,
    timeline: str | None = None,
    initial_multiverses: str | None = None,
) -> Position:
    """Build a starting position from 5DFEN, or boards parsed from it, and the values of its headers.

    `size` is `WxH`; `promotions` is a list such as `Q,R`; `timeline` is `Odd` or `Even`;
    `initial_multiverses` names the timelines that existed at the start. If it numbers the middle timelines of
    an even start `-1 0`, the boards are renumbered to `-0 +0`.

    >>> boards = "[k1/1K:-1:1:w][k1/1K:0:1:w]"
    >>> custom_start(boards, initial_multiverses="-1 0").fen()
    '[k1/1K:-0:1:w][k1/1K:+0:1:w]'
    >>> custom_start("[k1/1K:0:1:w]", size="3x2")
    Traceback (most recent call last):
    ...
    hyperchess.errors.InvalidPosition: the size is given as 3x2, but the boards are 2x2
    """
    headers = {
        "size": size,
        "promotions": promotions,
        "timeline": timeline,
        "initial_multiverses": initial_multiverses,
    }
    for name, value in headers.items():
        if value is not None:
            check_text(name, value)
    return _built(
        fen if isinstance(fen, tuple) else parse_boards(fen), size, promotions, timeline, initial_multiverses
    )


@lru_cache(maxsize=64)  # a collection repeats a few starts
def _built(
    boards: tuple[Board, ...],
    size: str | None,
    promotions: str | None,
    timeline: str | None,
    initial_multiverses: str | None,
) -> Position:
    parity = _parity(timeline)
    initial: tuple[Timeline, ...] | None = None
    if initial_multiverses is not None:
        initial = tuple(sorted(map(Timeline.parse, initial_multiverses.replace(",", " ").split())))
        if parity != "odd" and _counts_even_without_signs(initial):
            boards = tuple(_renumbered(board) for board in boards)
            initial = tuple(map(_signed_zeros, initial))
    letters = None if promotions is None else _promotion_letters(promotions)
    position = Position.of_boards(boards, promotions=letters, initial=initial)
    if size is not None:
        _check_size(size, position)
    if parity is not None and position.even != (parity == "even"):
        names = " ".join(map(str, position.timelines))
        raise InvalidPosition(f"the timelines are stated as {parity}, but the boards name {names}")
    return position


@cache
def _rows() -> list[dict[str, Any]]:
    """Return the rows of the data files; positions are parsed when a variant is requested."""
    rows = []
    for file, community in (("variants.toml", False), ("community_variants.toml", True)):
        text = Path(__file__).with_name(file).read_text(encoding="utf-8")
        rows += [{**row, "community": community} for row in tomllib.loads(text)["variant"]]
    return rows


@cache
def _variant_in_row(number: int) -> Variant:
    return _variant(**_rows()[number])


def _variant(
    *,
    name: str,
    boards: list[str],
    community: bool,
    aliases: tuple[str, ...] = (),
    author: str = "",
    promotions: str | None = None,
    history: int = 0,
) -> Variant:
    """Build a variant from one row of the data files."""
    position = Position.of_boards(
        [earlier for board in parse_boards("".join(boards)) for earlier in _with_history(board, history)],
        promotions=None if promotions is None else _promotion_letters(promotions),
    )
    return Variant(name, position, tuple(aliases), author, community)


def _with_history(board: Board, length: int) -> list[Board]:
    """Return `length` equal boards that precede the board, and the board."""
    last = board.at.half_turn.ordinal
    places = (HalfTurn.of_ordinal(last - back) for back in range(length + 1))
    return [replace(board, at=board.at._replace(turn=turn, color=color)) for turn, color in places]


@cache
def _index() -> dict[str, int]:
    """Return the row indices of variants by the key of every unambiguous name; full names win over parts."""
    names = [str(row["name"]) for row in _rows()]
    parts = Counter(_key(name.split(" - ")[-1]) for name in names)
    index: dict[str, int] = {}
    for number, name in enumerate(names):
        index.setdefault(_key(name), number)
    for number, name in enumerate(names):
        for alias in _rows()[number].get("aliases", ()):
            index.setdefault(_key(alias), number)
        part = _key(name.split(" - ")[-1])
        if parts[part] == 1:
            index.setdefault(part, number)
    return index


def _key(name: str) -> str:
    """Return a name without case, spaces and punctuation (except `+` and `∞`, which distinguish variants)."""
    return "".join(c for c in name.casefold() if c.isalnum() or c in "+∞")


_KEYS = Memo(_key)  # a collection repeats a few variant names


def _parity(timeline: str | None) -> str | None:
    if timeline is None:
        return None
    parity = timeline.strip().casefold()
    if parity not in ("odd", "even"):
        raise InvalidPosition(f"expected the timelines to be Odd or Even, found {quote(timeline)}")
    return parity


def _counts_even_without_signs(initial: tuple[Timeline, ...]) -> bool:
    """Return whether the names are those of an even start with the middle timelines `-1` and `0`."""
    half = len(initial) // 2
    return half > 0 and initial == tuple(map(Timeline.of, range(-half, half)))


def _signed_zeros(timeline: Timeline) -> Timeline:
    return Timeline.of_row(timeline.number, even=True)


def _renumbered(board: Board) -> Board:
    return replace(board, at=board.at._replace(timeline=_signed_zeros(board.at.timeline)))


def _promotion_letters(text: str) -> tuple[str, ...]:
    """Parse a list of pieces: letters, or between commas also the older names of two letters.

    >>> _promotion_letters("RQ"), _promotion_letters("RQ,N")
    (('R', 'Q'), ('Y', 'N'))
    """
    names = text.replace(",", " ").split() if "," in text else list("".join(text.split()))
    letters = []
    for name in names:
        kind = find_kind(name.upper())
        if kind is None:
            raise InvalidPosition(f"unknown piece {quote(name)} among the promotions")
        letters.append(kind.letter)
    return tuple(letters)


def _check_size(size: str, position: Position) -> None:
    width, cross, height = size.strip().casefold().partition("x")
    if not (cross and width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
        raise InvalidPosition(f"expected a size such as 8x8, found {quote(size)}")
    if len(width) > 4 or len(height) > 4 or int(width) > MAX_FILES or int(height) > MAX_RANKS:
        limit = f"boards are at most {MAX_FILES}x{MAX_RANKS}"
        raise InvalidPosition(f"the size {quote(size)} is out of range: {limit}")
    if (int(width), int(height)) != (position.width, position.height):
        actual = f"{position.width}x{position.height}"
        raise InvalidPosition(f"the size is given as {int(width)}x{int(height)}, but the boards are {actual}")
