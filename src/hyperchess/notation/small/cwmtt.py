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
from contextlib import suppress
from dataclasses import dataclass, replace

from hyperchess.game import Game
from hyperchess.multiverse import Color, Move, MoveKind, MovePattern, Position, Timeline
from hyperchess.multiverse.movetext import MoveText
from hyperchess.notation.common5d.body import bare
from hyperchess.notation.common5d.mainline import StartHeaders, Told, lose_promotion, start_head, tell
from hyperchess.notation.common5d.replay import Game5D, replay
from hyperchess.notation.common5d.san import read_san, square_of, write_san
from hyperchess.notation.common5d.script import (
    Script,
    Situation,
    Step,
    StopReading,
    read_head,
    serial_at,
    timeline_named,
)
from hyperchess.notation.common5d.syntax import CommentSyntax
from hyperchess.notation.losses import Losses
from hyperchess.notation.pgn5d.writers.marks import MarkedMove
from hyperchess.notation.pgn5d.writers.shad import lose_files
from hyperchess.notation.pgn5d.writers.shortening import promotion_text
from hyperchess.notation.registry import Notation
from hyperchess.notation.writing import Written
from hyperchess.text import Source, Span

__all__ = ["NOTATIONS", "read_cwmtt", "write_cwmtt"]

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
    """A move, its slot (`None`: it names its timeline), and the target relative to the source."""

    slot: int | None
    text: MoveText | None = None
    turns: int = 0
    lines: int = 0


def read_cwmtt(source: Source, *, start: Position | None = None) -> list[Game5D]:
    """Read one game. Headers may stand before it."""
    script: Script[_Words] = Script(source, "cwmtt", _translate)
    with suppress(StopReading):
        _Reader(script).run()
    return [replay(script, start=start)]


class _Reader:
    def __init__(self, script: Script[_Words]) -> None:
        self.script = script
        self.waiting: list[CommentSyntax] = []  # comments on lines of their own, before the next action

    def run(self) -> None:
        text = self.script.source.text
        offset = read_head(self.script)
        while offset < len(text):
            line = _LINE.match(text, offset)
            assert line is not None
            self.read_line(Span(*line.span()))
            offset = line.end() + 1
        last = self.script.last
        last.comments += [comment._replace(after=len(last.moves)) for comment in self.waiting]

    def read_line(self, line: Span) -> None:
        """Read the actions of a line, and the comment at its end."""
        text = self.script.source.text
        offset = line.start
        slots: list[Step[_Words]] = []
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
        prefix = _PREFIX.match(self.script.source.text, *span)
        if prefix is None:
            return span
        color = Color("wb".index(prefix["color"])) if prefix["color"] else None
        action = self.script.begin(serial_at(Span(*prefix.span()), prefix["number"], color))
        action.present = int(prefix["turn"]) if prefix["turn"] else None
        return Span(prefix.end(), span.end)

    def slot(self, span: Span, index: int) -> Step[_Words]:
        text = self.script.source.text[slice(*span)]
        if text in ("-", "_", "<"):
            return Step(span, words=_Words(index), passes=True)
        words = self.words(span, index)
        return Step(span, words=words) if words else self.script.unreadable(span, "a move", hint=_HINT)

    def words(self, span: Span, index: int) -> _Words | None:
        text = self.script.source.text
        named = _NAMED.match(text, *span)
        line = timeline_named(named["line"]) if named else None
        slot = None if named else index
        start = named.end() if named else span.start
        san = read_san(self.script.source, Span(start, span.end))
        if san is not None:
            return _Words(slot, replace(san, pattern=replace(san.pattern, timeline=line)))
        jump = _JUMP.fullmatch(text, start, span.end)
        return None if jump is None else _jump_words(jump, slot, line, span)

    def finish(self, slots: list[Step[_Words]]) -> None:
        """End an action. Branching jumps are played last: that is what `>>` says of their order."""
        if not slots:
            return
        last = self.script.last
        action = last if last is not self.script.root and not last.steps else self.script.begin()
        action.comments = self.waiting
        self.waiting = []
        for step in sorted(slots, key=_branches):
            action.add(step)

    def comment(self, span: Span, *, begun: bool) -> None:
        text = self.script.source.text[span.start + 1 : span.end].strip()
        if begun:
            last = self.script.last
            last.comments.append(CommentSyntax(text, span, len(last.moves)))
        else:
            self.waiting.append(CommentSyntax(text, span, 0))


def _branches(step: Step[_Words]) -> bool:
    words = step.words
    return words is not None and words.text is not None and words.text.jump == ">>"


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


