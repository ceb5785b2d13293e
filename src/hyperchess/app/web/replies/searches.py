"""Response models of searches."""

from __future__ import annotations

from typing import Any, Literal

from hyperchess.app.web.processes.workers import State
from hyperchess.app.web.replies.positions import Player, Reply

__all__ = ["Accepted", "Engines", "Review", "ScoreReply", "Search"]


class Accepted(Reply):
    """A search that was queued."""

    id: str


class Search(Reply):
    """Progress of a search, and its answer when `state` is `done`."""

    id: str
    kind: Literal["mate", "count", "status", "think", "play", "review"]
    state: State
    progress: dict[str, Any]
    answer: dict[str, Any] | None
    text: str


class LevelReply(Reply):
    """A playing strength of the computer."""

    number: int
    name: str


class Engines(Reply):
    """The available engines, the built-in one first, and their levels."""

    engines: list[str]
    levels: list[LevelReply]


class ScoreReply(Reply):
    """A score from White's side: centipawns or a proven mate, and White's winning chance in percent."""

    centipawns: int | None
    mate: int | None
    text: str
    chance: float


class PointReply(Reply):
    """An action of the main line, the score after it, its judgement, and the node of a better action."""

    node: int
    player: Player
    score: ScoreReply
    judgement: Literal["", "inaccuracy", "mistake", "blunder"]
    better: int | None
    lost: float | None


class SummaryReply(Reply):
    """Counts of a player's mistakes, and the average loss per action in percentage points."""

    player: Player
    actions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    lost: float | None


class ReviewReply(Reply):
    """A review of the main line."""

    points: list[PointReply]
    players: list[SummaryReply]


class Review(Reply):
    """The review stored in a study, and the one in progress."""

    review: ReviewReply | None
    running: Search | None
