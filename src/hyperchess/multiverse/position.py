"""A position of 5D chess: all boards of the multiverse, and the player to move. An immutable value.

>>> position = Position.of_fen("[2k/3/K2:0:1:w]")
>>> str(position.present), position.player, [str(at) for at in position.playable]
('T1w', Color.WHITE, ['(0T1w)'])
>>> position.fen(), position.hash()
('[2k/3/K2:0:1:w]', '0e9bc4c3611b667d0d42bd10f25515df')
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, islice
from typing import TYPE_CHECKING, ClassVar

from hyperchess.budget import DEFAULT_BUDGET, Budget
from hyperchess.display import Displayed
from hyperchess.errors import InvalidPosition, MoveError
from hyperchess.kinds import Kind
from hyperchess.multiverse.activity import active_reach
from hyperchess.multiverse.board import Board
from hyperchess.multiverse.consistency import find_faults
from hyperchess.multiverse.coordinates import BoardAt, Color, HalfTurn, Timeline
from hyperchess.multiverse.fen import format_boards, parse_boards
from hyperchess.multiverse.hashing import fen_hash
from hyperchess.multiverse.lines import Growth, Line, Lines, NewBoards
from hyperchess.multiverse.moves import Action, Move, MovePattern
from hyperchess.multiverse.ordering import standard_order
from hyperchess.multiverse.outline import Outline
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, PIECES, default_promotions
from hyperchess.multiverse.rules import Check, Rules, Status, default_rules
from hyperchess.multiverse.shorthand import read_action

__all__ = ["Position"]


@dataclass(frozen=True, repr=False)
class Position(Displayed):
    """All timelines from the lowest to the highest, the promotion choices and the player to move.

    Of a position that rules have `grown`, the timelines are put together when somebody asks for them.
    """

    kind: ClassVar[Kind] = Kind.MULTIVERSE

    lines: tuple[Line, ...]
    promotions: tuple[str, ...]
    player: Color
    rules: Rules = field(default_factory=default_rules, compare=False)
    before: Position | None = field(default=None, compare=False)
    last_move: Move | None = field(default=None, compare=False)

    @staticmethod
    def of_fen(
        fen: str,
        *,
        promotions: Iterable[str] | None = None,
        initial: Collection[Timeline] | None = None,
    ) -> Position:
        """Read a position from 5DFEN; see `of_boards` for the options."""
        return Position.of_boards(parse_boards(fen), promotions=promotions, initial=initial)

    @staticmethod
    def of_boards(
        boards: Iterable[Board],
        *,
        promotions: Iterable[str] | None = None,
        initial: Collection[Timeline] | None = None,
    ) -> Position:
        """Put boards together.

        `initial` names the timelines that no player made; by default all of them, as in the start of a
        variant. `promotions` are letters; by default those of `default_promotions`.
        """
        ordered = sorted(boards, key=lambda board: board.at)
        if not ordered:
            raise InvalidPosition("a position needs at least one board")
        for fault in find_faults(ordered):
            raise InvalidPosition(fault.message)
        lines = tuple(
            Line(timeline, tuple(group), _maker(timeline, initial))
            for timeline, group in groupby(ordered, key=lambda board: board.at.timeline)
        )
        if promotions is None:
            codes = set().union(*(board.cells for board in ordered)) - {EMPTY}
            promotions = default_promotions(PIECE_OF_CODE[code].kind.letter for code in codes)
        position = Position(lines, _checked_promotions(promotions), Color.WHITE)
        return Position(lines, position.promotions, position.present.color)

    def grown(
        self,
        boards: NewBoards | None,
        player: Color,
        view: object,
        *,
        before: Position | None = None,
        last_move: Move | None = None,
    ) -> Position:
        """The position after this one, for rules that tell the boards added and their view of it."""
        after = object.__new__(Position)
        state = after.__dict__
        state["growth"] = self.growth if boards is None else self.growth.added(boards, self.player)
        state["promotions"] = self.promotions
        state["player"] = player
        state["rules"] = self.rules
        state["view"] = view
        if last_move is not None:
            state["before"] = before
            state["last_move"] = last_move
        return after

    @cached_property
    def growth(self) -> Growth:
        """The timelines, or what they will be put together from."""
        return Growth(self.lines)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Lines:
            if name != "lines":
                raise AttributeError(f"a position has no {name!r}")
            lines = self.__dict__["lines"] = self.growth.lines
            return lines

    @cached_property
    def outline(self) -> Outline:
        """The size of the boards and the ends of the timelines."""
        return self.rules.outline(self)

    def __repr__(self) -> str:
        return f"<Position at {self.present}, {self.player} to move, {len(self.outline.ends)} timelines>"

    @property
    def width(self) -> int:
        """The number of files of every board."""
        return self.outline.width

    @property
    def height(self) -> int:
        """The number of ranks of every board."""
        return self.outline.height

    @property
    def even(self) -> bool:
        """Whether the game started on an even number of timelines, with `-0` and `+0` in the middle."""
        return self.outline.even

    @property
    def timelines(self) -> tuple[Timeline, ...]:
        """The names of all timelines from the lowest to the highest."""
        return tuple(self.outline.ends)

    @property
    def boards(self) -> tuple[Board, ...]:
        """All boards, sorted by timeline, then turn, White before Black."""
        return tuple(board for line in self.lines for board in line.boards)

    def line(self, timeline: Timeline) -> Line | None:
        """A timeline with its boards, if there is one of that name."""
        even = self.even
        index = timeline.row(even=even) - self.lines[0].timeline.row(even=even)
        if not 0 <= index < len(self.lines) or self.lines[index].timeline != timeline:
            return None
        return self.lines[index]

    def board(self, at: BoardAt) -> Board | None:
        """The board at a place, if there is one."""
        line = self.line(at.timeline)
        return line.board(at.half_turn) if line is not None else None

    @cached_property
    def active(self) -> frozenset[Timeline]:
        """The timelines that move the present: initial ones, and those within `active_reach`."""
        timelines = self.timelines
        reach = active_reach(timelines[0].number, timelines[-1].number)
        return self.outline.initial.union(name for name in timelines if abs(name.number) <= reach)

    @cached_property
    def present(self) -> HalfTurn:
        """The earliest end of an active timeline."""
        ends = self.outline.ends
        return min(ends[timeline] for timeline in self.active)

    @cached_property
    def playable(self) -> tuple[BoardAt, ...]:
        """The boards on which the player may move: the last boards, if they are the player's."""
        ends = self.outline.ends.items()
        return tuple(BoardAt(timeline, *end) for timeline, end in ends if end.color == self.player)

    @cached_property
    def mandatory(self) -> tuple[BoardAt, ...]:
        """The playable boards that hold the present: one move or jump is owed on each."""
        return tuple(
            at for at in self.playable if at.half_turn == self.present and at.timeline in self.active
        )

    @property
    def turn_order(self) -> tuple[tuple[int, str], ...]:
        """The players in the order in which they move next: 0 or 1, and letter."""
        return tuple((int(color), color.letter) for color in (self.player, self.player.other))

    def fen(self, *, signed: bool = True) -> str:
        """The 5DFEN of all boards; `signed` writes positive timelines as `+1` (canonical)."""
        return format_boards(self.boards, signed=signed)

    def hash(self) -> str:
        """The full-state hash of the 5DPGN specification."""
        return fen_hash(self.fen())

    @cached_property
    def view(self) -> object:
        """What the rules have computed about this position."""
        return self.rules.prepare(self)

    def moves(self) -> tuple[Move, ...]:
        """All moves of the player's pieces, whether or not they leave a royal hanging."""
        return self.rules.moves(self)

    def match(self, pattern: MovePattern) -> tuple[Move, ...]:
        """The moves that fit a pattern."""
        return self.rules.match(self, pattern)

    def move(self, move: Move) -> Position:
        """Make one move of an action that is not finished; `undo` and `submit` go on from there."""
        return self.rules.move(self, move)

    @property
    def pending(self) -> tuple[Move, ...]:
        """The moves of the unfinished action."""
        moves = []
        state: Position | None = self
        while state is not None and state.last_move is not None:
            moves.append(state.last_move)
            state = state.before
        return tuple(reversed(moves))

    def undo(self) -> Position:
        """The state before the last move of the unfinished action."""
        if self.before is None:
            raise MoveError("there is no unfinished action to undo")
        return self.before

    def submit(self) -> Position:
        """End the player's action; `IllegalAction` says why it may not end here."""
        fault = self.rules.submit_fault(self)
        if fault is not None:
            raise fault
        return self.submit_unchecked()

    def submit_unchecked(self) -> Position:
        """`submit` for a state that is known to be legal."""
        return self.rules.submit(self)

    def read(self, text: str) -> Action:
        """The action that a text means here, in any short form; it need not be legal as a whole."""
        return read_action(self, text)

    def play(self, action: Iterable[Move] | str) -> Position:
        """The position after an action, given as moves or as text in any short form."""
        state = self
        for move in self.read(action) if isinstance(action, str) else action:
            state = state.move(move)
        return state.submit()

    def play_legal(self, action: Iterable[Move]) -> Position:
        """`play` for an action that is known to be legal."""
        state = self
        for move in action:
            state = state.move(move)
        return state.submit_unchecked()

    def canonical(self, action: Iterable[Move]) -> Action:
        """The action in standard order."""
        return standard_order(self, Action(action))

    def is_legal(self, action: Iterable[Move]) -> bool:
        """Whether the action can be played and submitted."""
        return self.fault(action) is None

    def fault(self, action: Iterable[Move]) -> MoveError | None:
        """Why an action is not legal: which move, which rule, which board, which attacker."""
        try:
            self.play(action)
        except MoveError as error:
            return error
        return None

    def checks(self, *, passing: bool = True) -> tuple[Check, ...]:
        """The attacks on the player's royals, past boards included.

        By default after passing on all mandatory boards: this is what "check" means. With
        `passing=False` by what stands there now: this is what forbids to submit.
        """
        return self.rules.checks(self, passing=passing)

    @property
    def in_check(self) -> bool:
        """Whether there are `checks`."""
        return self.rules.in_check(self)

    def actions(self, limit: int | None = None, budget: Budget | None = None) -> Iterator[Action]:
        """The legal actions, lazily, each once; there may be more than anyone can list."""
        return islice(self.rules.actions(self, budget or Budget()), limit)

    def count_actions(self, limit: int | None = None, budget: Budget | None = None) -> int:
        """The number of legal actions, counted up to a limit."""
        return self.rules.count_actions(self, limit, budget or Budget())

    def find_action(self, budget: Budget | None = None) -> Action | None:
        """A legal action, or `None` if there is none."""
        return next(self.actions(1, budget), None)

    @cached_property
    def status(self) -> Status:
        """The verdict within the default budget."""
        return self.find_status()

    def find_status(self, budget: Budget | None = None) -> Status:
        """The verdict; `Status.UNKNOWN` if the budget runs out first."""
        return self.rules.status(self, budget or DEFAULT_BUDGET)

    def perft(self, depth: int, budget: Budget | None = None) -> int:
        """The number of different sequences of `depth` legal actions."""
        return self.rules.perft(self, depth, budget or Budget())


def _maker(timeline: Timeline, initial: Collection[Timeline] | None) -> Color | None:
    if initial is None or timeline in initial:
        return None
    if timeline.number == 0:
        raise InvalidPosition(f"timeline {timeline} is always initial: no player can make it")
    return Color.WHITE if timeline.number > 0 else Color.BLACK


def _checked_promotions(promotions: Iterable[str]) -> tuple[str, ...]:
    letters = tuple(dict.fromkeys(promotions))
    for letter in letters:
        kind = PIECES.get(letter)
        if kind is None or kind.is_pawn:
            officers = " ".join(letter for letter, kind in PIECES.items() if not kind.is_pawn)
            raise InvalidPosition(f"nothing promotes to {letter!r}; choose among {officers}")
    return letters
