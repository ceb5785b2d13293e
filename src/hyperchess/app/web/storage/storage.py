"""Studies in a database: the SQL statements shared by SQLite and PostgreSQL.

Once `save` returns, the change survives a crash of the process. A study is a row with its revision and a
history of documents, of which `place` is the current one. Large parts of a document that seldom change are
stored separately, once per study.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from itertools import islice
from threading import RLock
from time import time
from typing import Any, Protocol

from hyperchess.api.documents import Document
from hyperchess.api.errors import not_found
from hyperchess.api.roles import Role
from hyperchess.api.stored import (
    HISTORY,
    OPERATIONS,
    Chapter,
    Filing,
    Made,
    Operation,
    Overwritten,
    Row,
    Stored,
    StoredMatch,
    Summary,
    Volume,
)
from hyperchess.app.web.links import Link
from hyperchess.app.web.storage.errors import Damage, over_quota
from hyperchess.app.web.storage.texts import checksum, pack, read_verified, unpack
from hyperchess.studies.chapters import check_chapter_count

__all__ = ["Listener", "Storage"]

_MOST_BYTES = 64_000_000  # of the history of a study
_MOST_ANSWER_BYTES = 16_000_000  # of the responses to operations of a study
_PRUNED_EVERY = 50  # revisions
_MOST_ACTS = 100  # stored operations of a game that do not change its study

_WHOLE = """
    SELECT id FROM studies WHERE id = ? UNION SELECT other.id FROM studies AS own
    JOIN studies AS other ON other.volume = own.volume WHERE own.id = ? AND own.volume <> ''
"""
"""A study with the other chapters of its volume; takes the id twice."""

Listener = Callable[[str, str], None]
"""Function of a study id and a message; both are empty if announcements may have been missed."""


class Rows(Protocol):
    """Result of a statement."""

    @property
    def rowcount(self) -> int:
        """Number of rows."""

    def fetchone(self) -> Any:
        """Return the next row; `None` if there is none."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""


