"""
C++ kernel. Use `hyperchess.multiverse`, `hyperchess.infinite` and `hyperchess.engine` instead.
"""

from collections.abc import Sequence
from typing import Any

MAX_SQUARES: int = 64

MAX_TIMELINES: int = 1000

MAX_BOARDS: int = 100000

ANYTHING: int = -2147483648

class Handle:
    """A legal action, not converted to moves yet."""

    def moves(self) -> list[int]:
        """Return its moves in standard order, as numbers for `Actions.move`."""

    def play(self) -> Position:
        """Return the position after it."""

class Actions:
    """The legal actions of a position, generated as they are fetched."""

    def fetch(self, most: int) -> list[Handle]:
        """Return up to `most` further actions; empty if there are none left."""

    def move(self, number: int) -> tuple[int, int, int, int, int, int, int]:
        """Return the move with a number."""

class MadeBoards:
    """Boards made by moves."""

    def cells(self) -> list[tuple[int, int, bytes, tuple[int, int] | None]]:
        """
        Return row, half-turn and cells of each board, and row and half-turn of the board it branched from.
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
        """Return the last half-turn of every row, from the lowest."""

    def initial_rows(self) -> list[int]:
        """Return the rows of the starting position."""

    def with_player(self, player: int) -> Position: ...
    def keys(self, before: Position | None) -> tuple[int, int, int, int, int, list[tuple[int, int, int]]]:
        """
        Return low and high words of the key and of the front key, the material key, and the new boards.
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
        Return keys and facts of this position and of the position after each action, or `None` if an
        action cannot be played.
        """

    def match(self, pattern: Sequence[int]) -> list[tuple[int, int, int, int, int, int, int]]:
        """Return the moves that match a pattern."""

    def count_moves(self) -> int: ...
    def move(self, numbers: tuple[int, int, int, int, int, int, int]) -> tuple[MadeBoards, Position] | None:
        """
        Return the boards that one move makes and the position after it, or `None` if it is not possible.
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
        Play a legal action: effect of each move, boards made, position after, checks, timelines before.
        """

    def checks(self, passing: bool) -> list[tuple[int, int, int, int, int, int, int, int]]: ...
    def in_check(self) -> bool: ...
    def may_submit(self) -> bool: ...
    def count_actions(self, limit: int | None, seconds: float | None, rounds: int | None) -> int: ...
    def status(self, seconds: float | None, rounds: int | None) -> str: ...
    def perft(self, depth: int, seconds: float | None, rounds: int | None) -> int: ...
    def memory(self) -> int:
        """
        Return the size in bytes, including boards shared with other positions.
        """

    def actions(self, seconds: float | None, rounds: int | None) -> Actions: ...
    def line_table(
        self, data: bytes
    ) -> tuple[bytes, bytes, list[bytes], list[tuple[int, int, int]], list[tuple[int, int]]] | None:
        """
        Return rows of this position and of the position after each action, rows of all boards, the
        actions in standard order, jumps and captures; or `None` if an action cannot be played.
        """

    def match_line(
        self, actions: Sequence[Sequence[Sequence[int]]]
    ) -> list[
        tuple[
            list[tuple[int, int, int, int, int, int, int]], list[int], list[bool], MadeBoards, Position, bytes
        ]
    ]:
        """
        Resolve the first actions, as long as each of their patterns matches one move. Return moves,
        kinds, captures, boards made, position after, and the moves as bytes for each action.
        """

    def replay(self, data: bytes, most: int) -> list[tuple[MadeBoards, Position]] | None:
        """
        Return the boards that each of up to `most` actions makes and the position after it, or `None` if
        an action cannot be played.
        """

    def find_boards(self, data: bytes, most: int, squares: bytes) -> list[tuple[int, int, int]] | None:
        """
        Return ply, row and half-turn of each board that matches: all boards of this position, and the
        boards made by up to `most` actions. `squares` has square, number of accepted codes and the codes
        for each square. Return `None` if an action cannot be played.
        """

    def code_at(self, row: int, time: int, square: int) -> int:
        """
        Return the code of the piece on a square, or 0 if there is no piece or no such board.
        """

class FirstActions:
    """Iterator over the first actions that force mate."""

    def next(self, watcher: object | None) -> list[tuple[int, int, int, int, int, int, int]] | None:
        """
        Return the moves of the next action, or `None`. Call `watcher(nodes, actions examined)` a few
        times a second.
        """

    def share(self, first: int, last: int) -> None:
        """
        From now on, examine only the candidates with numbers from `first` up to `last`.
        """

    @property
    def ended(self) -> bool: ...

class Mates:
    """Mate search with its transposition table."""

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
    """Search for mates of a bare royal piece."""

    @staticmethod
    def of(position: InfinitePosition, seconds: float | None, rounds: int | None) -> InfiniteHunt | None:
        """
        Return a search, or `None` if the position is of another kind or too large.
        """

    def first_moves(self, length: int) -> list[tuple[int, int, int, int, bool]]:
        """
        Return the squares of the first moves to try, and whether each represents only itself.
        """

    def wins(
        self, from_x: int, from_y: int, to_x: int, to_y: int, length: int, watcher: object | None
    ) -> bool:
        """
        Return whether a legal move mates within `length` moves. Call `watcher` a few times a second.
        """

    @property
    def rounds(self) -> int: ...
    @property
    def longest(self) -> int: ...

class Engine:
    """Engine of 5D chess with its transposition table."""

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
        Return the best lines, depth, nodes, evaluations and seconds. Call `watcher` with the same after
        each depth.
        """

    def stop(self) -> None:
        """Stop the running search, from another thread."""

    def clear(self) -> None: ...

