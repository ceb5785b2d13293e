"""Axel's notation (4xel): boards without parentheses, omitted where the order of the moves implies them.

>>> from hyperchess.text import Source
>>> (game,) = read_axel(Source("w1T1. e3 .. Nf6. 2. Nc3 .. d5. 3. L0T3 Nc3 L0T2 c5 (+L+1) .. L+1 e6."))
>>> print(write_axel(game, style="short").text, end="")
1. e3 .. Nf6.
2. Nc3 .. d5.
3. L0T3 Nc3 L0T2 c5 (+L+1) .. e6.
>>> print(write_axel(game).text.splitlines()[-1])
b3T2. L+1T2 Pe7 L+1T2 e6.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hyperchess.game import Game
from hyperchess.multiverse import BoardAt, Color, Move, MoveKind, MovePattern, Position
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.detection import require_own_sign, sign
from hyperchess.notation.registry import Notation
from hyperchess.notation.text5d.builder import (
    SyntaxBuilder,
    made_at,
    make_parser,
    read_head,
    serial_at,
    timeline_named,
)
from hyperchess.notation.text5d.marked_moves import MarkedMove
from hyperchess.notation.text5d.resolve import make_reader
from hyperchess.notation.text5d.signs import HEADERS
from hyperchess.notation.text5d.spelling import is_only_castling, promotion_text, san_move
from hyperchess.notation.text5d.syntax import (
    Grammar,
    MadeSyntax,
    MoveSyntax,
    PassSyntax,
    Situation,
)
from hyperchess.notation.text5d.writing.headers import StartHeaders, start_head
from hyperchess.notation.text5d.writing.mainline import (
    WrittenAction,
    lose_files,
    lose_pieces,
    written_actions,
)
from hyperchess.notation.writing import Losses, Style, Written
from hyperchess.text import Source, Span

__all__ = ["NOTATIONS", "parse_axel", "read_axel", "write_axel"]

_LETTERS = "PKNRQDUB"
_PROMOTIONS = "QNRDU"
_PREFIX = re.compile(
    r"(?P<color>[wb])?\s?(?P<number>[0-9]+)\s?(?:T\s?(?P<turn>-?[0-9]{1,5})\s?)?\.(?!\.\s*[0-9])"
)
_LIKE_A_PREFIX = re.compile(r"[bw][0-9]")  # `b5.` would be the number of Black's action 5
_PLAIN_PREFIX = re.compile(r"[0-9]")
_BLANK = re.compile(r"\s+")
_DOTS = re.compile(r"\.\.+")
# A move ends with `;` or `.`, or before a number if both are missing.
_CHUNK = re.compile(
    r"(?:[^;.\s]|[\r\n](?!\s?[wb]?[0-9]{1,6}(?:T-?[0-9]{1,5})?\.)|[^\S\r\n](?!\s?[0-9]{1,6}(?:T-?[0-9]{1,5})?\.))+"
)
_WORD = re.compile(
    r"""\s*(?:
    L\s?(?P<line>[+-]?[0-9]{1,5})
  | T\s?(?P<turn>-?[0-9]{1,5})
  | (?P<castling>[O0]-[O0](?:-[O0])?)
  | \(\s*\+\s?L\s?(?P<made>[+-]?[0-9]{1,5})\s*(?P<present>p)?\s*\)
  | =\s?(?P<promotion>[A-Z])
  | (?P<piece>[PKNRQDUBWCYS])
  | (?P<square>[a-wyz][1-9][0-9]?)
  | (?P<capture>x)
  | (?P<file>[a-wyz])
  | (?P<rank>[1-9][0-9]?)
  | (?P<mark>\+\+|\*\+|[+*\#])
  | (?P<evaluation>[!?]{1,2})
    )""",
    re.VERBOSE,
)
_MARKS = {"+": "+", "*": "+", "*+": "+", "++": "*", "#": "#"}
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")
_HINT = "a move is written e4, L+1 Nf3 or L0T7 Qf4 x L0T4 c4 (+L-1)"


class _Reader:
    def __init__(self, builder: SyntaxBuilder) -> None:
        self.builder = builder
        self.closed = True  # whether the next move starts an action

    def run(self) -> None:
        text = self.builder.source.text
        offset = read_head(self.builder)
        while offset < len(text):
            if (blank := _BLANK.match(text, offset)) is not None:
                offset = blank.end()
            elif (prefix := self.prefix(offset)) is not None:
                offset = prefix.end()
                self.begin(prefix)
            elif (dots := _DOTS.match(text, offset)) is not None:
                offset = dots.end()
                self.builder.answer(Span(*dots.span()))
                self.closed = False
            elif (chunk := _CHUNK.match(text, offset)) is not None:
                offset = chunk.end()
                self.add(Span(chunk.start(), chunk.start() + len(chunk.group().rstrip())))
                self.closed = text[offset : offset + 1].isspace()
            else:
                self.closed = self.closed or text[offset] == "."
                offset += 1

    def prefix(self, offset: int) -> re.Match[str] | None:
        """Match the number of an action; within an action `b4.` is a move."""
        text = self.builder.source.text
        return _PREFIX.match(text, offset) if self.closed or _PLAIN_PREFIX.match(text, offset) else None

    def begin(self, prefix: re.Match[str]) -> None:
        color = Color("wb".index(prefix["color"])) if prefix["color"] else None
        serial = serial_at(Span(*prefix.span()), prefix["number"], color, prefix["turn"])
        self.builder.begin(serial)
        self.closed = False

    def add(self, span: Span) -> None:
        if self.closed:
            self.builder.begin_unnumbered(span, "w3. or with '..'")
            self.closed = False
        if self.builder.source.text[slice(*span)] == "-":
            self.builder.add_pass(span)
        else:
            self.builder.last.moves.append(self.move(span))

    def move(self, span: Span) -> MoveSyntax:
        words = _Words(self.builder.source, span)
        if not words.read():
            return self.builder.unreadable(span, "a move", hint=_HINT)
        return MoveSyntax(span, words=words.text(), made=words.made)


class _Words:
    """The words of one move, in any order with the target last."""

    def __init__(self, source: Source, span: Span) -> None:
        self.source = source
        self.span = span
        self.parts: dict[str, Any] = {}  # parts of the pattern
        self.capture = False
        self.mark = self.evaluation = ""
        self.moves_present = False
        self.made: MadeSyntax | None = None
        self.origin = ""
        self.target = ""
        self.begun = (
            False  # whether the piece or a square has been read, so that boards now belong to the target
        )

    def read(self) -> bool:
        """Read all words; return whether they form a move."""
        offset = self.span.start
        while offset < self.span.end:
            match = _WORD.match(self.source.text, offset, self.span.end)
            if match is None or not self.take(match):
                return False
            offset = match.end()
        return bool(self.target) or "castling" in self.parts

    def take(self, match: re.Match[str]) -> bool:
        kind = match.lastgroup or ""
        word = match[kind]
        if kind == "line":
            self.parts["to_timeline" if self.begun else "timeline"] = timeline_named(word)
        elif kind == "turn":
            self.parts["to_turn" if self.begun else "turn"] = int(word)
        elif kind == "castling":
            self.parts |= {"piece": "K", "castling": 1 if len(word) == 3 else -1}
        elif kind == "piece":
            if self.begun:
                return False
            self.parts["piece"] = word
            self.begun = True
        elif kind in ("square", "file", "rank"):
            self.origin, self.target = self.origin + self.target, word
            self.begun = True
        elif kind == "promotion":
            self.parts["promotion"] = word
        elif kind == "capture":
            self.capture = self.begun = True
        elif kind in ("made", "present"):
            self.made = made_at(match, "made")
            self.moves_present = match["present"] is not None
        elif kind == "mark":
            self.mark = _MARKS[word]
        else:
            self.evaluation = word
        return True

    def text(self) -> MoveText:
        target = _SQUARE.fullmatch(self.target)
        parts = self.parts
        if target is not None:
            parts |= {"to_file": ord(target[1]) - ord("a"), "to_rank": int(target[2]) - 1}
        elif self.target.isalpha():  # `cxd`: a file suffices if it is unambiguous
            parts["to_file"] = ord(self.target) - ord("a")
        if self.origin:
            letters = [letter for letter in self.origin if letter.isalpha()]
            digits = "".join(letter for letter in self.origin if letter.isdigit())
            if letters:
                parts["file"] = ord(letters[0]) - ord("a")
            if 0 < len(digits) <= 2:
                parts["rank"] = int(digits) - 1
        return MoveText(
            MovePattern(**parts),
            self.span,
            capture=self.capture,
            mark=self.mark,
            moves_present=self.moves_present,
            evaluation=self.evaluation,
        )


def _translate(step: MoveSyntax | PassSyntax, situation: Situation) -> MoveText | None:
    """Complete omitted parts: the next board, and the target board if it is the source board."""
    descending = situation.position.player is Color.BLACK
    if isinstance(step, PassSyntax):
        passed = MovePattern(timeline=situation.next_line(descending=descending))
        return MoveText(passed, step.span)
    words = step.words
    assert isinstance(words, MoveText)
    pattern = words.pattern
    line = pattern.timeline
    if line is None and not situation.relaxed:
        line = situation.next_line(descending=descending)
        if line is None:
            return None
    line = line if line is None else situation.name(line)
    if pattern.to_timeline is None and pattern.to_turn is None:
        return replace(words, pattern=replace(pattern, timeline=line, kind=MoveKind.PHYSICAL))
    return replace(words, pattern=_with_target(replace(pattern, timeline=line), situation))


def _with_target(pattern: MovePattern, situation: Situation) -> MovePattern:
    """Return a jump with its target board completed from the source board."""
    if pattern.timeline is None:
        return pattern
    turn = situation.last_turn(pattern.timeline) if pattern.turn is None else pattern.turn
    return replace(
        pattern,
        to_timeline=pattern.timeline if pattern.to_timeline is None else pattern.to_timeline,
        to_turn=turn if pattern.to_turn is None else pattern.to_turn,
    )


_GRAMMAR = Grammar(_translate)
parse_axel = make_parser("axel", _GRAMMAR, lambda builder: _Reader(builder).run())
read_axel = make_reader(parse_axel)


def write_axel(
    game: Game[Position, Move], *, style: Style = "full", headers: StartHeaders = "start"
) -> Written:
    """Write the main line, in full with a line for each action, or short with a line for each turn.

    The program of this notation reads the full form; it sometimes misreads the short form.
    """
    losses = Losses()
    parts = [start_head(game, headers, losses)]
    lose_files(game, losses)
    for written in written_actions(game, losses, holds=("evaluations",)):
        number, player = written.serial
        spell = _full if style == "full" else _Short(written)
        moves = "; ".join(spell(marked) for marked in written.action.moves)
        if style == "full":
            parts.append(f"{player}{number}T{written.position.present.turn}. {moves}.\n")
        elif written.is_white:
            parts.append(f"{number}. {moves}")
        else:
            parts.append(f" .. {moves}.\n" if len(parts) > 1 else f"b{number}. {moves}.\n")
        for marked in written.action.moves:
            lose_pieces(marked, _LETTERS, losses, str(written.serial))
            if marked.move.promotion and marked.move.promotion not in _PROMOTIONS:
                message = f"the notation has no promotion to {marked.move.promotion}; it is written anyway"
                losses.add("promotions", message, str(written.serial))
    text = "".join(parts)
    return Written(text if not text or text.endswith("\n") else f"{text}.\n", losses.listed())


class _Short:
    """The short form of the moves of an action, one by one: each depends on the moves before it."""

    def __init__(self, written: WrittenAction) -> None:
        self.situation = Situation(written.position, written.position)

    def __call__(self, marked: MarkedMove) -> str:
        source = marked.move.source
        self.situation = replace(self.situation, state=marked.state)
        following = self.situation.next_line(descending=marked.state.player is Color.BLACK)
        self.situation = replace(self.situation, done=self.situation.done | {source.timeline})
        if not marked.move.is_physical:
            return _full(marked)
        line = "" if source.timeline == following else f"L{source.timeline.signed} "
        text = san_move(marked)
        if not line and _LIKE_A_PREFIX.match(text):
            text = f"P{text}"
        return f"{line}{text}{_marks(marked)}"


def _full(marked: MarkedMove) -> str:
    source, target = marked.move.source, marked.move.target
    if marked.effect.is_castling and is_only_castling(marked, board_known=True):
        wing = "O-O" if target.file > source.file else "O-O-O"
        return f"{_board(source.board)} {wing}{_marks(marked)}"
    capture = "x " if marked.capture else ""
    left = f"{_board(source.board)} {marked.letter}{source.name}"
    return f"{left} {capture}{_board(target.board)} {target.name}{promotion_text(marked)}{_marks(marked)}"


def _marks(marked: MarkedMove) -> str:
    check = "++" if marked.check == "*" else marked.check
    made = marked.effect.new_timeline
    new = "" if made is None else f" (+L{made.signed})"
    return f"{check}{marked.evaluation}{new}"


def _board(at: BoardAt) -> str:
    return f"L{at.timeline.signed}T{at.turn}"


_SIGNS = (
    sign(".. before Black's moves", 3, r"\.\.(?!\S)(?<=\s\.\.)", needs=".."),
    sign(
        "moves that end with a dot",
        2.5,
        r"\.(?=\s|\Z)(?:(?<=[^\n\]][ac-v][1-9]\.)|(?<=[^\s]b[1-9]\.)|(?<=[a-w][1-9][+#!?]\.)|(?<=O[+#!?]\.)"
        r"|(?<=-O\.)|(?<=[L0-9+-][0-9]\)\.))",
        needs=".",
    ),
    sign(
        "boards such as L0T3 before pieces",
        4,
        r"(?<![(\w])L\s?[+-]?[0-9]{1,5}\s?T\s?-?[0-9]{1,5}\s?(?:[A-Z]|[a-w][1-9])",
        needs="L",
    ),
    sign("new timelines such as (+L1)", 1, r"\(\+\s?L\s?[+-]?[0-9]", needs="(+"),
)


NOTATIONS = (
    Notation(
        "axel",
        "Axel's notation (4xel)",
        (*_SIGNS, *require_own_sign(_SIGNS, HEADERS)),
        read_axel,
        write_axel,
        ".4xel",
    ),
)
