"""What the steps of one action can mean: every way to read them, those in the order of the notation first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from hyperchess.multiverse import Move, Position
from hyperchess.multiverse.movetext import MoveText
from hyperchess.multiverse.shorthand import find_candidates
from hyperchess.notation.common5d.readings import Reading, first_promotion
from hyperchess.notation.common5d.script import Situation, Step, Translate

__all__ = ["Understanding", "Understood"]

WordsT = TypeVar("WordsT")

_MOST_READINGS = 200


@dataclass(frozen=True, slots=True)
class Understood:
    """A whole action: its moves, what the text claims of each, and which were not found in their place."""

    reading: Reading
    texts: tuple[MoveText, ...]
    strayed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Partial:
    """The first steps of an action as they were understood."""

    moves: tuple[Move, ...]
    texts: tuple[MoveText, ...]
    situation: Situation
    marked: bool = False  # whether a capture mark told moves apart
    strayed: tuple[int, ...] = ()


class Understanding(Generic[WordsT]):
    """The readings of one action; `reached` is the last step that any of them came to."""

    def __init__(
        self, translate: Translate[WordsT], steps: Sequence[Step[WordsT]], position: Position
    ) -> None:
        self.translate = translate
        self.steps = steps
        self.position = position
        self.reached = 0

    def readings(self, *, relaxed: bool = False) -> Iterator[Understood]:
        """All ways in which every move exists, at most a few hundred.

        `relaxed` lets a move that does not exist where the notation would have it stand elsewhere.
        """
        waiting = [(0, _Partial((), (), Situation(self.position, self.position)))]
        for _ in range(_MOST_READINGS):
            if not waiting:
                return
            place, partial = waiting.pop()
            while place < len(self.steps):
                self.reached = max(self.reached, place)
                followed = self._follow(self.steps[place], partial, relaxed=relaxed)
                if not followed:
                    break
                partial = followed[0]
                place += 1
                waiting.extend((place, other) for other in reversed(followed[1:]))
            else:
                state = partial.situation.state
                fault = state.rules.submit_fault(state)
                yield Understood(
                    Reading(partial.moves, state, fault, partial.marked), partial.texts, partial.strayed
                )

    def _follow(self, step: Step[WordsT], partial: _Partial, *, relaxed: bool) -> list[_Partial]:
        """The ways to go on with one more step."""
        situation = partial.situation
        text = self.translate(step, situation)
        if step.passes:
            passed = None if text is None else text.pattern.timeline
            if passed is None or passed in situation.done:
                return [partial]
            return [replace(partial, situation=replace(situation, done=situation.done | {passed}))]
        strayed = partial.strayed
        found, by_mark = find_candidates(situation.state, text) if text is not None else ((), False)
        if not found and relaxed:
            text = self.translate(step, replace(situation, relaxed=True))
            found, by_mark = find_candidates(situation.state, text) if text is not None else ((), False)
            strayed = (*strayed, len(partial.moves))
        if text is None:
            return []
        return [
            _Partial(
                (*partial.moves, move),
                (*partial.texts, text),
                replace(
                    situation,
                    state=situation.state.move(move),
                    done=situation.done | {move.source.timeline},
                ),
                partial.marked or by_mark,
                strayed,
            )
            for move in first_promotion(found)
        ]
