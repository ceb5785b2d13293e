"""Search against a bare royal piece with the Python rules: a move, the replies, and the next move.

The plain search evaluates only material, which never mates. If a leaping royal piece is all that one side has
left, the area it can reach counts (`reachable_area.py`). Moves are ordered by the area that they leave; the
best of them are searched through all replies to the move after that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import log2

from hyperchess.budget import Meter, poll
from hyperchess.engine.infinite.nearby import nearby_moves
from hyperchess.engine.infinite.reachable_area import SIZE, Placed, measure_reachable_area, targets
from hyperchess.engine.score import Score
from hyperchess.engine.weights import values_by_kind
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Color, Move, Position, Square
from hyperchess.infinite.coordinates import Step
from hyperchess.infinite.settings import DEFAULT_WINS, two_players_alternate
from hyperchess.infinite.status import repetitions

__all__ = ["PlainHunt"]

_MOST_PIECES = 12
_MOST_MOVES = 60  # maximum number of moves searched deeper
_MATED = 14_000
_LOST = 2_000  # penalty for a lost piece, which the mate would need
_FAR = 40  # distances are capped at this value

_Pieces = tuple[Placed, ...]


class PlainHunt:
    """The search of one position: its moves, the most promising first, and their scores."""

    def __init__(
        self,
        position: Position,
        weights: Mapping[str, int],
        meter: Meter,
        lines: int,
        strong: Color,
        royal: Square,
    ) -> None:
        self._position, self._weights, self._meter, self._strong = position, weights, meter, strong
        self._at, self._royal = royal, position.pieces()[royal].kind
        self._pieces = tuple(
            Placed(piece, square.x - royal.x, square.y - royal.y)
            for square, piece in position.pieces().items()
            if piece.color is strong
        )
        values = values_by_kind(weights)
        self._value_of = {
            piece: 0 if piece.kind.royal else values[piece.kind.name] for piece, _, _ in self._pieces
        }
        self._lines = lines
        self._values: list[int] = []  # of the best moves so far
        self._estimates: dict[Move, int] = {}

    @classmethod
    def of(
        cls, position: Position, weights: Mapping[str, int], meter: Meter, lines: int = 1
    ) -> PlainHunt | None:
        """Return the search for a position; `None` unless it is plain pieces against a bare royal piece.

        The best `lines` moves get exact scores; the scores of the others are upper bounds.
        """
        board, settings, players = position.board, position.settings, position.players
        if len(board.placed) > _MOST_PIECES or not two_players_alternate(players):
            return None
        if board.border is not None or board.slide_limit is not None or board.dimensions is not None:
            return None
        counts = board.material.counts
        if any(piece.color not in players or piece.kind.is_pawn for piece in counts):
            return None
        if any(settings.win_conditions(player) != DEFAULT_WINS for player in players):
            return None
        for strong, weak in (players, players[::-1]):
            bare = [piece for piece in counts if piece.color is weak]
            alone = len(bare) == 1 and counts[bare[0]] == 1 and bare[0].kind.royal and not bare[0].kind.slides
            if alone and any(piece.color is strong and not piece.kind.royal for piece in counts):
                return cls(position, weights, meter, lines, strong, board.royals[weak][0])
        return None

    def moves(self) -> list[Move]:
        """Return the moves to be scored; raise `BudgetExhausted` if none is found in time."""
        if self._position.player is not self._strong:
            return nearby_moves(self._position, 1)
        legal = self._position.moves()
        found = self._estimates
        try:
            for pieces, placed, (x, y) in self._next(self._pieces):
                poll()
                move = Move(self._square(placed.x, placed.y), self._square(x, y))
                if move in legal:
                    found[move] = self._value(pieces)
        except BudgetExhausted:
            if not found:
                raise
        ordered = sorted(found, key=lambda move: found[move], reverse=True)[:_MOST_MOVES]
        return ordered or nearby_moves(self._position, 1)

    def estimate(self, move: Move) -> Score:
        """Return the static value of one of `moves`, as far as it is known."""
        return Score(self._position.player, self._estimates.get(move, 0))

    def score(self, move: Move) -> Score:
        """Return the score of a move for the player to move."""
        player = self._position.player
        after = self._position.play(move)
        status = after.status
        if status.winner is player:
            self._keep(_MATED)
            return Score(player, mate=1)
        if status.is_draw or repetitions(after) >= 2:
            return Score(player, self._keep(0))
        end = (move.target.x - self._at.x, move.target.y - self._at.y)
        hunting = player is self._strong
        pieces = self._moved(move.source, end) if hunting else _seen_from(self._pieces, end)
        value = self._after_replies(pieces) if hunting else -self._best_next(pieces)
        return Score(player, self._keep(max(-_MATED, min(_MATED, value))))

    def _keep(self, value: int) -> int:
        self._values = sorted([*self._values, value], reverse=True)[: self._lines]
        return value

    def _after_replies(self, pieces: _Pieces) -> int:
        """Return the value with the bare royal piece to move; stops early on a refutation."""
        worst = _MATED
        for step in measure_reachable_area(pieces, self._royal).escapes:
            worst = min(worst, self._best_next(_seen_from(pieces, step)))
            if len(self._values) == self._lines and worst <= self._values[-1]:
                break
        return worst

    def _best_next(self, pieces: _Pieces) -> int:
        """Return the value with the strong side to move."""
        best = -_MATED
        for after, _, _ in self._next(pieces):
            self._meter.spend()
            best = max(best, self._value(after))
        return best

    def _next(self, pieces: _Pieces) -> Iterator[tuple[_Pieces, Placed, Step]]:
        """Yield the strong side's moves: the pieces after the move, the moved piece, and its target."""
        for number, placed in enumerate(pieces):
            for x, y in targets(placed, pieces):
                if placed.piece.kind.royal and (-x, -y) in self._royal.leaps:
                    continue  # it would be captured
                yield (*pieces[:number], Placed(placed.piece, x, y), *pieces[number + 1 :]), placed, (x, y)

    def _value(self, pieces: _Pieces) -> int:
        """Return the static value for the strong side, with the bare royal piece to move."""
        weights = self._weights
        reach = measure_reachable_area(pieces, self._royal)
        if not reach.escapes:
            return _MATED if reach.is_attacked else 0
        value = _LOST * (len(pieces) - len(self._pieces))
        loose = 0
        for piece, x, y in pieces:
            value += self._value_of[piece]
            if not piece.kind.slides:
                near = weights["mate.king_near" if piece.kind.royal else "mate.leaper_near"]
                value += near * max(0, _FAR - max(abs(x), abs(y)))
            if (x, y) in reach.escapes:
                loose = max(loose, self._value_of[piece] + _LOST)
        value += round(weights["mate.confinement"] * log2(SIZE / reach.area)) - loose
        value += weights["mate.escape"] * (len(self._royal.leaps) - len(reach.escapes))
        return value + (weights["mate.cage"] if reach.is_closed else 0)

    def _moved(self, start: Square, end: Step) -> _Pieces:
        return tuple(
            Placed(placed.piece, *end) if self._square(placed.x, placed.y) == start else placed
            for placed in self._pieces
        )

    def _square(self, x: int, y: int) -> Square:
        return Square(self._at.x + x, self._at.y + y)


def _seen_from(pieces: _Pieces, step: Step) -> _Pieces:
    """Return the pieces relative to the royal piece after its step; a piece on the target is captured."""
    dx, dy = step
    return tuple([Placed(piece, x - dx, y - dy) for piece, x, y in pieces if x != dx or y != dy])
