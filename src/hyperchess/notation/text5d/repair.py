"""Replacement of an impossible move by a similar one with which the rest of the game replays.

Other misleading actions are moves of both players without `/`, and lower-case piece letters:

>>> from hyperchess.multiverse import start
>>> from hyperchess.multiverse.syntax.movetext import read_move
>>> turn = [read_move("e4"), read_move("e5")]
>>> find_separation(start("Standard"), turn, Effort(100))
(1, 1)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse import Color, Move, MovePattern, Position
from hyperchess.multiverse.actions.captures import captured_on, piece_on
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.multiverse.coordinates import format_board_at, format_square
from hyperchess.multiverse.syntax.movetext import MoveText, read_move
from hyperchess.multiverse.syntax.shorthand import FoundBoards
from hyperchess.notation.text5d.readings import (
    Effort,
    Reading,
    first_promotion,
    legal_readings,
    plain_readings,
)
from hyperchess.notation.text5d.syntax import ActionSyntax

__all__ = [
    "Repair",
    "best_reading",
    "find_repair",
    "find_separation",
    "first_legal",
    "repaired_text",
    "split_action",
    "suits_next",
    "with_capital",
]


_SMALL_PIECE = lazy_pattern(r"((?:\([^()]*\))?)([pwkcqysnrbud])((?![1-9]).+)", re.DOTALL)
_MOST_MOVES = 12  # of one player, in a text that does not separate the players


def find_separation(position: Position, texts: Sequence[MoveText], effort: Effort) -> tuple[int, int] | None:
    """Return how many moves belong to the player and how many of the next ones to the opponent; `None` if all
    are the player's.

    The first moves must form a legal action, and so must some of the following ones for the opponent.
    """
    for own in range(1, min(len(texts), _MOST_MOVES + 1)):
        legal = legal_readings(position, texts[:own], 1, effort)
        if not legal:
            continue
        after = legal[0].state.submit()
        for others in range(1, min(len(texts) - own, _MOST_MOVES) + 1):
            if legal_readings(after, texts[own : own + others], 1, effort):
                return own, others
    return None


def suits_next(action: ActionSyntax, player: Color) -> bool:
    """Return whether the continuation of an action may belong to `player`, judging by its number or `/`."""
    serial = action.children[0].serial if action.children else None
    if serial is None:
        return True
    color = Color.BLACK if serial.color is None and serial.sign == "slash" else serial.color
    return color in (None, player)


def split_action(action: ActionSyntax, count: int, opponent: Color) -> ActionSyntax:
    """Return the first `count` moves as an action of their own, followed by the rest.

    Variations with the opponent's number replace the rest.
    """
    instead = [child for child in action.children if child.bracketed and _is_by(child, opponent)]
    rest = replace(
        action,
        serial=None,
        moves=action.moves[count:],
        comments=[
            comment._replace(after=comment.after - count)
            for comment in action.comments
            if comment.after > count
        ],
        children=[child for child in action.children if child not in instead],
        bracketed=False,
    )
    comments = [comment for comment in action.comments if comment.after <= count]
    return replace(
        action, moves=action.moves[:count], comments=comments, result=None, children=[rest, *instead]
    )


def first_legal(position: Position, texts: Sequence[MoveText], effort: Effort) -> int:
    """Return the smallest number of first moves that form an action; 0 if none do, or only all of them."""
    for own in range(1, min(len(texts), _MOST_MOVES + 1)):
        if legal_readings(position, texts[:own], 1, effort):
            return own
    return 0


def with_capital(written: str) -> str:
    """Return a move with its first letter read as a piece: `nf3`, `bxc4`; unchanged if that is impossible.

    >>> with_capital("(0T1)nf3"), with_capital("b4"), with_capital("exd5")
    ('(0T1)Nf3', 'b4', 'exd5')
    """
    match = _SMALL_PIECE.fullmatch(written)
    if match is None:
        return written
    capital = f"{match[1]}{match[2].upper()}{match[3]}"
    try:
        read_move(capital)
    except ParseError:
        return written
    return capital


def _is_by(action: ActionSyntax, player: Color) -> bool:
    return action.serial is not None and action.serial.color is player


_MOST_CANDIDATES = 60
_FARTHEST = 60
_OTHER = 2  # cost of another board, another piece or another source square
_LIKE = 5  # maximum cost of a replacement
_ALMOST_EQUAL = 1  # the same, if no later action confirms it
_SURELY_LIKE = 3  # maximum cost of a certain replacement
_APART = 2  # minimum cost difference to all alternatives of a certain replacement
_PREFIX = lazy_pattern(r"\([^)]*\)\s?")
_SUFFIX = lazy_pattern(r"[+*#~!?]*$")


class Repair(NamedTuple):
    """Replacement of the move at index `place` of an action, and the reading of the whole action with it.

    It is `sure` if it is similar to the written move and no alternative is nearly as similar.
    """

    place: int
    move: Move
    reading: Reading
    sure: bool = False


def _followed(position: Position, rest: Sequence[Sequence[MoveText]], effort: Effort) -> int:
    """Return the number of following actions that can be replayed, up to a limit."""
    for count, texts in enumerate(rest[:_FARTHEST]):
        legal = legal_readings(position, texts, 1, effort)
        if not legal:
            return count
        position = legal[0].state.submit()
    return min(len(rest), _FARTHEST)


def best_reading(readings: Sequence[Reading], rest: Sequence[Sequence[MoveText]], effort: Effort) -> Reading:
    """Return the reading after which the rest replays furthest; the first among equals."""
    return max(readings, key=lambda reading: _followed(reading.state.submit(), rest, effort))


def find_repair(
    position: Position, texts: Sequence[MoveText], rest: Sequence[Sequence[MoveText]], effort: Effort
) -> Repair | None:
    """Return the best replacement of one move, or `None` if no replacement lets the game continue.

    Among replacements after which the rest replays equally far, prefer one that keeps the check mark, then
    the most similar one.
    """
    best: tuple[tuple[int, bool, int], Repair] | None = None
    limit = _LIKE if rest else _ALMOST_EQUAL
    farthest = min(len(rest), _FARTHEST)
    scores = []
    for place, moves, state in _places(position, texts, effort):
        claims_check = bool(texts[place].mark)
        for move, cost in _candidates(state, texts[place], limit):
            if cost > limit or not effort.spend():
                break
            reading = _reading_with(move, moves, state, texts[place + 1 :], effort)
            if reading is None:
                continue
            after = reading.state.submit()
            reach = _followed(after, rest, effort)
            keeps_check = not claims_check or bool(after.checks())
            score = (reach, keeps_check, -cost)
            scores.append(score)
            if best is None or score > best[0]:
                best = score, Repair(place, move, reading)
            if keeps_check and reach == farthest:
                limit = min(limit, cost + _APART - 1)  # a more expensive one cannot be better
    if best is None or (rest and best[0][0] == 0):
        return None
    reach, keeps_check, likeness = best[0]
    rivals = sum(score >= (reach, keeps_check, likeness - _APART + 1) for score in scores)
    return best[1]._replace(sure=rivals == 1 and -likeness <= _SURELY_LIKE)


def _places(
    position: Position, texts: Sequence[MoveText], effort: Effort
) -> Iterator[tuple[int, tuple[Move, ...], Position]]:
    """Yield the first unplayable move (or each one, if only the whole action is illegal) with the moves
    before it.
    """
    index, playable, last = _playable_part(position, texts, effort)
    for place in [index] if index < len(texts) else range(len(texts)):
        moves = playable[:place]
        yield place, moves, last if place == index else _replayed(position, moves)


def _reading_with(
    move: Move, moves: tuple[Move, ...], state: Position, texts: Sequence[MoveText], effort: Effort
) -> Reading | None:
    """Return the reading of an action with a replacement between the moves before and after it."""
    try:
        after = state.move(move)
    except HyperchessError:
        return None
    rest = next(plain_readings(after, texts, effort, faults="skip"), None)
    return None if rest is None else Reading((*moves, move, *rest.moves), rest.state, None)


def _playable_part(
    position: Position, texts: Sequence[MoveText], effort: Effort
) -> tuple[int, tuple[Move, ...], Position]:
    """Return the longest playable prefix of the action."""
    best: Reading = Reading((), position, None)
    for length in range(1, len(texts) + 1):
        reading = next(plain_readings(position, texts[:length], effort, faults="ignore"), None)
        if reading is None:
            break
        best = reading
    return len(best.moves), best.moves, best.state


def _replayed(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = position.move(move)
    return position


def _candidates(state: Position, text: MoveText, limit: int) -> list[tuple[Move, int]]:
    """Return the moves similar to the written one with their cost, most similar first."""
    written = text.pattern
    if written.castling is not None:  # no step of the king is meant
        return []
    found: dict[Move, None] = {}
    jumps = bool(text.jump)
    for looser in _looser(written) if limit >= _OTHER else _hardly_looser(written, jumps=jumps):
        found.update(dict.fromkeys(first_promotion(state.rules.match(state, looser))))
    boards, height = FoundBoards(state), state.height
    costs = [
        (move, cost)
        for move in found
        if (jumps or move.is_physical) and (cost := _cost(boards, height, written, move, limit)) <= limit
    ]
    return sorted(costs, key=lambda candidate: candidate[1])[:_MOST_CANDIDATES]


def _looser(written: MovePattern) -> Iterator[MovePattern]:
    """Yield patterns for any move of the piece from its board, then for the same move elsewhere or by another
    piece.
    """
    yield MovePattern(timeline=written.timeline, turn=written.turn, piece=written.piece or "P")
    yield replace(written, kind=None, turn=None, to_turn=None)
    yield replace(written, kind=None, timeline=None, to_timeline=None)
    yield replace(written, kind=None, piece=None)


def _hardly_looser(written: MovePattern, *, jumps: bool) -> Iterator[MovePattern]:
    """Yield patterns that cost less than `_OTHER`: the same move to another rank, or another kind of jump."""
    yield MovePattern(
        timeline=written.timeline,
        turn=written.turn,
        piece=written.piece or "P",
        file=written.file,
        rank=written.rank,
        to_timeline=written.to_timeline,
        to_turn=written.to_turn,
        to_file=written.to_file,
    )
    if jumps:
        yield replace(written, kind=None)


def _cost(boards: FoundBoards, height: int, written: MovePattern, move: Move, limit: int) -> int:
    """Return the edit cost between the written move and another one; exact up to `limit`."""
    cost = 0
    for wanted, actual in (
        (written.timeline, move.source.timeline),
        (written.turn, move.source.turn),
        (written.file, move.source.file),
        (written.rank, move.source.rank),
        (written.to_timeline, move.target.timeline),
        (written.to_turn, move.target.turn),
    ):
        cost += _OTHER if wanted is not None and wanted != actual else 0
    if written.to_file is not None and written.to_file != move.target.file:
        cost += 1 + abs(written.to_file - move.target.file)
    if written.to_rank is not None and written.to_rank != move.target.rank:
        mirrored = height - 1 - written.to_rank == move.target.rank
        cost += 1 if mirrored else 1 + abs(written.to_rank - move.target.rank)
    if cost <= limit and written.piece is not None:
        piece = boards.piece(move.source)
        cost += _OTHER if piece is not None and piece.kind.letter != written.piece else 0
    return cost


def repaired_text(written: str, text: MoveText, repair: Repair, position: Position) -> str:
    """Format the repaired move with as few changes to the written text as possible."""
    move = repair.move
    moves = repair.reading.moves
    kind = next(kind for index, (_, kind) in enumerate(move_kinds(position, moves)) if index == repair.place)
    piece = piece_on(position, move.source)
    letter = "" if piece is None or piece.kind.letter == "P" else piece.kind.letter
    takes = captured_on(position, move) is not None
    promotion = f"={move.promotion}" if move.promotion else ""
    suffix_match = _SUFFIX.search(written)
    suffix = suffix_match.group() if suffix_match else ""
    if not move.is_physical:
        source = format_board_at(move.source.board) + letter + move.source.name
        return f"{source}{kind.value}{'x' * takes}{format_square(move.target)}{promotion}{suffix}"
    prefix_match = _PREFIX.match(written)
    prefix = format_board_at(move.source.board) if prefix_match else ""
    origin = ""
    if takes and not letter:
        origin = move.source.name[0]
    elif letter:
        origin = move.source.name[0] if text.pattern.file is not None else ""
        origin += move.source.name[1:] if text.pattern.rank is not None else ""
    return f"{prefix}{letter}{origin}{'x' * takes}{move.target.name}{promotion}{suffix}"
