"""The tables, as migrations from one version of the database to the next."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["MIGRATIONS", "VERSION"]

MIGRATIONS: Mapping[int, str] = {
    1: """
    CREATE TABLE studies (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        game TEXT NOT NULL,
        nodes INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        place INTEGER NOT NULL,
        created TEXT NOT NULL,
        updated TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX studies_by_date ON studies (updated);
    CREATE TABLE history (
        study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        document BLOB NOT NULL,
        node INTEGER NOT NULL,
        PRIMARY KEY (study, place)
    ) WITHOUT ROWID;
    CREATE TABLE parts (
        study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        fingerprint TEXT NOT NULL,
        place INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (study, fingerprint)
    ) WITHOUT ROWID;
    """,
    2: """
    ALTER TABLE studies ADD COLUMN folder TEXT NOT NULL DEFAULT '';
    ALTER TABLE studies ADD COLUMN tags TEXT NOT NULL DEFAULT '';
    """,
    3: """
    CREATE TABLE operations (
        study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        id TEXT NOT NULL,
        revision INTEGER NOT NULL,
        place INTEGER NOT NULL,
        undoes INTEGER,
        person TEXT NOT NULL,
        made TEXT NOT NULL,
        earlier TEXT NOT NULL,
        answer BLOB NOT NULL,
        PRIMARY KEY (study, id)
    );
    CREATE INDEX operations_by_revision ON operations (study, revision);
    INSERT INTO operations
        SELECT study, 'place-' || history.place, history.place - studies.place, history.place, NULL, '',
            studies.updated, '', x''
        FROM history JOIN studies ON studies.id = study
        WHERE 0 < history.place AND history.place <= studies.place;
    CREATE TABLE links (
        token TEXT PRIMARY KEY,
        study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        id TEXT NOT NULL,
        role TEXT NOT NULL,
        name TEXT NOT NULL,
        created TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX links_by_study ON links (study);
    CREATE TABLE matches (
        study TEXT PRIMARY KEY REFERENCES studies (id) ON DELETE CASCADE,
        active INTEGER NOT NULL,
        state TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    4: """
    ALTER TABLE history ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE parts ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    UPDATE history SET checksum = checksum(document);
    UPDATE parts SET checksum = checksum(body);
    """,
    5: """
    ALTER TABLE studies ADD COLUMN volume TEXT NOT NULL DEFAULT '';
    ALTER TABLE studies ADD COLUMN volume_title TEXT NOT NULL DEFAULT '';
    ALTER TABLE studies ADD COLUMN chapter INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX studies_by_volume ON studies (volume);
    """,
    6: """
    ALTER TABLE matches ADD COLUMN due DOUBLE PRECISION NOT NULL DEFAULT 0;
    UPDATE matches SET due = 9e999 WHERE active = 0;
    CREATE INDEX matches_by_due ON matches (due);
    CREATE TABLE uptime (
        id INTEGER PRIMARY KEY,
        seen DOUBLE PRECISION NOT NULL,
        until DOUBLE PRECISION NOT NULL,
        lost DOUBLE PRECISION NOT NULL
    );
    INSERT INTO uptime SELECT 1, since, since, 0.0
        FROM (SELECT max(json_extract(state, '$.since')) AS since FROM matches WHERE active = 1)
        WHERE since IS NOT NULL;
    """,
}
"""Scripts by the version to which they migrate the database."""

VERSION = max(MIGRATIONS)
"""Database version that this hyperchess writes."""
