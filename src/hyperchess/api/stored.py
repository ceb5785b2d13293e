"""Stored studies, and the interface of their storage: the server's database, or the browser's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hyperchess.api.documents import Document

__all__ = [
    "HISTORY",
    "OPERATIONS",
    "Chapter",
    "Filing",
    "Made",
    "Operation",
    "Overwritten",
    "Row",
    "Stored",
    "StoredMatch",
    "StudyStorage",
    "Summary",
    "Volume",
]

HISTORY = 100
"""Number of edits that can be undone."""

OPERATIONS = 1_000
"""Number of operations per study whose responses are stored, so that a repeated one is made only once."""


@dataclass(frozen=True, slots=True)
class Row:
    """Metadata of a study; `nodes` counts the nodes of the main line, including the start."""

    id: str
    title: str
    game: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Filing:
    """Folder (or empty) and tags of a study. They are not part of the revision."""

    folder: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """Position of a study as a chapter: id and title of the volume, and its place, counted from 1."""

    volume: str
    title: str
    place: int

    @staticmethod
    def data(chapter: Chapter | None) -> dict[str, str | int]:
        """Return the chapter fields of a list of studies; empty for a study that is not a chapter."""
        volume, title, place = (
            ("", "", 0) if chapter is None else (chapter.volume, chapter.title, chapter.place)
        )
        return {"volume": volume, "volume_title": title, "chapter": place}


@dataclass(frozen=True, slots=True)
class Volume:
    """Studies that are the chapters of one volume, in order.

    It has no document: title and order are stored with the chapters and deleted with the last one. Like the
    filing, they are not part of the revision of a study.
    """

    title: str
    chapters: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """An entry of the list of studies."""

    row: Row
    revision: int
    updated: str
    filing: Filing
    chapter: Chapter | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """A stored edit: client-chosen id, author and response.

    `undoes` is the place in the history of the edit that it undoes. The response is JSON, and so is
    `earlier`, the overwritten version, which may be empty.
    """

    id: str
    person: str
    answer: str
    undoes: int | None = None
    earlier: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """Author of an edit, its place in the history, and the place of the edit that it undoes."""

    person: str
    place: int
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Overwritten:
    """A version that an edit has overwritten, as JSON, with its time and author."""

    earlier: str
    person: str
    made: str


@dataclass(frozen=True, slots=True)
class Stored:
    """A study as saved at a place of its history; `made` are the edits that can be undone."""

    revision: int
    document: Document
    place: int
    made: tuple[Made, ...]


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A game between two people: its study, whether it is in progress, and the rest as JSON.

    `due` is the time at which a server must look at it.
    """

    study: str
    active: bool
    state: str
    due: float


class StudyStorage(Protocol):
    """Storage of studies with their histories; a change is stored when the method that makes it returns."""

    def create(self, row: Row, document: Document, node: int, *, next_to: str = "") -> None:
        """Store a new study as revision 1; with `next_to`, as the last chapter of that study's volume.

        It gets the folder and tags of the volume. Raise `HyperchessError` if `next_to` does not exist or has
        too many chapters.
        """

    def save(
        self, row: Row, revision: int, document: Document, node: int, operation: Operation | None = None
    ) -> bool:
        """Store the revision after `revision`; return `False` if that is no longer the current one."""

    def answer(self, study: str, operation: str) -> str | None:
        """Return the response to an operation; `None` if it was not made, or too long ago."""

    def revision(self, study: str) -> int | None:
        """Return the current revision; `None` if there is no such study."""

    def load(self, study: str, place: int | None = None) -> Stored | None:
        """Return a study at a place of its history, by default the current one; `None` if there is none."""

    def list(self, query: str = "", most: int = 1_000) -> list[Summary]:
        """Return the studies whose title, folder or tags contain `query`, most recently changed first."""

    def file(self, study: str, filing: Filing) -> bool:
        """Set folder and tags of a study and its other chapters; return `False` if there is none."""

    def volume(self, study: str) -> Volume | None:
        """Return all chapters of the volume of a study; `None` if it has none."""

    def arrange(self, study: str, title: str, order: Sequence[str]) -> bool:
        """Set the title and chapter order of a volume; `False` if `order` does not list its chapters."""

    def delete(self, study: str) -> bool:
        """Delete a study; return `False` if there is none."""
