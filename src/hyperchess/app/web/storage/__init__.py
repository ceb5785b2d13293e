"""Studies on disk: the statements for all databases, SQLite and PostgreSQL, backups and repair."""

from hyperchess.app.web.storage.errors import StorageError
from hyperchess.app.web.storage.sqlite import FILE, SqliteStorage
from hyperchess.app.web.storage.storage import Storage

__all__ = ["FILE", "SqliteStorage", "Storage", "StorageError"]
