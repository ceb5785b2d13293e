"""The kernel in a browser: what stands for `hyperchess._native` there.

The kernel is compiled to WebAssembly (`native/wasm`), and the page gives it to Python as the module
`hyperchess_kernel`. Arguments and results go through one buffer of 64-bit words, in the form that
`native/wasm/words.hpp` describes. Names and meanings are those of `_native.pyi`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from struct import pack, unpack
from typing import Any, NoReturn, TypeAlias

from hyperchess.errors import BudgetExhausted, InvalidPosition

_MoveNumbers: TypeAlias = tuple[int, ...]
_Call: TypeAlias = Callable[[int], int]

_kernel: Any = import_module("hyperchess_kernel")
_MASK = (1 << 64) - 1
_FAILURES: dict[int, type[Exception]] = {-1: InvalidPosition, -2: BudgetExhausted, -3: ValueError}
_UNKNOWN = -2  # a budget ran out


class _Words:
    """The words that Python and the kernel share."""

    def __init__(self, size: int) -> None:
        self.grow(size)

    def grow(self, size: int) -> None:
        self.size = size
        self.bytes = bytearray(8 * size)
        self.view = memoryview(self.bytes).cast("q")
        _kernel.attach(self.bytes)


_words = _Words(1 << 14)
_forgotten: list[int] = []
"""Objects of the kernel that Python does not hold any more."""


_release: _Call = _kernel.bind("release")


def _ask(call: _Call, numbers: Sequence[int]) -> list[int]:
    """The words of an answer; raises what the kernel raised."""
    used = _run(call, numbers)
    if used < 0:
        _fail(used)
    return _words.view[:used].tolist()


def _run(call: _Call, numbers: Sequence[int]) -> int:
    if _forgotten:
        released = _forgotten[: _words.size - 1]
        del _forgotten[: len(released)]
        _words.view[: len(released) + 1] = array("q", (len(released), *released))
        _release(len(released) + 1)
    size = len(numbers)
    if size > _words.size:
        _words.grow(2 * size)
    _words.view[:size] = array("q", numbers)
    used = call(size)
    if used > _words.size:
        _words.grow(2 * used)
        _kernel.again(used)
    return used


def _fail(code: int) -> NoReturn:
    message = _words.bytes[8 : 8 + min(_words.view[0], 2_000)].decode("utf-8", "replace")
    raise _FAILURES.get(code, RuntimeError)(message)


class _Reader:
    """Reads the words of an answer one after the other."""

    def __init__(self, words: list[int], at: int = 0) -> None:
        self._words = words
        self._at = at

    def next(self) -> int:
        self._at += 1
        return self._words[self._at - 1]

    def take(self, size: int) -> tuple[int, ...]:
        at = self._at
        self._at = at + size
        return tuple(self._words[at : at + size])

    def rows(self, width: int) -> list[tuple[int, ...]]:
        """A vector of tuples of so many numbers."""
        size = self.next() * width
        return list(_rows(self.take(size), width))

    def optional(self) -> int | None:
        return self.next() if self.next() else None

    def bytes(self) -> bytes:
        size = self.next()
        words = self.take((size + 7) // 8)
        return pack(f"{len(words)}q", *words)[:size]


def _rows(numbers: Sequence[int], width: int) -> Iterator[tuple[int, ...]]:
    source = iter(numbers)
    return zip(*[source] * width, strict=True)


def _optional(number: int | None) -> tuple[int, ...]:
    return (0,) if number is None else (1, number)


def _limits(seconds: float | None, rounds: int | None) -> tuple[int, ...]:
    return (*((0,) if seconds is None else (1, _of_float(seconds))), *_optional(rounds))


def _of_float(number: float) -> int:
    (word,) = unpack("q", pack("d", number))
    return int(word)


def _to_float(word: int) -> float:
    (number,) = unpack("d", pack("q", word))
    return float(number)


def _bytes_words(data: bytes) -> list[int]:
    size = (len(data) + 7) // 8
    return [len(data), *unpack(f"{size}q", data.ljust(8 * size, b"\0"))]


_bind: Callable[[str], _Call] = _kernel.bind
_shape, _pack, _unpack = _bind("shape"), _bind("pack"), _bind("unpack")
_ends, _initial_rows, _memory = _bind("ends"), _bind("initial_rows"), _bind("memory_of")
_with_player, _keys, _line_facts = _bind("with_player"), _bind("keys"), _bind("line_facts")
_match, _match_unique, _count_moves = _bind("match"), _bind("match_unique"), _bind("count_moves")
_move, _play_action, _cells = _bind("move"), _bind("play_action"), _bind("cells")
_checks, _in_check, _may_submit = _bind("checks"), _bind("in_check"), _bind("may_submit")
_count_actions, _status, _perft = _bind("count_actions"), _bind("status"), _bind("perft")
_actions, _fetch = _bind("actions"), _bind("fetch")
_handle_moves, _handle_play = _bind("handle_moves"), _bind("handle_play")

MAX_SQUARES, MAX_TIMELINES, MAX_BOARDS, ANYTHING = _ask(_bind("limits"), ())
_STATUSES = ("ongoing", "check", "softmate", "checkmate", "stalemate")
_DEEPEST = 64


class _Object:
    """Something that lives in the kernel until Python forgets it."""

    __slots__ = ("_handle",)

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self) -> None:
        # Only noted: this may happen between the arguments of a call and the call, which share the buffer.
        handle = getattr(self, "_handle", None)
        if handle is not None:
            _forgotten.append(handle)


class Handle(_Object):
    """A legal action that has not been turned into moves."""

    __slots__ = ("_source",)

    def __init__(self, handle: int, source: Actions) -> None:
        super().__init__(handle)
        self._source = source

    def moves(self) -> list[int]:
        """Its moves in standard order, as numbers for `Actions.move`."""
        found = _Reader(_ask(_handle_moves, (self._handle,))).rows(8)
        self._source.known.update((number, tuple(move)) for number, *move in found)
        return [number for number, *_ in found]

    def play(self) -> Position:
        """The position after it."""
        return Position.of(_ask(_handle_play, (self._handle,))[0])


class Actions(_Object):
    """The legal actions of a position, found as they are fetched."""

    __slots__ = ("known",)

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self.known: dict[int, _MoveNumbers] = {}

    def fetch(self, most: int) -> list[Handle]:
        """The next actions, as many as asked for if there are; none if there are no more."""
        return [Handle(handle, self) for handle in _ask(_fetch, (self._handle, most))[1:]]

    def move(self, number: int) -> _MoveNumbers:
        """A move by its number, which one of the handles has told."""
        if number not in self.known:
            raise IndexError("no such move")
        return self.known[number]


class MadeBoards(_Object):
    """Boards that moves made."""

    __slots__ = ()

    def cells(self) -> list[tuple[int, int, bytes, tuple[int, int] | None]]:
        """The row, half-turn and cells of each, and the row and half-turn of the board it branched from."""
        reader = _Reader(_ask(_cells, (self._handle,)))
        found: list[tuple[int, int, bytes, tuple[int, int] | None]] = []
        for _ in range(reader.next()):
            row, time, cells = reader.next(), reader.next(), reader.bytes()
            found.append((row, time, cells, (reader.next(), reader.next()) if reader.next() else None))
        return found


class Position(_Object):
    """A position as bitboards."""

    __slots__ = ("_known_shape",)

    def __init__(
        self,
        width: int,
        height: int,
        player: int,
        even: bool,
        promotions: bytes,
        lowest_row: int,
        lines: Sequence[tuple[int, bool, Sequence[bytes]]],
    ) -> None:
        words = [width, height, player, even, *_bytes_words(promotions), lowest_row, len(lines)]
        for start, initial, boards in lines:
            words += (start, initial, len(boards))
            for cells in boards:
                words += _bytes_words(cells)
        try:
            super().__init__(_ask(_pack, words)[0])
        except OverflowError:
            raise InvalidPosition("a number out of range") from None
        self._known_shape: list[int] | None = None

    @staticmethod
    def of(handle: int) -> Position:
        """A position that the kernel made."""
        made = object.__new__(Position)
        made._handle = handle
        made._known_shape = None
        return made

    def __getstate__(self) -> Any:
        reader = _Reader(_ask(_unpack, (self._handle,)))
        width, height, player, even = reader.take(4)
        promotions, lowest_row = reader.bytes(), reader.next()
        lines = []
        for _ in range(reader.next()):
            start, initial, count = reader.take(3)
            lines.append((start, bool(initial), [reader.bytes() for _ in range(count)]))
        return (width, height, player, bool(even), promotions, lowest_row, lines)

    def __setstate__(self, state: Any) -> None:
        Position.__init__(self, *state)

    def _shape(self) -> list[int]:
        if self._known_shape is None:
            self._known_shape = _ask(_shape, (self._handle,))
        return self._known_shape

    @property
    def width(self) -> int:
        """The number of files."""
        return self._shape()[0]

    @property
    def height(self) -> int:
        """The number of ranks."""
        return self._shape()[1]

    @property
    def even(self) -> bool:
        """Whether it has two middle timelines."""
        return bool(self._shape()[2])

    @property
    def lowest_row(self) -> int:
        """The row of the lowest timeline."""
        return self._shape()[3]

    def ends(self) -> list[int]:
        """The last half-turn of every row, from the lowest."""
        return _ask(_ends, (self._handle,))[1:]

    def initial_rows(self) -> list[int]:
        """The rows that no player made."""
        return _ask(_initial_rows, (self._handle,))[1:]

    def with_player(self, player: int) -> Position:
        """The same position with another player to move."""
        return Position.of(_ask(_with_player, (self._handle, player))[0])

    def keys(self, before: Position | None) -> tuple[int, int, int, int, int, list[tuple[int, int, int]]]:
        """Low and high words of the key and of the front's, the material, and the boards that are new."""
        earlier = (0,) if before is None else (1, before._handle)
        reader = _Reader(_ask(_keys, (self._handle, *earlier)))
        low, high, front_low, front_high, material = [word & _MASK for word in reader.take(5)]
        return low, high, front_low, front_high, material, _board_keys(reader)

    def line_facts(self, actions: Sequence[Sequence[_MoveNumbers]]) -> list[tuple[Any, ...]] | None:
        """Keys and facts of this position and of those after each action; none if one cannot be played."""
        words = [self._handle, len(actions)]
        for action in actions:
            words.append(len(action))
            for move in action:
                words += move
        reader = _Reader(_ask(_line_facts, words))
        if not reader.next():
            return None
        found = []
        for _ in range(reader.next()):
            keys = [word & _MASK for word in reader.take(5)]
            counts = reader.take(5)
            flags = map(bool, reader.take(2))
            found.append((*keys, *counts, *flags, reader.rows(3), _board_keys(reader)))
        return found

    def match(self, pattern: Sequence[int]) -> list[_MoveNumbers]:
        """The moves that fit a pattern."""
        return list(_rows(_ask(_match, (self._handle, *pattern))[1:], 7))

    def match_unique(self, patterns: Sequence[Sequence[int]]) -> tuple[Any, ...] | None:
        """The action if each pattern fits one move: moves, kinds, captures, boards made, position after."""
        words = [self._handle, len(patterns)]
        for pattern in patterns:
            words += pattern
        reader = _Reader(_ask(_match_unique, words))
        if not reader.next():
            return None
        moves = reader.rows(7)
        kinds = list(reader.take(reader.next()))
        captures = [bool(taken) for taken in reader.take(reader.next())]
        return moves, kinds, captures, MadeBoards(reader.next()), Position.of(reader.next())

    def count_moves(self) -> int:
        """The number of moves on playable boards."""
        return _ask(_count_moves, (self._handle,))[0]

    def move(self, numbers: _MoveNumbers) -> tuple[MadeBoards, Position] | None:
        """The boards that one move makes and the position after it; none if no piece can make it."""
        found = _ask(_move, (self._handle, *numbers))
        return (MadeBoards(found[1]), Position.of(found[2])) if found[0] else None

    def play_action(self, action: Sequence[_MoveNumbers]) -> tuple[Any, ...] | None:
        """A legal action: what each move did, boards made, position after, checks, timelines before."""
        words = [self._handle, len(action)]
        for move in action:
            words += move
        reader = _Reader(_ask(_play_action, words))
        if not reader.next():
            return None
        moves = []
        for _ in range(reader.next()):
            kind, piece, captured, square = reader.take(4)
            moves.append(
                (kind, piece, captured, square, reader.optional(), bool(reader.next()), reader.rows(7))
            )
        boards, after = MadeBoards(reader.next()), Position.of(reader.next())
        return moves, boards, after, reader.rows(8), reader.next()

    def checks(self, passing: bool) -> list[tuple[int, ...]]:
        """The attacks on the player's royals."""
        return list(_rows(_ask(_checks, (self._handle, passing))[1:], 8))

    def in_check(self) -> bool:
        """Whether a royal of the player's is attacked."""
        return bool(_ask(_in_check, (self._handle,))[0])

    def may_submit(self) -> bool:
        """Whether the action may be submitted as it stands."""
        return bool(_ask(_may_submit, (self._handle,))[0])

    def count_actions(self, limit: int | None, seconds: float | None, rounds: int | None) -> int:
        """The number of legal actions up to a limit."""
        return _ask(_count_actions, (self._handle, *_optional(limit), *_limits(seconds, rounds)))[0]

    def status(self, seconds: float | None, rounds: int | None) -> str:
        """The verdict; `unknown` if the budget ran out."""
        used = _run(_status, (self._handle, *_limits(seconds, rounds)))
        if used == _UNKNOWN:
            return "unknown"
        if used < 0:
            _fail(used)
        return _STATUSES[_words.view[0]]

    def perft(self, depth: int, seconds: float | None, rounds: int | None) -> int:
        """The number of sequences of legal actions."""
        if depth > _DEEPEST:
            raise BudgetExhausted("cannot count sequences of so many actions")
        return _ask(_perft, (self._handle, depth, *_limits(seconds, rounds)))[0]

    def memory(self) -> int:
        """The bytes it takes, with all boards it shares with other positions."""
        return _ask(_memory, (self._handle,))[0]

    def actions(self, seconds: float | None, rounds: int | None) -> Actions:
        """The legal actions."""
        return Actions(_ask(_actions, (self._handle, *_limits(seconds, rounds)))[0])


