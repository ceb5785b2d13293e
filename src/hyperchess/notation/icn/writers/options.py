"""Options of the ICN writers."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from hyperchess.errors import HyperchessError, UnknownVariant
from hyperchess.game import Game
from hyperchess.infinite import Move, Position, Variant, find_variant
from hyperchess.notation.icn.start import find_named_setup
from hyperchess.notation.options import InvalidOption

__all__ = ["Rights", "Start", "Variations", "find_named_variant", "position_after"]

Rights = Literal["document", "site"]
Start = Literal["pieces", "name"]
Variations = Literal["brackets", "none"]


def find_named_variant(game: Game[Position, Move], start: Start) -> Variant | None:
    """Return the variant that the headers name, if its pieces are those of the start and may be left out."""
    if start == "pieces" or game.start is None:
        return None
    headers = {key.casefold(): value for key, value in game.headers.items()}
    name, day, time = (headers.get(key, "") for key in ("variant", "utcdate", "utctime"))
    try:
        setup = find_named_setup(name, day, time)
    except UnknownVariant:
        return None
    return find_variant(name) if setup.pieces == game.start.setup.pieces else None


def position_after(game: Game[Position, Move], half_moves: int, rights: Rights = "document") -> Position:
    """Return the position after `half_moves` half-moves of the main line, or at its end if there are fewer.

    In the document castling rights stay with pieces that did not move; on the site they are dropped when
    no king and partner share them any more.
    """
    if game.start is None:
        raise HyperchessError("the game does not say from which position it starts")
    if half_moves < 0:
        raise InvalidOption(f"a number of half-moves is 0 or more, not {half_moves}")
    line = game.main_line[:half_moves]
    if rights == "document":
        return line[-1].position if line else game.start
    position = game.start.with_settings(replace(game.start.settings, drop_idle_rights=True))
    for node in line:
        action = node.action
        if action is None:
            return node.position  # raises the error that names where the game cannot be replayed
        position = position.play_legal(action)
    return position
