"""Positions of 5D chess in the kernel of a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperchess.app.site.bridge.words import (
    MASK,
    KernelObject,
    MoveNumbers,
    Reader,
    ask,
    bind,
    bytes_to_words,
    limits,
    optional,
    rows,
)
from hyperchess.errors import BudgetExhausted, InvalidPosition

__all__ = [
    "ANYTHING",
    "MAX_BOARDS",
    "MAX_SQUARES",
    "MAX_TIMELINES",
    "Actions",
    "Handle",
    "MadeBoards",
    "Position",
]

_shape, _pack, _unpack = bind("shape"), bind("pack"), bind("unpack")
_ends, _initial_rows, _memory = bind("ends"), bind("initial_rows"), bind("memory_of")
_with_player, _keys, _line_facts = bind("with_player"), bind("keys"), bind("line_facts")
_match, _match_unique, _count_moves = bind("match"), bind("match_unique"), bind("count_moves")
_move, _play_action, _cells = bind("move"), bind("play_action"), bind("cells")
_checks, _in_check, _may_submit = bind("checks"), bind("in_check"), bind("may_submit")
_count_actions, _status, _perft = bind("count_actions"), bind("status"), bind("perft")
_actions, _fetch = bind("actions"), bind("fetch")
_handle_moves, _handle_play = bind("handle_moves"), bind("handle_play")

MAX_SQUARES, MAX_TIMELINES, MAX_BOARDS, ANYTHING = ask(bind("limits"), ())
_STATUSES = ("ongoing", "check", "softmate", "checkmate", "stalemate")
_DEEPEST = 64


class Handle(KernelObject):
    """A legal action that has not been decoded into moves."""

    __slots__ = ("_source",)

    def __init__(self, handle: int, source: Actions) -> None:
        super().__init__(handle)
        self._source = source

    def moves(self) -> list[int]:
        """Return its moves in standard order, as numbers for `Actions.move`."""
        found = Reader(ask(_handle_moves, (self.handle,))).rows(8)
        self._source.known.update((number, tuple(move)) for number, *move in found)
        return [number for number, *_ in found]

    def play(self) -> Position:
        """Return the position after it."""
        return Position.of(ask(_handle_play, (self.handle,))[0])


class Actions(KernelObject):
    """The legal actions of a position, generated lazily."""

    __slots__ = ("known",)

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self.known: dict[int, MoveNumbers] = {}

    def fetch(self, most: int) -> list[Handle]:
        """Return the next actions, at most `most`; empty if there are no more."""
        return [Handle(handle, self) for handle in ask(_fetch, (self.handle, most))[1:]]

    def move(self, number: int) -> MoveNumbers:
        """Return a move by its number, as returned by a handle."""
        if number not in self.known:
            raise IndexError("no such move")
        return self.known[number]


class MadeBoards(KernelObject):
    """Boards created by moves."""

    __slots__ = ()

    def cells(self) -> list[tuple[int, int, bytes, tuple[int, int] | None]]:
        """Return row, half-turn and cells of each, and row and half-turn of the board it branched from."""
        reader = Reader(ask(_cells, (self.handle,)))
        found: list[tuple[int, int, bytes, tuple[int, int] | None]] = []
        for _ in range(reader.next()):
            row, time, cells = reader.next(), reader.next(), reader.bytes()
            found.append((row, time, cells, (reader.next(), reader.next()) if reader.next() else None))
        return found


class Position(KernelObject):
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
        words = [width, height, player, even, *bytes_to_words(promotions), lowest_row, len(lines)]
        for start, initial, boards in lines:
            words += (start, initial, len(boards))
            for cells in boards:
                words += bytes_to_words(cells)
        try:
            super().__init__(ask(_pack, words)[0])
        except OverflowError:
            raise InvalidPosition("a number out of range") from None
        self._known_shape: list[int] | None = None

    @staticmethod
    def of(handle: int) -> Position:
        """Wrap a position of the kernel."""
        made = object.__new__(Position)
        made.handle = handle
        made._known_shape = None
        return made

    def __getstate__(self) -> Any:
        reader = Reader(ask(_unpack, (self.handle,)))
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
            self._known_shape = ask(_shape, (self.handle,))
        return self._known_shape

    @property
    def width(self) -> int:
        """Number of files."""
        return self._shape()[0]

    @property
    def height(self) -> int:
        """Number of ranks."""
        return self._shape()[1]

    @property
    def even(self) -> bool:
        """Whether it has two middle timelines."""
        return bool(self._shape()[2])

    @property
    def lowest_row(self) -> int:
        """Row of the lowest timeline."""
        return self._shape()[3]

    def ends(self) -> list[int]:
        """Return the last half-turn of every row, from the lowest."""
        return ask(_ends, (self.handle,))[1:]

    def initial_rows(self) -> list[int]:
        """Return the rows that no player created."""
        return ask(_initial_rows, (self.handle,))[1:]

    def with_player(self, player: int) -> Position:
        """Return the same position with another player to move."""
        return Position.of(ask(_with_player, (self.handle, player))[0])

    def keys(self, before: Position | None) -> tuple[int, int, int, int, int, list[tuple[int, int, int]]]:
        """Return low and high words of both keys (whole and front), the material, and the new boards."""
        earlier = (0,) if before is None else (1, before.handle)
        reader = Reader(ask(_keys, (self.handle, *earlier)))
        low, high, front_low, front_high, material = [word & MASK for word in reader.take(5)]
        return low, high, front_low, front_high, material, _board_keys(reader)

    def line_facts(self, actions: Sequence[Sequence[MoveNumbers]]) -> list[tuple[Any, ...]] | None:
        """Return keys and facts of this position and after each action; `None` if an action is illegal."""
        words = [self.handle, len(actions)]
        for action in actions:
            words.append(len(action))
            for move in action:
                words += move
        reader = Reader(ask(_line_facts, words))
        if not reader.next():
            return None
        found = []
        for _ in range(reader.next()):
            keys = [word & MASK for word in reader.take(5)]
            counts = reader.take(5)
            flags = map(bool, reader.take(2))
            found.append((*keys, *counts, *flags, reader.rows(3), _board_keys(reader)))
        return found

    def line_table(self, data: bytes) -> None:
        """Return `None`: browsers have no library, and use the rules in Python."""

    def replay(self, data: bytes, most: int) -> None:
        """Return `None`: browsers have no library, and use the rules in Python."""

    def find_boards(self, data: bytes, most: int, squares: bytes) -> None:
        """Return `None`: browsers have no library, and use the rules in Python."""

    def code_at(self, row: int, time: int, square: int) -> int:
        """Return the code of the piece on a square; 0 if the square is empty or the board does not exist."""
        *_, lowest_row, lines = self.__getstate__()
        if not 0 <= row - lowest_row < len(lines):
            return 0
        start, _, boards = lines[row - lowest_row]
        cells = boards[time - start] if 0 <= time - start < len(boards) else b""
        return cells[square] if 0 <= square < len(cells) else 0

    def match(self, pattern: Sequence[int]) -> list[MoveNumbers]:
        """Return the moves that match a pattern."""
        return list(rows(ask(_match, (self.handle, *pattern))[1:], 7))

    def match_line(self, actions: Sequence[Sequence[Sequence[int]]]) -> list[tuple[Any, ...]]:
        """Return the first actions of a line, as long as each pattern matches exactly one move."""
        found = []
        position = self
        for patterns in actions:
            matched = position._match_action(patterns)
            if matched is None:
                break
            found.append((*matched, b""))  # browsers have no library, and need no bytes
            position = matched[-1]
        return found

    def _match_action(self, patterns: Sequence[Sequence[int]]) -> tuple[Any, ...] | None:
        """Return moves, kinds, captures, boards and next position if each pattern matches one move."""
        words = [self.handle, len(patterns)]
        for pattern in patterns:
            words += pattern
        reader = Reader(ask(_match_unique, words))
        if not reader.next():
            return None
        moves = reader.rows(7)
        kinds = list(reader.take(reader.next()))
        captures = [bool(taken) for taken in reader.take(reader.next())]
        return moves, kinds, captures, MadeBoards(reader.next()), Position.of(reader.next())

    def count_moves(self) -> int:
        """Return the number of moves on playable boards."""
        return ask(_count_moves, (self.handle,))[0]

    def move(self, numbers: MoveNumbers) -> tuple[MadeBoards, Position] | None:
        """Return the boards that a move creates and the next position; `None` if no piece can make it."""
        found = ask(_move, (self.handle, *numbers))
        return (MadeBoards(found[1]), Position.of(found[2])) if found[0] else None

    def play_action(self, action: Sequence[MoveNumbers]) -> tuple[Any, ...] | None:
        """Return the effects of each move, boards, next position, checks and timelines of a legal action."""
        words = [self.handle, len(action)]
        for move in action:
            words += move
        reader = Reader(ask(_play_action, words))
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
        """Return the attacks on the player's royals."""
        return list(rows(ask(_checks, (self.handle, passing))[1:], 8))

    def in_check(self) -> bool:
        """Return whether a royal of the player is attacked."""
        return bool(ask(_in_check, (self.handle,))[0])

    def may_submit(self) -> bool:
        """Return whether the action may be submitted now."""
        return bool(ask(_may_submit, (self.handle,))[0])

    def count_actions(self, limit: int | None, seconds: float | None, rounds: int | None) -> int:
        """Return the number of legal actions, at most `limit`."""
        return ask(_count_actions, (self.handle, *optional(limit), *limits(seconds, rounds)))[0]

    def status(self, seconds: float | None, rounds: int | None) -> str:
        """Return the verdict; `unknown` if the budget ran out."""
        try:
            return _STATUSES[ask(_status, (self.handle, *limits(seconds, rounds)))[0]]
        except BudgetExhausted:
            return "unknown"

    def perft(self, depth: int, seconds: float | None, rounds: int | None) -> int:
        """Return the number of sequences of `depth` legal actions."""
        if depth > _DEEPEST:
            raise BudgetExhausted("cannot count sequences of so many actions")
        return ask(_perft, (self.handle, depth, *limits(seconds, rounds)))[0]

    def memory(self) -> int:
        """Return its size in bytes, including boards shared with other positions."""
        return ask(_memory, (self.handle,))[0]

    def actions(self, seconds: float | None, rounds: int | None) -> Actions:
        """Return the legal actions."""
        return Actions(ask(_actions, (self.handle, *limits(seconds, rounds)))[0])


def _board_keys(reader: Reader) -> list[tuple[int, int, int]]:
    return [(row, time, contents & MASK) for row, time, contents in reader.rows(3)]
