"""Review of a game: created by the engine, written into the study, and read from it for the page.

The scores are in comments (`[%eval]`), mistakes are marked, and better lines are variations, so a review is
preserved in every notation with comments, and reviews of other programs are displayed too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from hyperchess.budget import Budget
from hyperchess.game import AnyNode
from hyperchess.studies.analysis.searching import Report, SearchResult
from hyperchess.studies.analysis.thinking import ScoreView, view_comment
from hyperchess.studies.content import Content
from hyperchess.studies.fields import Field, Player
from hyperchess.studies.spelling import short_texts
from hyperchess.studies.study import Study
from hyperchess.studies.views import PLAYERS

if TYPE_CHECKING:
    from hyperchess.engine import Line, Score
    from hyperchess.engine.review import Judged, Judgement
    from hyperchess.rulesets import AnyColor

__all__ = ["Found", "Point", "ReviewView", "Summary", "WriteReview", "review_content", "view_review"]

_NAMES = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}


@dataclass(frozen=True, slots=True)
class Point:
    """An action of the main line: the score after it, and its judgement.

    `better` is the first node of the better line; `lost` is the player's loss of expected score in percentage
    points, if known; `reason` says why a judged action is bad.
    """

    node: int
    player: Player
    score: ScoreView
    judgement: Annotated[str, Field(enum=("", *_NAMES.values()))]
    better: int | None
    lost: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class Summary:
    """Statistics of a player's actions."""

    player: Player
    actions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    lost: float | None  # on average
    accuracy: Annotated[float | None, Field("Average accuracy in percent.")]


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The review of the main line."""

    points: tuple[Point, ...]
    players: tuple[Summary, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The engine's result for the action of a node, without the tree around it."""

    node: int
    action: tuple[Any, ...]
    player: AnyColor
    best: Line
    score: Score | None
    lost: float
    judgement: Judgement | None


def review_content(content: Content, each: Budget, report: Report) -> SearchResult:
    """Review every action of the main line, and report progress."""
    from hyperchess.engine.review import review

    def told(done: int, of: int) -> None:
        report({"done": done, "of": of})

    reviewed = review(content.game, each, on_action=told)
    found = tuple(_found(content.ids[judged.node], judged) for judged in reviewed.judged)
    return SearchResult({"found": found}, f"{len(found)} actions reviewed")


def _found(id: int, judged: Judged) -> Found:
    action = judged.node.action or ()
    return Found(id, action, judged.player, judged.best, judged.score, judged.lost, judged.judgement)


@dataclass(frozen=True, slots=True)
class WriteReview:
    """Write scores, marks and better lines into a study. Nodes that have been deleted are skipped."""

    found: tuple[Found, ...]

    def make(self, study: Study) -> int:
        """Apply the edit."""
        from hyperchess.engine.review import Judged, Review, annotate

        kept = []
        for found in self.found:
            node = study.content.nodes.get(found.node)
            if node is not None and node.action == found.action:
                kept.append(Judged(node, found.player, found.best, found.score, found.lost, found.judgement))
        annotate(Review(tuple(kept)))
        for judged in kept:
            study.tree.changed(judged.node)
            self._number(study, judged.node.parent)
        return study.end()

    @staticmethod
    def _number(study: Study, parent: AnyNode | None) -> None:
        """Assign ids to the nodes of better lines."""
        if parent is None:
            return
        for node in [each for child in parent.children for each in child.walk()]:
            if node not in study.content.ids:
                study.content.add(node)
                study.content.short[node] = short_texts(node)
                study.tree.changed(node)
                if node.parent is not None:
                    study.tree.changed(node.parent)


def view_review(study: Study) -> ReviewView | None:
    """Return the review in the comments of the main line; `None` if there are no scores."""
    points = tuple(_points(study))
    if not points:
        return None
    players = dict.fromkeys(point.player for point in points)
    return ReviewView(points, tuple(_summary(player, points) for player in players))


def _points(study: Study) -> Iterator[Point]:
    before: ScoreView | None = None
    line: Sequence[AnyNode] = study.game.main_line
    for node, serial in zip(line, study.game.serials(), strict=False):
        if node.score is None:
            before = None
            continue
        score = view_comment(node.score, study.game.kind)
        player = PLAYERS[serial.player]
        lost = None if before is None else max(0.0, _seen(before, player) - _seen(score, player))
        judgement = _NAMES.get(node.evaluation, "")
        better = _better(study, node) if judgement else None
        reason = _reason(before, score, player) if judgement else ""
        yield Point(study.content.ids[node], player, score, judgement, better, lost, reason)
        before = score


def _reason(before: ScoreView | None, after: ScoreView, player: str) -> str:
    """Say why an action is bad, from the scores before and after it."""
    sign = 1 if player == "white" else -1
    had, has = (
        None if score is None or score.mate is None else sign * score.mate for score in (before, after)
    )
    if has is not None and has < 0 and (had is None or had > 0):
        return f"allows mate in {-has}"
    if had is not None and had > 0 and (has is None or has < 0):
        return f"misses mate in {had}"
    if before is None:
        return ""
    return f"expected score {_seen(before, player):.0f} % before, {_seen(after, player):.0f} % after"


def _seen(score: ScoreView, player: str) -> float:
    return score.chance if player == "white" else 100 - score.chance


def _better(study: Study, node: AnyNode) -> int | None:
    """Return the first variation next to an action of the main line."""
    siblings = [] if node.parent is None else node.parent.children[1:]
    return next((study.content.ids[other] for other in siblings if other.action is not None), None)


def _summary(player: str, points: tuple[Point, ...]) -> Summary:
    from hyperchess.engine.review import action_accuracy

    mine = [point for point in points if point.player == player]
    lost = [point.lost for point in mine if point.lost is not None]
    counts: dict[str, Any] = {
        name: sum(point.judgement == name for point in mine) for name in _NAMES.values()
    }
    return Summary(
        player,
        len(mine),
        counts["inaccuracy"],
        counts["mistake"],
        counts["blunder"],
        round(sum(lost) / len(lost), 1) if lost else None,
        round(sum(map(action_accuracy, lost)) / len(lost), 1) if lost else None,
    )
