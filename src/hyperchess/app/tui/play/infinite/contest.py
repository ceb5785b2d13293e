"""A game of infinite chess in progress: an action is one move.

>>> from hyperchess.infinite import start
>>> contest = InfiniteContest(Game(start("Classical")))
>>> contest.enter("N6,3")
>>> contest.pending_text, contest.submit()
('7,1>6,3', <Node 1w. '7,1>6,3'>)
>>> contest.enter("4,7>4,5")
>>> rook = contest.submit() and contest.targets(Square(8, 1))
>>> Square(7, 1) in rook, Square(6, 1) in rook  # a bishop stands there
(True, False)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from functools import cached_property

from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.infinite.window import distance, place_text
from hyperchess.app.tui.play.contest import Contest, Outcome
from hyperchess.app.tui.play.infinite.advice import advice
from hyperchess.budget import Budget
from hyperchess.engine.infinite.nearby import moves_into_line
from hyperchess.engine.lines import Line
from hyperchess.errors import ParseError
from hyperchess.game import Game
from hyperchess.infinite import Move, Position, Ray, Square, Status, Verdict, parse_move, parse_square
from hyperchess.text import plural, quote

__all__ = ["InfiniteContest"]

_NEAR = 8  # squares around a piece in which Tab stops on every square of a ray
_TO_SQUARE = re.compile(
    r"(?P<piece>[A-WYZ]{1,2})?\s*X?\s*(?P<square>-?[0-9]+\s*,\s*-?[0-9]+)\s*=?\s*(?P<new>[A-Z]{1,2})?",
    re.ASCII | re.IGNORECASE,
)
_WHY = {
    Verdict.CHECKMATE: "Checkmate",
    Verdict.ROYAL_CAPTURE: "Royal piece captured",
    Verdict.ALL_ROYALS_CAPTURED: "All royal pieces captured",
    Verdict.ALL_PIECES_CAPTURED: "All pieces captured",
    Verdict.KING_OF_THE_HILL: "King of the hill",
    Verdict.THREE_CHECKS: "Three checks",
    Verdict.STALEMATE: "Stalemate",
    Verdict.REPETITION: "Threefold repetition",
    Verdict.MOVE_RULE: "Move rule",
    Verdict.INSUFFICIENT_MATERIAL: "Insufficient material",
}


class _Reach:
    """Targets of a piece: squares and rays."""

    def __init__(self) -> None:
        self.points: dict[Square, tuple[Move, ...]] = {}
        self.rays: list[Ray] = []

    def __contains__(self, square: object) -> bool:
        return square in self.points or any(square in ray for ray in self.rays)

    def add(self, move: Move) -> None:
        self.points[move.target] = (*self.points.get(move.target, ()), move)

    def near(self, source: Square) -> set[Square]:
        """Return all single squares, and of each ray the squares near its start and its last one."""
        x, y = source
        found = set(self.points)
        for ray in self.rays:
            found.update(ray.within(x - _NEAR, x + _NEAR, y - _NEAR, y + _NEAR))
            if ray.last is not None and ray.allows(ray.last):
                found.add(ray.target(ray.last))
        return found


class _Choices:
    """Targets of every piece of a position."""

    def __init__(self, position: Position) -> None:
        self._position = position

    @cached_property
    def by_source(self) -> Mapping[Square, _Reach]:
        found: defaultdict[Square, _Reach] = defaultdict(_Reach)
        moves = self._position.moves()
        for move in moves.points:
            found[move.source].add(move)
        for ray in moves.rays:
            found[ray.source].rays.append(ray)
        return found


class InfiniteContest(Contest[Position, Move, Square]):
    """A contest of infinite chess; at most one move is pending."""

    notation = "icn"
    suffix = ".icn"
    examples = "4,2>4,4, or N6,3 for the knight that can go there, or 4,9=Q"
    example_square = "4,4 or -30,1000"
    plays_at_once = True

    def __init__(self, game: Game[Position, Move]) -> None:
        players = sorted(set(game.end.position.players))
        if len(players) != 2:
            raise InputError(f"two players are needed, and this game has {len(players)}")
        super().__init__(game, (players[0], players[1]))
        self._move: Move | None = None
        self._after: Position = self.position
        self._choices = _Choices(self.position)

    @property
    def state(self) -> Position:
        """The position after the pending move."""
        return self._after

    @property
    def pending(self) -> tuple[Move, ...]:
        """The pending move."""
        return () if self._move is None else (self._move,)

    def names(self, action: Iterable[Move]) -> Iterable[str]:
        """Return the moves in ICN."""
        return map(str, action)

    @property
    def missing(self) -> str:
        """The request for a move, if there is none yet."""
        return "" if self.pending else "no move was made yet: Enter chooses a piece, m types a move"

    def _movable(self) -> Collection[Square]:
        return self._choices.by_source.keys()

    def targets(self, source: Square) -> Container[Square]:
        """Return the targets of a piece at any distance."""
        return () if self.outcome else self._choices.by_source.get(source, ())

    def moves_between(self, source: Square, target: Square) -> Sequence[Move]:
        """Return the moves from a square to a square; several are promotions."""
        reach = None if self.outcome else self._choices.by_source.get(source)
        if reach is None or target not in reach:
            return ()
        return reach.points.get(target) or (Move(source, target),)

    def stops(self, chosen: Square | None) -> Sequence[Square]:
        """Return the nearest targets first, far ones only if they capture or attack; without a selection, the
        pieces.
        """
        if chosen is None:
            return sorted(self.movable, key=lambda square: (square.y, square.x))
        reach = self._choices.by_source.get(chosen)
        if reach is None:
            return ()
        found = reach.near(chosen)
        if reach.rays:
            found.update(move.target for move in moves_into_line(self.position) if move.source == chosen)
        return sorted(found, key=lambda square: (distance(chosen, square), -square.y, square.x))

    @property
    def waits(self) -> bool:
        """True if there is no move yet."""
        return not self.pending

    def is_due(self, square: Square) -> bool:
        """Return true: there is one board."""
        return True

    def piece_to_move(self, square: Square) -> Square | None:
        """Return the movable piece nearest to a square."""
        return min(self.movable, key=lambda piece: (distance(square, piece), piece), default=None)

    def promotions(self, moves: Sequence[Move]) -> Mapping[str, tuple[str, Move]]:
        """Return the promotions by letter, including none if that is allowed."""
        kinds = [(move.promotion or self.position.pieces()[move.source]).kind for move in moves]
        return {kind.code: (kind.name, move) for kind, move in zip(kinds, moves, strict=True)}

    def source(self, move: Move) -> Square:
        """Return the source square of a move."""
        return move.source

    def read_square(self, text: str) -> Square:
        """Parse a square given by two numbers."""
        try:
            return parse_square(re.sub(r"\s", "", text))
        except ParseError as error:
            raise InputError(f"{error.problem.message}; a square is {self.example_square}") from error

    def make(self, move: Move) -> None:
        """Make the move."""
        self._expect_running()
        if self._move is not None:
            raise InputError("a move was made already; Space submits it")
        self._after = self.position.play(move)
        self._move = move

    def enter(self, text: str) -> None:
        """Make a typed move: with both squares, or only with its target."""
        self._expect_running()
        to_square = _TO_SQUARE.fullmatch(text.strip())
        if to_square is not None:
            self.make(self._move_to(text.strip(), to_square))
            return
        if not text.strip():
            raise InputError(f"type a move such as {self.examples}")
        try:
            move = parse_move(text)
        except ParseError as error:
            raise InputError(f"{error.problem.message}; a move is {self.examples}") from error
        self.make(self.position.find(move))

    def _move_to(self, text: str, typed: re.Match[str]) -> Move:
        """Return the only move to a square that fits a text."""
        position, target = self.position, self.read_square(typed["square"])
        piece, new = ((typed[name] or "").lower() for name in ("piece", "new"))
        fitting = [
            move
            for move in position.moves().within(target.x, target.x, target.y, target.y)
            if piece in ("", position.pieces()[move.source].kind.code)
            and new in ("", move.promotion.kind.code if move.promotion else "")
        ]
        if len(fitting) == 1:
            return fitting[0]
        at = str(target)
        if not fitting:
            raise InputError(f"no move of {self.player} fits {quote(text)}")
        starts = sorted({move.source for move in fitting})
        if len(starts) == 1:
            letters = ", ".join(self.promotions(fitting))
            raise InputError(f"say what the pawn becomes, as in {at}=Q; it may be {letters}")
        names = " or ".join(f"{start}>{at}" for start in starts[:4])
        raise InputError(f"{plural(len(starts), 'piece')} can go to {at}: type {names}")

    def undo(self) -> bool:
        """Take back the pending move; return whether there was one."""
        return self.drop_pending()

    def _drop(self) -> None:
        self._move, self._after = None, self.position
        self._choices = _Choices(self.position)

    def _submitted(self) -> Position:
        return self._after

    def describe(self, square: Square, chosen: Square | None) -> str:
        """Describe the content of a square."""
        piece = self.state.pieces().get(square)
        if piece is None:
            what = "empty"
        else:
            what = f"{piece.color}'s {piece.kind.name}" if piece.color else piece.kind.name
        text = f"{place_text(square)}: {what}"
        if chosen is None:
            return text
        rays = len(self._choices.by_source[chosen].rays) if chosen in self._choices.by_source else 0
        far = f", {plural(rays, 'ray')}" if rays else ""
        name = self.position.pieces()[chosen].kind.name
        return (
            f"{text} · {name} {place_text(chosen)} chosen{far} (Tab goes through targets, g names any square)"
        )

    def why_not(self, square: Square, chosen: Square | None) -> str:
        """Return the reason why no move is possible on a square."""
        piece = self.position.pieces().get(square if chosen is None else chosen)
        name = piece.kind.name if piece is not None else "piece"
        if chosen is not None:
            return f"the {name} on {place_text(chosen)} cannot go there; Esc lets it go"
        if piece is None or piece.color is not self.player:
            return f"there is no piece of {self.player} on {place_text(square)}"
        return f"the {name} on {place_text(square)} has no move"

    def advice(self, line: Line) -> str:
        """Return a line as a hint in words."""
        return advice(self.position, line)

    @staticmethod
    def ending(position: Position, budget: Budget) -> Outcome | None:
        """Return the outcome by the rules, if the game is over."""
        return _outcome(position.find_status(budget))

    @staticmethod
    def ending_without_action(position: Position) -> Outcome:
        """Return the outcome by the rules; a draw if they cannot decide it."""
        return _outcome(position.status) or Outcome.drawn("No move was found: a draw")

    @property
    def claim(self) -> str:
        """Return the move rule, if it gives the player to move the right to a draw."""
        claims = self.position.status.claims
        return claims[0] if claims else ""


def _outcome(status: Status) -> Outcome | None:
    if not status.is_over:
        return None
    why = _WHY[status.verdict]
    return Outcome.drawn(f"{why}: a draw") if status.winner is None else Outcome.won_by(status.winner, why)
