"""From which board each timeline branched off, told from the moves alone.

No position is needed: where each timeline ends is enough to tell jumps to playable boards from branches.

>>> from hyperchess.notation.reading import parse
>>> game = parse("1. e3 / f6 2. Qh5 / g6 3. Qh5>>x(0T1)f7")
>>> lineage = Lineage.of(game.start)
>>> for node in game.main_line:
...     lineage.play(node.action)
>>> {row: str(at) for row, at in lineage.parents.items()}
{1: '(0T1w)'}
"""

from __future__ import annotations

from collections.abc import Iterable

from hyperchess.multiverse import BoardAt, Color, Move, Position

__all__ = ["Lineage"]


class Lineage:
    """Where the timelines end, by row, and the board at which each made one began."""

    def __init__(self, ends: dict[int, int], *, even: bool, player: Color) -> None:
        self.ends = ends
        self.parents: dict[int, BoardAt] = {}
        self.even = even
        self.player = player

    @staticmethod
    def of(start: Position) -> Lineage:
        """The lineage before the first action."""
        even = start.even
        ends = {line.timeline.row(even=even): line.end.ordinal for line in start.lines}
        return Lineage(ends, even=even, player=start.player)

    def play(self, action: Iterable[Move]) -> None:
        """Go on by an action."""
        for move in action:
            self.move(move)
        self.player = self.player.other

    def move(self, move: Move) -> int | None:
        """Go on by one move; the row of the timeline that it makes, if it makes one."""
        source, target = move.source, move.target
        self.ends[source.timeline.row(even=self.even)] += 1
        if move.is_physical:
            return None
        row, time = target.timeline.row(even=self.even), target.board.half_turn.ordinal
        if self.ends[row] == time:
            self.ends[row] += 1
            return None
        made = min(self.ends) - 1 if self.player is Color.BLACK else max(self.ends) + 1
        self.ends[made] = time + 1
        self.parents[made] = target.board
        return made
