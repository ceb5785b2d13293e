"""Keys and facts of all positions of a line of actions."""

from __future__ import annotations

from collections.abc import Sequence

from hyperchess.errors import InvalidMove
from hyperchess.multiverse.line_facts import MoveFacts, PlyFacts
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.rules import Rules
from hyperchess.multiverse.state import State

__all__ = ["line_facts"]


def line_facts(rules: Rules, position: State, actions: Sequence[Sequence[Move]]) -> list[PlyFacts]:
    """Return the facts of a position and of those after actions; raise `InvalidMove` if one is not legal."""
    facts = [_facts(rules, position, None, ())]
    for action in actions:
        played = rules.play_action(position, action)
        if played is None:
            raise InvalidMove(f"{' '.join(map(str, action))}: this action is not legal")
        moves = tuple(
            MoveFacts(each.kind, _letter(each.piece), _letter(each.captured)) for each in played.moves
        )
        facts.append(_facts(rules, played.after, position, moves))
        position = played.after
    return facts


def _facts(rules: Rules, position: State, before: State | None, moves: tuple[MoveFacts, ...]) -> PlyFacts:
    keys = rules.keys(position, before)
    outline = position.outline
    made = [timeline.number > 0 for timeline in outline.ends if timeline not in outline.initial]
    checks = rules.checks(position, passing=True)
    return PlyFacts(
        keys.full,
        keys.front,
        keys.material,
        sum(made),
        len(made) - sum(made),
        len(outline.ends),
        position.present.ordinal,
        len({check.royal.timeline for check in checks}),
        any(check.attacker.board != check.royal.board for check in checks),
        any(check.attacker.timeline != check.royal.timeline for check in checks),
        moves,
        keys.boards,
    )


def _letter(piece: Piece | None) -> str:
    return "" if piece is None else piece.text.rstrip("*")
