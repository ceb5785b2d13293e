"""Spelling of moves: in full, as the shortest unambiguous text, and as names for people.

| function | example | for |
|---|---|---|
| `raw_action` | `(0T3)c3>(0T2)c5` | every coordinate, no position needed |
| `full_move` | `(0T3)Nc3>>(0T2)c5` | Branched 5DPGN with all coordinates |
| `short_move` | `N>>c5` | Branched 5DPGN, the least text that is unambiguous (4.10) |
| `shad_move` | `(0T3)Nc3>>(0T2)c5`, `Nf3` | 5DPGN: jumps in full, physical moves in SAN |
| `san_move` | `Nf3` | a physical move on a known board |
| `short_action` | `N>>c5~` and its check mark | a whole action for people, raw where short is not clear |
| `move_name`, `move_names` | `(0T3)Nc3>>(0T2)c5` | names to show, without a look at rival moves |

Short text is found by forms. A form is the set of parts that are stated besides piece, target square and
promotion. Forms are tried in order of size; a form that also fits another move is ambiguous. Capture marks
and legality are not relied upon.

>>> from hyperchess.multiverse import start
>>> position = start("Standard")
>>> short_action(position, position.read("Nf3")), list(move_names(position, position.read("(0T1)e4")))
('Nf3', ['e4'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.game import Game, WrittenMove
from hyperchess.multiverse.actions.captures import captured_on, piece_on
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.multiverse.coordinates import BoardAt, Color, file_name, format_board_at
from hyperchess.multiverse.moves import Move, MoveKind, MovePattern
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.position import Position
from hyperchess.multiverse.syntax.movetext import scan_move
from hyperchess.multiverse.syntax.shorthand import candidates
from hyperchess.notation.text5d.marked_moves import MarkedMove, mark_action
from hyperchess.scanner import Scanner
from hyperchess.text import Source

__all__ = [
    "WIDEST",
    "castles_by_sign",
    "full_move",
    "is_only_castling",
    "move_name",
    "move_names",
    "promotion_text",
    "raw_action",
    "san_move",
    "shad_move",
    "short_action",
    "short_move",
]

WIDEST = 23  # files a to w: `x` is the capture mark


# Parts of a move that a text may state; the values are the order of preference.
_FILE, _RANK, _TIMELINE, _TO_TURN, _TO_TIMELINE = 1, 2, 4, 8, 16
_KIND = 32  # the sign `>` or `>>`, required unless the whole target board is written
_SQUARE = _FILE | _RANK
_TO_BOARD = _TO_TIMELINE | _TO_TURN


def _subsets(whole: int) -> tuple[int, ...]:
    """Return all subsets of a form, the small ones first."""
    forms = (form for form in range(whole + 1) if form & ~whole == 0)
    return tuple(sorted(forms, key=lambda form: (form.bit_count(), form)))


_ON_ITS_BOARD = _subsets(_SQUARE)
_PHYSICAL = _subsets(_SQUARE | _TIMELINE)
_JUMP = _subsets(_SQUARE | _TIMELINE | _TO_BOARD)


def raw_action(action: Iterable[Move]) -> str:
    """Format the moves of an action with all coordinates."""
    return " ".join(map(str, action))


def short_action(position: Position, action: Sequence[Move]) -> str:
    """Format an action as short Branched 5DPGN, with check marks; raw where that is ambiguous."""
    game: Game[Position, Move] = Game(position)
    node = game.root.attach(tuple(map(WrittenMove, action)))
    marked = mark_action(position, node, marks="rules", standard=True)
    if marked is None:
        return raw_action(action)
    text = " ".join(f"{short_move(move)}{move.check}" for move in marked.moves)
    try:
        clear = position.canonical(position.read(text)) == position.canonical(action)
    except HyperchessError:
        clear = False
    return text if clear else raw_action(action)


def move_names(position: Position, action: Iterable[Move]) -> Iterator[str]:
    """Yield the names of the moves of an action, with boards if there are several timelines."""
    several = len(position.timelines) > 1
    for move, kind in move_kinds(position, action):
        piece = piece_on(position, move.source)
        takes = captured_on(position, move) is not None
        yield move_name(piece, move, kind, takes=takes, board=several)


def move_name(piece: Piece | None, move: Move, kind: MoveKind, *, takes: bool, board: bool = True) -> str:
    """Name a move for display, with both boards if it is a jump; the name is not meant to be parsed.

    `takes`: it is a capture. `board`: name the board of a physical move.
    """
    letter = "" if piece is None or piece.kind.letter == "P" else piece.kind.letter
    capture = "x" if takes else ""
    promotion = f"={move.promotion}" if move.promotion else ""
    source = format_board_at(move.source.board)
    if kind is MoveKind.PHYSICAL:
        origin = letter or (file_name(move.source.file) if capture else "")
        return f"{source if board else ''}{origin}{capture}{move.target.name}{promotion}"
    jump = f"{source}{letter}{move.source.name}{kind.value}{capture}"
    return f"{jump}{format_board_at(move.target.board)}{move.target.name}{promotion}"


def full_move(marked: MarkedMove, *, captures: bool = True) -> str:
    """Format a move without marks, with all coordinates (Branched 5DPGN 4.1, 4.2); a pawn has no letter."""
    source, target = marked.move.source, marked.move.target
    capture = "x" if captures and marked.capture else ""
    to = "" if marked.effect.kind is MoveKind.PHYSICAL else format_board_at(target.board)
    origin = f"{format_board_at(source.board)}{_piece_letter(marked)}{source.name}"
    return f"{origin}{marked.effect.kind.value}{capture}{to}{target.name}{promotion_text(marked)}"


def short_move(marked: MarkedMove, *, captures: bool = True) -> str:
    """Format a move without marks, with the fewest parts that identify it (4.10), following the conventions
    of 4.11.
    """
    sign = _castling_sign(marked)
    if sign:
        for board_known in (False, True):
            if is_only_castling(marked, board_known=board_known):
                return f"{_short_board(marked, _TIMELINE if board_known else 0)}{sign}"
    letter = _piece_letter(marked)
    capture = "x" if captures and marked.capture else ""
    kind = "" if marked.effect.kind is MoveKind.PHYSICAL else marked.effect.kind.value
    target = marked.move.target.name + promotion_text(marked)

    def spell(form: int) -> str:
        origin = f"{_short_board(marked, form)}{letter}{_source_text(marked, form)}"
        return f"{origin}{kind}{capture}{_short_target(marked, form)}{target}"

    # 4.11: the source file of a pawn that captures or jumps is always written.
    return _least_text(marked, spell, required=_FILE if not letter and (capture or kind) else 0)


def _short_board(marked: MarkedMove, form: int) -> str:
    """Format the source board; a timeline has one playable board, so the turn is never needed."""
    return f"(L{marked.move.source.timeline})" if form & _TIMELINE else ""


def _short_target(marked: MarkedMove, form: int) -> str:
    target = marked.move.target
    if form & _TO_TIMELINE and form & _TO_TURN:
        return format_board_at(target.board)
    if form & _TO_TIMELINE:
        return f"(L{target.timeline})"
    return f"(T{target.turn})" if form & _TO_TURN else ""


def shad_move(
    marked: MarkedMove,
    *,
    signs: bool,
    name_board: bool,
    board: Callable[[BoardAt], str] = format_board_at,
) -> str:
    """Format a move without marks: a jump in full, a physical move in SAN, after its board if `name_board`.

    `signs` allows `O-O` and `O-O-O`; `board` formats a board coordinate.
    """
    source, target = marked.move.source, marked.move.target
    capture = "x" if marked.capture else ""
    promotion = promotion_text(marked)
    if marked.effect.kind is not MoveKind.PHYSICAL:
        jump = f"{marked.letter}{source.name}{marked.effect.kind.value}{capture}"
        return f"{board(source.board)}{jump}{board(target.board)}{target.name}{promotion}"
    place = board(source.board) if name_board else ""
    sign = _castling_sign(marked) if signs else ""
    if sign and is_only_castling(marked, board_known=True):
        return place + sign
    letter = _piece_letter(marked)
    pawn_takes = marked.effect.captured is not None and not letter
    return place + _least_text(
        marked,
        lambda form: f"{letter}{_source_text(marked, form)}{capture}{target.name}{promotion}",
        required=_FILE if pawn_takes else 0,
        board_known=True,
    )


def san_move(marked: MarkedMove) -> str:
    """Return the shortest text that identifies a physical move on its board, without marks."""
    move = marked.move
    if marked.effect.is_castling and is_only_castling(marked, board_known=True):
        return "O-O" if move.target.file > move.source.file else "O-O-O"
    letter = _piece_letter(marked)
    capture = "x" if marked.capture else ""
    goal = f"{capture}{move.target.name}{promotion_text(marked)}"
    return _least_text(
        marked,
        lambda form: f"{letter}{_source_text(marked, form)}{goal}",
        required=_FILE if capture and not letter else 0,
        board_known=True,
    )


def castles_by_sign(start: Position | None) -> bool:
    """Return whether 5DPGN may write `O-O`: on every board all kings start on e1 (White) or e8 (Black)."""
    if start is None:
        return False
    homes = {Color.WHITE: "e1", Color.BLACK: "e8"}
    return all(
        square.name == homes[piece.color]
        for board in start.boards
        for square, piece in board.pieces()
        if piece.kind.letter == "K"
    )


def _least_text(
    marked: MarkedMove,
    spell: Callable[[int], str],
    *,
    required: int = 0,
    board_known: bool = False,
) -> str:
    """Return the text, spelled by `spell` for a form, with the fewest parts that identify the move.

    A text without a letter means a pawn first, so only pawns (and brawns, where they count as pawns) compete
    with a pawn. `required` parts are always written. `board_known` is for physical moves whose board is named
    anyway or need not be named.
    """
    jump = marked.effect.kind is not MoveKind.PHYSICAL
    forms = _ON_ITS_BOARD if board_known else _JUMP if jump else _PHYSICAL
    timeline = marked.move.source.timeline
    rivals = {
        _agreement(marked, rival)
        for rival in marked.effect.rivals
        if not board_known or rival.source.timeline == timeline
    }
    for form in forms:
        stated = form if form & _TO_BOARD == _TO_BOARD else form | _KIND
        if form & required == required and not any(rival & stated == stated for rival in rivals):
            text = spell(form)
            if marked.width <= WIDEST or _means(marked.state, text, marked.move):
                return text
    return spell(forms[-1])


def _castling_sign(marked: MarkedMove) -> str:
    """Return `O-O` or `O-O-O` if the king castles from e1 (White) or e8 (Black), else an empty string."""
    source, target = marked.move.source, marked.move.target
    if not marked.effect.is_castling:
        return ""
    home = 7 if source.color is Color.BLACK else 0
    if (source.file, source.rank) != (4, home):
        return ""
    return "O-O" if target.file > source.file else "O-O-O"


def is_only_castling(marked: MarkedMove, *, board_known: bool) -> bool:
    """Return whether no other king, on its board or on any board, matches the same sign."""
    source, target = marked.move.source, marked.move.target
    pattern = MovePattern(
        timeline=source.timeline if board_known else None,
        turn=source.turn if board_known else None,
        piece="K",
        kind=MoveKind.PHYSICAL,
        castling=1 if target.file > source.file else -1,
    )
    return marked.state.match(pattern) == (marked.move,)


def _piece_letter(marked: MarkedMove) -> str:
    """Return the letter of the moved piece; empty for a pawn."""
    return "" if marked.letter == "P" else marked.letter


def _source_text(marked: MarkedMove, form: int) -> str:
    """Return the stated part of the source square."""
    source = marked.move.source
    file = file_name(source.file) if form & _FILE else ""
    return f"{file}{source.rank + 1}" if form & _RANK else file


def promotion_text(marked: MarkedMove) -> str:
    """Return the promotion, such as `=Q`."""
    return f"={marked.move.promotion}" if marked.move.promotion else ""


def _agreement(marked: MarkedMove, rival: Move) -> int:
    """Return the parts in which another move agrees with this one."""
    source, target = marked.move.source, marked.move.target
    other, to = rival.source, rival.target
    alike = (
        (_FILE, source.file == other.file),
        (_RANK, source.rank == other.rank),
        (_TIMELINE, source.timeline == other.timeline),
        (_TO_TURN, target.turn == to.turn),
        (_TO_TIMELINE, target.timeline == to.timeline),
        (_KIND, marked.effect.kind is _kind(rival, marked)),
    )
    return sum(part for part, same in alike if same)


def _kind(rival: Move, marked: MarkedMove) -> MoveKind:
    if rival.is_physical:
        return MoveKind.PHYSICAL
    return MoveKind.HOP if rival.target.board in marked.state.playable else MoveKind.BRANCH


def _means(state: Position, text: str, move: Move) -> bool:
    """Return whether a text reads back as the move: the file x looks like a capture mark."""
    try:
        scanner = Scanner(Source(text))
        written = scan_move(scanner)
    except ParseError:
        return False
    return scanner.at_end and candidates(state, written) == (move,)
