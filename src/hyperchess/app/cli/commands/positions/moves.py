"""`hyperchess moves`: what every piece can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess import infinite, multiverse

__all__ = ["moves"]


def moves(
    file: File,
    notation: From = None,
    variant: Variant = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    window: Window = None,
    as_json: AsJson = False,
) -> None:
    """List the moves of a position, piece by piece; in infinite chess points and endless rays.

    In 5D chess these are all moves that the pieces can make; `hyperchess actions` lists what may be
    submitted as a whole.
    """
    position = read_position(file, notation, number, at, node, variant)
    infinitely = position.kind is GameKind.INFINITE
    if window is not None and not infinitely:
        raise InputError("--window is for infinite chess")
    if as_json:
        print_json(_infinite_data(position, window) if infinitely else list(map(str, position.moves())))
    elif infinitely:
        _print_infinite(position, window)
    else:
        _print_5d(position)


def _print_5d(position: multiverse.Position) -> None:
    from hyperchess.app.cli.outputs import print_table
    from hyperchess.multiverse.actions.captures import piece_on

    found = position.moves()
    targets: dict[multiverse.Square, list[str]] = {}
    for move in found:
        after = f"={move.promotion}" if move.promotion else ""
        board = "" if move.is_physical else f">{move.target.board}"
        targets.setdefault(move.source, []).append(f"{board}{move.target.name}{after}")
    rows = []
    for source, names in targets.items():
        piece = piece_on(position, source)
        rows.append((piece.kind.name if piece else "", source, " ".join(names)))
    print_table("", ("piece", "from", "to"), rows)
    counts = f"{plural(len(found), 'move')} of {plural(len(rows), 'piece')}"
    echo(f"{counts}; {position.player} to move at {position.present}")


def _infinite_data(position: infinite.Position, window: str | None) -> object:
    found = position.moves()
    if window is not None:
        return [str(move) for move in found.within(*parse_window(window))]
    return {"points": list(map(str, found.points)), "rays": list(map(str, found.rays))}


def _print_infinite(position: infinite.Position, window: str | None) -> None:
    from hyperchess.app.cli.outputs import print_table

    found = position.moves()
    targets: dict[infinite.Square, list[str]] = {}
    if window is not None:
        for move in found.within(*parse_window(window)):
            targets.setdefault(move.source, []).append(_target(move))
    else:
        for move in found.points:
            targets.setdefault(move.source, []).append(_target(move))
        for ray in found.rays:
            targets.setdefault(ray.source, []).append(str(ray).partition(" + ")[2])
    rows = [(position.pieces()[at].kind.name, at, "; ".join(names)) for at, names in targets.items()]
    print_table("", ("piece", "from", "to"), rows)
    if window is not None:
        echo(f"{sum(map(len, targets.values())):,} moves into the window; {position.player} to move")
    else:
        echo(f"{len(found.points):,} single moves, {len(found.rays):,} rays; {position.player} to move")


def _target(move: infinite.Move) -> str:
    return f"{move.target}{f'={move.promotion.code}' if move.promotion is not None else ''}"
