"""Engine for both games: analyses positions and chooses actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from random import Random
from time import monotonic

from hyperchess.budget import Budget
from hyperchess.engine.adapter import Search
from hyperchess.engine.arguments import check_position
from hyperchess.engine.games import find_adapter
from hyperchess.engine.levels import choose_weakly, find_level
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import Line, OnReport, PlayResult, SearchReport
from hyperchess.engine.stopping import Stopping, StopToken
from hyperchess.engine.variety import COMPARED, choose_near_best
from hyperchess.errors import BudgetExhausted, InvalidArgument, InvalidPosition
from hyperchess.kernels import uses_native
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyPosition
from hyperchess.validation import check_instance, check_integer, invalid_argument

__all__ = ["DEFAULT_MEMORY", "MOST_MEMORY", "MOST_THREADS", "Engine", "analyse", "play"]

DEFAULT_MEMORY = 64 << 20
MOST_MEMORY = 64 << 30
MOST_THREADS = 256
_MOST_IDLE = 2  # engines that the pool keeps


@dataclass(frozen=True, slots=True)
class _Searches:
    """The searches for one game; without native rules there is only the plain one."""

    plain: Search
    native: Search | None


class Engine:
    """An engine with a transposition table that persists across searches.

    Positions that the native rules do not cover, and machines without them, use a plain Python search that
    looks one action ahead (`is_plain`). These are boards of 5D chess with more than 64 squares and, in
    infinite chess, huygens, roses, four dimensions and coordinates beyond 64 bits.

    An engine serves one search of each game at a time; a second one raises `Busy`. Threads have an engine
    each, or call `analyse` and `play` of this package, which take one from a pool.

    `memory` is what a search of one game takes with its threads, in bytes. Below a minimum for the threads
    (2 MB, and 2 MB for each thread; 5D chess needs less), the minimum is used: see `memory_used`.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
        weights: Mapping[str, int] | None = None,
        infinite_weights: Mapping[str, int] | None = None,
        seed: int | None = None,
    ) -> None:
        self._threads = check_integer("threads", threads, least=1, most=MOST_THREADS)
        self._memory = check_integer("memory", memory, least=1, most=MOST_MEMORY)
        _check_weights("weights", weights)
        _check_weights("infinite_weights", infinite_weights)
        self._weights = {GameKind.MULTIVERSE: weights, GameKind.INFINITE: infinite_weights}
        self._searches: dict[GameKind, _Searches] = {}  # tables are allocated on first use
        self._random = Random(seed)
        self._running: list[Stopping] = []  # searches that have been entered

    def prepare(self, kind: GameKind) -> None:
        """Allocate the table for a game, so that the first search does not lose time to it."""
        self._find_searches(check_instance("kind", kind, GameKind))

    def memory_used(self, kind: GameKind) -> int:
        """Return the bytes that a search of a game takes with its threads; 0 for the plain Python search."""
        searches = self._find_searches(check_instance("kind", kind, GameKind))
        return (searches.native or searches.plain).memory

    def is_plain(self, position: AnyPosition) -> bool:
        """Return whether a position is searched by the plain Python search."""
        check_position(position)
        return not uses_native() or not find_adapter(position.kind).is_covered(position)

    def search(
        self,
        position: AnyPosition,
        limit: Budget | None = None,
        *,
        lines: int = 1,
        depth: int | None = None,
        on_report: OnReport | None = None,
        stop: StopToken | None = None,
    ) -> SearchReport:
        """Return the best lines and the search statistics. `on_report` is called after each iteration.

        `stop` ends the search from another thread, also if it is set before the search begins.
        """
        check_position(position)
        check_integer("lines", lines, least=1)
        return self._search(position, Limit.of(limit, depth), lines, on_report, stop)

    def analyse(
        self,
        position: AnyPosition,
        limit: Budget | None = None,
        *,
        lines: int = 1,
        depth: int | None = None,
        on_report: OnReport | None = None,
        stop: StopToken | None = None,
    ) -> list[Line]:
        """Return the best lines, best first; none if the player to move has no legal action."""
        report = self.search(position, limit, lines=lines, depth=depth, on_report=on_report, stop=stop)
        return list(report.lines)

    def play(
        self,
        position: AnyPosition,
        limit: Budget | None = None,
        *,
        level: int | None = None,
        depth: int | None = None,
        variety: int = 0,
        on_report: OnReport | None = None,
        stop: StopToken | None = None,
    ) -> PlayResult:
        """Return the action to play. Levels 1 to 8 limit the playing strength.

        At full strength in the opening, any of the best few actions within `variety` centipawns of the best
        may be chosen.
        """
        check_position(position)
        check_integer("variety", variety, least=0)
        adapter = find_adapter(position.kind)
        strength = adapter.levels[-1] if level is None else find_level(level, adapter.levels)
        varies = variety > 0 and strength.error == 0 and adapter.is_opening(position)
        lines = COMPARED if varies else strength.lines
        report = self._search(position, strength.limit(Limit.of(limit, depth)), lines, on_report, stop)
        if report.timed_out:
            raise BudgetExhausted("no legal action was found in time")
        if not report.lines:
            raise InvalidPosition(f"there is no legal action: {adapter.status_text(position)}")
        if varies:
            line = choose_near_best(report.lines, variety, self._random)
        else:
            line = choose_weakly(report.lines, strength, self._random, adapter.distance)
        return PlayResult(line.actions[0], line)

    def _search(
        self,
        position: AnyPosition,
        limit: Limit,
        lines: int,
        on_report: OnReport | None,
        stop: StopToken | None,
    ) -> SearchReport:
        """Run the search for a position. Choosing the search also takes time on a board with many pieces."""
        started = monotonic()
        stopping = Stopping()
        self._running.append(stopping)
        try:
            search = self._search_for(position)
            limit = limit.after(monotonic() - started)
            with nullcontext() if stop is None else stop.attached(stopping):
                return search.search(position, limit, lines, on_report, stopping)
        finally:
            self._running.remove(stopping)

    def stop(self) -> None:
        """Stop the searches that other threads have entered; they return their best lines so far.

        Later searches are not affected.
        """
        for stopping in list(self._running):
            stopping.stop()

    def clear(self) -> None:
        """Clear the tables: the next search depends on its position alone. Raise `Busy` while one runs."""
        for searches in list(self._searches.values()):
            if searches.native is not None:
                searches.native.clear()

    def _find_searches(self, kind: GameKind) -> _Searches:
        searches = self._searches.get(kind)
        if searches is None:
            adapter, native = find_adapter(kind), None
            weights = self._weights[kind]
            weights = adapter.load_weights() if weights is None else weights
            if uses_native():
                with _enough_memory(self._memory):
                    native = adapter.native_search(weights, threads=self._threads, memory=self._memory)
            # Another thread may have been faster; all threads have to use the same tables.
            searches = self._searches.setdefault(kind, _Searches(adapter.plain_search(weights), native))
        return searches

    def _search_for(self, position: AnyPosition) -> Search:
        searches = self._find_searches(position.kind)
        if searches.native is None or self.is_plain(position):
            return searches.plain
        return searches.native


