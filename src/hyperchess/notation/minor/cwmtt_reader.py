"""Reading cwmtt notation: actions, the places of their moves, and comments from `?` to the end of the line.

Blanks have no meaning. A newline ends an action, except next to `;`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hyperchess.multiverse import Color, MoveKind, MovePattern, Position, Timeline
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.text5d.builder import (
    SyntaxBuilder,
    build,
    read_head,
    serial_at,
    timeline_named,
)
from hyperchess.notation.text5d.resolve import Game5D, resolve_all
from hyperchess.notation.text5d.san import parse_square
from hyperchess.notation.text5d.situation import Situation
from hyperchess.notation.text5d.syntax import (
    ActionSyntax,
    CommentSyntax,
    GameSyntax,
    Grammar,
    MoveSyntax,
    PassSyntax,
)
from hyperchess.text import Source, Span

__all__ = ["PROMOTED", "parse_cwmtt", "read_cwmtt"]

PROMOTED = "?="
"""Start of a comment that names a promotion: our extension, since the notation has no promotions."""

_HEAD = re.compile(
    r'\s*+(?:\?[ \t]*+(?=\[\s*+[A-Za-z]\w*+\s*+"|\[[^\[\]":\n]++:[^\[\]":\n]*+:[^\[\]":\n]*+:[wb]\])|(?=\[))'
)
_TOKEN = re.compile(
    r"(?P<blank>[^\S\r\n]++)|(?P<newline>[\r\n]++)|(?P<comment>\?[^\r\n]*+)|(?P<sign>[/;])"
    r"|(?P<place>[^/;?\r\n]++)"
)
_PREFIX = re.compile(r"(?P<number>[0-9]{1,9})?(?P<color>[wb])?(?:T(?P<turn>-?[0-9]{1,5}))?\.(?!\.)")
_LINE = r"[+-]?[0-9]{1,5}"
_MOVE = re.compile(
    rf"""(?:(?P<line>{_LINE})L|L(?P<named>{_LINE}))?(?:T(?P<turn>-?[0-9]{{1,5}}))?
        (?P<file>[a-w])?(?P<rank>[1-9][0-9]?)?
        (?P<piece>[PKNRQDUBWCYS])?
        (?P<late_file>[a-w])?(?P<late_rank>[1-9][0-9]?)?(?P<early>x)?
        (?P<jump>>>?)?(?P<capture>x)?
        (?P<boards>(?:{_LINE}[lL]|[lL]{_LINE}|[tT]{_LINE}){{0,2}})(?P<late>x)?
        (?P<to_file>[a-w])(?P<to_rank>[1-9][0-9]?)(?:=(?P<promotion>[A-Z]))?""",
    re.VERBOSE,
)
_BOARD = re.compile(rf"(?P<line>{_LINE})(?P<l>[lL])|(?P<letter>[lLtT])(?P<number>{_LINE})")
_CASTLING = re.compile(rf"(?:(?P<line>{_LINE})L|L(?P<named>{_LINE}))?[O0]-[O0](?P<long>-[O0])?")
_PROMOTED = re.compile(r"\?=[ \t]*+([A-Z])(?![A-Za-z])[ \t]*+(.*)")
_HINT = "a move is written Nf3, Q>>xt-4f7 or -1LQf3; where there is none, -, _ or <"


@dataclass(frozen=True, slots=True)
class _Words:
    """A move (`None`: no move), its timeline, and the target board, as far as it is relative.

    The timeline is `down` below the last named one, or below the highest active one.
    """

    named: str | None
    down: int
    text: MoveText | None = None
    target: str | None = None
    turns: int | None = None
    lines: int | None = None


def parse_cwmtt(source: Source) -> list[GameSyntax]:
    """Return the syntax of one game, with optional headers, which may be in comments."""
    return [build(source, "cwmtt", _GRAMMAR, lambda builder: _Reader(builder).run())]


def read_cwmtt(source: Source, *, start: Position | None = None) -> list[Game5D]:
    """Read one game."""
    return resolve_all(parse_cwmtt(source), start)


class _Reader:
    def __init__(self, builder: SyntaxBuilder) -> None:
        self.builder = builder
        self.text = builder.source.text
        self.places: list[MoveSyntax] = []  # moves of the current action
        self.trailing: list[tuple[str, Span]] = []  # comments after its moves
        self.waiting: list[CommentSyntax] = []  # comments on lines of their own, before the next action
        self.named: str | None = None
        self.down = 0

    def run(self) -> None:
        offset = read_head(self.builder, before=_HEAD)
        ended = False  # whether the action has ended, unless `;` follows
        joined = False  # whether `;` was read without a move after it
        begun = False  # whether the line has a move
        while (token := _TOKEN.match(self.text, offset)) is not None:
            offset = token.end()
            kind = token.lastgroup
            if kind == "newline":
                ended, begun = ended or not joined, False
            elif kind == "sign":
                ended = token["sign"] == "/"
                joined = not ended
            elif kind == "comment":
                if ended and not begun:
                    self.finish()
                self.comment(Span(*token.span()), begun=begun)
            elif kind == "place":
                if ended:
                    self.finish()
                ended, begun, joined = False, True, False
                self.place(Span(token.start(), token.start() + len(token["place"].rstrip())))
        self.finish()
        last = self.builder.last
        last.comments += [comment._replace(after=len(last.moves)) for comment in self.waiting]

    def place(self, span: Span) -> None:
        """Read a move or an empty slot, and before the first one the number of the action."""
        if not self.places:
            self.named, self.down = None, 0
            span = self.prefix(span)
        if span.start == span.end:
            return
        written = "".join(self.text[slice(*span)].split())
        mark = written[-1] if written[-1] in "+#" else ""
        move = self.move(span, written.removesuffix(mark))
        move.mark = mark
        self.places.append(move)
        self.down += 1

    def prefix(self, span: Span) -> Span:
        """Read the number of an action, and return the rest."""
        end = self.text.find(".", *span) + 1
        written = "".join(self.text[span.start : end].split())
        prefix = _PREFIX.fullmatch(written)
        if prefix is None or not any(prefix.groups()):
            return span
        color = Color("wb".index(prefix["color"])) if prefix["color"] else None
        serial = serial_at(Span(span.start, end), prefix["number"] or "", color, prefix["turn"])
        self.builder.begin(serial)
        while end < span.end and self.text[end].isspace():
            end += 1
        return Span(end, span.end)

    def move(self, span: Span, written: str) -> MoveSyntax:
        if written in ("-", "_", "<"):
            return MoveSyntax(span, words=_Words(self.named, self.down))
        castling = _CASTLING.fullmatch(written)
        match = castling or _MOVE.fullmatch(written)
        if match is None:
            return self.builder.unreadable(span, "a move", hint=_HINT)
        line = match["line"] or match["named"]
        if line:
            self.named, self.down = line, 0
        if castling is not None:
            pattern = MovePattern(piece="K", castling=-1 if match["long"] else 1, kind=MoveKind.PHYSICAL)
            return MoveSyntax(span, words=_Words(self.named, self.down, MoveText(pattern, span)))
        return MoveSyntax(span, words=_words(match, _Words(self.named, self.down), span))

    def finish(self) -> None:
        """End an action."""
        if not self.places:
            return
        last = self.builder.last
        fresh = last is not self.builder.root and not (last.moves or last.passes)
        action = last if fresh else self.builder.begin()
        action.comments, self.waiting = self.waiting, []
        mark = self.places[-1].mark
        for move in self.places:
            if isinstance(move.words, _Words) and move.words.text is None:
                self.builder.add_pass(move.span, move.words)
            else:
                action.moves.append(move)
        if action.moves and self.places[-1] is not action.moves[-1]:  # the mark belongs to the action
            self.places[-1].mark = ""
            action.moves[-1].mark = mark or action.moves[-1].mark
        count = len(action.moves)
        action.comments += [CommentSyntax(text, span, count) for text, span in self.trailing]
        self.places, self.trailing = [], []

    def comment(self, span: Span, *, begun: bool) -> None:
        text = self.text[span.start + 1 : span.end].strip()
        promoted = _PROMOTED.fullmatch(self.text, *span) if begun and self.places else None
        if promoted is not None:
            words = self.places[-1].words
            if isinstance(words, _Words) and words.text is not None:
                pattern = replace(words.text.pattern, promotion=promoted[1])
                self.places[-1].words = replace(words, text=replace(words.text, pattern=pattern))
                text = promoted[2].strip()
                if not text:
                    return
        if begun:
            self.trailing.append((text, span))
        else:
            self.waiting.append(CommentSyntax(text, span, 0))


def _branches(move: MoveSyntax) -> bool:
    words = move.words
    return isinstance(words, _Words) and words.text is not None and words.text.jump == ">>"


def _words(match: re.Match[str], words: _Words, span: Span) -> _Words:
    file, rank = parse_square(match["file"] or match["late_file"], match["rank"] or match["late_rank"])
    to_file, to_rank = parse_square(match["to_file"], match["to_rank"])
    jump = match["jump"] or ""
    plain = not jump and not match["boards"]
    pattern = MovePattern(
        turn=int(match["turn"]) if match["turn"] else None,
        piece=match["piece"],
        file=file,
        rank=rank,
        kind=MoveKind.PHYSICAL if plain else MoveKind(jump) if jump else None,
        to_file=to_file,
        to_rank=to_rank,
        promotion=match["promotion"],
    )
    for board in _BOARD.finditer(match["boards"]):
        letter, number = board["letter"] or board["l"], board["number"] or board["line"]
        if letter == "t":
            words = replace(words, turns=int(number))
        elif letter == "l":
            words = replace(words, lines=int(number))
        elif letter == "T":
            pattern = replace(pattern, to_turn=int(number))
        else:
            words = replace(words, target=number)
    capture = any(match[name] for name in ("early", "capture", "late"))
    return replace(words, text=MoveText(pattern, span, jump=jump, capture=capture))


def _translate(step: MoveSyntax | PassSyntax, situation: Situation) -> MoveText | None:
    """Find the timeline of the slot, and derive the target board from it."""
    words = step.words
    assert isinstance(words, _Words)
    even = situation.position.even
    top = max(situation.position.active) if words.named is None else _parse_timeline(words.named, even=even)
    line: Timeline | None = Timeline.of_row(top.row(even=even) - words.down, even=even)
    if words.text is None:
        return MoveText(MovePattern(timeline=line), step.span)
    if situation.relaxed and (words.named is None or words.down):
        line = None
    pattern = replace(words.text.pattern, timeline=line)
    if words.target is not None:
        pattern = replace(pattern, to_timeline=_parse_timeline(words.target, even=even))
    if line is not None and words.lines is not None:
        row = line.row(even=even) + words.lines
        pattern = replace(pattern, to_timeline=Timeline.of_row(row, even=even))
    last = None if line is None or words.turns is None else situation.last_turn(line)
    if last is not None and words.turns is not None:
        pattern = replace(pattern, to_turn=last + words.turns)
    mark = step.mark if isinstance(step, MoveSyntax) else ""
    return replace(words.text, pattern=pattern, mark=mark)


def _parse_timeline(name: str, *, even: bool) -> Timeline:
    """Return the timeline of a name.

    The notation has one zero: the middle timelines of an even start are 0 and -1.
    """
    return timeline_named(name) if name in ("-0", "+0") else Timeline.of_row(int(name), even=even)


def _arrange(action: ActionSyntax, position: Position) -> list[MoveSyntax]:
    """Return the moves in order of play: branching jumps last, ordered by when they can branch.

    A jump to a board on which the player can still move does not branch: it waits for the jump from that
    board.
    """
    if not action.is_readable:
        return action.moves
    moves = [move for move in action.moves if not _branches(move)]
    waiting = [move for move in action.moves if _branches(move)]
    situation = Situation(position, position)
    while waiting:
        sources = {_board(move, situation, of_target=False) for move in waiting}
        free = (move for move in waiting if _board(move, situation, of_target=True) not in sources)
        chosen = next(free, waiting[0])
        waiting.remove(chosen)
        moves.append(chosen)
    return moves


def _board(move: MoveSyntax, situation: Situation, *, of_target: bool) -> tuple[Timeline | None, int | None]:
    """Return timeline and turn of the source or target of a move, as far as they are written."""
    text = _translate(move, situation)
    assert text is not None
    pattern = text.pattern
    if of_target:
        return pattern.to_timeline, pattern.to_turn
    return pattern.timeline, None if pattern.timeline is None else situation.last_turn(pattern.timeline)


_GRAMMAR = Grammar(_translate, arrange=_arrange)
