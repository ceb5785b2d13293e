"""Themes of a puzzle, derived from the main line of its solution.

>>> from hyperchess.notation.reading import parse
>>> find_themes(parse('[Size "4x4"] [k3/p3/2N1/K2R:0:1:w] 1. Rb1 / a2 2. Rb4#'))
('quiet key',)
"""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.game import Game
from hyperchess.infinite import Move as InfiniteMove
from hyperchess.infinite import Position as InfinitePosition
from hyperchess.kinds import Kind
from hyperchess.multiverse import Color, Move, Position, Square
from hyperchess.multiverse.actions.played import Check
from hyperchess.notation.registry import AnyGame
from hyperchess.puzzles.difficulty import is_quiet, is_sacrifice

__all__ = ["THEMES", "find_themes"]

THEMES = (
    "jump into the past",
    "jump to another timeline",
    "branch mate",
    "fork through time",
    "check in the past",
    "back rank in the past",
    "double check across time",
    "moves on several boards",
    "promotion",
    "sacrifice",
    "quiet key",
    "far move",
)
"""The themes, those of time travel first."""

_FAR = 10  # squares: the length of a far move


def find_themes(solution: AnyGame) -> tuple[str, ...]:
    """Return the themes of a proof tree or solution, in the order of `THEMES`."""
    found = set(_multiverse(solution) if solution.kind is Kind.MULTIVERSE else _infinite(solution))
    return tuple(theme for theme in THEMES if theme in found)


def _multiverse(solution: Game[Position, Move]) -> Iterator[str]:
    """Yield the themes of a puzzle of 5D chess."""
    key, *_ = line = solution.main_line
    for node in line[::2]:
        assert node.parent is not None
        before, after, action = node.parent.position, node.position, node.action or ()
        branches = len(after.timeline_boards) > len(before.timeline_boards)
        if branches:
            yield "jump into the past"
        if any(not move.is_physical for move in action) and not branches:
            yield "jump to another timeline"
        if node is line[-1] and branches:
            yield "branch mate"
        if any(move.promotion for move in action):
            yield "promotion"
        yield from _check_themes(after, list(after.checks()))
    if len(key.action or ()) > 1:
        yield "moves on several boards"
    if is_quiet(solution.root.position, key):
        yield "quiet key"
    if is_sacrifice(key):
        yield "sacrifice"


def _check_themes(position: Position, checks: list[Check]) -> Iterator[str]:
    """Yield the themes of the checks in a position."""
    past = [check for check in checks if _is_past(position, check.royal)]
    if past:
        yield "check in the past"
    back = 0 if position.player is Color.WHITE else position.height - 1
    if any(check.royal.rank == check.attacker.rank == back for check in past):
        yield "back rank in the past"
    if any(
        one.attacker == other.attacker and one.royal.board != other.royal.board
        for one in checks
        for other in checks
    ):
        yield "fork through time"
    if any(
        one.royal == other.royal and one.attacker.board != other.attacker.board
        for one in checks
        for other in checks
    ):
        yield "double check across time"


def _is_past(position: Position, royal: Square) -> bool:
    """Return whether the board of a checked royal is older than the one that the attacker moves on next."""
    line = position.find_timeline(royal.timeline)
    assert line is not None
    newest = line.end.ordinal + (line.end.color is not royal.color)
    return royal.board.half_turn.ordinal < newest


def _infinite(solution: Game[InfinitePosition, InfiniteMove]) -> Iterator[str]:
    """Yield the themes of a puzzle of infinite chess."""
    key, *_ = line = solution.main_line
    for node in line[::2]:
        [move] = node.action or ()
        if max(abs(move.end.x - move.start.x), abs(move.end.y - move.start.y)) >= _FAR:
            yield "far move"
        if move.promotion:
            yield "promotion"
    [move] = key.action or ()
    if not key.position.checks() and move.end not in solution.root.position.pieces:
        yield "quiet key"
    if any(reply.end == move.end for child in key.children for reply in child.action or ()):
        yield "sacrifice"
