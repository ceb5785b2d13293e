"""Hints for 5D chess: a good action with a reason.

>>> from hyperchess import multiverse
>>> position = multiverse.start("Standard").play("e3").play("f6").play("Qe2").play("Nc6")
>>> find_suggestion(position, position).text
'Qh5 mates at once'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted, MoveError
from hyperchess.multiverse import Action, Check, Move, MoveKind, Position, Square
from hyperchess.multiverse.actions.captures import captured_on, piece_on
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.multiverse.actions.passing import threats
from hyperchess.notation.text5d.spelling import move_names
from hyperchess.studies.views import Suggestion

__all__ = ["find_suggestion"]

_THINKING = Budget(seconds=1.0, rounds=3_000)
_LOOKING = Budget(seconds=1.0)  # to find any legal action
_MEMORY = 8 << 20
_CHOICES = 5  # lines among which one may continue the pending moves


def find_suggestion(base: Position, state: Position) -> Suggestion:
    """Return a good action that continues the pending moves of `state`, else a good one from `base`."""
    from hyperchess.engine import Engine

    lines = Engine(memory=_MEMORY).analyse(base, _THINKING, lines=_CHOICES)
    if not lines:
        return Suggestion(None, "there is no legal action", known=True)
    for line in lines:
        moves = _going_on(base, state.pending, line.actions[0])
        if moves is not None:
            mate = line.score.mate if line.score.mate is not None and line.score.mate > 0 else None
            return Suggestion(tuple(map(str, moves)), _sentence(base, moves, mate), known=True)
    try:
        found = state.find_action(_LOOKING)
    except BudgetExhausted:
        found = None
    if found is not None:
        whole = (*state.pending, *found)
        better = _names(base, lines[0].actions[0])
        return Suggestion(
            tuple(map(str, whole)), f"{_names(base, whole)} is legal; {better} is better", known=True
        )
    best = lines[0].actions[0]
    return Suggestion(
        tuple(map(str, best)),
        f"no legal action starts with these moves; {_sentence(base, best, lines[0].score.mate)}",
        known=True,
    )


def _going_on(base: Position, pending: Sequence[Move], action: Action) -> tuple[Move, ...] | None:
    """Return an action with the pending moves first; `None` if it does not contain them in this order."""
    if not all(move in action for move in pending):
        return None
    moves = (*pending, *(move for move in action if move not in pending))
    try:
        base.play(moves)
    except MoveError:
        return None
    return moves


def _names(base: Position, moves: Sequence[Move]) -> str:
    return " ".join(move_names(base, moves))


def _sentence(base: Position, moves: Sequence[Move], mate: int | None) -> str:
    """Describe the action and the best reasons for it."""
    names = _names(base, moves)
    if mate == 1:
        return f"{names} mates at once"
    winning = [f"mates in {mate}"] if mate is not None and mate > 1 else []
    reasons = [*winning, *_reasons(base, moves)][:3]
    if not reasons:
        return f"the engine suggests {names}"
    return f"{names} {', '.join(reasons[:-1])}{' and ' if len(reasons) > 1 else ''}{reasons[-1]}"


def _reasons(base: Position, moves: Sequence[Move]) -> Iterator[str]:
    """Yield the effects of an action, the most important first."""
    attacks = base.checks()
    if attacks:
        royal = _piece(base, attacks[0].royal)
        yield f"saves the {royal} from {_attack(attacks)}"
    checks = base.play(moves).checks()
    if checks:
        yield f"gives check{' through time' if any(map(_through_time, checks)) else ''}"
    kinds = list(move_kinds(base, moves))
    taken = [
        piece.kind.name
        for move in moves
        if (square := captured_on(base, move)) is not None
        and (piece := piece_on(base, square)) is not None
        and piece.color is not base.player
    ]
    if taken:
        yield f"takes the {' and the '.join(taken)}"
    promotions = [move for move in moves if move.promotion]
    if promotions:
        yield "promotes"
    attacked = {threat.victim._replace(turn=0, color=base.player) for threat in threats(base)}
    for move in moves:
        piece = piece_on(base, move.source)
        fled = move.source._replace(turn=0, color=base.player) in attacked
        if piece is not None and fled and not piece.kind.royal and not piece.kind.is_pawn:
            yield f"brings the {piece.kind.name} to safety"
            break
    if any(kind is MoveKind.BRANCH for _, kind in kinds):
        yield "creates a timeline"


def _piece(position: Position, square: object) -> str:
    for check in position.checks():
        if check.royal == square:
            line = position.find_timeline(check.royal.timeline)
            board = None if line is None else line.boards[-1]
            piece = None if board is None else board[check.royal.file, check.royal.rank]
            if piece is not None:
                return piece.kind.name
    return "king"


def _attack(attacks: Sequence[Check[Square]]) -> str:
    return "an attack through time" if any(map(_through_time, attacks)) else "check"


def _through_time(check: Check[Square]) -> bool:
    """Return whether an attack comes from another board."""
    return check.attacker.board != check.royal.board
