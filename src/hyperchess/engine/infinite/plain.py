"""Plain one-ply search with the Python rules, for positions that the native rules do not cover.

It tries moves until the limit, compares the material after each, counts a piece that can be recaptured as
lost, and detects a mate in one or another goal reached. A bare royal piece has its own search
(`plain_hunt.py`).

On a large board listing the moves takes longer than the limit: half of the time is for listing, the rest for
the moves found until then. If no move is found in time, a small number of pieces is tried once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice

from hyperchess.budget import Budget, Meter, poll, watched
from hyperchess.engine.infinite.nearby import crossings, nearby_numbers, other_royals
from hyperchess.engine.infinite.plain_hunt import PlainHunt
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import OnReport, SearchReport
from hyperchess.engine.one_ahead import OneAhead
from hyperchess.engine.score import Score
from hyperchess.engine.stopping import Stopping
from hyperchess.engine.weights import values_by_kind
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Move, Position, Ray
from hyperchess.infinite.pieces import Piece
from hyperchess.infinite.reference.attacks import attackers, is_attacked
from hyperchess.infinite.reference.listing import find_moves
from hyperchess.infinite.status import goal_reached

__all__ = ["PlainInfiniteSearch"]

_STEPS = 4  # squares of a ray, in addition to its last one
_MOST_MOVES = 5_000
_TEMPTING = 100_000  # move ordering: captures first
_LAST_TRY = Budget(rounds=100)  # polls of the search for any legal move when the time is over


class PlainInfiniteSearch(OneAhead):
    """A search without a transposition table."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        super().__init__()
        self._weights = weights
        self._values = values_by_kind(weights)

    def search(
        self, position: Position, limit: Limit, lines: int, on_report: OnReport | None, stopping: Stopping
    ) -> SearchReport:
        """Return the best moves among those tried."""
        meter = Budget(limit.seconds, limit.nodes).start(lambda: stopping.is_stopped)
        hunt = PlainHunt.of(position, self._weights, meter, lines)
        if hunt is not None:
            moves = self._moves(position, hunt.moves)
            return self.look(
                moves,
                lambda action: hunt.score(*action),
                lambda action: hunt.estimate(*action),
                meter,
                lines,
                on_report,
            )
        half = Budget(None if limit.seconds is None else limit.seconds / 2).start()
        most = _MOST_MOVES if limit.nodes is None else max(1, min(limit.nodes, _MOST_MOVES))
        return self.look(
            self._moves(position, lambda: self._candidates(position, meter, half, most)),
            lambda action: self._score(position, *action),
            lambda action: self._material(position, *action, position.board.get(action[0].target)),
            meter,
            lines,
            on_report,
        )

    def _moves(self, position: Position, find: Callable[[], Iterable[Move]]) -> Iterator[tuple[Move]]:
        """Yield the moves to try; any legal one if `find` exhausts the budget."""
        try:
            moves = find()
        except BudgetExhausted:
            with watched(_LAST_TRY.start().spend):
                moves = list(islice(_legal_moves(position), 1))
        for move in moves:
            yield (move,)

    def _candidates(self, position: Position, meter: Meter, half: Meter, most: int) -> list[Move]:
        """Return at most `most` moves: captures and promotions first, then possible checks.

        When `half` is exhausted, return those found until then.
        """
        if goal_reached(position) is not None:
            return []
        royals = other_royals(position)
        found: dict[tuple[int, bool], list[Move]] = defaultdict(list)  # by promise and possible check

        def add(move: Move, is_check: bool) -> None:
            alike = found[self._promise(position, move), is_check]
            if len(alike) < most:
                alike.append(move)

        def watch() -> None:
            meter.poll()
            if found:
                half.poll()

        try:
            with watched(watch):
                for each in _in_order(position):
                    if isinstance(each, Move):
                        add(each, False)
                        continue
                    poll()
                    checks = dict.fromkeys(crossings(each, royals))
                    for number in dict.fromkeys([*checks, *nearby_numbers(each, _STEPS)]):
                        add(Move(each.source, each.target(number)), number in checks)
        except BudgetExhausted:
            if not found:
                raise
        return [move for key in sorted(found, reverse=True) for move in found[key]][:most]

    def _value(self, piece: Piece | None) -> int:
        return 0 if piece is None else self._values.get(piece.kind.name, 0)

    def _promise(self, position: Position, move: Move) -> int:
        victim = position.board.get(move.target)
        return self._value(move.promotion) + (0 if victim is None else _TEMPTING + self._value(victim))

    def _score(self, position: Position, move: Move) -> Score:
        """Return the score of a move: its goal or mate, or the material after it."""
        player = position.player
        after = position.play(move)
        if after.checks() or goal_reached(after) is not None:
            status = after.status
            if status.winner is player:
                return Score(player, mate=1)
            if status.is_draw:
                return Score(player, 0)
        loss = 0
        if after.last is not None and is_attacked(after.board, move.target, player):
            loss = self._value(after.last.piece)
        captured = None if after.last is None else after.last.captured
        return self._material(position, move, captured, loss)

    def _material(self, position: Position, move: Move, captured: Piece | None, loss: int = 0) -> Score:
        """Return the score of the material after a move, less `loss`."""
        player = position.player
        gain = self._value(move.promotion) + self._value(captured) - loss
        own = others = 0
        for piece, count in position.board.material.counts.items():
            if piece.color is player:
                own += count * self._value(piece)
            elif piece.color:
                others += count * self._value(piece)
        return Score(player, max(-15_000, min(15_000, own - others + gain)))


def _in_order(position: Position) -> Iterator[Move | Ray]:
    """Return the legal moves piece by piece; in check, royal pieces and those that capture come first."""
    board, player = position.board, position.player
    royals = position.rules.checks(position) if position.is_guarded else ()
    if not royals:
        return find_moves(position)
    attacker = next(attackers(board, royals[0], player))
    captors = attackers(board, attacker, board.placed[attacker].color)
    return find_moves(position, dict.fromkeys(chain(board.royals[player], captors, board.placed)))


def _legal_moves(position: Position) -> Iterator[Move]:
    """Yield legal moves, among them one of each piece that has any."""
    for found in () if goal_reached(position) is not None else _in_order(position):
        if isinstance(found, Move):
            yield found
        else:
            yield from (Move(found.source, found.target(number)) for number in nearby_numbers(found, 1))
