"""5DUCI server for our engine, which reads commands and writes responses line by line.

`position icn ...` switches to infinite chess, with moves in ICN.

Extensions of draft 0.3.3, ignored by old interfaces: `id` and `option` lines before `5duciok`; options
Threads, Hash, MultiPV, Level and Variety; `go` with movetime, depth, nodes, wtime, btime, winc, binc and
infinite; `info` lines during the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import pairwise
from threading import Lock, Thread
from typing import Any

from hyperchess.budget import Budget
from hyperchess.engine.engine import DEFAULT_MEMORY, MOST_MEMORY, MOST_THREADS, Engine
from hyperchess.engine.games import find_adapter
from hyperchess.engine.history import History
from hyperchess.engine.infinite.protocol import ICN, parse_icn_position
from hyperchess.engine.levels import LEVELS
from hyperchess.engine.limits import DEFAULT_LIMIT, time_for_action
from hyperchess.engine.lines import Line, SearchReport
from hyperchess.engine.multiverse.protocol import STARTPOS, parse_position
from hyperchess.errors import HyperchessError
from hyperchess.multiverse import start
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyColor
from hyperchess.text import quote

__all__ = ["Server"]

_MEGABYTE = 1 << 20
_OPTIONS = {
    "Threads": (1, 1, MOST_THREADS),
    "Hash": (DEFAULT_MEMORY // _MEGABYTE, 1, MOST_MEMORY // _MEGABYTE),
    "MultiPV": (1, 1, 100),
    "Level": (8, 1, len(LEVELS)),
    "Variety": (0, 0, 1_000),
}
_FULL = len(LEVELS)
_NUMBERS = ("movetime", "depth", "nodes", "wtime", "btime", "winc", "binc")


class Server:
    """A session with a user interface; `write` receives the lines of the responses."""

    def __init__(self, write: Callable[[str], object], *, name: str = "hyperchess") -> None:
        self._write = write
        self._name = name
        self._lock = Lock()  # lines of two threads must not interleave
        self._options = {option: default for option, (default, _, _) in _OPTIONS.items()}
        self._history: History | None = History(start(STARTPOS))
        self._engine: Engine | None = None
        self._searching: Thread | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Process commands until `quit` or the end of the input."""
        try:
            for line in lines:
                command, _, arguments = line.strip().partition(" ")
                if command == "quit":
                    self._end_search()
                    self._say("bye")
                    return
                if answer := self._commands().get(command):
                    answer(arguments.strip())
        finally:  # also after Ctrl-C, which may come even now: a running search would keep the process alive
            interrupt = None
            while self._searching is not None:
                try:
                    self._end_search()
                except KeyboardInterrupt as error:
                    interrupt = error
            if interrupt is not None:
                raise interrupt

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "5duci": self._introduce,
            "setoption": self._set_option,
            "isready": self._ready,
            "5ducinewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._end_search(),
        }

    def _say(self, line: str) -> None:
        with self._lock:
            self._write(line)

    def _introduce(self, _: str) -> None:
        self._say(f"id name {self._name}")
        self._say("id author the hyperchess contributors")
        for option, (default, least, most) in _OPTIONS.items():
            self._say(f"option name {option} type spin default {default} min {least} max {most}")
        self._say("5duciok")

    def _set_option(self, arguments: str) -> None:
        name, _, value = arguments.removeprefix("name ").partition(" value ")
        option = next((known for known in _OPTIONS if known.lower() == name.strip().lower()), None)
        if option is None:
            return  # unknown options are ignored
        _, least, most = _OPTIONS[option]
        try:
            number = int(value)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            self._say(f"info string {option}: expected a number from {least} to {most}, found {quote(value)}")
            return
        self._end_search()
        self._options[option] = number
        if option in ("Threads", "Hash"):
            self._engine = None

    def _ready(self, _: str) -> None:
        if self._searching is not None:
            self._searching.join()
        position = None if self._history is None else self._history.position
        try:
            kind = GameKind.MULTIVERSE if position is None else position.kind
            used = self._opened_engine().memory_used(kind)  # allocates the tables
            if used > self._options["Hash"] * _MEGABYTE:
                self._say(
                    f"info string the search takes {used / _MEGABYTE:.0f} MB, the least for its threads"
                )
        except HyperchessError as error:
            self._say(f"info string {error}")
        self._say("readyok")

    def _new_game(self, _: str) -> None:
        self._end_search()
        if self._engine is not None:
            self._engine.clear()

    def _set_position(self, arguments: str) -> None:
        self._end_search()
        self._history = None
        try:
            is_icn = arguments.split()[:1] == [ICN]
            self._history = parse_icn_position(arguments) if is_icn else parse_position(arguments)
        except HyperchessError as error:
            self._say(f"info position error: {' '.join(str(error).split())}")

    def _go(self, arguments: str) -> None:
        self._end_search()
        if self._history is None:
            self._say("nobestmove")
            return
        position = self._history.position
        try:
            asked = _numbers(arguments)
        except HyperchessError as error:
            self._say(f"info string {error}")
            asked = {}
        forever = "infinite" in arguments.split()
        thread = Thread(target=self._search, args=(self._opened_engine(), position, asked, forever))
        self._searching = thread
        thread.start()

    def _opened_engine(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(threads=self._options["Threads"], memory=self._options["Hash"] * _MEGABYTE)
        return self._engine

    def _search(self, engine: Engine, position: Any, asked: dict[str, int], forever: bool) -> None:
        def tell(thought: SearchReport) -> None:
            for number, line in enumerate(thought.lines, 1):
                self._say(_info(position, thought, line, number))

        limit = Budget() if forever else _limit(asked, position.player)
        level = self._options["Level"]
        try:
            if level < _FULL or self._options["Variety"]:
                played = engine.play(
                    position,
                    limit,
                    level=level,
                    depth=asked.get("depth"),
                    variety=self._options["Variety"],
                    on_report=tell,
                )
                found = [played.line]
            else:
                found = engine.analyse(
                    position,
                    limit,
                    lines=self._options["MultiPV"],
                    depth=asked.get("depth"),
                    on_report=tell,
                )
        except BrokenPipeError:  # the client has disconnected
            return
        except Exception as error:  # the client waits for a response
            self._say(f"info string {' '.join(str(error).split()) or type(error).__name__}")
            found = []
        with suppress(BrokenPipeError):
            self._say(f"bestmove {_text(found[0].actions[0], position)}" if found else "nobestmove")

    def _end_search(self) -> None:
        """Stop the running search; it reports its best action so far."""
        if self._searching is None:
            return
        while self._searching.is_alive():
            if self._engine is not None:
                self._engine.stop()
            self._searching.join(0.005)
        self._searching = None


def _text(action: Any, position: Any, ending: str = "") -> str:
    return find_adapter(position.kind).format_action(action, position, ending)


def _numbers(arguments: str) -> dict[str, int]:
    """Return the numbers of a `go` command by name; unknown words are ignored."""
    words = arguments.split()
    found = {}
    for name, value in pairwise(words):
        if name not in _NUMBERS:
            continue
        if not value.isdecimal() or len(value) > 12:
            raise HyperchessError(f"{name}: expected a number, found {quote(value)}")
        found[name] = int(value)
    return found


def _limit(asked: dict[str, int], player: AnyColor) -> Budget | None:
    """Return the requested limit or a share of the clock; `None` if only the depth limits the search."""
    if asked.keys() == {"depth"}:
        return None
    side = "w" if player.name == "WHITE" else "b"
    seconds = None
    if "movetime" in asked:
        seconds = asked["movetime"] / 1000
    elif f"{side}time" in asked:
        seconds = time_for_action(asked[f"{side}time"] / 1000, asked.get(f"{side}inc", 0) / 1000)
    nodes = asked.get("nodes")
    return DEFAULT_LIMIT if seconds is None and nodes is None else Budget(seconds, nodes)


def _info(position: Any, thought: SearchReport, line: Line, number: int) -> str:
    score = line.score
    value = f"cp {score.centipawns}" if score.mate is None else f"mate {score.mate}"
    actions, state = [], position
    for action in line.actions:
        actions.append(_text(action, state, " submit"))
        state = state.play_legal(action)
    per_second = round(thought.nodes / max(thought.seconds, 0.001))
    return (
        f"info depth {line.depth} multipv {number} score {value} nodes {thought.nodes} nps {per_second} "
        f"time {round(1000 * thought.seconds)} pv {' '.join(actions)}"
    )
