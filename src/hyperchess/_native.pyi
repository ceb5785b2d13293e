"""
The rules of 5D chess in C++. Use `hyperchess.multiverse`, not this module.
"""

from collections.abc import Sequence
from typing import Any

MAX_SQUARES: int = 64

MAX_TIMELINES: int = 1000

MAX_BOARDS: int = 100000

ANYTHING: int = -2147483648

class Handle:
    """A legal action that has not been turned into moves."""

    def moves(self) -> list[int]:
        """Its moves in standard order, as numbers for `Actions.move`."""

    def play(self) -> Position:
        """The position after it."""

class Actions:
    """The legal actions of a position, found as they are fetched."""

    def fetch(self, most: int) -> list[Handle]:
        """
        The next actions, as many as asked for if there are; none if there are no more.
        """

    def move(self, number: int) -> tuple[int, int, int, int, int, int, int]:
        """A move by its number."""

class MadeBoards:
    """Boards that moves made."""

    def cells(self) -> list[tuple[int, int, bytes, tuple[int, int] | None]]:
        """
        The row, half-turn and cells of each, and the row and half-turn of the board it branched from.
        """

class Position:
    """A position as bitboards."""

    def __init__(
        self,
        width: int,
        height: int,
        player: int,
        even: bool,
        promotions: bytes,
        lowest_row: int,
        lines: Sequence[tuple[int, bool, Sequence[bytes]]],
    ) -> None: ...
    def __getstate__(self) -> tuple[int, int, int, bool, bytes, int, list[tuple[int, bool, list[bytes]]]]: ...
    def __setstate__(
        self, state: tuple[int, int, int, bool, bytes, int, Sequence[tuple[int, bool, Sequence[bytes]]]]
    ) -> None: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def even(self) -> bool: ...
    @property
    def lowest_row(self) -> int: ...
    def ends(self) -> list[int]:
        """The last half-turn of every row, from the lowest."""

    def initial_rows(self) -> list[int]:
        """The rows that no player made."""

    def with_player(self, player: int) -> Position: ...
    def keys(self, before: Position | None) -> tuple[int, int, int, int, int, list[tuple[int, int, int]]]:
        """
        Low and high words of the key and of the front's, the material, and the boards that are new.
        """

    def line_facts(
        self, actions: Sequence[Sequence[tuple[int, int, int, int, int, int, int]]]
    ) -> (
        list[
            tuple[
                int,
                int,
                int,
                int,
                int,
                int,
                int,
                int,
                int,
                int,
                bool,
                bool,
                list[tuple[int, int, int]],
                list[tuple[int, int, int]],
            ]
        ]
        | None
    ):
        """
        Keys and facts of this position and of those after each action; none if one cannot be played.
        """

    def match(self, pattern: Sequence[int]) -> list[tuple[int, int, int, int, int, int, int]]:
        """The moves that fit a pattern."""

    def count_moves(self) -> int: ...
    def move(self, numbers: tuple[int, int, int, int, int, int, int]) -> tuple[MadeBoards, Position] | None:
        """
        The boards that one move makes and the position after it; none if no piece can make it.
        """

    def play_action(
        self, action: Sequence[tuple[int, int, int, int, int, int, int]]
    ) -> (
        tuple[
            list[tuple[int, int, int, int, int | None, bool, list[tuple[int, int, int, int, int, int, int]]]],
            MadeBoards,
            Position,
            list[tuple[int, int, int, int, int, int, int, int]],
            int,
        ]
        | None
    ):
        """
        A legal action: what each move did, boards made, position after, checks, timelines before.
        """

    def checks(self, passing: bool) -> list[tuple[int, int, int, int, int, int, int, int]]: ...
    def in_check(self) -> bool: ...
    def may_submit(self) -> bool: ...
    def count_actions(self, limit: int | None, seconds: float | None, rounds: int | None) -> int: ...
    def status(self, seconds: float | None, rounds: int | None) -> str: ...
    def perft(self, depth: int, seconds: float | None, rounds: int | None) -> int: ...
    def memory(self) -> int:
        """The bytes it takes, with all boards it shares with other positions."""

    def actions(self, seconds: float | None, rounds: int | None) -> Actions: ...
    def line_table(
        self, data: bytes
    ) -> tuple[bytes, bytes, list[bytes], list[tuple[int, int, int]], list[tuple[int, int]]] | None:
        """
        Rows of this position and of those after each action of a line, of all boards, the actions in
        standard order, the jumps and the captures; none if one cannot be played.
        """

    def match_line(
        self, actions: Sequence[Sequence[Sequence[int]]]
    ) -> list[
        tuple[
            list[tuple[int, int, int, int, int, int, int]], list[int], list[bool], MadeBoards, Position, bytes
        ]
    ]:
        """
        The first actions of a line, as far as each of their patterns fits one move: moves, kinds,
        captures, boards made and position after of each, and the moves as bytes.
        """

    def replay(self, data: bytes, most: int) -> list[tuple[MadeBoards, Position]] | None:
        """
        The boards that each action of a line makes and the position after it; none if one cannot be
        played.
        """

    def find_boards(self, data: bytes, most: int, squares: bytes) -> list[tuple[int, int, int]] | None:
        """
        Ply, row and half-turn of each board of a line that fits: squares, each with the number of codes
        that may stand there and the codes. Of the start all boards count, then those that an action
        makes; none if one cannot be played.
        """

    def code_at(self, row: int, time: int, square: int) -> int:
        """
        The code of the piece on a square; 0 if there is none, or no such board.
        """

