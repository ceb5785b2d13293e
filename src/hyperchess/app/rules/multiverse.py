"""The half of the line protocol that is about 5D chess; docs/infinite-rules.md describes both halves.

>>> import io
>>> from hyperchess.line_protocol import serve
>>> answers = io.StringIO()
>>> commands = "variant Standard\\nplay e3\\nsubmit\\nplay f6\\nplay Qh5\\nsubmit\\npresent\\ncount\\nquit\\n"
>>> serve(io.StringIO(commands), answers, MultiverseSession())
>>> print(answers.getvalue(), end="")
ok
ok
ok
ok
error no move fits 'Qh5': Black has played on every board
ok
present T2w
player w
must (0T2w)
ok
ok 32
ok
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted, ParseError
from hyperchess.line_protocol import Command, PositionSession, Refused, expect_nothing, number, one_line
from hyperchess.multiverse import Position, start
from hyperchess.notation.reading import parse
from hyperchess.ruleset import GameKind
from hyperchess.text import Severity, quote

__all__ = ["MAX_LINES", "MAX_STATES", "MAX_TEXT", "MultiverseSession"]

MAX_TEXT = 200_000  # characters of a position or a game
MAX_LINES = 20_000  # moves or actions in an answer
MAX_STATES = 20_000  # moves and submissions of a session that can be taken back
_MOST_COUNTED = 1_000_000_000
_DEFAULT_COUNTED = 1_000_000
_DEFAULT_LISTED = 1_000
_BUDGET = Budget(seconds=10.0)
_MOST_SECONDS = 3_600


class MultiverseSession(PositionSession[Position]):
    """The rules of 5D chess, command by command; each move and each submission makes a position."""

    def __init__(self) -> None:
        super().__init__()
        self._budget = _BUDGET

    @property
    def commands(self) -> Mapping[str, Command]:
        """The commands by their first word."""
        return {
            "variant": self.variant,
            "position": self.set_position,
            "play": self.play,
            "submit": self.submit,
            "undo": self.undo,
            "legal": self.legal,
            "actions": self.actions,
            "count": self.count,
            "budget": self.set_budget,
            "status": self.status,
            "present": self.present,
            "hash": self.hash,
            "text": self.text,
            "quit": self.quit,
        }

    def variant(self, name: str) -> Iterable[str]:
        """Set up a named start."""
        self.positions = [start(name)]
        return ["ok"]

    def set_position(self, text: str) -> Iterable[str]:
        """Set up boards in 5DFEN, or a game, which is followed to the end of its main line."""
        if len(text) > MAX_TEXT:
            raise Refused(f"a position has at most {MAX_TEXT} characters, found {len(text)}")
        if not text:
            raise Refused("expected boards in 5DFEN or a game, found nothing")
        game = parse(text)
        for problem in game.problems:
            if problem.severity is Severity.ERROR:
                raise ParseError(problem)
        if game.kind is not GameKind.MULTIVERSE:
            raise Refused("this is a text of infinite chess; use `game infinite` first")
        if game.start is None:
            raise Refused("the text does not say from which position the game starts")
        nodes = [game.root, *game.main_line]
        if len(nodes) > MAX_STATES:
            raise Refused(f"a game has at most {MAX_STATES - 1} actions, found {len(nodes) - 1}")
        self.positions = [node.position for node in nodes]
        return [*(f"problem {one_line(problem)}" for problem in game.problems), "ok"]

    def play(self, moves: str) -> Iterable[str]:
        """Make moves of the action, all or none."""
        action = self.position.read(moves)
        if not action:
            raise Refused("expected a move such as e4, Nf3 or (0T4)Qg5>>(0T2)g3, found nothing")
        self._expect_room(len(action))
        for move in action:
            self.positions.append(self.position.move(move))
        return ["ok"]

    def submit(self, argument: str) -> Iterable[str]:
        """End the action."""
        expect_nothing(argument)
        self._expect_room(1)
        self.positions.append(self.position.submit())
        return ["ok"]

    def _expect_room(self, states: int) -> None:
        if len(self.positions) + states > MAX_STATES:
            raise Refused(f"a session keeps at most {MAX_STATES} moves; set up the position again with text")

    def legal(self, argument: str) -> Iterable[str]:
        """List the moves that can be made next."""
        expect_nothing(argument)
        moves = self.position.moves()
        if len(moves) > MAX_LINES:
            raise Refused(f"more than {MAX_LINES} moves")
        return [*(f"move {move}" for move in moves), f"ok {len(moves)}"]

    def actions(self, most: str) -> Iterable[str]:
        """Legal actions, or ways to finish an unfinished one."""
        limit = number(most, "how many actions to list") if most else _DEFAULT_LISTED
        if limit > MAX_LINES:
            raise Refused(f"at most {MAX_LINES} actions can be listed")
        lines: list[str] = []
        end = ""
        try:
            for action in self.position.actions(limit + 1, self._budget):
                if len(lines) == limit:
                    end = " more"
                    break
                lines.append(f"action {action}".rstrip())
        except BudgetExhausted:
            end = " unknown"
        return [*lines, f"ok {len(lines)}{end}"]

    def count(self, most: str) -> Iterable[str]:
        """The number of legal actions."""
        limit = number(most, "how far to count") if most else _DEFAULT_COUNTED
        if limit > _MOST_COUNTED:
            raise Refused(f"at most {_MOST_COUNTED} actions can be counted")
        try:
            found = self.position.count_actions(limit + 1, self._budget)
        except BudgetExhausted:
            return ["ok unknown"]
        return [f"ok {found}" if found <= limit else f"ok {limit} more"]

    def set_budget(self, text: str) -> Iterable[str]:
        """Limit how long actions, count and status may search."""
        word, _, rounds = text.partition(" ")
        if word == "rounds":
            self._budget = Budget(rounds=number(rounds.strip(), "a number of rounds"))
            return ["ok"]
        seconds = number(text, "SECONDS or `rounds N`")
        if seconds > _MOST_SECONDS:
            raise Refused(f"a budget has at most {_MOST_SECONDS} seconds, found {quote(text)}")
        self._budget = Budget(seconds=float(seconds))
        return ["ok"]

    def status(self, argument: str) -> Iterable[str]:
        """The verdict on the position."""
        expect_nothing(argument)
        position = self.position
        status = position.find_status(self._budget)
        lines = [f"verdict {status.word}", f"player {position.player.letter}"]
        if status.winner is not None:
            lines.append(f"winner {status.winner.letter}")
        lines += [f"check {check.attacker} {check.royal}" for check in position.checks()]
        return [*lines, "ok"]

    def present(self, argument: str) -> Iterable[str]:
        """Return the present, the boards of the player, and the moves made so far."""
        expect_nothing(argument)
        position = self.position
        must = set(position.mandatory)
        return [
            f"present {position.present}",
            f"player {position.player.letter}",
            *(f"{'must' if board in must else 'may'} {board}" for board in position.playable),
            *(f"pending {move}" for move in position.pending),
            "ok",
        ]

    def hash(self, argument: str) -> Iterable[str]:
        """The hash of the boards that 5DPGN specifies."""
        expect_nothing(argument)
        return [f"hash {self.position.hash()}", "ok"]

    def text(self, argument: str) -> Iterable[str]:
        """The boards in 5DFEN."""
        expect_nothing(argument)
        return [f"position {self.position.fen()}", "ok"]
