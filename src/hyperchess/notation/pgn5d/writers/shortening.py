"""The least text of a move that means it and nothing else (SAN, and Branched 5DPGN 4.10).

A form says which parts of a move are stated beside piece, target square and promotion. Forms are tried from
those with few parts to those with many; one that a rival also fits is ambiguous. Neither capture marks
nor legality are relied upon.
"""

from __future__ import annotations

from collections.abc import Callable

from hyperchess.errors import ParseError
from hyperchess.multiverse.coordinates import Color, file_name
from hyperchess.multiverse.moves import Move, MoveKind, MovePattern
from hyperchess.multiverse.movetext import scan_move
from hyperchess.multiverse.pieces import PIECES, Piece
from hyperchess.multiverse.position import Position
from hyperchess.multiverse.shorthand import candidates
from hyperchess.notation.pgn5d.writers.marks import MarkedMove
from hyperchess.scanner import Scanner
from hyperchess.text import Source

__all__ = [
    "FILE",
    "RANK",
    "TIMELINE",
    "TO_TIMELINE",
    "TO_TURN",
    "WIDEST",
    "castling_sign",
    "is_only_castling",
    "least_text",
    "piece_letter",
    "promotion_text",
    "source_text",
]

WIDEST = 23  # files a to w: `x` is the capture mark


# Parts of a move that a text may state; the values are the order of preference.
FILE, RANK, TIMELINE, TO_TURN, TO_TIMELINE = 1, 2, 4, 8, 16
_KIND = 32  # the sign `>` or `>>`, which counts unless the whole target board stands there
_SQUARE = FILE | RANK
_TO_BOARD = TO_TIMELINE | TO_TURN


def _subsets(whole: int) -> tuple[int, ...]:
    """All forms within one, those with few parts first."""
    forms = (form for form in range(whole + 1) if form & ~whole == 0)
    return tuple(sorted(forms, key=lambda form: (form.bit_count(), form)))


_ON_ITS_BOARD = _subsets(_SQUARE)
_PHYSICAL = _subsets(_SQUARE | TIMELINE)
_JUMP = _subsets(_SQUARE | TIMELINE | _TO_BOARD)


def least_text(
    marked: MarkedMove,
    spell: Callable[[int], str],
    *,
    required: int = 0,
    board_known: bool = False,
) -> str:
    """The text, as `spell` gives it for a form, with the fewest parts that leave one move.

    `required` parts are always stated. `board_known` is for physical moves whose text names the board
    anyway, or that need not name it.
    """
    jump = marked.effect.kind is not MoveKind.PHYSICAL
    forms = _ON_ITS_BOARD if board_known else _JUMP if jump else _PHYSICAL
    rivals = {_agreement(marked, rival) for rival in _rivals(marked, board_known=board_known)}
    for form in forms:
        stated = form if form & _TO_BOARD == _TO_BOARD else form | _KIND
        if form & required == required and not any(rival & stated == stated for rival in rivals):
            text = spell(form)
            if marked.state.width <= WIDEST or _means(marked.state, text, marked.move):
                return text
    return spell(forms[-1])


def castling_sign(marked: MarkedMove) -> str:
    """`O-O` or `O-O-O` if the king castles from e1 (White) or e8 (Black), else nothing."""
    source, target = marked.move.source, marked.move.target
    home = 7 if marked.state.player is Color.BLACK else 0
    if not marked.effect.is_castling or (source.file, source.rank) != (4, home):
        return ""
    return "O-O" if target.file > source.file else "O-O-O"


def is_only_castling(marked: MarkedMove, *, board_known: bool) -> bool:
    """Whether no other king could mean the same sign, on its board or on any."""
    source, target = marked.move.source, marked.move.target
    pattern = MovePattern(
        timeline=source.timeline if board_known else None,
        turn=source.turn if board_known else None,
        piece="K",
        kind=MoveKind.PHYSICAL,
        castling=1 if target.file > source.file else -1,
    )
    return marked.state.match(pattern) == (marked.move,)


def piece_letter(marked: MarkedMove, *, pawns: bool = False) -> str:
    """The letter of the moved piece; that of a pawn only if asked for."""
    return "" if marked.letter == "P" and not pawns else marked.letter


def source_text(marked: MarkedMove, form: int) -> str:
    """The stated part of the source square."""
    source = marked.move.source
    file = file_name(source.file) if form & FILE else ""
    return f"{file}{source.rank + 1}" if form & RANK else file


def promotion_text(marked: MarkedMove) -> str:
    """`=Q` and the like."""
    return f"={marked.move.promotion}" if marked.move.promotion else ""


def _rivals(marked: MarkedMove, *, board_known: bool) -> list[Move]:
    """The other moves to that square of any board which the text might mean, were it short enough.

    A text without a letter means a pawn before anything else, so that only pawns (and brawns, where they
    count as pawns) are a pawn's rivals.
    """
    move, state = marked.move, marked.state
    letters = [marked.letter]
    if marked.letter == "P" and _has_brawns(state):
        letters.append("W")
    physical = marked.effect.kind is MoveKind.PHYSICAL
    return [
        rival
        for letter in letters
        for rival in state.match(
            MovePattern(
                timeline=move.source.timeline if board_known else None,
                turn=move.source.turn if board_known else None,
                piece=letter,
                kind=MoveKind.PHYSICAL if physical else None,
                to_file=move.target.file,
                to_rank=move.target.rank,
                promotion=move.promotion or None,
            )
        )
        if rival != move
    ]


def _has_brawns(state: Position) -> bool:
    codes = [Piece(PIECES["W"], state.player, unmoved).code for unmoved in (False, True)]
    return any(
        code in board.cells
        for board in (line.boards[-1] for line in state.lines)
        if board.at.color is state.player
        for code in codes
    )


def _agreement(marked: MarkedMove, rival: Move) -> int:
    """The parts in which a rival is like the move."""
    source, target = marked.move.source, marked.move.target
    other, to = rival.source, rival.target
    alike = (
        (FILE, source.file == other.file),
        (RANK, source.rank == other.rank),
        (TIMELINE, source.timeline == other.timeline),
        (TO_TURN, target.turn == to.turn),
        (TO_TIMELINE, target.timeline == to.timeline),
        (_KIND, marked.effect.kind is _kind(marked.state, rival)),
    )
    return sum(part for part, same in alike if same)


def _kind(state: Position, move: Move) -> MoveKind:
    if move.is_physical:
        return MoveKind.PHYSICAL
    return MoveKind.HOP if move.target.board in state.playable else MoveKind.BRANCH


def _means(state: Position, text: str, move: Move) -> bool:
    """Whether a text reads back as the move: the file x looks like a capture mark."""
    try:
        scanner = Scanner(Source(text))
        written = scan_move(scanner)
    except ParseError:
        return False
    return scanner.at_end and candidates(state, written) == (move,)
