"""What searches look like."""

from __future__ import annotations

from typing import Any

from hyperchess.app.web.processes.workers import State
from hyperchess.app.web.replies.positions import Reply
from hyperchess.studies.searching import SearchKind

__all__ = ["Accepted", "Search"]


class Accepted(Reply):
    """The search is in the queue."""

    id: str


class Search(Reply):
    """How a search goes, and its answer when `state` is `done`."""

    id: str
    kind: SearchKind
    state: State
    progress: dict[str, Any]
    answer: dict[str, Any] | None
    text: str
