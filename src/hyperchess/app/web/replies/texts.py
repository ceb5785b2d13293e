"""What answers about texts look like."""

from __future__ import annotations

from typing import Literal, TypeAlias

from hyperchess.app.web.replies.positions import Game, Reply

__all__ = ["Checked", "Converted", "Exported", "Fix", "Loss", "Problem"]

Severity: TypeAlias = Literal["error", "warning", "info"]


class Fix(Reply):
    """Replace a stretch of the text; offsets count code points."""

    start: int
    end: int
    text: str


class Problem(Reply):
    """Something wrong with a text, at its place."""

    code: str
    severity: Severity
    message: str
    hint: str
    line: int
    column: int
    start: int
    end: int
    fix: Fix | None


class Loss(Reply):
    """Something that a notation cannot hold."""

    message: str
    kind: str
    place: str


class Exported(Reply):
    """A text, and what it does not hold."""

    text: str
    losses: list[Loss]
    suffix: str


class Converted(Exported):
    """A text in another notation, and the problems of the one that was given."""

    problems: list[Problem]


class Checked(Reply):
    """What is wrong with a text; `fixed` is the text with all fixes, where there are some."""

    notation: str
    game: Game | Literal[""]
    games: int
    problems: list[Problem]
    fixed: str = ""
