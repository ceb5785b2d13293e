"""Tasks that only a server has: engines of other people, which are processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from hyperchess.app.web.processes.worker import at_exit
from hyperchess.budget import Budget
from hyperchess.engine.history import History
from hyperchess.engine.uci.client import EngineProcess, open_engine
from hyperchess.studies.analysis.searching import Answer, Progress, Report
from hyperchess.studies.analysis.thinking import play_answer, thought_answer, thought_data

__all__ = ["ExternalPlayTask", "ExternalThinkTask"]

_START_UP = 40.0

_engines: dict[str, EngineProcess] = {}
"""The engines that this process has started, by their commands."""


@contextmanager
def _running(command: str) -> Iterator[EngineProcess]:
    """An engine that runs already, or a new one; one that failed is not kept."""
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
    """What another engine thinks."""

    kind: ClassVar[str] = "think"

    command: str
    history: History
    thinking: float  # seconds
    lines: int = 1
    number: int = 1

    @property
    def seconds(self) -> float:
        """How long it may take, with the time that an engine needs to start."""
        return self.thinking + _START_UP

    def run(self, report: Report) -> Answer:
        """Let it think until the time is up."""
        position = self.history.position
        with _running(self.command) as engine:
            thought = engine.think(
                self.history,
                Budget(seconds=self.thinking),
                lines=self.lines,
                on_thought=lambda thought: report(thought_data(position, thought, self.number)),
            )
        return thought_answer(thought_data(position, thought, self.number))

    def stop(self) -> None:
        """Ask it for the best so far."""
        engine = _engines.get(self.command)
        if engine is not None:
            engine.stop()

    def late(self, progress: Progress) -> Answer:
        """What was thought last."""
        return thought_answer(progress)


@dataclass(frozen=True)
class ExternalPlayTask:
    """What another engine plays."""

    kind: ClassVar[str] = "play"

    command: str
    history: History
    thinking: float  # seconds
    level: int
    number: int = 1

    @property
    def seconds(self) -> float:
        """How long it may take, with the time that an engine needs to start."""
        return self.thinking + _START_UP

    def run(self, report: Report) -> Answer:
        """Let it choose an action."""
        with _running(self.command) as engine:
            engine.set_option("Level", self.level)
            played = engine.play(self.history, Budget(seconds=self.thinking))
        return play_answer(self.history.position, played.action, played.line, self.number)

    def late(self, progress: Progress) -> Answer:
        """Without an action there is no answer."""
        return Answer({"moves": None, "text": "", "score": None}, "the engine found no action in time")
