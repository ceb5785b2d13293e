"""Conversion of cells to the common syntax tree of 5D chess notations: their moves are 5DPGN."""

from __future__ import annotations

import re

from hyperchess.multiverse.syntax.movetext import MOVE_PATTERN
from hyperchess.notation.dynamical.scan import CellText, GameText, scan_games
from hyperchess.notation.dynamical.score import ScoreMove, order_moves
from hyperchess.notation.dynamical.steps import Step
from hyperchess.notation.text5d.dialects import DYNAMICAL
from hyperchess.notation.text5d.syntax import (
    ActionSyntax,
    CommentSyntax,
    GameSyntax,
    MadeSyntax,
    MoveSyntax,
    SerialToken,
)
from hyperchess.text import Source, Span, quote

__all__ = ["parse_games"]

_MOVE = re.compile(MOVE_PATTERN, re.VERBOSE)
_LONGEST_MOVE = 100


def parse_games(source: Source) -> list[GameSyntax]:
    """Parse all games of a text, at least one; problems belong to the game in which they occur."""
    return [_game(scanned) for scanned in scan_games(source)]


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
