"""What a text claims beside its moves, held against the rules: captures, checks, mates, jumps, timelines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hyperchess.multiverse import Move, MoveKind, Position, Status, Timeline
from hyperchess.multiverse.movetext import MoveText
from hyperchess.multiverse.ordering import move_kinds
from hyperchess.notation.pgn5d.syntax import ActionSyntax, GameSyntax, MoveSyntax
from hyperchess.text import Edit, Problem, Severity, Span

__all__ = ["claim_problems"]

_NUMBER = re.compile(r"[+-]?[0-9]+")
_VERDICT = {"#": Status.CHECKMATE, "*": Status.SOFTMATE}


def claim_problems(
    syntax: GameSyntax,
    written: ActionSyntax,
    texts: Sequence[MoveText],
    position: Position,
    moves: tuple[Move, ...],
    captures: Sequence[bool],
    after: Position,
) -> Iterator[Problem]:
    """Everything that the text of a legal action says and the rules contradict."""
    for move_syntax, text, captured in zip(written.moves, texts, captures, strict=True):
        if captured != text.capture:
            yield from _capture_claim(syntax, move_syntax, text, captured=captured)
    if all(map(_claims_nothing_more, written.moves, texts, moves)):
        return
    claims = _Claims(syntax, position, after)
    for move_syntax, text, (move, kind) in zip(
        written.moves, texts, move_kinds(position, moves), strict=True
    ):
        if text.jump and kind.value != text.jump and not _is_raw(text):
            message = f"this jump is written {text.jump!r}, but it is {_NAMES[kind]}"
            yield claims.problem(move_syntax.span, "jump-sign", message)
        if move.promotion and not text.pattern.promotion:
            message = f"the promotion is not written: read as {move.promotion}"
            yield claims.problem(move_syntax.span, "promotion", message, Severity.INFO)
        mark = move_syntax.mark or text.mark
        if mark:
            yield from claims.check_mark(move_syntax.span, mark)
        claims.played.append(kind)
        if text.moves_present or move_syntax.hints:
            played = len(claims.played)
            yield from claims.tokens(move_syntax, text, kind, _present_after(position, moves[:played]))


def _claims_nothing_more(move_syntax: MoveSyntax, text: MoveText, move: Move) -> bool:
    """Whether a move claims nothing but a capture, as most do."""
    return not (
        text.mark
        or text.jump
        or move_syntax.mark
        or move_syntax.hints
        or text.moves_present
        or move.promotion
    )


def _capture_claim(
    syntax: GameSyntax, move_syntax: MoveSyntax, text: MoveText, *, captured: bool
) -> Iterator[Problem]:
    if _is_raw(text):
        return
    if captured:
        message, severity = "this captures without 'x'", Severity.INFO
    else:
        message, severity = "nothing is captured here", Severity.WARNING
    yield Problem(syntax.source, move_syntax.span, "capture-mark", message, severity=severity)


_NAMES = {
    MoveKind.PHYSICAL: "no jump at all",
    MoveKind.HOP: "one to a playable board ('>')",
    MoveKind.BRANCH: "one that branches ('>>')",
}


def _is_raw(text: MoveText) -> bool:
    """Raw notation writes `>` in every move and marks nothing."""
    pattern = text.pattern
    return text.jump == ">" and pattern.piece is None and pattern.to_turn is not None and not text.capture


def _present_after(position: Position, moves: tuple[Move, ...]) -> int:
    """The turn of the present when so many moves of an action have been made."""
    for move in moves:
        position = position.move(move)
    return position.present.turn


class _Claims:
    """The claims about one action."""

    def __init__(self, syntax: GameSyntax, position: Position, after: Position) -> None:
        self.syntax = syntax
        self.after = after
        made = set(after.timelines) - set(position.timelines)
        self.made = sorted(made, key=lambda timeline: abs(timeline.number))
        self.played: list[MoveKind] = []  # the kinds of the moves so far

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

    def check_mark(self, span: Span, mark: str) -> Iterator[Problem]:
        if mark == "+":
            if not self.after.checks():
                yield self.problem(span, "check-mark", "no royal is in check after this action")
            return
        status = self.after.status
        if status is Status.UNKNOWN:
            message = f"whether {mark!r} is right could not be found out in time"
            yield self.problem(span, "check-mark", message, Severity.INFO)
        elif status is not _VERDICT[mark]:
            message = f"{mark!r} claims {_VERDICT[mark].value}, but this is {_verdict(status)}"
            yield self.problem(span, "check-mark", message)

    def tokens(
        self, move: MoveSyntax, text: MoveText, kind: MoveKind, present_then: int
    ) -> Iterator[Problem]:
        """`~`, `(>Lx)`, `(+Lx)` and `(~Tx)`."""
        branches = self.played.count(MoveKind.BRANCH)
        timeline = self.made[branches - 1] if kind is MoveKind.BRANCH else None
        if text.moves_present and not self._is_present(timeline):
            message = "'~' claims that the present moves to a new timeline, which it does not"
            yield self.problem(move.span, "present-token", message)
        for hint in move.hints:
            written = self.syntax.text(hint)
            number = _NUMBER.search(written)
            assert number is not None
            if "T" in written:
                turn = self.after.present.turn
                # Some write where the present is right after the move, before the action goes on.
                if int(number.group()[:9]) not in (turn, present_then):
                    message = f"the present is at T{turn} after this action"
                    yield self.problem(hint, "present-token", message, fix=f"(~T{turn})")
            elif timeline is None:
                yield self.problem(hint, "timeline-token", "this move makes no timeline", fix="")
            elif number.group() not in (names := self._names(timeline)):
                sign = "+" if written.startswith("(+") else ">"
                fix = f"({sign}L{names[0]})"
                yield self.problem(hint, "timeline-token", f"the new timeline is L{names[0]}", fix=fix)

    def _names(self, timeline: Timeline) -> tuple[str, str]:
        """How the text may call a timeline, the plain name first."""
        if self.syntax.without_signs:
            row = timeline.row(even=True)
            return str(row), f"{row:+}"
        return str(timeline), timeline.signed

    def _is_present(self, timeline: Timeline | None) -> bool:
        line = self.after.line(timeline) if timeline is not None else None
        return line is not None and timeline in self.after.active and line.end == self.after.present


def _verdict(status: Status) -> str:
    return "no check" if status is Status.ONGOING else status.value
