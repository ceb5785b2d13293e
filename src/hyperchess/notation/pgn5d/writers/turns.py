"""The main line as numbered turns: Shad's 5DPGN in its current and first edition, and raw notation mode.

Raw mode has source, `>` and target of every move, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from hyperchess.annotations import is_clock, replace_commands
from hyperchess.game import RESULTS, Comment, Game, Node
from hyperchess.multiverse.coordinates import BoardAt
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.position import Position
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.marked_moves import MarkedMove, mark_action, written_moves
from hyperchess.notation.text5d.spelling import castles_by_sign, full_move, shad_move
from hyperchess.notation.text5d.writing.headers import (
    KNOWN,
    START_KEYS,
    Head,
    StartText,
    head_text,
    make_head,
    row_name,
    with_result,
)
from hyperchess.notation.text5d.writing.mainline import (
    action_tokens,
    fill,
    lose_files,
    lose_results,
    lose_variations,
)
from hyperchess.notation.writing import Losses, Marks, Style, Written

__all__ = [
    "Clocks",
    "RawHeaders",
    "Results",
    "hints",
    "write_first",
    "write_raw",
    "write_shad",
    "write_turns",
]


Results = Literal["end", "header"]
Clocks = Literal["comments", "before"]
"""Clocks as commands in comments, or as times before the moves: `1. {20:05} e4`."""


def write_turns(
    game: Game[Position, Move],
    spell: Callable[[MarkedMove, str], Sequence[str]],
    losses: Losses,
    *,
    marks: Marks,
    width: int | None = None,
    nested: bool = True,
    results: Results = "end",
    clocks: Clocks = "comments",
) -> str:
    """Return one line per turn, wrapped to `width`.

    `spell` returns the text of a move, and the annotations after it, at a location of the game.
    """
    opening = action_tokens((), game.root.comments, losses, "", nested=nested)
    turns = [opening] if opening else []
    position = game.start
    for serial, node in zip(game.serials(), game.main_line, strict=False):
        place = str(serial)
        if serial.player == "w" or not turns or turns[-1] is opening:
            turns.append([f"{serial.number}."])
        if serial.player == "b":
            turns[-1].append("/")
        played = mark_action(position, node, marks=marks)
        moves = (
            [spell(move, place) for move in played.moves] if played else written_moves(node, losses, place)
        )
        ends = results == "end" and node is game.end and node.result in RESULTS
        ending = [[node.result]] if ends else []
        comments = _clock_first(node) if clocks == "before" else node.comments
        turns[-1] += action_tokens([*moves, *ending], comments, losses, place, nested=nested)
        position = played.after if played else None
    lose_variations(game, losses)
    lose_results(game, losses)
    if results == "end" and game.end is game.root and game.end.result in RESULTS:
        turns = turns or [[]]
        turns[-1].append(game.end.result)
    return "".join(f"{fill(turn, width)}\n" for turn in turns)


def _clock_first(node: Node[Position, Move]) -> list[Comment]:
    """Return the comments of a node with its clock as a time before its moves."""
    if node.clock is None:
        return node.comments
    time = str(node.clock).removeprefix("0:")
    kept, _ = replace_commands([comment.text for comment in node.comments], is_clock, "")
    others = [
        Comment(text, old.after) for old, text in zip(node.comments, kept, strict=True) if text is not None
    ]
    return [Comment(time, 0), *others]


def write_shad(
    game: Game[Position, Move],
    *,
    marks: Marks = "rules",
    tokens: bool = True,
    width: int | None = None,
    start: StartText = "name",
    known: str = KNOWN,
    results: Results = "end",
    nested: bool = True,
    style: Style = "short",
    clocks: Clocks = "comments",
) -> Written:
    """Write the main line as 5DPGN.

    `marks` are recomputed from the rules, kept as written (a move without a text gets those of the rules), or
    left out; `x` is part of a move and stays. `tokens` are the hints `(>L1)` for a new timeline and `(~T3)`
    where a reactivated timeline moves the present. `start` is the variant's name, its name and boards, or its
    boards as `custom`, for readers that know few names: those in `known`, separated by commas. `results`: the
    result is after the last move, or in a header only. `nested`: comments may contain braces; otherwise these
    become parentheses. `style`: moves without coordinates that are not needed, or with all of them. `clocks`:
    commands in comments, or times before the moves.
    """
    losses = Losses()
    head = make_head(game, Dialect.SHAD, losses, start, known)
    if results == "header":
        head = with_result(head, game, losses)
    signs = castles_by_sign(game.start)
    lose_files(game, losses)

    def spell(marked: MarkedMove, place: str) -> list[str]:
        if style == "full":
            text = full_move(marked, captures=True)
        else:
            text = shad_move(marked, signs=signs, name_board=marked.timelines > 1)
        present = "~" if marked.moves_present else ""
        after = hints(marked) if tokens else []
        return [f"{text}{marked.check}{present}{marked.evaluation}", *after, *marked.nags]

    turns = write_turns(
        game, spell, losses, marks=marks, width=width, nested=nested, results=results, clocks=clocks
    )
    return Written(head_text(head) + turns, losses.listed())


def hints(marked: MarkedMove) -> list[str]:
    """Return the annotations: `(>L1)` for a new timeline, `(~T3)` if a reactivated timeline moves the
    present.
    """
    made, revives = marked.effect.new_timeline, marked.revives
    return [
        *([f"(>L{made})"] if made is not None else []),
        *([f"(~T{revives})"] if revives is not None else []),
    ]


_LATER_PIECES = "WCYS"


def write_first(game: Game[Position, Move], *, marks: Marks = "rules") -> Written:
    """Write the main line as the first edition of 5DPGN.

    Every move names its board, every branching jump the timeline it creates. Features of the current edition
    (further pieces, promotions, turn zero, 5DFEN) are written as there and reported as losses. The two middle
    timelines of an even start are called -1 and 0.
    """
    losses = Losses()
    made_head = make_head(game, Dialect.FIRST, losses)
    if made_head.boards:
        losses.add("start", "the first edition has no 5DFEN; the boards are written as in the current one")
    even = game.start is not None and game.start.even
    if even:
        losses.add("timelines", "the timelines -0 and +0 are written as -1 and 0, lower ones one lower")
    lose_files(game, losses)
    board = _board_namer(even)
    signs = castles_by_sign(game.start)

    def spell(marked: MarkedMove, place: str) -> list[str]:
        _lose(marked, losses, place)
        text = shad_move(marked, signs=signs, name_board=True, board=board)
        made = marked.effect.new_timeline
        new = f"(+L{row_name(made, even=even)})" if made is not None else ""
        present = "~" if marked.moves_present else ""
        return [f"{text}{_check(marked)}{present}{new}{marked.evaluation}", *marked.nags]

    turns = write_turns(game, spell, losses, marks=marks, nested=False)
    return Written(head_text(made_head) + turns, losses.listed())


def _board_namer(even: bool) -> Callable[[BoardAt], str]:
    def name(at: BoardAt) -> str:
        return f"({row_name(at.timeline, even=even)}T{at.turn})"

    return name


def _check(marked: MarkedMove) -> str:
    """The mark of the move; a softmate is a check, if the moved piece gives it."""
    if marked.check != "*":
        return marked.check
    return "+" if marked.effect.checks else ""


def _lose(marked: MarkedMove, losses: Losses, place: str) -> None:
    move = marked.move
    if marked.check == "*":
        losses.add("softmate", "the first edition has no mark for a softmate", place)
    if marked.letter in _LATER_PIECES or (move.promotion and move.promotion in _LATER_PIECES):
        losses.add("pieces", "the first edition has no letters W, C, Y and S", place)
    if move.promotion:
        losses.add("promotions", "the first edition does not describe promotions", place)
    if min(move.source.turn, move.target.turn) < 1:
        losses.add("turn-zero", "the first edition counts turns from 1", place)


RawHeaders = Literal["start", "all", "none"]


def write_raw(game: Game[Position, Move], *, headers: RawHeaders = "start") -> Written:
    """Write the main line in raw notation mode, one line for each action.

    The proposal has no headers, but without them the start is unknown. By default the headers of the start
    are written, unless it is Standard, which readers assume; `all` and `none` override this.
    """
    losses = Losses()
    head = _head(game, headers, losses)
    lines = []
    followed = game.start is not None
    lose_variations(game, losses)
    _lose_comments(game.root.comments, losses, "")
    for serial, node in zip(game.serials(), game.main_line, strict=False):
        place = str(serial)
        action = node.action
        followed = followed and action is not None
        if followed and action is not None:
            texts = [str(move) for move in action]
        else:
            texts = [token for tokens in written_moves(node, losses, place) for token in tokens]
        lines.append(" ".join(["/" if serial.player == "b" else ".", *texts]) + "\n")
        _lose_comments(node.comments, losses, place)
        evaluations = sum(1 for written in node.moves if written.evaluation)
        losses.add(
            "evaluations", "a mark such as ! or ? is left out", place, count=evaluations if followed else 0
        )
        if followed:
            losses.add_nags(node.moves, place)
        if node.result:
            losses.add("results", "a result is left out", place)
    if game.root.result and not game.main_line:
        losses.add("results", "a result is left out")
    return Written(head_text(head) + "".join(lines), losses.listed())


def _head(game: Game[Position, Move], wanted: RawHeaders, losses: Losses) -> Head:
    if wanted == "all":
        return make_head(game, Dialect.RAW, losses)
    about_start, others = make_head(game, Dialect.RAW, Losses()).parted(START_KEYS)
    for key, _ in others.headers:
        if key != "Mode":  # it only identifies 5D chess
            losses.add("headers", f"the header {key} is left out", key)
    if about_start == Head((("Board", "Standard"),), ()):
        return Head((), ())
    if wanted == "none":
        losses.add("start", "the start is left out", count=bool(about_start.headers))
        return Head((), ())
    return about_start


def _lose_comments(comments: list[Comment], losses: Losses, place: str) -> None:
    losses.add("comments", "a comment is left out", place, count=len(comments))
