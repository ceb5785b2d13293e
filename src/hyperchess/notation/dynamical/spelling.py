"""Text of a move without its board, and the boards it names: as written, or generated from the rules.

Written 5DPGN is split and reassembled without the rules; only what a cell requires (both boards of a jump,
its source square) is added where a short form omits it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from hyperchess.game import Node, WrittenMove
from hyperchess.multiverse import Move, MoveKind, Position, Timeline
from hyperchess.multiverse.syntax.movetext import MOVE_PATTERN
from hyperchess.notation.dynamical.cells import CellAddress, read_timeline
from hyperchess.notation.text5d.marks import MarkedMove, mark_action
from hyperchess.notation.text5d.spelling import shad_move

__all__ = ["Rename", "Spelled", "generate", "spell_move_object", "spell_unreadable", "spell_written"]

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
