"""Our engine for 5D chess: what is best in a position, and what to play."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Protocol

from hyperchess.budget import Budget
from hyperchess.engine.arguments import check_position
from hyperchess.engine.levels import LEVELS, choose_weakly, level_of
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import Line, OnThought, PlayResult, Thought
from hyperchess.engine.plain import PlainSearch
from hyperchess.engine.variety import COMPARED, choose_near_best, is_opening
from hyperchess.engine.weights import load_weights
from hyperchess.errors import InvalidPosition
from hyperchess.multiverse import Position
from hyperchess.multiverse.defaults import default_rules
from hyperchess.validation import check_integer

__all__ = ["DEFAULT_MEMORY", "Engine", "analyse", "play"]

DEFAULT_MEMORY = 64 << 20
_LARGEST_NATIVE_BOARD = 64


class _Search(Protocol):
    def think(
        self, position: Position, limit: Limit, lines: int, on_thought: OnThought | None
    ) -> Thought: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...


class Engine:
    """An engine that remembers what it found, for one game after the other.

    Boards of more than 64 squares, and machines without the native rules, get a plain search in Python
    instead, which looks one action ahead (`is_plain`).
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
        weights: Mapping[str, int] | None = None,
        seed: int | None = None,
    ) -> None:
        check_integer("threads", threads, least=1)
        check_integer("memory", memory, least=1)
        chosen = load_weights() if weights is None else weights
        self._plain = PlainSearch(chosen)
        self._native: _Search | None = None
        if default_rules().name == "native":
            from hyperchess.engine.native import NativeSearch

            self._native = NativeSearch(chosen, threads=threads, memory=memory)
        self._random = Random(seed)

    def is_plain(self, position: Position) -> bool:
        """Whether a position gets the plain search in Python."""
        check_position(position)
        return self._native is None or position.width * position.height > _LARGEST_NATIVE_BOARD

    def think(
        self,
        position: Position,
        limit: Budget | None = None,
        *,
        lines: int = 1,
        depth: int | None = None,
        on_thought: OnThought | None = None,
    ) -> Thought:
        """The best lines, and how much was searched. `on_thought` is called after each depth."""
        check_position(position)
        check_integer("lines", lines, least=1)
        return self._search_for(position).think(position, Limit.of(limit, depth), lines, on_thought)

    def analyse(
        self,
        position: Position,
        limit: Budget | None = None,
        *,
        lines: int = 1,
        depth: int | None = None,
        on_thought: OnThought | None = None,
    ) -> list[Line]:
        """The best lines, the best first; none if the player to move has no legal action."""
        thought = self.think(position, limit, lines=lines, depth=depth, on_thought=on_thought)
        return list(thought.lines)

    def play(
        self,
        position: Position,
        limit: Budget | None = None,
        *,
        level: int | None = None,
        depth: int | None = None,
        variety: int = 0,
        on_thought: OnThought | None = None,
    ) -> PlayResult:
        """The action to play. A level from 1 to 8 plays weaker than the engine can.

        At full strength, any of the best few actions of the opening within `variety` centipawns of the best
        may be played.
        """
        check_position(position)
        check_integer("variety", variety, least=0)
        strength = LEVELS[-1] if level is None else level_of(level)
        varies = variety > 0 and strength.error == 0 and is_opening(position)
        thought = self._search_for(position).think(
            position,
            strength.limit(Limit.of(limit, depth)),
            COMPARED if varies else strength.lines,
            on_thought,
        )
        if not thought.lines:
            raise InvalidPosition(f"there is no legal action: {position.status.value}")
        if varies:
            line = choose_near_best(thought.lines, variety, self._random)
        else:
            line = choose_weakly(thought.lines, strength, self._random)
        return PlayResult(line.actions[0], line)

    def stop(self) -> None:
        """End the search that runs in another thread; it answers with what it has."""
        for search in (self._native, self._plain):
            if search is not None:
                search.stop()

    def clear(self) -> None:
        """Forget what was learned in another game."""
        if self._native is not None:
            self._native.clear()

    def _search_for(self, position: Position) -> _Search:
        if self._native is None or self.is_plain(position):
            return self._plain
        return self._native


def analyse(
    position: Position, limit: Budget | None = None, *, lines: int = 1, depth: int | None = None
) -> list[Line]:
    """The best lines of a position, the best first: one second of thought unless a limit says otherwise.

    >>> from hyperchess import multiverse
    >>> position = multiverse.start("Standard").play("e3").play("f6").play("Qe2").play("Nc6")
    >>> [line] = analyse(position, depth=2)
    >>> str(line.score), str(line.actions[0]), line.score.is_proven
    ('#1', '(0T3)e2>(0T3)h5', True)
    """
    return Engine().analyse(position, limit, lines=lines, depth=depth)


def play(
    position: Position, limit: Budget | None = None, *, level: int | None = None, depth: int | None = None
) -> PlayResult:
    """The action that the engine plays: one second of thought unless a limit says otherwise."""
    return Engine().play(position, limit, level=level, depth=depth)
