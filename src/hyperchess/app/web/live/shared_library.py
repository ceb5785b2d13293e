"""The library as restricted by the role of a request. All routes use it, so no route can omit the check.

A request with the key of a link has the link's role in that study. A request without a key is the owner's,
unless the server is public: then it can create studies, and gets the owner's key of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from hyperchess.app.service.library import Author, Library, OpenStudy
from hyperchess.app.service.stored import Filing, Summary, Volume
from hyperchess.app.web.errors import ApiError, not_found
from hyperchess.app.web.live.links import Link, Role, fingerprint, new_link
from hyperchess.app.web.storage import Storage
from hyperchess.studies import edits
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.content import Content
from hyperchess.studies.study import Edit

__all__ = ["SharedLibrary"]

_COMMENTS = (edits.EditComment, edits.EditShapes, edits.Evaluate)
_MOST_LINKS = 50
_WORDS = {
    Role.VIEW: "view this study",
    Role.COMMENT: "comment here",
    Role.EDIT: "edit this study",
    Role.OWNER: "do this: only the owner of the study can",
}


class SharedLibrary:
    """The studies as accessible with a key, or without one."""

    def __init__(self, library: Library, storage: Storage, key: str, *, public: bool) -> None:
        self.library = library
        self.storage = storage
        self.key = key
        self.public = public

    @cached_property
    def _link(self) -> Link | None:
        return self.storage.link(fingerprint(self.key)) if self.key else None

    # --- permissions ---

    def role(self, study: str) -> Role:
        """Return the role of this request in a study; raise `ApiError` if it has none."""
        link = self._link
        if link is not None and (link.study == study or self.storage.share_volume(link.study, study)):
            return link.role
        if self.key:
            raise ApiError(403, "link", "this link is no longer valid", hint="ask for a new one")
        if self.public:
            raise ApiError(403, "link", "this study is opened with a link", hint="ask its owner for one")
        return Role.OWNER

    def expect(self, study: str, wanted: Role) -> Role:
        """Refuse a request whose role does not include `wanted`; return the role."""
        role = self.role(study)
        if not role.allows(wanted):
            raise ApiError(403, "role", f"this link does not allow you to {_WORDS[wanted]}")
        return role

    def _expect_no_game(self, study: str) -> None:
        match = self.storage.match(study)
        if match is not None and match.active:
            raise ApiError(409, "game", "a game is being played here: it can be edited when it is over")

    # --- links ---

    def add_link(self, study: str, role: Role, name: str) -> tuple[Link, str]:
        """Create a link to a study; return it with its key."""
        self.expect(study, Role.OWNER)
        self.library.find(study)
        if len(self.storage.links(study)) >= _MOST_LINKS:
            message = f"a study has at most {_MOST_LINKS} links"
            raise ApiError(422, "links", message, hint="revoke one that is no longer needed")
        return self._add_link(study, role, name)

    def _add_link(self, study: str, role: Role, name: str) -> tuple[Link, str]:
        link, key = new_link(study, role, name)
        self.storage.add_link(link)
        return link, key

    def links(self, study: str) -> list[Link]:
        """Return the links of a study that were not revoked."""
        self.expect(study, Role.OWNER)
        self.library.find(study)
        return self.storage.links(study)

    def end_link(self, study: str, link: str) -> None:
        """Revoke a link."""
        self.expect(study, Role.OWNER)
        if not self.storage.end_link(study, link):
            raise not_found("there is no such link")

    # --- studies ---

    def create(self, contents: Sequence[Content]) -> dict[str, Any]:
        """Create a study, with a key for its owner if the server is public; several games are chapters.

        Return the first chapter in the form sent to pages.
        """
        with self.storage.transaction():
            opened = self.library.create_all(contents)
            key = self._add_link(opened.id, Role.OWNER, "owner")[1] if self.public else ""
        return {**opened.data(), **({"key": key} if key else {})}

    # --- chapters: a link to one chapter is a link to all ---

    def volume(self, id: str) -> Volume:
        """Return the chapters of a study."""
        self.expect(id, Role.VIEW)
        return self.library.volume(id)

    def add_chapters(self, id: str, contents: Sequence[Content]) -> OpenStudy:
        """Add chapters to a study; return the first new one."""
        self.expect_chapters(id)
        return self.library.create_all(contents, beside=id)

    def expect_chapters(self, id: str) -> None:
        """Refuse a request that may not add chapters before its games are read."""
        self.expect(id, Role.EDIT)
        if self.storage.match(id) is not None:
            message = "a game between two people has no chapters"
            raise ApiError(409, "game", message, hint="open its text as a study of its own")

    def arrange(self, id: str, title: str, order: Sequence[str]) -> Volume:
        """Set the title of a study with chapters, and the order of its chapters."""
        self.expect(id, Role.EDIT)
        return self.library.arrange(id, title, order)

    def chapters(self, id: str) -> Sequence[OpenStudy]:
        """Return the chapters of a study in order, or the study itself if it has none."""
        self.expect(id, Role.VIEW)
        return self.library.chapters(id)

    def whole(self, id: str) -> Sequence[str]:
        """Return the ids of the chapters of a study, or its own id if it has none."""
        self.expect(id, Role.VIEW)
        return self.library.whole(id)

    def delete_chapters(self, id: str) -> Sequence[str]:
        """Delete a study with all its chapters permanently; return their ids."""
        self.expect(id, Role.OWNER)
        with self.storage.transaction():
            gone = self.library.whole(id)
            for study in gone:
                self.library.delete(study)
        return gone

    # --- single studies ---

    def view(self, opened: OpenStudy, *, person: str = "") -> dict[str, Any]:
        """Return a study in the form sent to pages, with the role of a client that is not the owner."""
        role = self.role(opened.id)
        more: dict[str, Any] = {} if role is Role.OWNER else {"role": role}
        if self.storage.match(opened.id) is not None:
            more["match"] = True
        return {**opened.data(person), **more}

    def find(self, id: str) -> OpenStudy:
        """Return the study with this id."""
        self.expect(id, Role.VIEW)
        return self.library.find(id)

    def place(self, id: str, node: int, pending: Sequence[str] = ()) -> StudyPosition:
        """Return a place in a study."""
        self.expect(id, Role.VIEW)
        return self.library.place(id, node, pending)

    def list(self, query: str) -> list[Summary]:
        """Return the owner's studies; users of a link or of a public server get an empty list."""
        return [] if self.public or self.key else self.library.list(query)

    def file(self, id: str, filing: Filing) -> None:
        """File a study in a folder and under tags."""
        self.expect(id, Role.OWNER)
        self.library.file(id, filing)

    def delete(self, id: str) -> None:
        """Delete a study permanently."""
        self.expect(id, Role.OWNER)
        self.library.delete(id)

    def expect_revision(self, id: str, revision: int) -> None:
        """Refuse an outdated revision before expensive work is done for it."""
        self.expect(id, Role.EDIT)
        self.library.expect(id, revision)

    def edit(
        self, id: str, edit: Edit, author: Author | None = None, *, revision: int | None = None
    ) -> dict[str, Any]:
        """Edit a study."""
        self.expect(id, Role.COMMENT if isinstance(edit, _COMMENTS) else Role.EDIT)
        self._expect_no_game(id)
        return self.library.edit(id, edit, author, revision=revision)

    def reread(
        self, id: str, content: Content, author: Author | None = None, *, revision: int | None = None
    ) -> dict[str, Any]:
        """Replace a study by a game that was read again."""
        self.expect(id, Role.EDIT)
        self._expect_no_game(id)
        return self.library.reread(id, content, author, revision=revision)

    def step(
        self, id: str, step: int, author: Author | None = None, *, revision: int | None = None
    ) -> dict[str, Any]:
        """Undo (-1) or redo (+1) the last edit of a person."""
        self.expect(id, Role.EDIT)
        self._expect_no_game(id)
        return self.library.step(id, step, author, revision=revision)
