"""Reader of Shad's JSON. Only `timelines`, `width`, `height` and the fields of a timeline are required.

Which boards are initial and which pieces have not moved is not written. A board is initial if no move created
it; a piece of an initial timeline is unmoved while it is on its square of the first board of that timeline.
Pieces, timelines and half-turns are numbers:

>>> PIECE_OF_NUMBER[34].text, NUMBER_OF_TEXT["n"], decode_timeline(-0.5), encode_timeline(Timeline.of(2))
('n', 34, Timeline('-0'), 2)
>>> decode_half_turn(-1), encode_half_turn(HalfTurn(1, Color.BLACK))
(HalfTurn(turn=0, color=Color.BLACK), 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from hyperchess.errors import HyperchessError, UnknownVariant
from hyperchess.multiverse import (
    PIECES,
    Board,
    BoardAt,
    Color,
    HalfTurn,
    MoveKind,
    MovePattern,
    Piece,
    Position,
    Square,
    Timeline,
    custom_start,
    find_variant,
)
from hyperchess.multiverse.coordinates import MAX_FILES, MAX_RANKS, MAX_TIMELINE, MAX_TURN, format_square
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, UNMOVED
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.json_text import Json, JsonDocument, read_json
from hyperchess.notation.text5d.builder import SyntaxBuilder
from hyperchess.notation.text5d.resolve import make_reader
from hyperchess.notation.text5d.syntax import (
    CommentSyntax,
    GameSyntax,
    Grammar,
    HeaderSyntax,
    MoveSyntax,
    PassSyntax,
    SerialToken,
    Situation,
)
from hyperchess.text import Severity, Source

__all__ = [
    "NUMBER_OF_TEXT",
    "PIECE_OF_NUMBER",
    "DumpedLine",
    "DumpedMove",
    "decode_half_turn",
    "decode_timeline",
    "encode_half_turn",
    "encode_timeline",
    "header_name",
    "parse_shad_json",
    "read_shad_json",
    "read_start",
]


_ORDER = "PNBRQKUDSWCY"
_BLACK = 32

PIECE_OF_NUMBER: Mapping[int, Piece] = MappingProxyType(
    {
        index + 1 + _BLACK * color: Piece(PIECES[letter], color)
        for index, letter in enumerate(_ORDER)
        for color in Color
    }
)
NUMBER_OF_TEXT: Mapping[str, int] = MappingProxyType(
    {piece.text: number for number, piece in PIECE_OF_NUMBER.items()}
)


def decode_timeline(number: float) -> Timeline | None:
    """Return the timeline of an index: -0.5 and 0.5 are `-0` and `+0`; `None` if it is not an index."""
    if number in (-0.5, 0.5):
        return Timeline(1 if number > 0 else -1)
    return Timeline.of(int(number)) if abs(number) <= MAX_TIMELINE and number == int(number) else None


def encode_timeline(timeline: Timeline) -> float:
    """The inverse of `decode_timeline`."""
    return timeline.halves / 2 if timeline.is_signed_zero else timeline.number


def decode_half_turn(begin: int) -> HalfTurn:
    """Return the half-turn of a count in which White's turn 1 is 0."""
    return HalfTurn.of_ordinal(begin + 2)


def encode_half_turn(half_turn: HalfTurn) -> int:
    """The inverse of `decode_half_turn`."""
    return half_turn.ordinal - 2


# Compares a square with the previous board: the same piece, unmoved or not.
_BARE = bytes(code & ~UNMOVED for code in range(256))


@dataclass(frozen=True, slots=True)
class DumpedLine:
    """A timeline of a dump: its boards as cells without unmoved marks, and its parent."""

    timeline: Timeline
    begin: HalfTurn
    states: tuple[bytes, ...]
    parent: Timeline | None


@dataclass(frozen=True, slots=True)
class DumpedMove:
    """The timelines on which a move creates a board."""

    source: Timeline
    target: Timeline | None  # `None`: the move stays on its board


def read_start(
    lines: Iterable[DumpedLine],
    moves: Iterable[DumpedMove],
    tags: Mapping[str, str],
    size: tuple[int, int],
) -> Position:
    """Return the position before the moves; raise `HyperchessError` if the boards do not form one."""
    made = Counter(name for move in moves for name in (move.source, move.target) if name is not None)
    known = {line.timeline: line for line in lines}
    boards: dict[BoardAt, Board] = {}
    initial = []
    for line in sorted(known.values(), key=lambda line: line.begin):
        if line.parent is None or line.parent not in known:
            initial.append(line.timeline)
        for index in range(max(0, len(line.states) - made[line.timeline])):
            at = BoardAt(line.timeline, *HalfTurn.of_ordinal(line.begin.ordinal + index))
            before = boards.get(_before(at, line, index))
            boards[at] = Board(at, *size, _marked(line.states[index], before))
    named = _named(tags, boards)
    position = Position.of_boards(boards.values(), initial=initial) if named is None else named
    promotions = tags.get("promotions")
    if promotions:
        letters = custom_start(position.fen(), promotions=promotions).promotions
        position = replace(position, promotions=letters)
    return position


