"""Native rules of 5D chess. Only this module and the engine import `hyperchess._native`.

`NativeRules` returns exactly the results of the Python rules, faster. A state is packed into bitboards once;
playing a move derives the next packed state. Boards of more than 64 squares are delegated to the Python
rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import starmap
from typing import TYPE_CHECKING, Generic, NoReturn

from hyperchess import _native
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted, IllegalAction, InvalidMove, InvalidPosition
from hyperchess.multiverse.actions.played import MoveEffect, PlayedAction, checks_by, rook_target
from hyperchess.multiverse.board_pattern import BoardPattern, FoundBoard, list_codes
from hyperchess.multiverse.coordinates import HalfTurn, Square, Timeline
from hyperchess.multiverse.line_table import LineTable
from hyperchess.multiverse.mates import MateSearch, Watch
from hyperchess.multiverse.memo import Memo
from hyperchess.multiverse.moves import Action, Move, MoveKind, MovePattern
from hyperchess.multiverse.outline import Outline
from hyperchess.multiverse.pieces import PIECE_OF_CODE, Piece
from hyperchess.multiverse.rules import PlainReading, status_of
from hyperchess.multiverse.state import State, StateT
from hyperchess.multiverse.timelines import Growth
from hyperchess.ruleset import BoardKey, Check, PositionKeys, Status, Verdict

if TYPE_CHECKING:
    from hyperchess.multiverse.reference import ReferenceRules

__all__ = ["Handle", "NativeRules", "moves_by_numbers", "pack", "packed"]

Handle = _native.Handle
"""A legal action that has not been converted to moves: `NativeRules.handles` yields them."""

_KINDS = (MoveKind.PHYSICAL, MoveKind.HOP, MoveKind.BRANCH)
_ALONE = tuple((kind,) for kind in _KINDS)
_FIRST_CHUNK, _LARGEST_CHUNK = 1, 1024
_FAR = 1 << 30
_MANY = (1 << 63) - 1
_LETTERS = {0: "", **{code: piece.text.rstrip("*") for code, piece in PIECE_OF_CODE.items()}}

_MoveNumbers = tuple[int, int, int, int, int, int, int]
_CheckNumbers = tuple[int, int, int, int, int, int, int, int]


@cache
def _python_rules() -> ReferenceRules:
    """Return the rules in Python, which few positions need."""
    from hyperchess.multiverse.reference import ReferenceRules

    return ReferenceRules()


class NativeRules:
    """`Rules` in C++."""

    name = "native"

    def outline(self, position: State) -> Outline:
        """Return the outline, which a packed position provides without assembling boards."""
        board = position._packed
        if isinstance(board, _native.Position):
            return _outline(board)
        return Outline.of_timelines(position.timeline_boards)

    def keys(self, position: State, before: State | None) -> PositionKeys:
        """Return the keys of a position and of its new boards."""
        board = packed(position)
        if board is None:
            return _python_rules().keys(position, before)
        earlier = None if before is None else packed(before)
        found = board.keys(earlier)
        boards = tuple(starmap(BoardKey, found.boards))
        return PositionKeys(_key(found.full), _key(found.front), found.material, boards)

    def line_table(self, position: State, data: bytes) -> LineTable:
        """Return the facts of a line as rows."""
        board = packed(position)
        found = None if board is None else board.line_table(data)
        if found is None:
            return _python_rules().line_table(
                _reference(position), data
            )  # raises the error with its explanation
        jumps: dict[int, str] = {}
        for ply, code, back in found.jumps:
            jumps[ply] = f"{jumps[ply]} {_LETTERS[code]}{back}" if ply in jumps else f"{_LETTERS[code]}{back}"
        captures: dict[int, str] = {}
        for ply, code in found.captures:
            captures[ply] = f"{captures[ply]} {_LETTERS[code]}" if ply in captures else _LETTERS[code]
        return LineTable(found.positions, found.boards, tuple(found.actions), jumps, captures)

    def replay(self, position: StateT, data: bytes, most: int) -> list[StateT]:
        """Return the positions after each action of a line."""
        board = packed(position)
        found = None if board is None else board.replay(data, min(most, _FAR))
        if found is None:
            return _python_rules().replay(_reference(position), data, most)
        positions: list[StateT] = []
        for boards, after in found:
            position = position._derived(boards, position.player.other, after)
            positions.append(position)
        return positions

    def find_boards(self, position: State, data: bytes, pattern: BoardPattern, most: int) -> list[FoundBoard]:
        """Return the boards of a line that fit a pattern."""
        board = packed(position)
        if board is not None and (board.width, board.height) != (pattern.width, pattern.height):
            return []
        found = None if board is None else board.find_boards(data, min(most, _FAR), _pattern_bytes(pattern))
        if found is None:
            from hyperchess.multiverse.reference.board_search import find_boards

            return find_boards(self, position, data, pattern, most)
        return list(starmap(FoundBoard, found))

    def piece(self, position: State, square: Square) -> Piece | None:
        """Return the piece on a square."""
        board = packed(position)
        if board is None:
            return _python_rules().piece(position, square)
        row, time = square.timeline.row(even=board.even), 2 * square.turn + square.color
        if (
            _TIMELINES[board.even][row] != square.timeline
        ):  # a signed zero in an odd start, or a plain zero in an even one
            return None
        number = _square_number(square.file, square.rank, board.width)
        return PIECE_OF_CODE.get(board.code_at(_clamp_int32(row), _clamp_int32(time), number))

    def moves(self, position: State) -> tuple[Move, ...]:
        """Return all moves on playable boards."""
        return self.match(position, MovePattern())

    def match(self, position: State, pattern: MovePattern) -> tuple[Move, ...]:
        """Return the moves that fit a pattern."""
        board = packed(position)
        if board is None:
            return _python_rules().match(position, pattern)
        even = board.even
        found = board.match((pattern._packed or _pattern_numbers(pattern))[even])
        moves = _MOVES[board.width, even]
        return tuple([moves[numbers] for numbers in found])

    def match_unique(self, position: StateT, patterns: Sequence[MovePattern]) -> PlainReading[StateT] | None:
        """Return the legal action of the patterns if each fits exactly one move."""
        line = self.match_line(position, (patterns,))
        return line[0] if line else None

    def match_line(
        self, position: StateT, actions: Sequence[Sequence[MovePattern]]
    ) -> list[PlainReading[StateT]]:
        """Return the first actions of a line, as far as each of their patterns fits exactly one move."""
        board = packed(position)
        if board is None:
            return _python_rules().match_line(position, actions)
        even = board.even
        found = board.match_line(
            [
                [(pattern._packed or _pattern_numbers(pattern))[even] for pattern in action]
                for action in actions
            ]
        )
        moves = _MOVES[board.width, even]
        positions = _LinePositions(position, found)
        return [
            _LineReading((moves[numbers[0]],), _ALONE[kinds[0]], (captures[0],), positions, place, data)
            if len(numbers) == 1  # the most common case
            else _LineReading(
                tuple([moves[each] for each in numbers]),
                tuple([_KINDS[kind] for kind in kinds]),
                tuple(captures),
                positions,
                place,
                data,
            )
            for place, (numbers, kinds, captures, _, _, data) in enumerate(found)
        ]

    def move(self, position: StateT, move: Move) -> StateT:
        """Return the unfinished state after one move."""
        board = packed(position)
        if board is None:
            return _python_rules().move(position, move)
        made = board.move(_numbers(move, board.width, even=board.even))
        if made is None:
            _explain(position, move)
        boards, after = made
        return position._derived(boards, position.player, after, before=position, last_move=move)

    def play_action(self, position: StateT, action: Sequence[Move]) -> PlayedAction[StateT] | None:
        """Return a legal action with the effect of each move, or `None`."""
        board = packed(position)
        if board is None:
            return _python_rules().play_action(position, action)
        width, even = board.width, board.even
        known = _MOVES[width, even]
        played = board.play_action([_numbers(move, width, even=even) for move in action])
        if played is None:
            return None
        checks = tuple([_check(each, width, even) for each in played.checks])
        moves = []
        for move, (kind, code, captured, square, row, moves_present, rivals) in zip(
            action, played.moves, strict=True
        ):
            piece = PIECE_OF_CODE[code]
            rook_to = rook_target(move, piece)
            new = None if row is None else _TIMELINES[even][row]
            taken = None
            if square >= 0:
                rank, file = divmod(square, width)
                taken = move.target._replace(file=file, rank=rank)
            effect = MoveEffect(
                move=move,
                kind=_KINDS[kind],
                piece=piece,
                captured=PIECE_OF_CODE.get(captured),
                captured_on=taken,
                rook_to=rook_to,
                new_timeline=new,
                moves_present=moves_present,
                checks=checks_by(move, rook_to, new, checks) if checks else (),
                rivals=tuple([known[rival] for rival in rivals]) if rivals else (),
            )
            moves.append(effect)
        after = position._derived(played.boards, position.player.other, played.after)
        return PlayedAction(tuple(moves), after, checks, played.timelines)

    def submit(self, position: StateT) -> StateT:
        """Return the position with the opponent to move."""
        board = packed(position)
        if board is None:
            return _python_rules().submit(position)
        player = position.player.other
        return position._derived(None, player, board.with_player(player))

    def checks(self, position: State, *, passing: bool) -> tuple[Check[Square], ...]:
        """Return the attacks on the player's royals."""
        board = packed(position)
        if board is None:
            return _python_rules().checks(position, passing=passing)
        width, even = board.width, board.even
        return tuple([_check(numbers, width, even) for numbers in board.checks(passing)])

    def in_check(self, position: State) -> bool:
        """Return whether one of the player's royals is attacked."""
        board = packed(position)
        return _python_rules().in_check(position) if board is None else board.in_check()

    def submit_fault(self, position: State) -> IllegalAction | None:
        """Return the reason why this state may not be submitted, or `None`."""
        board = packed(position)
        if board is None:
            return _python_rules().submit_fault(position)
        if board.may_submit():
            return None
        from hyperchess.multiverse.reference.legality import submit_fault

        return submit_fault(position, self.checks(position, passing=False))

    def may_submit(self, position: State) -> bool:
        """Return whether this state may be submitted."""
        board = packed(position)
        return _python_rules().may_submit(position) if board is None else board.may_submit()

    def actions(self, position: State, budget: Budget) -> Iterator[Action]:
        """Yield all legal actions in standard order."""
        board = packed(position)
        if board is None:
            yield from _python_rules().actions(position, budget)
            return
        source = board.actions(*_limits(budget))
        known = _MOVES[board.width, board.even]
        moves: dict[int, Move] = {}
        for handle in _fetch(source):
            numbers = handle.moves()
            for number in numbers:
                if number not in moves:
                    moves[number] = known[source.move(number)]
            yield Action(tuple([moves[number] for number in numbers]))

    def handles(self, position: State, budget: Budget) -> Iterator[Handle]:
        """Yield all legal actions as handles, an order of magnitude faster than `actions`.

        Raise `InvalidPosition` for boards of more than 64 squares.
        """
        board = packed(position)
        if board is None:
            raise InvalidPosition("handles are not available for boards of more than 64 squares")
        return _fetch(board.actions(*_limits(budget)))

    def count_actions(self, position: State, limit: int | None, budget: Budget) -> int:
        """Return the number of legal actions, counted up to `limit`."""
        board = packed(position)
        if board is None:
            return _python_rules().count_actions(position, limit, budget)
        most = None if limit is None else min(limit, _MANY)
        return board.count_actions(most, *_limits(budget))

    def status(self, position: State, budget: Budget) -> Status:
        """Return the status of the position."""
        board = packed(position)
        if board is None:
            return _python_rules().status(position, budget)
        try:
            return status_of(board.status(*_limits(budget)), position.player)
        except BudgetExhausted:
            return Status(Verdict.UNKNOWN, None, self.in_check(position))

    def perft(self, position: State, depth: int, budget: Budget) -> int:
        """Return the number of sequences of legal actions."""
        board = packed(position)
        if board is None:
            return _python_rules().perft(position, depth, budget)
        return board.perft(depth, *_limits(budget))

    def mates(
        self, position: State, budget: Budget, *, softmates: bool, memory: int, watch: Watch | None
    ) -> MateSearch:
        """Return a search for forced mates."""
        if packed(position) is None:
            return _python_rules().mates(position, budget, softmates=softmates, memory=memory, watch=watch)
        return _Mates(_native.Mates(softmates, max(0, memory), *_limits(budget)), watch)


