"""Statements of a text about captures, checks, mates, jumps and timelines, checked against the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from hyperchess.game import Reached
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse import Color, Move, MoveKind, Position, Status, Timeline
from hyperchess.multiverse.outline import Outline
from hyperchess.multiverse.rules import PlainReading
from hyperchess.multiverse.syntax.movetext import MOVE_PATTERN, MoveText
from hyperchess.notation.text5d.syntax import ActionSyntax, GameSyntax, MadeSyntax, MoveSyntax
from hyperchess.ruleset import Verdict
from hyperchess.text import Edit, Problem, Severity, Span

__all__ = ["has_statements", "statement_problems"]

_MOVE = lazy_pattern(MOVE_PATTERN, re.VERBOSE)
_NUMBER = lazy_pattern(r"[+-]?[0-9]+")
_VERDICT = {"#": Verdict.CHECKMATE, "*": Verdict.SOFTMATE}


def has_statements(
    written: ActionSyntax, texts: Sequence[MoveText], moves: Sequence[Move], captures: Sequence[bool]
) -> bool:
    """Return whether there is anything to check; most actions have nothing."""
    for place, text in enumerate(texts):
        move_syntax = written.moves[place]
        if (
            captures[place] != text.capture
            or text.jump
            or text.mark
            or text.moves_present
            or text.color is not None
            or moves[place].promotion
            or move_syntax.mark
            or move_syntax.hints
            or move_syntax.made
        ):
            return True
    return False


def statement_problems(
    syntax: GameSyntax,
    written: ActionSyntax,
    texts: Sequence[MoveText],
    before: Reached[Position],
    reading: PlainReading[Position],
    *,
    without_signs: bool = False,
) -> Iterator[Problem]:
    """List everything in the text of a legal action that the rules contradict.

    `without_signs` is for texts that number the middle timelines of an even start -1 and 0.
    """
    statements = _Statements(syntax, before, reading, without_signs=without_signs)
    return statements.problems(written.moves, texts)


_NAMES = {
    MoveKind.PHYSICAL: "no jump at all",
    MoveKind.HOP: "one to a playable board ('>')",
    MoveKind.BRANCH: "one that branches ('>>')",
}


def _is_raw(text: MoveText) -> bool:
    """Return whether the move is in raw notation, which writes `>` in every move and no marks."""
    pattern = text.pattern
    return text.jump == ">" and pattern.piece is None and pattern.to_turn is not None and not text.capture


class _Statements:
    """The statements about one action."""

    def __init__(
        self,
        syntax: GameSyntax,
        before: Reached[Position],
        reading: PlainReading[Position],
        *,
        without_signs: bool,
    ) -> None:
        self.syntax = syntax
        self.without_signs = without_signs
        self.before = before
        self.reading = reading

    @property
    def after(self) -> Position:
        """Position after the action."""
        return self.reading.after

    @cached_property
    def outline(self) -> Outline:
        """Outline of the position after the action."""
        return self.reading.outline

    def problems(self, written: Sequence[MoveSyntax], texts: Sequence[MoveText]) -> Iterator[Problem]:
        for place, (move_syntax, text) in enumerate(zip(written, texts, strict=True)):
            yield from self.boards(move_syntax)
            move, kind = self.reading.moves[place], self.reading.kinds[place]
            if self.reading.captures[place] != text.capture and not _is_raw(text):
                yield self.capture_mark(move_syntax, wrong=text.capture)
            if text.jump and kind.value != text.jump and not _is_raw(text):
                message = f"this jump is written {text.jump!r}, but it is {_NAMES[kind]}"
                problem = self.problem(move_syntax.span, "jump-sign", message)
                jumps = kind is not MoveKind.PHYSICAL
                yield replace(problem, fix=self.edit(move_syntax, "jump", kind.value) if jumps else None)
            if move.promotion and not text.pattern.promotion:
                message = f"the promotion is not written: read as {move.promotion}"
                yield self.problem(move_syntax.span, "promotion", message, Severity.INFO)
            mark = move_syntax.mark or text.mark
            if mark:
                yield from self.check_mark(move_syntax.span, mark)
            if text.moves_present or move_syntax.hints:
                yield from self.tokens(move_syntax, text, place)
            if move_syntax.made is not None:
                yield from self.named(move_syntax.made, place)

    def problem(
        self,
        span: Span,
        code: str,
        message: str,
        severity: Severity = Severity.WARNING,
        fix: str | None = None,
    ) -> Problem:
        edit = None if fix is None else Edit(span, fix)
        return Problem(self.syntax.source, span, code, message, "", severity, edit)

    def edit(self, move: MoveSyntax, group: str, text: str) -> Edit | None:
        """Return the edit that changes one sign of a move written in 5DPGN."""
        match = None if self.syntax.grammar.translate else _MOVE.fullmatch(self.syntax.text(move.span))
        if match is None or not match[group]:
            return None
        start, end = match.span(group)
        return Edit(Span(move.span.start + start, move.span.start + end), text)

    def boards(self, move: MoveSyntax) -> Iterator[Problem]:
        """Check the colours of boards, which are the player's, and the signs of middle timelines."""
        match = None if self.syntax.grammar.translate else _MOVE.fullmatch(self.syntax.move_text(move))
        if match is None:
            return
        player = self.before.after.player
        for number in (1, 2):
            if match[f"color{number}"] not in (None, "", player.letter):
                message = f"{player} moves on boards of {player}, not on {match[f'color{number}']!r}"
                problem = self.problem(move.span, "board-colour", message)
                yield replace(problem, fix=self.edit(move, f"color{number}", player.letter))
            if match[f"line{number}"] == "0" and self.outline.even and not self.without_signs:
                message = "an even start has the timelines -0 and +0: a plain 0 is read as +0"
                problem = self.problem(move.span, "plain-zero", message)
                yield replace(problem, fix=self.edit(move, f"line{number}", "+0"))

    def capture_mark(self, move: MoveSyntax, *, wrong: bool) -> Problem:
        span = move.span
        if wrong:
            edits = (self.edit(move, group, "") for group in ("early_capture", "capture", "late_capture"))
            problem = self.problem(span, "capture-mark", "nothing is captured here")
            return replace(problem, fix=next(filter(None, edits), None))
        return self.problem(span, "capture-mark", "this captures without 'x'", Severity.INFO)

    def check_mark(self, span: Span, mark: str) -> Iterator[Problem]:
        if mark == "+":
            if not self.after.in_check:
                yield self.problem(span, "check-mark", "no royal is in check after this action")
            return
        status = self.after.status
        # Other notations may use another sign for it.
        is_written = self.syntax.grammar.translate is None or mark in self.syntax.text(span)
        name = repr(mark) if is_written else "the mark"
        if status.verdict is Verdict.UNKNOWN:
            message = f"whether {name} is right was not decided within the limit"
            yield self.problem(span, "check-mark", message, Severity.INFO)
        elif status.verdict is not _VERDICT[mark]:
            message = f"{name} claims {_VERDICT[mark].value}, but this is {_verdict(status)}"
            yield self.problem(span, "check-mark", message)

    def tokens(self, move: MoveSyntax, text: MoveText, place: int) -> Iterator[Problem]:
        """`~`, `(>Lx)`, `(+Lx)` and `(~Tx)`."""
        timeline = self._made(place)
        if text.moves_present and not self._is_present(timeline):
            message = "'~' claims that the present moves to a new timeline, which it does not"
            yield self.problem(move.span, "present-token", message)
        for hint in move.hints or ():
            written = self.syntax.hint_text(hint)
            number = _NUMBER.search(written)
            assert number is not None
            if "T" in written:
                turn = self.outline.present(self.outline.active).turn
                # Some texts give the present right after the move, before the rest of the action.
                if int(number.group()[:9]) not in (turn, self._present_then(place)):
                    message = f"the present is at T{turn} after this action"
                    yield self.problem(hint, "present-token", message, fix=f"(~T{turn})")
            elif timeline is None:
                yield self.problem(hint, "timeline-token", "this move makes no timeline", fix="")
            elif number.group() not in (names := self._names(timeline)):
                sign = "+" if written.startswith("(+") else ">"
                fix = f"({sign}L{names[0]})"
                yield self.problem(hint, "timeline-token", f"the new timeline is L{names[0]}", fix=fix)

    def named(self, made: MadeSyntax, place: int) -> Iterator[Problem]:
        """Check a new timeline that is named in the move."""
        timeline, even = self._made(place), self.outline.even
        stated = Timeline.of_row(made.timeline.number, even=True) if self.without_signs else made.timeline
        if timeline is None:
            yield self.problem(made.span, "timeline-token", "this move makes no timeline")
        elif stated.row(even=even) != timeline.row(even=even):
            message = f"the new timeline is L{self._names(timeline)[0]}"
            yield self.problem(made.span, "timeline-token", message)

    def _made(self, place: int) -> Timeline | None:
        """Return the timeline that a move creates, counted from the middle outwards."""
        kinds = self.reading.kinds
        if kinds[place] is not MoveKind.BRANCH:
            return None
        later = kinds[place + 1 :].count(MoveKind.BRANCH)
        timelines = tuple(self.outline.ends)
        is_black = self.reading.moves[place].source.color is Color.BLACK
        return timelines[later if is_black else -1 - later]

    def _present_then(self, place: int) -> int:
        """Return the turn of the present after a move, before the rest of the action."""
        state = self.before.after
        for move in self.reading.moves[: place + 1]:
            state = state.move(move)
        return state.present.turn

    def _names(self, timeline: Timeline) -> tuple[str, str]:
        """Return the names that the text may use for a timeline, the plain name first."""
        if self.without_signs:
            row = timeline.row(even=True)
            return str(row), f"{row:+}"
        return str(timeline), timeline.signed

    def _is_present(self, timeline: Timeline | None) -> bool:
        active = self.outline.active
        return timeline in active and self.outline.ends[timeline] == self.outline.present(active)


def _verdict(status: Status) -> str:
    return "not check" if status.word == "ongoing" else status.word
