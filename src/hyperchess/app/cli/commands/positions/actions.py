"""`hyperchess actions`: what a player may submit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

import typer

from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, At, File, From, GameNumber, InGame, Variant
from hyperchess.app.cli.outputs import print_json, print_notice
from hyperchess.app.cli.positions import read_position
from hyperchess.app.cli.terminal import echo
from hyperchess.errors import BudgetExhausted
from hyperchess.ruleset import GameKind

__all__ = ["actions"]


def actions(
    file: File,
    notation: From = None,
    variant: Variant = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Maximum number to list or count.")] = 20,
    count: Annotated[bool, typer.Option("--count", help="Count them instead, up to --limit.")] = False,
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="The time limit.")] = 10.0,
    as_json: AsJson = False,
) -> None:
    """List legal actions, one per line: sets of moves that may be submitted together.

    There may be more than anyone can list. Exit code 1: not complete within the time limit.
    """
    position = read_position(file, notation, number, at, node, variant)
    found: list[str] = []
    complete = True
    try:
        for action in _actions(position, seconds, limit + 1):
            if len(found) == limit:
                complete = False
                break
            found.append(action)
    except BudgetExhausted:
        print_notice(f"not complete within the time limit of {seconds:g} s; --seconds sets another one")
        complete = False
        if not count and not as_json:
            _print(found, complete=False)
        raise typer.Exit(Exit.WRONG) from None
    if as_json:
        print_json({"count": len(found), "complete": complete, **({} if count else {"actions": found})})
    elif count:
        echo(f"{len(found):,}" if complete else f"more than {len(found):,}")
    else:
        _print(found, complete=complete)


def _actions(position: Any, seconds: float, limit: int) -> Iterator[str]:
    """The legal actions as text; in infinite chess an action is a move, near the pieces."""
    from hyperchess import multiverse
    from hyperchess.budget import Budget
    from hyperchess.infinite import Position

    if position.kind is GameKind.INFINITE:
        assert isinstance(position, Position)
        return map(str, islice(position.moves().near(), limit))
    assert isinstance(position, multiverse.Position)
    return map(str, position.actions(limit, Budget(seconds=seconds)))


def _print(found: list[str], *, complete: bool) -> None:
    for action in found:
        echo(action)
    if not complete:
        echo("...")
    elif not found:
        echo("none: there is no legal action")
