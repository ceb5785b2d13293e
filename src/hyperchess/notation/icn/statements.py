"""Statements of a text about pieces, captures, checks, mates and the end, checked against the rules.

Moves after the end of a game are reported: by a goal, or by a draw that needs no claim. A position without
legal moves is not reported, since no move can follow it. The starting position never counts as an end:
studies start where a game would have ended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from hyperchess.infinite import KINDS, Move, Piece, Position, Status, Verdict
from hyperchess.infinite.pieces import find_piece
from hyperchess.infinite.playthrough import Moment
from hyperchess.infinite.reference.insufficient_material import MAX_PIECES, is_dead
from hyperchess.infinite.reference.site_rules import is_insufficient
from hyperchess.infinite.settings import DEFAULT_WINS, two_players_alternate
from hyperchess.infinite.state import LastMove
from hyperchess.infinite.status import goal_reached, repetitions
from hyperchess.notation.icn.syntax import GameSyntax, MoveSyntax, decode_piece
from hyperchess.text import Edit, Problem, Severity, Span, quote

__all__ = ["Endings", "Stamp", "Statements"]


class Stamp(NamedTuple):
    """Identity of a position among the others of its line.

    Positions can be equal only without a capture or pawn move between them: such a sequence is a `stretch`;
    `mix` is a hash of all changes in it.
    """

    stretch: int = 0
    mix: int = 0
    turn: int = 0  # number of moves played, in rounds
    is_single: bool = False  # whether en passant is possible, which makes the position unique


class Endings:
    """Positions of one line, counted. Only the first move after the end is reported."""

    def __init__(self, start: Position | None) -> None:
        self.was_told = start is None
        self._unsettled: Moment | None = None  # the last one, if en passant may be possible
        self._on_site = start is not None and start.settings.site_rules
        first = Stamp()
        if start is not None and start.en_passant is not None:
            # On the site every square for en passant distinguishes a position.
            first = Stamp(is_single=self._on_site or start.en_passant_is_open)
        self._round = 1 if start is None else len(start.players)
        self._line = [first]
        self._counts = {first: 1}
        self._stretches = 0
        self._counts_moves = start is not None and start.settings.ends_by_move_rule
        self._start = start
        goals = (
            [] if start is None else [start.settings.win_conditions(player) for player in set(start.players)]
        )
        self._has_goals = start is not None and (
            any(goal != DEFAULT_WINS for goal in goals) or not two_players_alternate(start.players)
        )

    @cached_property
    def _neutral(self) -> int:
        """Number of neutral pieces of the start, an upper bound at any time."""
        counts = {} if self._start is None else self._start.board.material.counts
        return sum(count for piece, count in counts.items() if not piece.color)

    @property
    def stamp(self) -> Stamp:
        """Stamp of the last position."""
        self._settle(None)
        return self._line[-1]

    def go_back(self, plies: int, stamp: Stamp) -> None:
        """Return to the position after `plies` moves, which may have another last move than the line."""
        self._unsettled = None
        while len(self._line) > plies:
            self._counts[self._line.pop()] -= 1
        self._push(stamp)

    def _push(self, stamp: Stamp) -> None:
        self._line.append(stamp)
        self._counts[stamp] = self._counts.get(stamp, 0) + 1

    def add(self, after: Moment) -> None:
        """Add the next position of the line."""
        if self._unsettled is not None:
            self._settle(after.was_open)
        stretch, mix, _, _ = self._line[-1]
        if after.quiet is None:
            self._stretches += 1
            stretch, mix = self._stretches, 0
        else:
            for square, before, now in after.quiet:
                mix ^= hash((square, before)) ^ hash((square, now))
        if after.en_passant is not None:
            self._unsettled = after
        turn = len(self._line) % self._round
        self._push(tuple.__new__(Stamp, (stretch, mix, turn, False)))  # faster than `Stamp(...)`

    def _settle(self, is_open: bool | None) -> None:
        """Record whether en passant is possible in the last position, which the next move or the position
        decides.

        This can be deferred: after a pawn move no earlier position is equal.
        """
        moment, self._unsettled = self._unsettled, None
        if moment is None:
            return
        if self._on_site or (moment.position.en_passant_is_open if is_open is None else is_open):
            stamp = self._line.pop()
            self._counts[stamp] -= 1
            self._push(stamp._replace(is_single=True))

    def find(self, moment: Moment) -> Status | None:
        """Return how the game ended with the last position of the line; `None` if it continues or was
        reported.
        """
        last = moment.last
        if self.was_told or last is None:
            return None
        status = None
        reached = goal_reached(moment.position) if self._has_goals else None
        rule = moment.position.move_rule if self._counts_moves else None
        stamp = self._line[-1]
        if reached is not None:
            status = Status(reached, moment.position.players[-1])
        elif self._counts[stamp] >= 3 and not stamp.is_single and repetitions(moment.position) >= 3:
            status = Status(Verdict.REPETITION)
        elif rule is not None and 0 < rule.limit <= rule.count:
            status = Status(Verdict.MOVE_RULE)
        elif (last.captured is not None or last.move.promotion is not None) and self._is_dead(moment):
            status = Status(Verdict.INSUFFICIENT_MATERIAL)
        self.was_told = status is not None
        return status

    def _is_dead(self, moment: Moment) -> bool:
        if self._on_site:
            return is_insufficient(moment.position)
        many = moment.count is not None and moment.count - self._neutral > MAX_PIECES
        return not many and is_dead(moment.position)


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
