"""Errors that hyperchess raises on purpose.

    HyperchessError
    ├── InvalidArgument     an argument has the wrong type or is out of range; also a `ValueError`
    ├── ParseError          a text cannot be read; `problem` says where, what was expected, what to try
    ├── TextTooLong         a game or a compressed file has more characters than are read
    ├── InvalidPosition     the boards do not make a multiverse
    ├── UnknownName         no such name; `suggestions` lists similar ones
    │   ├── UnknownVariant      no starting position
    │   ├── UnknownPiece        no piece
    │   └── UnknownNotation     no notation
    ├── BudgetExhausted     a search was cut short: the answer is not known
    ├── TooMany             there are infinitely many, or too many to count; also a `TypeError`
    ├── Busy                an engine, an iterator or a search is in use by another call
    ├── WrongGame           a notation of one game cannot write a game of the other
    ├── UnknownPlace        a game has no action at that place
    ├── UnresolvedMove      a game has no position after a move that the rules reject
    └── MoveError           a move or an action cannot be played here
        ├── InvalidMove     no piece can make that move
        ├── AmbiguousMove   several moves fit what was written; `candidates` lists them
        └── IllegalAction   the moves exist, but the action may not be submitted; `rule` says why

Catch `HyperchessError` to catch them all. Any other exception is a bug.
"""

from __future__ import annotations

from hyperchess.text import Problem

__all__ = [
    "AmbiguousMove",
    "BudgetExhausted",
    "Busy",
    "HyperchessError",
    "IllegalAction",
    "InvalidArgument",
    "InvalidMove",
    "InvalidPosition",
    "MoveError",
    "ParseError",
    "TextTooLong",
    "TooMany",
    "UnknownName",
    "UnknownNotation",
    "UnknownPiece",
    "UnknownPlace",
    "UnknownVariant",
    "UnresolvedMove",
    "WrongGame",
]


class HyperchessError(Exception):
    """Base class of all errors that hyperchess raises on purpose."""


class InvalidArgument(HyperchessError, ValueError):
    """An argument has the wrong type or is out of range."""


class TextTooLong(HyperchessError):
    """A game in a stream or a compressed file exceeds the maximum length."""


class ParseError(HyperchessError):
    """A text cannot be parsed. The message is the whole report: position, source line and caret."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return str(self.problem)  # computed lazily: readers catch many of these


class InvalidPosition(HyperchessError):
    """Boards do not form a multiverse: a gap, a duplicate, two sizes, or no board."""


class UnknownName(HyperchessError):
    """No such name; `suggestions` are similar ones."""

    kind = "name"

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        hint = f"; did you mean {' or '.join(map(repr, suggestions))}?" if suggestions else ""
        super().__init__(f"unknown {self.kind} {name!r}{hint}")
        self.name = name
        self.suggestions = suggestions


class UnknownVariant(UnknownName):
    """No starting position has that name."""

    kind = "variant"


class UnknownPiece(UnknownName):
    """No piece has that letter or code."""

    kind = "piece"


class UnknownNotation(UnknownName):
    """No notation has that name."""

    kind = "notation"


class BudgetExhausted(HyperchessError):
    """A search exhausted its budget before it had a result."""


class TooMany(HyperchessError, TypeError):
    """There are infinitely many, or too many to count."""


class Busy(HyperchessError):
    """An object that serves one call at a time is in use: by another thread, or by an outer call."""


class WrongGame(HyperchessError):
    """A notation cannot write games of this kind."""


class UnknownPlace(HyperchessError):
    """A game has no action at the named place, or the name of the place cannot be parsed."""


class UnresolvedMove(HyperchessError):
    """A game has no position here: an earlier move could not be played."""


class MoveError(HyperchessError):
    """A move or an action cannot be played in this position."""


class InvalidMove(MoveError):
    """No piece of the player can make that move."""


class AmbiguousMove(MoveError):
    """Several playable moves fit the text."""

    def __init__(self, message: str, candidates: tuple[object, ...]) -> None:
        super().__init__(message)
        self.candidates = candidates


class IllegalAction(MoveError):
    """Each move exists, but the action as a whole may not be submitted.

    `rule` names the rule that forbids it; the message names the board and the attacker.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