def _board_keys(reader: _Reader) -> list[tuple[int, int, int]]:
    return [(row, time, contents & _MASK) for row, time, contents in reader.rows(3)]


_mates, _first_actions = _bind("mates"), _bind("first_actions")
_next_first_action, _mates_facts = _bind("next_first_action"), _bind("mates_facts")


class _Watcher:
    """Who hears reports while a call runs."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[list[int]], None]] = []
        _kernel.on_watch(self)

    def __call__(self, used: int) -> None:
        if used > _words.size:
            _words.grow(2 * used)
            _kernel.again(used)
        if self._listeners:
            self._listeners[-1](_words.view[:used].tolist())

    def during(
        self, call: _Call, words: Sequence[int], listen: Callable[[list[int]], None] | None
    ) -> list[int]:
        """Make a call with a listener."""
        self._listeners.append(listen or (lambda words: None))
        try:
            return _ask(call, words)
        finally:
            self._listeners.pop()


_watcher = _Watcher()


class FirstActions(_Object):
    """First actions that force a mate of some length."""

    __slots__ = ()

    def next(self, watcher: Callable[[int, int], None] | None) -> list[_MoveNumbers] | None:
        """The moves of the next one, or none. Calls `watcher(nodes, actions looked at)` now and then."""

        def listen(words: list[int]) -> None:
            if watcher is not None:
                watcher(words[0], words[1])

        found = _watcher.during(_next_first_action, (self._handle, watcher is not None), listen)
        return _Reader(found, 1).rows(7) if found[0] else None


class Mates(_Object):
    """A search for mates, with what it has proven so far."""

    __slots__ = ()

    def __init__(self, softmates: bool, table_bytes: int, seconds: float | None, rounds: int | None) -> None:
        super().__init__(_ask(_mates, (softmates, table_bytes, *_limits(seconds, rounds)))[0])

    def first_actions(self, position: Position, length: int) -> FirstActions:
        """First actions that force a mate of that length."""
        return FirstActions(_ask(_first_actions, (self._handle, position._handle, length))[0])

    @property
    def nodes(self) -> int:
        """How many positions were searched."""
        return _ask(_mates_facts, (self._handle,))[0]

    @property
    def rounds(self) -> int:
        """How many rounds were spent."""
        return _ask(_mates_facts, (self._handle,))[1]

    @property
    def table_bytes(self) -> int:
        """How much memory the table takes."""
        return _ask(_mates_facts, (self._handle,))[2]


_Listener: TypeAlias = Callable[[Any], None]

_engine, _analyse, _engine_clear = _bind("engine"), _bind("analyse"), _bind("engine_clear")
_evaluate, _static_value = _bind("evaluate"), _bind("static_value")
_MOST_TABLE = 32 << 20
"""A tab has less memory than a process."""


class Engine(_Object):
    """An engine with its transposition table. A browser has one thread."""

    __slots__ = ()

    def __init__(self, weights: Sequence[int], table_bytes: int, threads: int) -> None:
        super().__init__(_ask(_engine, (len(weights), *weights, min(table_bytes, _MOST_TABLE)))[0])

    def analyse(
        self,
        position: Position,
        seconds: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        watcher: _Listener | None,
    ) -> Any:
        """The best lines, depth, nodes, evaluations and seconds; `watcher` gets the same after each depth."""
        words = _search_words(self, position, seconds, nodes, depth, lines, watcher)
        listen = None if watcher is None else lambda words: watcher(_report(_Reader(words)))
        return _report(_Reader(_watcher.during(_analyse, words, listen)))

    def stop(self) -> None:
        """Nothing runs beside the thread that could ask for this."""

    def clear(self) -> None:
        """Forget what was learned in other games."""
        _ask(_engine_clear, (self._handle,))


def _search_words(
    engine: _Object,
    position: _Object,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    lines: int,
    watcher: _Listener | None,
) -> tuple[int, ...]:
    limits = (*_limits(seconds, nodes), *_optional(depth))
    return (engine._handle, position._handle, *limits, lines, watcher is not None)


def _report(reader: _Reader) -> tuple[Any, ...]:
    lines = []
    for _ in range(reader.next()):
        value, mate, depth = reader.take(3)
        lines.append((value, mate, depth, [reader.rows(7) for _ in range(reader.next())]))
    return (lines, *reader.take(3), _to_float(reader.next()))


def weight_names() -> list[str]:
    """The names of the weights, in the order in which they are passed."""
    return _names("weight_names")


def _names(call: str) -> list[str]:
    reader = _Reader(_ask(_bind(call), ()))
    return [reader.bytes().decode("ascii") for _ in range(reader.next())]


def evaluate(position: Position, weights: Sequence[int]) -> list[list[list[int]]]:
    """The terms of each side on the last board of every row."""
    reader = _Reader(_ask(_evaluate, (position._handle, len(weights), *weights)))
    return [_lists(reader) for _ in range(reader.next())]


def _lists(reader: _Reader) -> list[list[int]]:
    return [list(reader.take(reader.next())) for _ in range(reader.next())]


def static_value(position: Position, weights: Sequence[int]) -> int:
    """The evaluation from White's side."""
    return _ask(_static_value, (position._handle, len(weights), *weights))[0]


