"""Review of a game: the score after every action, mistakes, and better alternatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from math import exp
from typing import Any

from hyperchess.annotations import EvalComment
from hyperchess.budget import Budget
from hyperchess.engine.chances import find_chances
from hyperchess.engine.engine import Engine
from hyperchess.engine.games import find_adapter
from hyperchess.engine.lines import Line, SearchReport
from hyperchess.engine.score import Score
from hyperchess.game import AnyGame, AnyNode, Game
from hyperchess.rulesets import AnyColor
from hyperchess.validation import check_instance

__all__ = ["Judged", "Judgement", "Review", "annotate", "ended_by_win", "review"]

_LONGEST_VARIATION = 6  # actions


class Judgement(Enum):
    """The severity of a bad action, by the loss of expected score in percentage points, as on lichess."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def mark(self) -> str:
        """The annotation mark."""
        return _MARKS[self]


_MARKS = {Judgement.INACCURACY: "?!", Judgement.MISTAKE: "?", Judgement.BLUNDER: "??"}
_LIMITS = ((15, Judgement.BLUNDER), (10, Judgement.MISTAKE), (5, Judgement.INACCURACY))


def action_accuracy(lost: float) -> float:
    """Return the accuracy of an action in percent, by the formula that lichess publishes.

    >>> [round(action_accuracy(lost)) for lost in (0, 10, 20)]
    [100, 64, 40]
    """
    return max(0.0, min(100.0, 103.1668 * exp(-0.04354 * lost) - 3.1669))


@dataclass(frozen=True, slots=True)
class Judged:
    """An action of the game, the best line instead, and the score after it (`None` if it ended the game).

    `lost` is the loss of expected score in percentage points.
    """

    node: AnyNode
    player: AnyColor
    best: Line
    score: Score | None
    lost: float
    judgement: Judgement | None

    @property
    def accuracy(self) -> float:
        """The accuracy of the action in percent."""
        return action_accuracy(self.lost)

    @property
    def missed_mate(self) -> bool:
        """True if the player had a mate and no longer has it."""
        return _mates(self.best.score) and not (self.score is None or _mates(self.score.seen_by(self.player)))

    @property
    def allowed_mate(self) -> bool:
        """True if the opponent can mate after the action, and could not after the best one."""
        score = self.score
        return score is not None and _is_mated(score.seen_by(self.player)) and not _is_mated(self.best.score)


@dataclass(frozen=True, slots=True)
class Review:
    """The reviewed actions of the main line."""

    judged: tuple[Judged, ...]
    """The actions in order, each with its score and judgement."""

    def counts(self, player: AnyColor) -> Counter[Judgement]:
        """Return the number of inaccuracies, mistakes and blunders of a player."""
        return Counter(each.judgement for each in self.judged if each.player is player and each.judgement)

    def lost_on_average(self, player: AnyColor) -> float:
        """Return a player's average loss of expected score per action, in percentage points."""
        lost = [each.lost for each in self.judged if each.player is player]
        return sum(lost) / len(lost) if lost else 0.0

    def accuracy(self, player: AnyColor) -> float:
        """Return the average accuracy of a player's actions, in percent; 100 without actions."""
        found = [each.accuracy for each in self.judged if each.player is player]
        return sum(found) / len(found) if found else 100.0


def _mates(score: Score) -> bool:
    return (score.mate or score.likely_mate or 0) > 0


def _is_mated(score: Score) -> bool:
    return score.mate == 0 or (score.mate or score.likely_mate or 0) < 0


def ended_by_win(position: Any) -> bool:
    """Return whether the last action has won the game, in a position without a legal action."""
    return find_adapter(position.kind).is_won(position)


def review(
    game: AnyGame,
    limit: Budget | None = None,
    *,
    engine: Engine | None = None,
    on_action: Callable[[int, int], None] | None = None,
) -> Review:
    """Review every action of the main line; `on_action` is called with the number done and the total."""
    check_instance("game", game, Game, "a game")
    return Review(tuple(_judge_all(game, limit, engine or Engine(), on_action)))


def annotate(reviewed: Review) -> None:
    """Write a review into its game: `[%eval]` comments, marks, and better lines as variations."""
    for each in reviewed.judged:
        if each.score is not None:
            white = each.score.white
            # Comments are opinions, so a likely mate is written as a mate; a proof would be a variation.
            mate = white.mate if white.mate is not None else white.likely_mate
            each.node.score = EvalComment(centipawns=white.centipawns if mate is None else None, mate=mate)
        if each.judgement is None:
            continue
        *others, last = each.node.moves
        each.node.moves = (*others, replace(last, evaluation=each.judgement.mark))
        node = each.node.parent
        for action in each.best.actions[:_LONGEST_VARIATION]:
            if node is not None:
                node = node.add(action)


def _judge_all(
    game: AnyGame,
    limit: Budget | None,
    engine: Engine,
    on_action: Callable[[int, int], None] | None,
) -> Iterator[Judged]:
    nodes = [node for node in game.main_line if node.is_resolved]
    before: Line | None = None  # the best line of the current position
    for number, node in enumerate(nodes, 1):
        if node.parent is None or node.action is None:
            return
        position = node.parent.position
        if before is None:
            before = _best_line(engine, position, limit)
        if before is None:
            return  # moves after the end of the game
        after = _best_line(engine, node.position, limit)
        score = None if after is None else after.score
        yield _judged(node, position, before, score)
        before = after
        if on_action is not None:
            on_action(number, len(nodes))


def _best_line(engine: Engine, position: Any, limit: Budget | None) -> Line | None:
    """Return the best line, with the mean score of the last two depths.

    A line looks better for the player who acts last, so scores of odd and of even depths differ.
    """
    reports: list[SearchReport] = []
    line = next(iter(engine.analyse(position, limit, on_report=reports.append)), None)
    if line is None:
        return None
    for report in reports:
        earlier = report.lines[0].score if report.depth == line.depth - 1 and report.lines else None
        if earlier is not None and not (_is_mate(line.score) or _is_mate(earlier)):
            mean = (line.score.as_centipawns() + earlier.as_centipawns()) // 2
            return replace(line, score=replace(line.score, centipawns=mean))
    return line


def _is_mate(score: Score) -> bool:
    return score.mate is not None or score.likely_mate is not None


def _kept(node: AnyNode, player: AnyColor, after: Score | None) -> float:
    """Return the expected score after an action; without a score the action ended the game."""
    if after is not None:
        return find_chances(after.seen_by(player)).expected
    return 100.0 if ended_by_win(node.position) else 50.0


def _judged(node: AnyNode, position: Any, best: Line, after: Score | None) -> Judged:
    player = position.player
    same = node.action is not None and position.canonical(node.action) == position.canonical(best.actions[0])
    lost = 0.0 if same else max(0.0, find_chances(best.score).expected - _kept(node, player, after))
    judgement = next((judgement for least, judgement in _LIMITS if lost >= least), None)
    return Judged(node, player, best, after, lost, judgement)
