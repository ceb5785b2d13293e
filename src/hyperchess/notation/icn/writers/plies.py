"""The main line of a game as a writer needs it: each move with its number, its piece and what it did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from hyperchess.errors import HyperchessError
from hyperchess.game import Game, Node
from hyperchess.infinite import Color, Move, Position
from hyperchess.infinite.move_pattern import MOVE
from hyperchess.notation.icn.spelling import check_mark

__all__ = ["Marks", "Ply", "check_kind", "plies"]

Marks = Literal["rules", "written", "none"]


class Ply(NamedTuple):
    """A move of the main line. Where the game cannot be followed, only what was written is known."""

    node: Node[Position, Move]
    number: int
    player: Color
    starts_line: bool
    is_first: bool  # whether the player is the first of a round
    code: str  # of the moved piece, if known
    source: str
    arrow: str
    target: str
    promotion: str
    mark: str

    @property
    def place(self) -> str:
        """For reports: `12b`."""
        return f"{self.number}{self.player.code}"

    @property
    def compact(self) -> str:
        """`a,b>c,dX`, with `=` if X starts with a player's number."""
        sign = "=" if self.promotion[:1].isdigit() else ""
        return f"{self.source}>{self.target}{sign}{self.promotion}" if self.target else self.source


def check_kind(game: Game[Position, Move]) -> None:
    """Refuse a game of 5D chess."""
    if game.start is not None and not isinstance(game.start, Position):
        raise HyperchessError("this is a game of 5D chess, and the notation is for infinite chess")


def plies(game: Game[Position, Move], marks: Marks) -> Iterator[Ply]:
    """The moves one after the other; checks are looked for only if the marks follow the rules."""
    position = game.start
    players = position.players if position is not None else (Color.WHITE, Color.BLACK)
    number = position.full_move if position is not None else 1
    first_of_round = min(players)
    starts_line = True
    for node in game.main_line:
        mover = players[0]
        parts, position = _parts(node, position, marks)
        yield Ply(node, number, mover, starts_line, mover is first_of_round, *parts)
        players = (*players[1:], mover)
        starts_line = mover is max(players) and players[0] is not mover
        number += starts_line


_Parts = tuple[str, str, str, str, str, str]


def _parts(
    node: Node[Position, Move], position: Position | None, marks: Marks
) -> tuple[_Parts, Position | None]:
    """The last fields of a ply, and the position after it."""
    written = "" if marks == "none" else node.mark
    if position is None or node.action is None:
        return _as_written(node, written), None
    (move,) = node.action
    code = position.board.placed[move.start].code
    after = position.play_legal(node.action)
    assert after.last is not None
    move = after.last.move
    arrow = ">" if after.last.captured is None else "x"
    promotion = "" if move.promotion is None else move.promotion.code
    mark = check_mark(after) if marks == "rules" else written
    return (code, str(move.start), arrow, str(move.end), promotion, mark), after


def _as_written(node: Node[Position, Move], mark: str) -> _Parts:
    """A move that could not be resolved: its own parts, or the text as it is."""
    written = node.moves[0] if node.moves else None
    text = "" if written is None else written.text or str(written.move or "")
    match = MOVE.fullmatch(text)
    if match is None:
        return "", text, "", "", "", mark
    promotion = match["promotion"] or match["appended"] or ""
    source, target = f"{match['x']},{match['y']}", f"{match['to_x']},{match['to_y']}"
    return match["code"] or "", source, match["arrow"], target, promotion, mark or match["mark"] or ""
