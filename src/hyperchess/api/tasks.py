"""Long-running tasks created from requests; they run in another process or web worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hyperchess.api.documents import Document, read_document, write_document
from hyperchess.api.errors import ApiError
from hyperchess.budget import Budget
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.analysis.engines import no_engine
from hyperchess.studies.analysis.reviewing import review_content
from hyperchess.studies.analysis.searching import Progress, Report, SearchResult
from hyperchess.studies.content import Content

__all__ = ["ReviewTask", "expect_engine", "no_engine_error", "play_on", "review_task"]

_MOST_REVIEWED = 500  # actions


@dataclass(frozen=True)
class ReviewTask:
    """A review of the main line of a study; `each` is the time per action in seconds."""

    kind: ClassVar[str] = "review"

    study: str
    document: Document
    each: float
    seconds: float

    def run(self, report: Report) -> SearchResult:
        """Review every action."""
        return review_content(read_document(self.document), Budget(seconds=self.each), report)

    def late(self, progress: Progress) -> SearchResult:
        """Return no result: an unfinished review is not stored."""
        return SearchResult({"found": ()}, "the review took too long and was stopped")


def review_task(id: str, content: Content, each: float) -> ReviewTask:
    """Return the review of a study with `each` seconds per action; raise `ApiError` if it is not possible."""
    if content.game.start is not None:
        expect_engine(content.game.start)
    actions = len(content.game.main_line)
    if not 1 <= actions <= _MOST_REVIEWED:
        message = f"a review covers 1 to {_MOST_REVIEWED} actions, and this game has {actions}"
        raise ApiError(422, "review", message)
    return ReviewTask(id, write_document(content), each, 3 * each * (actions + 1) + 60)


def play_on(place: StudyPosition, actions: Sequence[Sequence[str]]) -> tuple[Any, list[tuple[Any, ...]]]:
    """Return the position after actions that are not in the tree, and the parsed actions."""
    position, played = place.base, []
    for moves in actions:
        action = place.adapter.read_action(position, moves)
        played.append(action)
        position = position.play_legal(action)
    return position, played


def expect_engine(position: Any) -> None:
    """Refuse a position that no engine supports."""
    missing = no_engine(position)
    if missing:
        raise no_engine_error(missing)


def no_engine_error(message: str) -> ApiError:
    """Return the error for a request that no engine supports."""
    return ApiError(422, "no-engine", message)
