"""Hexicube's notation: moves as in ordinary chess, each on the next timeline from below.

>>> from hyperchess.text import Source
>>> (game,) = read_hexicube(Source("1. e3 .. Nf6 2. Nc3 .. d5 3. L0c3 N T2c5 .. - ; e6 4. Nxd7 .. e6 ; Bxd7"))
>>> print(write_hexicube(game).text, end="")
1. e3 .. Nf6
2. Nc3 .. d5
3. L0c3 N T2c5 .. - ; e6
4. Nxd7 .. e6 ; Bxd7
"""

from __future__ import annotations

import re
from dataclasses import replace

from hyperchess.game import Game, Serial
from hyperchess.multiverse import Color, Move, MoveKind, MovePattern, Position
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
from hyperchess.notation.text5d.marked_moves import MarkedMove
from hyperchess.notation.text5d.resolve import make_reader
from hyperchess.notation.text5d.san import parse_square, read_san
from hyperchess.notation.text5d.signs import HEADERS
from hyperchess.notation.text5d.spelling import promotion_text, san_move
from hyperchess.notation.text5d.syntax import Grammar, MoveSyntax, PassSyntax, Situation
from hyperchess.notation.text5d.writing.headers import StartHeaders, start_head
from hyperchess.notation.text5d.writing.mainline import (
    WrittenAction,
    lose_files,
    lose_promotion,
    next_serial,
    written_actions,
)
from hyperchess.notation.writing import Losses, Written
from hyperchess.ruleset import Verdict
from hyperchess.text import Span

__all__ = ["NOTATIONS", "parse_hexicube", "read_hexicube", "write_hexicube"]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+)(?P<color>[WBwb])?\.(?!\.)|(?P<answer>\.\.+)|(?P<next>;)|(?P<word>[^\s;]+))"
)
_LINE = re.compile(r"L(?P<line>[+-]?[0-9]{1,5})")
_FROM = re.compile(r"L(?P<line>[+-]?[0-9]{1,5})(?P<file>[a-z])(?P<rank>[1-9][0-9]?)")
_PIECE = re.compile(r"(?P<piece>[PKNRQDUBWCYS])(?P<capture>x)?")
_TO = re.compile(
    r"(?:L(?P<line>[+-]?[0-9]{1,5}))?(?:T(?P<turn>-?[0-9]{1,5}))?"
    r"(?:(?P<file>[a-z])(?P<rank>[1-9][0-9]?))?(?:=(?P<promotion>[A-Z]))?"
)
_HINT = "a move is written Nf3, L-1 Nf3 or L0c7 Qx T5e5"
_MOST_PASSES = 2  # passes before a timeline is named instead


class _Reader:
    def __init__(self, builder: SyntaxBuilder) -> None:
        self.builder = builder
        self.words: list[Span] = []

    def run(self) -> None:
        for token in scan_tokens(self.builder, _TOKEN):
            if token["word"]:
                self.words.append(Span(*token.span("word")))
                continue
            self.finish()
            if token["number"]:
                span = Span(token.start("number"), token.end())
                color = {"w": Color.WHITE, "b": Color.BLACK}.get((token["color"] or "w").lower())
                self.builder.begin(serial_at(span, token["number"], color))
            elif token["answer"]:
                self.builder.answer(Span(*token.span("answer")))
        self.finish()

    def finish(self) -> None:
        """Make a step of the words so far."""
        if not self.words:
            return
        spans, self.words = self.words, []
        span = Span(spans[0].start, spans[-1].end)
        if self.builder.last is self.builder.root:
            self.builder.begin_unnumbered(span, "1.")
        action = self.builder.last
        text = self.builder.source.text[slice(*span)]
        if text == "#":
            action.claim = "#"
        elif text == "-":
            self.builder.add_pass(span)
        else:
            words = self.move(spans, span)
            unreadable = None if words else self.builder.unreadable(span, "a move", hint=_HINT)
            action.moves.append(unreadable or MoveSyntax(span, words=words))

    def move(self, words: list[Span], span: Span) -> MoveText | None:
        text = self.builder.source.text
        if len(words) == 1:
            return read_san(self.builder.source, span)
        if len(words) == 2:
            line, san = _LINE.fullmatch(text, *words[0]), read_san(self.builder.source, words[1])
            if line is None or san is None:
                return None
            return replace(
                san, span=span, pattern=replace(san.pattern, timeline=timeline_named(line["line"]))
            )
        return self.jump(words, span) if len(words) == 3 else None

    def jump(self, words: list[Span], span: Span) -> MoveText | None:
        text = self.builder.source.text
        origin, piece, target = (
            form.fullmatch(text, *word) for form, word in zip((_FROM, _PIECE, _TO), words, strict=True)
        )
        if origin is None or piece is None or target is None:
            return None
        file, rank = parse_square(origin["file"], origin["rank"])
        to_file, to_rank = parse_square(target["file"], target["rank"]) if target["file"] else (file, rank)
        pattern = MovePattern(
            timeline=timeline_named(origin["line"]),
            piece=piece["piece"],
            file=file,
            rank=rank,
            to_timeline=timeline_named(target["line"] or origin["line"]),
            to_turn=int(target["turn"]) if target["turn"] else None,
            to_file=to_file,
            to_rank=to_rank,
            promotion=target["promotion"],
        )
        return MoveText(pattern, span, capture=bool(piece["capture"]))


