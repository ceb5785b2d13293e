"""Shad's 5DPGN, current edition."""

from __future__ import annotations

from collections.abc import Callable

from hyperchess.game import Game
from hyperchess.multiverse.coordinates import BoardAt, Color, format_board_at
from hyperchess.multiverse.moves import Move, MoveKind
from hyperchess.multiverse.position import Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import Marks, check_option
from hyperchess.notation.pgn5d.writers.headers import Dialect, head_text, make_head
from hyperchess.notation.pgn5d.writers.mainline import write_turns
from hyperchess.notation.pgn5d.writers.marks import MarkedMove
from hyperchess.notation.pgn5d.writers.shortening import (
    FILE,
    WIDEST,
    castling_sign,
    is_only_castling,
    least_text,
    piece_letter,
    promotion_text,
    source_text,
)
from hyperchess.notation.writing import Written

__all__ = ["castles_by_sign", "hints", "lose_files", "spell_move", "write_shad"]


def write_shad(
    game: Game[Position, Move], *, marks: Marks = "rules", tokens: bool = True, width: int | None = None
) -> Written:
    """Write the main line as 5DPGN.

    `marks` are recomputed from the rules, kept as written (a move that nobody wrote takes those of the
    rules), or left out; `x` is part of a move and stays, as written or as it is. `tokens` are the hints
    `(>L1)` for a new timeline and `(~T3)` where a revived timeline moves the present.
    """
    check_option("marks", marks, Marks)
    losses = Losses()
    head = head_text(make_head(game, Dialect.SHAD, losses))
    signs = castles_by_sign(game.start)
    lose_files(game, losses)

    def spell(marked: MarkedMove, place: str) -> list[str]:
        several = len(marked.state.lines) > 1
        text = spell_move(marked, signs=signs, name_board=several)
        present = "~" if marked.moves_present else ""
        after = hints(marked) if tokens else []
        return [f"{text}{marked.check}{present}{marked.evaluation}", *after]

    turns = write_turns(game, spell, losses, marks=marks, width=width)
    return Written(head + turns, losses.listed())


def spell_move(
    marked: MarkedMove,
    *,
    signs: bool,
    name_board: bool,
    board: Callable[[BoardAt], str] = format_board_at,
) -> str:
    """A move without marks: a jump in full, a physical move in SAN, after its board if `name_board`.

    `signs` allows `O-O` and `O-O-O`; `board` writes the place of a board.
    """
    source, target = marked.move.source, marked.move.target
    capture = "x" if marked.capture else ""
    promotion = promotion_text(marked)
    if marked.effect.kind is not MoveKind.PHYSICAL:
        letter = piece_letter(marked, pawns=True)
        jump = f"{letter}{source.name}{marked.effect.kind.value}{capture}"
        return f"{board(source.board)}{jump}{board(target.board)}{target.name}{promotion}"
    place = board(source.board) if name_board else ""
    sign = castling_sign(marked) if signs else ""
    if sign and is_only_castling(marked, board_known=True):
        return place + sign
    letter = piece_letter(marked)
    pawn_takes = marked.effect.captured is not None and not letter
    return place + least_text(
        marked,
        lambda form: f"{letter}{source_text(marked, form)}{capture}{target.name}{promotion}",
        required=FILE if pawn_takes else 0,
        board_known=True,
    )


def castles_by_sign(start: Position | None) -> bool:
    """Whether `O-O` may be written: on every board all kings start on e1 (White's) or e8 (Black's)."""
    if start is None:
        return False
    homes = {Color.WHITE: "e1", Color.BLACK: "e8"}
    return all(
        square.name == homes[piece.color]
        for board in start.boards
        for square, piece in board.pieces()
        if piece.kind.letter == "K"
    )


def lose_files(game: Game[Position, Move], losses: Losses) -> None:
    """Note boards so wide that a file has the letter of the capture mark, or one behind it."""
    if game.start is not None and game.start.width > WIDEST:
        losses.add("files", "the notation has no letter for files after w; x, y and z are written")


def hints(marked: MarkedMove) -> list[str]:
    """`(>L1)` for a new timeline, `(~T3)` where a timeline that is active again moves the present."""
    made, revives = marked.effect.new_timeline, marked.revives
    return [
        *([f"(>L{made})"] if made is not None else []),
        *([f"(~T{revives})"] if revives is not None else []),
    ]
