"""The door of all output: no character of a file reaches a terminal that could steer it or hide in it.

`guard_streams` puts a `GuardedStream` in the place of standard output and error, so that whatever is printed,
by any library, has visible escapes (`hyperchess.text.escape_hidden`) for such characters. Only two writers
may pass by it, both here: `echo`, which escapes the text first and then adds colours, and the console
of rich, which escapes the text of every segment. Standard output that is not a terminal is not guarded: a
game that goes to a file or a pipe is data, and stays as it is.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TextIO

import typer

from hyperchess.environment import redact
from hyperchess.text import escape_hidden

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

__all__ = ["ASCII_LOOKALIKES", "GuardedStream", "Styled", "console", "echo", "emit", "guard_streams"]


ASCII_LOOKALIKES = "hyperchess-ascii"
"""Error handler of encodings: draws boxes and bars with ASCII characters."""

_SIGNS = {"·": ".", "\u00d7": "x", "±": "+-", "\u2013": "-", "—": "-", "…": "...", "½": "1/2", "→": "->"}


def look_alike(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII characters for those that an encoding lacks.

    >>> "┌─┐ █ π".encode("ascii", ASCII_LOOKALIKES)
    b'+-+ # ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(_ascii, lacking)), error.end


def _ascii(character: str) -> str:
    if character in "─━╌═╴╶":
        return "-"
    if character in "│┃║":
        return "|"
    if "\u2500" <= character <= "\u257f":  # corners and crossings of boxes
        return "+"
    if "\u2580" <= character <= "\u259f":  # bars
        return "#"
    return _SIGNS.get(character, "?")


codecs.register_error(ASCII_LOOKALIKES, look_alike)


class Styled(NamedTuple):
    """A piece of text with a colour."""

    text: str
    color: str | None = None
    bold: bool = False


class GuardedStream:
    """A text stream that escapes what is written; all other methods are those of `wrapped`.

    With `redacts`, secrets are removed from what is written. Standard output has data, which stays as it is.
    """

    def __init__(self, wrapped: TextIO, *, redacts: bool = False) -> None:
        self.wrapped = wrapped
        self._redacts = redacts

    def write(self, text: str) -> int:
        """Write text with visible escapes."""
        self.wrapped.write(escape_hidden(redact(text) if self._redacts else text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.wrapped, name)


def guard_streams() -> None:
    """Guard standard error always, and standard output if it is a terminal."""
    if not isinstance(sys.stderr, GuardedStream):
        sys.stderr = GuardedStream(sys.stderr, redacts=True)
    if not isinstance(sys.stdout, GuardedStream) and sys.stdout.isatty():
        sys.stdout = GuardedStream(sys.stdout)


def _behind(*, err: bool) -> IO[str]:
    stream = sys.stderr if err else sys.stdout
    return stream.wrapped if isinstance(stream, GuardedStream) else stream


def echo(*parts: str | Styled, err: bool = False, nl: bool = True) -> None:
    """Write text for people: always escaped, in colour on a terminal."""
    pieces = (part if isinstance(part, Styled) else Styled(part) for part in parts)
    text = "".join(
        _colored(escape_hidden(redact(piece.text) if err else piece.text), piece) for piece in pieces
    )
    typer.echo(text, file=_behind(err=err), nl=nl)  # which strips colours if there is no terminal


def _colored(text: str, piece: Styled) -> str:
    if piece.color is None and not piece.bold:
        return text
    return typer.style(text, fg=piece.color, bold=piece.bold or None)


def emit(text: str, color: str | None = None) -> None:
    """Write data, such as a game, to standard output: as it is to a file or a pipe, escaped to a terminal."""
    if sys.stdout.isatty():
        echo(Styled(text, color), nl=False)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()


def console(*, err: bool = False) -> Console:
    """A console of rich that prints text as it is: no markup, no highlighting, and nothing unescaped."""
    from rich.console import Console
    from rich.segment import Segment

    class PlainConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would leave with a code of its own

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for text, style, control in super().render(renderable, options):
                yield Segment(
                    text if control else escape_hidden(redact(text) if err else text), style, control
                )

    return PlainConsole(file=_behind(err=err), highlight=False, markup=False, emoji=False, soft_wrap=False)
