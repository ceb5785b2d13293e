"""Engine analysis and engine play for a position, as data for the page.

`engines` decides whether a position has an engine. Scores are from White's side. Mates are proven; all other
scores are evaluations.

>>> from hyperchess import multiverse
>>> position = multiverse.start("Standard").play("e3").play("f6").play("Qe2").play("Nc6")
>>> answer = ThinkTask(position, seconds=30, depth=2, number=3).run(lambda progress: None)
>>> answer.data["lines"][0].score, answer.text
(ScoreView(centipawns=None, mate=1, text='#1', chance=100.0, win=100.0, draw=0.0), 'mate in 1: 3. Qh5#')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from hyperchess.annotations import EvalComment
from hyperchess.budget import Budget
from hyperchess.game import AnyGame, AnyNode, Game, WrittenMove
from hyperchess.ruleset import GameKind
from hyperchess.studies.analysis.engines import shared_engine
from hyperchess.studies.analysis.searching import Progress, Report, SearchResult
from hyperchess.studies.games import find_adapter
from hyperchess.studies.spelling import shown_text
from hyperchess.studies.views import PLAYERS, Square

if TYPE_CHECKING:
    from hyperchess.engine import Line, Score, SearchReport

__all__ = [
    "ActionView",
    "LineView",
    "MoveArrow",
    "PlayTask",
    "ScoreView",
    "ThinkTask",
    "play_answer",
    "thought_answer",
    "thought_data",
    "view_actions",
    "view_comment",
    "view_score",
]

_LONGEST = 8  # actions of a line
_MATE_BUDGET = Budget(rounds=200)  # to detect whether a check is mate


@dataclass(frozen=True, slots=True)
class ScoreView:
    """A score from White's side: centipawns, or a proven mate in a number of actions.

    `chance` is White's expected score in percent, for bars and graphs; `win` and `draw` are the chances that
    White wins and that the game is drawn.
    """

    centipawns: int | None
    mate: int | None
    text: str
    chance: float
    win: float
    draw: float


@dataclass(frozen=True, slots=True)
class MoveArrow:
    """A move as an arrow."""

    from_: Square
    to: Square


@dataclass(frozen=True, slots=True)
class ActionView:
    """An action of a line: raw for programs, short for people."""

    number: int
    player: str
    moves: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of play; the arrows are those of its first action."""

    score: ScoreView
    depth: int
    actions: tuple[ActionView, ...]
    arrows: tuple[MoveArrow, ...]


@dataclass(frozen=True)
class ThinkTask:
    """Analysis of a position, reported after each iteration of the engine."""

    kind: ClassVar[str] = "think"

    position: Any
    seconds: float
    lines: int = 1
    number: int = 1  # number of the turn at the position
    depth: int | None = None

    def run(self, report: Report) -> SearchResult:
        """Search until the time is up."""
        thought = shared_engine().search(
            self.position,
            Budget(seconds=self.seconds),
            lines=self.lines,
            depth=self.depth,
            on_report=lambda thought: report(thought_data(self.position, thought, self.number)),
        )
        return thought_answer(thought_data(self.position, thought, self.number))

    def stop(self) -> None:
        """Stop it from another thread."""
        shared_engine().stop()

    def late(self, progress: Progress) -> SearchResult | None:
        """Return the last reported analysis, if there is one."""
        return thought_answer(progress) if progress else None


@dataclass(frozen=True)
class PlayTask:
    """The action that the engine plays at a level from 1 to 8."""

    kind: ClassVar[str] = "play"

    position: Any
    seconds: float
    level: int
    number: int = 1

    def run(self, report: Report) -> SearchResult:
        """Choose an action."""
        played = shared_engine().play(self.position, Budget(seconds=self.seconds), level=self.level)
        return play_answer(self.position, played.action, played.line, self.number)

    def stop(self) -> None:
        """Stop it from another thread."""
        shared_engine().stop()

    def late(self, progress: Progress) -> SearchResult:
        """Return an answer without an action."""
        return SearchResult({"moves": None, "text": "", "score": None}, "the engine found no action in time")


def play_answer(position: Any, action: tuple[Any, ...], line: Line, number: int) -> SearchResult:
    """Return the action that an engine plays, as an answer."""
    view = view_actions(position, (action,), number)[0]
    data = {"moves": view.moves, "text": view.text, "score": view_score(line.score)}
    return SearchResult(data, f"plays {view.text}")


def thought_data(position: Any, thought: SearchReport, number: int = 1) -> dict[str, Any]:
    """Return the progress of an engine; `speed` is in positions per second."""
    lines = tuple(_line(position, line, number) for line in thought.lines)
    speed = round(thought.nodes / thought.seconds) if thought.seconds > 0 else 0
    return {"lines": lines, "depth": thought.depth, "nodes": thought.nodes, "speed": speed}


def view_score(score: Score) -> ScoreView:
    """Return the view of an engine's score."""
    from hyperchess.engine.chances import find_chances

    seen = score.white
    chances = find_chances(seen)
    numbers = (round(number, 1) for number in (chances.expected, chances.win, chances.draw))
    return ScoreView(seen.centipawns, seen.mate, str(seen), *numbers)


def view_comment(score: EvalComment, kind: GameKind) -> ScoreView:
    """Return the view of a score in a comment of a game."""
    from hyperchess import infinite, multiverse
    from hyperchess.engine import Score

    color = multiverse.Color.WHITE if kind is GameKind.MULTIVERSE else infinite.Color.WHITE
    return view_score(Score(color, score.centipawns, score.mate))


def thought_answer(thought: Progress) -> SearchResult:
    """Return the last analysis of an engine, as an answer."""
    data = {"lines": (), "depth": 0, "nodes": 0, "speed": 0, **thought}
    lines: tuple[LineView, ...] = data["lines"]
    if not lines:
        return SearchResult(data, "there is no legal action")
    best = lines[0]
    opinion = best.score.text if best.score.mate is None else f"mate in {abs(best.score.mate)}"
    dots = "." if best.actions[0].player == "white" else "…"
    return SearchResult(data, f"{opinion}: {best.actions[0].number}{dots} {best.actions[0].text}")


def _line(position: Any, line: Line, number: int) -> LineView:
    adapter = find_adapter(position.kind)
    actions = line.actions[:_LONGEST]
    arrows = tuple(
        MoveArrow(*(adapter.square_value(position, square) for square in adapter.ends(move)))
        for move in line.actions[0]
    )
    return LineView(view_score(line.score), line.depth, view_actions(position, actions, number), arrows)


def view_actions(position: Any, actions: tuple[tuple[Any, ...], ...], number: int) -> tuple[ActionView, ...]:
    """Return the views of actions from a position, formatted for people."""
    game: AnyGame = Game(position, kind=position.kind)
    adapter = find_adapter(position.kind)
    node: AnyNode = game.root
    found = []
    for action, serial in zip(actions, game.serials(), strict=False):
        before = node.position
        node = node.attach(tuple(map(WrittenMove, action)))
        short = adapter.short_texts(node, before, _MATE_BUDGET)
        texts = [
            shown_text(written, short[place] if place < len(short) else "")
            for place, written in enumerate(node.moves)
        ]
        player, moves = PLAYERS[serial.player], tuple(map(str, action))
        found.append(ActionView(number + serial.number - 1, player, moves, " ".join(texts)))
    return tuple(found)
