r"""Notation of the author of the cwmtt engine: one slot per timeline, from the highest active one down.

>>> from hyperchess.text import Source
>>> (game,) = read_cwmtt(Source("e3 / Nf6\nNc3 / d5\nN>>t-1c5 / e6;-\nNxd7 / Bxd7;e6 ? the end"))
>>> print(write_cwmtt(game).text, end="")
e3 / Nf6
Nc3 / d5
N>>t-1c5 / e6;-
Nxd7 / Bxd7;e6 ? the end

Blanks have no meaning. A newline ends an action, except next to `;`. Comments go from `?` to the end of the
line. Content that the author's program does not support is written as comments: the headers of the start, and
promotions to pieces other than queens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hyperchess.game import Game
from hyperchess.multiverse import Color, Move, MoveKind, MovePattern, Position, Timeline
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
from hyperchess.notation.text5d.san import castling_pattern, parse_square
from hyperchess.notation.text5d.signs import HEADERS, PLAIN_MOVES, PLAYERS, SLASHES, TURN_NUMBERS
from hyperchess.notation.text5d.syntax import (
    ActionSyntax,
    CommentSyntax,
    Grammar,
    MoveSyntax,
    PassSyntax,
    Situation,
)
from hyperchess.notation.text5d.writing.headers import StartHeaders, start_head
from hyperchess.notation.text5d.writing.mainline import WrittenAction, lose_pieces, written_actions
from hyperchess.notation.writing import Losses, Written
from hyperchess.text import Span

__all__ = ["NOTATIONS", "PROMOTED", "parse_cwmtt", "read_cwmtt", "write_cwmtt"]


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
_CASTLING = re.compile(rf"(?:(?P<line>{_LINE})L|L(?P<named>{_LINE}))?(?P<sign>[O0]-[O0](?:-[O0])?)")
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
        ended = False  # whether the action has ended, unless `;` follows
        joined = False  # whether `;` was read without a move after it
        begun = False  # whether the line has a move
        for token in scan_tokens(self.builder, _TOKEN, before=_HEAD):
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
            text = MoveText(castling_pattern(match["sign"]), span)
            return MoveSyntax(span, words=_Words(self.named, self.down, text))
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
parse_cwmtt = make_parser("cwmtt", _GRAMMAR, lambda builder: _Reader(builder).run())
read_cwmtt = make_reader(parse_cwmtt)


_LETTERS = "KNBRQPUDWYC"
_FILES = 19  # a to s: t is the letter of relative turns


def write_cwmtt(game: Game[Position, Move], *, headers: StartHeaders = "start") -> Written:
    """Write the main line, one line per turn; comments end lines or are on lines of their own."""
    losses = Losses()
    head = start_head(game, headers, losses)
    head = "".join(f"? {line}\n" for line in head.splitlines() if line)
    if game.start is not None and game.start.width > _FILES:
        losses.add("files", "the notation has no letter for files after s; the next letters are written")
    losses.add("comments", "a comment is left out", count=len(game.root.comments))
    parts: list[str] = []
    for written in written_actions(game, losses, holds=("comments",), checks=False):
        place = str(written.serial)
        before = [_comment(c.text, losses, place) for c in written.node.comments if c.after == 0]
        behind = [_comment(c.text, losses, place) for c in written.node.comments if c.after != 0]
        inside = any(0 < c.after < len(written.node.moves) for c in written.node.comments)
        losses.add("comment-places", "comments are moved or joined", place, count=inside or len(behind) > 1)
        if before and parts and not parts[-1].endswith("\n"):
            parts.append("\n")
        parts += [f"? {text}\n" for text in before]
        if parts and not parts[-1].endswith("\n"):
            parts.append(" / ")
        moves = list(_moves(written, losses))
        parts += [f"{text} {note}\n;" if note else f"{text};" for text, note in moves[:-1]]
        last, note = moves[-1]
        parts.append(last)
        comment = " | ".join(behind)
        if note:
            parts.append(f" {note} {comment}".rstrip() + "\n")
        elif behind:
            parts.append(f" ? {comment}\n")
        elif not written.is_white:
            parts.append("\n")
    text = "".join(parts)
    return Written(head + text + ("\n" if text and not text.endswith("\n") else ""), losses.listed())


def _comment(text: str, losses: Losses, place: str) -> str:
    line = " ".join(text.split())
    losses.add("comment-places", "comments are put on one line", place, count=line != text)
    return line


def _moves(written: WrittenAction, losses: Losses) -> Iterator[tuple[str, str]]:
    """Yield the moves of an action, each with its comment.

    There is a slot for each timeline from the highest active one down. If several timelines are created,
    their order matters: then each move names its timeline instead.
    """
    moves = written.action.moves
    even = written.position.even
    rows = {marked.move.source.timeline.row(even=even): marked for marked in moves}
    if sum(marked.effect.kind is MoveKind.BRANCH for marked in moves) > 1:
        for row, marked in rows.items():
            yield _spell(marked, written, losses, row)
        return
    playable = {at.timeline.row(even=even) for at in written.position.playable}
    hopped = {
        marked.move.target.timeline.row(even=even) for marked in moves if marked.effect.kind is MoveKind.HOP
    }
    top = max(written.position.active).row(even=even)
    first = max(top, *rows)
    for row in range(first, min(playable) - 1, -1):
        if row in rows:
            yield _spell(rows[row], written, losses, row if row == first != top else None)
        else:
            yield "<" if row in hopped else "-" if row in playable else "_", ""


def _spell(
    marked: MarkedMove, written: WrittenAction, losses: Losses, row: int | None = None
) -> tuple[str, str]:
    """Return a move, with the row of its timeline if it must be named, and its comment."""
    place = str(written.serial)
    lose_pieces(marked, _LETTERS, losses, place)
    origin, boards = _least(marked, written.position)
    # A pawn has its letter after a row: `0Lf3` would name the timeline of the target.
    letter = "" if marked.letter == "P" and row is None else marked.letter
    named = "" if row is None else f"{row}L"
    sign = "" if marked.move.is_physical else marked.effect.kind.value
    taken = "x" if marked.capture else ""
    promotion, note = marked.move.promotion, ""
    if promotion and (promotion != "Q" or written.position.promotions[0] != "Q"):
        note = f"{PROMOTED}{promotion}"
        losses.add("promotions", "the notation has queens only; the piece stands in a comment", place)
    return f"{named}{origin}{letter}{sign}{taken}{boards}{marked.move.target.name}", note


def _least(marked: MarkedMove, position: Position) -> tuple[str, str]:
    """Return the shortest source square and target board that identify the move."""
    source, target = marked.move.source, marked.move.target
    even = position.even
    file = source.name[:1]
    origins = (file, source.name) if marked.letter == "P" and marked.capture else ("", file, source.name)
    boards = [""]
    if not marked.move.is_physical:
        row = f"{target.timeline.row(even=even)}L"
        turn = f"t{target.turn - source.turn}"
        boards = [(row if target.timeline != source.timeline else "") + turn, row + turn]
    found = position.match(
        MovePattern(
            timeline=source.timeline,
            piece=marked.letter,
            to_file=target.file,
            to_rank=target.rank,
            kind=MoveKind.PHYSICAL if marked.move.is_physical else None,
        )
    )
    forms = [(origin, board) for board in boards for origin in origins]
    for origin, board in forms[:-1]:
        fitting = {
            (move.source, move.target)
            for move in found
            if move.source.name.startswith(origin)
            and (move.is_physical == marked.move.is_physical)
            and ("t" not in board or move.target.turn == target.turn)
            and ("L" not in board or move.target.timeline == target.timeline)
        }
        if len(fitting) == 1:
            return origin, board
    return forms[-1]


_LIKE_MOVE = r"(?:[-_<]|O-O(?:-O)?|[-+0-9LTa-zA-Z>]{0,20}[a-s][1-9][0-9]?(?:=[A-Z])?[+#]?)"
_LIKE_LINE = r"(?:[-+]?[0-9]{1,5}\s?[Ll]|[Ll]\s?[-+]?[0-9]{1,5})"
_TURN = r"[Tt]\s?[-+]?[0-9]{1,5}"
_TARGET = r"\s?x?[a-s][1-9]"
# Signs that a single wrong letter cannot produce from 5DPGN, where brackets enclose boards.
_OWN = (
    sign(
        "jumps such as N>>t-1c5",
        2.5,
        rf">{{1,2}}\s?x?\s?(?:{_LIKE_LINE}\s?(?:{_TURN})?|{_TURN}){_TARGET}",
        needs=">",
    ),
    sign(
        "timelines before pieces, -1LQf3",
        2,
        r"(?:(?<=[/;.])|(?<=[/;.]\s))[-+]?[0-9]{1,5}L(?:T-?[0-9]{1,5})?[A-Za-z]",
        needs="L",
    ),
    sign(
        "the present in the number, 5wT4.",
        2,
        r"(?<![\w(])(?:[0-9]{1,6}\s?[wb]?|[wb])\s?T\s?-?[0-9]{1,5}\s?\.",
        needs="T",
    ),
)
_SIGNS = (
    sign("headers in comments", 4, r'(?m)^\?[ \t]*+\[\w++\s++"', needs="?", part="text", most=1),
    *_OWN,
    sign("jumps without a board, Q>>xf7", 2.5, rf">{{1,2}}\s?x?{_TARGET}", needs=">"),
    sign(
        "timelines at the beginning of lines",
        2,
        r"(?m)^[ \t]*+[-+]?[0-9]{1,5}L(?:T-?[0-9]{1,5})?[A-Za-z]",
        needs="L",
    ),
    sign("moves separated by ;", 1.5, r"(?:[a-s][0-9]{1,2}[+#]?|(?<![\w>])[-_<])\s*+;", needs=";"),
    sign("timelines without a move: - _ <", 2, r"(?m)(?:^|[;/])[ \t]*+[-_<][ \t]*+(?=[;/]|$)", needs=";"),
    sign(
        "actions without numbers",
        4,
        rf"(?m)^[ \t]*+(?![-_< \t;/]*+$){_LIKE_MOVE}(?:[ \t]*+[;/][ \t]*+{_LIKE_MOVE})*+"
        r"[ \t]*+/?[ \t]*+(?:\?.*+)?$",
    ),
    *require_own_sign(_OWN, (*HEADERS, TURN_NUMBERS, PLAYERS, SLASHES, PLAIN_MOVES)),
)


NOTATIONS = (Notation("cwmtt", "The shorthand of cwmtt", _SIGNS, read_cwmtt, write_cwmtt),)
