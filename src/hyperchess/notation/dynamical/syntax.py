"""Cells in the order of play, as the common syntax tree of 5D chess notations: their moves are 5DPGN.

There is one move per step, assembled from its cells. A topological text has two or three cells for a jump.
The departing cell counts; arriving cells are compared with it, name the new timeline, and replace a missing
departing cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from hyperchess.multiverse import Timeline
from hyperchess.multiverse.syntax.movetext import MOVE_PATTERN
from hyperchess.notation.dynamical.cells import CellAddress, Step, parse_address
from hyperchess.notation.dynamical.scan import CellText, GameText, scan_games
from hyperchess.notation.text5d.dialects import DYNAMICAL
from hyperchess.notation.text5d.resolve import make_reader
from hyperchess.notation.text5d.syntax import (
    ActionSyntax,
    CommentSyntax,
    GameSyntax,
    MadeSyntax,
    MoveSyntax,
    SerialToken,
)
from hyperchess.text import Severity, Source, Span, quote

__all__ = ["ScoreMove", "order_moves", "parse_games", "read_games"]


_BOARD = r"\(L?([+-]?[0-9]+)T([+-]?[0-9]+)\)"
_SOURCE = re.compile(_BOARD)
_NEW_BOARD = re.compile(rf"@(?:{_BOARD})?")
_OPEN_TARGET = re.compile(r"(>>?x?)(?=[a-z][1-9])")


@dataclass(slots=True)
class ScoreMove:
    """A move: its cell, its text with the source board, and the timeline it creates according to the text."""

    cell: CellText
    text: str
    made: Timeline | None = None
    made_span: Span | None = None  # span of that statement
    also: list[CellText] = field(default_factory=list)  # other cells of the same move


def order_moves(game: GameText) -> list[ScoreMove]:
    """Return the moves of a game by step; report cells that contradict each other."""
    cells = sorted(game.cells, key=lambda cell: (cell.step, cell.arriving, cell.span))
    moves: list[ScoreMove] = []
    for _, group in groupby(cells, key=lambda cell: cell.step):
        found = [_score_move(cell) for cell in group]
        departing = [move for move in found if not move.cell.arriving]
        if not departing:
            message = "no departing cell for this move; read from its cell of arrival"
            game.report(found[0].cell.span, "step", message, Severity.WARNING)
        different = list(_different(game, departing or found[:1]))
        moves += different
        known = {_plain(move.text): move for move in reversed(different)}
        for arriving in found[len(departing) or 1 :]:
            _confirm(game, known.get(_plain(arriving.text)), different[0], arriving)
    _check_places(game, moves)
    return moves


def _score_move(cell: CellText) -> ScoreMove:
    """Return the move of one cell, with the boards given by its coordinate."""
    text = cell.move
    made, made_span = None, None
    new_board = _NEW_BOARD.search(text)
    if new_board is not None:
        place = parse_address(new_board[1], new_board[2]) if new_board[1] else cell.place
        made = place.timeline if place is not None else None
        made_span = cell.move_span
        text = text[: new_board.start()] + text[new_board.end() :]
    own = cell.place.in_move
    if cell.arriving:
        text = _OPEN_TARGET.sub(rf"\g<1>{own}", text, count=1)
    elif not text.startswith("("):
        text = own + text
    return ScoreMove(cell, text, made, made_span)


def _different(game: GameText, moves: list[ScoreMove]) -> Iterator[ScoreMove]:
    """Yield the distinct moves of one step; there should be one."""
    first: dict[str, ScoreMove] = {}
    for move in moves:
        known = first.setdefault(move.text, move)
        if known is not move:
            known.also.append(move.cell)
            message = "this cell stands here again"
            game.report(move.cell.span, "step", message, Severity.INFO)
            continue
        if len(first) > 1:
            message = f"another move has the step {move.cell.step}; both are kept, in the order of the text"
            game.report(move.cell.step_span, "step", message, Severity.WARNING)
        yield move


def _confirm(game: GameText, move: ScoreMove | None, first: ScoreMove, arriving: ScoreMove) -> None:
    """Compare an arriving cell with the move that departs at its step, or with `first` if none agrees."""
    if move is None:
        move = first
        message = f"this cell has another move than {move.text}, which departs at the same step"
        game.report(arriving.cell.span, "cell", message, Severity.WARNING)
    move.also.append(arriving.cell)
    if move.made is None:
        move.made, move.made_span = arriving.made, arriving.made_span
    elif arriving.made not in (None, move.made):
        message = f"this cell names the new timeline {arriving.made}, another one {move.made}"
        game.report(arriving.cell.span, "cell", message, Severity.WARNING)


def _plain(text: str) -> str:
    return text.replace("(L", "(")


def _check_places(game: GameText, moves: list[ScoreMove]) -> None:
    """Check that actions have no gaps and that moves depart from the boards of their cells."""
    expected = 1
    half = None
    for move in moves:
        cell = move.cell
        expected = 1 if cell.step.half != half else expected + 1
        half = cell.step.half
        if cell.step.place > expected:
            message = f"no cell has the step {Step(half, expected)}"
            game.report(cell.step_span, "step", message, Severity.WARNING)
            expected = cell.step.place
        expected = min(expected, cell.step.place)
        source = _SOURCE.match(move.text)
        stated: CellAddress | None = parse_address(source[1], source[2]) if source else None
        if stated is not None and stated != cell.place and not cell.arriving:
            message = f"the cell stands at {cell.place}, but its move departs from {stated}"
            game.report(cell.span, "cell", message, Severity.WARNING)


_MOVE = re.compile(MOVE_PATTERN, re.VERBOSE)
_LONGEST_MOVE = 100


def parse_games(source: Source) -> list[GameSyntax]:
    """Parse all games of a text, at least one; problems belong to the game in which they occur."""
    return [_game(scanned) for scanned in scan_games(source)]


read_games = make_reader(parse_games)


def _game(game: GameText) -> GameSyntax:
    syntax = game.syntax
    actions = _actions(game, order_moves(game))
    if not actions:
        _check_empty(game)
    syntax.notation = DYNAMICAL[0] if not game.cells or game.cells[0].angular else DYNAMICAL[1]
    _add_notes(game, actions)
    parent = syntax.root
    for action, _ in actions:
        parent.children.append(action)
        parent = action
    parent.result = game.result
    return syntax


_Actions = list[tuple[ActionSyntax, list[tuple[ScoreMove, int]]]]
"""Actions, each with its moves and the number of moves before each."""


def _actions(game: GameText, moves: list[ScoreMove]) -> _Actions:
    actions: _Actions = []
    last: Step | None = None
    for move in moves:
        step = move.cell.step
        if last is None or step.half != last.half:
            # The resolver counts actions itself; it needs the number only where there may be a gap.
            gap = last is None or step.half != last.half + 1
            serial = SerialToken(move.cell.step_span, "number", step.number, step.color)
            actions.append((ActionSyntax(serial if gap else None), []))
        last = step
        action, placed = actions[-1]
        placed.append((move, len(action.moves)))
        action.moves.append(_move(game, move))
    return actions


def _move(game: GameText, move: ScoreMove) -> MoveSyntax:
    readable = len(move.text) <= _LONGEST_MOVE and _MOVE.fullmatch(move.text) is not None
    span = move.cell.move_span
    if not readable:
        hint = "a move is written e4, Nf3, O-O or Qg5>>x(0T2)g3"
        game.report(span, "move", f"expected a move, found {quote(move.cell.move)}", hint=hint)
    made = MadeSyntax(move.made, move.made_span or span) if move.made is not None else None
    return MoveSyntax(span, readable, move.text, move.cell.span, made=made)


def _check_empty(game: GameText) -> None:
    """Report a text without cells, unless it consists of headers only."""
    head = game.syntax.headers or game.syntax.boards
    if game.notes or (not head and game.result is None):
        hint = "a cell is a board, a step and a move: <0T1>1.5[Nf6]"
        start = game.syntax.start
        game.report(Span(start, start), "cell", "there is no cell in this text", hint=hint)


def _add_notes(game: GameText, actions: _Actions) -> None:
    """Attach each comment before or after the move of its cell."""
    where: dict[CellText, tuple[ActionSyntax, int]] = {}
    for action, moves in actions:
        for move, index in moves:
            for cell in (move.cell, *move.also):
                where[cell] = (action, index)
    for note in game.notes:
        if note.cell is None:
            game.syntax.root.comments.append(CommentSyntax(note.text, note.span, 0))
        else:
            action, index = where[note.cell]
            after = index if note.before else index + 1
            action.comments.append(CommentSyntax(note.text, note.span, after))
    for action, _ in actions:
        action.comments.sort(key=lambda comment: comment.after)
