"""Why something cannot be done with a study."""

from __future__ import annotations

from hyperchess.errors import HyperchessError

__all__ = ["GoneNode", "StudyError", "UnknownNode"]


class StudyError(HyperchessError):
    """A request that cannot be met: a code for programs, a message and perhaps a hint for people."""

    def __init__(self, code: str, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


class UnknownNode(StudyError):
    """The study has no node of that id."""

    def __init__(self, id: int) -> None:
        super().__init__("not-found", f"this study has no node {id}")


class GoneNode(StudyError):
    """The study had a node of that id, which was deleted."""

    def __init__(self, id: int) -> None:
        hint = "what you did there was not saved; undo of whoever deleted it brings it back"
        super().__init__("gone", f"node {id} was deleted meanwhile", hint=hint)
