"""Turns of a game in progress: the engine searches in a thread, the rules detect the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Footer

from hyperchess.annotations import EvalComment
from hyperchess.app.files.outputs import write_file
from hyperchess.app.tui.base import StyledScreen
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.play.bars import PlayBar, PlayersBar
from hyperchess.app.tui.play.clocks import Clocks
from hyperchess.app.tui.play.contest import AnyContest, Outcome
from hyperchess.app.tui.play.games import create_view
from hyperchess.app.tui.play.opponent import Opponent
from hyperchess.app.tui.play.wording import State, action_text, players_text, turn_text
from hyperchess.app.tui.widgets.board_pane import BoardPane
from hyperchess.app.tui.widgets.tree_pane import TreePane
from hyperchess.budget import Budget
from hyperchess.engine.limits import time_for_action
from hyperchess.engine.lines import Line, PlayResult
from hyperchess.errors import HyperchessError, InvalidPosition
from hyperchess.ruleset import Player

__all__ = ["PlayOptions", "TurnsScreen"]

_NARROW = 60  # columns below which the moves are hidden by default
_TO_JUDGE = Budget(seconds=3.0)
_TICK = 0.5  # seconds between two checks of the clocks


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Colour of the engine (`None`: two people play), and display and saving options."""

    engine: Player | None = None
    pace: float = 0.6  # seconds between two moves of an action of the engine
    to_judge: Budget = _TO_JUDGE  # budget to detect the end of the game
    scores: bool = False  # whether the engine's scores are recorded in the game
    output: Path | None = None  # file for the game, written after every action


