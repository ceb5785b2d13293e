"""Statements of a text about pieces, captures, checks and mates, checked against the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperchess.infinite import KINDS, Move, Piece, Verdict
from hyperchess.infinite.pieces import find_piece
from hyperchess.infinite.playthrough import Moment
from hyperchess.infinite.state import LastMove
from hyperchess.notation.icn.codes import decode_piece
from hyperchess.notation.icn.syntax import GameSyntax, MoveSyntax
from hyperchess.text import Edit, Problem, Severity, Span, quote

__all__ = ["Statements"]

_CAPTURE = re.compile(r"[0-9]\s*+x\s*+-?[0-9]")
_CHECK = re.compile(r",-?[0-9]++(?:\s*+=?\s*+[A-Za-z]++)?+\s*+[+#]")
_ZEROS = re.compile(r"(?<![0-9])(?:-0|0[0-9])")


class Statements:
    """The statements of one game. A mark that a text never uses is not required."""

    def __init__(self, syntax: GameSyntax) -> None:
        self.syntax = syntax
        start = syntax.moves.starts[0] if syntax.moves else syntax.end
        text = syntax.source.text
        self.marks_captures = _CAPTURE.search(text, start, syntax.end) is not None
        self.marks_checks = _CHECK.search(text, start, syntax.end) is not None

    def says_nothing(self, written: MoveSyntax, last: LastMove) -> bool:
        """Return whether a written move consists of squares only, as most moves do, and hence has no
        `problems`.
        """
        match = written.match
        assert match is not None
        code, arrow, promotion, appended = match.group("code", "arrow", "promotion", "appended")
        if code or promotion or appended or written.mark or self.marks_checks or arrow != ">":
            return False
        if not written.exact or "0" in match["core"]:
            return False
        return last.captured is None or not self.marks_captures

    def problems(self, written: MoveSyntax, last: LastMove, after: Moment) -> Iterator[Problem]:
        """Yield everything in a legal written move that the rules contradict."""
        move = last.move
        if written.code:
            pawn = find_piece(KINDS["p"], last.piece.color)
            yield from self._piece(written, last.piece if move.promotion is None else pawn)
        if written.promotion:
            yield from self._promotion(written, move)
        if last.captured is None and written.arrow == "x":
            fix = ">" if written.exact else None
            yield self._problem(
                written.find_span("arrow"), "capture-mark", "nothing is captured here", fix=fix
            )
        elif last.captured is not None and self.marks_captures and written.arrow == ">":
            message, fix = "this captures without 'x'", "x" if written.exact else None
            yield self._problem(written.find_span("arrow"), "capture-mark", message, Severity.INFO, fix)
        if written.mark or self.marks_checks:
            yield from self._check(written, after)
        core = self.syntax.text(written.core)
        if "0" in core and _ZEROS.search(core):
            message = f"leading zeros are ignored: the move is {quote(str(move))}"
            yield self._problem(written.core, "number", message)

    def _piece(self, written: MoveSyntax, mover: Piece) -> Iterator[Problem]:
        claimed = decode_piece(written.code)
        if claimed is not mover:
            span = written.find_span("code")
            if claimed is None:
                message = f"unknown piece {quote(written.code)}; a {mover.kind.name} moves here"
            else:
                message = f"{quote(written.code)} is written, but the piece here is {mover.code}"
            yield self._problem(span, "piece", message, fix=mover.code if written.exact else None)

    def _promotion(self, written: MoveSyntax, move: Move) -> Iterator[Problem]:
        assert move.promotion is not None
        if decode_piece(written.promotion) is not move.promotion:
            span = written.find_span("promotion", "appended")
            message = f"{quote(written.promotion)} is not the player's own: read as {move.promotion.code}"
            yield self._problem(
                span, "promotion", message, fix=move.promotion.code if written.exact else None
            )

    def _check(self, written: MoveSyntax, after: Moment) -> Iterator[Problem]:
        span = written.mark_span
        if not after.in_check:
            if written.mark == "+":
                yield self._problem(span, "check-mark", "no royal piece is in check after this move", fix="")
            elif written.mark == "#":
                yield self._problem(span, "check-mark", "'#' claims checkmate, but this is not check", fix="")
            return
        if written.mark == "+" and after.has_move:
            return
        verdict = after.position.status.verdict
        mate = verdict is Verdict.CHECKMATE
        if written.mark == "#" and not mate:
            if verdict is Verdict.UNKNOWN:
                message = "whether '#' is right depends on prime numbers that were not found"
                yield self._problem(span, "check-mark", message, Severity.INFO)
            else:
                yield self._problem(span, "check-mark", "'#' claims checkmate, but this is check", fix="+")
        elif written.mark == "+" and mate:
            yield self._problem(span, "check-mark", "'+' is written, but this is checkmate", fix="#")
        elif not written.mark:
            name, sign = ("checkmate", "#") if mate else ("check", "+")
            message = f"this gives {name} without '{sign}'"
            yield self._problem(span, "check-mark", message, Severity.INFO, sign)

    def _problem(
        self,
        span: Span,
        code: str,
        message: str,
        severity: Severity = Severity.WARNING,
        fix: str | None = None,
    ) -> Problem:
        edit = None if fix is None else Edit(span, fix)
        return Problem(self.syntax.source, span, code, message, "", severity, edit)
