"""Player that runs an external program which reads an ICN text and prints a move.

The program is started for each move. It receives the position in ICN on standard input; its last non-empty
line of output is the move, such as `4,2>4,4`.

>>> import sys
>>> from hyperchess.infinite import Position
>>> program = open_program([sys.executable, "-c", "print('0,0>0,1')"])
>>> result = program.play(History(Position.parse("w K0,0|R9,9|k50,55")), None)
>>> [str(move) for move in result.action]
['0,0>0,1']
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from hyperchess.budget import Budget
from hyperchess.engine.commands import command_words
from hyperchess.engine.errors import EngineError
from hyperchess.engine.history import History
from hyperchess.engine.infinite.protocol import parse_icn_move
from hyperchess.engine.lines import Line, PlayResult
from hyperchess.engine.score import Score
from hyperchess.errors import MoveError
from hyperchess.text import quote

__all__ = ["ICN_PROGRAM", "IcnProgram", "open_program"]

ICN_PROGRAM = "icn:"
"""Prefix of the command of such a program where 5DUCI engines can be named, too."""

_GRACE = 2.0  # seconds that a program may exceed its limit
_LONGEST = 30.0  # seconds if there is no time limit


class IcnProgram:
    """A program that is run for each move."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command_words(command)
        self.name = self._command[0]

    def new_game(self) -> None:
        """Do nothing: the program keeps no state between moves."""

    def close(self) -> None:
        """Do nothing: no process stays running."""

    def play(self, history: History, limit: Budget | None) -> PlayResult:
        """Return the move that the program prints; raise `EngineError` if none or illegal."""
        position = history.position
        seconds = None if limit is None else limit.seconds
        try:
            ended = subprocess.run(
                self._command,
                input=position.text(full=True) + "\n",
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
                timeout=(_LONGEST if seconds is None else seconds) + _GRACE,
                check=False,
            )
        except OSError as error:
            raise EngineError(f"{quote(self.name)} cannot be started: {error.strerror or error}") from None
        except subprocess.TimeoutExpired:
            raise EngineError(f"{self.name} did not answer in time") from None
        answers = [line.strip() for line in ended.stdout.splitlines() if line.strip()]
        if not answers:
            raise EngineError(f"{self.name} has ended without an answer (exit code {ended.returncode})")
        try:
            action = parse_icn_move([answers[-1]], position)
        except MoveError as error:
            raise EngineError(
                f"{self.name} played {quote(answers[-1])}, which is not legal: {error}"
            ) from None
        return PlayResult(action, Line(Score(position.player, 0), (action,), 0, 0))


def open_program(command: str | Sequence[str]) -> IcnProgram:
    """Return the player for a command, given as one text or as a list of words."""
    return IcnProgram(command_words(command))
