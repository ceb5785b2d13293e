"""Writer of the converter's format."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Literal

from hyperchess.game import Game, Node
from hyperchess.infinite import Color, Move, Piece, Position, RuleSettings, Setup, Square, Verdict
from hyperchess.infinite.settings import Json
from hyperchess.notation.icn.json.composing import KIND_NAMES, PLAYER_NAMES, piece_name
from hyperchess.notation.icn.writers.head import list_headers
from hyperchess.notation.icn.writers.moves import lose_tree
from hyperchess.notation.writing import Losses, Written

__all__ = [
    "Long",
    "MoveStyle",
    "game_fields",
    "long_moves",
    "pieces_fields",
    "position_fields",
    "rules_fields",
    "write_json",
]

Long = dict[str, Any]
MoveStyle = Literal["objects", "strings"]


def write_json(
    game: Game[Position, Move], *, moves: MoveStyle = "objects", indent: int | None = None
) -> Written:
    """Write the main line. Moves are objects with their effects, or strings such as `4,2>4,4`."""
    losses = Losses()
    long = game_fields(game, moves, losses)
    return Written(json.dumps(long, indent=indent, ensure_ascii=False) + "\n", losses.listed())


def game_fields(game: Game[Position, Move], moves: MoveStyle, losses: Losses) -> Long:
    """Return the whole game as one value."""
    lose_tree(game, losses)
    long: Long = {"metadata": list_headers(game, losses)}
    if game.start is None:
        losses.add("start", "the game does not say from which position it starts")
    else:
        long |= position_fields(game.start.setup, losses)
    if game.main_line:
        long["moves"] = long_moves(game, moves, losses)
        early = len(game.root.comments)
        losses.add("comments", "a comment before all moves is left out", count=early)
    return long


def position_fields(setup: Setup, losses: Losses) -> Long:
    """Return everything except headers and moves."""
    if setup.players not in ((Color.WHITE, Color.BLACK), (Color.BLACK, Color.WHITE)):
        losses.add("players", "the format knows two players who move in turn")
    if setup.settings.annotations:
        losses.add("annotations", "annotations are left out")
    long: Long = {"turn": PLAYER_NAMES.get(setup.players[0], str(setup.players[0]).lower())}
    if setup.en_passant is not None:
        long["enpassant"] = list(setup.en_passant)
    if setup.move_rule is not None:
        long["moveRule"] = str(setup.move_rule)
    long["fullMove"] = setup.full_move
    long["gameRules"] = rules_fields(setup.settings, setup.checks_given)
    return long | pieces_fields(setup.pieces)


def pieces_fields(pieces: Mapping[Square, Piece]) -> Long:
    """Return the pieces and their rights, in the order of the list."""
    return {
        "specialRights": {str(square): True for square, piece in pieces.items() if piece.special},
        "startingPosition": {str(square): piece_name(piece) for square, piece in pieces.items()},
    }


def rules_fields(settings: RuleSettings, checks_given: Mapping[Color, int]) -> Long:
    """Return promotion, goals, border, and further properties."""
    fields: Long = {}
    if settings.promotions:
        promotions = {name: settings.find_promotion(color) for color, name in PLAYER_NAMES.items()}
        fields["promotionRanks"] = [
            None if entry is None else entry.ranks[0] if len(entry.ranks) == 1 else list(entry.ranks)
            for entry in promotions.values()
        ]
        fields["promotionsAllowed"] = {
            name: [] if entry is None else [KIND_NAMES[kind.code] for kind in entry.kinds]
            for name, entry in promotions.items()
        }
    fields["winConditions"] = {
        name: list(settings.win_conditions(color)) for color, name in PLAYER_NAMES.items()
    }
    if settings.border is not None:
        fields["worldBorder"] = settings.border._asdict()
    fields |= {key: _plain(value) for key, value in settings.properties.items()}
    if checks_given:
        fields["checksGiven"] = {color.letter: count for color, count in checks_given.items()}
    return fields


def _plain(value: Json) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    if isinstance(value, float) and math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def long_moves(game: Game[Position, Move], style: MoveStyle, losses: Losses) -> list[str | Long]:
    """Return the moves of the main line; one that cannot be replayed is a string in either style."""
    moves: list[str | Long] = []
    position = game.start
    for ply, node in enumerate(game.main_line, start=1):
        place = f"half-move {ply}"
        losses.add("evaluations", "an evaluation is left out", place, count=bool(node.evaluation))
        losses.add_nags(node.moves, place)
        action = node.action
        if position is None or action is None:
            position = None
            losses.add("moves", "a move that the rules reject is written as it was", place)
        after = None if position is None or action is None else position.play_legal(action)
        if style == "strings" or position is None or after is None:
            written = node.moves[0]
            moves.append(str(written.move) if written.move is not None else written.text)
            losses.add("comments", "a comment is left out", place, count=len(node.comments))
        else:
            moves.append(_long_move(position, after) | _comment(node, place, losses))
        position = after
    return moves


def _long_move(position: Position, after: Position) -> Long:
    last = after.last
    assert last is not None
    move, taken = last.move, last.captured
    mover = position.board.placed[move.source]
    long: Long = {"type": piece_name(mover), "startCoords": list(move.source), "endCoords": list(move.target)}
    if taken is not None:
        long["captured"] = piece_name(taken)
        if mover.kind.is_pawn and position.board.get(move.target) is None:
            long["enpassant"] = -mover.color.forward
    if move.promotion is not None:
        long["promotion"] = piece_name(move.promotion)
    if mover.kind.castles and abs(move.target.x - move.source.x) == 2:
        partner = next(
            (square for square in position.board.placed if _castled(square, position, after)), None
        )
        if partner is not None:
            way = 1 if move.target.x > move.source.x else -1
            long["castle"] = {"dir": way, "coord": list(partner)}
    if after.checks():
        long["check"] = True
        if after.status.verdict is Verdict.CHECKMATE:
            long["mate"] = True
    return long


def _castled(square: Square, position: Position, after: Position) -> bool:
    """Return whether the castling partner stood on this square."""
    last = after.last
    assert last is not None
    if square == last.move.source or square.y != last.move.source.y or last.captured is not None:
        return False
    return square not in after.board.placed


def _comment(node: Node[Position, Move], place: str, losses: Losses) -> Long:
    texts = [comment.text for comment in node.comments]
    losses.add("comments", "several comments on a move become one", place, count=len(texts) > 1)
    early = sum(1 for comment in node.comments if comment.after == 0)
    losses.add("comments", "a comment before a move is written after it", place, count=early)
    return {"comment": " ".join(texts)} if texts else {}
