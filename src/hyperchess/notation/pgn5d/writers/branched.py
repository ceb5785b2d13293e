"""Branched 5DPGN: the whole tree, variations in parentheses before the main line."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hyperchess.game import RESULTS, Comment, Game, Node
from hyperchess.multiverse.coordinates import Color, format_board_at
from hyperchess.multiverse.moves import Move, MoveKind
from hyperchess.multiverse.position import Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import Marks, Style, check_option
from hyperchess.notation.pgn5d.writers.headers import Dialect, head_text, make_head
from hyperchess.notation.pgn5d.writers.layout import action_tokens
from hyperchess.notation.pgn5d.writers.mainline import lose_variations
from hyperchess.notation.pgn5d.writers.marks import MarkedAction, MarkedMove, mark_action, verbatim
from hyperchess.notation.pgn5d.writers.page import Page
from hyperchess.notation.pgn5d.writers.serial import Serial, first_serial
from hyperchess.notation.pgn5d.writers.shad import hints, lose_files
from hyperchess.notation.pgn5d.writers.shortening import (
    FILE,
    TIMELINE,
    TO_TIMELINE,
    TO_TURN,
    castling_sign,
    is_only_castling,
    least_text,
    piece_letter,
    promotion_text,
    source_text,
)
from hyperchess.notation.writing import Written

__all__ = ["short_text", "write_branched"]


def write_branched(
    game: Game[Position, Move],
    *,
    style: Style = "short",
    captures: bool = True,
    checks: bool = True,
    tokens: bool = False,
    width: int | None = 100,
    indent: int = 1,
    main_line_only: bool = False,
    marks: Marks = "rules",
) -> Written:
    """Write the game tree as Branched 5DPGN, with moves in standard order.

    `style` is the least text that is unambiguous by pattern matching (4.10, with the habits of 4.11), or
    all coordinates. `captures` and `checks` allow `x` and `+`, `*`, `#`; `tokens` adds `~`, `(>L1)` and
    `(~T3)`, which are Shad's. Lines are broken at `width`; each variation is indented by `indent`.
    `marks` are recomputed from the rules, kept as written (a move that nobody wrote takes those of the
    rules), or left out; `x` is then as it is.
    """
    check_option("marks", marks, Marks)
    check_option("style", style, Style)
    losses = Losses()
    head = head_text(make_head(game, Dialect.BRANCHED, losses))
    lose_files(game, losses)
    if main_line_only:
        lose_variations(game, losses)
    spell_skeleton = _full_text if style == "full" else short_text

    def spell(marked: MarkedMove) -> list[str]:
        text = spell_skeleton(marked, captures)
        present = "~" if tokens and marked.moves_present else ""
        return [f"{text}{marked.check}{present}{marked.evaluation}", *(hints(marked) if tokens else [])]

    def follow(position: Position | None, node: Node[Position, Move]) -> MarkedAction | None:
        return mark_action(position, node, marks=marks, checks=checks, standard=True)

    page = Page(width, indent)
    _write_tree(game, page, follow, spell, losses, main_line_only=main_line_only)
    return Written(head + page.text(), losses.listed())


class _Visit(NamedTuple):
    """An action to be written, from the position before it."""

    node: Node[Position, Move]
    serial: Serial
    position: Position | None
    block: bool = False  # in parentheses
    choice: bool = False  # one of several continuations


def _write_tree(
    game: Game[Position, Move],
    page: Page,
    follow: Callable[[Position | None, Node[Position, Move]], MarkedAction | None],
    spell: Callable[[MarkedMove], list[str]],
    losses: Losses,
    *,
    main_line_only: bool,
) -> None:
    """Walk the tree without recursion: games may be nested as deep as memory allows."""
    for token in action_tokens((), game.root.comments, losses, ""):
        page.add(token)
    waiting: list[_Visit | None] = []
    after: Position | None = game.start
    node, serial = game.root, first_serial(game)
    _add_result(node, page, losses, "")
    waiting += _continuations(node, serial, after, losses, main_line_only=main_line_only)
    while waiting:
        visit = waiting.pop()
        if visit is None:
            page.close()
            continue
        node, serial = visit.node, visit.serial
        _start_action(visit, page)
        played = follow(visit.position, node)
        moves = [spell(move) for move in played.moves] if played else verbatim(node, losses, str(serial))
        comments = _placed(node, played, losses, str(serial))
        for token in action_tokens(moves, comments, losses, str(serial)):
            page.add(token)
        _add_result(node, page, losses, str(serial))
        after = played.after if played else None
        waiting += _continuations(node, serial.next, after, losses, main_line_only=main_line_only)


def _continuations(
    node: Node[Position, Move],
    serial: Serial,
    after: Position | None,
    losses: Losses,
    *,
    main_line_only: bool,
) -> list[_Visit | None]:
    """What follows a node, last things first: variations in order, each to be closed, then the main line."""
    if not node.children:
        return []
    children = node.children[:1] if main_line_only else node.children
    choice = len(children) > 1
    if choice:
        _lose_duplicates(children, after, losses, str(serial))
    later: list[_Visit | None] = [_Visit(children[0], serial, after, choice=choice)]
    for child in reversed(children[1:]):
        later += [None, _Visit(child, serial, after, block=True, choice=True)]
    return later


def _start_action(visit: _Visit, page: Page) -> None:
    """The turn serial: with its letter where there is a choice, `/` for Black's answer to White's action."""
    number, color = visit.serial
    if visit.block:
        page.open(f"({visit.serial}.")
    elif visit.choice or (color is Color.BLACK and not page.in_turn):
        page.line(f"{visit.serial}.")
    elif color is Color.BLACK:
        page.add("/")
    else:
        page.line(f"{number}.")
    page.in_turn = color is Color.WHITE


def _add_result(node: Node[Position, Move], page: Page, losses: Losses, place: str) -> None:
    if node.result and not node.children and node.result in RESULTS:
        page.add(node.result)
    elif node.result:
        losses.add("results", "a result is left out: it stands only at the end of a branch", place)


def _placed(
    node: Node[Position, Move], played: MarkedAction | None, losses: Losses, place: str
) -> list[Comment]:
    """The comments of an action. Where moves change places, those between them go to the end (4.8)."""
    if played is None or not played.reordered:
        return node.comments
    losses.add("move-order", "the moves of an action are in standard order", place)
    last = next((move.evaluation for move in reversed(played.moves) if move.evaluation), "")
    if last != node.evaluation:
        losses.add("evaluation-place", "of several marks such as ! on an action, another is the last", place)
    count = len(node.moves)
    if any(0 < comment.after < count for comment in node.comments):
        losses.add("comment-place", "comments between moves went to the end of the action", place)
    moved = (comment if comment.after == 0 else Comment(comment.text, count) for comment in node.comments)
    return list(moved)


def _lose_duplicates(
    children: list[Node[Position, Move]], position: Position | None, losses: Losses, place: str
) -> None:
    """Continuations that differ only in the order of moves are one to every reader (5.1)."""
    if position is None:
        return
    actions = [child.action for child in children]
    known = [position.canonical(action) for action in actions if action is not None]
    repeated = len(known) - len(set(known))
    losses.add("duplicates", "a variation reaches the same position as another", place, count=repeated)


def _full_text(marked: MarkedMove, captures: bool) -> str:
    """All coordinates (4.1, 4.2); a pawn has no letter."""
    source, target = marked.move.source, marked.move.target
    capture = "x" if captures and marked.capture else ""
    to = "" if marked.effect.kind is MoveKind.PHYSICAL else format_board_at(target.board)
    origin = f"{format_board_at(source.board)}{piece_letter(marked)}{source.name}"
    return f"{origin}{marked.effect.kind.value}{capture}{to}{target.name}{promotion_text(marked)}"


def short_text(marked: MarkedMove, captures: bool) -> str:
    """The fewest parts that leave one move (4.10), within the habits of 4.11."""
    sign = castling_sign(marked)
    if sign:
        for board_known in (False, True):
            if is_only_castling(marked, board_known=board_known):
                return f"{_board(marked, TIMELINE if board_known else 0)}{sign}"
    letter = piece_letter(marked)
    capture = "x" if captures and marked.capture else ""
    kind = marked.effect.kind.value
    target = marked.move.target.name + promotion_text(marked)

    def spell(form: int) -> str:
        origin = f"{_board(marked, form)}{letter}{source_text(marked, form)}"
        return f"{origin}{kind}{capture}{_to_board(marked, form)}{target}"

    # 4.11: the source file of a pawn that captures or jumps always stands there.
    return least_text(marked, spell, required=FILE if not letter and (capture or kind) else 0)


def _board(marked: MarkedMove, form: int) -> str:
    """The source board; a timeline has one playable board, so its turn need never be stated."""
    return f"(L{marked.move.source.timeline})" if form & TIMELINE else ""


def _to_board(marked: MarkedMove, form: int) -> str:
    target = marked.move.target
    if form & TO_TIMELINE and form & TO_TURN:
        return format_board_at(target.board)
    if form & TO_TIMELINE:
        return f"(L{target.timeline})"
    return f"(T{target.turn})" if form & TO_TURN else ""
