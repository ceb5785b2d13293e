"""All readings of the moves of a written action, the plain ones first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal, NamedTuple

from hyperchess.errors import IllegalAction
from hyperchess.multiverse import Move, Position
from hyperchess.multiverse.actions.captures import captured_on
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.multiverse.rules import PlainReading
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.multiverse.syntax.shorthand import find_candidates

__all__ = ["Effort", "Reading", "first_promotion", "legal_readings", "plain_readings", "relaxed_readings"]

_MOST_READINGS = 200


class Reading(NamedTuple):
    """Moves, the unfinished state after them, and why it cannot be submitted (`None` if it can)."""

    moves: tuple[Move, ...]
    state: Position
    fault: IllegalAction | None
    by_capture_mark: bool = False

    def seen(self, position: Position, after: Position) -> PlainReading[Position]:
        """Return the effects of the moves, in the form that the rules use for moves without a choice."""
        kinds = tuple(kind for _, kind in move_kinds(position, self.moves))
        captures = tuple(captured_on(position, move) is not None for move in self.moves)
        return PlainReading(self.moves, kinds, captures, (after,))


class Effort:
    """Limit on the moves that may still be tried in search of readings.

    >>> effort = Effort(1)
    >>> effort.spend(), effort.spend(), effort.is_exhausted
    (True, False, True)
    """

    __slots__ = ("_left",)

    def __init__(self, moves: int) -> None:
        self._left = moves

    def spend(self) -> bool:
        """Count one move; return whether it may be tried."""
        self._left -= 1
        return self._left >= 0

    @property
    def is_exhausted(self) -> bool:
        """True if the limit is reached."""
        return self._left <= 0


def plain_readings(
    position: Position,
    texts: Sequence[MoveText],
    effort: Effort | None = None,
    *,
    faults: Literal["tell", "skip", "ignore"] = "tell",
) -> Iterator[Reading]:
    """Yield all readings in which every move matches its text, at most a few hundred.

    With `effort`, yield only those found before it is exhausted. Readings that cannot be submitted carry
    their fault, are skipped (`skip`), or are not checked (`ignore`), since finding a fault takes time.
    """
    waiting: list[tuple[tuple[Move, ...], Position, bool]] = [((), position, False)]
    for _ in range(_MOST_READINGS):
        if not waiting:
            return
        moves, state, marked = waiting.pop()
        while len(moves) < len(texts):
            if effort is not None and not effort.spend():
                return
            fitting, by_mark = find_candidates(state, texts[len(moves)])
            found = first_promotion(fitting)
            if not found:
                break
            marked |= by_mark
            waiting.extend(((*moves, other), state.move(other), marked) for other in reversed(found[1:]))
            moves, state = (*moves, found[0]), state.move(found[0])
        else:
            fault = state.rules.submit_fault(state) if faults == "tell" else None
            if faults != "skip" or state.rules.may_submit(state):
                yield Reading(moves, state, fault, marked)


def legal_readings(
    position: Position, texts: Sequence[MoveText], limit: int, effort: Effort | None = None
) -> list[Reading]:
    """Return the plain readings that are legal actions; if a move has none, also with a wrong jump sign."""
    found = list(islice(plain_readings(position, texts, effort, faults="skip"), limit))
    return found or relaxed_readings(position, texts, limit, effort)


def relaxed_readings(
    position: Position, texts: Sequence[MoveText], limit: int, effort: Effort | None = None
) -> list[Reading]:
    """Return the legal actions that match if the jump signs are wrong."""
    if not any(text.jump for text in texts):
        return []
    relaxed = [_without_jump_sign(text) for text in texts]
    return list(islice(plain_readings(position, relaxed, effort, faults="skip"), limit))


def _without_jump_sign(text: MoveText) -> MoveText:
    """Return the text without information on whether the jump branches."""
    return replace(text, pattern=replace(text.pattern, kind=None)) if text.jump else text


def first_promotion(found: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the first of moves that differ only in the promotion; promotions are in order of preference."""
    return tuple({move[:2]: move for move in reversed(found)}.values())[::-1]
