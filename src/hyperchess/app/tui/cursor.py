"""Cursor of the viewer: the game, the action, and the move within the action.

>>> from hyperchess.notation.reading import parse
>>> cursor = Cursor([parse("1. e4 / e5 (2w. d4) 2. Nf3 / Nc6")])
>>> cursor.next_action(), cursor.label, cursor.text
(True, '1w', 'e4')
>>> cursor.next_action() and cursor.next_action() and cursor.turn_to_variation(1), cursor.text
(True, 'd4')
>>> cursor.previous_action() and cursor.next_move(), cursor.text  # the line that was looked at last
(True, 'd4')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hyperchess import multiverse
from hyperchess.errors import MoveError
from hyperchess.game import AnyGame, AnyNode
from hyperchess.rulesets import AnyMove, AnyPosition

__all__ = ["Cursor", "Shown", "format_label", "format_node"]


@dataclass(frozen=True, slots=True)
class Shown:
    """Displayed state: a position, the last moves, and the position before them.

    Within an action the position is not submitted yet. Where a game cannot be replayed further, the position
    is the last known one, and `stop` gives the reason.
    """

    position: Any
    before: Any = None
    moves: tuple[Any, ...] = ()
    complete: bool = True
    stop: str = ""


def format_label(node: AnyNode) -> str:
    """Return the number and player of an action, such as `12b`; empty for the start."""
    return str(node.serial or "")


def format_node(node: AnyNode) -> str:
    """Return the moves of an action as written, with their marks."""
    moves = []
    for written in node.moves:
        text = written.text or str(written.move)
        moves.append(text if text.endswith(written.evaluation) else text + written.evaluation)
    return " ".join([*moves, node.mark] if node.mark else moves)


class Cursor:
    """A position in several games. Methods that move it return whether it has moved."""

    def __init__(self, games: Sequence[AnyGame], index: int = 0) -> None:
        self.games = tuple(games)
        self.index = index
        self.node: AnyNode = self.game.root
        self.step = 0
        self._taken: dict[AnyNode, AnyNode] = {}  # the continuation visited last
        self._shown: Shown | None = None

    @property
    def game(self) -> AnyGame:
        """The displayed game."""
        return self.games[self.index]

    @property
    def label(self) -> str:
        """Number and player of the last action."""
        return format_label(self.node)

    @property
    def text(self) -> str:
        """The last action as written."""
        return format_node(self.node)

    @property
    def line(self) -> list[AnyNode]:
        """The actions up to the cursor and the continuation after it."""
        nodes: list[AnyNode] = [*self.node.path]
        following = self._next
        while following is not None:
            nodes.append(following)
            following = self._continuation(following)
        return nodes

    @property
    def _next(self) -> AnyNode | None:
        return self._continuation(self.node)

    def _continuation(self, node: AnyNode) -> AnyNode | None:
        children: Sequence[AnyNode] = node.children
        return self._taken.get(node) or next(iter(children), None)

    def go(self, node: AnyNode, step: int | None = None) -> bool:
        """Move the cursor after an action, or after the first `step` of its moves."""
        step = len(node.moves) if step is None else step
        if (node, step) == (self.node, self.step):
            return False
        self.node, self.step, self._shown = node, step, None
        for above in node.path:
            assert above.parent is not None
            self._taken[above.parent] = above
        return True

    def next_move(self) -> bool:
        """Go one move forward: within the action, or into the next one."""
        if self.step < len(self.node.moves):
            return self.go(self.node, self.step + 1)
        following = self._next
        return following is not None and self.go(following, min(1, len(following.moves)))

    def previous_move(self) -> bool:
        """Go one move back: within the action, or to the end of the previous one."""
        if self.step > 1:
            return self.go(self.node, self.step - 1)
        return self.previous_action()

    def next_action(self) -> bool:
        """Go to the end of this action, or of the next one."""
        following = self.node if self.step < len(self.node.moves) else self._next
        return following is not None and self.go(following)

    def previous_action(self) -> bool:
        """Go to the end of the previous action."""
        return self.node.parent is not None and self.go(self.node.parent)

    def turn_to_variation(self, by: int) -> bool:
        """Go to the next or previous variation, wrapping around."""
        parent = self.node.parent
        if parent is None:
            return False
        return self.go(parent.children[(self.node.rank + by) % len(parent.children)])

    def first(self) -> bool:
        """Go to the start."""
        return self.go(self.game.root)

    def last(self) -> bool:
        """Go to the end of the line."""
        return self.go([self.game.root, *self.line][-1])

    def turn_to_game(self, index: int) -> bool:
        """Go to the start of another game."""
        if index == self.index or not 0 <= index < len(self.games):
            return False
        self.index = index
        self.node, self.step, self._shown = self.game.root, 0, None
        return True

    @property
    def shown(self) -> Shown:
        """The displayed state at the cursor."""
        if self._shown is None:
            self._shown = self._find_shown()
        return self._shown

    def _find_shown(self) -> Shown:
        if self.game.start is None:
            return Shown(None, stop="The game does not say from which position it starts.")
        path = self.node.path
        stopper = next((node for node in path if node.action is None), None)
        if stopper is None:
            return self._followed()
        assert stopper.parent is not None
        step = self.step if stopper is self.node else len(stopper.moves)
        reason = "some move cannot be played" if stopper.legal else "it may not be submitted"
        where = f"{format_label(stopper)}. {format_node(stopper)}"
        stop = f"The game stops at {where}: {reason}; ! lists the problems."
        return _played(stopper, step, stop)

    def _followed(self) -> Shown:
        node = self.node
        if node.parent is None:
            return Shown(self.game.start)
        if self.step < len(node.moves):
            return _played(node, self.step)
        return Shown(node.position, node.parent.position, tuple(node.action or ()))


def _played(node: AnyNode, step: int, stop: str = "") -> Shown:
    """Return the state after the first moves of an action, as far as they can be played."""
    assert node.parent is not None
    before = node.parent.position
    state: AnyPosition = before
    made: list[AnyMove] = []
    if isinstance(before, multiverse.Position):
        state = before
        for written in node.moves[:step]:
            if not isinstance(written.move, multiverse.Move):
                break
            try:
                state = state.move(written.move)
            except MoveError:
                break
            made.append(written.move)
    return Shown(state, before, tuple(made), complete=not made, stop=stop)
