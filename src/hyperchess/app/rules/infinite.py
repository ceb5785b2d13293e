"""Line protocol for the rules of infinite chess: one command per line, over text streams.

    python -m hyperchess.app.rules.infinite

| command                             | effect, or lines of the response before the last one              |
|-------------------------------------|-------------------------------------------------------------------|
| `variant NAME`                      | sets up a named starting position                                 |
| `position TEXT`                     | sets up a position text; `problem` lines report its problems      |
| `play MOVE ...`                     | plays moves such as `4,2>4,4`, all of them or none                |
| `undo`                              | undoes the last step                                              |
| `legal`                             | `move 4,2>4,4` for single moves, `ray ...` for slides             |
| `legal LEFT RIGHT BOTTOM TOP`       | `move` lines for all moves that end in the window, edges included |
| `count LEFT RIGHT BOTTOM TOP`       | their number                                                      |
| `status`                            | the verdict, the winner, checks and draw claims, one per line     |
| `text`                              | the position text                                                 |
| `quit`                              | ends the session                                                  |

Each response ends with one line that starts with `ok` or `error`; an error changes nothing. A ray is `ray
FROM STEP FIRST LAST`, the moves `FROM + k * STEP` for k from FIRST to LAST (`_`: unbounded), followed for
each condition on k by `prime ORIGIN` or `notprime ORIGIN`: whether |k - ORIGIN| must be prime.

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

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TextIO

from hyperchess import line_protocol
from hyperchess.errors import HyperchessError, ParseError
from hyperchess.infinite.coordinates import MAX_DIGITS
from hyperchess.infinite.position import Position
from hyperchess.infinite.rays import Ray
from hyperchess.infinite.syntax.text import read_setup
from hyperchess.infinite.variants import start
from hyperchess.line_protocol import MAX_LINE, Command, PositionSession, Refused, expect_nothing, one_line
from hyperchess.text import Severity, Source, quote

__all__ = ["MAX_LINE", "MAX_LINES", "InfiniteSession", "main", "serve"]

MAX_LINES = 20_000  # maximum number of moves in a response


def main() -> None:
    """Serve standard input and output."""
    line_protocol.serve_standard_streams(InfiniteSession())


def serve(commands: TextIO, answers: TextIO) -> None:
    """Process commands until `quit` or the end of the stream."""
    line_protocol.serve(commands, answers, InfiniteSession())


class InfiniteSession(PositionSession[Position]):
    """A session of the line protocol for infinite chess."""

    @property
    def commands(self) -> Mapping[str, Command]:
        """The commands by their first word."""
        return {
            "variant": self.variant,
            "position": self.set_position,
            "play": self.play,
            "undo": self.undo,
            "legal": self.legal,
            "count": self.count,
            "status": self.status,
            "text": self.text,
            "quit": self.quit,
        }

    def variant(self, name: str) -> Iterable[str]:
        """Set up a variant by name."""
        self.positions = [start(name)]
        return ["ok"]

    def set_position(self, text: str) -> Iterable[str]:
        """Set up a position text."""
        setup, problems = read_setup(Source(text))
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        if errors or setup is None:
            raise ParseError(errors[0])
        self.positions = [Position.of(setup)]
        return [*(f"problem {one_line(problem)}" for problem in problems), "ok"]

    def play(self, moves: str) -> Iterable[str]:
        """Play moves, all or none."""
        played = [self.position]
        for move in moves.replace("|", " ").split():
            try:
                played.append(played[-1].play(move))
            except ParseError as error:
                raise Refused(f"{quote(move)}: {one_line(error.problem)}") from None
            except HyperchessError as error:
                raise Refused(f"{move}: {error}") from None
        self.positions += played[1:]
        return ["ok"]

    def legal(self, window: str) -> Iterable[str]:
        """List the legal moves, all of them or those in a window."""
        moves = self.position.moves()
        if not window:
            lines = [f"move {move}" for move in moves.points] + [_format_ray(ray) for ray in moves.rays]
            return [*lines, f"ok {len(lines)}"]
        found = list(islice(moves.within(*_window(window)), MAX_LINES + 1))
        if len(found) > MAX_LINES:
            raise Refused(f"more than {MAX_LINES} moves: use a smaller window")
        return [*(f"move {move}" for move in found), f"ok {len(found)}"]

    def count(self, window: str) -> Iterable[str]:
        """Report the number of moves in a window."""
        return [f"ok {int(self.position.moves().count(*_window(window)))}"]

    def status(self, argument: str) -> Iterable[str]:
        """Report the status of the position."""
        expect_nothing(argument)
        status = self.position.status
        lines = [f"verdict {status.verdict.value}"]
        if status.winner is not None:
            lines.append(f"winner {status.winner.letter}")
        lines += [
            f"check {square}" for square in dict.fromkeys(check.royal for check in self.position.checks())
        ]
        lines += [f"claim {claim}" for claim in status.claims]
        return [*lines, "ok"]

    def text(self, argument: str) -> Iterable[str]:
        """Report the position text."""
        expect_nothing(argument)
        return [f"position {self.position}", "ok"]


def _window(text: str) -> tuple[int, int, int, int]:
    words = text.split()
    digits = [word.removeprefix("-") for word in words]
    if len(words) != 4 or not all(d.isascii() and d.isdigit() and len(d) <= MAX_DIGITS for d in digits):
        raise Refused(f"a window is LEFT RIGHT BOTTOM TOP, found {quote(text)}")
    left, right, bottom, top = map(int, words)
    return left, right, bottom, top


def _format_ray(ray: Ray) -> str:
    last = "_" if ray.last is None else str(ray.last)
    words = ["ray", str(ray.source), f"{ray.step[0]},{ray.step[1]}", str(ray.first), last]
    for sieve in ray.sieves:
        words += ["prime" if sieve.primes else "notprime", str(sieve.origin)]
    return " ".join(words)


if __name__ == "__main__":
    main()
