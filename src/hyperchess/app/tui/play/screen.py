"""Screen of a game in progress: every key has its action here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from hyperchess.app.files.outputs import write_file
from hyperchess.app.tui.play.keys import PLAY_KEYS, PLAY_SIGNS
from hyperchess.app.tui.play.turns import TurnsScreen
from hyperchess.app.tui.screens.choice import Choice
from hyperchess.app.tui.screens.help import Help
from hyperchess.app.tui.screens.prompt import Prompt
from hyperchess.app.tui.widgets.tree_pane import TreePane
from hyperchess.engine.lines import Line
from hyperchess.errors import HyperchessError
from hyperchess.text import plural

__all__ = ["PlayScreen"]


class PlayScreen(TurnsScreen):
    """Screen that handles the moves and commands of the players."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(",".join(key.keys), key.action, key.footer or key.about, show=bool(key.footer))
        for key in PLAY_KEYS
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys for actions of several moves if an action is one move."""
        if self.contest.plays_at_once and action in ("undo", "submit"):
            return False
        return super().check_action(action, parameters)

    # Pointing and moving.

    def on_board_pane_touched(self) -> None:
        """Handle a square or board selected with the mouse."""
        clicked, self.board_view.clicked = self.board_view.clicked, None
        if clicked is not None and not self.is_busy and self.contest.outcome is None:
            on_piece = clicked in self.contest.movable
            if on_piece or (self.chosen is not None and clicked in self.contest.targets(self.chosen)):
                self.action_choose()
                return
        self._show()

    def action_point(self, right: int, down: int) -> None:
        """Point at the next square."""
        self.board_view.step(right, down)
        self._show()

    def action_stride(self, right: int, down: int) -> None:
        """Point at the next board, or several squares further."""
        self.board_view.stride(right, down)
        self._show()

    def action_cycle(self, by: int) -> None:
        """Point at the next target or piece."""
        stops = self.contest.stops(self.chosen)
        if not stops:
            return
        pointer = self.board_view.pointer
        index = stops.index(pointer) + by if pointer in stops else (0 if by > 0 else -1)
        self.board_view.point(stops[index % len(stops)])
        self._show()

    def action_home(self) -> None:
        """Point at a piece that must or can move."""
        self.board_view.home()
        self._point_home()
        self._show()

    def action_choose(self) -> None:
        """Select a piece, or move the selected one."""
        if not self._expect_turn():
            return
        pointer, contest = self.board_view.pointer, self.contest
        if self.chosen is not None and pointer != self.chosen:
            moves = contest.moves_between(self.chosen, pointer)
            if moves:
                self._play_any(moves)
                return
        if pointer == self.chosen:
            self.chosen = None
        elif pointer in contest.movable:
            self.chosen = pointer
        else:
            self.tell(contest.why_not(pointer, self.chosen))
        self._show()

    def _play_any(self, moves: Sequence[Any]) -> None:
        if len(moves) == 1:
            self._make(moves[0])
            return
        choices = self.contest.promotions(moves)

        def promote(letter: str | None) -> None:
            if letter is not None:
                self._make(choices[letter][1])

        answers = {letter: name for letter, (name, _) in choices.items()}
        self.app.push_screen(Choice("The pawn becomes a", answers), promote)

    def _make(self, move: Any) -> None:
        self.contest.make(move)
        self._made()

    def _made(self) -> None:
        """Continue after a player's moves, or wait for more of the action."""
        self.chosen = None
        if self.contest.plays_at_once:
            self._submit()
        else:
            self._show_position()

    def action_let_go(self) -> None:
        """Clear the selection."""
        self.chosen = None
        self._show()

    def action_type(self) -> None:
        """Prompt for moves."""
        if self._expect_turn():
            self.app.push_screen(Prompt(f"Moves, such as {self.contest.examples}", self._enter))

    def _enter(self, text: str) -> None:
        self.contest.enter(text)
        self._made()

    def action_go_to(self) -> None:
        """Prompt for a square."""
        self.app.push_screen(Prompt(f"Point at a square, such as {self.contest.example_square}", self._go_to))

    def _go_to(self, text: str) -> None:
        self.board_view.point(self.contest.read_square(text))
        self._show()

    def action_undo(self) -> None:
        """Undo a move of the action."""
        if not self._expect_turn():
            return
        if self.contest.undo():
            self.chosen = None
            self._show_position()
        else:
            self.tell("no move of this action was made; b takes back an action")

    def action_submit(self) -> None:
        """Submit the action."""
        if self._replay:
            self.action_hurry()
            return
        if not self._expect_turn():
            return
        try:
            self._submit()
        except HyperchessError as error:
            self.tell(str(error))

    # The game as a whole.

    def action_take_back(self) -> None:
        """Take back the unfinished action, otherwise the user's last action and the reply to it."""
        contest = self.contest
        if contest.outcome is None and not self.is_busy and contest.drop_pending():
            self.chosen = None
            self._show_position()
            self.tell("your moves are undone; b again takes back an action")
            return
        engine = self.options.engine
        actions = 1 if engine is None else contest.find_last_action(contest.other(engine))
        if actions is None or not contest.take_back(actions):
            self.tell("there is no action of yours to take back")
            return
        self._next_turn()

    def action_hint(self) -> None:
        """Ask the engine for a hint."""
        if self._expect_turn():
            self._ask("looking for a hint", self._give_hint)

    def _give_hint(self, line: Line) -> None:
        self.board_view.point(self.contest.source(line.actions[0][0]))
        self.tell(f"Hint: {self.contest.advice(line)}", seconds=15)

    def action_hurry(self) -> None:
        """Make the engine move at once, or show all its moves."""
        if self._replay:
            if self._timer is not None:
                self._timer.stop()
            while len(self._replay) > 1:
                self.contest.make(self._replay.pop(0))
            self._show_next_move()
        elif self.thinking or self._advising:
            self.opponent.hurry()

    def action_offer_draw(self) -> None:
        """Claim a draw if possible, otherwise offer one to the engine or the opponent."""
        if not self._expect_turn():
            return
        if self.contest.claim:
            self.contest.claim_draw()
            self._over()
            return
        if self.options.engine is not None:
            self._ask("the engine considers a draw", self._answer_draw)
            return
        other = self.contest.other(self.contest.player)
        answers = {"y": "accept", "n": "play on"}
        self.app.push_screen(Choice(f"{other}: do you accept a draw?", answers), self._agree)

    def _agree(self, answer: str | None) -> None:
        if answer == "y" and self.contest.outcome is None:
            self.contest.agree()
            self._over()

    def _answer_draw(self, line: Line) -> None:
        assert self.options.engine is not None
        if self.opponent.accepts_draw(line.score, self.options.engine):
            self._agree("y")
        else:
            self.tell(
                f"the engine declines: its score is {line.score.seen_by(self.options.engine)}", seconds=8
            )

    def action_resign(self) -> None:
        """Resign, after confirmation."""
        if self.contest.outcome is not None:
            self._expect_turn()
            return
        engine = self.options.engine
        loser = self.contest.player if engine is None else self.contest.other(engine)

        def resign(answer: str | None) -> None:
            if answer == "y" and self.contest.outcome is None:
                self.contest.resign(loser)
                self._over()

        self.app.push_screen(Choice(f"{loser}: resign?", {"y": "resign", "n": "play on"}), resign)

    def action_save(self) -> None:
        """Prompt for a file to save the game to."""
        self.app.push_screen(Prompt(f"Write the game to the file ({self.contest.suffix})", self._save))

    def _save(self, name: str) -> None:
        path = Path(name.strip()).expanduser()
        write_file(path, self.contest.text())
        left = plural(len(self.contest.pending), "move")
        note = f"; the unfinished action ({left}) is not in it" if self.contest.pending else ""
        self.tell(f"written to {path}{note}", seconds=8)

    def restyled(self) -> None:
        """Redraw everything."""
        self.board_view.flipped = self.look.flipped
        self._show()

    def action_panel(self) -> None:
        """Show or hide the moves."""
        tree = self.query_one(TreePane)
        self._panel = tree.display = not tree.display
        self.call_after_refresh(self._show, grown=True)

    def action_alternate(self) -> None:
        """Show the boards of one player only, or the next distant piece."""
        self.tell(self.board_view.alternate(), seconds=2)
        self._show()

    def action_zoom(self, by: int) -> None:
        """Zoom in or out."""
        self.board_view.zoom(by)
        self._show()

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(Help(self.look, PLAY_KEYS, PLAY_SIGNS))

    def action_quit(self) -> None:
        """Quit, after confirmation if something would be lost."""

        def leave(answer: str | None) -> None:
            if answer == "y":
                self._leave()

        if self.contest.played and self.contest.outcome is None and self.options.output is None:
            answers = {"y": "leave; the game is not saved", "n": "stay (w writes the game to a file)"}
            self.app.push_screen(Choice("Leave the game?", answers), leave)
        else:
            self._leave()

    def _leave(self) -> None:
        self._turn += 1
        self._stop_reply()
        self.app.exit()
