"""The library of studies: the most recently used in memory, all of them in a storage."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from secrets import token_hex
from threading import RLock
from typing import Annotated, Any, TypedDict

from hyperchess.api.documents import read_document, write_document
from hyperchess.api.errors import ApiError, not_found
from hyperchess.api.roles import Role
from hyperchess.api.stored import (
    HISTORY,
    Filing,
    Made,
    Operation,
    Row,
    Stored,
    StudyStorage,
    Summary,
    Volume,
)
from hyperchess.api.undoing import Stacks, stacks
from hyperchess.errors import HyperchessError
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.changes import Change, Head, HeadChange
from hyperchess.studies.chapters import choose_title
from hyperchess.studies.content import Content
from hyperchess.studies.data import json_text, optional, to_data
from hyperchess.studies.earlier import Earlier, earlier_version
from hyperchess.studies.errors import StudyError
from hyperchess.studies.fields import Field
from hyperchess.studies.reverting import revert
from hyperchess.studies.study import Edit, Study
from hyperchess.studies.tree import NodeView

__all__ = ["Author", "Edited", "Library", "OpenStudy", "StudyView"]

_TRIES = 20  # attempts while other servers write to the same study
_MOST_SKIPPED = 10  # edits overwritten by other users, before undo gives up


@dataclass(frozen=True, slots=True)
class Author:
    """Author of an edit and its operation id; an edit with a known id is not made again."""

    person: str = ""
    operation: str = field(default_factory=lambda: token_hex(16))


@dataclass(frozen=True, slots=True)
class StudyView(Head):
    """A game with its tree. Parents come before their children in `nodes`."""

    id: str
    revision: int
    can_undo: bool
    can_redo: bool
    nodes: tuple[NodeView, ...]
    role: Annotated[Role | None, Field("Role of the client's link; missing for the owner.")] = optional()
    match: Annotated[bool | None, Field("Whether it is a game between two people.")] = optional()
    key: Annotated[str | None, Field("Owner's key of a new study on a public server.")] = optional()
    kept: Annotated[bool | None, Field("Whether it is stored, on a board without a server.")] = optional()


class Edited(TypedDict):
    """The changes made by an edit, and the new revision; `node` is the node to select."""

    revision: int
    can_undo: bool
    can_redo: bool
    operation: Annotated[str, Field("Operation id of the edit.")]
    person: Annotated[str, Field("Author, who can undo it.")]
    node: int
    head: HeadChange
    nodes: tuple[NodeView, ...]
    removed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Done:
    """The changes of an edit, what it has overwritten, and the place of the edit that it undoes."""

    change: Change
    earlier: Earlier | None = None
    undoes: int | None = None


class OpenStudy:
    """A study in memory with its revision. Hold `lock` to change it or to read a position."""

    def __init__(
        self, id: str, study: Study, revision: int = 1, place: int = 0, made: Sequence[Made] = ()
    ) -> None:
        self.id = id
        self._study: Study | None = study
        self.revision = revision
        self.history_place = place
        self.made = [*made]
        self.lock = RLock()

    @staticmethod
    def of_stored(id: str, stored: Stored) -> OpenStudy:
        """Read a study from its stored form."""
        content = read_document(stored.document)
        return OpenStudy(id, Study(content), stored.revision, stored.place, stored.made)

    @property
    def study(self) -> Study:
        """The study; raises `ApiError` after `discard`."""
        if self._study is None:
            message = "a change to this study could not be saved; the study must be reloaded"
            raise ApiError(503, "storage", message, headers={"Retry-After": "1"})
        return self._study

    @property
    def is_discarded(self) -> bool:
        """True if memory differs from the storage, so that the study must be reloaded."""
        return self._study is None

    def discard(self) -> None:
        """Discard a study that contains an unsaved change."""
        self._study = None

    def restore(self, stored: Stored) -> None:
        """Replace the study in memory by its stored form."""
        self._study = Study(read_document(stored.document))
        self.revision, self.history_place, self.made = stored.revision, stored.place, [*stored.made]

    def advance(self, person: str, undoes: int | None) -> None:
        """Advance to the next revision after an edit of `person`."""
        self.revision += 1
        self.history_place += 1
        self.made = [*self.made[1 - HISTORY :], Made(person, self.history_place, undoes)]

    def stacks(self, person: str) -> Stacks:
        """Return the edits that a person can undo and redo."""
        return stacks(self.made, person)

    def place(self, node: int, pending: Sequence[str] = ()) -> StudyPosition:
        """Return a place in the study; the pending moves are played without the lock."""
        with self.lock:
            place = self.study.place(node)
        return place.play(pending)

    def row(self) -> Row:
        """Return the entry for the list of studies."""
        return _row(self.id, self.study.content)

    def view(self, person: str = "", **more: Any) -> StudyView:
        """Return the whole study for the page of `person`, with fields that depend on the client."""
        with self.lock:
            found = stacks(self.made, person)
            return StudyView(
                **to_data(self.study.head()),
                id=self.id,
                revision=self.revision,
                can_undo=bool(found.undo),
                can_redo=bool(found.redo),
                nodes=self.study.nodes(),
                **more,
            )

    def answer(self, done: _Done, author: Author) -> Edited:
        """Return the changes of an edit for pages, with the new revision."""
        found = stacks([*self.made, Made(author.person, self.history_place + 1, done.undoes)], author.person)
        change = done.change
        return {
            "revision": self.revision + 1,
            "can_undo": bool(found.undo),
            "can_redo": bool(found.redo),
            "operation": author.operation,
            "person": author.person,
            "node": change.node,
            "head": change.head,
            "nodes": change.nodes,
            "removed": change.removed,
        }


def _row(id: str, content: Content) -> Row:
    return Row(id, content.shown_title, content.kind, len(content.game.main_line) + 1)


class Library:
    """All studies. Every change is stored when the method that makes it returns.

    `transaction` opens a transaction of the storage: other servers cannot write until it is committed.
    """

    def __init__(
        self,
        storage: StudyStorage,
        *,
        kept: int = 64,
        transaction: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.storage = storage
        self.transaction = transaction
        self.on_change: Callable[[str, str, int], object] = lambda id, answer, revision: None
        """Called with the id of a study, the response to an edit, and the new revision."""
        self._kept = kept
        self._studies: OrderedDict[str, OpenStudy] = OrderedDict()
        self._lock = RLock()

    def create(self, content: Content, *, id: str | None = None, next_to: str = "") -> OpenStudy:
        """Create a study, with a new id unless one is given; with `next_to`, as a chapter of that study."""
        opened = OpenStudy(id or token_hex(8), Study(content))
        self.storage.create(opened.row(), write_document(content), opened.study.end(), next_to=next_to)
        self._keep(opened)
        return opened

    def create_all(
        self, contents: Sequence[Content], *, id: str | None = None, next_to: str = ""
    ) -> OpenStudy:
        """Create several games as chapters of one study, or of the study `next_to`; return the first one.

        All of them are created, or none. `id` is that of the first one, by default a new id.
        """
        ids = [token_hex(8) for _ in contents]
        ids[0] = id or ids[0]
        try:
            with self.transaction():
                made = [
                    self.create(content, id=id, next_to=next_to or (ids[0] if place else ""))
                    for place, (id, content) in enumerate(zip(ids, contents, strict=True))
                ]
                if not next_to and len(made) > 1:
                    self.storage.arrange(ids[0], choose_title(contents), ids)
        except BaseException:
            for id in ids:
                self.forget(id)
                with suppress(Exception):  # a rolled back transaction leaves nothing to delete
                    self.storage.delete(id)
            raise
        return made[0]

    def find(self, id: str) -> OpenStudy:
        """Return the study with this id as it is stored: another server may have changed it."""
        revision = self.storage.revision(id)
        if revision is None:
            self.forget(id)
            raise not_found("there is no such study")
        with self._lock:
            opened = self._studies.get(id)
            if opened is not None:
                self._studies.move_to_end(id)
        if opened is None or opened.is_discarded:
            opened = OpenStudy.of_stored(id, self._load(id))
            self._keep(opened)
        elif opened.revision != revision:
            with opened.lock:
                self._catch_up(opened)
        return opened

    def _catch_up(self, opened: OpenStudy) -> None:
        """Reload a study if its stored revision is different."""
        if opened.revision != self.storage.revision(opened.id):
            opened.restore(self._load(opened.id))

    def place(self, id: str, node: int, pending: Sequence[str] = ()) -> StudyPosition:
        """Return a place in a study. This is frequent: the copy in memory is used if it has the node.

        Another server may have changed the study; reading it as a whole, or editing it, gets the newest
        version.
        """
        with self._lock:
            opened = self._studies.get(id)
        if opened is None or opened.is_discarded or node not in opened.study.content.nodes:
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
        """Reload a study from the storage when it is used next."""
        with self._lock:
            self._studies.pop(id, None)

    def list(self, query: str) -> list[Summary]:
        """Return the studies whose title, folder or tags contain `query`."""
        return self.storage.list(query)

    def file(self, id: str, filing: Filing) -> None:
        """Set the folder and tags of a study."""
        if not self.storage.file(id, filing):
            raise not_found("there is no such study")

    def volume(self, id: str) -> Volume:
        """Return the chapters of a study; none if it is a single game."""
        found = self.storage.volume(id)
        if found is None and self.storage.revision(id) is None:
            raise not_found("there is no such study")
        return found or Volume("", ())

    def arrange(self, id: str, title: str, order: Sequence[str]) -> Volume:
        """Set the title of a study with chapters, and the order of its chapters."""
        if not self.storage.arrange(id, title, order):
            volume = self.volume(id)
            message = "the chapters of the study have changed: one was added or deleted meanwhile"
            raise ApiError(409, "chapters", message, extra={"volume": to_data(volume)})
        return self.volume(id)

    def chapters(self, id: str) -> Sequence[OpenStudy]:
        """Return the chapters of a study in order, or the study itself if it has none."""
        return list(map(self.find, self.whole(id)))

    def whole(self, id: str) -> Sequence[str]:
        """Return the ids of the chapters of a study in order, or its own id if it has none."""
        return [row.id for row in self.volume(id).chapters] or [id]

    def delete(self, id: str) -> None:
        """Delete a study permanently."""
        self.forget(id)
        if not self.storage.delete(id):
            raise not_found("there is no such study")

    def expect(self, id: str, revision: int) -> None:
        """Refuse an outdated revision before expensive work is done for it."""
        opened = self.find(id)
        with opened.lock:
            self._expect(opened, revision)

    def edit(
        self,
        id: str,
        edit: Edit,
        author: Author | None = None,
        *,
        revision: int | None = None,
        also: Callable[[Study], Callable[[], None]] | None = None,
    ) -> Edited:
        """Edit a study and save it before returning the response.

        The edit applies to the current study, whatever version its author has seen; with `revision`, only if
        that is current. An edit with a known operation id is not made again: its stored response is returned.
        `also` is called with the edited study. The function that it returns is called in the transaction that
        saves the edit; it can save something else, and refuses the edit by raising an error.
        """

        def make(opened: OpenStudy) -> _Done:
            earlier = earlier_version(opened.study, edit)
            return _Done(opened.study.edit(edit), earlier)

        return self._make(id, make, author, revision, also)

    def reread(
        self, id: str, content: Content, author: Author | None = None, *, revision: int | None = None
    ) -> Edited:
        """Replace a study by a game that was read again."""
        return self._make(id, lambda opened: _Done(opened.study.reread(content)), author, revision)

    def step(
        self, id: str, step: int, author: Author | None = None, *, revision: int | None = None
    ) -> Edited:
        """Undo (-1) or redo (+1) the last edit of a person that others have not overwritten."""
        author = author or Author()
        return self._make(id, partial(self._step, step=step, person=author.person), author, revision)

    def _step(self, opened: OpenStudy, step: int, person: str) -> _Done:
        word = "undo" if step < 0 else "redo"
        places = opened.stacks(person)[step > 0]
        failure: HyperchessError = ApiError(422, f"nothing-to-{word}", f"there is no edit to {word}")
        for number, place in enumerate(reversed(places[-_MOST_SKIPPED:])):
            before, after = (self.storage.load(opened.id, at) for at in (place - 1, place))
            if before is None or after is None:
                break
            versions = map(read_document, (before.document, after.document))
            try:
                return _Done(revert(opened.study, *versions), undoes=place)
            except StudyError as error:
                failure = failure if number else error
        raise failure

    def _make(
        self,
        id: str,
        make: Callable[[OpenStudy], _Done],
        author: Author | None,
        revision: int | None,
        also: Callable[[Study], Callable[[], None]] | None = None,
    ) -> Edited:
        """Make a change and save it; a change that is not saved is removed from memory.

        The operation id decides whether a change was made. The first attempt is optimistic. If another server
        was faster, the next attempt runs in a transaction, for which that server must wait.
        """
        author = author or Author()
        for attempt in range(_TRIES):
            opened = self.find(id)
            with opened.lock:
                if opened.is_discarded:
                    continue  # a change that waited for the same lock has failed
                is_changed = False
                try:
                    with self.transaction() if attempt else nullcontext():
                        if attempt:
                            self._catch_up(opened)
                        known = self.known(id, author)
                        if known is not None:
                            return known
                        if revision is not None:
                            self._expect(opened, revision)
                        is_changed = True
                        done = make(opened)
                        answer = opened.answer(done, author)
                        operation = Operation(
                            author.operation,
                            author.person,
                            json_text(answer),
                            done.undoes,
                            "" if done.earlier is None else json_text(done.earlier),
                        )
                        document = write_document(opened.study.content)
                        node = done.change.node
                        save_also = None if also is None else also(opened.study)
                        with self.transaction():
                            saved = self.storage.save(
                                opened.row(), opened.revision, document, node, operation
                            )
                            if saved and save_also is not None:
                                save_also()
                except BaseException as error:
                    if not is_changed:
                        raise
                    self._reload(opened)
                    # The database may have committed a change without being able to acknowledge it.
                    known = self.known(id, author) if isinstance(error, Exception) else None
                    if known is None:
                        raise
                    self.on_change(id, json_text(known), known["revision"])
                    return known
                if saved:
                    opened.advance(author.person, done.undoes)
                    self.on_change(id, operation.answer, opened.revision)
                    return answer
                self._reload(opened)
        message = "other servers keep writing to this study"
        raise ApiError(503, "busy", message, hint="try again in a second", headers={"Retry-After": "1"})

    def known(self, id: str, author: Author) -> Edited | None:
        """Return the response to an operation that was already made."""
        known = self.storage.answer(id, author.operation)
        answered: Edited | None = None if known is None else json.loads(known)
        return answered

    def _reload(self, opened: OpenStudy) -> None:
        """Reload a study whose change was not saved; if that fails, the study in memory becomes unusable."""
        try:
            opened.restore(self._load(opened.id))
        except BaseException as error:
            opened.discard()
            self.forget(opened.id)
            if not isinstance(error, Exception):
                raise

    def _expect(self, opened: OpenStudy, revision: int) -> None:
        if opened.revision != revision:
            raise self._conflict(opened)

    def _conflict(self, opened: OpenStudy) -> ApiError:
        opened.restore(self._load(opened.id))
        message = "the study was changed elsewhere; the response contains its current state"
        return ApiError(409, "conflict", message, extra={"study": opened.view()})
