"""Game status, winner and reason; exact, or `UNKNOWN` if that depends on large primes.

>>> from hyperchess.infinite.position import Position
>>> mate = Position.parse("b k0,0|R-10,0|R-10,1|R-10,-1|N400,400").status
>>> mate.verdict, mate.winner, mate.is_over, mate.in_check, str(mate)
(<Verdict.CHECKMATE: 'checkmate'>, Color.WHITE, True, True, 'White wins: checkmate')
>>> Position.parse("w 100/100 K0,0|R5,5|P9,9|k50,50|r60,60").status.claims
('move rule',)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.pieces import KINDS, Color, Piece
from hyperchess.infinite.reference.insufficient_material import is_dead
from hyperchess.infinite.reference.site_rules import is_insufficient
from hyperchess.infinite.settings import two_players_alternate
from hyperchess.infinite.state import State
from hyperchess.ruleset import Status, Verdict

__all__ = ["HILL", "find_status", "goal_reached", "repetitions"]

HILL = frozenset({Square(4, 4), Square(5, 4), Square(4, 5), Square(5, 5)})
"""The centre for king of the hill (`koth`), in the middle of the classical position. Only kings win there."""


def find_status(
    state: State,
    checks: tuple[Square, ...],
    can_move: Callable[[], bool | None],
    *,
    may_repeat: bool = True,
    dead: bool | None = None,
) -> Status:
    """Determine the status: goals reached by the last move first, then mate and stalemate, then draws.

    `checks` are the attacked royals, and `can_move` returns whether there is a legal move. `may_repeat` is
    false if the position is known not to be a repetition; `dead` says whether the material is insufficient,
    if known.
    """
    mover, in_check = state.players[-1], bool(checks)
    reached = goal_reached(state)
    if reached is not None:
        return Status(reached, mover, in_check)
    movable = can_move()
    if movable is False:
        if checks and state.is_guarded:
            return Status(Verdict.CHECKMATE, mover, in_check)
        return Status(Verdict.STALEMATE, None, in_check)
    if may_repeat and repetitions(state) >= 3:
        return Status(Verdict.REPETITION, None, in_check)
    rule = state.move_rule
    claims: tuple[str, ...] = ()
    if rule is not None and 0 < rule.limit <= rule.count:
        if state.settings.ends_by_move_rule:
            return Status(Verdict.MOVE_RULE, None, in_check)
        claims = (Verdict.MOVE_RULE.value,)
    if movable is None:
        return Status(Verdict.UNKNOWN, None, in_check, claims)
    if state.settings.site_rules:
        dead = is_insufficient(state)
    if is_dead(state) if dead is None else dead:
        return Status(Verdict.INSUFFICIENT_MATERIAL, None, in_check)
    return Status(Verdict.ONGOING, None, in_check, claims)


def goal_reached(position: State) -> Verdict | None:
    """Return the first goal other than checkmate that the last move has reached."""
    return next(_goals_reached(position, position.players[-1]), None)


def _goals_reached(position: State, mover: Color) -> Iterator[Verdict]:
    """Yield the goals other than checkmate that the last move has reached."""
    last = position.last
    if last is None:
        return
    wins = set(position.settings.win_conditions(mover))
    if "checkmate" in wins and not two_players_alternate(position.players):
        wins.add("royalcapture")  # with more than two players, or two turns in a row, there is no checkmate
    on_site = position.settings.site_rules
    if last.captured is not None and (last.captured.color or on_site):  # there neutral royals count, too
        royal = last.captured.kind.royal
        counts = position.board.material.counts
        others = [piece for piece in counts if piece.color and piece.color is not mover]
        if royal and "royalcapture" in wins:
            yield Verdict.ROYAL_CAPTURE
        if royal and "allroyalscaptured" in wins and not any(piece.kind.royal for piece in others):
            yield Verdict.ALL_ROYALS_CAPTURED
        if "allpiecescaptured" in wins and not others:
            yield Verdict.ALL_PIECES_CAPTURED
    if "koth" in wins and last.piece.kind is KINDS["k"] and _is_on_hill(position, last.move.target):
        yield Verdict.KING_OF_THE_HILL
    if "threecheck" in wins and position.checks_given.get(mover, 0) >= 3:
        yield Verdict.THREE_CHECKS


def _is_on_hill(position: State, square: Square) -> bool:
    """Return whether the king that moved is on the hill; on the site any king that was there counts."""
    if not position.settings.site_rules:
        return square in HILL
    return any(piece is not None and piece.kind is KINDS["k"] for piece in map(position.board.get, HILL))


def repetitions(position: State) -> int:
    """Return the number of occurrences of the position since it was set up, this one included.

    The quiet moves are taken back one by one. A table records the squares that differ from now; whenever it
    is empty and the same player is to move, the position is repeated.
    """
    count = 1
    differing: dict[Square, tuple[Piece | None, Piece | None]] = {}
    cycle = len(position.players)
    taken_back = 0
    quiet = position.quiet
    while quiet is not None:
        for square, before, after in quiet.changes:
            now = differing.pop(square, (after, after))[0]
            if now is not before:
                differing[square] = (now, before)
        taken_back += 1
        if not differing and taken_back % cycle == 0 and not quiet.en_passant_was_open:
            count += 1
        quiet = quiet.before
    return count
