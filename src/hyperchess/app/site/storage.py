"""Studies in a browser: those in use are in memory, all of them in the browser's database.

That database is accessible only from JavaScript, and is asynchronous. So the page passes a study to Python
before it is needed (`bring`), and writes the changes (`written`) to the database before it accepts the
response. Writes contain the revision that they replace: if another tab was faster, the database refuses them
all, and the study is passed again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypeAlias

from hyperchess.api.documents import Document, read_document
from hyperchess.api.errors import not_found
from hyperchess.api.stored import (
    HISTORY,
    Chapter,
    Filing,
    Made,
    Operation,
    Row,
    Stored,
    Summary,
    Volume,
)
from hyperchess.errors import HyperchessError
from hyperchess.studies.chapters import check_chapter_count

__all__ = ["BrowserStorage", "check_head", "check_kept"]

_Data: TypeAlias = dict[str, Any]


@dataclass
class _Kept:
    """A study: its row, and its documents by place in its history."""

    row: Row
    revision: int
    place: int
    updated: str
    documents: dict[int, tuple[Document, int]] = field(default_factory=dict)
    is_kept: bool = True  # in the database; otherwise it is only viewed
    filing: Filing = field(default_factory=Filing)
    made: list[Made] = field(default_factory=list)
    chapter: Chapter | None = None

    def head(self) -> _Data:
        row = self.row
        return {
            "id": row.id,
            "title": row.title,
            "game": str(row.game),
            "nodes": row.nodes,
            "revision": self.revision,
            "place": self.place,
            "updated": self.updated,
            "folder": self.filing.folder,
            "tags": list(self.filing.tags),
            **Chapter.data(self.chapter),
            "made": [[made.person, made.place, made.undoes] for made in self.made],
        }


_TYPES = {str: "a string", int: "a whole number", list: "a list"}
_HEAD: Mapping[str, type] = {
    **dict.fromkeys(("id", "title", "game", "updated", "folder", "volume", "volume_title"), str),
    **dict.fromkeys(("nodes", "revision", "place", "chapter"), int),
    **dict.fromkeys(("tags", "made"), list),
}
_LATER = ("folder", "tags", "volume", "volume_title", "chapter", "made")
"""Fields that the first version of the page did not write."""


def check_kept(record: object) -> None:
    """Raise `HyperchessError` unless a record of the database, or of a file, can be opened as a study."""
    kept = _read_kept(record)
    content = read_document(kept.documents[kept.place][0])
    if kept.row.game != content.kind:
        raise _damaged(f"expected a game of {content.kind}, found {kept.row.game[:40]!r}")


def check_head(head: Mapping[str, Any]) -> None:
    """Raise `HyperchessError` unless the head of a study has all fields, with values of their types."""
    for name, wanted in _HEAD.items():
        found = head.get(name)
        if type(found) is wanted or (name not in head and name in _LATER):
            continue
        raise _damaged(f"its {name} is {json.dumps(found)[:40]}, expected {_TYPES[wanted]}")
    if not all(isinstance(tag, str) for tag in head.get("tags", ())):
        raise _damaged("its tags are not all strings")


def _read_kept(record: object) -> _Kept:
    match record:
        case {"head": dict(head), "history": list(history)}:
            pass
        case _:
            raise _damaged("expected an object with `head` and `history`")
    check_head(head)
    row = Row(head["id"], head["title"], head["game"], head["nodes"])
    kept = _Kept(row, head["revision"], head["place"], head["updated"])
    try:
        kept.filing = Filing(head.get("folder") or "", tuple(head.get("tags") or ()))
        if head.get("volume"):
            kept.chapter = Chapter(head["volume"], head["volume_title"], head["chapter"])
        for entry in history:
            document = Document(str(entry["text"]), {**entry["parts"]})
            kept.documents[int(entry["place"])] = (document, int(entry["node"]))
        # A study written by an earlier version of the page does not contain the authors of its edits.
        older = [("", place, None) for place in range(1, kept.place + 1)]
        kept.made = [Made(*made) for made in head.get("made", older)]
    except (LookupError, TypeError, ValueError) as error:
        raise _damaged(f"{type(error).__name__}: {error}") from error
    if kept.place not in kept.documents:
        raise _damaged(f"its history has no version {kept.place}")
    return kept


def _damaged(why: str) -> HyperchessError:
    return HyperchessError(f"this study is damaged: {why}")


class BrowserStorage:
    """The studies in memory, and the changes that must be written to the database."""

    def __init__(self) -> None:
        self._studies: dict[str, _Kept] = {}
        self._writes: list[_Data] = []
        self.keeps = True
        """Whether new studies are stored at once; otherwise when they are changed."""

    def bring(self, record: object) -> str:
        """Load a study from its database record, and return its id; raise if the record is damaged."""
        kept = _read_kept(record)
        self._studies[kept.row.id] = kept
        return kept.row.id

    def drop(self, study: str) -> None:
        """Drop a study that was deleted from the database; one that was never in it stays."""
        kept = self._studies.get(study)
        if kept is not None and kept.is_kept:
            del self._studies[study]

    def written(self) -> list[_Data]:
        """Return the pending writes, in order."""
        writes, self._writes = self._writes, []
        return writes

    def create(self, row: Row, document: Document, node: int, *, next_to: str = "") -> None:
        """Store a new study as revision 1; with `next_to`, as the last chapter of that study's volume."""
        kept = _Kept(row, 1, 0, _now(), {0: (document, node)}, self.keeps)
        if next_to:
            self._bind(kept, next_to)
        self._studies[row.id] = kept
        if self.keeps:
            self._write(kept, 0)

    def _bind(self, study: _Kept, next_to: str) -> None:
        """Make a study the last chapter of the volume of `next_to`, which may become its first chapter."""
        other = self._studies.get(next_to)
        if other is None:
            raise not_found("there is no such study")
        others = self._chapters(next_to)
        check_chapter_count(max(1, len(others)) + 1)
        if other.chapter is None:
            other.chapter = Chapter(next_to, other.row.title, 1)
            self._rewrite(other)
            others = [other]
        last = max(kept.chapter.place for kept in others if kept.chapter)
        study.chapter = replace(other.chapter, place=last + 1)
        study.filing = other.filing

    def _chapters(self, study: str) -> list[_Kept]:
        """Return the loaded chapters of the volume of a study, in order."""
        own = self._studies.get(study)
        if own is None or own.chapter is None:
            return []
        volume = own.chapter.volume
        bound = [kept for kept in self._studies.values() if kept.chapter and kept.chapter.volume == volume]
        return sorted(bound, key=lambda kept: kept.chapter.place if kept.chapter else 0)

    def _rewrite(self, kept: _Kept) -> None:
        """Write a study of which only the head has changed."""
        self._write(kept, kept.revision if kept.is_kept else 0)
        kept.is_kept = True

    def save(
        self, row: Row, revision: int, document: Document, node: int, operation: Operation | None = None
    ) -> bool:
        """Store the revision after `revision`; return `False` if that is no longer the current one."""
        kept = self._studies.get(row.id)
        if kept is None or kept.revision != revision:
            return False
        place = kept.place + 1
        kept.documents = {at: found for at, found in kept.documents.items() if place - HISTORY <= at < place}
        kept.documents[place] = (document, node)
        if operation is not None:
            kept.made = [*kept.made[1 - HISTORY :], Made(operation.person, place, operation.undoes)]
        self._advance(kept, row, place)
        return True

    def answer(self, study: str, operation: str) -> str | None:
        """Return `None`: no response of a worker can get lost, so none is stored."""
        return None

    def _advance(self, kept: _Kept, row: Row, place: int) -> None:
        before = kept.revision if kept.is_kept else 0
        kept.row, kept.place, kept.revision, kept.updated = row, place, kept.revision + 1, _now()
        self._write(kept, before)
        kept.is_kept = True

    def _write(self, kept: _Kept, replaces: int) -> None:
        """Write a study; of a study that is already in the database, only what is new."""
        places = sorted(kept.documents) if replaces == 0 else [kept.place]
        history = []
        for place in places:
            document, node = kept.documents[place]
            history.append({"place": place, "text": document.text, "parts": document.parts, "node": node})
        self._writes.append(
            {
                "head": kept.head(),
                "replaces": replaces,
                "history": history,
                "first": min(kept.documents),
                "last": max(kept.documents),
            }
        )

    def revision(self, study: str) -> int | None:
        """Return the current revision; `None` if there is no such study."""
        kept = self._studies.get(study)
        return None if kept is None else kept.revision

    def load(self, study: str, place: int | None = None) -> Stored | None:
        """Return a study at a place of its history, by default the current one; `None` if there is none."""
        kept = self._studies.get(study)
        if kept is None:
            return None
        place = kept.place if place is None else place
        if place not in kept.documents:
            return None
        first = min(kept.documents)
        made = tuple(made for made in kept.made if made.place > first)
        return Stored(kept.revision, kept.documents[place][0], place, made)

    def list(self, query: str = "", most: int = 1_000) -> list[Summary]:
        """Return an empty list: the page reads the list from the database itself."""
        return []

    def file(self, study: str, filing: Filing) -> bool:
        """Set folder and tags of a study and its other chapters; return `False` if there is none."""
        kept = self._studies.get(study)
        if kept is None:
            return False
        for one in self._chapters(study) or [kept]:
            one.filing = filing
            self._rewrite(one)
        return True

    def volume(self, study: str) -> Volume | None:
        """Return all chapters of the volume of a study; `None` if it has none."""
        found = self._chapters(study)
        title = found[0].chapter.title if found and found[0].chapter else ""
        return Volume(title, tuple(kept.row for kept in found)) if found else None

    def arrange(self, study: str, title: str, order: Sequence[str]) -> bool:
        """Set the title and chapter order of a volume; `False` if `order` does not list its chapters."""
        found = {kept.row.id: kept for kept in self._chapters(study)}
        if not found or sorted(order) != sorted(found):
            return False
        for place, id in enumerate(order, start=1):
            kept = found[id]
            if kept.chapter is not None:
                kept.chapter = Chapter(kept.chapter.volume, title, place)
            self._rewrite(kept)
        return True

    def delete(self, study: str) -> bool:
        """Delete a study from memory; the page deletes it from the database."""
        self._studies.pop(study, None)
        self._writes.append({"delete": study})
        return True


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
