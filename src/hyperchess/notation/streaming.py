"""Games from a stream, one at a time: only a part of the text and one game are in memory.

A notation provides the boundaries of its games (`boundaries`). Each game is read together with the start of
the next one, as the reader of the whole text sees it, so that both find the same games and problems. If the
next game is not found, the reader has reached its limit of problems, and reading stops.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from hyperchess.errors import InvalidArgument, TextTooLong
from hyperchess.game import AnyGame
from hyperchess.notation.boundaries import Boundary
from hyperchess.notation.registry import SAMPLE, Notation, no_game, recognise
from hyperchess.notation.unpacking import Unpacked
from hyperchess.rulesets import AnyPosition
from hyperchess.text import Location, Problem, Severity, Source, Span

__all__ = [
    "CHUNK",
    "LONGEST",
    "Batch",
    "Decoder",
    "Piece",
    "Stream",
    "TextStream",
    "stream_batches",
    "stream_games",
    "stream_pieces",
]

LONGEST = 1 << 23
"""Limit on the characters of one game, or of a text whose notation has no sign for the end of a game.

The longest real position has 1.8 million characters. Without a limit, a packed file of one megabyte would
take gigabytes of memory: a game takes up to 230 bytes for each of its characters.
"""

CHUNK = 1 << 16
"""Number of characters read at a time."""


class Stream(Protocol):
    """A file that was opened as text or as bytes."""

    def read(self, size: int, /) -> Any:
        """Return up to `size` characters or bytes; empty at the end."""


class BadByte(NamedTuple):
    """An invalid byte: the offset of its replacement in a text, a description, and the severity."""

    offset: int
    message: str
    severity: Severity = Severity.ERROR

    def problem(self, source: Source, start: int = 0) -> Problem:
        """Return the problem of a source that starts at offset `start` of the text."""
        offset = self.offset - start
        return Problem(source, Span(offset, offset + 1), "encoding", self.message, severity=self.severity)


def _read_as_single_byte(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not UTF-8 as Windows-1252, of which Latin-1 is a part."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error("hyperchess.single-byte", _read_as_single_byte)


class Decoder:
    """Incremental decoder from bytes to text: UTF-8, UTF-16, or a single-byte encoding.

    Bytes that are not valid UTF-8 are read as Windows-1252, invalid UTF-16 is replaced; `bad_byte` and
    `bad_offset` are the offsets of the first such byte in the input and of its character in the text.

    >>> decoder = Decoder()
    >>> decoder.decode(b"Zo\\xc3"), decoder.decode(b"\\xab Zo\\xeb", final=True), decoder.bad_byte
    ('', 'Zoë Zoë', 7)
    """

    def __init__(self) -> None:
        self.bad_byte: int | None = None
        self.bad_offset = 0
        self.encoding = "UTF-8"
        self._decoder: codecs.IncrementalDecoder | None = None
        self._mark = b""  # the first bytes, until the encoding is known
        self._fed = 0  # bytes fed to the decoder
        self._length = 0  # characters so far

    def decode(self, data: bytes, *, final: bool = False) -> str:
        """Decode further bytes."""
        if self._decoder is None:
            data = self._mark + data
            if len(data) < 4 and not final:
                self._mark = data
                return ""
            self._decoder = self._choose(data)
            if data.startswith(codecs.BOM_UTF8):
                data, self._fed = data[3:], 3
        text = self._decode(self._decoder, data, final)
        self._fed += len(data)
        self._length += len(text)
        return text

    @property
    def bad(self) -> BadByte | None:
        """The first invalid byte, if there is one."""
        if self.bad_byte is None:
            return None
        message = f"byte {self.bad_byte + 1} is not valid {self.encoding}"
        if self.encoding == "UTF-8":
            message += "; such bytes are read as Windows-1252 (Latin-1)"
            return BadByte(self.bad_offset, message, Severity.WARNING)
        return BadByte(self.bad_offset, f"{message}; it was replaced")

    def _choose(self, data: bytes) -> codecs.IncrementalDecoder:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            self.encoding = "UTF-16"
        elif len(data) >= 4 and data[0] and data[2] and not data[1] and not data[3]:
            self.encoding = "UTF-16-LE"  # without a byte order mark
        elif len(data) >= 4 and data[1] and data[3] and not data[0] and not data[2]:
            self.encoding = "UTF-16-BE"
        return codecs.getincrementaldecoder(self.encoding)()

    def _decode(self, decoder: codecs.IncrementalDecoder, data: bytes, final: bool) -> str:
        state = decoder.getstate()
        try:
            return decoder.decode(data, final)
        except UnicodeDecodeError as error:
            self.bad_byte = self._fed - len(state[0]) + error.start
            decoder.setstate(state)
            valid = max(0, error.start - len(state[0]))  # bytes after those in the state
            text = decoder.decode(data[:valid])
            self.bad_offset = self._length + len(text)
            decoder.errors = "hyperchess.single-byte" if self.encoding == "UTF-8" else "replace"
            return text + decoder.decode(data[valid:], final)


class TextStream:
    """The text of a stream of characters or bytes."""

    def __init__(self, stream: Stream, name: str) -> None:
        self.name = name
        self.ended = False  # whether the stream is exhausted
        self._stream = Unpacked(stream, name)
        self._decoder = Decoder()

    def read(self, size: int) -> str:
        """Return about `size` further characters; an empty text at the end."""
        parts: list[str] = []
        length = 0
        while length < size and not self.ended:
            data = self._stream.read(size - length)
            if not isinstance(data, str | bytes):
                raise InvalidArgument(f"{self.name}: read() gives {type(data).__name__}, not text or bytes")
            self.ended = not data
            text = data if isinstance(data, str) else self._decoder.decode(data, final=self.ended)
            parts.append(text)
            length += len(text)
        return "".join(parts)

    def bad(self, start: int, length: int) -> BadByte | None:
        """Return the first invalid byte, if it is within the given part of the text."""
        bad = self._decoder.bad
        if bad is None or not 0 <= bad.offset - start < length:
            return None
        return bad._replace(offset=bad.offset - start)


class Piece(NamedTuple):
    """The text of a game and of the start of the next one; or the last game, or all games, of a text.

    `length` is the length of the game itself. `problem` is an invalid byte in its text.
    """

    source: Source
    length: int
    is_last: bool
    problem: Problem | None

    def read(self, notation: Notation, start: AnyPosition | None = None) -> tuple[Sequence[AnyGame], bool]:
        """Return the games in it, and whether the following pieces should be read."""
        if self.is_last:
            games, goes_on = notation.read(self.source, start=start), False
        else:
            games, goes_on = notation.read_until(self.source, self.length, start)
        if self.problem is not None:
            games[0].problems = (self.problem, *games[0].problems)
        return games, goes_on


class Batch(NamedTuple):
    """Consecutive pieces in one text, which is faster to send to another process than single pieces.

    `bounds` are the ends of the pieces in the text; the last batch has one more piece after them.
    """

    text: str
    name: str
    first: Location
    bounds: list[Boundary]
    is_last: bool
    bad: BadByte | None

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces one by one."""
        text, first, before, done = self.text, self.first, 0, 0
        for start, shown in (*self.bounds, *([(len(self.text), None)] if self.is_last else ())):
            first = _location_after(first, text[before:done]) if done else first
            source = Source(text[done:shown], self.name, first)
            yield Piece(source, start - done, shown is None, self._problem(source, done, start))
            before, done = done, start

    def _problem(self, source: Source, start: int, end: int) -> Problem | None:
        """Return the problem of an invalid byte within a piece."""
        if self.bad is None or not start <= self.bad.offset < end:
            return None
        return self.bad.problem(source, start)


