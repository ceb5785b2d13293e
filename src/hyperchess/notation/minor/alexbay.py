"""Alexbay's notation, from the first releases of 5d-chess-js: one move per line, both squares in full.

>>> from hyperchess.text import Source
>>> text = "1w. 1:e2:e3; 1b. 1:Ng8:f6; 2w. 2:Nb1:c3; 2b. 2:d7:d5; 3w. 3:Nc3<+1>2:c5; 3b. 2+1:e7:e6"
>>> (game,) = read_alexbay(Source(text))
>>> print("; ".join(write_alexbay(game).text.splitlines()[-6:]) == text)
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from hyperchess.game import Game
from hyperchess.multiverse import BoardAt, Color, Move, MoveKind, MovePattern, Position, Timeline
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.boundaries import Boundary
from hyperchess.notation.detection import require_own_sign, sign
from hyperchess.notation.pgn5d.boundaries import decided_length
from hyperchess.notation.pgn5d.brackets import bracket_end
from hyperchess.notation.registry import Notation
from hyperchess.notation.text5d.builder import (
    SyntaxBuilder,
    build,
    made_at,
    read_head,
    serial_at,
    timeline_named,
)
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.marked_moves import MarkedMove
from hyperchess.notation.text5d.resolve import make_reader
from hyperchess.notation.text5d.san import castling_pattern, parse_square
from hyperchess.notation.text5d.signs import HEADERS
from hyperchess.notation.text5d.spelling import is_only_castling
from hyperchess.notation.text5d.syntax import GameSyntax, Grammar, MoveSyntax, PassSyntax, Situation
from hyperchess.notation.text5d.writing.headers import head_text, make_head, with_result
from hyperchess.notation.text5d.writing.mainline import lose_files, lose_pieces, written_actions
from hyperchess.notation.writing import Losses, Written
from hyperchess.ruleset import Verdict
from hyperchess.text import Source, Span

__all__ = ["NOTATIONS", "parse_alexbay", "read_alexbay", "write_alexbay"]

_LETTERS = "PBNRQKS"  # `P` is the princess, because pawns have no letter
_CHUNK = re.compile(r"[^;\r\n\[]+")
_HEAD = re.compile(r"\s*\[")
_NUMBER = re.compile(r"(?P<number>[0-9]+)\s?(?P<color>[wb])\s?\.\s*")
_MOVE = re.compile(
    r"""(?P<turn>-?[0-9]{1,5})(?P<line>[+-][0-9]{1,5})?\s?:\s?(?:
        (?P<castling>[O0]-[O0](?:-[O0])?)
      |
        (?P<piece>[PBNRQKSWCYUD])?(?P<file>[a-z])(?P<rank>[1-9][0-9]?)
        (?:(?P<arrow><(?P<made>[+-][0-9]{1,5})?>)(?P<to_turn>[0-9]{1,5}|-[0-9]{1,5}(?=[+-]))?(?P<to_line>[+-][0-9]{1,5})?)?
        \s?:\s?(?P<capture>x)?(?P<promotion>[PBNRQKSWCYUD])?(?P<to_file>[a-z])(?P<to_rank>[1-9][0-9]?)
        (?P<passant>e\.p\.)?
    )(?P<mark>[+\#=])?""",
    re.VERBOSE,
)
_HINT = "a move is written 3w. 3:Nc3<+1>2:c5 or 4b. 3+1:Bc8:xd7"


def parse_alexbay(source: Source) -> list[GameSyntax]:
    """The syntax of all games of a text, each with its headers."""
    games = []
    offset = 0
    while True:
        end = len(source.text)  # unless the headers of another game follow

        def read(builder: SyntaxBuilder) -> None:
            nonlocal end
            end = _read_moves(builder, read_head(builder))

        games.append(build(source, "alexbay", _GRAMMAR, read, start=offset))
        offset = end
        if offset >= len(source.text):
            return games


read_alexbay = make_reader(parse_alexbay)


def _boundaries(text: str, final: bool) -> Iterator[Boundary]:
    """Yield the boundaries: the first bracket after the headers of a game."""
    end = decided_length(text, final)
    offset = 1 if text.startswith("\ufeff") else 0
    while True:
        while (head := _HEAD.match(text, offset, end)) is not None:
            offset = bracket_end(text, head.end() - 1)
        offset = text.find("[", offset, end)
        if offset < 0:
            return
        yield Boundary(offset, offset + 1)


def _read_moves(builder: SyntaxBuilder, offset: int) -> int:
    """Read moves up to the headers of the next game."""
    text = builder.source.text
    while offset < len(text) and text[offset] != "[":
        chunk = _CHUNK.match(text, offset)
        if chunk is None:
            offset += 1
            continue
        offset = chunk.end()
        blanks = len(chunk.group()) - len(chunk.group().lstrip())
        if blanks < len(chunk.group()):
            place = chunk.start() + blanks
            _read_move(builder, Span(place, chunk.start() + len(chunk.group().rstrip())))
    return offset


def _read_move(builder: SyntaxBuilder, span: Span) -> None:
    text = builder.source.text
    number = _NUMBER.match(text, span.start, span.end)
    if number is not None:
        serial = serial_at(Span(*number.span()), number["number"], Color("wb".index(number["color"])))
        last = builder.last.serial
        if last is None or (last.number, last.color) != (serial.number, serial.color):
            builder.begin(serial)
        span = Span(number.end(), span.end)
    elif builder.last is builder.root:
        builder.begin()
    move = _MOVE.fullmatch(text, span.start, span.end)
    if move is None or (move["mark"] == "=" and move["castling"] is None and move["to_file"] is None):
        builder.last.moves.append(builder.unreadable(span, "a move", hint=_HINT))
    else:
        made = made_at(move, "made")
        builder.last.moves.append(MoveSyntax(span, words=_words(move, span), made=made))
        builder.last.claim = "=" if move["mark"] == "=" else ""


def _words(move: re.Match[str], span: Span) -> MoveText:
    line = timeline_named(move["line"]) if move["line"] else Timeline.of(0)
    turn = int(move["turn"])
    mark = (move["mark"] or "").replace("=", "")
    if move["castling"]:
        return MoveText(castling_pattern(move["castling"], timeline=line, turn=turn), span, mark=mark)
    file, rank = parse_square(move["file"], move["rank"])
    to_file, to_rank = parse_square(move["to_file"], move["to_rank"])
    pattern = MovePattern(
        timeline=line,
        turn=turn,
        piece=move["piece"],
        file=file,
        rank=rank,
        to_timeline=timeline_named(move["to_line"]) if move["to_line"] else line,
        to_turn=int(move["to_turn"]) if move["to_turn"] else turn,
        to_file=to_file,
        to_rank=to_rank,
        promotion=move["promotion"],
    )
    return MoveText(pattern, span, capture=bool(move["capture"]), mark=mark)


def _translate(step: MoveSyntax | PassSyntax, situation: Situation) -> MoveText | None:
    """Translate a move; `P` is a princess if possible, otherwise a pawn."""
    words = step.words
    assert isinstance(words, MoveText)
    pattern = words.pattern
    if pattern.promotion == "P":
        pattern = replace(pattern, promotion="S")
    if pattern.piece == "P" and pattern.timeline is not None and pattern.turn is not None:
        at = BoardAt(situation.name(pattern.timeline), pattern.turn, situation.position.player)
        board = situation.state.board(at)
        if board is not None and pattern.file is not None and pattern.rank is not None:
            inside = pattern.file < board.width and pattern.rank < board.height
            piece = board[pattern.file, pattern.rank] if inside else None
            if piece is not None and piece.kind.letter == "S":
                pattern = replace(pattern, piece="S")
    return replace(words, pattern=pattern)


_GRAMMAR = Grammar(_translate)


def write_alexbay(game: Game[Position, Move]) -> Written:
    """Write the main line, one line for each move, after the headers."""
    losses = Losses()
    made_head = make_head(game, Dialect.SHAD, losses)
    if made_head.boards:
        losses.add("start", "the notation has no 5DFEN; the boards are written as in 5DPGN")
    head = head_text(with_result(made_head, game, losses))
    lose_files(game, losses)
    lines = []
    last = game.end
    for written in written_actions(game, losses, holds=("results",), standard=False):
        place = str(written.serial)
        for marked in written.action.moves:
            lose_pieces(marked, _LETTERS, losses, place)
            if marked.check == "*":
                losses.add("softmate", "the notation has no mark for a softmate", place)
            lines.append(f"{place}. {_spell(marked)}\n")
        if written.node is last and written.action.after.status.verdict is Verdict.STALEMATE:
            lines[-1] = lines[-1].replace("\n", "=\n")
    return Written(head + "".join(lines), losses.listed())


def _spell(marked: MarkedMove) -> str:
    source, target = marked.move.source, marked.move.target
    board = f"{source.turn}{_line(source.timeline)}:"
    check = "+" if marked.check == "*" and marked.effect.checks else marked.check.replace("*", "")
    if marked.effect.is_castling and is_only_castling(marked, board_known=True):
        return f"{board}{'0-0' if target.file > source.file else '0-0-0'}{check}"
    arrow = ""
    if marked.effect.kind is not MoveKind.PHYSICAL:
        made = marked.effect.new_timeline
        turn = str(target.turn) if target.turn != source.turn else ""
        # A negative turn would look like a timeline unless a timeline follows.
        line = _sign(target.timeline) if target.timeline != source.timeline or target.turn < 0 else ""
        arrow = f"<{'' if made is None else _sign(made)}>{turn}{line}"
    letter = "" if marked.letter == "P" else _letter(marked.letter)
    taken = "x" if marked.capture else ""
    passant = "e.p." if marked.effect.is_en_passant else ""
    goal = f"{taken}{_letter(marked.move.promotion)}{target.name}{passant}"
    return f"{board}{letter}{source.name}{arrow}:{goal}{check}"


def _line(timeline: Timeline) -> str:
    return "" if timeline == Timeline.of(0) else _sign(timeline)


def _sign(timeline: Timeline) -> str:
    return "+0" if timeline == Timeline.of(0) else timeline.signed


def _letter(letter: str) -> str:
    return "P" if letter == "S" else letter


_SIGNS = (
    sign(
        "moves such as 1w. 1:e2:e4",
        4,
        r"(?<!\w)[0-9]{1,6}[wb]\.\s*+-?[0-9]{1,6}(?:[+-][0-9]{1,6})?:\s?[A-Zx0a-z]",
        needs=":",
    ),
    sign(
        "squares on both sides of a colon, 1:e2:e4",
        3,
        r"[0-9]:\s?[A-Z]?[a-z][0-9]{1,2}(?:<[^<>\n]{0,12}>[-+0-9]{0,12})?:x?[A-Z]?[a-z][0-9]",
        needs=":",
    ),
)


NOTATIONS = (
    Notation(
        "alexbay",
        "Alexbay's notation (5d-chess-js)",
        (*_SIGNS, *require_own_sign(_SIGNS, HEADERS)),
        read_alexbay,
        write_alexbay,
        ".alexbay",
        boundaries=_boundaries,
    ),
)