FAR_EDGE, HOP_EDGE = _ask(_bind("infinite_edges"), ())
_infinite_code = _bind("infinite_code")
_pack_rules, _infinite_pack = _bind("infinite_pack_rules"), _bind("infinite_pack")
_facts, _find_moves = _bind("infinite_facts"), _bind("infinite_find_moves")
_points, _rays, _count = _bind("infinite_points"), _bind("infinite_rays"), _bind("infinite_count")
_can_move, _allows, _play = _bind("infinite_can_move"), _bind("infinite_allows"), _bind("infinite_play")
_royals, _checkers, _summary = _bind("infinite_checks"), _bind("infinite_checkers"), _bind("infinite_summary")


def infinite_code(kind: int, color: int, special: bool) -> int:
    """The code of a piece of infinite chess."""
    return _ask(_infinite_code, (kind, color, special))[0]


class InfiniteValues:
    """The classes of squares, moves and rays, and the codes of the pieces."""

    def __init__(self, square: Any, move: Any, ray: Any, codes: dict[Any, int]) -> None:
        self.square, self.move, self.ray = square, move, ray
        self.codes: dict[Any, int] = {None: 0, **codes}
        self.pieces: dict[int, Any] = {code: piece for piece, code in self.codes.items()}

    def squares(self, words: list[int]) -> tuple[Any, ...]:
        """A vector of squares."""
        return tuple([self.square(x, y) for x, y in _rows(words[1:], 2)])


