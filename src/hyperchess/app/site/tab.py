"""The interface between a tab's worker and its board: strings in, strings out."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from hyperchess.api.operation import Response
from hyperchess.app.site.board import Board
from hyperchess.app.site.storage import check_head, check_kept
from hyperchess.errors import HyperchessError

__all__ = ["BOARD"]


class _Tab:
    """Functions that the worker calls."""

    def __init__(self) -> None:
        self._board = Board()

    def answer(self, method: str, path: str, body: str) -> Response:
        """Handle a request."""
        return self._board.answer(method, path, body)

    def written(self) -> str:
        """Return the pending writes to the database."""
        return json.dumps(self._board.storage.written())

    def bring(self, record: str) -> str:
        """Load a study from its database record; return why it is damaged, or an empty string."""
        return _fault(lambda: self._board.library.forget(self._board.storage.bring(json.loads(record))))

    def check(self, record: str) -> str:
        """Return why a study of the database, or of a file, is damaged; empty if it can be opened."""
        return _fault(lambda: check_kept(json.loads(record)))

    def check_heads(self, heads: str) -> str:
        """Return why the heads of studies are damaged, in order: a JSON list of strings, empty if sound."""
        return json.dumps([_fault(partial(check_head, head)) for head in json.loads(heads)])

    def drop(self, study: str) -> None:
        """Drop a study that the database does not have."""
        self._board.storage.drop(study)

    def revision(self, study: str) -> int:
        """Return the revision in memory; 0 if there is none."""
        return self._board.storage.revision(study) or 0


def _fault(work: Callable[[], object]) -> str:
    try:
        work()
    except HyperchessError as error:
        return str(error)
    return ""


BOARD = _Tab()
