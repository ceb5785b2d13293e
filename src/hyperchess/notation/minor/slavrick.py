"""The notations of AquaBaby's programs (Slavrick): coordinates, exported games and analysis trees.

>>> from hyperchess.text import Source
>>> (game,) = read_slavrick(Source("1w. (0T1)e2e4 { 1w. (0T1)d2d4 {%c solid } } 1b. (0T1)Ng8f6"))
>>> print(write_slavrick(game, style="coordinates").text, end="")
(4,1,1,0)(4,3,1,0)
(6,7,1,0)(5,5,1,0)
>>> print(write_slavrick(game).text.splitlines()[-1])
1w. (0T1)e2e4 { 1w. (0T1)d2d4 {%c solid } } 1b. (0T1)Ng8f6

Arrows and coloured squares are comments of the game, as they are written: `[%csl G(w.0T1)e4 ]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from hyperchess.errors import ParseError
from hyperchess.game import RESULTS, Game, Node, Serial
from hyperchess.multiverse import Color, Move, MoveKind, MovePattern, Position, Square
from hyperchess.multiverse.actions.captures import piece_on
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.multiverse.coordinates import format_square
from hyperchess.multiverse.syntax.movetext import MOVE_PATTERN, MoveText, scan_move
from hyperchess.notation.detection import require_own_sign, sign
from hyperchess.notation.registry import Notation
from hyperchess.notation.text5d.builder import (
    SyntaxBuilder,
    make_parser,
    read_head,
    serial_at,
    timeline_named,
)
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.resolve import make_reader
from hyperchess.notation.text5d.san import castling_pattern
from hyperchess.notation.text5d.signs import HEADERS
from hyperchess.notation.text5d.syntax import (
    ActionSyntax,
    CommentSyntax,
    Grammar,
    MoveSyntax,
    NullTurn,
    PassSyntax,
    ResultSyntax,
    SerialToken,
    Situation,
)
from hyperchess.notation.text5d.writing.headers import (
    START_KEYS,
    Head,
    StartHeaders,
    head_text,
    make_head,
    start_head,
    with_result,
)
from hyperchess.notation.text5d.writing.mainline import (
    comment_text,
    fill,
    lose_files,
    lose_node,
    next_serial,
    written_actions,
)
from hyperchess.notation.writing import Losses, Written
from hyperchess.scanner import Scanner
from hyperchess.text import Severity, Span

__all__ = ["NOTATIONS", "SlavrickStyle", "parse_slavrick", "read_slavrick", "write_slavrick"]

SlavrickStyle = Literal["tree", "export", "coordinates"]
_WIDTH = 100
_DRAWING = re.compile(r"\[%c(?:sl|al)[^{}\[\]]*\]")
_MOVE = re.sub(r"\(\?P<\w+>", "(?:", MOVE_PATTERN)
_SQUARE = (
    r"\(\s?(?P<x{0}>[0-9]{{1,2}})\s?,\s?(?P<y{0}>[0-9]{{1,2}})\s?,\s?(?P<turn{0}>-?[0-9]{{1,5}})\s?,"
    r"\s?(?P<line{0}>[+-]?[0-9]{{1,5}})\s?(?:,\s?[wb]\s?)?\)"
)
_TOKEN = re.compile(
    rf"""(?P<blank>\s*)(?:
    (?P<coordinates>{_SQUARE.format(1)}\s?{_SQUARE.format(2)}(?:\s?=\s?(?P<promotion>[A-Z]))?)
  | (?P<castling>(?P<side>[O0]-[O0](?:-[O0])?)\s?,\s?L?(?P<line>[+-]?[0-9]{{1,5}}))
  | (?P<null>(?:\(\s?L?(?P<null_line>[+-]?[0-9]{{1,5}})\s?T\s?-?[0-9]{{1,5}}[wb]?\s?\))?\s?0000(?![0-9]))
  | (?P<number>(?P<digits>[0-9]+)\s?(?P<color>[wb])?\s?(?P<dots>\.+))
  | (?P<result>{"|".join(map(re.escape, RESULTS))})(?![\w/-])
  | (?P<move>{_MOVE})(?![\w=>-])
  | (?P<slash>/)
  | (?P<semicolon>;)
  | (?P<open>\{{)
  | (?P<close>\}})
  | (?P<junk>[^\s{{}};/]+)
    )""",
    re.VERBOSE,
)
_KINDS = (
    "coordinates",
    "castling",
    "null",
    "number",
    "result",
    "move",
    "slash",
    "semicolon",
    "open",
    "close",
    "junk",
)
_SIDE_LINE = re.compile(r"\{\s*(?=[0-9]+\s?[wb]?\s?\.|\(\s?-?[0-9]+\s?[,T])")
_COMMENT = re.compile(r"\{\s*%c ?([^{}]*?) ?\}")
_DRAWING_BLOCK = re.compile(r"\{\s*(\[%c(?:sl|al)[^{}\[\]]*\])\s*\}")
_OTHER = re.compile(r"\{([^{}]*)\}?")
_HINT = "a move is written (0T1)Ng1f3, (0T3)Nf3>>(0T2)f5 or (6,0,1,0)(5,2,1,0)"


def _read(builder: SyntaxBuilder) -> None:
    reader = _Reader(builder)
    try:
        reader.run()
    finally:
        reader.take_null_turn()


class _Reader:
    def __init__(self, builder: SyntaxBuilder) -> None:
        self.builder = builder
        self.current = builder.root
        self.parents: dict[ActionSyntax, ActionSyntax] = {}
        self.opened: list[tuple[ActionSyntax, Span]] = []
        self.fresh = True  # whether the next move starts an action
        self.bare = False  # whether the last token was a coordinate move, which a line break ends

    def run(self) -> None:
        offset = read_head(self.builder)
        text = self.builder.source.text
        while (token := _TOKEN.match(text, offset)) is not None:
            offset = token.end()
            kind = next(name for name in _KINDS if token[name] is not None)
            span = Span(*token.span(kind))
            if kind == "open":
                offset = self.open(span)
            elif kind == "close":
                self.close(span)
            elif kind == "number":
                black = token["color"] == "b" or (token["color"] is None and len(token["dots"]) >= 3)
                self.begin(serial_at(span, token["digits"], Color.BLACK if black else Color.WHITE))
            elif kind == "slash":
                self.begin(SerialToken(span, "slash"))
            elif kind == "result":
                self.current.result = ResultSyntax(token["result"], span)
            elif kind != "semicolon":
                self.add(kind, token, span)
            self.bare = kind in ("coordinates", "castling", "null")
        for _, span in self.opened:
            message = "this side line is not closed"
            self.builder.report(span, "variation", message, hint="add '}' where it ends")

    def take_null_turn(self) -> None:
        """Read a null move before all moves, which belongs to the start: `0.

        0000`, `0000` or `1. 0000 / ...`.
        """
        root = self.builder.root
        first = root.children[0] if root.children else None
        if first is not None and first.passes and not first.moves:
            root.children[:1] = first.children
            serial = first.serial
            color = None if serial is None else serial.color
            before = serial is not None and serial.number == 0  # turn 0 is Black's
            self.builder.syntax.null_turn = NullTurn(Color.BLACK, 0) if before else NullTurn(color, None)

    def begin(self, serial: SerialToken | None) -> None:
        if (
            serial is not None
            and serial.sign == "slash"
            and not self.current.moves
            and not self.current.passes
            and self.current.serial
        ):
            number = self.current.serial.number  # `1. / e5`: White's part is empty
            self.current.serial = SerialToken(serial.span, "number", number, Color.BLACK)
            return
        action = self.builder.begin(serial, after=self.current)
        self.parents[action] = self.current
        self.current = action
        self.fresh = False

    def add(self, kind: str, token: re.Match[str], span: Span) -> None:
        broken = self.bare and kind in ("coordinates", "castling", "null")
        if self.fresh or (broken and "\n" in token["blank"].replace("\r", "\n")):
            self.begin(None)
        if kind == "null":
            line = token["null_line"]
            pattern = MovePattern(timeline=timeline_named(line) if line else None)
            self.current.add_pass(span, MoveText(pattern, span))
        elif kind == "junk":
            self.current.moves.append(self.builder.unreadable(span, "a move", hint=_HINT))
        elif kind == "move":
            self.current.moves.append(self.written(span))
        else:
            if kind == "castling":
                pattern = castling_pattern(token["side"], timeline=timeline_named(token["line"]))
            else:
                pattern = _coordinates(token)
            self.current.moves.append(MoveSyntax(span, words=MoveText(pattern, span)))

    def written(self, span: Span) -> MoveSyntax:
        try:
            words = scan_move(Scanner(self.builder.source, span.start))
        except ParseError as error:
            problem = error.problem
            self.builder.report(problem.span, problem.code, problem.message, hint=problem.hint)
            return MoveSyntax(span, readable=False)
        return MoveSyntax(span, words=words)

    def open(self, span: Span) -> int:
        """Read a comment or a drawing, or enter a variation; return where to continue."""
        text = self.builder.source.text
        side = _SIDE_LINE.match(text, span.start)
        if side is not None:
            self.opened.append((self.current, span))
            # A variation replaces the action before it, so both have the same predecessor.
            self.current = self.parents.get(self.current, self.builder.root)
            self.fresh = True
            return side.end()
        comment = _COMMENT.match(text, span.start) or _DRAWING_BLOCK.match(text, span.start)
        other = _OTHER.match(text, span.start)
        assert other is not None
        match = comment or other
        if not match.group().endswith("}"):
            self.builder.report(span, "comment", "this comment is not closed", hint="add '}' where it ends")
        elif comment is None:
            message = "this is neither a side line nor a comment; read as a comment"
            hint = "a comment is written {%c text }"
            self.builder.report(span, "comment", message, Severity.INFO, hint=hint)
        place = Span(*match.span())
        self.current.comments.append(CommentSyntax(match[1], place, len(self.current.moves)))
        return match.end()

    def close(self, span: Span) -> None:
        if not self.opened:
            self.builder.report(span, "variation", "this '}' closes nothing")
            return
        self.current, _ = self.opened.pop()
        self.fresh = True


def _coordinates(token: re.Match[str]) -> MovePattern:
    return MovePattern(
        timeline=timeline_named(token["line1"]),
        turn=int(token["turn1"]),
        file=int(token["x1"]),
        rank=int(token["y1"]),
        to_timeline=timeline_named(token["line2"]),
        to_turn=int(token["turn2"]),
        to_file=int(token["x2"]),
        to_rank=int(token["y2"]),
        promotion=token["promotion"],
    )


def _translate(step: MoveSyntax | PassSyntax, situation: Situation) -> MoveText | None:
    assert isinstance(step.words, MoveText)
    return step.words


_GRAMMAR = Grammar(_translate, marks_captures=False)
parse_slavrick = make_parser("slavrick", _GRAMMAR, _read)
read_slavrick = make_reader(parse_slavrick)


def write_slavrick(
    game: Game[Position, Move], *, style: SlavrickStyle = "tree", headers: StartHeaders = "start"
) -> Written:
    """Write the game tree with variations, comments and drawings, or one of the two simpler forms.

    `headers` applies to coordinates, which have none: whether the start is written before them anyway.
    """
    losses = Losses()
    lose_files(game, losses)
    if style == "coordinates":
        head = start_head(game, headers, losses)
        lines = (
            ";".join(_coordinate_text(marked.move) for marked in written.action.moves) + "\n"
            for written in written_actions(game, losses, checks=False)
        )
        return Written(head + "".join(lines), losses.listed())
    head = head_text(_head(game, losses))
    if style == "export":
        return Written(head + _export(game, losses), losses.listed())
    text = fill(_tree(game, losses), _WIDTH)
    return Written(head + (f"{text}\n" if text else ""), losses.listed())


def _head(game: Game[Position, Move], losses: Losses) -> Head:
    """Return the start as these programs write it, whatever its name, followed by the other headers."""
    made = make_head(game, Dialect.RAW, losses)
    start = game.start
    named = dict(made.headers)
    others = tuple(header for header in made.headers if header[0] not in START_KEYS)
    about: list[tuple[str, str]] = []
    if start is not None:
        color = "white" if start.player is Color.WHITE else "black"
        about = [("board", "custom"), ("size", f"{start.width}x{start.height}"), ("color", color)]
        about.append(("promotions", ",".join(start.promotions)))
        about += [(key.lower(), named[key]) for key in ("Timeline", "InitialMultiverses") if key in named]
        if named.get("Board", "custom").casefold() != "custom":
            about.append(("variant", named["Board"]))
    boards = tuple(board.fen() for board in start.boards) if start is not None else ()
    return with_result(Head((*about, *others), boards), game, losses)


def _coordinate_text(move: Move) -> str:
    promotion = f"={move.promotion}" if move.promotion else ""
    return f"{_place(move.source)}{_place(move.target)}{promotion}"


def _place(square: Square) -> str:
    return f"({square.file},{square.rank},{square.turn},{square.timeline})"


def _export(game: Game[Position, Move], losses: Losses) -> str:
    lines: list[str] = []
    for written in written_actions(game, losses, holds=("results",), checks=False, standard=False):
        moves = " ".join(_spell(written.position, [marked.move for marked in written.action.moves]))
        if written.is_white:
            lines.append(f"{written.serial.number}.{moves}")
        elif lines:
            lines[-1] += f" / {moves}"
        else:
            lines.append(f"{written.serial.number}. / {moves}")
    return "".join(f"{line}\n" for line in lines)


def _tree(game: Game[Position, Move], losses: Losses) -> Iterator[str]:
    """Yield the tokens of the tree: a variation follows the action that it replaces."""
    serial = next(game.serials())
    yield from _gap(game.root, 0, serial, losses)
    lose_node(game.root, losses, "", ("comments", "results"))
    waiting: list[str | tuple[Node[Position, Move], Serial, bool]] = [(game.root, serial, True)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        node, serial, continued = item
        if not continued:
            yield from _action(node, serial, losses)
            continue
        known = [child for child in node.children if _known(child, serial, losses)]
        if not known:
            continue
        main, *sides = known
        waiting.append((main, next_serial(serial), True))
        for side in reversed(sides):
            waiting += ["}", (side, next_serial(serial), True), (side, serial, False), "{"]
        waiting.append((main, serial, False))


def _known(node: Node[Position, Move], serial: Serial, losses: Losses) -> bool:
    if node.action is None or not node.action or node.game.start is None:
        message = "moves are left out: they, or moves before them, could not be resolved"
        losses.add("unresolved", message, str(serial))
        return False
    return True


def _action(node: Node[Position, Move], serial: Serial, losses: Losses) -> Iterator[str]:
    assert node.parent is not None and node.action is not None
    yield f"{serial}."
    yield from _gap(node, 0, serial, losses)
    for place, text in enumerate(_spell(node.parent.position, list(node.action)), 1):
        yield text
        yield from _gap(node, place, serial, losses)
    main = node.game.end is node
    lose_node(node, losses, str(serial), ("comments", *(("results",) if main else ())))


def _gap(node: Node[Position, Move], place: int, serial: Serial, losses: Losses) -> Iterator[str]:
    """Yield the comments after `place` moves."""
    for comment in node.comments:
        if min(max(comment.after, 0), len(node.moves)) == place:
            if _DRAWING.fullmatch(comment.text):
                yield f"{{{comment.text}}}"
            else:
                text = comment_text(comment.text, losses, str(serial), nested=False)[1:-1]
                yield f"{{%c {text} }}"


def _spell(position: Position, moves: list[Move]) -> Iterator[str]:
    """Yield moves in full; a physical one without its second board."""
    for move, kind in move_kinds(position, moves):
        piece = piece_on(position, move.source)
        letter = piece.kind.letter if piece is not None else ""
        promotion = f"={move.promotion}" if move.promotion else ""
        if kind is MoveKind.PHYSICAL:
            letter = letter.replace("P", "")
            board = format_square(move.source).removesuffix(move.source.name)
            yield f"{board}{letter}{move.source.name}{move.target.name}{promotion}"
        else:
            board = format_square(move.source).removesuffix(move.source.name)
            jump = f"{letter}{move.source.name}{kind.value}"
            yield f"{board}{jump}{format_square(move.target)}{promotion}"


_COORDINATES = (
    r"\(\s?[0-9]{1,2}\s?,\s?[0-9]{1,2}\s?,\s?-?[0-9]{1,5}\s?,\s?[+-]?[0-9]{1,5}\s?(?:,\s?[wb]\s?)?\)"
)
_OWN = (
    sign("coordinates such as (4,1,1,0)(4,3,1,0)", 2.5, rf"{_COORDINATES}\s?\(", needs=",", part="text"),
    sign(
        "the null move 0000",
        4,
        r"(?m)(?<![\w.,+-])0000(?![\w,.|])"
        r"|^[ \t]*+[0-9]{1,3}[wb]?\.++0000(?=\s*+(?:/|[0-9]*+[wb]?\.*+)\s*+\()",
        needs="0000",
    ),
)
_SIGNS = (
    *_OWN,
    *require_own_sign(_OWN, HEADERS),
    sign('a header [color "white"]', 12, r'\[color\s++"(?:white|black)"', needs="[", part="text"),
    sign(
        "headers in small letters: board, size",
        4,
        r'(?m)^[^\S\n]*+\[(?:board|size|color)\s++"',
        needs="[",
        part="text",
    ),
    sign(
        "comments {%c } and drawings {[%csl ]}",
        4,
        r"\{\s?(?:%c\s|\[%c(?:sl|al)\s++[RBGYO]\([wb]\.)",
        needs="%c",
        part="text",
    ),
    sign(
        "moves such as (0T1)Ng1f3",
        2,
        r"\([+-]?[0-9]{1,5}T-?[0-9]{1,5}[wb]?\)[A-Z]?[a-w][1-9][0-9]?[a-w][1-9]",
        needs="T",
        part="text",
    ),
)


NOTATIONS = (Notation("slavrick", "Slavrick's notations (AquaBaby)", _SIGNS, read_slavrick, write_slavrick),)
