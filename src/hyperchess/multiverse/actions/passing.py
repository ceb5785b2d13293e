"""Threats: captures that the opponent could make if the player passed on the mandatory boards.

>>> from hyperchess.multiverse.position import Position
>>> position = Position.of_fen("[rk1/3/R1K:0:1:w]")
>>> [str(threat) for threat in threats(position)]
['(0T1b)a3xa1']
>>> threats(position)[0].piece.kind.name, threats(position)[0].is_royal
('rook', False)
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from hyperchess.multiverse.actions.captures import captured_on, piece_on
from hyperchess.multiverse.coordinates import Square
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.position import Position

__all__ = ["Threat", "after_passing", "threats"]


class Threat(NamedTuple):
    """A capture that the opponent could make. Its squares may be on a board that the pass would create."""

    attacker: Square
    victim: Square
    piece: Piece
    """The piece that would be captured."""

    @property
    def is_royal(self) -> bool:
        """True if this is a check."""
        return self.piece.kind.royal

    def __str__(self) -> str:
        same = self.attacker.board == self.victim.board
        return f"{self.attacker}x{self.victim.name if same else self.victim}"


def after_passing(position: Position) -> Position:
    """Return the position with the opponent to move, after a pass on every mandatory board.

    A board on which a move is optional remains the player's. Moves of an unfinished action are kept.
    """
    passed = {at.timeline for at in position.mandatory}
    lines = tuple(
        replace(line, boards=(*line.boards, replace(line.boards[-1], at=line.boards[-1].at.next)))
        if line.timeline in passed
        else line
        for line in position.timeline_boards
    )
    return replace(position, timeline_boards=lines, player=position.player.other, before=None, last_move=None)


def threats(position: Position) -> tuple[Threat, ...]:
    """Return all captures by the opponent after the player has passed, without duplicates.

    The captures of royals are those that `Position.checks` returns.
    """
    passed = after_passing(position)
    found = []
    for move in passed.moves():
        victim = captured_on(passed, move)
        piece = piece_on(passed, victim) if victim is not None else None
        if victim is not None and piece is not None:
            found.append(Threat(move.source, victim, piece))
    return tuple(dict.fromkeys(found))  # a promotion is several moves
