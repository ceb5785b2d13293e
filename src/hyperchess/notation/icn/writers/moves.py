"""Moves of a game as a writer needs them, their notes and losses, and the lines of the three dialects.

Also the spelling of a single move for display, with the piece, and optionally the effects:

>>> from hyperchess.infinite import Position
>>> position = Position.parse("w k0,0|R-5,1|Q7,7|K3,-5")
>>> move = position.find("7,7>7,0")
>>> named_move(position, move), marked_move(position, position.play(move))
('Q7,7>7,0', 'Q7,7>7,0+')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from hyperchess.game import RESULTS, Comment, Game, Node
from hyperchess.infinite import Color, Move, Position, Verdict
from hyperchess.infinite.syntax.move_pattern import MOVE
from hyperchess.notation.writing import Losses

__all__ = [
    "Form",
    "Marks",
    "Notes",
    "Part",
    "Ply",
    "check_mark",
    "collect_notes",
    "document_line",
    "legacy_line",
    "list_parts",
    "lose_tree",
    "marked_move",
    "medium_move",
    "named_move",
    "one_word",
    "plies",
    "site_line",
    "site_move",
    "wrap_lines",
    "write_body",
]


def named_move(position: Position, move: Move) -> str:
    """Return the move after the code of its piece."""
    return f"{position.pieces()[move.source].code}{move}"


def marked_move(position: Position, after: Position) -> str:
    """Return the move between two positions with its piece, capture, promotion and check mark."""
    assert after.last is not None
    move = after.last.move
    code = position.board.placed[move.source].code
    arrow = ">" if after.last.captured is None else "x"
    promotion = "" if move.promotion is None else f"={move.promotion.code}"
    return f"{code}{move.source}{arrow}{move.target}{promotion}{check_mark(after)}"


def check_mark(after: Position) -> str:
    """Return `#` for checkmate, `+` for any other check."""
    if not after.checks():
        return ""
    return "#" if after.status.verdict is Verdict.CHECKMATE else "+"


_PARTING = re.compile(r"[\s|(){}\[\];%]+")
_ARGUMENT = re.compile(r"(?:bu|[wbryg])(?::(?:bu|[wbryg]))*|[0-9]+/[0-9]+")
Marks = Literal["rules", "written", "none"]


class Ply(NamedTuple):
    """A move. Where the game cannot be followed, only what was written is known."""

    node: Node[Position, Move]
    number: int
    player: Color
    starts_line: bool
    is_first: bool  # whether the player is the first of a round
    code: str  # of the moved piece, if known
    source: str
    arrow: str
    target: str
    promotion: str
    mark: str

    @property
    def place(self) -> str:
        """For reports: `12b`."""
        return f"{self.number}{self.player.letter}"

    @property
    def compact(self) -> str:
        """`a,b>c,dX`, with `=` if X starts with a player's number."""
        sign = "=" if self.promotion[:1].isdigit() else ""
        return f"{self.source}>{self.target}{sign}{self.promotion}" if self.target else self.source


class _Turn(NamedTuple):
    """State before a move: the position, the players starting with the one to move, the number."""

    position: Position | None
    players: tuple[Color, ...]
    number: int
    starts_line: bool = True


def plies(game: Game[Position, Move], marks: Marks, *, variations: bool = False) -> Iterator[Ply]:
    """The moves of the main line, or of the whole tree: each move before those that follow it.

    Checks are computed only if the marks follow the rules.
    """
    start = game.start
    players = start.players if start is not None else (Color.WHITE, Color.BLACK)
    first_of_round = min(players)
    turns = {game.root: _Turn(start, players, start.full_move if start is not None else 1)}
    for node in game.walk() if variations else game.main_line:
        assert node.parent is not None
        is_needed = variations and node is not node.parent.children[-1]
        turn = turns[node.parent] if is_needed else turns.pop(node.parent)
        mover = turn.players[0]
        parts, after = _parts(node, turn.position, marks)
        yield Ply(node, turn.number, mover, turn.starts_line, mover is first_of_round, *parts)
        players = (*turn.players[1:], mover)
        starts_line = mover is max(players) and players[0] is not mover
        turns[node] = _Turn(after, players, turn.number + starts_line, starts_line)


def one_word(text: str) -> str:
    """A text that is not a move, so that a reader finds no more in it than that.

    >>> one_word("oops1"), one_word("0,0>0,1(8|1)"), one_word("w")
    ('oops1', '0,0>0,1_8_1_', 'w_')
    """
    word = _PARTING.sub("_", text)
    return f"{word}_" if _ARGUMENT.fullmatch(word) else word


_Parts = tuple[str, str, str, str, str, str]