class _Pool:
    """Engines for calls from any thread. A call neither waits for another one nor influences its result."""

    def __init__(self) -> None:
        self._idle: list[Engine] = []

    @contextmanager
    def engine(self) -> Iterator[Engine]:
        """Lend an engine with cleared tables."""
        try:
            engine = self._idle.pop()
        except IndexError:
            engine = Engine()
        try:
            yield engine
        finally:
            if len(self._idle) < _MOST_IDLE:
                engine.clear()
                self._idle.append(engine)


_POOL = _Pool()


@contextmanager
def _enough_memory(memory: int) -> Iterator[None]:
    try:
        yield
    except MemoryError:
        raise InvalidArgument(f"there is not enough memory for a table of {memory:,} bytes") from None


def _check_weights(name: str, weights: object) -> None:
    if weights is not None and not isinstance(weights, Mapping):
        raise invalid_argument(name, "a mapping of names to integers", weights)


def analyse(
    position: AnyPosition, limit: Budget | None = None, *, lines: int = 1, depth: int | None = None
) -> list[Line]:
    """Return the best lines of a position, best first; the default limit is one second.

    >>> from hyperchess import multiverse
    >>> position = multiverse.start("Standard").play("e3").play("f6").play("Qe2").play("Nc6")
    >>> [line] = analyse(position, depth=2)
    >>> str(line.score), str(line.actions[0]), line.score.is_proven
    ('#1', '(0T3)e2>(0T3)h5', True)

    Infinite chess has the same interface; an action is a tuple of one move:

    >>> from hyperchess import infinite
    >>> [line] = analyse(infinite.Position.parse("w R-10,1|R-10,-1|R-20,5|K60,70|k0,0"), depth=2)
    >>> str(line.score), str(line.actions[0][0])
    ('#1', '-20,5>-20,0')
    """
    with _POOL.engine() as engine:
        return engine.analyse(position, limit, lines=lines, depth=depth)


def play(
    position: AnyPosition, limit: Budget | None = None, *, level: int | None = None, depth: int | None = None
) -> PlayResult:
    """Return the action that the engine plays; the default limit is one second."""
    with _POOL.engine() as engine:
        return engine.play(position, limit, level=level, depth=depth)
