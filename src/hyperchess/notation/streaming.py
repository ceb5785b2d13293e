"""Games from a stream, one at a time: what is in memory is a piece of the text and one game.

A notation says where its games end (`boundaries`). Each game is read together with the beginning of the
next one, as the reader of the whole text sees it, so that both find the same games and the same problems. If
the next game is not found then, the reader has met its limit of problems, and nothing more is read.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from hyperchess.errors import InvalidArgument
from hyperchess.notation.nothing import no_game
from hyperchess.notation.registry import SAMPLE, AnyGame, Notation, recognise
from hyperchess.text import Place, Problem, Source, Span

__all__ = [
    "CHUNK",
    "LONGEST",
    "Decoder",
    "Piece",
    "Stream",
    "TextStream",
    "stream_games",
    "stream_pieces",
]

LONGEST = 1 << 24
"""Characters of one game; if a game is longer, all that is left of the text is read at once."""

CHUNK = 1 << 16
"""Characters that are read at a time."""


class Stream(Protocol):
    """Something to read from: a file that was opened, as text or as bytes."""

    def read(self, size: int, /) -> Any:
        """The next characters or bytes, at most so many; nothing at the end."""


class Decoder:
    """Bytes to text, piece by piece: UTF-8, or UTF-16 if they begin with its mark.

    What is not valid is replaced; `bad_byte` and `bad_offset` are the places of the first such byte in the
    input and of its replacement in the text.

    >>> decoder = Decoder()
    >>> decoder.decode(b"Zo\\xc3"), decoder.decode(b"\\xab \\xff", final=True), decoder.bad_byte
    ('Zo', 'ë \N{REPLACEMENT CHARACTER}', 5)
    """

    def __init__(self) -> None:
        self.bad_byte: int | None = None
        self.bad_offset = 0
        self.encoding = "UTF-8"
        self._decoder: codecs.IncrementalDecoder | None = None
        self._mark = b""  # the first bytes, until the encoding is known
        self._fed = 0  # bytes that the decoder got
        self._length = 0  # characters so far

    def decode(self, data: bytes, *, final: bool = False) -> str:
        """The text of further bytes."""
        if self._decoder is None:
            data = self._mark + data
            if len(data) < 3 and not final:
                self._mark = data
                return ""
            self._decoder = self._choose(data)
            if data.startswith(codecs.BOM_UTF8):
                data, self._fed = data[3:], 3
        text = self._decode(self._decoder, data, final)
        self._fed += len(data)
        self._length += len(text)
        return text

    def problem(self, source: Source, start: int = 0) -> Problem | None:
        """That a byte is not valid, as a problem of a source which begins at an offset of the text."""
        if self.bad_byte is None:
            return None
        offset = self.bad_offset - start
        message = f"byte {self.bad_byte + 1} is not valid {self.encoding}; it was replaced"
        return Problem(source, Span(offset, offset + 1), "encoding", message)

    def _choose(self, data: bytes) -> codecs.IncrementalDecoder:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            self.encoding = "UTF-16"
        return codecs.getincrementaldecoder(self.encoding)()

    def _decode(self, decoder: codecs.IncrementalDecoder, data: bytes, final: bool) -> str:
        state = decoder.getstate()
        try:
            return decoder.decode(data, final)
        except UnicodeDecodeError as error:
            self.bad_byte = self._fed - len(state[0]) + error.start
            decoder.setstate(state)
            valid = max(0, error.start - len(state[0]))  # bytes behind those in the state
            text = decoder.decode(data[:valid])
            self.bad_offset = self._length + len(text)
            decoder.errors = "replace"
            return text + decoder.decode(data[valid:], final)


class TextStream:
    """The text of a stream of characters or bytes."""

    def __init__(self, stream: Stream, name: str) -> None:
        self.name = name
        self._stream = stream
        self._decoder = Decoder()
        self._ended = False

    def read(self, size: int) -> str:
        """About so many further characters; an empty text at the end."""
        parts: list[str] = []
        length = 0
        while length < size and not self._ended:
            data = self._stream.read(size - length)
            if not isinstance(data, str | bytes):
                raise InvalidArgument(f"{self.name}: read() gives {type(data).__name__}, not text or bytes")
            self._ended = not data
            text = data if isinstance(data, str) else self._decoder.decode(data, final=self._ended)
            parts.append(text)
            length += len(text)
        return "".join(parts)

    def problem(self, source: Source, start: int, length: int) -> Problem | None:
        """That a byte is not valid, if the first such byte stands in a source.

        The source begins at `start`, and its own part of the text has that length.
        """
        if not 0 <= self._decoder.bad_offset - start < length:
            return None
        return self._decoder.problem(source, start)


class Piece(NamedTuple):
    """The text of a game, and of the beginning of the next one; or the last game, or all games, of a text.

    `length` is that of the game itself. `problem` is that its text has a byte that is not valid.
    """

    source: Source
    length: int
    is_last: bool
    problem: Problem | None

    def read(self, notation: Notation, start: Any = None) -> tuple[list[AnyGame], bool]:
        """The games in it, and whether those that follow are to be read."""
        if self.is_last:
            games, goes_on = notation.read(self.source, start=start), False
        else:
            games, goes_on = notation.read_until(self.source, self.length, start)
        if self.problem is not None:
            games[0].problems = (self.problem, *games[0].problems)
        return games, goes_on


def stream_games(
    stream: TextStream,
    notation: Notation | None = None,
    *,
    start: Any = None,
    chunk: int = CHUNK,
    longest: int = LONGEST,
) -> Iterator[AnyGame]:
    """The games of a stream, each as soon as its end is found; `chunk` characters are read at a time.

    With `start` they start there, whatever the text says.
    """
    text = stream.read(SAMPLE if notation is None else chunk)
    if notation is None:
        notation = recognise(text, None if start is None else start.kind)
        if notation is None:
            yield no_game(Source(text, stream.name))
            return
    for piece in stream_pieces(stream, text, notation, chunk=chunk, longest=longest):
        games, goes_on = piece.read(notation, start)
        yield from games
        if not goes_on:
            return


def stream_pieces(
    stream: TextStream, text: str, notation: Notation, *, chunk: int = CHUNK, longest: int = LONGEST
) -> Iterator[Piece]:
    """The pieces of a stream of which the first `text` was read, each as soon as its end is found."""
    boundaries = notation.boundaries
    first, offset = Place(1, 1), 0  # where the text in memory begins
    final = boundaries is None
    if final:
        text += _rest(stream)
    while True:
        done = 0
        for boundary in () if boundaries is None else boundaries(text, final):
            source = Source(text[done : boundary.shown], stream.name, first)
            length = boundary.start - done
            yield Piece(source, length, False, stream.problem(source, offset, length))
            first = _place_behind(first, text[done : boundary.start])
            offset, done = offset + length, boundary.start
        text = text[done:]
        if final:
            source = Source(text, stream.name, first)
            yield Piece(source, len(text), True, stream.problem(source, offset, len(text)))
            return
        if len(text) > longest:
            more, final = _rest(stream), True
        else:  # as much again as is there: a long game is not looked through again and again
            more = stream.read(max(chunk, len(text)))
            final = not more
        text += more


def _place_behind(first: Place, text: str) -> Place:
    """Where a text ends that begins at a place."""
    if text.count("\r") != text.count("\r\n"):
        return Source(text, first=first).place(len(text))  # lines that end with a single "\r"
    breaks = text.count("\n")
    column = len(text) - text.rfind("\n") if breaks else first.column + len(text)
    return Place(first.line + breaks, column)


def _rest(stream: TextStream) -> str:
    parts = []
    while part := stream.read(LONGEST):
        parts.append(part)
    return "".join(parts)
