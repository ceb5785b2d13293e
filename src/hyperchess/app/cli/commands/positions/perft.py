"""`hyperchess perft`: how many sequences of legal actions there are."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hyperchess.app.cli.options import (
    AsJson,
    At,
    File,
    From,
    GameNumber,
    InGame,
    Variant,
    Window,
    parse_window,
)
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.positions import read_position
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import InputError
from hyperchess.ruleset import GameKind

if TYPE_CHECKING:
    from hyperchess import infinite

__all__ = ["perft"]


def perft(
    file: File,
    depth: Annotated[int, typer.Argument(min=0, max=20, help="How many actions deep.")],
    notation: From = None,
    variant: Variant = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also for each first action.")] = False,
    window: Window = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of legal actions of a length, to compare rules with other programs.

    In infinite chess there may be infinitely many moves, so only those into --window are counted.
    """
    position = read_position(file, notation, number, at, node, variant)
    bounds = None if window is None else parse_window(window)
    if position.kind is GameKind.INFINITE:
        if bounds is None:
            raise InputError("infinite chess needs --window, as in --window -5,12,-5,12")
    elif bounds is not None:
        raise InputError("--window is for infinite chess")
    began = perf_counter()
    rows = dict(_divided(position, depth, bounds)) if divide and depth else {}
    total = sum(rows.values()) if rows else _count(position, depth, bounds)
    seconds = perf_counter() - began
    if as_json:
        data = {"depth": depth, "count": total, "seconds": round(seconds, 3)}
        print_json({**data, **({"divide": rows} if divide else {})})
        return
    for action, count in rows.items():
        echo(f"{count:>14,}  {action}")
    echo(f"{total:,} sequences of {depth} action{'s' * (depth != 1)} in {seconds:.2f} s")


def _divided(
    position: Any, depth: int, window: tuple[int, int, int, int] | None
) -> Iterator[tuple[str, int]]:
    first = position.actions() if window is None else ((move,) for move in position.moves().within(*window))
    for action in first:
        after = position.play(action) if window is None else position.play(action[0])
        name = str(action) if window is None else str(action[0])
        yield name, _count(after, depth - 1, window)


def _count(position: Any, depth: int, window: tuple[int, int, int, int] | None) -> int:
    return int(position.perft(depth)) if window is None else _windowed(position, depth, window)


def _windowed(position: infinite.Position, depth: int, window: tuple[int, int, int, int]) -> int:
    if depth == 0:
        return 1
    moves = position.moves()
    if depth == 1:
        return moves.count(*window)
    return sum(_windowed(position.play(move), depth - 1, window) for move in moves.within(*window))