_FoundAction = tuple[list[_MoveNumbers], list[int], list[bool], _native.MadeBoards, _native.Position, bytes]


class _LineReading(PlainReading[StateT]):
    """A reading of an action of a line."""

    __slots__ = ()

    @property
    def outline(self) -> Outline:
        """The outline of the position after the moves; the position itself is not assembled."""
        assert isinstance(self._positions, _LinePositions)
        return self._positions.outline(self._place)


class _LinePositions(Generic[StateT]):
    """The positions after the actions of a line, each derived from its predecessors on demand."""

    __slots__ = ("_found", "_growths", "_made", "_start")

    def __init__(self, start: StateT, found: Sequence[_FoundAction]) -> None:
        self._start = start
        self._found = found
        self._growths: list[Growth] = []
        self._made: dict[int, StateT] = {}

    def __getitem__(self, place: int) -> StateT:
        made = self._made.get(place)
        if made is None:
            start, growths = self._start, self._growths
            if len(growths) <= place:
                growths = growths.copy()  # another thread may be appending at the same time
                growth = growths[-1] if growths else start._growth
                for number in range(len(growths), place + 1):
                    growth = growth.added(self._found[number][3], start.player.after(number))
                    growths.append(growth)
                self._growths = growths
            after = self._found[place][4]
            made = start._grown(growths[place], start.player.after(place + 1), after)
            self._made[place] = made
        return made

    def outline(self, place: int) -> Outline:
        """Return the outline of the position at index `place`."""
        made = self._made.get(place)
        return _outline(self._found[place][4]) if made is None else made.outline


