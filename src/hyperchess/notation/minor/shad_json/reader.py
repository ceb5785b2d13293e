"""Reader of Shad's JSON. Only `timelines`, `width`, `height` and the fields of a timeline are required."""

from __future__ import annotations

from hyperchess.errors import HyperchessError
from hyperchess.multiverse import Color, MoveKind, MovePattern, Position, Square, Timeline
from hyperchess.multiverse.coordinates import MAX_FILES, MAX_RANKS, MAX_TURN, format_square
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.json_text import Json, JsonDocument, read_json
from hyperchess.notation.minor.shad_json.codes import PIECE_OF_NUMBER, decode_half_turn, decode_timeline
from hyperchess.notation.minor.shad_json.start import DumpedLine, DumpedMove, read_start
from hyperchess.notation.text5d.builder import SyntaxBuilder
from hyperchess.notation.text5d.resolve import Game5D, resolve_all
from hyperchess.notation.text5d.situation import Situation
from hyperchess.notation.text5d.syntax import (
    CommentSyntax,
    GameSyntax,
    Grammar,
    HeaderSyntax,
    MoveSyntax,
    PassSyntax,
    SerialToken,
)
from hyperchess.text import Severity, Source

__all__ = ["header_name", "parse_shad_json", "read_shad_json"]

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


def read_shad_json(source: Source, *, start: Position | None = None) -> list[Game5D]:
    """Read all dumps of a text."""
    return resolve_all(parse_shad_json(source), start)


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
