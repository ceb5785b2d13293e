"""The position that a command is about: of a file, an example or a variant, at a place of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperchess.app.inputs import one_game
from hyperchess.app.places import node_at, path_of
from hyperchess.errors import UnresolvedMove

if TYPE_CHECKING:
    from hyperchess.game import Node
    from hyperchess.notation.registry import AnyGame

__all__ = ["last_resolved", "position_at", "position_of"]


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
    last = last_resolved(node)
    message = f"the game cannot be followed beyond {path_of(last)}; `hyperchess check` says why"
    raise UnresolvedMove(f"{message}, and --at {path_of(last)} shows the position there")


def last_resolved(node: Node[Any, Any]) -> Node[Any, Any]:
    """The last node on the way to a node whose position is known."""
    last = node.game.root
    for step in node.path:
        if step.action is None:
            break
        last = step
    return last