class FirstActions:
    """First actions that force a mate of some length."""

    def next(self, watcher: object | None) -> list[tuple[int, int, int, int, int, int, int]] | None:
        """
        The moves of the next one, or none. Calls `watcher(nodes, actions looked at)` a few times a second.
        """

    def share(self, first: int, last: int) -> None:
        """Look only at the candidates from one number to another, further on."""

    @property
    def ended(self) -> bool: ...

class Mates:
    """A search for mates, with what it has proven so far."""

    def __init__(
        self, softmates: bool, table_bytes: int, seconds: float | None, rounds: int | None
    ) -> None: ...
    def first_actions(self, position: Position, length: int) -> FirstActions: ...
    @property
    def nodes(self) -> int: ...
    @property
    def rounds(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...

class InfiniteHunt:
    """A search for mates of a bare royal piece."""

    @staticmethod
    def of(position: InfinitePosition, seconds: float | None, rounds: int | None) -> InfiniteHunt | None:
        """None if the position is not of that kind, or too large."""

    def first_moves(self, length: int) -> list[tuple[int, int, int, int, bool]]:
        """
        Squares of the first moves to try, and whether each stands for itself alone.
        """

    def wins(
        self, from_x: int, from_y: int, to_x: int, to_y: int, length: int, watcher: object | None
    ) -> bool:
        """
        Whether a legal move mates within so many moves. Calls `watcher` a few times a second.
        """

    @property
    def rounds(self) -> int: ...
    @property
    def longest(self) -> int: ...

class Engine:
    """An engine with its transposition table."""

    def __init__(self, weights: Sequence[int], table_bytes: int, threads: int) -> None: ...
    def analyse(
        self,
        position: Position,
        seconds: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        watcher: object | None,
    ) -> tuple[
        list[tuple[int, int, int, list[list[tuple[int, int, int, int, int, int, int]]]]], int, int, int, float
    ]:
        """
        The best lines, depth, nodes, evaluations and seconds. Calls `watcher` with the same after each depth.
        """

    def stop(self) -> None:
        """End the search that runs, from another thread."""

    def clear(self) -> None: ...

def weight_names() -> list[str]:
    """The names of the weights, in the order in which they are passed."""

def evaluate(position: Position, weights: Sequence[int]) -> list[list[list[int]]]:
    """The terms of each side on the last board of every row."""

def static_value(position: Position, weights: Sequence[int]) -> int:
    """The evaluation from White's side."""

FAR_EDGE: int = 4611686018427387840

HOP_EDGE: int = 1152921504606846976

def infinite_code(kind: int, color: int, special: bool) -> int:
    """The code of a piece of infinite chess."""

class InfiniteValues:
    """The classes of squares, moves and rays, and the codes of the pieces."""

    def __init__(self, square: object, move: object, ray: object, codes: dict[Any, int]) -> None: ...

class InfiniteRules:
    """What stays the same from move to move."""

    @staticmethod
    def pack(
        players: Sequence[int],
        promotions: Sequence[tuple[int, Sequence[int], Sequence[int]]],
        goals: Sequence[int],
        border: Sequence[int | None],
        slide_limit: int | None,
        free_promotion: bool,
        drop_idle_rights: bool,
        automatic_move_rule: bool,
        counts_checks: bool,
    ) -> InfiniteRules | None: ...

class InfiniteMoves:
    """Legal moves as points and rays."""

    def points(self, values: InfiniteValues) -> tuple[Any, ...]: ...
    def rays(self, values: InfiniteValues) -> tuple[Any, ...]: ...
    def count(self, left: object, right: object, bottom: object, top: object) -> int | None:
        """How many moves end in a window; none if its edges are too large."""

class InfinitePosition:
    """A position of infinite chess."""

    @staticmethod
    def pack(
        values: InfiniteValues,
        rules: InfiniteRules,
        pieces: dict[Any, Any],
        en_passant: object | None,
        checks_given: Sequence[int],
        rule_count: int,
        rule_limit: int,
        knows_past: bool,
    ) -> InfinitePosition | None: ...
    @property
    def hash(self) -> int: ...
    @property
    def size(self) -> int: ...
    def find_moves(self) -> InfiniteMoves | None:
        """All legal moves; none if they need numbers beyond 64 bits."""

    def can_move(self) -> bool | None:
        """
        Whether there is a legal move; none if that needs numbers beyond 64 bits.
        """

    def checks(self, values: InfiniteValues) -> tuple[Any, ...]:
        """The royal pieces of the player to move that are attacked."""

    def checkers(self, values: InfiniteValues) -> tuple[Any, ...]:
        """The pieces that attack them, each once."""

    def allows(self, values: InfiniteValues, move: object) -> bool | None:
        """Whether a move is legal; none if it goes too far."""

    def play(self, values: InfiniteValues, move: object) -> tuple[Any, ...] | None:
        """
        What a legal move does, and the position after it; none if it is not legal or goes too far.
        """

    def summary(self) -> tuple[bool, bool | None, bool, bool]:
        """
        Whether there is check, a legal move, perhaps a repetition, too few pieces.
        """

    def is_ongoing(self) -> bool:
        """
        Whether the game certainly goes on: a legal move and none of that, no further goals, no draw.
        """

class InfiniteEngine:
    """An engine of infinite chess with its transposition table."""

    def __init__(self, weights: Sequence[int], table_bytes: int, threads: int) -> None: ...
    def analyse(
        self,
        position: InfinitePosition,
        seconds: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        watcher: object | None,
    ) -> tuple[list[tuple[int, int, int, list[tuple[int, int, int, int, int]]]], int, int, int, float] | None:
        """
        The best lines, depth, nodes, evaluations and seconds; none if numbers do not fit.
        """

    def stop(self) -> None:
        """End the search that runs, from another thread."""

    def clear(self) -> None: ...

def infinite_weight_names() -> list[str]:
    """
    The names of the weights of infinite chess, in the order in which they are passed.
    """

def infinite_evaluate(
    position: InfinitePosition, color: int, weights: Sequence[int]
) -> tuple[list[list[int]], int]:
    """The terms of each colour, and the whole from the side of one."""
