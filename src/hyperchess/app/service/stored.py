"""Studies as they are kept, and what keeps them: a database of the server, or the storage of a browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hyperchess.app.service.documents import Document

__all__ = ["HISTORY", "Filing", "Row", "Stored", "StudyStorage", "Summary"]

HISTORY = 100
"""Edits that can be undone."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of a study without its document."""

    id: str
    title: str
    game: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Filing:
    """Where a study is filed: the name of a folder, or nothing, and tags. It is no part of the revision."""

    folder: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A row of the list of studies."""

    row: Row
    revision: int
    updated: str
    filing: Filing


@dataclass(frozen=True, slots=True)
class Stored:
    """A study as it was saved last; `node` is where the last edit happened."""

    revision: int
    document: Document
    node: int
    can_undo: bool
    can_redo: bool


class StudyStorage(Protocol):
    """Keeps studies, each with its history; a change is kept when the method that makes it returns."""

    def create(self, row: Row, document: Document, node: int) -> None:
        """Keep a new study, as revision 1."""

    def save(self, row: Row, revision: int, document: Document, node: int) -> bool:
        """Keep the next revision after `revision`; `False` if that is not the current one any more."""

    def move(self, row: Row, revision: int, step: int) -> bool:
        """Make an earlier (-1) or later (+1) document the current one, as the next revision."""

    def revision(self, study: str) -> int | None:
        """The current revision; `None` if there is no such study."""

    def load(self, study: str, step: int = 0) -> Stored | None:
        """A study as it is, or after undo (`step` -1) or redo (+1); `None` if there is none."""

    def node(self, study: str) -> int:
        """Where the last edit of a study happened."""

    def list(self, query: str = "", most: int = 1_000) -> list[Summary]:
        """The studies whose title, folder or tags hold a text, those changed last first."""

    def file(self, study: str, filing: Filing) -> bool:
        """File a study in a folder and under tags; `False` if there is none."""

    def delete(self, study: str) -> bool:
        """Forget a study; `False` if there is none."""