def _before(at: BoardAt, line: DumpedLine, index: int) -> BoardAt:
    """Return the coordinates of the predecessor of this board."""
    timeline = line.timeline if index or line.parent is None else line.parent
    return BoardAt(timeline, *HalfTurn.of_ordinal(at.half_turn.ordinal - 1))


def _marked(cells: bytes, before: Board | None) -> bytes:
    """Return the cells with unmoved marks: at first all that can have them, later those of pieces that
    stayed.
    """
    old = before.cells if before is not None else None
    return bytes(
        code | UNMOVED
        if code != EMPTY
        and PIECE_OF_CODE[code].kind.keeps_unmoved
        and (old is None or old[index] == code | UNMOVED)
        else code
        for index, code in enumerate(cells)
    )


def _named(tags: Mapping[str, str], boards: Mapping[BoardAt, Board]) -> Position | None:
    """Return the variant named by the tags, if its boards are equal."""
    name = tags.get("board") or tags.get("variant") or ""
    try:
        position = find_variant(name).position
    except UnknownVariant:
        return None
    named = {board.at: board.cells.translate(_BARE) for board in position.boards}
    given = {at: board.cells.translate(_BARE) for at, board in boards.items()}
    return position if named == given else None


_KEYS = (
    "White",
    "Black",
    "WhiteElo",
    "BlackElo",
    "UTCDate",
    "UTCTime",
    "TimeControl",
    "InitialMultiverses",
)
_NAMES = {key.casefold(): key for key in _KEYS}
_HINT = "a dump of a game has width, height and timelines"


def parse_shad_json(source: Source) -> list[GameSyntax]:
    """Parse all dumps of a text."""
    return [_parse_game(document) for document in read_json(source)]


read_shad_json = make_reader(parse_shad_json)


def header_name(tag: str) -> str:
    """Return the name of a header from its lower-case tag.

    >>> header_name("whiteelo"), header_name("event")
    ('WhiteElo', 'Event')
    """
    return _NAMES.get(tag, tag[:1].upper() + tag[1:])


def _parse_game(document: JsonDocument) -> GameSyntax:
    syntax = GameSyntax(document.source, "shad-json", document.span.start, _GRAMMAR, names_start=False)
    syntax.problems = document.problems
    root = document.root
    if not isinstance(root.value, dict):
        if not root.is_missing:
            root.report("expected an object", hint=_HINT)
        return syntax
    tags = _tags(root["tags"])
    syntax.headers = [
        HeaderSyntax(header_name(key), value, root["tags"][key].span) for key, value in tags.items()
    ]
    builder = SyntaxBuilder(syntax)
    moves = root["moves"].items() if not root["moves"].is_empty else []
    dumped = [_read_move(move, builder) for move in moves]
    syntax.position = _read_start(root, tags, [move for move in dumped if move is not None])
    return syntax


def _tags(tags: Json) -> dict[str, str]:
    if tags.is_empty:
        return {}
    return {key: _plain(tags[key]) for key in tags.names()}


def _plain(value: Json) -> str:
    if isinstance(value.value, int | float):
        return str(value.value)
    return value.text()


def _read_start(root: Json, tags: dict[str, str], moves: list[DumpedMove]) -> Position | None:
    width, height = root["width"].integer(), root["height"].integer()
    if not (0 < width <= MAX_FILES and 0 < height <= MAX_RANKS):
        root["width"].report(f"a board of {width}x{height} squares is out of range", code="limit")
        return None
    problems = len(root.document.problems)
    lines = [_read_line(line, width * height) for line in root["timelines"].items()]
    known = [line for line in lines if line is not None]
    if len(root.document.problems) > problems:
        return None
    try:
        position = read_start(known, moves, tags, (width, height))
    except HyperchessError as error:
        root["timelines"].report(f"the boards do not make a position: {error}", code="start")
        return None
    if not moves and not root["active_player"].is_missing:
        player = Color.WHITE if root["active_player"].boolean() else Color.BLACK
        if player is not position.player:
            message = f"it is {position.player}'s turn on these boards, not {player}'s"
            root["active_player"].report(message, code="start", severity=Severity.WARNING)
    if not tags.get("board"):
        message = "unmoved pieces are not marked: they are worked out from the boards"
        root["timelines"].report(message, code="unmoved", severity=Severity.INFO)
    return position


