"""Situation in which a written move is read: the meaning of "the next timeline" depends on the boards."""

from __future__ import annotations

from dataclasses import dataclass

from hyperchess.multiverse import Position, Timeline

__all__ = ["Situation"]


@dataclass(frozen=True, slots=True)
class Situation:
    """The boards before an action and before one of its moves."""

    position: Position  # before the action
    state: Position  # before the move
    done: frozenset[Timeline] = frozenset()  # timelines that earlier moves and passes have used
    relaxed: bool = False  # whether to ignore the order of moves that the notation prescribes

    def name(self, timeline: Timeline) -> Timeline:
        """Return the timeline that a name means: an odd start has one zero, an even start has two."""
        even = self.position.even
        return Timeline.of_row(timeline.row(even=even), even=even)

    def playable(self, *, descending: bool = False) -> list[Timeline]:
        """Return the timelines on which the player could move at the start of the action."""
        return sorted((at.timeline for at in self.position.playable), reverse=descending)

    def next_line(self, *, descending: bool = False) -> Timeline | None:
        """Return the first of them that no earlier move has used or jumped to."""
        still = {at.timeline for at in self.state.playable} - self.done
        return next((name for name in self.playable(descending=descending) if name in still), None)

    def last_turn(self, timeline: Timeline) -> int | None:
        """Return the turn of the last board of a timeline, if the timeline exists."""
        line = self.state.find_timeline(timeline)
        return None if line is None else line.end.turn
