"""Studies as they are kept, and what keeps them: a database of the server, or the storage of a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hyperchess.app.service.documents import Document

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
"""Edits that can be undone."""

OPERATIONS = 1_000
"""Operations of a study whose answers are kept, so that one that is sent again is made once."""


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
class Chapter:
    """Where a study stands as a chapter: the id and the title of the volume, and its place, from 1 on."""

    volume: str
    title: str
    place: int

    @staticmethod
    def data(chapter: Chapter | None) -> dict[str, str | int]:
        """What lists of studies say about it; a study that is no chapter has none of it."""
        volume, title, place = (
            ("", "", 0) if chapter is None else (chapter.volume, chapter.title, chapter.place)
        )
        return {"volume": volume, "volume_title": title, "chapter": place}


@dataclass(frozen=True, slots=True)
class Volume:
    """Studies that belong together, as chapters in their order.

    It has no document of its own: title and order are written down with the chapters, and end with the last.
    Like the filing, they are no part of the revision of a study.
    """

    title: str
    chapters: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A row of the list of studies."""

    row: Row
    revision: int
    updated: str
    filing: Filing
    chapter: Chapter | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """An edit as it is kept: its id, which whoever sent it chose, who made it, and what was answered.

    `undoes` is the place in the history of the edit that it takes back. The answer is JSON, and so is
    `earlier`, what it has overwritten; that may be empty.
    """

    id: str
    person: str
    answer: str
    undoes: int | None = None
    earlier: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """Who made an edit, the place in the history to which it led, and that of the edit that it took back."""

    person: str
    place: int
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Overwritten:
    """A version that an edit has overwritten, as JSON; when, and by whom."""

    earlier: str
    person: str
    made: str


@dataclass(frozen=True, slots=True)
class Stored:
    """A study as it was saved at a place of its history; `made` are the edits that can be undone."""

    revision: int
    document: Document
    place: int
    made: tuple[Made, ...]


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A game between two people: the study that it is, whether it goes on, and the rest as JSON."""

    study: str
    active: bool
    state: str


class StudyStorage(Protocol):
    """Keeps studies, each with its history; a change is kept when the method that makes it returns."""

    def create(self, row: Row, document: Document, node: int, *, beside: str = "") -> None:
        """Keep a new study, as revision 1; `beside` another one it is the last chapter of a volume.

        It is filed like the others there. `HyperchessError` if there is none, or it has too many.
        """

    def save(
        self, row: Row, revision: int, document: Document, node: int, operation: Operation | None = None
    ) -> bool:
        """Keep the next revision after `revision`; `False` if that is not the current one any more."""

    def answer(self, study: str, operation: str) -> str | None:
        """What was answered to an operation of that id; `None` if it was not made, or long ago."""

    def revision(self, study: str) -> int | None:
        """The current revision; `None` if there is no such study."""

    def load(self, study: str, place: int | None = None) -> Stored | None:
        """A study as it is, or as it was at a place of its history; `None` if there is none."""

    def list(self, query: str = "", most: int = 1_000) -> list[Summary]:
        """The studies whose title, folder or tags hold a text, those changed last first."""

    def file(self, study: str, filing: Filing) -> bool:
        """File a study, with its other chapters, in a folder and under tags; `False` if there is none."""

    def volume(self, study: str) -> Volume | None:
        """All chapters of the volume to which a study belongs; `None` if it belongs to none."""

    def arrange(self, study: str, title: str, order: Sequence[str]) -> bool:
        """Give a volume a title and its chapters an order; `False` if these are not its chapters."""

    def delete(self, study: str) -> bool:
        """Forget a study; `False` if there is none."""
