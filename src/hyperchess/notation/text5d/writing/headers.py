"""Headers and 5DFEN: the start position in each dialect.

Properties of the start (variant, size, timelines, promotions) are written from the start, under the key of
the dialect and at the place where the game has them; all other headers keep their order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from hyperchess.errors import UnknownVariant
from hyperchess.game import Game
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse.coordinates import Timeline
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, default_promotions
from hyperchess.multiverse.position import Position
from hyperchess.multiverse.variants import find_variant, variants
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.header_text import format_header
from hyperchess.notation.writing import Losses

__all__ = [
    "KNOWN",
    "START_KEYS",
    "Head",
    "StartHeaders",
    "StartText",
    "head_text",
    "make_head",
    "row_name",
    "start_head",
    "with_result",
]

StartHeaders = Literal["start", "none"]
StartText = Literal["name", "both", "boards"]
"""The form of a start that is a variant: its name, its name and boards, or its boards as `custom`."""

KNOWN = "Standard"
"""Variants that every reader knows by name."""

START_KEYS = ("Board", "Size", "Timeline", "InitialMultiverses", "Promotions")
"""Headers that describe the start."""

_ROLES = {
    "board": "Board",
    "variant": "Board",
    "variation": "Board",
    "size": "Size",
    "timeline": "Timeline",
    "timelines": "Timeline",
    "initialmultiverses": "InitialMultiverses",
    "promotions": "Promotions",
    "mode": "Mode",
}
# Branched 5DPGN 2, and the key order of its formal definition.
_BRANCHED_ORDER = (
    *("Variant", "Size", "Timeline", "Promotions", "InitialMultiverses", "Puzzle"),
    *("Event", "Site", "Date", "Round", "White", "Black", "Result"),
)
_BAD_KEY = lazy_pattern(r"[\s\"\[\]]+")
_BREAK = lazy_pattern(r"[\r\n]+")


@dataclass(frozen=True, slots=True)
class Head:
    """Headers and boards before the moves."""

    headers: tuple[tuple[str, str], ...]
    boards: tuple[str, ...]

    def parted(self, keys: Collection[str]) -> tuple[Head, Head]:
        """Split into the headers with the given keys and the boards, and all other headers."""
        chosen = tuple(header for header in self.headers if header[0] in keys)
        return Head(chosen, self.boards), Head(tuple(h for h in self.headers if h not in chosen), ())


def make_head(
    game: Game[Position, Move],
    dialect: Dialect,
    losses: Losses,
    start: StartText = "name",
    known: str = KNOWN,
) -> Head:
    """Return the headers and boards that a dialect writes.

    `known` are the names, separated by commas, that are written even if `start` is `boards`.
    """
    facts, boards = _start_facts(game, dialect, losses, start, known)
    if game.gives_boards and game.start is not None and not boards:
        losses.add("boards", "the boards in 5DFEN are left out: the variant has a name", "Board")
    headers = []
    for key, value in game.headers.items():
        role = _ROLES.get(key.casefold())
        if role is None:
            headers.append(_printable(key, value, losses))
        elif role in facts:
            headers.append((_name(role, dialect), facts.pop(role)))
        elif role == "Mode":
            headers.append(_printable("Mode", value, losses))
    missing = [(_name(role, dialect), value) for role, value in facts.items()]
    headers = [header for header in [*missing, *headers] if header[0]]
    if dialect is Dialect.BRANCHED:
        headers.sort(key=_branched_rank)
    return Head(tuple(headers), boards)


def head_text(head: Head) -> str:
    """Return one line per header and board, and a blank line if there are any."""
    lines = [*(format_header(key, value) for key, value in head.headers), *head.boards]
    return "".join(f"{line}\n" for line in lines) + ("\n" if lines else "")


def start_head(game: Game[Position, Move], wanted: StartHeaders, losses: Losses) -> str:
    """Return the headers that describe the start, for notations without headers.

    They are omitted only for Standard, which readers assume.
    """
    about_start, others = make_head(game, Dialect.RAW, Losses()).parted(START_KEYS)
    for key, _ in others.headers:
        losses.add("headers", "a header is left out", key)
    if about_start == Head((("Board", "Standard"),), ()):
        return ""
    if wanted == "none":
        losses.add("start", "the start is left out", count=bool(about_start.headers))
        return ""
    return head_text(about_start)


def with_result(head: Head, game: Game[Position, Move], losses: Losses) -> Head:
    """Return the head with the result in a header, for notations that have it nowhere else."""
    result = game.end.result
    headers = dict(head.headers)
    if not result or headers.get("Result") == result:
        return head
    if "Result" in headers:
        losses.add("headers", "the result of the game takes the place of the one in the headers", "Result")
    return Head(tuple((headers | {"Result": result}).items()), head.boards)


def row_name(timeline: Timeline, *, even: bool) -> str:
    """Return the name of a timeline in the first edition, which has -1 and 0 instead of `-0` and `+0`.

    >>> [row_name(Timeline.parse(name), even=True) for name in ("-1", "-0", "+0", "1")]
    ['-2', '-1', '0', '1']
    """
    return str(timeline.row(even=even))


def _name(role: str, dialect: Dialect) -> str:
    return "Variant" if role == "Board" and dialect is Dialect.BRANCHED else role


def _branched_rank(header: tuple[str, str]) -> int:
    key = header[0].capitalize() if header[0].islower() else header[0]
    return _BRANCHED_ORDER.index(key) if key in _BRANCHED_ORDER else len(_BRANCHED_ORDER)


def _printable(key: str, value: str, losses: Losses) -> tuple[str, str]:
    """Return a header that can be read back: no line break in the value, no blank in the key."""
    name = _BAD_KEY.sub("_", key)
    text = _BREAK.sub(" ", value)
    if name != key or not name:
        losses.add("headers", f"the key {key!r} was changed or left out: it cannot be written", key)
    if text != value:
        losses.add("headers", f"line breaks in {key} were replaced", key)
    return name, text


def _start_facts(
    game: Game[Position, Move], dialect: Dialect, losses: Losses, written: StartText, readable: str
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the properties of the start by key, and the boards if wanted or not implied by a name."""
    given = {_ROLES[key.casefold()]: value for key, value in game.headers.items() if key.casefold() in _ROLES}
    facts = {} if dialect in (Dialect.BRANCHED, Dialect.RAW) else {"Mode": "5D"}
    start = game.start
    if start is None:
        given.pop("Mode", None)
        return facts | {key: _printable(key, value, losses)[1] for key, value in given.items()}, ()
    name, known = _variant_name(start, given.get("Board", ""))
    reason = "the boards are written" if known else "the boards are not those of a variant"
    if known and written == "boards":
        name = next((other for other in readable.split(",") if _is_named(start, other)), name)
        known = name in readable.split(",")
    custom = not known
    if custom and dialect is not Dialect.BRANCHED:
        if name:
            losses.add("headers", f"the name {name!r} is left out: {reason}", "Board")
        name = "custom"
    if name:
        facts["Board"] = _printable("Board", name, losses)[1]
    if dialect is not Dialect.RAW or custom:
        facts["Size"] = f"{start.width}x{start.height}"
    if dialect is Dialect.BRANCHED:
        facts["Timeline"] = "Even" if start.even else "Odd"
    facts |= _initial_timelines(start, dialect, stated="InitialMultiverses" in given)
    stated = ("Promotions" in given and dialect is not Dialect.RAW) or (custom and written == "boards")
    if stated or _needs_promotions(start, name, known=known):
        facts["Promotions"] = _promotions(start, given.get("Promotions", ""))
    boards = tuple(_boards(start, dialect)) if custom or written == "both" else ()
    return facts, boards


