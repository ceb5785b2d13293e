"""Client for 5DUCI engines: a process that may be slow, wrong or dead.

>>> import sys
>>> from hyperchess import multiverse
>>> with open_engine([sys.executable, "-m", "hyperchess", "engine"]) as engine:
...     result = engine.play(History(multiverse.start("Very Small")), Budget(seconds=0.05))
>>> result.line.score.is_proven
False
"""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import Any

from hyperchess.budget import Budget, check_budget
from hyperchess.engine.commands import command_words
from hyperchess.engine.errors import EngineError
from hyperchess.engine.games import find_adapter
from hyperchess.engine.history import History
from hyperchess.engine.limits import DEFAULT_LIMIT
from hyperchess.engine.lines import Line, OnReport, PlayResult, SearchReport
from hyperchess.engine.multiverse.protocol import format_position
from hyperchess.engine.multiverse.protocol_moves import parse_move, promoted
from hyperchess.engine.score import LARGEST, Score
from hyperchess.errors import MoveError
from hyperchess.multiverse import Action, Move, Position
from hyperchess.text import quote

__all__ = ["EngineError", "EngineProcess", "open_engine"]

_START_UP = 90.0  # seconds to wait for the response to `5duci`, also on a busy machine
_GRACE = 2.0  # seconds that an engine may exceed its limit
_LONGEST_LINE = 100_000  # characters
_MOST_WAITING = 10_000  # maximum number of unread lines: an engine that floods is disconnected


