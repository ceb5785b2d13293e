"""Numbers about one game: timelines, branches, captures, the longest jump, checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hyperchess.kinds import Kind

if TYPE_CHECKING:
    from hyperchess import infinite, multiverse
    from hyperchess.notation.registry import AnyGame

__all__ = ["Figures", "figures_of"]


@dataclass(slots=True)
class Figures:
    """What happened on the main line, as far as it can be followed."""

    actions: int = 0
    moves: int = 0
    captures: int = 0
    checks: int = 0  # actions after which the opponent is in check
    promotions: int = 0
    timelines: int = 1
    branches: int = 0
    jumps: int = 0
    longest_jump: str = ""
    longest_distance: int = (
        0  # 5D: timelines and half-turns added up; infinite: the larger of files and ranks
    )


def figures_of(game: AnyGame, *, checks: bool = True) -> Figures:
    """Count over the main line; `checks` cost the most."""
    figures = Figures()
    if game.start is None:
        return figures
    count = _count_infinite if game.kind is Kind.INFINITE else _count_5d
    position: Any = game.start
    for node in game.end.last_resolved.path:
        after = node.position
        count(figures, position, node.action or (), after)
        figures.actions += 1
        figures.checks += bool(checks and after.checks())
        position = after
    if position.kind is Kind.MULTIVERSE:
        figures.timelines = len(position.lines)
    return figures


def _count_5d(
    figures: Figures,
    before: multiverse.Position,
    action: tuple[multiverse.Move, ...],
    after: multiverse.Position,
) -> None:
    from hyperchess.multiverse.captures import captured_on
    from hyperchess.multiverse.moves import MoveKind
    from hyperchess.multiverse.ordering import move_kinds

    for move, kind in move_kinds(before, action):
        figures.moves += 1
        figures.captures += captured_on(before, move) is not None
        figures.promotions += bool(move.promotion)
        if kind is MoveKind.PHYSICAL:
            continue
        figures.jumps += 1
        figures.branches += kind is MoveKind.BRANCH
        rows = [square.timeline.row(even=before.even) for square in (move.source, move.target)]
        turns = move.source.board.half_turn.ordinal - move.target.board.half_turn.ordinal
        distance = abs(rows[0] - rows[1]) + abs(turns)
        if distance > figures.longest_distance:
            figures.longest_jump, figures.longest_distance = str(move), distance


def _count_infinite(
    figures: Figures, before: infinite.Position, action: tuple[infinite.Move, ...], after: infinite.Position
) -> None:
    for move in action:
        figures.moves += 1
        figures.captures += after.last is not None and after.last.captured is not None
        figures.promotions += move.promotion is not None
        distance = max(abs(move.end.x - move.start.x), abs(move.end.y - move.start.y))
        if distance > figures.longest_distance:
            figures.longest_jump, figures.longest_distance = str(move), distance
