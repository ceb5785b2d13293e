"""Cells as the syntax tree of 5DPGN, so that one resolver serves both notations.

The moves are written out in 5DPGN behind the text itself. So headers and boards keep their places, and for
everything behind the text a table tells which cell it came from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace

from hyperchess.multiverse.movetext import MOVE_PATTERN
from hyperchess.notation.common5d.syntax import ActionSyntax, CommentSyntax, GameSyntax, MoveSyntax, Serial
from hyperchess.notation.dynamical.scan import CellText, GameText
from hyperchess.notation.dynamical.score import ScoreMove, order_moves
from hyperchess.notation.dynamical.steps import Step
from hyperchess.text import Edit, Problem, Source, Span, quote

__all__ = ["Transcript", "transcribe"]

_MOVE = re.compile(MOVE_PATTERN, re.VERBOSE)
_LONGEST_MOVE = 100


class Transcript:
    """A game as 5DPGN syntax, and the way back from its places to those of the cells."""

    def __init__(self, game: GameText) -> None:
        self.game = game
        self.source = game.syntax.source
        self.parts: list[str] = [self.source.text, "\n"]
        self.length = len(self.source.text) + 1
        self.starts: list[int] = []
        self.origins: list[Span] = []
        self.syntax = GameSyntax(self.source, game.syntax.start)

    def add(self, text: str, origin: Span) -> Span:
        """Write a word behind the text, and remember where it came from."""
        self.starts.append(self.length)
        self.origins.append(origin)
        self.parts += [text, " "]
        start = self.length
        self.length += len(text) + 1
        return Span(start, start + len(text))

    def origin(self, span: Span) -> Span:
        """The place in the text of a place in the transcript."""
        if not self.starts or span.start < self.starts[0]:
            return span
        first = self.origins[bisect_right(self.starts, span.start) - 1]
        last = self.origins[bisect_right(self.starts, max(span.start, span.end - 1)) - 1]
        return Span(first.start, last.end) if last.start >= first.start else first

    def problem(self, problem: Problem) -> Problem:
        """A problem of the transcript as one of the text."""
        if not self.starts or problem.span.start < self.starts[0]:
            return replace(problem, source=self.source)
        fix = problem.fix
        if fix is not None:  # a hint such as (>L1) has no place in a cell
            fix = None if not fix.text or fix.text.startswith("(>") else Edit(self.origin(fix.span), fix.text)
        return replace(problem, source=self.source, span=self.origin(problem.span), fix=fix)


def transcribe(game: GameText) -> Transcript:
    """The transcript of a game."""
    transcript = Transcript(game)
    actions = _actions(transcript, order_moves(game))
    told = game.syntax
    if not actions:
        _check_empty(game)
    syntax = transcript.syntax
    syntax.source = Source("".join(transcript.parts), transcript.source.name)
    syntax.headers, syntax.boards, syntax.problems = told.headers, told.boards, told.problems
    _add_notes(game, syntax, actions)
    parent = syntax.root
    for action, _ in actions:
        parent.children.append(action)
        parent = action
    parent.result = game.result
    return transcript


def _actions(
    transcript: Transcript, moves: list[ScoreMove]
) -> list[tuple[ActionSyntax, list[tuple[ScoreMove, int]]]]:
    """The actions, each with its moves and how many stand before each."""
    actions: list[tuple[ActionSyntax, list[tuple[ScoreMove, int]]]] = []
    last: Step | None = None
    for move in moves:
        step = move.cell.step
        if last is None or step.half != last.half:
            # The resolver counts actions itself; it is told the number only where there may be a gap.
            gap = last is None or step.half != last.half + 1
            serial = Serial(transcript.add("/", move.cell.step_span), "number", step.number, step.color)
            actions.append((ActionSyntax(serial if gap else None), []))
        last = step
        action, placed = actions[-1]
        placed.append((move, len(action.moves)))
        action.moves.append(_move(transcript, move))
    return actions


def _move(transcript: Transcript, move: ScoreMove) -> MoveSyntax:
    readable = len(move.text) <= _LONGEST_MOVE and _MOVE.fullmatch(move.text) is not None
    origin = move.cell.move_span
    if not readable:
        hint = "a move is written e4, Nf3, O-O or Qg5>>x(0T2)g3"
        message = f"expected a move, found {quote(move.cell.move)}"
        transcript.game.report(origin, "move", message, hint=hint)
    span = transcript.add(move.text, origin)
    hints = (transcript.add(f"(>L{move.made})", move.made_span or origin),) if move.made is not None else ()
    return MoveSyntax(span, readable, hints=hints)


def _check_empty(game: GameText) -> None:
    """A text is Dynamical notation if it has a legal cell; only headers may stand alone."""
    head = game.syntax.headers or game.syntax.boards
    if game.notes or (not head and game.result is None):
        hint = "a cell is a board, a step and a move: <0T1>1.5[Nf6]"
        start = game.syntax.start
        game.report(Span(start, start), "cell", "there is no cell in this text", hint=hint)


def _add_notes(
    game: GameText,
    syntax: GameSyntax,
    actions: list[tuple[ActionSyntax, list[tuple[ScoreMove, int]]]],
) -> None:
    """Put each comment before or after the move that its cell tells."""
    where: dict[CellText, tuple[ActionSyntax, int]] = {}
    for action, moves in actions:
        for move, index in moves:
            for cell in (move.cell, *move.also):
                where[cell] = (action, index)
    for note in game.notes:
        if note.cell is None:
            syntax.root.comments.append(CommentSyntax(note.text, note.span, 0))
        else:
            action, index = where[note.cell]
            after = index if note.before else index + 1
            action.comments.append(CommentSyntax(note.text, note.span, after))
    for action, _ in actions:
        action.comments.sort(key=lambda comment: comment.after)
