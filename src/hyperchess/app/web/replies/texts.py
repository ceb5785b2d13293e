"""Response models of texts."""

from __future__ import annotations

from typing import Literal, TypeAlias

from hyperchess.app.web.replies.positions import Game, Reply

__all__ = ["Checked", "Converted", "Exported", "Fix", "Loss", "Problem"]

Severity: TypeAlias = Literal["error", "warning", "info"]


class Fix(Reply):
    """Replacement of a range of the text; offsets count code points."""

    start: int
    end: int
    text: str


class Problem(Reply):
    """A problem of a text, with its location."""

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
    """Information that a notation cannot express."""

    message: str
    kind: str
    place: str


class Exported(Reply):
    """A text, and the information that it cannot express."""

    text: str
    losses: list[Loss]
    suffix: str


class Converted(Exported):
    """A text in another notation, and the problems of the original text."""

    problems: list[Problem]


class Checked(Reply):
    """The problems of a text; `fixed` is the text with all fixes applied, if there are any."""

    notation: str
    game: Game | Literal[""]
    games: int
    problems: list[Problem]
    fixed: str = ""
