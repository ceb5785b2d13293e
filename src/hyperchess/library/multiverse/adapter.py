"""Games of 5D chess in a library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hyperchess import multiverse
from hyperchess.library.adapter import STATUS_BUDGET, Adapter
from hyperchess.multiverse import action_bytes
from hyperchess.multiverse.line_table import POSITION, POSITION_COLUMNS, LineTable
from hyperchess.ruleset import BoardKey

__all__ = ["MultiverseAdapter"]

_TIMELINES = list(POSITION_COLUMNS).index("timelines")


class MultiverseAdapter(Adapter):
    """5D chess."""

    positions_recur = False

    def variants(self) -> Sequence[Any]:
        """Return the variants."""
        return multiverse.variants()

    def start(self, variant: str) -> Any:
        """Return the starting position of a variant."""
        return multiverse.start(variant)

    def describe_start(self, position: Any) -> str:
        """Return an empty string: the keys contain everything."""
        return ""

    def pack_action(self, action: Sequence[Any], start: Any) -> bytes:
        """Encode an action as `multiverse.action_bytes` describes."""
        return action_bytes.pack_action(action, even=start.even)

    def split_actions(self, data: bytes) -> Iterator[bytes]:
        """Yield the bytes of each action."""
        return action_bytes.split_actions(data)

    def unpack_action(self, data: bytes, start: Any) -> tuple[Any, ...]:
        """Decode an action."""
        return multiverse.Action(action_bytes.unpack_action(data, even=start.even))

    def play(self, position: Any, action: Sequence[Any]) -> Any:
        """Return the position after an action; `None` if it needs another past."""
        return position.play_legal(action) if position.is_legal(action) else None

    def replay(self, start: Any, data: bytes, last: int) -> Iterator[Any]:
        """Yield the positions after each action."""
        yield from start.replay(data, last)

    def follow(self, start: Any, nodes: Sequence[Any], columns: dict[str, Any]) -> LineTable:
        """Return the table of the main line."""
        written = [node.action for node in nodes]
        actions = written[: written.index(None)] if None in written else written
        final = nodes[len(actions) - 1].position if actions else start
        return self.tabulate(start, actions, self.pack_actions(actions, start), final, columns)

    def tabulate(
        self,
        start: Any,
        actions: Sequence[Sequence[Any]],
        packed: bytes,
        final: Any,
        columns: dict[str, Any],
    ) -> LineTable:
        """Return the table of a line of legal actions between two positions; fill in columns of its game."""
        table: LineTable = start.line_table(packed)
        plies = len(actions)
        columns["plies"] = plies
        columns["moves"] = sum(map(len, actions))
        columns["jumps"] = sum(len(jumps.split()) for jumps in table.jumps.values())
        columns["timelines"] = POSITION.unpack_from(table.positions, plies * POSITION.size)[_TIMELINES]
        columns["status"] = final.find_status(STATUS_BUDGET).word
        return table

    def board_key(self, position: Any) -> int:
        """Return the key of the last board of the lowest timeline."""
        row = position.timeline_boards[0].timeline.row(even=position.even)
        boards: tuple[BoardKey, ...] = position.keys().boards
        return [board.contents for board in boards if board.row == row][-1]

    def creates_timeline(self, before: Any, after: Any) -> bool:
        """Return whether the action between two positions created a timeline."""
        return len(after.timelines) > len(before.timelines)

    def find_distance(self, position: Any, pieces: Sequence[frozenset[str]]) -> int | None:
        """Return `None`: a query has no distances between boards."""
        return None
