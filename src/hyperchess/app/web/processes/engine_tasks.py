"""Tasks that only a server supports: third-party engines, which are processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from hyperchess.app.web.processes.worker import at_exit
from hyperchess.budget import Budget
from hyperchess.engine.history import History
from hyperchess.engine.infinite.program import ICN_PROGRAM, open_program
from hyperchess.engine.uci.client import EngineProcess, open_engine
from hyperchess.studies.analysis.searching import Progress, Report, SearchResult
from hyperchess.studies.analysis.thinking import play_answer, thought_answer, thought_data

__all__ = ["ExternalPlayTask", "ExternalThinkTask"]

_START_UP = 100.0

_engines: dict[str, EngineProcess] = {}
"""Engines that this process has started, by command."""


@contextmanager
def _running(command: str) -> Iterator[EngineProcess]:
    """Yield a running engine or start one; an engine that failed is not reused."""
    engine = _engines.get(command)
    if engine is None:
        engine = open_engine(command)
        at_exit(engine.kill)
        _engines[command] = engine
    try:
        yield engine
    except BaseException:
        del _engines[command]
        engine.kill()
        raise


@dataclass(frozen=True)
class ExternalThinkTask:
    """Analysis by a third-party engine."""

    kind: ClassVar[str] = "think"

    command: str
    history: History
    thinking: float  # seconds
    lines: int = 1
    number: int = 1

    @property
    def seconds(self) -> float:
        """Time limit of the task, including the startup of the engine."""
        return self.thinking + _START_UP

    def run(self, report: Report) -> SearchResult:
        """Analyse until the time is up."""
        position = self.history.position
        with _running(self.command) as engine:
            thought = engine.search(
                self.history,
                Budget(seconds=self.thinking),
                lines=self.lines,
                on_report=lambda thought: report(thought_data(position, thought, self.number)),
            )
        return thought_answer(thought_data(position, thought, self.number))

    def stop(self) -> None:
        """Stop the engine early, with the best lines so far."""
        engine = _engines.get(self.command)
        if engine is not None:
            engine.stop()

    def late(self, progress: Progress) -> SearchResult | None:
        """Return the last reported analysis, if there is one."""
        return thought_answer(progress) if progress else None


@dataclass(frozen=True)
class ExternalPlayTask:
    """An action chosen by a third-party engine."""

    kind: ClassVar[str] = "play"

    command: str
    history: History
    thinking: float  # seconds
    level: int
    number: int = 1

    @property
    def seconds(self) -> float:
        """Time limit of the task, including the startup of the engine."""
        return self.thinking + _START_UP

    def run(self, report: Report) -> SearchResult:
        """Let the engine choose an action."""
        budget = Budget(seconds=self.thinking)
        if self.command.startswith(ICN_PROGRAM):
            played = open_program(self.command.removeprefix(ICN_PROGRAM)).play(self.history, budget)
        else:
            with _running(self.command) as engine:
                engine.set_option("Level", self.level)
                played = engine.play(self.history, budget)
        return play_answer(self.history.position, played.action, played.line, self.number)

    def late(self, progress: Progress) -> SearchResult:
        """Return an answer without an action."""
        return SearchResult({"moves": None, "text": "", "score": None}, "the engine found no action in time")
