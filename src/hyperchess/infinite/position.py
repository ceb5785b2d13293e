"""A position of infinite chess: the board, who is to move, and the rules. An immutable value.

>>> position = Position.parse("w (8|1) K5,1+|R8,1+|P4,2+|P1,7|k5,8|p3,4")
>>> after = position.play("4,2>4,4")
>>> str(after.player), str(after.en_passant), str(after)
('Black', '4,3', 'b 4,3 (8|1) K5,1+|R8,1+|P1,7|k5,8|p3,4|P4,4')
>>> str(after.play("3,4>4,3"))
'2 (8|1) K5,1+|R8,1+|P1,7|k5,8|p4,3'
>>> str(position.play("5,1>7,1"))  # castling is the king's step of two
'b (8|1) P4,2+|P1,7|k5,8|p3,4|K7,1|R6,1'
>>> position.find("P1,7 > 1,8 =Q")
Move(start=Square(x=1, y=7), end=Square(x=1, y=8), promotion=<Q>)
>>> position.find("1,7>1,8")
Traceback (most recent call last):
...
hyperchess.errors.InvalidMove: the pawn promotes on 1,8: add one of Q R B N
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple

from hyperchess.display import Displayed
from hyperchess.errors import IllegalAction, InvalidMove
from hyperchess.infinite.attacks import attackers, is_attacked
from hyperchess.infinite.board import Board
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.legal import royals_safe
from hyperchess.infinite.material import en_passant_victim
from hyperchess.infinite.moves import Moves
from hyperchess.infinite.pieces import Color, Piece, find_piece
from hyperchess.infinite.reach import (
    can_reach,
    castling_partner,
    idle_rights,
    pawn_targets,
)
from hyperchess.infinite.rules import MoveRule, Rules, Setup, two_players_alternate
from hyperchess.infinite.status import Status, find_status
from hyperchess.infinite.text import Move, format_setup, parse_move, parse_setup
from hyperchess.kinds import Kind
from hyperchess.text import quote

__all__ = ["LastMove", "Position", "Quiet"]

_Change = tuple[Square, Piece | None, Piece | None]


class LastMove(NamedTuple):
    """What the move before this position did: who made it, the piece as it stands now, what it took."""

    move: Move
    piece: Piece
    captured: Piece | None


class Quiet(NamedTuple):
    """A chain of moves without captures and pawn moves, newest first: only these can be undone by moves."""

    changes: tuple[_Change, ...]
    en_passant_was_open: bool
    before: Quiet | None


class _Effect(NamedTuple):
    """A move worked out: the board after it and what it did."""

    move: Move
    board: Board
    piece: Piece
    captured: Piece | None
    en_passant: Square | None
    changes: tuple[_Change, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Position(Displayed):
    """The board, the players in the order in which they move next, and the state that rules need.

    `last` and `quiet` are known for positions that came about by play; a text does not tell them.
    """

    kind: ClassVar[Kind] = Kind.INFINITE

    board: Board
    players: tuple[Color, ...]
    en_passant: Square | None
    move_rule: MoveRule | None
    full_move: int
    rules: Rules
    checks_given: Mapping[Color, int]
    last: LastMove | None = None
    quiet: Quiet | None = None

    @staticmethod
    def of(setup: Setup) -> Position:
        """The position that a text describes."""
        rules = setup.rules
        return Position(
            Board.of(setup.pieces, rules.border, rules.slide_limit),
            setup.players,
            setup.en_passant,
            setup.move_rule,
            setup.full_move,
            rules,
            setup.checks_given,
        )

    @staticmethod
    def parse(text: str, name: str = "<text>") -> Position:
        """Read a position text; the first error is raised as `ParseError`."""
        return Position.of(parse_setup(text, name))

    def with_rules(self, rules: Rules) -> Position:
        """The same position under other rules, as if it had been set up with them."""
        return Position.of(replace(self.setup, rules=rules))

    @property
    def setup(self) -> Setup:
        """All that a position text says about the position."""
        return Setup(
            self.board.pieces,
            self.players,
            self.en_passant,
            self.move_rule,
            self.full_move,
            self.rules,
            self.checks_given,
        )

    @property
    def turn_order(self) -> tuple[tuple[int, str], ...]:
        """The players in the order in which they move next: number and letters."""
        return tuple((int(color), color.code) for color in self.players)

    def text(self, *, full: bool = False, lists: bool | None = None) -> str:
        """Write the position: compact, or with every argument. See `text.format_setup`."""
        return format_setup(self.setup, full=full, lists=lists)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        count = len(self.board.placed)
        return f"<Position {quote(self.text(), 100) if count <= 100 else f'with {count} pieces'}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.setup == other.setup

    def __hash__(self) -> int:
        return hash(self.key)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What is the same when a position occurs again: pieces, rights, players, en passant."""
        open_square = self.en_passant if self.en_passant_is_open else None
        return (frozenset(self.board.placed.items()), self.players, open_square)

    @property
    def pieces(self) -> Mapping[Square, Piece]:
        """The pieces by their squares, in the order of the text."""
        return self.board.pieces

    @property
    def player(self) -> Color:
        """Who is to move."""
        return self.players[0]

    @cached_property
    def is_guarded(self) -> bool:
        """Whether the player to move must keep the royal pieces out of check.

        That is so if the opponent wins by checkmate, which needs two players who move in turn.
        """
        return two_players_alternate(self.players) and "checkmate" in self.rules.wins_of(self.players[1])

    @property
    def en_passant_is_open(self) -> bool:
        """Whether a pawn stands ready to take en passant (check aside)."""
        square = self.en_passant
        if square is None or en_passant_victim(self.board.placed, square, self.player) is None:
            return False
        behind = square.y - self.player.forward
        sides = (self.board.get(Square(square.x + side, behind)) for side in (-1, 1))
        return any(piece is not None and piece.kind.is_pawn and piece.color is self.player for piece in sides)

    def checks(self) -> tuple[Square, ...]:
        """The royal pieces of the player to move that are attacked."""
        royals = self.board.royals.get(self.player, ())
        return tuple(royal for royal in royals if is_attacked(self.board, royal, self.player))

    def checkers(self) -> tuple[Square, ...]:
        """The pieces that attack them, each once."""
        royals = self.board.royals.get(self.player, ())
        found = (square for royal in royals for square in attackers(self.board, royal, self.player))
        return tuple(dict.fromkeys(found))

    def moves(self) -> Moves:
        """All legal moves, as points and rays."""
        return self._moves

    @cached_property
    def _moves(self) -> Moves:
        return Moves(self)

    @cached_property
    def status(self) -> Status:
        """Check, and whether the game is over and why."""
        return find_status(self)

    def find(self, move: Move | str) -> Move:
        """The legal move that is meant; else `InvalidMove`, or `IllegalAction` if it leaves a check."""
        return self._effect(move).move

    def play(self, move: Move | str) -> Position:
        """The position after a legal move; else the errors of `find`."""
        effect = self._effect(move)
        mover = self.players[0]
        players = (*self.players[1:], mover)
        rule = self.move_rule
        quiet: Quiet | None = None
        if effect.captured is None and not self.board.placed[effect.move.start].kind.is_pawn:
            quiet = Quiet(effect.changes, self.en_passant_is_open, self.quiet)
            if rule is not None:
                rule = MoveRule(rule.count + 1, rule.limit)
        elif rule is not None:
            rule = MoveRule(0, rule.limit)
        last_of_round = mover is max(players) and players[0] is not mover
        return Position(
            effect.board,
            players,
            effect.en_passant,
            rule,
            self.full_move + last_of_round,
            self.rules,
            self._checks_after(effect.board) if self.rules.counts_checks else self.checks_given,
            LastMove(effect.move, effect.piece, effect.captured),
            quiet,
        )

    def play_legal(self, action: tuple[Move, ...]) -> Position:
        """The position after an action, which is one move: what the tree of a game asks for."""
        (move,) = action
        return self.play(move)

    def canonical(self, action: tuple[Move, ...]) -> tuple[Move, ...]:
        """The same move with its promotion as the player's own piece: equal actions become equal values."""
        (move,) = action
        if move.promotion is None:
            return action
        return (move._replace(promotion=find_piece(move.promotion.kind, self.player)),)

    def _checks_after(self, board: Board) -> Mapping[Color, int]:
        mover = self.players[0]
        if all(royals_safe(board, other) for other in set(self.players) if other is not mover):
            return self.checks_given
        return {**self.checks_given, mover: self.checks_given.get(mover, 0) + 1}

    def _effect(self, move: Move | str) -> _Effect:
        """Work a move out, or say why it cannot be played."""
        if isinstance(move, str):
            move = parse_move(move)
        start, end, _ = move
        piece = self.board.get(start)
        if piece is None:
            raise InvalidMove(f"no piece stands on {_at(start)}")
        if piece.color is not self.players[0]:
            raise InvalidMove(f"the {piece.kind.name} on {_at(start)} is not {self.players[0]}'s")
        if piece.kind.is_pawn:
            effect = self._pawn_effect(move, piece)
        elif can_reach(self.board, start, end, piece):
            effect = self._plain_effect(move, piece)
        else:
            effect = self._castling_effect(move, piece)
        if move.promotion is not None and effect.move.promotion is None:
            raise InvalidMove(f"the {piece.kind.name} does not promote on {_at(end)}")
        if self.is_guarded:
            self._require_safety(effect.board)
        return effect

    def _plain_effect(self, move: Move, piece: Piece) -> _Effect:
        start, end, _ = move
        after = piece.moved
        places = [(end, after)]
        return self._make(Move(start, end), (start,), places, after, self.board.get(end))

    def _castling_effect(self, move: Move, piece: Piece) -> _Effect:
        start, end, _ = move
        way = 1 if end.x > start.x else -1
        if end == (start.x + 2 * way, start.y) and piece.kind.castles:
            partner = castling_partner(self.board, start, piece, way, guarded=self.is_guarded)
            if partner is not None:
                king = piece.moved
                places = [(end, king), (start.plus((way, 0)), self.board.placed[partner].moved)]
                return self._make(Move(start, end), (start, partner), places, king, None)
        raise InvalidMove(f"the {piece.kind.name} cannot go from {_at(start)} to {_at(end)}")

    def _pawn_effect(self, move: Move, piece: Piece) -> _Effect:
        start, end, wanted = move
        if end not in tuple(pawn_targets(self.board, start, piece, self.en_passant)):
            raise InvalidMove(f"the pawn cannot go from {_at(start)} to {_at(end)}")
        after = self._promoted(piece, end, wanted)
        promotion = after if after.kind is not piece.kind else None
        removed = [start]
        victim = self.board.get(end)
        if end.x != start.x and victim is None:
            taken = en_passant_victim(self.board.placed, end, piece.color)
            assert taken is not None
            victim = self.board.placed[taken]
            removed.append(taken)
        # A pawn that promoted cannot be taken en passant.
        double = abs(end.y - start.y) == 2 and promotion is None
        passed = Square(start.x, (start.y + end.y) // 2) if double else None
        return self._make(Move(start, end, promotion), tuple(removed), [(end, after)], after, victim, passed)

    def _promoted(self, pawn: Piece, end: Square, wanted: Piece | None) -> Piece:
        """What a pawn becomes on a square."""
        promotion = self.rules.promotion_of(pawn.color)
        if promotion is None or end.y not in promotion.ranks:
            return pawn.moved
        if wanted is None and self.rules.free_promotion:
            return pawn.moved
        if wanted is None or wanted.kind not in promotion.kinds:
            choice = " ".join(find_piece(kind, pawn.color).code for kind in promotion.kinds)
            raise InvalidMove(f"the pawn promotes on {_at(end)}: add one of {choice}")
        return find_piece(wanted.kind, pawn.color)

    def _make(
        self,
        move: Move,
        removed: tuple[Square, ...],
        places: list[tuple[Square, Piece]],
        piece: Piece,
        captured: Piece | None,
        en_passant: Square | None = None,
    ) -> _Effect:
        get = self.board.get
        board = self.board.after(removed, places)
        if self.rules.drop_idle_rights:
            idle = idle_rights(board, {move.start.y, move.end.y})
            places = places + idle
            board = board.after((), idle)
        changes = (
            *((square, get(square), None) for square in removed),
            *((square, get(square), after) for square, after in places),
        )
        return _Effect(move, board, piece, captured, en_passant, changes)

    def _require_safety(self, board: Board) -> None:
        color = self.players[0]
        for royal in board.royals.get(color, ()):
            attacker = next(attackers(board, royal, color), None)
            if attacker is not None:
                name, other = board.placed[royal].kind.name, board.placed[attacker].kind.name
                message = f"the {name} on {_at(royal)} would be attacked by the {other} on {_at(attacker)}"
                raise IllegalAction("check", message)


def _at(square: Square) -> str:
    text = str(square)
    return text if len(text) <= 40 else quote(text)