class TurnsScreen(StyledScreen):
    """Displays a contest and runs the engine; the rules detect the end of the game."""

    AUTO_FOCUS = ""

    class Judged(Message):
        """The game is over by the rules."""

        def __init__(self, turn: int, outcome: Outcome) -> None:
            super().__init__()
            self.turn, self.outcome = turn, outcome

    class Replied(Message):
        """The engine has chosen an action."""

        def __init__(self, ticket: int, result: PlayResult) -> None:
            super().__init__()
            self.ticket, self.result = ticket, result

    class Advised(Message):
        """The engine has analysed the position for a hint; `answer` uses the line."""

        def __init__(self, ticket: int, line: Line | None, answer: Callable[[Line], None]) -> None:
            super().__init__()
            self.ticket, self.line, self.answer = ticket, line, answer

    class Failed(Message):
        """The engine could not answer."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def __init__(
        self,
        contest: AnyContest,
        opponent: Opponent,
        look: Look,
        options: PlayOptions,
        clocks: Clocks | None = None,
    ) -> None:
        super().__init__(look)
        self.contest = contest
        self.opponent = opponent
        self.options = options
        self.clocks = clocks
        self.board_view = create_view(contest)
        self.chosen: Any = None  # square of the selected piece
        self.thinking = False
        self._advising = ""
        self._replay: list[Any] = []  # moves of the engine's action to display
        self._reply_score: EvalComment | None = None
        self._timer: Timer | None = None
        self._turn = 0  # counts positions: messages about earlier ones are ignored
        self._panel: bool | None = None
        self._saved = False  # whether the file has an earlier state of the game

    def compose(self) -> ComposeResult:
        """Compose players, boards, moves, status and keys."""
        yield PlayersBar(markup=False)
        with Horizontal():
            yield BoardPane()
            yield TreePane()
        yield PlayBar()
        footer = Footer(show_command_palette=False)
        footer.compact = True
        yield footer

    def on_mount(self) -> None:
        """Start the game."""
        self.board_view.flipped = self.look.flipped
        if self.clocks is not None:
            self.set_interval(_TICK, self.tick)
        self._next_turn()

    def on_resize(self) -> None:
        """Hide the moves if they do not fit."""
        wanted = self.size.width >= _NARROW if self._panel is None else self._panel
        self.query_one(TreePane).display = wanted
        self.call_after_refresh(self._show, grown=True)

    # State

    def _is_engine(self, color: Player) -> bool:
        return self.options.engine is color

    @property
    def is_busy(self) -> bool:
        """True if the engine is searching or its action is being displayed."""
        return self.thinking or bool(self._replay)

    def _next_turn(self) -> None:
        """Start the turn of a new position: detect the end of the game, and start the engine if it moves."""
        self._turn += 1
        self._stop_reply()
        contest = self.contest
        running = contest.outcome is None
        if self.clocks is not None:
            if running:
                self.clocks.start(contest.player)
            else:
                self.clocks.stop()
        self.thinking = running and self._is_engine(contest.player)
        self._save_progress()
        self._show_position()
        if running:
            ticket = self.opponent.new_ticket() if self.thinking else None
            work = partial(self._consider, self._turn, ticket, contest.position, self._engine_seconds())
            self.run_worker(work, thread=True, name="consider")

    def _stop_reply(self) -> None:
        self.opponent.new_ticket()
        self.thinking = False
        self._advising = ""
        self._replay = []
        self.chosen = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _engine_seconds(self) -> float | None:
        if self.clocks is None:
            return None
        left = max(self.clocks.left(self.contest.player), 0.0)
        return time_for_action(left, self.clocks.control.increment)

    def _consider(self, turn: int, ticket: int | None, position: Any, seconds: float | None) -> None:
        """Detect the end of the game in a thread, and if the engine is to move, choose its action."""
        try:
            outcome = self.contest.ending(position, self.options.to_judge)
            if outcome is not None:
                self.post_message(self.Judged(turn, outcome))
            elif ticket is not None:
                try:
                    result = self.opponent.reply(ticket, position, seconds)
                except InvalidPosition:  # it found no legal action
                    self.post_message(self.Judged(turn, self.contest.ending_without_action(position)))
                    return
                if result is not None:
                    self.post_message(self.Replied(ticket, result))
        except HyperchessError as error:
            self.post_message(self.Failed(str(error)))

    def on_turns_screen_judged(self, event: Judged) -> None:
        """End the game, if the position is still current."""
        if event.turn == self._turn and self.contest.outcome is None:
            self.contest.settle(event.outcome)
            self._over()

    def on_turns_screen_failed(self, event: Failed) -> None:
        """Report why the engine does not play."""
        self.thinking = False
        self._advising = ""
        self.tell(f"the engine gave no answer: {event.reason}; b takes back an action", seconds=15)
        self._show()

    def _over(self) -> None:
        assert self.contest.outcome is not None
        if self.clocks is not None:
            self.clocks.stop()
        self._stop_reply()
        self._turn += 1
        self._save_progress()
        self._show_position()
        self.tell(self.contest.outcome.text, seconds=10)

    def _save_progress(self) -> None:
        """Write the game to its file after every action: the process may be killed at any moment."""
        if self.options.output is None or not (self.contest.played or self._saved):
            return
        try:
            write_file(self.options.output, self.contest.text(), force=True)
            self._saved = True
        except HyperchessError as error:
            self.tell(f"the game could not be saved: {error}", seconds=15)

    def tick(self) -> None:
        """Check the clocks."""
        if self.clocks is None or self.contest.outcome is not None:
            return
        loser = self.clocks.flagged
        if loser is not None:
            self.contest.lose_on_time(loser)
            self._over()
        else:
            self._show_players()

    def on_turns_screen_replied(self, event: Replied) -> None:
        """Show the action of the engine, move by move."""
        if not self.opponent.is_current(event.ticket) or not self.thinking:
            return
        self.thinking = False
        score = event.result.line.score.white
        self._reply_score = EvalComment(centipawns=score.centipawns, mate=score.mate)
        self._replay = list(event.result.action)
        self._show_next_move()

    def _show_next_move(self) -> None:
        self.contest.make(self._replay.pop(0))
        if self._replay:
            self._show_position()
            if self.options.pace > 0:
                self._timer = self.set_timer(self.options.pace, self._show_next_move)
            else:
                self._show_next_move()
        else:
            self._submit(self._reply_score)

    def _submit(self, score: EvalComment | None = None) -> None:
        player = self.contest.player
        self.contest.submit()
        left = None
        if self.clocks is not None:
            self.clocks.start(self.contest.player)
            left = self.clocks.left(player)
        self.contest.annotate(clock=left, score=score if self.options.scores else None)
        self._next_turn()

    def _expect_turn(self) -> bool:
        """Return whether a person may move; report why not."""
        if self.contest.outcome is not None:
            self.tell(f"the game is over: {self.contest.outcome.text}; b takes back an action")
        elif self.is_busy:
            self.tell("it is the engine's turn; x lets it play at once, b takes back your action")
        return self.contest.outcome is None and not self.is_busy

    # Engine requests

    def _ask(self, what: str, answer: Callable[[Line], None]) -> None:
        """Let the engine analyse the position at full strength in a thread."""
        ticket = self.opponent.new_ticket()
        position = self.contest.position
        self._advising = what

        def look() -> None:
            try:
                self.post_message(self.Advised(ticket, self.opponent.best(ticket, position), answer))
            except HyperchessError as error:
                self.post_message(self.Failed(str(error)))

        self.run_worker(look, thread=True, name="advise")
        self._show()

    def on_turns_screen_advised(self, event: Advised) -> None:
        """Use the engine's line, if the request is still current."""
        if not self.opponent.is_current(event.ticket):
            return
        self._advising = ""
        if event.line is not None:
            event.answer(event.line)
        self._show()

    # Display

    def _show_position(self) -> None:
        """Display the changed position."""
        view, contest = self.board_view, self.contest
        view.take(contest.shown)
        mine = contest.outcome is None and not self.is_busy
        arrival, has_moved = view.arrival, contest.node.parent is not None and not contest.pending
        if mine and contest.waits and not (has_moved and arrival is not None and contest.is_due(arrival)):
            self._point_home()
        elif arrival is not None:
            view.point(arrival)
        self._show(grown=True)

    def _point_home(self) -> None:
        piece = self.contest.piece_to_move(self.board_view.pointer)
        if piece is not None:
            self.board_view.point(piece)

    def _show(self, *, grown: bool = False) -> None:
        contest = self.contest
        self._show_players()
        self.query_one(TreePane).show(contest.node, self.look, grown=grown)
        mine = contest.outcome is None and not self.is_busy
        chosen = self.chosen if mine else None
        self.board_view.mark(
            chosen=chosen,
            targets=contest.targets(chosen) if chosen is not None else (),
            movable=contest.movable if mine and chosen is None else (),
        )
        self.query_one(BoardPane).redraw(self.board_view, self.look)
        state = State(self.thinking, bool(self._replay), self.options.engine is not None, self._advising)
        self.query_one(PlayBar).show(
            turn_text(contest, state, self.board_view.checks),
            action_text(contest, state),
            contest.describe(self.board_view.pointer, self.chosen),
            self.look,
        )

    def _show_players(self) -> None:
        self.query_one(PlayersBar).show(players_text(self.contest, self.clocks))
