"""Facts of a line as rows, computed from the facts as values."""

from __future__ import annotations

from hyperchess.multiverse.action_bytes import pack_action, unpack_actions
from hyperchess.multiverse.actions.ordering import sort_moves
from hyperchess.multiverse.line_table import BOARD, POSITION, LineTable
from hyperchess.multiverse.moves import MoveKind
from hyperchess.multiverse.reference.line_facts import line_facts
from hyperchess.multiverse.rules import Rules
from hyperchess.multiverse.state import State

__all__ = ["line_table"]


def line_table(rules: Rules, position: State, data: bytes) -> LineTable:
    """Return the rows of a line of encoded actions; raise `InvalidMove` if one is not legal."""
    even, player = position.even, position.player
    actions = list(unpack_actions(data, even=even))
    plies = line_facts(rules, position, actions)
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