def _outline(board: _native.Position) -> Outline:
    even = board.even
    timelines = _TIMELINES[even]
    ends = {timelines[row]: _HALF_TURNS[end] for row, end in enumerate(board.ends(), board.lowest_row)}
    initial = frozenset([timelines[row] for row in board.initial_rows()])
    return Outline(board.width, board.height, even, ends, initial)


class _Mates:
    """`MateSearch` in C++."""

    def __init__(self, search: _native.Mates, watch: Watch | None) -> None:
        self._search = search
        self._watch = watch
        self._shared: tuple[_native.Position, int, _native.FirstActions] | None = None
        self._ended = False

    @property
    def ended(self) -> bool:
        return self._ended

    @property
    def nodes(self) -> int:
        return self._search.nodes

    @property
    def rounds(self) -> int:
        return self._search.rounds

    @property
    def memory(self) -> int:
        return self._search.table_bytes

    def first_actions(self, position: State, length: int, part: range | None = None) -> Iterator[Action]:
        board = packed(position)
        if board is None:
            raise InvalidPosition("the native mate search does not support boards of more than 64 squares")
        moves = _MOVES[board.width, board.even]
        self._ended = False
        if part is None or length == 1:
            found = self._search.first_actions(board, length)
        else:
            found = self._shared_first_actions(board, length)
            found.share(part.start, part.stop)
        while (action := found.next(self._watch)) is not None:
            yield Action(tuple([moves[numbers] for numbers in action]))
        self._ended = found.ended

    def _shared_first_actions(self, board: _native.Position, length: int) -> _native.FirstActions:
        """Return the first actions, which keep their progress between parts."""
        known = self._shared
        if known is None or known[0] is not board or known[1] != length:
            known = self._shared = (board, length, self._search.first_actions(board, length))
        return known[2]


