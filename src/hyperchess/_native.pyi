"""
C++ kernel. Use `hyperchess.multiverse`, `hyperchess.infinite` and `hyperchess.engine` instead.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

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
        """Return the boards, with the boards from which they branched."""

class Position:
    """A position as bitboards."""

    def __init__(self, state: PositionState) -> None: ...
    def __getstate__(self) -> PositionState: ...
    def __setstate__(self, state: PositionState) -> None: ...
    @property
    def width(self) -> int:
        """Number of files."""

    @property
    def height(self) -> int:
        """Number of ranks."""

    @property
    def even(self) -> bool:
        """Whether there are two middle timelines."""

    @property
    def lowest_row(self) -> int:
        """Row of the lowest timeline."""

    def ends(self) -> list[int]:
        """Return the last half-turn of every row, from the lowest."""

    def initial_rows(self) -> list[int]:
        """Return the rows of the starting position."""

    def with_player(self, player: int) -> Position:
        """Return the position with `player` to move."""

    def keys(self, before: Position | None) -> PositionKeys:
        """Return the keys, and those of the boards that `before` does not have."""

    def match(self, pattern: Sequence[int]) -> list[tuple[int, int, int, int, int, int, int]]:
        """Return the moves that match a pattern."""

    def count_moves(self) -> int:
        """Return the number of moves on playable boards."""

    def move(self, numbers: tuple[int, int, int, int, int, int, int]) -> Advanced | None:
        """Play one move; return `None` if it is not possible."""

    def play_action(
        self, action: Sequence[tuple[int, int, int, int, int, int, int]]
    ) -> EffectOfAction | None:
        """Play an action; return `None` if it is not legal."""

    def checks(self, passing: bool) -> list[tuple[int, int, int, int, int, int, int, int]]:
        """
        Return the attacks on royals, now or after a pass on every mandatory board.
        """

    def in_check(self) -> bool:
        """Return whether there are checks after a pass."""

    def may_submit(self) -> bool:
        """Return whether the action may be submitted."""

    def memory(self) -> int:
        """
        Return the size in bytes, including boards shared with other positions.
        """

    def code_at(self, row: int, time: int, square: int) -> int:
        """
        Return the code of the piece on a square, or 0 if there is no piece or no such board.
        """

    def count_actions(self, limit: int | None, seconds: float | None, rounds: int | None) -> int:
        """Return the number of legal actions, counted up to `limit`."""

    def status(self, seconds: float | None, rounds: int | None) -> str:
        """Return the status; raise `BudgetExhausted` if it stays unknown."""

    def perft(self, depth: int, seconds: float | None, rounds: int | None) -> int:
        """Return the number of sequences of `depth` legal actions."""

    def actions(self, seconds: float | None, rounds: int | None) -> Actions:
        """Return the legal actions."""

    def line_table(self, data: bytes) -> LineTable | None:
        """
        Return rows of this position and of the position after each encoded action, rows of all boards,
        the actions in standard order, jumps and captures; or `None` if an action cannot be played.
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

    def replay(self, data: bytes, most: int) -> list[Advanced] | None:
        """
        Play up to `most` encoded actions; return `None` if one of them cannot be played.
        """

    def find_boards(self, data: bytes, most: int, squares: bytes) -> list[tuple[int, int, int]] | None:
        """
        Return ply, row and half-turn of each board that matches: all boards of this position, and the
        boards made by up to `most` actions. `squares` has square, number of accepted codes and the
        codes for each square. Return `None` if an action cannot be played.
        """

class TimelineCells(NamedTuple):
    start: int
    is_initial: bool
    boards: list[bytes]

class PositionState(NamedTuple):
    width: int
    height: int
    player: int
    is_even: bool
    promotions: bytes
    lowest_row: int
    timelines: list[TimelineCells]

class PositionKeys(NamedTuple):
    full: tuple[int, int]
    front: tuple[int, int]
    material: int
    boards: list[tuple[int, int, int]]

class Advanced(NamedTuple):
    boards: MadeBoards
    after: Position

class EffectOfMove(NamedTuple):
    kind: int
    piece: int
    captured: int
    captured_on: int
    new_row: int | None
    at_present: bool
    rivals: list[tuple[int, int, int, int, int, int, int]]

class EffectOfAction(NamedTuple):
    moves: list[EffectOfMove]
    boards: MadeBoards
    after: Position
    checks: list[tuple[int, int, int, int, int, int, int, int]]
    timelines: int

class LineTable(NamedTuple):
    positions: bytes
    boards: bytes
    actions: list[bytes]
    jumps: list[tuple[int, int, int]]
    captures: list[tuple[int, int]]

class FirstActions:
    """Iterator over the first actions that force mate."""

    def next(
        self, watcher: Callable[[int, int], None] | None
    ) -> list[tuple[int, int, int, int, int, int, int]] | None:
        """
        Return the moves of the next action, or `None`. Call `watcher(nodes, actions examined)` a few
        times a second.
        """

    def share(self, first: int, last: int) -> None:
        """
        From now on, examine only the candidates with numbers from `first` up to `last`.
        """

    @property
    def ended(self) -> bool:
        """Whether all candidates have been examined."""

