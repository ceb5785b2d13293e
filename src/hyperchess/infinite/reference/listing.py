"""List of all legal moves of a position, including promotions, and a test whether there is any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hyperchess.budget import Budget, check_budget
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.pieces import Piece, find_piece
from hyperchess.infinite.rays import COUNT_BUDGET, Count, Ray
from hyperchess.infinite.reference.legal import legal_targets
from hyperchess.infinite.state import State
from hyperchess.infinite.syntax.text import Move

__all__ = ["ListedMoves", "can_move", "find_moves", "list_moves"]


@dataclass(frozen=True, slots=True)
class ListedMoves:
    """Single moves and rays. A ray has at least one target, or, with a huygen involved, possibly none."""

    points: tuple[Move, ...]
    rays: tuple[Ray, ...]

    def count(self, left: int, right: int, bottom: int, top: int) -> Count:
        """Return the number of moves that end in a window, edges included, within the budget of all rays."""
        points = sum(
            left <= move.target.x <= right and bottom <= move.target.y <= top for move in self.points
        )
        meter = COUNT_BUDGET.start()
        counts = [ray.count(left, right, bottom, top, meter) for ray in self.rays]
        return Count.of(points + sum(counts), is_exact=all(count.is_exact for count in counts))


def list_moves(state: State) -> ListedMoves:
    """Return all legal moves, piece by piece in the order of the text."""
    points: list[Move] = []
    rays: list[Ray] = []
    for found in find_moves(state):
        if isinstance(found, Ray):
            rays.append(found)
        else:
            points.append(found)
    return ListedMoves(tuple(points), tuple(rays))


def find_moves(state: State, sources: Iterable[Square] | None = None) -> Iterator[Move | Ray]:
    """Yield the legal moves of the pieces on `sources`, or of all in the order of the text, as found.

    Everything that takes long polls (`budget.poll`), so that a watch can end the listing.
    """
    for start, piece, target in _targets(state, sources):
        if isinstance(target, Ray):
            if target.has_targets() is not False:
                yield target
        else:
            yield from (Move(start, target, promotion) for promotion in _promotions(state, piece, target))


def can_move(state: State, budget: Budget | None) -> bool | None:
    """Return whether there is a legal move; `None` if that depends on primes beyond the budget.

    The budget is shared by all rays; without one, each ray has the default budget.
    """
    meter = None if budget is None else check_budget(budget).start()
    unknown = False
    for _, _, target in _targets(state):
        found = target.has_targets(meter) if isinstance(target, Ray) else True
        if found:
            return True
        unknown = unknown or found is None
    return None if unknown else False


def _targets(
    state: State, sources: Iterable[Square] | None = None
) -> Iterator[tuple[Square, Piece, Square | Ray]]:
    guarded = state.is_guarded
    return legal_targets(state.board, state.player, state.passed, guarded=guarded, sources=sources)


def _promotions(state: State, piece: Piece, target: Square) -> list[Piece | None]:
    if not piece.kind.is_pawn:
        return [None]
    promotion = state.settings.find_promotion(piece.color)
    if promotion is None or target.y not in promotion.ranks:
        return [None]
    choices: list[Piece | None] = [find_piece(kind, piece.color) for kind in promotion.kinds]
    return [*choices, None] if state.settings.free_promotion or not choices else choices