def pack(position: State) -> _native.Position:
    """Return the position as bitboards."""
    even = position.even
    rows = [line.timeline.row(even=even) for line in position.timeline_boards]
    if rows != list(range(rows[0], rows[0] + len(rows))):
        raise InvalidPosition("the timelines do not follow each other")
    lines = []
    for line in position.timeline_boards:
        start = line.boards[0].at.half_turn.ordinal
        for offset, board in enumerate(line.boards):
            if board.at.half_turn.ordinal != start + offset or board.width != position.width:
                raise InvalidPosition(f"the boards of timeline {line.timeline} do not follow each other")
        cells = [board.cells for board in line.boards]
        lines.append(_native.TimelineCells(start, line.maker is None, cells))
    letters = (letter if len(letter) == 1 else "?" for letter in position.promotions)
    promotions = "".join(letters).encode("ascii", "replace")
    width, height = position.width, position.height
    state = _native.PositionState(width, height, position.player, even, promotions, rows[0], lines)
    return _native.Position(state)


def packed(position: State) -> _native.Position | None:
    """Return the packed position, or `None` if it is delegated to the Python rules."""
    known = position._packed
    if isinstance(known, _native.Position):
        return known
    if not position.timeline_boards or not all(line.boards for line in position.timeline_boards):
        raise InvalidPosition("a position needs timelines with boards")
    if position.width * position.height > _native.MAX_SQUARES:
        return None
    known = pack(position)
    position._keep_packed(known)
    return known


def moves_by_numbers(board: _native.Position) -> Mapping[_MoveNumbers, Move]:
    """Return the moves of a packed position by the kernel's numbers for them."""
    return _MOVES[board.width, board.even]


def _reference(position: StateT) -> StateT:
    """Return the same position, not packed: for the Python rules, which explain errors."""
    return replace(position)


def _explain(position: State, move: Move) -> NoReturn:
    _python_rules().move(_reference(position), move)
    raise InvalidMove(f"{move}: the rules in Python allow what the native rules do not")


def _key(words: tuple[int, int]) -> int:
    """Return a 128-bit key from its low and high word."""
    low, high = words
    return high << 64 | low


