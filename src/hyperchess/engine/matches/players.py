"""Players of matches: our engine at any level, baseline players, or any 5DUCI engine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Protocol

from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.engine.games import find_adapter
from hyperchess.engine.history import History
from hyperchess.engine.infinite.program import ICN_PROGRAM, open_program
from hyperchess.engine.infinite.two_ply import TwoPlyPlayer
from hyperchess.engine.levels import find_level
from hyperchess.engine.lines import PlayResult
from hyperchess.engine.uci.client import open_engine
from hyperchess.errors import InvalidArgument
from hyperchess.ruleset import GameKind

__all__ = ["Player", "open_player", "player_name"]

_OURS = "hyperchess"
_GREEDY = "greedy"
_TWO_PLY = "two-ply"
_NAMED = re.compile(r"([\w .+-]+)=(.+)", re.DOTALL)  # a name and a player


class Player(Protocol):
    """Plays one action after the other."""

    @property
    def name(self) -> str:
        """The name for tables."""

    def new_game(self) -> None:
        """Announce that the next position belongs to another game."""

    def play(self, history: History, limit: Budget | None) -> PlayResult:
        """Return the action to play."""

    def close(self) -> None:
        """Terminate the player."""


class _Ours:
    """Our engine, at full strength or at a level, with its own or other weights."""

    def __init__(
        self,
        name: str,
        kind: GameKind,
        *,
        level: int | None = None,
        weights: Path | None = None,
        threads: int,
        seed: int | None,
    ) -> None:
        self.name = name
        self._engine = Engine(threads=threads, seed=seed, **_read_weights(weights, kind))
        self._kind = kind
        self._level = level

    def new_game(self) -> None:
        self._engine.prepare(self._kind)
        self._engine.clear()

    def play(self, history: History, limit: Budget | None) -> PlayResult:
        return self._engine.play(history.position, limit, level=self._level)

    def close(self) -> None:
        """Do nothing: there is no process."""


class _Greedy:
    """Plays the action with the best static evaluation after it, ignoring replies."""

    name = _GREEDY

    def __init__(self) -> None:
        self._engine = Engine(memory=1 << 20)

    def new_game(self) -> None:
        self._engine.clear()

    def play(self, history: History, limit: Budget | None) -> PlayResult:
        return self._engine.play(history.position, depth=1)

    def close(self) -> None:
        """Do nothing: there is no process."""


def open_player(
    text: str, kind: GameKind = GameKind.MULTIVERSE, *, threads: int = 1, seed: int | None = None
) -> Player:
    """Open a player by name.

    `hyperchess`, `hyperchess:3` (a level), `hyperchess@weights.toml` (other evaluation weights), `greedy`,
    `two-ply` (infinite chess: two plies, by material), the command of an engine, or `icn:` and the command of
    a program that reads an ICN text and prints a move. `NAME=` may precede each of them.
    """
    named = _NAMED.fullmatch(text)
    text = text if named is None else named[2]
    if text == _GREEDY:
        return _Greedy()
    if text == _TWO_PLY:
        if kind is not GameKind.INFINITE:
            raise InvalidArgument(f"{_TWO_PLY} plays infinite chess only")
        return TwoPlyPlayer(seed)
    if text.startswith(ICN_PROGRAM):
        if kind is not GameKind.INFINITE:
            raise InvalidArgument(f"{ICN_PROGRAM} is for programs that play infinite chess")
        return open_program(text.removeprefix(ICN_PROGRAM))
    if text.startswith(f"{_OURS}@"):
        path = Path(text.removeprefix(f"{_OURS}@"))
        return _Ours(text, kind, weights=path, threads=threads, seed=seed)
    name, _, level = text.partition(":")
    if name != _OURS:
        return open_engine(text)
    if level and not level.isdecimal():
        raise InvalidArgument(f"expected a level such as {_OURS}:3, found {text!r}")
    number = find_level(int(level)).number if level else None
    return _Ours(text, kind, level=number, threads=threads, seed=seed)


def player_name(text: str) -> str:
    """Return the name of a player in tables and files: the one it is given, or else its text.

    >>> player_name("0.2=old/bin/python -m hyperchess engine"), player_name("hyperchess:3")
    ('0.2', 'hyperchess:3')
    """
    named = _NAMED.fullmatch(text)
    return text if named is None else named[1]


def _read_weights(path: Path | None, kind: GameKind) -> dict[str, Any]:
    """Return the weights of a file, as an argument of `Engine`."""
    if path is None:
        return {}
    name = "infinite_weights" if kind is GameKind.INFINITE else "weights"
    return {name: find_adapter(kind).read_weights(path)}
