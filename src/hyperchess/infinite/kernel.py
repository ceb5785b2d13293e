"""Native rules of infinite chess, from `hyperchess._native`.

`NativeRules` returns exactly the results of the Python rules, in the same order, faster. A state is packed
once; playing a move derives the next packed state. Cases that the native rules do not cover are delegated to
the Python rules: huygens and roses, boards in four dimensions, and numbers that do not fit (see
`docs/kernel.md`). A large board is packed only to generate all moves: for other queries packing would take
longer than the query.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hyperchess import _native
from hyperchess.budget import Budget
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.pieces import KINDS, PIECE_OF_TEXT, Color
from hyperchess.infinite.rays import Ray
from hyperchess.infinite.reference.effects import Effect
from hyperchess.infinite.reference.listing import ListedMoves
from hyperchess.infinite.reference.rules import ReferenceRules
from hyperchess.infinite.rules import FoundMoves
from hyperchess.infinite.settings import WIN_CONDITIONS, RuleSettings
from hyperchess.infinite.state import State
from hyperchess.infinite.status import find_status
from hyperchess.infinite.syntax.text import Move
from hyperchess.ruleset import Status, Verdict

__all__ = ["MOST_PIECES", "NativeRules", "packed"]

MOST_PIECES = 1_000
"""Boards with more pieces count as large."""

_MANY = (1 << 62) - 1
_MANY_CHECKS = (1 << 31) - 1
_KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS.values())}
_native.use_infinite_classes(
    Square,
    Move,
    Ray,
    {
        piece: _native.infinite_code(_KIND_NUMBERS[piece.kind], piece.color, piece.special)
        for piece in PIECE_OF_TEXT.values()
    },
)
_PYTHON = ReferenceRules()
_ONGOING = Status(Verdict.ONGOING)


class NativeRules:
    """`Rules` in C++."""

    name = "native"

    def checks(self, state: State) -> tuple[Square, ...]:
        """Return the attacked royal pieces of the player to move."""
        board = packed(state)
        return _PYTHON.checks(state) if board is None else tuple(board.checks())

    def checkers(self, state: State) -> tuple[Square, ...]:
        """Return the pieces that attack them, each once."""
        board = packed(state)
        return _PYTHON.checkers(state) if board is None else tuple(board.checkers())

    def moves(self, state: State) -> FoundMoves:
        """Return all legal moves."""
        board = packed(state, large=True)
        found = None if board is None else board.find_moves()
        return _PYTHON.moves(state) if found is None else _NativeMoves(found)

    def can_move(self, state: State, budget: Budget | None) -> bool | None:
        """Return whether there is a legal move. The native rules need no budget."""
        board = packed(state)
        found = None if board is None else board.can_move()
        return _PYTHON.can_move(state, budget) if found is None else found

    def allows(self, state: State, move: Move) -> bool:
        """Return whether a move is legal."""
        board = packed(state)
        found = None if board is None else board.allows(move)
        return _PYTHON.allows(state, move) if found is None else found

    def effect(self, state: State, move: Move) -> Effect:
        """Compute the effect of a move. The Python rules explain errors."""
        board = packed(state)
        played = None if board is None or board.size > MOST_PIECES else board.play(move)
        if played is None:
            return _PYTHON.effect(state, move)
        piece, captured, passed, listed, promotion, was_open, gives_check, after = played
        changes = tuple(listed)
        start, end, _ = move
        # Faster than `Effect(...)`: reading a game consists of such calls.
        return tuple.__new__(
            Effect,
            (
                tuple.__new__(Move, (start, end, promotion)),
                state.board.later(changes),
                piece,
                captured,
                passed,
                changes,
                was_open,
                gives_check,
                after,
            ),
        )

    def packed(self, state: State) -> _native.InfinitePosition | None:
        """Return the packed position, or `None` if there is none."""
        return packed(state)

    def follow(self, packed: _native.InfinitePosition, move: Move) -> tuple[Any, ...] | None:
        """Return the effect of a legal move, and the packed position after it."""
        return None if packed.size > MOST_PIECES else packed.play(move)

    def count(self, packed: _native.InfinitePosition) -> int:
        """Return the number of pieces."""
        return packed.size

    def in_check(self, packed: _native.InfinitePosition) -> bool:
        """Return whether a royal piece of the player to move is attacked."""
        return bool(packed.checks())

    def has_move(self, packed: _native.InfinitePosition) -> bool:
        """Return whether there is certainly a legal move."""
        return packed.can_move() is True

    def status(self, state: State, budget: Budget | None) -> Status:
        """Determine the status of a position."""
        board = packed(state)
        if board is None:
            return _PYTHON.status(state, budget)
        if not state.settings.site_rules and board.is_ongoing():
            return _ONGOING  # the most common result: two cheap calls are faster than a full evaluation
        summary = board.summary()
        can_move = summary.can_move
        if can_move is None:
            return _PYTHON.status(state, budget)
        checks = tuple(board.checks()) if summary.in_check else ()
        return find_status(
            state, checks, lambda: can_move, may_repeat=summary.may_repeat, dead=summary.is_insufficient
        )

    def hash(self, state: State) -> int:
        """Return the hash of pieces, players and an open en passant square."""
        board = packed(state)
        return _PYTHON.hash(state) if board is None or board.size > MOST_PIECES else board.hash

    def hunt(self, state: State, budget: Budget) -> _NativeHunt | None:
        """Return a search for mates of a bare royal piece."""
        board = packed(state)
        found = None if board is None else _native.InfiniteHunt.of(board, budget.seconds, budget.rounds)
        return None if found is None else _NativeHunt(found)


class _NativeHunt:
    """A search for mates, with squares and moves as values."""

    __slots__ = ("_found",)

    def __init__(self, found: _native.InfiniteHunt) -> None:
        self._found = found

    @property
    def rounds(self) -> int:
        """The number of positions searched."""
        return self._found.rounds

    @property
    def longest(self) -> int:
        """The maximum length of mates that it searches for."""
        return self._found.longest

    def first_moves(self, length: int) -> list[tuple[Move, bool]]:
        """Return the moves to try, each with whether it represents only itself."""
        return [(Move(start, end), alone) for start, end, alone in self._found.first_moves(length)]

    def wins(self, move: Move, length: int, watch: Callable[[], None] | None = None) -> bool:
        """Return whether a legal move mates within `length` moves."""
        return self._found.wins(move.source, move.target, length, watch)


class _NativeMoves:
    """Legal moves, converted to values on demand."""

    __slots__ = ("_found", "_points", "_rays")

    def __init__(self, found: _native.InfiniteMoves) -> None:
        self._found = found
        self._points: tuple[Move, ...] | None = None
        self._rays: tuple[Ray, ...] | None = None

    @property
    def points(self) -> tuple[Move, ...]:
        """The moves that are not slides."""
        if self._points is None:
            self._points = tuple(self._found.points())
        return self._points

    @property
    def rays(self) -> tuple[Ray, ...]:
        """The slides."""
        if self._rays is None:
            self._rays = tuple(self._found.rays())
        return self._rays

    def count(self, left: int, right: int, bottom: int, top: int) -> int:
        """Return the number of moves that end in a window, edges included."""
        found = self._found.count(Square(left, bottom), Square(right, top))
        return ListedMoves(self.points, self.rays).count(left, right, bottom, top) if found is None else found


def packed(state: State, *, large: bool = False) -> _native.InfinitePosition | None:
    """Return the packed position; `None` if delegated to the Python rules, or if large and not `large`."""
    known = state._packed
    if isinstance(known, _native.InfinitePosition):
        return known
    if known is not None or (not large and len(state.board.placed) > MOST_PIECES):
        return None
    settings = None if state.settings.dimensions is not None else _packed_rules(state.settings, state.players)
    made = None
    if settings is not None:
        rule = state.move_rule
        made = _native.InfinitePosition.pack(
            settings,
            state.board.placed,
            state.en_passant,
            [min(state.checks_given.get(color, 0), _MANY_CHECKS) for color in Color]
            if state.checks_given
            else [],
            0 if rule is None else min(rule.count, _MANY),
            0 if rule is None else min(rule.limit, _MANY),
            state.quiet is None,
        )
    state._keep_packed(_NOT_COVERED if made is None else made)
    return made


_NOT_COVERED = object()
_MOST_RULES = 64
_RULES: dict[tuple[int, tuple[Color, ...]], tuple[RuleSettings, _native.InfiniteRules | None]] = {}
"""Packed rules by the identity of the rules, which are referenced so that their ids stay valid."""


def _packed_rules(settings: RuleSettings, players: tuple[Color, ...]) -> _native.InfiniteRules | None:
    key = (id(settings), players)
    known = _RULES.get(key)
    if known is None:
        if len(_RULES) >= _MOST_RULES:
            _RULES.clear()
        known = _RULES[key] = (settings, _pack_rules(settings, players))
    return known[1]


def _pack_rules(settings: RuleSettings, players: tuple[Color, ...]) -> _native.InfiniteRules | None:
    numbers = [*(settings.border or ()), settings.slide_limit]
    if any(number is not None and not -_MANY <= number <= _MANY for number in numbers):
        return None
    return _native.InfiniteRules.pack(
        list(map(int, players)),
        [
            # Pawns do not reach ranks that are further away.
            (
                int(color),
                [rank for rank in promotion.ranks if -_MANY <= rank <= _MANY],
                [_KIND_NUMBERS[kind] for kind in promotion.kinds],
            )
            for color, promotion in settings.promotions.items()
            if promotion.ranks
        ],
        [
            sum(1 << WIN_CONDITIONS.index(goal) for goal in set(settings.win_conditions(color)))
            for color in Color
        ],
        list(settings.border or (None, None, None, None)),
        settings.slide_limit,
        settings.free_promotion,
        settings.drops_idle_rights,
        settings.ends_by_move_rule,
        settings.counts_checks,
    )