class InfiniteRules(_Object):
    """What stays the same from move to move."""

    __slots__ = ()

    @staticmethod
    def pack(
        players: Sequence[int],
        promotions: Sequence[tuple[int, Sequence[int], Sequence[int]]],
        goals: Sequence[int],
        border: Sequence[int | None],
        slide_limit: int | None,
        *flags: bool,
    ) -> InfiniteRules | None:
        """None if the rules name numbers that are too large, or pieces that the kernel does not know."""
        words = [len(players), *players, len(promotions)]
        for color, ranks, kinds in promotions:
            words += (color, len(ranks), *ranks, len(kinds), *kinds)
        words += (len(goals), *goals)
        for edge in border:
            words += _optional(edge)
        found = _ask(_pack_rules, (*words, *_optional(slide_limit), *flags))
        return InfiniteRules(found[1]) if found[0] else None


class InfiniteMoves(_Object):
    """Legal moves as points and rays."""

    __slots__ = ()

    def points(self, values: InfiniteValues) -> tuple[Any, ...]:
        """The moves that are not slides."""
        square, move, pieces = values.square, values.move, values.pieces
        rows = _rows(_ask(_points, (self._handle,))[1:], 5)
        return tuple([move(square(a, b), square(c, d), pieces[code]) for a, b, c, d, code in rows])

    def rays(self, values: InfiniteValues) -> tuple[Any, ...]:
        """The slides."""
        reader = _Reader(_ask(_rays, (self._handle,)))
        found = []
        for _ in range(reader.next()):
            x, y, dx, dy, first = reader.take(5)
            found.append(values.ray(values.square(x, y), (dx, dy), first, reader.optional()))
        return tuple(found)

    def count(self, left: int, right: int, bottom: int, top: int) -> int | None:
        """How many moves end in a window; none if its edges are too large."""
        if any(not -FAR_EDGE <= edge <= FAR_EDGE for edge in (left, right, bottom, top)):
            return None
        found = _ask(_count, (self._handle, left, right, bottom, top))
        return found[1] & _MASK if found[0] else None