def _parts(
    node: Node[Position, Move], position: Position | None, marks: Marks
) -> tuple[_Parts, Position | None]:
    """The last fields of a ply, and the position after it."""
    written = "" if marks == "none" else node.mark
    if position is None or node.action is None:
        return _as_written(node, written), None
    (move,) = node.action
    code = position.board.placed[move.source].code
    after = position.play_legal(node.action)
    assert after.last is not None
    move = after.last.move
    arrow = ">" if after.last.captured is None else "x"
    promotion = "" if move.promotion is None else move.promotion.code
    mark = check_mark(after) if marks == "rules" else written
    return (code, str(move.source), arrow, str(move.target), promotion, mark), after


def _as_written(node: Node[Position, Move], mark: str) -> _Parts:
    """A move that could not be resolved: its own parts, or the text as it is."""
    written = node.moves[0] if node.moves else None
    text = "" if written is None else written.text or str(written.move or "")
    match = MOVE.fullmatch(text)
    if match is None:
        return "", one_word(text), "", "", "", mark
    promotion = match["promotion"] or match["appended"] or ""
    source, target = f"{match['x']},{match['y']}", f"{match['to_x']},{match['to_y']}"
    return match["code"] or "", source, match["arrow"], target, promotion, mark or match["mark"] or ""


_SIGNS = re.compile(r"[!?]{1,8}")
_BRACES = str.maketrans("{}", "()")


class Notes(NamedTuple):
    """Notes on a move."""

    evaluation: str
    comments: tuple[str, ...]
    variations: tuple[str, ...] = ()  # variations that replace the move, in brackets

    @property
    def words(self) -> list[str]:
        """The notes in writing order."""
        evaluation = [self.evaluation] if self.evaluation else []
        return [*evaluation, *(f"{{{text}}}" for text in self.comments), *self.variations]


def collect_notes(ply: Ply, before: Sequence[Comment], losses: Losses) -> Notes:
    """Return the notes of a move, as far as ICN supports them. `before` are comments before all moves."""
    evaluation = ply.node.evaluation
    if evaluation and not _SIGNS.fullmatch(evaluation):
        losses.add("evaluations", "an evaluation that is not made of ! and ? is left out", ply.place)
        evaluation = ""
    losses.add_nags(ply.node.moves, ply.place)
    early = [*before, *(comment for comment in ply.node.comments if comment.after == 0)]
    losses.add("comments", "a comment before a move is written after it", ply.place, count=len(early))
    comments = [*early, *(comment for comment in ply.node.comments if comment.after)]
    return Notes(evaluation, tuple(_plain(comment.text, ply.place, losses) for comment in comments))


def _plain(text: str, place: str, losses: Losses) -> str:
    plain = text.translate(_BRACES)
    if plain != text:
        losses.add("comments", "braces in a comment become parentheses", place)
    return plain


def lose_tree(game: Game[Position, Move], losses: Losses, *, variations: bool = True) -> None:
    """Record losses of the tree: variations, if a form has none, and results that are not at the end of a
    line; and win conditions that the reader did not know.
    """
    unknown = sum(1 for problem in game.problems if problem.code == "win-condition")
    losses.add("win-conditions", "an unknown win condition is left out", count=unknown)
    for node in (game.root, *(game.main_line if variations else game.walk())):
        for variation in node.variations if variations or node.result else ():
            count = sum(1 for _ in variation.walk())
            losses.add("variations", f"a variation of {count} move{'s' * (count != 1)} is left out")
    for node in game.main_line if variations else game.walk():
        text = node.moves[0].text if node.moves and node.action is None else ""
        if MOVE.fullmatch(text) is None and one_word(text) != text:
            losses.add("moves", "a text that is not a move is written as one word")
    if not game.main_line:
        losses.add("comments", "a comment without a move is left out", count=len(game.root.comments))


Form = Literal["long", "medium", "compact"]
Part = tuple[Ply, Notes]
_Line = Callable[[Sequence[Part]], str]


class _Words(NamedTuple):
    move: str
    notes: str


def wrap_lines(parts: Iterable[Part], line: _Line) -> list[str]:
    """Return one line per turn number."""
    lines: list[list[Part]] = []
    for part in parts:
        if part[0].starts_line or not lines:
            lines.append([])
        lines[-1].append(part)
    return [line(parts) for parts in lines]


def medium_move(ply: Ply) -> str:
    """`P4,2x4,4=Q+`."""
    promotion = f"={ply.promotion}" if ply.promotion else ""
    return f"{ply.code}{ply.source}{ply.arrow}{ply.target}{promotion}{ply.mark}"


def site_move(part: Part) -> str:
    """Format a move as `P4,2>4,4=Q+!?{good}`."""
    ply, notes = part
    return medium_move(ply) + "".join(notes.words)


