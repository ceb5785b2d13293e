"""The collection as one small file, with an opening explorer that needs no database.

The file is a line of JSON, then two blocks: the packed games, and the last three bytes of the front key of
each position, in order. A position is looked up in the second block; few matches are verified by replaying
the games.
"""

from __future__ import annotations

import json
import lzma
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, islice, pairwise
from typing import Any, NamedTuple

from hyperchess.errors import HyperchessError
from hyperchess.game import AnyGame, attach_action, new_game
from hyperchess.library.errors import LibraryDamaged
from hyperchess.library.explored import Entry, Explored
from hyperchess.library.lines import play_elsewhere
from hyperchess.multiverse import MULTIVERSE
from hyperchess.multiverse.board_pattern import BoardPattern, FoundBoard
from hyperchess.ruleset import BasePosition, GameKind, Ruleset
from hyperchess.rulesets import AnyAction, AnyPosition, find_ruleset, play_action, ruleset_of

__all__ = [
    "RESULTS",
    "Collection",
    "CollectionGame",
    "bundled_collection",
    "front_key",
    "pack_columns",
    "shorten_key",
]

_FORMAT = "hyperchess games 1"
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""The results of games, in the order of their numbers in the file."""

_KEY = 3  # bytes
_REPLAYED = 32  # games that are replayed to verify a match; with more games, chance matches do not matter
_REMEMBERED = 256  # fronts whose games are cached
_FILE = "games.bin"


class CollectionGame(NamedTuple):
    """A game of the collection; `packed` are its actions."""

    id: int
    kind: GameKind
    variant: str
    white: str
    black: str
    result: str
    status: str
    plies: int
    packed: bytes

    @property
    def start(self) -> AnyPosition:
        """The starting position."""
        return find_ruleset(self.kind).start(self.variant)

    def actions(self) -> Iterator[AnyAction]:
        """Its actions."""
        ruleset: Ruleset[Any, Any, Any] = find_ruleset(self.kind)
        return ruleset.unpack_line(self.packed, self.start)

    def positions(self, last: int) -> Iterator[AnyPosition]:
        """The positions from the start to the `last` ply."""
        position = self.start
        yield position
        for action in islice(self.actions(), last):
            position = play_action(position, action, checked=False)
            yield position

    def find_boards(self, pattern: BoardPattern, last: int) -> list[FoundBoard]:
        """The boards of a game of 5D chess that fit a pattern, up to the `last` ply."""
        return MULTIVERSE.expect(self.start).find_boards(self.packed, pattern, last)

    def game(self) -> AnyGame:
        """The game itself."""
        headers = {
            "Event": "hyperchess collection",
            "Round": str(self.id),
            "White": self.white,
            "Black": self.black,
            "Result": self.result,
            "Termination": self.status,
        }
        made = new_game(self.start, headers, kind=self.kind)
        node = made.root
        for action in self.actions():
            node = attach_action(node, action)
        return made


class Collection:
    """The games of a file, numbered from 1. Raises `LibraryDamaged` if the file is not a collection."""

    def __init__(self, data: bytes) -> None:
        line, _, rest = data.partition(b"\n")
        try:
            self._head = json.loads(line)
            if self._head["format"] != _FORMAT:
                raise ValueError(f"its format is {self._head['format']!r}")
            packed, columns, keys = self._head["packed"], self._head["columns"], self._head["keys"]
            body = lzma.decompress(rest[:packed])
            places = list(accumulate([0, *columns]))
            if places[-1] != len(body) or keys != len(rest) - packed:
                raise ValueError("it is not complete")
        except (KeyError, TypeError, ValueError, lzma.LZMAError) as error:
            raise LibraryDamaged(f"the collection of games cannot be read: {error}") from error
        parts = [body[begin:end] for begin, end in pairwise(places)]
        self._variants, self._levels, self._ends, self._plies, lengths, self._actions = parts
        sizes = [low + 256 * high for low, high in zip(lengths[::2], lengths[1::2], strict=True)]
        self._places = array("I", accumulate([0, *sizes]))
        self._rows = array("I", accumulate([0, *(plies + 1 for plies in self._plies)]))
        self._keys = rest[packed:]
        self._planes = [self._keys[place::_KEY] for place in range(_KEY)]
        self._found: dict[tuple[int, GameKind], tuple[tuple[int, int], ...]] = {}

    @property
    def seed(self) -> int:
        """Seed of the games."""
        return int(self._head["seed"])

    def __len__(self) -> int:
        return len(self._variants)

    def __iter__(self) -> Iterator[CollectionGame]:
        return map(self.game, range(1, len(self) + 1))

    def game(self, number: int) -> CollectionGame:
        """Return a game by its number, from 1."""
        place = number - 1
        if not 0 <= place < len(self):
            raise HyperchessError(f"the collection has the games 1 to {len(self):,}, and no game {number}")
        kind, variant = self._head["variants"][self._variants[place]]
        white, black = divmod(self._levels[place], 16)
        result, ending = divmod(self._ends[place], 64)
        return CollectionGame(
            number,
            GameKind(kind),
            variant,
            f"hyperchess level {white}",
            f"hyperchess level {black}",
            RESULTS[result],
            self._head["endings"][ending],
            self._plies[place],
            self._actions[self._places[place] : self._places[place + 1]],
        )

    def first(self, wanted: Mapping[GameKind, int]) -> bytes:
        """Return a file with only the first games of each kind."""
        chosen = []
        for kind, count in wanted.items():
            chosen += [number for number in range(1, len(self) + 1) if self._kind(number) is kind][:count]
        columns = [bytearray() for _ in range(6)]
        keys = bytearray()
        for number in chosen:
            place = number - 1
            begin, end = self._places[place], self._places[number]
            columns[0].append(self._variants[place])
            columns[1].append(self._levels[place])
            columns[2].append(self._ends[place])
            columns[3].append(self._plies[place])
            columns[4] += (end - begin).to_bytes(2, "little")
            columns[5] += self._actions[begin:end]
            keys += self._keys[_KEY * self._rows[place] : _KEY * self._rows[number]]
        return pack_columns(self.seed, self._head["variants"], self._head["endings"], columns, keys)

    def reached(self, position: Any) -> list[tuple[int, int]]:
        """Return the games that reached the last boards of a position, each with the first ply there."""
        return list(self._find([front_key(position)], position.kind)[0])

    def _find(self, fronts: Sequence[int], kind: GameKind) -> list[tuple[tuple[int, int], ...]]:
        """Return the games that reached each of several fronts, looked up together."""
        known = {front: self._found[front, kind] for front in fronts if (front, kind) in self._found}
        unknown = [front for front in dict.fromkeys(fronts) if front not in known]
        rows = self._find_rows({shorten_key(front) for front in unknown})
        for front in unknown:
            found: dict[int, int] = {}
            for row in rows[shorten_key(front)]:
                number = bisect_right(self._rows, row)
                found.setdefault(number, row - self._rows[number - 1])
            hits = [(number, ply) for number, ply in found.items() if self._kind(number) is kind]
            if len(hits) <= _REPLAYED:
                hits = [(number, ply) for number, ply in hits if self._front_at(number, ply) == front]
            known[front] = tuple(hits)
        if len(self._found) > _REMEMBERED:
            self._found.clear()
        self._found |= {(front, kind): hits for front, hits in known.items()}
        return [known[front] for front in fronts]

    def _find_rows(self, keys: set[bytes]) -> dict[bytes, list[int]]:
        """Return the rows of each key; candidates are found by a byte search over all rows."""
        found: dict[bytes, list[int]] = {key: [] for key in keys}
        if not found:
            return found
        marked = -1
        for place, plane in enumerate(self._planes):
            table = bytearray(256)
            for key in keys:
                table[key[place]] = 1
            marked &= int.from_bytes(plane.translate(table), "little")
        marks = marked.to_bytes(len(self._planes[0]), "little")
        row = marks.find(1)
        while row >= 0:
            key = self._keys[_KEY * row : _KEY * (row + 1)]
            if key in found:
                found[key].append(row)
            row = marks.find(1, row + 1)
        return found

    def _kind(self, number: int) -> GameKind:
        return GameKind(self._head["variants"][self._variants[number - 1]][0])

    def _front_at(self, number: int, ply: int) -> int:
        *_, position = self.game(number).positions(ply)
        return front_key(position)

    def explore(self, position: AnyPosition) -> Explored[Any]:
        """Return the actions played from positions with the same last boards."""
        ruleset: Ruleset[Any, Any, Any] = ruleset_of(position)
        hits = self.reached(position)
        counts: dict[bytes, list[int]] = {}
        for number, ply in hits:
            packed = self._actions[self._places[number - 1] : self._places[number]]
            played = next(islice(ruleset.split(packed), ply, None), None)
            if played is not None:
                count = counts.setdefault(played, [0] * (1 + len(RESULTS)))
                count[0] += 1
                count[self._ends[number - 1] // 64 + 1] += 1
        found: list[tuple[Any, list[int], AnyPosition]] = []
        for data, results in counts.items():
            action: AnyAction = ruleset.unpack(data, position)
            after = play_elsewhere(position, action)
            if after is not None:  # else it was played in a game with another past
                found.append((action, results, after))
        reached = self._find([front_key(after) for _, _, after in found], position.kind)
        before: BasePosition[Any, Any] = position
        entries = [
            Entry(before, action, total, white, draws, black, len(games))
            for (action, (total, white, black, draws, _), _), games in zip(found, reached, strict=True)
        ]
        entries.sort(key=lambda entry: (-entry.count, str(entry.action)))
        return Explored(len(hits), tuple(entries))


def shorten_key(front: int) -> bytes:
    """Return the last bytes of a front key, as they are in the file."""
    return (front & (1 << 8 * _KEY) - 1).to_bytes(_KEY, "big")


def pack_columns(
    seed: int, variants: Sequence[Any], endings: Sequence[str], columns: Sequence[bytearray], keys: bytearray
) -> bytes:
    """Return the bytes of a file; `columns` and `keys` are those of `Collection.first`."""
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]
    packed = lzma.compress(b"".join(columns), filters=filters)
    head = {
        "format": _FORMAT,
        "seed": seed,
        "variants": variants,
        "endings": endings,
        "columns": list(map(len, columns)),
        "packed": len(packed),
        "keys": len(keys),
    }
    return json.dumps(head, ensure_ascii=False).encode() + b"\n" + packed + keys


def front_key(position: Any) -> int:
    """Return the key of the last boards of a position."""
    return int(position.keys().front)


@cache
def bundled_collection() -> Collection:
    """The collection in the package."""
    return Collection(files("hyperchess.library.demo").joinpath(_FILE).read_bytes())
