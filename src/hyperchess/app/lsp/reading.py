"""Games of one part of a document: what is read once and kept, and what is read again on demand.

A game in memory takes many times the space of its text. Of each part of a document the problems and the
outline are kept; the games are read again when a request needs them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from hyperchess.app.lsp.grammar import tokenize
from hyperchess.game import AnyGame, AnyNode
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import Notation
from hyperchess.notation.streaming import Piece
from hyperchess.text import Problem, Source, Span

__all__ = ["Entry", "Games", "Part", "Place", "Reading", "branch_start", "read_games", "read_part"]


_PLAYERS = ("White", "Black")
_TITLES = ("Event", "Board", "Variant")


@dataclass(slots=True, eq=False)
class Part:
    """A part of a document: one game with the beginning of the next one, or a whole short text.

    The spans of everything that is read count from the start of the part. `length` is that of the game
    itself.
    """

    text: str
    length: int
    is_last: bool
    is_whole: bool = False
    reading: Reading | None = None


class Entry(NamedTuple):
    """An entry of the outline: a game, or a variation in it. `head` is the span to select."""

    name: str
    detail: str
    span: Span
    head: Span
    children: tuple[Entry, ...] = ()


class Reading(NamedTuple):
    """The problems and the outline of a part, and the spans of its comments and groups of headers."""

    problems: tuple[Problem, ...]
    outline: tuple[Entry, ...] = ()
    comments: tuple[Span, ...] = ()
    headers: tuple[Span, ...] = ()


class Place(NamedTuple):
    """A written move: its span, its node, and its place in the order of the action, from 0."""

    span: Span
    node: AnyNode
    order: int


@dataclass(frozen=True)
class Games:
    """The games of a part; `has_spans`: the spans of moves are places in the text of the part."""

    games: tuple[AnyGame, ...]
    has_spans: bool

    @cached_property
    def places(self) -> list[Place]:
        """The written moves in the order of the text."""
        found = [
            Place(written.span, node, index)
            for game in self.games
            if self.has_spans
            for node in game.walk()
            for index, written in enumerate(node.moves)
            if written.span is not None
        ]
        return sorted(found, key=lambda place: place.span)

    def place_at(self, offset: int) -> Place | None:
        """Return the move at an offset, its end included."""
        before = self.place_before(offset)
        return before if before is not None and offset <= before.span.end else None

    def place_before(self, offset: int) -> Place | None:
        """Return the last move that starts at or before an offset."""
        index = bisect_right(self.places, offset, key=lambda place: place.span.start)
        return self.places[index - 1] if index else None


def read_games(part: Part, notation: Notation | None, name: str | None) -> Games:
    """Read the games of a part in a notation; `name` is the notation that the user chose, if any."""
    has_spans = notation is not None and notation.name != "json"  # its spans are those of another text
    if notation is None or part.is_whole:
        return Games(tuple(parse_all(part.text, name)), has_spans)
    games, _ = Piece(Source(part.text), part.length, part.is_last, None).read(notation)
    return Games(tuple(games), has_spans)


def read_part(part: Part, notation: Notation | None, name: str | None) -> Reading:
    """Read a part for its problems and its outline."""
    read = read_games(part, notation, name)
    problems = tuple(problem for game in read.games for problem in game.problems)
    if notation is None:
        return Reading(problems)
    spans = _game_spans(part, notation, read.games)
    outline = [_outline(game, span, read.has_spans) for game, span in zip(read.games, spans, strict=True)]
    if notation.shape:
        return Reading(problems, tuple(outline))
    return Reading(problems, tuple(outline), *_sections(part.text[: part.length]))


def _sections(text: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the comments with several lines, and the groups of headers."""
    comments: list[Span] = []
    headers: list[Span] = []
    is_open = False
    for token in tokenize(text):
        if token.kind == "comment":
            if "\n" in text[token.start : token.end]:
                comments.append(Span(token.start, token.end))
            is_open = False
        elif token.kind in ("key", "value", "board"):
            start = headers.pop().start if is_open else token.start
            headers.append(Span(start, token.end))
            is_open = True
        elif token.kind not in ("bracket", "punctuation"):
            is_open = False
    return tuple(comments), tuple(headers)


def _game_spans(part: Part, notation: Notation, games: tuple[AnyGame, ...]) -> list[Span]:
    if len(games) > 1 and notation.boundaries is not None:
        starts = [boundary.start for boundary in notation.boundaries(part.text, True) if boundary.start > 0]
        if len(starts) + 1 == len(games):
            return [Span(*ends) for ends in pairwise((0, *starts, len(part.text)))]
    # Pasted text around the games was left out, so only their moves have places.
    return [Span(0, part.length)] * len(games)


def _outline(game: AnyGame, span: Span, has_spans: bool) -> Entry:
    headers = game.headers
    players = [headers.get(key, "") for key in _PLAYERS]
    titles = [headers[key] for key in _TITLES if headers.get(key)]
    name = " - ".join(player or "?" for player in players) if any(players) else "".join(titles[:1])
    details = (titles if any(players) else titles[1:])[:1] + [game.result] * bool(game.result)
    # A game that is only a main line has a cheap form, without its tree.
    branches = _variations(game) if has_spans and game._plain_line() is None else ()
    head = Span(span.start, span.start)
    return Entry(name or game.kind.label, ", ".join(details), span, head, tuple(branches))


def _variations(game: AnyGame) -> Iterator[Entry]:
    """Yield the variations of a game; nested ones are children of their variation."""
    starts = [node for node in game.walk() if node.is_variation]
    inner: dict[AnyNode | None, list[Entry]] = {}
    for start in reversed(starts):  # inner variations come after the variation that contains them
        spans = [node.span for node in (start, *start.main_line) if node.span is not None]
        children = inner.pop(start, [])[::-1]
        if start.span is None:
            continue
        span = _hull([*spans, *(child.span for child in children)])
        words = " ".join(move.text for move in start.moves)
        entry = Entry(f"{start.serial}. {words}", "", span, start.span, tuple(children))
        assert start.parent is not None
        inner.setdefault(branch_start(start.parent), []).append(entry)
    yield from inner.pop(None, [])[::-1]


def _hull(spans: Iterable[Span]) -> Span:
    listed = list(spans)
    return Span(min(span.start for span in listed), max(span.end for span in listed))


def branch_start(node: AnyNode) -> AnyNode | None:
    """Return the first node of the variation that contains a node; `None` on the main line."""
    while node.parent is not None:
        if node.is_variation:
            return node
        node = node.parent
    return None
