"""The library of studies: those used last in memory, all of them in a storage."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from secrets import token_hex
from threading import RLock
from typing import Any

from hyperchess.app.service.documents import read_document, write_document
from hyperchess.app.service.errors import ApiError, not_found
from hyperchess.app.service.stored import Filing, Row, Stored, StudyStorage, Summary
from hyperchess.studies.adapter import Place
from hyperchess.studies.changes import Change
from hyperchess.studies.content import Content
from hyperchess.studies.data import to_data
from hyperchess.studies.study import Study

__all__ = ["Library", "OpenStudy"]


class OpenStudy:
    """A study in memory with its revision. `lock` is held while it is changed, or asked for a place."""

    def __init__(self, id: str, study: Study, revision: int = 1) -> None:
        self.id = id
        self.study = study
        self.revision = revision
        self.can_undo = self.can_redo = False
        self.lock = RLock()

    @staticmethod
    def of_stored(id: str, stored: Stored) -> OpenStudy:
        """A study as it is on the disk."""
        opened = OpenStudy(id, Study(read_document(stored.document)))
        opened._mark(stored)
        return opened

    def restore(self, stored: Stored, content: Content | None = None, node: int | None = None) -> Change:
        """Be as the study is on the disk; what that changed."""
        change = self.study.replace(content or read_document(stored.document), node)
        self._mark(stored)
        return change

    def _mark(self, stored: Stored) -> None:
        self.revision, self.can_undo, self.can_redo = stored.revision, stored.can_undo, stored.can_redo

    def place(self, node: int, pending: Sequence[str] = ()) -> Place:
        """A place in the study; the pending moves are played without the lock."""
        with self.lock:
            place = self.study.place(node)
        return place.play(pending)

    def row(self) -> Row:
        """What the list of studies shows."""
        return _row(self.id, self.study.content)

    def data(self) -> dict[str, Any]:
        """The whole study as the page gets it."""
        with self.lock:
            return {**self._state(), "id": self.id, **to_data(self.study.head()), "nodes": self.study.nodes()}

    def changed_data(self, change: Change) -> dict[str, Any]:
        """A change as the page gets it, with the revision that it leads to."""
        return {**self._state(), **to_data(change)}

    def _state(self) -> dict[str, Any]:
        return {"revision": self.revision, "can_undo": self.can_undo, "can_redo": self.can_redo}


def _row(id: str, content: Content) -> Row:
    return Row(id, content.shown_title, content.kind, len(content.ids))


class Library:
    """All studies. Every change is on the disk when the method that makes it returns."""

    def __init__(self, storage: StudyStorage, *, kept: int = 64) -> None:
        self.storage = storage
        self._kept = kept
        self._studies: OrderedDict[str, OpenStudy] = OrderedDict()
        self._lock = RLock()

    def create(self, content: Content, *, id: str | None = None) -> OpenStudy:
        """A new study, with an id of its own unless one is given."""
        opened = OpenStudy(id or token_hex(8), Study(content))
        self.storage.create(opened.row(), write_document(content), opened.study.end())
        self._keep(opened)
        return opened

    def find(self, id: str) -> OpenStudy:
        """The study of that id as it is on the disk: another server may have changed it."""
        revision = self.storage.revision(id)
        if revision is None:
            self.forget(id)
            raise not_found("there is no such study")
        with self._lock:
            opened = self._studies.get(id)
            if opened is not None:
                self._studies.move_to_end(id)
        if opened is None:
            opened = OpenStudy.of_stored(id, self._load(id))
            self._keep(opened)
        elif opened.revision < revision:
            with opened.lock:
                opened.restore(self._load(id))
        return opened

    def place(self, id: str, node: int, pending: Sequence[str] = ()) -> Place:
        """A place in a study, asked for often: the copy in memory is trusted, as long as it has that node.

        Another server may have changed the study; whoever reads it whole, or edits it, gets the newest.
        """
        with self._lock:
            opened = self._studies.get(id)
        if opened is None or node not in opened.study.content.nodes:
            opened = self.find(id)
        return opened.place(node, pending)

    def _load(self, id: str) -> Stored:
        stored = self.storage.load(id)
        if stored is None:
            raise not_found("there is no such study")
        return stored

    def _keep(self, opened: OpenStudy) -> None:
        with self._lock:
            self._studies[opened.id] = opened
            self._studies.move_to_end(opened.id)
            while len(self._studies) > self._kept:
                self._studies.popitem(last=False)

    def forget(self, id: str) -> None:
        """Let a study be read anew from the storage."""
        with self._lock:
            self._studies.pop(id, None)

    def list(self, query: str) -> list[Summary]:
        """The studies whose title, folder or tags contain a text."""
        return self.storage.list(query)

    def file(self, id: str, filing: Filing) -> None:
        """File a study in a folder and under tags."""
        if not self.storage.file(id, filing):
            raise not_found("there is no such study")

    def delete(self, id: str) -> None:
        """Delete a study for good."""
        self.forget(id)
        if not self.storage.delete(id):
            raise not_found("there is no such study")

    def expect(self, id: str, revision: int) -> None:
        """Refuse a revision that is not the current one before much work is done for it."""
        opened = self.find(id)
        with opened.lock:
            self._expect(opened, revision)

    def edit(self, id: str, revision: int, make: Callable[[Study], Change]) -> dict[str, Any]:
        """Change a study and save it; only then the answer is given.

        A change that fails leaves the study as it was: what is in memory is read anew.
        """
        opened = self.find(id)
        with opened.lock:
            self._expect(opened, revision)
            try:
                change = make(opened.study)
                document = write_document(opened.study.content)
                if not self.storage.save(opened.row(), revision, document, change.node):
                    raise self._conflict(opened)
            except BaseException:
                self._restore(opened)
                raise
            opened.revision = revision + 1
            opened.can_undo, opened.can_redo = True, False
            return opened.changed_data(change)

    def step(self, id: str, revision: int, step: int) -> dict[str, Any]:
        """Undo (-1) or redo (+1) an edit."""
        opened = self.find(id)
        with opened.lock:
            self._expect(opened, revision)
            other = self.storage.load(id, step)
            if other is None:
                word = "undo" if step < 0 else "redo"
                raise ApiError(422, f"nothing-to-{word}", f"there is no edit to {word}")
            content = read_document(other.document)
            node = other.node if step > 0 else self.storage.node(id)
            if not self.storage.move(_row(id, content), revision, step):
                raise self._conflict(opened)
            return opened.changed_data(
                opened.restore(replace(other, revision=revision + 1), content, node),
            )

    def _restore(self, opened: OpenStudy) -> None:
        stored = self.storage.load(opened.id)
        if stored is None:
            self.forget(opened.id)
        else:
            opened.restore(stored)

    def _expect(self, opened: OpenStudy, revision: int) -> None:
        if opened.revision != revision:
            raise self._conflict(opened)

    def _conflict(self, opened: OpenStudy) -> ApiError:
        opened.restore(self._load(opened.id))
        message = "the study was changed elsewhere; here is how it is now"
        return ApiError(409, "conflict", message, extra={"study": opened.data()})