def weight_names() -> list[str]:
    """
    Return the names of the weights, in the order in which they are passed.
    """

def evaluate(position: Position, weights: Sequence[int]) -> list[list[list[int]]]:
    """Return the terms of each side on the last board of every row."""

def static_value(position: Position, weights: Sequence[int]) -> int:
    """Return the evaluation from White's point of view."""

FAR_EDGE: int = 4611686018427387840

HOP_EDGE: int = 1152921504606846976

def infinite_code(kind: int, color: int, special: bool) -> int:
    """Return the code of a piece of infinite chess."""

class InfiniteValues:
    """Classes of squares, moves and rays, and codes of the pieces."""

    def __init__(self, square: object, move: object, ray: object, codes: dict[Any, int]) -> None: ...

class InfiniteRules:
    """Rules of a variant, which stay the same from move to move."""

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
        """
        Return the number of moves that end in a window, or `None` if its edges are too large.
        """

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
        """Return all legal moves, or `None` if they need numbers beyond 64 bits."""

    def can_move(self) -> bool | None:
        """
        Return whether there is a legal move, or `None` if that needs numbers beyond 64 bits.
        """

    def checks(self, values: InfiniteValues) -> tuple[Any, ...]:
        """Return the attacked royal pieces of the player to move."""

    def checkers(self, values: InfiniteValues) -> tuple[Any, ...]:
        """Return the pieces that give check, each once."""

    def allows(self, values: InfiniteValues, move: object) -> bool | None:
        """Return whether a move is legal, or `None` if it goes too far."""

    def play(self, values: InfiniteValues, move: object) -> tuple[Any, ...] | None:
        """
        Return the effect of a legal move and the position after it, or `None` if it is illegal or goes
        too far.
        """

    def summary(self) -> tuple[bool, bool | None, bool, bool]:
        """
        Return whether there is check, a legal move, possibly a repetition, insufficient material.
        """

    def is_ongoing(self) -> bool:
        """
        Return whether the game is certainly not over: there is a legal move, none of the others, no
        further goal and no draw by the move rule.
        """

class InfiniteEngine:
    """Engine of infinite chess with its transposition table."""

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
        Return the best lines, depth, nodes, evaluations and seconds, or `None` if numbers beyond 64 bits
        are needed.
        """

    def stop(self) -> None:
        """Stop the running search, from another thread."""

    def clear(self) -> None: ...

def infinite_weight_names() -> list[str]:
    """
    Return the names of the weights of infinite chess, in the order in which they are passed.
    """

def infinite_evaluate(
    position: InfinitePosition, color: int, weights: Sequence[int]
) -> tuple[list[list[int]], int]:
    """
    Return the terms of each colour, and the evaluation from the point of view of `color`.
    """