class InfinitePosition(_Object):
    """A position of infinite chess."""

    __slots__ = ()

    @staticmethod
    def pack(
        values: InfiniteValues,
        rules: InfiniteRules,
        pieces: dict[Any, Any],
        en_passant: Any,
        checks_given: Sequence[int],
        rule_count: int,
        rule_limit: int,
        knows_past: bool,
    ) -> InfinitePosition | None:
        """None if a coordinate is too large or a piece is left to the rules in Python."""
        codes = values.codes
        words = [rules._handle, len(pieces)]
        for (x, y), piece in pieces.items():
            words += (x, y, codes[piece])
        passed = (0,) if en_passant is None or not _fits(en_passant) else (1, *en_passant)
        tail = (*passed, len(checks_given), *checks_given, rule_count, rule_limit, knows_past)
        try:
            found = _ask(_infinite_pack, (*words, *tail))
        except OverflowError:
            return None
        return InfinitePosition(found[1]) if found[0] else None

    @property
    def hash(self) -> int:
        """The hash of pieces, players and an open en passant square."""
        return _ask(_facts, (self._handle,))[0] & _MASK

    @property
    def size(self) -> int:
        """The number of pieces."""
        return _ask(_facts, (self._handle,))[1]

    def find_moves(self) -> InfiniteMoves | None:
        """All legal moves; none if they need numbers beyond 64 bits."""
        found = _ask(_find_moves, (self._handle,))
        return InfiniteMoves(found[1]) if found[0] else None

    def can_move(self) -> bool | None:
        """Whether there is a legal move; none if that needs numbers beyond 64 bits."""
        found = _ask(_can_move, (self._handle,))
        return bool(found[1]) if found[0] else None

    def checks(self, values: InfiniteValues) -> tuple[Any, ...]:
        """The royal pieces of the player to move that are attacked."""
        return values.squares(_ask(_royals, (self._handle,)))

    def checkers(self, values: InfiniteValues) -> tuple[Any, ...]:
        """The pieces that attack them, each once."""
        return values.squares(_ask(_checkers, (self._handle,)))

    def allows(self, values: InfiniteValues, move: Any) -> bool | None:
        """Whether a move is legal; none if it goes too far."""
        start, end, promotion = move
        if not _fits((*start, *end)):
            return None
        found = _ask(_allows, (self._handle, *start, *end, values.codes[promotion]))
        return bool(found[1]) if found[0] else None

    def play(self, values: InfiniteValues, move: Any) -> tuple[Any, ...] | None:
        """What a legal move does, and the position after it; none if it is not legal or goes too far."""
        start, end, promotion = move
        if not _fits((*start, *end)):
            return None
        reader = _Reader(_ask(_play, (self._handle, *start, *end, values.codes[promotion])))
        if not reader.next():
            return None
        pieces, square = values.pieces, values.square
        piece, captured = pieces[reader.next()], pieces[reader.next()]
        passed = square(*reader.take(2)) if reader.next() else None
        changes = tuple([(square(x, y), pieces[a], pieces[b]) for x, y, a, b in reader.rows(4)])
        made, was_open, gives_check = pieces[reader.next()], bool(reader.next()), bool(reader.next())
        return piece, captured, passed, changes, made, was_open, gives_check, InfinitePosition(reader.next())

    def summary(self, few: int) -> tuple[bool, bool | None, bool, bool, bool]:
        """Whether there is check, a move, perhaps a repetition, perhaps too few pieces, further goals."""
        reader = _Reader(_ask(_summary, (self._handle, few)))
        check, can_move = bool(reader.next()), reader.optional()
        repeats, few_pieces, goals = (bool(word) for word in islice(reader.take(3), 3))
        return check, None if can_move is None else bool(can_move), repeats, few_pieces, goals


