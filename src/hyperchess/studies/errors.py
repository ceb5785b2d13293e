"""Errors of requests to a study."""

from __future__ import annotations

from hyperchess.errors import HyperchessError

__all__ = ["GoneNode", "StudyError", "UnknownNode"]


class StudyError(HyperchessError):
    """A request cannot be fulfilled: a code for programs, a message and an optional hint for people."""

    def __init__(self, code: str, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


class UnknownNode(StudyError):
    """The study has no node with this id."""

    def __init__(self, id: int) -> None:
        super().__init__("not-found", f"this study has no node {id}")


class GoneNode(StudyError):
    """The node with this id was deleted."""

    def __init__(self, id: int) -> None:
        hint = "your edit was not saved; the user who deleted the node can restore it with undo"
        super().__init__("gone", f"node {id} was deleted", hint=hint)