class Connection(Protocol):
    """A connection to a database."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        """Run a statement with `?` placeholders."""

    def close(self) -> None:
        """Close the connection."""


class Storage(ABC):
    """The studies of a server. All threads share one connection, protected by a lock."""

    _read_only = "BEGIN"
    _connection: Connection

    def __init__(self, *, study_bytes: int = 0, total_bytes: int = 0) -> None:
        self.damage = Damage()
        self._study_bytes = study_bytes
        self._total_bytes = total_bytes
        self._lock = RLock()
        self._is_within = False  # a transaction

    @abstractmethod
    def _exclusive(self) -> AbstractContextManager[None]:
        """Run a transaction during which no other server can write, and commit it to the disk."""

    @abstractmethod
    def _bytes_used(self) -> int:
        """Return the size of the whole database on the disk."""

    def transaction(self) -> AbstractContextManager[None]:
        """Commit everything written within the block together, or nothing.

        Other threads and servers cannot write meanwhile. A nested transaction is part of the outer one.
        """
        return self._outermost(self._exclusive)

    def _snapshot(self) -> AbstractContextManager[None]:
        """Read everything within the block as of one moment, whatever another process writes meanwhile."""
        return self._outermost(self._reading)

    @contextmanager
    def _outermost(self, begin: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
        with self._lock:
            if self._is_within:
                yield
                return
            self._roll_back()  # a transaction that could not be ended must not be continued
            self._is_within = True
            try:
                with begin():
                    yield
            finally:
                self._is_within = False

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            self._connection.execute(self._read_only)
            yield
        finally:
            self._roll_back()

    def _roll_back(self) -> None:
        """Roll back a transaction, if there is one: some errors make the database end it."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    @abstractmethod
    def announce(self, study: str, message: str) -> None:
        """Send a message about a study to the other servers on this database."""

    @abstractmethod
    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with announcements of other servers; return a function that stops it."""

    def now(self) -> float:
        """Return the time of the database in seconds: the same for all servers that use it."""
        return time()

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._connection.close()

    def create(self, row: Row, document: Document, node: int, *, next_to: str = "") -> None:
        """Store a new study as revision 1; with `next_to`, as the last chapter of that study's volume.

        It gets the folder and tags of the volume. Raise `HyperchessError` if `next_to` does not exist or has
        too many chapters.
        """
        now = _now()
        with self.transaction():
            self._connection.execute(
                "INSERT INTO studies (id, title, game, nodes, revision, place, created, updated)"
                " VALUES (?, ?, ?, ?, 1, 0, ?, ?)",
                (row.id, row.title, row.game, row.nodes, now, now),
            )
            if next_to:
                self._bind(row.id, next_to)
            self._keep(row.id, 0, document, node)
            self._prune(row.id, 0)

    def _bind(self, study: str, next_to: str) -> None:
        """Make a study the last chapter of the volume of `next_to`, which may become its first chapter."""
        run = self._connection.execute
        run(
            "UPDATE studies SET volume = id, volume_title = title, chapter = 1 WHERE id = ? AND volume = ''",
            (next_to,),
        )
        found = run(
            "SELECT volume, volume_title, folder, tags FROM studies WHERE id = ?", (next_to,)
        ).fetchone()
        if found is None:
            raise not_found("there is no such study")
        count, last = run(
            "SELECT count(*), max(chapter) FROM studies WHERE volume = ?", (found[0],)
        ).fetchone()
        check_chapter_count(count + 1)
        run(
            "UPDATE studies SET volume = ?, volume_title = ?, folder = ?, tags = ?, chapter = ? WHERE id = ?",
            (*found, last + 1, study),
        )

    def bind(self, study: str, chapter: Chapter) -> None:
        """Make a study a chapter, as it was in another database."""
        with self.transaction():
            self._connection.execute(
                "UPDATE studies SET volume = ?, volume_title = ?, chapter = ? WHERE id = ?",
                (chapter.volume, chapter.title, chapter.place, study),
            )

    def save(
        self, row: Row, revision: int, document: Document, node: int, operation: Operation | None = None
    ) -> bool:
        """Store the revision after `revision`; return `False` if that is no longer the current one."""
        with self.transaction():
            place = self._place(row.id, revision)
            if place is None:
                return False
            self._connection.execute("DELETE FROM history WHERE study = ? AND place > ?", (row.id, place))
            self._keep(row.id, place + 1, document, node)
            self._update(row, revision, place + 1)
            self._prune(row.id, place + 1)
            if operation is not None:
                self._keep_operation(row.id, revision + 1, place + 1, operation)
        return True

    def _keep_operation(self, study: str, revision: int, place: int, made: Operation) -> None:
        run = self._connection.execute
        run(
            "INSERT INTO operations (study, id, revision, place, undoes, person, made, earlier, answer)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(study, made.id, revision, place, made.undoes, made.person),
                *(_now(), made.earlier, pack(made.answer)),
            ),
        )
        if revision % _PRUNED_EVERY or not revision:
            return
        sizes = run(
            "SELECT revision, length(answer) FROM operations WHERE study = ? ORDER BY revision DESC", (study,)
        ).fetchall()
        total = 0
        for number, (kept, size) in enumerate(sizes):
            total += size
            if number >= OPERATIONS or (total > _MOST_ANSWER_BYTES and number):
                run("DELETE FROM operations WHERE study = ? AND revision <= ?", (study, kept))
                break

    def answer(self, study: str, operation: str) -> str | None:
        """Return the response to an operation; `None` if it was not made, or too long ago."""
        with self._lock:
            found = self._connection.execute(
                "SELECT answer FROM operations WHERE study = ? AND id = ?", (study, operation)
            ).fetchone()
        return unpack(found[0]) if found is not None and found[0] else None

    def answers_since(self, study: str, revision: int) -> list[str] | None:
        """Return the responses to all operations after a revision, in order; `None` if some were pruned."""
        with self._lock:
            found = self._connection.execute(
                "SELECT revision, answer FROM operations WHERE study = ? AND revision > ? ORDER BY revision",
                (study, revision),
            ).fetchall()
            current = self.revision(study)
        wanted = list(range(revision + 1, (current or 0) + 1))
        return [unpack(answer) for _, answer in found] if [row[0] for row in found] == wanted else None

    def overwritten(self, study: str, most: int) -> list[Overwritten]:
        """Return the versions that edits have overwritten, newest first."""
        with self._lock:
            found = self._connection.execute(
                "SELECT earlier, person, made FROM operations WHERE study = ? AND earlier != ''"
                " ORDER BY revision DESC LIMIT ?",
                (study, most),
            ).fetchall()
        return [Overwritten(*row) for row in found]

    def _place(self, study: str, revision: int) -> int | None:
        found = self._connection.execute(
            "SELECT place FROM studies WHERE id = ? AND revision = ?", (study, revision)
        ).fetchone()
        return None if found is None else int(found[0])

    def _update(self, row: Row, revision: int, place: int) -> None:
        self._connection.execute(
            "UPDATE studies SET title = ?, nodes = ?, revision = ?, place = ?, updated = ? WHERE id = ?",
            (row.title, row.nodes, revision + 1, place, _now(), row.id),
        )

    def _expect_room(self) -> None:
        """Refuse to write more if the total size exceeds its limit."""
        if self._total_bytes and self._bytes_used() > self._total_bytes:
            raise over_quota("the storage of all studies is full", self._total_bytes)

    def _keep(self, study: str, place: int, document: Document, node: int) -> None:
        self._expect_room()
        run = self._connection.execute
        packed = pack(document.text)
        run(
            "INSERT INTO history (study, place, document, node, checksum) VALUES (?, ?, ?, ?, ?)",
            (study, place, packed, node, checksum(packed)),
        )
        for fingerprint, text in document.parts.items():
            # `place` is the last document that needs the part.
            known = run(
                "UPDATE parts SET place = ? WHERE study = ? AND fingerprint = ?", (place, study, fingerprint)
            )
            if not known.rowcount:
                body = pack(text)
                run(
                    "INSERT INTO parts (study, fingerprint, place, body, checksum) VALUES (?, ?, ?, ?, ?)",
                    (study, fingerprint, place, body, checksum(body)),
                )

    def _prune(self, study: str, place: int) -> None:
        """Delete history beyond the limits of age and size."""
        run = self._connection.execute
        oldest = place - HISTORY
        sizes = run(
            "SELECT place, sum(size) FROM ("
            "SELECT place, length(document) AS size FROM history WHERE study = ?"
            " UNION ALL SELECT place, length(body) FROM parts WHERE study = ?) AS sizes GROUP BY place"
            " ORDER BY place DESC",
            (study, study),
        )
        total = 0
        for kept, size in sizes.fetchall():
            total += size
            if kept == place and 0 < self._study_bytes < total:
                raise over_quota(f"this study would take {total:,} bytes", self._study_bytes)
            if total > (self._study_bytes or _MOST_BYTES) and kept < place:
                oldest = max(oldest, kept + 1)
                break
        run("DELETE FROM history WHERE study = ? AND place < ?", (study, oldest))
        run("DELETE FROM parts WHERE study = ? AND place < ?", (study, oldest))

    def revision(self, study: str) -> int | None:
        """Return the current revision; `None` if there is no such study."""
        with self._lock:
            found = self._connection.execute("SELECT revision FROM studies WHERE id = ?", (study,)).fetchone()
        return None if found is None else int(found[0])

    def load(self, study: str, place: int | None = None) -> Stored | None:
        """Return a study at a place of its history, by default the current one; `None` if there is none."""
        with self._snapshot():
            run = self._connection.execute
            found = run("SELECT revision, place FROM studies WHERE id = ?", (study,)).fetchone()
            if found is None:
                return None
            revision, current = found
            place = current if place is None else place
            kept = run(
                "SELECT document, checksum FROM history WHERE study = ? AND place = ?", (study, place)
            ).fetchone()
            if kept is None:
                return None
            text = read_verified(study, *kept)
            names = run("SELECT fingerprint FROM parts WHERE study = ?", (study,)).fetchall()
            parts = {name: self._part(study, name) for (name,) in names if name in text}
            made = run(
                "SELECT person, place, undoes FROM operations WHERE study = ? AND place >"
                " (SELECT min(place) FROM history WHERE study = ?) ORDER BY place",
                (study, study),
            ).fetchall()
        return Stored(revision, Document(text, parts), place, tuple(Made(*row) for row in made))

    def _part(self, study: str, fingerprint: str) -> str:
        body, expected = self._connection.execute(
            "SELECT body, checksum FROM parts WHERE study = ? AND fingerprint = ?", (study, fingerprint)
        ).fetchone()
        return read_verified(study, body, expected)

    def add_link(self, link: Link) -> None:
        """Store a link."""
        with self.transaction():
            self._connection.execute(
                "INSERT INTO links (token, study, id, role, name, created) VALUES (?, ?, ?, ?, ?, ?)",
                (link.token, link.study, link.id, link.role, link.name, _now()),
            )

    def link(self, token: str) -> Link | None:
        """Return the link with this key hash; `None` if there is none, or it was revoked."""
        return next(iter(self._links("token = ?", token)), None)

    def links(self, study: str) -> list[Link]:
        """Return the links of a study and of its other chapters, in order of creation."""
        return self._links(f"study IN ({_WHOLE})", study, study)

    def _links(self, condition: str, *values: str) -> list[Link]:
        with self._lock:
            found = self._connection.execute(
                f"SELECT token, study, id, role, name FROM links WHERE {condition} ORDER BY created", values
            ).fetchall()
        return [Link(token, study, id, Role(role), name) for token, study, id, role, name in found]

    def end_link(self, study: str, link: str) -> bool:
        """Delete a link; return `False` if there is none."""
        with self.transaction():
            gone = self._connection.execute(
                f"DELETE FROM links WHERE id = ? AND study IN ({_WHOLE})", (link, study, study)
            )
        return bool(gone.rowcount)

    def invite(self, invitation: Link) -> None:
        """Store an invitation to a seat; it replaces an earlier one."""
        with self.transaction():
            self._connection.execute(
                "DELETE FROM links WHERE study = ? AND role = ?", (invitation.study, invitation.role)
            )
            self.add_link(invitation)

    def claim_seat(self, invitation: str, link: Link) -> bool:
        """Store the link of a player; return `False` if the seat of the invitation was claimed before.

        From then on the invitation, and the link of a previous holder of the seat, allow watching.
        """
        demote = "UPDATE links SET role = 'view' WHERE"
        with self.transaction():
            run = self._connection.execute
            claimed = run(f"{demote} token = ? AND role = ?", (invitation, link.role.invitation))
            if claimed.rowcount:
                run(f"{demote} study = ? AND role = ?", (link.study, link.role))
                self.add_link(link)
        return bool(claimed.rowcount)

    def keep_match(self, match: StoredMatch) -> None:
        """Store the state of a game between two people."""
        with self.transaction():
            self._connection.execute(
                "INSERT INTO matches (study, active, state, due) VALUES (?, ?, ?, ?) ON CONFLICT (study)"
                " DO UPDATE SET active = excluded.active, state = excluded.state, due = excluded.due",
                (match.study, int(match.active), match.state, match.due),
            )

    def replace_match(
        self, before: StoredMatch, after: StoredMatch, operation: Operation | None = None
    ) -> bool:
        """Replace `before` by `after`; return `False` if another state, or the operation, is stored by now.

        The operation is stored without a revision of the study, which it does not change.
        """
        with self.transaction():
            if operation is not None and self.answer(before.study, operation.id) is not None:
                return False  # an equal state may have followed
            known = (before.study, int(before.active), before.state)
            changed = self._connection.execute(
                "UPDATE matches SET active = ?, state = ?, due = ?"
                " WHERE study = ? AND active = ? AND state = ?",
                (int(after.active), after.state, after.due, *known),
            )
            if changed.rowcount and operation is not None:
                self._keep_operation(before.study, 0, 0, operation)
                self._connection.execute(
                    "DELETE FROM operations WHERE study = ? AND revision = 0 AND id NOT IN (SELECT id"
                    " FROM operations WHERE study = ? AND revision = 0 ORDER BY made DESC LIMIT ?)",
                    (before.study, before.study, _MOST_ACTS),
                )
        return bool(changed.rowcount)

    def match(self, study: str) -> StoredMatch | None:
        """Return the game between two people in a study, if there is one."""
        return next(iter(self._matches("study = ?", study)), None)

    def current_matches(self) -> list[StoredMatch]:
        """Return the games in progress."""
        return self._matches("active = 1")

    def due_matches(self, now: float, studies: Sequence[str]) -> list[StoredMatch]:
        """Return the games that a server must look at, and those in some studies."""
        marks = ", ".join("?" * len(studies))
        return self._matches(f"due <= ? OR study IN ({marks})" if studies else "due <= ?", now, *studies)

    def next_due(self) -> float | None:
        """Return the first time at which a game in progress is due; `None` if there is no game."""
        with self._lock:
            found = self._connection.execute("SELECT min(due) FROM matches WHERE active = 1").fetchone()
        return None if found[0] is None else float(found[0])

    def all_matches(self) -> list[StoredMatch]:
        """Return all games between two people, the oldest first."""
        return self._matches("true ORDER BY (SELECT created FROM studies WHERE id = study), study")

    def _matches(self, condition: str, *values: str | float) -> list[StoredMatch]:
        with self._lock:
            found = self._connection.execute(
                f"SELECT study, active, state, due FROM matches WHERE {condition}", values
            ).fetchall()
        return [StoredMatch(study, bool(active), state, due) for study, active, state, due in found]

    def uptime(self) -> tuple[float, float, float]:
        """Return the values of the last `keep_uptime`; zeros before the first."""
        with self._lock:
            found = self._connection.execute("SELECT seen, until, lost FROM uptime").fetchone()
        return (0.0, 0.0, 0.0) if found is None else found

    def keep_uptime(self, seen: float, until: float, lost: float) -> None:
        """Store when a server ran, until when this is taken to be so, and the length of all downtime."""
        with self.transaction():
            self._connection.execute(
                "INSERT INTO uptime (id, seen, until, lost) VALUES (1, ?, ?, ?) ON CONFLICT (id)"
                " DO UPDATE SET seen = excluded.seen, until = excluded.until, lost = excluded.lost",
                (seen, until, lost),
            )

    def list(self, query: str = "", most: int = 1_000) -> list[Summary]:
        """Return the studies whose title, folder or tags contain `query`, most recently changed first."""
        with self._lock:
            found = self._connection.execute(
                "SELECT id, title, game, nodes, revision, updated, folder, tags, volume_title, volume,"
                " chapter FROM studies ORDER BY updated DESC, id"
            ).fetchall()
        wanted = query.casefold()
        searched = (1, 6, 7, 8)
        fitting = (entry for entry in found if any(wanted in entry[place].casefold() for place in searched))
        return [_summary(*entry) for entry in islice(fitting, most)]

    def file(self, study: str, filing: Filing) -> bool:
        """Set folder and tags of a study and its other chapters; return `False` if there is none."""
        with self.transaction():
            changed = self._connection.execute(
                f"UPDATE studies SET folder = ?, tags = ? WHERE id IN ({_WHOLE})",
                (filing.folder, "\n".join(filing.tags), study, study),
            )
        return bool(changed.rowcount)

    def volume(self, study: str) -> Volume | None:
        """Return all chapters of the volume of a study; `None` if it has none."""
        with self._lock:
            found = self._connection.execute(
                "SELECT other.volume_title, other.id, other.title, other.game, other.nodes"
                " FROM studies AS own JOIN studies AS other ON other.volume = own.volume"
                " WHERE own.id = ? AND own.volume <> '' ORDER BY other.chapter",
                (study,),
            ).fetchall()
        return Volume(found[0][0], tuple(Row(*entry[1:]) for entry in found)) if found else None

    def share_volume(self, one: str, other: str) -> bool:
        """Return whether two studies are chapters of one volume."""
        with self._lock:
            found = self._connection.execute(
                "SELECT count(*) FROM studies AS own JOIN studies AS other ON other.volume = own.volume"
                " WHERE own.id = ? AND other.id = ? AND own.volume <> ''",
                (one, other),
            ).fetchone()
        return bool(found[0])

    def arrange(self, study: str, title: str, order: Sequence[str]) -> bool:
        """Set the title and chapter order of a volume; `False` if `order` does not list its chapters."""
        with self.transaction():
            volume = self.volume(study)
            if volume is None or sorted(order) != sorted(row.id for row in volume.chapters):
                return False
            for place, id in enumerate(order, start=1):
                self._connection.execute(
                    "UPDATE studies SET volume_title = ?, chapter = ? WHERE id = ?", (title, place, id)
                )
        return True

    def delete(self, study: str) -> bool:
        """Delete a study; return `False` if there is none.

        Its links move to another chapter, if it has any.
        """
        with self.transaction():
            volume = self.volume(study)
            heir = next((row.id for row in volume.chapters if row.id != study), None) if volume else None
            if heir is not None:
                self._connection.execute("UPDATE links SET study = ? WHERE study = ?", (heir, study))
            gone = self._connection.execute("DELETE FROM studies WHERE id = ?", (study,))
        return bool(gone.rowcount)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _summary(
    id: str,
    title: str,
    game: str,
    nodes: int,
    revision: int,
    updated: str,
    folder: str,
    tags: str,
    volume_title: str,
    volume: str,
    chapter: int,
) -> Summary:
    return Summary(
        Row(id, title, game, nodes),
        revision,
        updated,
        Filing(folder, tuple(tags.splitlines())),
        Chapter(volume, volume_title, chapter) if volume else None,
    )
