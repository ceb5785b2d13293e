"""Open document that is read incrementally: after an edit only the games that changed are read again.

The text is divided into parts by the boundaries of its notation, which restart at any boundary. An edit
keeps the parts before it, searches boundaries from there on, and stops at the first boundary after the edit
that was there before: the rest of the parts is unchanged, only its offsets move.

>>> text = "".join(f'[Board "Standard"]\\n[Round "{n}"]\\n1. e4 / e5 2. Nf3\\n\\n' for n in range(400))
>>> document = Document("file:///games.5dpgn", text)
>>> before = list(document.parts)
>>> document.set_text(text.replace('[Round "7"]\\n1. e4', '[Round "7"]\\n1. d4'))
>>> len(before), [n for n, part in enumerate(document.parts) if part not in before]
(400, [7])
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from copy import copy
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from lsprotocol.types import (
    Range,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)

from hyperchess.app.lsp.lines import Lines
from hyperchess.app.lsp.reading import Games, Part, read_games
from hyperchess.notation.registry import SAMPLE, Notation, find_notation, notations, recognise
from hyperchess.text import Span

__all__ = ["Document"]

_KEPT_GAMES = 16  # parts whose games stay in memory
_LONGEST_WHOLE = 12_000  # characters that are read as a whole after each edit, like a pasted text


class Document:
    """A text, its lines, its notation and its parts with their offsets.

    A change replaces these values and never modifies them, so that a `snapshot` can be read by a thread.
    """

    def __init__(
        self, uri: str, text: str, *, encoding: str = "utf-16", notation: str | None = None, version: int = 0
    ) -> None:
        self.uri = uri
        self.version = version
        self.was_read = False
        self.chosen = notation
        self.notation: Notation | None = None
        self.parts: list[Part] = []
        self.starts: list[int] = []
        self._encoding = encoding
        self._games: OrderedDict[Part, Games] = OrderedDict()
        self.lines = Lines(text, encoding)
        self._divide_anew()

    def snapshot(self) -> Document:
        """Return the document as it is now; later changes do not affect it."""
        return copy(self)

    @property
    def text(self) -> str:
        """The text."""
        return self.lines.text

    @property
    def file_name(self) -> str:
        """The last part of the address."""
        return PurePosixPath(unquote(urlsplit(self.uri).path)).name

    @property
    def is_json(self) -> bool:
        """True if the text is JSON, which editors highlight and fold themselves."""
        return self.notation is not None and bool(self.notation.shape)

    def choose(self, notation: str | None) -> None:
        """Read the document in a notation from now on; `None`: in the detected one."""
        self.chosen = notation
        self._divide_anew()

    def apply(self, changes: Sequence[TextDocumentContentChangeEvent], version: int) -> None:
        """Apply the changes of a notification."""
        for change in changes:
            if isinstance(change, TextDocumentContentChangePartial):
                start, end = self.lines.offset(change.range.start), self.lines.offset(change.range.end)
                self.set_text(self.text[:start] + change.text + self.text[end:])
            else:
                self.set_text(change.text)
        self.version = version

    def set_text(self, text: str) -> None:
        """Replace the text; parts that are the same keep what was read of them."""
        old = self.text
        self.lines = Lines(text, self._encoding)
        first = _common_prefix(old, text)
        kept = min(_common_prefix(old[::-1], text[::-1]), min(len(old), len(text)) - first)
        is_same = first >= SAMPLE or self.chosen is not None
        notation = self.notation if is_same else self._find_notation()
        is_short = min(len(old), len(text)) <= _LONGEST_WHOLE
        if notation is not self.notation or notation is None or notation.boundaries is None or is_short:
            self._divide_anew()
            return
        # The parts whose text, with what proves their end, comes before the edit.
        before = bisect_right(
            range(len(self.parts) - 1), first, key=lambda n: self.starts[n] + len(self.parts[n].text)
        )
        moved, edit_end = len(text) - len(old), len(text) - kept
        known = {start: number for number, start in enumerate(self.starts) if number >= before}
        parts, starts = self.parts[:before], self.starts[:before]
        for start, part in _divide(text, self.starts[before], notation):
            same = known.get(start - moved) if start >= edit_end else None
            if same is not None:
                parts += self.parts[same:]
                starts += [start + moved for start in self.starts[same:]]
                break
            parts.append(part)
            starts.append(start)
        self.parts, self.starts = parts, starts

    def _divide_anew(self) -> None:
        self._games = OrderedDict()
        self.notation = self._find_notation()
        text = self.text
        if self.notation is None or len(text) <= _LONGEST_WHOLE:
            self.starts, self.parts = [0], [Part(text, len(text), is_last=True, is_whole=True)]
        else:
            divided = list(_divide(text, 0, self.notation))
            self.starts, self.parts = [start for start, _ in divided], [part for _, part in divided]

    def _find_notation(self) -> Notation | None:
        return find_notation(self.chosen) if self.chosen is not None else recognise(self.text)

    @property
    def likely_notation(self) -> Notation | None:
        """The notation; while there is too little text to detect it, that of the file name."""
        if self.notation is not None:
            return self.notation
        suffix = PurePosixPath(self.file_name).suffix.lower()
        found = (notation for notation in notations().values() if notation.suffix == suffix)
        return None if suffix in (".txt", ".json") else next(found, None)

    def located(self) -> Iterator[tuple[int, Part]]:
        """Yield the parts, each after its offset."""
        return zip(self.starts, self.parts, strict=True)

    def part_at(self, offset: int) -> tuple[int, Part]:
        """Return the part that contains an offset, after its own offset."""
        number = max(0, bisect_right(self.starts, offset) - 1)
        return self.starts[number], self.parts[number]

    def games(self, part: Part) -> Games:
        """Return the games of a part; those of the parts used last are kept."""
        games = self._games.get(part)
        if games is None:
            games = self._games[part] = read_games(part, self.notation, self.chosen)
            if len(self._games) > _KEPT_GAMES:
                self._games.popitem(last=False)
        self._games.move_to_end(part)
        return games

    def range(self, start: int, span: Span) -> Range:
        """Return the range of a span of the part at offset `start`."""
        return self.lines.range(Span(start + span.start, start + span.end))


def _divide(text: str, start: int, notation: Notation) -> Iterator[tuple[int, Part]]:
    """Yield the parts of a text from a boundary on, each after its offset."""
    rest = text[start:]
    done = 0
    for boundary, shown in () if notation.boundaries is None else notation.boundaries(rest, True):
        if boundary < 0:  # no more boundaries: the rest is one part
            break
        yield start + done, Part(rest[done:shown], boundary - done, is_last=False)
        done = boundary
    yield start + done, Part(rest[done:], len(rest) - done, is_last=True)


def _common_prefix(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts.

    >>> _common_prefix("1. e4 / e5", "1. e4 / c5"), _common_prefix("e4", "e4")
    (8, 2)
    """
    low, high = 0, min(len(one), len(other))
    while low < high:  # comparing slices is much faster than comparing characters
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low
