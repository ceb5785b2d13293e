"""The shorthand of the cwmtt engine's author: one slot for each timeline, from the highest down.

>>> from hyperchess.text import Source
>>> (game,) = read_cwmtt(Source("e3 / Nf6\\nNc3 / d5\\nN>>t-1c5 / e6;-\\nNxd7 / Bxd7;e6 ? the end"))
>>> print(write_cwmtt(game).text, end="")
e3 / Nf6
Nc3 / d5
N>>t-1c5 / e6;-
Nxd7 / Bxd7;e6 ? the end

The slots say nothing of the order of branching jumps. Where it is not that of the slots, hyperchess names
the timeline of such a jump and writes it behind the slots: `-;-;L0 N>>t-1f5;L1 N>>t-1c5`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hyperchess.game import Game
from hyperchess.multiverse import Color, Move, MoveKind, MovePattern, Position, Timeline
from hyperchess.multiverse.movetext import MoveText
from hyperchess.notation.common5d.builder import (
    SyntaxBuilder,
    build,
    read_head,
    resolve_all,
    serial_at,
    timeline_named,
)
from hyperchess.notation.common5d.marks import MarkedMove
from hyperchess.notation.common5d.resolve import Game5D
from hyperchess.notation.common5d.san import read_san, square_of
from hyperchess.notation.common5d.situation import Situation
from hyperchess.notation.common5d.spelling import promotion_text, san_move
from hyperchess.notation.common5d.syntax import CommentSyntax, GameSyntax, Grammar, MoveSyntax, PassSyntax
from hyperchess.notation.common5d.writing.headers import (
    StartHeaders,
    start_head,
)
from hyperchess.notation.common5d.writing.mainline import (
    WrittenAction,
    lose_files,
    lose_promotion,
    written_actions,
)
from hyperchess.notation.evidence import sign
from hyperchess.notation.losses import Losses
from hyperchess.notation.registry import Notation
from hyperchess.notation.writing import Written
from hyperchess.text import Source, Span

__all__ = ["NOTATIONS", "parse_cwmtt", "read_cwmtt", "write_cwmtt"]

_LINE = re.compile(r"[^\r\n]*")
_PART = re.compile(r"[^/;?]*")
_PREFIX = re.compile(r"\s*(?P<number>[0-9]+)\s?(?P<color>[wb])?\s?(?:T\s?(?P<turn>-?[0-9]{1,5}))?\s?\.(?!\.)")
_NAMED = re.compile(r"L(?P<line>[+-]?[0-9]{1,5})\s+")
_JUMP = re.compile(
    r"""(?P<piece>[PKNRQDUBWCYS])?(?P<file>[a-wyz])?(?P<rank>[1-9][0-9]?)?(?P<early>x)?
        (?P<jump>>>?)(?P<capture>x)?\s?
        (?P<shifts>(?:\s?[tlTL]\s?[+-]?[0-9]{1,5}){0,2})\s?(?P<late>x)?
        (?P<to_file>[a-z])(?P<to_rank>[1-9][0-9]?)(?:=(?P<promotion>[A-Z]))?(?P<mark>[+*\#])?""",
    re.VERBOSE,
)
_SHIFT = re.compile(r"([tlTL])\s?([+-]?[0-9]+)")
_HINT = "a move is written Nf3, Q>>xt-4f7 or, where there is none, -, _ or <"


@dataclass(frozen=True, slots=True)
class _Words:
    """A move (`None`: a pass), its slot (`None`: it names its timeline), and the target from the source."""

    slot: int | None
    text: MoveText | None = None
    turns: int = 0
    lines: int = 0


def parse_cwmtt(source: Source) -> list[GameSyntax]:
    """The syntax of one game. Headers may stand before it."""
    return [build(source, "cwmtt", _GRAMMAR, lambda builder: _Reader(builder).run())]


def read_cwmtt(source: Source, *, start: Position | None = None) -> list[Game5D]:
    """Read one game."""
    return resolve_all(parse_cwmtt(source), start)


class _Reader:
    def __init__(self, builder: SyntaxBuilder) -> None:
        self.builder = builder
        self.waiting: list[CommentSyntax] = []  # comments on lines of their own, before the next action

    def run(self) -> None:
        text = self.builder.source.text
        offset = read_head(self.builder)
        while offset < len(text):
            line = _LINE.match(text, offset)
            assert line is not None
            self.read_line(Span(*line.span()))
            offset = line.end() + 1
        last = self.builder.last
        last.comments += [comment._replace(after=len(last.moves)) for comment in self.waiting]

    def read_line(self, line: Span) -> None:
        """Read the actions of a line, and the comment at its end."""
        text = self.builder.source.text
        offset = line.start
        slots: list[MoveSyntax] = []
        begun = False
        while True:
            part = _PART.match(text, offset, line.end)
            assert part is not None
            span = Span(*part.span())
            if not slots:
                span = self.prefix(span)
            word = Span(span.end - len(text[slice(*span)].lstrip()), span.end)
            word = Span(word.start, word.start + len(text[slice(*word)].rstrip()))
            if word.start < word.end:
                slots.append(self.slot(word, len(slots)))
            sign = text[part.end() : part.end() + 1] if part.end() < line.end else ""
            if sign != ";":
                begun |= bool(slots)
                self.finish(slots)
                slots = []
            if sign == "?":
                self.comment(Span(part.end(), line.end), begun=begun)
            if sign in ("", "?"):
                return
            offset = part.end() + 1

    def prefix(self, span: Span) -> Span:
        """Read the number of an action, and give what follows it."""
        prefix = _PREFIX.match(self.builder.source.text, *span)
        if prefix is None:
            return span
        color = Color("wb".index(prefix["color"])) if prefix["color"] else None
        self.builder.begin(serial_at(Span(*prefix.span()), prefix["number"], color, prefix["turn"]))
        return Span(prefix.end(), span.end)

    def slot(self, span: Span, index: int) -> MoveSyntax:
        text = self.builder.source.text[slice(*span)]
        if text in ("-", "_", "<"):
            return MoveSyntax(span, words=_Words(index))
        words = self.words(span, index)
        return MoveSyntax(span, words=words) if words else self.builder.unreadable(span, "a move", hint=_HINT)

    def words(self, span: Span, index: int) -> _Words | None:
        text = self.builder.source.text
        named = _NAMED.match(text, *span)
        line = timeline_named(named["line"]) if named else None
        slot = None if named else index
        start = named.end() if named else span.start
        san = read_san(self.builder.source, Span(start, span.end))
        if san is not None:
            return _Words(slot, replace(san, pattern=replace(san.pattern, timeline=line)))
        jump = _JUMP.fullmatch(text, start, span.end)
        return None if jump is None else _jump_words(jump, slot, line, span)

    def finish(self, slots: list[MoveSyntax]) -> None:
        """End an action. Branching jumps are played last: that is what `>>` says of their order."""
        if not slots:
            return
        last = self.builder.last
        action = (
            last
            if last is not self.builder.root and not (last.moves or last.passes)
            else self.builder.begin()
        )
        action.comments = self.waiting
        self.waiting = []
        for move in sorted(slots, key=_branches):
            if isinstance(move.words, _Words) and move.words.text is None:
                self.builder.add_pass(move.span, move.words)
            else:
                action.moves.append(move)

    def comment(self, span: Span, *, begun: bool) -> None:
        text = self.builder.source.text[span.start + 1 : span.end].strip()
        if begun:
            last = self.builder.last
            last.comments.append(CommentSyntax(text, span, len(last.moves)))
        else:
            self.waiting.append(CommentSyntax(text, span, 0))


def _branches(move: MoveSyntax) -> bool:
    words = move.words
    return isinstance(words, _Words) and words.text is not None and words.text.jump == ">>"


def _jump_words(jump: re.Match[str], slot: int | None, line: Timeline | None, span: Span) -> _Words:
    file, rank = square_of(jump["file"], jump["rank"])
    to_file, to_rank = square_of(jump["to_file"], jump["to_rank"])
    words = _Words(slot)
    pattern = MovePattern(
        timeline=line,
        piece=jump["piece"],
        file=file,
        rank=rank,
        kind=MoveKind(jump["jump"]),
        to_file=to_file,
        to_rank=to_rank,
        promotion=jump["promotion"],
    )
    for letter, number in _SHIFT.findall(jump["shifts"]):
        if letter == "t":
            words = replace(words, turns=int(number))
        elif letter == "l":
            words = replace(words, lines=int(number))
        elif letter == "T":
            pattern = replace(pattern, to_turn=int(number))
        else:
            pattern = replace(pattern, to_timeline=timeline_named(number))
    capture = any(jump[name] for name in ("early", "capture", "late"))
    text = MoveText(pattern, span, jump=jump["jump"], capture=capture, mark=jump["mark"] or "")
    return replace(words, text=text)


def _translate(step: MoveSyntax | PassSyntax, situation: Situation) -> MoveText | None:
    """Find the timeline of the slot, and the target board from it."""
    words = step.words
    assert isinstance(words, _Words)
    slots = situation.playable(descending=True)
    line = slots[words.slot] if words.slot is not None and words.slot < len(slots) else None
    if words.text is None:
        return MoveText(MovePattern(timeline=line), step.span)
    pattern = words.text.pattern
    if pattern.timeline is not None:
        line = situation.name(pattern.timeline)
    elif line is None and not situation.relaxed:
        return None
    if situation.relaxed and words.slot is not None:
        line = None
    pattern = replace(pattern, timeline=line)
    if pattern.kind is not MoveKind.PHYSICAL and line is not None:
        pattern = _with_target(pattern, words, situation, line)
    return replace(words.text, pattern=pattern)


def _with_target(pattern: MovePattern, words: _Words, situation: Situation, line: Timeline) -> MovePattern:
    even = situation.position.even
    target = pattern.to_timeline
    if target is None:
        row = line.row(even=even) + words.lines
        target = Timeline.of_row(row, even=even)
    turn = pattern.to_turn
    if turn is None:
        last = situation.last_turn(line)
        turn = None if last is None else last + words.turns
    return replace(pattern, to_timeline=target, to_turn=turn)


_GRAMMAR = Grammar(_translate)


def write_cwmtt(game: Game[Position, Move], *, headers: StartHeaders = "start") -> Written:
    """Write the main line, a line for each turn; comments end lines or stand on lines of their own."""
    losses = Losses()
    head = start_head(game, headers, losses)
    lose_files(game, losses)
    losses.add("comments", "a comment is left out", count=len(game.root.comments))
    parts: list[str] = []
    for written in written_actions(game, losses, holds=("comments",), checks=False):
        place = str(written.serial)
        for marked in written.action.moves:
            lose_promotion(marked, losses, place)
        before = [_comment(c.text, losses, place) for c in written.node.comments if c.after == 0]
        behind = [_comment(c.text, losses, place) for c in written.node.comments if c.after != 0]
        inside = any(0 < c.after < len(written.node.moves) for c in written.node.comments)
        losses.add("comment-places", "comments are moved or joined", place, count=inside or len(behind) > 1)
        if before and parts and not parts[-1].endswith("\n"):
            parts.append("\n")
        parts += [f"? {text}\n" for text in before]
        if parts and not parts[-1].endswith("\n"):
            parts.append(" / ")
        parts.append(";".join(_slots(written, losses)))
        if behind:
            parts.append(f" ? {' | '.join(behind)}\n")
        elif not written.is_white:
            parts.append("\n")
    text = "".join(parts)
    return Written(head + text + ("\n" if text and not text.endswith("\n") else ""), losses.listed())


def _comment(text: str, losses: Losses, place: str) -> str:
    line = " ".join(text.split())
    losses.add("comment-places", "comments are put on one line", place, count=line != text)
    return line


def _slots(written: WrittenAction, losses: Losses) -> list[str]:
    """One text for each playable timeline from the highest down, and what needs another order."""
    moves = {marked.move.source.timeline: marked for marked in written.action.moves}
    hopped = {
        marked.move.target.timeline for marked in written.action.moves if marked.effect.kind is MoveKind.HOP
    }
    branching = [m for m in written.action.moves if m.effect.kind is MoveKind.BRANCH]
    names = [marked.move.source.timeline for marked in branching]
    behind = branching if names != sorted(names, reverse=True) else []
    apart = set(names) if behind else set()
    if behind:
        message = "the order of branching jumps cannot be written; their timelines are named instead"
        losses.add("order", message, str(written.serial))
    texts = []
    for at in sorted(written.position.playable, reverse=True):
        marked = moves.get(at.timeline)
        if marked is None or at.timeline in apart:
            texts.append("<" if at.timeline in hopped else "-")
        else:
            texts.append(_spell(marked))
    return texts + [f"L{marked.move.source.timeline} {_spell(marked)}" for marked in behind]


def _spell(marked: MarkedMove) -> str:
    source, target = marked.move.source, marked.move.target
    if marked.effect.kind is MoveKind.PHYSICAL:
        return san_move(marked)
    even = marked.state.even
    lines = target.timeline.row(even=even) - source.timeline.row(even=even)
    shift = f"t{target.turn - source.turn:+d}" if target.turn != source.turn else ""
    shift += f"l{lines:+d}" if lines else ""
    rivals = marked.state.match(
        MovePattern(
            timeline=source.timeline,
            piece=marked.letter,
            to_timeline=target.timeline,
            to_turn=target.turn,
            to_file=target.file,
            to_rank=target.rank,
        )
    )
    origin = "" if all(rival.source == source for rival in rivals) else source.name
    taken = "x" if marked.capture else ""
    sign = marked.effect.kind.value
    return f"{marked.letter}{origin}{sign}{taken}{shift}{target.name}{promotion_text(marked)}"


_MOVE = r"(?:[-_<]|O-O(?:-O)?|[-+0-9LTa-zA-Z>]{0,20}[a-s][1-9][0-9]?(?:=[A-Z])?[+#]?)"
_SIGNS = (
    sign(
        "jumps such as N>>t-1c5",
        2.5,
        r">{1,2}x?\s?(?:[lL]?[-+]?[0-9]{1,5}\s?[Ll]?\s?)?(?:[tT]\s?[-+]?[0-9]{1,5}\s?)?x?[a-s][1-9]",
        needs=">",
    ),
    sign(
        "timelines before pieces, -1LQf3",
        2,
        r"(?<![\w(])[-+]?[0-9]{1,5}L(?:T-?[0-9]{1,5})?[A-Za-z]",
        needs="L",
    ),
    sign("moves separated by ;", 1.5, r"(?:[a-s][0-9]{1,2}[+#]?|(?<![\w>])[-_<])\s*+;", needs=";"),
    sign("timelines without a move: - _ <", 2, r"(?m)(?:^|[;/])[ \t]*+[-_<][ \t]*+(?=[;/]|$)", needs=";"),
    sign("the present in the number, 5wT4.", 1, r"T-?[0-9]{1,5}\.", needs="T"),
    sign(
        "actions without numbers",
        4,
        rf"(?m)^[ \t]*+(?![-_<\s;/]*+$){_MOVE}(?:[ \t]*+[;/][ \t]*+{_MOVE})*+[ \t]*+/?[ \t]*+(?:\?.*+)?$",
    ),
)


NOTATIONS = (Notation("cwmtt", "The shorthand of cwmtt", _SIGNS, read_cwmtt, write_cwmtt),)