def _translate(step: MoveSyntax | PassSyntax, situation: Situation) -> MoveText | None:
    """Complete the timeline (the next one from below), and the turn of a jump that stays in its turn."""
    if isinstance(step, PassSyntax):
        return MoveText(MovePattern(timeline=situation.next_line()), step.span)
    words = step.words
    assert isinstance(words, MoveText)
    pattern = words.pattern
    if pattern.timeline is None:
        line = None if situation.relaxed else situation.next_line()
        if line is None and not situation.relaxed:
            return None
        return replace(words, pattern=replace(pattern, timeline=line))
    if pattern.kind is not MoveKind.PHYSICAL and pattern.to_turn is None:
        turn = situation.last_turn(situation.name(pattern.timeline))
        if turn is None:
            return None
        pattern = replace(pattern, to_turn=turn)
    return replace(words, pattern=pattern)


_GRAMMAR = Grammar(_translate)
parse_hexicube = make_parser("hexicube", _GRAMMAR, lambda builder: _Reader(builder).run())
read_hexicube = make_reader(parse_hexicube)


def write_hexicube(game: Game[Position, Move], *, headers: StartHeaders = "start") -> Written:
    """Write the main line, a line for each turn."""
    losses = Losses()
    head = start_head(game, headers, losses)
    if head:
        losses.add("start", "the original program knows Standard only; the start stands in headers")
    lose_files(game, losses)
    lines: list[str] = []
    after = None
    for written in written_actions(game, losses, checks=False):
        for marked in written.action.moves:
            lose_promotion(marked, losses, str(written.serial))
        _add(lines, written.serial, " ; ".join(_moves(written)))
        after = written
    if after is not None and after.action.after.status.verdict is Verdict.CHECKMATE:
        _add(lines, next_serial(after.serial), "#")
    return Written(head + "".join(f"{line}\n" for line in lines), losses.listed())


def _add(lines: list[str], serial: Serial, moves: str) -> None:
    if serial.player == "w":
        lines.append(f"{serial.number}. {moves}")
    elif lines:
        lines[-1] += f" .. {moves}"
    else:
        lines.append(f"{serial.number}B. {moves}")


def _moves(written: WrittenAction) -> list[str]:
    """Return physical moves and non-branching jumps from the lowest timeline up, then branching jumps in
    their order.
    """
    moves = sorted(written.action.moves, key=_rank)
    situation = Situation(written.position, written.position)
    texts = []
    for marked in moves:
        source = marked.move.source
        if marked.effect.kind is not MoveKind.PHYSICAL:
            texts.append(_jump(marked))
        else:
            done = situation.done
            passed = 0
            while (following := replace(situation, done=done).next_line()) != source.timeline:
                assert following is not None
                done |= {following}
                passed += 1
            if passed > _MOST_PASSES:
                texts.append(f"L{source.timeline} {san_move(marked)}")
            else:
                situation = replace(situation, done=done)
                texts += [*["-"] * passed, san_move(marked)]
        state = situation.state.move(marked.move)
        situation = replace(situation, state=state, done=situation.done | {source.timeline})
    return texts


def _rank(marked: MarkedMove) -> tuple[bool, int]:
    if marked.effect.kind is MoveKind.BRANCH:
        return True, 0
    return False, marked.move.source.timeline.halves


def _jump(marked: MarkedMove) -> str:
    source, target = marked.move.source, marked.move.target
    line = f"L{target.timeline}" if target.timeline != source.timeline else ""
    turn = f"T{target.turn}" if target.turn != source.turn else ""
    taken = "x" if marked.capture else ""
    goal = f"{line}{turn}{target.name}{promotion_text(marked)}"
    return f"L{source.timeline}{source.name} {marked.letter}{taken} {goal}"


_OWN = (
    sign(".. before Black's moves", 3, r"\.\.(?!\S)(?<=\s\.\.)", needs=".."),
    sign(
        "jumps in three words, L0c7 Qx T5e5",
        4,
        r"(?<!\S)L[+-]?[0-9]{1,5}[a-z][1-9][0-9]?\s[A-Z]x?\s[LTa-z]",
        needs="L",
    ),
    sign(
        "moves in a line that has no dot at its end",
        0.5,
        r"(?m)\s\.\.\s.{0,200}[a-w1-9O#][+#]?[ \t]*+$",
        needs="..",
    ),
)
_SIGNS = (
    *_OWN,
    sign("players in the numbers, 3W. and 3B.", 2, r"\.(?<=[0-9][WB]\.)(?=\s)", needs="."),
    *require_own_sign(_OWN, HEADERS),
)


NOTATIONS = (Notation("hexicube", "Hexicube's notation", _SIGNS, read_hexicube, write_hexicube),)
