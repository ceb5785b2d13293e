"""Writer of Shad's JSON."""

from __future__ import annotations

import json

from hyperchess.errors import HyperchessError
from hyperchess.game import Game
from hyperchess.multiverse import Color, Move, MoveKind, Position, Square, Timeline, TimelineBoards
from hyperchess.multiverse.actions.captures import piece_on
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE
from hyperchess.notation.json_text import JsonObject
from hyperchess.notation.minor.shad_json.reader import (
    NUMBER_OF_TEXT,
    DumpedLine,
    DumpedMove,
    encode_half_turn,
    encode_timeline,
    header_name,
    read_start,
)
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.marked_moves import MarkedMove
from hyperchess.notation.text5d.writing.headers import make_head, with_result
from hyperchess.notation.text5d.writing.mainline import WrittenAction, written_actions
from hyperchess.notation.writing import Losses, Written

__all__ = ["write_shad_json"]

_MOVE, _JUMP_OUT, _JUMP_IN, _CASTLE, _CASTLE_LONG = range(5)
_NONE = 99


def write_shad_json(game: Game[Position, Move], *, indent: int | None = None) -> Written:
    """Write the boards of the whole game, and the moves of its main line."""
    losses = Losses()
    tags = _tags(game, losses)
    actions = list(written_actions(game, losses, holds=("comments", "results"), standard=False))
    losses.add("comments", "a comment before the first move is left out", count=len(game.root.comments))
    final = actions[-1].action.after if actions else game.start
    if final is None:
        losses.add("start", "the boards are left out: the start is not known")
        dump: JsonObject = {"timelines": [], "moves": [], "tags": tags}
        return Written(json.dumps(dump, indent=indent, ensure_ascii=False) + "\n", losses.listed())
    parents = _parents(actions)
    moves = [
        _move(marked, written, place, losses)
        for written in actions
        for place, marked in enumerate(written.action.moves, 1)
    ]
    dump = {
        "width": final.width,
        "height": final.height,
        "board_indices": [encode_timeline(name) for name in final.timelines],
        "initial_board_indices": [
            encode_timeline(line.timeline) for line in final.timeline_boards if line.maker is None
        ],
        "timelines": [_line(line, parents, actions) for line in final.timeline_boards],
        "moves": moves,
        "active_player": final.player is Color.WHITE,
        "turn": actions[-1].serial.number - 1 if actions else 0,
        "last_white": bool(actions) and actions[-1].is_white,
        "tags": tags,
    }
    _lose_start(game, final, parents, actions, tags, losses)
    return Written(json.dumps(dump, indent=indent, ensure_ascii=False) + "\n", losses.listed())


def _tags(game: Game[Position, Move], losses: Losses) -> dict[str, str]:
    head = with_result(make_head(game, Dialect.SHAD, losses), game, losses)
    tags = {}
    for key, value in head.headers:
        tag = key.casefold()
        if header_name(tag) != key:
            losses.add("headers", "the capital letters in the name of a header are lost", key)
        tags[tag] = value
    return tags


def _parents(actions: list[WrittenAction]) -> dict[Timeline, Timeline]:
    """Return the timelines that moves created, with their parents."""
    return {
        marked.effect.new_timeline: marked.move.target.timeline
        for written in actions
        for marked in written.action.moves
        if marked.effect.new_timeline is not None
    }


def _line(
    line: TimelineBoards, parents: dict[Timeline, Timeline], actions: list[WrittenAction]
) -> JsonObject:
    parent = parents.get(line.timeline)
    first = line.boards[0]
    return {
        "states": [[_number(code) for code in board.cells] for board in line.boards],
        "index": encode_timeline(line.timeline),
        "begins_at": encode_half_turn(line.start),
        "width": first.width,
        "height": first.height,
        "emerges_from": None if parent is None else encode_timeline(parent),
        "moves": _made(line, actions),
        "synthetic": False,
        "turn": encode_half_turn(line.end),
    }


def _made(line: TimelineBoards, actions: list[WrittenAction]) -> list[JsonObject]:
    """Return the move that created each board of a timeline except the first; empty for initial boards."""
    made = [
        _entry(marked, kind, white=written.is_white)
        for written in actions
        for marked in written.action.moves
        for kind in _kinds(marked, line.timeline)
    ]
    return [{"kind": _NONE}] * (len(line.boards) - 1 - len(made)) + made


def _kinds(marked: MarkedMove, timeline: Timeline) -> list[int]:
    """Return the effects of a move on a timeline."""
    move = marked.move
    arrived = marked.effect.new_timeline or move.target.timeline
    if move.is_physical:
        short = move.target.file > move.source.file
        kind = _MOVE if not marked.effect.is_castling else _CASTLE if short else _CASTLE_LONG
        return [kind] * (move.source.timeline == timeline)
    return [_JUMP_OUT] * (move.source.timeline == timeline) + [_JUMP_IN] * (arrived == timeline)


