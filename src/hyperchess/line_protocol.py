"""Line protocol over text streams: one command per line; each response ends with a line `ok` or `error`.

>>> import io
>>> class Doubling:
...     commands = {"double": lambda text: [f"ok {2 * number(text, 'a number')}"]}
>>> answers = io.StringIO()
>>> serve(io.StringIO("double 4\\ndouble x\\ntreble 4\\n"), answers, Doubling())
>>> print(answers.getvalue(), end="")
ok 8
error expected a number, found 'x'
error unknown command 'treble': the commands are double
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, Protocol, TextIO, TypeVar

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.text import Problem, quote

__all__ = [
    "MAX_LINE",
    "Command",
    "PositionSession",
    "Refused",
    "Session",
    "expect_nothing",
    "number",
    "one_line",
    "serve",
    "serve_standard_streams",
]

MAX_LINE = 20_000_000  # maximum number of characters of a command
_MOST_DIGITS = 15
_Position = TypeVar("_Position")

Command = Callable[[str], Iterable[str]]
"""Receives the rest of the line and returns the lines of the response; the last one starts with `ok`."""


class Session(Protocol):
    """An object that handles commands, which may change from one line to the next."""

    @property
    def commands(self) -> Mapping[str, Command]:
        """The commands by their first word."""


class Refused(Exception):
    """A command cannot be carried out; the message is the response."""


class PositionSession(Generic[_Position]):
    """The positions of a game so far, the current one last, and the commands common to all games."""

    def __init__(self) -> None:
        self.positions: list[_Position] = []

    @property
    def position(self) -> _Position:
        """The current position."""
        if not self.positions:
            raise Refused("no position: use variant or position first")
        return self.positions[-1]

    def undo(self, argument: str) -> Iterable[str]:
        """Undo the last step."""
        expect_nothing(argument)
        if len(self.positions) < 2:
            raise Refused("no move to undo")
        self.positions.pop()
        return ["ok"]

    def quit(self, argument: str) -> Iterable[str]:
        """End the session."""
        expect_nothing(argument)
        return ["ok"]


def serve(commands: TextIO, answers: TextIO, session: Session) -> None:
    """Process commands until `quit` or the end of the stream."""
    while line := commands.readline(MAX_LINE):
        if len(line) == MAX_LINE and not line.endswith("\n"):
            while rest := commands.readline(MAX_LINE):
                if rest.endswith("\n"):
                    break
            answers.write(f"error a command has at most {MAX_LINE} characters\n")
            answers.flush()
            continue
        word, _, argument = line.strip().partition(" ")
        if not word:
            continue
        answers.writelines(f"{text}\n" for text in _answer(session.commands, word, argument.strip()))
        answers.flush()
        if word == "quit":
            return


def serve_standard_streams(session: Session) -> None:
    """Serve standard input and output in UTF-8; invalid bytes are replaced."""
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    serve(sys.stdin, sys.stdout, session)


def _answer(commands: Mapping[str, Command], word: str, argument: str) -> Iterator[str]:
    """Yield the lines of a response."""
    command = commands.get(word)
    if command is None:
        yield f"error unknown command {quote(word)}: the commands are {' '.join(commands)}"
        return
    try:
        *lines, end = command(argument)
    except ParseError as error:
        yield f"error {one_line(error.problem)}"
    except (HyperchessError, Refused) as error:
        yield f"error {' '.join(str(error).splitlines())}"
    else:
        yield from lines
        yield end


def expect_nothing(argument: str) -> None:
    """Raise `Refused` if a command that takes no argument got one."""
    if argument:
        raise Refused(f"this command takes no argument, found {quote(argument)}")


def number(text: str, what: str) -> int:
    """Parse a whole number of a command, 0 or larger."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise Refused(f"expected {what}, found {quote(text)}")
    return int(text)


def one_line(problem: Problem) -> str:
    """Format a problem with its position in one line."""
    return f"column {problem.column}: {' '.join(problem.message.splitlines())}"
