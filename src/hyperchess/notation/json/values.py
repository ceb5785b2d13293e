"""The parts of the format that differ between the two games: starts and moves, each written and read.

>>> from hyperchess import infinite
>>> position = infinite.Position.parse("w (8|1) K5,1|P4,7|k5,8")
>>> start_data(position)
{'position': 'w 1 (8;Q,R,B,N|1;q,r,b,n) checkmate K5,1|P4,7|k5,8'}
>>> read_start(start_data(position), GameKind.INFINITE) == position
True
>>> move_data(position.find("4,7>4,8Q"))
{'from': '4,7', 'to': '4,8', 'promotion': 'Q'}
>>> read_move("4,7", "4,8", "Q", GameKind.INFINITE) == position.find("4,7>4,8Q")
True
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError
from hyperchess.infinite.pieces import PIECE_OF_TEXT
from hyperchess.multiverse.coordinates import Timeline, format_square, parse_square
from hyperchess.multiverse.pieces import PIECES
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyPosition

__all__ = [
    "RULES",
    "START_KEYS",
    "move_data",
    "read_move",
    "read_start",
    "start_data",
]

AnyMove: TypeAlias = multiverse.Move | infinite.Move

RULES = ("ranks_exchanged", "free_promotion", "automatic_move_rule", "drop_idle_rights", "site_rules")
"""Rules of infinite chess that the text of a position does not contain."""

START_KEYS = {
    GameKind.MULTIVERSE: frozenset({"boards", "promotions", "initial"}),
    GameKind.INFINITE: frozenset({"position", "rules"}),
}


def start_data(start: AnyPosition) -> dict[str, Any]:
    """A start as JSON."""
    if isinstance(start, multiverse.Position):
        return {
            "boards": [board.fen() for board in start.boards],
            "promotions": list(start.promotions),
            "initial": [str(line.timeline) for line in start.timeline_boards if line.maker is None],
        }
    data: dict[str, Any] = {"position": start.text(full=True)}
    settings = [name for name in RULES if getattr(start.settings, name)]
    return {**data, "rules": settings} if settings else data


def read_start(data: dict[str, Any], kind: GameKind) -> AnyPosition:
    """Return the start described by valid JSON; `HyperchessError` if it is not a position."""
    if kind is GameKind.MULTIVERSE:
        initial = [Timeline.parse(name) for name in data["initial"]]
        return multiverse.Position.of_fen(
            "".join(data["boards"]), promotions=data["promotions"], initial=initial
        )
    position = infinite.Position.parse(data["position"])
    flags: dict[str, Any] = {name: True for name in data.get("rules", ()) if name in RULES}
    return position.with_settings(replace(position.settings, **flags)) if flags else position


def move_data(move: AnyMove) -> dict[str, str]:
    """A move as JSON."""
    if isinstance(move, multiverse.Move):
        data = {"from": _format_5d(move.source), "to": _format_5d(move.target)}
        return {**data, "promotion": move.promotion} if move.promotion else data
    data = {"from": str(move.source), "to": str(move.target)}
    return data if move.promotion is None else {**data, "promotion": move.promotion.code}


def read_move(source: str, target: str, promotion: str, kind: GameKind) -> AnyMove:
    """The move between two squares; `HyperchessError` if they are not squares, or nothing has that letter."""
    if kind is GameKind.MULTIVERSE:
        if promotion and promotion not in PIECES:
            raise HyperchessError(f"no piece has the letter {promotion!r:.20}")
        return multiverse.Move(_parse_5d(source), _parse_5d(target), promotion)
    piece = PIECE_OF_TEXT.get(promotion) if promotion else None
    if promotion and piece is None:
        raise HyperchessError(f"no piece has the code {promotion!r:.20}")
    return infinite.Move(infinite.parse_square(source), infinite.parse_square(target), piece)


@lru_cache(maxsize=1 << 15)
def _format_5d(square: multiverse.Square) -> str:
    return format_square(square, color=True)


@lru_cache(maxsize=1 << 15)
def _parse_5d(text: str) -> multiverse.Square:
    return parse_square(text)
