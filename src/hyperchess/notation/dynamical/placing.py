"""Moves of a game with their steps and boards: the data that both editions lay out.

Boards are tracked without the rules: a move plays the last board of its timeline, a branching jump creates
the next timeline of its player. A game with impossible moves is laid out like any other. Written 5DPGN is
split and reassembled without the rules, too; only what a cell requires (both boards of a jump, its source
square) is added where a short form omits it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hyperchess.game import Comment, Game, Node, Serial, WrittenMove
from hyperchess.multiverse import Color, HalfTurn, Move, MoveKind, Position, Timeline
from hyperchess.multiverse.syntax.movetext import MOVE_PATTERN
from hyperchess.notation.dynamical.cells import CellAddress, Step, read_timeline
from hyperchess.notation.text5d.dialects import is_5dpgn
from hyperchess.notation.text5d.marked_moves import MarkedMove, mark_action
from hyperchess.notation.text5d.spelling import castles_by_sign, shad_move
from hyperchess.notation.writing import Losses

__all__ = [
    "Moves",
    "PlacedMove",
    "Rename",
    "Spelled",
    "generate",
    "place_moves",
    "spell_move_object",
    "spell_unreadable",
    "spell_written",
]


Rename = Callable[[Timeline], Timeline]

_MOVE = re.compile(MOVE_PATTERN, re.VERBOSE)
_BRACKETS = str.maketrans("[]{}<", "()()(", '"')
_SUFFIX = re.compile(r"([+*#]?)(~?)([+*#]?)([!?]*)$")
_LONGEST_MOVE = 100


@dataclass(frozen=True, slots=True)
class Spelled:
    """A move as written in a cell. A part that neither the text nor the rules determine is `None`."""

    timeline: Timeline | None
    turn: int | None
    body: str  # without the source board
    jumps: bool = False
    branches: bool | None = None  # if the text determines it
    target: CellAddress | None = None

    def marked(self, mark: str, evaluation: str) -> Spelled:
        """Return the move with a mark or an evaluation that was written separately.

        >>> [Spelled(None, None, text).marked("+", "!").body for text in ("Nf3", "Nf3~", "Nf3#?")]
        ['Nf3+!', 'Nf3+~!', 'Nf3#?']
        """
        suffix = _SUFFIX.search(self.body)
        assert suffix is not None
        checks = suffix[1] + suffix[2] + suffix[3] if suffix[1] or suffix[3] else mark + suffix[2]
        return replace(self, body=f"{self.body[: suffix.start()]}{checks}{suffix[4] or evaluation}")


def spell_written(written: WrittenMove[Move], rename: Rename) -> Spelled | None:
    """Return a move as written; `None` if it has no text in 5DPGN."""
    text = written.text.strip()
    match = _MOVE.fullmatch(text) if text and len(text) <= _LONGEST_MOVE else None
    if match is None:
        return None
    move = written.move
    known = None if move is None else CellAddress.of(move.source.board)
    timeline, turn = _board(match, 1, rename, known)
    if match["castling"]:
        return Spelled(timeline, turn, text[match.start("castling") :])
    target = _target(match, rename, move)
    flat = target is not None and target == (timeline, turn)
    jumps = not flat and (target is not None or match["jump"] is not None)
    if not jumps and match["jump"] is None and match["line2"] is None and match["turn2"] is None:
        return Spelled(timeline, turn, text[_end_of_board(text) :].lstrip())
    capture = "x" if any(match[name] for name in ("early_capture", "capture", "late_capture")) else ""
    origin = f"{match['file'] or ''}{match['rank'] or ''}"
    if move is not None and not (match["file"] and match["rank"]):
        origin = move.source.name
    sign = (match["jump"] or ">") if jumps else ""
    board = target.in_move if jumps and target is not None else ""
    ending = text[match.start("to_file") :]
    body = f"{match['piece'] or ''}{origin}{sign}{capture}{board}{ending}"
    return Spelled(timeline, turn, body, jumps, sign == ">>" if jumps else None, target if jumps else None)


def _end_of_board(text: str) -> int:
    return text.index(")") + 1 if text.startswith("(") else 0


def _board(
    match: re.Match[str], group: int, rename: Rename, known: CellAddress | None
) -> tuple[Timeline | None, int | None]:
    """Return the board that the text names, completed from the move if that is known."""
    line, turn = match[f"line{group}"], match[f"turn{group}"]
    timeline = read_timeline(line) if line else None
    if timeline is not None:
        timeline = rename(timeline)
    elif known is not None:
        timeline = known.timeline
    return timeline, int(turn) if turn and len(turn) < 7 else known.turn if known is not None else None


def _target(match: re.Match[str], rename: Rename, move: Move | None) -> CellAddress | None:
    known = None if move is None or move.is_physical else CellAddress.of(move.target.board)
    if match["line2"] is None and match["turn2"] is None:
        return known
    timeline, turn = _board(match, 2, rename, known)
    return CellAddress(timeline, turn) if timeline is not None and turn is not None else known


def spell_unreadable(text: str) -> Spelled:
    """Return text that is not a move, escaped so that it cannot end its cell."""
    return Spelled(None, None, "".join(text.translate(_BRACKETS).split()))


def spell_move_object(move: Move) -> Spelled:
    """Spell a move without a text and without a position by its squares."""
    source, target = move.source, move.target
    promotion = f"={move.promotion}" if move.promotion else ""
    place = CellAddress.of(source.board)
    if move.is_physical:
        return Spelled(*place, f"{source.name}{target.name}{promotion}")
    to = CellAddress.of(target.board)
    body = f"{source.name}>{to.in_move}{target.name}{promotion}"
    return Spelled(*place, body, jumps=True, target=to)


def generate(node: Node[Position, Move], *, signs: bool) -> list[Spelled] | None:
    """Return the moves of a node as the rules spell them; `None` if they are not legal.

    The position before them must be known.
    """
    parent = node.parent
    assert parent is not None
    played = mark_action(parent.position, node, marks="rules")
    return None if played is None else [_generated(marked, signs=signs) for marked in played.moves]


def _generated(marked: MarkedMove, *, signs: bool) -> Spelled:
    move = marked.move
    source, target = CellAddress.of(move.source.board), CellAddress.of(move.target.board)
    text = shad_move(marked, signs=signs, name_board=False).removeprefix(source.in_move)
    present = "~" if marked.moves_present else ""
    body = f"{text}{marked.check}{present}{marked.evaluation}"
    kind = marked.effect.kind
    if kind is MoveKind.PHYSICAL:
        return Spelled(*source, body)
    return Spelled(*source, body, jumps=True, branches=kind is MoveKind.BRANCH, target=target)


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
