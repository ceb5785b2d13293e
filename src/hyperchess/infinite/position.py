"""Position of infinite chess: the board, the players and the rules, as an immutable value.

>>> position = Position.parse("w (8|1) K5,1+|R8,1+|P4,2+|P1,7|k5,8|p3,4")
>>> after = position.play("4,2>4,4")
>>> str(after.player), str(after.en_passant), str(after)
('Black', '4,3', 'b 4,3 (8|1) K5,1+|R8,1+|P1,7|k5,8|p3,4|P4,4')
>>> str(after.play("3,4>4,3"))
'2 (8|1) K5,1+|R8,1+|P1,7|k5,8|p4,3'
>>> str(position.play("5,1>7,1"))  # castling is the king's step of two
'b (8|1) P4,2+|P1,7|k5,8|p3,4|K7,1|R6,1'
>>> position.find("P1,7 > 1,8 =Q")
Move(source=Square(x=1, y=7), target=Square(x=1, y=8), promotion=<Q>)
>>> position.find("1,7>1,8")
Traceback (most recent call last):
...
hyperchess.errors.InvalidMove: the pawn promotes on 1,8: add one of Q R B N
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import ClassVar, Self, TypeVar

from hyperchess.budget import Budget, check_budget
from hyperchess.display import Displayed
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite.board import Board
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.defaults import default_rules
from hyperchess.infinite.keys import position_keys
from hyperchess.infinite.moves import Moves
from hyperchess.infinite.pieces import Color, Piece, find_piece
from hyperchess.infinite.rays import COUNT_BUDGET
from hyperchess.infinite.reference.attacks import attackers
from hyperchess.infinite.rules import Rules
from hyperchess.infinite.settings import MoveRule, RuleSettings, Setup, next_players
from hyperchess.infinite.state import LastMove, Quiet, State
from hyperchess.infinite.syntax.text import Move, check_move, parse_move, parse_setup
from hyperchess.ruleset import Action, BasePosition, Check, GameKind, Playable, PositionKeys, Status
from hyperchess.validation import check_instance, check_integer, check_text, invalid_argument

__all__ = ["Position", "play_move"]

_ROYAL_WINS = frozenset({"checkmate", "royalcapture", "allroyalscaptured"})


@dataclass(frozen=True, eq=False, repr=False)
class Position(Displayed, State, BasePosition[Move, Square]):
    """The board, the players, the state that the rules need (see `State`), and the methods to play."""

    kind: ClassVar[GameKind] = GameKind.INFINITE

    rules: Rules = field(default_factory=default_rules)

    def __hash__(self) -> int:
        return self.rules.hash(self)

    @staticmethod
    def of(setup: Setup) -> Position:
        """Create the position described by a setup."""
        settings = check_instance("setup", setup, Setup).settings
        return Position(
            Board.of(setup.pieces, settings.border, settings.slide_limit, settings.dimensions),
            setup.players,
            setup.en_passant,
            setup.move_rule,
            setup.full_move,
            settings,
            setup.checks_given,
        )

    @staticmethod
    def parse(text: str, name: str = "<text>") -> Position:
        """Parse a position text; raise the first error as `ParseError`."""
        return Position.of(parse_setup(text, name))

    def with_settings(self, settings: RuleSettings) -> Position:
        """Return the same position under other rule settings, as if it had been set up with them."""
        return Position.of(replace(self.setup, settings=check_instance("settings", settings, RuleSettings)))

    def moves(self) -> Moves:
        """Return all legal moves, as points and rays."""
        return self._moves

    @cached_property
    def _moves(self) -> Moves:
        return Moves(self, self.rules)

    @cached_property
    def status(self) -> Status:
        """Check, and whether and why the game is over."""
        return self.rules.status(self, None)

    def find_status(self, budget: Budget | None = None) -> Status:
        """Return the status; `Verdict.UNKNOWN` if the budget is exhausted before a legal move is found.

        A round is one number of steps along a ray; only rays with huygens involved need any. Without a budget
        each ray has `rays.DEFAULT_BUDGET`, as in `status`.
        """
        if budget is None:
            return self.status
        return self.rules.status(self, check_budget(budget))

    def with_piece(self, square: Square | tuple[int, int] | str, piece: Piece | None) -> Position:
        """Return the position, as if set up, with another piece on a square; `None` removes it."""
        wanted = _square(square)
        pieces = {place: each for place, each in self.board.pieces.items() if place != wanted}
        if piece is not None:
            pieces[wanted] = check_instance("piece", piece, Piece)
        return Position.of(replace(self.setup, pieces=pieces))

    def attackers(self, square: Square | tuple[int, int] | str, by: Color) -> tuple[Square, ...]:
        """Return the pieces of a player that could capture on a square."""
        other = Color.BLACK if check_instance("by", by, Color) is Color.WHITE else Color.WHITE
        found = attackers(self.board, _square(square), other)
        return tuple(each for each in found if self.board.placed[each].color is by)

    def problems(self) -> tuple[str, ...]:
        """Return why the position is odd, although it can be played; see `is_valid`.

        >>> Position.parse("w K0,0|R0,5|k9,5").problems()
        ("it is White's turn, but Black is in check",)
        """
        found = []
        for color in dict.fromkeys(self.players):
            wins = {
                win for other in set(self.players) - {color} for win in self.settings.win_conditions(other)
            }
            if wins & _ROYAL_WINS and not self.board.royals.get(color):
                found.append(f"{color} has no royal piece")
        after = self.players[1:] + self.players[:1]
        waiting = Position.of(replace(self.setup, players=after))
        if waiting.is_guarded and waiting.in_check:
            found.append(f"it is {self.player}'s turn, but {waiting.player} is in check")
        return tuple(found)

    def keys(self) -> PositionKeys:
        """Return keys to store and compare; `==` compares more, such as the rules and the move number."""
        return position_keys(self)

    def same_as(self, other: Position) -> bool:
        """Return whether this is a repetition: the pieces, rights, players and en passant are the same.

        `==` also compares the rules and the counts of moves.
        """
        return self.key == check_instance("other", other, Position).key

    @property
    def in_check(self) -> bool:
        """True if a royal piece of the player to move is attacked."""
        return bool(self.rules.checks(self))

    def actions(self, limit: int | None = None, budget: Budget | None = None) -> Iterator[Action[Move]]:
        """Yield the legal actions, each of one move: leaps, pawn moves and castling, then slides.

        There may be infinitely many: with a limit the slides go on outwards until then; without one the
        moves of `Moves.near` are yielded. A round of the budget is one step of a slide.
        """
        most = None if limit is None else min(check_integer("limit", limit), sys.maxsize)
        asked = check_budget(budget, COUNT_BUDGET)
        moves = self._moves.near() if most is None else islice(self._moves.outwards(asked), most)
        return (Action((move,)) for move in moves)

    def count_actions(self, limit: int | None = None, budget: Budget | None = None) -> int:
        """Return the number of legal actions, counted up to `limit`.

        Without a limit, raise `TooMany` if there are infinitely many. Raise `BudgetExhausted` if slides of
        huygens exceed the budget.
        """
        most = None if limit is None else check_integer("limit", limit)
        asked = check_budget(budget, COUNT_BUDGET)
        if most is not None and not self._moves.is_finite:
            return sum(1 for _ in islice(self._moves.outwards(asked), min(most, sys.maxsize)))
        count = self._moves.total(asked)
        if not count.is_exact and (most is None or count < most):
            raise BudgetExhausted(f"the search ended without an answer: there are {count} actions")
        return int(count) if most is None else min(int(count), most)

    def is_capture(self, move: Move | str) -> bool:
        """Return whether a legal move captures a piece."""
        return self.rules.effect(self, _read_move(move)).captured is not None

    def checks(self) -> tuple[Check[Square], ...]:
        """Return the attacks on the royal pieces of the player to move.

        >>> [check] = Position.parse("w K0,0|r0,9|k9,9").checks()
        >>> str(check.attacker), str(check.royal)
        ('0,9', '0,0')
        """
        royals = self.rules.checks(self)
        if len(royals) == 1:
            return tuple(Check(attacker, royals[0]) for attacker in self.rules.checkers(self))
        return tuple(
            Check(attacker, royal)
            for royal in royals
            for attacker in attackers(self.board, royal, self.player)
        )

    def pieces(self) -> Mapping[Square, Piece]:
        """Return the pieces by square, in the order of the text."""
        return self.board.pieces

    def find(self, move: Move | str) -> Move:
        """Return the legal move; raise `InvalidMove`, or `IllegalAction` if it leaves the player in check."""
        return self.rules.effect(self, _read_move(move)).move

    def read(self, text: str) -> Action[Move]:
        """Return the legal move that a text means, as an action; raise the errors of `find`."""
        return Action((self.find(check_text("text", text)),))

    def piece(self, square: Square | tuple[int, int] | str) -> Piece | None:
        """Return the piece on a square, given as `Square(4, 2)`, `(4, 2)` or `"4,2"`, or `None`."""
        return self.board.get(_square(square))

    def play(self, action: Playable[Move]) -> Self:
        """Return the position after a legal action: a move, its text, or an action of one; see `find`.

        Its `previous` is this position.
        """
        after = play_move(self, _read_move(action))
        after.__dict__["_previous"] = self
        return after

    @property
    def previous(self) -> Self | None:
        """The position before the last move, if `play` returned this one; copies do not have it."""
        return self.__dict__.get("_previous")

    def play_legal(self, action: Iterable[Move]) -> Self:
        """Return the position after an action, which is one move: the interface of the game tree."""
        return play_move(self, _only_move(action))

    def canonical(self, action: Iterable[Move]) -> Action[Move]:
        """Return the move with its promotion in the player's colour, so that equal actions compare equal."""
        move = _only_move(action)
        if move.promotion is None:
            return action if isinstance(action, Action) else Action((move,))
        return Action((move._replace(promotion=find_piece(move.promotion.kind, self.player)),))


