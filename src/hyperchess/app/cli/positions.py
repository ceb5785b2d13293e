"""The position that a command is about: of a file, an example or a variant, at a place of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperchess.app.cli.inputs import one_game
from hyperchess.app.cli.places import node_at
from hyperchess.errors import UnresolvedMove
from hyperchess.notation.places import path_of

if TYPE_CHECKING:
    from hyperchess.game import Node
    from hyperchess.notation.registry import AnyGame

__all__ = ["position_at", "position_of"]


def position_of(file: str, notation: str | None, number: int, at: str | None, path: str | None) -> Any:
    """The position at a place of a game of a file."""
    game = one_game(file, notation, number)
    return position_at(game, node_at(game, at, path))


def position_at(game: AnyGame, node: Node[Any, Any]) -> Any:
    """The position after a node; `UnresolvedMove` names the last place that can be reached."""
    if node.is_resolved:
        return node.position
    if game.start is None:
        raise UnresolvedMove(
            "the game does not say from which position it starts; `hyperchess check` says more"
        )
    last = node.last_resolved
    message = f"the game cannot be followed beyond {path_of(last)}; `hyperchess check` says why"
    raise UnresolvedMove(f"{message}, and --at {path_of(last)} shows the position there")
