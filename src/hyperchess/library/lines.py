"""Tables, keys and distances that a library computes from the line and the positions of a game.

Everything in this package that differs between the two games and is not in their rulesets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.budget import Budget
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyNode
from hyperchess.infinite.action_bytes import pack_action
from hyperchess.multiverse.line_table import BOARD, POSITION, POSITION_COLUMNS, LineTable
from hyperchess.rulesets import AnyAction, AnyPosition, play_action

__all__ = [
    "STATUS_BUDGET",
    "board_key",
    "creates_timeline",
    "describe_rules",
    "find_distance",
    "follow",
    "play_elsewhere",
    "tabulate",
]

STATUS_BUDGET = Budget(rounds=20_000)
"""Limit on the search for the status at the end of a game."""

_TIMELINES = list(POSITION_COLUMNS).index("timelines")


def describe_rules(position: AnyPosition) -> str:
    """Return the rules and counters of a start that its keys do not contain, as text."""
    return f"|{position.text(full=True)}" if isinstance(position, infinite.Position) else ""


def play_elsewhere(position: AnyPosition, action: AnyAction) -> AnyPosition | None:
    """Return the position after an action from a game with the same last boards; `None` if it is illegal.

    In 5D chess it may need another past.
    """
    if isinstance(position, multiverse.Position):
        known = multiverse.Action(move for move in action if isinstance(move, multiverse.Move))
        return position.play_legal(known) if position.is_legal(known) else None
    try:
        return play_action(position, action, checked=False)
    except HyperchessError:
        return None


def board_key(position: AnyPosition) -> int:
    """Return the key of the only board of a position, or of the last board of its lowest timeline."""
    boards = position.keys().boards
    if isinstance(position, infinite.Position):
        return boards[0].contents
    row = position.timeline_boards[0].timeline.row(even=position.even)
    return [board.contents for board in boards if board.row == row][-1]


def creates_timeline(before: AnyPosition, after: AnyPosition) -> bool:
    """Return whether the action between two positions created a timeline."""
    if isinstance(before, multiverse.Position) and isinstance(after, multiverse.Position):
        return len(after.timelines) > len(before.timelines)
    return False


def find_distance(position: AnyPosition, pieces: Sequence[frozenset[str]]) -> int | None:
    """Return the smallest distance between two pieces, one of each set, in steps of a king; `None` if none.

    In 5D chess a query has no distances.
    """
    if isinstance(position, multiverse.Position):
        return None
    first, second = (
        [square for square, piece in position.pieces().items() if piece.code in letters] for letters in pieces
    )
    pairs = ((one, other) for one in first for other in second if one != other)
    return min((max(abs(a.x - b.x), abs(a.y - b.y)) for a, b in pairs), default=None)


def follow(start: AnyPosition, nodes: Sequence[AnyNode], columns: dict[str, Any]) -> LineTable:
    """Return the table of a main line, as far as it can be replayed; fill in the columns of its game."""
    if isinstance(start, infinite.Position):
        return _follow_infinite(start, nodes, columns)
    written = [node.action for node in nodes]
    actions: Sequence[Any] = written[: written.index(None)] if None in written else written
    final = multiverse.MULTIVERSE.expect(nodes[len(actions) - 1].position) if actions else start
    return tabulate(start, actions, multiverse.MULTIVERSE.pack_line(actions, start), final, columns)


def tabulate(
    start: multiverse.Position,
    actions: Sequence[Sequence[Any]],
    packed: bytes,
    final: multiverse.Position,
    columns: dict[str, Any],
) -> LineTable:
    """Return the table of a line of legal actions of 5D chess; fill in the columns of the game."""
    table = start.line_table(packed)
    plies = len(actions)
    columns["plies"] = plies
    columns["moves"] = sum(map(len, actions))
    columns["jumps"] = sum(len(jumps.split()) for jumps in table.jumps.values())
    columns["timelines"] = POSITION.unpack_from(table.positions, plies * POSITION.size)[_TIMELINES]
    columns["status"] = final.find_status(STATUS_BUDGET).word
    return table


def _follow_infinite(
    position: infinite.Position, nodes: Sequence[AnyNode], columns: dict[str, Any]
) -> LineTable:
    positions, boards = bytearray(), bytearray()
    packed: list[bytes] = []
    captures: dict[int, str] = {}
    for node in [*nodes, None]:
        ply = len(packed)
        keys = position.keys()
        boards += BOARD.pack(keys.boards[0].contents, ply)
        player = int(position.player) - 1
        words = (keys.full >> 64, keys.front >> 64, keys.material)
        positions += POSITION.pack(*words, ply, player, 0, 0, 1, 1, ply, 0, position.in_check, 0, 0, 0)
        action: Any = None if node is None else node.action
        if node is None or action is None:
            break
        packed.append(pack_action(position.canonical(action)))
        position = infinite.INFINITE.expect(node.position)
        last = position.last
        if last is not None and last.captured is not None:
            captures[ply + 1] = last.captured.code
    columns["plies"] = columns["moves"] = len(packed)
    columns["timelines"] = 1
    columns["status"] = position.find_status(STATUS_BUDGET).verdict.value
    return LineTable(bytes(positions), bytes(boards), tuple(packed), {}, captures)
