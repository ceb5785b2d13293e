"""The options that name a place in a game: `--at`, `--node`, `--game`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from hyperchess.app.cli.inputs import InputError
from hyperchess.game import Game, Node
from hyperchess.notation.places import find_node

__all__ = ["At", "GameNumber", "InGame", "node_at"]

At = Annotated[
    str | None, typer.Option("--at", metavar="12b", help="After this action of the main line; start, end.")
]
InGame = Annotated[
    str | None, typer.Option("--node", metavar="PATH", help="After this action, as in 5w.1/7b; see docs.")
]
GameNumber = Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")]


def node_at(game: Game[Any, Any], at: str | None, path: str | None) -> Node[Any, Any]:
    """The node that the options `--at` and `--node` name; the end of the main line without them."""
    if at is not None and path is not None:
        raise InputError("--at and --node both name a place; give one of them")
    return find_node(game, at or path or "end")
