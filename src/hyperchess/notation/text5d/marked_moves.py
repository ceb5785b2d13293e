"""Moves of a node with everything that a notation writes about them besides the squares.

Marks come from `effects` or from the source text. The rule for both dialects (5DPGN "Moves", Branched 4.6):
`+` on each move whose piece attacks a royal after the action; `*` or `#` instead of the last `+`, or on the
last move if no moved piece gives the mate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hyperchess.errors import MoveError, ParseError
from hyperchess.game import Node, WrittenMove
from hyperchess.multiverse.actions.effects import Effects, MoveEffect, Unfinished, effects
from hyperchess.multiverse.actions.ordering import sort_moves
from hyperchess.multiverse.moves import Action, Move, MoveKind
from hyperchess.multiverse.position import Position
from hyperchess.multiverse.syntax.movetext import MoveText, scan_move
from hyperchess.notation.text5d.dialects import is_5dpgn
from hyperchess.notation.writing import Losses, Marks
from hyperchess.ruleset import Verdict
from hyperchess.scanner import Scanner
from hyperchess.text import Source

__all__ = ["MarkedAction", "MarkedMove", "mark_action", "written_moves"]

_MATES = {Verdict.SOFTMATE: "*", Verdict.CHECKMATE: "#"}


class MarkedMove(NamedTuple):
    """A move, its place in the action, and its marks."""

    move: Move
    letter: str  # of the moved piece
    place: int  # index in the action
    states: Unfinished
    width: int  # the number of files of a board
    timelines: int  # number before the move
    effect: MoveEffect
    capture: bool  # whether to write `x`
    check: str  # `+`, `*`, `#` or nothing
    moves_present: bool  # whether to write `~`
    revives: int | None  # turn of the present, if a reactivated timeline moves it or the text gives it
    evaluation: str
    nags: tuple[str, ...]  # `$14` and the like

    @property
    def state(self) -> Position:
        """State before the move."""
        return self.states[self.place]


@dataclass(frozen=True, slots=True)
class MarkedAction:
    """The moves of a node in writing order, and the position after them."""

    moves: tuple[MarkedMove, ...]
    after: Position
    reordered: bool


def mark_action(
    position: Position | None,
    node: Node[Position, Move],
    *,
    marks: Marks,
    checks: bool = True,
    standard: bool = False,
) -> MarkedAction | None:
    """Return the action of a node from a position; `None` if it cannot be replayed.

    `checks`: compute check marks, which cost a search. `standard`: put the moves in standard order (Branched
    5DPGN 4.9).
    """
    action = node.action
    if position is None or not action:
        return None
    try:
        done = _in_standard_order(position, Action(action)) if standard else effects(position, Action(action))
    except MoveError:
        return None
    ordered = done.action
    written_moves: Sequence[WrittenMove[Move]] = node.moves
    if ordered != action:
        writing = {written.move: written for written in node.moves}
        written_moves = [writing[move] for move in ordered]
    claims = [_claims(written) if marks == "written" else None for written in written_moves]
    from_rules = marks != "none" and checks and not all(claims)
    symbols = _check_marks(done) if from_rules else [""] * len(ordered)
    if checks:
        symbols = [claim.mark if claim else symbol for claim, symbol in zip(claims, symbols, strict=True)]
        if marks == "written" and node.mark:
            symbols[-1] = node.mark
    width = (node.game.start or position).width  # all boards of a game have the same size
    states = Unfinished(position, ordered)
    timelines = done.timelines
    moves = []
    for place, (effect, written, claim) in enumerate(zip(done.moves, written_moves, claims, strict=True)):
        branches = effect.kind is MoveKind.BRANCH
        marked = MarkedMove(
            move=effect.move,
            letter=effect.piece.kind.letter,
            place=place,
            states=states,
            width=width,
            timelines=timelines,
            effect=effect,
            capture=claim.capture if claim else effect.captured is not None,
            check=symbols[place],
            moves_present=claim.moves_present if claim else marks != "none" and effect.moves_present,
            revives=_revives(states, place, written) if branches or written.hints else None,
            evaluation=written.evaluation,
            nags=_nag_texts(written),
        )
        moves.append(marked)
        timelines += branches
    return MarkedAction(tuple(moves), done.after, reordered=ordered != action)


def _in_standard_order(position: Position, action: Action) -> Effects:
    try:
        done = effects(position, action)
    except MoveError:  # another order may be playable
        return effects(position, position.canonical(action))
    ordered = sort_moves(position.player, [(effect.move, effect.kind) for effect in done.moves])
    return done if ordered == action else effects(position, ordered)


def written_moves(node: Node[Position, Move], losses: Losses, place: str) -> list[list[str]]:
    """Return the moves of a node as written, in order, or in raw notation if they have no text.

    A mark at the end of the action is attached to the last move. Words of other notations are left out.
    """
    if not is_5dpgn(node.game.notation):
        message = f"moves that could not be resolved stand as they were written in {node.game.notation}"
        losses.add("unresolved", message, place, count=sum(1 for move in node.moves if move.text.strip()))
    texts = []
    for written in node.moves:
        text = written.text.strip() or str(written.move)
        marked = text if text.endswith(written.evaluation) else text + written.evaluation
        texts.append([marked, *written.hints, *_nag_texts(written)])
    if texts and node.mark:
        texts[-1].append(node.mark)
    return texts


def _nag_texts(written: WrittenMove[Move]) -> tuple[str, ...]:
    return tuple([f"${number}" for number in written.nags]) if written.nags else ()


def _check_marks(done: Effects) -> list[str]:
    symbols = ["+" if effect.checks else "" for effect in done.moves]
    # Only a check can be mate, and the search for a mate is expensive.
    if done.in_check:
        mate = _MATES.get(done.status.verdict, "")
        if mate:
            given = [index for index, symbol in enumerate(symbols) if symbol]
            symbols[given[-1] if given else -1] = mate
    return symbols


def _claims(written: WrittenMove[Move]) -> MoveText | None:
    """Return the parsed text of a move, if 5DPGN can read it."""
    if not written.text.strip():
        return None
    try:
        return scan_move(Scanner(Source(written.text.strip())))
    except ParseError:
        return None


def _revives(states: Unfinished, place: int, written: WrittenMove[Move]) -> int | None:
    before, after = states[place], states[place + 1]
    present = after.present
    if f"(~T{present.turn})" in written.hints:
        return present.turn
    if present >= before.present:
        return None
    ends = before.outline.ends
    revived = (timeline for timeline in after.active if timeline in ends and timeline not in before.active)
    return present.turn if any(after.outline.ends[timeline] == present for timeline in revived) else None