def _variant_name(start: Position, given: str) -> tuple[str, bool]:
    """Return the variant name to write, and whether it identifies exactly these boards."""
    if given.strip().casefold() == "custom":
        return "", False
    if given:
        return given, _is_named(start, given)
    known = (
        variant.name for variant in variants() if variant.position.timeline_boards == start.timeline_boards
    )
    name = next(known, "")
    return name, bool(name)


def _is_named(start: Position, name: str) -> bool:
    """Return whether a variant of this name has the boards of the start."""
    try:
        return find_variant(name).position.timeline_boards == start.timeline_boards
    except UnknownVariant:
        return False


def _initial_timelines(start: Position, dialect: Dialect, *, stated: bool) -> dict[str, str]:
    """Return the header that names the initial timelines, if the boards do not imply it."""
    initial = [line.timeline for line in start.timeline_boards if line.maker is None]
    first = dialect is Dialect.FIRST and start.even
    if len(initial) == len(start.timeline_boards) and not first and (not stated or dialect is Dialect.RAW):
        return {}
    if first:
        return {"InitialMultiverses": " ".join(row_name(name, even=True) for name in initial)}
    facts = {"InitialMultiverses": " ".join(map(str, initial))}
    half = len(initial) // 2
    if not start.even and [name.number for name in initial] == list(range(-half, half)):
        facts["Timeline"] = "Odd"  # some writers use these names for an even start
    return facts


def _needs_promotions(start: Position, name: str, *, known: bool) -> bool:
    """Return whether a reader would assume other promotions: those of the variant, or of the pieces."""
    try:
        if find_variant(name).position.promotions != start.promotions:
            return True
    except UnknownVariant:
        pass
    codes = set().union(*(board.cells for board in start.boards)) - {EMPTY}
    usual = default_promotions(PIECE_OF_CODE[code].kind.letter for code in codes)
    return not known and usual != start.promotions


def _promotions(start: Position, given: str) -> str:
    """Return the header as given, if it is correct."""
    letters = ",".join(start.promotions)
    return given if given.replace(" ", "") == letters else letters


def _boards(start: Position, dialect: Dialect) -> Iterable[str]:
    for board in start.boards:
        if dialect is Dialect.FIRST:
            timeline = Timeline.of(board.at.timeline.row(even=start.even))
            yield replace(board, at=board.at._replace(timeline=timeline)).fen()
        else:
            yield board.fen()
