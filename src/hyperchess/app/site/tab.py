"""The board of a tab, as its worker calls it: texts in, texts out."""

from __future__ import annotations

import json

from hyperchess.app.site.answering import Board, Reply

__all__ = ["BOARD"]


class _Tab:
    """What the worker asks of Python."""

    def __init__(self) -> None:
        self._board = Board()

    def answer(self, method: str, path: str, body: str) -> Reply:
        """Answer a request."""
        return self._board.answer(method, path, body)

    def written(self) -> str:
        """What has to be written to the database."""
        return json.dumps(self._board.storage.written())

    def bring(self, kept: str) -> None:
        """Take a study over as the database has it."""
        study = json.loads(kept)
        self._board.library.forget(study["head"]["id"])
        self._board.storage.bring(study["head"], study["history"])

    def drop(self, study: str) -> None:
        """Forget a study that the database does not have."""
        self._board.storage.drop(study)

    def revision(self, study: str) -> int:
        """The revision that is in memory; 0 if there is none."""
        return self._board.storage.revision(study) or 0


BOARD = _Tab()
