"""Displayed state of a 5D chess position: last moves, jumps, checks, branches.

>>> from hyperchess.app.tui.cursor import Cursor
>>> from hyperchess.notation.reading import parse
>>> cursor = Cursor([parse("1. e3 / f6 2. Qh5")])
>>> cursor.last()
True
>>> seen = display_state(cursor.shown)
>>> sorted(map(str, seen.left)), sorted(map(str, seen.arrived)), sorted(map(str, seen.checked))
(['(0T2b)d1'], ['(0T2b)h5'], ['(0T2b)e8'])
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from hyperchess.app.tui.cursor import Shown
from hyperchess.multiverse import BoardAt, Check, Color, Move, MoveKind, Position, Square, Timeline
from hyperchess.multiverse.actions.ordering import move_kinds

__all__ = ["Arrow", "DisplayState", "display_state"]


class Arrow(NamedTuple):
    """A jump, or a check from one board to another (`kind` is `None`)."""

    source: Square
    target: Square
    kind: MoveKind | None
    color: Color


@dataclass(frozen=True)
class DisplayState:
    """A position and its marks: squares that were left, reached or are attacked, and arrows.

    During play also the pointer, the selected piece, its targets, and the pieces that can move.
    """

    position: Position
    left: frozenset[Square] = frozenset()
    arrived: frozenset[Square] = frozenset()
    checked: frozenset[Square] = frozenset()
    checking: frozenset[Square] = frozenset()
    arrows: tuple[Arrow, ...] = ()
    checks: int = 0
    made: tuple[Timeline, ...] = ()
    pointed: Square | None = None
    chosen: Square | None = None
    targets: Container[Square] = frozenset()
    movable: Container[Square] = frozenset()

    @property
    def branches(self) -> Mapping[Timeline, BoardAt]:
        """The parent board of each timeline, where it is known."""
        return {
            line.timeline: line.parent for line in self.position.timeline_boards if line.parent is not None
        }

    @property
    def latest(self) -> BoardAt:
        """The board of the last event, or one that still needs a move."""
        if self.arrived:
            boards = [square.board for square in self.arrived]
            return max(boards, key=lambda at: (at.timeline in self.made, at.half_turn, at))
        return (self.position.mandatory or self.position.playable or (self.position.boards[-1].at,))[0]


def display_state(shown: Shown) -> DisplayState:
    """Return the display state of a cursor position; the game must have a position there."""
    position: Position = shown.position
    if shown.before is None:
        return _with_checks(DisplayState(position), position.player.other)
    display = _display_after(shown.before, shown.moves, position)
    return _with_checks(display, shown.before.player) if shown.complete else display


def _with_checks(display: DisplayState, player: Color) -> DisplayState:
    checks = [_seen(display.position, check) for check in display.position.checks()]
    arrows = dict.fromkeys(
        Arrow(check.attacker, check.royal, None, player)
        for check in checks
        if check.attacker.board != check.royal.board
    )
    return replace(
        display,
        checked=frozenset(check.royal for check in checks),
        checking=frozenset(check.attacker for check in checks),
        arrows=(*display.arrows, *arrows),
        checks=len(checks),
    )


def _display_after(before: Position, moves: Iterable[Move], after: Position) -> DisplayState:
    made = _made(before, after)
    new = iter(made)
    left, arrived, arrows = [], [], []
    for move, kind in move_kinds(before, moves):
        left.append(_on(move.source, move.source.board.next))
        timeline = next(new, move.target.timeline) if kind is MoveKind.BRANCH else move.target.timeline
        arrived.append(_on(move.target, move.target.board.next)._replace(timeline=timeline))
        if kind is not MoveKind.PHYSICAL:
            arrows.append(Arrow(move.source, move.target, kind, before.player))
    return DisplayState(after, frozenset(left), frozenset(arrived), arrows=tuple(arrows), made=made)


def _made(before: Position, after: Position) -> tuple[Timeline, ...]:
    """Return the timelines created, in order."""
    return tuple(sorted(set(after.timelines) - set(before.timelines), key=lambda name: abs(name.number)))


def _on(square: Square, at: BoardAt) -> Square:
    return Square(*at, square.file, square.rank)


def _seen(position: Position, check: Check[Square]) -> Check[Square]:
    """Return a check with squares on existing boards: a check after a pass may be on a later board."""
    return Check(_there(position, check.attacker), _there(position, check.royal))


def _there(position: Position, square: Square) -> Square:
    line = position.find_timeline(square.timeline)
    if line is None or line.board(square.board.half_turn) is not None:
        return square
    return _on(square, line.boards[-1].at)
