"""A line protocol for programs that want the rules of infinite chess: one command a line, over text streams.

    python -m hyperchess.infinite.protocol

| command                             | answer before the last line                                       |
|-------------------------------------|-------------------------------------------------------------------|
| `variant NAME`                      | a named starting position is set up                               |
| `position TEXT`                     | a position text is set up; `problem` lines say what is odd        |
| `play MOVE ...`                     | moves such as `4,2>4,4` are played; the first illegal one stops   |
| `undo`                              | the last move is taken back                                       |
| `legal`                             | `move 4,2>4,4` for single moves, `ray ...` for slides             |
| `legal LEFT RIGHT BOTTOM TOP`       | `move` lines for all moves that end in the window, edges included |
| `count LEFT RIGHT BOTTOM TOP`       | their number                                                      |
| `status`                            | the verdict, the winner, checks and claims, one a line            |
| `text`                              | the position text                                                 |
| `quit`                              | none; the session ends                                            |

Each answer ends with one line that starts with `ok` or `error`; an error changes nothing. A ray is
`ray FROM STEP FIRST LAST`, the moves `FROM + k * STEP` for k from FIRST to LAST (`_`: without end), then for
each condition on k `prime ORIGIN` or `notprime ORIGIN`: whether |k - ORIGIN| must be prime.

>>> import io
>>> commands = "position K0,0|R3,0|k9,8\\nlegal\\nplay 3,0>9,0\\nstatus\\nplay 9,8>9,7\\nquit\\n"
>>> answer = io.StringIO()
>>> serve(io.StringIO(commands), answer)
>>> print(answer.getvalue(), end="")
ok
move 0,0>1,0
move 0,0>-1,0
move 0,0>0,1
move 0,0>0,-1
move 0,0>1,1
move 0,0>-1,1
move 0,0>1,-1
move 0,0>-1,-1
ray 3,0 1,0 1 _
ray 3,0 -1,0 1 2
ray 3,0 0,1 1 _
ray 3,0 0,-1 1 _
ok 12
ok
verdict insufficient material
check 9,8
ok
error 9,8>9,7: the king on 9,7 would be attacked by the rook on 9,0
ok
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TextIO

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.infinite.coordinates import MAX_DIGITS
from hyperchess.infinite.position import Position
from hyperchess.infinite.rays import Ray
from hyperchess.infinite.text import read_setup
from hyperchess.infinite.variants import start
from hyperchess.text import Problem, Severity, Source, quote

__all__ = ["MAX_LINE", "MAX_LINES", "main", "serve"]

MAX_LINE = 20_000_000  # characters of a command
MAX_LINES = 20_000  # moves in an answer


class _Refused(Exception):
    """A command that cannot be carried out; its message is the answer."""


def main() -> None:
    """Serve standard input and output."""
    serve(sys.stdin, sys.stdout)


def serve(commands: TextIO, answers: TextIO) -> None:
    """Answer commands until `quit` or the end of the stream."""
    session = _Session()
    while line := commands.readline(MAX_LINE):
        if len(line) == MAX_LINE and not line.endswith("\n"):
            while rest := commands.readline(MAX_LINE):
                if rest.endswith("\n"):
                    break
            answers.write(f"error a command has at most {MAX_LINE} characters\n")
            continue
        word, _, argument = line.strip().partition(" ")
        if not word:
            continue
        answers.writelines(f"{text}\n" for text in session.answer(word, argument.strip()))
        answers.flush()
        if word == "quit":
            return


class _Session:
    """The positions of a game so far, the current one last."""

    def __init__(self) -> None:
        self.positions: list[Position] = []

    def answer(self, word: str, argument: str) -> Iterator[str]:
        """The lines of an answer."""
        command = _COMMANDS.get(word)
        if command is None:
            yield f"error unknown command {quote(word)}: the commands are {' '.join(_COMMANDS)}"
            return
        try:
            *lines, end = command(self, argument)
        except ParseError as error:
            yield f"error {_one_line(error.problem)}"
        except (HyperchessError, _Refused) as error:
            yield f"error {error}"
        else:
            yield from lines
            yield end

    @property
    def position(self) -> Position:
        """The current position."""
        if not self.positions:
            raise _Refused("no position: use variant or position first")
        return self.positions[-1]

    def variant(self, name: str) -> Iterable[str]:
        """Set up a named start."""
        self.positions = [start(name)]
        return ["ok"]

    def set_position(self, text: str) -> Iterable[str]:
        """Set up a position text."""
        setup, problems = read_setup(Source(text))
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        if errors or setup is None:
            raise ParseError(errors[0])
        self.positions = [Position.of(setup)]
        return [*(f"problem {_one_line(problem)}" for problem in problems), "ok"]

    def play(self, moves: str) -> Iterable[str]:
        """Play moves, all or none."""
        played = [self.position]
        for move in moves.replace("|", " ").split():
            try:
                played.append(played[-1].play(move))
            except ParseError as error:
                raise _Refused(f"{quote(move)}: {_one_line(error.problem)}") from None
            except HyperchessError as error:
                raise _Refused(f"{move}: {error}") from None
        self.positions += played[1:]
        return ["ok"]

    def undo(self, argument: str) -> Iterable[str]:
        """Take a move back."""
        _expect_nothing(argument)
        if len(self.positions) < 2:
            raise _Refused("no move to take back")
        self.positions.pop()
        return ["ok"]

    def legal(self, window: str) -> Iterable[str]:
        """Legal moves, all of them or in a window."""
        moves = self.position.moves()
        if not window:
            lines = [f"move {move}" for move in moves.points] + [_format_ray(ray) for ray in moves.rays]
            return [*lines, f"ok {len(lines)}"]
        found = list(islice(moves.within(*_window(window)), MAX_LINES + 1))
        if len(found) > MAX_LINES:
            raise _Refused(f"more than {MAX_LINES} moves: use a smaller window")
        return [*(f"move {move}" for move in found), f"ok {len(found)}"]

    def count(self, window: str) -> Iterable[str]:
        """The number of moves in a window."""
        return [f"ok {self.position.moves().count(*_window(window))}"]

    def status(self, argument: str) -> Iterable[str]:
        """The verdict on the position."""
        _expect_nothing(argument)
        status = self.position.status
        lines = [f"verdict {status.verdict.value}"]
        if status.winner is not None:
            lines.append(f"winner {status.winner.code}")
        lines += [f"check {square}" for square in status.checks]
        lines += [f"claim {claim}" for claim in status.claims]
        return [*lines, "ok"]

    def text(self, argument: str) -> Iterable[str]:
        """The position text."""
        _expect_nothing(argument)
        return [f"position {self.position}", "ok"]

    def quit(self, argument: str) -> Iterable[str]:
        """End the session."""
        _expect_nothing(argument)
        return ["ok"]


_COMMANDS: Mapping[str, Callable[[_Session, str], Iterable[str]]] = {
    "variant": _Session.variant,
    "position": _Session.set_position,
    "play": _Session.play,
    "undo": _Session.undo,
    "legal": _Session.legal,
    "count": _Session.count,
    "status": _Session.status,
    "text": _Session.text,
    "quit": _Session.quit,
}


def _expect_nothing(argument: str) -> None:
    if argument:
        raise _Refused(f"this command takes no argument, found {quote(argument)}")


def _window(text: str) -> tuple[int, int, int, int]:
    words = text.split()
    digits = [word.removeprefix("-") for word in words]
    if len(words) != 4 or not all(d.isascii() and d.isdigit() and len(d) <= MAX_DIGITS for d in digits):
        raise _Refused(f"a window is LEFT RIGHT BOTTOM TOP, found {quote(text)}")
    left, right, bottom, top = map(int, words)
    return left, right, bottom, top


def _format_ray(ray: Ray) -> str:
    last = "_" if ray.last is None else str(ray.last)
    words = ["ray", str(ray.source), f"{ray.step[0]},{ray.step[1]}", str(ray.first), last]
    for sieve in ray.sieves:
        words += ["prime" if sieve.primes else "notprime", str(sieve.origin)]
    return " ".join(words)


def _one_line(problem: Problem) -> str:
    return f"column {problem.column}: {problem.message}"


if __name__ == "__main__":
    main()