def _translate(step: Step[_Words], situation: Situation) -> MoveText | None:
    """Find the timeline of the slot, and the target board from it."""
    words = step.words
    assert words is not None
    slots = situation.playable(descending=True)
    line = slots[words.slot] if words.slot is not None and words.slot < len(slots) else None
    if step.passes or words.text is None:
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


def write_cwmtt(game: Game[Position, Move], *, headers: StartHeaders = "start") -> Written:
    """Write the main line, a line for each turn; comments end lines or stand on lines of their own."""
    losses = Losses()
    head = start_head(game, headers, losses)
    lose_files(game, losses)
    losses.add("comments", "a comment is left out", count=len(game.root.comments))
    parts: list[str] = []
    for told in tell(game, losses, holds=("comments",), checks=False):
        place = str(told.serial)
        for marked in told.action.moves:
            lose_promotion(marked, losses, place)
        before = [_comment(c.text, losses, place) for c in told.node.comments if c.after == 0]
        behind = [_comment(c.text, losses, place) for c in told.node.comments if c.after != 0]
        inside = any(0 < c.after < len(told.node.moves) for c in told.node.comments)
        losses.add("comment-places", "comments are moved or joined", place, count=inside or len(behind) > 1)
        if before and parts and not parts[-1].endswith("\n"):
            parts.append("\n")
        parts += [f"? {text}\n" for text in before]
        if parts and not parts[-1].endswith("\n"):
            parts.append(" / ")
        parts.append(";".join(_slots(told, losses)))
        if behind:
            parts.append(f" ? {' | '.join(behind)}\n")
        elif told.serial.color is Color.BLACK:
            parts.append("\n")
    text = "".join(parts)
    return Written(head + text + ("\n" if text and not text.endswith("\n") else ""), losses.listed())


def _comment(text: str, losses: Losses, place: str) -> str:
    line = " ".join(text.split())
    losses.add("comment-places", "comments are put on one line", place, count=line != text)
    return line


def _slots(told: Told, losses: Losses) -> list[str]:
    """One text for each playable timeline from the highest down, and what needs another order."""
    moves = {marked.move.source.timeline: marked for marked in told.action.moves}
    hopped = {
        marked.move.target.timeline for marked in told.action.moves if marked.effect.kind is MoveKind.HOP
    }
    branching = [m for m in told.action.moves if m.effect.kind is MoveKind.BRANCH]
    names = [marked.move.source.timeline for marked in branching]
    behind = branching if names != sorted(names, reverse=True) else []
    apart = set(names) if behind else set()
    if behind:
        message = "the order of branching jumps cannot be written; their timelines are named instead"
        losses.add("order", message, str(told.serial))
    texts = []
    for at in sorted(told.position.playable, reverse=True):
        marked = moves.get(at.timeline)
        if marked is None or at.timeline in apart:
            texts.append("<" if at.timeline in hopped else "-")
        else:
            texts.append(_spell(marked))
    return texts + [f"L{marked.move.source.timeline} {_spell(marked)}" for marked in behind]


def _spell(marked: MarkedMove) -> str:
    source, target = marked.move.source, marked.move.target
    if marked.effect.kind is MoveKind.PHYSICAL:
        return write_san(marked)
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


_RELATIVE = re.compile(r">>?x?\s?[tl][+-]?[0-9]")
_PASSED = re.compile(r"(?:^|[;/\n])[ \t]*[-_<][ \t]*(?:[;/\n]|$)")
_MOVE = r"(?:[A-Z]?[a-w]?[1-9]?x?[a-w][1-9][0-9]?(?:=[A-Z])?|O-O(?:-O)?|[A-Z][a-w]?[1-9]?>>?\S+|[-_<])"
_REMARK = re.compile(r"\?[^\n]*")
_WHOLE = re.compile(rf"\s*{_MOVE}(?:\s*[;/\n]\s*{_MOVE})*\s*")


def _confidence(text: str) -> float:
    body = _REMARK.sub("", bare(text)).strip()
    if _RELATIVE.search(body) or (_PASSED.search(body) and ";" in body and ".." not in body):
        return 0.97
    lines = body.splitlines()[:50]
    if not lines or not all(_WHOLE.fullmatch(line) or not line.strip() for line in lines):
        return 0.0
    return 0.97 if ";" in body else 0.75 if " ? " in text else 0.45


NOTATIONS = (Notation("cwmtt", "The shorthand of cwmtt", _confidence, read_cwmtt, write_cwmtt),)