def _fits(numbers: Sequence[int]) -> bool:
    return all(-(1 << 63) <= number < 1 << 63 for number in numbers)


_infinite_engine, _infinite_analyse = _bind("infinite_engine"), _bind("infinite_analyse")
_infinite_engine_clear, _infinite_evaluate = _bind("infinite_engine_clear"), _bind("infinite_evaluate")


class InfiniteEngine(_Object):
    """An engine of infinite chess with its transposition table. A browser has one thread."""

    __slots__ = ()

    def __init__(self, weights: Sequence[int], table_bytes: int, threads: int) -> None:
        super().__init__(_ask(_infinite_engine, (len(weights), *weights, min(table_bytes, _MOST_TABLE)))[0])

    def analyse(
        self,
        position: InfinitePosition,
        seconds: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        watcher: _Listener | None,
    ) -> Any:
        """The best lines, depth, nodes, evaluations and seconds; none if numbers do not fit."""
        words = _search_words(self, position, seconds, nodes, depth, lines, watcher)
        listen = None if watcher is None else lambda words: watcher(_infinite_report(_Reader(words)))
        reader = _Reader(_watcher.during(_infinite_analyse, words, listen))
        return _infinite_report(reader) if reader.next() else None

    def stop(self) -> None:
        """Nothing runs beside the thread that could ask for this."""

    def clear(self) -> None:
        """Forget what was learned in other games."""
        _ask(_infinite_engine_clear, (self._handle,))


def _infinite_report(reader: _Reader) -> tuple[Any, ...]:
    lines = []
    for _ in range(reader.next()):
        value, mate, depth = reader.take(3)
        lines.append((value, mate, depth, reader.rows(5)))
    return (lines, *reader.take(3), _to_float(reader.next()))


def infinite_weight_names() -> list[str]:
    """The names of the weights of infinite chess, in the order in which they are passed."""
    return _names("infinite_weight_names")


def infinite_evaluate(
    position: InfinitePosition, color: int, weights: Sequence[int]
) -> tuple[list[list[int]], int]:
    """The terms of each colour, and the whole from the side of one."""
    reader = _Reader(_ask(_infinite_evaluate, (position._handle, color, len(weights), *weights)))
    return _lists(reader), reader.next()
