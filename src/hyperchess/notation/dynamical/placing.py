"""Moves of a game with their steps and boards: the data that both editions lay out.

Boards are tracked without the rules: a move plays the last board of its timeline, a branching jump creates
the next timeline of its player. A game with impossible moves is laid out like any other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hyperchess.game import Comment, Game, Node, Serial
from hyperchess.multiverse import Color, HalfTurn, Move, Position, Timeline
from hyperchess.notation.dynamical.cells import CellAddress
from hyperchess.notation.dynamical.spelling import (
    Rename,
    Spelled,
    generate,
    spell_move_object,
    spell_unreadable,
    spell_written,
)
from hyperchess.notation.dynamical.steps import Step
from hyperchess.notation.losses import Losses
from hyperchess.notation.text5d.dialects import is_5dpgn
from hyperchess.notation.text5d.spelling import castles_by_sign

__all__ = ["Moves", "PlacedMove", "place_moves"]

Moves = Literal["written", "rules"]

_SIGNED_ZERO = re.compile(r"[+-]0\b")


@dataclass(frozen=True, slots=True)
class PlacedMove:
    """A move: its step, its text without the source board, and the boards of its cells."""

    step: Step
    source: CellAddress
    body: str
    jumps: bool = False
    target: CellAddress | None = None  # target board of a jump, if known
    made: CellAddress | None = None  # the first board that a branching jump created
    before: tuple[Comment, ...] = ()
    after: tuple[Comment, ...] = ()

    @property
    def serial(self) -> Serial:
        """Turn and player of its action."""
        return self.step.serial


def place_moves(game: Game[Position, Move], moves: Moves, losses: Losses) -> list[PlacedMove]:
    """Return the main line of a game, with moves as written where they have a text, else from the rules."""
    speller = _Speller(game, moves)
    boards = _Boards(game.start)
    placed = []
    for serial, node in zip(game.serials(), game.main_line, strict=False):
        if not node.moves:
            losses.add("actions", "an action without moves is left out", str(serial))
        gaps = _gaps(node.comments, len(node.moves))
        for index, (spelled, written) in enumerate(zip(speller.spell(node), node.moves, strict=True)):
            step = Step.of(serial, index + 1)
            placed.append(
                boards.place(
                    spelled,
                    written.move,
                    step,
                    before=tuple(gaps[0]) if index == 0 else (),
                    after=tuple(gaps[index + 1]),
                    losses=losses,
                )
            )
    return placed


def _gaps(comments: Sequence[Comment], count: int) -> list[list[Comment]]:
    """Return the comments before the first move, and after each move."""
    gaps: list[list[Comment]] = [[] for _ in range(count + 1)]
    for comment in comments:
        gaps[min(max(comment.after, 0), count)].append(comment)
    return gaps


class _Speller:
    """The texts of the moves of a game."""

    def __init__(self, game: Game[Position, Move], moves: Moves) -> None:
        self.keep = moves == "written" and is_5dpgn(game.notation)
        self.followed = game.start is not None  # whether the position of this node is known
        self.signs = castles_by_sign(game.start)
        self.rename = _rename(game)

    def spell(self, node: Node[Position, Move]) -> list[Spelled]:
        written = [self.written(node, index) if self.keep else None for index in range(len(node.moves))]
        generated: list[Spelled] | None = None
        self.followed = self.followed and node.action is not None
        if None in written and self.followed:
            generated = generate(node, signs=self.signs)
        return [
            text if text is not None else generated[index] if generated else self.fallback(node, index)
            for index, text in enumerate(written)
        ]

    def written(self, node: Node[Position, Move], index: int) -> Spelled | None:
        written = node.moves[index]
        spelled = spell_written(written, self.rename)
        if spelled is None:
            return None
        return spelled.marked(node.mark if index == len(node.moves) - 1 else "", written.evaluation)

    def fallback(self, node: Node[Position, Move], index: int) -> Spelled:
        """Spell a move without a position: its own text, or its squares if it has none."""
        written = node.moves[index]
        spelled = self.written(node, index)
        if spelled is not None:
            return spelled
        if written.move is not None:
            return spell_move_object(written.move).marked("", written.evaluation)
        return spell_unreadable(written.text)


def _rename(game: Game[Position, Move]) -> Rename:
    """Return the naming of timelines in the text: some texts number the middle timelines of an even start `-1
    0`.
    """
    initial = next((v for key, v in game.headers.items() if key.casefold() == "initialmultiverses"), None)
    even = game.start is not None and game.start.even
    if not even or initial is None or _SIGNED_ZERO.search(initial):
        return lambda timeline: timeline
    return lambda timeline: Timeline.of_row(timeline.number, even=True)


class _Boards:
    """Last board of every timeline after the moves so far."""

    def __init__(self, start: Position | None) -> None:
        self.ends = {line.timeline: line.end for line in start.timeline_boards} if start is not None else {}
        numbers = [timeline.number for timeline in self.ends]
        self.last = {Color.WHITE: max(numbers, default=0), Color.BLACK: min(numbers, default=0)}
        self.middle = min(self.ends, key=lambda timeline: abs(timeline.halves), default=Timeline.of(0))

    def place(
        self,
        spelled: Spelled,
        move: Move | None,
        step: Step,
        *,
        before: tuple[Comment, ...],
        after: tuple[Comment, ...],
        losses: Losses,
    ) -> PlacedMove:
        at = str(step.serial)
        source = self.source(spelled, step, losses, at)
        target, body = spelled.target, spelled.body
        branches = spelled.jumps and self.branches(spelled, move)
        made = None
        if branches and ">>" not in body:
            body = body.replace(">", ">>", 1)
        if spelled.jumps and target is None:
            losses.add("boards", "a jump that cannot be followed does not say where it arrives", at)
        self.play(source, step.color)
        if target is not None:
            if branches:
                number = self.last[step.color] + (1 if step.color is Color.WHITE else -1)
                self.last[step.color] = number
                made = CellAddress(Timeline.of(number), target.turn)
            self.play(made or target, step.color)
        return PlacedMove(step, source, body, spelled.jumps, target, made, before, after)

    def source(self, spelled: Spelled, step: Step, losses: Losses, at: str) -> CellAddress:
        """Return the board of a move; if the text does not name it, the last board of a middle timeline."""
        timeline, turn = spelled.timeline, spelled.turn
        if timeline is None or turn is None:
            losses.add("boards", "the board of a move that cannot be followed is a guess", at)
        timeline = self.middle if timeline is None else timeline
        if turn is None:
            turn = self.ends[timeline].turn if timeline in self.ends else step.number
        return CellAddress(timeline, turn)

    def branches(self, spelled: Spelled, move: Move | None) -> bool:
        """Return whether a jump creates a timeline: by the boards if the move is known, else by its sign."""
        if move is None or move.is_physical:
            return bool(spelled.branches)
        return self.ends.get(move.target.timeline) != move.target.board.half_turn

    def play(self, place: CellAddress, color: Color) -> None:
        self.ends[place.timeline] = HalfTurn.of_ordinal(HalfTurn(place.turn, color).ordinal + 1)
