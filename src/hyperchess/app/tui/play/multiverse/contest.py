"""A game of 5D chess in progress: an action can have several moves and must be submitted.

>>> from hyperchess.multiverse import start
>>> contest = MultiverseContest(Game(start("Standard - Two Timelines")))
>>> contest.enter("(-0T1)e3")
>>> contest.missing, contest.pending_text
('Board L+0 still needs a move', '(-0T1)e3')
>>> contest.enter("(+0T1)Nf3")
>>> contest.missing, contest.submit()
('', <Node 1w. '(-0T1)e3 (+0T1)Nf3'>)
>>> contest.resign(Color.BLACK)
>>> contest.outcome
Outcome(result='1-0', text='Black resigns: White wins')
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.play.contest import Contest, Outcome
from hyperchess.app.tui.play.multiverse.advice import advice
from hyperchess.budget import Budget
from hyperchess.engine.lines import Line
from hyperchess.errors import ParseError
from hyperchess.game import Game
from hyperchess.multiverse import PIECES, Color, Move, Position, Square, Status
from hyperchess.multiverse.actions.captures import piece_on
from hyperchess.multiverse.actions.missing import what_is_missing
from hyperchess.multiverse.coordinates import parse_square
from hyperchess.multiverse.rules import status_of
from hyperchess.notation.text5d.spelling import move_names
from hyperchess.ruleset import Verdict
from hyperchess.text import plural

__all__ = ["MultiverseContest"]


class _Choices:
    """The moves of a state, by source and target square."""

    def __init__(self, state: Position) -> None:
        self.state = state

    @cached_property
    def by_source(self) -> Mapping[Square, Mapping[Square, tuple[Move, ...]]]:
        found: dict[Square, dict[Square, tuple[Move, ...]]] = {}
        for move in self.state.moves():
            targets = found.setdefault(move.source, {})
            targets[move.target] = (*targets.get(move.target, ()), move)
        return found


class MultiverseContest(Contest[Position, Move, Square]):
    """A contest of 5D chess; `state` includes the moves of the unfinished action."""

    notation = "shad"
    suffix = ".5dpgn"
    examples = "e4, Nf3, e8=Q or (0T4)Qg5>>(0T2)g3"
    example_square = "e4 or (0T4)e4"
    plays_at_once = False

    def __init__(self, game: Game[Position, Move]) -> None:
        super().__init__(game, (Color.WHITE, Color.BLACK))
        self._choices = _Choices(self.position)

    @property
    def state(self) -> Position:
        """The position with the moves of the unfinished action."""
        return self._choices.state

    @property
    def pending(self) -> tuple[Move, ...]:
        """The moves of the unfinished action."""
        return self.state.pending

    def names(self, action: Iterable[Move]) -> Iterable[str]:
        """Return the moves of an action in the usual spelling."""
        return move_names(self.position, action)

    @property
    def missing(self) -> str:
        """The reason why the unfinished action cannot be submitted yet; empty if it can."""
        return what_is_missing(self.state)

    def _movable(self) -> Collection[Square]:
        return self._choices.by_source.keys()

    def targets(self, source: Square) -> frozenset[Square]:
        """Return the targets of a piece."""
        return frozenset() if self.outcome else frozenset(self._choices.by_source.get(source, ()))

    def moves_between(self, source: Square, target: Square) -> Sequence[Move]:
        """Return the moves from a square to a square; several are promotions."""
        return () if self.outcome else self._choices.by_source.get(source, {}).get(target, ())

    def stops(self, chosen: Square | None) -> Sequence[Square]:
        """Return the targets of the selected piece, or the pieces, first those on boards that need a move."""
        if chosen is not None:
            return sorted(self.targets(chosen))
        waiting = self.state.mandatory
        return sorted(self.movable, key=lambda square: (square.board not in waiting, square))

    @property
    def waits(self) -> bool:
        """True if a board still needs a move."""
        return bool(self.state.mandatory)

    def is_due(self, square: Square) -> bool:
        """Return whether the board of a square needs a move."""
        return square.board in self.state.mandatory

    def piece_to_move(self, square: Square) -> Square | None:
        """Return the piece on a square, if its board needs a move; otherwise the first that Tab selects."""
        if square in self.movable and square.board in self.state.mandatory:
            return square
        return next(iter(self.stops(None)), None)

    def promotions(self, moves: Sequence[Move]) -> Mapping[str, tuple[str, Move]]:
        """Return the promotions by letter."""
        return {move.promotion: (PIECES[move.promotion].name, move) for move in moves}

    def source(self, move: Move) -> Square:
        """Return the source square of a move."""
        return move.source

    def read_square(self, text: str) -> Square:
        """Parse a square with its board; without a board, it is on the first board that needs a move."""
        text = text.strip()
        waiting = self.state.mandatory or self.state.playable
        if "(" not in text and waiting:
            text = f"{waiting[0]}{text}"
        try:
            square = parse_square(text, self.position.player)
        except ParseError as error:
            raise InputError(f"{error.problem.message}; a square is {self.example_square}") from error
        position = self.state
        if position.board(square.board) is None:
            raise InputError(f"there is no board {str(square.board)[1:-1]} in this position")
        if not (square.file < position.width and square.rank < position.height):
            raise InputError(f"there is no square {square.name} on boards of this size")
        return square

    def make(self, move: Move) -> None:
        """Make one move of the action."""
        self._expect_running()
        self._choices = _Choices(self.state.move(move))

    def enter(self, text: str) -> None:
        """Make the moves of a text, all or none."""
        self._expect_running()
        state = self.state
        moves = state.read(text)
        if not moves:
            raise InputError(f"type a move such as {self.examples}")
        for move in moves:
            state = state.move(move)
        self._choices = _Choices(state)

    def undo(self) -> bool:
        """Take back a move of the unfinished action; return whether there was one."""
        if not self.pending:
            return False
        self._choices = _Choices(self.state.undo())
        return True

    def _drop(self) -> None:
        self._choices = _Choices(self.position)

    def _submitted(self) -> Position:
        return self.state.submit()

    def describe(self, square: Square, chosen: Square | None) -> str:
        """Describe the content of a square and the present."""
        position = self.shown.position
        piece = piece_on(position, square)
        what = f"{piece.color}'s {piece.kind.name}" if piece is not None else "empty"
        text = f"{square.name} on {str(square.board)[1:-1]}: {what}"
        if chosen is not None:
            targets = plural(len(self.targets(chosen)), "target")
            text += f" · {chosen.name} chosen: {targets} (Tab goes through them)"
        return f"{text} · present {position.present}"

    def why_not(self, square: Square, chosen: Square | None) -> str:
        """Return the reason why no move is possible on a square."""
        if chosen is not None:
            piece = piece_on(self.state, chosen)
            name = piece.kind.name if piece is not None else "piece"
            return f"the {name} on {chosen.name} cannot go there; Esc lets it go"
        piece = piece_on(self.state, square)
        if square.board not in self.state.playable:
            return "this board is played; boards with ● or ○ can be moved on, c goes to one"
        if piece is None or piece.color is not self.player:
            return f"there is no piece of {self.player} on {square.name}"
        return f"the {piece.kind.name} on {square.name} has no move"

    def advice(self, line: Line) -> str:
        """Return a line as a hint in words."""
        return advice(self.position, line)

    @staticmethod
    def ending(position: Position, budget: Budget) -> Outcome | None:
        """Return checkmate or stalemate, if the player to move has no legal action."""
        return _outcome(position, position.find_status(budget))

    @staticmethod
    def ending_without_action(position: Position) -> Outcome:
        """Return checkmate or stalemate."""
        word = "checkmate" if position.in_check else "stalemate"
        outcome = _outcome(position, status_of(word, position.player))
        assert outcome is not None
        return outcome

    @property
    def claim(self) -> str:
        """Return an empty text: no draw can be claimed in 5D chess."""
        return ""


def _outcome(position: Position, status: Status) -> Outcome | None:
    if status.verdict is Verdict.CHECKMATE:
        return Outcome.won_by(position.player.other, "Checkmate, proven by the rules")
    if status.verdict is Verdict.STALEMATE:
        return Outcome.drawn("Stalemate, proven by the rules: a draw")
    return None
