"""What searches look like."""

from __future__ import annotations

from typing import Any, Literal

from hyperchess.app.web.processes.workers import State
from hyperchess.app.web.replies.positions import Player, Reply

__all__ = ["Accepted", "Engines", "Review", "ScoreReply", "Search"]


class Accepted(Reply):
    """The search is in the queue."""

    id: str


class Search(Reply):
    """How a search goes, and its answer when `state` is `done`."""

    id: str
    kind: Literal["mate", "count", "status", "think", "play", "review"]
    state: State
    progress: dict[str, Any]
    answer: dict[str, Any] | None
    text: str


class LevelReply(Reply):
    """How strong the computer plays."""

    number: int
    name: str


class Engines(Reply):
    """The engines that can be chosen by name, ours first, and the levels at which they play."""

    engines: list[str]
    levels: list[LevelReply]


class ScoreReply(Reply):
    """A score from White's side: hundredths of a pawn, or a proven mate; and White's chance in percent."""

    centipawns: int | None
    mate: int | None
    text: str
    chance: float


class PointReply(Reply):
    """An action of the main line, the score after it, what was wrong with it, and the node that is better."""

    node: int
    player: Player
    score: ScoreReply
    judgement: Literal["", "inaccuracy", "mistake", "blunder"]
    better: int | None
    lost: float | None


class SummaryReply(Reply):
    """The actions of a player, and what they cost on average in percent points."""

    player: Player
    actions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    lost: float | None


class ReviewReply(Reply):
    """What is known about the main line."""

    points: list[PointReply]
    players: list[SummaryReply]


class Review(Reply):
    """The review that stands in a study, and the one that is being made."""

    review: ReviewReply | None
    running: Search | None
