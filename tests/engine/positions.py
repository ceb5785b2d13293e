"""Positions for the tests of the engine: random ones, and the same with the colours changed."""

from __future__ import annotations

from itertools import islice
from random import Random

from hyperchess.multiverse import Board, BoardAt, Color, Position, Timeline, start
from hyperchess.multiverse.pieces import Piece

__all__ = ["mirrored", "random_position"]


def random_position(variant: str, actions: int, seed: int) -> Position:
    """A position after random actions, the same for the same seed; the game may be over."""
    random = Random(f"{variant} {seed}")
    position = start(variant)
    for _ in range(actions):
        choices = list(islice(position.actions(), 40))
        if not choices:
            break
        position = position.play(random.choice(choices))
    return position


def mirrored(position: Position) -> Position:
    """The same position with colours, ranks and timelines reversed, one half-turn later."""
    even = position.even
    boards, initial = [], []
    for line in position.timeline_boards:
        row = line.timeline.row(even=even)
        twin = Timeline.of_row(-1 - row if even else -row, even=even)
        if line.maker is None:
            initial.append(twin)
        for board in line.boards:
            at = board.at
            late = at.color is Color.BLACK
            place = BoardAt(twin, at.turn + late, Color.WHITE if late else Color.BLACK)
            pieces = {
                (square.file, position.height - 1 - square.rank): Piece(
                    piece.kind, piece.color.other, piece.unmoved
                )
                for square, piece in board.pieces()
            }
            boards.append(Board.of_pieces(place, position.width, position.height, pieces))
    return Position.of_boards(tuple(boards), promotions=position.promotions, initial=tuple(initial))
