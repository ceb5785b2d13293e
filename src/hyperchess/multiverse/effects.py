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

from hyperchess.multiverse.captures import captured_on, piece_on
from hyperchess.multiverse.coordinates import HalfTurn, Square, Timeline
from hyperchess.multiverse.moves import Action, Move, MoveKind
from hyperchess.multiverse.ordering import move_kinds
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.position import Position
from hyperchess.multiverse.rules import Check, Status

__all__ = ["Effects", "MoveEffect", "effects"]


@dataclass(frozen=True, slots=True)
class MoveEffect:
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
    after = position.play(action)
    return Effects(action, position, after, tuple(_move_effects(position, action, after)))


def _move_effects(position: Position, action: Action, after: Position) -> Iterator[MoveEffect]:
    checks = after.checks()
    made = iter(_new_timelines(position, after))
    for move, kind in move_kinds(position, action):
        piece = piece_on(position, move.source)
        assert piece is not None
        new_timeline = next(made) if kind is MoveKind.BRANCH else None
        arrived = new_timeline or move.target.timeline
        rook_to = _rook_to(move, piece)
        places = {(arrived, move.target.file, move.target.rank)}
        if rook_to is not None:
            places.add((arrived, rook_to.file, rook_to.rank))
        taken = captured_on(position, move)
        yield MoveEffect(
            move=move,
            kind=kind,
            piece=piece,
            captured=piece_on(position, taken) if taken is not None else None,
            captured_on=taken,
            rook_to=rook_to,
            new_timeline=new_timeline,
            moves_present=new_timeline in after.active and _end(after, arrived) == after.present,
            checks=tuple(
                check
                for check in checks
                if (check.attacker.timeline, check.attacker.file, check.attacker.rank) in places
            ),
        )


def _new_timelines(before: Position, after: Position) -> list[Timeline]:
    """The timelines made, in their order: the player's numbers grow away from the middle."""
    made = set(after.timelines) - set(before.timelines)
    return sorted(made, key=lambda timeline: abs(timeline.number))


def _end(position: Position, timeline: Timeline) -> HalfTurn:
    line = position.line(timeline)
    assert line is not None
    return line.end


def _rook_to(move: Move, piece: Piece) -> Square | None:
    files = move.target.file - move.source.file
    if piece.kind.letter != "K" or not move.is_physical or abs(files) != 2:
        return None
    return move.target._replace(file=move.target.file - files // 2)
