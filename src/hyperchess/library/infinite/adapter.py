"""Games of infinite chess in a library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from hyperchess import infinite
from hyperchess.errors import HyperchessError
from hyperchess.infinite.action_bytes import pack_action, split_actions, unpack_action
from hyperchess.library.adapter import STATUS_BUDGET, Adapter
from hyperchess.multiverse.line_table import BOARD, POSITION, LineTable

__all__ = ["InfiniteAdapter"]

_WORD = (1 << 64) - 1
_MANY = 10**9  # number of legal moves if there are infinitely many


class InfiniteAdapter(Adapter):
    """Infinite chess. It has no past, so `full` and `front` of the keys agree."""

    positions_recur = True

    def variants(self) -> Sequence[Any]:
        """Return the variants."""
        return infinite.variants()

    def start(self, variant: str) -> Any:
        """Return the starting position of a variant."""
        return infinite.start(variant)

    def describe_start(self, position: Any) -> str:
        """Return the text of the position: the keys contain neither rules nor counters."""
        return f"|{position.text(full=True)}"

    def pack_action(self, action: Sequence[Any], start: Any) -> bytes:
        """Encode an action as `infinite.action_bytes` describes."""
        return pack_action(action)

    def split_actions(self, data: bytes) -> Iterator[bytes]:
        """Yield the bytes of each action."""
        return split_actions(data)

    def unpack_action(self, data: bytes, start: Any) -> tuple[Any, ...]:
        """Decode an action."""
        return unpack_action(data)

    def play(self, position: Any, action: Sequence[Any]) -> Any:
        """Return the position after an action."""
        try:
            return position.play_legal(action)
        except HyperchessError:
            return None

    def replay(self, start: Any, data: bytes, last: int) -> Iterator[Any]:
        """Yield the positions after each action."""
        for action in islice(self.unpack_actions(data, start), last):
            start = start.play_legal(action)
            yield start

    def follow(self, start: Any, nodes: Sequence[Any], columns: dict[str, Any]) -> LineTable:
        """Return the table of the main line."""
        position = start
        positions, boards = bytearray(), bytearray()
        packed: list[bytes] = []
        captures: dict[int, str] = {}
        for node in [*nodes, None]:
            ply = len(packed)
            keys = position.keys()
            boards += BOARD.pack(keys.boards[0].contents, ply)
            player, checked = int(position.player) - 1, position.in_check
            words = (keys.full >> 64, keys.front >> 64, keys.material)
            positions += POSITION.pack(*words, ply, player, 0, 0, 1, 1, ply, 0, checked, 0, 0, 0)
            action = None if node is None else node.action
            if node is None or action is None:
                break
            packed.append(pack_action(position.canonical(action)))
            position = node.position
            last = position.last
            if last is not None and last.captured is not None:
                captures[ply + 1] = last.captured.code
        columns["plies"] = columns["moves"] = len(packed)
        columns["timelines"] = 1
        columns["status"] = position.find_status(STATUS_BUDGET).verdict.value
        return LineTable(bytes(positions), bytes(boards), tuple(packed), {}, captures)

    def board_key(self, position: Any) -> int:
        """Return the key of the plane."""
        contents: int = position.keys().boards[0].contents
        return contents

    def creates_timeline(self, before: Any, after: Any) -> bool:
        """Return `False`."""
        return False

    def find_distance(self, position: Any, pieces: Sequence[frozenset[str]]) -> int | None:
        """Return the smallest distance between two pieces in steps of a king."""
        first, second = (
            [square for square, piece in position.pieces().items() if piece.code in letters]
            for letters in pieces
        )
        pairs = ((one, other) for one in first for other in second if one != other)
        return min((max(abs(a.x - b.x), abs(a.y - b.y)) for a, b in pairs), default=None)
