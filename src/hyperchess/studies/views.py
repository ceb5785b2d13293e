"""Views that both games share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from hyperchess.studies.fields import Field, Severity

__all__ = [
    "PLAYERS",
    "Finding",
    "Movable",
    "Passing",
    "PassingAttack",
    "Square",
    "Square5D",
    "SquareInfinite",
    "Suggestion",
]

PLAYERS = {"w": "white", "b": "black", "r": "red", "bu": "blue", "y": "yellow", "g": "green"}
"""The players by the letters in numbers of actions, such as `12b`."""

Square5D: TypeAlias = Annotated[
    tuple[int, int, int, int],
    Field("The row of the timeline, the half-turn, file and rank, the last two from 0."),
]

SquareInfinite: TypeAlias = Annotated[
    tuple[str, str], Field("Two decimal numbers as strings, because coordinates are unbounded.")
]

Square: TypeAlias = Square5D | SquareInfinite


@dataclass(frozen=True, slots=True)
class Movable:
    """The squares of the pieces that have a move."""

    movable: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class PassingAttack:
    """A capture that the opponent could make; `royal` if it is a check."""

    from_: Square5D
    to: Square5D
    royal: bool


@dataclass(frozen=True, slots=True)
class Passing:
    """The opponent's captures after a pass."""

    attacks: tuple[PassingAttack, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal action, or `None`; `known` is false if the search timed out."""

    moves: tuple[str, ...] | None
    text: str
    known: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of a position setup, and the index of the board it concerns."""

    message: str
    hint: str = ""
    severity: Severity = "error"
    board: int | None = None
