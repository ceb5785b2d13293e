"""What the view shows of a position of 5D chess: what was just played, jumps, checks, branches.

>>> from hyperchess.notation.reading import parse
>>> cursor = Cursor([parse("1. e3 / f6 2. Qh5")])
>>> cursor.last()
True
>>> seen = Lineage().scene(cursor)
>>> sorted(map(str, seen.left)), sorted(map(str, seen.arrived)), sorted(map(str, seen.checked))
(['(0T2b)d1'], ['(0T2b)h5'], ['(0T2b)e8'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple

from hyperchess.app.tui.cursor import AnyNode, Cursor
from hyperchess.multiverse import BoardAt, Check, Color, Move, MoveKind, Position, Square, Timeline
from hyperchess.multiverse.ordering import move_kinds

__all__ = ["Arrow", "Lineage", "Scene"]


class Arrow(NamedTuple):
    """A jump, or a check from one board to another (`kind` is `None`)."""

    source: Square
    target: Square
    kind: MoveKind | None
    color: Color


@dataclass(frozen=True)
class Scene:
    """A position and its marks: squares that were left, reached or are in danger, and arrows."""

    position: Position
    left: frozenset[Square] = frozenset()
    arrived: frozenset[Square] = frozenset()
    checked: frozenset[Square] = frozenset()
    checking: frozenset[Square] = frozenset()
    arrows: tuple[Arrow, ...] = ()
    checks: int = 0
    made: tuple[Timeline, ...] = ()
    branches: Mapping[Timeline, BoardAt] = field(default_factory=dict)

    @property
    def latest(self) -> BoardAt:
        """The board on which something happened last, else one that waits for a move."""
        if self.arrived:
            boards = [square.board for square in self.arrived]
            return max(boards, key=lambda at: (at.timeline in self.made, at.half_turn, at))
        return (self.position.mandatory or self.position.playable or (self.position.boards[-1].at,))[0]


class Lineage:
    """Scenes, and from which board each timeline of a line of play branched off."""

    def __init__(self) -> None:
        self._branches: dict[AnyNode, Mapping[Timeline, BoardAt]] = {}

    def scene(self, cursor: Cursor) -> Scene:
        """The scene of what a cursor shows; there has to be a position."""
        shown = cursor.shown
        position: Position = shown.position
        if shown.before is None:
            return _with_checks(Scene(position), position.player.other)
        known = list(takewhile(lambda node: node.action is not None, cursor.node.path))
        branches = dict(self._after(known[-1] if known else cursor.game.root))
        branches.update(_branches(shown.before, shown.moves, position))
        there = {timeline: at for timeline, at in branches.items() if position.line(timeline) is not None}
        scene = replace(_scene_after(shown.before, shown.moves, position), branches=there)
        return _with_checks(scene, shown.before.player) if shown.complete else scene

    def _after(self, node: AnyNode) -> Mapping[Timeline, BoardAt]:
        """The branches of all actions up to a node."""
        waiting = []
        above: AnyNode | None = node
        while above is not None and above.parent is not None and above not in self._branches:
            waiting.append(above)
            above = above.parent
        found = self._branches.get(above, {}) if above is not None else {}
        for step in reversed(waiting):
            assert step.parent is not None
            new = dict(_branches(step.parent.position, step.action or (), step.position))
            found = {**found, **new} if new else found
            self._branches[step] = found
        return found


def _with_checks(scene: Scene, player: Color) -> Scene:
    checks = [_seen(scene.position, check) for check in scene.position.checks()]
    arrows = dict.fromkeys(
        Arrow(check.attacker, check.royal, None, player)
        for check in checks
        if check.attacker.board != check.royal.board
    )
    return replace(
        scene,
        checked=frozenset(check.royal for check in checks),
        checking=frozenset(check.attacker for check in checks),
        arrows=(*scene.arrows, *arrows),
        checks=len(checks),
    )


def _scene_after(before: Position, moves: Iterable[Move], after: Position) -> Scene:
    made = _made(before, after)
    new = iter(made)
    left, arrived, arrows = [], [], []
    for move, kind in move_kinds(before, moves):
        left.append(_on(move.source, move.source.board.next))
        timeline = next(new, move.target.timeline) if kind is MoveKind.BRANCH else move.target.timeline
        arrived.append(_on(move.target, move.target.board.next)._replace(timeline=timeline))
        if kind is not MoveKind.PHYSICAL:
            arrows.append(Arrow(move.source, move.target, kind, before.player))
    return Scene(after, frozenset(left), frozenset(arrived), arrows=tuple(arrows), made=made)


def _made(before: Position, after: Position) -> tuple[Timeline, ...]:
    """The timelines made, in their order."""
    return tuple(sorted(set(after.timelines) - set(before.timelines), key=lambda name: abs(name.number)))


def _branches(before: Position, moves: Iterable[Move], after: Position) -> Iterable[tuple[Timeline, BoardAt]]:
    targets = [move.target.board for move, kind in move_kinds(before, moves) if kind is MoveKind.BRANCH]
    return zip(_made(before, after), targets, strict=False)


def _on(square: Square, at: BoardAt) -> Square:
    return Square(*at, square.file, square.rank)


def _seen(position: Position, check: Check) -> Check:
    """A check with its squares on boards that are there: it may only come about after passing."""
    return Check(_there(position, check.attacker), _there(position, check.royal))


def _there(position: Position, square: Square) -> Square:
    line = position.line(square.timeline)
    if line is None or line.board(square.board.half_turn) is not None:
        return square
    return _on(square, line.boards[-1].at)
