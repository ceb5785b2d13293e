"""Games as a library stores them; results of `search`, and input of exports."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from hyperchess import multiverse
from hyperchess.errors import InvalidArgument, MoveError
from hyperchess.game import AnyGame, attach_action, new_game
from hyperchess.library.errors import LibraryDamaged
from hyperchess.multiverse.board_pattern import BoardPattern, FoundBoard
from hyperchess.notation.reading import parse
from hyperchess.ruleset import GameKind, Ruleset
from hyperchess.rulesets import AnyAction, AnyPosition, find_ruleset

__all__ = ["LINE", "STORED", "StoredGame", "StoredLine"]

LINE = "g.id, g.kind, g.plies, g.actions"
"""The columns of a `StoredLine` of the table `g` (games), without its start."""

STORED = (
    f"{LINE}, t.data, s.name, g.number, g.notation, g.variant, g.white, g.black, g.event, g.date, g.result, "
    "g.timelines, g.errors, g.status, g.headers, g.tree"
)
"""The columns of a `StoredGame`, of the tables `g` (games), `s` (sources) and `t` (starts)."""


@dataclass(frozen=True, slots=True)
class StoredLine:
    """The main line of a stored game, with everything needed to replay it."""

    id: int
    kind: GameKind
    plies: int
    packed: bytes
    start_data: bytes | None

    @property
    def start(self) -> AnyPosition | None:
        """The starting position, or `None`."""
        return None if self.start_data is None else _start(self.start_data)

    @property
    def _ruleset(self) -> Ruleset[Any, Any, Any]:
        return find_ruleset(self.kind)

    def actions(self) -> Iterator[AnyAction]:
        """Yield the actions of the main line, as far as it can be replayed."""
        start = self.start
        if start is None:
            return
        try:
            yield from self._ruleset.unpack_line(self.packed, start)
        except ValueError as error:
            raise LibraryDamaged(f"game {self.id} of the library is damaged: {error}") from error

    def positions(self, last: int | None = None) -> Iterator[AnyPosition]:
        """Yield the positions of the main line from the start to the `last` ply, as far as it can be
        replayed.
        """
        position = self.start
        if position is None:
            return
        yield position
        last = self.plies if last is None else min(last, self.plies)
        try:
            yield from self._ruleset.replay(position, self.packed, last)
        except (InvalidArgument, MoveError, ValueError) as error:
            raise LibraryDamaged(f"game {self.id} of the library is damaged: {error}") from error

    def find_boards(self, pattern: BoardPattern, last: int) -> list[FoundBoard]:
        """Return the boards of a game of 5D chess that match a pattern, up to the `last` ply."""
        try:
            start = multiverse.MULTIVERSE.expect(self.start)
            return start.find_boards(self.packed, pattern, min(last, self.plies))
        except (InvalidArgument, MoveError) as error:
            raise LibraryDamaged(f"game {self.id} of the library is damaged: {error}") from error


@dataclass(frozen=True, slots=True)
class StoredGame(StoredLine):
    """A game of a library, and its source. `ply` is the first match of a search."""

    source: str
    number: int
    notation: str
    variant: str
    white: str
    black: str
    event: str
    date: str
    result: str
    timelines: int
    errors: int
    status: str
    headers: dict[str, str]
    tree: bytes | None
    ply: int | None = None

    @staticmethod
    def of_row(row: tuple[Any, ...], ply: int | None = None) -> StoredGame:
        """Create a game from its columns (`STORED`)."""
        values = list(row)
        values[1] = GameKind(values[1])
        values[9:14] = [value or "" for value in values[9:14]]
        values[17] = json.loads(values[17])
        return StoredGame(*(*values, ply))

    @property
    def place(self) -> str:
        """Location of the first match of a search: `start`, an action such as `12b`, or empty."""
        if self.ply is None:
            return ""
        if self.ply == 0:
            return "start"
        return str(next(islice(new_game(self.start).serials(), self.ply - 1, None)))

    def game(self) -> AnyGame:
        """Return the game, with variations and comments if it has any."""
        if self.tree is not None:
            game = parse(zlib.decompress(self.tree).decode("utf-8", "surrogatepass"), "json")
            game.notation = self.notation
            return game
        made = new_game(self.start, self.headers, notation=self.notation, kind=self.kind)
        node = made.root
        for action in self.actions():
            node = attach_action(node, action)
        if self.result and made.result != self.result:
            node.result = self.result
        return made


@lru_cache(maxsize=256)
def _start(data: bytes) -> AnyPosition | None:
    return parse(zlib.decompress(data).decode(), "json").start
