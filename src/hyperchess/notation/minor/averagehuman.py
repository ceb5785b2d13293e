"""AverageHuman's simplified notation: both squares, and only the changed parts of the boards.

>>> from hyperchess.text import Source
>>> (game,) = read_averagehuman(Source("1. e2e3 , g8f6 2. b1c3 , d7d5 3. c3T-1c5 , L1e7e6"))
>>> print(write_averagehuman(game).text, end="")
1. e2e3 , g8f6
2. b1c3 , d7d5
3. c3T-1c5 , L1e7e6
"""

from __future__ import annotations

import re

from hyperchess.game import Game
from hyperchess.multiverse import Color, Move, MovePattern, Position, Timeline
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.detection import require_own_sign, sign
from hyperchess.notation.registry import Notation
from hyperchess.notation.text5d.builder import (
    SyntaxBuilder,
    make_parser,
    scan_tokens,
    serial_at,
    timeline_named,
)
from hyperchess.notation.text5d.resolve import make_reader
from hyperchess.notation.text5d.san import parse_square
from hyperchess.notation.text5d.signs import HEADERS
from hyperchess.notation.text5d.syntax import Grammar, MoveSyntax, PassSyntax, Situation
from hyperchess.notation.text5d.writing.headers import StartHeaders, start_head
from hyperchess.notation.text5d.writing.mainline import lose_files, lose_promotion, written_actions
from hyperchess.notation.writing import Losses, Written
from hyperchess.text import Span

__all__ = ["NOTATIONS", "parse_averagehuman", "read_averagehuman", "write_averagehuman"]

_TOKEN = re.compile(r"\s*(?:(?P<number>[0-9]+)\s?\.|(?P<comma>,)|(?P<word>[^\s,]+))")
_MOVE = re.compile(
    r"(?:L(?P<line>[+-]?[0-9]{1,5}))?(?P<file>[a-z])(?P<rank>[1-9][0-9]?)"
    r"(?:L(?P<to_line>[+-]?[0-9]{1,5}))?(?:T(?P<back>[+-]?[0-9]{1,5}))?"
    r"(?P<to_file>[a-z])(?P<to_rank>[1-9][0-9]?)(?:=(?P<promotion>[A-Z]))?"
)
_HINT = "a move is written e2e3, L1e7e6 or c3T-1c5"


def _read_actions(builder: SyntaxBuilder) -> None:
    for token in scan_tokens(builder, _TOKEN):
        if token["number"]:
            builder.begin(serial_at(Span(token.start("number"), token.end()), token["number"], Color.WHITE))
            continue
        if token["comma"]:
            builder.answer(Span(*token.span("comma")))
            continue
        span = Span(*token.span("word"))
        if builder.last is builder.root:
            builder.begin_unnumbered(span, "1.")
        words = _MOVE.fullmatch(builder.source.text, *span)
        move = MoveSyntax(span, words=words) if words else builder.unreadable(span, "a move", hint=_HINT)
        builder.last.moves.append(move)


def _translate(step: MoveSyntax | PassSyntax, situation: Situation) -> MoveText | None:
    """Complete the boards: timeline 0 unless named, its last turn, and the target relative to that."""
    words = step.words
    assert isinstance(words, re.Match)
    line = situation.name(timeline_named(words["line"])) if words["line"] else Timeline.of(0)
    turn = situation.last_turn(situation.name(line))
    if turn is None:
        return None
    file, rank = parse_square(words["file"], words["rank"])
    to_file, to_rank = parse_square(words["to_file"], words["to_rank"])
    pattern = MovePattern(
        timeline=line,
        file=file,
        rank=rank,
        to_timeline=timeline_named(words["to_line"]) if words["to_line"] else line,
        to_turn=turn + int(words["back"] or 0),
        to_file=to_file,
        to_rank=to_rank,
        promotion=words["promotion"],
    )
    return MoveText(pattern, step.span)


_GRAMMAR = Grammar(_translate, marks_captures=False)
parse_averagehuman = make_parser("averagehuman", _GRAMMAR, _read_actions)
read_averagehuman = make_reader(parse_averagehuman)


def write_averagehuman(game: Game[Position, Move], *, headers: StartHeaders = "start") -> Written:
    """Write the main line, a line for each turn."""
    losses = Losses()
    head = start_head(game, headers, losses)
    lose_files(game, losses)
    lines: list[str] = []
    for written in written_actions(game, losses, checks=False):
        for marked in written.action.moves:
            lose_promotion(marked, losses, str(written.serial))
        moves = " ".join(_spell(marked.move) for marked in written.action.moves)
        if written.is_white or not lines:
            lines.append(f"{written.serial.number}.")
        lines[-1] += f" , {moves}" if not written.is_white else f" {moves}"
    if lines and "," not in lines[-1]:
        lines[-1] += " ,"
    return Written(head + "".join(f"{line}\n" for line in lines), losses.listed())


def _spell(move: Move) -> str:
    source, target = move.source, move.target
    line = "" if source.timeline == Timeline.of(0) else f"L{source.timeline}"
    to_line = "" if source.timeline == target.timeline else f"L{target.timeline}"
    turns = target.turn - source.turn
    back = f"T{turns:+d}" if turns else ""
    promotion = f"={move.promotion}" if move.promotion else ""
    return f"{line}{source.name}{to_line}{back}{target.name}{promotion}"


_LINE = r"(?:L[+-]?[0-9]{1,5})?"
_SIGNS = (
    sign("a comma between the players", 2.5, r"[0-9][a-z][0-9]{1,2}(?:=[A-Z])?\s++,(?=\s)", needs=","),
    sign(
        "moves with both squares, c3T-1c5",
        1,
        rf"(?<![\w()]){_LINE}[a-z][1-9][0-9]?{_LINE}(?:T[+-]?[0-9]{{1,5}})?[a-z][1-9][0-9]?(?:=[A-Z])?(?![\w(])",
        needs=",",
    ),
)


NOTATIONS = (
    Notation(
        "averagehuman",
        "AverageHuman's notation",
        (*_SIGNS, *require_own_sign(_SIGNS, HEADERS)),
        read_averagehuman,
        write_averagehuman,
    ),
)
