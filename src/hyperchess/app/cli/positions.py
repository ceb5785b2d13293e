"""The place and the position that a command is about, as `--game`, `--at` and `--node` name them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperchess.app.cli.outputs import print_notice
from hyperchess.app.files.inputs import InputError, display_name, one_game
from hyperchess.errors import UnresolvedMove
from hyperchess.game import AnyNode
from hyperchess.notation.places import find_node, format_path
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.game import AnyGame

__all__ = ["node_at", "position_at", "read_position", "warn_about_errors"]


def node_at(game: AnyGame, at: str | None, path: str | None) -> AnyNode:
    """The node that the options `--at` and `--node` name; the end of the main line without them."""
    if at is not None and path is not None:
        raise InputError("--at and --node both name a place; give one of them")
    return find_node(game, at or path or "end")


def read_position(
    file: str,
    notation: str | None,
    number: int,
    at: str | None,
    path: str | None,
    start: str | None = None,
) -> Any:
    """The position at a place of a game of a file."""
    game = one_game(file, notation, number, start)
    warn_about_errors(game, file)
    return position_at(game, node_at(game, at, path))


def warn_about_errors(game: AnyGame, file: str) -> None:
    """Report on standard error that a game has errors: the output may not be what its author meant."""
    errors = sum(problem.severity.value == "error" for problem in game.problems)
    if errors:
        print_notice(f"{display_name(file)} has {plural(errors, 'error')}; `hyperchess check` lists them")


def position_at(game: AnyGame, node: AnyNode) -> Any:
    """The position after a node; `UnresolvedMove` names the last place that can be reached."""
    if node.is_resolved:
        return node.position
    if game.start is None:
        raise UnresolvedMove(
            "the game does not say from which position it starts; `hyperchess check` says more"
        )
    last = node.last_resolved
    message = f"the game cannot be followed beyond {format_path(last)}; `hyperchess check` says why"
    raise UnresolvedMove(f"{message}, and --at {format_path(last)} shows the position there")
