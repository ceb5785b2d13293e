"""A database connection that fails where a test says so."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from hyperchess.api.errors import ApiError
from hyperchess.app.web.storage import Storage

__all__ = ["Faults"]


class Faults:
    """Replaces the connection of a storage; statements fail within the block of `at`."""

    def __init__(self, storage: Storage) -> None:
        self._connection: Any = storage._connection
        self._fails: Callable[[str], bool] = lambda statement: False
        self._is_executed = False
        self._stays_down = False
        self._is_down = False
        self.count = 0  # statements executed
        storage._connection = self

    @contextmanager
    def at(
        self, fails: Callable[[str], bool], *, is_executed: bool = False, stays_down: bool = True
    ) -> Iterator[None]:
        """Fail at the first statement for which `fails` is true.

        With `is_executed` the statement is executed, and only its acknowledgement is lost. A transaction
        that was not committed is rolled back, as when a connection is lost. With `stays_down` all other
        statements within the block fail as well.
        """
        self._fails, self._is_executed, self._stays_down = fails, is_executed, stays_down
        try:
            yield
        finally:
            self._fails, self._is_down = (lambda statement: False), False

    def at_statement(self, number: int, **options: bool) -> AbstractContextManager[None]:
        """Fail at the `number`th statement from now on, counted from 1."""
        last = self.count + number
        return self.at(lambda statement: self.count == last, **options)

    def execute(self, statement: str, values: Any = ()) -> Any:
        if self._is_down:
            raise ApiError(503, "storage", "the database cannot be reached")
        self.count += 1
        if self._fails(statement):
            self._fails, self._is_down = (lambda statement: False), self._stays_down
            if self._is_executed:
                self._connection.execute(statement, values)
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise ApiError(503, "storage", "the database cannot be reached")
        return self._connection.execute(statement, values)

    @property
    def in_transaction(self) -> bool:
        return bool(self._connection.in_transaction)

    def close(self) -> None:
        self._connection.close()