class Mates:
    """Mate search with its transposition table."""

    def __init__(
        self, softmates: bool, table_bytes: int, seconds: float | None, rounds: int | None
    ) -> None: ...
    def first_actions(self, position: Position, length: int) -> FirstActions:
        """Return the first actions that force mate in `length`."""

    @property
    def nodes(self) -> int:
        """Number of searched positions."""

    @property
    def rounds(self) -> int:
        """Number of rounds spent."""

    @property
    def table_bytes(self) -> int:
        """Size of the table."""

class StopToken:
    """Asks searches to stop, from any thread and also before they begin."""

    def __init__(self) -> None: ...
    def stop(self) -> None:
        """Stop all searches that have this token."""

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` has been called."""

class Engine:
    """Engine of 5D chess with its transposition table."""

    def __init__(
        self, weights: Sequence[int], bytes: int, threads: int, parameters: Sequence[int]
    ) -> None: ...
    def analyse(
        self,
        position: Position,
        seconds: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        stop: StopToken | None,
        watcher: Callable[[Report], None] | None,
    ) -> Report:
        """
        Return the best lines. Call `watcher` with a report after each depth. Raise `Busy` while another
        search runs.
        """

    def clear(self) -> None:
        """Clear the transposition table; raise `Busy` while a search runs."""

    @property
    def bytes(self) -> int:
        """Memory of a search with its threads."""

class Pv(NamedTuple):
    value: int
    mate: int
    depth: int
    actions: list[list[tuple[int, int, int, int, int, int, int]]]

class Report(NamedTuple):
    variations: list[Pv]
    depth: int
    nodes: int
    evaluations: int
    seconds: float
    timed_out: bool
    most_unchecked: int

class ParameterInfo(NamedTuple):
    name: str
    value: int
    least: int
    most: int

def search_parameters() -> list[ParameterInfo]:
    """
    Return names, defaults and bounds of the search parameters of 5D chess.
    """

def weight_names() -> list[str]:
    """
    Return the names of the weights, in the order in which they are passed.
    """

class Terms(NamedTuple):
    material: int
    placement: int
    mobility: int
    attack: int
    shelter: int
    hanging: int
    loose: int
    across: int

def evaluate(position: Position, weights: Sequence[int]) -> list[list[Terms]]:
    """Return the terms of each side on the last board of every row."""

def placements(position: Position, weights: Sequence[int]) -> list[list[int]]:
    """
    Return the values of the squares of all pieces on the last board of every row.
    """

def static_value(position: Position, weights: Sequence[int]) -> int:
    """Return the evaluation from White's point of view."""

FAR_EDGE: int = 4611686018427387840

HOP_EDGE: int = 1152921504606846976

def infinite_code(kind: int, color: int, special: bool) -> int:
    """Return the code of a piece of infinite chess."""

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
    ) -> InfiniteRules | None:
        """
        Return `None` if a number is too large, or for pieces that the kernel does not support.
        """

class InfiniteMoves:
    """Legal moves as points and rays."""

    def points(self) -> list[Any]:
        """Return the moves that are not slides."""

    def rays(self) -> list[Any]:
        """Return the slides."""

    def count(self, lowest: Any, highest: Any) -> int | None:
        """
        Return the number of moves that end in a window, or `None` if its edges are too large.
        """

class InfinitePosition:
    """A position of infinite chess."""

    @staticmethod
    def pack(
        rules: InfiniteRules,
        slots: dict[Any, Any],
        en_passant: Any | None,
        checks_given: Sequence[int],
        rule_count: int,
        rule_limit: int,
        knows_past: bool,
    ) -> InfinitePosition | None:
        """
        Return `None` if a coordinate is too large, or for pieces that the kernel does not support.
        """

    @property
    def hash(self) -> int:
        """Hash of pieces, players and an open en passant square."""

    @property
    def size(self) -> int:
        """Number of pieces."""

    def find_moves(self) -> InfiniteMoves | None:
        """Return all legal moves, or `None` if they need numbers beyond 64 bits."""

    def can_move(self) -> bool | None:
        """
        Return whether there is a legal move, or `None` if that needs numbers beyond 64 bits.
        """

    def checks(self) -> list[Any]:
        """Return the attacked royal pieces of the player to move."""

    def checkers(self) -> list[Any]:
        """Return the pieces that give check, each once."""

    def allows(self, move: Any) -> bool | None:
        """Return whether a move is legal, or `None` if it goes too far."""

    def play(
        self, move: Any
    ) -> tuple[Any, Any, Any | None, list[tuple[Any, Any, Any]], Any, bool, bool, InfinitePosition] | None:
        """
        Return the effect of a legal move and the position after it, or `None` if it is illegal or goes
        too far.
        """

    def summary(self) -> InfiniteSummary:
        """Return the facts that the status depends on."""

    def is_ongoing(self) -> bool:
        """
        Return whether the game is certainly not over: there is a legal move, no check, no repetition,
        sufficient material, no further goal and no draw by the move rule.
        """

class InfiniteSummary(NamedTuple):
    in_check: bool
    can_move: bool | None
    may_repeat: bool
    is_insufficient: bool

class InfiniteHunt:
    """Search for mates of a bare royal piece."""

    @staticmethod
    def of(position: InfinitePosition, seconds: float | None, rounds: int | None) -> InfiniteHunt | None:
        """
        Return a search, or `None` if the position is of another kind or too large.
        """

    def first_moves(self, length: int) -> list[HuntMove]:
        """
        Return the first moves to try, and whether each represents only itself.
        """

    def wins(self, start: Any, end: Any, length: int, watcher: Callable[[], None] | None) -> bool:
        """
        Return whether a legal move mates within `length` moves. Call `watcher` a few times a second.
        """

    @property
    def rounds(self) -> int:
        """Number of rounds spent."""

    @property
    def longest(self) -> int:
        """Maximum length of a mate."""

class HuntMove(NamedTuple):
    start: Any
    end: Any
    is_single: bool

class InfiniteEngine:
    """Engine of infinite chess with its transposition table."""

    def __init__(
        self, weights: Sequence[int], bytes: int, threads: int, parameters: Sequence[int]
    ) -> None: ...
    def analyse(
        self,
        position: InfinitePosition,
        seconds: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        stop: StopToken | None,
        mates: InfiniteWindow | None,
        watcher: Callable[[InfiniteReport], None] | None,
    ) -> InfiniteReport | None:
        """
        Return the best lines, or `None` if numbers beyond 64 bits are needed. `mates` is a table of the
        material. Call `watcher` with a report after each depth. Raise `Busy` while another search runs.
        """

    def clear(self) -> None:
        """Clear the tables; raise `Busy` while a search runs."""

    @property
    def bytes(self) -> int:
        """Memory of a search with its threads."""

class InfinitePv(NamedTuple):
    value: int
    mate: int
    depth: int
    actions: list[Any]

class InfiniteReport(NamedTuple):
    variations: list[InfinitePv]
    depth: int
    nodes: int
    evaluations: int
    seconds: float
    timed_out: bool
    most_unchecked: int

def infinite_search_parameters() -> list[ParameterInfo]:
    """
    Return names, defaults and bounds of the search parameters of infinite chess.
    """

def infinite_weight_names() -> list[str]:
    """
    Return the names of the weights of infinite chess, in the order in which they are passed.
    """

class InfiniteTerms(NamedTuple):
    material: int
    pawns: int
    activity: int
    threats: int
    safety: int
    mate: int
    goals: int

class InfiniteEvaluation(NamedTuple):
    terms: list[InfiniteTerms]
    value: int

def infinite_evaluate(position: InfinitePosition, color: int, weights: Sequence[int]) -> InfiniteEvaluation:
    """
    Return the terms of each colour, and the evaluation from the point of view of `color`.
    """

class Tuner:
    """
    Games of the engine of 5D chess against itself, and rows to fit its weights.
    """

    def __init__(self, weights: Sequence[int]) -> None: ...
    def play(self, position: Position, seed: int, opening: int, nodes: int, length: int) -> TuningGame:
        """
        Play a game: up to `opening` random actions, then `nodes` to three times as many nodes for each
        action. It is adjudicated after `length` actions.
        """

    def rows(self, position: Position, data: bytes) -> TuningRows | None:
        """
        Return the evaluation of the position before each encoded action and its derivatives by the
        weights, or `None` if an action cannot be played.
        """

class TuningGame(NamedTuple):
    actions: bytes
    scores: list[int]
    result: int

class TuningRows(NamedTuple):
    values: bytes
    checks: bytes
    counts: bytes
    weights: bytes
    derivatives: bytes

class InfiniteWindow:
    """A table of mates of a bare king, in a window that moves with it."""

    def __init__(self, pieces: Sequence[int], has_rook: bool, reach: int, rook_reach: int) -> None: ...
    def solve(self) -> None:
        """Find all mates."""

    def load(self, black_to_move: bytes) -> None:
        """Use values that were found earlier."""

    def white_to_move(self) -> bytes:
        """Return moves to mate with White to move, by index; 255 is unknown."""

    def black_to_move(self) -> bytes:
        """
        Return moves to mate with the bare king to move, by index; 255 is unknown.
        """

class InfiniteDraws:
    """
    A table of forced captures by a bare king, and of its stalemates, in the window of a table of mates.
    """

    def __init__(self, window: InfiniteWindow) -> None: ...
    def solve(self) -> None:
        """Find all forced captures."""

    def white_to_move(self) -> bytes:
        """
        Return moves to the capture with White to move, by index; 255 is unknown.
        """

    def black_to_move(self) -> bytes:
        """
        Return moves to the capture with the bare king to move, by index; 255 is unknown.
        """

    def count(self, white_to_move: bool) -> list[list[int]]:
        """
        Return the numbers of positions, of won and of drawn ones, by the distance of the farthest
        piece. A rook is remote. Both tables must be solved.
        """

def use_infinite_classes(square: object, move: object, ray: object, codes: dict[Any, int]) -> None:
    """
    Set the classes of squares, moves and rays of infinite chess, and the codes of its pieces.
    """
