"""The standard order of the moves of an action (Branched 5DPGN 4.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hyperchess.multiverse.coordinates import BoardAt, Color
from hyperchess.multiverse.moves import Action, Move, MoveKind
from hyperchess.multiverse.state import State
from hyperchess.validation import check_instance, check_items

__all__ = ["move_kinds", "sort_moves", "standard_order"]


def move_kinds(position: State, action: Iterable[Move]) -> Iterator[tuple[Move, MoveKind]]:
    """Yield the moves of an action with their kinds: a jump to a board that is already played branches."""
    playable: set[BoardAt] = set(position.playable)
    for move in action:
        kind = MoveKind.PHYSICAL
        if not move.is_physical:
            kind = MoveKind.HOP if move.target.board in playable else MoveKind.BRANCH
        yield move, kind
        playable -= {move.source.board, move.target.board}


def standard_order(position: State, action: Action) -> Action:
    """Return the action in standard order: first moves that do not branch, by target timeline, then branches.

    White's moves go up the timelines, Black's go down. Branches keep their order, because it determines the
    names of the new timelines.

    >>> from hyperchess.multiverse.variants import start
    >>> from hyperchess.multiverse.syntax.shorthand import read_action
    >>> two = start("Standard - Two Timelines")
    >>> print(standard_order(two, read_action(two, "(L+0)e3 (L-0)Nf3")))
    (-0T1)g1>(-0T1)f3 (+0T1)e2>(+0T1)e3
    """
    check_instance("position", position, State)
    return sort_moves(position.player, list(move_kinds(position, check_items("action", action, Move))))


def sort_moves(player: Color, moves: Sequence[tuple[Move, MoveKind]]) -> Action:
    """Return moves of known kinds in standard order."""
    if len(moves) == 1:
        return Action((moves[0][0],))
    staying = [move for move, kind in moves if kind is not MoveKind.BRANCH]
    staying.sort(key=lambda move: move.target.timeline.halves, reverse=player is Color.BLACK)
    branching = [move for move, kind in moves if kind is MoveKind.BRANCH]
    return Action((*staying, *branching))
