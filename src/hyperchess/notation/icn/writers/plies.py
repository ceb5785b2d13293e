"""The moves of a game as a writer needs them: each with its number, its piece and what it did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from hyperchess.errors import HyperchessError
from hyperchess.game import Game, Node
from hyperchess.infinite import Color, Move, Position
from hyperchess.infinite.syntax.move_pattern import MOVE
from hyperchess.notation.icn.spelling import check_mark

__all__ = ["Marks", "Ply", "check_kind", "one_word", "plies"]

_PARTING = re.compile(r"[\s|(){}\[\];%]+")
_ARGUMENT = re.compile(r"(?:bu|[wbryg])(?::(?:bu|[wbryg]))*|[0-9]+/[0-9]+")
Marks = Literal["rules", "written", "none"]


class Ply(NamedTuple):
    """A move. Where the game cannot be followed, only what was written is known."""

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
        return f"{self.number}{self.player.letter}"

    @property
    def compact(self) -> str:
        """`a,b>c,dX`, with `=` if X starts with a player's number."""
        sign = "=" if self.promotion[:1].isdigit() else ""
        return f"{self.source}>{self.target}{sign}{self.promotion}" if self.target else self.source


def check_kind(game: Game[Position, Move]) -> None:
    """Refuse a game of 5D chess."""
    if game.start is not None and not isinstance(game.start, Position):
        raise HyperchessError("this is a game of 5D chess, and the notation is for infinite chess")


class _Turn(NamedTuple):
    """State before a move: the position, the players starting with the one to move, the number."""

    position: Position | None
    players: tuple[Color, ...]
    number: int
    starts_line: bool = True


def plies(game: Game[Position, Move], marks: Marks, *, variations: bool = False) -> Iterator[Ply]:
    """The moves of the main line, or of the whole tree: each move before those that follow it.

    Checks are computed only if the marks follow the rules.
    """
    start = game.start
    players = start.players if start is not None else (Color.WHITE, Color.BLACK)
    first_of_round = min(players)
    turns = {game.root: _Turn(start, players, start.full_move if start is not None else 1)}
    for node in game.walk() if variations else game.main_line:
        assert node.parent is not None
        is_needed = variations and node is not node.parent.children[-1]
        turn = turns[node.parent] if is_needed else turns.pop(node.parent)
        mover = turn.players[0]
        parts, after = _parts(node, turn.position, marks)
        yield Ply(node, turn.number, mover, turn.starts_line, mover is first_of_round, *parts)
        players = (*turn.players[1:], mover)
        starts_line = mover is max(players) and players[0] is not mover
        turns[node] = _Turn(after, players, turn.number + starts_line, starts_line)


def one_word(text: str) -> str:
    """A text that is not a move, so that a reader finds no more in it than that.

    >>> one_word("oops1"), one_word("0,0>0,1(8|1)"), one_word("w")
    ('oops1', '0,0>0,1_8_1_', 'w_')
    """
    word = _PARTING.sub("_", text)
    return f"{word}_" if _ARGUMENT.fullmatch(word) else word


_Parts = tuple[str, str, str, str, str, str]


def _parts(
    node: Node[Position, Move], position: Position | None, marks: Marks
) -> tuple[_Parts, Position | None]:
    """The last fields of a ply, and the position after it."""
    written = "" if marks == "none" else node.mark
    if position is None or node.action is None:
        return _as_written(node, written), None
    (move,) = node.action
    code = position.board.placed[move.source].code
    after = position.play_legal(node.action)
    assert after.last is not None
    move = after.last.move
    arrow = ">" if after.last.captured is None else "x"
    promotion = "" if move.promotion is None else move.promotion.code
    mark = check_mark(after) if marks == "rules" else written
    return (code, str(move.source), arrow, str(move.target), promotion, mark), after


def _as_written(node: Node[Position, Move], mark: str) -> _Parts:
    """A move that could not be resolved: its own parts, or the text as it is."""
    written = node.moves[0] if node.moves else None
    text = "" if written is None else written.text or str(written.move or "")
    match = MOVE.fullmatch(text)
    if match is None:
        return "", one_word(text), "", "", "", mark
    promotion = match["promotion"] or match["appended"] or ""
    source, target = f"{match['x']},{match['y']}", f"{match['to_x']},{match['to_y']}"
    return match["code"] or "", source, match["arrow"], target, promotion, mark or match["mark"] or ""