class EngineProcess:
    """A running engine. Use it in a `with` block, or call `close`."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command_words(command)
        self.name = self.command[0]
        self._options: dict[str, object] = {}
        self._start()

    def _start(self) -> None:
        self._lines: Queue[str | None] = Queue(_MOST_WAITING)
        self._flooded = False
        self._is_lost = False  # a response is outstanding: the next one may belong to an old request
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise EngineError(f"{quote(self.name)} cannot be started: {error.strerror or error}") from None
        Thread(target=self._read, daemon=True).start()
        try:
            self._introduce()
        except EngineError:
            self.close()
            raise

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def set_option(self, name: str, value: object) -> None:
        """Set an option; engines ignore unknown ones."""
        self._options[name] = value
        self._send(f"setoption name {name} value {value}")

    def new_game(self) -> None:
        """Announce that the next position belongs to another game."""
        self._send("5ducinewgame")

    def play(self, history: History, limit: Budget | None = None) -> PlayResult:
        """Return the action that the engine plays; raise `EngineError` if none or illegal."""
        budget = check_budget(limit, DEFAULT_LIMIT)
        if self._is_lost:
            self._restart()
        self._send(f"position {find_adapter(history.position.kind).format_position(history)}")
        self._send(_go(budget))
        deadline = None if budget.seconds is None else monotonic() + budget.seconds + _GRACE
        position = history.position
        score: Score | None = None
        depth = nodes = 0
        while True:
            answer = self._receive(deadline).split()
            if not answer:
                continue
            if answer[0] == "nobestmove":
                raise EngineError(f"{self.name} reports that there is no action")
            if answer[0] == "bestmove":
                action = self._legal(answer[1:], position)
                line = Line(score or Score(position.player, 0), (action,), depth, nodes)
                return PlayResult(action, line)
            if answer[0] == "info":
                score = _parse_score(answer, position) or score
                depth = _number_after("depth", answer, depth)
                nodes = _number_after("nodes", answer, nodes)

    def search(
        self,
        history: History,
        limit: Budget | None = None,
        *,
        lines: int = 1,
        on_report: OnReport | None = None,
    ) -> SearchReport:
        """Return the best lines that the engine reports, until its time is up or `stop` is called.

        An engine without multi-PV support reports one line. Lines are truncated before the first illegal
        action.
        """
        budget = check_budget(limit, DEFAULT_LIMIT)
        if self._is_lost:
            self._restart()
        self.set_option("MultiPV", lines)
        self._send(f"position {format_position(history)}")
        self._send(_go(budget))
        deadline = None if budget.seconds is None else monotonic() + budget.seconds + _GRACE
        started, position = monotonic(), history.position
        found: dict[int, Line] = {}
        while True:
            words = self._receive(deadline).split()
            if not words or words[0] not in ("info", "bestmove", "nobestmove"):
                continue
            if words[0] == "info":
                line = self._told(words, position)
                if line is None:
                    continue
                found[_number_after("multipv", words, 1)] = line
            elif words[0] == "bestmove" and not found:
                action = self._legal(words[1:], position)
                found[1] = Line(Score(position.player, 0), (action,), 0, 0)
            best = tuple(found[place] for place in sorted(found))[:lines]
            depth = max((line.depth for line in best), default=0)
            nodes = max((line.nodes for line in best), default=0)
            thought = SearchReport(best, depth, nodes, nodes, monotonic() - started)
            if words[0] != "info":
                return thought
            if on_report is not None:
                on_report(thought)

    def _told(self, words: Sequence[str], position: Position) -> Line | None:
        """Return the line of an `info`, or `None` if it has none."""
        if "pv" not in words or "score" not in words:
            return None
        score = _any_score(words, position)
        depth, nodes = _number_after("depth", words, 0), _number_after("nodes", words, 0)
        actions: list[Action] = []
        state, moves = position, list[Move]()
        for word in words[words.index("pv") + 1 :]:
            try:
                if word != "submit":
                    moves.append(promoted(parse_move(word, state), state))
                    state = state.move(moves[-1])
                    continue
                state = state.submit()
            except MoveError:
                break
            actions.append(Action(tuple(moves)))
            moves = []
        if moves and not actions:
            with suppress(MoveError):
                state.submit()
                actions.append(Action(tuple(moves)))
        return Line(score, tuple(actions), depth, nodes) if actions else None

    async def play_async(self, history: History, limit: Budget | None = None) -> PlayResult:
        """Run `play` without blocking the event loop."""
        return await asyncio.to_thread(self.play, history, limit)

    def stop(self) -> None:
        """Request the best action so far, from another thread."""
        self._send("stop")

    def close(self) -> None:
        """Terminate the process, gracefully first."""
        if self._process.poll() is None:
            try:
                self._send("quit")
                self._process.wait(1)
            except (EngineError, subprocess.TimeoutExpired):
                self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    def _restart(self) -> None:
        self.close()
        self._start()
        for name, value in self._options.items():
            self.set_option(name, value)

    def _introduce(self) -> None:
        self._send("5duci")
        deadline = monotonic() + _START_UP
        while (line := self._receive(deadline)) != "5duciok":
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()[:80] or self.name

    def _legal(self, words: Sequence[str], position: Any) -> Any:
        """Return the legal action that an engine names; `submit` at its end is ignored."""
        try:
            return find_adapter(position.kind).parse_action(words, position)
        except MoveError as error:
            raise EngineError(
                f"{self.name} played {quote(' '.join(words))}, which is not legal: {error}"
            ) from None

    def _send(self, line: str) -> None:
        stream = self._process.stdin
        try:
            if stream is not None:
                stream.write(line + "\n")
                stream.flush()
        except (OSError, ValueError):
            raise EngineError(f"{self.name} has ended ({self._ending()})") from None

    def _receive(self, deadline: float | None) -> str:
        left = None if deadline is None else max(0.0, deadline - monotonic())
        try:
            line = self._lines.get(timeout=left)
        except Empty:
            self._is_lost = True
            raise EngineError(f"{self.name} did not answer in time") from None
        if line is None:
            self._is_lost = True
            self._lines.put(None)
            if self._flooded:
                raise EngineError(f"{self.name} wrote more than {_MOST_WAITING:,} unexpected lines")
            raise EngineError(f"{self.name} has ended without an answer ({self._ending()})")
        return line

    def _ending(self) -> str:
        code = self._process.poll()
        return "it closed its output" if code is None else f"exit code {code}"

    def _read(self) -> None:
        """Read the engine's lines, in a separate thread."""
        stream = self._process.stdout
        if stream is None:
            return
        try:
            while line := stream.readline(_LONGEST_LINE):
                if self._lines.qsize() >= _MOST_WAITING - 1:
                    self._flooded = True
                    self._process.kill()
                    break
                self._lines.put(line.strip())
        except (OSError, ValueError):
            pass  # closed concurrently
        if self._flooded:
            with suppress(Empty):  # the consumer takes lines at the same time
                while True:
                    self._lines.get_nowait()
        self._lines.put(None)


def open_engine(command: str | Sequence[str]) -> EngineProcess:
    """Start an engine, given its command as one text or as a list of words."""
    return EngineProcess(command_words(command))


def _go(budget: Budget) -> str:
    words = ["go"]
    if budget.seconds is not None:
        words += ["movetime", str(max(1, round(1000 * budget.seconds)))]
    if budget.rounds is not None:
        words += ["nodes", str(budget.rounds)]
    return " ".join(words)


def _number_after(name: str, words: Sequence[str], default: int) -> int:
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return default


def _parse_score(words: Sequence[str], position: Any) -> Score | None:
    """Return the score of the best line, if the `info` line has one."""
    if "score" not in words or _number_after("multipv", words, 1) != 1:
        return None
    return _any_score(words, position)


def _any_score(words: Sequence[str], position: Position) -> Score:
    """Return the score of an `info` line.

    Another engine's mate is not proven, so it becomes an evaluation.
    """
    at = words.index("score")
    mate = _number_after("mate", words[at : at + 3], 0)
    if mate:
        return Score(position.player, LARGEST - 1 if mate > 0 else 1 - LARGEST)
    value = _number_after("cp", words[at : at + 3], 0)
    return Score(position.player, max(-LARGEST, min(LARGEST, value)))
