"""Facts of a line as rows, computed from the facts as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hyperchess.errors import InvalidMove
from hyperchess.multiverse.action_bytes import pack_action, unpack_actions
from hyperchess.multiverse.actions.ordering import sort_moves
from hyperchess.multiverse.line_table import BOARD, POSITION, LineTable
from hyperchess.multiverse.moves import Move, MoveKind
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.rules import Rules
from hyperchess.multiverse.state import State
from hyperchess.ruleset import BoardKey

__all__ = ["line_table"]


class _MoveFacts(NamedTuple):
    """A move's kind, the letter of the piece before it, and the letter of the captured piece."""

    kind: MoveKind
    piece: str
    captured: str


class _PlyFacts(NamedTuple):
    """A position of a line, with the moves and boards that led to it; for the first position, all boards.

    Keys are those of `PositionKeys`. The present is a half-turn as one number. `checked` is the number of
    timelines on which the player to move has a royal in check; `cross_board` and `cross_line` say whether a
    check comes from another board or timeline.
    """

    full: int
    front: int
    material: int
    white_lines: int  # timelines that White created
    black_lines: int
    timelines: int
    present: int
    checked: int
    cross_board: bool
    cross_line: bool
    moves: tuple[_MoveFacts, ...]
    boards: tuple[BoardKey, ...]


def line_table(rules: Rules, position: State, data: bytes) -> LineTable:
    """Return the rows of a line of encoded actions; raise `InvalidMove` if one is not legal."""
    even, player = position.even, position.player
    actions = list(unpack_actions(data, even=even))
    plies = _line_facts(rules, position, actions)
    table = LineTable(b"", b"", (), {}, {})
    positions, boards = bytearray(), bytearray()
    packed: list[bytes] = []
    count, present = 0, plies[0].present
    for ply, facts in enumerate(plies):
        kinds = [move.kind for move in facts.moves]
        if ply > 0:
            moves = list(zip(actions[ply - 1], kinds, strict=True))
            packed.append(pack_action(sort_moves(player, moves), even=even))
            player = player.other
            jumps = [
                f"{done.piece}{move.source.turn - move.target.turn}"
                for (move, kind), done in zip(moves, facts.moves, strict=True)
                if kind is not MoveKind.PHYSICAL
            ]
            captures = [done.captured for done in facts.moves if done.captured]
            table.jumps.update({ply: " ".join(jumps)} if jumps else {})
            table.captures.update({ply: " ".join(captures)} if captures else {})
        for board in facts.boards:
            boards += BOARD.pack(board.contents, ply)
        count += len(facts.boards)
        positions += POSITION.pack(
            facts.full >> 64,
            facts.front >> 64,
            facts.material,
            ply,
            player,
            facts.white_lines,
            facts.black_lines,
            facts.timelines,
            count,
            facts.present,
            facts.present - present,
            facts.checked,
            kinds.count(MoveKind.BRANCH),
            facts.cross_board,
            facts.cross_line,
        )
        present = facts.present
    return table._replace(positions=bytes(positions), boards=bytes(boards), actions=tuple(packed))


def _line_facts(rules: Rules, position: State, actions: Sequence[Sequence[Move]]) -> list[_PlyFacts]:
    """Return the facts of a position and of those after actions; raise `InvalidMove` if one is not legal."""
    facts = [_facts(rules, position, None, ())]
    for action in actions:
        played = rules.play_action(position, action)
        if played is None:
            raise InvalidMove(f"{' '.join(map(str, action))}: this action is not legal")
        moves = tuple(
            _MoveFacts(each.kind, _letter(each.piece), _letter(each.captured)) for each in played.moves
        )
        facts.append(_facts(rules, played.after, position, moves))
        position = played.after
    return facts


def _facts(rules: Rules, position: State, before: State | None, moves: tuple[_MoveFacts, ...]) -> _PlyFacts:
    keys = rules.keys(position, before)
    outline = position.outline
    made = [timeline.number > 0 for timeline in outline.ends if timeline not in outline.initial]
    checks = rules.checks(position, passing=True)
    return _PlyFacts(
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