def _code(letter: str) -> int:
    """Return the byte of a letter; 0 for none, and a number that matches no piece for anything else."""
    return 0 if letter == "" else ord(letter) if len(letter) == 1 else -1


def _clamp_int32(number: int) -> int:
    """Clamp a number to 32 bits: no distance in a multiverse exceeds `_FAR`."""
    return number if -_FAR < number < _FAR else max(-_FAR, min(number, _FAR))


def _numbers(move: Move, width: int, *, even: bool) -> _MoveNumbers:
    source, target, promotion = move.source, move.target, move.promotion
    return (
        _clamp_int32(source.timeline.row(even=even)),
        _clamp_int32(2 * source.turn + source.color),
        _square_number(source.file, source.rank, width),
        _clamp_int32(target.timeline.row(even=even)),
        _clamp_int32(2 * target.turn + target.color),
        _square_number(target.file, target.rank, width),
        _code(promotion),
    )


def _square_number(file: int, rank: int, width: int) -> int:
    """Return the number of a square; outside the board, a number that no square has."""
    return rank * width + file if 0 <= file < width and 0 <= rank < _native.MAX_SQUARES else -1


def _pattern_numbers(pattern: MovePattern) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the kernel's numbers of a pattern for odd and for even starts, cached in the pattern."""
    odd = _encode_pattern(pattern, even=False)
    rows = pattern.timeline is not None or pattern.to_timeline is not None
    numbers = odd, _encode_pattern(pattern, even=True) if rows else odd
    pattern._keep_packed(numbers)
    return numbers


def _encode_pattern(pattern: MovePattern, *, even: bool) -> tuple[int, ...]:
    """Return a pattern as twelve numbers, in the order of the fields of `Pattern` in C++."""
    timeline, to_timeline = pattern.timeline, pattern.to_timeline
    parts = (
        None if timeline is None else timeline.row(even=even),
        pattern.turn,
        None if pattern.piece is None else _code(pattern.piece),
        pattern.file,
        pattern.rank,
        None if pattern.kind is None else _KINDS.index(pattern.kind),
        None if to_timeline is None else to_timeline.row(even=even),
        pattern.to_turn,
        pattern.to_file,
        pattern.to_rank,
        None if pattern.promotion is None else _code(pattern.promotion),
        pattern.castling,
    )
    return tuple(_native.ANYTHING if part is None else _clamp_int32(part) for part in parts)


@lru_cache(maxsize=64)
def _pattern_bytes(pattern: BoardPattern) -> bytes:
    parts = ((square, sorted(list_codes(letters))) for square, letters in pattern.squares)
    return b"".join([bytes((square, len(codes), *codes)) for square, codes in parts])


_HALF_TURNS = Memo(HalfTurn.of_ordinal)
_TIMELINES = tuple(Memo(partial(Timeline.of_row, even=even)) for even in (False, True))


def _limits(budget: Budget) -> tuple[float | None, int | None]:
    rounds = budget.rounds
    return budget.seconds, None if rounds is None else min(rounds, _MANY)


@lru_cache(maxsize=1 << 16)
def _square(row: int, time: int, square: int, width: int, even: bool) -> Square:
    rank, file = divmod(square, width)
    return Square(Timeline.of_row(row, even=even), *HalfTurn.of_ordinal(time), file, rank)


def _move(numbers: _MoveNumbers, *, width: int, even: bool) -> Move:
    row, time, square, to_row, to_time, to_square, promotion = numbers
    source = _square(row, time, square, width, even)
    target = _square(to_row, to_time, to_square, width, even)
    return Move(source, target, chr(promotion) if promotion else "")


def _move_memo(plane: tuple[int, bool]) -> Memo[_MoveNumbers, Move]:
    width, even = plane
    return Memo(partial(_move, width=width, even=even))


_MOVES = Memo(_move_memo)
"""The moves by their numbers, for each board width and for even and odd starts."""


def _check(numbers: _CheckNumbers, width: int, even: bool) -> Check[Square]:
    row, time, square, rows, turns, files, ranks, distance = numbers
    flat = ranks * width + files
    squares = [
        _square(row + n * rows, time + 2 * n * turns, square + n * flat, width, even)
        for n in range(distance + 1)
    ]
    return Check(squares[0], squares[-1], tuple(squares[1:-1]))


def _fetch(source: _native.Actions) -> Iterator[Handle]:
    """Fetch the actions in chunks of growing size: low latency for the first, low overhead for many."""
    chunk = _FIRST_CHUNK
    while handles := source.fetch(chunk):
        yield from handles
        chunk = min(2 * chunk, _LARGEST_CHUNK)
