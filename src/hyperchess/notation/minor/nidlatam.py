"""nidlatam's proposal: actions in braces, pieces with their colour, squares with turn and timeline.

>>> from hyperchess.text import Source
>>> text = "1. {\\n+P e2|1||0| --> e3|1||0|\\n}\\n2. {\\n-N g8|1||0| --> f6|1||0|\\n}\\n"
>>> (game,) = read_nidlatam(Source(text))
>>> write_nidlatam(game).text == text
True

The proposal does not write promotions. hyperchess writes them after the closing `^`, unless it is the first
piece of the list, which readers assume: `^ +P a7|9||0| --> a8|9||0| ^=N`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hyperchess.game import Game
from hyperchess.multiverse import Color, Move, MoveKind, MovePattern, Position, Square
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.detection import require_own_sign, sign
from hyperchess.notation.registry import Notation
from hyperchess.notation.text5d.builder import (
    SyntaxBuilder,
    made_at,
    make_parser,
    scan_tokens,
    timeline_named,
)
from hyperchess.notation.text5d.marked_moves import MarkedMove
from hyperchess.notation.text5d.resolve import make_reader
from hyperchess.notation.text5d.san import castling_pattern, parse_square
from hyperchess.notation.text5d.signs import HEADERS
from hyperchess.notation.text5d.spelling import is_only_castling
from hyperchess.notation.text5d.syntax import (
    Grammar,
    MoveSyntax,
    PassSyntax,
    SerialToken,
    Situation,
)
from hyperchess.notation.text5d.writing.headers import StartHeaders, start_head
from hyperchess.notation.text5d.writing.mainline import (
    WrittenAction,
    lose_files,
    lose_pieces,
    written_actions,
)
from hyperchess.notation.writing import Losses, Written
from hyperchess.ruleset import Verdict
from hyperchess.text import Severity, Span

__all__ = ["NOTATIONS", "parse_nidlatam", "read_nidlatam", "write_nidlatam"]

_LETTERS = "PRBNKQUD"
_PIECE = "[PRBNKQUDWCYS]"
_BOARD = (
    r"\|\s?(?P<turn{0}>-?[0-9]{{1,5}}|Pr\s?[+-]?\s?[0-9]{{0,5}})\s?"
    r"\|\|\s?\#?\s?(?P<line{0}>[+-]?[0-9]{{1,5}})\s?\|"
)
_TOKEN = re.compile(
    rf"""\s*(?:
    (?P<open>(?P<number>[0-9]+)\s?\.\s*\{{)
  | (?P<close>\}})
  | (?P<present>Pr\s?=\s?(?P<now>-?[0-9]{{1,5}}))
  | (?P<end>--\s?(?:checkmate|stale-checkmate|stalemate))
  | (?P<back>[+-]?[0-9]+\s?<=\s?[+-]?[0-9]+(?:\s?return\s?from\s?[+-]?[0-9]+)?)
  | (?P<route>[+-]?[0-9]+\s?=>\s?[+-]?[0-9]+)
  | (?P<castling>(?P<side>[+-])>(?P<wing>[KQ])\s?{_BOARD.format(0)})
  | (?P<move>(?P<color>[+-])(?P<piece>{_PIECE})(?P<passant>//|\\\\)?\s*
      (?P<file>[a-z])(?P<rank>[1-9][0-9]?)\s?{_BOARD.format(1)}\s*
      (?:-->|-\s?\#?\s?(?P<made>[+-]?[0-9]{{1,5}})\s?->)\s*
      (?P<victim>[+-]{_PIECE}\s*)?
      (?P<to_file>[a-z])(?P<to_rank>[1-9][0-9]?)\s?{_BOARD.format(2)})
  | (?P<check>//?)
  | (?P<promotion>\^(?:=(?P<officer>{_PIECE}))?)
  | (?P<bracket>[()])
  | (?P<junk>[^\s{{}}()]+|\S)
    )""",
    re.VERBOSE,
)
_CLAIMS = {"checkmate": "#", "stale-checkmate": "#", "stalemate": "="}
_HINT = "a move is written +N a1|7||0| --> a3|6||1|"


@dataclass(frozen=True, slots=True)
class _Words:
    """A move, its player, and which of its turns are relative to the present."""

    color: Color
    text: MoveText
    turn: str = ""
    to_turn: str = ""


class _Reader:
    def __init__(self, builder: SyntaxBuilder) -> None:
        self.builder = builder
        self.present: int | None = None
        self.check: Span | None = None  # start of an open check mark
        self.promotion: Span | None = None  # span of a promotion
        self.inside = False

    def run(self) -> None:
        for token in scan_tokens(self.builder, _TOKEN):
            kind = next(name for name in _KINDS if token[name] is not None)
            span = Span(*token.span(kind))
            if kind in ("move", "castling"):
                self.add(self.move(token, span))
            elif kind == "open":
                self.begin(token, span)
            elif kind == "close":
                self.finish()
            elif kind == "present":
                self.present = int(token["now"])
            elif kind == "end":
                self.builder.last.claim = _CLAIMS[token["end"].removeprefix("--").strip()]
            elif kind == "check":
                self.check = self.toggle(self.check, span)
            elif kind == "promotion":
                self.promote(token, span)
            elif kind == "junk":
                self.add(self.builder.unreadable(span, "a move", hint=_HINT))
        self.finish()

    def begin(self, token: re.Match[str], span: Span) -> None:
        """Start an action; odd numbers are White's, even ones Black's."""
        self.finish()
        number = int(token["number"]) if len(token["number"]) <= 6 else None
        color = None if number is None else Color.WHITE if number % 2 else Color.BLACK
        turn = None if number is None else (number + 1) // 2
        self.builder.begin(SerialToken(span, "number", turn, color, self.present))
        self.present = None
        self.inside = True

    def finish(self) -> None:
        for opened in (self.check, self.promotion):
            if opened is not None:
                message = f"this {self.builder.syntax.text(opened)!r} has no second one after the move"
                self.builder.report(opened, "mark", message, Severity.WARNING)
        self.check = self.promotion = None
        self.inside = False

    def add(self, move: MoveSyntax) -> None:
        if not self.inside and self.builder.last is self.builder.root:
            self.builder.begin_unnumbered(move.span, "1. {")
        words = move.words
        if self.check is not None and isinstance(words, _Words):
            mark = "+" if self.check.end - self.check.start == 1 else "*"
            move.words = replace(words, text=replace(words.text, mark=mark))
        self.builder.last.moves.append(move)

    def toggle(self, opened: Span | None, span: Span) -> Span | None:
        return span if opened is None else None

    def promote(self, token: re.Match[str], span: Span) -> None:
        moves = self.builder.last.moves
        words = moves[-1].words if moves else None
        if self.promotion is not None and isinstance(words, _Words) and token["officer"]:
            pattern = replace(words.text.pattern, promotion=token["officer"])
            moves[-1].words = replace(words, text=replace(words.text, pattern=pattern))
        self.promotion = self.toggle(self.promotion, span)

    def move(self, token: re.Match[str], span: Span) -> MoveSyntax:
        if token["castling"]:
            sign = "O-O" if token["wing"] == "K" else "O-O-O"
            text = MoveText(castling_pattern(sign, timeline=timeline_named(token["line0"])), span)
            return MoveSyntax(span, words=_Words(_color(token["side"]), text, token["turn0"]))
        file, rank = parse_square(token["file"], token["rank"])
        to_file, to_rank = parse_square(token["to_file"], token["to_rank"])
        pattern = MovePattern(
            timeline=timeline_named(token["line1"]),
            piece=token["piece"],
            file=file,
            rank=rank,
            to_timeline=timeline_named(token["line2"]),
            to_file=to_file,
            to_rank=to_rank,
        )
        color = _color(token["color"])
        text = MoveText(pattern, span, capture=bool(token["victim"] or token["passant"]))
        named = token["made"] and (token["made"][0] in "+-" or color is Color.WHITE)
        made = made_at(token, "made") if named else None
        return MoveSyntax(span, words=_Words(color, text, token["turn1"], token["turn2"]), made=made)


_KINDS = (
    "move",
    "castling",
    "open",
    "close",
    "present",
    "end",
    "back",
    "route",
    "check",
    "promotion",
    "bracket",
    "junk",
)


def _color(sign: str) -> Color:
    return Color.WHITE if sign == "+" else Color.BLACK


def _translate(step: MoveSyntax | PassSyntax, situation: Situation) -> MoveText | None:
    words = step.words
    assert isinstance(words, _Words)
    if words.color is not situation.position.player:
        return None
    present = situation.position.present.turn
    pattern = replace(
        words.text.pattern, turn=_turn(words.turn, present), to_turn=_turn(words.to_turn, present)
    )
    return replace(words.text, pattern=pattern)


def _turn(text: str, present: int) -> int | None:
    if not text:
        return None
    if not text.startswith("Pr"):
        return int(text)
    shift = text[2:].replace(" ", "")
    return present + int(shift if shift.strip("+-") else "0")


_GRAMMAR = Grammar(_translate)
parse_nidlatam = make_parser("nidlatam", _GRAMMAR, lambda builder: _Reader(builder).run())
read_nidlatam = make_reader(parse_nidlatam)


def write_nidlatam(game: Game[Position, Move], *, headers: StartHeaders = "start") -> Written:
    """Write the main line, with a pair of braces for each action."""
    losses = Losses()
    parts = [start_head(game, headers, losses)]
    lose_files(game, losses)
    last = None
    for written in written_actions(game, losses):
        number = 2 * written.serial.number - written.is_white
        parts.append(f"{number}. {{\n")
        parts += (f"{line}\n" for line in _lines(written, losses))
        last = written
        parts.append("}\n")
    if last is not None:
        ending = {Verdict.CHECKMATE: "--checkmate\n", Verdict.STALEMATE: "--stalemate\n"}
        parts.append(ending.get(last.action.after.status.verdict, ""))
    return Written("".join(parts), losses.listed())


def _lines(written: WrittenAction, losses: Losses) -> list[str]:
    lines = []
    several = len(written.action.moves) > 1
    for marked in written.action.moves:
        lose_pieces(marked, _LETTERS, losses, str(written.serial))
        source, target = marked.move.source.timeline, marked.move.target.timeline
        text = _spell(marked, written, losses)
        lines.append(f"{source}=>{target} ({text})" if several else text)
        if several and marked.effect.kind is MoveKind.HOP:
            lines.append(f"{target}<={source} return from {source}")
    return lines


def _spell(marked: MarkedMove, written: WrittenAction, losses: Losses) -> str:
    source, target = marked.move.source, marked.move.target
    sign = "+" if written.is_white else "-"
    if marked.effect.is_castling and is_only_castling(marked, board_known=True):
        wing = "K" if target.file > source.file else "Q"
        text = f"{sign}>{wing}{_board(source, written.position)}"
    else:
        victim = marked.effect.captured
        passant = ""
        if marked.effect.is_en_passant:
            # Right from White's point of view: the proposal does not define more.
            passant = "//" if target.file > source.file else "\\\\"
        taken = f"{'-' if written.is_white else '+'}{victim.kind.letter} " if victim and not passant else ""
        made = marked.effect.new_timeline
        dead = "#" if made is not None and made not in written.action.after.active else ""
        arrow = "-->" if made is None else f"-{dead}{made}->"
        left = f"{sign}{marked.letter}{passant} {source.name}{_board(source, written.position)}"
        text = f"{left} {arrow} {taken}{target.name}{_board(target, written.position)}"
    if marked.move.promotion:
        first = marked.move.promotion == written.position.promotions[0]
        text = f"^ {text} ^" if first else f"^ {text} ^={marked.move.promotion}"
        message = "the proposal does not say what a pawn becomes; it is written anyway"
        losses.add("promotions", message, str(written.serial), count=not first)
    fence = {"+": "/", "#": "/", "*": "//"}.get(marked.check)
    return f"{fence} {text} {fence}" if fence else text


def _board(square: Square, position: Position) -> str:
    dead = "" if square.timeline in position.active else "#"
    return f"|{square.turn}||{dead}{square.timeline}|"


_SIGNS = (
    sign(
        "squares such as e2|1||0|",
        2.5,
        r"[a-zKQ][0-9]{0,2}\|\s?(?:-?[0-9]{1,6}|Pr[^|\n]{0,12})\s?\|\|\s?#?\s?[+-]?[0-9]{1,6}\s?\|",
        needs="||",
        part="text",
    ),
    sign("arrows: -->, -2->", 1, r"\s-(?:#?[+-]?[0-9]{1,5})?->\s", needs="->", part="text"),
)


NOTATIONS = (
    Notation(
        "nidlatam",
        "nidlatam's proposal",
        (*_SIGNS, *require_own_sign(_SIGNS, HEADERS)),
        read_nidlatam,
        write_nidlatam,
    ),
)