def _entry(marked: MarkedMove, kind: int, *, white: bool) -> JsonObject:
    effect = marked.effect
    return {
        "kind": kind,
        "piece": NUMBER_OF_TEXT[effect.piece.text.rstrip("*")],
        "from": _place(marked.move.source),
        "to": _place(_find_target(marked)),
        "white": white,
        "piece_taken": NUMBER_OF_TEXT[effect.captured.text.rstrip("*")] if effect.captured else 0,
        "check": marked.check == "+",
        "checkmate": marked.check == "#",
        "softmate": marked.check == "*",
    }


def _number(code: int) -> int:
    if code == EMPTY:
        return 0
    return NUMBER_OF_TEXT[PIECE_OF_CODE[code].text.rstrip("*")]


def _move(marked: MarkedMove, written: WrittenAction, place: int, losses: Losses) -> JsonObject:
    move, effect = marked.move, marked.effect
    color = Color.WHITE if written.is_white else Color.BLACK
    if any(letter in "WCY" for letter in (marked.letter, move.promotion) if letter):
        message = "the widest used reader of this format does not know W, C and Y; they are written anyway"
        losses.add("pieces", message, str(written.serial))
    short = move.target.file > move.source.file
    made = effect.new_timeline
    promoted = NUMBER_OF_TEXT[move.promotion.lower() if color else move.promotion] if move.promotion else None
    return {
        "type": "move",
        "from": _place(move.source),
        "to": _place(_find_target(marked)),
        "src_piece": NUMBER_OF_TEXT[effect.piece.text.rstrip("*")],
        "dst_piece": NUMBER_OF_TEXT[effect.captured.text.rstrip("*")] if effect.captured else 0,
        "takes": effect.captured is not None,
        "turn": written.serial.number - 1,
        "white": color is Color.WHITE,
        "castle": effect.is_castling,
        "castle_long": effect.is_castling and not short,
        "comments": _comments(written, place, losses),
        "new_index": None if made is None else encode_timeline(made),
        "branches": effect.kind is MoveKind.BRANCH,
        "promotion": promoted,
        "softmate": marked.check == "*",
        "check": marked.check == "+",
        "checkmate": marked.check == "#",
        "stalemate": False,
        "moves_present": marked.moves_present,
        "en_passant": effect.is_en_passant,
    }


def _find_target(marked: MarkedMove) -> Square:
    """Return the target of a move.

    For castling it is the square of the rook, the first one in the king's direction.
    """
    if not marked.effect.is_castling:
        return marked.move.target
    king = marked.move.source
    step = 1 if marked.move.target.file > king.file else -1
    for file in range(king.file + step, marked.state.width if step > 0 else -1, step):
        square = king._replace(file=file)
        piece = piece_on(marked.state, square)
        if piece is not None and piece.kind.letter == "R":
            return square
    return marked.move.target


def _comments(written: WrittenAction, place: int, losses: Losses) -> list[str]:
    """Return the comments after a move; those before the first move are attached to it."""
    comments = [c for c in written.node.comments if min(max(c.after, 1), len(written.action.moves)) == place]
    moved = sum(1 for comment in comments if comment.after != place)
    losses.add(
        "comment-places",
        "a comment is after a move instead of before it",
        str(written.serial),
        count=moved,
    )
    return [comment.text for comment in comments]


def _place(square: Square) -> list[float]:
    return [encode_timeline(square.timeline), square.turn - 1, square.file, square.rank]


def _lose_start(
    game: Game[Position, Move],
    final: Position,
    parents: dict[Timeline, Timeline],
    actions: list[WrittenAction],
    tags: dict[str, str],
    losses: Losses,
) -> None:
    """Record properties of the start that a reader cannot derive."""
    lines = [
        DumpedLine(
            line.timeline,
            line.start,
            tuple(bytes(code & 0x7F for code in board.cells) for board in line.boards),
            parents.get(line.timeline),
        )
        for line in final.timeline_boards
    ]
    moves = [
        DumpedMove(m.move.source.timeline, m.effect.new_timeline or _target(m.move))
        for written in actions
        for m in written.action.moves
    ]
    try:
        start = read_start(lines, moves, tags, (final.width, final.height))
    except HyperchessError:
        start = None
    if start is None or game.start is None or start.boards != game.start.boards:
        losses.add("unmoved", "which pieces of the start have moved is lost")
    elif start != game.start:
        losses.add("start", "which timelines the players made before the start is lost")


def _target(move: Move) -> Timeline | None:
    return None if move.is_physical else move.target.timeline
