"""Adapter of studies for 5D chess."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hyperchess.analysis.mates.multiverse.refutation import try_action
from hyperchess.analysis.mates.multiverse.search import Solver
from hyperchess.analysis.mates.solution import Tried
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted, HyperchessError
from hyperchess.game import MultiverseNode
from hyperchess.multiverse import Action, HalfTurn, Move, Position, Square, Status, Timeline
from hyperchess.multiverse.actions.captures import piece_on
from hyperchess.picture.multiverse.grid import Window
from hyperchess.ruleset import Verdict
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.data import to_data
from hyperchess.studies.errors import StudyError
from hyperchess.studies.fields import SquareValue
from hyperchess.studies.multiverse import moves, playing, setup, spelling, squares, suggestions
from hyperchess.studies.multiverse.positions import STATUS_BUDGET, PositionView, TimelineView, view_position
from hyperchess.studies.views import Movable, Passing, PassingAttack, Square5D, Suggestion

__all__ = ["MultiverseAdapter"]

_MOST_BOARDS = 5_000  # maximum for a picture
_LONGEST = 7  # digits of a row or a half-turn


@dataclass(frozen=True, slots=True)
class EmbeddedView:
    """A position, and the opponent's captures after a pass."""

    position: PositionView
    attacks: tuple[PassingAttack, ...]


class MultiverseAdapter:
    """5D chess as a `studies.adapter.Adapter`."""

    def read_square(self, position: Position, value: SquareValue) -> Square:
        """Return the square that the page names."""
        return squares.read_square(value, even=position.even)

    def square_value(self, position: Position | None, square: Square) -> Square5D:
        """Return a square as the page represents it."""
        return squares.square_value(square, even=position is not None and position.even)

    def ends(self, move: Move) -> tuple[Square, Square]:
        """Return the source and target squares of a move."""
        return move.source, move.target

    def play_pending(self, base: Position, pending: Sequence[str]) -> Position:
        """Return the unfinished state after some moves."""
        return moves.play_pending(base, pending)

    def read_action(self, base: Position, texts: Sequence[str]) -> Action:
        """Return a whole legal action."""
        state = moves.play_pending(base, texts)
        state.submit()
        return Action(state.pending)

    def position(self, place: StudyPosition) -> PositionView:
        """Return the view of a position for the page."""
        return self._position(place, STATUS_BUDGET)

    def _position(self, place: StudyPosition, budget: Budget) -> PositionView:
        return view_position(
            place.state,
            _status(place, budget),
            start=place.start,
            base=place.base,
            before=place.before,
            action=place.action,
        )

    def moves_from(self, position: Position, square: SquareValue) -> moves.MovesView:
        """Return the moves of the piece on a square."""
        return moves.moves_from(position, self.read_square(position, square))

    def all_moves(self, position: Position) -> moves.AllMoves:
        """Return the moves of all pieces."""
        return moves.all_moves(position)

    def movable(self, position: Position) -> Movable:
        """Return the squares of the pieces that have a move."""
        return moves.movable(position)

    def passing(self, position: Position) -> Passing:
        """Return the opponent's captures after a pass."""
        return moves.passing(position)

    def suggestion(self, base: Position, state: Position) -> Suggestion:
        """Return a good action, and a reason."""
        return suggestions.find_suggestion(base, state)

    def short_texts(self, node: MultiverseNode, position: Position, budget: Budget | None) -> tuple[str, ...]:
        """Return short forms of the moves of a node."""
        return spelling.short_texts(node, position, budget)

    def fault(self, position: Position, action: tuple[Move, ...]) -> str:
        """Return why resolved moves are not a legal action."""
        try:
            return str(position.fault(action) or "")
        except HyperchessError as error:
            return str(error)

    def picture_window(self, position: Position, window: int | Sequence[str] | None) -> int | Window | None:
        """Return half-turns around the present, or the boards from one half-turn and row to another."""
        if window is None:
            if len(position.boards) > _MOST_BOARDS:
                raise StudyError("too-large", f"a picture shows at most {_MOST_BOARDS} boards: give a window")
            return None
        return window if isinstance(window, int) else _boards(position, window)

    def embedded(self, place: StudyPosition, budget: Budget) -> EmbeddedView:
        """Return a position for a self-contained file."""
        return EmbeddedView(self._position(place, budget), self.passing(place.state).attacks)

    def difference(self, before: EmbeddedView | None, after: EmbeddedView) -> dict[str, Any]:
        """Return the changed timelines, each with its new boards and `from`: an action only adds boards."""
        older = {} if before is None else {line.row: line for line in before.position.timelines}
        timelines = list(_changed(older, after.position.timelines))
        return {**to_data(after.position), "timelines": timelines, "passing": after.attacks}

    def playable(self, start: Position) -> dict[str, Any]:
        """Return the start of a game for the embedded kernel."""
        return playing.playable(start)

    def setup(self, position: Position) -> setup.SetupView:
        """Return the position for the editor."""
        return setup.view_setup(setup.of_position(position))

    def source_text(self, position: Position, move: Move) -> str:
        """Return the piece that moves, and its square, in words."""
        found = piece_on(position, move.source)
        name = "piece" if found is None else found.kind.name
        board = "" if len(position.timeline_boards) == 1 else f" of timeline {move.source.timeline}"
        return f"{name} on {chr(ord('a') + move.source.file)}{move.source.rank + 1}{board}"

    def replies(self, position: Position, most: int) -> list[tuple[Move, ...]]:
        """Return up to `most` legal actions."""
        return list(position.actions(most))

    def try_mate(self, position: Position, action: Action, mate_in: int, budget: Budget) -> Tried[Action]:
        """Test whether an action mates within `mate_in` actions."""
        return try_action(position, action, mate_in, budget)

    def find_mate(self, position: Position, mate_in: int, budget: Budget) -> Action | None:
        """Return an action that mates within `mate_in` actions, the shortest mate first."""
        solver = Solver(budget)
        try:
            found = (solver.best_action(position, length) for length in range(1, mate_in + 1))
            return next((action for action in found if action is not None), None)
        except BudgetExhausted:
            return None


def _status(place: StudyPosition, budget: Budget) -> Status:
    """Return the status of the position after the node; once known, it is cached in the study."""
    found = place.verdicts.get(place.node)
    if not isinstance(found, Status):
        base: Position = place.base
        found = base.find_status(budget)
        if found.verdict is not Verdict.UNKNOWN:
            place.verdicts[place.node] = found
    return found


def _changed(older: dict[int, TimelineView], lines: Sequence[TimelineView]) -> Iterator[dict[str, Any]]:
    for line in lines:
        known = older.get(line.row)
        if known != line:
            first = 0 if known is None else len(known.boards)
            yield {**to_data(replace(line, boards=line.boards[first:])), "from": first}


def _boards(position: Position, window: Sequence[str]) -> Window:
    """Return the window from the first and last half-turn, lowest and highest row."""
    if any(len(number) > _LONGEST for number in window):
        raise StudyError("window", "no multiverse reaches that far")
    first, last, lowest, highest = map(int, window)
    low, high = (Timeline.of_row(row, even=position.even) for row in (lowest, highest))
    shown = Window(HalfTurn.of_ordinal(first), HalfTurn.of_ordinal(last), low, high)
    if not any(shown.holds(board.at) for board in position.boards):
        raise StudyError("window", "there is no board in this window")
    return shown