def _read_line(line: Json, squares: int) -> DumpedLine | None:
    index = decode_timeline(line["index"].number())
    if index is None:
        line["index"].report("no timeline has this index", hint="-0.5 and 0.5 are the timelines -0 and +0")
        return None
    parent = line["emerges_from"]
    begin = line["begins_at"].integer()
    if abs(begin) > MAX_TURN:
        line["begins_at"].report(f"the half-turn {begin} is out of range", code="limit")
        return None
    states = [_cells(state, squares) for state in line["states"].items()]
    if not states:
        line["states"].report("a timeline without boards")
    origin = None if parent.is_empty else decode_timeline(parent.number())
    return DumpedLine(index, decode_half_turn(begin), tuple(cells for cells in states if cells), origin)


def _cells(state: Json, squares: int) -> bytes | None:
    numbers = state.value
    if not isinstance(numbers, list) or len(numbers) != squares:
        state.report(f"expected a list of {squares} squares at {state.name}")
        return None
    cells = bytearray()
    for square in numbers:
        piece = PIECE_OF_NUMBER.get(square) if isinstance(square, int) else None
        if piece is None and square != 0:
            state.report(f"no piece has the number {square!r:.40}")
            return None
        cells.append(0 if piece is None else piece.code)
    return bytes(cells)


def _read_move(move: Json, builder: SyntaxBuilder) -> DumpedMove | None:
    """Add a move to the syntax; return the timelines on which it creates a board."""
    white = move["white"].boolean()
    color = Color.WHITE if white else Color.BLACK
    last = builder.last
    if last.serial is None or last.serial.color is not color:
        turn = move["turn"].integer() + 1 if not move["turn"].is_empty else None
        last = builder.begin(SerialToken(move.span, "number", turn, color))
    source, target = _square(move["from"], color), _square(move["to"], color)
    if source is None or target is None:
        last.moves.append(MoveSyntax(move.span, readable=False, text="?"))
        return None
    castling = move["castle"].value is True or move["castle_long"].value is True
    promotion = move["promotion"]
    number = 0 if promotion.is_empty or promotion.value is False else promotion.integer()
    officer = PIECE_OF_NUMBER.get(number)
    if number and officer is None:
        promotion.report(f"no piece has the number {number}")
    letter = officer.kind.letter if officer is not None else ""
    pattern = MovePattern(
        timeline=source.timeline,
        turn=source.turn,
        file=source.file,
        rank=source.rank,
        to_timeline=target.timeline,
        to_turn=target.turn,
        to_file=target.file,
        to_rank=target.rank,
        promotion=letter or None,
    )
    if castling:  # the target is the square of the rook, or of the king
        long = move["castle_long"].value is True or target.file < source.file
        pattern = MovePattern(
            timeline=source.timeline,
            turn=source.turn,
            piece="K",
            file=source.file,
            rank=source.rank,
            kind=MoveKind.PHYSICAL,
            castling=-1 if long else 1,
        )
    name = f"{format_square(source)}>{format_square(target)}{letter}"
    words = MoveText(pattern, move.span, mark=_mark(move))
    last.moves.append(MoveSyntax(move.span, text=name, words=words))
    if not move["comments"].is_empty:
        last.comments += (
            CommentSyntax(comment.text(), comment.span, len(last.moves))
            for comment in move["comments"].items()
        )
    if source.board == target.board:
        return DumpedMove(source.timeline, None)
    new = None if move["new_index"].is_empty else decode_timeline(move["new_index"].number())
    return DumpedMove(source.timeline, new if move["branches"].value is True else target.timeline)


def _mark(move: Json) -> str:
    for key, mark in (("checkmate", "#"), ("softmate", "*"), ("check", "+")):
        if move[key].value is True:
            return mark
    return ""


def _square(place: Json, color: Color) -> Square | None:
    numbers = place.items()
    if len(numbers) != 4:
        if isinstance(place.value, list):
            place.report("expected timeline, turn, file and rank", hint="all but the timeline count from 0")
        return None
    timeline: Timeline | None = decode_timeline(numbers[0].number())
    turn, file, rank = (number.integer(-MAX_TURN * 2) for number in numbers[1:])
    if timeline is None or abs(turn) > MAX_TURN or not (0 <= file < MAX_FILES and 0 <= rank < MAX_RANKS):
        place.report("no square of a multiverse is there", code="limit")
        return None
    return Square(timeline, turn + 1, color, file, rank)


def _translate(step: MoveSyntax | PassSyntax, situation: Situation) -> MoveText | None:
    assert isinstance(step.words, MoveText)
    return step.words


_GRAMMAR = Grammar(_translate, marks_captures=False)
