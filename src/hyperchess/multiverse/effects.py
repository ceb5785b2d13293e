"""What an action did: computed once, for readers that check marks, for writers and pictures.

>>> from hyperchess.multiverse.variants import start
>>> from hyperchess.multiverse.shorthand import read_action
>>> position = start("Standard").play("e3").play("f6").play("Qe2").play("Nc6")
>>> done = effects(position, read_action(position, "Qh5"))
>>> [str(check.royal) for check in done.moves[0].checks], done.status
(['(0T1w)e8', '(0T4w)e8'], <Status.CHECKMATE: 'checkmate'>)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hyperchess.errors import MoveError
from hyperchess.multiverse.coordinates import Color, HalfTurn, Square, Timeline
from hyperchess.multiverse.moves import Action, Move, MoveKind
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.position import Position
from hyperchess.multiverse.rules import Check, PlayedAction, Status

__all__ = ["Effects", "MoveEffect", "effects"]


class MoveEffect(NamedTuple):
    """What one move of an action did."""

    move: Move
    kind: MoveKind
    piece: Piece
    captured: Piece | None
    captured_on: Square | None
    rook_to: Square | None  # castling: where the rook lands, on the king's board
    new_timeline: Timeline | None
    moves_present: bool  # a branch whose new timeline ends at the present after the action
    checks: tuple[Check, ...]  # by the moved piece (or the castled rook), after the action
    rivals: tuple[Move, ...]  # see `PlayedMove`

    @property
    def is_castling(self) -> bool:
        """Whether the king castled."""
        return self.rook_to is not None

    @property
    def is_en_passant(self) -> bool:
        """Whether a pawn was taken beside the square where the capturer lands."""
        return self.captured_on is not None and self.captured_on != self.move.target


@dataclass(frozen=True)
class Effects:
    """What a legal action did."""

    action: Action
    before: Position
    after: Position
    moves: tuple[MoveEffect, ...]
    states: tuple[Position, ...]  # before each move and after the last; the action is not finished there
    in_check: bool  # whether the opponent is in check

    @property
    def status(self) -> Status:
        """What the action means for the opponent."""
        return self.after.status

    @property
    def made(self) -> tuple[Timeline, ...]:
        """The timelines made, in their order."""
        return tuple(effect.new_timeline for effect in self.moves if effect.new_timeline is not None)

    @property
    def reactivated(self) -> tuple[Timeline, ...]:
        """The timelines that were there before and became active."""
        there = set(self.before.timelines) - self.before.active
        return tuple(sorted(there & self.after.active))

    @property
    def present_shift(self) -> tuple[HalfTurn, HalfTurn]:
        """The present before and after."""
        return self.before.present, self.after.present

    @property
    def rewinds(self) -> bool:
        """Whether the present moved back in time."""
        return self.after.present < self.before.present


def effects(position: Position, action: Action) -> Effects:
    """Play a legal action and say what it did; `MoveError` if it is not legal."""
    try:
        played = position.rules.play_action(position, action)
    except (AttributeError, TypeError):  # something else than moves, which `play` says
        played = None
    if played is None:
        position.play(action)
        raise MoveError(f"{action}: `play` allows what `play_action` does not")
    states = (position, *[done.state for done in played.moves])
    moves = tuple(_move_effects(action, played))
    return Effects(action, position, played.after, moves, states, bool(played.checks))


def _move_effects(action: Action, played: PlayedAction[Position]) -> Iterator[MoveEffect]:
    made = iter(_new_timelines(played))
    for move, (kind, piece, captured, taken, rivals, _) in zip(action, played.moves, strict=True):
        new_timeline = next(made) if kind is MoveKind.BRANCH else None
        rook_to = _rook_to(move, piece)
        checks: tuple[Check, ...] = ()
        if played.checks:
            arrived = new_timeline or move.target.timeline
            places = {(arrived, square.file, square.rank) for square in (move.target, rook_to) if square}
            checks = tuple(
                check
                for check in played.checks
                if (check.attacker.timeline, check.attacker.file, check.attacker.rank) in places
            )
        yield MoveEffect(
            move=move,
            kind=kind,
            piece=piece,
            captured=captured,
            captured_on=taken,
            rook_to=rook_to,
            new_timeline=new_timeline,
            moves_present=new_timeline is not None and _ends_at_present(played.after, new_timeline),
            checks=checks,
            rivals=rivals,
        )


def _new_timelines(played: PlayedAction[Position]) -> list[Timeline]:
    """The timelines made, in their order: the player's numbers grow away from the middle."""
    count = sum(1 for done in played.moves if done.kind is MoveKind.BRANCH)
    if not count:
        return []
    after = played.after
    # White, who has played if Black is to move, makes timelines above the others.
    return list(after.timelines[-count:] if after.player is Color.BLACK else after.timelines[:count][::-1])


def _ends_at_present(position: Position, timeline: Timeline) -> bool:
    return timeline in position.active and position.outline.ends[timeline] == position.present


def _rook_to(move: Move, piece: Piece) -> Square | None:
    if piece.kind.letter != "K" or not move.is_physical:
        return None
    files = move.target.file - move.source.file
    if abs(files) != 2:
        return None
    return move.target._replace(file=move.target.file - files // 2)