def stream_games(
    stream: TextStream,
    notation: Notation | None = None,
    *,
    start: AnyPosition | None = None,
    text: str = "",
    chunk: int = CHUNK,
    longest: int = LONGEST,
) -> Iterator[AnyGame]:
    """Yield the games of a stream, each as soon as its end is found; `chunk` characters are read at a time.

    `start` overrides the start given by the text; `text` is what has been read of the stream.
    """
    text = text or stream.read(SAMPLE if notation is None else chunk)
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
    """Yield the pieces of a stream, whose first characters, `text`, have been read."""
    for batch in stream_batches(stream, text, notation, least=_few, chunk=chunk, longest=longest):
        yield from batch.pieces()


def _few(offset: int) -> int:
    return 1 << 12


def stream_batches(
    stream: TextStream,
    text: str,
    notation: Notation,
    *,
    least: Callable[[int], int],
    chunk: int = CHUNK,
    longest: int = LONGEST,
) -> Iterator[Batch]:
    """Yield the same pieces in batches. A batch at `offset` has at least `least(offset)` characters.

    It has fewer at the end of the text in memory.
    """
    boundaries = notation.boundaries
    first, offset = Location(1, 1), 0  # start of the text in memory
    final = stream.ended
    if boundaries is None:
        text, final = _whole(stream, text, longest), True
    while True:
        done = 0  # start of the batch
        bounds: list[Boundary] = []
        for start, shown in () if boundaries is None else boundaries(text, final):
            if start < 0:  # `NO_MORE`
                text, final = text[:done] + _whole(stream, text[done:], longest), True
                break
            bounds.append(Boundary(start - done, shown - done))
            if start - done >= least(offset):
                yield Batch(
                    text[done:shown], stream.name, first, bounds, False, stream.bad(offset, start - done)
                )
                first = _location_after(first, text[done:start])
                offset, done = offset + start - done, start
                bounds = []
        if final:
            text = text[done:]
            yield Batch(text, stream.name, first, bounds, True, stream.bad(offset, len(text)))
            return
        if bounds:
            start, shown = bounds[-1]
            yield Batch(
                text[done : done + shown], stream.name, first, bounds, False, stream.bad(offset, start)
            )
            first = _location_after(first, text[done : done + start])
            offset, done = offset + start, done + start
        text = text[done:]
        if len(text) > longest:
            raise _too_long(stream, longest)
        # double the text, so that a long game is not rescanned too often
        text += stream.read(max(chunk, len(text)))
        final = stream.ended


def _location_after(first: Location, text: str) -> Location:
    """Return where a text that starts at `first` ends."""
    if text.count("\r") != text.count("\r\n"):
        return Source(text, first=first).place(len(text))  # lines that end with a single "\r"
    breaks = text.count("\n")
    column = len(text) - text.rfind("\n") if breaks else first.column + len(text)
    return Location(first.line + breaks, column)


def _whole(stream: TextStream, text: str, longest: int) -> str:
    """Return `text` and the rest of the stream; `TextTooLong` if that is more than `longest` characters."""
    text += stream.read(longest + 1 - len(text))
    if len(text) > longest:
        raise _too_long(stream, longest)
    return text


def _too_long(stream: TextStream, longest: int) -> TextTooLong:
    return TextTooLong(f"{stream.name}: a game has more than {longest:,} characters; it was not read")
