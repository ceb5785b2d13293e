"""Themes of a puzzle, derived from the key of its solution, and from the mate at the end of its main line.

>>> from hyperchess.notation.reading import parse
>>> find_themes(parse('[Size "4x4"] [k3/p3/2N1/K2R:0:1:w] 1. Rb1 / a2 2. Rb4#'))
('quiet key',)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from hyperchess.game import AnyGame, Game, Node, expect
from hyperchess.infinite import INFINITE
from hyperchess.infinite import Move as InfiniteMove
from hyperchess.infinite import Position as InfinitePosition
from hyperchess.infinite import Square as InfiniteSquare
from hyperchess.multiverse import MULTIVERSE, Action, Color, Move, Position, Square
from hyperchess.multiverse.actions.effects import Effects, MoveEffect, effects
from hyperchess.ruleset import Check, GameKind

__all__ = ["THEMES", "find_themes"]

THEMES = (
    "jump into the past",
    "jump to another timeline",
    "revived timeline",
    "moves on several boards",
    "branch mate",
    "fork through time",
    "check in the past",
    "back rank in the past",
    "double check across time",
    "double check",
    "discovered check",
    "king move",
    "promotion",
    "sacrifice",
    "quiet key",
    "far move",
    "retreat",
)
"""The themes, those of time travel first."""

_FAR = 10  # squares: the length of a far move


def find_themes(solution: AnyGame) -> tuple[str, ...]:
    """Return the themes of a proof tree or solution, in the order of `THEMES`."""
    if solution.kind is GameKind.MULTIVERSE:
        found = set(_multiverse(expect(solution, MULTIVERSE)))
    else:
        found = set(_infinite(expect(solution, INFINITE)))
    return tuple(theme for theme in THEMES if theme in found)


def _multiverse(solution: Game[Position, Move]) -> Iterator[str]:
    """Yield the themes of a puzzle of 5D chess."""
    line = solution.main_line
    key, mate = line[0], line[-1]
    done = effects(solution.root.position, Action(key.action or ()))
    checks = done.after.checks()
    yield from _move_themes(done)
    yield from _check_themes(done.after, checks)
    if any(not _is_given_by(check, done.moves) for check in checks):
        yield "discovered check"
    if not checks and not any(effect.captured for effect in done.moves):
        yield "quiet key"
    if _is_sacrifice(key, done.moves):
        yield "sacrifice"
    assert mate.parent is not None
    if len(mate.position.timelines) > len(mate.parent.position.timelines):
        yield "branch mate"


def _move_themes(done: Effects) -> Iterator[str]:
    """Yield the themes of the moves of a key."""
    if done.made:
        yield "jump into the past"
    if any(not effect.move.is_physical and effect.new_timeline is None for effect in done.moves):
        yield "jump to another timeline"
    if done.reactivated:
        yield "revived timeline"
    if len(done.moves) > 1:
        yield "moves on several boards"
    if any(effect.piece.kind.royal for effect in done.moves):
        yield "king move"
    if any(effect.move.promotion for effect in done.moves):
        yield "promotion"


def _check_themes(position: Position, checks: Sequence[Check[Square]]) -> Iterator[str]:
    """Yield the themes of the checks in a position."""
    past = [check for check in checks if _is_past(position, check.royal)]
    if past:
        yield "check in the past"
    back = 0 if position.player is Color.WHITE else position.height - 1
    if any(check.royal.rank == check.attacker.rank == back for check in past):
        yield "back rank in the past"
    for one, other in combinations(checks, 2):
        if one.attacker == other.attacker and one.royal.board != other.royal.board:
            yield "fork through time"
        if one.royal == other.royal:
            across = one.attacker.board != other.attacker.board
            yield "double check across time" if across else "double check"


def _is_past(position: Position, royal: Square) -> bool:
    """Return whether the board of a checked royal is older than the one that the attacker moves on next."""
    line = position.find_timeline(royal.timeline)
    assert line is not None
    newest = line.end.ordinal + (line.end.color is not royal.color)
    return royal.board.half_turn.ordinal < newest


def _is_given_by(check: Check[Square], moves: Sequence[MoveEffect]) -> bool:
    """Return whether one of the moved pieces gives a check."""
    return any(check.attacker == given.attacker for effect in moves for given in effect.checks)


def _is_sacrifice(key: Node[Position, Move], moves: Sequence[MoveEffect]) -> bool:
    """Return whether a defence captures a piece that the key moved, on the board to which it moved."""
    places = {
        (effect.new_timeline or effect.move.target.timeline, effect.move.target.file, effect.move.target.rank)
        for effect in moves
    }
    for defence in key.children:
        for move in defence.action or ():
            target = move.target
            line = key.position.find_timeline(target.timeline)
            newest = line is not None and line.end == target.board.half_turn
            if newest and (target.timeline, target.file, target.rank) in places:
                return True
    return False


def _infinite(solution: Game[InfinitePosition, InfiniteMove]) -> Iterator[str]:
    """Yield the themes of a puzzle of infinite chess."""
    before, key = solution.root.position, solution.main_line[0]
    assert key.action is not None
    [move] = key.action
    checkers = {check.attacker for check in key.position.checks()}
    if len(checkers) > 1:
        yield "double check"
    if any(checker != move.target for checker in checkers):
        yield "discovered check"
    if not checkers and move.target not in before.pieces():
        yield "quiet key"
    if before.pieces()[move.source].kind.royal:
        yield "king move"
    if any(reply.target == move.target for child in key.children for reply in child.action or ()):
        yield "sacrifice"
    if _distance(move.source, move.target) >= _FAR:
        yield "far move"
    [royal] = [square for square, piece in before.pieces().items() if piece.color is not before.player]
    if _distance(move.target, royal) > _distance(move.source, royal):
        yield "retreat"


def _distance(one: InfiniteSquare, other: InfiniteSquare) -> int:
    return max(abs(one.x - other.x), abs(one.y - other.y))