def _square(square: Square | tuple[int, int] | str) -> Square:
    if isinstance(square, str):
        return Square.parse(square)
    if type(square) is tuple and len(square) == 2:
        square = Square(*(check_integer("square", each, least=None) for each in square))
    return check_instance("square", square, Square)


PositionT = TypeVar("PositionT", bound=Position)


def play_move(position: PositionT, move: Move) -> PositionT:
    """Play a move whose parts are known to have the right types; see `Position.play`."""
    effect = position.rules.effect(position, move)
    mover = position.players[0]
    players, last_of_round = next_players(position.players)
    rule = position.move_rule
    quiet: Quiet | None = None
    played, board, piece, captured, en_passant, changes, was_open, gives_check, packed = effect
    if captured is None and not effect.mover.kind.is_pawn:
        if position.settings.site_rules:
            was_open = (
                position.en_passant is not None
            )  # there the square counts, whether a pawn is ready or not
        quiet = tuple.__new__(Quiet, (changes, was_open, position.quiet))  # faster than `Quiet(...)`
        if rule is not None:
            rule = MoveRule(rule.count + 1, rule.limit)
    elif rule is not None:
        rule = MoveRule(0, rule.limit)
    checks_given = position.checks_given
    if gives_check:
        checks_given = {**checks_given, mover: checks_given.get(mover, 0) + 1}
    after = object.__new__(
        type(position)
    )  # hot path when reading games: the constructor would take twice as long
    state = after.__dict__
    state["board"] = board
    state["players"] = players
    state["en_passant"] = en_passant
    state["move_rule"] = rule
    state["full_move"] = position.full_move + last_of_round
    state["settings"] = position.settings
    state["checks_given"] = checks_given
    state["last"] = tuple.__new__(LastMove, (played, piece, captured))
    state["quiet"] = quiet
    state["rules"] = position.rules
    if packed is not None:
        state["_packed"] = packed
    return after


def _read_move(action: Playable[Move]) -> Move:
    if isinstance(action, str):
        return parse_move(action)
    if isinstance(action, Move):
        return check_move(action)
    if not isinstance(action, Sequence):
        raise invalid_argument("action", "a move, its text, or an action of one move", action)
    return _only_move(action)


def _only_move(action: object) -> Move:
    if isinstance(action, Move) or not isinstance(action, Sequence) or len(action) != 1:
        raise invalid_argument("action", "an action of one move", action)
    return check_move(action[0])