def _words(part: Part) -> _Words:
    ply, notes = part
    move = f"{ply.code}{ply.source}" + (f" {ply.arrow} {ply.target}" if ply.target else "")
    sign = (f"={ply.promotion}" if ply.promotion else "") + ply.mark
    return _Words(move, " ".join([*([sign] if sign else []), *notes.words]))


def document_line(parts: Sequence[Part]) -> str:
    """`1. P4,2 > 4,4  | p4,7 > 4,6`, or `1 ... p4,7 > 4,6` if the line does not start with the first player.

    There is always a space between a move and its notes, even if there are none, except at the end of a line.
    Line 3 of the document has one there too, after a line with a comment; this writer reproduces it.
    """
    first = parts[0][0]
    words = [_words(part) for part in parts]
    *before, last = [f"{move} {notes}" for move, notes in words]
    if not words[-1].notes and not any(notes.comments for _, notes in parts):
        last = last.rstrip()
    lead = f"{first.number}. " if first.is_first else f"{first.number} ... "
    return lead + " | ".join([*before, last])


def legacy_line(parts: Sequence[Part]) -> str:
    """`1. P4,2 > 4,4 | p4,7 > 4,6`, or `1.   ...   | p4,7 > 4,6`."""
    first = parts[0][0]
    lead = f"{first.number}. " if first.is_first else f"{first.number}.   ...   | "
    return lead + _joined_words(parts)


def site_line(parts: Sequence[Part]) -> str:
    """`1. P4,2 > 4,4 | p4,7 > 4,6`."""
    return f"{parts[0][0].number}. " + _joined_words(parts)


def _joined_words(parts: Sequence[Part]) -> str:
    return " | ".join(f"{move} {notes}".rstrip() for move, notes in map(_words, parts))


_Node = Node[Position, Move]


def write_body(
    game: Game[Position, Move],
    form: Form,
    marks: Marks,
    line: Callable[[Sequence[Part]], str],
    losses: Losses,
    *,
    variations: bool = False,
) -> list[str]:
    """Return all lines: one per turn number in the long form, otherwise a single one."""
    lose_tree(game, losses, variations=not variations)
    if form == "long":
        parts = list_parts(game, marks, losses, variations=variations)
        return wrap_lines(_nested(parts, lambda inner: " ".join(wrap_lines(inner, line))), line)
    parts = _bare_parts(game, marks if form == "medium" else "none", losses, variations=variations)
    moves = _joined_moves(form, _nested(parts, lambda inner: _joined_moves(form, inner)))
    return [moves] if moves else []


def list_parts(
    game: Game[Position, Move], marks: Marks, losses: Losses, *, variations: bool = False
) -> list[Part]:
    """Return the moves with their notes; comments before the first move are attached to it."""
    parts: list[Part] = []
    before = game.root.comments
    for ply in plies(game, marks, variations=variations):
        parts.append((ply, collect_notes(ply, before, losses)))
        before = []
    return parts


def _bare_parts(game: Game[Position, Move], marks: Marks, losses: Losses, *, variations: bool) -> list[Part]:
    """Return the moves without notes; comments and evaluations are recorded as losses."""
    parts: list[Part] = []
    for ply in plies(game, marks, variations=variations):
        comments = len(ply.node.comments) + (0 if parts else len(game.root.comments))
        losses.add("comments", "a comment is left out", ply.place, count=comments)
        losses.add("evaluations", "an evaluation is left out", ply.place, count=bool(ply.node.evaluation))
        losses.add_nags(ply.node.moves, ply.place)
        parts.append((ply, Notes("", ())))
    return parts


def _joined_moves(form: Form, parts: Iterable[Part]) -> str:
    """Join moves with bars."""
    return "|".join(_bare_move(form, ply) + "".join(notes.variations) for ply, notes in parts)


def _bare_move(form: Form, ply: Ply) -> str:
    return medium_move(ply) if form == "medium" else ply.compact


def _nested(parts: Sequence[Part], joined: Callable[[Sequence[Part]], str]) -> list[Part]:
    """Return the main line; the variations that replace a move become its notes.

    Innermost variations come first, so that the outer ones can include their text.
    """
    found = {ply.node: (ply, notes) for ply, notes in parts}
    for ply, _ in reversed(parts):
        head = ply.node
        assert head.parent is not None
        main = head.parent.children[0]
        if head is not main:
            inner = [found[node] for node in (head, *head.main_line)]
            text = f"({joined(inner).rstrip()}{_result(inner[-1][0].node)})"
            replaced, notes = found[main]
            found[main] = replaced, notes._replace(variations=(text, *notes.variations))
    if not parts:
        return []
    first = parts[0][0].node
    return [found[node] for node in (first, *first.main_line)]


def _result(node: _Node) -> str:
    return f" {node.result}" if node.result in RESULTS else ""
