"""The moment in which a written move is read: what "the next timeline" means depends on the boards."""

from __future__ import annotations

from dataclasses import dataclass

from hyperchess.multiverse import Position, Timeline

__all__ = ["Situation"]


@dataclass(frozen=True, slots=True)
class Situation:
    """The boards before an action and before one of its moves."""

    position: Position  # before the action
    state: Position  # before the move
    done: frozenset[Timeline] = frozenset()  # timelines that earlier moves and passes have dealt with
    relaxed: bool = False  # whether to leave open what the notation leaves to the order of moves

    def name(self, timeline: Timeline) -> Timeline:
        """The timeline that a name means: an odd start has one zero, an even start has two."""
        even = self.position.even
        return Timeline.of_row(timeline.row(even=even), even=even)

    def playable(self, *, descending: bool = False) -> list[Timeline]:
        """The timelines on which the player could move when the action began."""
        return sorted((at.timeline for at in self.position.playable), reverse=descending)

    def next_line(self, *, descending: bool = False) -> Timeline | None:
        """The first of those that is neither dealt with nor hopped to."""
        still = {at.timeline for at in self.state.playable} - self.done
        return next((name for name in self.playable(descending=descending) if name in still), None)

    def last_turn(self, timeline: Timeline) -> int | None:
        """The turn of the last board of a timeline, if there is such a timeline."""
        line = self.state.line(timeline)
        return None if line is None else line.end.turn
